// One smooth piece of a motion as plain numbers, and certified bounds of it. The body point x is at
//     path(s) + R(s) (x - pivot),    s = t - time.lower,
// in world frame, where path is a polynomial and R turns about one axis at constant speed, or follows a polynomial of quaternions. This is
// the exact motion: what the functions below compute are roundings of it, or intervals that contain it.
#pragma once

#include <array>

#include "graze/math/interval_vec.hpp"
#include "graze/math/pose.hpp"

namespace graze {

struct MotionPiece {
    Interval time{0, 1};  ///< The part of [0, 1] it serves.

    /// R(s) = start + sin(rate s) sine + (1 - cos(rate s)) versine + s drift, unless `blended`.
    Mat3 start = Mat3::identity();
    Mat3 sine{};      ///< [u] start for the unit axis u of the turn; zero when nothing turns.
    Mat3 versine{};   ///< [u]² start.
    Mat3 drift{};     ///< What rounding, and matrices that are rotations only within 1e-6, leave between the arc and its end.
    double rate = 0;  ///< Radians per unit of time, >= 0.
    Vec3 axis{};      ///< u, world frame; zero when nothing turns, and when `blended`.

    std::array<Vec3, 4> path{};  ///< Σ path[k] s^k: where the pivot is. World frame.
    Vec3 pivot{};                ///< Local frame: the point that moves along the path.

    /// When `blended`, R(s) is the rotation of the normalised Σ blend[k] s^k.
    bool blended = false;
    std::array<Quat, 4> blend{};
};

/// Every rotation entry and the position of the local origin over some time. Together they contain the pose at each moment.
struct PoseBounds {
    IntervalMat3 rotation{};
    IntervalVec3 position{};
};

/// How fast and how curved a piece is, as upper bounds over some time.
struct MotionRates {
    double turn_speed = 0;            ///< |R'|, as an operator: no point turns faster than this times its distance from the pivot.
    double angular_acceleration = 0;  ///< |R''|.
    double path_speed = 0;            ///< |path'|.
    double path_acceleration = 0;     ///< |path''|.
    double defect = 0;                ///< |RᵀR - I|: how far R ever is from a rotation.
    double drift = 0;                 ///< |E| of the drift.
};

/// The pose at time t, which is clamped to the piece; rounded.
Pose pose_of(const MotionPiece& piece, double t) noexcept;

/// Its rotation alone.
Mat3 rotation_at(const MotionPiece& piece, double t) noexcept;

/// How far the rotation of `pose_of` may be off, as an operator; it grows with time.
double turn_error(const MotionPiece& piece, double t) noexcept;
/// How far `pose_of` may put a body point with |x| <= reach from where it is.
double pose_error(const MotionPiece& piece, double t, double reach) noexcept;

/// The velocity of the body point that is at this place (world frame) at time t; rounded.
Vec3 velocity_of(const MotionPiece& piece, double t, const Vec3& place) noexcept;

/// Over a time interval, which is clamped to the piece.
PoseBounds bounds_over(const MotionPiece& piece, const Interval& time) noexcept;
/// The derivatives of what `PoseBounds` bounds, by time.
PoseBounds velocity_over(const MotionPiece& piece, const Interval& time) noexcept;
/// Where the body point x (local frame) is, and how fast it moves: tighter than the bounds of the pose give.
IntervalVec3 place_over(const MotionPiece& piece, const Vec3& x, const Interval& time) noexcept;
IntervalVec3 velocity_over(const MotionPiece& piece, const Vec3& x, const Interval& time) noexcept;
MotionRates rates_over(const MotionPiece& piece, const Interval& time) noexcept;
/// Upper bound of the second derivative of |Rᵀn|, the radius of a unit ball along a unit vector n with |n'|
/// <= spin and |n''| <= spin_acceleration. Zero but for what matrices are off rotations.
double stretch_acceleration(const MotionRates& rates, double spin, double spin_acceleration) noexcept;

/// How the unit normal of a plane changes that is taken along by a piece, and how its distance from the pivot does: upper bounds. The normal is R⁻ᵀn
/// scaled to one, and the distance is divided by the same.
struct NormalRates {
    double speed = 0;         ///< |u'|.
    double acceleration = 0;  ///< |u''|.
    double level = 0;         ///< Of the distance, twice differentiated, relative to it; only by the drift.
};
/// `duration` is that of the whole piece.
NormalRates normal_rates(const MotionRates& rates, double duration) noexcept;

}  // namespace graze
