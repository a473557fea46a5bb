// Pairs found by several tasks, brought into ascending order. First by ranges of the first number, so that
// the counters of a range stay in the cache, then by counting within each range; what has the same first
// number is few and sorted in place. Linear for pairs spread evenly.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "graze/scene/broad_phase.hpp"

namespace graze {

/// All pairs of the parts, ascending; numbers are below `bound`. Takes what `sorted` held away.
void sort_pairs(std::span<const std::vector<ProxyPair>> parts, ProxyId bound, const Workers& workers,
                std::vector<ProxyPair>& sorted);

}  // namespace graze
