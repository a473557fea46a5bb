// Pairs that are apart as a whole never reach the floats.
#include "graze/tree/traverse_pairs.hpp"

#include <algorithm>
#include <cmath>

#include "tree/box_frame.hpp"
#include "tree/pair_frames.hpp"

namespace graze::detail {
namespace {

TreeStats stats_of(const simd::WalkCounts& counts) noexcept { return {counts.nodes, counts.boxes, counts.leaves, counts.stopped}; }

/// Boxes are within [-1, 1] and lanes without one far outside of ±kBeyondTree, which nothing passes.
void to_frame(const TransformedLeafBounds& leaf, const TreeFrame& frame, simd::TransformedBox& out) noexcept {
    // Above what a coordinate up to 2 loses as a float, and twice as a double.
    constexpr double kRounding = 0x1p-21;
    for (std::size_t k = 0; k < 3; ++k) {
        out.low[k] = static_cast<float>(clamped((leaf.box.min[k] - frame.origin[k]) * frame.scale - kRounding));
        out.high[k] = static_cast<float>(clamped((leaf.box.max[k] - frame.origin[k]) * frame.scale + kRounding));
        out.along[k] = static_cast<float>(leaf.along[k]);
    }
    const double origin = dot(leaf.along, frame.origin);
    // A dozen roundings of sums below 3 in the lanes, and the direction's own; of the origin's height, and of its differences.
    const double slack = 0x1p-18 + 0x1p-48 * dot(abs(leaf.along), abs(frame.origin)) * frame.scale;
    // Heights of boxes are below 3.
    out.bottom = static_cast<float>(std::clamp((leaf.bottom - origin) * frame.scale - slack, -0x1p10, 0x1p10));
    out.top = static_cast<float>(std::clamp((leaf.top - origin) * frame.scale + slack, -0x1p10, 0x1p10));
}

}  // namespace

TreeStats visit_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, const PairOptions& options, PairVisitor visitor) {
    if (a.empty() || b.empty() || !is_finite(b_in_a) || !(options.margin >= 0)) return {};
    const std::optional<simd::PairWalk> walk = pair_walk(a, b, b_in_a, options);
    if (!walk) return {};
    struct VisitorContext {
        PairVisitor visitor;
        const TreeFrame* frames[2];
    } context{visitor, {&a.frame(), &b.frame()}};
    const auto call = [](void* inner, std::uint32_t first_a, std::uint32_t count_a, std::uint32_t first_b, std::uint32_t count_b) {
        const PairVisitor& to = static_cast<const VisitorContext*>(inner)->visitor;
        return to.call(to.visitor, first_a, count_a, first_b, count_b);
    };
    const auto transform = [](void* inner, std::uint32_t side, std::uint32_t first, std::uint32_t count, simd::TransformedBox* out) {
        const VisitorContext& to = *static_cast<const VisitorContext*>(inner);
        const TransformedLeafBounds leaf =
            to.visitor.transform_leaf(to.visitor.visitor, side == 0 ? PairSide::a : PairSide::b, {first, count});
        to_frame(leaf, *to.frames[1 - side], *out);
    };
    return stats_of(simd::walk_pairs(
        *walk, options.test == BoxTest::faces_and_edges,
        visitor.transform_leaf != nullptr ? simd::PairCall{call, &context, transform} : simd::PairCall{visitor.call, visitor.visitor}));
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
