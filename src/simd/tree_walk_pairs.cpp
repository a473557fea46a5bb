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

inline LeafPair leaf_pair(std::size_t side, std::uint32_t lane_child, std::uint32_t single_child) {
    const std::uint32_t a = side == 0 ? lane_child : single_child, b = side == 0 ? single_child : lane_child;
    return {child::leaf_first(a), child::leaf_count(a), child::leaf_first(b), child::leaf_count(b)};
}

/// Whether the lane's node is opened next, rather than the single box's.
inline bool opens_lane(std::uint32_t lane_child, float lane_size, const Single& single) {
    return child::is_leaf(single.child) || (!child::is_leaf(lane_child) && lane_size >= single.size);
}

template <bool kEdges> class OverlapWalk {
public:
    OverlapWalk(const PairWalk& walk, PairCall leaf) : walk_(walk), leaf_(leaf) {}

    /// Opens a node of `side` against a box of the other. False when the visitor ended the walk.
    bool open(std::size_t side, std::uint32_t index, const Single& single) {
        const BoxNode& node = walk_.nodes[side][index];
        ++counts.nodes;
        counts.boxes += bit_count(used_lanes(node));
        TurnedLanes lanes;
        std::uint32_t bits = lanes_by_faces(node, single, walk_, side, lanes);
        if (kEdges && bits != 0) bits = lanes_by_edges(node, single, walk_, side, bits);
        for (; bits != 0; bits &= bits - 1) {
            const std::uint32_t lane = lowest_lane(bits), c = node.child[lane];
            if (child::is_leaf(c) && child::is_leaf(single.child)) {
                const LeafPair pair = leaf_pair(side, c, single.child);
                ++counts.leaves;
                if (!leaf_.call(leaf_.visitor, pair.first_a, pair.count_a, pair.first_b, pair.count_b)) {
                    counts.stopped = true;
                    return false;
                }
            } else if (opens_lane(c, lanes.size[lane], single)) {
                if (!open(side, c, single)) return false;
            } else {
                if (!open(1 - side, single.child, single_of(node, lanes, lane))) return false;
            }
        }
        return true;
    }

    WalkCounts counts;

private:
    const PairWalk& walk_;
    PairCall leaf_;
};

class NearPairWalk {
public:
    NearPairWalk(const PairWalk& walk, const NearPairLimits& limits, BoundedPairCall leaf)
        : walk_(walk), limits_(limits), leaf_(leaf), limit_(limits.limit) {
        update();
    }

    bool open(std::size_t side, std::uint32_t index, const Single& single) {
        const BoxNode& node = walk_.nodes[side][index];
        const std::uint32_t used = used_lanes(node);
        ++counts.nodes;
        counts.boxes += bit_count(used);
        TurnedLanes lanes;
        // Flat maps leave no distance in the other frame, not even to lanes without a child.
        const std::uint32_t bits = used & lanes_within(node, single, walk_, side, limits_, last_, lanes);
        const SortedLanes sorted(bits, lanes.excess);
        for (std::uint32_t k = 0; k < sorted.count; ++k) {
            const std::uint32_t lane = sorted.lane(k), c = node.child[lane];
            if (!(lanes.excess[lane] <= last_)) continue;
            if (child::is_leaf(c) && child::is_leaf(single.child)) {
                if (!visit(leaf_pair(side, c, single.child), lanes.excess[lane])) return false;
            } else if (opens_lane(c, lanes.size[lane], single)) {
                if (!open(side, c, single)) return false;
            } else {
                if (!open(1 - side, single.child, single_of(node, lanes, lane))) return false;
            }
        }
        return true;
    }

    WalkCounts counts;

private:
    bool visit(const LeafPair& pair, float excess) {
        const double lower = length_below(limits_.beyond_sq, excess) * limits_.unit;
        if (lower > limit_) return true;
        ++counts.leaves;
        if (!leaf_.call(leaf_.visitor, pair, lower, &limit_)) {
            counts.stopped = true;
            return false;
        }
        update();
        return true;
    }
    void update() { last_ = excess_limit(limit_ / limits_.unit, limits_.beyond_sq); }

    const PairWalk& walk_;
    const NearPairLimits& limits_;
    BoundedPairCall leaf_;
    double limit_;
    float last_ = 0;
};

/// Starts with the larger root.
template <class Walker> WalkCounts start(const PairWalk& walk, Walker walker) {
    const Single a = single_of_root(walk, 0), b = single_of_root(walk, 1);
    if (a.size >= b.size)
        walker.open(0, 0, b);
    else
        walker.open(1, 0, a);
    return walker.counts;
}

WalkCounts face_walk(const PairWalk& walk, PairCall leaf) { return start(walk, OverlapWalk<false>(walk, leaf)); }
WalkCounts edge_walk(const PairWalk& walk, PairCall leaf) { return start(walk, OverlapWalk<true>(walk, leaf)); }
WalkCounts near_pair_walk(const PairWalk& walk, const NearPairLimits& limits, BoundedPairCall leaf) {
    return start(walk, NearPairWalk(walk, limits, leaf));
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(face_walk);
HWY_EXPORT(edge_walk);
HWY_EXPORT(near_pair_walk);

WalkCounts walk_pairs(const PairWalk& walk, bool edges, PairCall leaf) {
    return edges ? HWY_DYNAMIC_DISPATCH(edge_walk)(walk, leaf) : HWY_DYNAMIC_DISPATCH(face_walk)(walk, leaf);
}
WalkCounts walk_near_pairs(const PairWalk& walk, const NearPairLimits& limits, BoundedPairCall leaf) {
    return HWY_DYNAMIC_DISPATCH(near_pair_walk)(walk, limits, leaf);
}

}  // namespace graze::simd
#endif
