// How the coordinates of two trees map into each other, with bounds for everything that is rounded.
#pragma once

#include <optional>

#include "graze/tree/box_tree.hpp"
#include "simd/tree/tree_walk_pairs.hpp"

namespace graze {

/// Nothing when their bounds are farther apart than the margin, or there is no search: an empty tree, a map
/// that is not finite, a negative margin.
std::optional<simd::PairWalk> pair_walk(const BoxTree& a, const BoxTree& b, const Affine& b_in_a,
                                        const PairOptions& options) noexcept;

struct NearPairSetup {
    simd::PairWalk walk{};
    simd::NearPairLimits limits{};
};

/// The same for distances: boxes far apart are moved together, and the limits say by how much. Nothing when
/// the bounds are farther apart than `max_distance`.
std::optional<NearPairSetup> near_pair_walk(const BoxTree& a, const BoxTree& b, const Affine& b_in_a,
                                            double max_distance) noexcept;

}  // namespace graze
