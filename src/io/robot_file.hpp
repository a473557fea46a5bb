// Robots: URDF with the collision geometry of its links at given joint values, and SRDF's disabled pairs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/formats/read_context.hpp"

namespace graze::io {

/// Throws a Fault.
Document read_robot_file(const std::filesystem::path& path, const std::string& shown, ReadContext& context);

/// Links on the way from the root to any other: the stack bears more, and no robot has as many.
inline constexpr std::size_t kLongestChain = 1000;

/// A URDF text that urdfdom may be given.
struct RobotText {
    struct Link {
        std::string name;
        std::vector<bool> capsules;  ///< For each collision, whether its cylinder replaces a capsule of that
                                     ///< radius and length.
    };
    std::string name;         ///< Of the robot; may be empty.
    std::string text;         ///< Without what is not used, numbers in a form that urdfdom takes.
    std::vector<Link> links;  ///< In the order of the file.
};

/// Fails unless the links and joints make one tree, each collision has one shape, and all numbers that are
/// used are valid. urdfdom loops or leaks on circles, names no places, and takes the first of several shapes.
RobotText check_robot(const std::string& text, const std::string& file);

/// The group of a link's parts, and the pattern that selects it and no other.
std::string group_of_link(const std::string& link);
std::string group_pattern(const std::string& link);

/// What an SRDF file must be about.
struct RobotNames {
    std::string robot;  ///< Empty: any.
    std::vector<std::string> links;
};

/// Adds the pairs that an SRDF file disables, as exclusions between the groups of links. Pairs with unknown
/// links are left out with a note. Throws a Fault for another robot's file, and for one that is no SRDF.
void add_disabled_pairs(Document& document, const RobotNames& names, const std::filesystem::path& path,
                        ReadContext& context);

}  // namespace graze::io
