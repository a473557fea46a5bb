// The lower bound of a gap between two times, from its ends and its second derivative: the theorem of
// docs/notes/motion.md.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/math/vec.hpp"

namespace graze {

/// A gap that is `first` and `last` at the ends of a stretch, and whose second derivative is at most
/// `acceleration` in size over its `duration`, is nowhere less than this. Minus infinity when the
/// acceleration is not bounded.
inline double least_between(double first, double last, double acceleration, double duration) noexcept {
    const double q = 0.5 * acceleration * duration * duration * (1 + 8 * kEps), rise = last - first;
    // Not NaN either: an unbounded acceleration over no time.
    if (!(q < std::numeric_limits<double>::infinity())) return -std::numeric_limits<double>::infinity();
    const double low = std::min(first, last);
    if (!(std::abs(rise) < q)) return low;
    // The line less q u (1 - u) is lowest at u = (q - rise) / (2 q).
    return std::min(low, first - (q - rise) * (q - rise) / (4 * q) * (1 + 8 * kEps));
}

}  // namespace graze
