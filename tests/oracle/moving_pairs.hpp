// Random pairs of convex bodies on random motions.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/ccd/time_of_impact.hpp"
#include "oracle/generators.hpp"
#include "oracle/random_motions.hpp"

namespace graze::test {

struct MovingPair {
    Moving a;
    Moving b;
};

/// The i-th of a row: any convex types, about 1.5 sizes apart, moving by a few; every fourth pair is of odd
/// builds. Nothing when both have no size.
inline std::optional<MovingPair> random_moving_pair(Random& random, int i) {
    const auto type_a = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
    const auto type_b = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
    const PairCase pair =
        random_pair(random, type_a, type_b, i % 4 == 0 ? Arrangement::odd_builds : Arrangement::random);
    const auto finite_reach = [](const Shape& shape) {
        return std::isfinite(shape.reach()) ? shape.reach() : 0;
    };
    const double size = std::max(finite_reach(pair.a.shape), finite_reach(pair.b.shape));
    if (!(size > 0)) return std::nullopt;
    const Vec3 apart = random.direction() * (1.5 * size);
    const Motion motion_a = random_motion(random, pair.a.pose, size);
    return MovingPair{
        {pair.a.shape, motion_a},
        {pair.b.shape,
         random_motion(random, {pair.b.pose.rotation, pair.b.pose.position + apart}, 2 * size)}};
}

}  // namespace graze::test
