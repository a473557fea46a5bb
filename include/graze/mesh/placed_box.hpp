// Boxes around placed shapes of every type: in doubles, with one bound of all rounding, where `fit_aabb`
// takes intervals. Broad phases need one at every move of every object.
#pragma once

#include "graze/bounds/aabb.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Contains the placed shape. World axes. As tight as `fit_aabb` up to 32 eps of the sizes (24 more for each affine image), except for meshes: around
/// the turned box of the triangles, for the tightest box would cost a search of the whole mesh. Half-spaces have infinite boxes; a shape or pose that
/// `check` refuses has the box of all space.
Aabb box_of(const Placed& placed) noexcept;

}  // namespace graze
