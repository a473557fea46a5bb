// The search for a cover of two trees by separating planes.
#pragma once

#include "query/composite/composite.hpp"

namespace graze {

struct CoverFound {
    SeparatingCover cover;  ///< Without probes.
    bool complete = false;
    PartPair open;  ///< When not complete: two parts that no plane separates by more than -delta.
};

/// Every plane leaves a gap above 0, or of -delta at the least when delta > 0.
CoverFound find_cover(const PartPairs& pairs, double delta);

}  // namespace graze
