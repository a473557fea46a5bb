// Determinants of interval vectors, and their signs.
#pragma once

#include "graze/math/interval.hpp"

namespace graze {

/// Contains det(a, b, c) for all vectors in the three boxes.
inline Interval triple(const IntervalVec3& a, const IntervalVec3& b, const IntervalVec3& c) noexcept {
    return dot(a, cross(b, c));
}

/// Whether both are certainly positive, or both certainly negative.
inline bool have_same_sign(const Interval& x, const Interval& y) noexcept {
    return (x.lower > 0 && y.lower > 0) || (x.upper < 0 && y.upper < 0);
}

/// Whether one is certainly positive and the other certainly negative.
inline bool have_opposite_signs(const Interval& x, const Interval& y) noexcept {
    return (x.lower > 0 && y.upper < 0) || (x.upper < 0 && y.lower > 0);
}

}  // namespace graze
