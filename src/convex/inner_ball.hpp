// A ball inside a core around its centre: what bounds the depth of round shapes with nearly the same centre, where a polytope would
// need thousands of facets.
#pragma once

#include "graze/shape/shape.hpp"

namespace graze {

/// Every point within `radius` of `shape.centre()` is in the core, up to the shape's support error. Zero when nothing is known: only
/// round and boxy shapes and their combinations are looked at. Local frame.
struct InnerBall {
    double radius = 0;
    Vec3 touch{1, 0, 0};  ///< Unit: a guess at the direction, or its opposite, in which the ball comes nearest to the boundary.
};
InnerBall inner_ball(const Shape& shape) noexcept;

}  // namespace graze
