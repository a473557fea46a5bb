// First contact of the parts of deforming meshes: four vertices, each on a straight line at constant speed. The answers keep the contract of
// graze/result/impact.hpp, rounding accounted for: no contact is ever missed. World frame.
//
// In time alone the search is exact: the difference of two such parts is the hull of points that move on straight lines, so a plane that has
// all of them on one side at two times has them there in between. Parts whose swept boxes are farther apart than the minimum separation along an
// axis, by however little, are a miss.
#pragma once

#include <array>
#include <cstdint>

#include "graze/result/impact.hpp"

namespace graze {

struct VertexImpactOptions {
    /// Requested tolerances: a length relative to the extent of the vertices and their paths, and a time.
    /// More than 0.
    double tolerance = 1e-6;
    /// Parts closer than this count as touching. A length, >= 0.
    double minimum_separation = 0;
    double until = 1;             ///< Contact after this time is not of interest: it counts as a miss. In (0, 1].
    std::uint32_t max_steps = 0;  ///< 0: 1024. Bounds the time a query can take; when it runs out the interval is wider.
};

/// A vertex (the first one) and a triangle (the other three). The triangle may be degenerate. The normal points from the vertex to the face.
Impact vertex_face_impact(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end,
                          const VertexImpactOptions& options = {}) noexcept;

/// An edge (the first two vertices) and another (the last two). Edges may be points. The normal points from the first edge to the second.
Impact edge_edge_impact(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end, const VertexImpactOptions& options = {}) noexcept;

}  // namespace graze
