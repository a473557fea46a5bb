// The eight boxes of a node as vectors, for the instruction set at hand. Included once per instruction set by
// the walks.
#if defined(GRAZE_SIMD_TREE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_TREE_LANES_INL
#undef GRAZE_SIMD_TREE_LANES_INL
#else
#define GRAZE_SIMD_TREE_LANES_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "simd/tree/tree_walk.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Eight lanes where the instruction set has them, otherwise fewer, several times.
using Floats = hn::CappedTag<float, kNodeWidth>;
using FloatVector = hn::Vec<Floats>;

/// Bit i is lane i's answer; `test(i)` gives the mask of the vector of lanes from i on.
template <class Test> HWY_INLINE std::uint32_t lane_bits(const Test& test) {
    const Floats d;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kNodeWidth; i += hn::Lanes(d)) {
        std::uint8_t part[8] = {};
        hn::StoreMaskBits(d, test(i), part);
        bits |= static_cast<std::uint32_t>(part[0]) << i;
    }
    return bits;
}

/// Of the lanes from i on, those that overlap the box [low, high]. Comparisons only.
HWY_INLINE hn::Mask<Floats> overlap_mask(const BoxNode& node, std::size_t i, const float* low,
                                         const float* high) {
    const Floats d;
    auto overlap = hn::Le(hn::Load(d, node.min[0] + i), hn::Set(d, high[0]));
    overlap = hn::And(overlap, hn::Ge(hn::Load(d, node.max[0] + i), hn::Set(d, low[0])));
    for (std::size_t k = 1; k < 3; ++k) {
        overlap = hn::And(overlap, hn::Le(hn::Load(d, node.min[k] + i), hn::Set(d, high[k])));
        overlap = hn::And(overlap, hn::Ge(hn::Load(d, node.max[k] + i), hn::Set(d, low[k])));
    }
    return overlap;
}
HWY_INLINE std::uint32_t lanes_overlapping(const BoxNode& node, const float* low, const float* high) {
    return lane_bits([&](std::size_t i) HWY_ATTR { return overlap_mask(node, i, low, high); });
}

/// Ends of lanes in steps of their node's grid, as floats.
HWY_INLINE FloatVector steps_of(const std::uint8_t* steps) {
    const Floats d;
    const hn::Rebind<std::uint8_t, Floats> bytes;
    const hn::Rebind<std::int32_t, Floats> integers;
    return hn::ConvertTo(d, hn::PromoteTo(integers, hn::LoadU(bytes, steps)));
}

/// As graze::unpacked. Not inlined: walks of wide nodes keep their registers.
inline HWY_NOINLINE const BoxNode& unpack(const PackedNode& node, BoxNode& place) {
    const Floats d;
    const hn::Rebind<std::uint32_t, Floats> words;
    for (std::size_t i = 0; i < kNodeWidth; i += hn::Lanes(d)) {
        const auto children = hn::LoadU(words, node.child + i);
        hn::StoreU(children, words, place.child + i);
        const auto none = hn::RebindMask(d, hn::Eq(children, hn::Set(words, child::kNone)));
        for (std::size_t k = 0; k < 3; ++k) {
            const FloatVector origin = hn::Set(d, node.origin[k]), step = hn::Set(d, node.step(k));
            const FloatVector low = hn::Add(origin, hn::Mul(steps_of(node.min[k] + i), step));
            const FloatVector high = hn::Add(origin, hn::Mul(steps_of(node.max[k] + i), step));
            hn::Store(hn::IfThenElse(none, hn::Set(d, kNoBox), low), d, place.min[k] + i);
            hn::Store(hn::IfThenElse(none, hn::Set(d, -kNoBox), hn::Min(high, hn::Set(d, 1.0F))), d,
                      place.max[k] + i);
        }
    }
    return place;
}

/// A node of either form.
HWY_INLINE const BoxNode& node_at(const TreeNodes& nodes, std::uint32_t index, BoxNode& place) {
    return HWY_LIKELY(nodes.packed == nullptr) ? nodes.wide[index] : unpack(nodes.packed[index], place);
}

HWY_INLINE std::uint32_t used_lanes(const BoxNode& node) {
    const Floats d;
    return lane_bits([&](std::size_t i)
                         HWY_ATTR { return hn::Lt(hn::Load(d, node.min[0] + i), hn::Set(d, kNoBox)); });
}

HWY_INLINE std::uint32_t lowest_lane(std::uint32_t bits) {
    return static_cast<std::uint32_t>(std::countr_zero(bits));
}
HWY_INLINE std::uint32_t bit_count(std::uint32_t bits) {
    return static_cast<std::uint32_t>(std::popcount(bits));
}

/// Lanes by a value that is not negative, then by number; the value's last three bits give way to the lane.
struct SortedLanes {
    std::uint32_t keys[kNodeWidth];
    std::uint32_t count = 0;

    HWY_INLINE SortedLanes(std::uint32_t bits, const float* values) {
        for (; bits != 0; bits &= bits - 1) {
            const std::uint32_t next = key(bits, values);
            std::uint32_t at = count++;
            for (; at > 0 && keys[at - 1] > next; --at) keys[at] = keys[at - 1];
            keys[at] = next;
        }
    }
    static HWY_INLINE std::uint32_t key(std::uint32_t bits, const float* values) {
        const std::uint32_t lane = lowest_lane(bits);
        return (std::bit_cast<std::uint32_t>(values[lane]) & ~7U) | lane;
    }
    HWY_INLINE std::uint32_t lane(std::uint32_t i) const { return keys[i] & 7U; }
};

/// The limit on computed excesses over `beyond_sq`, rounded up; negative when nothing is within it.
inline float excess_limit(double reach, double beyond_sq) {
    const double square = reach * reach, excess = square - beyond_sq;
    // Squares and difference are off by less than 2^-50 of the square.
    return static_cast<float>(
        std::min(excess + std::abs(excess) * 2 * kWalkSlack + square * 0x1p-50 + 0x1p-120, kMostWalkLimit));
}

/// A length below that of every box with a computed excess of at least this.
inline double length_below(double beyond_sq, float excess) {
    return std::sqrt(beyond_sq + static_cast<double>(excess) * (1 - kWalkSlack)) * (1 - 0x1p-50);
}

/// A node or leaf still to be examined, and its distance or parameter.
struct Deferred {
    std::uint32_t child;
    float value;
};
constexpr std::size_t kMostDeferred = (kNodeWidth - 1) * kMaxTreeDepth + kNodeWidth;

/// What a walk has put off, in depth-first order, nearest on top.
struct Postponed {
    Deferred stack[kMostDeferred];
    std::size_t top = 0;

    /// The nearest lane becomes `next`, the others wait. Most nodes have one or two.
    HWY_INLINE bool choose(const BoxNode& node, std::uint32_t bits, const float* values, Deferred& next) {
        const std::uint32_t first = lowest_lane(bits);
        next = {node.child[first], values[first]};
        bits &= bits - 1;
        if (bits == 0) return true;
        const std::uint32_t second = lowest_lane(bits);
        const Deferred other{node.child[second], values[second]};
        if ((bits & (bits - 1)) == 0) {
            const bool swap = other.value < next.value;
            stack[top++] = swap ? next : other;
            next = swap ? other : next;
            return true;
        }
        const SortedLanes sorted(bits | 1U << first, values);
        for (std::uint32_t k = sorted.count; k-- > 1;)
            stack[top++] = {node.child[sorted.lane(k)], values[sorted.lane(k)]};
        next = {node.child[sorted.lane(0)], values[sorted.lane(0)]};
        return true;
    }
    /// The nearest that waits and is within the limit becomes `next`; false when there is none.
    HWY_INLINE bool take(float limit, Deferred& next) {
        while (top > 0) {
            next = stack[--top];
            if (next.value <= limit) return true;
        }
        return false;
    }
};

/// Begins to load the cache lines of some bytes.
HWY_INLINE void fetch(const void* from, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; i += 64) hwy::Prefetch(static_cast<const std::byte*>(from) + i);
}

/// Of a node.
HWY_INLINE void fetch_node(const TreeNodes& nodes, std::uint32_t index) {
    if (HWY_LIKELY(nodes.packed == nullptr))
        fetch(&nodes.wide[index], sizeof(BoxNode));
    else
        fetch(&nodes.packed[index], sizeof(PackedNode));
}

/// What a walk has put off, in depth-first order. A child and its distance or parameter (not negative) make
/// one number that is ordered by the latter: the nearer of two is a minimum, without branches that cannot be
/// foreseen. The nearest lane goes on, the others are put off nearly in order, which is as good as sorted:
/// most of them are behind what is found in the first.
struct PutOff {
    std::uint64_t stack[kMostDeferred];
    std::size_t top = 0;

    static HWY_INLINE std::uint64_t key(const BoxNode& node, const float* values, std::uint32_t lane) {
        return static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(values[lane]) & 0x7fffffffU) << 32 |
               node.child[lane];
    }
    static HWY_INLINE std::uint32_t child_of(std::uint64_t key) { return static_cast<std::uint32_t>(key); }
    static HWY_INLINE float value_of(std::uint64_t key) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(key >> 32));
    }

    HWY_INLINE std::uint64_t choose(const BoxNode& node, std::uint32_t bits, const float* values) {
        std::uint64_t next = key(node, values, lowest_lane(bits));
        for (bits &= bits - 1; bits != 0; bits &= bits - 1) {
            const std::uint64_t other = key(node, values, lowest_lane(bits));
            stack[top++] = std::max(next, other);
            next = std::min(next, other);
        }
        return next;
    }
    /// Begins to load the node that was put off last: while a leaf is tested, its lines are on their way.
    HWY_INLINE void fetch_last(const TreeNodes& nodes) const {
        if (top == 0) return;
        const std::uint32_t c = child_of(stack[top - 1]);
        if (!child::is_leaf(c)) fetch_node(nodes, c);
    }
    /// The last one put off that is within the limit becomes `next`; false when there is none.
    HWY_INLINE bool take(float limit, std::uint64_t& next) {
        while (top > 0) {
            next = stack[--top];
            if (value_of(next) <= limit) return true;
        }
        return false;
    }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#endif
