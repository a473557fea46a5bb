// The way into BoxTree for the files that make one, and the passes over its nodes that they share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/tree/box_tree.hpp"
#include "tree/parallel.hpp"

namespace graze {

class BoxTreeParts {
public:
    explicit BoxTreeParts(BoxTree& tree) noexcept
        : nodes(tree.nodes_),
          order(tree.order_),
          bounds(tree.bounds_),
          frame(tree.frame_),
          cost(tree.cost_),
          cost_at_build(tree.cost_at_build_) {}

    std::vector<BoxNode>& nodes;
    std::vector<std::uint32_t>& order;
    Aabb& bounds;
    TreeFrame& frame;
    double& cost;
    double& cost_at_build;
};

/// The box of all boxes, or what is wrong with the first bad one.
expected<Aabb, BuildError> checked_bounds(std::span<const Aabb> boxes, const Workers& workers = Workers(1));

/// See BoxTree::cost. The same sum in the same order, whoever asks.
double cost_of(std::span<const BoxNode> nodes) noexcept;

}  // namespace graze
