// A box, cylinder or cone against another that it does not touch: the nearest point of the first, found by
// descending the distance to the second, a closed form, with Newton's steps on the faces, edges and rims of
// the first. docs/notes/quick_paths.md.
//
// Distances between such shapes take GJK ten steps to a millionth; this takes about three. The lower bound is
// not taken from the descent: it is the gap along the normal found. No answer when the two touch, the input
// is of extreme size or unusable, or the descent does not end within the wanted width (faces that face each
// other): the general search serves those.
#pragma once

#include "convex/core_pair.hpp"

namespace graze {

/// Which pairs `descend_solids` serves.
constexpr bool descent_serves(ShapeType a, ShapeType b) noexcept {
    using enum ShapeType;
    return ((a == box || a == cylinder) && (b == cylinder || b == cone)) || (a == cone && b == cone);
}

/// Signed distance from a to b, with the width that the options request. False: `answer` is as it was.
bool descend_solids(const Placed& a, const Placed& b, const SeparationOptions& options,
                    Separation& answer) noexcept;

/// The same for two boxes, whose pair is made already and of scale 1.
bool descend_boxes(const Placed& a, const Placed& b, const CorePair& pair, const SeparationOptions& options,
                   Separation& answer) noexcept;

}  // namespace graze
