// What a path makes of a cell, for `verify`: frames, gaps along directions and bounds of rates, all evaluated
// in outward-rounded intervals about the exact path, and kept, since the pairs of a certificate share its
// times: without that each pair took 10 us of frames and rates, 76 pairs a millisecond.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "graze/motion/joint_path.hpp"
#include "graze/result/path.hpp"
#include "verify/moving/hanging_pair.hpp"

namespace graze::verifying {

class PathEnclosures {
public:
    /// Refers to both, which must be sound: axes and frames in order, values enough.
    PathEnclosures(const CellModel& cell, const JointPath& path);

    [[nodiscard]] const JointPath& path() const noexcept { return path_; }
    [[nodiscard]] const CellModel& cell() const noexcept { return cell_; }
    /// The last frame that both hang on.
    [[nodiscard]] std::uint32_t frame_of(const BodyPair& pair) const noexcept;

    /// Contains the gap along n at a time; see `gap_along`. n is in the pair's frame.
    Interval gap(const BodyPair& pair, const Vec3& n, double t);
    /// No more than that gap: of the balls around both bodies.
    double ball_gap(const BodyPair& pair, const Vec3& n, double t);
    /// How fast the pair's gap can change over a time, and that speed.
    ChainRates rates(const BodyPair& pair, const Interval& time);
    /// Contains the body's pose in world frame.
    IntervalPose pose_of(std::uint32_t body, double t);

private:
    /// Everything that hangs on one frame, in that frame.
    struct Hanging {
        std::vector<IntervalPose> frames;   ///< By number; of the frames that do not hang on it: not set.
        std::vector<IntervalPose> bodies;   ///< Of the links' bodies.
        std::vector<unsigned char> placed;  ///< Which of these are set.
    };
    struct Moment {
        std::vector<IntervalPose> axes;  ///< The frame behind each axis in that before it.
        std::vector<Hanging> from;       ///< By frame; empty until it is needed.
    };
    Moment& moment(double t);
    Hanging& hanging(double t, std::uint32_t frame);
    const IntervalPose& body_in(Hanging& from, std::uint32_t frame, std::uint32_t body) const;
    [[nodiscard]] IntervalVec3 centre_in(const Hanging& from, std::uint32_t frame,
                                         std::uint32_t body) const noexcept;
    const std::vector<ChainRates>& rates_over(const Interval& time);

    const CellModel& cell_;
    const JointPath& path_;
    std::vector<BodyBall> balls_;
    std::map<double, Moment> moments_;
    std::size_t poses_ = 0;  ///< In these.
    /// Of the links' bodies relative to each frame on their chains.
    std::map<std::pair<double, double>, std::vector<ChainRates>> rates_;
};

}  // namespace graze::verifying
