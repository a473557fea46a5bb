// Two bodies that hang on a tree of axes, for `verify` of robots: their gap along a direction in boxes of
// configurations, and how fast that can change. Everything is evaluated in outward-rounded intervals about
// the exact frames.
//
// For every point of a body the height along a direction that is fixed in the frame both hang on has a
// bounded second derivative along the path; so the gap over a stretch of time is no less than the line
// between its ends, less what that allows (ccd/open_gap.hpp has the arithmetic, docs/notes/robots.md the
// proof).
#pragma once

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

/// Two bodies, and the last frame that both hang on: what they move relative to. A half-space must be at rest
/// in that frame. Refers to what it was made of.
struct HangingPair {
    const KinematicTree* tree = nullptr;
    const CellBody* a = nullptr;
    const CellBody* b = nullptr;
    std::uint32_t frame = 0;
    BodyBall ball_a{};
    BodyBall ball_b{};

    HangingPair(const KinematicTree& kinematics, const CellBody& first, const CellBody& second) noexcept;
};

/// Contains the gap along the direction n (of that frame; any length) for all configurations of the box q:
/// the least height of b over the greatest of a, over |n|. A half-space takes its own normal instead.
Interval gap_along(const HangingPair& pair, const Vec3& n, std::span<const Interval> q) noexcept;

/// Bounds of the speed and acceleration, relative to that frame, of all points of one body while each value
/// stays within its rates for a time `half` before and after it is at `middle`. Rates are by number of the
/// configuration.
ChainRates rates_of(const KinematicTree& tree, const CellBody& body, const BodyBall& ball,
                    std::uint32_t frame, std::span<const Interval> middle, std::span<const JointRates> rates,
                    double half) noexcept;
/// The sum of both bodies': how fast their gap can change.
ChainRates rates_of(const HangingPair& pair, std::span<const Interval> middle,
                    std::span<const JointRates> rates, double half) noexcept;

}  // namespace graze::verifying
