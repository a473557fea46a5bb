// Shapes that stay apart while one of them moves straight. World frame; every plane is evaluated in
// outward-rounded intervals.
#pragma once

#include "graze/shape/shape.hpp"

namespace graze::verifying {

/// b moves by t * motion. Along `normal` (a half-space's own, if there is one) the pair is apart at t = 0 and
/// not past touching at the end: heights grow linearly between, so the sets are disjoint for all t in [0,
/// end).
bool apart_until(const Placed& a, const Placed& b, const Vec3& motion, const Vec3& normal,
                 double end) noexcept;

/// The same for sets of parts that no single plane separates: both trees are walked down to pairs of pieces
/// with a plane each, and no piece starts inside of a solid. `normal` is tried for all of them. False also
/// when that takes too many planes.
bool parts_apart_until(const Placed& a, const Placed& b, const Vec3& motion, const Vec3& normal, double end);

}  // namespace graze::verifying
