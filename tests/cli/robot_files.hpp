// A robot of two joints in the plane of a table, and what stands around it, as files.
#pragma once

#include <string>

#include "run_program.hpp"

namespace graze::test {

/// The examples of the repository: arm.urdf, cell.json and so on.
inline std::string robot_example(const std::string& name) {
    return std::string{GRAZE_TEST_EXAMPLES} + "/robot/" + name;
}

/// Two links of length 1 and radius 0.05 along x, turned about z; the second begins at x = 1.
inline std::string planar_arm() {
    const auto link = [](const std::string& name) {
        return "<link name=\"" + name +
               "\"><collision><origin xyz=\"0.5 0 0\" rpy=\"0 1.5707963267948966 0\"/><geometry><cylinder "
               "radius=\"0.05\" length=\"0.8\"/></geometry></collision></link>";
    };
    return "<robot name=\"planar\"><link name=\"base\"/>" + link("upper") + link("lower") +
           R"(<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
              <axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
              <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/>
              <origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/>
              </joint></robot>)";
}

/// A ball of radius 0.1 beside the stretched arm: when both joints turn by the angle whose sine is 0.75 it is
/// reached.
inline std::string ball_scene(double y) {
    return R"({"format": "graze-scene", "version": 1, "parts": [{"name": "ball", "shape": {"type": "sphere",
              "radius": 0.1}, "pose": {"position": [1.5, )" +
           std::to_string(y) + ", 0]}}]}";
}

}  // namespace graze::test
