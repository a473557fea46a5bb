// How the coordinates of two trees map into each other, with bounds for everything that is rounded.
#pragma once

#include "graze/tree/box_tree.hpp"
#include "simd/tree_walk_pairs.hpp"

namespace graze {

/// For trees that are not empty and a finite map. The margin is in a's lengths.
simd::PairWalk pair_walk(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double margin) noexcept;

struct NearPairSetup {
    simd::PairWalk walk{};
    simd::NearPairLimits limits{};
};

/// The same for distances: boxes far apart are moved together, and the limits say by how much.
NearPairSetup near_pair_walk(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance) noexcept;

}  // namespace graze
