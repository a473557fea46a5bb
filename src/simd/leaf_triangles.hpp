// Triangles of one leaf against those of another, several at a time: which pairs may meet. Pairs are ruled out by their boxes and by each
// other's planes, each with a bound of all rounding errors, so that no pair that meets is left out; the exact test judges the rest.
// Double lanes and the same operations in the same order everywhere: the same pairs on every instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/simd/box_node.hpp"

namespace graze::simd {

inline constexpr std::size_t kLeafLanes = child::kMaxLeafCount;

/// Takes the coordinates of the leaf's frame to those of the other's: rows x + offset, each component off by `error` at the most, its own
/// rounding included; infinite when the map is not known.
struct LeafView {
    double rows[3][3];
    double offset[3];
    double error;
};

/// Corners by corner, axis, triangle. Lanes from `count` on are finite, whatever they are.
struct alignas(64) LeafTriangles {
    double corner[3][3][kLeafLanes];
    std::uint32_t count;
};

/// A leaf in the frame of the other one.
struct alignas(64) SeenLeaf {
    double corner[3][3][kLeafLanes];
    double low[3][kLeafLanes];  ///< Of each triangle's box, the view's error included.
    double high[3][kLeafLanes];
    double normal[3][kLeafLanes];  ///< Cross product of the edges from the first corner.
    double product[kLeafLanes];    ///< Of the largest components of those edges.
    double lost[kLeafLanes];       ///< What the errors of the edges add to each product in the normal.
    double box_low[3];             ///< Around all of them.
    double box_high[3];
    double error;
    std::uint32_t count;
};

/// Everything of `out` is set.
void see_leaf(const LeafTriangles& leaf, const LeafView& view, SeenLeaf& out);

/// bits[i] has bit j set where triangle i of `own` may meet triangle j of `seen`. `own` holds `count` triangles as nine doubles each, corner
/// by corner, exact in its frame.
void pairs_that_may_meet(const double* own, std::uint32_t count, const SeenLeaf& seen, std::uint32_t* bits);

}  // namespace graze::simd
