// A shape of Open CASCADE as a mesh with the bound of its deviation.
#pragma once

#include <TopoDS_Shape.hxx>

#include "stream.hpp"

namespace graze::cad {

/// Meshes the shape in its own frame. The names and the number of the frame are the caller's. Throws
/// Unusable, and what Open CASCADE throws.
ShapeFrame mesh_of(const TopoDS_Shape& shape, double deflection);

/// The largest extent of its box, 0 for nothing.
double size_of(const TopoDS_Shape& shape);

}  // namespace graze::cad
