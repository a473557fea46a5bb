// A robot of three joints, as the tests of robots change it.
#pragma once

#include "graze/motion/robot.hpp"

namespace graze::test {

inline RobotJoint joint_of(const char* name, JointType type, const char* parent, const char* child) {
    RobotJoint joint;
    joint.name = name, joint.type = type, joint.parent = parent, joint.child = child;
    return joint;
}

/// base -a-> one -b-> two, and base -c-> three.
inline RobotDescription small_robot() {
    RobotDescription d;
    d.name = "small";
    for (const char* name : {"base", "one", "two", "three"})
        d.links.push_back({name, {Placed{Sphere{0.1}, Pose{}}}});
    d.joints = {joint_of("a", JointType::revolute, "base", "one"),
                joint_of("b", JointType::prismatic, "one", "two"),
                joint_of("c", JointType::continuous, "base", "three")};
    d.joints[0].limits = {-2, 2};
    d.joints[1].limits = {0.5, 1};
    return d;
}

}  // namespace graze::test
