// Searches of two box trees at once, or of one against itself. One box of one tree is turned into the other's
// frame and tested against the eight children of a node there; then the same in reverse. See
// tree_walk.hpp for what is promised.
#pragma once

#include <optional>

#include "simd/tree/leaf_triangles.hpp"
#include "simd/tree/pair_frame.hpp"
#include "simd/tree/tree_walk.hpp"

namespace graze::simd {

/// A leaf as it lies in the other tree's frame: in a box, and between two heights along a direction.
struct TransformedBox {
    float low[3];
    float high[3];
    float along[3];  ///< No component is larger than 1.
    float bottom;    ///< What rounding does to heights included.
    float top;
};

/// Two leaves of triangles, one of them in the frame of the other's tree.
struct TransformedPair {
    std::size_t side;       ///< Of the transformed leaf: 0 for a, 1 for b.
    LeafSlots transformed;  ///< Its slots.
    LeafSlots other;        ///< The leaf that it may intersect, of the other tree.
    TransformedLeaf& leaf;  ///< Its triangles, which the walk keeps while it searches for this leaf. A visit
                            ///< may span them.
};
/// `transform` fills in a leaf of `side` in the other frame and returns the bounds to search with. It is
/// called when the leaf's box first comes near a leaf there.
struct TransformedPairVisitor {
    FunctionRef<TransformedBox(std::size_t side, LeafSlots slots, TransformedLeaf& leaf)> transform;
    FunctionRef<Continue(const TransformedPair& pair)> visit;
};

/// Pairs of leaves whose boxes overlap along the six face axes; with `edges` along the nine others too.
TreeStats walk_pairs(const PairWalk& walk, bool edges, LeafPairVisitor visit);
/// Pairs of leaves whose boxes overlap along the six face axes, one of each pair transformed, which overlaps
/// the other's box by the returned bounds.
TreeStats walk_transformed_pairs(const PairWalk& walk, const TransformedPairVisitor& visitor);

/// Distances as in NearWalk: b's boxes are moved towards a's by `beyond` along each axis of each frame
/// (PairFrame::offset already is), and the bound of a frame on the squared distance in a's unit is shrink_sq
/// (excess) + less, on top of `beyond_sq`.
struct NearPairLimits {
    float twice_beyond[2][3];  ///< By frame. Rounded down.
    float shrink_sq[2];    ///< Least stretch of the map into a's frame, squared; rounded down by 2^-20 more.
    float less[2];         ///< Not positive: what this frame's own `beyond` lacks of `beyond_sq`.
    double beyond_sq = 0;  ///< The larger of the two frames', in a's unit. Rounded down.
    double unit = 1;       ///< Caller's length for 1 of a's frame.
    double limit = 0;      ///< In the caller's lengths.
};
/// Pairs of leaves within the limit. With `apart` one pair comes first that is near by the middles of boxes,
/// so that there is a distance to compare with; else bounds of the squared distance come in ascending order,
/// up to an eighth of an octave.
TreeStats walk_near_pairs(const PairWalk& walk, const NearPairLimits& limits, BoundedLeafPairVisitor visit,
                          std::optional<ChildrenApart> apart);

/// Pairs of leaves of one tree whose boxes are within `margin` of each other along every axis; every leaf
/// with itself. The margin is zero, or large enough to cover the rounding of its sum with a coordinate.
TreeStats walk_self_pairs(const TreeNodes& nodes, float margin, LeafPairVisitor visit);

}  // namespace graze::simd
