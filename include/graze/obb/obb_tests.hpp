// Oriented boxes and triangles at rest, pair by pair: yes or no, and a point that both have in common. World frame. All sets are closed.
// `overlaps_*`: false is a theorem about the doubles given; true may be wrong by rounding, for a gap below about 1e-13 of the sizes and
// distance of the pair; between nearly parallel edges of two boxes up to 1e-6 (see `overlaps(Obb, Obb)`). `find_*` answers as `overlaps*`
// does; its point lies in both sets up to that error (any of the common points: the mean of the corners of what they have in
// common, or the middle of the gap).
// Source: D. Eberly, Dynamic Collision Detection using Oriented Bounding Boxes, with the corrections in docs/notes/oriented_trees.md.
#pragma once

#include <optional>

#include "graze/bounds/obb.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

/// The six face axes only ("SAT lite"): boxes that only a pair of edges keeps apart count as overlapping.
bool overlaps_lite(const Obb& a, const Obb& b) noexcept;

/// A point of both boxes; nothing when one of the fifteen axes separates them.
std::optional<Vec3> find_obb_obb(const Obb& a, const Obb& b) noexcept;

/// The thirteen axes: the triangle's normal, the box's three, their products with the edges. Degenerate triangles and flat boxes too.
bool overlaps_triangle_obb(const Triangle& triangle, const Obb& box) noexcept;
std::optional<Vec3> find_triangle_obb(const Triangle& triangle, const Obb& box) noexcept;

/// A point of two triangles that intersect, exactly by sign, coplanar ones included: the middle of the common segment, or a corner of the common
/// polygon. Nothing when they are apart.
std::optional<Vec3> find_common_point(const Triangle& a, const Triangle& b) noexcept;

/// A unit normal for a contact at x: that of the ellipsoid through x with the box's axes and the ratios of its half extents. Along a flat
/// direction where the box has one; the first axis at the centre.
Vec3 normal_at(const Obb& box, const Vec3& x) noexcept;

}  // namespace graze
