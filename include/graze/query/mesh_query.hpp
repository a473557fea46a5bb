// What can be asked of meshes and height fields beyond the common verbs. World frame.
#pragma once

#include <vector>

#include "graze/mesh/triangle_pair.hpp"
#include "graze/query/query.hpp"

namespace graze {

/// All pairs of triangles that meet, touching ones too, each once, by growing triangle_a, then triangle_b. Exact for the placed triangles of
/// the given doubles; margins do not count. Empty unless both are meshes or height fields, and on invalid input.
std::vector<TrianglePair> intersecting_triangles(const Placed& a, const Placed& b);

/// Contains the signed distance of the point from the shape: > 0 outside, < 0 inside of a solid, a convex shape or a margin. Everything on
/// invalid input.
Interval signed_distance(const Placed& solid, const Vec3& point) noexcept;

}  // namespace graze
