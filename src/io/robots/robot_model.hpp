// A robot as its readers hand it on: the description, and for each of its shapes what files call it. Both
// `read_robot` and `read_document` are made of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "graze/io/document.hpp"
#include "graze/io/robot_file.hpp"
#include "graze/motion/robot.hpp"
#include "io/formats/read_context.hpp"

namespace graze::io {

/// What a document's part has beside its shape and pose.
struct ShapeOrigin {
    std::string name;      ///< Wanted; need not be unique.
    std::string source{};  ///< As in Part.
    std::string file{};
};

struct RobotModel {
    RobotDescription robot{};                         ///< Links from the root outward. Names are printable.
    std::vector<std::vector<ShapeOrigin>> origins{};  ///< For each link's shapes.
    std::vector<WorldGeometry> world{};
    std::vector<ShapeOrigin> world_origins{};
    std::vector<IgnoredContact> ignored{};
};

/// The name of a link or joint in descriptions, and of the group of a link's parts.
std::string robot_name(const std::string& written);

struct PosedRobot {
    Robot robot;
    std::vector<double> configuration;  ///< Joints of the options at their values, others neutral, with a
                                        ///< note where that is not 0.
};
/// Joints that the options give values follow no others from then on, in the description too. `shown` is the
/// name of the file in messages. Throws a Fault for joints that are not there or beyond their limits.
PosedRobot pose_robot(RobotDescription& description, const std::string& shown, ReadContext& context);

/// The robot's shapes at its configuration as a document. Links are groups, so that exclusions can name them;
/// shapes of one link and of neighbours are excluded, and what is at rest from itself.
Document robot_document(RobotModel model, const std::string& shown, ReadContext& context);

}  // namespace graze::io
