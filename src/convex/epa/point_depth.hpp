// How deep a point lies in the core of a shape, from below: with a ball around it in the other shape, a lower
// bound of the depth of the pair. Local frame.
#pragma once

#include <optional>

#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

struct PointDepth {
    /// > 0: the ball of this radius around the point is in the core. Otherwise a point of the core is no
    /// farther away than -depth. Up to roundings of the core's reach and the point's distance.
    double depth = 0;
    Vec3 out{1, 0, 0};  ///< Unit: a guess at the direction of the shortest exit, or of the offset from the
                        ///< core to the point.
    Vec3 touch = out;   ///< Another one, where the first may be any.
};

/// Exact up to rounding for points, segments, triangles, tetrahedra, polygons, hulls, boxes, capsules,
/// cylinders and cones, and roundings of them; none for other shapes.
std::optional<PointDepth> plain_depth_at(const Shape& shape, const Vec3& p) noexcept;

/// Of a solid hull, by the heights under its facets, the first of equals; none when the point is not inside
/// by more than rounding.
std::optional<PointDepth> depth_inside(const HullData& hull, const Vec3& p) noexcept;

/// The same without the exact signs that show that the point is inside: never less.
std::optional<PointDepth> depth_under_facets(const HullData& hull, const Vec3& p) noexcept;

}  // namespace graze
