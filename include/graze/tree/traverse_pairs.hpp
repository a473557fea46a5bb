// Searches of two trees at once, and of one against itself: pairs of leaves that may overlap, or that are near. The promises are those of
// traverse.hpp: no pair of primitives whose boxes overlap (or are within reach) is missed, and the order is the same on every machine.
// The second tree is placed by an affine map into the first one's coordinates; lengths are those of the first.
#pragma once

#include "graze/math/pose.hpp"
#include "graze/tree/traverse.hpp"

namespace graze {

/// Which axes may separate two boxes. Fewer let more pairs pass.
enum class BoxTest : std::uint8_t {
    faces,            ///< The six face normals.
    faces_and_edges,  ///< And the nine cross products of edges: the full test, for general affine maps too.
};

struct PairOptions {
    double margin = 0;  ///< Boxes closer than this overlap too (and some that are not much farther). Not negative.
    BoxTest test = BoxTest::faces;
};

/// Pairs of leaves whose boxes overlap.
TreeStats visit_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, const PairOptions& options, LeafPairVisitor visit);

/// A visitor of near pairs that knows more of the trees than their boxes.
struct NearPairVisitor {
    BoundedLeafPairVisitor visit;
    ChildrenApart apart;
};

/// Pairs of leaves within `max_distance`, near ones first, up to a sixteenth of the distance; the limit is the distance. Bounds are tight
/// for rigid maps, true for all.
TreeStats visit_near_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance, BoundedLeafPairVisitor visit);
/// The same without what the visitor knows to be apart. Then the first pair of leaves is only likely to be near.
TreeStats visit_near_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance, const NearPairVisitor& visitor);

/// Pairs of leaves of one tree whose boxes are within `margin` along every axis, each unordered pair once, and every leaf with itself.
TreeStats visit_self_pairs(const BoxTree& tree, double margin, LeafPairVisitor visit);

}  // namespace graze
