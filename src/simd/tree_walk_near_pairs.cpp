// Near pairs first. What waits stands in rows by the size of its bound, eight rows to an octave of the squared distance: putting off and
// taking up cost a few instructions, where a heap spends its time on mispredicted branches. Pending pairs have a fixed buffer; when
// that is full, pairs are followed depth first instead.
#include <bit>

#include "simd/tree_walk_pairs.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree_walk_near_pairs.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree_pairs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// Excess of the squared distance between [low, high] lanes and one box, in one frame.
HWY_INLINE FloatVector excess_of(const float (*low)[kNodeWidth], const float (*high)[kNodeWidth], std::size_t i, const float* box_low,
                                 const float* box_high, const float* twice_beyond) {
    const Floats d;
    FloatVector sum = hn::Zero(d);
    for (std::size_t k = 0; k < 3; ++k) {
        const FloatVector below = hn::Sub(hn::Load(d, low[k] + i), hn::Set(d, box_high[k]));
        const FloatVector above = hn::Sub(hn::Set(d, box_low[k]), hn::Load(d, high[k] + i));
        const FloatVector gap = hn::Max(hn::Max(below, above), hn::Zero(d));
        sum = hn::Add(sum, hn::Mul(gap, hn::Add(gap, hn::Set(d, twice_beyond[k]))));
    }
    return sum;
}

/// Lanes whose distance bound is not above the limit: the larger of the distances of the boxes in each frame.
HWY_INLINE std::uint32_t lanes_within(const BoxNode& node, const QueryBox& query, const PairWalk& walk, std::size_t side,
                                      const NearPairLimits& limits, float last, TurnedLanes& out, float* excesses) {
    const Floats d;
    const std::size_t other = 1 - side;
    return lane_bits([&](std::size_t i) HWY_ATTR {
        const FloatVector here = excess_of(node.min, node.max, i, query.other_low, query.other_high, limits.twice_beyond[side]);
        const LaneMiddles lanes(node, i);
        store_sizes(lanes, walk.unit[side], i, out);
        for (std::size_t k = 0; k < 3; ++k) turn_row(lanes, walk.into[other], k, i, out);
        const FloatVector there = excess_of(out.low, out.high, i, query.low, query.high, limits.twice_beyond[other]);
        const FloatVector one = hn::Add(hn::Mul(hn::Set(d, limits.shrink_sq[side]), here), hn::Set(d, limits.less[side]));
        const FloatVector two = hn::Add(hn::Mul(hn::Set(d, limits.shrink_sq[other]), there), hn::Set(d, limits.less[other]));
        const FloatVector excess = hn::Max(hn::Max(one, two), hn::Zero(d));
        hn::Store(excess, d, excesses + i);
        return hn::Le(excess, hn::Set(d, last));
    });
}

/// Squares of how far the middles of lanes are from the middle of the box, in the box's frame.
HWY_INLINE void middles_apart(const BoxNode& node, const QueryBox& query, const PairWalk& walk, std::size_t side, TurnedLanes& out,
                              float* squares) {
    const Floats d;
    for (std::size_t i = 0; i < kNodeWidth; i += hn::Lanes(d)) {
        const LaneMiddles lanes(node, i);
        store_sizes(lanes, walk.unit[side], i, out);
        FloatVector sum = hn::Zero(d);
        for (std::size_t k = 0; k < 3; ++k) {
            turn_row(lanes, walk.into[1 - side], k, i, out);
            const FloatVector twice =
                hn::Sub(hn::Add(hn::Load(d, out.low[k] + i), hn::Load(d, out.high[k] + i)), hn::Set(d, query.low[k] + query.high[k]));
            sum = hn::Add(sum, hn::Mul(twice, twice));
        }
        hn::Store(sum, d, squares + i);
    }
}

class NearPairWalk {
public:
    NearPairWalk(const PairWalk& walk, const NearPairLimits& limits, BoundedLeafPairVisitor visit, std::optional<ChildrenApart> apart)
        : walk_(walk), limits_(limits), visit_(visit), apart_(apart), limit_(limits.limit) {
        for (std::uint32_t& first : first_) first = kNowhere;
        update();
    }

    bool open(std::size_t side, std::uint32_t index, const QueryBox& query) {
        set_rows(side, query);
        if (apart_ && last_ >= 0 && !dive(side, index, query)) return false;
        // The first one is opened whatever the limit is: it may be below `beyond_sq`, and then nothing else is.
        if (!expand(side, index, query, true)) return false;
        while (filled_ != 0) {
            const auto word = static_cast<std::uint32_t>(std::countr_zero(filled_));
            const std::uint32_t row = word * 64 + static_cast<std::uint32_t>(std::countr_zero(rows_filled_[word]));
            const std::uint32_t place = first_[row];
            const Waiting& pair = waiting_[place];
            first_[row] = pair.next;
            if (pair.next == kNowhere) empty(row);
            if (!(pair.excess <= last_)) {
                if (row > row_of(last_)) return true;  // nor is anything else that waits
                give_back(place);
                continue;
            }
            if (!take_up(place)) return false;
        }
        return true;
    }

    TreeStats counts;

private:
    static constexpr std::uint32_t kMostWaiting = 512;
    static constexpr std::uint32_t kRows = 256;
    static constexpr std::uint32_t kNowhere = 0xffffffffU;

    /// A node of `side` and a box of the other; two leaves when the node is one, and then nothing of the box but its child is set.
    struct Waiting {
        QueryBox query;
        std::uint32_t child;
        std::uint32_t side;
        float excess;
        std::uint32_t next;  ///< In its row, or among free places.
    };

    /// The last row is for the largest excess there can be, the first for 2^-32 of it and less.
    void set_rows(std::size_t side, const QueryBox& query) {
        float most = 0;
        const BoxNode& root = walk_.nodes[side][0];
        for (std::size_t k = 0; k < 3; ++k) {
            float span = query.other_high[k] - query.other_low[k];
            for (std::size_t lane = 0; lane < kNodeWidth; ++lane) span = std::max(span, root.max[k][lane] - root.min[k][lane]);
            const float factor = limits_.shrink_sq[side];
            most = std::max(most, 4 * factor * span * (2 * span + limits_.twice_beyond[side][k]));
        }
        last_row_ = std::bit_cast<std::uint32_t>(most) >> 20U;
    }
    [[nodiscard]] std::uint32_t row_of(float excess) const {
        if (!(excess > 0)) return 0;
        const std::uint32_t step = (std::bit_cast<std::uint32_t>(excess) >> 20U) + kRows;
        return step > last_row_ ? std::min(step - last_row_, kRows - 1) : 0;
    }
    void empty(std::uint32_t row) {
        rows_filled_[row / 64] &= ~(std::uint64_t{1} << row % 64);
        if (rows_filled_[row / 64] == 0) filled_ &= ~(1U << row / 64);
    }
    void give_back(std::uint32_t place) {
        waiting_[place].next = free_;
        free_ = place;
        --count_;
    }

    /// Straight down to a pair of leaves, where middles of boxes are closest.
    bool dive(std::size_t side, std::uint32_t index, QueryBox query) {
        for (;;) {
            const BoxNode& node = walk_.nodes[side][index];
            ++counts.node_tests;
            counts.box_tests += bit_count(used_lanes(node));
            TurnedLanes lanes;
            HWY_ALIGN float away[kNodeWidth];
            middles_apart(node, query, walk_, side, lanes, away);
            std::uint32_t lane = 0;
            for (std::uint32_t i = 1; i < bit_count(used_lanes(node)); ++i) lane = away[i] < away[lane] ? i : lane;
            const std::uint32_t c = node.child[lane];
            if (child::is_leaf(c) && child::is_leaf(query.child)) return visit(leaf_pair(side, c, query.child), 0);
            if (opens_lane(c, lanes.size[lane], query)) {
                index = c;
            } else {
                index = query.child;
                query = query_box_of(node, lanes, lane);
                side = 1 - side;
            }
        }
    }

    /// Asked when a pair is taken up, not when it was put off: the limit has come down since, and only the visitor's present answer holds.
    [[nodiscard]] bool known_apart(std::size_t side, std::uint32_t lane_child, std::uint32_t query_child) const {
        if (!apart_) return false;
        return side == 0 ? (*apart_)(lane_child, query_child) : (*apart_)(query_child, lane_child);
    }

    bool take_up(std::uint32_t place) {
        const Waiting& pair = waiting_[place];
        const std::uint32_t side = pair.side, index = pair.child;
        if (known_apart(side, index, pair.query.child)) {
            give_back(place);
            return true;
        }
        if (child::is_leaf(index)) {
            const float excess = pair.excess;
            const LeafPair leaves = leaf_pair(side, index, pair.query.child);
            give_back(place);
            return visit(leaves, excess);
        }
        const QueryBox query = pair.query;
        give_back(place);
        return expand(side, index, query, true);
    }

    bool expand(std::size_t side, std::uint32_t index, const QueryBox& query, bool may_wait) {
        const BoxNode& node = walk_.nodes[side][index];
        const std::uint32_t used = used_lanes(node);
        ++counts.node_tests;
        counts.box_tests += bit_count(used);
        TurnedLanes lanes;
        HWY_ALIGN float excess[kNodeWidth];
        // Flat maps leave no distance in the other frame, not even to lanes without a child.
        const std::uint32_t bits = used & lanes_within(node, query, walk_, side, limits_, last_, lanes, excess);
        if (!may_wait || count_ + kNodeWidth > kMostWaiting) return follow(node, lanes, excess, bits, side, query);
        for (std::uint32_t left = bits; left != 0; left &= left - 1) {
            const std::uint32_t lane = lowest_lane(left);
            put_off(node, lanes, lane, excess[lane], side, query);
        }
        return true;
    }

    /// Depth first, nearest lanes first.
    bool follow(const BoxNode& node, const TurnedLanes& lanes, const float* excess, std::uint32_t bits, std::size_t side,
                const QueryBox& query) {
        const SortedLanes sorted(bits, excess);
        for (std::uint32_t k = 0; k < sorted.count; ++k) {
            const std::uint32_t lane = sorted.lane(k), c = node.child[lane];
            if (!(excess[lane] <= last_) || known_apart(side, c, query.child)) continue;
            bool more = true;
            if (child::is_leaf(c) && child::is_leaf(query.child))
                more = visit(leaf_pair(side, c, query.child), excess[lane]);
            else if (opens_lane(c, lanes.size[lane], query))
                more = expand(side, c, query, false);
            else
                more = expand(1 - side, query.child, query_box_of(node, lanes, lane), false);
            if (!more) return false;
        }
        return true;
    }

    void put_off(const BoxNode& node, const TurnedLanes& lanes, std::uint32_t lane, float excess, std::size_t side, const QueryBox& query) {
        std::uint32_t place = free_;
        if (place == kNowhere)
            place = fresh_++;
        else
            free_ = waiting_[place].next;
        ++count_;
        Waiting& pair = waiting_[place];
        const std::uint32_t c = node.child[lane];
        pair.excess = excess;
        pair.child = c;
        pair.side = static_cast<std::uint32_t>(side);
        if (child::is_leaf(c) && child::is_leaf(query.child)) {
            pair.query.child = query.child;
        } else if (opens_lane(c, lanes.size[lane], query)) {
            pair.query = query;
        } else {
            pair.query = query_box_of(node, lanes, lane);
            pair.child = query.child;
            pair.side = static_cast<std::uint32_t>(1 - side);
        }
        const std::uint32_t row = row_of(excess);
        pair.next = first_[row];
        first_[row] = place;
        rows_filled_[row / 64] |= std::uint64_t{1} << row % 64;
        filled_ |= 1U << row / 64;
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
    std::uint32_t last_row_ = 0;
    std::uint32_t filled_ = 0;                    ///< By words of `rows_filled_`.
    std::uint64_t rows_filled_[kRows / 64] = {};  ///< By rows.
    std::uint32_t first_[kRows];                  ///< What came last to the row is taken up first: it is deeper.
    std::uint32_t free_ = kNowhere;
    std::uint32_t fresh_ = 0;  ///< Places from here on were never used.
    std::uint32_t count_ = 0;  ///< Of those that wait.
    Waiting waiting_[kMostWaiting];
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
