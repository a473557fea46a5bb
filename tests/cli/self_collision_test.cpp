// graze self-collision: what is known of the example's links, against a file with wrong pairs.
#include <gtest/gtest.h>

#include <map>

#include <nlohmann/json.hpp>

#include "robot_files.hpp"

namespace graze::test {
namespace {

using nlohmann::json;

ProgramRun examine(const TemporaryFolder& folder, const std::vector<std::string>& more) {
    std::vector<std::string> words{"self-collision", robot_example("arm.urdf")};
    words.insert(words.end(), more.begin(), more.end());
    return run_graze(folder, words);
}

std::string with_disabled(const std::string& pairs) { return "<robot name=\"arm\">" + pairs + "</robot>"; }

TEST(SelfCollisionCommand, KnowsThePairsOfTheExample) {
    const TemporaryFolder folder;
    const ProgramRun run = examine(folder, {"--json"});
    EXPECT_EQ(run.code, 0) << run.err;
    const json found = json::parse(run.out);
    EXPECT_EQ(found["format"], "graze-self-collision");
    EXPECT_EQ(found["joints"], json({"turn", "shoulder", "elbow", "tilt"}));
    ASSERT_EQ(found["pairs"].size(), 15U);
    std::map<std::string, int> counts;
    for (const json& pair : found["pairs"]) {
        const std::string contact = pair["contact"];
        ++counts[contact];
        EXPECT_EQ(pair["verified"].is_boolean(), contact == "never") << pair;
        EXPECT_NE(pair["verified"], false) << pair;
        EXPECT_EQ(pair["example"].is_array(), contact == "sometimes") << pair;
        if (contact == "sometimes") {
            EXPECT_EQ(pair["example"].size(), 4U);
            EXPECT_LE(pair["closest"].get<double>(), 0);
        }
        if (contact == "never") {
            EXPECT_GT(pair["closest"].get<double>(), 0);
        }
    }
    EXPECT_EQ(counts, (std::map<std::string, int>{{"adjacent", 5}, {"never", 6}, {"sometimes", 4}}));
    const ProgramRun text = examine(folder, {});
    EXPECT_NE(text.out.find("15 pairs: 6 never, 4 sometimes, 5 adjacent.\n"), std::string::npos) << text.out;
    EXPECT_EQ(run.out, examine(folder, {"--json", "--threads", "1"}).out);
}

/// The examples' own file is what the tool writes.
TEST(SelfCollisionCommand, WritesTheSrdfOfTheExample) {
    const TemporaryFolder folder;
    const ProgramRun run = examine(folder, {"--srdf-out", "arm.srdf"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("\nSRDF: arm.srdf\n"), std::string::npos) << run.out;
    EXPECT_EQ(text_of(folder / "arm.srdf"), text_of(robot_example("arm.srdf")));
    const ProgramRun again = examine(folder, {"--srdf", "arm.srdf"});
    EXPECT_EQ(again.code, 0) << again.out;
    EXPECT_EQ(again.out.find("are enabled, but"), std::string::npos) << again.out;
}

TEST(SelfCollisionCommand, ReportsWhatAFileHasWrong) {
    const TemporaryFolder folder;
    const std::string srdf = folder.file(
        "old.srdf",
        with_disabled("<disable_collisions link1=\"turret\" link2=\"gripper\" reason=\"Never\"/>"
                      "<disable_collisions link1=\"pedestal\" link2=\"upper_arm\" reason=\"Never\"/>"));
    const ProgramRun run = examine(folder, {"--srdf", srdf});
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_NE(run.out.find("\nturret and gripper are disabled (Never), but they can touch: at turn "),
              std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("\nforearm and gripper are enabled, but they never touch.\n"), std::string::npos)
        << run.out;
    EXPECT_EQ(run.out.find("pedestal and upper_arm are"), std::string::npos) << run.out;
    EXPECT_EQ(json::parse(examine(folder, {"--srdf", srdf, "--json"}).out)["differences"].size(), 6U);
}

/// Links within the padding count as touching: the turret and the wrist come within 16 mm.
TEST(SelfCollisionCommand, CountsPadding) {
    const TemporaryFolder folder;
    const auto contact = [&](const char* padding) -> std::string {
        const json found = json::parse(examine(folder, {"--json", "--padding", padding}).out);
        for (const json& pair : found["pairs"])
            if (pair["a"] == "turret" && pair["b"] == "wrist") return pair["contact"];
        return "missing";
    };
    EXPECT_EQ(contact("0.01"), "never");
    EXPECT_EQ(contact("0.03"), "sometimes");
}

TEST(SelfCollisionCommand, WritesCsv) {
    const TemporaryFolder folder;
    const ProgramRun run = examine(folder, {"--csv"});
    EXPECT_EQ(line_count(run.out), 16U);
    EXPECT_TRUE(run.out.starts_with("a,b,contact,complete,verified,closest,samples,boxes,disabled\r\n"))
        << run.out;
    EXPECT_NE(run.out.find("\"pedestal\",\"upper_arm\",never,yes,yes,"), std::string::npos) << run.out;
}

TEST(SelfCollisionCommand, ComplainsInOneLine) {
    const TemporaryFolder folder;
    expect_user_error(run_graze(folder, {"self-collision", "nowhere.urdf"}), "nowhere.urdf");
    expect_user_error(run_graze(folder, {"self-collision"}), "graze self-collision --help");
    expect_user_error(examine(folder, {"--srdf", "nowhere.srdf"}), "nowhere.srdf");
    expect_user_error(examine(folder, {"--padding", "-1"}), "is not a number of 0 or more");
    expect_user_error(examine(folder, {"--srdf-out", "no/such/folder/arm.srdf"}), "cannot be written");
    const std::string loop = folder.file(
        "loop.urdf",
        "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"fixed\"><parent "
        "link=\"a\"/><child link=\"b\"/></joint><joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child "
        "link=\"a\"/></joint></robot>");
    expect_user_error(run_graze(folder, {"self-collision", loop}), "loop.urdf");
}

}  // namespace
}  // namespace graze::test
