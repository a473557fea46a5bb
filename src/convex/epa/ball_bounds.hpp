// Bounds of the depth by balls inside of the cores. Round shapes with nearly the same centre are about
// equally deep everywhere, and a polytope would need thousands of facets: a ball inside one of them bounds
// the depth from below, and the exit of its centre from the other, or a direction in which the ball touches,
// from above. Frame and scale of the CorePair.
#pragma once

#include <optional>

#include "convex/core_pair.hpp"
#include "convex/epa/epa_polytope.hpp"

namespace graze {

struct BallBounds {
    double lower = 0;
    double upper = 0;    ///< Support height at `point`, along its direction.
    SimplexPoint point;  ///< Its direction is unit; the place is the witness.
};

/// What bounds are wanted.
struct BallGoal {
    Vec3 normal{1, 0, 0};  ///< A unit direction to be tried as well.
    double rounding = 0;   ///< Of a depth.
    double width = 0;      ///< At most so wide.
};

/// The bounds, if balls show them. Of two hulls the exact signs over all faces, which show that the centres
/// are inside, are evaluated only where the heights under the facets give bounds of that width: the depth of
/// hulls of 512 vertices with nearly one centre takes 1.6 times as long otherwise.
std::optional<BallBounds> bounds_by_balls(const CorePair& pair, const BallGoal& goal) noexcept;

/// At least the depth that any ball around the centre of a core shows, up to the pair's error: no ball
/// reaches beyond the heights in the directions of the polytope's vertices. For hulls of many faces: without
/// this test the depth of hulls of 512 vertices takes 1.13 times as long, of round ones 1.28 times.
double limit_of_balls(const CorePair& pair, const GrowingPolytope& polytope) noexcept;

}  // namespace graze
