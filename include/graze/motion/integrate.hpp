// Motions that are known by their velocities: integrated to poses, and how far between the poses a sampled path can be from the real one.
// Source: Eberly, "Dynamic collision detection using oriented bounding boxes", section 5 (steps of constant velocity, frames brought back
// to orthonormal after each).
#pragma once

#include <cstdint>
#include <functional>

#include "graze/core/expected.hpp"
#include "graze/motion/motion.hpp"

namespace graze {

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

/// Poses at the times 0, 1 / steps, ..., 1 of a body that starts there and has the velocity(t, pose) at each. The rotation is made orthonormal
/// after every step. The error names the first pose that is not usable; a velocity that is not finite makes one.
expected<SampledMotion, BuildError> integrate(const Pose& start, const std::function<BodyVelocity(double, const Pose&)>& velocity,
                                              const IntegrationOptions& options = {});

/// Upper bounds on a real motion, per unit of time squared and unit of time.
struct MotionLimits {
    double linear_acceleration = 0;   ///< Of the origin.
    double angular_velocity = 0;      ///< Radians.
    double angular_acceleration = 0;  ///< Radians.
};

/// How far any point with |x| <= reach of a body that keeps the limits, and passes through the poses of the path at their times, can be from
/// where the path has it in between. For SampledMotion::deviation. Infinite for limits that are negative or NaN, and for bodies without end (a
/// half-space has an infinite reach) that may turn.
double sampling_deviation(const SampledMotion& path, const MotionLimits& limits, double reach) noexcept;

}  // namespace graze
