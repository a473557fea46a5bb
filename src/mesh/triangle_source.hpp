// The triangles of a mesh as kernels read them.
#pragma once

#include "graze/mesh/mesh.hpp"
#include "simd/tree/triangle_source.hpp"

namespace graze {

/// Borrows the mesh.
inline simd::TriangleSource triangle_source(const MeshData& mesh) noexcept {
    const bool by_slot = !mesh.slots.empty();
    return {.vertices = mesh.vertices.pointer,
            .stride = mesh.vertices.stride,
            .floats = mesh.vertices.scalar == VertexScalar::float32,
            .corners = by_slot ? mesh.slots[0].data() : mesh.triangles[0].data(),
            .order = by_slot ? nullptr : mesh.tree.order().data()};
}

}  // namespace graze
