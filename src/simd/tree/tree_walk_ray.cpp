// The walk of a ray: leaves go to a visitor, near ones first.
#include "simd/tree/tree_walk.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree/tree_walk_ray.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree/tree_ray-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

TreeStats ray_walk(const TreeNodes& nodes, const RayWalk& query, BoundedLeafVisitor visit) {
    std::uint64_t opened = 0, boxes = 0, leaves = 0;
    const RaySlabs slabs(query);
    Postponed postponed;
    BoxNode place;
    double limit = query.limit;
    float last = parameter_limit(query, limit);
    for (Deferred next{0, 0};;) {
        // No call in here: what the ray is made of stays in registers.
        bool found = true;
        while (found && !child::is_leaf(next.child)) {
            const BoxNode& node = node_at(nodes, next.child, place);
            ++opened;
            boxes += bit_count(used_lanes(node));
            HWY_ALIGN float enter[kNodeWidth];
            const std::uint32_t bits = lanes_on_ray(node, slabs, last, enter);
            found = bits != 0 ? postponed.choose(node, bits, enter, next) : postponed.take(last, next);
        }
        if (!found) return {opened, boxes, leaves, false};
        const double t = query.start + static_cast<double>(next.value) * (1 - kWalkSlack) * query.step;
        const double lower = std::max(query.start, t - std::abs(t) * 0x1p-52);
        if (lower <= limit) {
            ++leaves;
            if (visit(child::leaf_slots(next.child), lower, limit) == Continue::no)
                return {opened, boxes, leaves, true};
            last = parameter_limit(query, limit);
        }
        if (!postponed.take(last, next)) return {opened, boxes, leaves, false};
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(ray_walk);

TreeStats walk_ray(const TreeNodes& nodes, const RayWalk& query, BoundedLeafVisitor visit) {
    return HWY_DYNAMIC_DISPATCH(ray_walk)(nodes, query, visit);
}

}  // namespace graze::simd
#endif
