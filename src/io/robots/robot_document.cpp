#include <algorithm>
#include <map>
#include <optional>

#include "assembly/pattern.hpp"
#include "io/robots/robot_model.hpp"
#include "io/text/name_book.hpp"

namespace graze::io {

namespace {

/// The group of all that no joint moves.
constexpr const char* kWorldGroup = "world geometry";

std::string group_pattern(const std::string& link) { return "@" + pattern_of(link); }

void add_part(Document& document, NameBook& names, const ShapeOrigin& origin, const Placed& placed,
              const std::string& group) {
    Part part;
    part.name = names.take(origin.name);
    part.source = origin.source;
    part.file = origin.file;
    part.shape = placed.shape;
    part.pose = placed.pose;
    part.group = group;
    document.parts.push_back(std::move(part));
}

/// Neighbours are links without others that have shapes between them.
void exclude_neighbours(Document& document, const Robot& robot, std::uint32_t link) {
    const auto links = robot.links();
    const std::string group = group_pattern(links[link].name);
    if (links[link].shapes.size() > 1) document.exclusions.push_back({group, group, "one link"});
    if (links[link].shapes.empty()) return;
    std::optional<std::uint32_t> above = links[link].parent;
    while (above && links[*above].shapes.empty()) above = links[*above].parent;
    if (above) document.exclusions.push_back({group_pattern(links[*above].name), group, "adjacent links"});
}

void add_world(Document& document, NameBook& names, const RobotModel& model) {
    std::map<std::string, std::string> parts;  // by name of the geometry
    for (std::size_t i = 0; i < model.world.size(); ++i) {
        add_part(document, names, model.world_origins[i], model.world[i].placed, kWorldGroup);
        parts.emplace(model.world[i].name, document.parts.back().name);
    }
    const std::string group = group_pattern(kWorldGroup);
    if (model.world.size() > 1) document.exclusions.push_back({group, group, "at rest"});
    for (const IgnoredContact& pair : model.ignored)
        document.exclusions.push_back(
            {group_pattern(pair.link), pattern_of(parts.at(pair.geometry)), "excluded"});
}

}  // namespace

Document robot_document(RobotModel model, const std::string& shown, ReadContext& context) {
    const PosedRobot posed = pose_robot(model.robot, shown, context);
    const std::vector<Pose> poses = place(posed.robot, posed.configuration);
    Document document;
    document.title = model.robot.name;
    NameBook names;
    for (std::uint32_t link = 0; link < model.robot.links.size(); ++link) {
        const RobotLink& given = model.robot.links[link];
        for (std::size_t i = 0; i < given.shapes.size(); ++i)
            add_part(document, names, model.origins[link][i],
                     {given.shapes[i].shape, poses[link] * given.shapes[i].pose}, given.name);
        exclude_neighbours(document, posed.robot, link);
    }
    add_world(document, names, model);
    for (const ExcludedLinks& pair : model.robot.excluded)
        document.exclusions.push_back({group_pattern(pair.a), group_pattern(pair.b), pair.reason});
    return document;
}

}  // namespace graze::io
