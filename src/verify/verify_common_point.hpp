// Where a proof of an overlap has its common point. World frame.
#pragma once

#include <optional>

#include "graze/math/interval.hpp"
#include "graze/result/proof.hpp"
#include "graze/shape/shape.hpp"

namespace graze::verifying {

/// Whether the point, these very doubles, belongs to the placed shape: by its clearance, and for flat sets of
/// given vertices by exact signs. False means "not shown".
bool contains_point(const Placed& placed, const Vec3& point) noexcept;

/// A box around a point of both shapes; empty unless the proof shows that there is one. The box of a common
/// point that is a member of both is that point.
std::optional<IntervalVec3> common_point_box(const Proof& proof, const Placed& a, const Placed& b) noexcept;

/// How far the point may be from the farther one of two shapes that are too close to call, by the proof's own
/// members of them or by clearances; infinite when the proof does not show that they are close.
double distance_from_close(const Vec3& point, const Proof& proof, const Placed& a, const Placed& b) noexcept;

}  // namespace graze::verifying
