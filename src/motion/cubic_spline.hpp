// The velocities of a cubic spline through waypoints.
#pragma once

#include <span>
#include <vector>

#include "graze/motion/joint_path.hpp"

namespace graze {

/// One row for each waypoint, per unit of their time, so that the cubics between them have continuous second
/// derivatives; zero at both ends. Times grow, and all waypoints have as many values.
std::vector<std::vector<double>> spline_velocities(std::span<const Waypoint> waypoints);

}  // namespace graze
