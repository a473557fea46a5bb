// Groups of links and obstacles in the options of cells.
#include <gtest/gtest.h>

#include "graze/robot/robot_cell.hpp"

namespace graze::test {
namespace {

/// A ball that slides along x between two walls at ±1, and a ball that it carries at y = 1.
Robot slider() {
    RobotDescription d;
    d.links = {{.name = "rail"},
               {.name = "ball", .shapes = {{Sphere{0.1}, {}}}},
               {.name = "side", .shapes = {{Sphere{0.1}, Pose::translation({0, 1, 0})}}}};
    d.joints = {{.name = "slide",
                 .type = JointType::prismatic,
                 .parent = "rail",
                 .child = "ball",
                 .axis = {1, 0, 0},
                 .limits = {-2, 2}},
                {.name = "arm", .parent = "ball", .child = "side"}};
    return Robot::build(d).value();
}

std::vector<Obstacle> walls() {
    return {{"left", {Box{{0.1, 3, 3}}, Pose::translation({-1.1, 0, 0})}},
            {"right", {Box{{0.1, 3, 3}}, Pose::translation({1.1, 0, 0})}}};
}

TEST(CellGroups, StandForTheirMembers) {
    CellOptions options;
    options.groups = {{"balls", {"ball", "side"}}, {"walls", {"left", "right"}}};
    const std::vector<double> at_left{-1.0}, at_right{1.0}, middle{0.0};
    EXPECT_TRUE(overlaps(RobotCell(slider(), walls(), options), at_left));

    options.allowed = {{"balls", "left"}};
    const RobotCell one_side(slider(), walls(), options);
    ASSERT_TRUE(one_side.valid());
    EXPECT_FALSE(overlaps(one_side, at_left));
    EXPECT_TRUE(overlaps(one_side, at_right));

    options.allowed = {{"balls", "walls"}, {"ball", "left"}};
    const RobotCell nothing(slider(), walls(), options);
    EXPECT_FALSE(overlaps(nothing, at_right));
    EXPECT_EQ(nothing.model().allowed.size(), 4U);

    options.allowed = {};
    options.padding = {{"ball", 0.2}, {"balls", 0.3}};
    const CellClearance padded = clearance(RobotCell(slider(), walls(), options), middle);
    EXPECT_TRUE(padded.distance.contains(0.6));  // of "side": 1 - 0.1 - 0.3
}

TEST(CellGroups, AreRefusedByName) {
    const auto fault = [](const CellOptions& options) {
        const RobotCell cell(slider(), walls(), options);
        return cell.fault() ? cell.fault()->message() : std::string();
    };
    CellOptions options;
    options.groups = {{"balls", {"ball", "bell"}}};
    EXPECT_EQ(fault(options), "group 'balls': nothing in the cell is called 'bell'");
    options.groups = {{"left", {"ball"}}};
    EXPECT_EQ(fault(options), "group 'left': a body has the same name");
    options.groups = {{"balls", {"ball"}}};
    options.allowed = {{"balls", "roof"}};
    EXPECT_EQ(fault(options), "an allowed contact: nothing in the cell is called 'roof'");
    options.allowed = {{"balls", "left"}};
    EXPECT_EQ(fault(options), "");
}

}  // namespace
}  // namespace graze::test
