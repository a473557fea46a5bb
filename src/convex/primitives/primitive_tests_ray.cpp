// Rays and segments: spheres by the foot of the centre, boxes by slabs, triangles by Möller and Trumbore, by
// signed volumes, or by exact signs; polygons by their plane and the crossings test, their edges by exact
// signs. Parameters are along the ray as given. Source: van den Bergen, Collision Detection in Interactive 3D
// Environments, 3.1 to 3.4.
#include <algorithm>
#include <array>
#include <cmath>

#include "convex/primitives/polygon_plane.hpp"
#include "graze/convex/primitive_tests.hpp"
#include "graze/math/predicates.hpp"
#include "math/degeneracy/projection_axis.hpp"

namespace graze {

namespace {

Ray along(const Segment& segment) noexcept { return {segment.a, segment.b - segment.a}; }

/// Whether the line along d through `from` passes the origin within `reach`, in products alone. With a
/// direction within 1e-30 .. 1e30 neither side leaves the range of doubles.
bool passes_within(const Vec3& from, const Vec3& d, double reach) noexcept {
    const Vec3 direction = range_scale(d) * d, moment = cross(from, direction);
    return length_sq(moment) <= reach * reach * length_sq(direction);
}

std::optional<SolidHit> clip_sphere(const Ray& ray, const Vec3& centre, double radius, double last) noexcept {
    if (!(radius >= 0)) return std::nullopt;
    const Vec3 s = ray.origin - centre;
    // Neither roots nor quotients: a start on the surface is inside, whatever the rounding of the roots.
    const bool inside = length_sq(s) <= radius * radius;
    const double speed_sq = length_sq(ray.direction);
    if (speed_sq == 0) {
        if (last == kInfinity || !inside) return std::nullopt;
        return SolidHit{0, 0, ray.origin, {}, true};
    }
    const double nearest = -dot(s, ray.direction) / speed_sq;
    const Vec3 foot = s + nearest * ray.direction;
    double half_chord_sq = (radius - length(foot)) * (radius + length(foot));
    if (half_chord_sq < 0 && (inside || passes_within(s, ray.direction, radius)))
        half_chord_sq = 0;  // a tangent
    if (!(half_chord_sq >= 0)) return std::nullopt;
    const double half = std::sqrt(half_chord_sq / speed_sq);
    const double in = nearest - half;
    const double out = nearest + half;
    if (!inside && (in > last || out < 0)) return std::nullopt;
    SolidHit hit{inside ? 0.0 : std::max(0.0, in), 0, {}, {}, inside};
    hit.leave = std::max(hit.enter, std::min(out, last));
    hit.point = ray.origin + hit.enter * ray.direction;
    // An entry behind a start that is outside is the far side of a sphere that rounding alone lets the ray
    // leave.
    if (!hit.starts_inside) hit.normal = unit(in >= 0 ? foot - half * ray.direction : s);
    return hit;
}

/// Six bits: beyond the low or high plane of each axis. NaN, and boxes of negative size, are beyond both.
unsigned outcode(const Vec3& p, const Vec3& half) noexcept {
    unsigned code = 0;
    for (unsigned i = 0; i < 3; ++i) {
        code |= static_cast<unsigned>(!(p[i] >= -half[i])) << (2 * i);
        code |= static_cast<unsigned>(!(p[i] <= half[i])) << (2 * i + 1);
    }
    return code;
}

/// Clips against the planes that the start (entering) or the end (leaving) lies beyond: their quotients never
/// divide by zero.
std::optional<SolidHit> clip_box(const Ray& ray, unsigned start, unsigned end, const Vec3& half,
                                 double last) noexcept {
    if ((start & end) != 0 || !is_finite(ray.direction)) return std::nullopt;
    SolidHit hit{0, last, {}, {}, start == 0};
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned k = 0; k < 2; ++k) {
            const unsigned bit = 1u << (2 * i + k);
            if (((start | end) & bit) == 0) continue;
            const double sign = k == 0 ? -1 : 1;
            const double t = (sign * half[i] - ray.origin[i]) / ray.direction[i];
            if ((start & bit) != 0) {
                if (t >= hit.enter) {
                    hit.enter = t;
                    hit.normal = {};
                    hit.normal[i] = sign;
                }
            } else {
                hit.leave = std::min(hit.leave, t);
            }
        }
    }
    if (hit.enter > hit.leave) return std::nullopt;
    hit.point = ray.origin + hit.enter * ray.direction;
    return hit;
}

std::optional<TriangleHit> clip_triangle(const Ray& ray, const Triangle& triangle, double last) noexcept {
    const Vec3 d1 = triangle.b - triangle.a;
    const Vec3 d2 = triangle.c - triangle.a;
    const Vec3 n = cross(d1, d2);
    const double delta = -dot(ray.direction, n);
    // The rounding of n and of the product: what cannot be distinguished from a ray in the plane is one.
    // Relative, so at every scale alike.
    const Vec3 spread = abs(d1) + abs(d2);
    const double guard =
        8 * kEps * max_component(abs(ray.direction)) * max_component(spread) * max_component(spread);
    if (!(std::abs(delta) > guard)) return std::nullopt;
    const Vec3 b = ray.origin - triangle.a;
    TriangleHit hit;
    hit.t = dot(b, n) / delta;
    if (!(hit.t >= 0 && hit.t <= last)) return std::nullopt;
    const Vec3 w = cross(b, ray.direction);
    hit.u = dot(d2, w) / delta;
    hit.v = -dot(d1, w) / delta;
    if (!(hit.u >= 0 && hit.v >= 0 && hit.u + hit.v <= 1)) return std::nullopt;
    hit.point = ray.origin + hit.t * ray.direction;
    hit.front = delta > 0;
    return hit;
}

Vec2 projected_along(const Vec3& p, int axis) noexcept {
    return axis == 0 ? Vec2{p.y, p.z} : axis == 1 ? Vec2{p.z, p.x} : Vec2{p.x, p.y};
}

int as_int(Sign s) noexcept { return static_cast<int>(s); }

/// Whether the line of the ray hits an edge that is not parallel to it, exactly. A degenerate edge is left to
/// its neighbours.
bool hits_edge(const Ray& ray, const Segment& edge) noexcept {
    const Vec3 u = edge.a - ray.origin, v = edge.b - ray.origin;
    const double volume = dot(cross(ray.direction, u), v);
    // Twice what six terms of eight roundings each are off by: few edges are left.
    const double lengths = max_component(abs(ray.direction)) * max_component(abs(u)) * max_component(abs(v));
    if (!(std::abs(volume) <= 128 * kEps * lengths)) return false;
    const Pose at = Pose::translation(ray.origin);
    const PlacedPoint start{nullptr, ray.origin}, ahead{&at, ray.direction}, a{nullptr, edge.a},
        b{nullptr, edge.b};
    if (edge.a == edge.b || orient3d(start, ahead, a, b) != Sign::zero) return false;
    // Both are in one plane. Its ends lie on both sides of a plane through the ray that leaves the common
    // one.
    Vec3 across{};
    across[largest_axis(cross(ray.direction, edge.b - edge.a))] = 1;
    const PlacedPoint aside{&at, across};
    return as_int(orient3d(start, ahead, aside, a)) * as_int(orient3d(start, ahead, aside, b)) <= 0;
}

std::optional<PolygonHit> clip_polygon(const Ray& ray, std::span<const Vec3> polygon, double last) noexcept {
    if (polygon.size() < 3) return std::nullopt;
    const PolygonPlane plane = plane_of(polygon);
    const double rate = dot(plane.normal, ray.direction);
    if (!(std::abs(rate) > 8 * kEps * max_component(abs(plane.normal)) * max_component(abs(ray.direction))))
        return std::nullopt;
    PolygonHit hit;
    hit.t = -plane.height(ray.origin) / rate;
    if (!(hit.t >= 0 && hit.t <= last)) return std::nullopt;
    hit.t = std::max(0.0, hit.t);  // no negative zero
    hit.point = ray.origin + hit.t * ray.direction;
    if (point_in_polygon(hit.point, polygon, plane.normal)) return hit;
    // Of edges the rule above counts half, and rounding of the point leaves others open.
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        if (hits_edge(ray, edge_of(polygon, i))) return hit;
    }
    return std::nullopt;
}

bool between(double x, double a, double b) noexcept { return std::min(a, b) <= x && x <= std::max(a, b); }

/// Whether two segments in the plane intersect, exactly.
bool overlap_flat(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) noexcept {
    const int abc = as_int(orient2d(a, b, c)), abd = as_int(orient2d(a, b, d));
    const int cda = as_int(orient2d(c, d, a)), cdb = as_int(orient2d(c, d, b));
    if (abc * abd < 0 && cda * cdb < 0) return true;
    const auto on = [](int side, const Vec2& p, const Vec2& u, const Vec2& v) {
        return side == 0 && between(p.x, u.x, v.x) && between(p.y, u.y, v.y);
    };
    return on(abc, c, a, b) || on(abd, d, a, b) || on(cda, a, c, d) || on(cdb, b, c, d);
}

/// Both ends in the plane of the triangle, or the triangle without a plane: then skew lines first. The
/// remaining cases are coplanar and are projected along the three axes. Coplanar sets that intersect do so in
/// every projection; disjoint ones are disjoint in a projection in which their plane does not degenerate to a
/// line.
bool overlap_coplanar(const Segment& segment, const Triangle& triangle) noexcept {
    const std::array<Vec3, 3> corners{triangle.a, triangle.b, triangle.c};
    for (std::size_t i = 0; i < 3; ++i) {
        if (orient3d(segment.a, segment.b, corners[i], corners[(i + 1) % 3]) != Sign::zero) return false;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const Vec2 s = projected_along(segment.a, axis), t = projected_along(segment.b, axis);
        const std::array<Vec2, 3> p{projected_along(triangle.a, axis), projected_along(triangle.b, axis),
                                    projected_along(triangle.c, axis)};
        bool overlapping = false;
        for (std::size_t i = 0; i < 3; ++i)
            overlapping = overlapping || overlap_flat(s, t, p[i], p[(i + 1) % 3]);
        if (!overlapping) {  // the only way left is to be inside
            const int o0 = as_int(orient2d(p[0], p[1], s)), o1 = as_int(orient2d(p[1], p[2], s)),
                      o2 = as_int(orient2d(p[2], p[0], s));
            overlapping = (o0 > 0 && o1 > 0 && o2 > 0) || (o0 < 0 && o1 < 0 && o2 < 0);
        }
        if (!overlapping) return false;
    }
    return true;
}

}  // namespace

std::optional<SolidHit> find_ray_sphere(const Ray& ray, const Vec3& centre, double radius) noexcept {
    return clip_sphere(ray, centre, radius, kInfinity);
}
std::optional<SolidHit> find_segment_sphere(const Segment& segment, const Vec3& centre,
                                            double radius) noexcept {
    const auto hit = clip_sphere(along(segment), centre, radius, 1);
    // Rounding may put the entry beyond an end that touches.
    const double reach_sq = radius * radius;
    if (hit || !(radius >= 0 && length_sq(segment.b - centre) <= reach_sq &&
                 length_sq(segment.a - centre) > reach_sq))
        return hit;
    return SolidHit{1, 1, segment.b, unit(segment.b - centre), false};
}

bool overlaps_segment_sphere(const Segment& segment, const Vec3& centre, double radius) noexcept {
    if (!(radius >= 0)) return false;
    const Vec3 d = segment.b - segment.a, u = centre - segment.a, v = centre - segment.b;
    const double u_sq = length_sq(u), v_sq = length_sq(v), reach_sq = radius * radius;
    if (dot(u, d) <= 0) return u_sq <= reach_sq;
    if (dot(v, d) >= 0) return v_sq <= reach_sq;
    // Between the ends: relative to the nearer one, whose product has the smallest rounding error.
    return passes_within(u_sq < v_sq ? u : v, d, radius);
}

SphereSeparation separation_segment_sphere(const Segment& segment, const Vec3& centre,
                                           double radius) noexcept {
    SphereSeparation s;
    s.point = closest_on_segment(centre, segment).point;
    const Vec3 v = centre - s.point;
    const Vec3 d = segment.b - segment.a;
    s.normal = v != Vec3{} ? unit(v) : d != Vec3{} ? perpendicular(d) : Vec3{1, 0, 0};
    s.distance = length(v) - radius;
    s.point_sphere = centre - radius * s.normal;
    return s;
}

std::optional<SolidHit> find_ray_box(const Ray& ray, const Box& box) noexcept {
    if (ray.direction == Vec3{}) return std::nullopt;
    // The end of an infinite ray lies beyond every plane that it moves towards, and inside the slabs that it
    // does not leave.
    unsigned end = 0;
    const unsigned start = outcode(ray.origin, box.half_extents);
    for (unsigned i = 0; i < 3; ++i) {
        const double d = ray.direction[i];
        end |= d < 0 ? 1u << (2 * i) : d > 0 ? 2u << (2 * i) : start & (3u << (2 * i));
    }
    return clip_box(ray, start, end, box.half_extents, kInfinity);
}

std::optional<SolidHit> find_segment_box(const Segment& segment, const Box& box) noexcept {
    return clip_box(along(segment), outcode(segment.a, box.half_extents),
                    outcode(segment.b, box.half_extents), box.half_extents, 1);
}

bool overlaps_segment_box(const Segment& segment, const Box& box) noexcept {
    const Vec3& h = box.half_extents;
    const Vec3 sum = segment.a + segment.b;
    const Vec3 r = segment.b - segment.a;
    const Vec3 size = abs(r);
    for (std::size_t i = 0; i < 3; ++i) {
        if (!(std::abs(sum[i]) <= size[i] + 2 * h[i])) return false;  // NaN too
    }
    const Vec3 c = cross(r, segment.a);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const std::size_t k = (i + 2) % 3;
        if (std::abs(c[i]) > size[j] * h[k] + size[k] * h[j]) return false;
    }
    return h.x >= 0 && h.y >= 0 && h.z >= 0;
}

std::optional<TriangleHit> find_ray_triangle(const Ray& ray, const Triangle& triangle) noexcept {
    return clip_triangle(ray, triangle, kInfinity);
}
std::optional<TriangleHit> find_segment_triangle(const Segment& segment, const Triangle& triangle) noexcept {
    return clip_triangle(along(segment), triangle, 1);
}

bool overlaps_segment_triangle(const Segment& segment, const Triangle& triangle) noexcept {
    const Vec3 r = segment.b - segment.a;
    const Vec3 v0 = triangle.a - segment.a;
    const Vec3 v1 = triangle.b - segment.a;
    const Vec3 v2 = triangle.c - segment.a;
    const double d0 = dot(cross(v0, v1), r);
    const double d1 = dot(cross(v1, v2), r);
    const double d2 = dot(cross(v2, v0), r);
    const bool through = (d0 >= 0 && d1 >= 0 && d2 >= 0) || (d0 <= 0 && d1 <= 0 && d2 <= 0);
    if (!through) return false;
    const Vec3 n = cross(triangle.b - triangle.a, triangle.c - triangle.a);
    const double start = dot(n, segment.a - triangle.a);
    const double end = dot(n, segment.b - triangle.a);
    return start != end && ((start >= 0 && end <= 0) || (start <= 0 && end >= 0));
}

bool overlaps_segment_triangle_exact(const Segment& segment, const Triangle& triangle) noexcept {
    const int start = as_int(orient3d(triangle.a, triangle.b, triangle.c, segment.a));
    const int end = as_int(orient3d(triangle.a, triangle.b, triangle.c, segment.b));
    if (start * end > 0) return false;
    if (start == 0 && end == 0) return overlap_coplanar(segment, triangle);
    const int o0 = as_int(orient3d(segment.a, segment.b, triangle.a, triangle.b));
    const int o1 = as_int(orient3d(segment.a, segment.b, triangle.b, triangle.c));
    const int o2 = as_int(orient3d(segment.a, segment.b, triangle.c, triangle.a));
    return (o0 >= 0 && o1 >= 0 && o2 >= 0) || (o0 <= 0 && o1 <= 0 && o2 <= 0);
}

std::optional<PolygonHit> find_ray_polygon(const Ray& ray, std::span<const Vec3> polygon) noexcept {
    return clip_polygon(ray, polygon, kInfinity);
}
std::optional<PolygonHit> find_segment_polygon(const Segment& segment,
                                               std::span<const Vec3> polygon) noexcept {
    return clip_polygon(along(segment), polygon, 1);
}

}  // namespace graze
