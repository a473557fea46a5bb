// That placed convex shapes overlap by more than a depth, without a search for the depth itself. World frame.
//
// The difference of the shapes is convex: when it holds the six corners of an octahedron, it holds the ball inside of that. A corner is in it when
// the shapes overlap with one of them moved by as much, and of that any common point tells.
#pragma once

#include "graze/shape/shape.hpp"

namespace graze::verifying {

/// True: the shapes still meet when each point of both is moved, and the sum of both ways is no longer than the depth, as long as they stay convex.
/// False: not shown, as where the overlap is deeper along the unit `normal` but not √3 times so along all others.
bool overlap_deeper(const Placed& a, const Placed& b, const Vec3& normal, double depth) noexcept;

}  // namespace graze::verifying
