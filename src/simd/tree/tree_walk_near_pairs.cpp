// Near pairs first. Waiting pairs are kept in rows by the size of their bounds, eight rows to an octave of
// the squared distance: putting off and taking up cost a few instructions, where a heap spends its time on
// mispredicted branches. Pending pairs have a fixed buffer; when that is full, pairs are followed depth first
// instead.
#include <bit>

#include "simd/tree/tree_walk_pairs.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree/tree_walk_near_pairs.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree/tree_pairs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// Ends of eight boxes along each axis, and of one.
struct LaneEnds {
    const float (*low)[kNodeWidth];
    const float (*high)[kNodeWidth];
};
struct BoxEnds {
    const float* low;
    const float* high;
};

/// Excess of the squared distance between the lanes from i on and one box, in one frame.
HWY_INLINE FloatVector excess_of(const LaneEnds& lanes, std::size_t i, const BoxEnds& box,
                                 const float* twice_beyond) {
    const Floats d;
    FloatVector sum = hn::Zero(d);
    for (std::size_t k = 0; k < 3; ++k) {
        const FloatVector below = hn::Sub(hn::Load(d, lanes.low[k] + i), hn::Set(d, box.high[k]));
        const FloatVector above = hn::Sub(hn::Set(d, box.low[k]), hn::Load(d, lanes.high[k] + i));
        const FloatVector gap = hn::Max(hn::Max(below, above), hn::Zero(d));
        sum = hn::Add(sum, hn::Mul(gap, hn::Add(gap, hn::Set(d, twice_beyond[k]))));
    }
    return sum;
}

/// A node of `side` and a box of the other tree.
struct NodeAndBox {
    std::size_t side;
    const BoxNode& node;
    const QueryBox& query;
};

/// The boxes of the node in the query box's frame, and one number for each.
struct NearLanes {
    TurnedLanes turned;
    HWY_ALIGN float value[kNodeWidth];
};

/// Lanes whose distance bound is not above the limit: the larger of the distances of the boxes in each frame.
/// The values are excesses.
HWY_INLINE std::uint32_t lanes_within(const NodeAndBox& pair, const PairWalk& walk,
                                      const NearPairLimits& limits, float last, NearLanes& out) {
    const Floats d;
    const std::size_t side = pair.side, other = 1 - side;
    const BoxNode& node = pair.node;
    const QueryBox& query = pair.query;
    return lane_bits([&](std::size_t i) HWY_ATTR {
        const FloatVector here = excess_of({node.min, node.max}, i, {query.other_low, query.other_high},
                                           limits.twice_beyond[side]);
        const LaneMiddles lanes(node, i);
        store_sizes(lanes, walk.unit[side], i, out.turned);
        for (std::size_t k = 0; k < 3; ++k) turn_row(lanes, walk.into[other], k, i, out.turned);
        const FloatVector there = excess_of({out.turned.low, out.turned.high}, i, {query.low, query.high},
                                            limits.twice_beyond[other]);
        const FloatVector one =
            hn::Add(hn::Mul(hn::Set(d, limits.shrink_sq[side]), here), hn::Set(d, limits.less[side]));
        const FloatVector two =
            hn::Add(hn::Mul(hn::Set(d, limits.shrink_sq[other]), there), hn::Set(d, limits.less[other]));
        const FloatVector excess = hn::Max(hn::Max(one, two), hn::Zero(d));
        hn::Store(excess, d, out.value + i);
        return hn::Le(excess, hn::Set(d, last));
    });
}

/// The values are squares of how far the middles of lanes are from the middle of the box, in the box's frame.
HWY_INLINE void middles_apart(const NodeAndBox& pair, const PairWalk& walk, NearLanes& out) {
    const Floats d;
    const QueryBox& query = pair.query;
    for (std::size_t i = 0; i < kNodeWidth; i += hn::Lanes(d)) {
        const LaneMiddles lanes(pair.node, i);
        store_sizes(lanes, walk.unit[pair.side], i, out.turned);
        FloatVector sum = hn::Zero(d);
        for (std::size_t k = 0; k < 3; ++k) {
            turn_row(lanes, walk.into[1 - pair.side], k, i, out.turned);
            const FloatVector ends =
                hn::Add(hn::Load(d, out.turned.low[k] + i), hn::Load(d, out.turned.high[k] + i));
            const FloatVector twice = hn::Sub(ends, hn::Set(d, query.low[k] + query.high[k]));
            sum = hn::Add(sum, hn::Mul(twice, twice));
        }
        hn::Store(sum, d, out.value + i);
    }
}

/// Pairs that are put off, in rows by their excess. What came last to a row is taken first: it is deeper.
class PendingPairs {
public:
    /// A node of `side` and a box of the other; two leaves when the node is one, and then nothing of the box
    /// but its child is set.
    struct Pair {
        QueryBox query;
        std::uint32_t child;
        std::uint32_t side;
        float excess;
        std::uint32_t next;  ///< In its row, or among free places.
    };

    PendingPairs() {
        for (std::uint32_t& first : first_) first = kNowhere;
    }

    /// The last row is for the largest excess there can be, the first for 2^-32 of it and less.
    void set_largest(float most) { last_row_ = std::bit_cast<std::uint32_t>(most) >> 20U; }
    [[nodiscard]] bool has_place_for_lanes() const { return count_ + kNodeWidth <= kMostPairs; }

    /// A place to be filled in.
    HWY_INLINE Pair& add(float excess) {
        std::uint32_t place = free_;
        if (place == kNowhere)
            place = fresh_++;
        else
            free_ = pairs_[place].next;
        ++count_;
        Pair& pair = pairs_[place];
        const std::uint32_t row = row_of(excess);
        pair.excess = excess;
        pair.next = first_[row];
        first_[row] = place;
        rows_filled_[row / 64] |= std::uint64_t{1} << row % 64;
        filled_ |= 1U << row / 64;
        return pair;
    }

    /// The nearest pair up to rows, if one is within `last`. It is valid until the next `add`.
    HWY_INLINE const Pair* take(float last) {
        while (filled_ != 0) {
            const auto word = static_cast<std::uint32_t>(std::countr_zero(filled_));
            const std::uint32_t row =
                word * 64 + static_cast<std::uint32_t>(std::countr_zero(rows_filled_[word]));
            const std::uint32_t place = first_[row];
            Pair& pair = pairs_[place];
            first_[row] = pair.next;
            if (pair.next == kNowhere) empty(row);
            const bool within = pair.excess <= last;
            if (!within && row > row_of(last)) return nullptr;  // nor is anything else
            pair.next = free_;
            free_ = place;
            --count_;
            if (within) return &pair;
        }
        return nullptr;
    }

private:
    static constexpr std::uint32_t kMostPairs = 512;
    static constexpr std::uint32_t kRows = 256;
    static constexpr std::uint32_t kNowhere = 0xffffffffU;

    [[nodiscard]] std::uint32_t row_of(float excess) const {
        if (!(excess > 0)) return 0;
        const std::uint32_t step = (std::bit_cast<std::uint32_t>(excess) >> 20U) + kRows;
        return step > last_row_ ? std::min(step - last_row_, kRows - 1) : 0;
    }
    void empty(std::uint32_t row) {
        rows_filled_[row / 64] &= ~(std::uint64_t{1} << row % 64);
        if (rows_filled_[row / 64] == 0) filled_ &= ~(1U << row / 64);
    }

    std::uint32_t last_row_ = 0;
    std::uint32_t filled_ = 0;                    ///< By words of `rows_filled_`.
    std::uint64_t rows_filled_[kRows / 64] = {};  ///< By rows.
    std::uint32_t first_[kRows];                  ///< By rows: the pair that came last.
    std::uint32_t free_ = kNowhere;
    std::uint32_t fresh_ = 0;  ///< Places from here on were never used.
    std::uint32_t count_ = 0;
    Pair pairs_[kMostPairs];
};

class NearPairWalk {
public:
    NearPairWalk(const PairWalk& walk, const NearPairLimits& limits, BoundedLeafPairVisitor visit,
                 std::optional<ChildrenApart> apart)
        : walk_(walk), limits_(limits), visit_(visit), apart_(apart), limit_(limits.limit) {
        update();
    }

    /// Not inlined, nor is the descent: each has its registers for itself, which is worth 2 % of a distance.
    HWY_NOINLINE bool open(std::size_t side, std::uint32_t index, const QueryBox& query) {
        pending_.set_largest(largest_excess(side, query));
        if (apart_ && last_ >= 0 && !descend_to_leaves(side, index, query)) return false;
        // The first one is opened whatever the limit is: it may be below `beyond_sq`, and then nothing else
        // is.
        if (!expand(side, index, query, true)) return false;
        while (const PendingPairs::Pair* pair = pending_.take(last_)) {
            if (!take_up(*pair)) return false;
        }
        return true;
    }

    TreeStats counts;

private:
    [[nodiscard]] float largest_excess(std::size_t side, const QueryBox& query) const {
        float most = 0;
        BoxNode place;
        const BoxNode& root = node_at(walk_.nodes[side], 0, place);
        for (std::size_t k = 0; k < 3; ++k) {
            float span = query.other_high[k] - query.other_low[k];
            for (std::size_t lane = 0; lane < kNodeWidth; ++lane)
                span = std::max(span, root.max[k][lane] - root.min[k][lane]);
            const float factor = limits_.shrink_sq[side];
            most = std::max(most, 4 * factor * span * (2 * span + limits_.twice_beyond[side][k]));
        }
        return most;
    }

    /// Straight down to a pair of leaves, where middles of boxes are closest.
    HWY_NOINLINE bool descend_to_leaves(std::size_t side, std::uint32_t index, QueryBox query) {
        for (;;) {
            BoxNode place;
            const BoxNode& node = node_at(walk_.nodes[side], index, place);
            ++counts.node_tests;
            counts.box_tests += bit_count(used_lanes(node));
            NearLanes lanes;
            middles_apart({side, node, query}, walk_, lanes);
            std::uint32_t lane = 0;
            for (std::uint32_t i = 1; i < bit_count(used_lanes(node)); ++i)
                lane = lanes.value[i] < lanes.value[lane] ? i : lane;
            const std::uint32_t c = node.child[lane];
            if (child::is_leaf(c) && child::is_leaf(query.child))
                return visit(leaf_pair(side, c, query.child), 0);
            if (opens_lane(c, lanes.turned.size[lane], query)) {
                index = c;
            } else {
                index = query.child;
                query = query_box_of(node, lanes.turned, lane);
                side = 1 - side;
            }
        }
    }

    /// Asked when a pair is taken up, not when it was put off: the limit has come down since, and only the
    /// visitor's present answer holds.
    [[nodiscard]] bool known_apart(std::size_t side, std::uint32_t lane_child,
                                   std::uint32_t query_child) const {
        if (!apart_) return false;
        return side == 0 ? (*apart_)(lane_child, query_child) : (*apart_)(query_child, lane_child);
    }

    bool take_up(const PendingPairs::Pair& pair) {
        const std::uint32_t side = pair.side, index = pair.child;
        if (known_apart(side, index, pair.query.child)) return true;
        if (child::is_leaf(index)) return visit(leaf_pair(side, index, pair.query.child), pair.excess);
        const QueryBox query = pair.query;
        return expand(side, index, query, true);
    }

    bool expand(std::size_t side, std::uint32_t index, const QueryBox& query, bool may_wait) {
        BoxNode place;
        const BoxNode& node = node_at(walk_.nodes[side], index, place);
        const std::uint32_t used = used_lanes(node);
        ++counts.node_tests;
        counts.box_tests += bit_count(used);
        const NodeAndBox pair{side, node, query};
        NearLanes lanes;
        // Flat maps leave no distance in the other frame, not even to lanes without a child.
        const std::uint32_t bits = used & lanes_within(pair, walk_, limits_, last_, lanes);
        if (!may_wait || !pending_.has_place_for_lanes()) return follow(pair, lanes, bits);
        for (std::uint32_t left = bits; left != 0; left &= left - 1) put_off(pair, lanes, lowest_lane(left));
        return true;
    }

    /// Depth first, nearest lanes first.
    bool follow(const NodeAndBox& pair, const NearLanes& lanes, std::uint32_t bits) {
        const std::size_t side = pair.side;
        const QueryBox& query = pair.query;
        const SortedLanes sorted(bits, lanes.value);
        for (std::uint32_t k = 0; k < sorted.count; ++k) {
            const std::uint32_t lane = sorted.lane(k), c = pair.node.child[lane];
            const float excess = lanes.value[lane];
            if (!(excess <= last_) || known_apart(side, c, query.child)) continue;
            bool more = true;
            if (child::is_leaf(c) && child::is_leaf(query.child))
                more = visit(leaf_pair(side, c, query.child), excess);
            else if (opens_lane(c, lanes.turned.size[lane], query))
                more = expand(side, c, query, false);
            else
                more = expand(1 - side, query.child, query_box_of(pair.node, lanes.turned, lane), false);
            if (!more) return false;
        }
        return true;
    }

    void put_off(const NodeAndBox& pair, const NearLanes& lanes, std::uint32_t lane) {
        const std::uint32_t c = pair.node.child[lane];
        PendingPairs::Pair& put = pending_.add(lanes.value[lane]);
        put.child = c;
        put.side = static_cast<std::uint32_t>(pair.side);
        if (child::is_leaf(c) && child::is_leaf(pair.query.child)) {
            put.query.child = pair.query.child;
        } else if (opens_lane(c, lanes.turned.size[lane], pair.query)) {
            put.query = pair.query;
        } else {
            put.query = query_box_of(pair.node, lanes.turned, lane);
            put.child = pair.query.child;
            put.side = static_cast<std::uint32_t>(1 - pair.side);
        }
    }

    bool visit(const LeafPair& pair, float excess) {
        const double lower = length_below(limits_.beyond_sq, excess) * limits_.unit;
        if (lower > limit_) return true;
        ++counts.leaf_tests;
        const double before = limit_;
        if (visit_(pair.a, pair.b, lower, limit_) == Continue::no) {
            counts.stopped = true;
            return false;
        }
        if (limit_ < before) update();
        return true;
    }
    void update() { last_ = excess_limit(limit_ / limits_.unit, limits_.beyond_sq); }

    const PairWalk& walk_;
    const NearPairLimits& limits_;
    BoundedLeafPairVisitor visit_;
    std::optional<ChildrenApart> apart_;
    double limit_;
    float last_ = 0;
    PendingPairs pending_;
};

TreeStats near_pair_walk(const PairWalk& walk, const NearPairLimits& limits, BoundedLeafPairVisitor visit,
                         std::optional<ChildrenApart> apart) {
    return start(walk, NearPairWalk(walk, limits, visit, apart));
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(near_pair_walk);

TreeStats walk_near_pairs(const PairWalk& walk, const NearPairLimits& limits, BoundedLeafPairVisitor visit,
                          std::optional<ChildrenApart> apart) {
    return HWY_DYNAMIC_DISPATCH(near_pair_walk)(walk, limits, visit, apart);
}

}  // namespace graze::simd
#endif
