// What the tool says about robots beside the answer: pairs and values that a proof leaves out, and exit
// codes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "robot_files.hpp"
#include "robots/path_run.hpp"

namespace graze::test {
namespace {

using nlohmann::json;

std::string link_at(const std::string& name, const std::string& xyz, const std::string& size) {
    return "<link name=\"" + name + "\"><collision><origin xyz=\"" + xyz + "\"/><geometry><box size=\"" +
           size + "\"/></geometry></collision></link>";
}
std::string joint_of(const std::string& name, const std::string& type, const std::string& parent,
                     const std::string& child, const std::string& more) {
    return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent +
           "\"/><child link=\"" + child + "\"/><axis xyz=\"0 0 1\"/>" + more + "</joint>";
}

/// A cart in a plane, with an arm on it, and a wall of the world 5 m away.
std::string cart() {
    return "<robot name=\"plan\">" + link_at("world", "5 0 0", "0.1 3 1") +
           link_at("cart", "0 0 0", "0.2 0.2 0.2") + link_at("arm", "0 0 0.4", "0.2 0.2 0.2") +
           joint_of("base", "planar", "world", "cart", "") +
           joint_of("a", "revolute", "cart", "arm",
                    "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>") +
           "</robot>";
}

/// A crank, and an arm that turns a quarter as far: after two turns of the crank it reaches the post.
std::string gear() {
    return "<robot name=\"gear\">" + link_at("base", "0 0 0", "0.2 0.2 0.2") + "<link name=\"crank\"/>" +
           "<link name=\"middle\"/>" + link_at("arm", "1 0 0", "0.2 0.2 0.2") +
           link_at("post", "-1 0 0", "0.2 0.2 0.2") + joint_of("a", "continuous", "base", "crank", "") +
           joint_of("f", "fixed", "base", "post", "") + joint_of("g", "fixed", "base", "middle", "") +
           joint_of("b", "continuous", "middle", "arm", "<mimic joint=\"a\" multiplier=\"0.25\"/>") +
           "</robot>";
}

struct RobotSoundness : testing::Test {
    TemporaryFolder folder;

    json matrix(const std::string& robot) const {
        return json::parse(run_graze(folder, {"self-collision", robot, "--samples", "500", "--json"}).out);
    }
    static json pair_of(const json& matrix, const std::string& a, const std::string& b) {
        for (const json& pair : matrix["pairs"])
            if ((pair["a"] == a && pair["b"] == b) || (pair["a"] == b && pair["b"] == a)) return pair;
        return {};
    }
};

/// Within ±pi m the wall is never reached: that is no reason to disable the pair.
TEST_F(RobotSoundness, NeverWithinARangeIsNotDisabled) {
    const std::string robot = folder.file("cart.urdf", cart());
    const json pair = pair_of(matrix(robot), "world", "arm");
    EXPECT_EQ(pair["contact"], "never");
    EXPECT_EQ(pair["complete"], false);
    EXPECT_EQ(pair["ranges"].size(), 2U) << "x and y; a whole turn is all of the angle";
    EXPECT_NEAR(pair["ranges"]["base x"][1].get<double>(), 3.14159, 1e-4);
    const ProgramRun text =
        run_graze(folder, {"self-collision", robot, "--samples", "500", "--srdf-out", "o.srdf"});
    EXPECT_NE(text.out.find("never within"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("while base x is in -3.142 .. 3.142 and base y is in"), std::string::npos)
        << text.out;
    EXPECT_EQ(text_of(folder / "o.srdf").find("world"), std::string::npos);
    EXPECT_NE(text_of(folder / "o.srdf").find("link1=\"cart\" link2=\"arm\" reason=\"Adjacent\""),
              std::string::npos);
    const std::string path = folder.file("go.csv", "base x,base y,base angle,a\n0,0,0,0\n6,0,0,0\n");
    const ProgramRun hit = run_graze(folder, {"path", robot, path, "--srdf", "o.srdf"});
    EXPECT_EQ(hit.code, 1) << hit.out << hit.err;
}

/// One turn of the crank is not all that the arm does.
TEST_F(RobotSoundness, FollowersOfContinuousJoints) {
    const std::string robot = folder.file("gear.urdf", gear());
    const json pair = pair_of(matrix(robot), "arm", "post");
    EXPECT_EQ(pair["contact"], "never");
    EXPECT_EQ(pair["complete"], false);
    (void)run_graze(folder, {"self-collision", robot, "--srdf-out", "o.srdf"});
    EXPECT_EQ(text_of(folder / "o.srdf").find("link1=\"post\" link2=\"arm\""), std::string::npos);
    const std::string path = folder.file("turn.csv", "a\n0\n13\n");
    EXPECT_EQ(run_graze(folder, {"path", robot, path, "--srdf", "o.srdf"}).code, 1);
    const std::string same = gear().replace(gear().find("0.25"), 4, "-2");
    EXPECT_EQ(pair_of(matrix(folder.file("same.urdf", same)), "arm", "post")["contact"], "sometimes");
}

TEST_F(RobotSoundness, VerifySaysWhatIsNotTested) {
    (void)folder.file("planar.urdf", planar_arm());
    (void)folder.file("turn.csv", "time,shoulder,elbow\n0,-1,0\n3,0.5,0\n");
    (void)folder.file("cell.json", ball_scene(0));
    const std::vector<std::string> prove{"path",      "planar.urdf", "turn.csv",  "--scene",
                                         "cell.json", "--proof",     "p.json",    "--allow",
                                         "*:*",       "--padding",   "lower=0.01"};
    EXPECT_EQ(run_graze(folder, prove).code, 0);
    const ProgramRun run = run_graze(folder, {"verify", "p.json"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("Not tested:\n  2 pairs allowed to touch: upper:ball, lower:ball\n"),
              std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("  1 pair of links joined by a joint: upper:lower\n"), std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("Links are grown: lower by 0.01.\n"), std::string::npos) << run.out;
    std::vector<std::string> fewer = prove;
    fewer.insert(fewer.end(), {"--no-self-collision", "--joint", "elbow=0.1"});
    (void)run_graze(folder, fewer);
    const ProgramRun other = run_graze(folder, {"verify", "p.json"});
    EXPECT_NE(other.out.find("no pair of links (--no-self-collision)"), std::string::npos) << other.out;
    EXPECT_NE(other.out.find("Joints with a given value: elbow = 0.1.\n"), std::string::npos) << other.out;
}

TEST_F(RobotSoundness, VerifyComparesWhatWasWanted) {
    (void)folder.file("planar.urdf", planar_arm());
    (void)folder.file("turn.csv", "time,shoulder,elbow\n0,-1,0\n3,0.5,0\n");
    (void)folder.file("cell.json", ball_scene(2));
    (void)run_graze(folder, {"path", "planar.urdf", "turn.csv", "--scene", "cell.json", "--proof", "p.json",
                             "--clearance", "0.3"});
    json proof = json::parse(text_of(folder / "p.json"));
    EXPECT_EQ(run_graze(folder, {"verify", "p.json"}).code, 0);
    proof["inputs"]["wanted"] = 5;
    EXPECT_EQ(run_graze(folder, {"verify", folder.file("more.json", proof.dump())}).code, 1);
}

/// Pairs that never touch within the limits may touch beyond them, or where a joint follows no other.
TEST_F(RobotSoundness, NeverPairsAreNotedWhereTheirProofDoesNotHold) {
    const std::string srdf = folder.file("p.srdf",
                                         "<robot name=\"planar\"><disable_collisions link1=\"upper\" "
                                         "link2=\"lower\" reason=\"Never\"/></robot>");
    const std::string robot = folder.file("planar.urdf", planar_arm());
    const auto run = [&](const std::string& text, const std::vector<std::string>& more) {
        std::vector<std::string> words{"path", robot, folder.file("m.csv", text), "--srdf", srdf};
        words.insert(words.end(), more.begin(), more.end());
        return run_graze(folder, words).err;
    };
    const std::string words = "1 pair disabled as 'Never', and not tested, may touch there";
    EXPECT_NE(run("0,0\n2.5,0\n", {"--ignore-limits"}).find(words), std::string::npos);
    EXPECT_EQ(run("0,0\n1.5,0\n", {"--ignore-limits"}).find(words), std::string::npos);
    const std::string follower =
        planar_arm().replace(planar_arm().rfind("</joint>"), 8, "<mimic joint=\"shoulder\"/></joint>");
    (void)folder.file("planar.urdf", follower);
    EXPECT_NE(
        run("shoulder,elbow\n0,0\n1,0\n", {"--joint", "elbow=0"}).find("pairs that are disabled as 'Never'"),
        std::string::npos);
    EXPECT_EQ(run("shoulder\n0\n1\n", {}).find("Never"), std::string::npos);
}

/// An answer whose proof does not pass the separate check is none.
TEST(PathExit, NeedsAVerifiedProof) {
    using cli::Exit;
    const auto code = [](PathAnswer answer, bool checked, bool verified) {
        std::vector<cli::PathRun> runs(1);
        runs[0].certificate.path.answer = answer;
        runs[0].checked = checked;
        runs[0].verified = verified;
        return cli::exit_of(runs);
    };
    EXPECT_EQ(code(PathAnswer::free, true, true), Exit::clean);
    EXPECT_EQ(code(PathAnswer::free, true, false), Exit::undecided);
    EXPECT_EQ(code(PathAnswer::free, false, false), Exit::clean) << "--no-verify";
    EXPECT_EQ(code(PathAnswer::hit, true, true), Exit::findings);
    EXPECT_EQ(code(PathAnswer::hit, true, false), Exit::undecided);
    EXPECT_EQ(code(PathAnswer::hit, false, false), Exit::findings);
    EXPECT_EQ(code(PathAnswer::open, true, true), Exit::undecided);
}

}  // namespace
}  // namespace graze::test
