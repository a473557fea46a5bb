// Robots, the obstacles around them and the rules of their cells, from files. The same for a path that is
// examined and for a proof that is verified: both read what io::PathProofInputs names.
#pragma once

#include <string>
#include <vector>

#include <graze/io/robot_file.hpp>
#include <graze/robot/robot_cell.hpp>

#include "commands/command.hpp"
#include "inputs.hpp"

namespace graze::cli {

/// As the options have it.
struct CellInputs {
    Inputs reading;  ///< `files` is not used.
    std::string robot;
    std::vector<std::string> scenes;
    std::vector<std::string> padding;  ///< LINK=D, or D for links that are not named.
    std::vector<std::string> allowed;  ///< LINK:OBSTACLE, patterns.
    bool no_self_collision = false;
};

/// Adds the robot as the first argument.
void declare_robot(CLI::App& command, std::string& robot);
/// Adds scenes, padding, allowed pairs, and the options of reading.
void declare_cell(CLI::App& command, CellInputs& inputs);

struct LoadedRobot {
    io::RobotFile file;
    Robot robot;
};

/// With notes on the standard error. Throws UserError.
LoadedRobot load_robot(const std::string& file, const io::ReadOptions& options);

struct LoadedCell {
    LoadedRobot robot;
    io::Document obstacles;  ///< What rests in the robot's file, then the parts of all scenes.
    std::string unit = "m";  ///< Of the robot.
    RobotCell cell;
};

/// Pairs of links that are excluded because they never touch, as a self-collision matrix has it: within the
/// limits of the joints.
std::size_t never_pairs(const RobotDescription& robot);

/// What is left out of the tests: allowed, excluded and neighbouring pairs, and how links are grown. A line
/// each, none when nothing is.
std::string rules_text(const LoadedCell& cell, const io::PathProofInputs& inputs);

/// What the options mean, but for the path and the clearance; allowed pairs follow in `load_cell`.
io::PathProofInputs proof_inputs(const CellInputs& inputs);

/// The robot among its obstacles. Pairs of `allowed`, patterns of names, and those of the robot's file are
/// added to the inputs by their names. Throws UserError.
LoadedCell load_cell(io::PathProofInputs& inputs, const std::vector<std::string>& allowed);

/// One path of the robot; throws UserError. With `within_limits` its values keep the limits of the joints.
io::JointPathFile load_path(const std::string& file, const LoadedRobot& robot,
                            const io::PathReadOptions& options, bool within_limits);

}  // namespace graze::cli
