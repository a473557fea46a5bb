#include "io/robots/robot_model.hpp"

#include <algorithm>
#include <cmath>

#include "graze/math/vec.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_text.hpp"

namespace graze::io {

namespace {

std::string short_number(double number) {
    std::string text;
    write_number(text, number);
    return text;
}

/// Fails with what is wrong with a whole robot, in the words of files: "joint wrist" and so on.
[[noreturn]] void fail_robot(const std::string& shown, const BuildError& error) {
    std::string element = error.where;
    std::erase(element, '\'');
    fail_build(shown, element, {error.rule, Element::whole, 0, error.text, {}});
}

std::optional<std::size_t> coordinate_of(const Robot& robot, const std::string& name) {
    for (std::size_t i = 0; i < robot.joint_count(); ++i)
        if (robot.coordinate_name(i) == name) return i;
    return std::nullopt;
}

/// Checks that the joints of the options are there, and frees them of those that they follow.
void free_given_joints(RobotDescription& description, const std::string& shown, ReadContext& context) {
    const bool proven = std::ranges::any_of(description.excluded,
                                            [](const ExcludedLinks& pair) { return pair.reason == "Never"; });
    for (const auto& [name, value] : context.options.joints) {
        const std::string where = "joint " + printable(name, 60), own = robot_name(name);
        if (!std::isfinite(value) || std::abs(value) > kLargestServed)
            fail({shown, where, "its value is not a usable number", "Give radians or a length."});
        for (RobotJoint& joint : description.joints) {
            if (joint.name != own || !joint.mimic) continue;
            joint.mimic.reset();
            if (proven)
                context.notes.add(shown, where,
                                  "it follows no other, as it is given a value: pairs that are disabled as "
                                  "'Never' may touch now, and are not tested");
        }
    }
}

/// Why a joint takes no value of its own.
[[noreturn]] void fail_joint(const Robot& robot, const std::string& name, const std::string& shown) {
    const std::string where = "joint " + printable(name, 60), own = robot_name(name);
    std::vector<std::string> known;
    for (const RobotJoint& joint : robot.description().joints) {
        if (joint.name == own)
            fail({shown, where, "floating and planar joints have no single value",
                  "Name one of its values: '" + own + " x', '" + own + " y' and so on."});
        known.push_back(joint.name);
    }
    fail({shown, where, "the robot has no such joint", nearest_name(printable(name, 60), known)});
}

void set_value(PosedRobot& posed, const std::string& name, double value, const std::string& shown,
               ReadContext& context) {
    const std::vector<RobotJoint>& joints = posed.robot.description().joints;
    const auto i = coordinate_of(posed.robot, robot_name(name));
    const auto joint = std::find_if(joints.begin(), joints.end(),
                                    [&](const RobotJoint& j) { return j.name == robot_name(name); });
    if (!i && joint != joints.end() && joint->type == JointType::fixed) return;
    if (!i) fail_joint(posed.robot, name, shown);
    const Interval limits = posed.robot.limits(*i), soft = posed.robot.soft_limits(*i);
    const std::string where = "joint " + printable(name, 60);
    if (!limits.contains(value))
        fail({shown, where, "its value is outside of its limits",
              "Give one from " + short_number(limits.lower) + " to " + short_number(limits.upper) + "."});
    if (!soft.contains(value))
        context.notes.add(shown, where,
                          "its value is outside of its soft limits, " + short_number(soft.lower) + " to " +
                              short_number(soft.upper));
    posed.configuration[*i] = value;
}

void note_defaults(const PosedRobot& posed, const std::string& shown, ReadContext& context) {
    constexpr std::size_t kMostNamed = 8;
    std::string names;
    std::size_t count = 0;
    for (std::size_t i = 0; i < posed.configuration.size(); ++i) {
        const std::string& name = posed.robot.coordinate_name(i);
        const bool given = std::any_of(context.options.joints.begin(), context.options.joints.end(),
                                       [&](const auto& joint) { return robot_name(joint.first) == name; });
        if (given || posed.configuration[i] == 0 || ++count > kMostNamed) continue;
        names += (count > 1 ? ", '" : "'") + name + "' at " + short_number(posed.configuration[i]);
    }
    if (count == 0) return;
    if (count > kMostNamed) names += " and " + std::to_string(count - kMostNamed) + " more";
    context.notes.add(shown, "",
                      "0 is outside of the limits of joints that are given no value; they are at the nearest "
                      "limit: " +
                          names);
}

}  // namespace

std::string robot_name(const std::string& written) { return printable(written, 900); }

PosedRobot pose_robot(RobotDescription& description, const std::string& shown, ReadContext& context) {
    free_given_joints(description, shown, context);
    auto robot = Robot::build(description);
    if (!robot) fail_robot(shown, robot.error());
    PosedRobot posed{*robot, robot->neutral()};
    for (const auto& [name, value] : context.options.joints) set_value(posed, name, value, shown, context);
    note_defaults(posed, shown, context);
    return posed;
}

}  // namespace graze::io
