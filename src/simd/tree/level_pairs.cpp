#include "simd/tree/level_pairs.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tree/level_pairs.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "simd/tree/tree_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

struct LevelBox {
    float low[3];
    float high[3];

    HWY_INLINE LevelBox(const BoxNode& node, std::uint32_t lane) {
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = node.min[k][lane];
            high[k] = node.max[k][lane];
        }
    }
    /// Around all lanes; those without a box hold the opposite of far away ends.
    explicit LevelBox(const BoxNode& node) : LevelBox(node, 0) {
        for (std::size_t k = 0; k < 3; ++k) {
            for (std::size_t lane = 1; lane < kNodeWidth; ++lane) {
                low[k] = std::min(low[k], node.min[k][lane]);
                high[k] = std::max(high[k], node.max[k][lane]);
            }
        }
    }
    /// A box that overlaps this one overlaps the old one by the depth.
    [[nodiscard]] HWY_INLINE LevelBox shrunk(float depth) const {
        LevelBox box = *this;
        for (std::size_t k = 0; k < 3; ++k) {
            box.low[k] += depth;
            box.high[k] -= depth;
        }
        return box;
    }
};

HWY_INLINE std::uint32_t overlapping(const BoxNode& node, const LevelBox& box) {
    return lanes_overlapping(node, box.low, box.high);
}

/// Lanes after this one.
HWY_INLINE std::uint32_t after(std::uint32_t lane) { return ~((2U << lane) - 1); }

class LevelWalk {
public:
    LevelWalk(const BoxNode* nodes, float depth, FoundPairsVisitor visit)
        : nodes_(nodes), depth_(depth), visit_(visit) {}

    void run(NodePair pair, std::uint32_t level) {
        if (pair.a == pair.b)
            within(pair.a, level);
        else
            between(pair, LevelBox(nodes_[pair.a]), LevelBox(nodes_[pair.b]), level);
        flush(deep_);
        flush(shallow_);
    }

private:
    struct Buffer {
        FoundPair pairs[512];
        std::size_t count = 0;
        bool deep;
    };

    void within(std::uint32_t index, std::uint32_t level) {
        const BoxNode& node = nodes_[index];
        for (std::uint32_t lanes = used_lanes(node); lanes != 0; lanes &= lanes - 1) {
            const std::uint32_t lane = lowest_lane(lanes);
            const LevelBox box(node, lane);
            const std::uint32_t bits = overlapping(node, box) & after(lane);
            if (level == 0) {
                emit(node.child[lane], box, node, bits);
                continue;
            }
            within(node.child[lane], level - 1);
            open(node.child[lane], box, node, bits, level);
        }
    }

    /// The boxes are those of the nodes.
    void between(NodePair pair, const LevelBox& box_a, const LevelBox& box_b, std::uint32_t level) {
        const BoxNode *a = nodes_ + pair.a, *b = nodes_ + pair.b;
        if (level == 0) {
            bottom(*a, *b);
            return;
        }
        const std::uint32_t bits_a = overlapping(*a, box_b), bits_b = overlapping(*b, box_a);
        if (bits_a == 0 || bits_b == 0) return;
        const bool swap = bit_count(bits_b) < bit_count(bits_a);
        if (swap) std::swap(a, b);
        for (std::uint32_t lanes = swap ? bits_b : bits_a; lanes != 0; lanes &= lanes - 1) {
            const std::uint32_t lane = lowest_lane(lanes);
            const LevelBox box(*a, lane);
            open(a->child[lane], box, *b, overlapping(*b, box), level);
        }
    }

    /// All lanes of one against all of the other, without a branch on the way.
    void bottom(const BoxNode& a, const BoxNode& b) {
        std::uint64_t all = 0;
        for (std::uint32_t lane = 0; lane < kNodeWidth; ++lane) {
            all |= static_cast<std::uint64_t>(overlapping(b, LevelBox(a, lane))) << (kNodeWidth * lane);
        }
        while (all != 0) {
            const auto lane =
                static_cast<std::uint32_t>(std::countr_zero(all)) / static_cast<std::uint32_t>(kNodeWidth);
            const std::uint64_t row = std::uint64_t{0xff} << (kNodeWidth * lane);
            emit(a.child[lane], LevelBox(a, lane), b,
                 static_cast<std::uint32_t>((all & row) >> (kNodeWidth * lane)));
            all &= ~row;
        }
    }

    void open(std::uint32_t child_a, const LevelBox& box, const BoxNode& b, std::uint32_t bits,
              std::uint32_t level) {
        for (; bits != 0; bits &= bits - 1) {
            const std::uint32_t lane = lowest_lane(bits);
            between({child_a, b.child[lane]}, box, LevelBox(b, lane), level - 1);
        }
    }

    HWY_INLINE void emit(std::uint32_t leaf, const LevelBox& box, const BoxNode& node, std::uint32_t bits) {
        if (bits == 0) return;
        const std::uint32_t deep = overlapping(node, box.shrunk(depth_));
        const std::uint32_t p = child::leaf_first(leaf);
        for (; bits != 0; bits &= bits - 1) {
            const std::uint32_t lane = lowest_lane(bits), q = child::leaf_first(node.child[lane]);
            Buffer& buffer = (deep >> lane & 1U) != 0 ? deep_ : shallow_;
            buffer.pairs[buffer.count++] = {std::min(p, q), std::max(p, q)};
            if (buffer.count == std::size(buffer.pairs)) flush(buffer);
        }
    }

    void flush(Buffer& buffer) {
        if (buffer.count > 0) visit_({buffer.pairs, buffer.count}, buffer.deep);
        buffer.count = 0;
    }

    const BoxNode* nodes_;
    float depth_;
    FoundPairsVisitor visit_;
    Buffer deep_{{}, 0, true};
    Buffer shallow_{{}, 0, false};
};

void walk_levels(const BoxNode* nodes, NodePair pair, std::uint32_t level, float depth,
                 FoundPairsVisitor visit) {
    LevelWalk(nodes, depth, visit).run(pair, level);
}

std::size_t open_nodes(const BoxNode* nodes, NodePair pair, NodePair* out) {
    const BoxNode &a = nodes[pair.a], &b = nodes[pair.b];
    const bool same = pair.a == pair.b;
    std::size_t count = 0;
    for (std::uint32_t lanes = used_lanes(a); lanes != 0; lanes &= lanes - 1) {
        const std::uint32_t lane = lowest_lane(lanes);
        if (same) out[count++] = {a.child[lane], a.child[lane]};
        for (std::uint32_t bits = overlapping(b, LevelBox(a, lane)) & (same ? after(lane) : ~0U); bits != 0;
             bits &= bits - 1)
            out[count++] = {a.child[lane], b.child[lowest_lane(bits)]};
    }
    return count;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::simd {

HWY_EXPORT(walk_levels);
HWY_EXPORT(open_nodes);

void walk_level_pairs(const BoxNode* nodes, NodePair pair, std::uint32_t level, float depth,
                      FoundPairsVisitor visit) {
    HWY_DYNAMIC_DISPATCH(walk_levels)(nodes, pair, level, depth, visit);
}

std::size_t open_pair(const BoxNode* nodes, NodePair pair, NodePair* out) {
    return HWY_DYNAMIC_DISPATCH(open_nodes)(nodes, pair, out);
}

}  // namespace graze::simd
#endif
