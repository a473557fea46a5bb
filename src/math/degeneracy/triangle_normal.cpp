// The cross product in plain arithmetic, and where that is not enough in pairs of doubles with exact
// differences of the points.
#include "math/degeneracy/triangle_normal.hpp"

#include <cmath>

#include "math/double_double.hpp"

namespace graze {
namespace {

using Vector = BasicVec3<DoubleDouble>;

// Above this the plain result is worked out again: it would show in planes, which are rounded to some 32 eps.
constexpr double kPlainError = 64 * kEps;
// Of the product of the edges: 4 roundings of both products of a component, √2 times that over three
// components, and their second order.
constexpr double kPlainRoundings = 8 * kEps;
// In pairs: 8 eps² of each product and 3 eps² of their difference, √2 times that, and a reserve. The result
// is then rounded to doubles.
constexpr double kDoubledRoundings = 24 * kEps * kEps;
constexpr double kResultRounding = 2 * kEps;

Vector edge(const Vec3& from, const Vec3& to, double scale) noexcept {
    return {DoubleDouble::sum(scale * to.x, -scale * from.x),
            DoubleDouble::sum(scale * to.y, -scale * from.y),
            DoubleDouble::sum(scale * to.z, -scale * from.z)};
}

}  // namespace

TriangleNormal triangle_normal(const Vec3& a, const Vec3& b, const Vec3& c, double scale) noexcept {
    const Vec3 ab = scale * (b - a), bc = scale * (c - b), ca = scale * (a - c);
    const double ab_sq = length_sq(ab), bc_sq = length_sq(bc), ca_sq = length_sq(ca);
    const Vec3 *first = &ab, *second = &bc;  // corner b
    const Vec3 *corner = &b, *before = &a, *after = &c;
    double product_sq = ab_sq * bc_sq;
    if (ab_sq >= bc_sq && ab_sq >= ca_sq) {
        first = &bc, second = &ca, corner = &c, before = &b, after = &a;
        product_sq = bc_sq * ca_sq;
    } else if (bc_sq >= ca_sq) {
        first = &ca, second = &ab, corner = &a, before = &c, after = &b;
        product_sq = ca_sq * ab_sq;
    }
    const double edges = std::sqrt(product_sq);
    const Vec3 plain = cross(*first, *second);
    const double error = kPlainRoundings * edges / length(plain);
    if (error < kPlainError) return {plain, error};
    const Vector pairs = cross(edge(*before, *corner, scale), edge(*corner, *after, scale));
    const Vec3 precise{pairs.x.high, pairs.y.high, pairs.z.high};
    const double size = length(precise);
    return {precise, size > 0 ? kResultRounding + kDoubledRoundings * edges / size : 1.0};
}

}  // namespace graze
