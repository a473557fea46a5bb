// The depth of a pair of solids or sets of parts, refined from bounds that are known: cells of translations
// that are shown to leave the pair overlapping, nearest first, and translations that separate it.
#pragma once

#include "query/composite/part_pairs.hpp"
#include "query/depth/common_balls.hpp"
#include "query/depth/deep_point.hpp"
#include "query/depth/separating_translation.hpp"

namespace graze {

/// Bounds of a depth.
struct TightDepth {
    double lower = 0;           ///< All translations shorter than this leave the pair overlapping.
    SeparatingTranslation out;  ///< Separates it; its length is the upper bound.
    std::uint32_t cells = 0;    ///< Examined.
};

/// What the refinement ends at.
struct TightGoal {
    double ratio = 1;  ///< Of the bounds.
    double width = 0;  ///< Of the bounds, that is as good as none.
};

/// Narrows bounds that hold. `start` is a point of both, for the first cell. The pair has a budget, which
/// ends the search when it is spent.
TightDepth refine_depth(const PartPairs& pairs, TightDepth known, const DeepPoint& start,
                        const TightGoal& goal);

}  // namespace graze
