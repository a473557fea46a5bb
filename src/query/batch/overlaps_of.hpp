// Many pairs of any kinds: sorted by kind, those of one kind by kernels, the rest by the verb.
#pragma once

#include <cstddef>
#include <span>

#include "graze/query/query.hpp"

namespace graze {

/// The most pairs of a block.
inline constexpr std::size_t kMostSorted = 16384;

/// `overlaps_of` of one block, on one thread. Allocates. The longer a block, the more pairs share vertices.
void overlaps_of_block(std::span<const PlacedPair> pairs, unsigned char* results);

}  // namespace graze
