// Costs are compared in the order of axes and places, the first of equals wins. Bounds and counts of bins are
// minima and sums of integers, hence the same however blocks of members are shared out.
#include "tree/box_split.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace graze {
namespace {

using simd::Float4;
using simd::Int4;

constexpr std::uint32_t kMostBins = 16;
/// Smaller sets get half the bins: a scan over the bins then costs more than one over the members.
constexpr std::uint32_t kManyMembers = 32;
/// Sets no larger are divided where their middles' extent is: costs of such cuts hardly differ.
constexpr std::uint32_t kFewMembers = 4;
/// Ranges are worked on in blocks of this many members when there are threads to share them.
constexpr std::uint32_t kBlock = 8192;

constexpr float kFar = std::numeric_limits<float>::infinity();

struct Bin {
    Float4 low;
    Float4 negated_high;

    void add(const Bin& other) noexcept {
        low = simd::min4(other.low, low);
        negated_high = simd::min4(other.negated_high, negated_high);
    }
    [[nodiscard]] Float4 extent() const noexcept { return -negated_high - low; }
};

/// Which bin a box falls into on each axis.
struct Binning {
    Float4 low;
    Float4 factor;  ///< 0 on axes along which all middles are (almost) equal.
    std::uint32_t bins;

    Binning(const Spread& spread, std::uint32_t count) : low(spread.middle_low), factor(simd::set4(0)) {
        bins = count < kManyMembers ? kMostBins / 2 : kMostBins;
        for (int axis = 0; axis < 3; ++axis) {
            const float extent = -spread.negated_middle_high[axis] - spread.middle_low[axis];
            // A little less than `bins` over the extent: rounding must not reach the bin past the last.
            if (extent > 0x1p-90F) factor[axis] = static_cast<float>(bins) * (1 - 0x1p-20F) / extent;
        }
        low[3] = 0;
    }
    [[nodiscard]] Int4 operator()(const BuildBox& box) const noexcept {
        Float4 middle = box.low() - box.negated_high();
        middle[3] = 0;
        return simd::truncate4((middle - low) * factor);
    }
    [[nodiscard]] std::int32_t along(const BuildBox& box, std::size_t axis) const noexcept {
        return static_cast<std::int32_t>(((box.min[axis] - box.negated_max[axis]) - low[axis]) *
                                         factor[axis]);
    }
};

struct Bins {
    Bin box[3][kMostBins];
    std::uint32_t count[3][kMostBins];

    explicit Bins(std::uint32_t used) noexcept {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::fill_n(box[axis], used, Bin{simd::set4(kFar), simd::set4(kFar)});
            std::fill_n(count[axis], used, 0U);
        }
    }

    void fill(const Binning& binning, const BuildBox* first, const BuildBox* last) noexcept {
        for (; first != last; ++first) {
            const Int4 bin = binning(*first);
            const Float4 low = first->low(), high = first->negated_high();
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto b = static_cast<std::size_t>(bin[axis]);
                Bin& into = box[axis][b];
                into.low = simd::min4(low, into.low);
                into.negated_high = simd::min4(high, into.negated_high);
                ++count[axis][b];
            }
        }
    }
    void add(const Bins& other) noexcept {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t b = 0; b < kMostBins; ++b) {  // only ranges that use all bins have partial ones
                box[axis][b].add(other.box[axis][b]);
                count[axis][b] += other.count[axis][b];
            }
        }
    }
};

/// Bins 0 .. last of the axis go left.
struct Cut {
    float cost = std::numeric_limits<float>::infinity();
    std::size_t axis = 0;
    std::int32_t last = 0;
    std::uint32_t left_count = 0;
};

/// What is on one side of each cut of an axis.
struct Side {
    Float4 extent[kMostBins];  ///< Of the boxes; infinite where there are none.
    std::uint32_t count[kMostBins];
    alignas(16) float weight[kMostBins];

    void weigh(std::uint32_t used) noexcept {
        for (std::size_t b = 0; b < used; b += 4) {
            Float4 x = extent[b], y = extent[b + 1], z = extent[b + 2], w = extent[b + 3];
            simd::transpose4(x, y, z, w);
            simd::store4(weight_of(x, y, z), weight + b);
        }
    }
};

void offer_cuts(const Bins& bins, std::size_t axis, std::uint32_t used, Cut& best) noexcept {
    const Bin nothing{simd::set4(kFar), simd::set4(kFar)};
    Side left, right;
    left.extent[used - 1] = right.extent[0] = simd::set4(0);  // no cuts there
    Bin sum = nothing;
    std::uint32_t count = 0;
    for (std::size_t b = used - 1; b > 0; --b) {
        sum.add(bins.box[axis][b]);
        right.extent[b] = sum.extent();
        right.count[b] = count += bins.count[axis][b];
    }
    const std::uint32_t total = count + bins.count[axis][0];
    sum = nothing;
    count = 0;
    for (std::size_t b = 0; b + 1 < used; ++b) {
        sum.add(bins.box[axis][b]);
        left.extent[b] = sum.extent();
        left.count[b] = count += bins.count[axis][b];
    }
    left.weigh(used);
    right.weigh(used);
    for (std::size_t b = 0; b + 1 < used; ++b) {
        if (left.count[b] == 0 || left.count[b] == total) continue;
        const float cost = left.weight[b] * static_cast<float>(left.count[b]) +
                           right.weight[b + 1] * static_cast<float>(right.count[b + 1]);
        if (cost < best.cost) best = {cost, axis, static_cast<std::int32_t>(b), left.count[b]};
    }
}

struct BlockTally {
    Spread left{};
    Spread right{};
};

Spread spread_of(const BuildBox* first, const BuildBox* last) noexcept {
    Spread spread;
    for (; first != last; ++first) spread.add(*first);
    return spread;
}

/// Moves one block's members, left ones to `left`, others to `right`, in order. Without branches on the side:
/// it cannot be foreseen.
template <class GoesLeft>
BlockTally move_block(const BuildBox* first, const BuildBox* last, BuildBox* left, BuildBox* right,
                      const GoesLeft& goes_left) noexcept {
    constexpr std::ptrdiff_t kChunk = 256;  // still in the first cache when its ends are looked up
    BlockTally tally;
    BuildBox* to[2] = {right, left};
    while (first != last) {
        const BuildBox* chunk_end = first + std::min(last - first, kChunk);
        const BuildBox* const from[2] = {to[0], to[1]};
        for (; first != chunk_end; ++first) *to[goes_left(*first) ? 1 : 0]++ = *first;
        tally.right.add(spread_of(from[0], to[0]));
        tally.left.add(spread_of(from[1], to[1]));
    }
    return tally;
}

}  // namespace

BoxSplitter::BoxSplitter(std::span<const Aabb> boxes, const TreeFrame& frame, BoxSplit rule,
                         const Workers& workers)
    : buffers_{std::make_unique_for_overwrite<BuildBox[]>(boxes.size()),
               std::make_unique_for_overwrite<BuildBox[]>(boxes.size())},
      rule_(rule),
      workers_(workers) {
    everything_.end = static_cast<std::uint32_t>(boxes.size());
    std::vector<Spread> spreads((boxes.size() + kBlock - 1) / kBlock);
    workers.for_each(spreads.size(), [&](std::size_t block) {
        const std::size_t end = std::min<std::size_t>(boxes.size(), (block + 1) * kBlock);
        for (std::size_t i = block * kBlock; i < end; ++i) {
            buffers_[0][i] = build_box(boxes[i], frame, static_cast<std::uint32_t>(i));
            spreads[block].add(buffers_[0][i]);
        }
    });
    for (const Spread& spread : spreads) everything_.spread.add(spread);
    everything_.weigh();
}

template <class GoesLeft>
std::uint32_t BoxSplitter::count_left(const BoxRange& range, const GoesLeft& goes_left) const {
    std::uint32_t count = 0;
    for (const BuildBox* box = data(range); box != data(range) + range.count(); ++box)
        count += goes_left(*box) ? 1 : 0;
    return count;
}

template <class GoesLeft>
SplitPair BoxSplitter::partition(const BoxRange& range, std::uint32_t left_count, const GoesLeft& goes_left) {
    const std::uint32_t other = 1 - range.buffer;
    SplitPair pair{{range.begin, range.begin + left_count, other, {}, 0},
                   {range.begin + left_count, range.end, other, {}, 0}};
    const BuildBox* from = data(range);
    BuildBox* const left = buffers_[other].get() + pair.left.begin;
    BuildBox* const right = buffers_[other].get() + pair.right.begin;
    const std::size_t blocks = (range.count() + kBlock - 1) / kBlock;
    if (blocks < 4) {
        const BlockTally tally = move_block(from, from + range.count(), left, right, goes_left);
        pair.left.spread = tally.left;
        pair.right.spread = tally.right;
        pair.left.weigh();
        pair.right.weigh();
        return pair;
    }
    const auto block_end = [&](std::size_t b) {
        return from + std::min<std::size_t>((b + 1) * kBlock, range.count());
    };
    std::vector<std::size_t> lefts(blocks + 1, 0);  // members that go left in the blocks before
    workers_.for_each(blocks, [&](std::size_t b) {
        std::size_t count = 0;
        for (const BuildBox* box = from + b * kBlock; box != block_end(b); ++box)
            count += goes_left(*box) ? 1 : 0;
        lefts[b + 1] = count;
    });
    for (std::size_t b = 0; b < blocks; ++b) lefts[b + 1] += lefts[b];
    std::vector<BlockTally> tallies(blocks);
    workers_.for_each(blocks, [&](std::size_t b) {
        tallies[b] = move_block(from + b * kBlock, block_end(b), left + lefts[b],
                                right + (b * kBlock - lefts[b]), goes_left);
    });
    for (const BlockTally& tally : tallies) {
        pair.left.spread.add(tally.left);
        pair.right.spread.add(tally.right);
    }
    pair.left.weigh();
    pair.right.weigh();
    return pair;
}

SplitPair BoxSplitter::halve(const BoxRange& range) {
    const std::uint32_t left_count = range.count() / 2;
    const BuildBox* middle = data(range) + left_count;
    return partition(range, left_count, [middle](const BuildBox& box) { return &box < middle; });
}

SplitPair BoxSplitter::split_at_middle(const BoxRange& range, Float4 low, Float4 high) {
    const Float4 extent = high - low;
    const std::size_t axis = extent[0] >= extent[1] && extent[0] >= extent[2] ? 0
                             : extent[1] >= extent[2]                         ? 1
                                                                              : 2;
    const float twice_middle = low[axis] + high[axis];
    const auto goes_left = [axis, twice_middle](const BuildBox& box) {
        return box.min[axis] - box.negated_max[axis] <= twice_middle;
    };
    const std::uint32_t left_count = count_left(range, goes_left);
    if (left_count == 0 || left_count == range.count()) return halve(range);
    return partition(range, left_count, goes_left);
}

SplitPair BoxSplitter::split_by_cost(const BoxRange& range) {
    const Binning binning(range.spread, range.count());
    const BuildBox* from = data(range);
    const std::size_t blocks = (range.count() + kBlock - 1) / kBlock;
    Bins bins(binning.bins);
    if (blocks < 4) {
        bins.fill(binning, from, from + range.count());
    } else {
        std::vector<Bins> partial(blocks, Bins(kMostBins));
        workers_.for_each(blocks, [&](std::size_t b) {
            partial[b].fill(binning, from + b * kBlock,
                            from + std::min<std::size_t>((b + 1) * kBlock, range.count()));
        });
        for (const Bins& part : partial) bins.add(part);
    }
    Cut best;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (binning.factor[axis] > 0) offer_cuts(bins, axis, binning.bins, best);
    }
    if (best.left_count == 0) return halve(range);
    return partition(range, best.left_count,
                     [&binning, axis = best.axis, last = best.last](const BuildBox& box) {
                         return binning.along(box, axis) <= last;
                     });
}

SplitPair BoxSplitter::split(const BoxRange& range) {
    const Spread& spread = range.spread;
    if (rule_ == BoxSplit::midpoint) return split_at_middle(range, spread.low, -spread.negated_high);
    if (range.count() <= kFewMembers) {
        const Float4 half = simd::set4(0.5F);
        return split_at_middle(range, half * spread.middle_low, -half * spread.negated_middle_high);
    }
    return split_by_cost(range);
}

}  // namespace graze
