// Boxes that move with two bodies, over one smooth piece of both motions: the times at which two of them may
// touch. Poses are kept at the times of a fixed grid, so that thousands of pairs share them.
//
// The theorem is that of moving_gap.hpp: along a fixed direction the gap of two boxes is no less than the
// line between its values at two times, less what the acceleration of the bodies can change.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "ccd/moving_offset.hpp"
#include "graze/bounds/aabb.hpp"
#include "graze/motion/motion.hpp"
#include "motion/motion_piece.hpp"

namespace graze {

class MovingBoxes {
public:
    static constexpr std::uint32_t kTimes = 64;  ///< Steps of the grid.

    /// `reach_a` and `reach_b` bound how far the boxes of each body reach from its origin. `slack` is added
    /// to the gap that counts as open: margins of the bodies, and how far they may be off their paths.
    MovingBoxes(const PiecePair& pieces, double reach_a, double reach_b, const Interval& time, double slack);

    /// Makes one of the sides a half-space: its box is not used. Before the first query: moments keep the
    /// placed plane.
    void set_half_space(bool of_b, const Shape& half_space) noexcept;

    [[nodiscard]] double time_of(std::uint32_t step) const noexcept;

    struct Apart {
        std::uint32_t until = 0;  ///< A step.
        Vec3 normal{1, 0, 0};  ///< Unit, from a to b: the direction that shows it. For a half-space: its own
                               ///< normal, as it rotates.
    };
    /// The step up to which boxes a and b, in the frames of their bodies, are certain to be apart, from
    /// `step` on: `step` itself when they may touch soon, kTimes when they stay apart to the end.
    [[nodiscard]] Apart apart_until(const Aabb& a, const Aabb& b, std::uint32_t step) noexcept;

private:
    struct Moment {
        Mat3 rotation_a{};
        Mat3 rotation_b{};
        Vec3 offset{};  ///< From a's pivot to b's.
        MovingPlane::Placed plane{};
        bool known = false;
    };

    const Moment& moment(std::uint32_t step) noexcept;
    /// Gap of the boxes along the unit direction n; of a half-space along its own.
    [[nodiscard]] double gap(const Aabb& a, const Aabb& b, const Vec3& n, const Moment& at) const noexcept;
    /// Bound of the second derivative of heights of points of the boxes along the unit direction n.
    [[nodiscard]] double acceleration(const Aabb& a, const Aabb& b, const Vec3& n) const noexcept;

    /// The step up to which the gap along n, which is `open` > 0 at a step, is certain to stay so.
    [[nodiscard]] std::uint32_t open_until(const Aabb& a, const Aabb& b, const Vec3& n, double open,
                                           std::uint32_t step) noexcept;

    enum class Flat : std::uint8_t { none, a, b };

    const MotionPiece& piece_a_;
    const MotionPiece& piece_b_;
    Interval time_;
    double slack_ = 0;  ///< Margins, deviations from the paths and rounding: what a gap must exceed.
    MotionRates rates_a_{};
    MotionRates rates_b_{};
    MovingOffset offset_;
    double offset_reach_ = 0;  ///< The pivots are never farther apart.
    double lever_ = 0;         ///< Nor any two points of the bodies.
    Flat flat_ = Flat::none;
    MovingPlane plane_{};
    std::array<Moment, kTimes + 1> moments_{};
};

}  // namespace graze
