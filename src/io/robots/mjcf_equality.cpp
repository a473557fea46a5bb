// Joints that equality constraints tie to others follow them, where the tie is linear.
#include <algorithm>

#include "io/formats/xml_guard.hpp"
#include "io/robots/mjcf.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

namespace {

RobotJoint* find_joint(RobotModel& model, const std::string& name) {
    auto& joints = model.robot.joints;
    const auto found =
        std::find_if(joints.begin(), joints.end(), [&](const RobotJoint& j) { return j.name == name; });
    return found == joints.end() ? nullptr : &*found;
}

/// Whether a joint is, or follows directly or through others, a joint of this name.
bool follows(RobotModel& model, const RobotJoint* joint, const std::string& name) {
    while (joint->name != name && joint->mimic) joint = find_joint(model, joint->mimic->joint);
    return joint->name == name;
}

/// Why the tie is not kept; empty when it is.
std::string tie(const MjcfText& text, TiXmlElement* element, const std::map<std::string, double>& references,
                RobotModel& model) {
    const MjcfElement constraint{element};
    const auto named = [&](const char* key) -> RobotJoint* {
        const std::string name = robot_name(xml_attribute(element, key));
        if (name.empty()) return nullptr;
        if (RobotJoint* joint = find_joint(model, name)) return joint;
        std::vector<std::string> known;
        for (const RobotJoint& joint : model.robot.joints) known.push_back(joint.name);
        text.fail_at(element, "there is no joint '" + printable(name, 60) + "'",
                     nearest_name(printable(name, 60), known));
    };
    RobotJoint *follower = named("joint1"), *leader = named("joint2");
    if (!follower) text.fail_at(element, "it names no joint1", "Name the joint that follows.");
    if (!leader) return "it fixes a joint to a value";
    std::vector<double> c = text.numbers(constraint, "polycoef", {1, 5}).value_or(std::vector<double>{0, 1});
    c.resize(5, 0.0);
    if (c[2] != 0 || c[3] != 0 || c[4] != 0) return "it is not linear";
    if (coordinate_count(follower->type) != 1 || coordinate_count(leader->type) != 1)
        return "one of its joints has not one value";
    if (follower->mimic || follows(model, leader, follower->name)) return "its joints are tied already";
    const double offset = c[0] + references.at(follower->name) - c[1] * references.at(leader->name);
    follower->mimic = JointMimic{leader->name, c[1], offset};
    return {};
}

}  // namespace

void read_equalities(const MjcfText& text, const std::map<std::string, double>& references, RobotModel& model,
                     ReadContext& context) {
    for (TiXmlElement* section : text.sections("equality")) {
        for (TiXmlElement* one = section->FirstChildElement(); one; one = one->NextSiblingElement()) {
            const std::string active = text.attribute({one}, "active").value_or("true");
            if (!text.flag(one, active, "active")) continue;
            const std::string why =
                one->ValueStr() == "joint" ? tie(text, one, references, model) : "a robot is a tree";
            if (why.empty()) continue;
            const NamedIn where = text.place(one);
            context.notes.add(where.file, where.element, "this equality is not kept: " + why);
        }
    }
}

}  // namespace graze::io
