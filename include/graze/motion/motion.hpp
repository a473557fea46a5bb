// How a body moves between two times: a pose for every t in [0, 1]. A Motion is one immutable value over the kinds of motion below, cheap to
// copy and safe to share; it is made of smooth pieces. Bad numbers (NaN, a matrix that is not a rotation)
// make an invalid motion: `fault()` reports why, and queries answer Status::invalid_input.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graze/core/build_error.hpp"
#include "graze/motion/motion_piece.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Moves straight, never turns.
struct LinearMotion {
    Pose start{};
    Vec3 displacement{};  ///< World frame: from t = 0 to t = 1.
};

/// From one pose to another: the origin moves straight and the orientation turns about one axis, both at constant speed, along the shorter
/// way (either one when they are half a turn apart).
struct InBetweenMotion {
    Pose start{};
    Pose end{};
};

/// Constant velocity and constant angular velocity; any number of turns.
struct TwistMotion {
    Pose start{};
    Vec3 velocity{};          ///< Of the pivot, world frame, per unit of time.
    Vec3 angular_velocity{};  ///< World frame, radians per unit of time, counter-clockwise about its direction.
    Vec3 pivot{};             ///< Local frame: the point that moves straight, as the centre of mass of a flying body does.
};

/// Turns about a line at rest and advances along it.
struct ScrewMotion {
    Pose start{};
    Vec3 axis_point{};             ///< A point of the line. World frame.
    Vec3 axis_direction{0, 0, 1};  ///< Not zero; need not be unit.
    double angle = 0;              ///< Radians from t = 0 to t = 1, counter-clockwise about the direction; any number of turns.
    double advance = 0;            ///< Length along the direction from t = 0 to t = 1.
};

/// Through poses one after the other, with an in-between motion from each to the next.
struct SampledMotion {
    std::vector<Pose> poses;    ///< At least two.
    std::vector<double> times;  ///< One for each pose, growing, from 0 to 1; empty: evenly spaced.
    /// How far a point of the body may be from its place on this path, a length: the error of a path through
    /// samples. Impacts and bounds include it: contact is possible once the bodies on the path come as close
    /// as this, and proven once they overlap by more.
    double deviation = 0;
};

/// Through poses one after the other on a smooth curve: positions and quaternions by cubics whose slopes at each pose are the mean of its
/// neighbours' (Catmull and Rom), quaternions normalised. Velocity and angular velocity are continuous.
struct SplineMotion {
    std::vector<Pose> poses;    ///< At least two. From each to the next less than half a turn.
    std::vector<double> times;  ///< One for each pose, growing, from 0 to 1; empty: evenly spaced.
};

class Motion {
public:
    // Implicit on purpose: a Motion is made from any of the structs. The first rests at the identity.
    Motion() noexcept = default;
    Motion(const LinearMotion& motion) noexcept;     // NOLINT(google-explicit-constructor)
    Motion(const InBetweenMotion& motion) noexcept;  // NOLINT(google-explicit-constructor)
    Motion(const TwistMotion& motion) noexcept;      // NOLINT(google-explicit-constructor)
    Motion(const ScrewMotion& motion) noexcept;      // NOLINT(google-explicit-constructor)
    Motion(const SampledMotion& motion);             // NOLINT(google-explicit-constructor)
    Motion(const SplineMotion& motion);              // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool valid() const noexcept { return valid_; }
    /// Why the motion is invalid; empty when it is valid. The element is the pose at fault: of a path its index; the start is 0, the end 1.
    [[nodiscard]] std::optional<BuildError> fault() const;

    /// In the order of time, from 0 to 1 without gaps. At least one, also when the motion is invalid.
    [[nodiscard]] std::span<const MotionPiece> pieces() const noexcept {
        return many_ ? std::span<const MotionPiece>(*many_) : std::span<const MotionPiece>(&one_, 1);
    }
    /// The piece that serves time t, clamped to [0, 1]; at a border the later one.
    [[nodiscard]] const MotionPiece& piece_at(double t) const noexcept;
    [[nodiscard]] double deviation() const noexcept { return deviation_; }

private:
    void refuse(Rule rule) noexcept;  ///< The motion as a whole.
    void refuse_pose(Rule rule, std::size_t index) noexcept;
    void check_pose(const Pose& pose, std::size_t index) noexcept;
    void check_vector(const Vec3& v) noexcept;
    void check_times(std::span<const double> times, std::size_t poses) noexcept;

    MotionPiece one_{};
    std::shared_ptr<const std::vector<MotionPiece>> many_;
    double deviation_ = 0;
    std::size_t fault_element_ = 0;
    Element fault_kind_ = Element::whole;
    Rule fault_rule_ = Rule::not_finite;
    bool valid_ = true;
};

/// A shape on its way.
struct Moving {
    Shape shape;
    Motion motion{};
};

/// The pose at time t (clamped to [0, 1]), rounded. At 0 and 1 the poses a motion was made from, to the last digit or
/// two; of splines the rotations nearest to them. Between matrices that are rotations only within 1e-6 it may be off by some times that.
Pose pose_at(const Motion& motion, double t) noexcept;

/// Contains the pose at every time of the interval (clamped to [0, 1]), extremes between its ends included; the position is
/// widened by the motion's deviation, so that places of points are contained.
/// Everything for an invalid motion or a reversed interval.
PoseBounds bounds_over(const Motion& motion, const Interval& time) noexcept;

}  // namespace graze
