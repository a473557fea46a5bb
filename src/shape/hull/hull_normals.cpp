// Normals of triangles, needles included. Plain arithmetic serves fat triangles; for the others the cross product is taken in
// pairs of doubles (a number as the sum of a rounded value and its rounding error), with exact differences of the points.
// Source: Dekker, A floating-point technique for extending the available precision, 1971.
#include <cmath>

#include "shape/hull/hull_build.hpp"

namespace graze::hulls {
namespace {

// Above this angle the plain result is worked out again: it would show in the planes.
constexpr double kBlurred = 64 * kEps;

struct Pair {
    double high = 0;
    double low = 0;
};

Pair difference(double a, double b) {
    const double high = a - b;
    const double back = a - high;
    return {high, (a - (high + back)) + (back - b)};
}

Pair product(const Pair& a, const Pair& b) {
    const double high = a.high * b.high;
    return {high, std::fma(a.high, b.high, -high) + (a.high * b.low + a.low * b.high)};
}

double rounded_difference(const Pair& a, const Pair& b) {
    const Pair high = difference(a.high, b.high);
    return high.high + (high.low + (a.low - b.low));
}

using PairVec = std::array<Pair, 3>;

PairVec edge(const Vec3& from, const Vec3& to, double scale) {
    return {difference(scale * to.x, scale * from.x), difference(scale * to.y, scale * from.y), difference(scale * to.z, scale * from.z)};
}

Vec3 precise_cross(const PairVec& p, const PairVec& q) {
    return {rounded_difference(product(p[1], q[2]), product(p[2], q[1])), rounded_difference(product(p[2], q[0]), product(p[0], q[2])),
            rounded_difference(product(p[0], q[1]), product(p[1], q[0]))};
}

}  // namespace

TriangleNormal triangle_normal(const Vec3& a, const Vec3& b, const Vec3& c, double scale) {
    const Vec3 ab = scale * (b - a), bc = scale * (c - b), ca = scale * (a - c);
    const double ab_sq = length_sq(ab), bc_sq = length_sq(bc), ca_sq = length_sq(ca);
    // The corner across the longest edge has the largest angle.
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
    // Each difference, product and sum is off by one rounding: less than 8 roundings of the edges' product over three components.
    const Vec3 plain = cross(*first, *second);
    const double error = 8 * kEps * edges / length(plain);
    if (error < kBlurred) return {plain, error};
    // In pairs the same happens with the square of the rounding; the result is then rounded once per component.
    const Vec3 precise = precise_cross(edge(*before, *corner, scale), edge(*corner, *after, scale));
    const double size = length(precise);
    return {precise, size > 0 ? 2 * kEps + 64 * kEps * kEps * edges / size : 4.0};
}

}  // namespace graze::hulls
