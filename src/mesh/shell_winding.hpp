// Shells of a solid that look the wrong way: the inside is where a ray crosses an odd number of triangles, and faces are to look out of it. Cavities
// and shells in cavities then look as they should, however they were given.
#pragma once

#include "graze/mesh/mesh.hpp"

namespace graze::mesh_parts {

/// Turns them, in a solid with a tree. A shell that crosses others, or lies on one, has no one side; it is turned by its largest triangles, or
/// left as it is where these tell nothing.
void turn_shells_outward(MeshData& mesh);

}  // namespace graze::mesh_parts
