// Meshes that deform while they move: every vertex goes straight from one place to another at constant speed. When do two of them, or parts of
// one, first touch; and which vertices, edges and faces come close at all. World frame. Surfaces: what is inside counts for nothing.
// The answers keep the contract of graze/result/impact.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/ccd/vertex_impact.hpp"
#include "graze/core/build_error.hpp"
#include "graze/core/expected.hpp"

namespace graze {

/// Borrows all of its arrays.
struct DeformingMesh {
    std::span<const Vec3> start;  ///< Vertices at t = 0.
    std::span<const Vec3> end;    ///< The same at t = 1; as many.
    std::span<const std::array<std::uint32_t, 3>> triangles;
};

/// A vertex and a face, or two edges, that may touch.
struct FeaturePair {
    enum class Kind : std::uint8_t {
        vertex_face,  ///< A vertex of a and a face of b.
        face_vertex,  ///< A face of a and a vertex of b.
        edge_edge,
    };
    Kind kind = Kind::edge_edge;
    /// In the order of `vertex_face_impact` (the vertex first) or `edge_edge_impact` (a's edge first); indices into the vertices of the mesh
    /// that each belongs to. The indices of an edge and of a face ascend, whatever the order of corners. Of one mesh with itself
    /// the edge with the smallest index comes first, and there is no `face_vertex`.
    std::array<std::uint32_t, 4> vertices{};
};

struct DeformingImpact {
    Impact impact{};     ///< The normal points from a to b; of one mesh with itself, from the first feature of the pair to the second.
    FeaturePair pair{};  ///< Who touches first. Valid when hit.
};

/// First contact of two meshes. Only vertices, edges and faces are tested. One mesh inside of the other at
/// the start is not contact. Surfaces that cross at the start are contact only when a vertex or an edge is on
/// the other surface. Use `overlaps` to test the start. The error names the first bad index or vertex.
expected<DeformingImpact, BuildError> deforming_impact(const DeformingMesh& a, const DeformingMesh& b,
                                                       const VertexImpactOptions& options = {});

/// First contact of a mesh with itself: features that share a vertex are neighbours, not contacts.
expected<DeformingImpact, BuildError> self_impact(const DeformingMesh& mesh, const VertexImpactOptions& options = {});

/// The candidate pairs of a time step: all pairs whose swept boxes are no farther apart than `reach` along
/// every axis. Each pair is reported once. The order is the same on every machine.
expected<std::vector<FeaturePair>, BuildError> close_features(const DeformingMesh& a, const DeformingMesh& b, double reach);
expected<std::vector<FeaturePair>, BuildError> close_features(const DeformingMesh& mesh, double reach);

}  // namespace graze
