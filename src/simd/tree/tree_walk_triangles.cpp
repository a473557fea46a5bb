// One ray after the other: nothing but the nearest node is waited for.
#include "simd/tree/tree_walk_triangles.hpp"

#include <algorithm>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree/tree_walk_triangles.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree/triangle_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// Without counters: nothing is left of it in the walk.
struct Uncounted {
    HWY_INLINE void count_node(const BoxNode&) {}
    HWY_INLINE void count_triangles(std::uint32_t) {}
    [[nodiscard]] HWY_INLINE int timed() const { return 0; }
};

struct Counted {
    PairWork& work;

    void count_node(const BoxNode& node) { work.box_tests += bit_count(used_lanes(node)); }
    void count_triangles(std::uint32_t count) { work.primitive_tests += count; }
    [[nodiscard]] TimedScope timed() const { return TimedScope(&work.primitive_seconds); }
};

template <class Counter>
HWY_INLINE NearestTriangle walk_counting(const TreeNodes& nodes, const TriangleWalk& query,
                                         UnclearVisitor unclear, Counter counter) {
    const RaySlabs slabs(query.boxes);
    NearestHit walk(query, unclear);
    PutOff put_off;
    BoxNode place;
    double limit = query.boxes.limit;
    float last = parameter_limit(query.boxes, limit);
    for (std::uint64_t next = 0;;) {
        bool found = true;
        while (found && !child::is_leaf(PutOff::child_of(next))) {
            const BoxNode& node = node_at(nodes, PutOff::child_of(next), place);
            counter.count_node(node);
            HWY_ALIGN float enter[kNodeWidth];
            const std::uint32_t bits = lanes_on_ray(node, slabs, last, enter);
            if (bits != 0)
                next = put_off.choose(node, bits, enter);
            else
                found = put_off.take(last, next);
        }
        if (!found) return walk.nearest();
        const std::uint32_t leaf = PutOff::child_of(next);
        const double before = limit;
        counter.count_triangles(child::leaf_count(leaf));
        {
            [[maybe_unused]] const auto timed = counter.timed();
            put_off.fetch_last(nodes);
            walk.whole_leaf(leaf, limit);
        }
        if (limit < before) last = parameter_limit(query.boxes, limit);
        if (!put_off.take(last, next)) return walk.nearest();
    }
}

NearestTriangle triangles_walk(const TreeNodes& nodes, const TriangleWalk& query, UnclearVisitor unclear) {
    return walk_counting(nodes, query, unclear, Uncounted{});
}

NearestTriangle counted_triangles_walk(const TreeNodes& nodes, const TriangleWalk& query,
                                       UnclearVisitor unclear, PairWork& work) {
    return walk_counting(nodes, query, unclear, Counted{work});
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(triangles_walk);
HWY_EXPORT(counted_triangles_walk);

NearestTriangle walk_triangles(const TreeNodes& nodes, const TriangleWalk& query, UnclearVisitor unclear) {
    return HWY_DYNAMIC_DISPATCH(triangles_walk)(nodes, query, unclear);
}

NearestTriangle walk_triangles(const TreeNodes& nodes, const TriangleWalk& query, UnclearVisitor unclear,
                               PairWork& work) {
    return HWY_DYNAMIC_DISPATCH(counted_triangles_walk)(nodes, query, unclear, work);
}

}  // namespace graze::simd
#endif
