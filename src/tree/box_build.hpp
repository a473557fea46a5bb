// From float boxes to nodes. A node takes a set of primitives apart into eight, splitting the part with the
// largest surface each time; at the bottom, parts of at most `leaf_size` are leaves, and lanes that would
// stay empty take them further apart. Nodes are in the order of a depth-first walk.
#pragma once

#include <cstdint>
#include <vector>

#include "tree/box_split.hpp"

namespace graze {

/// From this level on sets are halved by count: 2^28 primitives are then apart after ten more, within
/// kMaxTreeDepth.
inline constexpr std::uint32_t kFreeDepth = 28;
static_assert(kFreeDepth + 11 < kMaxTreeDepth);

struct BuiltNodes {
    std::vector<BoxNode> nodes;
    std::vector<std::uint32_t> order;
};

/// One box at least, all within the frame.
BuiltNodes build_nodes(std::span<const Aabb> boxes, const TreeFrame& frame, const BoxTreeOptions& options,
                       const Workers& workers);

}  // namespace graze
