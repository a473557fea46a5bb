// Poses, errors and certified bounds of one smooth piece of a motion (graze/motion/motion.hpp has its exact
// meaning). What the functions below compute are roundings of the exact motion, or intervals that contain it.
#pragma once

#include "graze/motion/motion.hpp"

namespace graze {

/// How fast and how curved a piece is, as upper bounds over some time.
struct MotionRates {
    /// |R'|, as an operator: no point turns faster than this times its distance from the pivot.
    double turn_speed = 0;
    double angular_acceleration = 0;  ///< |R''|.
    double path_speed = 0;            ///< |path'|.
    double path_acceleration = 0;     ///< |path''|.
    double defect = 0;                ///< |RᵀR - I|: how far R ever is from a rotation.
    double drift = 0;                 ///< |E| of the drift.
};

/// The pieces of two motions that serve the same time.
struct PiecePair {
    const MotionPiece& a;
    const MotionPiece& b;
};

/// The pose at time t, which is clamped to the piece; rounded.
Pose pose_of(const MotionPiece& piece, double t) noexcept;

/// Its rotation alone.
Mat3 rotation_at(const MotionPiece& piece, double t) noexcept;

/// How far the rotation of `pose_of` may be off, as an operator; it grows with time.
double turn_error(const MotionPiece& piece, double t) noexcept;
/// How far `pose_of` may put a body point with |x| <= reach from where it is.
double pose_error(const MotionPiece& piece, double t, double reach) noexcept;

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

/// How the unit normal of a plane changes that is taken along by a piece, and how its distance from the pivot
/// does: upper bounds. The normal is R⁻ᵀn scaled to one, and the distance is divided by the same.
struct NormalRates {
    double speed = 0;         ///< |u'|.
    double acceleration = 0;  ///< |u''|.
    double level = 0;         ///< Of the distance, twice differentiated, relative to it; only by the drift.
};
/// `duration` is that of the whole piece.
NormalRates normal_rates(const MotionRates& rates, double duration) noexcept;

}  // namespace graze
