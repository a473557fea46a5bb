// What must hold of every text that is read as a robot or as a path: an error that says what and why, or a
// robot and a path that can be used and written.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace graze::test {

/// The bytes as an MJCF file. Empty when everything holds, else what failed.
std::string fault_of_mjcf(std::span<const std::uint8_t> bytes);

/// The bytes as a URDF file.
std::string fault_of_urdf(std::span<const std::uint8_t> bytes);

/// The first byte chooses between CSV and JSON, and the interpolation; the others are a path of a robot with
/// joints of most types.
std::string fault_of_joint_path(std::span<const std::uint8_t> bytes);

/// The bytes as a proof about a path.
std::string fault_of_path_proof(std::span<const std::uint8_t> bytes);

}  // namespace graze::test
