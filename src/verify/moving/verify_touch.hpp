// Checks the point and the normal of an impact, for `verify`, within what the width of its time and the
// motion during it allow.
#pragma once

#include "graze/motion/motion.hpp"
#include "graze/result/impact.hpp"

namespace graze::verifying {

/// Whether the point of a hit is on a and next to b at its lower end, and its normal points from a to b
/// there. Both convex. The tolerance is relative to `length`; it is not part of the answer, but the time is
/// no wider.
bool touch_there(const Impact& impact, const Moving& a, const Moving& b, double length) noexcept;

/// The same of the point alone: whether it is that close to both.
bool point_is_between(const Impact& impact, const Moving& a, const Moving& b, double length) noexcept;

/// Whether the point is in the ball around the body's origin that holds all of it, at the lower end. Not of
/// half-spaces.
bool point_is_in_reach(const Impact& impact, const Moving& moving) noexcept;

}  // namespace graze::verifying
