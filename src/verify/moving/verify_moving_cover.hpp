// What `verify` needs for impacts of shapes that are not convex.
#pragma once

#include "graze/motion/motion.hpp"
#include "graze/result/impact.hpp"

namespace graze::verifying {

/// Whether nothing of a touches anything of b before the time `end`: the covers follow each other from 0 on,
/// the walk that each describes ends with every pair of parts kept apart to the end, and no piece starts
/// inside of a solid.
bool covers_until(const std::vector<MovingCover>& covers, const Moving& a, const Moving& b,
                  double end) noexcept;

}  // namespace graze::verifying
