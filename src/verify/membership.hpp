// Depth of a point in a shape, in outward-rounded intervals: the result is a theorem about the given doubles.
// Local frame. Nothing here relies on how a shape was built: every statement follows from exact members of
// the shape (vertices, convex combinations of vertices or of support points) or on its defining inequality.
#pragma once

#include <array>

#include "graze/math/interval.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// A number c that holds for every x in the box. c >= 0: the ball of radius c around x lies in the shape, so
/// x does. c < 0: some point of the shape lies within -c of x. -inf when nothing is shown. Close to minus the
/// signed distance for points near the boundary; inside hulls, sums and hulls of shapes it is a weak bound (0
/// or a little more).
double clearance(const Shape& shape, const IntervalVec3& x) noexcept;

/// The clearance in a mesh, a compound or a height field without its margin.
double clearance_in_parts(const Shape& shape, const IntervalVec3& x) noexcept;

/// Directions, not unit, along which the shape's core seems to end nearest to x, towards x: the offset from
/// the nearest member found, and across the face or edge that it is on, where it is on one. Found by a search
/// in doubles; zero when x seems to be inside.
std::array<Vec3, 2> directions_towards(const Shape& shape, const Vec3& x) noexcept;

/// The clearance by support points alone, for shapes whose members cannot be decided by their numbers:
/// searches for a few support points whose hull holds x or comes close to it. The search is in doubles; only
/// its outcome counts, enclosed exactly.
double clearance_by_supports(const Shape& shape, const IntervalVec3& x) noexcept;

}  // namespace graze
