// The checks that audit builds run on impacts of vertices, edges, faces and deforming meshes: their numbers,
// and the swapped question on a sample. Declared in every build, defined in audit builds; see
// docs/notes/audit.md.
#pragma once

#include "graze/ccd/feature_impact.hpp"

namespace graze::audit {

/// Four vertices on straight lines.
struct MovingVertices {
    const std::array<Vec3, 4>& start;
    const std::array<Vec3, 4>& end;
    const VertexImpactOptions& options;
};
void check_vertex_face(const Impact& impact, const MovingVertices& vertices);
void check_edge_edge(const Impact& impact, const MovingVertices& vertices);

/// Features of two rigid bodies, each in the frame of its own; a vertex is three times the same, an edge has
/// its second end twice.
struct MovingFeatures {
    const Motion& a;
    const Triangle& feature_a;
    const Motion& b;
    const Triangle& feature_b;
    const ImpactOptions& options;
};
void check_vertex_face(const Impact& impact, const MovingFeatures& features);
void check_edge_edge(const Impact& impact, const MovingFeatures& features);
void check_triangles(const Impact& impact, const MovingFeatures& features);

void check_deforming(const expected<DeformingImpact, BuildError>& found, const DeformingMesh& a,
                     const DeformingMesh& b, const VertexImpactOptions& options);

/// Whether one answer excludes the other: nothing touches before its lower end, of a miss before `end`, but
/// the other has proven contact by then.
bool exclude(const Impact& one, const Impact& other, double end = 2) noexcept;

}  // namespace graze::audit
