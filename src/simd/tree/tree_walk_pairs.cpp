// Depth first; of two boxes the larger one's node is opened, or the one that is not a leaf.
#include "simd/tree/tree_walk_pairs.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree/tree_walk_pairs.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree/tree_pairs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// A leaf that is searched for in the other tree.
struct LeafSearch {
    LeafSlots slots;
    bool transformed = false;  ///< Whether `triangles` is filled in.
    float low[3];              ///< Its box in its own frame.
    float high[3];
    TransformedBox there{};  ///< In the other's: until it is transformed, its turned box, and nothing is
                             ///< known of heights.
    TransformedLeaf triangles;

    HWY_INLINE LeafSearch(const BoxNode& node, const TurnedLanes& lanes, std::uint32_t lane)
        : slots(child::leaf_slots(node.child[lane])) {
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
    for (std::uint32_t lane = 0; lane < kNodeWidth; ++lane)
        bits |= child::is_leaf(node.child[lane]) ? 1U << lane : 0;
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
            overlap = hn::And(overlap, hn::And(hn::Le(low, hn::Set(d, transformed.high[k])),
                                               hn::Ge(high, hn::Set(d, transformed.low[k]))));
            const FloatVector along = hn::Set(d, transformed.along[k]), p = hn::Mul(along, low),
                              q = hn::Mul(along, high);
            bottom = hn::Add(bottom, hn::Min(p, q));
            top = hn::Add(top, hn::Max(p, q));
        }
        return hn::And(overlap, hn::And(hn::Le(bottom, hn::Set(d, transformed.top)),
                                        hn::Ge(top, hn::Set(d, transformed.bottom))));
    });
}

/// Lanes that overlap the leaf's box in its own frame.
HWY_INLINE std::uint32_t lanes_overlapping_turned(const BoxNode& node, const LeafSearch& search,
                                                  const PairFrame& into) {
    const Floats d;
    return lane_bits([&](std::size_t i) HWY_ATTR {
        const LaneMiddles lanes(node, i);
        auto overlap = hn::Eq(hn::Zero(d), hn::Zero(d));
        for (std::size_t k = 0; k < 3; ++k) {
            const TurnedRow row(lanes, into, k);
            overlap = hn::And(overlap, hn::And(hn::Le(row.low, hn::Set(d, search.high[k])),
                                               hn::Ge(row.high, hn::Set(d, search.low[k]))));
        }
        return overlap;
    });
}

template <bool kEdges> class OverlapWalk {
public:
    OverlapWalk(const PairWalk& walk, LeafPairVisitor visit) : walk_(walk), visit_(visit) {}

    /// Opens a node of `side` against a box of the other. False when the visitor ended the walk.
    bool open(std::size_t side, std::uint32_t index, const QueryBox& query) {
        BoxNode place;
        const BoxNode& node = node_at(walk_.nodes[side], index, place);
        ++counts.node_tests;
        counts.box_tests += bit_count(used_lanes(node));
        TurnedLanes lanes;
        std::uint32_t bits = lanes_by_faces(node, query, walk_, side, lanes);
        if (kEdges && bits != 0) bits = lanes_by_edges(node, query, walk_, side, bits);
        for (; bits != 0; bits &= bits - 1) {
            const std::uint32_t lane = lowest_lane(bits), c = node.child[lane];
            if (child::is_leaf(c) && child::is_leaf(query.child)) {
                if (!visit(side, c, query.child)) return false;
            } else if (opens_lane(c, lanes.size[lane], query)) {
                if (!open(side, c, query)) return false;
            } else {
                if (!open(1 - side, query.child, query_box_of(node, lanes, lane))) return false;
            }
        }
        return true;
    }

    TreeStats counts;

private:
    /// A leaf of `side`, and one of the other.
    bool visit(std::size_t side, std::uint32_t leaf, std::uint32_t other) {
        const LeafPair pair = leaf_pair(side, leaf, other);
        ++counts.leaf_tests;
        counts.stopped = visit_(pair.a, pair.b) == Continue::no;
        return !counts.stopped;
    }

    const PairWalk& walk_;
    LeafPairVisitor visit_;
};

/// As soon as a leaf would be the box that nodes of the other tree are tested with, it is searched for with
/// its own bounds there.
class TransformedWalk {
public:
    TransformedWalk(const PairWalk& walk, const TransformedPairVisitor& visitor)
        : walk_(walk), visitor_(visitor) {}

    /// Opens a node of `side` against a box of a node of the other. False when the visitor ended the walk.
    bool open(std::size_t side, std::uint32_t index, const QueryBox& query) {
        BoxNode place;
        const BoxNode& node = node_at(walk_.nodes[side], index, place);
        ++counts.node_tests;
        counts.box_tests += bit_count(used_lanes(node));
        TurnedLanes lanes;
        for (std::uint32_t bits = lanes_by_faces(node, query, walk_, side, lanes); bits != 0;
             bits &= bits - 1) {
            const std::uint32_t lane = lowest_lane(bits), c = node.child[lane];
            if (opens_lane(c, lanes.size[lane], query)) {
                if (!open(side, c, query)) return false;
            } else if (child::is_leaf(c)) {
                if (!search_for(node, lanes, lane, side, query.child)) return false;
            } else {
                if (!open(1 - side, query.child, query_box_of(node, lanes, lane))) return false;
            }
        }
        return true;
    }

    TreeStats counts;

private:
    /// A leaf of `side` in the node `other` of the other tree. Not inlined: the transformed leaf is large,
    /// and `open` is recursive.
    HWY_NOINLINE bool search_for(const BoxNode& node, const TurnedLanes& lanes, std::uint32_t lane,
                                 std::size_t side, std::uint32_t other) {
        LeafSearch search(node, lanes, lane);
        return open_for_leaf(1 - side, other, search);
    }

    /// Opens a node of `side` against a leaf of the other. Many leaves come near no other: one is transformed
    /// when it first does.
    bool open_for_leaf(std::size_t side, std::uint32_t index, LeafSearch& search) {
        BoxNode place;
        const BoxNode& node = node_at(walk_.nodes[side], index, place);
        ++counts.node_tests;
        counts.box_tests += bit_count(used_lanes(node));
        std::uint32_t bits = lanes_overlapping(node, search.there);
        if (bits != 0) bits &= lanes_overlapping_turned(node, search, walk_.into[1 - side]);
        if (!search.transformed && (bits & leaf_lanes(node)) != 0) {
            search.there = visitor_.transform(1 - side, search.slots, search.triangles);
            search.transformed = true;
            bits &= lanes_overlapping(node, search.there);
        }
        for (; bits != 0; bits &= bits - 1) {
            const std::uint32_t c = node.child[lowest_lane(bits)];
            if (!(child::is_leaf(c) ? visit(side, child::leaf_slots(c), search)
                                    : open_for_leaf(side, c, search)))
                return false;
        }
        return true;
    }

    /// The leaf that is searched for, and one of `side`.
    bool visit(std::size_t side, LeafSlots leaf, LeafSearch& search) {
        ++counts.leaf_tests;
        counts.stopped = visitor_.visit({1 - side, search.slots, leaf, search.triangles}) == Continue::no;
        return !counts.stopped;
    }

    const PairWalk& walk_;
    const TransformedPairVisitor& visitor_;
};

TreeStats face_walk(const PairWalk& walk, LeafPairVisitor visit) {
    return start(walk, OverlapWalk<false>(walk, visit));
}
TreeStats edge_walk(const PairWalk& walk, LeafPairVisitor visit) {
    return start(walk, OverlapWalk<true>(walk, visit));
}
TreeStats transformed_walk(const PairWalk& walk, const TransformedPairVisitor& visitor) {
    return start(walk, TransformedWalk(walk, visitor));
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(face_walk);
HWY_EXPORT(edge_walk);
HWY_EXPORT(transformed_walk);

TreeStats walk_pairs(const PairWalk& walk, bool edges, LeafPairVisitor visit) {
    return edges ? HWY_DYNAMIC_DISPATCH(edge_walk)(walk, visit)
                 : HWY_DYNAMIC_DISPATCH(face_walk)(walk, visit);
}

TreeStats walk_transformed_pairs(const PairWalk& walk, const TransformedPairVisitor& visitor) {
    return HWY_DYNAMIC_DISPATCH(transformed_walk)(walk, visitor);
}

}  // namespace graze::simd
#endif
