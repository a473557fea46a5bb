#include "motion/followed_limits.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

/// Of numbers as files have them: limits that miss each other by less of their size are the same.
constexpr double kLimitRounding = 1e-9;

}  // namespace

bool ranges_overlap(const Interval& a, const Interval& b) noexcept {
    const double low = std::max(a.lower, b.lower), high = std::min(a.upper, b.upper);
    return low <= high || low - high <= kLimitRounding * std::max(std::abs(low), std::abs(high));
}

bool narrow_by_follower(Interval& kept, const Interval& limits, double multiplier, double offset) noexcept {
    if (multiplier == 0) return ranges_overlap(limits, Interval(offset));
    const double x = (limits.lower - offset) / multiplier, y = (limits.upper - offset) / multiplier;
    const Interval own{std::min(x, y), std::max(x, y)};
    if (!ranges_overlap(kept, own)) return false;
    const Interval both = intersect(kept, own);
    if (both.lower <= both.upper) kept = both;
    return true;
}

}  // namespace graze
