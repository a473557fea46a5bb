// Two triangles in rational arithmetic, degenerate and coplanar ones included.
#pragma once

#include <array>
#include <vector>

#include "math/exact.hpp"

namespace graze::test {

using Corners = std::array<ExactVec3, 3>;

inline bool is_zero(const ExactVec3& v) { return v.x == 0 && v.y == 0 && v.z == 0; }

inline bool on_segment(const ExactVec3& p, const ExactVec3& a, const ExactVec3& b) {
    return is_zero(cross(b - a, p - a)) && dot(p - a, p - b) <= 0;
}
inline bool in_triangle(const ExactVec3& p, const Corners& t) {
    const ExactVec3 n = cross(t[1] - t[0], t[2] - t[0]);
    if (is_zero(n))
        return on_segment(p, t[0], t[1]) || on_segment(p, t[1], t[2]) || on_segment(p, t[2], t[0]);
    if (dot(n, p - t[0]) != 0) return false;
    for (std::size_t i = 0; i < 3; ++i) {
        if (dot(n, cross(t[(i + 1) % 3] - t[i], p - t[i])) < 0) return false;
    }
    return true;
}

/// Points whose hull is the common set: corners of one in the other, edges with edges, edges through planes.
/// Empty when they do not intersect.
inline std::vector<ExactVec3> common_points(const Corners& a, const Corners& b) {
    std::vector<ExactVec3> found;
    const auto add_points_of = [&](const Corners& of, const Corners& in) {
        const ExactVec3 n = cross(in[1] - in[0], in[2] - in[0]);
        for (std::size_t i = 0; i < 3; ++i) {
            const ExactVec3 &p = of[i], &q = of[(i + 1) % 3];
            if (in_triangle(p, in)) found.push_back(p);
            const mpq_class hp = dot(n, p - in[0]), hq = dot(n, q - in[0]);
            if (sgn(hp) * sgn(hq) >= 0) continue;
            const mpq_class s = hp / (hp - hq);
            const ExactVec3 x = p + s * (q - p);
            if (in_triangle(x, in)) found.push_back(x);
        }
    };
    add_points_of(a, b);
    add_points_of(b, a);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            const ExactVec3 &p = a[i], &u = b[j];
            const ExactVec3 d = a[(i + 1) % 3] - p, e = b[(j + 1) % 3] - u, m = cross(d, e);
            const mpq_class area = dot(m, m);
            if (area == 0 || dot(m, u - p) != 0) continue;
            const mpq_class s = dot(cross(u - p, e), m) / area, t = dot(cross(u - p, d), m) / area;
            if (s >= 0 && s <= 1 && t >= 0 && t <= 1) found.push_back(p + s * d);
        }
    }
    return found;
}

}  // namespace graze::test
