// Meshes of every size.
#pragma once

#include <gtest/gtest.h>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"

namespace graze::test {

inline Mesh scaled_mesh(TriangleSoup soup, double scale, MeshKind kind) {
    for (Vec3& v : soup.vertices) v = v * scale;
    auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return *mesh;
}

}  // namespace graze::test
