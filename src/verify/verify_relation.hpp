// What relations rest on: how much is touching, what is the same, and the balls at the corners of shapes.
// Without any solver.
#pragma once

#include <vector>

#include "shape/primitives/traits.hpp"

namespace graze::verifying {

/// Shapes no deeper than this in each other touch: what an undecided verdict may leave open.
double most_touch(const Placed& a, const Placed& b) noexcept;

/// The same shape, by its numbers, in the same place.
bool identical(const Placed& a, const Placed& b) noexcept;

/// Balls, by local centres, whose hull is the shape, or contains it.
std::vector<PrimitiveBall> corner_balls(const Shape& shape);

/// Whether all of the convex `inner` lies in the convex `outer` grown by the tolerance, by their supports
/// along all directions; false where that takes too many of them. Not for half-spaces.
bool inside_by_supports(const Placed& outer, const Placed& inner, double tolerance);

}  // namespace graze::verifying
