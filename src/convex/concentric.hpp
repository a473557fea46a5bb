// Overlaps of shapes about one centre: any normal may have an opposite that is as good, and the solvers
// choose by the order of the pair. So such pairs are always solved in one order, and the answer is
// flipped for the other: swapping the shapes then flips the answer here too. Two shapes that are equal in
// every number have no order; their answer does not flip.
#pragma once

#include <algorithm>

#include "convex/core_pair.hpp"

namespace graze {

/// Whether b comes before a in the order that such pairs are solved in.
bool solved_in_reverse(const Placed& a, const Placed& b) noexcept;

/// Whether the centres or the origins of both bounded shapes are one, up to rounding.
inline bool share_centre(const CorePair& pair) noexcept {
    const Vec3 centres = abs(pair.b_in_a * pair.b->centre() - pair.a->centre());
    return std::min(max_component(centres), max_component(abs(pair.b_in_a.position))) * pair.scale <=
           pair.error;
}

}  // namespace graze
