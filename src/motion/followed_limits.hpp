// Limits of a joint that follows another, as limits of that one.
#pragma once

#include "graze/math/interval.hpp"

namespace graze {

/// Whether two ranges have a value in common, or miss it by rounding alone.
bool ranges_overlap(const Interval& a, const Interval& b) noexcept;

/// Narrows `kept` to the values x with multiplier * x + offset in `limits`. False when there are none; where
/// they only miss `kept` by rounding, it stays as it is.
bool narrow_by_follower(Interval& kept, const Interval& limits, double multiplier, double offset) noexcept;

}  // namespace graze
