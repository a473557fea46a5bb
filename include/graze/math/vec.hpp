// Vectors of two and three scalars. Plain values; every operation is written out so that the same code runs on double,
// Interval and exact rationals. Units and frames are the caller's. Functions that need roots and comparisons
// are for double, and for float by a template argument: `unit<float>(v)`.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "graze/core/fp_contract_off_begin.hpp"

namespace graze {

/// Half a unit in the last place of 1: the largest relative error of one rounded operation on double.
inline constexpr double kEps = std::numeric_limits<double>::epsilon() / 2;

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

template <class T> constexpr BasicVec2<T> operator+(const BasicVec2<T>& a, const BasicVec2<T>& b) { return {a.x + b.x, a.y + b.y}; }
template <class T> constexpr BasicVec2<T> operator-(const BasicVec2<T>& a, const BasicVec2<T>& b) { return {a.x - b.x, a.y - b.y}; }
template <class T> constexpr BasicVec2<T> operator-(const BasicVec2<T>& a) { return {-a.x, -a.y}; }
template <class T> constexpr BasicVec2<T> operator*(const T& s, const BasicVec2<T>& a) { return {s * a.x, s * a.y}; }
template <class T> constexpr BasicVec2<T> operator*(const BasicVec2<T>& a, const T& s) { return {a.x * s, a.y * s}; }
template <class T> constexpr T dot(const BasicVec2<T>& a, const BasicVec2<T>& b) { return a.x * b.x + a.y * b.y; }
/// Signed area of the parallelogram (a, b): > 0 when b is counter-clockwise of a.
template <class T> constexpr T cross(const BasicVec2<T>& a, const BasicVec2<T>& b) { return a.x * b.y - a.y * b.x; }

template <class T> constexpr BasicVec3<T> operator+(const BasicVec3<T>& a, const BasicVec3<T>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T> constexpr BasicVec3<T> operator-(const BasicVec3<T>& a, const BasicVec3<T>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T> constexpr BasicVec3<T> operator-(const BasicVec3<T>& a) { return {-a.x, -a.y, -a.z}; }
template <class T> constexpr BasicVec3<T> operator*(const T& s, const BasicVec3<T>& a) { return {s * a.x, s * a.y, s * a.z}; }
template <class T> constexpr BasicVec3<T> operator*(const BasicVec3<T>& a, const T& s) { return {a.x * s, a.y * s, a.z * s}; }
template <class T> constexpr BasicVec3<T>& operator+=(BasicVec3<T>& a, const BasicVec3<T>& b) { return a = a + b; }
template <class T> constexpr BasicVec3<T>& operator-=(BasicVec3<T>& a, const BasicVec3<T>& b) { return a = a - b; }
template <class T> constexpr BasicVec3<T>& operator*=(BasicVec3<T>& a, const T& s) { return a = a * s; }
template <class T> constexpr T dot(const BasicVec3<T>& a, const BasicVec3<T>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
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
inline Vec3 min(const Vec3& a, const Vec3& b) noexcept { return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z}; }
inline Vec3 max(const Vec3& a, const Vec3& b) noexcept { return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z}; }
inline double max_component(const Vec3& a) noexcept { return a.x > a.y ? (a.x > a.z ? a.x : a.z) : (a.y > a.z ? a.y : a.z); }
inline bool is_finite(const Vec3& a) noexcept { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

/// a / |a|, free of overflow and underflow for every finite a; the x axis when a is zero or not finite.
template <class T = double> BasicVec3<T> unit(const std::type_identity_t<BasicVec3<T>>& a) noexcept;

/// A unit vector perpendicular to the nonzero a: a × the axis where |a| is smallest, normalised.
Vec3 perpendicular(const Vec3& a) noexcept;

}  // namespace graze

#include "graze/core/fp_contract_off_end.hpp"
