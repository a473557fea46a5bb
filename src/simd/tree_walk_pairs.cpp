// Depth first; of two boxes the larger one's node is opened, or the one that is not a leaf.
#include "simd/tree_walk_pairs.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree_walk_pairs.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree_pairs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// A leaf that is searched for in the other tree.
struct LeafSearch {
    std::uint32_t leaf;
    bool transformed = false;
    float low[3];  ///< Its box in its own frame.
    float high[3];
    TransformedBox there{};  ///< In the other's: until it is transformed, its turned box, and nothing is known of heights.

    HWY_INLINE LeafSearch(const BoxNode& node, const TurnedLanes& lanes, std::uint32_t lane) : leaf(node.child[lane]) {
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = node.min[k][lane];
            high[k] = node.max[k][lane];
            there.low[k] = lanes.low[k][lane];
            there.high[k] = lanes.high[k][lane];
        }
    }
};

HWY_INLINE std::uint32_t leaf_lanes(const BoxNode& node) {
    std::uint32_t bits = 0;
    for (std::uint32_t lane = 0; lane < kNodeWidth; ++lane) bits |= child::is_leaf(node.child[lane]) ? 1U << lane : 0;
    return bits;
}

/// Lanes that overlap the box and reach between its heights.
HWY_INLINE std::uint32_t lanes_overlapping(const BoxNode& node, const TransformedBox& transformed) {
    const Floats d;
    return lane_bits([&](std::size_t i) HWY_ATTR {
        FloatVector bottom = hn::Zero(d), top = hn::Zero(d);
        auto overlap = hn::Eq(bottom, top);
        for (std::size_t k = 0; k < 3; ++k) {
            const FloatVector low = hn::Load(d, node.min[k] + i), high = hn::Load(d, node.max[k] + i);
            overlap = hn::And(overlap, hn::And(hn::Le(low, hn::Set(d, transformed.high[k])), hn::Ge(high, hn::Set(d, transformed.low[k]))));
            const FloatVector along = hn::Set(d, transformed.along[k]), p = hn::Mul(along, low), q = hn::Mul(along, high);
            bottom = hn::Add(bottom, hn::Min(p, q));
            top = hn::Add(top, hn::Max(p, q));
        }
        return hn::And(overlap, hn::And(hn::Le(bottom, hn::Set(d, transformed.top)), hn::Ge(top, hn::Set(d, transformed.bottom))));
    });
}

/// Lanes that overlap the leaf's box in its own frame.
HWY_INLINE std::uint32_t lanes_overlapping_turned(const BoxNode& node, const LeafSearch& search, const PairFrame& into) {
    const Floats d;
    return lane_bits([&](std::size_t i) HWY_ATTR {
        const LaneMiddles lanes(node, i);
        auto overlap = hn::Eq(hn::Zero(d), hn::Zero(d));
        for (std::size_t k = 0; k < 3; ++k) {
            const TurnedRow row(lanes, into, k);
            overlap = hn::And(overlap, hn::And(hn::Le(row.low, hn::Set(d, search.high[k])), hn::Ge(row.high, hn::Set(d, search.low[k]))));
        }
        return overlap;
    });
}

template <bool kEdges> class OverlapWalk {
public:
    OverlapWalk(const PairWalk& walk, PairCall leaf) : walk_(walk), leaf_(leaf) {}

    /// Opens a node of `side` against a box of the other. False when the visitor ended the walk.
    bool open(std::size_t side, std::uint32_t index, const QueryBox& query) {
        const BoxNode& node = walk_.nodes[side][index];
        ++counts.nodes;
        counts.boxes += bit_count(used_lanes(node));
        TurnedLanes lanes;
        std::uint32_t bits = lanes_by_faces(node, query, walk_, side, lanes);
        if (kEdges && bits != 0) bits = lanes_by_edges(node, query, walk_, side, bits);
        for (; bits != 0; bits &= bits - 1) {
            const std::uint32_t lane = lowest_lane(bits), c = node.child[lane];
            if (child::is_leaf(c) && child::is_leaf(query.child)) {
                if (!visit(side, c, query.child)) return false;
            } else if (opens_lane(c, lanes.size[lane], query)) {
                if (!open(side, c, query)) return false;
            } else if (child::is_leaf(c) && leaf_.transform != nullptr) {
                LeafSearch search(node, lanes, lane);
                if (!open_for_leaf(1 - side, query.child, search)) return false;
            } else {
                if (!open(1 - side, query.child, query_box_of(node, lanes, lane))) return false;
            }
        }
        return true;
    }

    WalkCounts counts;

private:
    /// A leaf of `side`, and one of the other.
    bool visit(std::size_t side, std::uint32_t leaf, std::uint32_t other) {
        const LeafPair pair = leaf_pair(side, leaf, other);
        ++counts.leaves;
        counts.stopped = !leaf_.call(leaf_.visitor, pair.first_a, pair.count_a, pair.first_b, pair.count_b);
        return !counts.stopped;
    }

    /// Opens a node of `side` against a leaf of the other. Many leaves come near no other: one is transformed when it first does.
    bool open_for_leaf(std::size_t side, std::uint32_t index, LeafSearch& search) {
        const BoxNode& node = walk_.nodes[side][index];
        ++counts.nodes;
        counts.boxes += bit_count(used_lanes(node));
        std::uint32_t bits = lanes_overlapping(node, search.there);
        if (bits != 0) bits &= lanes_overlapping_turned(node, search, walk_.into[1 - side]);
        if (!search.transformed && (bits & leaf_lanes(node)) != 0) {
            const auto its_side = static_cast<std::uint32_t>(1 - side);
            leaf_.transform(leaf_.visitor, its_side, child::leaf_first(search.leaf), child::leaf_count(search.leaf), &search.there);
            search.transformed = true;
            bits &= lanes_overlapping(node, search.there);
        }
        for (; bits != 0; bits &= bits - 1) {
            const std::uint32_t c = node.child[lowest_lane(bits)];
            if (!(child::is_leaf(c) ? visit(side, c, search.leaf) : open_for_leaf(side, c, search))) return false;
        }
        return true;
    }

    const PairWalk& walk_;
    PairCall leaf_;
};

WalkCounts face_walk(const PairWalk& walk, PairCall leaf) { return start(walk, OverlapWalk<false>(walk, leaf)); }
WalkCounts edge_walk(const PairWalk& walk, PairCall leaf) { return start(walk, OverlapWalk<true>(walk, leaf)); }

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(face_walk);
HWY_EXPORT(edge_walk);

WalkCounts walk_pairs(const PairWalk& walk, bool edges, PairCall leaf) {
    return edges ? HWY_DYNAMIC_DISPATCH(edge_walk)(walk, leaf) : HWY_DYNAMIC_DISPATCH(face_walk)(walk, leaf);
}

}  // namespace graze::simd
#endif
