// One frame, so comparisons only. A node's lanes are paired with those after them; pairs are then taken
// apart, the larger box first.
#include "simd/tree/tree_walk_pairs.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree/tree_walk_self.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree/tree_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

struct LaneBox {
    float low[3];
    float high[3];
    std::uint32_t child;

    LaneBox(const BoxNode& node, std::uint32_t lane) : child(node.child[lane]) {
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = node.min[k][lane];
            high[k] = node.max[k][lane];
        }
    }
    [[nodiscard]] float size() const {
        return ((high[0] - low[0]) + (high[1] - low[1])) + (high[2] - low[2]);
    }
};

class SelfWalk {
public:
    SelfWalk(const TreeNodes& nodes, float margin, LeafPairVisitor visit)
        : nodes_(nodes), margin_(margin), visit_(visit) {}

    bool within(std::uint32_t index) {
        BoxNode place;
        const BoxNode& node = node_at(nodes_, index, place);
        ++counts.node_tests;
        const std::uint32_t used = used_lanes(node);
        for (std::uint32_t lanes = used; lanes != 0; lanes &= lanes - 1) {
            const std::uint32_t lane = lowest_lane(lanes), c = node.child[lane];
            if (!(child::is_leaf(c) ? visit(c, c) : within(c))) return false;
            const LaneBox box(node, lane);
            const std::uint32_t later = lanes & (lanes - 1);
            counts.box_tests += bit_count(later);
            for (std::uint32_t bits = later & overlapping(node, box); bits != 0; bits &= bits - 1) {
                if (!between(box, LaneBox(node, lowest_lane(bits)))) return false;
            }
        }
        return true;
    }

    TreeStats counts;

private:
    bool between(const LaneBox& a, const LaneBox& b) {
        const bool leaf_a = child::is_leaf(a.child), leaf_b = child::is_leaf(b.child);
        if (leaf_a && leaf_b) return visit(a.child, b.child);
        if (leaf_b || (!leaf_a && a.size() >= b.size())) return open(a.child, b);
        return open(b.child, a);
    }
    bool open(std::uint32_t index, const LaneBox& box) {
        BoxNode place;
        const BoxNode& node = node_at(nodes_, index, place);
        ++counts.node_tests;
        counts.box_tests += bit_count(used_lanes(node));
        for (std::uint32_t bits = overlapping(node, box); bits != 0; bits &= bits - 1) {
            if (!between(LaneBox(node, lowest_lane(bits)), box)) return false;
        }
        return true;
    }
    bool visit(std::uint32_t a, std::uint32_t b) {
        ++counts.leaf_tests;
        counts.stopped = visit_(child::leaf_slots(a), child::leaf_slots(b)) == Continue::no;
        return !counts.stopped;
    }
    HWY_INLINE std::uint32_t overlapping(const BoxNode& node, const LaneBox& box) const {
        const float low[3] = {box.low[0] - margin_, box.low[1] - margin_, box.low[2] - margin_};
        const float high[3] = {box.high[0] + margin_, box.high[1] + margin_, box.high[2] + margin_};
        return lanes_overlapping(node, low, high);
    }

    TreeNodes nodes_;
    float margin_;
    LeafPairVisitor visit_;
};

TreeStats self_walk(const TreeNodes& nodes, float margin, LeafPairVisitor visit) {
    SelfWalk walk(nodes, margin, visit);
    walk.within(0);
    return walk.counts;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(self_walk);

TreeStats walk_self_pairs(const TreeNodes& nodes, float margin, LeafPairVisitor visit) {
    return HWY_DYNAMIC_DISPATCH(self_walk)(nodes, margin, visit);
}

}  // namespace graze::simd
#endif
