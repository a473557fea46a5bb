// A ray at the triangles of a tree, and what the test of one of them reports: a theorem about the exact ray
// (docs/notes/mesh_rays.md). Coordinates are doubles of the mesh's frame, but for the boxes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/tree/tree_walk.hpp"
#include "simd/tree/triangle_source.hpp"

namespace graze::simd {

enum class RayTriangleOutcome : std::uint8_t { misses, hits, open };

/// The result of testing a triangle.
struct RayTriangleResult {
    RayTriangleOutcome outcome = RayTriangleOutcome::open;
    /// The ray leaves through the side that the triangle's normal points to. Certain for hits.
    bool behind = false;
    bool inside = false;  ///< The line certainly hits the triangle, and in no edge.
    double lower = 0;     ///< Bounds of the parameter; for hits.
    double upper = 0;
};

/// By how much computed products may be off; docs/notes/mesh_rays.md.
struct RayTriangleErrors {
    double side = 0;   ///< Of a volume with the direction and an edge.
    double whole = 0;  ///< Of the determinant.
    double along = 0;  ///< Of a volume with the distance.

    /// For edges whose components are no longer than `edge`, corners no farther along an axis than `from`
    /// from the start.
    static RayTriangleErrors of(double doubt, double edge, double from) noexcept {
        // Below every error that counts, above what underflow can do.
        constexpr double kTiny = 1e-300;
        // The direction counts with 6.94 in `doubt`, and 8 of the 56 there are enough without it.
        constexpr double kWithoutDirection = 0.1875;
        const double size = doubt * edge;
        const double side = size * from + kTiny;
        return {side, size * edge + kTiny, side * edge * kWithoutDirection + kTiny};
    }
};

/// The ray origin + s direction, s >= 0.
struct TriangleWalk {
    RayWalk boxes;                      ///< Its parameter is s.
    const double* origin = nullptr;     ///< Three coordinates.
    const double* direction = nullptr;  ///< Three coordinates.
    RayTriangleErrors doubts;           ///< For the largest triangle, and the farthest.
    TriangleSource triangles;
};

/// Gets triangles that are open, and pairs of hits that cannot be decided apart; may lower the limit of s.
/// What it makes of an open one comes back: a hit is then one for the walk, anything else is decided.
using UnclearVisitor =
    FunctionRef<RayTriangleResult(std::uint32_t slot, const RayTriangleResult& result, double& limit)>;

/// The nearest certain hit; `misses` when there is none.
struct NearestTriangle {
    RayTriangleResult result{.outcome = RayTriangleOutcome::misses};
    std::uint32_t slot = 0;
};

}  // namespace graze::simd
