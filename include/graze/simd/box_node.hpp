// Eight boxes side by side, the node of a box tree. Coordinates are floats in the tree's own frame, within [-1, 1], so that instruction
// sets from SSE to AVX-512 test all eight at once. Lanes are filled from the first; the ones left over hold
// an inverted box that overlaps nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/simd/tree_stats.hpp"

namespace graze {

inline constexpr std::size_t kNodeWidth = 8;

/// What a lane leads to, in 32 bits: a node, a leaf of up to 8 primitives, or nothing.
namespace child {

inline constexpr std::uint32_t kNone = 0xffffffffU;
inline constexpr std::uint32_t kLeafBit = 0x80000000U;
inline constexpr std::uint32_t kMaxLeafCount = 8;
/// Slots have 28 bits; the last eight are given up so that no leaf reads as `kNone`.
inline constexpr std::uint32_t kMaxSlots = (1U << 28) - 8;

constexpr bool is_leaf(std::uint32_t c) noexcept { return (c & kLeafBit) != 0; }
constexpr std::uint32_t make_leaf(std::uint32_t first, std::uint32_t count) noexcept { return kLeafBit | (count - 1) << 28 | first; }
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

/// Ends of the box in lanes without a child: min is this, max its opposite. Beyond every query's coordinates, and its square is finite.
inline constexpr float kNoBox = 0x1p60F;

/// Levels of nodes that a tree has at the most, so that searches keep what they put off in an array.
inline constexpr std::uint32_t kMaxTreeDepth = 40;

}  // namespace graze
