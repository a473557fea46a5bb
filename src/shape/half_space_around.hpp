// A half-space that holds a convex shape: what is apart from it is apart from the shape, however both are
// placed alike.
#pragma once

#include <optional>

#include "graze/shape/shape.hpp"

namespace graze {

/// In the shape's frame: its boundary touches the shape along the normal, up to rounding, and the shape is
/// inside for certain. Empty for half-spaces, and where numbers are out of range.
std::optional<Shape> half_space_around(const Shape& shape, const Vec3& normal) noexcept;

}  // namespace graze
