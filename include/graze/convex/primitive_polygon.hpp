// Simple polygons, convex or not, in the plane and in space.
#pragma once

#include <span>
#include <vector>

#include "graze/math/pose.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

/// Newell's plane: the normal is not unit, its length is twice the area, and the polygon runs counter-clockwise about it. The offset puts
/// the mean of the vertices on it. Best of all planes for vertices that are not quite coplanar. Sums are taken relative to the
/// first vertex, so distance from the origin costs nothing.
Plane newell_plane(std::span<const Vec3> polygon) noexcept;

/// Crossings test with the half-open rule: of polygons that tile the plane, exactly one contains each point (edges on its
/// right, where x is larger, and on its top, where y is, belong to the polygon; those on its left and at its bottom do not).
bool point_in_polygon(const Vec2& point, std::span<const Vec2> polygon) noexcept;

/// The same for convex polygons: stops at the second edge that straddles the point.
bool point_in_convex_polygon(const Vec2& point, std::span<const Vec2> polygon) noexcept;

/// A point in (or near) the plane of the polygon, projected along the axis of the largest normal component.
bool point_in_polygon(const Vec3& point, std::span<const Vec3> polygon, const Vec3& normal) noexcept;

/// Whether two polygons in space intersect, by overlapping intervals on the common line of their planes.
/// Touches count, also by a vertex or an edge in the other's plane: gaps of some 32 eps of the larger size
/// and the distance, more for slivers, are touches. Polygons in parallel planes count as apart, coplanar ones
/// too. Stops at the first common piece.
bool overlaps_polygon_polygon(std::span<const Vec3> a, std::span<const Vec3> b);

/// All segments of their intersection, disjoint and in order along the common line. A touch in a point is a segment of length zero.
std::vector<Segment> find_polygon_polygon(std::span<const Vec3> a, std::span<const Vec3> b);

/// One loop out of an outer loop (counter-clockwise about `normal`) and holes (clockwise): holes are joined by doubled edges that cross
/// nothing. Indices count the vertices of `outer`, then those of the holes in order. Empty when a hole cannot be joined, which only
/// happens when loops cross or a hole lies outside.
std::vector<std::size_t> bridge_holes(std::span<const Vec3> outer, std::span<const std::vector<Vec3>> holes, const Vec3& normal);

}  // namespace graze
