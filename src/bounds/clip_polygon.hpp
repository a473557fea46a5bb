// A convex polygon cut by planes across the axes, as the faces of a box cut it: Sutherland and Hodgman.
// Rounded to nearest.
#pragma once

#include <array>
#include <cstddef>

#include "graze/math/vec.hpp"

namespace graze {

/// Corners in order around a convex polygon, N at the most: those beyond are left out. A plane adds one.
template <std::size_t N> struct ClippedPolygon {
    std::array<Vec3, N> corners{};
    std::size_t count = 0;

    void add(const Vec3& corner) noexcept {
        if (count < N) corners[count++] = corner;
    }
};

/// The part of the polygon with sign * x[axis] <= limit. The sign is 1 or -1.
template <std::size_t N>
ClippedPolygon<N> clip_polygon(const ClippedPolygon<N>& polygon, std::size_t axis, double sign,
                               double limit) noexcept {
    ClippedPolygon<N> kept;
    double over_p = sign * polygon.corners[0][axis] - limit;
    for (std::size_t i = 0; i < polygon.count; ++i) {
        const Vec3& p = polygon.corners[i];
        const Vec3& q = polygon.corners[i + 1 == polygon.count ? 0 : i + 1];
        const double over_q = sign * q[axis] - limit;
        if (over_p <= 0) kept.add(p);
        if ((over_p < 0 && over_q > 0) || (over_p > 0 && over_q < 0))
            kept.add(p + (q - p) * (over_p / (over_p - over_q)));
        over_p = over_q;
    }
    return kept;
}

}  // namespace graze
