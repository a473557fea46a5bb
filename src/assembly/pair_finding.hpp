// What was found about one pair of parts.
#pragma once

#include <optional>

#include "core/pair_work.hpp"
#include "graze/assembly/assembly.hpp"

namespace graze {

/// Without a clash both others may be set. A clash is large: findings of pairs are kept for one chunk of
/// pairs at a time.
struct PairFinding {
    bool tested = false;  ///< False for a pair that the check did not get to.
    bool reused = false;  ///< Taken from an earlier check.
    PairWork work{};      ///< With `count_cascade`.
    double details = 0;   ///< Seconds, with `count_cascade`.
    std::optional<Clash> clash{};
    std::optional<NearMiss> near_miss{};
    std::optional<Undecided> undecided{};
    std::optional<PossiblyInside> possibly_inside{};
};

}  // namespace graze
