// How deep a point lies in the core of any shape, from below: in closed form where there is one, else by
// balls inside of the core. Local frame.
#pragma once

#include "convex/epa/point_depth.hpp"

namespace graze {

/// Exact up to rounding for the plain shapes but ellipsoids; of the others, what their inner balls show.
PointDepth depth_lower_bound_at(const Shape& shape, const Vec3& p) noexcept;

}  // namespace graze
