// Shapes made of shapes, nested at will. The children must be bounded: a half-space makes the result invalid.
// Sums and hulls take convex children. Meshes, compounds and height fields can be mapped and rounded: their image has mapped parts, with
// vertices rounded to doubles (the image *is* what the rounded vertices make), and rounding grows their margin.
#pragma once

#include <span>

#include "graze/shape/shape.hpp"

namespace graze {

/// { x + y : x in a, y in b }.
Shape minkowski_sum(const Shape& a, const Shape& b);

/// The smallest convex set around all of them; at least one.
Shape convex_hull_of(std::span<const Shape> shapes);
Shape convex_hull_of(const Shape& a, const Shape& b);

/// The image under any affine map, singular ones included. A mesh, compound or height field with a margin takes only maps that keep
/// the margin round: a uniform scale, a rotation or mirror image, an offset.
Shape transformed(const Shape& shape, const Affine& map);

/// Scaled about the local origin by a factor per axis; negative factors mirror, zero flattens.
Shape scaled(const Shape& shape, const Vec3& factors);

/// All points within `radius` >= 0 of the shape.
Shape rounded(const Shape& shape, double radius);

}  // namespace graze
