// Gaps between a point and eight boxes. With u = 2^-24 a gap is off by u, its product by 4u, the sum by 6u;
// where it underflows it gets smaller, which only lets more boxes pass. A box in another has no smaller
// excess: every operation is monotone. Included once per instruction set.
#if defined(GRAZE_SIMD_TREE_NEAR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_TREE_NEAR_INL
#undef GRAZE_SIMD_TREE_NEAR_INL
#else
#define GRAZE_SIMD_TREE_NEAR_INL
#endif

#include "simd/tree/tree_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

HWY_INLINE void excesses(const BoxNode& node, const NearWalk& query, float* out) {
    const Floats d;
    for (std::size_t i = 0; i < kNodeWidth; i += hn::Lanes(d)) {
        FloatVector sum = hn::Zero(d);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const FloatVector below = hn::Sub(hn::Load(d, node.min[axis] + i), hn::Set(d, query.high[axis]));
            const FloatVector above = hn::Sub(hn::Set(d, query.low[axis]), hn::Load(d, node.max[axis] + i));
            const FloatVector gap = hn::Max(hn::Max(below, above), hn::Zero(d));
            sum = hn::Add(sum, hn::Mul(gap, hn::Add(gap, hn::Set(d, query.twice_beyond[axis]))));
        }
        hn::Store(sum, d, out + i);
    }
}

/// Bits of the lanes whose excess, which goes to `out`, is at most `last`.
HWY_INLINE std::uint32_t near_lanes(const BoxNode& node, const NearWalk& query, float last, float* out) {
    const Floats d;
    excesses(node, query, out);
    return lane_bits([&](std::size_t i) HWY_ATTR { return hn::Le(hn::Load(d, out + i), hn::Set(d, last)); });
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#endif
