// Boxes around objects, made anew at every move of every object: in doubles, with one bound of all rounding, where `fit_aabb` takes intervals.
#pragma once

#include "graze/bounds/aabb.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Contains the placed shape, which has passed `check`. World axes. As tight as `fit_aabb` up to 32 eps of the sizes (24 more for each affine image), except for meshes: around
/// the turned box of the triangles, for the tightest box would cost a search of the whole mesh.
Aabb box_of(const Placed& placed) noexcept;

/// Contains the shape in its own frame; of meshes the box of the triangles, with the margin.
Aabb local_box_of(const Shape& shape) noexcept;

}  // namespace graze
