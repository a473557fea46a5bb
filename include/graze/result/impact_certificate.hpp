// Impacts with what shows them, for `verify`.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/result/impact.hpp"
#include "graze/result/proof.hpp"

namespace graze {

/// Nothing of two sets of parts overlaps anything of the other over some time, in which neither motion changes its piece: both trees are walked
/// from their roots. Steps are in the order of the walk. A pair starts at a time and is kept apart by one cell after the other, until it is done
/// at the end, or split on one side before; the pairs of its pieces follow, each from the time that the pair has come to. The pieces of a node are
/// its lanes in order, those of a leaf its parts; a convex shape is a single part.
struct MovingCover {
    enum class Step : std::uint8_t { split_a, split_b, cell, done };
    Interval time{0, 0};
    std::vector<Step> steps;
    std::vector<TimeCell> cells;  ///< One for each step that refers to it.
};

/// An impact with what shows that nothing touches before time.lower (of a miss: at all).
struct CertifiedImpact {
    Impact impact{};
    std::vector<TimeCell> cells;      ///< Of two convex bodies: in the order of time, from 0 to the lower end without gaps.
    std::vector<MovingCover> covers;  ///< Of others: the same.
    Proof contact{};  ///< That bodies touch: two convex ones at the upper end, others that touch at the start. May be missing.
};

}  // namespace graze
