// Boxes of objects that have passed `check` when they were added: scenes make one at every move, and do not
// check again.
#pragma once

#include "graze/bounds/aabb.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// As `box_of`, of a shape and pose that are valid.
Aabb unchecked_box_of(const Placed& placed) noexcept;

/// Contains the shape in its own frame; of meshes the box of the triangles, with the margin.
Aabb local_box_of(const Shape& shape) noexcept;

}  // namespace graze
