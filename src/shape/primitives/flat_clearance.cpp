#include "shape/primitives/flat_clearance.hpp"

#include <algorithm>
#include <limits>

#include "math/nearest.hpp"
#include "shape/primitives/traits.hpp"

namespace graze {
double segment_clearance(const Vec3& a, const Vec3& b, const IntervalVec3& x) noexcept {
    const double s = nearest_on_segment(a, b, middle(x));
    return outside_by(norm(x - (enclose(a) + Interval(s) * (enclose(b) - enclose(a)))));
}

double triangle_clearance(const std::array<Vec3, 3>& corners, const IntervalVec3& x) noexcept {
    const TrianglePoint y = nearest_on_triangle(corners, middle(x));
    const Interval u = y.u;
    const Interval v = y.v;
    if (!(y.u >= 0 && y.v >= 0 && (u + v).upper <= 1)) {
        // u + v rounded to 1 may exceed it by a hair: the edges alone are safe.
        return std::max({segment_clearance(corners[0], corners[1], x),
                         segment_clearance(corners[0], corners[2], x),
                         segment_clearance(corners[1], corners[2], x)});
    }
    const IntervalVec3 origin = enclose(corners[0]);
    return outside_by(
        norm(x - (origin + u * (enclose(corners[1]) - origin) + v * (enclose(corners[2]) - origin))));
}

double tetrahedron_clearance(const std::array<IntervalVec3, 4>& v, const IntervalVec3& x) noexcept {
    const Interval whole = volume(v[0], v[1], v[2], v[3]);
    if (whole.contains(0.0)) return -kInfinity;
    const double sign = whole.lower > 0 ? 1 : -1;
    constexpr std::size_t kFaces[4][3] = {
        {1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};  // opposite to each vertex, same orientation
    double least = std::numeric_limits<double>::infinity();
    for (const auto& face : kFaces) {
        const IntervalVec3& a = v[face[0]];
        const IntervalVec3 normal = cross(v[face[1]] - a, v[face[2]] - a);
        const Interval part = Interval(sign) * dot(x - a, normal);
        if (!(part.lower >= 0)) return -kInfinity;
        least = std::min(least, (part / norm(normal)).lower);
    }
    return std::max(least, 0.0);
}

double four_point_clearance(const std::array<Vec3, 4>& corners, const IntervalVec3& x) noexcept {
    const double inside = tetrahedron_clearance(
        {enclose(corners[0]), enclose(corners[1]), enclose(corners[2]), enclose(corners[3])}, x);
    if (inside >= 0) return inside;
    return std::max({triangle_clearance({corners[0], corners[1], corners[2]}, x),
                     triangle_clearance({corners[0], corners[1], corners[3]}, x),
                     triangle_clearance({corners[0], corners[2], corners[3]}, x),
                     triangle_clearance({corners[1], corners[2], corners[3]}, x)});
}

IntervalVec3 triangle_member_near(const std::array<Vec3, 3>& corners, const Vec3& x) noexcept {
    TrianglePoint near = nearest_on_triangle(corners, x);
    // Weights that exceed 1 by a rounding make no member.
    if (!((Interval(near.u) + Interval(near.v)).upper <= 1))
        near = {near.u * (1 - 4 * kEps), near.v * (1 - 4 * kEps)};
    const IntervalVec3 origin = enclose(corners[0]);
    return origin + Interval(near.u) * (enclose(corners[1]) - origin) +
           Interval(near.v) * (enclose(corners[2]) - origin);
}

}  // namespace graze
