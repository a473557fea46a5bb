// The gap of two moving convex bodies along a direction, and how long it stays open for certain.
//
// The gap along a fixed n is g(t) = min n·y(t) - max n·x(t) over the points x of a and y of b. Every point's height bends by no more than
// some K: |(n·x)''| <= K. So over a time h each height is above the straight line between its ends by at most K u (1 - u) h² / 2 at the share u,
// and the gap is no less than the line between its own ends minus that. When the gap closes faster than it can bend, its smaller end is
// the bound. docs/notes/motion.md has the proof.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/motion/motion.hpp"

namespace graze {

class MovingGap {
public:
    /// Both bodies over a stretch of time that each of the pieces serves. `slack` is a length by which the bodies may be off their paths.
    MovingGap(const Shape& a, const MotionPiece& piece_a, const Shape& b, const MotionPiece& piece_b, const Interval& time,
              double slack) noexcept;

    [[nodiscard]] const Interval& time() const noexcept { return time_; }
    /// How far a computed gap may be above the true one.
    [[nodiscard]] double error() const noexcept { return error_; }

    /// The gap along the unit direction n (from a to b) at time t: rounded, and off by at most `error()`. A half-space takes its own normal
    /// instead of n.
    [[nodiscard]] double along(const Vec3& n, double t) noexcept;

    /// How fast the heights of a point of a and a point of b (world frame, at time t) approach each other along n.
    [[nodiscard]] double closing_speed(const Vec3& n, double t, const Vec3& on_a, const Vec3& on_b) const noexcept;

    /// A lower bound of the gap along n over a stretch that is `duration` long, from the computed gaps at its ends.
    [[nodiscard]] double least(const Vec3& n, double first, double last, double duration) const noexcept;

    /// The direction from a to b at their nearest, when a plane across it keeps the balls around both pivots apart throughout.
    [[nodiscard]] std::optional<Vec3> plane_between_balls() const noexcept;

    /// What to search for.
    struct OpenGoal {
        double gap = 0;    ///< More than the error.
        double speed = 0;  ///< At which the gap seems to close; not positive when it opens.
    };

    /// A time up to which the gap along n is certain to stay open, given its value `now` > error at t. Searched so that the gap there is
    /// about the goal's, or the end of the stretch is reached. t when no progress is certain.
    [[nodiscard]] double open_until(const Vec3& n, double t, double now, const OpenGoal& goal) noexcept;

private:
    struct Body {
        const Shape* shape = nullptr;
        const MotionPiece* piece = nullptr;
        MotionRates rates{};
        double radius = 0;       ///< Of the core around the pivot.
        std::uint32_t hint = 0;  ///< Where the last support point was found.
        bool half_space = false;

        Body(const Shape& s, const MotionPiece& p, const Interval& time) noexcept;
        [[nodiscard]] double bend(const Vec3& n) const noexcept;
        /// max n·(x - pivot), the margin included; direction and points in the body's frame.
        [[nodiscard]] double height(const Vec3& local) noexcept;
    };

    [[nodiscard]] Vec3 offset_at(double t) const noexcept;
    [[nodiscard]] double bend(const Vec3& n) const noexcept;

    Body a_;
    Body b_;
    Interval time_;
    std::array<Vec3, 4> offset_{};  ///< From a's pivot to b's, by the time since time_.lower.
    double offset_reach_ = 0;       ///< It is never longer than this.
    double offset_speed_ = 0;
    double offset_bend_ = 0;
    double error_ = 0;
};

}  // namespace graze
