// A ray in the floats of a tree, for walks of their own.
#pragma once

#include "graze/tree/box_tree.hpp"
#include "simd/tree/tree_walk.hpp"

namespace graze::detail {

/// False when the ray hits nothing of the tree for certain.
bool make_ray_walk(const BoxTree& tree, const RaySegment& ray, simd::RayWalk& walk) noexcept;
/// The same for nodes of any tree in this frame, whose boxes are all within the given one.
bool make_ray_walk(const TreeFrame& frame, const Aabb& within, const RaySegment& ray,
                   simd::RayWalk& walk) noexcept;

/// The same in 0.74 of the instructions, which is 5 % of a ray cast at a mesh, for finite rays without an end
/// whose direction has a largest component in [1, 7]; false when the start is not near the tree: the
/// other one serves those. Not for the empty tree.
bool make_near_ray_walk(const BoxTree& tree, const Vec3& start, const Vec3& direction, double margin,
                        simd::RayWalk& walk) noexcept;

}  // namespace graze::detail
