// Frames as shapes, for every query that takes a Placed. Local frame of the shape is the frame's world.
#pragma once

#include "graze/bounds/frame.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// A parallelepiped is the affine image of a box, a tetrahedron itself; corners other than the origin are rounded. Invalid frames make invalid
/// shapes.
Shape shape_of(const Frame<3>& frame);

/// In the plane z = 0: a triangle, or the parallelogram as the image of a flat box.
Shape shape_of(const Frame<2>& frame);

}  // namespace graze
