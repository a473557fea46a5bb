// The magnitudes that the library serves: zero, and the range in which the products that queries compute
// neither overflow nor underflow in double.
#pragma once

#include <cmath>

namespace graze {

inline constexpr double kLargestServed = 1e100;
inline constexpr double kSmallestServed = 1e-100;

/// False for NaN and infinities too.
inline bool in_served_range(double x) noexcept {
    const double magnitude = std::abs(x);
    return magnitude == 0 || (magnitude >= kSmallestServed && magnitude <= kLargestServed);
}

}  // namespace graze
