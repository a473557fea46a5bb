// Queries of meshes and height fields beyond the common ones. World frame.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/query/query.hpp"
#include "graze/result/triangle_pair.hpp"

namespace graze {

/// All pairs of triangles that intersect, touching ones too, each once, by growing triangle_a, then triangle_b. Exact for the placed triangles of
/// the given doubles; margins do not count. Empty unless both are meshes or height fields, and on invalid input.
std::vector<TrianglePair> intersecting_triangles(const Placed& a, const Placed& b);

/// Where a mesh or a height field intersects itself: all pairs of its triangles that have more in common than corners at the same place and the
/// edges between such corners, each once, triangle_a < triangle_b, by growing numbers. Neighbours that are folded onto each other count, and
/// so do doubled triangles. Exact. Local frame; margins do not count. The segment is of all they have in common,
/// shared corners included. Empty for other shapes.
std::vector<TrianglePair> self_intersections(const Shape& mesh);

/// The parts of a placed shape that overlap a box of the world's axes, touching ones too, by growing number: triangles, members of a
/// compound, 0 for a convex shape. Exact for triangles without margins, as sure as `overlaps` for other parts. The box may be flat, and
/// endless beside bounded shapes. A box inside of a solid mesh intersects none of its triangles. Empty for the empty box and on invalid input.
std::vector<std::uint32_t> parts_overlapping_box(const Placed& target, const Aabb& box);

/// Whether the ray hits the shape at some t in [0, max_t]: the search ends at the first part that it hits, near or far. As sure as
/// `raycast`: "no" is certain, and "yes" at triangles without margins; other parts count unless their bounds begin beyond max_t. A start
/// inside counts. False on invalid input.
bool raycast_any(const Ray& ray, const Placed& target, double max_t = std::numeric_limits<double>::infinity()) noexcept;

/// A part of a shape and where a ray first hits it.
struct PartHit {
    RayHit hit;  ///< Of the part alone, for `verify` with the part placed as the whole is: t = 0 when the start is inside of it.
    std::uint32_t part = 0;  ///< A triangle or a member of a compound; 0 for a convex shape.
};

/// Every part that the ray hits at some t in [0, max_t], by growing t, then part. Where parts share a corner or an edge, each of them
/// counts. Triangles of meshes and height fields without margins by exact signs, and t <= max_t there; other parts unless their bounds begin
/// beyond max_t. Of a solid mesh these are the walls: a start inside is no hit of its own.
/// Empty on invalid input.
std::vector<PartHit> raycast_all(const Ray& ray, const Placed& target, double max_t = std::numeric_limits<double>::infinity());

/// Contains the signed distance of the point from the shape: > 0 outside, < 0 inside of a solid, a convex shape or a margin. Everything on
/// invalid input.
Interval signed_distance(const Placed& solid, const Vec3& point) noexcept;

}  // namespace graze
