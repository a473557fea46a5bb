// Large parts are built as trees of their own, by whichever thread is free, and strung together in lane
// order: the result is that of one thread walking depth first.
#include "tree/box_build.hpp"

#include <algorithm>
#include <array>

namespace graze {
namespace {

/// Parts of this many primitives are worth a task of their own: some 300 microseconds of work.
constexpr std::uint32_t kTask = 1024;

/// Above the bottom, parts of up to this many full leaves, those of one node, stay whole although lanes are
/// left: divided they would be nearly empty nodes. Measured: docs/notes/tree.md.
constexpr std::uint32_t kWholePart = kNodeWidth;

struct Parts {
    std::array<BoxRange, kNodeWidth> ranges;
    std::uint32_t count = 0;
};

BoxNode empty_node() noexcept {
    BoxNode node;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::fill_n(node.min[axis], kNodeWidth, kNoBox);
        std::fill_n(node.max[axis], kNodeWidth, -kNoBox);
    }
    std::fill_n(node.child, kNodeWidth, child::kNone);
    return node;
}

void set_box(BoxNode& node, std::size_t lane, const Spread& spread) noexcept {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        node.min[axis][lane] = spread.low[axis];
        node.max[axis][lane] = -spread.negated_high[axis];
    }
}

void append(std::vector<BoxNode>& nodes, const std::vector<BoxNode>& subtree) {
    const auto offset = static_cast<std::uint32_t>(nodes.size());
    nodes.insert(nodes.end(), subtree.begin(), subtree.end());
    for (auto node = nodes.begin() + offset; node != nodes.end(); ++node) {
        for (std::uint32_t& c : node->child) c += child::is_leaf(c) ? 0 : offset;
    }
}

class NodeBuilder {
public:
    NodeBuilder(BoxSplitter& splitter, std::uint32_t leaf_size, std::vector<std::uint32_t>& order,
                const Workers& workers)
        : splitter_(splitter), leaf_size_(leaf_size), order_(order), workers_(workers) {}

    /// Appends the tree of the range; its root is the first node appended.
    void build(const BoxRange& range, std::uint32_t depth, std::vector<BoxNode>& nodes) {
        const std::size_t self = nodes.size();
        nodes.push_back(empty_node());
        const Parts parts = take_apart(range, depth);
        std::array<std::vector<BoxNode>, kNodeWidth> subtrees;
        const bool tasks = range.count() >= 2 * kTask;
        if (tasks) {
            workers_.for_each(parts.count, [&](std::size_t lane) {
                if (is_task(parts.ranges[lane])) build(parts.ranges[lane], depth + 1, subtrees[lane]);
            });
        }
        for (std::uint32_t lane = 0; lane < parts.count; ++lane) {
            const BoxRange& part = parts.ranges[lane];
            set_box(nodes[self], lane, part.spread);
            if (part.count() <= leaf_size_) {
                nodes[self].child[lane] = child::make_leaf(part.begin, part.count());
                for (std::uint32_t i = 0; i < part.count(); ++i)
                    order_[part.begin + i] = splitter_.data(part)[i].index;
                continue;
            }
            nodes[self].child[lane] = static_cast<std::uint32_t>(nodes.size());
            if (tasks && is_task(part))
                append(nodes, subtrees[lane]);
            else
                build(part, depth + 1, nodes);
        }
    }

private:
    [[nodiscard]] bool is_task(const BoxRange& part) const noexcept { return part.count() >= kTask; }

    Parts take_apart(const BoxRange& range, std::uint32_t depth) {
        Parts parts;
        parts.ranges[0] = range;
        parts.count = 1;
        const bool bottom = range.count() <= kNodeWidth * leaf_size_;
        while (parts.count < kNodeWidth) {
            BoxRange* next = choose(parts, depth, bottom);
            if (next == nullptr) break;
            const SplitPair pair = depth < kFreeDepth ? splitter_.split(*next) : splitter_.halve(*next);
            *next = pair.left;
            parts.ranges[parts.count++] = pair.right;
        }
        return parts;
    }

    /// The part to split next; null when there is none. At the bottom all parts end as leaves.
    BoxRange* choose(Parts& parts, std::uint32_t depth, bool bottom) const noexcept {
        BoxRange* best = nullptr;
        float best_weight = -1;
        for (const bool leaves :
             {false, true}) {  // leaves are split only when no other part is left, to fill the lanes
            if (leaves && !bottom) break;
            const std::uint32_t least = leaves ? 2 : bottom ? leaf_size_ + 1 : kWholePart * leaf_size_ + 1;
            for (std::uint32_t i = 0; i < parts.count; ++i) {
                BoxRange& part = parts.ranges[i];
                const auto count = static_cast<float>(part.count());
                if (part.count() < least) continue;
                const float weight = depth >= kFreeDepth ? count : part.weight * (leaves ? count : 1);
                if (weight > best_weight) best_weight = weight, best = &part;
            }
            if (best != nullptr) break;
        }
        return best;
    }

    BoxSplitter& splitter_;
    std::uint32_t leaf_size_;
    std::vector<std::uint32_t>& order_;
    const Workers& workers_;
};

}  // namespace

BuiltNodes build_nodes(std::span<const Aabb> boxes, const TreeFrame& frame, const BoxTreeOptions& options,
                       const Workers& workers) {
    BuiltNodes built;
    built.order.resize(boxes.size());
    BoxSplitter splitter(boxes, frame, options.split, workers);
    NodeBuilder builder(splitter, options.leaf_size, built.order, workers);
    builder.build(splitter.everything(), 0, built.nodes);
    return built;
}

}  // namespace graze
