// SRDF: disabled pairs of links.
#include <tinyxml.h>

#include <algorithm>

#include "io/formats/xml_guard.hpp"
#include "io/robots/urdf.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

namespace {

using Element = const TiXmlElement*;

/// Pairs that name links which the robot does not have, as files do that were written for a whole family of
/// robots.
struct UnknownLinks {
    std::size_t pairs = 0;
    int line = 0;  ///< Of the first pair.
    std::string link;

    void add(int row, const std::string& name) {
        if (pairs++ == 0) line = row, link = name;
    }
};

/// That the file is an SRDF, about the robot.
void check_semantic(Element root, const std::string& robot, const std::string& file) {
    if (root->FirstChildElement("link") && !root->FirstChildElement("disable_collisions"))
        fail({file, "", "it is a robot's URDF file, not its SRDF",
              "Name the file with <disable_collisions> elements."});
    const char* name = root->Attribute("name");
    if (name && !robot.empty() && robot != printable(name))
        fail({file, "",
              "it is about the robot '" + printable(name, 60) + "', not about '" + printable(robot, 60) + "'",
              "Name the SRDF file of this robot."});
}

}  // namespace

void exclude_disabled_pairs(RobotDescription& robot, const std::filesystem::path& path,
                            ReadContext& context) {
    const std::string file = path.string();
    TiXmlDocument xml;
    const TiXmlElement* root = parse_xml(xml, read_xml_text(path, file, context.options), "robot", file);
    check_semantic(root, robot.name, file);
    std::vector<std::string> links;
    links.reserve(robot.links.size());
    for (const RobotLink& link : robot.links) links.push_back(link.name);
    std::sort(links.begin(), links.end());
    UnknownLinks unknown;
    for (Element pair = root->FirstChildElement("disable_collisions"); pair;
         pair = pair->NextSiblingElement("disable_collisions")) {
        const char *a = pair->Attribute("link1"), *b = pair->Attribute("link2");
        if (!a || !b)
            fail({file, "line " + std::to_string(pair->Row()),
                  std::string("a disabled pair has no ") + (a ? "link2" : "link1"), "Name both links."});
        const char* unknown_link = nullptr;
        for (const char* name : {b, a}) {
            if (!std::binary_search(links.begin(), links.end(), robot_name(name))) unknown_link = name;
        }
        if (unknown_link) {
            unknown.add(pair->Row(), unknown_link);
            continue;
        }
        const char* reason = pair->Attribute("reason");
        robot.excluded.push_back({robot_name(a), robot_name(b), reason ? printable(reason) : "disabled"});
    }
    if (unknown.pairs == 0) return;
    std::string hint = nearest_name(printable(unknown.link, 60), links);
    if (hint.ends_with('.')) hint.pop_back();
    const bool one = unknown.pairs == 1;
    context.notes.add(file, "line " + std::to_string(unknown.line),
                      "the robot has no link '" + printable(unknown.link, 60) +
                          "': " + std::to_string(unknown.pairs) +
                          (one ? " disabled pair names a link that is not there and is"
                               : " disabled pairs name links that are not there and are") +
                          " left out. " + hint);
}

}  // namespace graze::io
