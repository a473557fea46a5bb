// The basic tests between points, rays, segments, spheres, boxes, triangles and polygons, as small pure
// functions on plain numbers. `overlaps_*` answers yes or no, `find_*` where, `separation_*` how far:
// different functions, because the cheap answer has a cheaper method. All sets are closed: touching counts.
// Doubles with relative guards, unless a function is documented as exact. Boxes are centred at the origin of
// their own frame: bring the other set there first.
//
// Served: lengths (edges, distances, radii) that are zero or within 1e-30 .. 1e30, less than the shapes' own
// range. There all answers scale with the unit of length: the longest products are of eight lengths, times
// eps² (separating axes of two triangles), 1e-272 .. 1e240. Rays and segments against spheres and boxes,
// polygons against spheres and polygons are served, and scale, within 1e-95 .. 1e95.
// Source: van den Bergen, Collision Detection in Interactive 3D Environments, chapter 3.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "graze/math/pose.hpp"
#include "graze/result/ray.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

// Closest points. Degenerate sets (a segment of length zero, a flat triangle) are answered as what they are.

struct ClosestOnSegment {
    Vec3 point{};
    double parameter = 0;  ///< 0 at a, 1 at b; in [0, 1].
};
ClosestOnSegment closest_on_segment(const Vec3& p, const Segment& segment) noexcept;

/// point = Σ weights[i] * vertex i; the weights are not negative and sum to 1.
struct ClosestOnTriangle {
    Vec3 point{};
    std::array<double, 3> weights{};
};
/// To rounding of the largest length, for needles too; lengths of the whole served range.
ClosestOnTriangle closest_on_triangle(const Vec3& p, const Triangle& triangle) noexcept;

/// point = Σ weights[i] * vertex i; the weights are not negative and sum to 1.
struct ClosestOnTetrahedron {
    Vec3 point{};
    std::array<double, 4> weights{};
    bool inside = false;  ///< p belongs to the tetrahedron, or exactly to a face of one that is flat up to
                          ///< rounding: point is p.
};
ClosestOnTetrahedron closest_on_tetrahedron(const Vec3& p, const Tetrahedron& tetrahedron) noexcept;

/// p itself when it is inside.
Vec3 closest_on_box(const Vec3& p, const Box& box) noexcept;

struct ClosestOnSegments {
    Vec3 point_a{};
    Vec3 point_b{};
    double parameter_a = 0;  ///< 0 at a.a, 1 at a.b; in [0, 1].
    double parameter_b = 0;  ///< The same on b.
    double distance_sq = 0;  ///< Of point_a and point_b.
};
/// Parallel segments: one of the closest pairs, at an end of one of them.
ClosestOnSegments closest_on_segments(const Segment& a, const Segment& b) noexcept;

// Rays and segments against sphere, box, triangle and polygon. A segment is a ray from its a to its b that
// ends at t = 1. NaN among the numbers of a ray, a segment or a solid, a negative radius or half extent: a
// miss for all `find_*` and `overlaps_*` but the exact one, which is for finite numbers. What `separation_*`
// answers for such numbers is unspecified.

/// The part of a ray or segment inside a solid.
struct SolidHit {
    double enter = 0;            ///< First parameter, >= 0.
    double leave = 0;            ///< Last parameter, >= enter; at most 1 on segments.
    Vec3 point{};                ///< At `enter`.
    Vec3 normal{};               ///< Unit, out of the solid; zero when the start is inside.
    bool starts_inside = false;  ///< On the surface too.
};

/// The start is moved next to the centre first, so that far origins do not cancel.
std::optional<SolidHit> find_ray_sphere(const Ray& ray, const Vec3& centre, double radius) noexcept;
std::optional<SolidHit> find_segment_sphere(const Segment& segment, const Vec3& centre,
                                            double radius) noexcept;

/// Without roots or divisions: exact where the products are, so tangents of small integers touch.
bool overlaps_segment_sphere(const Segment& segment, const Vec3& centre, double radius) noexcept;

struct SphereSeparation {
    double distance = 0;  ///< > 0 gap, < 0 depth.
    Vec3 point{};         ///< On the other set, closest to the centre.
    Vec3 point_sphere{};  ///< On the sphere, towards `point`.
    /// Unit, from the other set to the sphere. Any perpendicular when the centre lies on it.
    Vec3 normal{1, 0, 0};
};
/// For a radius >= 0.
SphereSeparation separation_segment_sphere(const Segment& segment, const Vec3& centre,
                                           double radius) noexcept;

/// By clipping against the slabs (outcodes first).
std::optional<SolidHit> find_ray_box(const Ray& ray, const Box& box) noexcept;
std::optional<SolidHit> find_segment_box(const Segment& segment, const Box& box) noexcept;

/// By the six separating axes of a segment and a box; no divisions.
bool overlaps_segment_box(const Segment& segment, const Box& box) noexcept;

struct TriangleHit {
    double t = 0;  ///< point = origin + t * direction, t >= 0; at most 1 on segments.
    double u = 0;  ///< point = a + u (b - a) + v (c - a), up to rounding; u, v >= 0 and u + v <= 1.
    double v = 0;
    Vec3 point{};
    bool front = true;  ///< Hit from the side on which (a, b, c) appears counter-clockwise.
};

/// Möller and Trumbore. Rays in the plane of the triangle are misses: the guard is relative to the triangle
/// and the ray, so the same rays are misses at every scale.
std::optional<TriangleHit> find_ray_triangle(const Ray& ray, const Triangle& triangle) noexcept;
std::optional<TriangleHit> find_segment_triangle(const Segment& segment, const Triangle& triangle) noexcept;

/// By signed volumes: only sums and products. Segments in the plane of the triangle are misses.
bool overlaps_segment_triangle(const Segment& segment, const Triangle& triangle) noexcept;

/// Exact: right for all finite input, coplanar and degenerate sets included.
bool overlaps_segment_triangle_exact(const Segment& segment, const Triangle& triangle) noexcept;

struct PolygonHit {
    double t = 0;  ///< >= 0; at most 1 on segments.
    Vec3 point{};  ///< origin + t * direction.
};
/// Simple polygons, convex or not; the plane is Newell's. Rays in the plane are misses; those through an edge
/// or a vertex, exactly, are hits.
std::optional<PolygonHit> find_ray_polygon(const Ray& ray, std::span<const Vec3> polygon) noexcept;
std::optional<PolygonHit> find_segment_polygon(const Segment& segment,
                                               std::span<const Vec3> polygon) noexcept;

// Triangle against triangle, by three methods. The first is fastest when most pairs are disjoint, the second
// is exact, the third finds the segment of intersection.

/// By separating axes: both normals and the nine products of edges; coplanar pairs by the six edge normals in
/// the plane. Axes too short to have a direction are passed over.
bool overlaps_triangle_triangle_sat(const Triangle& a, const Triangle& b) noexcept;

/// Exact: the six edges against the other triangle by exact signs. Right for all finite input, degenerate
/// triangles included.
bool overlaps_triangle_triangle_exact(const Triangle& a, const Triangle& b) noexcept;

/// By overlapping intervals on the common line of the planes, with exact signs of the vertices; coplanar
/// pairs are decided exactly, as are those that rounding leaves open. Unlike the search for the segment it
/// needs no common point then.
bool overlaps_triangle_triangle(const Triangle& a, const Triangle& b) noexcept;

/// The common segment; of length zero when they touch in a point, and when they are coplanar up to rounding
/// but not exactly. Empty when they are apart, and when they are coplanar: the intersection is then no
/// segment.
std::optional<Segment> find_triangle_triangle(const Triangle& a, const Triangle& b) noexcept;

// Triangles and polygons against spheres and boxes, sphere against box. A negative radius overlaps nothing;
// separations are for radii >= 0.

/// By the closest point; where that leaves it open by rounding, by products alone, so tangents of small
/// integers touch.
bool overlaps_triangle_sphere(const Triangle& triangle, const Vec3& centre, double radius) noexcept;
/// A centre on the triangle takes the triangle's normal.
SphereSeparation separation_triangle_sphere(const Triangle& triangle, const Vec3& centre,
                                            double radius) noexcept;

/// By the 13 separating axes.
bool overlaps_triangle_box(const Triangle& triangle, const Box& box) noexcept;

/// Plane, vertices, edges, then the point where the plane is deepest in the volume.
bool overlaps_polygon_sphere(std::span<const Vec3> polygon, const Vec3& centre, double radius) noexcept;
bool overlaps_polygon_box(std::span<const Vec3> polygon, const Box& box) noexcept;

bool overlaps_sphere_box(const Vec3& centre, double radius, const Box& box) noexcept;
/// Depth too: a centre inside leaves through the nearest face; ties go to the lowest axis.
SphereSeparation separation_sphere_box(const Vec3& centre, double radius, const Box& box) noexcept;

// Simple polygons, convex or not, in the plane and in space.

/// Newell's plane: the normal is not unit, its length is twice the area, and the polygon runs
/// counter-clockwise about it. The offset puts the mean of the vertices on it. Best of all planes for
/// vertices that are not quite coplanar. Sums are taken relative to the first vertex, so distance from the
/// origin costs nothing.
Plane newell_plane(std::span<const Vec3> polygon) noexcept;

/// Crossings test with the half-open rule: of polygons that tile the plane, exactly one contains each point
/// (edges on its right, where x is larger, and on its top, where y is, belong to the polygon; those on its
/// left and at its bottom do not).
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

/// All segments of their intersection, disjoint and in order along the common line. A touch in a point is a
/// segment of length zero.
std::vector<Segment> find_polygon_polygon(std::span<const Vec3> a, std::span<const Vec3> b);

/// One loop out of an outer loop (counter-clockwise about `normal`) and holes (clockwise): holes are joined
/// by doubled edges that cross nothing. Indices count the vertices of `outer`, then those of the holes in
/// order. Empty when a hole cannot be joined, which only happens when loops cross or a hole lies outside.
std::vector<std::size_t> bridge_holes(std::span<const Vec3> outer, std::span<const std::vector<Vec3>> holes,
                                      const Vec3& normal);

}  // namespace graze
