// Quaternions (w, x, y, z). A unit quaternion is a rotation; q and -q are the same one.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "graze/math/mat.hpp"

#include "graze/core/fp_contract_off_begin.hpp"

namespace graze {

namespace detail {

/// Multiplies all of the scalars by one power of two that brings the largest near 1, so that squares neither overflow nor vanish;
/// their ratios stay exact. Scalars other than floating point, zeros and values that are not finite are left as they are.
template <class T, class... Others> void bring_near_one(T& first, Others&... others) {
    if constexpr (std::is_floating_point_v<T>) {
        const T largest = std::max({std::abs(first), std::abs(others)...});
        if (!(largest > 0) || !std::isfinite(largest)) return;
        const int exponent = std::ilogb(largest);
        first = std::scalbn(first, -exponent);
        ((others = std::scalbn(others, -exponent)), ...);
    }
}

}  // namespace detail

template <class T> struct BasicQuat {
    T w{1};
    T x{};
    T y{};
    T z{};

    static constexpr BasicQuat identity() { return {}; }
    /// Rotation by `angle` radians, counter-clockwise about `axis`, which is normalised here, whatever its length. A zero axis gives
    /// the identity, one that is not finite NaN.
    static BasicQuat from_axis_angle(BasicVec3<T> axis, const T& angle) {
        using std::cos;
        using std::sin;
        using std::sqrt;
        detail::bring_near_one(axis.x, axis.y, axis.z);
        const T norm = sqrt(length_sq(axis));
        if (norm == T(0)) return {};
        const T half = angle / T(2);
        const T s = sin(half) / norm;
        return {cos(half), axis.x * s, axis.y * s, axis.z * s};
    }
    friend bool operator==(const BasicQuat&, const BasicQuat&) = default;
};

using Quat = BasicQuat<double>;

template <class T> constexpr BasicQuat<T> operator*(const BasicQuat<T>& p, const BasicQuat<T>& q) {
    return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
            p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}
template <class T> constexpr BasicQuat<T> conjugate(const BasicQuat<T>& q) { return {q.w, -q.x, -q.y, -q.z}; }
template <class T> constexpr T length_sq(const BasicQuat<T>& q) { return q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z; }

/// q / |q|; the identity when q is zero or not finite.
Quat normalized(const Quat& q) noexcept;

/// The rotation matrix of a unit quaternion; a length off by e makes columns off by 2e.
template <class T> constexpr BasicMat3<T> rotation_matrix(const BasicQuat<T>& q) {
    const T two(2);
    const T one(1);
    return BasicMat3<T>::from_rows({one - two * (q.y * q.y + q.z * q.z), two * (q.x * q.y - q.w * q.z), two * (q.x * q.z + q.w * q.y)},
                                   {two * (q.x * q.y + q.w * q.z), one - two * (q.x * q.x + q.z * q.z), two * (q.y * q.z - q.w * q.x)},
                                   {two * (q.x * q.z - q.w * q.y), two * (q.y * q.z + q.w * q.x), one - two * (q.x * q.x + q.y * q.y)});
}

/// The unit quaternion, w >= 0, of a rotation matrix.
Quat quaternion_of(const Mat3& rotation) noexcept;

/// Rotation by roll (about x), then pitch (about y), then yaw (about z), in radians. Singular at pitch = ±pi/2.
Quat from_euler(double yaw, double pitch, double roll) noexcept;

/// Constant-speed rotation from p (t = 0) to q (t = 1) along the shorter arc.
Quat slerp(const Quat& p, const Quat& q, double t) noexcept;

}  // namespace graze

#include "graze/core/fp_contract_off_end.hpp"
