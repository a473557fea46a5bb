// The steps from vertices and triangles to a mesh that builders, deformation and loading share. Local frame.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/core/error.hpp"
#include "graze/mesh/mesh.hpp"
#include "mesh/topology.hpp"

namespace graze::mesh_parts {

/// What is wrong, if anything is.
using Fault = std::optional<BuildError>;

/// The first triangle with a corner that is not there, or a number of triangles that no mesh has.
Fault bad_index(std::span<const CornerIndices> triangles, std::size_t vertex_count);
/// The first vertex that is not finite or not served, or an array that cannot be read.
Fault bad_vertex(const VertexView& vertices);

/// Copies the vertices, or borrows them where the mesh's options say so.
void take_vertices(MeshData& mesh, const VertexView& vertices);
void keep_vertices(MeshData& mesh, std::vector<Vec3> vertices);

/// Checks a solid and completes what only solids have. The indices must be good.
Fault close(MeshData& mesh);
/// The first triangle of each set that vertices connect.
std::vector<std::uint32_t> piece_triangles(std::span<const CornerIndices> triangles,
                                           std::size_t vertex_count);

/// Measures the triangles; their boxes come back.
std::vector<Aabb> measure(MeshData& mesh);
/// Once the tree's order, or the winding, is as it stays.
void finish_layout(MeshData& mesh);

Shape shape_of(const std::shared_ptr<const MeshData>& data, double margin) noexcept;

}  // namespace graze::mesh_parts
