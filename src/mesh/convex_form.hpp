// Whether a solid mesh is convex, shown once when it is built.
#pragma once

#include <optional>

#include "graze/mesh/mesh.hpp"

namespace graze {

/// The hull of the solid's vertices when the two differ by no more than rounding; empty otherwise, and for
/// surfaces. Non-convex meshes are mostly recognised by their first triangles; convex ones take as long as
/// building the hull. docs/notes/meshes.md has the argument.
std::optional<ConvexForm> convex_form(const MeshData& mesh);

}  // namespace graze
