// All overlapping pairs of a set of boxes, once: for sets that change completely between queries, or are
// queried only once.
#pragma once

#include <span>
#include <vector>

#include "graze/scene/broad_phase.hpp"

namespace graze {

/// Indices of the boxes that overlap (touching counts), in ascending order, the same for every number of threads. Boxes may be endless;
/// empty ones overlap nothing. `threads`: at most so many, 0 for one per core. Some 2^28 boxes at the most.
std::vector<ProxyPair> find_overlapping_boxes(std::span<const Aabb> boxes, unsigned threads = 1);

}  // namespace graze
