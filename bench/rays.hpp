// Rays against single convex shapes, beside Bullet's ray test.
#pragma once

#include <string>

#include "runner.hpp"

namespace graze::bench {

/// Runs and prints the rows ("ray sphere") whose names contain the filter, and records their ratios. False
/// when there is none.
bool run_ray_rows(const std::string& filter, const Effort& effort);

}  // namespace graze::bench
