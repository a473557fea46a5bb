// Searches of box trees, each compiled for every instruction set and dispatched once: nodes are tested eight boxes at a time, leaves go to
// a callback. All coordinates are floats of the tree's frame. "Apart" is a theorem: inputs are rounded outward by the caller, and the
// lanes' own roundings are paid for here. Which leaves are visited, and in which order, does not depend on the instruction set: every lane
// does the same operations in the same order, without contraction.
#pragma once

#include <cstdint>

#include "graze/simd/box_node.hpp"

namespace graze::simd {

struct WalkCounts {
    std::uint64_t nodes = 0;   ///< Nodes opened.
    std::uint64_t boxes = 0;   ///< Boxes in them.
    std::uint64_t leaves = 0;  ///< Callbacks.
    bool stopped = false;      ///< A callback said so.
};

/// Callbacks return false to end the walk.
struct LeafCall {
    bool (*call)(void* visitor, std::uint32_t first, std::uint32_t count);
    void* visitor;
};
/// `lower` is below the leaf's distance (or parameter); the callback may lower `*limit`.
struct BoundedLeafCall {
    bool (*call)(void* visitor, std::uint32_t first, std::uint32_t count, double lower, double* limit);
    void* visitor;
};

/// Leaves whose box overlaps [low, high].
struct BoxWalk {
    float low[3];
    float high[3];
};
WalkCounts walk_box(const BoxNode* nodes, const BoxWalk& query, LeafCall leaf);

/// What squared distances and ray parameters computed in lanes may be off by, relatively: six roundings are less than half of it.
inline constexpr double kWalkSlack = 0x1p-20;
/// No limit on computed numbers is larger, so that the lanes without a child (kNoBox) are always beyond it.
inline constexpr double kMostWalkLimit = 0x1p100;

/// Leaves within `limit` of a point, nearest first. Only the part of squared distances that differs between boxes is computed in float:
/// with the point moved to the tree's bounds by `beyond` along each axis, a box at distance r from there is (beyond + r)² away, which
/// is beyond² and r (2 beyond + r). So far points cost no precision.
struct NearWalk {
    float low[3];  ///< The moved point is somewhere in [low, high].
    float high[3];
    float twice_beyond[3];  ///< Rounded down.
    double beyond_sq = 0;   ///< Sum of the squares, rounded down.
    double unit = 1;        ///< Caller's length for 1 of the tree's.
    double limit = 0;       ///< In the caller's lengths.
};
WalkCounts walk_near(const BoxNode* nodes, const NearWalk& query, BoundedLeafCall leaf);

/// Leaves along the ray origin + s direction, s >= 0, with boxes grown by `slack`; the caller's parameter is start + s * step.
struct RayWalk {
    float origin[3];
    float inverse[3];  ///< Of the direction, whose largest component is in [1, 7] and none below 2^-40: nothing overflows.
    float slack[3];    ///< Covers the rounding of origin and direction over the whole length.
    double start = 0;
    double step = 1;      ///< >= 0, a power of two.
    double per_step = 1;  ///< 1 / step, or infinite.
    double limit = 0;     ///< Of the caller's parameter.
};
WalkCounts walk_ray(const BoxNode* nodes, const RayWalk& query, BoundedLeafCall leaf);

}  // namespace graze::simd
