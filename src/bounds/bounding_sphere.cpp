// Operations on bounding spheres: centres are rounded freely, then the radius is computed around the rounded
// centre and rounded up.
#include "graze/bounds/bounding_volumes.hpp"

#include <algorithm>

#include "bounds/symmetric_eigen.hpp"

namespace graze {
namespace {

/// Contains the exact distance.
Interval distance(const Vec3& a, const Vec3& b) noexcept { return norm(enclose(a) - enclose(b)); }

/// The sphere of the given radius around a point of `centre`, wherever in it the exact centre is.
BoundingSphere around(const IntervalVec3& centre, const Interval& radius) noexcept {
    const Vec3 c = middle(centre);
    return {c, (radius + norm(centre - enclose(c))).upper};
}

/// Upper bound of the largest singular value. With M = BᵀB and V the computed eigenvectors, for every x = V
/// y: xᵀMx / xᵀx = yᵀ(VᵀMV)y / yᵀ(VᵀV)y <= ‖VᵀMV‖ / (1 - ‖VᵀV - I‖), in the norm of the largest absolute row
/// sum.
double largest_stretch(const Mat3& linear) noexcept {
    const double largest =
        std::max({max_component(abs(linear.columns[0])), max_component(abs(linear.columns[1])),
                  max_component(abs(linear.columns[2]))});
    if (largest == 0) return 0;
    const double scale =
        std::ldexp(1.0, std::clamp(std::ilogb(largest), -1000, 1000));  // keeps the squares in range; exact
    const Mat3 scaled{
        {linear.columns[0] * (1 / scale), linear.columns[1] * (1 / scale), linear.columns[2] * (1 / scale)}};
    const IntervalMat3 b = enclose(scaled);
    const IntervalMat3 m = transpose_times(b, b);
    const Mat3 rounded{{middle(m.columns[0]), middle(m.columns[1]), middle(m.columns[2])}};
    const IntervalMat3 v = enclose(symmetric_eigen(rounded).vectors);
    const IntervalMat3 turned = transpose_times(v, m * v), gram = transpose_times(v, v);
    Interval rows(0), defect(0);
    for (std::size_t i = 0; i < 3; ++i) {
        Interval row(0), lack(0);
        for (std::size_t j = 0; j < 3; ++j) {
            row += abs(turned(i, j));
            lack += abs(gram(i, j) - Interval(i == j ? 1.0 : 0.0));
        }
        rows = max(rows, row);
        defect = max(defect, lack);
    }
    return (sqrt(rows / (Interval(1) - defect)) * Interval(scale)).upper;
}

}  // namespace

bool overlaps(const BoundingSphere& a, const BoundingSphere& b) noexcept {
    if (is_empty(a) || is_empty(b)) return false;
    const double gap_sq = length_sq(b.centre - a.centre), reach = a.radius + b.radius;
    // Roundings: 5 on the left (difference, square, two sums), 3 on the right, 1 for the product here; the
    // constant covers squares that underflow.
    return !(gap_sq > reach * reach * (1 + 16 * kEps) + 0x1p-1000);
}

bool contains(const BoundingSphere& sphere, const Vec3& x) noexcept {
    if (is_empty(sphere)) return false;
    return length_sq(enclose(x) - enclose(sphere.centre)).upper <= square(Interval(sphere.radius)).lower;
}

bool contains(const BoundingSphere& outer, const BoundingSphere& inner) noexcept {
    if (is_empty(inner)) return true;
    return (distance(outer.centre, inner.centre) + Interval(inner.radius)).upper <= outer.radius;
}

BoundingSphere merge(const BoundingSphere& a, const BoundingSphere& b) noexcept {
    if (contains(a, b)) return is_empty(a) ? BoundingSphere{} : a;
    if (contains(b, a)) return b;
    const double d = distance(a.centre, b.centre).upper;
    // From a's centre toward b's, by half of what b sticks out further on its side.
    const double t = std::clamp(0.5 * (1 + (b.radius - a.radius) / d), 0.0, 1.0);
    const Vec3 centre = a.centre + (b.centre - a.centre) * (d > 0 ? t : 0.0);
    const Interval reach_a = distance(centre, a.centre) + Interval(a.radius),
                   reach_b = distance(centre, b.centre) + Interval(b.radius);
    return {centre, std::max(reach_a.upper, reach_b.upper)};
}

BoundingSphere minkowski_sum(const BoundingSphere& a, const BoundingSphere& b) noexcept {
    if (is_empty(a) || is_empty(b)) return {};
    return around(enclose(a.centre) + enclose(b.centre), Interval(a.radius) + Interval(b.radius));
}

BoundingSphere minkowski_difference(const BoundingSphere& a, const BoundingSphere& b) noexcept {
    return minkowski_sum(a, {-b.centre, b.radius});
}

Interval signed_distance(const BoundingSphere& a, const BoundingSphere& b) noexcept {
    if (is_empty(a) || is_empty(b)) return Interval(kInfinity);
    return distance(a.centre, b.centre) - (Interval(a.radius) + Interval(b.radius));
}

Interval support_value(const BoundingSphere& sphere, const IntervalVec3& direction) noexcept {
    if (is_empty(sphere)) return Interval(-kInfinity);
    return dot(direction, enclose(sphere.centre)) + Interval(sphere.radius) * norm(direction);
}

BoundingSphere sphere_from_heights(const Vec3& centre, const std::array<double, 27>& heights) noexcept {
    if (!is_finite(centre)) return {};
    for (const double height : heights) {
        if (std::isnan(height) || height == -kInfinity) return {};
        if (height == kInfinity) return {centre, kInfinity};
    }
    // The 26 directions cut the sphere of directions into 48 triangles (p, q, r) = (±e_i, p ± e_j, q ± e_k).
    // A unit direction u of a triangle is λ₁p + λ₂q + λ₃r, λ >= 0, so its height is at most λ₁h₁ + λ₂h₂ +
    // λ₃h₃ = u · x <= |x|, where x solves p·x = h₁, q·x = h₂, r·x = h₃. It is also at most max(h₁/|p|,
    // h₂/|q|, h₃/|r|) times the largest Σ λ|d|, which is |x| for h = (|p|, |q|, |r|): sqrt(1 + (√2 - 1)² +
    // (√3 - √2)²) < 1.1281.
    static constexpr std::size_t kStride[3] = {9, 3, 1};
    const Interval root2 = sqrt(Interval(2)), root3 = sqrt(Interval(3));
    double radius = 0;
    for (std::size_t order = 0; order < 6; ++order) {
        const std::size_t i = order / 2, j = (i + 1 + order % 2) % 3, k = 3 - i - j;
        for (std::size_t signs = 0; signs < 8; ++signs) {
            const auto step = [&](std::size_t index, std::size_t axis, std::size_t bit) {
                return signs >> bit & 1 ? index + kStride[axis] : index - kStride[axis];
            };
            const std::size_t p = step(13, i, 0), q = step(p, j, 1), r = step(q, k, 2);
            const Interval h1(heights[p]), h2(heights[q]), h3(heights[r]);
            const double corner = norm(IntervalVec3{h1, h2 - h1, h3 - h2}).upper;
            const double cone =
                (max(Interval(0), max(h1, max(h2 / root2, h3 / root3))) * Interval(1.1281)).upper;
            radius = std::max(radius, std::min(corner, cone));
        }
    }
    return {centre, radius};
}

BoundingSphere transformed(const BoundingSphere& sphere, const Affine& map) noexcept {
    if (is_empty(sphere) || !is_finite(map)) return {};
    const IntervalVec3 centre = enclose(map.linear) * enclose(sphere.centre) + enclose(map.offset);
    return around(centre, Interval(sphere.radius) * Interval(largest_stretch(map.linear)));
}

}  // namespace graze
