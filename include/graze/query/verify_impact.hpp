// Independent checks of impacts. As for every `verify`: no solver is used, `true` is a theorem about the given motions, `false` means
// "not shown".
#pragma once

#include "graze/query/impact_query.hpp"

namespace graze {

/// Nothing touches before time.lower (for a miss: in [0, 1]): the cells follow each other without a gap, and in each of them the gap along its
/// normal stays open, by the gaps at its ends and the largest bend of both motions. For shapes that are not convex the same holds of each pair of
/// parts, by the covers, and no piece starts inside of a solid. When the answer is contact it is shown as its proof says: a common point of the
/// bodies (of the parts that the impact names) at time.upper, as `pose_at` places them, or a passage between the ends.
bool verify(const CertifiedImpact& certified, const Moving& a, const Moving& b) noexcept;

/// The same without cells: directions are guessed along the way, in doubles. Slower, and may fail where the cells do not. Convex shapes only.
bool verify(const Impact& impact, const Moving& a, const Moving& b) noexcept;

}  // namespace graze
