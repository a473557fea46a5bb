// Searches of two box trees at once, or of one against itself. One box of one tree is turned into the other's frame and tested against
// the eight children of a node there; then the same the other way about. See tree_walk.hpp for what is promised.
#pragma once

#include "simd/pair_frame.hpp"
#include "simd/tree_walk.hpp"

namespace graze::simd {

/// A leaf as it lies in the other tree's frame: in a box, and between two heights along a direction.
struct TransformedBox {
    float low[3];
    float high[3];
    float along[3];  ///< No component is larger than 1.
    float bottom;    ///< What rounding does to heights included.
    float top;
};

/// Callbacks return false to end the walk.
struct PairCall {
    bool (*call)(void* visitor, std::uint32_t first_a, std::uint32_t count_a, std::uint32_t first_b, std::uint32_t count_b);
    void* visitor;
    /// How a leaf of `side` lies in the other frame, asked when its box comes near a leaf there; the following calls are with this leaf, until the
    /// next one is transformed. Or null.
    void (*transform)(void* visitor, std::uint32_t side, std::uint32_t first, std::uint32_t count, TransformedBox* box) = nullptr;
};
struct LeafPair {
    std::uint32_t first_a;
    std::uint32_t count_a;
    std::uint32_t first_b;
    std::uint32_t count_b;
};
/// `lower` is below the distance of the leaves; the callback may lower `*limit`.
struct NearPairCall {
    bool (*call)(void* visitor, const LeafPair& leaves, double lower, double* limit);
    /// Whether what is below two children of nodes, as nodes hold them, is known to be beyond the limit. May be null.
    bool (*apart)(void* visitor, std::uint32_t child_a, std::uint32_t child_b);
    void* visitor;
};

/// Pairs of leaves whose boxes overlap along the six face axes; with `edges` along the nine others too, but where a leaf is transformed.
WalkCounts walk_pairs(const PairWalk& walk, bool edges, PairCall leaf);

/// Distances as in NearWalk: b's boxes are moved towards a's by `beyond` along each axis of each frame (PairFrame::offset already is), and
/// what a frame says of the squared distance in a's unit is shrink_sq (excess) + less, on top of `beyond_sq`.
struct NearPairLimits {
    float twice_beyond[2][3];  ///< By frame. Rounded down.
    float shrink_sq[2];        ///< Least stretch of the map into a's frame, squared; rounded down by 2^-20 more.
    float less[2];             ///< Not positive: what this frame's own `beyond` lacks of `beyond_sq`.
    double beyond_sq = 0;      ///< The larger of the two frames', in a's unit. Rounded down.
    double unit = 1;           ///< Caller's length for 1 of a's frame.
    double limit = 0;          ///< In the caller's lengths.
};
/// Pairs of leaves within the limit. With `apart` one pair comes first that is near by the middles of boxes, so that there is something to tell
/// by; else bounds of the squared distance come in ascending order, up to an eighth of an octave.
WalkCounts walk_near_pairs(const PairWalk& walk, const NearPairLimits& limits, NearPairCall leaf);

/// Pairs of leaves of one tree whose boxes are within `margin` of each other along every axis; every leaf with itself. The margin is zero,
/// or large enough to cover the rounding of its sum with a coordinate.
WalkCounts walk_self_pairs(const BoxNode* nodes, float margin, PairCall leaf);

}  // namespace graze::simd
