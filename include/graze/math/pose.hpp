// Quaternions (w, x, y, z), rigid placements, affine maps and planes. A unit quaternion is a rotation; q and
// -q are the same one. Poses and affine maps take local coordinates to the world: a placed set is exactly { R
// x + p } for the doubles stored here.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "graze/math/vec.hpp"

#include "graze/core/fp_contract_off_begin.inc"

namespace graze {

namespace detail {

/// Multiplies all of the scalars by one power of two that brings the largest near 1, so that squares neither
/// overflow nor vanish; their ratios stay exact. Scalars other than floating point, zeros and values that are
/// not finite are left as they are.
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
    /// Rotation by `angle` radians, counter-clockwise about `axis`, which is normalised here, whatever its
    /// length. A zero axis gives the identity, one that is not finite NaN.
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
template <class T> constexpr T length_sq(const BasicQuat<T>& q) {
    return q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
}

/// q / |q|; the identity when q is zero or not finite.
Quat normalized(const Quat& q) noexcept;

/// The rotation matrix of a unit quaternion; a length off by e makes columns off by 2e.
template <class T> constexpr BasicMat3<T> rotation_matrix(const BasicQuat<T>& q) {
    const T two(2);
    const T one(1);
    return BasicMat3<T>::from_rows(
        {one - two * (q.y * q.y + q.z * q.z), two * (q.x * q.y - q.w * q.z), two * (q.x * q.z + q.w * q.y)},
        {two * (q.x * q.y + q.w * q.z), one - two * (q.x * q.x + q.z * q.z), two * (q.y * q.z - q.w * q.x)},
        {two * (q.x * q.z - q.w * q.y), two * (q.y * q.z + q.w * q.x), one - two * (q.x * q.x + q.y * q.y)});
}

/// The unit quaternion, w >= 0, of a rotation matrix.
Quat quaternion_of(const Mat3& rotation) noexcept;

/// Rotation by roll (about x), then pitch (about y), then yaw (about z), in radians. Singular at pitch =
/// ±pi/2.
Quat from_euler(double yaw, double pitch, double roll) noexcept;

/// Constant-speed rotation from p (t = 0) to q (t = 1) along the shorter arc.
Quat slerp(const Quat& p, const Quat& q, double t) noexcept;

template <class T> struct BasicPose {
    BasicMat3<T> rotation = BasicMat3<T>::identity();
    BasicVec3<T> position{};

    static constexpr BasicPose identity() { return {}; }
    static constexpr BasicPose translation(const BasicVec3<T>& p) { return {BasicMat3<T>::identity(), p}; }
    /// The quaternion is normalised first, whatever its length. A zero or non-finite one makes a pose that
    /// queries refuse as invalid input.
    static BasicPose from(BasicQuat<T> q, const BasicVec3<T>& p) {
        using std::sqrt;
        detail::bring_near_one(q.w, q.x, q.y, q.z);
        const T scale = T(1) / sqrt(length_sq(q));
        return {rotation_matrix(BasicQuat<T>{q.w * scale, q.x * scale, q.y * scale, q.z * scale}), p};
    }

    /// The image of a local point.
    constexpr BasicVec3<T> operator*(const BasicVec3<T>& x) const { return rotation * x + position; }
    /// First `other`, then this one.
    constexpr BasicPose operator*(const BasicPose& other) const {
        return {rotation * other.rotation, *this * other.position};
    }
    friend bool operator==(const BasicPose&, const BasicPose&) = default;
};

using Pose = BasicPose<double>;

/// The inverse of a rigid pose (transposed rotation).
template <class T> constexpr BasicPose<T> inverse(const BasicPose<T>& pose) {
    return {transpose(pose.rotation), -transpose_times(pose.rotation, pose.position)};
}

/// The pose of b in the frame of a: maps b's coordinates into a's. Positions are subtracted first, so nearby
/// objects far from the world's origin lose nothing.
template <class T> constexpr BasicPose<T> relative(const BasicPose<T>& a, const BasicPose<T>& b) {
    return {transpose_times(a.rotation, b.rotation), transpose_times(a.rotation, b.position - a.position)};
}

/// Sum of the six different entries of |RᵀR - I|, rounded: 0 for a rotation, a few 1e-16 for one in doubles,
/// NaN when an entry is NaN. Reflections pass: the sign of the determinant is not tested.
inline double orthonormality_defect(const Mat3& r) noexcept {
    const Vec3 diagonal{length_sq(r.columns[0]) - 1, length_sq(r.columns[1]) - 1,
                        length_sq(r.columns[2]) - 1};
    const Vec3 off{dot(r.columns[0], r.columns[1]), dot(r.columns[1], r.columns[2]),
                   dot(r.columns[2], r.columns[0])};
    const Vec3 sum = abs(diagonal) + abs(off);
    return sum.x + sum.y + sum.z;
}

/// x ↦ linear x + offset; linear may scale, shear or flatten.
template <class T> struct BasicAffine {
    BasicMat3<T> linear = BasicMat3<T>::identity();
    BasicVec3<T> offset{};

    static constexpr BasicAffine scale(const BasicVec3<T>& factors) {
        return {BasicMat3<T>::diagonal(factors), {}};
    }
    static constexpr BasicAffine from(const BasicPose<T>& pose) { return {pose.rotation, pose.position}; }

    constexpr BasicVec3<T> operator*(const BasicVec3<T>& x) const { return linear * x + offset; }
    constexpr BasicAffine operator*(const BasicAffine& other) const {
        return {linear * other.linear, *this * other.offset};
    }
    friend bool operator==(const BasicAffine&, const BasicAffine&) = default;
};

using Affine = BasicAffine<double>;

/// The inverse map; the caller makes sure that the linear part is regular.
template <class T> constexpr BasicAffine<T> inverse(const BasicAffine<T>& map) {
    const BasicMat3<T> m = inverse(map.linear);
    return {m, -(m * map.offset)};
}

/// The plane { x : normal·x + offset = 0 }; positive on the side the normal points to. A length only when the
/// normal is unit.
template <class T> struct BasicPlane {
    BasicVec3<T> normal{T(1), T(0), T(0)};
    T offset{};

    constexpr T operator()(const BasicVec3<T>& x) const { return dot(normal, x) + offset; }
};

using Plane = BasicPlane<double>;

/// The image of a plane under a regular affine map: the normal goes by the inverse transpose and may lose
/// unit length.
template <class T>
constexpr BasicPlane<T> transformed(const BasicPlane<T>& plane, const BasicAffine<T>& map) {
    const BasicVec3<T> normal = transpose_times(inverse(map.linear), plane.normal);
    return {normal, plane.offset - dot(normal, map.offset)};
}

}  // namespace graze

#include "graze/core/fp_contract_off_end.inc"
