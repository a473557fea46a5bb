// A quick proof that two convex shapes overlap, for callers that need no more than that it holds.
#pragma once

#include "graze/shape/shape.hpp"

namespace graze {

/// True: the placed shapes overlap for certain. False: not shown, as for pairs that overlap by little more
/// than rounding, or flat ones. `normal` is where the search starts: from a to b, world frame.
bool surely_overlap(const Placed& a, const Placed& b, const Vec3& normal) noexcept;

/// A bound of the error of differences of support points, and of their heights: that of a CorePair, for which
/// nothing need be copied. `offset` is where b's origin is in a's frame.
double difference_error(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        const Vec3& offset) noexcept;

}  // namespace graze
