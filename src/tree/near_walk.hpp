// A point in the floats of a tree, for walks of their own.
#pragma once

#include "graze/tree/box_tree.hpp"
#include "simd/tree/tree_walk.hpp"

namespace graze::detail {

/// False when nothing of the tree is within the distance, for certain.
bool make_near_walk(const BoxTree& tree, const Vec3& point, double max_distance,
                    simd::NearWalk& walk) noexcept;

}  // namespace graze::detail
