// Two triangles by separating axes, by exact signs of edges against faces, and by intervals on the common
// line of their planes. Sources: van den Bergen, Collision Detection in Interactive 3D Environments, 3.3;
// Möller, A fast triangle-triangle intersection test, 1997.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "graze/convex/primitive_tests.hpp"
#include "graze/math/pose.hpp"
#include "graze/math/predicates.hpp"
#include "math/degeneracy/sine_limits.hpp"

namespace graze {

namespace {

using Corners = std::array<Vec3, 3>;

Corners corners_from(const Triangle& t, const Vec3& origin) noexcept {
    return {t.a - origin, t.b - origin, t.c - origin};
}

struct Range {
    double low = 0;
    double high = 0;
};
Range project(const Corners& p, const Vec3& axis) noexcept {
    const double x = dot(axis, p[0]), y = dot(axis, p[1]), z = dot(axis, p[2]);
    return {std::min({x, y, z}), std::max({x, y, z})};
}

bool separates(const Vec3& axis, const Corners& a, const Corners& b) noexcept {
    const Range x = project(a, axis);
    const Range y = project(b, axis);
    return x.high < y.low || y.high < x.low;
}

/// Within rounding of zero, given the vectors it is the product of.
bool directionless(const Vec3& axis, const Vec3& u, const Vec3& v) noexcept {
    return is_below_sine(kRoundedSine, length_sq(axis), length_sq(u), length_sq(v));
}

std::array<Sign, 3> sides(const Triangle& of, const Triangle& plane) noexcept {
    return {orient3d(plane.a, plane.b, plane.c, of.a), orient3d(plane.a, plane.b, plane.c, of.b),
            orient3d(plane.a, plane.b, plane.c, of.c)};
}

bool all_on_one_side(const std::array<Sign, 3>& s) noexcept {
    return s[0] == s[1] && s[1] == s[2] && s[0] != Sign::zero;
}
bool all_zero(const std::array<Sign, 3>& s) noexcept {
    return s[0] == Sign::zero && s[1] == Sign::zero && s[2] == Sign::zero;
}

/// The two points where the triangle's boundary intersects the plane that gave the signs; equal when only a
/// vertex does.
struct Cut {
    Vec3 p{};
    Vec3 q{};
    bool rounded = false;  ///< An edge lies in the plane up to rounding: all of it is taken.
    bool flat = false;     ///< So does the whole triangle.
};
Cut cut_by_plane(const Corners& v, const std::array<Sign, 3>& s, const Plane& plane,
                 double in_plane) noexcept {
    const std::array<double, 3> height{std::abs(plane(v[0])), std::abs(plane(v[1])), std::abs(plane(v[2]))};
    Cut cut;
    int found = 0;
    const auto add = [&](const Vec3& x) { (found++ == 0 ? cut.p : cut.q) = x; };
    for (std::size_t i = 0; i < 3 && found < 2; ++i) {
        const std::size_t j = (i + 1) % 3;
        if (height[i] <= in_plane && height[j] <= in_plane)
            return {v[i], v[j], true, height[(i + 2) % 3] <= in_plane};
        if (s[i] == Sign::zero) add(v[i]);
        if (static_cast<int>(s[i]) * static_cast<int>(s[j]) >= 0 || found == 2) continue;
        add(v[i] + (height[i] / (height[i] + height[j])) * (v[j] - v[i]));
    }
    if (found == 1) cut.q = cut.p;
    return cut;
}

/// What both triangles cut out of the common line of their planes.
struct LineOverlap {
    Segment segment{};  ///< The common part; valid when `sharp`.
    /// Whether the triangles intersect: by exact signs where rounding leaves it open.
    bool intersecting = false;
    /// Neither triangle lies in the other's plane up to rounding, and the ends are in order.
    bool sharp = false;
};
LineOverlap overlap_on_line(const Triangle& a, const Triangle& b, const std::array<Sign, 3>& a_sides,
                            const std::array<Sign, 3>& b_sides) noexcept {
    const Corners p = corners_from(a, a.a);
    const Corners q = corners_from(b, a.a);
    const Vec3 n = unit(cross(p[1] - p[0], p[2] - p[0]));
    const Vec3 m = unit(cross(q[1] - q[0], q[2] - q[0]));
    const double size = std::sqrt(
        std::max({length_sq(p[1]), length_sq(p[2]), length_sq(q[0]), length_sq(q[1]), length_sq(q[2])}));
    // Heights are differences of numbers of this size with a few roundings each.
    Cut on_a = cut_by_plane(p, a_sides, {m, -dot(m, q[0])}, 32 * kEps * size);
    Cut on_b = cut_by_plane(q, b_sides, {n, 0}, 32 * kEps * size);
    const Vec3 line = cross(n, m);
    if (dot(line, on_a.p) > dot(line, on_a.q)) std::swap(on_a.p, on_a.q);
    if (dot(line, on_b.p) > dot(line, on_b.q)) std::swap(on_b.p, on_b.q);
    const Vec3& low = dot(line, on_a.p) >= dot(line, on_b.p) ? on_a.p : on_b.p;
    const Vec3& high = dot(line, on_a.q) <= dot(line, on_b.q) ? on_a.q : on_b.q;
    const double overlap = dot(line, high) - dot(line, low);
    // The ends are good to rounding over the sines of the angles: closer than that, exact signs decide.
    const bool clear =
        !on_a.rounded && !on_b.rounded && length(line) > kAccurateSine && std::abs(overlap) > 1e-6 * size;
    const bool intersecting = clear ? overlap >= 0 : overlaps_triangle_triangle_exact(a, b);
    return {{low + a.a, high + a.a}, intersecting, overlap >= 0 && !on_a.flat && !on_b.flat};
}

/// A point within rounding of both triangles, which are known to intersect: the middle of the closest pair of
/// edges or of a vertex and a face.
Vec3 touch_point(const Triangle& a, const Triangle& b) noexcept {
    const Corners p = corners_from(a, {});
    const Corners q = corners_from(b, {});
    Vec3 best{};
    double best_sq = std::numeric_limits<double>::infinity();
    const auto offer = [&](const Vec3& x, const Vec3& y) {
        const double sq = length_sq(x - y);
        if (sq >= best_sq) return;
        best_sq = sq;
        best = 0.5 * (x + y);
    };
    for (std::size_t i = 0; i < 3; ++i) {
        offer(p[i], closest_on_triangle(p[i], b).point);
        offer(q[i], closest_on_triangle(q[i], a).point);
        for (std::size_t j = 0; j < 3; ++j) {
            const ClosestOnSegments pair =
                closest_on_segments({p[i], p[(i + 1) % 3]}, {q[j], q[(j + 1) % 3]});
            offer(pair.point_a, pair.point_b);
        }
    }
    return best;
}

}  // namespace

bool overlaps_triangle_triangle_sat(const Triangle& a, const Triangle& b) noexcept {
    const Corners p = corners_from(a, a.a);
    const Corners q = corners_from(b, a.a);
    const Corners e{p[1] - p[0], p[2] - p[1], p[0] - p[2]};
    const Corners f{q[1] - q[0], q[2] - q[1], q[0] - q[2]};
    const Vec3 n = cross(e[0], e[1]);
    const Vec3 m = cross(f[0], f[1]);
    if (separates(n, p, q) || separates(m, p, q)) return false;
    for (const Vec3& u : e) {
        for (const Vec3& v : f) {
            const Vec3 axis = cross(u, v);
            if (!directionless(axis, u, v) && separates(axis, p, q)) return false;
        }
    }
    if (!directionless(cross(n, m), n, m)) return true;
    for (std::size_t i = 0; i < 3; ++i) {
        if (separates(cross(n, e[i]), p, q) || separates(cross(m, f[i]), p, q)) return false;
    }
    return true;
}

bool overlaps_triangle_triangle_exact(const Triangle& a, const Triangle& b) noexcept {
    const std::array<Segment, 3> edges_a{Segment{a.a, a.b}, Segment{a.b, a.c}, Segment{a.c, a.a}};
    const std::array<Segment, 3> edges_b{Segment{b.a, b.b}, Segment{b.b, b.c}, Segment{b.c, b.a}};
    for (const Segment& edge : edges_a) {
        if (overlaps_segment_triangle_exact(edge, b)) return true;
    }
    for (const Segment& edge : edges_b) {
        if (overlaps_segment_triangle_exact(edge, a)) return true;
    }
    return false;
}

std::optional<Segment> find_triangle_triangle(const Triangle& a, const Triangle& b) noexcept {
    const auto a_sides = sides(a, b);
    if (all_on_one_side(a_sides) || all_zero(a_sides)) return std::nullopt;
    const auto b_sides = sides(b, a);
    if (all_on_one_side(b_sides) || all_zero(b_sides)) return std::nullopt;
    const LineOverlap common = overlap_on_line(a, b, a_sides, b_sides);
    if (!common.intersecting) return std::nullopt;
    if (common.sharp) return common.segment;
    const Vec3 touch = touch_point(a, b);
    return Segment{touch, touch};
}

bool overlaps_triangle_triangle(const Triangle& a, const Triangle& b) noexcept {
    const auto a_sides = sides(a, b);
    if (all_on_one_side(a_sides)) return false;
    const auto b_sides = sides(b, a);
    if (all_on_one_side(b_sides)) return false;
    if (all_zero(a_sides) || all_zero(b_sides)) return overlaps_triangle_triangle_exact(a, b);
    return overlap_on_line(a, b, a_sides, b_sides).intersecting;
}

}  // namespace graze
