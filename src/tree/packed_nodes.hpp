// Nodes of compact trees: from floats to the grid of each node, rounded outward, and back.
#pragma once

#include <span>
#include <vector>

#include "graze/simd/box_node.hpp"

namespace graze {

/// Each box contains the given one, and those of the node below it as they are unpacked; all are within
/// [-1, 1], as the given ones are.
std::vector<PackedNode> packed(std::span<const BoxNode> nodes);

BoxNode unpacked(const PackedNode& node) noexcept;
std::vector<BoxNode> unpacked(std::span<const PackedNode> nodes);

}  // namespace graze
