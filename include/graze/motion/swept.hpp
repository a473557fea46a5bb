// The space that a convex shape passes through, as a shape of its own: for questions that need no time, only whether.
#pragma once

#include "graze/math/pose.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// All places of the shape on a straight way: the Minkowski sum with a segment. In the shape's frame, as is `displacement`; place it with the
/// pose at the start. Exact for convex shapes; others make an invalid shape.
Shape swept_along(const Shape& shape, const Vec3& displacement);

/// The convex hull of the shape in two poses, world frame: place it with the identity. Contains every place on the straight way between them
/// when they have the same rotation, and equals the sweep then. A body that turns on the way may leave it: use bounds over time for that.
Shape hull_of_placements(const Shape& shape, const Pose& first, const Pose& second);

}  // namespace graze
