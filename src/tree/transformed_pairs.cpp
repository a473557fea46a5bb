// The traversal is in the trees' floats; bounds of leaves are rounded outward to them.
#include "tree/transformed_pairs.hpp"

#include <algorithm>

#include "tree/box_frame.hpp"
#include "tree/pair_frames.hpp"

namespace graze::detail {
namespace {

/// Boxes are within [-1, 1] and lanes without one far outside of ±kBeyondTree, which nothing passes.
simd::TransformedBox box_in(const TreeFrame& frame, const simd::TransformedLeaf& leaf) noexcept {
    // Above what a coordinate up to 2 loses as a float, and twice as a double.
    constexpr double kRounding = 0x1p-21;
    simd::TransformedBox out;
    const Vec3 along{leaf.along[0], leaf.along[1], leaf.along[2]};
    for (std::size_t k = 0; k < 3; ++k) {
        out.low[k] =
            static_cast<float>(clamped((leaf.box_low[k] - frame.origin[k]) * frame.scale - kRounding));
        out.high[k] =
            static_cast<float>(clamped((leaf.box_high[k] - frame.origin[k]) * frame.scale + kRounding));
        out.along[k] = static_cast<float>(along[k]);
    }
    const double origin = dot(along, frame.origin);
    // A dozen roundings of sums below 3 in the lanes, and the direction's own; of the origin's height, and of
    // its differences.
    const double slack = 0x1p-18 + 0x1p-48 * dot(abs(along), abs(frame.origin)) * frame.scale;
    // Heights of boxes are below 3.
    out.bottom =
        static_cast<float>(std::clamp((leaf.bottom - origin) * frame.scale - slack, -0x1p10, 0x1p10));
    out.top = static_cast<float>(std::clamp((leaf.top - origin) * frame.scale + slack, -0x1p10, 0x1p10));
    return out;
}

}  // namespace

TreeStats visit_transformed_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double margin,
                                  const TriangleLeafVisitor& visitor) {
    const std::optional<simd::PairWalk> walk = pair_walk(a, b, b_in_a, {.margin = margin});
    if (!walk) return {};
    const TreeFrame* frames[2] = {&a.frame(), &b.frame()};
    const auto transform = [&](std::size_t side, LeafSlots slots, simd::TransformedLeaf& leaf) {
        visitor.transform(side, slots, leaf);
        return box_in(*frames[1 - side], leaf);
    };
    return simd::walk_transformed_pairs(*walk, {transform, visitor.visit});
}

}  // namespace graze::detail
