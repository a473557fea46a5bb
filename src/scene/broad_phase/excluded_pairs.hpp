// Pairs of a scene's slots whose objects are never tested against each other. Releasing a slot removes its
// pairs, on both sides.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graze/scene/broad_phase.hpp"

namespace graze {

class ExcludedPairs {
public:
    [[nodiscard]] bool contains(ProxyId x, ProxyId y) const noexcept {
        const auto found = partners_.find(x);
        return found != partners_.end() && found->second.contains(y);
    }
    void insert(ProxyId x, ProxyId y) {
        try {
            partners_[x].insert(y);
            partners_[y].insert(x);
        } catch (...) {
            erase(x, y);  // not on one side only
            throw;
        }
    }
    void erase(ProxyId x, ProxyId y) noexcept {
        part(x, y);
        part(y, x);
    }
    /// All pairs of a place.
    void erase(ProxyId place) noexcept {
        const auto gone = partners_.extract(place);
        if (!gone) return;
        for (const ProxyId other : gone.mapped()) part(other, place);
    }
    /// In order. A place may be paired with itself.
    [[nodiscard]] std::vector<ProxyPair> pairs() const {
        std::vector<ProxyPair> all;
        for (const auto& [place, others] : partners_) {
            for (const ProxyId other : others) {
                if (place <= other) all.push_back({place, other});
            }
        }
        std::ranges::sort(all);
        return all;
    }
    /// How much is kept: every pair of two places twice. What is left on one side only shows here, and
    /// nowhere else.
    [[nodiscard]] std::size_t entries() const noexcept {
        std::size_t count = 0;
        for (const auto& [place, others] : partners_) count += others.size();
        return count;
    }

private:
    void part(ProxyId place, ProxyId other) noexcept {
        const auto found = partners_.find(place);
        if (found == partners_.end()) return;
        found->second.erase(other);
        if (found->second.empty()) partners_.erase(found);
    }

    std::unordered_map<ProxyId, std::unordered_set<ProxyId>> partners_;  ///< By place; none is empty.
};

}  // namespace graze
