// Pieces of motion that turn about one axis at constant speed, made from poses and velocities.
#pragma once

#include "motion/motion_piece.hpp"

namespace graze {

/// A piece from t = 0 on that starts with this rotation and turns with this angular velocity (world frame,
/// radians per unit of time). The path is left to the caller.
MotionPiece turning_piece(const Mat3& start, const Vec3& angular_velocity) noexcept;

/// From one pose to another over the time interval: straight, and about one axis by the shorter way.
MotionPiece piece_between(const Pose& start, const Pose& end, const Interval& time) noexcept;

}  // namespace graze
