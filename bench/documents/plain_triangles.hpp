// Two tests of two triangles, as plainly as they are described, for a comparison of their speed: separating
// axes (D. Eberly, Dynamic Collision Detection using Oriented Bounding Boxes, section 4: both normals and
// the nine products of edges, projections shared) and intervals on the common line of the planes (T. Möller,
// "A fast triangle-triangle intersection test", 1997). No guards: parallel planes count as disjoint.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "graze/shape/primitives.hpp"

namespace graze::bench {

inline bool plain_disjoint(const std::array<double, 3>& p, const std::array<double, 3>& q) {
    const auto [p_low, p_high] = std::minmax({p[0], p[1], p[2]});
    const auto [q_low, q_high] = std::minmax({q[0], q[1], q[2]});
    return p_high < q_low || q_high < p_low;
}

inline bool plain_sat(const Triangle& a, const Triangle& b) {
    const std::array<Vec3, 3> e{a.b - a.a, a.c - a.a, a.c - a.b}, f{b.b - b.a, b.c - b.a, b.c - b.b};
    const Vec3 d = b.a - a.a, n = cross(e[0], e[1]);
    const double along_n = dot(n, d);
    const std::array<double, 3> nf{dot(n, f[0]), dot(n, f[1]), dot(n, f[2])};
    if (plain_disjoint({0, 0, 0}, {along_n, along_n + nf[0], along_n + nf[1]})) return false;
    const Vec3 m = cross(f[0], f[1]);
    const double along_m = dot(m, d);
    const std::array<double, 3> me{dot(m, e[0]), dot(m, e[1]), dot(m, e[2])};
    if (plain_disjoint({0, me[0], me[1]}, {along_m, along_m, along_m})) return false;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            const double at = dot(cross(e[i], f[j]), d);
            const std::array<double, 3> p{0, i == 0 ? 0 : nf[j], i == 0 ? -nf[j] : i == 1 ? 0 : nf[j]};
            const std::array<double, 3> q{at, at - (j == 0 ? 0 : me[i]),
                                          at + (j == 0   ? me[i]
                                                : j == 1 ? 0
                                                         : -me[i])};
            if (plain_disjoint(p, q)) return false;
        }
    }
    return true;
}

/// Where a triangle crosses a plane, along one axis; side: signed distances of its corners, not all of one
/// sign.
inline std::array<double, 2> plain_crossing(const Triangle& t, const std::array<double, 3>& side,
                                            std::size_t axis) {
    const std::array<const Vec3*, 3> corner{&t.a, &t.b, &t.c};
    // The corner that is alone on its side.
    const std::size_t i = (side[0] < 0) == (side[1] < 0) ? 2 : (side[0] < 0) == (side[2] < 0) ? 1 : 0;
    const auto cut = [&](std::size_t k) {
        const double from = (*corner[i])[axis];
        return from + ((*corner[k])[axis] - from) * (side[i] / (side[i] - side[k]));
    };
    const double x = cut((i + 1) % 3), y = cut((i + 2) % 3);
    return {std::min(x, y), std::max(x, y)};
}

inline bool plain_intervals(const Triangle& a, const Triangle& b) {
    const auto sides = [](const Triangle& plane, const Triangle& t, Vec3& normal) {
        normal = cross(plane.b - plane.a, plane.c - plane.a);
        return std::array<double, 3>{dot(normal, t.a - plane.a), dot(normal, t.b - plane.a),
                                     dot(normal, t.c - plane.a)};
    };
    const auto one_side = [](const std::array<double, 3>& s) {
        return (s[0] > 0 && s[1] > 0 && s[2] > 0) || (s[0] < 0 && s[1] < 0 && s[2] < 0);
    };
    Vec3 n, m;
    const std::array<double, 3> of_b = sides(a, b, n);
    if (one_side(of_b)) return false;
    const std::array<double, 3> of_a = sides(b, a, m);
    if (one_side(of_a)) return false;
    const Vec3 d = abs(cross(n, m));
    const std::size_t axis = d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2;
    const std::array<double, 2> p = plain_crossing(a, of_a, axis), q = plain_crossing(b, of_b, axis);
    return p[1] >= q[0] && q[1] >= p[0];
}

}  // namespace graze::bench
