// Two box trees in each other's frames.
#pragma once

#include "graze/simd/box_node.hpp"

namespace graze::simd {

/// Takes one tree's coordinates into the other's frame: a box with middle c and half extents h there lies
/// within linear c + offset ± (|linear| h + slack), all roundings on the way included.
struct PairFrame {
    float linear[3][3];     ///< By rows.
    float magnitude[3][3];  ///< Of the entries.
    float offset[3];
    float slack[3];
};

/// Nine cross products of this frame's axes i and the other's axes j, as they appear here, at 3 i + j.
struct PairEdges {
    float reach[3][12];  ///< By the other's axis k, then product: how far one unit of half extent k reaches
                         ///< along it, at most.
    float slack[12];     ///< Roundings and margin along it.
    bool enabled;
};

struct PairWalk {
    TreeNodes nodes[2];  ///< a, b.
    PairFrame into[2];   ///< From b's coordinates into a's, from a's into b's.
    PairEdges edges[2];  ///< In a's frame, in b's.
    /// Lengths of 1 in each frame, in units of a and only roughly: which one is opened first.
    float unit[2];
};

}  // namespace graze::simd
