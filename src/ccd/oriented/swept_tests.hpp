// Separating axes of boxes and triangles while one of them moves straight: the times at which no axis
// separates them. Everything along the axes of a box, from its centre, as in obb/find_obb_obb.hpp
// and obb/find_triangle_obb.hpp.
//
// Guarantee: a time of [0, 1] outside of the window is a time at which the two are apart, when the slack
// bounds what every length in the comparison may be off by, the displacement included (see `obb_slack`): a
// contact at time t has |p + t s| <= R along each axis with exact p, s and R, and the slack covers their
// rounding, that of the quotient, and t itself being at most 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "math/underflow.hpp"
#include "obb/find_common_point.hpp"
#include "obb/find_obb_obb.hpp"

namespace graze {

/// The times that no axis has excluded so far.
struct SweptWindow {
    double lower = 0;
    double upper = 1;

    /// Keeps the times at which [low, high], moving with this speed, overlaps [-reach, reach]. False when
    /// none is left.
    bool keep(double low, double high, double reach, double speed) noexcept {
        if (speed == 0) return low <= reach && high >= -reach;
        const double first = (-reach - high) / speed, second = (reach - low) / speed;
        lower = std::max(lower, speed > 0 ? first : second);
        upper = std::min(upper, speed > 0 ? second : first);
        return lower <= upper;
    }
    /// The same for the point p.
    bool keep(double p, double reach, double speed) noexcept { return keep(p, p, reach, speed); }
};

/// Two boxes, of which b moves by `displacement` from time 0 to 1, along a's axes.
struct SweptPair {
    ObbPair boxes{};
    Vec3 displacement{};
};

/// Balls of these radii around centres that differ by `between` at the start. False when they never touch in
/// the window.
inline bool balls_touch(const Vec3& between, const Vec3& displacement, double radii,
                        const SweptWindow& window) noexcept {
    const double speed_sq = length_sq(displacement);
    // The time of the least distance; an error of it counts with its square.
    const double t = speed_sq > 0
                         ? std::clamp(-dot(between, displacement) / speed_sq, window.lower, window.upper)
                         : window.lower;
    return length_sq(between + t * displacement) <= radii * radii;
}

/// The six face axes.
inline bool keep_faces(const SweptPair& pair, SweptWindow& window) noexcept {
    const Vec3 &a = pair.boxes.half_a, &b = pair.boxes.half_b, &c = pair.boxes.c, &w = pair.displacement;
    const Mat3& m = pair.boxes.m;
    const double slack = pair.boxes.slack;
    const Vec3 reach = a + abs(m.columns[0]) * b.x + abs(m.columns[1]) * b.y + abs(m.columns[2]) * b.z;
    for (std::size_t i = 0; i < 3; ++i) {
        if (!window.keep(c[i], reach[i] + slack, w[i])) return false;
    }
    for (std::size_t j = 0; j < 3; ++j) {
        const Vec3& u = m.columns[j];
        if (!window.keep(dot(u, c), b[j] + dot(abs(u), a) + slack, dot(u, w))) return false;
    }
    return true;
}

/// The nine products of edges.
inline bool keep_edges(const SweptPair& pair, SweptWindow& window) noexcept {
    const Vec3 &a = pair.boxes.half_a, &b = pair.boxes.half_b;
    const Mat3& m = pair.boxes.m;
    for (std::size_t j = 0; j < 3; ++j) {
        const std::size_t k = (j + 1) % 3, l = (j + 2) % 3;
        const Vec3 &u = m.columns[j], v = abs(u);
        const Vec3 p = cross(u, pair.boxes.c), s = cross(u, pair.displacement);
        const Vec3 reach_a{a.y * v.z + a.z * v.y, a.z * v.x + a.x * v.z, a.x * v.y + a.y * v.x};
        const Vec3 reach = reach_a + abs(m.columns[l]) * b[k] + abs(m.columns[k]) * b[l];
        for (std::size_t i = 0; i < 3; ++i) {
            if (!window.keep(p[i], reach[i] + pair.boxes.slack, s[i])) return false;
        }
    }
    return true;
}

/// A triangle with corners p that moves by `displacement` against the box with half extents h: thirteen axes.
/// Any direction may separate, so only the projections carry errors, at most the slack times the 1-norm of
/// the axis.
inline bool keep_triangle_box(const TriangleCorners& p, const Vec3& displacement, const Vec3& h, double slack,
                              SweptWindow& window) noexcept {
    const Vec3 grown = h + Vec3{slack, slack, slack};
    const Vec3 low = min(p[0], min(p[1], p[2])), high = max(p[0], max(p[1], p[2]));
    for (std::size_t i = 0; i < 3; ++i) {
        if (!window.keep(low[i], high[i], grown[i], displacement[i])) return false;
    }
    const auto keep = [&](const Vec3& axis) {
        const double x = dot(axis, p[0]), y = dot(axis, p[1]), z = dot(axis, p[2]);
        return window.keep(std::min({x, y, z}), std::max({x, y, z}),
                           dot(abs(axis), grown) + kProductUnderflow, dot(axis, displacement));
    };
    if (!keep(cross(p[1] - p[0], p[2] - p[0]))) return false;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 edge = p[(i + 1) % 3] - p[i];
        if (!keep({0, -edge.z, edge.y}) || !keep({edge.z, 0, -edge.x}) || !keep({-edge.y, edge.x, 0}))
            return false;
    }
    return true;
}

}  // namespace graze
