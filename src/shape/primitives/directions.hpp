// Directions scaled into range, and unit vectors and rims of disks along them: in doubles, and exactly in the
// scalars of proofs. `Scalar` is Interval, for a box around the exact result, or DoubleDouble, good to about
// 1e-31.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/math/interval.hpp"
#include "math/double_double.hpp"

namespace graze {

/// The same direction with a largest component within 1e-30 .. 1e30: products with lengths up to 1e100 stay
/// finite. The x axis for zero.
inline Vec3 scaled_into_range(const Vec3& direction) noexcept {
    const double largest = max_component(abs(direction));
    return largest > 1e-30 && largest < 1e30 ? direction : unit(direction);
}

template <class Scalar> BasicVec3<Scalar> exactly(const Vec3& v) noexcept {
    return {Scalar(v.x), Scalar(v.y), Scalar(v.z)};
}

inline IntervalVec3 divided(const IntervalVec3& v, const Interval& by) noexcept {
    return {v.x / by, v.y / by, v.z / by};
}
inline BasicVec3<DoubleDouble> divided(const BasicVec3<DoubleDouble>& v, const DoubleDouble& by) noexcept {
    return v * (DoubleDouble(1) / by);
}

/// v / |v|.
inline IntervalVec3 normalised(const IntervalVec3& v) noexcept { return divided(v, norm(v)); }
inline BasicVec3<DoubleDouble> normalised(const BasicVec3<DoubleDouble>& v) noexcept {
    return divided(v, length(v));
}

/// At least the largest |component|, up to rounding.
inline double largest_of(const IntervalVec3& v) noexcept {
    return std::max({abs(v.x).upper, abs(v.y).upper, abs(v.z).upper});
}
inline double largest_of(const BasicVec3<DoubleDouble>& v) noexcept {
    return max_component(abs(Vec3{v.x.high, v.y.high, v.z.high}));
}

/// Components of unit vectors are in [-1, 1] whatever the rounding.
inline IntervalVec3 within_unit(const IntervalVec3& v) noexcept {
    constexpr Interval kOne{-1, 1};
    return {intersect(v.x, kOne), intersect(v.y, kOne), intersect(v.z, kOne)};
}
inline BasicVec3<DoubleDouble> within_unit(const BasicVec3<DoubleDouble>& v) noexcept { return v; }

/// direction / |direction|, for a direction that is in range.
template <class Scalar> BasicVec3<Scalar> exact_unit(const Vec3& direction) noexcept {
    return within_unit(normalised(exactly<Scalar>(direction)));
}

/// The point of the rim along the direction; on the x axis where the direction has no part across z.
template <class Scalar> BasicVec3<Scalar> exact_rim(double radius, const Vec3& direction, double z) noexcept {
    if (direction.x == 0 && direction.y == 0) return {Scalar(radius), Scalar(0), Scalar(z)};
    const BasicVec3<Scalar> u = exact_unit<Scalar>(scaled_into_range({direction.x, direction.y, 0}));
    return {Scalar(radius) * u.x, Scalar(radius) * u.y, Scalar(z)};
}

/// The same in doubles. Safe against overflow and underflow of the squares.
inline Vec3 disk_support(double radius, const Vec3& direction, double z) noexcept {
    double x = direction.x;
    double y = direction.y;
    double square = x * x + y * y;
    if (!(square > 1e-290 && square < 1e290)) {
        const double largest = std::max(std::abs(x), std::abs(y));
        if (!(largest > 0)) return {radius, 0, z};
        const double lift = largest < 1e-290 ? 0x1p100 : 1;
        const double scale = 1 / (largest * lift);
        x = x * lift * scale;
        y = y * lift * scale;
        square = x * x + y * y;
    }
    const double scale = radius / std::sqrt(square);
    return {x * scale, y * scale, z};
}

}  // namespace graze
