// graze path: answers that are known in closed form, exit codes, formats, and bad input.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <nlohmann/json.hpp>

#include "robot_files.hpp"

namespace graze::test {
namespace {

using nlohmann::json;

/// The arm turns as one straight rod about the origin, from -1 by 1.5 radians in 3 seconds: over y = 0 at 2
/// s.
struct PathCommand : testing::Test {
    TemporaryFolder folder;
    std::string robot = folder.file("planar.urdf", planar_arm());
    std::string path = folder.file("turn.csv", "time,shoulder,elbow\n0,-1,0\n3,0.5,0\n");
    std::string scene(double y) const { return folder.file("cell.json", ball_scene(y)); }
    ProgramRun run(std::vector<std::string> more) const {
        std::vector<std::string> words{"path", robot, path};
        words.insert(words.end(), more.begin(), more.end());
        return run_graze(folder, words);
    }
};

/// The rod of radius 0.05 comes within 0.15 of the ball's centre, at radius 1.5, at an angle of
/// asin(0.15 / 1.5) before it.
TEST_F(PathCommand, FindsTheFirstContactInTheTimeOfThePath) {
    const ProgramRun found = run({"--scene", scene(0), "--json"});
    EXPECT_EQ(found.code, 1) << found.err;
    const json answer = json::parse(found.out);
    EXPECT_EQ(answer["format"], "graze-path-answers");
    EXPECT_EQ(answer["joints"], json({"shoulder", "elbow"}));
    const json& one = answer["paths"][0];
    const double exact = (1 - std::asin(0.1)) / 1.5;
    EXPECT_EQ(one["answer"], "hit");
    EXPECT_LE(one["t"][0].get<double>(), exact);
    EXPECT_GE(one["t"][1].get<double>(), exact);
    EXPECT_NEAR(one["t"][0].get<double>(), one["t"][1].get<double>(), 1e-5);
    EXPECT_EQ(one["pair"], json({"lower", "ball"}));
    EXPECT_EQ(one["time"], json({0.0, 3.0}));
    EXPECT_EQ(one["verified"], true);
    EXPECT_NEAR(one["worst"]["time"].get<double>(), 3 * exact, 1e-4);
    const ProgramRun text = run({"--scene", scene(0)});
    EXPECT_EQ(text.code, 1);
    EXPECT_NE(text.out.find("hit: at time 1.79967 lower touches ball; nothing touches before 1.7996"),
              std::string::npos)
        << text.out;
    for (const char* words : {", verified\n", "  clearance [m]\n", "X", "distances"})
        EXPECT_NE(text.out.find(words), std::string::npos) << text.out;
}

/// The ball above the end of the turn: nearest at the end, where the rod's axis is 1.5 sin(beta) away.
TEST_F(PathCommand, MeasuresTheClearance) {
    const std::string cell = scene(2);
    const double angle = std::atan2(2, 1.5) - 0.5;
    const double along = 2.5 * std::cos(angle), away = 2.5 * std::sin(angle);
    const double exact = std::hypot(std::max(0.0, along - 1.9), std::max(0.0, away - 0.05)) - 0.1;
    const ProgramRun found = run({"--scene", cell, "--json"});
    EXPECT_EQ(found.code, 0) << found.err;
    const json answer = json::parse(found.out);
    EXPECT_EQ(answer["goal"], "measure");
    const json& one = answer["paths"][0];
    EXPECT_EQ(one["answer"], "free");
    EXPECT_LE(one["clearance"][0].get<double>(), exact + 1e-9);
    EXPECT_GE(one["clearance"][0].get<double>(), 0.99 * exact);
    EXPECT_GE(one["clearance"][1].get<double>(), exact - 1e-9);
    EXPECT_NEAR(one["worst"]["t"].get<double>(), 1, 0.03);
    ASSERT_EQ(one["timeline"].size(), 240U);
    double before = 0, least = 1e9;
    for (const json& stretch : one["timeline"]) {
        EXPECT_EQ(stretch["t"][0].get<double>(), before);
        before = stretch["t"][1].get<double>();
        const double t = 0.5 * (stretch["t"][0].get<double>() + before);
        const double at = std::atan2(2, 1.5) - (1.5 * t - 1);
        const double distance =
            std::hypot(std::max(0.0, 2.5 * std::cos(at) - 1.9), std::max(0.0, 2.5 * std::sin(at) - 0.05)) -
            0.1;
        if (at < 1.1) {  // later the first link is nearer
            EXPECT_NEAR(stretch["distance"][0].get<double>(), distance, 1e-6) << t;
        }
        EXPECT_LE(stretch["at_least"].get<double>(), stretch["distance"][0].get<double>());
        EXPECT_GE(stretch["at_least"].get<double>(), stretch["distance"][0].get<double>() - 0.03) << t;
        least = std::min(least, stretch["at_least"].get<double>());
    }
    EXPECT_EQ(before, 1);
    EXPECT_GE(least, one["clearance"][0].get<double>());
}

TEST_F(PathCommand, DecidesWhatIsWanted) {
    const std::string cell = scene(2);
    const json free = json::parse(run({"--scene", cell, "--clearance", "0.5", "--json"}).out);
    EXPECT_EQ(free["goal"], "decide");
    EXPECT_EQ(free["wanted"], 0.5);
    EXPECT_EQ(free["paths"][0]["answer"], "free");
    EXPECT_GE(free["paths"][0]["clearance"][0].get<double>(), 0.5);
    const ProgramRun near = run({"--scene", cell, "--clearance", "2"});
    EXPECT_EQ(near.code, 1) << near.out;
    EXPECT_NE(near.out.find("lower is within 2 m of ball; nothing is before"), std::string::npos) << near.out;
    EXPECT_EQ(
        json::parse(run({"--scene", cell, "--clearance", "0.5", "--goal", "measure", "--json"}).out)["goal"],
        "measure");
}

TEST_F(PathCommand, SaysWhatIsNotDecided) {
    const ProgramRun open = run({"--scene", scene(0), "--max-stretches", "2"});
    EXPECT_EQ(open.code, 3) << open.out;
    EXPECT_NE(open.out.find("not decided: whether "), std::string::npos) << open.out;
    EXPECT_NE(open.out.find("the work ran out"), std::string::npos) << open.out;
}

TEST_F(PathCommand, TakesSeveralPaths) {
    const std::string other = folder.file("away.csv", "shoulder,elbow\n-1,0\n-1.5,0\n");
    const ProgramRun both = run({other, "--scene", scene(0)});
    EXPECT_EQ(both.code, 1);
    EXPECT_EQ(both.out.find("clearance [m]"), std::string::npos) << both.out;
    EXPECT_NE(both.out.find("away.csv: free: at all times the clearance is at least"), std::string::npos)
        << both.out;
    const std::string one = run({other, "--scene", scene(0), "--json", "--threads", "1"}).out;
    EXPECT_EQ(one, run({other, "--scene", scene(0), "--json", "--threads", "3"}).out);
    EXPECT_EQ(json::parse(one)["paths"].size(), 2U);
}

TEST_F(PathCommand, WritesTimelinesAsCsv) {
    const ProgramRun table = run({"--scene", scene(2), "--csv", "--samples", "12"});
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_EQ(line_count(table.out), 13U);
    EXPECT_TRUE(table.out.starts_with(
        "path,answer,time_from,time_to,at_least,distance_lower,distance_upper,a,b\r\n"));
    EXPECT_NE(table.out.find("turn.csv\",free,2.75,3,"), std::string::npos) << table.out;
    EXPECT_NE(table.out.find("\"lower\",\"ball\"\r\n"), std::string::npos) << table.out;
}

TEST_F(PathCommand, PadsLinksAndAllowsPairs) {
    const std::string cell = scene(0);
    EXPECT_EQ(run({"--scene", cell, "--allow", "lo*:ball"}).code, 0);
    const auto time = [&](const char* padding) {
        return json::parse(run({"--scene", cell, "--json", "--padding", padding}).out)["paths"][0]["t"][1]
            .get<double>();
    };
    const double exact = (1 - std::asin((0.15 + 0.03) / 1.5)) / 1.5;
    EXPECT_NEAR(time("lower=0.03"), exact, 1e-5);
    EXPECT_NEAR(time("0.03"), exact, 1e-5);
    EXPECT_NEAR(time("upper=0.03"), (1 - std::asin(0.1)) / 1.5, 1e-5);
}

TEST_F(PathCommand, InterpolatesAsAsked) {
    const std::string cell = scene(0);
    const auto time = [&](const char* how) {
        return json::parse(run({"--scene", cell, "--json", "--interpolation", how}).out)["paths"][0]["t"][1]
            .get<double>();
    };
    EXPECT_NEAR(time("linear"), (1 - std::asin(0.1)) / 1.5, 1e-5);
    // From rest to rest: 3 t^2 - 2 t^3 of the way.
    const double t = time("spline");
    EXPECT_NEAR(t * t * (3 - 2 * t), (1 - std::asin(0.1)) / 1.5, 1e-5);
}

TEST_F(PathCommand, ComplainsInOneLine) {
    const std::string cell = scene(0);
    const auto refused = [&](const std::string& text, const std::string& hint) {
        expect_user_error(run_graze(folder, {"path", robot, folder.file("bad.csv", text), "--scene", cell}),
                          hint);
    };
    refused("time,shoulder,elbow\n0,0,0\n1,2.5,0\n", "--ignore-limits");
    refused("time,shoulder,elbow\n1,0,0\n0,0,1\n", "bad.csv: line 3");
    refused("time,shoulder,wrist\n0,0,0\n1,0,1\n", "wrist");
    const std::string far = folder.file("far.csv", "0,0\n2.5,0\n");
    EXPECT_EQ(run_graze(folder, {"path", robot, far, "--ignore-limits", "--scene", scene(2)}).code, 0);
    expect_user_error(run({"--scene", "nowhere.json"}), "nowhere.json");
    expect_user_error(run({"--scene", cell, "--allow", "lower"}), "is not LINK:OBSTACLE");
    expect_user_error(run({"--scene", cell, "--allow", "lover:ball"}), "Did you mean 'lower'?");
    expect_user_error(run({"--scene", cell, "--allow", "lower:bal"}), "Did you mean 'ball'?");
    expect_user_error(run({"--scene", cell, "--padding", "lower=-1"}), "--padding 'lower=-1'");
    expect_user_error(run({"--scene", cell, "--padding", "wrist=1"}), "planar.urdf has no such link");
    expect_user_error(run({"--scene", cell, "--clearance", "-1"}), "is not a number of 0 or more");
    expect_user_error(run({"--scene", cell, "--goal", "guess"}), "graze path --help");
    expect_user_error(run({"--scene", cell, "--clearence", "1"}), "Did you mean --clearance?");
    expect_user_error(run_graze(folder, {"path", robot}), "graze path --help");
    expect_user_error(run_graze(folder, {"path", cell, path}), "cell.json");
}

TEST_F(PathCommand, FindsTheExamplesFreeAndHit) {
    const auto example = [&](const char* file) {
        return run_graze(folder, {"path", robot_example("arm.urdf"), robot_example(file), "--scene",
                                  robot_example("cell.json"), "--srdf", robot_example("arm.srdf"), "--allow",
                                  "pedestal:table"});
    };
    const auto mounted = [&](const std::string& scene) {
        return run_graze(folder, {"path", robot_example("arm.urdf"), robot_example("move.csv"), "--scene",
                                  scene, "--json"});
    };
    // The table that the arm stands on rests; one that the base is 1 mm deep in is a fault of the scene.
    const ProgramRun resting = mounted(robot_example("cell.json"));
    EXPECT_EQ(resting.code, 0);
    EXPECT_NE(resting.out.find("\"resting\": [\n    [\n      \"pedestal\",\n      \"table\""),
              std::string::npos)
        << resting.out.substr(0, 500);
    const std::string raised = folder.file(
        "raised.json",
        R"({"format": "graze-scene", "version": 1, "parts": [{"name": "table", "shape": {"type": "box",
        "half_extents": [0.9, 0.9, 0.02]}, "pose": {"position": [0.3, 0, -0.019]}}]})");
    EXPECT_EQ(mounted(raised).code, 1);
    const ProgramRun sunk =
        run_graze(folder, {"path", robot_example("arm.urdf"), robot_example("move.csv"), "--scene", raised});
    EXPECT_NE(sunk.out.find("hit: pedestal touches table already at the start"), std::string::npos)
        << sunk.out;
    EXPECT_NE(sunk.out.find("neither of the two moves: --allow 'pedestal:table' leaves them out"),
              std::string::npos)
        << sunk.out;
    EXPECT_EQ(example("move.csv").code, 0);
    EXPECT_EQ(example("shortcut.csv").code, 1);
}

}  // namespace
}  // namespace graze::test
