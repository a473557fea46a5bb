// graze path --proof and graze verify: proofs hold, damaged ones do not, and files that changed are named.
#include <gtest/gtest.h>

#include <filesystem>

#include <nlohmann/json.hpp>

#include "robot_files.hpp"

namespace graze::test {
namespace {

using nlohmann::json;

struct PathProofs : testing::Test {
    TemporaryFolder folder;
    std::string robot = folder.file("planar.urdf", planar_arm());
    std::string path = folder.file("turn.csv", "time,shoulder,elbow\n0,-1,0\n3,0.5,0\n");
    std::string cell = folder.file("cell.json", ball_scene(2));

    /// In the folder, with the names of files as a user there has them.
    ProgramRun prove(const std::vector<std::string>& more) const {
        std::vector<std::string> words{"path",      "planar.urdf", "turn.csv", "--scene",
                                       "cell.json", "--proof",     "p.json"};
        words.insert(words.end(), more.begin(), more.end());
        return run_graze(folder, words);
    }
    json proof() const { return json::parse(text_of(folder / "p.json")); }
    ProgramRun verify(const json& changed) const {
        return run_graze(folder, {"verify", folder.file("changed.json", changed.dump())});
    }
};

TEST_F(PathProofs, Hold) {
    const ProgramRun written = prove({"--padding", "lower=0.01", "--interpolation", "spline"});
    EXPECT_EQ(written.code, 0) << written.err;
    EXPECT_NE(written.out.find("\nProof: p.json\n"), std::string::npos) << written.out;
    const ProgramRun run = run_graze(folder, {"verify", "p.json"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(run.out.starts_with("Claimed: turn.csv by planar.urdf: free, all pairs are at least "))
        << run.out;
    EXPECT_NE(run.out.find("\nVerified, without a solver: "), std::string::npos) << run.out;
    const json inputs = proof()["inputs"];
    EXPECT_EQ(inputs["interpolation"], "spline");
    EXPECT_EQ(inputs["padding"]["lower"], 0.01);
    EXPECT_EQ(inputs["checksums"].size(), 3U);
}

TEST_F(PathProofs, OfHitsHold) {
    (void)folder.file("cell.json", ball_scene(0));
    EXPECT_EQ(prove({}).code, 1);
    const ProgramRun run = run_graze(folder, {"verify", "p.json"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("hit, nothing touches before time 1.799"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("lower, ball touch"), std::string::npos) << run.out;
}

/// With a tolerance as large as the arm nothing close can be decided.
TEST_F(PathProofs, OfOpenPathsHold) {
    const ProgramRun open = prove({"--clearance", "0.955", "--tolerance", "0.3"});
    EXPECT_EQ(open.code, 3) << open.out;
    EXPECT_NE(open.out.find("(within the tolerance)"), std::string::npos) << open.out;
    const ProgramRun run = run_graze(folder, {"verify", "p.json"});
    EXPECT_EQ(run.code, 0) << run.out << run.err;
    EXPECT_NE(run.out.find("what follows is open"), std::string::npos) << run.out;
}

TEST_F(PathProofs, AreFoundInOtherFolders) {
    EXPECT_EQ(prove({}).code, 0);
    const TemporaryFolder elsewhere;
    const ProgramRun run = run_graze(elsewhere, {"verify", (folder / "p.json").string()});
    EXPECT_EQ(run.code, 0) << run.err;
}

TEST_F(PathProofs, FailWhenTampered) {
    EXPECT_EQ(prove({}).code, 0);
    const json good = proof();
    EXPECT_EQ(verify(good).code, 0);
    json turned = good;
    for (json& number : turned["pairs"][0]["cells"][0]) number = number.get<double>() + 0.25;
    const ProgramRun run = verify(turned);
    EXPECT_EQ(run.code, 1) << run.out << run.err;
    EXPECT_NE(run.out.find("NOT verified"), std::string::npos) << run.out;
    json greedy = good;
    greedy["clearance"] = 2 * good["clearance"].get<double>();
    greedy["answer"]["clearance"][0] = greedy["clearance"];
    EXPECT_EQ(verify(greedy).code, 1);
    json gap = good;
    gap["pairs"][0]["cells"].erase(0);
    EXPECT_EQ(verify(gap).code, 1);
}

/// The rule decides what rests, in the cell that is made again: not the list in the file.
TEST_F(PathProofs, ListNothingAsRestingThatMoves) {
    EXPECT_EQ(prove({}).code, 0);
    const json good = proof();
    EXPECT_FALSE(good.contains("resting"));
    ASSERT_EQ(good["bodies"], json({"upper", "lower", "ball"}));
    json moving = good;
    moving["resting"] = json::parse(R"([{"a": 1, "b": 2, "names": "lower, ball"}])");
    for (const bool left_out : {false, true}) {
        if (left_out) moving["pairs"].erase(moving["pairs"].size() - 1);
        const ProgramRun run = verify(moving);
        EXPECT_EQ(run.code, 1) << run.err;
        EXPECT_NE(run.out.find("NOT verified: listed as resting, and not at rest on each other: lower and "
                               "ball."),
                  std::string::npos)
            << run.out;
    }
    moving.erase("resting");
    EXPECT_EQ(verify(moving).code, 1) << "without its pair";
    json none = good;
    none["resting"] = json::parse(R"([{"a": 1, "b": 77}])");
    EXPECT_NE(verify(none).out.find("lower and body 77"), std::string::npos);
    none["resting"] = json::parse(R"([{"a": 1}])");
    expect_user_error(verify(none), "resting[0]");
}

TEST_F(PathProofs, ListNothingAsRestingThatIsDeep) {
    const auto proven = [&](const std::string& scene, const std::vector<std::string>& more) {
        std::vector<std::string> words{
            "path",  robot_example("arm.urdf"), robot_example("move.csv"), "--scene", scene, "--proof",
            "p.json"};
        words.insert(words.end(), more.begin(), more.end());
        return run_graze(folder, words);
    };
    EXPECT_EQ(proven(robot_example("cell.json"), {"--report", "page.html"}).code, 0);
    EXPECT_NE(text_of(folder / "page.html").find("at rest on each other"), std::string::npos);
    const json good = proof();
    ASSERT_EQ(good["resting"].size(), 1U);
    EXPECT_EQ(good["resting"][0]["names"], "pedestal, table");
    const ProgramRun run = verify(good);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("\n  1 pair at rest on each other: pedestal:table\n"), std::string::npos)
        << run.out;
    EXPECT_EQ(run.out.find("allowed to touch"), std::string::npos) << run.out;
    // With the resting pair tested the cell is another one.
    json tested = good;
    tested["inputs"]["leave_out_resting"] = false;
    expect_user_error(verify(tested), "the proof is about another cell");

    const std::string raised = folder.file(
        "raised.json",
        R"({"format": "graze-scene", "version": 1, "parts": [{"name": "table", "shape": {"type": "box",
        "half_extents": [0.9, 0.9, 0.02]}, "pose": {"position": [0.3, 0, -0.019]}}]})");
    EXPECT_EQ(proven(raised, {"--allow", "pedestal:table"}).code, 0);
    json deep = proof();
    EXPECT_NE(verify(deep).out.find("\n  1 pair allowed to touch: pedestal:table\n"), std::string::npos);
    deep["resting"] = good["resting"];
    const ProgramRun refused = verify(deep);
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.out.find("not at rest on each other: pedestal and table."), std::string::npos)
        << refused.out;
    deep["inputs"].erase("allowed");
    expect_user_error(verify(deep), "the proof is about another cell");
}

TEST_F(PathProofs, NameTheFileThatChanged) {
    EXPECT_EQ(prove({}).code, 0);
    (void)folder.file("cell.json", ball_scene(2.001));
    expect_user_error(run_graze(folder, {"verify", "p.json"}), "cell.json has changed since");
    (void)folder.file("turn.csv", "time,shoulder,elbow\n0,-1,0\n3,0.6,0\n");
    expect_user_error(run_graze(folder, {"verify", "p.json"}), "cell.json, turn.csv have changed since");
    std::filesystem::remove(folder / "cell.json");
    expect_user_error(run_graze(folder, {"verify", "p.json"}), "its scene 'cell.json' is missing");
}

/// What is written otherwise and means the same is the same.
TEST_F(PathProofs, OutliveComments) {
    EXPECT_EQ(prove({}).code, 0);
    (void)folder.file("turn.csv", "# a remark\ntime,shoulder,elbow\n0,-1,0\n3,0.5,0\n");
    EXPECT_EQ(run_graze(folder, {"verify", "p.json"}).code, 0);
}

TEST_F(PathProofs, OfNothingClaimNothing) {
    const ProgramRun free =
        run_graze(folder, {"path", "planar.urdf", "turn.csv", "--no-self-collision", "--proof", "p.json"});
    EXPECT_EQ(free.code, 0) << free.err;
    EXPECT_EQ(free.out, "turn.csv: free: the cell has nothing to test.\nProof: p.json\n");
    const ProgramRun run = run_graze(folder, {"verify", "p.json"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("free, since nothing is tested."), std::string::npos) << run.out;
    const json one =
        json::parse(run_graze(folder, {"path", "planar.urdf", "turn.csv", "--no-self-collision", "--json"})
                        .out)["paths"][0];
    EXPECT_TRUE(one["pair"].is_null());
    EXPECT_TRUE(one["worst"].is_null());
}

TEST_F(PathProofs, ComplainInOneLine) {
    EXPECT_EQ(prove({}).code, 0);
    expect_user_error(run_graze(folder, {"verify", "p.json", "cell.json"}), "Leave out cell.json");
    expect_user_error(run_graze(folder, {"verify", "cell.json"}), "FILE is required");
    json bad = proof();
    bad["pairs"][0]["cells"] = "none";
    expect_user_error(verify(bad), "pairs[0].cells");
    json other = proof();
    other["digest"] = "0x1";
    expect_user_error(verify(other), "a mesh or a scene that they name has changed");
    expect_user_error(prove({"--no-verify"}), "--no-verify makes no proof");
    expect_user_error(prove({"turn.csv"}), "--proof is for one path");
    expect_user_error(run_graze(folder, {"path", robot, path, "--proof", "no/such/folder/p.json"}),
                      "cannot be written");
}

TEST_F(PathProofs, ComeWithPictures) {
    (void)folder.file("cell.json", ball_scene(0));
    const ProgramRun run = prove({"--report", "page.html", "--plot", "plot.svg"});
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_NE(run.out.find("Plot: plot.svg\nReport: page.html\n"), std::string::npos) << run.out;
    const std::string page = text_of(folder / "page.html"), plot = text_of(folder / "plot.svg");
    EXPECT_TRUE(plot.starts_with("<svg xmlns=")) << plot.substr(0, 100);
    for (const char* words :
         {"<h2>Hit at time 1.79", "class=\"clearance\"", "<h2>Closest moments", "\"answer\":\"hit\"",
          "the time is between the bounds: planes through time, verified", "\"group\":\"planar\"",
          "\"group\":\"obstacles\"", "\"motions\":[{\"count\":241"})
        EXPECT_NE(page.find(words), std::string::npos) << words;
    expect_user_error(prove({"--report", "p.json"}), "it would be lost");
    expect_user_error(run_graze(folder, {"path", robot, path, "--no-self-collision", "--plot", "plot.svg"}),
                      "the cell has nothing to test");
}

}  // namespace
}  // namespace graze::test
