// Whether two features of placed flat sets meet, by exact orientation signs.
#pragma once

#include "graze/query/proof.hpp"
#include "graze/shape/shape.hpp"

namespace graze::verifying {

/// Exact: true if and only if both features exist and have a common point. An edge is the segment of any two vertices, which
/// a convex set contains; a face is the whole set, cut into triangles from its first vertex.
bool features_meet(const Crossing& crossing, const Placed& a, const Placed& b) noexcept;

}  // namespace graze::verifying
