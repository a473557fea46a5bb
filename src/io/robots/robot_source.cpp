#include "io/robots/robot_source.hpp"

#include <algorithm>

#include "io/formats/xml_guard.hpp"
#include "io/robots/urdf.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

namespace {

bool has_geometry(const RobotDescription& robot) {
    return std::any_of(robot.links.begin(), robot.links.end(),
                       [](const RobotLink& link) { return !link.shapes.empty(); });
}

}  // namespace

RobotModel read_robot_model(const std::filesystem::path& path, const std::string& shown,
                            ReadContext& context) {
    const std::string text = read_xml_text(path, shown, context.options);
    RobotModel model = read_urdf(text, path, shown, context);
    if (!has_geometry(model.robot))
        fail({shown, "", "no link has a collision geometry",
              "Add <collision> elements; <visual> ones are not read."});
    if (context.options.semantic) exclude_disabled_pairs(model.robot, *context.options.semantic, context);
    return model;
}

}  // namespace graze::io
