// Verifies that placed convex shapes overlap by more than a depth, without a search for the depth itself.
// World frame.
//
// The difference of the shapes is convex: when it contains the six corners of an octahedron, it contains the
// inscribed ball. A corner is in it when the shapes overlap after one of them is translated by that corner,
// which any common point proves.
#pragma once

#include "graze/shape/shape.hpp"

namespace graze::verifying {

/// True: the shapes still overlap when each point of both is moved, provided that the sum of both
/// displacements is no longer than the depth and the shapes stay convex. False: not proven, as where the
/// overlap is deeper along the unit `normal` but not √3 times so along all others.
bool overlap_deeper(const Placed& a, const Placed& b, const Vec3& normal, double depth) noexcept;

}  // namespace graze::verifying
