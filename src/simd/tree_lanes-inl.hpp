// The eight boxes of a node as vectors, for the instruction set at hand. Included once per instruction set by the walks.
#if defined(GRAZE_SIMD_TREE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_TREE_LANES_INL
#undef GRAZE_SIMD_TREE_LANES_INL
#else
#define GRAZE_SIMD_TREE_LANES_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "simd/tree_walk.hpp"

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

HWY_INLINE std::uint32_t used_lanes(const BoxNode& node) {
    const Floats d;
    return lane_bits([&](std::size_t i) HWY_ATTR { return hn::Lt(hn::Load(d, node.min[0] + i), hn::Set(d, kNoBox)); });
}

HWY_INLINE std::uint32_t lowest_lane(std::uint32_t bits) { return static_cast<std::uint32_t>(std::countr_zero(bits)); }
HWY_INLINE std::uint32_t bit_count(std::uint32_t bits) { return static_cast<std::uint32_t>(std::popcount(bits)); }

/// Lanes by a value that is not negative, then by number; the value's last three bits give way to the lane.
struct SortedLanes {
    std::uint32_t keys[kNodeWidth];
    std::uint32_t count = 0;

    HWY_INLINE SortedLanes(std::uint32_t bits, const float* values) {
        for (; bits != 0; bits &= bits - 1) {
            const std::uint32_t lane = lowest_lane(bits);
            const std::uint32_t key = (std::bit_cast<std::uint32_t>(values[lane]) & ~7U) | lane;
            std::uint32_t at = count++;
            for (; at > 0 && keys[at - 1] > key; --at) keys[at] = keys[at - 1];
            keys[at] = key;
        }
    }
    HWY_INLINE std::uint32_t lane(std::uint32_t i) const { return keys[i] & 7U; }
};

/// The limit on computed excesses over `beyond_sq`, rounded up; negative when nothing is within it.
inline float excess_limit(double reach, double beyond_sq) {
    const double square = reach * reach, excess = square - beyond_sq;
    // Squares and difference are off by less than 2^-50 of the square.
    return static_cast<float>(std::min(excess + std::abs(excess) * 2 * kWalkSlack + square * 0x1p-50 + 0x1p-120, kMostWalkLimit));
}

/// A length below that of every box with a computed excess of at least this.
inline double length_below(double beyond_sq, float excess) {
    return std::sqrt(beyond_sq + static_cast<double>(excess) * (1 - kWalkSlack)) * (1 - 0x1p-50);
}

/// What a walk has put off: the nodes still to be opened, in depth-first order.
struct Deferred {
    std::uint32_t child;
    float value;
};
constexpr std::size_t kMostDeferred = (kNodeWidth - 1) * kMaxTreeDepth + kNodeWidth;

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#endif
