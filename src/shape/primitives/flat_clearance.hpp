// Clearances in segments, triangles and tetrahedra, see `clearance` in verify/membership.hpp: by exact convex
// combinations of the corners near the closest one, found in doubles.
#pragma once

#include <array>

#include "graze/math/interval.hpp"

namespace graze {

double segment_clearance(const Vec3& a, const Vec3& b, const IntervalVec3& x) noexcept;
double triangle_clearance(const std::array<Vec3, 3>& corners, const IntervalVec3& x) noexcept;

/// The clearance in the tetrahedron (either orientation) of four exact points in the boxes; -inf when x is
/// not shown to be inside.
double tetrahedron_clearance(const std::array<IntervalVec3, 4>& vertices, const IntervalVec3& x) noexcept;

/// Inside (or on) a solid tetrahedron, else the distance to its nearest face.
double four_point_clearance(const std::array<Vec3, 4>& corners, const IntervalVec3& x) noexcept;

/// A box around one exact point of the triangle near the closest one to x. Equal corners are allowed: a
/// segment or a point.
IntervalVec3 triangle_member_near(const std::array<Vec3, 3>& corners, const Vec3& x) noexcept;

}  // namespace graze
