// The findings of an earlier check by the pairs of a new one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "assembly/pair_finding.hpp"

namespace graze {

/// Safe to share between threads. What it is made of must outlive it.
class EarlierFindings {
public:
    /// `earlier.earlier_part` has an element for each part of the new assembly.
    EarlierFindings(const EarlierCheck& earlier, PairSelection selection);

    /// Of a pair of the new assembly, a < b, with its indices. Empty for a pair that must be tested: a part
    /// is new or has changed, the parts were in the other order, or the earlier check left the pair out.
    [[nodiscard]] std::optional<PairFinding> find(PartIndex a, PartIndex b) const;

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    struct Place {
        std::size_t clash = kNone;    ///< Into the clashes.
        std::size_t allowed = kNone;  ///< Into the clashes that were allowed.
        std::size_t near_miss = kNone;
        std::size_t undecided = kNone;
        std::size_t possibly_inside = kNone;
    };

    const EarlierCheck& earlier_;
    PairSelection selection_;
    PairRules rules_;
    std::unordered_map<std::uint64_t, Place> places_;  ///< By both earlier indices.
};

}  // namespace graze
