// Gaps between a point and eight boxes. With u = 2^-24 a gap is off by u, its product by 4u, the sum by 6u;
// where it underflows it gets smaller, which only lets more boxes pass.
#include "simd/tree_walk.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree_walk_near.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree_lanes-inl.hpp"

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

TreeStats near_walk(const BoxNode* nodes, const NearWalk& query, BoundedLeafVisitor visit) {
    TreeStats counts;
    Postponed postponed;
    double limit = query.limit;
    float last = excess_limit(limit / query.unit, query.beyond_sq);
    if (last < 0) return counts;
    const Floats d;
    for (Deferred next{0, 0};;) {
        bool found = true;
        while (found && !child::is_leaf(next.child)) {
            const BoxNode& node = nodes[next.child];
            ++counts.node_tests;
            counts.box_tests += bit_count(used_lanes(node));
            HWY_ALIGN float excess[kNodeWidth];
            excesses(node, query, excess);
            const std::uint32_t bits = lane_bits(
                [&](std::size_t i) HWY_ATTR { return hn::Le(hn::Load(d, excess + i), hn::Set(d, last)); });
            found = bits != 0 ? postponed.choose(node, bits, excess, next) : postponed.take(last, next);
        }
        if (!found) return counts;
        const double lower = length_below(query.beyond_sq, next.value) * query.unit;
        if (lower <= limit) {
            ++counts.leaf_tests;
            if (visit(child::leaf_slots(next.child), lower, limit) == Continue::no) {
                counts.stopped = true;
                return counts;
            }
            last = excess_limit(limit / query.unit, query.beyond_sq);
        }
        if (!postponed.take(last, next)) return counts;
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(near_walk);

TreeStats walk_near(const BoxNode* nodes, const NearWalk& query, BoundedLeafVisitor visit) {
    return HWY_DYNAMIC_DISPATCH(near_walk)(nodes, query, visit);
}

}  // namespace graze::simd
#endif
