// Vectors of two and three scalars and 3x3 matrices. Plain values; every operation is written out so that the
// same code runs on double, Interval and exact rationals. Units and frames are the caller's. Functions that
// need roots and comparisons are for double, and for float by a template argument: `unit<float>(v)`.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "graze/core/fp_contract_off_begin.inc"

namespace graze {

/// Half a unit in the last place of 1: the largest relative error of one rounded operation on double.
inline constexpr double kEps = std::numeric_limits<double>::epsilon() / 2;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class T> struct BasicVec2 {
    T x{};
    T y{};

    constexpr T& operator[](std::size_t i) noexcept { return i == 0 ? x : y; }
    constexpr const T& operator[](std::size_t i) const noexcept { return i == 0 ? x : y; }
    friend bool operator==(const BasicVec2&, const BasicVec2&) = default;
};

template <class T> struct BasicVec3 {
    T x{};
    T y{};
    T z{};

    constexpr T& operator[](std::size_t i) noexcept { return i == 0 ? x : i == 1 ? y : z; }
    constexpr const T& operator[](std::size_t i) const noexcept { return i == 0 ? x : i == 1 ? y : z; }
    friend bool operator==(const BasicVec3&, const BasicVec3&) = default;
};

using Vec2 = BasicVec2<double>;
using Vec3 = BasicVec3<double>;

template <class T> constexpr BasicVec2<T> operator+(const BasicVec2<T>& a, const BasicVec2<T>& b) {
    return {a.x + b.x, a.y + b.y};
}
template <class T> constexpr BasicVec2<T> operator-(const BasicVec2<T>& a, const BasicVec2<T>& b) {
    return {a.x - b.x, a.y - b.y};
}
template <class T> constexpr BasicVec2<T> operator-(const BasicVec2<T>& a) { return {-a.x, -a.y}; }
template <class T> constexpr BasicVec2<T> operator*(const T& s, const BasicVec2<T>& a) {
    return {s * a.x, s * a.y};
}
template <class T> constexpr BasicVec2<T> operator*(const BasicVec2<T>& a, const T& s) {
    return {a.x * s, a.y * s};
}
template <class T> constexpr T dot(const BasicVec2<T>& a, const BasicVec2<T>& b) {
    return a.x * b.x + a.y * b.y;
}
/// Signed area of the parallelogram (a, b): > 0 when b is counter-clockwise of a.
template <class T> constexpr T cross(const BasicVec2<T>& a, const BasicVec2<T>& b) {
    return a.x * b.y - a.y * b.x;
}

template <class T> constexpr BasicVec3<T> operator+(const BasicVec3<T>& a, const BasicVec3<T>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T> constexpr BasicVec3<T> operator-(const BasicVec3<T>& a, const BasicVec3<T>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T> constexpr BasicVec3<T> operator-(const BasicVec3<T>& a) { return {-a.x, -a.y, -a.z}; }
template <class T> constexpr BasicVec3<T> operator*(const T& s, const BasicVec3<T>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
template <class T> constexpr BasicVec3<T> operator*(const BasicVec3<T>& a, const T& s) {
    return {a.x * s, a.y * s, a.z * s};
}
template <class T> constexpr BasicVec3<T>& operator+=(BasicVec3<T>& a, const BasicVec3<T>& b) {
    return a = a + b;
}
template <class T> constexpr BasicVec3<T>& operator-=(BasicVec3<T>& a, const BasicVec3<T>& b) {
    return a = a - b;
}
template <class T> constexpr BasicVec3<T>& operator*=(BasicVec3<T>& a, const T& s) { return a = a * s; }
template <class T> constexpr T dot(const BasicVec3<T>& a, const BasicVec3<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T> constexpr BasicVec3<T> cross(const BasicVec3<T>& a, const BasicVec3<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Componentwise product.
template <class T> constexpr BasicVec3<T> hadamard(const BasicVec3<T>& a, const BasicVec3<T>& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class T> constexpr T length_sq(const BasicVec2<T>& a) { return dot(a, a); }
template <class T> constexpr T length_sq(const BasicVec3<T>& a) { return dot(a, a); }
template <class T> T length(const BasicVec2<T>& a) {
    using std::sqrt;
    return sqrt(length_sq(a));
}
template <class T> T length(const BasicVec3<T>& a) {
    using std::sqrt;
    return sqrt(length_sq(a));
}

inline Vec3 abs(const Vec3& a) noexcept { return {std::abs(a.x), std::abs(a.y), std::abs(a.z)}; }
inline Vec3 min(const Vec3& a, const Vec3& b) noexcept {
    return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}
inline Vec3 max(const Vec3& a, const Vec3& b) noexcept {
    return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}
inline double max_component(const Vec3& a) noexcept {
    return a.x > a.y ? (a.x > a.z ? a.x : a.z) : (a.y > a.z ? a.y : a.z);
}
inline bool is_finite(const Vec3& a) noexcept {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

/// a / |a|, free of overflow and underflow for every finite a; the x axis when a is zero or not finite.
template <class T = double> BasicVec3<T> unit(const std::type_identity_t<BasicVec3<T>>& a) noexcept;

/// A unit vector perpendicular to the nonzero a: a × the axis where |a| is smallest, normalised.
Vec3 perpendicular(const Vec3& a) noexcept;

// Matrices are stored by columns: the images of the axes.

template <class T> struct BasicMat3 {
    std::array<BasicVec3<T>, 3> columns{};

    static constexpr BasicMat3 identity() { return diagonal({T(1), T(1), T(1)}); }
    static constexpr BasicMat3 diagonal(const BasicVec3<T>& d) {
        return {
            {BasicVec3<T>{d.x, T(0), T(0)}, BasicVec3<T>{T(0), d.y, T(0)}, BasicVec3<T>{T(0), T(0), d.z}}};
    }
    static constexpr BasicMat3 from_rows(const BasicVec3<T>& r0, const BasicVec3<T>& r1,
                                         const BasicVec3<T>& r2) {
        return {
            {BasicVec3<T>{r0.x, r1.x, r2.x}, BasicVec3<T>{r0.y, r1.y, r2.y}, BasicVec3<T>{r0.z, r1.z, r2.z}}};
    }

    constexpr T& operator()(std::size_t row, std::size_t column) { return columns[column][row]; }
    constexpr const T& operator()(std::size_t row, std::size_t column) const { return columns[column][row]; }
    friend bool operator==(const BasicMat3&, const BasicMat3&) = default;
};

using Mat3 = BasicMat3<double>;

template <class T> constexpr BasicVec3<T> operator*(const BasicMat3<T>& m, const BasicVec3<T>& v) {
    return m.columns[0] * v.x + m.columns[1] * v.y + m.columns[2] * v.z;
}
/// transpose(m) * v.
template <class T> constexpr BasicVec3<T> transpose_times(const BasicMat3<T>& m, const BasicVec3<T>& v) {
    return {dot(m.columns[0], v), dot(m.columns[1], v), dot(m.columns[2], v)};
}
template <class T> constexpr BasicMat3<T> operator*(const BasicMat3<T>& a, const BasicMat3<T>& b) {
    return {{a * b.columns[0], a * b.columns[1], a * b.columns[2]}};
}
/// transpose(a) * b: for rotations, the orientation of b in the frame of a.
template <class T> constexpr BasicMat3<T> transpose_times(const BasicMat3<T>& a, const BasicMat3<T>& b) {
    return {{transpose_times(a, b.columns[0]), transpose_times(a, b.columns[1]),
             transpose_times(a, b.columns[2])}};
}
template <class T> constexpr BasicMat3<T> transpose(const BasicMat3<T>& m) {
    return BasicMat3<T>::from_rows(m.columns[0], m.columns[1], m.columns[2]);
}
template <class T> constexpr T determinant(const BasicMat3<T>& m) {
    return dot(m.columns[0], cross(m.columns[1], m.columns[2]));
}

/// Cofactor inverse. The caller makes sure that the determinant is not zero.
template <class T> constexpr BasicMat3<T> inverse(const BasicMat3<T>& m) {
    const BasicVec3<T> r0 = cross(m.columns[1], m.columns[2]);
    const BasicVec3<T> r1 = cross(m.columns[2], m.columns[0]);
    const BasicVec3<T> r2 = cross(m.columns[0], m.columns[1]);
    const T scale = T(1) / dot(m.columns[0], r0);
    return BasicMat3<T>::from_rows(r0 * scale, r1 * scale, r2 * scale);
}

/// An upper bound of the 2-norm (the Frobenius norm): |m v| <= norm_bound(m) |v|, up to rounding.
inline double norm_bound(const Mat3& m) noexcept {
    return std::sqrt(length_sq(m.columns[0]) + length_sq(m.columns[1]) + length_sq(m.columns[2]));
}

// The magnitudes that the library serves: zero, and the range in which the products that queries compute
// neither overflow nor underflow in double.

inline constexpr double kLargestServed = 1e100;
inline constexpr double kSmallestServed = 1e-100;

/// False for NaN and infinities too.
inline bool in_served_range(double x) noexcept {
    const double magnitude = std::abs(x);
    return magnitude == 0 || (magnitude >= kSmallestServed && magnitude <= kLargestServed);
}
/// No component exceeds the largest magnitude served. False for NaN, which `max_component` may hide.
inline bool below_largest_served(const Vec3& v) noexcept {
    return std::abs(v.x) <= kLargestServed && std::abs(v.y) <= kLargestServed &&
           std::abs(v.z) <= kLargestServed;
}
inline bool in_served_range(const Vec2& v) noexcept { return in_served_range(v.x) && in_served_range(v.y); }
inline bool in_served_range(const Vec3& v) noexcept {
    return in_served_range(v.x) && in_served_range(v.y) && in_served_range(v.z);
}

}  // namespace graze

#include "graze/core/fp_contract_off_end.inc"
