// Independent checks of impacts. As for every `verify`: no solver is used, `true` is a theorem about the given motions, `false` means
// "not shown".
#pragma once

#include "graze/motion/motion.hpp"
#include "graze/result/impact_certificate.hpp"

namespace graze {

/// Nothing touches before time.lower (for a miss: in [0, 1]): the cells follow each other without a gap, and in each of them the gap along its
/// normal stays open, by the gaps at its ends and the largest acceleration of both motions. For shapes that
/// are not convex the same holds of each pair of parts, by the covers, and no piece starts inside of a solid.
/// When the answer is contact, its proof is checked: a common point of the bodies (of the parts that the
/// impact names) at time.upper, as `pose_at` places them, or a passage between the ends. Unless the search
/// ran out of budget, the point of a hit is on a and next to b, and the normal's plane separates them, at
/// time.lower and of the parts named, within 1e-4 of the larger shape or as much as the time is wide, and by
/// what the bodies move in that time; within 1e-2 when the result is only within_tolerance. Of an overlap at
/// the start: the point within half the depth along the normal, and the normal (of convex shapes) is the
/// shorter of its two directions out; a body that starts inside of a solid has the point in the ball around
/// a. A hit that could be tighter is not refused.
bool verify(const CertifiedImpact& certified, const Moving& a, const Moving& b) noexcept;

/// The same without cells: directions are guessed along the way, in doubles. Slower, and may fail where the cells do not. Convex shapes only.
bool verify(const Impact& impact, const Moving& a, const Moving& b) noexcept;

}  // namespace graze
