// Where two moving bodies are to each other, in outward-rounded intervals about the exact motions. World
// frame.
#pragma once

#include "motion/motion_piece.hpp"

namespace graze::verifying {

/// The vector from a's pivot to b's at every time of the interval, which must be within both pieces. As wide
/// as the rounding of their distance and displacements, however far both are from the world's origin.
IntervalVec3 pivot_offset(const MotionPiece& a, const MotionPiece& b, const Interval& time) noexcept;

/// From a's origin to b's.
IntervalVec3 origin_offset(const MotionPiece& a, const MotionPiece& b, const Interval& time) noexcept;

/// `bounds_over`, with positions relative to a point of the world.
PoseBounds bounds_relative_to(const Vec3& place, const MotionPiece& piece, const Interval& time) noexcept;

}  // namespace graze::verifying
