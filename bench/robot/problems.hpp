// Planning problems from a folder: a robot (the only .urdf file there, with its .srdf file where there is
// one) and problems.json, families of problems by name. Each problem has objects (boxes with full sizes,
// cylinders with height and radius, positions, quaternions x y z w), a start, and goals, by the names of the
// joints; names that the robot does not have are joints at rest, and left out.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/robot/robot_cell.hpp"

namespace graze::bench {

struct PlanningProblem {
    std::string family;
    std::size_t number = 0;  ///< In its family.
    RobotCell cell;
    std::vector<double> start;
    std::vector<double> goal;  ///< The first.
};

/// The error is a line for people.
expected<std::vector<PlanningProblem>, std::string> read_problems(const std::filesystem::path& folder);

}  // namespace graze::bench
