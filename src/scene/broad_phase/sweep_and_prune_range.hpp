// The range query of one axis: intervals that start in a stretch of the array, and those open before it,
// which stabbing numbers count.
#pragma once

#include "graze/scene/sweep_and_prune.hpp"

namespace graze {

/// Calls `visit(ProxyId) -> bool` until it returns false; then returns false.
template <class Visit> bool SweepAndPrune::for_each_in(const Range& range, const Visit& visit) const {
    const std::vector<Endpoint>& ends = ends_[range.axis];
    std::size_t open = open_before(range.axis, range.begin);
    for (std::size_t i = range.begin; open > 0; --i) {
        const std::uint32_t slot = ends[i - 1].slot;
        if (is_upper(slot) || indices_[slot + 1] < range.begin) continue;
        --open;
        if (!visit(proxy_of(slot))) return false;
    }
    for (std::size_t i = range.begin; i < range.end; ++i) {
        if (!is_upper(ends[i].slot) && !visit(proxy_of(ends[i].slot))) return false;
    }
    return true;
}

}  // namespace graze
