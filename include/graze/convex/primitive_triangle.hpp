// Triangle against triangle, by three methods. The first is fastest when most pairs are disjoint, the second
// is exact, the third finds the segment of intersection.
#pragma once

#include <optional>

#include "graze/shape/primitives.hpp"

namespace graze {

/// By separating axes: both normals and the nine products of edges; coplanar pairs by the six edge normals in the plane. Axes too
/// short to have a direction are passed over.
bool overlaps_triangle_triangle_sat(const Triangle& a, const Triangle& b) noexcept;

/// Exact: the six edges against the other triangle by exact signs. Right for all finite input, degenerate triangles included.
bool overlaps_triangle_triangle_exact(const Triangle& a, const Triangle& b) noexcept;

/// By overlapping intervals on the common line of the planes, with exact signs of the vertices; coplanar pairs are decided exactly,
/// as are those that rounding leaves open. Unlike the search for the segment it needs no common point then.
bool overlaps_triangle_triangle(const Triangle& a, const Triangle& b) noexcept;

/// The common segment; of length zero when they touch in a point, and when they are coplanar up to rounding but not exactly. Empty when
/// they are apart, and when they are coplanar: the intersection is then no segment.
std::optional<Segment> find_triangle_triangle(const Triangle& a, const Triangle& b) noexcept;

}  // namespace graze
