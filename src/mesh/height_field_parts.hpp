// The steps to a height field that building and loading share. Local frame.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "graze/core/error.hpp"
#include "graze/mesh/height_field.hpp"

namespace graze::height_field_parts {

/// What is wrong, if anything is.
using Fault = std::optional<BuildError>;

Fault bad_grid(const HeightGrid& grid);
/// A number of heights that is not the grid's, or the first one that is not finite or not served.
Fault bad_heights(const HeightGrid& grid, std::span<const double> heights);

Shape shape_of(const std::shared_ptr<const HeightFieldData>& data, double margin) noexcept;

}  // namespace graze::height_field_parts
