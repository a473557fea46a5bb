// The steps to a compound that building, mapping and loading share. Local frame.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/core/error.hpp"
#include "graze/mesh/compound.hpp"

namespace graze::compound_parts {

/// What is wrong, if anything is.
using Fault = std::optional<BuildError>;

/// Why a shape cannot be part `i`.
Fault fault_of(const Shape& part, std::size_t i);
/// Measures the parts; boxes around them, rounded outward, come back.
expected<std::vector<Aabb>, BuildError> measure(CompoundData& compound);

Shape shape_of(const std::shared_ptr<const CompoundData>& data, double margin) noexcept;

}  // namespace graze::compound_parts
