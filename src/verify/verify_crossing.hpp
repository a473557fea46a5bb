// Whether two features of placed flat sets intersect, by exact orientation signs.
#pragma once

#include <optional>

#include "graze/math/interval.hpp"
#include "graze/result/proof.hpp"
#include "graze/shape/shape.hpp"

namespace graze::verifying {

/// The whole of a shape that is given by its vertices and has no inside; none for other shapes.
std::optional<Feature> flat_feature(const Shape& shape) noexcept;

/// Exact: true if and only if both features exist and have a common point. An edge is the segment of any two
/// vertices, which a convex set contains; a face is the whole set, cut into triangles from its first vertex.
bool features_intersect(const Crossing& crossing, const Placed& a, const Placed& b) noexcept;

/// A box around one of their common points, some roundings of the coordinates wide; empty when there are
/// none.
std::optional<IntervalVec3> crossing_box(const Crossing& crossing, const Placed& a, const Placed& b) noexcept;

}  // namespace graze::verifying
