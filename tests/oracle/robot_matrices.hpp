// Random robots, and where their links are by 4x4 matrices in long double, from the description alone.
#pragma once

#include <array>
#include <vector>

#include "graze/motion/robot.hpp"
#include "oracle/random.hpp"

namespace graze::test {

/// A tree of links that joints of all types move; some follow others.
RobotDescription random_robot(Random& random, std::size_t joints);

/// A value for each number of a configuration, within limits.
std::vector<double> random_configuration(Random& random, const Robot& robot);

using Matrix4 = std::array<std::array<long double, 4>, 4>;

/// The links of the description in their order, attached bodies behind, in world frame.
std::vector<Matrix4> link_matrices(const RobotDescription& robot, const std::vector<double>& configuration);

}  // namespace graze::test
