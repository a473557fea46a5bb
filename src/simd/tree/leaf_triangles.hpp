// Triangles of one leaf against those of another, several at a time: which pairs may intersect. Pairs are
// ruled out by their boxes and by each other's planes, each with a bound of all rounding errors, so that no
// pair that overlaps is left out; the exact test judges the rest. Double lanes and the same operations in the
// same order everywhere: the same pairs on every instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/simd/box_node.hpp"

namespace graze::simd {

inline constexpr std::size_t kLeafLanes = child::kMaxLeafCount;

/// Takes the coordinates of the leaf's frame to those of the other's: rows x + offset, each component off by
/// `error` at the most, its own rounding included; infinite when the map is not known.
struct LeafView {
    double rows[3][3];
    double offset[3];
    double error;
};

/// The corners of a leaf's triangles, three doubles each. Lanes from `count` up to the next multiple of four
/// repeat one of the triangles.
struct LeafCorners {
    const double* corner[kLeafLanes][3];
    std::uint32_t count;
};

/// A leaf in the frame of the other one. Everything in double lanes, by axis.
struct alignas(64) TransformedLeaf {
    double corner[3][3][kLeafLanes];  ///< By corner first.
    double low[3][kLeafLanes];        ///< Of each triangle's box, the view's error included.
    double high[3][kLeafLanes];
    double normal[3][kLeafLanes];  ///< Cross product of the edges from the first corner.
    double product[kLeafLanes];    ///< Of the largest components of those edges.
    double lost[kLeafLanes];       ///< What the errors of the edges add to each product in the normal.
    double box_low[3];             ///< Around all of them.
    double box_high[3];
    double along[3];  ///< About the normal of the first, the largest component 1; or zero.
    double bottom;    ///< Heights along it, dot products, of all of them, errors included.
    double top;
    double error;
    std::uint32_t count;
    bool spanned;  ///< Whether normal, product and lost are set.
};

/// Everything of `out` is set but what spans the triangles.
void transform_leaf(const LeafCorners& leaf, const LeafView& view, TransformedLeaf& out);

/// bits[i] has bit j set where triangle i of `own` may intersect triangle j of `transformed`, which is
/// spanned if it is not yet. The corners of `own` are exact in its frame; its lanes beyond `count` are not
/// asked.
void pairs_that_may_intersect(const LeafCorners& own, TransformedLeaf& transformed, std::uint32_t* bits);

}  // namespace graze::simd
