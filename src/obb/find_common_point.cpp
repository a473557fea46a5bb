// Where an edge of one triangle intersects the other, by comparing distances.
#include "obb/find_common_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/convex/primitive_tests.hpp"
#include "graze/obb/obb_search.hpp"

namespace graze {
namespace {

/// Where the line of an edge intersects a plane, clamped to the edge.
Vec3 crossing(const Vec3& from, const Vec3& to, const Vec3& on_plane, const Vec3& normal) noexcept {
    const double start = dot(normal, from - on_plane), end = dot(normal, to - on_plane);
    const double t = start / (start - end);
    return from + (to - from) * (t > 0 ? std::min(t, 1.0) : 0.0);  // NaN: the edge lies in the plane
}

/// Keeps the closest pair of points offered.
struct ClosestPair {
    Vec3 middle{};
    double distance_sq = std::numeric_limits<double>::infinity();

    void offer(const Vec3& x, const Vec3& y) noexcept {
        const double sq = length_sq(x - y);
        if (!(sq < distance_sq)) return;
        distance_sq = sq;
        middle = x + (y - x) * 0.5;
    }
};

}  // namespace

Vec3 nearest_on(const TriangleCorners& p, const Vec3& x) noexcept {
    Vec3 best = closest_on_triangle(x, {p[0], p[1], p[2]}).point;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 on_edge = closest_on_segment(x, {p[i], p[(i + 1) % 3]}).point;
        if (length_sq(on_edge - x) < length_sq(best - x)) best = on_edge;
    }
    return best;
}

Vec3 common_point(const TriangleCorners& p, const TriangleCorners& q) noexcept {
    const Vec3 n = cross(p[1] - p[0], p[2] - p[0]), m = cross(q[1] - q[0], q[2] - q[0]);
    ClosestPair best;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3;
        const Vec3 through_b = crossing(p[i], p[next], q[0], m), through_a = crossing(q[i], q[next], p[0], n);
        for (const Vec3& x : {p[i], through_b}) best.offer(x, nearest_on(q, x));
        for (const Vec3& x : {q[i], through_a}) best.offer(x, nearest_on(p, x));
        for (std::size_t j = 0; j < 3; ++j) {
            const ClosestOnSegments pair = closest_on_segments({p[i], p[next]}, {q[j], q[(j + 1) % 3]});
            best.offer(pair.point_a, pair.point_b);
        }
    }
    return best.middle;
}

std::optional<Vec3> find_common_point(const Triangle& a, const Triangle& b) noexcept {
    if (!overlaps_triangle_triangle_exact(a, b)) return std::nullopt;
    const TriangleCorners p{a.a, a.b, a.c}, q{b.a, b.b, b.c};
    const Vec3 lengths = abs(p[1] - p[0]) + abs(p[2] - p[0]) + abs(q[1] - q[0]) + abs(q[2] - q[0]);
    const double rounding = 64 * kEps * (lengths.x + lengths.y + lengths.z);
    if (const std::optional<Segment> common = find_triangle_triangle(a, b)) {
        const Vec3 x = common->a + (common->b - common->a) * 0.5;
        const double miss_sq = std::max(length_sq(nearest_on(p, x) - x), length_sq(nearest_on(q, x) - x));
        if (miss_sq <= rounding * rounding) return x;
    }
    return common_point(p, q);
}

}  // namespace graze
