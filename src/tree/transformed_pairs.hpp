// Pairs of leaves of triangles that may intersect. A leaf that comes near leaves of the other tree is
// transformed into their coordinates, and searched for with the bounds of its transformed triangles, which
// are tighter than its transformed box.
#pragma once

#include "graze/tree/box_tree.hpp"
#include "simd/tree/tree_walk_pairs.hpp"

namespace graze::detail {

/// A visitor of leaves of triangles. Sides are 0 for a and 1 for b.
struct TriangleLeafVisitor {
    /// Fills in a leaf of `side` in the coordinates of the other tree. Its bounds contain everything that
    /// should be found near it. A leaf may be transformed several times. Filled in place: a leaf is larger
    /// than a kilobyte.
    FunctionRef<void(std::size_t side, LeafSlots slots, simd::TransformedLeaf& leaf)> transform;
    FunctionRef<Continue(const simd::TransformedPair& pair)> visit;
};

/// Pairs of leaves whose boxes are within `margin` along the face axes of both trees, where the bounds of the
/// transformed leaf (without the margin) overlap the other's box. The map takes b's coordinates to a's.
TreeStats visit_transformed_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double margin,
                                  const TriangleLeafVisitor& visitor);

}  // namespace graze::detail
