// Robots: URDF with the collision geometry of its links at given joint values, and SRDF's disabled pairs.
#pragma once

#include <filesystem>
#include <string>

#include "io/read_context.hpp"

namespace graze::io {

/// Throws a Fault.
Document read_robot_file(const std::filesystem::path& path, const std::string& shown, ReadContext& context);

/// Links on the way from the root to any other: the stack bears more, and no robot has as many.
inline constexpr std::size_t kLongestChain = 1000;

/// Fails unless the links and joints of a URDF text make one or more trees. urdfdom loops or leaks on circles, and names no reasons.
void check_robot_tree(const std::string& text, const std::string& file);

/// The group of a link's parts, and the pattern that selects it and no other.
std::string group_of_link(const std::string& link);
std::string group_pattern(const std::string& link);

/// Adds the pairs that an SRDF file disables, as exclusions between the groups of links. Throws a Fault; so does an unknown link.
void add_disabled_pairs(Document& document, const std::vector<std::string>& links, const std::filesystem::path& path,
                        const ReadOptions& options);

}  // namespace graze::io
