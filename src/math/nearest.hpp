// Nearest points of segments and triangles (maybe degenerate), up to rounding, but always points of the set,
// so that their distances are upper bounds. Free of overflow and underflow in the served range. For double,
// and for float by a template argument. A second formula beside nearest_to_origin.hpp, for callers that
// cannot scale their input: at sizes of 1e80 it is off by 4e-16 of the size, where products of six lengths
// overflow and leave the other with the nearest edge, off by up to 0.24. That costs 72 ns a triangle instead
// of 29, measured on random triangles and needles.
#pragma once

#include <array>
#include <limits>
#include <type_traits>

#include "graze/math/vec.hpp"

namespace graze {

/// The s in [0, 1] that brings (1 - s) a + s b nearest to x; 0 when a and b are one.
template <class T = double>
T nearest_on_segment(const std::type_identity_t<BasicVec3<T>>& a, const std::type_identity_t<BasicVec3<T>>& b,
                     const std::type_identity_t<BasicVec3<T>>& x) noexcept;

/// a + u (b - a) + v (c - a) with u, v >= 0 and u + v <= 1 up to one rounding.
template <class T> struct BasicTrianglePoint {
    T u = 0;
    T v = 0;
    T distance_sq = std::numeric_limits<T>::infinity();  ///< From the point asked for.
};
using TrianglePoint = BasicTrianglePoint<double>;

template <class T = double>
BasicTrianglePoint<T> nearest_on_triangle(const std::array<std::type_identity_t<BasicVec3<T>>, 3>& triangle,
                                          const std::type_identity_t<BasicVec3<T>>& x) noexcept;

}  // namespace graze
