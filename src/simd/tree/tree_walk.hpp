// Searches of box trees, each compiled for every instruction set and dispatched once: nodes are tested eight
// boxes at a time, leaves go to a visitor. All coordinates are floats of the tree's frame. "Apart" is a
// theorem: inputs are rounded outward by the caller, and the lanes' own roundings are paid for here. Which
// leaves are visited, and in which order, does not depend on the instruction set: every lane does the same
// operations in the same order, without contraction.
#pragma once

#include <cstdint>

#include "graze/simd/box_node.hpp"

namespace graze::simd {

/// Leaves whose box overlaps [low, high].
struct BoxWalk {
    float low[3];
    float high[3];
};
TreeStats walk_box(const TreeNodes& nodes, const BoxWalk& query, LeafVisitor visit);

/// What squared distances and ray parameters computed in lanes may be off by, relatively: six roundings are
/// less than half of it.
inline constexpr double kWalkSlack = 0x1p-20;
/// No limit on computed numbers is larger, so that the lanes without a child (kNoBox) are always beyond it.
inline constexpr double kMostWalkLimit = 0x1p100;

/// Leaves within `limit` of a point, nearest first. Only the part of squared distances that differs between
/// boxes is computed in float: with the point moved to the tree's bounds by `beyond` along each axis, a box
/// at distance r from there is (beyond + r)² away, which is beyond² and r (2 beyond + r). So far points cost
/// no precision.
struct NearWalk {
    float low[3];  ///< The moved point is somewhere in [low, high].
    float high[3];
    float twice_beyond[3];  ///< Rounded down.
    double beyond_sq = 0;   ///< Sum of the squares, rounded down.
    double unit = 1;        ///< Caller's length for 1 of the tree's.
    double limit = 0;       ///< In the caller's lengths.
};
TreeStats walk_near(const TreeNodes& nodes, const NearWalk& query, BoundedLeafVisitor visit);

/// Leaves along the ray origin + s direction, s >= 0, with boxes grown by `slack`; the caller's parameter is
/// start + s * step.
struct RayWalk {
    float origin[3];
    float inverse[3];  ///< Of the direction, whose largest component is in [1, 7] and none below 2^-40:
                       ///< nothing overflows.
    float slack[3];    ///< Covers the rounding of origin and direction over the whole length.
    double start = 0;
    double step = 1;      ///< >= 0, a power of two.
    double per_step = 1;  ///< 1 / step, or infinite.
    double limit = 0;     ///< Of the caller's parameter.
};
TreeStats walk_ray(const TreeNodes& nodes, const RayWalk& query, BoundedLeafVisitor visit);

}  // namespace graze::simd
