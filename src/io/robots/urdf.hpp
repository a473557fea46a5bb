// URDF and SRDF: robots of links with collision geometry, and pairs of links that are not tested.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/robots/robot_model.hpp"

namespace graze::io {

/// The robot in a URDF text. Throws a Fault.
RobotModel read_urdf(const std::string& text, const std::filesystem::path& path, const std::string& shown,
                     ReadContext& context);

/// Links on the way from the root to any other: the stack bears more, and no robot has as many.
inline constexpr std::size_t kLongestChain = 1000;

/// A URDF text that urdfdom may be given.
struct RobotText {
    struct Link {
        std::string name;
        std::vector<bool> capsules;  ///< For each collision, whether its cylinder replaces a capsule of that
                                     ///< radius and length.
    };
    std::string name;                 ///< Of the robot; may be empty.
    std::string text;                 ///< Without what is not used, numbers in a form that urdfdom takes.
    std::vector<Link> links;          ///< In the order of the file.
    std::vector<std::string> joints;  ///< The same.
};

/// Fails unless the links and joints make one tree, each collision has one shape, all numbers that are used
/// are valid, soft limits are within limits, and joints follow joints that are there. urdfdom loops or leaks
/// on circles, names no places, and takes the first of several shapes.
RobotText check_robot(const std::string& text, const std::string& file);

/// Excludes the pairs that an SRDF file disables. Pairs with unknown links are left out with a note. Throws a
/// Fault for another robot's file, and for one that is no SRDF.
void exclude_disabled_pairs(RobotDescription& robot, const std::filesystem::path& path, ReadContext& context);

}  // namespace graze::io
