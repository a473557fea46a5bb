// Which tolerances are worth a try: those at which an open edge comes to lie on another.
#pragma once

#include <vector>

#include "solid/weld/weld_attempt.hpp"

namespace graze {

/// Relative to the size, of two digits, growing, above `welded` and at most 1. An edge that no tolerance
/// below its own length and its partner's brings onto an opposite open edge has none: a larger one would join
/// the two ends of an edge. At most 64, an even choice of more.
std::vector<double> weld_tolerances(const PreparedWeld& prepared, double welded);

/// Up to two digits: the number that a text of them is read as.
double rounded_up_to_two_digits(double x) noexcept;

}  // namespace graze
