// Depth first; of two boxes the larger one's node is opened, or the one that is not a leaf.
#include "simd/tree_walk_pairs.hpp"

#include <algorithm>
#include <bit>
#include <limits>

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

/// Best first: what is nearest by its bound is opened next, so that no pair is visited whose bound is above the final limit but for
/// equals. What waits has a fixed place; when that is full, pairs are followed depth first instead.
class NearPairWalk {
public:
    NearPairWalk(const PairWalk& walk, const NearPairLimits& limits, BoundedPairCall leaf)
        : walk_(walk), limits_(limits), leaf_(leaf), limit_(limits.limit) {
        for (std::uint32_t i = 0; i < kMostWaiting; ++i) free_[i] = i;
        update();
    }

    bool open(std::size_t side, std::uint32_t index, const Single& single) {
        next_ = {single, index, static_cast<std::uint32_t>(side)};
        next_excess_ = 0;  // more than a limit below `beyond_sq`, which is negative
        while (take_next()) {
            const Waiting pair = next_;
            const float excess = next_excess_;
            next_excess_ = kNothing;
            if (!follow(pair, excess, true)) return false;
        }
        return true;
    }

    WalkCounts counts;

private:
    static constexpr std::uint32_t kMostWaiting = 512;
    static constexpr float kNothing = std::numeric_limits<float>::infinity();

    /// A node of `side` and a box of the other; two leaves when the node is one.
    struct Waiting {
        Single single;
        std::uint32_t child;
        std::uint32_t side;
    };
    /// Ordered by excess; of equals the later ones, which are deeper, come first.
    struct Ticket {
        std::uint64_t key;
        std::uint32_t place;

        [[nodiscard]] float excess() const { return std::bit_cast<float>(static_cast<std::uint32_t>(key >> 32)); }
    };
    struct Later {
        bool operator()(const Ticket& a, const Ticket& b) const { return a.key > b.key; }
    };

    /// Leaves the nearest pair in `next_`: often it is there already, a child of the last one opened.
    bool take_next() {
        if (heap_size_ > 0 && heap_[0].excess() < next_excess_) {
            std::pop_heap(heap_, heap_ + heap_size_, Later{});
            const Ticket ticket = heap_[--heap_size_];
            const Waiting popped = waiting_[ticket.place];
            free_[heap_size_] = ticket.place;
            if (next_excess_ < kNothing) put_off(next_, next_excess_);
            next_ = popped;
            next_excess_ = ticket.excess();
        }
        return next_excess_ <= last_;
    }

    bool follow(const Waiting& pair, float excess, bool may_wait) {
        if (child::is_leaf(pair.child)) return visit(leaf_pair(pair.side, pair.child, pair.single.child), excess);
        return expand(pair.side, pair.child, pair.single, may_wait);
    }

    bool expand(std::size_t side, std::uint32_t index, const Single& single, bool may_wait) {
        const BoxNode& node = walk_.nodes[side][index];
        const std::uint32_t used = used_lanes(node);
        ++counts.nodes;
        counts.boxes += bit_count(used);
        TurnedLanes lanes;
        // Flat maps leave no distance in the other frame, not even to lanes without a child.
        const std::uint32_t bits = used & lanes_within(node, single, walk_, side, limits_, last_, lanes);
        const SortedLanes sorted(bits, lanes.excess);
        if (sorted.count == 0) return true;
        if (may_wait && heap_size_ + sorted.count <= kMostWaiting) {
            for (std::uint32_t k = sorted.count - 1; k > 0; --k) {
                put_off(pair_of(node, lanes, sorted.lane(k), side, single), lanes.excess[sorted.lane(k)]);
            }
            next_ = pair_of(node, lanes, sorted.lane(0), side, single);
            next_excess_ = lanes.excess[sorted.lane(0)];
            return true;
        }
        for (std::uint32_t k = 0; k < sorted.count; ++k) {
            const std::uint32_t lane = sorted.lane(k);
            if (!(lanes.excess[lane] <= last_)) continue;
            if (!follow(pair_of(node, lanes, lane, side, single), lanes.excess[lane], false)) return false;
        }
        return true;
    }

    /// A lane and the single box, as the node to open next and the box to open it against.
    static Waiting pair_of(const BoxNode& node, const TurnedLanes& lanes, std::uint32_t lane, std::size_t side, const Single& single) {
        const std::uint32_t c = node.child[lane];
        if ((child::is_leaf(c) && child::is_leaf(single.child)) || opens_lane(c, lanes.size[lane], single)) {
            return {single, c, static_cast<std::uint32_t>(side)};
        }
        return {single_of(node, lanes, lane), single.child, static_cast<std::uint32_t>(1 - side)};
    }

    void put_off(const Waiting& pair, float excess) {
        const std::uint32_t place = free_[heap_size_];
        waiting_[place] = pair;
        heap_[heap_size_++] = {static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(excess)) << 32 | --countdown_, place};
        std::push_heap(heap_, heap_ + heap_size_, Later{});
    }

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
    std::uint32_t heap_size_ = 0;
    std::uint32_t countdown_ = 0xffffffffU;
    Ticket heap_[kMostWaiting];
    Waiting waiting_[kMostWaiting];
    std::uint32_t free_[kMostWaiting];  ///< From heap_size_ on: places that nothing waits in.
    Waiting next_{};
    float next_excess_ = kNothing;
};

/// Starts with the larger root.
template <class Walker> WalkCounts start(const PairWalk& walk, Walker&& walker) {
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
