// Segments by projection, triangles by the foot of the perpendicular and, where that falls outside, the best
// of the three edges.
#include "math/nearest.hpp"

#include <algorithm>

namespace graze {

template <class T>
T nearest_on_segment(const std::type_identity_t<BasicVec3<T>>& a, const std::type_identity_t<BasicVec3<T>>& b,
                     const std::type_identity_t<BasicVec3<T>>& x) noexcept {
    const BasicVec3<T> edge = b - a;
    const T square = length_sq(edge);
    const T s = square > 0 ? dot(x - a, edge) / square : 0;
    return s > 0 ? std::min(s, T(1)) : T(0);
}

template <class T>
BasicTrianglePoint<T> nearest_on_triangle(const std::array<std::type_identity_t<BasicVec3<T>>, 3>& t,
                                          const std::type_identity_t<BasicVec3<T>>& x) noexcept {
    const BasicVec3<T> e1 = t[1] - t[0];
    const BasicVec3<T> e2 = t[2] - t[0];
    const BasicVec3<T> w = x - t[0];
    BasicTrianglePoint<T> best;
    const auto consider = [&](T u, T v) {
        const T distance_sq = length_sq(w - (u * e1 + v * e2));
        if (distance_sq < best.distance_sq) best = {u, v, distance_sq};
    };
    // The foot of the perpendicular, by orthogonalising: needles lose fewer digits than by products of areas,
    // and no square leaves the range. Twice, because of a needle only rounding is left across its length.
    // Without area the quotients are NaN or infinite, and only the edges count.
    const BasicVec3<T> along = unit<T>(e1);
    const BasicVec3<T> e2_across = e2 - dot(e2, along) * along;
    const BasicVec3<T> w_across = w - dot(w, along) * along;
    const BasicVec3<T> across = unit<T>(e2_across - dot(e2_across, along) * along);
    const T v = dot(w_across, across) / dot(e2_across, across);
    const T u = (dot(w, along) - v * dot(e2, along)) / dot(e1, along);
    if (u >= 0 && v >= 0 && u + v <= 1) consider(u, v);
    const T s01 = nearest_on_segment<T>(t[0], t[1], x);
    const T s02 = nearest_on_segment<T>(t[0], t[2], x);
    const T s12 = nearest_on_segment<T>(t[1], t[2], x);
    consider(s01, 0);
    consider(0, s02);
    consider(1 - s12, s12);
    return best;
}

template double nearest_on_segment<double>(const Vec3&, const Vec3&, const Vec3&) noexcept;
template float nearest_on_segment<float>(const BasicVec3<float>&, const BasicVec3<float>&,
                                         const BasicVec3<float>&) noexcept;
template TrianglePoint nearest_on_triangle<double>(const std::array<Vec3, 3>&, const Vec3&) noexcept;
template BasicTrianglePoint<float> nearest_on_triangle<float>(const std::array<BasicVec3<float>, 3>&,
                                                              const BasicVec3<float>&) noexcept;

}  // namespace graze
