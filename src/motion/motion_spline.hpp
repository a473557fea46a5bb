// Smooth curves through poses, as pieces of motion.
#pragma once

#include <span>
#include <vector>

#include "motion/motion_piece.hpp"

namespace graze {

/// One piece between each two poses; as many times as poses, growing.
std::vector<MotionPiece> spline_pieces(std::span<const Pose> poses, std::span<const double> times);

}  // namespace graze
