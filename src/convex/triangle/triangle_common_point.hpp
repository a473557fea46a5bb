// A point that two placed triangles have in common, evaluated in double-double: where their planes or edges
// are nearly parallel, doubles leave the ends of the common segment uncertain by up to the whole edge.
#pragma once

#include "convex/triangle/triangle_view.hpp"

namespace graze {

/// A point of the features that `found` names, world frame: on both triangles up to its own rounding, as long
/// as the sine between edge and plane, or between coplanar edges, is above 1e-16. `found`: how `a` and `b`
/// intersect, not disjoint.
Vec3 precise_common_point(const TriangleView& view, const Triangle& a, const Triangle& b,
                          const TriangleIntersection& found) noexcept;

}  // namespace graze
