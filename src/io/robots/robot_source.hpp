// Which format a robot's file has.
#pragma once

#include <filesystem>
#include <string>

#include "io/robots/robot_model.hpp"

namespace graze::io {

/// The robot in a URDF or MJCF file, with the pairs that the options' SRDF file disables. Throws a Fault,
/// also where nothing has a geometry.
RobotModel read_robot_model(const std::filesystem::path& path, const std::string& shown,
                            ReadContext& context);

}  // namespace graze::io
