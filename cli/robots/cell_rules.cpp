// What the tests of a cell leave out, for people who are shown that something is free.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "robots/cell_inputs.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

using Names = std::vector<std::string>;

std::string row(const std::string& title, const Names& names) {
    if (names.empty()) return {};
    const std::string list = fmt::format("{}", fmt::join(names, ", "));
    return fmt::format("  {}: {}\n", title, shortened(list, list.size()));
}

/// Pairs of links with shapes that the robot exempts for this reason.
Names exempt_pairs(const Robot& robot, Robot::Exempt why) {
    Names names;
    const auto links = robot.links();
    for (std::uint32_t a = 0; a < links.size(); ++a)
        for (std::uint32_t b = a + 1; b < links.size(); ++b)
            if (!links[a].shapes.empty() && !links[b].shapes.empty() && robot.exempt(a, b) == why)
                names.push_back(links[a].name + ":" + links[b].name);
    return names;
}

}  // namespace

std::size_t never_pairs(const RobotDescription& robot) {
    return static_cast<std::size_t>(std::ranges::count(robot.excluded, "Never", &ExcludedLinks::reason));
}

std::string rules_text(const LoadedCell& cell, const io::PathProofInputs& inputs) {
    const Robot& robot = cell.robot.robot;
    const CellModel& model = cell.cell.model();
    Names allowed, resting, padding, joints;
    const auto names_of = [&](const BodyPair& pair) {
        return model.bodies[pair.a].name + ":" + model.bodies[pair.b].name;
    };
    for (const BodyPair& pair : model.resting) resting.push_back(names_of(pair));
    for (const BodyPair& pair : model.allowed)
        if (!std::ranges::binary_search(model.resting, pair)) allowed.push_back(names_of(pair));
    if (inputs.default_padding > 0)
        padding.push_back(fmt::format("all others by {}", inputs.default_padding));
    for (const auto& [link, length] : inputs.padding)
        padding.push_back(fmt::format("{} by {}", link, length));
    for (const auto& [name, value] : inputs.reading.joints)
        joints.push_back(fmt::format("{} = {}", name, value));
    const auto counted = [](const Names& names, const char* what) {
        return fmt::format("{} {}", count_text(names.size(), "pair"), what);
    };
    std::string text;
    text += row(counted(allowed, "allowed to touch"), allowed);
    text += row(counted(resting, "at rest on each other"), resting);
    if (!inputs.self_collision) {
        text += "  no pair of links (--no-self-collision)\n";
    } else {
        const Names excluded = exempt_pairs(robot, Robot::Exempt::excluded),
                    joined = exempt_pairs(robot, Robot::Exempt::adjacent),
                    rigid = exempt_pairs(robot, Robot::Exempt::rigid);
        text += row(counted(excluded, "of links excluded"), excluded);
        text += row(counted(joined, "of links joined by a joint"), joined);
        text += row(counted(rigid, "of links fixed to each other"), rigid);
    }
    if (!text.empty()) text = "Not tested:\n" + text;
    if (!padding.empty()) text += fmt::format("Links are grown: {}.\n", fmt::join(padding, ", "));
    if (!joints.empty()) text += fmt::format("Joints with a given value: {}.\n", fmt::join(joints, ", "));
    return text;
}

}  // namespace graze::cli
