// Robots: links at joint values, meshes, adjacency and disabled pairs, and what is wrong with bad ones.
#include <gtest/gtest.h>

#include <numbers>

#include "graze/io/document.hpp"
#include "graze/mesh/mesh.hpp"
#include "io/mesh_texts.hpp"
#include "io/temporary_folder.hpp"

namespace graze::test {
namespace {

const char* const kHead = R"(<?xml version="1.0"?><robot name="arm">
<link name="base"><collision><geometry><box size="1 2 3"/></geometry></collision></link>
<link name="frame"/>
<link name="upper"><collision><origin xyz="0 0 1"/><geometry><cylinder radius="0.1" length="2"/></geometry></collision></link>
<link name="slide"><collision><geometry><sphere radius="0.25"/></geometry></collision><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.5"/></geometry></collision></link>
<link name="hand"><collision><geometry><mesh filename="package://arm/meshes/hand.stl" scale="2 2 2"/></geometry></collision></link>
<joint name="fix" type="fixed"><parent link="base"/><child link="frame"/><origin xyz="0 0 1.5"/></joint>
<joint name="shoulder" type="revolute"><parent link="frame"/><child link="upper"/><axis xyz="0 2 0"/><limit lower="0.5" upper="2" effort="1" velocity="1"/></joint>
<joint name="lift" type="prismatic"><parent link="upper"/><child link="slide"/><origin xyz="0 0 2"/><axis xyz="0 0 1"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>
<joint name="wrist" type="continuous"><parent link="slide"/><child link="hand"/><axis xyz="0 0 1"/><mimic joint="lift" multiplier="2" offset="0.25"/></joint>
)";

class Robot : public testing::Test {
protected:
    Robot() { folder_.write("meshes/hand.stl", stl_bytes(box_mesh({1, 1, 1}))); }
    std::filesystem::path write(const std::string& more = "</robot>") const {
        return folder_.write("arm.urdf", kHead + more);
    }
    io::FileError error_of(const std::string& text) const {
        const auto document = io::read_document(folder_.write("bad.urdf", text), options_);
        EXPECT_FALSE(document.has_value()) << text;
        return document ? io::FileError{} : document.error();
    }
    TemporaryFolder folder_;
    io::ReadOptions options_;
};

TEST_F(Robot, LinksStandWhereTheJointsPutThem) {
    options_.joints = {{"shoulder", std::numbers::pi / 2}, {"lift", 0.5}};
    const auto document = io::read_document(write(), options_);
    ASSERT_TRUE(document.has_value()) << document.error().message();
    EXPECT_EQ(document->title, "arm");
    std::vector<std::string> names, groups;
    for (const io::Part& part : document->parts) names.push_back(part.name), groups.push_back(part.group);
    EXPECT_EQ(names, (std::vector<std::string>{"base", "upper", "slide/0", "slide/1", "hand"}));
    EXPECT_EQ(groups, (std::vector<std::string>{"base", "upper", "slide", "slide", "hand"}));
    EXPECT_EQ(document->parts[0].shape.vector(0), (Vec3{0.5, 1, 1.5}));
    EXPECT_EQ(document->parts[1].shape.type(), ShapeType::cylinder);
    EXPECT_EQ(document->parts[1].shape.values()[1], 1);
    // A quarter turn about y takes z to x.
    EXPECT_LT(length(document->parts[1].pose.position - Vec3{1, 0, 1.5}), 1e-15);
    EXPECT_LT(length(document->parts[2].pose.position - Vec3{2.5, 0, 1.5}), 1e-15);
    EXPECT_LT(length(document->parts[3].pose.position - Vec3{2.5, 0, 0.5}), 1e-15);
    const io::Part& hand = document->parts[4];
    EXPECT_EQ(hand.source, "package://arm/meshes/hand.stl");
    EXPECT_EQ(length(mesh_data(hand.shape)->vertices[0]), length(Vec3{2, 2, 2}));
    // The wrist follows the lift: 2 * 0.5 + 0.25 radians about the slide's z, which is the world's x.
    EXPECT_LT(length(hand.pose.rotation.columns[0] - Vec3{0, std::sin(1.25), -std::cos(1.25)}), 1e-15);
    std::vector<std::string> pairs;
    for (const Exclusion& e : document->exclusions) pairs.push_back(e.a + " " + e.b + " " + e.reason);
    EXPECT_EQ(pairs,
              (std::vector<std::string>{"@base @upper adjacent links", "@slide @slide one link",
                                        "@upper @slide adjacent links", "@slide @hand adjacent links"}));
}

TEST_F(Robot, PackagesAreLookedUpInTheirFoldersFirst) {
    const TemporaryFolder elsewhere;
    elsewhere.write("one/arm/meshes/hand.stl", stl_bytes(box_mesh({3, 3, 3})));
    elsewhere.write("arm/meshes/hand.stl", stl_bytes(box_mesh({5, 5, 5})));
    const auto size = [&] {
        const auto document = io::read_document(write(), options_);
        EXPECT_TRUE(document.has_value()) << (document ? "" : document.error().message());
        return document ? mesh_data(document->parts[4].shape)->vertices[0].z : 0;
    };
    EXPECT_EQ(std::abs(size()), 2);
    options_.packages = {elsewhere / "one"};
    EXPECT_EQ(std::abs(size()), 6);
    options_.packages = {elsewhere / "arm", elsewhere / "one"};
    EXPECT_EQ(std::abs(size()), 10);
    options_.packages = {elsewhere / "none"};
    EXPECT_EQ(std::abs(size()), 2);
    std::filesystem::create_symlink(folder_ / "meshes/hand.stl", elsewhere / "arm/meshes/link.stl");
    options_.packages = {elsewhere / "arm"};
    const std::string robot =
        R"(<robot name="r"><link name="a"><collision><geometry><mesh filename="package://arm/meshes/link.stl"/></geometry></collision></link></robot>)";
    EXPECT_NE(error_of(robot).reason.find("leads out of the folder"), std::string::npos);
    options_.files_anywhere = true;
    EXPECT_TRUE(io::read_document(folder_.write("bad.urdf", robot), options_).has_value());
}

TEST_F(Robot, JointsRestAtZeroOrTheNearestLimit) {
    const auto document = io::read_document(write());
    ASSERT_TRUE(document.has_value()) << document.error().message();
    EXPECT_LT(length(document->parts[1].pose.position - Vec3{std::sin(0.5), 0, 1.5 + std::cos(0.5)}), 1e-15);
}

TEST_F(Robot, DisabledPairs) {
    options_.semantic = folder_.write(
        "arm.srdf",
        R"(<robot name="arm"><disable_collisions link1="base" link2="hand" reason="Never"/></robot>)");
    const auto document = io::read_document(write(), options_);
    ASSERT_TRUE(document.has_value()) << document.error().message();
    EXPECT_EQ(document->exclusions.back().a, "@base");
    EXPECT_EQ(document->exclusions.back().b, "@hand");
    EXPECT_EQ(document->exclusions.back().reason, "Never");
    const PairRules rules = io::pair_rules(*document);
    EXPECT_TRUE(rules.excluded(0, 4));
    EXPECT_TRUE(rules.excluded(2, 3));
    EXPECT_TRUE(rules.excluded(1, 3));
    EXPECT_FALSE(rules.excluded(0, 2));
    EXPECT_TRUE(rules.idle().empty());
    folder_.write("arm.srdf", "<robot><disable_collisions");
    EXPECT_FALSE(io::read_document(write(), options_).has_value());
}

/// One SRDF file serves robots with and without a gripper.
TEST_F(Robot, DisabledPairsOfUnknownLinksAreNoted) {
    options_.semantic =
        folder_.write("arm.srdf",
                      "<robot name=\"arm\">\n<disable_collisions link1=\"base\" link2=\"hant\"/>\n"
                      "<disable_collisions link1=\"finger\" link2=\"base\"/>\n"
                      "<disable_collisions link1=\"base\" link2=\"hand\"/></robot>");
    const auto document = io::read_document(write(), options_);
    ASSERT_TRUE(document.has_value()) << document.error().message();
    ASSERT_EQ(document->notes.size(), 2U);
    EXPECT_EQ(document->notes[0],
              "'arm.srdf', line 2: the robot has no link 'hant': 2 disabled pairs name links that are "
              "not there and are left out. Did you mean 'hand'?");
    EXPECT_EQ(document->notes[1],
              "'arm.urdf': 0 is outside of the limits of joints that are given no value; they are at the "
              "nearest limit: 'shoulder' at 0.5");
    EXPECT_EQ(document->exclusions.back().b, "@hand");
    EXPECT_EQ(document->exclusions.size(), 5U);
    folder_.write("arm.srdf", R"(<robot name="arm"><disable_collisions link1="base"/></robot>)");
    const auto half = io::read_document(write(), options_);
    ASSERT_FALSE(half.has_value());
    EXPECT_NE(half.error().reason.find("no link2"), std::string::npos);
}

TEST_F(Robot, ErrorsNameTheJointOrLink) {
    options_.joints = {{"sholder", 1}};
    const auto misspelt = io::read_document(write(), options_);
    ASSERT_FALSE(misspelt.has_value());
    EXPECT_EQ(misspelt.error().element, "joint sholder");
    EXPECT_NE(misspelt.error().hint.find("'shoulder'"), std::string::npos);
    options_.joints = {{"shoulder", 3}};
    const auto beyond = io::read_document(write(), options_);
    ASSERT_FALSE(beyond.has_value());
    EXPECT_NE(beyond.error().reason.find("limits"), std::string::npos);
    options_.joints.clear();
    const std::string link =
        R"(<link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link>)";
    EXPECT_FALSE(
        error_of("<robot name=\"r\">" + link +
                 R"(<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>)")
            .reason.empty());
    EXPECT_NE(error_of("<robot name=\"r\">" + link + link + "</robot>").reason.find("two links"),
              std::string::npos);
    EXPECT_FALSE(
        error_of(
            "<robot name=\"r\">" + link +
            R"(<link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint><joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint></robot>)")
            .reason.empty());
    EXPECT_NE(error_of(R"(<robot name="r"><link name="a"/></robot>)").reason.find("no link has a collision"),
              std::string::npos);
    EXPECT_NE(
        error_of(
            R"(<robot name="r"><link name="a"><collision><geometry><mesh filename="package://x/none.stl"/></geometry></collision></link></robot>)")
            .reason.find("no file"),
        std::string::npos);
    EXPECT_NE(
        error_of(
            R"(<robot name="r"><link name="a"><collision><geometry><mesh filename="../../none.stl"/></geometry></collision></link></robot>)")
            .reason.find("outside"),
        std::string::npos);
    EXPECT_NE(
        error_of(
            R"(<robot name="r"><link name="a"><collision><geometry><sphere radius="-1"/></geometry></collision></link></robot>)")
            .reason.find("negative"),
        std::string::npos);
    EXPECT_NE(error_of(R"(<robot name="r"><link name=""/></robot>)").reason.find("no name"),
              std::string::npos);
    EXPECT_EQ(error_of("<robot name=\"r\">\n<link name=\"a\"/>\n<link/></robot>").element, "line 3, link");
    EXPECT_EQ(error_of("<robot name=\"r\"><link name=\"a\"/>\n<joint type=\"fixed\"/></robot>").element,
              "line 2, joint");
    EXPECT_FALSE(error_of("<robot").reason.empty());
    EXPECT_FALSE(error_of("hello").reason.empty());
}

/// urdfdom leaves out what it cannot read and goes on: a link without its geometry would hide clashes.
TEST_F(Robot, WhatCannotBeReadIsNoRobot) {
    const auto with = [](const std::string& collision) {
        return R"(<robot name="r"><link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link><link name="b">)" +
               collision +
               R"(</link><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>)";
    };
    const auto shape = [&](const std::string& geometry) {
        return with("<collision><geometry>" + geometry + "</geometry></collision>");
    };
    EXPECT_TRUE(io::read_document(folder_.write("good.urdf", shape(R"(<sphere radius="1"/>)"))).has_value());
    for (const char* radius : {"nan", "abc", "", "inf", "1e400", "0,3", "1m"})
        EXPECT_EQ(error_of(shape(std::string(R"(<sphere radius=")") + radius + R"("/>)")).element,
                  "line 1, link b")
            << radius;
    for (const char* geometry :
         {"<sphere/>", R"(<box size="0.2 0.2"/>)", "<box/>", R"(<torus radius="1"/>)",
          R"(<capsule radius="1"/>)", "", R"(<capsule radius="1" length="long"/>)",
          R"(<cylinder radius="1"/>)", "<mesh/>", R"(<mesh filename="meshes/hand.stl" scale="nan 1 1"/>)"})
        EXPECT_EQ(error_of(shape(geometry)).element, "line 1, link b") << geometry;
    const std::string ball = R"(<geometry><sphere radius="1"/></geometry></collision>)";
    EXPECT_EQ(error_of(with(R"(<collision><origin xyz="0 0 nan"/>)" + ball)).element, "line 1, link b");
    EXPECT_EQ(error_of(with(R"(<collision><origin quat_xyzw="0 0 0 1"/>)" + ball)).element, "line 1, link b");
    EXPECT_EQ(error_of(with("<collision/>")).element, "line 1, link b");
    EXPECT_EQ(error_of(with("<collision>" + ball +
                            "<collision><geometry><torus/></geometry></collision><collision>" + ball))
                  .element,
              "line 1, link b");
    EXPECT_NE(error_of(shape("<torus/>")).reason.find("torus"), std::string::npos);
    EXPECT_NE(
        error_of(shape(R"(<sphere radius="1"/><sphere radius="2"/>)")).reason.find("more than one shape"),
        std::string::npos);
    EXPECT_NE(
        error_of(R"(<robot name="r"><xacro:arm side="left"/><link name="a"/></robot>)").reason.find("macro"),
        std::string::npos);
}

/// The capsule's length is that of its cylindrical part, as urdfdom 5 and the simulators have it.
TEST_F(Robot, CapsulesAreRead) {
    const auto document = io::read_document(folder_.write(
        "pills.urdf",
        R"(<robot name="r"><link name="a"><collision><geometry><cylinder radius="0.5" length="3"/></geometry></collision>
<collision><origin xyz="5 0 0"/><geometry><capsule radius="0.25" length="2"/></geometry></collision>
<collision><geometry><cylinder radius="0.125" length="1"/></geometry></collision></link></robot>)"));
    ASSERT_TRUE(document.has_value()) << document.error().message();
    ASSERT_EQ(document->parts.size(), 3U);
    EXPECT_EQ(document->parts[0].shape.type(), ShapeType::cylinder);
    EXPECT_EQ(document->parts[1].shape.type(), ShapeType::capsule);
    EXPECT_EQ(document->parts[1].shape.values()[0], 0.25);
    EXPECT_EQ(document->parts[1].shape.values()[1], 1);
    EXPECT_EQ(document->parts[1].pose.position, (Vec3{5, 0, 0}));
    EXPECT_EQ(document->parts[2].shape.type(), ShapeType::cylinder);
}

TEST_F(Robot, WhatIsNotLookedAtMayBeBad) {
    const std::string unseen =
        R"(<visual><geometry><capsule radius="1"/></geometry></visual><inertial><mass value="heavy"/></inertial>)";
    const auto document = io::read_document(folder_.write(
        "cell.urdf",
        R"(<robot name="r"><link name="a &amp; b">)" + unseen +
            R"(<collision><geometry><sphere radius="1"/></geometry></collision><visual/></link></robot>)"));
    ASSERT_TRUE(document.has_value()) << document.error().message();
    ASSERT_EQ(document->parts.size(), 1U);
    EXPECT_EQ(document->parts[0].name, "a & b");
    EXPECT_EQ(document->parts[0].shape.type(), ShapeType::sphere);
}

/// Materials, efforts, speeds, dynamics, transmissions, versions: urdfdom refuses whole robots for each of
/// them.
TEST_F(Robot, NothingThatIsNotUsedRefusesAFile) {
    const std::string ball = R"(<collision><geometry><sphere radius="1"/></geometry>)";
    const auto robot = [&](const std::string& more, const std::string& in_collision, const std::string& limit,
                           const std::string& in_joint) {
        return R"(<robot name="r" version="1.2">)" + more + R"(<link name="a">)" + ball + in_collision +
               R"(</collision></link><link name="b">)" + ball +
               R"(</collision></link><joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>)" +
               limit + in_joint + "</joint></robot>";
    };
    const std::string limit = R"(<limit lower="-1" upper="1"/>)";
    for (const std::string& text :
         {robot("", "", limit, ""),
          robot(R"(<material name="m"><color rgba="red"/></material><material name="m"/>)", "", limit, ""),
          robot("<material/>", R"(<material/><verbose value="x"/>)", limit, ""),
          robot("<transmission/><gazebo><x/></gazebo><sensor/>", "", limit, ""),
          robot("", "", R"(<limit lower="-1" upper="1" effort="strong" velocity=""/>)", ""),
          robot("", "", R"(<limit lower="-inf" upper="inf" effort="1"/>)", ""),
          robot("", "", limit,
                R"(<dynamics damping="much" friction="x"/><safety_controller/><calibration rising="x"/>)")}) {
        const auto document = io::read_document(folder_.write("a.urdf", text));
        ASSERT_TRUE(document.has_value()) << document.error().message() << text;
        EXPECT_EQ(document->parts.size(), 2U);
    }
    // Joints that do not move have no limits, axes or mimics; blanks and tabs between numbers are no fault.
    const std::string fixed =
        R"(<robot><link name="a">)" + ball +
        R"(</collision></link><link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/>
<origin xyz="1	2   3 " rpy=" 0 0 0"/><axis xyz="x"/><limit lower="x"/><mimic/></joint></robot>)";
    const auto document = io::read_document(folder_.write("a.urdf", fixed));
    ASSERT_TRUE(document.has_value()) << document.error().message();
    EXPECT_EQ(document->title, "");
}

TEST_F(Robot, HintsFitTheFault) {
    const std::string link =
        R"(<link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link><link name="b"/>)";
    const std::string ends = R"(<parent link="a"/><child link="b"/>)";
    const auto hint = [&](const std::string& joint) {
        const io::FileError error = error_of("<robot name=\"r\">\n" + link + "\n" + joint + "</robot>");
        EXPECT_EQ(error.element, joint.starts_with("<joint name=") ? "line 3, joint j" : "line 3, joint")
            << error.message();
        return error.reason + ". " + error.hint;
    };
    const auto has = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_PRED2(has, hint(R"(<joint name="j" type="revolute">)" + ends + "</joint>"), "<limit lower=");
    EXPECT_PRED2(has, hint(R"(<joint name="j" type="revolut">)" + ends + "</joint>"), "'revolute'");
    EXPECT_PRED2(has, hint(R"(<joint name="j">)" + ends + "</joint>"), "no type");
    EXPECT_PRED2(has, hint(R"(<joint name="j" type="fixed"><parent link="a"/></joint>)"), "<child link=");
    EXPECT_PRED2(has, hint(R"(<joint type="fixed">)" + ends + "</joint>"), "no name");
    EXPECT_PRED2(has, hint(R"(<joint name="j" type="continuous">)" + ends + R"(<axis xyz="0 1"/></joint>)"),
                 "<axis xyz=");
    EXPECT_PRED2(has,
                 hint(R"(<joint name="j" type="fixed">)" + ends + R"(<origin rpy="0 0 90deg"/></joint>)"),
                 "no unit");
    EXPECT_PRED2(
        has,
        hint(R"(<joint name="j" type="continuous">)" + ends + R"(<mimic joint="j" offset="x"/></joint>)"),
        "<mimic joint=");
    EXPECT_PRED2(
        has, hint(R"(<joint name="j" type="revolute">)" + ends + R"(<limit lower="x" upper="1"/></joint>)"),
        "lower");
    EXPECT_PRED2(has,
                 hint(R"(<joint name="j" type="fixed">)" + ends + R"(<origin xyz="0 0 ${height}"/></joint>)"),
                 "xacro");
    const io::FileError loose = error_of("<robot name=\"r\">" + link + "</robot>");
    EXPECT_EQ(loose.element, "link b");
    EXPECT_PRED2(has, loose.hint, "fixed joint");
    const io::FileError torus = error_of(
        R"(<robot name="r"><link name="a"><collision><geometry><capsul/></geometry></collision></link></robot>)");
    EXPECT_PRED2(has, torus.hint, "'capsule'");
    const io::FileError second = error_of("<robot name=\"r\">" + link + "</robot>\n\n<robot name=\"s\"/>");
    EXPECT_EQ(second.element, "line 3");
    EXPECT_EQ(error_of("<robot name=\"r\">" + link + "</robot>\n<!-- end -->\nmore").element, "line 3");
    // Cut off within an element: the last line.
    for (const char* cut :
         {"<robot name=\"r\">\n<link name=\"a\">\n<collision>",
          "<robot name=\"r\">\n<link name=\"a\">\n<collision>\n\n", "<robot>\n\n<!-- a link\n"})
        EXPECT_EQ(error_of(cut).element, "line 3") << cut;
    const io::FileError empty = error_of(R"(<robot name="r"/>)");
    EXPECT_PRED2(has, empty.reason, "no links");
}

TEST_F(Robot, HintsHaveResolvedPaths) {
    options_.packages = {folder_ / "ros"};
    const io::FileError missing = error_of(
        R"(<robot name="r"><link name="a"><collision><geometry><mesh filename="package://arm/none.stl"/></geometry></collision></link></robot>)");
    EXPECT_NE(missing.hint.find("'" + (folder_ / "ros/arm/none.stl").string() + "'"), std::string::npos)
        << missing.hint;
    EXPECT_NE(missing.hint.find("'" + (folder_ / "arm/none.stl").string() + "'"), std::string::npos)
        << missing.hint;
    EXPECT_EQ(missing.hint.find("package://"), std::string::npos) << missing.hint;
    options_.packages.clear();
    const auto document = io::read_document(write(), options_);
    ASSERT_TRUE(document.has_value());
    EXPECT_EQ(document->parts[4].file, (folder_ / "meshes/hand.stl").string());
}

TEST_F(Robot, SemanticFilesAreAboutTheRobot) {
    const auto reason = [&](const std::string& text) {
        options_.semantic = folder_.write("arm.srdf", text);
        const auto document = io::read_document(write(), options_);
        return document ? std::string{} : document.error().reason;
    };
    EXPECT_EQ(reason(R"(<robot name="arm"/>)"), "");
    EXPECT_EQ(reason(R"(<robot><disable_collisions link1="base" link2="hand"/></robot>)"), "");
    EXPECT_NE(
        reason(R"(<robot name="leg"><disable_collisions link1="base" link2="hand"/></robot>)").find("'leg'"),
        std::string::npos);
    EXPECT_NE(reason(kHead + std::string("</robot>")).find("URDF"), std::string::npos);
    EXPECT_NE(reason("<srdf/>").find("no element 'robot'"), std::string::npos);
}

TEST_F(Robot, MessagesAreShort) {
    options_.joints = {{"shoulder", 3}};
    EXPECT_EQ(io::read_document(write(), options_).error().hint, "Give one from 0.5 to 2.");
    options_.joints.clear();
    const std::string cut = error_of("<robot name=\"r\">\n<link name=\"a\"><coll").message();
    EXPECT_NE(cut.find("not valid XML"), std::string::npos) << cut;
    EXPECT_EQ(cut.find(".."), std::string::npos) << cut;
    const auto unknown = io::read_document(folder_.write("arm.xyz", "nothing"));
    ASSERT_FALSE(unknown.has_value());
    for (const char* ending : {".json", ".urdf", ".stl"})
        EXPECT_NE(unknown.error().hint.find(ending), std::string::npos) << ending;
}

}  // namespace
}  // namespace graze::test
