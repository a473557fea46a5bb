// A URDF text checked with line numbers, and reduced to what is used: links, collisions, joints with places,
// axes, limits, soft limits and mimics. urdfdom names no lines, leaves out collisions that it cannot read,
// and refuses whole robots for materials, efforts and blanks after a number.
#include <tinyxml.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "graze/math/vec.hpp"
#include "io/formats/xml_guard.hpp"
#include "io/robots/urdf.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_text.hpp"
#include "io/text/text_lines.hpp"

namespace graze::io {

namespace {

using Element = TiXmlElement*;

/// Whose fault it would be: "link arm", "joint wrist", or "joint" without a name.
struct Owner {
    const std::string& file;
    std::string name;

    Owner(const std::string& in_file, const TiXmlElement* element)
        : file(in_file), name(element->ValueStr()) {
        const std::string own = printable(xml_attribute(element, "name"), 60);
        if (!own.empty()) name += " " + own;
    }

    [[noreturn]] void fail_at(const TiXmlElement* element, std::string reason, std::string hint) const {
        fail({file, "line " + std::to_string(element->Row()) + ", " + name, std::move(reason),
              std::move(hint)});
    }
};

/// What an attribute must hold.
struct Numbers {
    const char* key;
    std::size_t count;
    const char* example;  ///< The element as it should be.
    bool needed = true;
    bool open_ended = false;  ///< Infinities are taken as the largest number that is served.
};

template <std::size_t N> void keep_only(Element parent, const std::array<std::string_view, N>& kept) {
    for (Element child = parent->FirstChildElement(); child;) {
        Element next = child->NextSiblingElement();
        if (std::find(kept.begin(), kept.end(), child->ValueStr()) == kept.end()) parent->RemoveChild(child);
        child = next;
    }
}

void remove_all(Element parent, const char* kind) {
    while (Element child = parent->FirstChildElement(kind)) parent->RemoveChild(child);
}

/// The attribute's numbers, written again: urdfdom accepts no tabs between them and no blanks after a single
/// one.
void check_numbers(Element element, const Numbers& wanted, const Owner& owner) {
    const char* given = element->Attribute(wanted.key);
    const bool macro = given && std::string_view(given).find("${") != std::string_view::npos;
    const std::string write = macro ? "Expand macros first: xacro robot.xacro > robot.urdf."
                                    : std::string("Write ") + wanted.example + ".";
    if (!given && !wanted.needed) return;
    if (!given)
        owner.fail_at(element, "<" + printable(element->ValueStr(), 40) + "> has no " + wanted.key, write);
    Words words{given};
    const std::string shown = std::string(wanted.key) + "=\"" + printable(given, 60) + "\"";
    if (words.count() != wanted.count)
        owner.fail_at(element,
                      shown + " has " + std::to_string(words.count()) + " numbers instead of " +
                          std::to_string(wanted.count),
                      write);
    std::string text;
    for (std::size_t i = 0; i < wanted.count; ++i) {
        double x = 0;
        const bool number = words.number(x);
        if (number && wanted.open_ended && x == x) x = std::clamp(x, -kLargestServed, kLargestServed);
        if (!number || !in_served_range(x))
            owner.fail_at(element, shown + " is no usable number",
                          write + " Numbers have a decimal point and no unit, from 1e-100 to 1e100.");
        if (i > 0) text += ' ';
        write_number(text, x);
    }
    element->SetAttribute(wanted.key, text.c_str());
}

std::string short_text(double number) {
    std::string text;
    write_number(text, number);
    return text;
}

void check_origin(Element parent, const Owner& owner) {
    Element origin = parent->FirstChildElement("origin");
    if (!origin) return;
    constexpr const char* kExample = R"(<origin xyz="0 0 0" rpy="0 0 0"/>)";
    if (origin->Attribute("quat_xyzw"))
        owner.fail_at(origin, "an orientation as quat_xyzw is not known",
                      R"(Write it as rpy="roll pitch yaw", in radians.)");
    check_numbers(origin, {"xyz", 3, kExample, false}, owner);
    check_numbers(origin, {"rpy", 3, kExample, false}, owner);
}

/// Whether the shape is a capsule, which becomes a cylinder here: urdfdom 3 has none.
bool check_shape(Element shape, const Owner& owner) {
    constexpr std::array<std::string_view, 5> kShapes{"box", "capsule", "cylinder", "mesh", "sphere"};
    const std::string kind = shape->ValueStr();
    if (std::find(kShapes.begin(), kShapes.end(), kind) == kShapes.end())
        owner.fail_at(shape, "there is no shape '" + printable(kind, 40) + "'",
                      nearest_name(printable(kind, 40), kShapes));
    if (kind == "box") check_numbers(shape, {"size", 3, R"(<box size="1 1 1"/>)"}, owner);
    if (kind == "sphere") check_numbers(shape, {"radius", 1, R"(<sphere radius="0.5"/>)"}, owner);
    if (kind == "cylinder" || kind == "capsule") {
        const std::string example = "<" + kind + R"( radius="0.1" length="1"/>)";
        check_numbers(shape, {"radius", 1, example.c_str()}, owner);
        check_numbers(shape, {"length", 1, example.c_str()}, owner);
    }
    if (kind == "mesh") {
        if (xml_attribute(shape, "filename").empty())
            owner.fail_at(shape, "<mesh> names no file",
                          R"(Write <mesh filename="package://arm/hand.stl"/>.)");
        check_numbers(shape, {"scale", 3, R"(scale="1 1 1")", false}, owner);
    }
    if (kind == "capsule") shape->SetValue("cylinder");
    return kind == "capsule";
}

RobotText::Link check_link(Element link, const std::string& file) {
    RobotText::Link checked{xml_attribute(link, "name"), {}};
    const Owner owner(file, link);
    if (checked.name.empty()) owner.fail_at(link, "it has no name", "Give each link a name of its own.");
    keep_only(link, std::array<std::string_view, 1>{"collision"});
    for (Element collision = link->FirstChildElement("collision"); collision;
         collision = collision->NextSiblingElement("collision")) {
        keep_only(collision, std::array<std::string_view, 2>{"geometry", "origin"});
        Element geometry = collision->FirstChildElement("geometry");
        Element shape = geometry ? geometry->FirstChildElement() : nullptr;
        if (!shape)
            owner.fail_at(collision, "a collision without a geometry",
                          "Add a box, capsule, cylinder, sphere or mesh.");
        if (shape->NextSiblingElement() || geometry->NextSiblingElement("geometry"))
            owner.fail_at(collision, "a collision with more than one shape",
                          "Give each shape a <collision> of its own.");
        check_origin(collision, owner);
        checked.capsules.push_back(check_shape(shape, owner));
    }
    return checked;
}

double number_of(const TiXmlElement* element, const char* key, double missing = 0) {
    double x = missing;
    if (const char* text = element->Attribute(key)) parse_number(text, x);
    return x;
}

/// Removes what is not used, and sets the efforts and velocities that urdfdom requires.
void check_limit(Element joint, const std::string& type, const Owner& owner) {
    Element limit = joint->FirstChildElement("limit");
    if (type != "revolute" && type != "prismatic") return remove_all(joint, "limit");
    if (!limit)
        owner.fail_at(joint, "a " + type + " joint has no <limit>",
                      R"(Add <limit lower="-1" upper="1"/>)" +
                          std::string(type == "revolute" ? ", or make the joint continuous." : "."));
    constexpr const char* kExample = R"(<limit lower="-1" upper="1"/>)";
    for (const char* key : {"lower", "upper"}) check_numbers(limit, {key, 1, kExample, false, true}, owner);
    for (const char* key : {"effort", "velocity"}) limit->SetAttribute(key, "0");
    if (number_of(limit, "lower") > number_of(limit, "upper"))
        owner.fail_at(limit, "its lower limit is above its upper one", "Exchange them.");
}

/// Soft limits of a safety controller; a missing one is the joint's own limit. Without any, or with two zeros
/// as exporters write them for none, the controller is removed.
void check_soft_limits(Element joint, const std::string& type, const Owner& owner) {
    Element safety = joint->FirstChildElement("safety_controller");
    const Element limit = joint->FirstChildElement("limit");
    if (!safety) return;
    constexpr const char* kExample = R"(<safety_controller soft_lower_limit="-1" soft_upper_limit="1"/>)";
    const bool limited = limit && (type == "revolute" || type == "prismatic");
    bool any = false;
    for (const char* key : {"soft_lower_limit", "soft_upper_limit"}) {
        if (!limited) break;
        check_numbers(safety, {key, 1, kExample, false, true}, owner);
        any = any || number_of(safety, key) != 0;
    }
    if (!any) return remove_all(joint, "safety_controller");
    const double least = number_of(limit, "lower"), most = number_of(limit, "upper");
    const double lower = number_of(safety, "soft_lower_limit", least),
                 upper = number_of(safety, "soft_upper_limit", most);
    if (!(least <= lower && lower <= upper && upper <= most))
        owner.fail_at(safety,
                      "its soft limits, " + short_text(lower) + " to " + short_text(upper) +
                          ", are not within its limits, " + short_text(least) + " to " + short_text(most),
                      "Correct one of the two, or remove the <safety_controller>.");
    safety->SetAttribute("soft_lower_limit", short_text(lower).c_str());
    safety->SetAttribute("soft_upper_limit", short_text(upper).c_str());
    for (const char* key : {"k_position", "k_velocity"}) safety->SetAttribute(key, "0");
}

/// The plane of a planar joint without an axis is x and y of its frame, as planners have it.
void check_axis(Element joint, const std::string& type, const Owner& owner) {
    Element axis = joint->FirstChildElement("axis");
    if (!axis && type == "planar") {
        TiXmlElement z("axis");
        z.SetAttribute("xyz", "0 0 1");
        joint->InsertEndChild(z);
    }
    if (!axis) return;
    constexpr const char* kExample = R"(<axis xyz="0 0 1"/>)";
    check_numbers(axis, {"xyz", 3, kExample, false}, owner);
    const char* text = axis->Attribute("xyz");
    Words words{text ? text : "0 0 0"};
    bool zero = true;
    for (double x = 0; words.number(x);) zero = zero && x == 0;
    if (zero) owner.fail_at(axis, "its axis is zero or not finite", "Write " + std::string(kExample) + ".");
}

void check_joint(Element joint, const std::string& file) {
    constexpr std::array<std::string_view, 6> kTypes{"continuous", "fixed",     "floating",
                                                     "planar",     "prismatic", "revolute"};
    const Owner owner(file, joint);
    if (xml_attribute(joint, "name").empty())
        owner.fail_at(joint, "it has no name", "Give each joint a name of its own.");
    const std::string type = xml_attribute(joint, "type");
    if (std::find(kTypes.begin(), kTypes.end(), type) == kTypes.end())
        owner.fail_at(
            joint,
            type.empty() ? "it has no type" : "there is no joint of type '" + printable(type, 40) + "'",
            nearest_name(printable(type, 40), kTypes));
    keep_only(joint, std::array<std::string_view, 7>{"axis", "child", "limit", "mimic", "origin", "parent",
                                                     "safety_controller"});
    for (const char* side : {"parent", "child"}) {
        if (xml_attribute(joint->FirstChildElement(side), "link").empty())
            owner.fail_at(joint, std::string("it names no ") + side + " link",
                          std::string("Add <") + side + R"( link="..."/>.)");
    }
    check_origin(joint, owner);
    check_limit(joint, type, owner);
    check_soft_limits(joint, type, owner);
    if (type == "fixed" || type == "floating") remove_all(joint, "axis");
    if (type == "fixed" || type == "floating" || type == "planar") remove_all(joint, "mimic");
    check_axis(joint, type, owner);
    if (Element mimic = joint->FirstChildElement("mimic")) {
        if (xml_attribute(mimic, "joint").empty())
            owner.fail_at(mimic, "it mimics a joint without a name", R"(Write <mimic joint="..."/>.)");
        for (const char* key : {"multiplier", "offset"})
            check_numbers(mimic, {key, 1, R"(<mimic joint="..." multiplier="1" offset="0"/>)", false}, owner);
    }
}

/// Joints that follow others: these must be there, have one value, and not follow in a circle.
void check_mimics(Element robot, const std::string& file) {
    std::map<std::string, Element> joints;
    std::vector<std::string> names;
    for (Element joint = robot->FirstChildElement("joint"); joint;
         joint = joint->NextSiblingElement("joint")) {
        joints.emplace(xml_attribute(joint, "name"), joint);
        names.push_back(printable(xml_attribute(joint, "name"), 60));
    }
    for (const auto& [name, joint] : joints) {
        std::size_t steps = 0;
        Element at = joint;
        while (Element mimic = at->FirstChildElement("mimic")) {
            const std::string other = xml_attribute(mimic, "joint");
            const auto found = joints.find(other);
            const Owner owner(file, at);
            if (found == joints.end())
                owner.fail_at(mimic, "it follows a joint '" + printable(other, 60) + "' that is not there",
                              nearest_name(printable(other, 60), names));
            at = found->second;
            const std::string type = xml_attribute(at, "type");
            if (type == "fixed" || type == "floating" || type == "planar")
                owner.fail_at(mimic, "it follows a " + type + " joint, which has not one value",
                              "Name a joint with one value, or remove the <mimic>.");
            if (++steps > joints.size())
                owner.fail_at(mimic, "joints follow each other in a circle", "Break the circle.");
        }
    }
}

/// Unique printable names for links.
std::vector<std::string> sorted_names(const std::vector<RobotText::Link>& links, const std::string& file) {
    std::vector<std::string> names;
    names.reserve(links.size());
    for (const RobotText::Link& link : links) names.push_back(link.name);
    std::sort(names.begin(), names.end());
    if (names.empty())
        fail({file, "", "the robot has no links", "Add <link> elements with <collision> geometry."});
    if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end())
        fail({file, "link " + printable(*twice, 60), "there are two links of this name",
              "Give each a name of its own."});
    std::set<std::string> groups;
    for (const std::string& name : names) {
        if (!groups.insert(robot_name(name)).second)
            fail({file, "link " + printable(name, 60),
                  "its name differs from another one only in what cannot be printed",
                  "Give each a name of its own."});
    }
    return names;
}

/// Of each child its parent.
std::map<std::string, std::string> parents_of(Element robot, const std::vector<std::string>& links,
                                              const std::string& file) {
    std::map<std::string, std::string> parent_of;
    std::set<std::string> joints;
    for (Element joint = robot->FirstChildElement("joint"); joint;
         joint = joint->NextSiblingElement("joint")) {
        const Owner owner(file, joint);
        if (!joints.insert(xml_attribute(joint, "name")).second)
            owner.fail_at(joint, "there are two joints of this name", "Give each a name of its own.");
        const std::string parent = xml_attribute(joint->FirstChildElement("parent"), "link"),
                          child = xml_attribute(joint->FirstChildElement("child"), "link");
        for (const std::string& link : {parent, child}) {
            if (!std::binary_search(links.begin(), links.end(), link))
                owner.fail_at(joint, "it connects a link '" + printable(link, 60) + "' that is not there",
                              nearest_name(printable(link, 60), links));
        }
        if (!parent_of.emplace(child, parent).second)
            owner.fail_at(joint, "the link '" + printable(child, 60) + "' has two parents",
                          "Links make a tree.");
    }
    return parent_of;
}

void check_tree(Element robot, const std::vector<std::string>& links, const std::string& file) {
    const std::map<std::string, std::string> parent_of = parents_of(robot, links, file);
    for (const auto& [child, parent] : parent_of) {
        std::size_t steps = 0;
        for (auto above = parent_of.find(child); above != parent_of.end();
             above = parent_of.find(above->second)) {
            if (++steps > kLongestChain)
                fail({file, "link " + printable(child, 60),
                      "it is its own parent, or its chain of links is too long", "Links make a tree."});
        }
    }
    const std::string* root = nullptr;
    for (const std::string& link : links) {
        if (parent_of.contains(link)) continue;
        if (root)
            fail({file, "link " + printable(link, 60),
                  "no joint leads to it, nor to the link '" + printable(*root, 60) + "'",
                  "A robot has one root: connect one of the two by a fixed joint, or remove it."});
        root = &link;
    }
}

/// Macros generate links that are not in the text yet.
void refuse_macros(Element robot, const std::string& file) {
    for (Element child = robot->FirstChildElement(); child; child = child->NextSiblingElement()) {
        if (child->ValueStr().starts_with("xacro:"))
            fail({file, "line " + std::to_string(child->Row()),
                  "it holds a macro '" + printable(child->ValueStr(), 60) + "'",
                  "Expand them first: xacro robot.xacro > robot.urdf."});
    }
}

std::string text_of(const TiXmlDocument& xml) {
    TiXmlPrinter printer;
    printer.SetStreamPrinting();
    xml.Accept(&printer);
    return printer.Str();
}

}  // namespace

RobotText check_robot(const std::string& text, const std::string& file) {
    TiXmlDocument xml;
    Element robot = parse_xml(xml, text, "robot", file);
    refuse_macros(robot, file);
    keep_only(robot, std::array<std::string_view, 2>{"joint", "link"});
    RobotText checked;
    checked.name = xml_attribute(robot, "name");
    for (Element link = robot->FirstChildElement("link"); link; link = link->NextSiblingElement("link"))
        checked.links.push_back(check_link(link, file));
    for (Element joint = robot->FirstChildElement("joint"); joint;
         joint = joint->NextSiblingElement("joint")) {
        check_joint(joint, file);
        checked.joints.push_back(xml_attribute(joint, "name"));
    }
    check_tree(robot, sorted_names(checked.links, file), file);
    check_mimics(robot, file);
    if (checked.name.empty()) robot->SetAttribute("name", "robot");  // urdfdom refuses robots without one
    robot->RemoveAttribute("version");                               // and all versions but 1.0
    checked.text = text_of(xml);
    return checked;
}

}  // namespace graze::io
