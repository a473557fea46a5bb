// Bounds and frame follow from each other, and the root's boxes from both, so they are compared exactly.
#include "tree/box_tree_check.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tree/box_frame.hpp"
#include "tree/box_tree_parts.hpp"
#include "tree/packed_nodes.hpp"

namespace graze {
namespace {

BuildError fault(Rule rule, std::string why) { return {rule, Element::whole, 0, std::move(why)}; }

std::string in_node(std::size_t n, const char* why) { return "node " + std::to_string(n) + ": " + why; }

/// The box of all lanes.
FloatBox box_of(const BoxNode& node) noexcept {
    FloatBox box;
    for (std::size_t i = 0; i < 3; ++i) {
        box.min[i] = *std::min_element(node.min[i], node.min[i] + kNodeWidth);
        box.max[i] = *std::max_element(node.max[i], node.max[i] + kNodeWidth);
    }
    return box;
}

bool is_unused(const BoxNode& node, std::size_t lane) noexcept {
    for (std::size_t i = 0; i < 3; ++i) {
        if (node.min[i][lane] != kNoBox || node.max[i][lane] != -kNoBox) return false;
    }
    return true;
}

bool is_box(const BoxNode& node, std::size_t lane) noexcept {
    for (std::size_t i = 0; i < 3; ++i) {
        // Comparisons that a NaN fails.
        if (!(node.min[i][lane] >= -1 && node.min[i][lane] <= node.max[i][lane] && node.max[i][lane] <= 1))
            return false;
    }
    return true;
}

bool is_inside(const FloatBox& inner, const BoxNode& node, std::size_t lane) noexcept {
    for (std::size_t i = 0; i < 3; ++i) {
        if (inner.min[i] < node.min[i][lane] || inner.max[i] > node.max[i][lane]) return false;
    }
    return true;
}

/// Follows the nodes in order; parents come first, so depths are known when they are needed.
class NodeCheck {
public:
    NodeCheck(std::span<const BoxNode> nodes, std::size_t slots)
        : nodes_(nodes), depth_(nodes.size(), 0), taken_(slots, false) {
        depth_[0] = 1;
    }

    std::optional<BuildError> run() {
        for (std::size_t n = 0; n < nodes_.size(); ++n) {
            if (depth_[n] == 0) return fault(Rule::not_a_tree, in_node(n, "no parent before it"));
            if (depth_[n] > kMaxTreeDepth) return fault(Rule::too_complex, in_node(n, "too deep"));
            if (auto wrong = check_lanes(n)) return wrong;
        }
        if (std::find(taken_.begin(), taken_.end(), false) != taken_.end())
            return fault(Rule::not_a_tree, "a slot is in no leaf");
        return {};
    }

private:
    std::optional<BuildError> check_lanes(std::size_t n) {
        const BoxNode& node = nodes_[n];
        bool ended = false;
        if (node.child[0] == child::kNone) return fault(Rule::not_a_tree, in_node(n, "no child"));
        for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
            const std::uint32_t c = node.child[lane];
            if (c == child::kNone) {
                ended = true;
                if (!is_unused(node, lane)) return fault(Rule::corrupt, in_node(n, "a box without a child"));
                continue;
            }
            if (ended) return fault(Rule::corrupt, in_node(n, "a child after an unused lane"));
            if (!is_box(node, lane))
                return fault(Rule::corrupt,
                             in_node(n, "a box that is empty, not finite or outside of the tree"));
            if (auto wrong = child::is_leaf(c) ? check_leaf(n, c) : check_child(n, lane)) return wrong;
        }
        return {};
    }
    std::optional<BuildError> check_leaf(std::size_t n, std::uint32_t c) {
        const std::size_t first = child::leaf_first(c), count = child::leaf_count(c);
        if (first + count > taken_.size())
            return fault(Rule::out_of_range, in_node(n, "a leaf past the last slot"));
        for (std::size_t s = first; s < first + count; ++s) {
            if (taken_[s]) return fault(Rule::not_a_tree, in_node(n, "a slot that another leaf has"));
            taken_[s] = true;
        }
        return {};
    }
    std::optional<BuildError> check_child(std::size_t n, std::size_t lane) {
        const std::uint32_t c = nodes_[n].child[lane];
        if (c >= depth_.size()) return fault(Rule::out_of_range, in_node(n, "a child past the last node"));
        if (c <= n) return fault(Rule::not_a_tree, in_node(n, "a child that is not after it"));
        if (depth_[c] != 0) return fault(Rule::not_a_tree, in_node(n, "a child of another node"));
        if (!is_inside(box_of(nodes_[c]), nodes_[n], lane))
            return fault(Rule::not_contained, in_node(n, "a child larger than its box"));
        depth_[c] = depth_[n] + 1;
        return {};
    }

    std::span<const BoxNode> nodes_;
    std::vector<std::uint32_t> depth_;  ///< 0: no parent yet.
    std::vector<bool> taken_;           ///< Slots that are in a leaf.
};

/// Boxes of compact trees are larger by some steps.
std::optional<BuildError> fault_of_frame(const BoxTree& tree, const BoxNode& first) {
    const Aabb& bounds = tree.bounds();
    if (!checked_boxes({&bounds, 1})) return fault(Rule::corrupt, "the bounds are not a box");
    if (tree.frame() != frame_of(bounds)) return fault(Rule::corrupt, "the frame is not that of the bounds");
    const FloatBox root = box_of(first), whole = rounded_out(bounds, tree.frame());
    for (std::size_t i = 0; i < 3; ++i) {
        const bool holds = root.min[i] <= whole.min[i] && root.max[i] >= whole.max[i];
        if (!holds || (!tree.compact() && (root.min[i] != whole.min[i] || root.max[i] != whole.max[i])))
            return fault(Rule::corrupt, "the root is not as large as the bounds");
    }
    return {};
}

std::optional<BuildError> fault_of_order(std::span<const std::uint32_t> order) {
    std::vector<bool> visited(order.size(), false);
    for (const std::uint32_t p : order) {
        if (p >= order.size()) return fault(Rule::out_of_range, "a slot with a primitive past the last");
        if (visited[p]) return fault(Rule::not_a_tree, "a primitive in two slots");
        visited[p] = true;
    }
    return {};
}

}  // namespace

std::optional<BuildError> fault_of_tree(const BoxTree& tree) {
    if (tree.empty()) {
        if (tree == BoxTree{}) return {};
        return fault(Rule::corrupt, "an empty tree with something in it");
    }
    if (auto wrong = fault_of_order(tree.order())) return wrong;
    const std::vector<BoxNode> from_packed = unpacked(tree.packed_nodes());
    const std::span<const BoxNode> nodes = tree.compact() ? std::span(from_packed) : tree.nodes();
    if (auto wrong = NodeCheck(nodes, tree.size()).run()) return wrong;
    if (auto wrong = fault_of_frame(tree, nodes[0])) return wrong;
    if (tree.cost() != cost_of(nodes)) return fault(Rule::corrupt, "the cost is not that of the nodes");
    const auto [strain, strain_at_build] = BoxTreeParts::strains(tree);
    if (!(strain >= 0) || !(strain_at_build >= 0))
        return fault(Rule::corrupt, "a cost per surface that is no number");
    if (!(tree.growth() >= 0) || !std::isfinite(tree.growth()))
        return fault(Rule::corrupt, "the growth of the cost is no number");
    return {};
}

}  // namespace graze
