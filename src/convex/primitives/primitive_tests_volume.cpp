// Triangles and polygons against balls and boxes: by the closest point, by separating axes; polygons by
// plane, vertices, edges, then the point where their plane is deepest in the volume. Boxes are centred at the
// origin. Source: van den Bergen, Collision Detection in Interactive 3D Environments, 3.3 and 3.4.
#include <algorithm>
#include <array>
#include <cmath>

#include "convex/primitives/polygon_plane.hpp"
#include "graze/convex/primitive_tests.hpp"

namespace graze {

namespace {

bool inside_box(const Vec3& p, const Vec3& half) noexcept {
    return std::abs(p.x) <= half.x && std::abs(p.y) <= half.y && std::abs(p.z) <= half.z;
}

double box_reach(const Vec3& axis, const Vec3& half) noexcept { return dot(abs(axis), half); }

/// Whether a ball overlaps a triangle, in products alone: exact where they are. Its edges, or the height of
/// the centre over its face.
bool touches_triangle(const Triangle& t, const Vec3& centre, double radius) noexcept {
    const std::array<Segment, 3> edges{Segment{t.a, t.b}, Segment{t.b, t.c}, Segment{t.c, t.a}};
    Vec3 n = cross(t.b - t.a, t.c - t.a);
    n *= range_scale(n);
    bool above = n != Vec3{};
    for (const Segment& edge : edges) {
        if (overlaps_segment_sphere(edge, centre, radius)) return true;
        above = above && dot(cross(n, edge.b - edge.a), centre - edge.a) >= 0;
    }
    const double height = dot(n, centre - t.a);
    return above && height * height <= radius * radius * length_sq(n);
}

}  // namespace

bool overlaps_triangle_sphere(const Triangle& triangle, const Vec3& centre, double radius) noexcept {
    if (!(radius >= 0)) return false;
    const double gap_sq = length_sq(closest_on_triangle(centre, triangle).point - centre),
                 reach_sq = radius * radius;
    if (gap_sq <= reach_sq) return true;
    // The closest point is accurate to rounding of the corners relative to the centre.
    const Vec3 extent =
        max(abs(triangle.a - centre), max(abs(triangle.b - centre), abs(triangle.c - centre)));
    const double error = 64 * kEps * max_component(extent);
    return gap_sq - reach_sq <= error * (2 * radius + error) && touches_triangle(triangle, centre, radius);
}

SphereSeparation separation_triangle_sphere(const Triangle& triangle, const Vec3& centre,
                                            double radius) noexcept {
    SphereSeparation s;
    s.point = closest_on_triangle(centre, triangle).point;
    const Vec3 v = centre - s.point;
    s.normal = unit(v != Vec3{} ? v : cross(triangle.b - triangle.a, triangle.c - triangle.a));
    s.distance = length(v) - radius;
    s.point_sphere = centre - radius * s.normal;
    return s;
}

bool overlaps_triangle_box(const Triangle& triangle, const Box& box) noexcept {
    const Vec3& h = box.half_extents;
    const std::array<Vec3, 3> p{triangle.a, triangle.b, triangle.c};
    const Vec3 low = min(p[0], min(p[1], p[2]));
    const Vec3 high = max(p[0], max(p[1], p[2]));
    for (std::size_t i = 0; i < 3; ++i) {
        if (low[i] > h[i] || high[i] < -h[i]) return false;
    }
    const std::array<Vec3, 3> d{p[1] - p[0], p[2] - p[1], p[0] - p[2]};
    const Vec3 n = cross(d[0], d[1]);
    if (std::abs(dot(n, p[0])) > box_reach(n, h)) return false;
    for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t i = 0; i < 3; ++i) {
            Vec3 e{};
            e[i] = 1;
            const Vec3 axis = cross(e, d[j]);
            // The two ends of edge j project to the same number: two projections are enough.
            const double x = dot(axis, p[j]);
            const double y = dot(axis, p[(j + 2) % 3]);
            if (std::abs(x + y) > std::abs(x - y) + 2 * box_reach(axis, h)) return false;
        }
    }
    return true;
}

bool overlaps_polygon_sphere(std::span<const Vec3> polygon, const Vec3& centre, double radius) noexcept {
    if (polygon.empty() || !(radius >= 0)) return false;
    const PolygonPlane plane = plane_of(polygon);
    const double normal_sq = length_sq(plane.normal), height = plane.height(centre);
    if (height * height > radius * radius * normal_sq * (1 + 16 * kEps)) return false;
    for (const Vec3& p : polygon) {
        if (length_sq(p - centre) <= radius * radius) return true;
    }
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        if (overlaps_segment_sphere(edge_of(polygon, i), centre, radius)) return true;
    }
    if (!(normal_sq > 0)) return false;
    return point_in_polygon(centre - (height / normal_sq) * plane.normal, polygon, plane.normal);
}

bool overlaps_polygon_box(std::span<const Vec3> polygon, const Box& box) noexcept {
    if (polygon.empty()) return false;
    const Vec3& h = box.half_extents;
    const PolygonPlane plane = plane_of(polygon);
    const double height = plane.height({});
    if (std::abs(height) > box_reach(plane.normal, h) * (1 + 16 * kEps)) return false;
    for (const Vec3& p : polygon) {
        if (inside_box(p, h)) return true;
    }
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        if (overlaps_segment_box(edge_of(polygon, i), box)) return true;
    }
    // The diagonal most nearly perpendicular to the plane intersects it inside the box.
    Vec3 diagonal{};
    for (std::size_t i = 0; i < 3; ++i) diagonal[i] = plane.normal[i] < 0 ? -h[i] : h[i];
    const double reach = dot(plane.normal, diagonal);
    // A box in the plane, away from the edges, is inside or outside as a whole.
    if (!(reach > 0)) return plane.normal != Vec3{} && point_in_polygon(Vec3{}, polygon, plane.normal);
    return point_in_polygon((-height / reach) * diagonal, polygon, plane.normal);
}

bool overlaps_sphere_box(const Vec3& centre, double radius, const Box& box) noexcept {
    return radius >= 0 && length_sq(closest_on_box(centre, box) - centre) <= radius * radius;
}

SphereSeparation separation_sphere_box(const Vec3& centre, double radius, const Box& box) noexcept {
    SphereSeparation s;
    s.point = closest_on_box(centre, box);
    const Vec3 v = centre - s.point;
    if (v != Vec3{}) {
        s.normal = unit(v);
        s.distance = length(v) - radius;
    } else {
        const Vec3 clearance = box.half_extents - abs(centre);
        const std::size_t i = clearance.x <= clearance.y && clearance.x <= clearance.z ? 0
                              : clearance.y <= clearance.z                             ? 1
                                                                                       : 2;
        const double side = centre[i] < 0 ? -1 : 1;
        s.normal = {};
        s.normal[i] = side;
        s.point[i] = side * box.half_extents[i];
        s.distance = -clearance[i] - radius;
    }
    s.point_sphere = centre - radius * s.normal;
    return s;
}

}  // namespace graze
