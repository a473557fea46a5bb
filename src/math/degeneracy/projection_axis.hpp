// Coordinate axes to project triangles along, and exact tests of points that such a projection decides.
// Projected along an axis in which a triangle has an area, its plane is mapped one to one, and no coordinate
// is rounded. Triangles without area are the segments or points that they are. `signs` is PointSigns, or
// PlacedSigns for a few points that are used many times. Signs of points that are not finite are `unknown`,
// and then every test here answers no. docs/notes/degeneracy.md
#pragma once

#include <array>
#include <cstddef>

#include "graze/math/predicates.hpp"

namespace graze {

/// The axis of the largest component, the first of equal ones. A plane across `v` loses least of its area
/// when it is projected along it.
inline std::size_t largest_axis(const Vec3& v) noexcept {
    const Vec3 m = abs(v);
    return m.x >= m.y && m.x >= m.z ? 0 : m.y >= m.z ? 1 : 2;
}

/// Exact signs of points that are used once. Members as those of PlacedSigns.
struct PointSigns {
    using Point = PlacedPoint;

    [[nodiscard]] static Sign cross_sign(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c,
                                         int axis) noexcept {
        return graze::cross_sign(a, b, c, axis);
    }
    [[nodiscard]] static Sign difference_sign(const PlacedPoint& a, const PlacedPoint& b, int axis) noexcept {
        return graze::difference_sign(a, b, axis);
    }
};

/// How `signs` names a point: itself, or the number that it was given.
template <class Signs> using PointOf = typename Signs::Point;

constexpr bool is_definite(Sign sign) noexcept { return sign == Sign::positive || sign == Sign::negative; }

/// Whether all signs are zero or `wanted`.
template <class... Signs> constexpr bool none_but(Sign wanted, Signs... signs) noexcept {
    return ((signs == wanted || signs == Sign::zero) && ...);
}
/// Whether no two of the signs are opposite, and none is unknown.
template <class... Signs> constexpr bool weakly_alike(Signs... signs) noexcept {
    return none_but(Sign::positive, signs...) || none_but(Sign::negative, signs...);
}
/// Whether the signs are opposite, or one of them is zero and none unknown.
constexpr bool weakly_opposite(Sign x, Sign y) noexcept { return weakly_alike(x, opposite(y)); }

/// The first axis along which the projection of the triangle has an area; -1 when there is none.
template <class Signs>
int area_axis(Signs& signs, const PointOf<Signs>& a, const PointOf<Signs>& b,
              const PointOf<Signs>& c) noexcept {
    for (int axis = 0; axis < 3; ++axis) {
        if (is_definite(signs.cross_sign(a, b, c, axis))) return axis;
    }
    return -1;
}
inline int area_axis(const Vec3& a, const Vec3& b, const Vec3& c) noexcept {
    PointSigns signs;
    return area_axis(signs, {nullptr, a}, {nullptr, b}, {nullptr, c});
}

/// Whether three points are on one line.
template <class Signs>
bool are_collinear(Signs& signs, const PointOf<Signs>& a, const PointOf<Signs>& b,
                   const PointOf<Signs>& c) noexcept {
    for (int axis = 0; axis < 3; ++axis) {
        if (signs.cross_sign(a, b, c, axis) != Sign::zero) return false;
    }
    return true;
}

/// Whether p is on the segment from u to v, which may be a point.
template <class Signs>
bool on_segment(Signs& signs, const PointOf<Signs>& p, const PointOf<Signs>& u,
                const PointOf<Signs>& v) noexcept {
    for (int axis = 0; axis < 3; ++axis) {
        if (!weakly_opposite(signs.difference_sign(p, u, axis), signs.difference_sign(p, v, axis)))
            return false;
    }
    return are_collinear(signs, p, u, v);
}

/// Whether p, which is in the plane of the triangle, is in the triangle. `axis` is the triangle's area_axis;
/// without one p is anywhere, and the triangle is its edges.
template <class Signs>
bool in_triangle(Signs& signs, const PointOf<Signs>& p, const std::array<PointOf<Signs>, 3>& triangle,
                 int axis) noexcept {
    const auto& [a, b, c] = triangle;
    if (axis < 0)
        return on_segment(signs, p, a, b) || on_segment(signs, p, b, c) || on_segment(signs, p, c, a);
    const Sign first = signs.cross_sign(a, b, p, axis), second = signs.cross_sign(b, c, p, axis);
    return weakly_alike(first, second) && weakly_alike(first, second, signs.cross_sign(c, a, p, axis));
}

}  // namespace graze
