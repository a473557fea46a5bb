// Blocks of a batch of booleans, on one thread: by kernels where the pair has one, the rest by the verb.
#pragma once

#include <span>

#include "graze/query/query.hpp"

namespace graze {

/// `overlaps_at` of one block.
void overlaps_at_block(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                       unsigned char* results);
/// `overlaps_of` of one block.
void overlaps_of_block(std::span<const PlacedPair> pairs, unsigned char* results);

}  // namespace graze
