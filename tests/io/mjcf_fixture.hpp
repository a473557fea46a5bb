// Reads MJCF texts.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graze/io/robot_file.hpp"
#include "io/temporary_folder.hpp"

namespace graze::test {

class Mjcf : public testing::Test {
protected:
    io::RobotFile read(const std::string& text) const {
        auto robot = io::read_robot(folder_.write("r.xml", text), options_);
        EXPECT_TRUE(robot.has_value()) << robot.error().message() << '\n' << text;
        return robot ? *robot : io::RobotFile{};
    }
    /// With this in the world.
    io::RobotFile read_world(const std::string& world, const std::string& more = "") const {
        return read("<mujoco model=\"m\">" + more + "<worldbody>" + world + "</worldbody></mujoco>");
    }
    io::FileError error_of(const std::string& text) const {
        const auto robot = io::read_robot(folder_.write("r.xml", text), options_);
        EXPECT_FALSE(robot.has_value()) << text;
        if (robot) return {};
        EXPECT_EQ(robot.error().message().find('\n'), std::string::npos);
        EXPECT_FALSE(robot.error().hint.empty()) << robot.error().message();
        return robot.error();
    }
    /// The fault of what stands on line 3, in a body with a joint.
    std::string body_error(const std::string& more, const std::string& place,
                           const std::string& sections = "") const {
        const io::FileError error =
            error_of("<mujoco>" + sections + "<worldbody>\n<body name=\"b\"><joint name=\"j\"/>\n" + more +
                     "<geom size=\"1\"/></body></worldbody></mujoco>");
        EXPECT_EQ(error.element, place) << error.message();
        return error.reason;
    }
    static Robot build(const io::RobotFile& file) {
        auto robot = Robot::build(file.robot);
        EXPECT_TRUE(robot.has_value()) << robot.error().message();
        return *robot;
    }
    static Pose pose_of(const io::RobotFile& file, const std::string& link,
                        const std::vector<double>& values) {
        const Robot robot = build(file);
        return place(robot, values)[*robot.find_link(link)];
    }
    TemporaryFolder folder_;
    io::ReadOptions options_;
};

}  // namespace graze::test
