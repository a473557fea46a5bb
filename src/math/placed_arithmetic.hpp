// Placed points and orientation determinants over any number type: intervals and exact numbers share the code
// that the signs are taken of.
#pragma once

#include <cmath>
#include <cstddef>

#include "graze/math/interval.hpp"
#include "graze/math/predicates.hpp"
#include "math/exact_number.hpp"

namespace graze {

inline Sign sign_of(double x) noexcept {
    return x > 0 ? Sign::positive : x < 0 ? Sign::negative : Sign::zero;
}
/// unknown when the interval leaves more than one sign.
inline Sign sign_of(const Interval& x) noexcept {
    if (x.lower > 0) return Sign::positive;
    if (x.upper < 0) return Sign::negative;
    return x.lower == 0 && x.upper == 0 ? Sign::zero : Sign::unknown;
}
inline Sign sign_of(const ExactNumber& x) noexcept { return x.sign(); }

/// Contains |x| / (|x| + |y|), as sharp as doubles allow; [0, 1] where neither number is known to differ from
/// 0.
inline Interval share_of(const ExactNumber& x, const ExactNumber& y) noexcept {
    const auto magnitude = [](const ExactNumber& n) { return n.sign() == Sign::negative ? -n : n; };
    const ExactNumber::Leading part = x.leading();
    const ExactNumber::Leading whole = (magnitude(x) + magnitude(y)).leading();
    if (!(whole.mantissa > 0) || x.sign() == Sign::unknown) return {0, 1};
    if (part.mantissa == 0) return Interval(0);
    const Interval quotient =
        Interval(part.mantissa, part.mantissa + 1) / Interval(whole.mantissa, whole.mantissa + 1);
    // A power of two scales exactly above the subnormal numbers.
    const int exponent = part.exponent - whole.exponent;
    if (exponent < -900) return {0, 0x1p-800};
    return intersect(quotient * Interval(std::ldexp(1.0, exponent)), {0, 1});
}

template <class T> BasicVec2<T> converted(const Vec2& v) { return {T(v.x), T(v.y)}; }
template <class T> BasicVec3<T> converted(const Vec3& v) { return {T(v.x), T(v.y), T(v.z)}; }

/// World frame.
template <class T> BasicVec3<T> placed(const PlacedPoint& point) {
    const BasicVec3<T> local = converted<T>(point.local);
    if (point.pose == nullptr) return local;
    const auto& columns = point.pose->rotation.columns;
    const BasicMat3<T> rotation{
        {converted<T>(columns[0]), converted<T>(columns[1]), converted<T>(columns[2])}};
    return rotation * local + converted<T>(point.pose->position);
}

template <class T> Sign area_sign(const BasicVec2<T>& a, const BasicVec2<T>& b, const BasicVec2<T>& c) {
    return sign_of(cross(b - a, c - a));
}
template <class T>
Sign volume_sign(const BasicVec3<T>& a, const BasicVec3<T>& b, const BasicVec3<T>& c, const BasicVec3<T>& d) {
    return sign_of(dot(cross(b - a, c - a), d - a));
}

/// The coordinates of the plane that an axis is perpendicular to, in the order that makes the area positive
/// about it.
struct PlaneAxes {
    std::size_t i = 0;
    std::size_t j = 0;
};
constexpr PlaneAxes plane_across(int axis) noexcept {
    return axis == 0 ? PlaneAxes{1, 2} : axis == 1 ? PlaneAxes{2, 0} : PlaneAxes{0, 1};
}
template <class T>
Sign cross_component_sign(const BasicVec3<T>& a, const BasicVec3<T>& b, const BasicVec3<T>& c, int axis) {
    const auto [i, j] = plane_across(axis);
    return area_sign<T>({a[i], a[j]}, {b[i], b[j]}, {c[i], c[j]});
}

inline bool is_finite(const Vec2& v) noexcept { return std::isfinite(v.x) && std::isfinite(v.y); }
inline bool is_finite(const PlacedPoint& point) noexcept {
    if (!is_finite(point.local)) return false;
    if (point.pose == nullptr) return true;
    const auto& columns = point.pose->rotation.columns;
    return is_finite(columns[0]) && is_finite(columns[1]) && is_finite(columns[2]) &&
           is_finite(point.pose->position);
}

}  // namespace graze
