// Access to the data of BoxTree for the files that make one, and the passes over its nodes that they share.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "graze/tree/box_tree.hpp"

namespace graze {

class BoxTreeParts {
public:
    explicit BoxTreeParts(BoxTree& tree) noexcept
        : nodes(tree.nodes_),
          packed(tree.packed_),
          order(tree.order_),
          bounds(tree.bounds_),
          frame(tree.frame_),
          cost(tree.cost_),
          strain(tree.strain_),
          strain_at_build(tree.strain_at_build_) {}

    /// Now, and at the build.
    static std::pair<double, double> strains(const BoxTree& tree) noexcept {
        return {tree.strain_, tree.strain_at_build_};
    }

    std::vector<BoxNode>& nodes;
    std::vector<PackedNode>& packed;
    std::vector<std::uint32_t>& order;
    Aabb& bounds;
    TreeFrame& frame;
    double& cost;
    double& strain;
    double& strain_at_build;
};

struct CheckedBoxes {
    Aabb bounds{};    ///< Of all boxes, exact.
    double area = 0;  ///< Half the sum of their surfaces.
};

/// What is wrong with the first bad box, if one is.
expected<CheckedBoxes, BuildError> checked_boxes(std::span<const Aabb> boxes,
                                                 const Workers& workers = Workers(1));

/// BoxTree's `cost` per surface of the boxes themselves, relative to that of the bounds; the cost alone where
/// they have no surface.
double strain_of(double cost, const CheckedBoxes& boxes) noexcept;

/// See BoxTree::cost. The same sum in the same order for every caller.
double cost_of(std::span<const BoxNode> nodes) noexcept;

}  // namespace graze
