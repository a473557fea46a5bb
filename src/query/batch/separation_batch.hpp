// Blocks of a batch of distances, on one thread: by kernels where the pair has a closed form, the rest by the
// verb.
#pragma once

#include <span>

#include "graze/query/query.hpp"

namespace graze {

/// `separations_at` of one block.
void separations_at_block(const Shape& a, const Shape& b, std::span<const PosePair> poses, Separation* gaps);
/// `separations_of` of one block.
void separations_of_block(std::span<const PlacedPair> pairs, Separation* gaps);

}  // namespace graze
