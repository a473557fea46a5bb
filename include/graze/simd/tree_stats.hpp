// What searches of trees report to their visitors, and what they count.
#pragma once

#include <cstdint>

#include "graze/core/function_ref.hpp"

namespace graze {

/// A visitor's answer: go on, or end the search at once.
enum class Continue : bool { no, yes };

/// A leaf: `count` consecutive slots of the tree's order, 1 to 8 of them.
struct LeafSlots {
    std::uint32_t first = 0;
    std::uint32_t count = 0;

    friend constexpr bool operator==(const LeafSlots&, const LeafSlots&) = default;
};

/// Gets the leaves that a search finds.
using LeafVisitor = FunctionRef<Continue(LeafSlots leaf)>;
/// The same where the search has a limit (a distance, a ray's t): nothing of the leaf is below `lower`, and the visitor may lower the limit.
using BoundedLeafVisitor = FunctionRef<Continue(LeafSlots leaf, double lower, double& limit)>;
/// Gets pairs of leaves, one of each tree or both of the same.
using LeafPairVisitor = FunctionRef<Continue(LeafSlots a, LeafSlots b)>;
/// The same where the search has a limit: primitives of these leaves are `lower` apart at the least.
using BoundedLeafPairVisitor = FunctionRef<Continue(LeafSlots a, LeafSlots b, double lower, double& limit)>;
/// Whether everything below two children of nodes, as nodes hold them (each a node or a leaf), is known to be beyond the search's limit.
using ChildrenApart = FunctionRef<bool(std::uint32_t child_a, std::uint32_t child_b)>;

/// The work of one search.
struct TreeStats {
    std::uint64_t node_tests = 0;  ///< Nodes opened: all boxes of a node are tested at once.
    std::uint64_t box_tests = 0;   ///< Boxes in those nodes.
    std::uint64_t leaf_tests = 0;  ///< Leaves, or pairs of leaves, handed to the visitor.
    bool stopped = false;          ///< The visitor ended the search.

    constexpr TreeStats& operator+=(const TreeStats& other) noexcept {
        node_tests += other.node_tests;
        box_tests += other.box_tests;
        leaf_tests += other.leaf_tests;
        stopped = stopped || other.stopped;
        return *this;
    }
    friend constexpr bool operator==(const TreeStats&, const TreeStats&) = default;
};

}  // namespace graze
