// A point in the inside of both of two placed shapes that overlap. World frame.
#pragma once

#include <optional>

#include "graze/shape/shape.hpp"

namespace graze {

/// A double that `verify` shows to be a member of both, deeper than rounding where it finds one; empty when
/// it does not: flat sets have no inside, and an overlap of a few roundings holds no double. Each shape is
/// convex or a solid mesh; `start` is near a common point.
std::optional<Vec3> inner_point(const Placed& a, const Placed& b, const Vec3& start) noexcept;

}  // namespace graze
