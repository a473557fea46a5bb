// Pairs that are apart as a whole never reach the floats.
#include "graze/tree/traverse_pairs.hpp"

#include <algorithm>
#include <cmath>

#include "tree/pair_frames.hpp"

namespace graze::detail {
namespace {

TreeStats stats_of(const simd::WalkCounts& counts) noexcept { return {counts.nodes, counts.boxes, counts.leaves, counts.stopped}; }

}  // namespace

TreeStats visit_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, const PairOptions& options, PairVisitor visitor) {
    if (a.empty() || b.empty() || !is_finite(b_in_a) || !(options.margin >= 0)) return {};
    const std::optional<simd::PairWalk> walk = pair_walk(a, b, b_in_a, options);
    if (!walk) return {};
    return stats_of(simd::walk_pairs(*walk, options.test == BoxTest::faces_and_edges, {visitor.call, visitor.visitor}));
}

TreeStats visit_near_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance, BoundedPairVisitor visitor) {
    if (a.empty() || b.empty() || !is_finite(b_in_a) || !(max_distance >= 0)) return {};
    const std::optional<NearPairSetup> setup = near_pair_walk(a, b, b_in_a, max_distance);
    if (!setup) return {};
    const auto call = [](void* inner, const simd::LeafPair& leaves, double lower, double* limit) {
        const auto& to = *static_cast<const BoundedPairVisitor*>(inner);
        return to.call(to.visitor, {leaves.first_a, leaves.count_a}, {leaves.first_b, leaves.count_b}, lower, limit);
    };
    const auto apart = [](void* inner, std::uint32_t child_a, std::uint32_t child_b) {
        const auto& to = *static_cast<const BoundedPairVisitor*>(inner);
        return to.apart(to.visitor, child_a, child_b);
    };
    return stats_of(simd::walk_near_pairs(setup->walk, setup->limits, {call, visitor.apart != nullptr ? +apart : nullptr, &visitor}));
}

TreeStats visit_self_pairs(const BoxTree& tree, double margin, PairVisitor visitor) {
    if (tree.empty() || !(margin >= 0)) return {};
    // All boxes are within 2 of each other. The constants pay for the product's rounding and the sum's with a coordinate.
    const double reach = std::min(margin * tree.frame().scale, 3.0);
    const auto grow = static_cast<float>(reach > 0 ? reach * (1 + 0x1p-20) + 0x1p-21 : 0);
    return stats_of(simd::walk_self_pairs(tree.nodes().data(), grow, {visitor.call, visitor.visitor}));
}

}  // namespace graze::detail
