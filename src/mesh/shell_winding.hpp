// Shells of a solid that are wound inside out: the inside is where a ray crosses an odd number of triangles,
// and face normals must point out of it. Cavities and shells in cavities are then oriented correctly, however
// they were given.
#pragma once

#include "graze/mesh/mesh.hpp"

namespace graze::mesh_parts {

/// Reverses them, in a solid with a tree. A shell that crosses others, or touches one, has no unique side; it
/// is oriented by its largest triangles, or left as it is where these do not decide.
void turn_shells_outward(MeshData& mesh);

}  // namespace graze::mesh_parts
