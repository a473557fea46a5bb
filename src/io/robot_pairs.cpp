#include <tinyxml.h>

#include <algorithm>
#include <map>
#include <set>

#include "io/fault.hpp"
#include "io/pattern.hpp"
#include "io/robot_file.hpp"
#include "io/xml_guard.hpp"

namespace graze::io {

namespace {

using Element = const TiXmlElement*;

/// Parsed; fails with the line of what is wrong.
void parse(TiXmlDocument& xml, const std::string& text, const std::string& file) {
    xml.Parse(text.c_str());
    if (xml.Error())
        fail({file, "line " + std::to_string(xml.ErrorRow()), "not valid XML: " + printable(xml.ErrorDesc()),
              "Check the tags just before that line."});
    if (!xml.FirstChildElement("robot")) fail({file, "", "it has no element 'robot'", "Is this a robot's file?"});
}

}  // namespace

std::string group_of_link(const std::string& link) { return printable(link, 900); }
std::string group_pattern(const std::string& link) { return "@" + pattern_of(group_of_link(link)); }

void check_robot_tree(const std::string& text, const std::string& file) {
    TiXmlDocument xml;
    parse(xml, text, file);
    Element robot = xml.FirstChildElement("robot");
    std::vector<std::string> links;
    for (Element link = robot->FirstChildElement("link"); link; link = link->NextSiblingElement("link"))
        links.push_back(xml_attribute(link, "name"));
    std::sort(links.begin(), links.end());
    if (!links.empty() && links.front().empty()) fail({file, "", "a link has no name", "Give each a name of its own."});
    if (const auto twice = std::adjacent_find(links.begin(), links.end()); twice != links.end())
        fail({file, "link " + printable(*twice, 60), "there are two links of this name", "Give each a name of its own."});
    std::set<std::string> groups;
    for (const std::string& link : links) {
        if (!groups.insert(group_of_link(link)).second)
            fail({file, "link " + printable(link, 60), "its name differs from another one only in what cannot be printed",
                  "Give each a name of its own."});
    }
    std::map<std::string, std::string> parent_of;
    for (Element joint = robot->FirstChildElement("joint"); joint; joint = joint->NextSiblingElement("joint")) {
        const std::string where = "joint " + printable(xml_attribute(joint, "name"), 60);
        const std::string parent = xml_attribute(joint->FirstChildElement("parent"), "link"),
                          child = xml_attribute(joint->FirstChildElement("child"), "link");
        for (const std::string& link : {parent, child}) {
            if (!std::binary_search(links.begin(), links.end(), link))
                fail({file, where, "it connects a link '" + printable(link, 60) + "' that is not there",
                      nearest_name(printable(link, 60), links)});
        }
        if (!parent_of.emplace(child, parent).second)
            fail({file, where, "the link '" + printable(child, 60) + "' has two parents", "Links make a tree."});
    }
    for (const auto& [child, parent] : parent_of) {
        std::size_t steps = 0;
        for (auto above = parent_of.find(child); above != parent_of.end(); above = parent_of.find(above->second)) {
            if (++steps > kLongestChain)
                fail({file, "link " + printable(child, 60), "it is its own parent, or its chain of links is too long",
                      "Links make a tree."});
        }
    }
}

void add_disabled_pairs(Document& document, const std::vector<std::string>& links, const std::filesystem::path& path,
                        const ReadOptions& options) {
    const std::string file = path.string();
    const std::string text = read_xml_text(path, file, options);
    TiXmlDocument xml;
    parse(xml, text, file);
    Element robot = xml.FirstChildElement("robot");
    for (Element pair = robot->FirstChildElement("disable_collisions"); pair; pair = pair->NextSiblingElement("disable_collisions")) {
        Exclusion exclusion;
        const std::string where = "line " + std::to_string(pair->Row());
        for (const auto& [key, side] : {std::pair{"link1", &exclusion.a}, std::pair{"link2", &exclusion.b}}) {
            const char* name = pair->Attribute(key);
            if (!name) fail({file, where, std::string("a disabled pair has no ") + key, "Name both links."});
            if (std::find(links.begin(), links.end(), name) == links.end())
                fail({file, where, "the robot has no link '" + printable(name, 60) + "'", nearest_name(printable(name, 60), links)});
            *side = group_pattern(name);
        }
        const char* reason = pair->Attribute("reason");
        exclusion.reason = reason ? printable(reason) : "disabled";
        document.exclusions.push_back(std::move(exclusion));
    }
}

}  // namespace graze::io
