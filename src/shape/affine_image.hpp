// Affine images of convex shapes, for code that may not reach the images of meshes and compounds.
#pragma once

#include "graze/shape/shape.hpp"

namespace graze {

/// `transformed` for a convex shape: the map of its points, without a look-up in any table of functions.
/// The image of a shape that is not convex is invalid.
Shape affine_image(const Shape& convex, const Affine& map);

}  // namespace graze
