// Robots from MJCF: bodies, joints and geoms are where their attributes, defaults and units put them,
// geometry at rest becomes obstacles, exclusions and filters are kept, and faults have their line.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "graze/bounds/aabb.hpp"
#include "graze/shape/hull.hpp"
#include "io/mesh_texts.hpp"
#include "io/mjcf_fixture.hpp"

namespace graze::test {
namespace {

constexpr double kPi = std::numbers::pi;

void expect_near(const Pose& a, const Pose& b) {
    EXPECT_LT(length(a.position - b.position), 1e-14);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_LT(length(a.rotation.columns[i] - b.rotation.columns[i]), 1e-14);
}

Pose turn(const Vec3& axis, double angle, const Vec3& position = {}) {
    return Pose::from(Quat::from_axis_angle(axis, angle), position);
}

/// Of the corners of a hull.
Aabb corners_box(const Placed& placed) {
    const auto& vertices = static_cast<const HullData*>(placed.shape.payload())->vertices;
    return fit_aabb(vertices, Affine::from(placed.pose));
}

const std::string kArm = R"(<mujoco model="arm">
<compiler angle="radian"/>
<default><geom size="0.1 0.2 0.3" type="capsule"/><joint range="-2 2"/>
  <default class="slim"><geom size="0.05 0.5"/></default></default>
<worldbody>
  <geom name="floor" type="plane" size="0 0 1"/>
  <body name="table" pos="3 0 0"><geom type="box"/><body pos="0 0 1"><geom type="sphere"/></body></body>
  <body name="base" pos="0 0 1">
    <geom name="foot" type="cylinder"/>
    <body name="upper" pos="0 0 2" euler="0 0 1.5707963267948966" childclass="slim">
      <joint name="shoulder" axis="0 1 0" pos="0 0 -0.5"/>
      <geom pos="0 0 1"/>
      <body name="hand" pos="0 0 4">
        <joint name="lift" type="slide" axis="0 0 2" range="-1 3"/>
        <joint name="roll" axis="1 0 0" limited="false" ref="0.25"/>
        <geom class="main" fromto="0 0 0 0 0 3"/>
        <site name="tip"/>
      </body>
    </body>
  </body>
</worldbody>
</mujoco>)";

TEST_F(Mjcf, BodiesBecomeLinks) {
    const io::RobotFile file = read(kArm);
    EXPECT_EQ(file.robot.name, "arm");
    EXPECT_TRUE(file.notes.empty());
    const Robot robot = build(file);
    ASSERT_EQ(robot.joint_count(), 3U);
    EXPECT_EQ(robot.coordinate_name(0), "shoulder");
    EXPECT_EQ(robot.coordinate_name(1), "lift");
    EXPECT_EQ(robot.coordinate_name(2), "roll");
    EXPECT_EQ(robot.limits(0), (Interval{-2, 2}));
    EXPECT_EQ(robot.limits(1), (Interval{-1, 3}));
    EXPECT_TRUE(robot.is_continuous(2));
    const double s = 0.7, l = 1.5, r = -0.3;
    const std::vector<double> q{s, l, r};
    // The body's frame, then a turn about an axis half a unit below its origin; the lift by its value along
    // the axis, however long that is; the roll from its reference on.
    const Pose base = Pose::translation({0, 0, 1});
    const Pose upper = base * turn({0, 0, 1}, kPi / 2, {0, 0, 2}) * Pose::translation({0, 0, -0.5}) *
                       turn({0, 1, 0}, s) * Pose::translation({0, 0, 0.5});
    const Pose hand =
        upper * Pose::translation({0, 0, 4}) * Pose::translation({0, 0, l}) * turn({1, 0, 0}, r - 0.25);
    expect_near(pose_of(file, "base", q), base);
    expect_near(pose_of(file, "upper", q), upper);
    expect_near(pose_of(file, "hand", q), hand);
}

/// As MuJoCo filters contacts: a body and its parent are not tested, unless the parent is at rest.
TEST_F(Mjcf, WhatRestsIsTestedAgainstWhatItCarries) {
    const Robot robot = build(read_world(R"(
      <body name="room"><geom name="wall" type="box" size="0.05 1 1" pos="1 0 0"/>
        <body name="cart"><joint type="slide" axis="1 0 0" range="0 3"/><geom type="box" size="0.1 0.1 0.1"/>
          <body name="arm"><joint type="hinge"/><geom type="sphere" size="0.1"/>
            <body name="finger"><joint type="slide" range="0 1"/><geom type="sphere" size="0.1"/></body>
          </body></body>
        <body name="door"><joint type="hinge"/><geom type="box" size="0.1 0.1 0.1"/></body></body>)"));
    const auto exempt = [&](const char* a, const char* b) {
        return robot.exempt(*robot.find_link(a), *robot.find_link(b));
    };
    EXPECT_EQ(exempt("room", "cart"), Robot::Exempt::no);
    EXPECT_EQ(exempt("room", "door"), Robot::Exempt::no);
    EXPECT_EQ(exempt("cart", "arm"), Robot::Exempt::adjacent);
    EXPECT_EQ(exempt("arm", "finger"), Robot::Exempt::adjacent);
    EXPECT_EQ(exempt("cart", "finger"), Robot::Exempt::no);
}

TEST_F(Mjcf, GeomsHaveTheSizesOfTheirClasses) {
    const io::RobotFile file = read(kArm);
    const Robot robot = build(file);
    const auto shape = [&](const char* link) { return robot.links()[*robot.find_link(link)].shapes.at(0); };
    EXPECT_EQ(shape("base").shape.type(), ShapeType::cylinder);
    EXPECT_EQ(shape("base").shape.values()[1], 0.2);
    EXPECT_EQ(shape("upper").shape.type(), ShapeType::capsule);
    EXPECT_EQ(shape("upper").shape.values()[0], 0.05);
    EXPECT_EQ(shape("upper").shape.values()[1], 0.5);
    EXPECT_EQ(shape("upper").pose.position, (Vec3{0, 0, 1}));
    EXPECT_EQ(shape("hand").shape.values()[0], 0.1);
    EXPECT_EQ(shape("hand").shape.values()[1], 1.5);
    EXPECT_EQ(shape("hand").pose.position, (Vec3{0, 0, 1.5}));
}

TEST_F(Mjcf, WhatNoJointMovesIsAtRest) {
    const io::RobotFile file = read(kArm);
    ASSERT_EQ(file.world.size(), 3U);
    EXPECT_EQ(file.world[0].name, "floor");
    EXPECT_EQ(file.world[0].placed.shape.type(), ShapeType::half_space);
    EXPECT_EQ(file.world[1].name, "table");
    EXPECT_EQ(file.world[1].placed.shape.type(), ShapeType::box);
    EXPECT_EQ(file.world[1].placed.shape.vector(0), (Vec3{0.1, 0.2, 0.3}));
    EXPECT_EQ(file.world[1].placed.pose.position, (Vec3{3, 0, 0}));
    EXPECT_EQ(file.world[2].placed.pose.position, (Vec3{3, 0, 1}));
    EXPECT_EQ(file.robot.links[0].name, "world");
    EXPECT_TRUE(file.robot.links[0].shapes.empty());
}

TEST_F(Mjcf, DocumentsHaveLinksAndWorld) {
    options_.joints = {{"lift", 1}};
    const auto document = io::read_document(folder_.write("arm.xml", kArm), options_);
    ASSERT_TRUE(document.has_value()) << document.error().message();
    std::vector<std::string> names;
    for (const io::Part& part : document->parts) names.push_back(part.name);
    EXPECT_EQ(names,
              (std::vector<std::string>{"base/foot", "upper", "hand", "floor", "table", "table body"}));
    EXPECT_LT(length(document->parts[2].pose.position - Vec3{0, 0, 1 + 2 + 4 + 1 + 1.5 * std::cos(0.25)}) -
                  1.5 * std::sin(0.25),
              1e-14);
    const PairRules rules = io::pair_rules(*document);
    EXPECT_TRUE(rules.excluded(0, 1));
    EXPECT_TRUE(rules.excluded(1, 2));
    EXPECT_FALSE(rules.excluded(0, 2));
    EXPECT_TRUE(rules.excluded(3, 4)) << "both at rest";
    EXPECT_FALSE(rules.excluded(0, 3));
}

/// The same rotation, written in every way.
TEST_F(Mjcf, Orientations) {
    const Pose wanted = turn({1, 2, 3}, 0.8);
    const Mat3& r = wanted.rotation;
    const auto text = [](std::initializer_list<double> numbers) {
        std::ostringstream out;
        out.precision(17);
        for (const double x : numbers) out << x << ' ';
        return out.str();
    };
    const Quat q = quaternion_of(r);
    // r = Rx(a) Ry(b) Rz(c).
    const double b = std::asin(r(0, 2)), a = std::atan2(-r(1, 2), r(2, 2)), c = std::atan2(-r(0, 1), r(0, 0));
    // r = Rz(yaw) Ry(pitch) Rx(roll): about fixed axes x, y, z.
    const double pitch = -std::asin(r(2, 0)), roll = std::atan2(r(2, 1), r(2, 2)),
                 yaw = std::atan2(r(1, 0), r(0, 0));
    const auto body = [&](const std::string& attribute, const std::string& compiler) {
        return pose_of(read_world("<body name=\"b\" " + attribute + "><joint/><geom size=\"1\"/></body>",
                                  "<compiler " + compiler + "/>"),
                       "b", {0});
    };
    const Vec3 x = r.columns[0], y = r.columns[1];
    expect_near(body("quat=\"" + text({3 * q.w, 3 * q.x, 3 * q.y, 3 * q.z}) + "\"", ""), wanted);
    expect_near(body("axisangle=\"2 4 6 " + text({0.8 * 180 / kPi}) + "\"", ""), wanted);
    expect_near(body("axisangle=\"2 4 6 0.8\"", "angle=\"radian\""), wanted);
    expect_near(body("euler=\"" + text({a, b, c}) + "\"", "angle=\"radian\""), wanted);
    expect_near(body("euler=\"" + text({a * 180 / kPi, b * 180 / kPi, c * 180 / kPi}) + "\"", ""), wanted);
    expect_near(body("euler=\"" + text({roll, pitch, yaw}) + "\"", "angle=\"radian\" eulerseq=\"XYZ\""),
                wanted);
    expect_near(body("euler=\"" + text({yaw, pitch, roll}) + "\"", "angle=\"radian\" eulerseq=\"zyx\""),
                wanted);
    const Vec3 slanted = 3.0 * y + 0.5 * x;
    expect_near(
        body("xyaxes=\"" + text({2 * x.x, 2 * x.y, 2 * x.z, slanted.x, slanted.y, slanted.z}) + "\"", ""),
        wanted);
    expect_near(body("zaxis=\"0 3 0\"", ""), turn({1, 0, 0}, -kPi / 2));
    EXPECT_LT(length(body("zaxis=\"0 0 -2\"", "").rotation.columns[2] - Vec3{0, 0, -1}), 1e-15);
}

TEST_F(Mjcf, ShapesOfAllTypes) {
    const io::RobotFile file = read_world(
        R"(<geom type="sphere" size="2"/><geom type="capsule" size="1 2"/><geom type="cylinder" size="1 2"/>
<geom type="ellipsoid" size="1 2 3"/><geom type="box" size="1 2 3"/><geom type="plane"/>
<geom type="cylinder" fromto="1 0 0 5 0 0" size="0.5"/><geom type="box" fromto="0 0 0 0 4 0" size="0.5"/>
<geom type="ellipsoid" fromto="0 0 4 0 0 0" size="0.5"/>
<body><joint/><geom size="1"/></body>)");
    const auto& world = file.world;
    ASSERT_EQ(world.size(), 9U);
    EXPECT_EQ(world[0].placed.shape.margin(), 2);
    EXPECT_EQ(world[1].placed.shape.values()[1], 2);
    EXPECT_EQ(world[2].placed.shape.type(), ShapeType::cylinder);
    EXPECT_EQ(world[3].placed.shape.vector(0), (Vec3{1, 2, 3}));
    EXPECT_EQ(world[4].placed.shape.vector(0), (Vec3{1, 2, 3}));
    EXPECT_EQ(world[5].placed.shape.type(), ShapeType::half_space);
    EXPECT_EQ(world[6].placed.shape.values()[1], 2);
    EXPECT_EQ(world[6].placed.pose.position, (Vec3{3, 0, 0}));
    EXPECT_LT(length(world[6].placed.pose.rotation.columns[2] - Vec3{-1, 0, 0}), 1e-15);
    EXPECT_EQ(world[7].placed.shape.vector(0), (Vec3{0.5, 0.5, 2}));
    EXPECT_LT(length(world[7].placed.pose.rotation.columns[2] - Vec3{0, -1, 0}), 1e-15);
    EXPECT_EQ(world[8].placed.shape.type(), ShapeType::ellipsoid);
    EXPECT_EQ(world[8].placed.pose.rotation, Mat3::identity());
}

TEST_F(Mjcf, MeshesAreHulls) {
    folder_.write("assets/cube.stl", stl_bytes(box_mesh({1, 2, 3})));
    const io::RobotFile file = read_world(
        R"(<geom type="mesh" mesh="cube"/><geom type="mesh" mesh="cube" pos="5 0 0"/><geom type="mesh" mesh="big"/>
<geom type="mesh" mesh="tetra"/><body><joint/><geom size="1"/></body>)",
        R"(<compiler meshdir="assets"/><asset><mesh file="cube.stl"/>
<mesh name="big" file="cube.stl" scale="1 1 -2" refpos="0 0 3" refquat="0 1 0 0"/>
<mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>)");
    ASSERT_EQ(file.world.size(), 4U);
    const Placed& cube = file.world[0].placed;
    EXPECT_EQ(cube.shape.type(), ShapeType::hull);
    EXPECT_EQ(cube.shape.payload(), file.world[1].placed.shape.payload());
    EXPECT_EQ(file.world[1].placed.pose.position, (Vec3{5, 0, 0}));
    EXPECT_EQ(corners_box(file.world[0].placed).max, (Vec3{1, 2, 3}));
    // From z in [-3, 3]: 3 less, turned about x, times -2.
    EXPECT_LT(length(corners_box(file.world[2].placed).min - Vec3{-1, -2, -12}), 1e-12);
    EXPECT_LT(length(corners_box(file.world[2].placed).max - Vec3{1, 2, 0}), 1e-12);
    EXPECT_EQ(corners_box(file.world[3].placed).max, (Vec3{1, 1, 1}));
}

TEST_F(Mjcf, LimitsAndUnits) {
    const auto joint = [&](const std::string& attributes, const std::string& compiler = "") {
        return read_world("<body><joint " + attributes + "/><geom size=\"1\"/></body>",
                          "<compiler " + compiler + "/>")
            .robot.joints.at(0);
    };
    EXPECT_EQ(joint("").type, JointType::continuous);
    EXPECT_EQ(joint("range=\"-90 45\"").type, JointType::revolute);
    EXPECT_EQ(joint("range=\"-90 45\"").limits, (Interval{-90 * (kPi / 180), 45 * (kPi / 180)}));
    EXPECT_EQ(joint("range=\"-1 2\"", "angle=\"radian\"").limits, (Interval{-1, 2}));
    EXPECT_EQ(joint("range=\"-1 2\" limited=\"false\"").type, JointType::continuous);
    EXPECT_EQ(joint("range=\"0 0\"").type, JointType::continuous);
    EXPECT_EQ(joint("type=\"slide\" range=\"-1 2\"").limits, (Interval{-1, 2}));
    EXPECT_EQ(joint("type=\"slide\"").limits, Interval::everything());
    EXPECT_EQ(joint("range=\"-90 45\" limited=\"true\"", "autolimits=\"false\"").type, JointType::revolute);
}

TEST_F(Mjcf, BallsAndFreeBodies) {
    const io::RobotFile file = read_world(
        R"(<body name="cup" pos="1 0 0"><freejoint name="f"/><geom size="1"/></body>
<body name="arm"><joint name="ball" type="ball" pos="0 0 1" range="0 30"/><geom size="1"/></body>)");
    const Robot robot = build(file);
    ASSERT_EQ(robot.joint_count(), 9U);
    const std::vector<double> q{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, -0.8, 0.9};
    expect_near(pose_of(file, "cup", q),
                Pose::translation({1, 0, 0}) * Pose::from(from_euler(0.6, 0.5, 0.4), {0.1, 0.2, 0.3}));
    EXPECT_EQ(robot.coordinate_name(6), "ball yaw");
    EXPECT_EQ(robot.coordinate_name(8), "ball roll");
    expect_near(pose_of(file, "arm", q), Pose::translation({0, 0, 1}) *
                                             Pose::from(from_euler(0.7, -0.8, 0.9), {}) *
                                             Pose::translation({0, 0, -1}));
    ASSERT_EQ(file.notes.size(), 1U);
    EXPECT_NE(file.notes[0].find("range of a ball"), std::string::npos);
}

TEST_F(Mjcf, FramesMoveWhatIsInThem) {
    const io::RobotFile file = read_world(
        R"(<frame pos="1 0 0" euler="0 0 90"><body name="b" pos="1 0 0">
<frame pos="0 0 1" euler="90 0 0"><joint axis="0 0 1" pos="0 1 0"/><geom size="1" pos="0 0 2"/></frame></body></frame>)");
    const Pose body = turn({0, 0, 1}, kPi / 2, {1, 0, 0}) * Pose::translation({1, 0, 0});
    const Pose frame = turn({1, 0, 0}, kPi / 2, {0, 0, 1});
    const Vec3 anchor = frame * Vec3{0, 1, 0};
    const double s = 0.4;
    expect_near(pose_of(file, "b", {s}), body * Pose::translation(anchor) *
                                             turn(frame.rotation * Vec3{0, 0, 1}, s) *
                                             Pose::translation(-anchor));
    EXPECT_LT(length(file.robot.links.back().shapes.at(0).pose.position - frame * Vec3{0, 0, 2}), 1e-15);
}

TEST_F(Mjcf, FilesAreIncluded) {
    folder_.write(
        "parts/hand.xml",
        R"(<mujocoinclude><body name="hand"><joint name="j"/><geom size="1"/></body></mujocoinclude>)");
    folder_.write("head.xml",
                  R"(<mujoco><compiler angle="radian"/><default><joint range="-1 1"/></default></mujoco>)");
    const io::RobotFile file = read(R"(<mujoco><include file="head.xml"/><worldbody>
<include file="parts/hand.xml"/></worldbody></mujoco>)");
    ASSERT_EQ(file.robot.joints.size(), 1U);
    EXPECT_EQ(file.robot.joints[0].limits, (Interval{-1, 1}));
    folder_.write("parts/hand.xml", "<mujocoinclude>\n<body><joint axis=\"0 0 0\"/></body></mujocoinclude>");
    const io::FileError inner =
        error_of(R"(<mujoco><worldbody><include file="parts/hand.xml"/></worldbody></mujoco>)");
    EXPECT_EQ(inner.file, (folder_ / "parts/hand.xml").string());
    EXPECT_EQ(inner.element, "line 2, joint");
    folder_.write("loop.xml", R"(<mujoco><include file="loop.xml"/></mujoco>)");
    EXPECT_NE(error_of(R"(<mujoco><include file="loop.xml"/></mujoco>)").reason.find("included twice"),
              std::string::npos);
    EXPECT_NE(error_of(R"(<mujoco><include file="r.xml"/></mujoco>)").reason.find("itself"),
              std::string::npos);
    EXPECT_NE(error_of(R"(<mujoco><include file="../x.xml"/></mujoco>)").reason.find("outside"),
              std::string::npos);
    EXPECT_NE(error_of(R"(<mujoco><include/></mujoco>)").reason.find("names no file"), std::string::npos);
}

TEST_F(Mjcf, FaultsHaveTheirLine) {
    const auto has = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_PRED2(has, body_error(R"(<joint name="k" axis="0 0 0"/>)", "line 3, joint k"), "axis is zero");
    EXPECT_PRED2(has, body_error(R"(<joint axis="0 nan 0"/>)", "line 3, joint"), "no usable number");
    EXPECT_PRED2(has, body_error(R"(<joint axis="0 1"/>)", "line 3, joint"), "2 numbers instead of 3");
    EXPECT_PRED2(has, body_error(R"(<joint range="1 -1"/>)", "line 3, joint"), "range");
    EXPECT_PRED2(has, body_error(R"(<joint limited="true"/>)", "line 3, joint"), "range");
    EXPECT_PRED2(has, body_error(R"(<joint limited="yes"/>)", "line 3, joint"), "neither true nor false");
    EXPECT_PRED2(has,
                 body_error(R"(<joint range="0 1"/>)", "line 3, joint", R"(<compiler autolimits="false"/>)"),
                 "autolimits");
    EXPECT_PRED2(has, body_error(R"(<joint type="hing"/>)", "line 3, joint"), "no joint of type 'hing'");
    EXPECT_PRED2(has, body_error(R"(<joint name="j"/>)", "line 3, joint j"), "same name");
    EXPECT_PRED2(has, body_error("<freejoint/>", "line 3, freejoint"), "free joint");
    EXPECT_PRED2(has, body_error(R"(<body name="b"/>)", "line 3, body b"), "same name");
    EXPECT_PRED2(has, body_error(R"(<body quat="0 0 0 0"/>)", "line 3, body"), "length zero");
    EXPECT_PRED2(has, body_error(R"(<body xyaxes="1 0 0 2 0 0"/>)", "line 3, body"), "length zero");
    EXPECT_PRED2(has, body_error(R"(<body euler="1 0 0" zaxis="0 0 1"/>)", "line 3, body"), "both");
    EXPECT_PRED2(has, body_error(R"(<geom/>)", "line 3, geom"), "size has 0 numbers");
    EXPECT_PRED2(has, body_error(R"(<geom size="-1"/>)", "line 3, geom"), "negative");
    EXPECT_PRED2(has, body_error(R"(<geom type="bx" size="1"/>)", "line 3, geom"), "no geom of type 'bx'");
    EXPECT_PRED2(has, body_error(R"(<geom type="box" size="1 1"/>)", "line 3, geom"),
                 "2 numbers instead of 3");
    EXPECT_PRED2(has, body_error(R"(<geom type="hfield"/>)", "line 3, geom"), "not read");
    EXPECT_PRED2(has, body_error(R"(<geom type="plane"/>)", "line 3, geom"), "plane");
    EXPECT_PRED2(has, body_error(R"(<geom type="capsule" size="1" fromto="1 1 1 1 1 1"/>)", "line 3, geom"),
                 "one point");
    EXPECT_PRED2(has, body_error(R"(<geom type="mesh"/>)", "line 3, geom"), "names no mesh");
    EXPECT_PRED2(has, body_error(R"(<geom type="mesh" mesh="x"/>)", "line 3, geom"), "no mesh 'x'");
    EXPECT_PRED2(has, body_error(R"(<geom mesh="x" size="1"/>)", "line 3, geom"), "fitted");
    EXPECT_PRED2(has, body_error(R"(<geom contype="x" size="1"/>)", "line 3, geom"), "whole number");
    EXPECT_PRED2(has, body_error(R"(<geom class="x" size="1"/>)", "line 3, geom"), "no class 'x'");
    EXPECT_PRED2(has, body_error(R"(<composite/>)", "line 3, composite"), "not read");
    EXPECT_PRED2(has, body_error(R"(<gom/>)", "line 3, gom"), "no element <gom>");
    const auto section = [&](const std::string& text) {
        return body_error("", "line 1, " + text.substr(1, text.find_first_of(" /") - 1), text);
    };
    EXPECT_PRED2(has, section(R"(<compiler angle="grad"/>)"), "angle");
    EXPECT_PRED2(has, section(R"(<compiler eulerseq="xyw"/>)"), "eulerseq");
    EXPECT_PRED2(has, section(R"(<compiler coordinate="global"/>)"), "local");
    EXPECT_PRED2(
        has, body_error("", "line 1, mesh m", R"(<asset><mesh name="m" file="a"/><mesh name="m"/></asset>)"),
        "two meshes");
    EXPECT_PRED2(has,
                 body_error("", "line 1, default", R"(<default><default class="a"/><default/></default>)"),
                 "no name");
    EXPECT_PRED2(has,
                 body_error("", "line 1, exclude", R"(<contact><exclude body1="b" body2="bb"/></contact>)"),
                 "no body 'bb'");
    EXPECT_PRED2(has, body_error("", "line 1, pair", R"(<contact><pair geom1="b" geom2="bb"/></contact>)"),
                 "no geom 'b");
    EXPECT_PRED2(has,
                 body_error("", "line 1, joint", R"(<equality><joint joint1="b" joint2="bb"/></equality>)"),
                 "no joint 'b'");
    EXPECT_EQ(error_of("<mujoco><worldbody>\n<joint/></worldbody></mujoco>").element, "line 2, joint");
    EXPECT_NE(error_of(R"(<mujoco><worldbody><geom size="1"/></worldbody></mujoco>)").reason.find("no link"),
              std::string::npos);
    EXPECT_NE(error_of("<mujoco><worldbody>").reason.find("not valid XML"), std::string::npos);
    EXPECT_NE(error_of("<sdf/>").reason.find("no element 'robot'"), std::string::npos);
}

}  // namespace
}  // namespace graze::test
