// Hill climbing over the edges of a hull, with its work counted. Local frame.
// The triangulated adjacency graph of a convex surface has no local maxima, so the climb ends at a vertex
// none of whose neighbours is higher as computed. After: van den Bergen, Collision Detection in Interactive
// 3D Environments, 4.3.4.
#pragma once

#include <cstdint>

#include "graze/shape/hull.hpp"

namespace graze::hulls {

struct Climb {
    std::uint32_t vertex = 0;
    double height = 0;          ///< dot(vertex, direction) as computed.
    std::uint32_t visited = 0;  ///< Vertices whose neighbours were compared: 1 when the start is the top.
};

/// From vertex `start` (< number of vertices) to the top along `direction`; of a hull of dimension 3.
Climb climb(const HullData& hull, const Vec3& direction, std::uint32_t start) noexcept;

}  // namespace graze::hulls
