// Where the surfaces of two placed sets of triangles cross, at places all over. World frame.
#pragma once

#include <cstddef>
#include <vector>

#include "query/composite/part_pairs.hpp"

namespace graze {

/// Middles of what pairs of triangles have in common, at most `most`, evenly spread over the list of all such
/// pairs in the order of their numbers. Empty for other parts; of fewer pairs when the pair's work is spent.
std::vector<Vec3> crossing_points(const PartPairs& pairs, std::size_t most);

}  // namespace graze
