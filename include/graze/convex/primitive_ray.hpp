// Rays and segments against sphere, box, triangle and polygon. A segment is a ray from its a to its b that ends at t = 1.
// NaN among the numbers of a ray, a segment or a solid, a negative radius or half extent: a miss for all `find_*` and `overlaps_*` but the
// exact one, which is for finite numbers. What `separation_*` answers for such numbers is unspecified.
#pragma once

#include <optional>
#include <span>

#include "graze/result/ray.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

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
std::optional<SolidHit> find_segment_sphere(const Segment& segment, const Vec3& centre, double radius) noexcept;

/// Without roots or divisions: exact where the products are, so tangents of small integers touch.
bool overlaps_segment_sphere(const Segment& segment, const Vec3& centre, double radius) noexcept;

struct SphereSeparation {
    double distance = 0;   ///< > 0 gap, < 0 depth.
    Vec3 point{};          ///< On the other set, closest to the centre.
    Vec3 point_sphere{};   ///< On the sphere, towards `point`.
    Vec3 normal{1, 0, 0};  ///< Unit, from the other set to the sphere. Any perpendicular when the centre lies on it.
};
/// For a radius >= 0.
SphereSeparation separation_segment_sphere(const Segment& segment, const Vec3& centre, double radius) noexcept;

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

/// Möller and Trumbore. Rays in the plane of the triangle are misses: the guard is relative to the triangle and the ray, so the same
/// rays are misses at every scale.
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
/// Simple polygons, convex or not; the plane is Newell's. Rays in the plane are misses; those through an edge or a vertex, exactly, are hits.
std::optional<PolygonHit> find_ray_polygon(const Ray& ray, std::span<const Vec3> polygon) noexcept;
std::optional<PolygonHit> find_segment_polygon(const Segment& segment, std::span<const Vec3> polygon) noexcept;

}  // namespace graze
