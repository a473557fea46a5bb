// Which pairs of an MJCF file are not tested, and which joints follow others.
#include <gtest/gtest.h>

#include <numbers>

#include "io/mjcf_fixture.hpp"

namespace graze::test {
namespace {

constexpr double kPi = std::numbers::pi;

class MjcfPairs : public Mjcf {};

const std::string kThree =
    R"(<geom name="floor" size="1"/><body name="a"><joint name="ja"/><geom name="ga" size="1" %a/>
<body name="b"><joint name="jb"/><geom size="1"/><body name="c"><joint name="jc" ref="90"/><geom name="gc" size="1" %c/></body></body></body>)";

std::string three(const std::string& a, const std::string& c) {
    std::string text = kThree;
    text.replace(text.find("%a"), 2, a);
    return text.replace(text.find("%c"), 2, c);
}

std::vector<std::string> pairs_of(const io::RobotFile& file) {
    std::vector<std::string> pairs;
    for (const ExcludedLinks& pair : file.robot.excluded)
        pairs.push_back(pair.a + " " + pair.b + ": " + pair.reason);
    for (const io::IgnoredContact& pair : file.ignored) pairs.push_back(pair.link + " " + pair.geometry);
    return pairs;
}

TEST_F(MjcfPairs, ExclusionsAndFilters) {
    using Pairs = std::vector<std::string>;
    EXPECT_EQ(pairs_of(read_world(three("", ""))), Pairs{});
    EXPECT_EQ(pairs_of(read_world(three("", ""), R"(<contact><exclude name="x" body1="c" body2="a"/>
<exclude body1="world" body2="b"/></contact>)")),
              (Pairs{"c a: x", "b floor"}));
    // Type of one and affinity of the other share no bit.
    const io::RobotFile filtered =
        read_world(three(R"(contype="2" conaffinity="2")", R"(contype="4" conaffinity="0")"));
    EXPECT_EQ(pairs_of(filtered), (Pairs{"a b: contype and conaffinity", "b c: contype and conaffinity",
                                         "a c: contype and conaffinity", "a floor", "c floor"}));
    EXPECT_EQ(pairs_of(read_world(three(R"(contype="2" conaffinity="0")", R"(contype="0" conaffinity="2")"))),
              (Pairs{"b c: contype and conaffinity", "a b: contype and conaffinity", "c floor", "a floor"}));
    // A geom that collides with nothing is only drawn.
    EXPECT_TRUE(read_world(three("", R"(contype="0" conaffinity="0")")).robot.links.back().shapes.empty());
}

TEST_F(MjcfPairs, BodiesThatAreFilteredPartlyAreTested) {
    const io::RobotFile file = read_world(
        R"(<body name="a"><joint/><geom size="1"/><geom size="1" contype="2" conaffinity="2"/></body>
<body name="b"><joint/><geom size="1"/></body>)");
    EXPECT_TRUE(file.robot.excluded.empty());
    ASSERT_EQ(file.notes.size(), 1U);
    EXPECT_NE(file.notes[0].find("1 pairs of bodies"), std::string::npos) << file.notes[0];
}

TEST_F(MjcfPairs, PairsLiftWhatIsExcluded) {
    const io::RobotFile file =
        read_world(three("", R"(contype="0" conaffinity="0")"),
                   R"(<contact><exclude body1="a" body2="c"/><pair geom1="gc" geom2="ga"/></contact>)");
    EXPECT_EQ(pairs_of(file), std::vector<std::string>{});
    EXPECT_EQ(file.robot.links.back().shapes.size(), 1U);
    ASSERT_EQ(file.notes.size(), 1U);
    EXPECT_NE(file.notes[0].find("<pair>"), std::string::npos);
}

TEST_F(MjcfPairs, EqualitiesAreFollowed) {
    const auto tied = [&](const std::string& equality) {
        return read_world(three("", ""), "<compiler angle=\"degree\"/><equality>" + equality + "</equality>");
    };
    const io::RobotFile file = tied(R"(<joint joint1="jc" joint2="ja" polycoef="0.5 -2 0 0 0"/>)");
    ASSERT_TRUE(file.robot.joints[2].mimic.has_value());
    EXPECT_EQ(file.robot.joints[2].mimic->joint, "ja");
    EXPECT_EQ(file.robot.joints[2].mimic->multiplier, -2);
    EXPECT_EQ(file.robot.joints[2].mimic->offset, 0.5 + kPi / 2);
    EXPECT_EQ(build(file).joint_count(), 2U);
    EXPECT_EQ(tied(R"(<joint joint1="ja" joint2="jb"/>)").robot.joints[0].mimic->multiplier, 1);
    for (const char* not_kept :
         {R"(<joint joint1="ja"/>)", R"(<joint joint1="ja" joint2="jb" polycoef="0 1 1 0 0"/>)",
          R"(<joint joint1="ja" joint2="ja"/>)", R"(<connect body1="a" body2="b" anchor="0 0 0"/>)"}) {
        const io::RobotFile without = tied(not_kept);
        EXPECT_FALSE(without.robot.joints[0].mimic.has_value());
        ASSERT_EQ(without.notes.size(), 1U);
        EXPECT_NE(without.notes[0].find("not kept"), std::string::npos);
    }
    EXPECT_TRUE(tied(R"(<joint joint1="ja" active="false"/>)").notes.empty());
    EXPECT_EQ(tied(R"(<joint joint1="ja" joint2="jb"/><joint joint1="jb" joint2="ja"/>)").notes.size(), 1U);
}

}  // namespace
}  // namespace graze::test
