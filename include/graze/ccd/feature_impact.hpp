// First contact of vertices, edges and faces: of rigid bodies on any motion, of four vertices on straight
// lines, and of whole meshes that deform while they move. World frame. The answers keep the contract of
// graze/result/impact.hpp, rounding accounted for: no contact is ever missed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/core/stop_request.hpp"
#include "graze/motion/motion.hpp"
#include "graze/result/impact.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

// Rigid bodies on any motion, turning included, by intervals of time alone: every interval is shown to be
// free of contact, or kept.
//
// An interval is free when, throughout, the volume of the four vertices is not zero, or a plane keeps the
// features apart. A step of interval Newton on the volume shrinks it, otherwise it is halved, the earlier
// half first. `time_of_impact` of the same shapes is of higher order and faster; this one is the plain
// method, for single features and to compare with.
// Source: Redon, Kheddar, Coquillart, "Fast continuous collision detection between rigid bodies", 2002, with
// proofs of contact.

// The tolerance is relative to the larger reach of the features from the origins of their bodies. The steps
// allowed count intervals; the default is 20 000. Invalid motions and numbers answer Status::invalid_input
// and a hit over all of [0, 1].

/// A vertex of body a and a face of body b, each in the frame of its body. The face may be degenerate.
Impact vertex_face_impact(const Motion& a, const Vec3& vertex, const Motion& b, const Triangle& face,
                          const ImpactOptions& options = {}) noexcept;

/// An edge of each. Edges may be points.
Impact edge_edge_impact(const Motion& a, const Segment& edge_a, const Motion& b, const Segment& edge_b,
                        const ImpactOptions& options = {}) noexcept;

/// Two triangles: all fifteen pairs of a vertex and a face or of two edges in one sweep over time. Contact at
/// the start is decided exactly.
Impact triangle_triangle_impact(const Motion& a, const Triangle& triangle_a, const Motion& b,
                                const Triangle& triangle_b, const ImpactOptions& options = {}) noexcept;

// Four vertices, each on a straight line at constant speed: the parts of deforming meshes.
//
// In time alone the search is exact: the difference of two such parts is the hull of points that move on
// straight lines, so a plane that has all of them on one side at two times has them there in between. Parts
// whose swept boxes are farther apart than the minimum separation along an axis, by however little, are a
// miss.

struct VertexImpactOptions {
    /// Requested tolerances: a length relative to the extent of the vertices and their paths, and a time.
    /// More than 0.
    double tolerance = 1e-6;
    /// Parts closer than this count as touching. A length, >= 0.
    double minimum_separation = 0;
    double until = 1;  ///< Contact after this time is not of interest: it counts as a miss. In (0, 1].
    /// 0: 1024. Bounds the time a query can take; when it runs out the interval is wider.
    std::uint32_t max_steps = 0;
    /// Of searches of whole meshes. One that it ends answers Status::budget_reached and excludes nothing:
    /// time.lower is 0.
    const StopRequest* stop = nullptr;
};

/// A vertex (the first one) and a triangle (the other three). The triangle may be degenerate. The normal
/// points from the vertex to the face.
Impact vertex_face_impact(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end,
                          const VertexImpactOptions& options = {}) noexcept;

/// An edge (the first two vertices) and another (the last two). Edges may be points. The normal points from
/// the first edge to the second.
Impact edge_edge_impact(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end,
                        const VertexImpactOptions& options = {}) noexcept;

// Meshes that deform while they move: every vertex goes straight from one place to another at constant speed.
// When do two of them, or parts of one, first touch; and which vertices, edges and faces come close at all.
// Surfaces: what is inside counts for nothing.

/// Borrows all of its arrays: two that the caller fills in turn are start and end of every step.
struct DeformingMesh {
    VertexView start;  ///< Vertices at t = 0: doubles or floats at any stride.
    VertexView end;    ///< The same at t = 1; as many.
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
    /// In the order of `vertex_face_impact` (the vertex first) or `edge_edge_impact` (a's edge first);
    /// indices into the vertices of the mesh that each belongs to. The indices of an edge and of a face
    /// ascend, whatever the order of corners. For one mesh against itself the edge with the smallest index
    /// comes first, and there is no `face_vertex`.
    std::array<std::uint32_t, 4> vertices{};
};

struct DeformingImpact {
    Impact impact{};  ///< The normal points from a to b; of one mesh with itself, from the first feature of
                      ///< the pair to the second.
    FeaturePair pair{};  ///< Who touches first. Valid when hit.
};

/// First contact of two meshes. Only vertices, edges and faces are tested. One mesh inside of the other at
/// the start is not contact. Surfaces that cross at the start are contact only when a vertex or an edge is on
/// the other surface. Use `overlaps` to test the start. The error names the first bad index or vertex.
expected<DeformingImpact, BuildError> deforming_impact(const DeformingMesh& a, const DeformingMesh& b,
                                                       const VertexImpactOptions& options = {});

/// First contact of a mesh with itself: features that share a vertex are neighbours, not contacts.
expected<DeformingImpact, BuildError> self_impact(const DeformingMesh& mesh,
                                                  const VertexImpactOptions& options = {});

/// The candidate pairs of a time step: all pairs whose swept boxes are no farther apart than `reach` along
/// every axis. Each pair is reported once. The order is the same on every machine.
expected<std::vector<FeaturePair>, BuildError> close_features(const DeformingMesh& a, const DeformingMesh& b,
                                                              double reach);
expected<std::vector<FeaturePair>, BuildError> close_features(const DeformingMesh& mesh, double reach);

}  // namespace graze
