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
                Single next = single_of(node, lanes, lane);
                if (child::is_leaf(c) && leaf_.see != nullptr) {
                    leaf_.see(leaf_.visitor, static_cast<std::uint32_t>(side), child::leaf_first(c), child::leaf_count(c), next.other_low,
                              next.other_high);
                }
                if (!open(1 - side, single.child, next)) return false;
            }
        }
        return true;
    }

    WalkCounts counts;

private:
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
