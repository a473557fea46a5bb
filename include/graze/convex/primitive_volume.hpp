// Triangles and polygons against spheres and boxes, sphere against box. A negative radius overlaps nothing; separations are for radii >= 0.
#pragma once

#include <span>

#include "graze/convex/primitive_ray.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

/// By the closest point; where that leaves it open by rounding, by products alone, so tangents of small integers touch.
bool overlaps_triangle_sphere(const Triangle& triangle, const Vec3& centre, double radius) noexcept;
/// A centre on the triangle takes the triangle's normal.
SphereSeparation separation_triangle_sphere(const Triangle& triangle, const Vec3& centre, double radius) noexcept;

/// By the 13 separating axes.
bool overlaps_triangle_box(const Triangle& triangle, const Box& box) noexcept;

/// Plane, vertices, edges, then the point where the plane is deepest in the volume.
bool overlaps_polygon_sphere(std::span<const Vec3> polygon, const Vec3& centre, double radius) noexcept;
bool overlaps_polygon_box(std::span<const Vec3> polygon, const Box& box) noexcept;

bool overlaps_sphere_box(const Vec3& centre, double radius, const Box& box) noexcept;
/// Depth too: a centre inside leaves through the nearest face; ties go to the lowest axis.
SphereSeparation separation_sphere_box(const Vec3& centre, double radius, const Box& box) noexcept;

}  // namespace graze
