// Comparisons only: the answer is exact for the stored floats.
#include "simd/tree/tree_walk.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree/tree_walk_box.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree/tree_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

TreeStats box_walk(const TreeNodes& nodes, const BoxWalk& query, LeafVisitor visit) {
    TreeStats counts;
    std::uint32_t stack[kMostDeferred];
    std::size_t top = 0;
    BoxNode place;
    stack[top++] = 0;
    while (top > 0) {
        const BoxNode& node = node_at(nodes, stack[--top], place);
        ++counts.node_tests;
        counts.box_tests += bit_count(used_lanes(node));
        for (std::uint32_t bits = lanes_overlapping(node, query.low, query.high); bits != 0;
             bits &= bits - 1) {
            const std::uint32_t c = node.child[lowest_lane(bits)];
            if (!child::is_leaf(c)) {
                stack[top++] = c;
                continue;
            }
            ++counts.leaf_tests;
            if (visit(child::leaf_slots(c)) == Continue::no) {
                counts.stopped = true;
                return counts;
            }
        }
    }
    return counts;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(box_walk);

TreeStats walk_box(const TreeNodes& nodes, const BoxWalk& query, LeafVisitor visit) {
    return HWY_DYNAMIC_DISPATCH(box_walk)(nodes, query, visit);
}

}  // namespace graze::simd
#endif
