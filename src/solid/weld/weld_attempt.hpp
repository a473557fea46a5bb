// A weld that is tried without touching the mesh: what does not depend on the tolerance is found once.
#pragma once

#include <optional>

#include "graze/solid/doctor.hpp"
#include "solid/weld/weld_groups.hpp"

namespace graze {

struct PreparedWeld {
    WeldInput mesh{};
    double size = 0;                           ///< The largest extent; 0 when there is nothing to weld.
    std::size_t open_edges = 0;                ///< Edges with an odd number of triangles.
    std::vector<std::uint32_t> open_places{};  ///< The ends of edges with one triangle, ascending.
};

PreparedWeld prepare_weld(std::span<const Vec3> vertices, std::span<const CornerIndices> triangles);

struct WeldAttempt {
    WeldReport report;
    /// For each vertex the one whose position it gets; empty when none moves.
    std::vector<std::uint32_t> target;
};

/// Sets the tolerance of the mesh.
WeldAttempt try_weld(PreparedWeld& prepared, double relative);

}  // namespace graze
