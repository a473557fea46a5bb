// The triangles of a mesh as kernels read them.
#pragma once

#include "graze/mesh/mesh.hpp"
#include "simd/tree/triangle_source.hpp"

namespace graze {

/// Borrows the mesh.
inline simd::TriangleSource triangle_source(const MeshData& mesh) noexcept {
    const bool by_slot = !mesh.slots.empty(), packed = mesh.triangles.packed();
    return {.vertices = mesh.vertices.pointer,
            .stride = mesh.vertices.stride,
            .floats = mesh.vertices.scalar == VertexScalar::float32,
            .corners = by_slot  ? mesh.slots[0].data()
                       : packed ? nullptr
                                : mesh.triangles.plain()[0].data(),
            .order = by_slot ? nullptr : mesh.tree.order().data(),
            .packed = {mesh.triangles.packed_bytes(), mesh.triangles.packed_width()}};
}

}  // namespace graze
