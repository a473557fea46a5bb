// Walks of several rays at once through a tree over triangles. Each ray does what it does alone, operation by
// operation: `walk_triangles` gives the same. They take a step in turn, one node or one leaf, so that one of
// them computes while the others wait for memory.
#pragma once

#include <cstdint>

#include "simd/tree/ray_triangles.hpp"

namespace graze::simd {

/// Rays under way at a time. Measured with 4, 8, 12 and 16: docs/notes/mesh_rays.md.
inline constexpr std::uint32_t kRaysTogether = 12;

/// A ray under way.
struct RayTask {
    TriangleWalk walk;
    UnclearVisitor unclear;
};

/// Where rays come from and go to. A place, below kRaysTogether, has one ray at a time.
struct RaySource {
    /// The next ray, which must stay where it is until it is finished; null when there is none left.
    FunctionRef<const RayTask*(std::uint32_t place)> next;
    FunctionRef<void(std::uint32_t place, const NearestTriangle& nearest)> finish;
};
void walk_rays(const TreeNodes& nodes, const RaySource& source);

}  // namespace graze::simd
