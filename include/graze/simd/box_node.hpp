// The node of a box tree, eight boxes side by side, and what searches of trees report to their visitors and
// count. Coordinates are floats in the tree's own frame, within [-1, 1], so that instruction sets from SSE to
// AVX-512 test all eight at once. Lanes are filled from the first; the ones left over hold an inverted box
// that overlaps nothing.
#pragma once

#include <bit>
#include <cstddef>
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
/// The same where the search has a limit (a distance, a ray's t): nothing of the leaf is below `lower`, and
/// the visitor may lower the limit.
using BoundedLeafVisitor = FunctionRef<Continue(LeafSlots leaf, double lower, double& limit)>;
/// Gets pairs of leaves, one of each tree or both of the same.
using LeafPairVisitor = FunctionRef<Continue(LeafSlots a, LeafSlots b)>;
/// The same where the search has a limit: primitives of these leaves are `lower` apart at the least.
using BoundedLeafPairVisitor = FunctionRef<Continue(LeafSlots a, LeafSlots b, double lower, double& limit)>;
/// Whether everything below two children of nodes, as nodes hold them (each a node or a leaf), is known to be
/// beyond the search's limit.
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

inline constexpr std::size_t kNodeWidth = 8;

/// What a lane leads to, in 32 bits: a node, a leaf of up to 8 primitives, or nothing.
namespace child {

inline constexpr std::uint32_t kNone = 0xffffffffU;
inline constexpr std::uint32_t kLeafBit = 0x80000000U;
inline constexpr std::uint32_t kMaxLeafCount = 8;
/// Slots have 28 bits; the last eight are given up so that no leaf reads as `kNone`.
inline constexpr std::uint32_t kMaxSlots = (1U << 28) - 8;

constexpr bool is_leaf(std::uint32_t c) noexcept { return (c & kLeafBit) != 0; }
constexpr std::uint32_t make_leaf(std::uint32_t first, std::uint32_t count) noexcept {
    return kLeafBit | (count - 1) << 28 | first;
}
constexpr std::uint32_t leaf_first(std::uint32_t c) noexcept { return c & 0x0fffffffU; }
constexpr std::uint32_t leaf_count(std::uint32_t c) noexcept { return (c >> 28 & 7U) + 1; }
constexpr LeafSlots leaf_slots(std::uint32_t c) noexcept { return {leaf_first(c), leaf_count(c)}; }

}  // namespace child

/// 224 bytes, a multiple of a 32-byte vector, so that no vector of eight floats crosses a cache line.
struct alignas(32) BoxNode {
    float min[3][kNodeWidth];           ///< By axis, then lane.
    float max[3][kNodeWidth];           ///< By axis, then lane.
    std::uint32_t child[kNodeWidth]{};  ///< See `child`. A node's index is larger than its parent's.
};
static_assert(sizeof(BoxNode) == 224);

/// Ends of the box in lanes without a child: min is this, max its opposite. Beyond every query's coordinates,
/// and its square is finite.
inline constexpr float kNoBox = 0x1p60F;

/// The same in 96 bytes: ends are steps of a grid, origin + q * step along each axis, at most 1. Steps are
/// powers of two, so that the product is exact and the sum rounds once, in every instruction set.
struct alignas(32) PackedNode {
    float origin[3];                    ///< The least end along the axis.
    std::uint8_t exponent[3];           ///< Of the step, biased as in a float.
    std::uint8_t unused = 0;            ///< Zero, so that nodes can be compared by bytes.
    std::uint8_t min[3][kNodeWidth]{};  ///< By axis, then lane. Lanes without a child have zeros.
    std::uint8_t max[3][kNodeWidth]{};
    std::uint32_t child[kNodeWidth]{};  ///< As in BoxNode.

    [[nodiscard]] float step(std::size_t axis) const noexcept {
        return std::bit_cast<float>(static_cast<std::uint32_t>(exponent[axis]) << 23U);
    }
};
static_assert(sizeof(PackedNode) == 96);

/// The nodes of a tree, in one of the two forms.
struct TreeNodes {
    const BoxNode* wide = nullptr;
    const PackedNode* packed = nullptr;  ///< Null: they are wide.

    constexpr TreeNodes() noexcept = default;
    // NOLINTNEXTLINE(google-explicit-constructor): walks take nodes of either form
    constexpr TreeNodes(const BoxNode* nodes) noexcept : wide(nodes) {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr TreeNodes(const PackedNode* nodes) noexcept : packed(nodes) {}
};

/// Levels of nodes that a tree has at the most, so that searches keep what they put off in an array.
inline constexpr std::uint32_t kMaxTreeDepth = 40;

}  // namespace graze
