// 3x3 matrices, stored by columns (the images of the axes). Same code for double, Interval and rationals.
#pragma once

#include <array>
#include <cstddef>

#include "graze/math/vec.hpp"

#include "graze/core/fp_contract_off_begin.hpp"

namespace graze {

template <class T> struct BasicMat3 {
    std::array<BasicVec3<T>, 3> columns{};

    static constexpr BasicMat3 identity() { return diagonal({T(1), T(1), T(1)}); }
    static constexpr BasicMat3 diagonal(const BasicVec3<T>& d) {
        return {{BasicVec3<T>{d.x, T(0), T(0)}, BasicVec3<T>{T(0), d.y, T(0)}, BasicVec3<T>{T(0), T(0), d.z}}};
    }
    static constexpr BasicMat3 from_rows(const BasicVec3<T>& r0, const BasicVec3<T>& r1, const BasicVec3<T>& r2) {
        return {{BasicVec3<T>{r0.x, r1.x, r2.x}, BasicVec3<T>{r0.y, r1.y, r2.y}, BasicVec3<T>{r0.z, r1.z, r2.z}}};
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
    return {{transpose_times(a, b.columns[0]), transpose_times(a, b.columns[1]), transpose_times(a, b.columns[2])}};
}
template <class T> constexpr BasicMat3<T> transpose(const BasicMat3<T>& m) {
    return BasicMat3<T>::from_rows(m.columns[0], m.columns[1], m.columns[2]);
}
template <class T> constexpr T determinant(const BasicMat3<T>& m) { return dot(m.columns[0], cross(m.columns[1], m.columns[2])); }

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

}  // namespace graze

#include "graze/core/fp_contract_off_end.hpp"
