// A triangle against a box, both along the box's axes and from its centre.
//
// Guarantee: "apart" is a theorem when every coordinate of the corners, and every length of the box, is off
// by at most `slack`.
#pragma once

#include "obb/find_common_point.hpp"

namespace graze {

/// The thirteen axes of corners p and half extents h. Each is a direction that was computed, not the ideal
/// one: any direction may separate, so only the projections carry errors, at most the slack times the 1-norm
/// of the axis.
bool triangle_apart_from_box(const TriangleCorners& p, const Vec3& h, double slack) noexcept;

/// A point of both, when they are not shown to be apart: the mean of the corners of the part of the triangle
/// in the box.
Vec3 common_point(const TriangleCorners& p, const Vec3& h, double slack) noexcept;

}  // namespace graze
