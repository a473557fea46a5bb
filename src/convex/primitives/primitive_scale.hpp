// Powers of two that keep products of many lengths within the range of doubles, without changing a digit of
// them.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/math/vec.hpp"

namespace graze {

/// 1 for x within 1e-30 .. 1e30, where products of eight lengths are safe, and for zero and what is not
/// finite. Otherwise the power of two that brings x into 1 .. 2, subnormal x as far up as the range of
/// doubles allows.
inline double range_scale(double x) noexcept {
    if ((x >= 1e-30 && x <= 1e30) || !(x > 0) || !std::isfinite(x)) return 1;
    return std::ldexp(1.0, std::min(-std::ilogb(x), 1000));
}

/// The same of the largest component; of the length where that is cheaper.
inline double range_scale(const Vec3& v) noexcept {
    const double sq = length_sq(v);
    return sq >= 1e-60 && sq <= 1e60 ? 1 : range_scale(max_component(abs(v)));
}

}  // namespace graze
