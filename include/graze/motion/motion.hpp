// How a body moves between two times: a pose for every t in [0, 1]. A Motion is one immutable value over the
// kinds of motion below, cheap to copy and safe to share; it is made of smooth pieces. Bad numbers (NaN, a
// matrix that is not a rotation) make an invalid motion: `fault()` reports why, and queries answer
// Status::invalid_input.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Moves straight, never turns.
struct LinearMotion {
    Pose start{};
    Vec3 displacement{};  ///< World frame: from t = 0 to t = 1.
};

/// From one pose to another: the origin moves straight and the orientation turns about one axis, both at
/// constant speed, along the shorter way (either one when they are half a turn apart).
struct InBetweenMotion {
    Pose start{};
    Pose end{};
};

/// Constant velocity and constant angular velocity; any number of turns.
struct TwistMotion {
    Pose start{};
    Vec3 velocity{};          ///< Of the pivot, world frame, per unit of time.
    Vec3 angular_velocity{};  ///< World frame, radians per unit of time, counter-clockwise about its
                              ///< direction.
    Vec3 pivot{};  ///< Local frame: the point that moves straight, as the centre of mass of a flying body
                   ///< does.
};

/// Turns about a line at rest and advances along it.
struct ScrewMotion {
    Pose start{};
    Vec3 axis_point{};             ///< A point of the line. World frame.
    Vec3 axis_direction{0, 0, 1};  ///< Not zero; need not be unit.
    /// Radians from t = 0 to t = 1, counter-clockwise about the direction; any number of turns.
    double angle = 0;
    double advance = 0;  ///< Length along the direction from t = 0 to t = 1.
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

/// Through poses one after the other on a smooth curve: positions and quaternions by cubics whose slopes at
/// each pose are the mean of its neighbours' (Catmull and Rom), quaternions normalised. Velocity and angular
/// velocity are continuous.
struct SplineMotion {
    std::vector<Pose> poses;    ///< At least two. From each to the next less than half a turn.
    std::vector<double> times;  ///< One for each pose, growing, from 0 to 1; empty: evenly spaced.
};

// The exact motion of one smooth piece: the body point x is at path(s) + R(s) (x - pivot), s = t -
// time.lower, in world frame, where path is a polynomial and R turns about one axis at constant speed, or
// follows a polynomial of quaternions. Poses and bounds are roundings of it, or intervals that contain it.

struct MotionPiece {
    Interval time{0, 1};  ///< The part of [0, 1] it serves.

    /// R(s) = start + sin(rate s) sine + (1 - cos(rate s)) versine + s drift, unless `blended`.
    Mat3 start = Mat3::identity();
    Mat3 sine{};     ///< [u] start for the unit axis u of the turn; zero when nothing turns.
    Mat3 versine{};  ///< [u]² start.
    Mat3 drift{};  ///< What rounding, and matrices that are rotations only within 1e-6, leave between the arc
                   ///< and its end.
    double rate = 0;  ///< Radians per unit of time, >= 0.
    Vec3 axis{};      ///< u, world frame; zero when nothing turns, and when `blended`.

    std::array<Vec3, 4> path{};  ///< Σ path[k] s^k: where the pivot is. World frame.
    Vec3 pivot{};                ///< Local frame: the point that moves along the path.

    /// When `blended`, R(s) is the rotation of the normalised Σ blend[k] s^k.
    bool blended = false;
    std::array<Quat, 4> blend{};
};

/// Every rotation entry and the position of the local origin over some time. Together they contain the pose
/// at each moment.
struct PoseBounds {
    IntervalMat3 rotation{};
    IntervalVec3 position{};
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
    /// Why the motion is invalid; empty when it is valid. The element is the pose at fault: of a path its
    /// index; the start is 0, the end 1.
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

/// A shape with its motion.
struct Moving {
    Shape shape;
    Motion motion{};
};

/// The pose at time t (clamped to [0, 1]), rounded. At 0 and 1 the poses a motion was made from, to the last
/// digit or two; of splines the rotations nearest to them. Between matrices that are rotations only within
/// 1e-6 it may be off by some times that.
Pose pose_at(const Motion& motion, double t) noexcept;

/// Contains the pose at every time of the interval (clamped to [0, 1]), extremes between its ends included;
/// the position is widened by the motion's deviation, so that places of points are contained. Everything for
/// an invalid motion or a reversed interval.
PoseBounds bounds_over(const Motion& motion, const Interval& time) noexcept;

// The space that a convex shape passes through, as a shape of its own: for questions that need no time, only
// whether.

/// All places of the shape on a straight path: the Minkowski sum with a segment. In the shape's frame, as is
/// `displacement`; place it with the pose at the start. Exact for convex shapes; others make an invalid
/// shape.
Shape swept_along(const Shape& shape, const Vec3& displacement);

/// The convex hull of the shape in two poses, world frame: place it with the identity. Contains every place
/// on the straight path between them when they have the same rotation, and equals the sweep then. A body that
/// rotates may leave it: use bounds over time for that.
Shape hull_of_placements(const Shape& shape, const Pose& first, const Pose& second);

// Motions that are known by their velocities: integrated to poses, and how far between the poses a sampled
// path can be from the real one. Source: Eberly, "Dynamic collision detection using oriented bounding boxes",
// section 5 (steps of constant velocity, frames brought back to orthonormal after each).

/// Of a body at one moment, world frame, per unit of time.
struct BodyVelocity {
    Vec3 linear{};   ///< Of the pivot.
    Vec3 angular{};  ///< Radians, counter-clockwise about its direction.
};

enum class Integrator : std::uint8_t {
    euler,        ///< One evaluation per step; the error shrinks with the step.
    runge_kutta,  ///< Four evaluations per step; the error shrinks with its fourth power.
};

struct IntegrationOptions {
    Integrator method = Integrator::runge_kutta;
    std::uint32_t steps = 64;  ///< Of equal length, at least 1.
    Vec3 pivot{};              ///< Local frame: the point that the linear velocity is of.
};

/// Poses at the times 0, 1 / steps, ..., 1 of a body that starts there and has the velocity(t, pose) at each.
/// The rotation is made orthonormal after every step. The error names the first pose that is not usable; a
/// velocity that is not finite makes one.
expected<SampledMotion, BuildError> integrate(
    const Pose& start, const std::function<BodyVelocity(double, const Pose&)>& velocity,
    const IntegrationOptions& options = {});

/// Upper bounds on a real motion, per unit of time squared and unit of time.
struct MotionLimits {
    double linear_acceleration = 0;   ///< Of the origin.
    double angular_velocity = 0;      ///< Radians.
    double angular_acceleration = 0;  ///< Radians.
};

/// How far any point with |x| <= reach of a body that keeps the limits, and passes through the poses of the
/// path at their times, can be from where the path has it in between. For SampledMotion::deviation. Infinite
/// for limits that are negative or NaN, and for bodies without end (a half-space has an infinite reach) that
/// may turn.
double sampling_deviation(const SampledMotion& path, const MotionLimits& limits, double reach) noexcept;

}  // namespace graze
