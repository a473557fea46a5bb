// A point against a solid with a closed form. Local frame of the solid.
#pragma once

#include "graze/math/vec.hpp"

namespace graze {

struct PointSolid {
    double distance = 0;    ///< Signed: > 0 outside.
    Vec3 nearest{};         ///< Nearest point of the boundary.
    Vec3 outward{1, 0, 0};  ///< Unit, out of the solid at `nearest`: point = nearest + distance * outward.
};

PointSolid point_box(const Vec3& half_extents, const Vec3& point) noexcept;
PointSolid point_cylinder(double radius, double half_height, const Vec3& point) noexcept;
PointSolid point_cone(double radius, double half_height, const Vec3& point) noexcept;

}  // namespace graze
