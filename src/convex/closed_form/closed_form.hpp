// Pairs whose signed distance has a closed form: balls against balls, rounded segments, boxes, cylinders and
// cones, and everything against a half-space. A `sphere` below is any ball (shape/ball.hpp): a point and a
// rounded point are served alike.
//
// Their bounds are a few roundings wide, where a search ends at its tolerance. Of the instructions of GJK and
// EPA in their place, on random pairs, distances take 0.22 to 0.31, depths 0.11 to 0.26 and decisions 0.37 to
// 0.57.
//
// Each answers in world frame with the roundings added to the bounds. Not unique: concentric spheres, a
// centre on an axis or equally near to several faces; then a fixed axis is taken (world x between spheres,
// the shape's own x or the lowest axis otherwise), the same for every call and negated when the pair is
// swapped.
#pragma once

#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

Separation separation_sphere_sphere(const Placed& a, const Placed& b) noexcept;
Separation separation_sphere_box(const Placed& a, const Placed& b) noexcept;
Separation separation_sphere_capsule(const Placed& a, const Placed& b) noexcept;
Separation separation_sphere_cylinder(const Placed& a, const Placed& b) noexcept;
Separation separation_sphere_cone(const Placed& a, const Placed& b) noexcept;
Separation separation_capsule_capsule(const Placed& a, const Placed& b) noexcept;
/// A ball with its centre inside of hull b, by all facets. False where it is not, by more than rounding:
/// nothing is set then, and a search is as good. For the worst case of a search: in the middle of a hull of
/// 2000 vertices that takes 2001 steps and 7 ms. Over random pairs that overlap, the facets take three times
/// the instructions of the search for hulls of 512 vertices, and 0.94 for hulls of 32.
bool separate_ball_in_hull(const Placed& a, const Placed& b, Separation& separation) noexcept;
/// b is the half-space; a is anything, another half-space included.
Separation separation_any_half_space(const Placed& a, const Placed& b) noexcept;

/// Whether they overlap; close calls count. Invalid input counts as overlapping.
bool overlaps_sphere_sphere(const Placed& a, const Placed& b) noexcept;
bool overlaps_sphere_box(const Placed& a, const Placed& b) noexcept;
bool overlaps_sphere_capsule(const Placed& a, const Placed& b) noexcept;
bool overlaps_sphere_cylinder(const Placed& a, const Placed& b) noexcept;
bool overlaps_sphere_cone(const Placed& a, const Placed& b) noexcept;
bool overlaps_capsule_capsule(const Placed& a, const Placed& b) noexcept;

}  // namespace graze
