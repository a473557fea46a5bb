// The gap of two moving convex bodies along a direction, and how long it stays open for certain.
//
// The gap along a fixed n is g(t) = min n·y(t) - max n·x(t) over the points x of a and y of b. Every point's
// height has a second derivative of at most some K: |(n·x)''| <= K. So over a time h each height is above the
// straight line between its ends by at most K u (1 - u) h² / 2 at the fraction u, and the gap is no less than
// the line between its own ends minus that. When the gap closes faster than acceleration can reverse it, its
// smaller end is the bound. docs/notes/motion.md has the proof.
#pragma once

#include <cstdint>
#include <optional>

#include "ccd/moving_offset.hpp"
#include "convex/gjk/cast_simplex.hpp"
#include "graze/motion/motion.hpp"
#include "motion/motion_piece.hpp"

namespace graze {

class MovingGap {
public:
    /// Both bodies over a stretch of time that each of the pieces serves; not two half-spaces. `slack` is a
    /// length by which the bodies may be off their paths.
    MovingGap(const Shape& a, const Shape& b, const PiecePair& pieces, const Interval& time,
              double slack) noexcept;

    [[nodiscard]] const Interval& time() const noexcept { return time_; }
    /// How far a computed gap may be above the true one, by rounding.
    [[nodiscard]] double error() const noexcept { return error_; }
    /// Additional error of a gap evaluated in the frame of a, since matrices are rotations only up to 1e-6.
    [[nodiscard]] double distortion() const noexcept { return distortion_; }
    /// Whether that is worth some work everywhere, and not only close to contact: a matrix is not a rotation
    /// up to rounding.
    [[nodiscard]] bool distorted() const noexcept { return a_.stretched || b_.stretched; }

    /// Where the bodies are at a time of the stretch; rounded. World frame.
    struct Moment {
        double time = 0;
        Mat3 rotation_a{};  ///< Rotations.
        Mat3 rotation_b{};
        Vec3 offset{};  ///< From a's pivot to b's.
    };
    [[nodiscard]] Moment moment(double t) const noexcept;
    /// Maps b's frame to a's.
    [[nodiscard]] Pose b_in_a(const Moment& m) const noexcept;
    /// Both bodies relative to a's pivot, with the axes of the world: positions do not lose digits far from
    /// the world's origin.
    [[nodiscard]] Pose near_a(const Moment& m) const noexcept;
    [[nodiscard]] Pose near_b(const Moment& m) const noexcept;

    /// The gap along the unit direction n (from a to b) less the slack: rounded, and off by at most
    /// `error()`. A half-space takes its own normal instead of n.
    [[nodiscard]] double along(const Vec3& n, const Moment& m) noexcept;
    [[nodiscard]] double along(const Vec3& n, double t) noexcept { return along(n, moment(t)); }

    /// How the height of a point of b over one of a, along n, changes. A guess: no bound.
    struct Closing {
        double speed = 0;   ///< At which they approach.
        double change = 0;  ///< Second derivative of the height.
    };
    /// Both points in the frames of their bodies.
    [[nodiscard]] Closing closing(const Vec3& n, const Moment& m, const Vec3& on_a,
                                  const Vec3& on_b) const noexcept;
    /// How the distance of the nearest features changes, which the simplex found at this time. Features
    /// rotate, and the nearest points slide over them.
    [[nodiscard]] Closing closing(const Moment& m, const CastSimplex& nearest) const noexcept;

    /// The direction from a to b at their nearest, when a plane across it keeps the balls around both pivots
    /// apart throughout.
    [[nodiscard]] std::optional<Vec3> plane_between_balls() const noexcept;

    /// What to search for.
    struct OpenGoal {
        double gap = 0;     ///< More than the error.
        Closing closing{};  ///< How the gap seems to close.
    };

    /// When the gap along n, which is `now` at t, seems to be down to the goal's, or so far that another
    /// plane will be better.
    [[nodiscard]] double arrival(const Vec3& n, double t, double now, const OpenGoal& goal) const noexcept;

    /// Whether the gap along n is certain to stay open over a stretch that is `duration` long, from the
    /// computed gaps at its ends.
    [[nodiscard]] bool stays_open(const Vec3& n, double first, double last, double duration) const noexcept;

    /// A moment up to which the gap along n is certain to stay open, given its value `now` > error at the
    /// first one. Searched so that the gap there is about the goal's, or the end of the stretch is reached.
    /// The first one when no progress is certain.
    struct Opening {
        Moment until{};
        double gap = 0;  ///< There.
    };
    [[nodiscard]] Opening open_until(const Vec3& n, const Moment& first, double now,
                                     const OpenGoal& goal) noexcept;

private:
    struct Body {
        const Shape* shape = nullptr;
        const MotionPiece* piece = nullptr;
        MotionRates rates{};
        double radius = 0;       ///< Of a ball around the pivot that contains the core.
        std::uint32_t hint = 0;  ///< Start of the next climb to a support point.
        bool half_space = false;
        MovingPlane plane{};     ///< Half-spaces only.
        bool stretched = false;  ///< By a matrix that is not a rotation up to rounding: balls around points
                                 ///< of the core are not balls then.

        Body(const Shape& s, const MotionPiece& p, const Interval& time) noexcept;
        [[nodiscard]] double acceleration(const Vec3& n) const noexcept;
        [[nodiscard]] double margin() const noexcept;
        /// How far its height may be off, but for roundings that all bodies suffer. `lever` is how far away
        /// its normal is used.
        [[nodiscard]] double error(double lever) const noexcept;
        /// max n·(x - pivot), the margin included; direction and points in the body's frame. Not of a
        /// half-space.
        [[nodiscard]] double height(const Vec3& local) noexcept;
        /// How the turning changes the height along n of the body point x.
        [[nodiscard]] Closing rise(const Vec3& n, double t, const Mat3& rotation,
                                   const Vec3& x) const noexcept;
        [[nodiscard]] Vec3 spin() const noexcept { return piece->rate * piece->axis; }
    };

    [[nodiscard]] Vec3 offset_at(double t) const noexcept;
    [[nodiscard]] double acceleration(const Vec3& n) const noexcept;

    Body a_;
    Body b_;
    Interval time_;
    MovingOffset offset_;
    double offset_reach_ = 0;  ///< It is never longer than this.
    double offset_speed_ = 0;
    double offset_acceleration_ = 0;
    double slack_ = 0;
    double error_ = 0;
    double distortion_ = 0;
};

}  // namespace graze
