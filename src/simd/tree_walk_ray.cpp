// Slabs of eight boxes. With u = 2^-24 a difference, the reciprocal and the product round once each, so a plane's parameter is off by 3u of
// itself and keeps its sign; entering and leaving are compared with more than twice that between them.
#include "simd/tree_walk.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree_walk_ray.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// The ray's side of each slab test, once per walk.
struct RaySlabs {
    std::size_t enter[3];  ///< Floats from the node's start to the planes where the ray enters, and leaves.
    std::size_t leave[3];
    float enter_origin[3];  ///< The origin less the slack by which boxes are grown.
    float leave_origin[3];
    float inverse[3];

    explicit RaySlabs(const RayWalk& ray) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t low = i * kNodeWidth, high = (3 + i) * kNodeWidth;
            const bool forward = ray.direction[i] > 0;
            enter[i] = forward ? low : high;
            leave[i] = forward ? high : low;
            enter_origin[i] = forward ? ray.origin[i] + ray.slack[i] : ray.origin[i] - ray.slack[i];
            leave_origin[i] = forward ? ray.origin[i] - ray.slack[i] : ray.origin[i] + ray.slack[i];
            inverse[i] = 1 / ray.direction[i];
        }
    }
};

/// Bits of the lanes that the ray meets before `limit`; where it enters them goes to `out`.
HWY_INLINE std::uint32_t lanes_on_ray(const BoxNode& node, const RaySlabs& ray, float limit, float* out) {
    const Floats d;
    const float* planes = &node.min[0][0];
    return lane_bits([&](std::size_t i) HWY_ATTR {
        FloatVector enter = hn::Zero(d), leave = hn::Set(d, 0x1p120F);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const FloatVector inverse = hn::Set(d, ray.inverse[axis]);
            const FloatVector in = hn::Sub(hn::Load(d, planes + ray.enter[axis] + i), hn::Set(d, ray.enter_origin[axis]));
            const FloatVector out_of = hn::Sub(hn::Load(d, planes + ray.leave[axis] + i), hn::Set(d, ray.leave_origin[axis]));
            enter = hn::Max(hn::Mul(in, inverse), enter);
            leave = hn::Min(hn::Mul(out_of, inverse), leave);
        }
        hn::Store(enter, d, out + i);
        const FloatVector last = hn::Min(hn::Mul(leave, hn::Set(d, static_cast<float>(1 + kWalkSlack))), hn::Set(d, limit));
        return hn::Le(enter, last);
    });
}

/// The limit on computed parameters, rounded up.
inline float parameter_limit(const RayWalk& query, double limit) {
    if (!(query.step > 0)) return static_cast<float>(0x1p50);  // every box is at the start, as far as the caller's parameter can tell
    const double s = (limit - query.start) / query.step;
    return static_cast<float>(std::min(s + std::abs(s) * 2 * kWalkSlack + 0x1p-60, 0x1p50));
}

WalkCounts ray_walk(const BoxNode* nodes, const RayWalk& query, BoundedLeafCall leaf) {
    WalkCounts counts;
    const RaySlabs slabs(query);
    Deferred stack[kMostDeferred];
    std::size_t top = 0;
    stack[top++] = {0, 0};
    double limit = query.limit;
    float last = parameter_limit(query, limit);
    while (top > 0) {
        const Deferred next = stack[--top];
        if (!(next.value <= last)) continue;
        if (child::is_leaf(next.child)) {
            const double t = query.start + static_cast<double>(next.value) * (1 - kWalkSlack) * query.step;
            const double lower = std::max(query.start, t - std::abs(t) * 0x1p-52);
            if (lower > limit) continue;
            ++counts.leaves;
            if (!leaf.call(leaf.visitor, child::leaf_first(next.child), child::leaf_count(next.child), lower, &limit)) {
                counts.stopped = true;
                return counts;
            }
            last = parameter_limit(query, limit);
            continue;
        }
        const BoxNode& node = nodes[next.child];
        ++counts.nodes;
        counts.boxes += bit_count(used_lanes(node));
        HWY_ALIGN float enter[kNodeWidth];
        const std::uint32_t bits = lanes_on_ray(node, slabs, last, enter);
        const SortedLanes sorted(bits, enter);
        for (std::uint32_t k = sorted.count; k-- > 0;) stack[top++] = {node.child[sorted.lane(k)], enter[sorted.lane(k)]};
    }
    return counts;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(ray_walk);

WalkCounts walk_ray(const BoxNode* nodes, const RayWalk& query, BoundedLeafCall leaf) {
    return HWY_DYNAMIC_DISPATCH(ray_walk)(nodes, query, leaf);
}

}  // namespace graze::simd
#endif
