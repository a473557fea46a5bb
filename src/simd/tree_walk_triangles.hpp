// The walk of a ray through a tree over triangles, with the test of the triangles of a leaf in it, four at a
// time. What a test reports is a theorem about the exact ray: docs/notes/mesh_rays.md. Coordinates are
// doubles of the mesh's frame, but for the boxes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/pair_work.hpp"
#include "simd/tree_walk.hpp"

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
    const void* vertices = nullptr;     ///< Three coordinates each, from the first one on.
    std::size_t stride = 0;             ///< Bytes from one vertex to the next.
    bool floats = false;                ///< Coordinates are floats, not doubles.
    /// Three vertices for each slot of the tree, or for each triangle.
    const std::uint32_t* corners = nullptr;
    const std::uint32_t* order = nullptr;  ///< Of each slot its triangle; null where corners are by slot.
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
NearestTriangle walk_triangles(const BoxNode* nodes, const TriangleWalk& query, UnclearVisitor unclear);
/// The same, and its work is added. The clock is read twice for every leaf.
NearestTriangle walk_triangles(const BoxNode* nodes, const TriangleWalk& query, UnclearVisitor unclear,
                               PairWork& work);

}  // namespace graze::simd
