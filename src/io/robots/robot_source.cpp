#include "io/robots/robot_source.hpp"

#include <algorithm>
#include <string_view>

#include "io/formats/xml_guard.hpp"
#include "io/robots/mjcf.hpp"
#include "io/robots/urdf.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

namespace {

bool has_geometry(const RobotDescription& robot) {
    return std::any_of(robot.links.begin(), robot.links.end(),
                       [](const RobotLink& link) { return !link.shapes.empty(); });
}

/// The name of the first element.
std::string_view root_name(std::string_view text) {
    std::size_t at = text.find('<');
    while (at != std::string_view::npos && at + 1 < text.size() &&
           (text[at + 1] == '?' || text[at + 1] == '!')) {
        const bool comment = text.substr(at).starts_with("<!--");
        at = text.find(comment ? "-->" : ">", at + 1);
        if (at != std::string_view::npos) at = text.find('<', at);
    }
    if (at == std::string_view::npos) return {};
    const std::size_t end = text.find_first_of(" \t\r\n/>", at);
    return text.substr(at + 1, std::min(end, text.size()) - at - 1);
}

}  // namespace

RobotModel read_robot_model(const std::filesystem::path& path, const std::string& shown,
                            ReadContext& context) {
    const std::string text = read_xml_text(path, shown, context.options);
    const bool mjcf = root_name(text) == "mujoco";
    RobotModel model = mjcf ? read_mjcf(text, path, shown, context) : read_urdf(text, path, shown, context);
    if (!has_geometry(model.robot))
        fail({shown, "", "no link has a collision geometry",
              mjcf
                  ? "Add <geom> elements to bodies with joints; geoms that collide with nothing are not read."
                  : "Add <collision> elements; <visual> ones are not read."});
    if (context.options.semantic) exclude_disabled_pairs(model.robot, *context.options.semantic, context);
    return model;
}

}  // namespace graze::io
