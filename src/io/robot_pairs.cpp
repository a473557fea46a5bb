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

/// How many collisions a link has, each with one shape.
std::size_t collisions_of(Element link, const std::string& file) {
    const std::string where = "link " + printable(xml_attribute(link, "name"), 60);
    std::size_t count = 0;
    for (Element collision = link->FirstChildElement("collision"); collision; collision = collision->NextSiblingElement("collision")) {
        ++count;
        Element geometry = collision->FirstChildElement("geometry");
        Element shape = geometry ? geometry->FirstChildElement() : nullptr;
        if (!shape) fail({file, where, "a collision without a geometry", "Add a box, cylinder, sphere or mesh."});
        if (shape->NextSiblingElement() || geometry->NextSiblingElement("geometry"))
            fail({file, where, "a collision with more than one shape", "Give each shape a <collision> of its own."});
    }
    return count;
}

/// Names of links, each of them unique and printed as none of the others.
std::vector<std::string> sorted_names(const std::vector<RobotText::Link>& links, const std::string& file) {
    std::vector<std::string> names;
    names.reserve(links.size());
    for (const RobotText::Link& link : links) names.push_back(link.name);
    std::sort(names.begin(), names.end());
    if (!names.empty() && names.front().empty()) fail({file, "", "a link has no name", "Give each a name of its own."});
    if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end())
        fail({file, "link " + printable(*twice, 60), "there are two links of this name", "Give each a name of its own."});
    std::set<std::string> groups;
    for (const std::string& name : names) {
        if (!groups.insert(group_of_link(name)).second)
            fail({file, "link " + printable(name, 60), "its name differs from another one only in what cannot be printed",
                  "Give each a name of its own."});
    }
    return names;
}

void check_tree(Element robot, const std::vector<std::string>& links, const std::string& file) {
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

/// Macros stand for links that urdfdom would not see.
void refuse_macros(Element robot, const std::string& file) {
    for (Element child = robot->FirstChildElement(); child; child = child->NextSiblingElement()) {
        if (child->ValueStr().starts_with("xacro:"))
            fail({file, "line " + std::to_string(child->Row()), "it holds a macro '" + printable(child->ValueStr(), 60) + "'",
                  "Expand them first: xacro robot.xacro > robot.urdf."});
    }
}

/// Whether there was something that is not looked at.
bool take_out_unseen(TiXmlElement* robot) {
    bool found = false;
    for (TiXmlElement* link = robot->FirstChildElement("link"); link; link = link->NextSiblingElement("link")) {
        for (const char* unseen : {"visual", "inertial"}) {
            while (TiXmlElement* child = link->FirstChildElement(unseen)) found = link->RemoveChild(child) || found;
        }
    }
    return found;
}

std::string text_of(const TiXmlDocument& xml) {
    TiXmlPrinter printer;
    printer.SetStreamPrinting();
    xml.Accept(&printer);
    return printer.Str();
}

/// That the file is an SRDF, about the robot.
void check_semantic(Element root, const std::string& robot, const std::string& file) {
    if (root->FirstChildElement("link") && !root->FirstChildElement("disable_collisions"))
        fail({file, "", "it is a robot's URDF file, not its SRDF", "Name the file with <disable_collisions> elements."});
    const char* name = root->Attribute("name");
    if (name && robot != name)
        fail({file, "", "it is about the robot '" + printable(name, 60) + "', not about '" + printable(robot, 60) + "'",
              "Name the SRDF file of this robot."});
}

}  // namespace

std::string group_of_link(const std::string& link) { return printable(link, 900); }
std::string group_pattern(const std::string& link) { return "@" + pattern_of(group_of_link(link)); }

RobotText check_robot(const std::string& text, const std::string& file) {
    TiXmlDocument xml;
    parse(xml, text, file);
    TiXmlElement* robot = xml.FirstChildElement("robot");
    RobotText checked;
    for (Element link = robot->FirstChildElement("link"); link; link = link->NextSiblingElement("link"))
        checked.links.push_back({xml_attribute(link, "name"), collisions_of(link, file)});
    check_tree(robot, sorted_names(checked.links, file), file);
    refuse_macros(robot, file);
    checked.text = take_out_unseen(robot) ? text_of(xml) : text;
    return checked;
}

void add_disabled_pairs(Document& document, const RobotNames& names, const std::filesystem::path& path, const ReadOptions& options) {
    const std::string file = path.string();
    const std::string text = read_xml_text(path, file, options);
    TiXmlDocument xml;
    parse(xml, text, file);
    Element robot = xml.FirstChildElement("robot");
    check_semantic(robot, names.robot, file);
    const std::vector<std::string>& links = names.links;
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
