// Robots as descriptions: joints with their limits, soft limits and those they follow, shapes in the frames
// of links, disabled pairs, values; and what is wrong with bad ones, with the place.
#include <gtest/gtest.h>

#include <numbers>

#include "graze/io/robot_file.hpp"
#include "graze/mesh/mesh.hpp"
#include "io/mesh_texts.hpp"
#include "io/temporary_folder.hpp"

namespace graze::test {
namespace {

const std::string kBall = R"(<collision><geometry><sphere radius="0.1"/></geometry></collision>)";

std::string link_text(const std::string& name) {
    return "<link name=\"" + name + "\">" + kBall + "</link>\n";
}

/// A joint from the base, on a line of its own.
std::string joint_text(const std::string& name, const std::string& type, const std::string& child,
                       const std::string& more) {
    return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"base\"/><child link=\"" +
           child + "\"/>" + more + "</joint>\n";
}

class ReadRobot : public testing::Test {
protected:
    io::RobotFile read(const std::string& text) const {
        auto robot = io::read_robot(folder_.write("r.urdf", text), options_);
        EXPECT_TRUE(robot.has_value()) << robot.error().message() << '\n' << text;
        return robot ? *robot : io::RobotFile{};
    }
    io::FileError error_of(const std::string& text) const {
        const auto robot = io::read_robot(folder_.write("r.urdf", text), options_);
        EXPECT_FALSE(robot.has_value()) << text;
        if (robot) return {};
        EXPECT_EQ(robot.error().message().find('\n'), std::string::npos);
        EXPECT_FALSE(robot.error().hint.empty()) << robot.error().message();
        EXPECT_EQ(robot.error().file, (folder_ / "r.urdf").string());
        return robot.error();
    }
    /// Of a robot whose only joint is on line 4.
    std::string joint_error(const std::string& type, const std::string& more) const {
        const io::FileError error = error_of("<robot name=\"r\">\n" + link_text("base") + link_text("tip") +
                                             joint_text("j", type, "tip", more) + "</robot>");
        EXPECT_EQ(error.element, "line 4, joint j") << error.message();
        return error.reason;
    }
    TemporaryFolder folder_;
    io::ReadOptions options_;
};

const std::string kLimit = R"(<limit lower="-1" upper="2"/>)";

TEST_F(ReadRobot, JointsOfAllTypes) {
    const std::string all =
        "<robot name=\"arm\">" + link_text("base") + link_text("a") + link_text("b") + link_text("c") +
        link_text("d") + link_text("e") + link_text("f") +
        joint_text(
            "zeta", "revolute", "a",
            R"(<origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/><axis xyz="0 3 4"/>)" + kLimit +
                R"(<safety_controller k_velocity="1" soft_lower_limit="-0.5" soft_upper_limit="1.5"/>)") +
        joint_text("roll", "continuous", "b", R"(<axis xyz="0 0 1"/>)") +
        joint_text("lift", "prismatic", "c", kLimit) +
        joint_text("table", "planar", "d", R"(<axis xyz="0 1 0"/>)") +
        joint_text("free", "floating", "e", "") +
        joint_text("copy", "revolute", "f",
                   kLimit + R"(<mimic joint="zeta" multiplier="-0.5" offset="0.25"/>)") +
        "</robot>";
    const io::RobotFile file = read(all);
    EXPECT_EQ(file.robot.name, "arm");
    ASSERT_EQ(file.notes.size(), 1U);
    EXPECT_NE(file.notes[0].find("joint table: its plane is across its axis"), std::string::npos);
    const auto& joints = file.robot.joints;
    ASSERT_EQ(joints.size(), 6U);
    EXPECT_EQ(joints[0].name, "zeta");  // the order of the file
    EXPECT_EQ(joints[0].type, JointType::revolute);
    EXPECT_EQ(joints[0].parent, "base");
    EXPECT_EQ(joints[0].child, "a");
    EXPECT_EQ(joints[0].origin.position, (Vec3{1, 2, 3}));
    EXPECT_LT(length(joints[0].origin.rotation.columns[0] - Vec3{0, 1, 0}), 1e-15);
    EXPECT_EQ(joints[0].axis, (Vec3{0, 3, 4}));
    EXPECT_EQ(joints[0].limits, (Interval{-1, 2}));
    EXPECT_EQ(joints[0].soft_limits, (Interval{-0.5, 1.5}));
    EXPECT_EQ(joints[1].type, JointType::continuous);
    EXPECT_EQ(joints[1].limits, Interval::everything());
    EXPECT_EQ(joints[2].type, JointType::prismatic);
    EXPECT_EQ(joints[2].axis, (Vec3{1, 0, 0}));  // URDF's default
    EXPECT_EQ(joints[3].type, JointType::planar);
    EXPECT_EQ(joints[3].axis, (Vec3{0, 1, 0}));
    EXPECT_EQ(joints[4].type, JointType::floating);
    ASSERT_TRUE(joints[5].mimic.has_value());
    EXPECT_EQ(joints[5].mimic->joint, "zeta");
    EXPECT_EQ(joints[5].mimic->multiplier, -0.5);
    EXPECT_EQ(joints[5].mimic->offset, 0.25);
    const auto robot = Robot::build(file.robot);
    ASSERT_TRUE(robot.has_value()) << robot.error().message();
    EXPECT_EQ(robot->joint_count(), 3U + 3U + 6U);
    EXPECT_EQ(file.configuration, robot->neutral());
    EXPECT_EQ(robot->coordinate_name(3), "table x");
}

TEST_F(ReadRobot, ShapesAreInTheFramesOfLinks) {
    folder_.write("box.stl", stl_bytes(box_mesh({1, 2, 3})));
    const std::string mesh = R"(<collision><origin xyz="0 0 1"/><geometry><mesh filename="box.stl")";
    const io::RobotFile file =
        read("<robot name=\"r\"><link name=\"base\">" + mesh +
             "/></geometry></collision></link><link name=\"tip\">" + mesh + "/></geometry></collision>" +
             mesh + R"( scale="2 2 2"/></geometry></collision></link>)" +
             joint_text("j", "continuous", "tip", R"(<origin xyz="5 0 0"/>)") + "</robot>");
    ASSERT_EQ(file.robot.links.size(), 2U);
    EXPECT_EQ(file.robot.links[0].name, "base");
    ASSERT_EQ(file.robot.links[1].shapes.size(), 2U);
    const Placed &a = file.robot.links[0].shapes[0], &b = file.robot.links[1].shapes[0];
    EXPECT_EQ(b.pose.position, (Vec3{0, 0, 1}));
    EXPECT_EQ(a.shape.payload(), b.shape.payload()) << "equal files share their mesh";
    EXPECT_NE(a.shape.payload(), file.robot.links[1].shapes[1].shape.payload());
    EXPECT_EQ(mesh_data(file.robot.links[1].shapes[1].shape)->vertices[0],
              2.0 * mesh_data(a.shape)->vertices[0]);
}

TEST_F(ReadRobot, DisabledPairsAreExcludedWithTheirReasons) {
    options_.semantic = folder_.write("r.srdf",
                                      "<robot name=\"r\">\n<disable_collisions link1=\"tip\" link2=\"far\" "
                                      "reason=\"Never\"/>\n<disable_collisions link1=\"tip\" link2=\"fa\"/>"
                                      "<disable_collisions link1=\"base\" link2=\"far\"/></robot>");
    const io::RobotFile file = read("<robot name=\"r\">" + link_text("base") + link_text("tip") +
                                    link_text("far") + joint_text("j", "continuous", "tip", "") +
                                    joint_text("k", "continuous", "far", "") + "</robot>");
    ASSERT_EQ(file.robot.excluded.size(), 2U);
    EXPECT_EQ(file.robot.excluded[0].a, "tip");
    EXPECT_EQ(file.robot.excluded[0].b, "far");
    EXPECT_EQ(file.robot.excluded[0].reason, "Never");
    EXPECT_EQ(file.robot.excluded[1].reason, "disabled");
    ASSERT_EQ(file.notes.size(), 1U);
    EXPECT_NE(file.notes[0].find("'r.srdf', line 3: the robot has no link 'fa'"), std::string::npos);
    const auto robot = Robot::build(file.robot);
    ASSERT_TRUE(robot.has_value());
    EXPECT_EQ(robot->exempt(*robot->find_link("tip"), *robot->find_link("far")), Robot::Exempt::excluded);
}

TEST_F(ReadRobot, ValuesAreThoseGivenOrTheNearestToZero) {
    const std::string text =
        "<robot name=\"r\">" + link_text("base") + link_text("a") + link_text("b") + link_text("c") +
        joint_text("j", "revolute", "a", R"(<limit lower="0.5" upper="2"/>)") +
        joint_text("k", "revolute", "b",
                   kLimit + R"(<safety_controller soft_lower_limit="-1" soft_upper_limit="-0.25"/>)") +
        joint_text("m", "continuous", "c", R"(<mimic joint="j" multiplier="2"/>)") + "</robot>";
    const io::RobotFile rest = read(text);
    EXPECT_EQ(rest.configuration, (std::vector<double>{0.5, -0.25}));
    EXPECT_EQ(rest.notes,
              std::vector<std::string>{
                  "'r.urdf': 0 is outside of the limits of joints that are given no value; they are at the "
                  "nearest limit: 'j' at 0.5, 'k' at -0.25"});
    options_.joints = {{"j", 1}, {"k", 0}};
    const io::RobotFile given = read(text);
    EXPECT_EQ(given.configuration, (std::vector<double>{1, 0}));
    EXPECT_EQ(given.notes, std::vector<std::string>{
                               "'r.urdf', joint k: its value is outside of its soft limits, -1 to -0.25"});
    // A joint with a value of its own follows no other.
    options_.joints = {{"j", 1}, {"k", -1}, {"m", 3}};
    const io::RobotFile freed = read(text);
    EXPECT_EQ(freed.configuration, (std::vector<double>{1, -1, 3}));
    EXPECT_FALSE(freed.robot.joints[2].mimic.has_value());
    options_.joints = {{"jj", 1}};
    EXPECT_EQ(error_of(text).hint, "Known here: j, k, m.");
    options_.joints = {{"j", 2.5}};
    EXPECT_EQ(error_of(text).hint, "Give one from 0.5 to 2.");
    options_.joints = {{"j", std::nan("")}};
    EXPECT_EQ(error_of(text).element, "joint j");
}

TEST_F(ReadRobot, ValuesOfPlanarJointsHaveNames) {
    const std::string text = "<robot name=\"r\">" + link_text("base") + link_text("a") +
                             joint_text("cart", "planar", "a", R"(<axis xyz="0 0 1"/>)") + "</robot>";
    options_.joints = {{"cart y", 2}, {"cart angle", 0.5}};
    EXPECT_EQ(read(text).configuration, (std::vector<double>{0, 2, 0.5}));
    options_.joints = {{"cart", 2}};
    EXPECT_NE(error_of(text).reason.find("no single value"), std::string::npos);
    EXPECT_NE(error_of(text).hint.find("'cart x'"), std::string::npos);
}

/// Planners shift along x and y of the frame: so does a planar joint without an axis, though URDF gives other
/// joints the axis x. Other axes are noted.
TEST_F(ReadRobot, PlanarJointsWithoutAnAxisShiftAlongXAndY) {
    const auto read_with = [&](const std::string& axis) {
        return read("<robot name=\"r\">" + link_text("base") + link_text("a") +
                    joint_text("cart", "planar", "a", axis) + "</robot>");
    };
    const io::RobotFile plain = read_with("");
    EXPECT_TRUE(plain.notes.empty());
    const std::vector<Pose> poses = place(*Robot::build(plain.robot), std::vector<double>{2, 3, 0});
    EXPECT_EQ(poses[1].position - poses[0].position, (Vec3{2, 3, 0}));
    EXPECT_TRUE(read_with(R"(<axis xyz="0 0 1"/>)").notes.empty());
    const io::RobotFile noted = read_with(R"(<axis xyz="1 0 0"/>)");
    ASSERT_EQ(noted.notes.size(), 1U);
    EXPECT_NE(
        noted.notes[0].find("joint cart: its plane is across its axis: x is along 0 0 -1, y along 0 1 0"),
        std::string::npos)
        << noted.notes[0];
}

TEST_F(ReadRobot, FaultsOfJointsHaveTheirLine) {
    const auto has = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_PRED2(has, joint_error("continuous", R"(<axis xyz="0 0 0"/>)"), "axis is zero");
    EXPECT_PRED2(has, joint_error("planar", R"(<axis xyz="0 0 0"/>)"), "axis is zero");
    EXPECT_PRED2(has, joint_error("prismatic", "<axis/>" + kLimit), "axis is zero");
    EXPECT_PRED2(has, joint_error("continuous", R"(<axis xyz="0 nan 1"/>)"), "no usable number");
    EXPECT_PRED2(has, joint_error("revolute", R"(<limit lower="nan" upper="1"/>)"), "no usable number");
    EXPECT_PRED2(has, joint_error("revolute", R"(<limit lower="1" upper="-1"/>)"), "above its upper one");
    EXPECT_PRED2(has, joint_error("revolute", ""), "no <limit>");
    EXPECT_PRED2(has,
                 joint_error("revolute",
                             kLimit + R"(<safety_controller soft_lower_limit="-2" soft_upper_limit="1"/>)"),
                 "soft limits, -2 to 1, are not within its limits, -1 to 2");
    EXPECT_PRED2(has,
                 joint_error("revolute",
                             kLimit + R"(<safety_controller soft_lower_limit="1" soft_upper_limit="0.5"/>)"),
                 "soft limits");
    EXPECT_PRED2(has, joint_error("revolute", kLimit + R"(<safety_controller soft_lower_limit="x"/>)"),
                 "no usable number");
    EXPECT_PRED2(has, joint_error("continuous", R"(<mimic joint="none"/>)"), "not there");
    EXPECT_PRED2(has, joint_error("continuous", R"(<mimic joint="j"/>)"), "in a circle");
    EXPECT_PRED2(has, joint_error("continuous", R"(<origin xyz="0 0 inf"/>)"), "no usable number");
}

TEST_F(ReadRobot, MissingSoftLimitsAreThoseOfTheJoint) {
    const auto soft = [&](const std::string& controller) {
        return read("<robot name=\"r\">" + link_text("base") + link_text("tip") +
                    joint_text("j", "revolute", "tip", kLimit + controller) + "</robot>")
            .robot.joints[0]
            .soft_limits;
    };
    EXPECT_EQ(soft(""), Interval::everything());
    EXPECT_EQ(soft("<safety_controller k_velocity=\"3\"/>"), Interval::everything());
    EXPECT_EQ(soft(R"(<safety_controller soft_lower_limit="0" soft_upper_limit="0"/>)"),
              Interval::everything());
    EXPECT_EQ(soft(R"(<safety_controller soft_upper_limit="1"/>)"), (Interval{-1, 1}));
    EXPECT_EQ(soft(R"(<safety_controller soft_lower_limit="0.5"/>)"), (Interval{0.5, 2}));
}

TEST_F(ReadRobot, FaultsOfTheTree) {
    const std::string links = "<robot name=\"r\">\n" + link_text("base") + link_text("a") + link_text("b");
    const auto joint = [](const std::string& name, const std::string& parent, const std::string& child) {
        return "<joint name=\"" + name + "\" type=\"continuous\"><parent link=\"" + parent +
               "\"/><child link=\"" + child + "\"/></joint>\n";
    };
    const auto reason = [&](const std::string& joints) { return error_of(links + joints + "</robot>"); };
    EXPECT_NE(reason(joint("j", "a", "b") + joint("k", "b", "a")).reason.find("its own parent"),
              std::string::npos);
    const io::FileError twice = reason(joint("j", "base", "a") + joint("k", "b", "a"));
    EXPECT_NE(twice.reason.find("two parents"), std::string::npos);
    EXPECT_EQ(twice.element, "line 6, joint k");
    EXPECT_NE(reason(joint("j", "base", "a")).reason.find("no joint leads to it"), std::string::npos);
    EXPECT_EQ(reason(joint("j", "base", "a") + joint("k", "a", "bases")).hint, "Did you mean 'base'?");
    EXPECT_NE(reason(joint("j", "base", "a") + joint("j", "a", "b")).reason.find("two joints"),
              std::string::npos);
    EXPECT_NE(error_of("<robot name=\"r\"><link name=\"a\"/></robot>").reason.find("no link has a collision"),
              std::string::npos);
    EXPECT_NE(
        error_of(
            R"(<robot name="r"><link name="a"><collision><geometry><mesh filename="none.stl"/></geometry></collision></link></robot>)")
            .reason.find("no file 'none.stl'"),
        std::string::npos);
}

/// A real arm, where its files are beside the project.
TEST_F(ReadRobot, Panda) {
    const std::filesystem::path folder =
        std::filesystem::path(GRAZE_TEST_PROJECT_DIR) / "../shared/data/robots/panda";
    if (!std::filesystem::exists(folder / "panda.urdf")) GTEST_SKIP() << "no panda.urdf beside the project";
    options_.semantic = folder / "panda.srdf";
    const auto file = io::read_robot(folder / "panda.urdf", options_);
    ASSERT_TRUE(file.has_value()) << file.error().message();
    const auto robot = Robot::build(file->robot);
    ASSERT_TRUE(robot.has_value()) << robot.error().message();
    ASSERT_EQ(robot->joint_count(), 7U);
    EXPECT_EQ(robot->coordinate_name(0), "panda_joint1");
    EXPECT_EQ(robot->limits(3), (Interval{-3.1416, 0.0873}));
    EXPECT_EQ(robot->soft_limits(3), (Interval{-3.0718, -0.0698}));
    EXPECT_EQ(file->configuration[3], -0.0698);
    ASSERT_EQ(file->notes.size(), 1U);
    EXPECT_NE(file->notes[0].find("'panda_joint4' at -0.0698"), std::string::npos) << file->notes[0];
    std::size_t shapes = 0;
    for (const Robot::Link& link : robot->links()) shapes += link.shapes.size();
    EXPECT_EQ(shapes, 11U);
    EXPECT_GT(file->robot.excluded.size(), 20U);
    // Stretched upward, the flange is 0.333 + 0.316 + 0.384 - 0.107 above the base, and 0.088 before it.
    const std::vector<double> q(7, 0.0);
    const std::vector<Pose> poses = place(*robot, q);
    EXPECT_LT(length(poses[*robot->find_link("panda_link8")].position - Vec3{0.088, 0, 0.926}), 1e-9);
}

}  // namespace
}  // namespace graze::test
