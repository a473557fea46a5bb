// The walk from a point: leaves go to a visitor, near ones first.
#include "simd/tree/tree_walk.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree/tree_walk_near.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree/tree_near-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

TreeStats near_walk(const TreeNodes& nodes, const NearWalk& query, BoundedLeafVisitor visit) {
    TreeStats counts;
    Postponed postponed;
    BoxNode place;
    double limit = query.limit;
    float last = excess_limit(limit / query.unit, query.beyond_sq);
    if (last < 0) return counts;
    for (Deferred next{0, 0};;) {
        bool found = true;
        while (found && !child::is_leaf(next.child)) {
            const BoxNode& node = node_at(nodes, next.child, place);
            ++counts.node_tests;
            counts.box_tests += bit_count(used_lanes(node));
            HWY_ALIGN float excess[kNodeWidth];
            const std::uint32_t bits = near_lanes(node, query, last, excess);
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

TreeStats walk_near(const TreeNodes& nodes, const NearWalk& query, BoundedLeafVisitor visit) {
    return HWY_DYNAMIC_DISPATCH(near_walk)(nodes, query, visit);
}

}  // namespace graze::simd
#endif
