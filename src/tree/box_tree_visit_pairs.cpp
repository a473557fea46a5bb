// Pairs that are apart as a whole never reach the floats.
#include "graze/tree/box_tree.hpp"

#include <algorithm>

#include "tree/pair_frames.hpp"

namespace graze {

TreeStats visit_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, const PairOptions& options,
                      LeafPairVisitor visit) {
    const std::optional<simd::PairWalk> walk = pair_walk(a, b, b_in_a, options);
    return walk ? simd::walk_pairs(*walk, options.test == BoxTest::faces_and_edges, visit) : TreeStats{};
}

TreeStats visit_near_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance,
                           BoundedLeafPairVisitor visit) {
    const std::optional<NearPairSetup> setup = near_pair_walk(a, b, b_in_a, max_distance);
    return setup ? simd::walk_near_pairs(setup->walk, setup->limits, visit, std::nullopt) : TreeStats{};
}

TreeStats visit_near_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance,
                           const NearPairVisitor& visitor) {
    const std::optional<NearPairSetup> setup = near_pair_walk(a, b, b_in_a, max_distance);
    return setup ? simd::walk_near_pairs(setup->walk, setup->limits, visitor.visit, visitor.apart)
                 : TreeStats{};
}

TreeStats visit_self_pairs(const BoxTree& tree, double margin, LeafPairVisitor visit) {
    if (tree.empty() || !(margin >= 0)) return {};
    // All boxes are within 2 of each other. The constants pay for the product's rounding and the sum's with a
    // coordinate.
    const double reach = std::min(margin * tree.frame().scale, 3.0);
    const auto grow = static_cast<float>(reach > 0 ? reach * (1 + 0x1p-20) + 0x1p-21 : 0);
    return simd::walk_self_pairs(tree.walk_nodes(), grow, visit);
}

}  // namespace graze
