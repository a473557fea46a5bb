// With N(q) the matrix of products of q's components that equals |q|² R(q), R = N / |q|². Its first
// derivative is (N' - (|q|²)' R) / |q|². For the unit quaternion e = q / |q|: |e'| <= |q'| / |q| and |e''| <=
// |q''| / |q| + 3 |q'|² / |q|², the angular velocity is 2 e' e*, and so |R'| <= 2 |e'|, |R''| <= 2 |e''| + 6
// |e'|².
#include "motion/quaternion_blend.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {
namespace {

using IntervalQuat = BasicQuat<Interval>;

Quat value(const QuaternionCubic& c, double s) noexcept {
    const auto horner = [s](double c0, double c1, double c2, double c3) {
        return c0 + (c1 + (c2 + c3 * s) * s) * s;
    };
    return {horner(c[0].w, c[1].w, c[2].w, c[3].w), horner(c[0].x, c[1].x, c[2].x, c[3].x),
            horner(c[0].y, c[1].y, c[2].y, c[3].y), horner(c[0].z, c[1].z, c[2].z, c[3].z)};
}

/// One component: Horner's rule about the middle of the interval is sharp to second order.
Interval polynomial(const std::array<double, 4>& c, const Interval& s) noexcept {
    const Interval m(s.middle());
    const Interval c0(c[0]), c1(c[1]), c2(c[2]), c3(c[3]), three(3);
    const Interval centred = s - m;
    const Interval d0 = c0 + (c1 + (c2 + c3 * m) * m) * m;
    const Interval d1 = c1 + (Interval(2) * c2 + three * c3 * m) * m;
    const Interval d2 = c2 + three * c3 * m;
    return d0 + centred * d1 + square(centred) * (d2 + c3 * centred);
}

IntervalQuat over(const QuaternionCubic& c, const Interval& s) noexcept {
    return {polynomial({c[0].w, c[1].w, c[2].w, c[3].w}, s), polynomial({c[0].x, c[1].x, c[2].x, c[3].x}, s),
            polynomial({c[0].y, c[1].y, c[2].y, c[3].y}, s), polynomial({c[0].z, c[1].z, c[2].z, c[3].z}, s)};
}

/// The exact derivative is that of the exact coefficients: 3 c rounds, and the callers widen for it.
QuaternionCubic derivative(const QuaternionCubic& c) noexcept {
    const auto times = [](double f, const Quat& q) { return Quat{f * q.w, f * q.x, f * q.y, f * q.z}; };
    return {c[1], times(2, c[2]), times(3, c[3]), Quat{0, 0, 0, 0}};
}

Interval square_length(const IntervalQuat& q) noexcept {
    return square(q.w) + square(q.x) + square(q.y) + square(q.z);
}

double size(const Quat& q) noexcept { return std::sqrt(length_sq(q)); }

/// |q|² R(q).
IntervalMat3 products(const IntervalQuat& q) noexcept {
    const Interval ww = square(q.w), xx = square(q.x), yy = square(q.y), zz = square(q.z), two(2);
    return IntervalMat3::from_rows(
        {ww + xx - yy - zz, two * (q.x * q.y - q.w * q.z), two * (q.x * q.z + q.w * q.y)},
        {two * (q.x * q.y + q.w * q.z), ww - xx + yy - zz, two * (q.y * q.z - q.w * q.x)},
        {two * (q.x * q.z - q.w * q.y), two * (q.y * q.z + q.w * q.x), ww - xx - yy + zz});
}

/// The bilinear form behind `products`, for its derivative: N(q)' = 2 B(q, q').
IntervalMat3 mixed(const IntervalQuat& p, const IntervalQuat& q) noexcept {
    const Interval ww = p.w * q.w, xx = p.x * q.x, yy = p.y * q.y, zz = p.z * q.z;
    const auto pair = [](const Interval& a, const Interval& b, const Interval& c, const Interval& d) {
        return a * b + c * d;
    };
    const Interval xy = pair(p.x, q.y, q.x, p.y), xz = pair(p.x, q.z, q.x, p.z),
                   yz = pair(p.y, q.z, q.y, p.z);
    const Interval wx = pair(p.w, q.x, q.w, p.x), wy = pair(p.w, q.y, q.w, p.y),
                   wz = pair(p.w, q.z, q.w, p.z);
    return IntervalMat3::from_rows({ww + xx - yy - zz, xy - wz, xz + wy},
                                   {xy + wz, ww - xx + yy - zz, yz - wx},
                                   {xz - wy, yz + wx, ww - xx - yy + zz});
}

/// Halvings of the time where |q| changes by more than a third: each bound is by the least |q| of its part.
constexpr int kMostHalvings = 4;
constexpr double kEven = 2.0 / 3;

BlendRates rates_of(const QuaternionCubic& c, const QuaternionCubic& first, const QuaternionCubic& second,
                    const Interval& s, int halvings) noexcept {
    const double least = sqrt(square_length(over(c, s))).lower;
    if (halvings > 0 && !(least >= kEven * size(value(c, s.middle())))) {
        const BlendRates before = rates_of(c, first, second, {s.lower, s.middle()}, halvings - 1);
        const BlendRates after = rates_of(c, first, second, {s.middle(), s.upper}, halvings - 1);
        return {std::max(before.speed, after.speed), std::max(before.acceleration, after.acceleration)};
    }
    if (!(least > 0))
        return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    constexpr double kSafe = 1 + 256 * kEps;
    const double rounding = 16 * kEps * size(c[3]);  // of 3 c and 6 c
    const double speed = (sqrt(square_length(over(first, s))).upper + rounding) * kSafe / least;
    const double acceleration = (sqrt(square_length(over(second, s))).upper + rounding) * kSafe / least;
    return {2 * speed * kSafe, (2 * (acceleration + 3 * speed * speed) + 6 * speed * speed) * kSafe};
}

}  // namespace

Mat3 blend_rotation(const QuaternionCubic& c, double s) noexcept {
    return rotation_matrix(normalized(value(c, s)));
}

double blend_error(const QuaternionCubic& c, double s) noexcept {
    double sum = 0, power = 1;
    for (const Quat& q : c) {
        sum += size(q) * power;
        power *= s;
    }
    const double left = size(value(c, s)) - 16 * kEps * sum;
    // q is off by 16 roundings of its terms, R by twice the relative error, and normalising and multiplying
    // round a few times more.
    return left > 0 ? 3 * kEps * (32 * sum / left + 32) : 2;
}

IntervalMat3 blend_rotation_over(const QuaternionCubic& c, const Interval& s) noexcept {
    const IntervalQuat q = over(c, s);
    const Interval length = square_length(q);
    IntervalMat3 r = products(q);
    for (IntervalVec3& column : r.columns) {
        // Entries of rotations, also where the bounds of an ill-conditioned cubic are wider.
        for (std::size_t i = 0; i < 3; ++i) column[i] = intersect(column[i] / length, {-1, 1});
    }
    return r;
}

IntervalMat3 blend_velocity_over(const QuaternionCubic& c, const Interval& s) noexcept {
    const IntervalQuat q = over(c, s);
    IntervalQuat dq = over(derivative(c), s);
    const double rounding = 4 * kEps * size(c[3]);
    for (Interval* x : {&dq.w, &dq.x, &dq.y, &dq.z}) *x = widened(*x, rounding);
    const Interval length = square_length(q), two(2);
    const Interval growth = two * (q.w * dq.w + q.x * dq.x + q.y * dq.y + q.z * dq.z);
    const IntervalMat3 r = blend_rotation_over(c, s), n = mixed(q, dq);
    IntervalMat3 result;
    for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t i = 0; i < 3; ++i) result(i, j) = (two * n(i, j) - growth * r(i, j)) / length;
    }
    return result;
}

BlendRates blend_rates(const QuaternionCubic& c, const Interval& s) noexcept {
    const QuaternionCubic first = derivative(c);
    return rates_of(c, first, derivative(first), s, kMostHalvings);
}

}  // namespace graze
