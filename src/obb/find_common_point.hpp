// Points of triangles that can be relied on when the triangles are thin or nearly coplanar.
#pragma once

#include <array>

#include "graze/math/vec.hpp"

namespace graze {

using TriangleCorners = std::array<Vec3, 3>;

/// The closest point of a triangle, also of one that is collinear up to rounding, where the face's own answer
/// is inaccurate.
Vec3 nearest_on(const TriangleCorners& p, const Vec3& x) noexcept;

/// A point of two triangles that intersect up to rounding: the middle of the closest pair among corners,
/// crossings of edges, and edges through planes. Nearly coplanar triangles have a common line that is mostly
/// rounding; this point does not depend on it.
Vec3 common_point(const TriangleCorners& p, const TriangleCorners& q) noexcept;

}  // namespace graze
