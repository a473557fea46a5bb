// Random motions of every kind, at sizes about one, and the velocities of their points.
#pragma once

#include <vector>

#include "graze/motion/motion.hpp"
#include "oracle/random.hpp"

namespace graze::test {

/// Poses one after the other, each at most `step` and nearly half a turn from the one before.
std::vector<Pose> random_walk(Random& random, std::size_t count, double step);

/// Straight, in-between, twist (up to three turns), screw, path or spline, from a random pose about the
/// origin; moves by a few units.
Motion random_motion(Random& random);
/// The same from this pose.
Motion random_motion(Random& random, const Pose& start, double travel);

/// The velocity of the body point that is at this place (world frame) at time t; rounded.
Vec3 velocity_of(const MotionPiece& piece, double t, const Vec3& place);

}  // namespace graze::test
