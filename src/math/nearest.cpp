#include "math/nearest.hpp"

#include <algorithm>

namespace graze {

double nearest_on_segment(const Vec3& a, const Vec3& b, const Vec3& x) noexcept {
    const Vec3 edge = b - a;
    const double square = length_sq(edge);
    const double s = square > 0 ? dot(x - a, edge) / square : 0;
    return s > 0 ? std::min(s, 1.0) : 0.0;
}

TrianglePoint nearest_on_triangle(const std::array<Vec3, 3>& t, const Vec3& x) noexcept {
    const Vec3 e1 = t[1] - t[0];
    const Vec3 e2 = t[2] - t[0];
    const Vec3 w = x - t[0];
    TrianglePoint best;
    const auto consider = [&](double u, double v) {
        const double distance_sq = length_sq(w - (u * e1 + v * e2));
        if (distance_sq < best.distance_sq) best = {u, v, distance_sq};
    };
    // The foot of the perpendicular, by orthogonalising: needles lose fewer digits than by products of areas, and no square leaves the
    // range. Twice, because of a needle only rounding is left across its length. Without area the quotients are NaN or infinite, and
    // only the edges count.
    const Vec3 along = unit(e1);
    const Vec3 e2_across = e2 - dot(e2, along) * along;
    const Vec3 w_across = w - dot(w, along) * along;
    const Vec3 across = unit(e2_across - dot(e2_across, along) * along);
    const double v = dot(w_across, across) / dot(e2_across, across);
    const double u = (dot(w, along) - v * dot(e2, along)) / dot(e1, along);
    if (u >= 0 && v >= 0 && u + v <= 1) consider(u, v);
    const double s01 = nearest_on_segment(t[0], t[1], x);
    const double s02 = nearest_on_segment(t[0], t[2], x);
    const double s12 = nearest_on_segment(t[1], t[2], x);
    consider(s01, 0);
    consider(0, s02);
    consider(1 - s12, s12);
    return best;
}

}  // namespace graze
