// GJK in double-double on the difference a - b, for pairs that touch or nearly do: the nearest point is then
// as small as the rounding of doubles, and its direction is lost in them. World axes, lengths in the pair's
// scale. Directions are doubles throughout, so that the points found here are those that `verify` encloses.
#pragma once

#include <limits>

#include "convex/gjk/precise_support.hpp"
#include "convex/simplex/simplex.hpp"

namespace graze {

struct PrecisePoint {
    using Scalar = DoubleDouble;
    PreciseVec3 w{};   ///< Of the difference a - b.
    Vec3 direction{};  ///< Along which it was found.
};
using PreciseSimplex = BasicSimplex<PrecisePoint>;

struct PreciseResult {
    PreciseSimplex simplex;  ///< Four points only around the origin; they have weights too.
    PreciseVec3 nearest{};   ///< Of the simplex to the origin: the distance is at most its length.
    Vec3 normal{1, 0, 0};    ///< Unit, from a to b: along which `gap` was found.
    double gap = 0;          ///< The signed distance is at least this, to a rounding or two of the extent.
    int steps = 0;           ///< Simplices whose nearest point was found.
};

/// The gap along a direction of any length, negative for an overlap: a lower bound of the signed distance.
double gap_along(const PrecisePair& pair, const Vec3& direction) noexcept;

/// Where a search may end before its bounds converge. Scaled.
struct PreciseGoal {
    double apart_above = std::numeric_limits<double>::infinity();  ///< As soon as the gap is wider.
    double close_below = 0;  ///< As soon as the distance is shown to be less.
};

/// With b moved by `shift`, starting along `normal`.
PreciseResult precise_search(const PrecisePair& pair, const Vec3& normal, const Vec3& shift,
                             const PreciseGoal& goal = {}) noexcept;

/// Whether a search that starts along `normal` (any length) finds a gap of more than its roundings; gaps of
/// up to 32 roundings of the extent, half of what `decide` may leave undecided, count as none. Both bounded
/// and usable.
bool surely_apart(const Placed& a, const Placed& b, const Vec3& normal) noexcept;

/// The same, with a gap that does not shrink while b moves along `displacement`: then they never touch.
bool surely_leaving(const Placed& a, const Placed& b, const Vec3& normal, const Vec3& displacement) noexcept;

}  // namespace graze
