// Two bodies that hang on a tree of axes, for `verify` of robots: their gap along a direction in boxes of
// configurations, and how fast that can change. Everything is evaluated in outward-rounded intervals about
// the exact frames.
//
// For every point of a body the height along a direction that is fixed in the frame both hang on has a
// bounded second derivative along the path; so the gap over a stretch of time is no less than the line
// between its ends, less what that allows (ccd/open_gap.hpp has the arithmetic, docs/notes/robots.md the
// proof).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "graze/motion/robot.hpp"
#include "graze/result/path.hpp"
#include "motion/kinematics.hpp"

namespace graze::verifying {

/// Contains the body, in the frame that it is fixed to. Infinite radius for half-spaces.
struct BodyBall {
    Vec3 centre{};
    double radius = 0;
};
BodyBall ball_around(const CellBody& body) noexcept;

/// A body, and where it is in some frame.
struct HangingBody {
    const CellBody& body;
    const IntervalPose& pose;
};

/// Contains the gap along the direction n (of the frame that both are placed in; any length): the least
/// height of b over the greatest of a, over |n|. A half-space takes its own normal instead, and must be fixed
/// to that frame.
Interval gap_along(const HangingBody& a, const HangingBody& b, std::uint32_t frame, const Vec3& n) noexcept;

/// Half of the time, at least: from its middle to either end.
inline double half_of(const Interval& time, double middle) noexcept {
    return std::max(rounding::add_up(middle, -time.lower), rounding::add_up(time.upper, -middle));
}

/// A stretch of time: frames in its middle, rates in all of it.
struct ChainMotion {
    std::span<const IntervalPose> axes;  ///< In the middle: the frame behind each axis in that before it.
    std::span<const JointRates> rates;   ///< By number of the configuration.
    double half = 0;                     ///< From the middle to either end.
};
/// Sets, for each frame that a body in frame `own` hangs on, bounds of the speed and acceleration of all its
/// points relative to that frame during the stretch.
void rates_along_chain(const KinematicTree& tree, std::uint32_t own, const BodyBall& ball,
                       const ChainMotion& motion, std::span<ChainRates> relative_to) noexcept;

}  // namespace graze::verifying
