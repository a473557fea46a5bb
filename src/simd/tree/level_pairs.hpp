// Pairs of overlapping boxes within trees whose leaves are all at the same depth: two nodes of one level are
// taken apart together, the lanes of one against eight lanes of the other at once. Comparisons of the stored
// floats only, so the answer does not depend on the instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/core/function_ref.hpp"
#include "graze/simd/box_node.hpp"

namespace graze::simd {

/// Two nodes of the same level; the same node twice stands for the pairs within it.
struct NodePair {
    std::uint32_t a;
    std::uint32_t b;
};

/// Primitives of leaves of one, first < second.
struct FoundPair {
    std::uint32_t first;
    std::uint32_t second;
};

/// Takes a few hundred pairs at a time. `deep`: their boxes overlap by at least the depth asked for along
/// every axis.
using FoundPairsVisitor = FunctionRef<void(std::span<const FoundPair> pairs, bool deep)>;

/// How many pairs `open_pair` gives at the most: all lanes of one against all of the other.
inline constexpr std::size_t kMostOpened = kNodeWidth * kNodeWidth;

/// The pairs of children of two nodes above the lowest level, or of one node, that overlap. Returns their
/// number.
std::size_t open_pair(const BoxNode* nodes, NodePair pair, NodePair* out);

/// Every pair of leaves below these nodes whose boxes overlap, once. Nodes of level 0 hold leaves. An
/// infinite depth makes no pair deep.
void walk_level_pairs(const BoxNode* nodes, NodePair pair, std::uint32_t level, float depth,
                      FoundPairsVisitor visit);

}  // namespace graze::simd
