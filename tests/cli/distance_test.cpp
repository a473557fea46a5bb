// graze distance and graze ray on scenes, against the library's own answers.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "documents.hpp"
#include "graze/query/query.hpp"
#include "run_program.hpp"

namespace graze::test {
namespace {

using nlohmann::json;

/// A box, a ball 0.5 to its right, another one that reaches 0.25 into it, and a capsule far away.
io::Document small_scene() {
    io::Document document;
    document.parts = {part_of("table/top", Box{{1, 1, 0.5}}),
                      part_of("ball/near", Sphere{0.5}, Pose::translation({2, 0, 0})),
                      part_of("ball/deep", Sphere{0.5}, Pose::translation({0, 0, 0.75})),
                      part_of("rod", Capsule{0.25, 1}, Pose::translation({0, 10, 0}))};
    return document;
}

TEST(DistanceCommand, TellsTheLibrarysAnswer) {
    const TemporaryFolder folder;
    const io::Document document = small_scene();
    const std::string scene = folder.scene("scene.json", document);
    const ProgramRun run = run_graze(folder, {"distance", scene, "table/top", "ball/near", "--json"});
    EXPECT_EQ(run.code, 0) << run.err;
    const json answer = json::parse(run.out);
    const Separation gap = separation(io::placed(document.parts[0]), io::placed(document.parts[1]));
    EXPECT_EQ(answer["relation"], "disjoint");
    EXPECT_EQ(answer["distance"], json({gap.distance.lower, gap.distance.upper}));
    EXPECT_EQ(answer["point_a"], json({gap.point_a.x, gap.point_a.y, gap.point_a.z}));
    EXPECT_EQ(answer["point_b"], json({gap.point_b.x, gap.point_b.y, gap.point_b.z}));
    EXPECT_EQ(answer["normal"], json({gap.normal.x, gap.normal.y, gap.normal.z}));
    EXPECT_LE(answer["distance"][0], 0.5);
    EXPECT_GE(answer["distance"][1], 0.5);
    EXPECT_TRUE(answer["distance_verified"]);
    EXPECT_TRUE(answer["proof_verified"]);
    EXPECT_EQ(answer["proof"], "separating plane");
}

TEST(DistanceCommand, FindsDepthsAndExitsWithOne) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("scene.json", small_scene());
    const ProgramRun run = run_graze(folder, {"distance", scene, "table/top", "ball/deep", "--json"});
    EXPECT_EQ(run.code, 1) << run.err;
    const json answer = json::parse(run.out);
    EXPECT_EQ(answer["relation"], "overlapping");
    EXPECT_NEAR(answer["distance"][0].get<double>(), -0.25, 1e-9);
    EXPECT_TRUE(answer["distance_verified"]);
    const ProgramRun words = run_graze(folder, {"distance", scene, "table/top", "ball/deep"});
    EXPECT_EQ(words.code, 1);
    EXPECT_NE(words.out.find("relation  overlapping"), std::string::npos) << words.out;
}

TEST(DistanceCommand, EndlessDepthsAreWords) {
    const TemporaryFolder folder;
    io::Document document;
    document.parts = {part_of("floor", HalfSpace{{0, 0, 1}, 0}), part_of("wall", HalfSpace{{1, 0, 0}, 0})};
    const ProgramRun run =
        run_graze(folder, {"distance", folder.scene("scene.json", document), "floor", "wall", "--json"});
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_EQ(json::parse(run.out)["distance"], json({"-inf", "-inf"}));
}

TEST(DistanceCommand, HasACommonPointOfPartsThatOverlap) {
    const TemporaryFolder folder;
    io::Document document;
    document.parts = {part_of("box", Box{{1, 1, 1}}),
                      part_of("ball", Sphere{1}, Pose::translation({1.5, 0, 0})),
                      part_of("far", Sphere{1}, Pose::translation({9, 0, 0})),
                      part_of("sheet", Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}),
                      part_of("wire", Segment{{0.3, 0.3, -1}, {0.1, 0.2, 2}})};
    const std::string scene = folder.scene("scene.json", document);
    const auto common = [&](const char* a, const char* b) {
        return json::parse(run_graze(folder, {"distance", scene, a, b, "--json"}).out)["common_point"];
    };
    EXPECT_TRUE(common("box", "far").is_null());
    const json member = common("box", "ball");
    EXPECT_EQ(member["kind"], "member");
    EXPECT_EQ(member["distance"], 0);
    EXPECT_TRUE(member["verified"]);
    const json crossing = common("sheet", "wire");
    EXPECT_EQ(crossing["kind"], "nearby");
    EXPECT_LT(crossing["distance"], 1e-15);
    EXPECT_TRUE(crossing["verified"]);
    EXPECT_NE(run_graze(folder, {"distance", scene, "box", "ball"}).out.find("is in both, verified"),
              std::string::npos);
}

/// A point is said to be on a part only where it is: depths of skins are moves, and start where no part need
/// be.
TEST(DistanceCommand, SaysWherePointsLie) {
    const TemporaryFolder folder;
    io::Document document = small_scene();
    const Shape sheet =
        mesh_of(terrain_mesh({.half_width = 40, .height = 0, .columns = 8, .rows = 8}), MeshKind::surface);
    document.parts.push_back(part_of("sheet", sheet, Pose::translation({50, 0, 0})));
    document.parts.push_back(part_of("duct", Capsule{25, 60}, Pose::translation({50, 0, 10})));
    const std::string scene = folder.scene("scene.json", document);
    const json gap =
        json::parse(run_graze(folder, {"distance", scene, "table/top", "ball/near", "--json"}).out);
    EXPECT_TRUE(gap["points_in_parts"]);
    const json deep = json::parse(run_graze(folder, {"distance", scene, "sheet", "duct", "--json"}).out);
    const auto off = [&](const char* point, std::size_t part) {
        const Pose pose = Pose::translation({deep[point][0], deep[point][1], deep[point][2]});
        return separation({Point{}, pose}, io::placed(document.parts[part])).distance.lower > 1e-6;
    };
    const bool beside = off("point_a", 4) || off("point_b", 5);
    EXPECT_TRUE(beside) << "else this test shows nothing: " << deep;
    EXPECT_EQ(deep["points_in_parts"], !beside);
    for (const char* command : {"distance", "explain"}) {
        const std::string words = run_graze(folder, {command, scene, "sheet", "duct"}).out;
        EXPECT_NE(words.find(off("point_a", 4) ? ") beside a" : ") on a"), std::string::npos) << words;
        EXPECT_NE(words.find(off("point_b", 5) ? ") beside b" : ") on b"), std::string::npos) << words;
        EXPECT_NE(words.find("b is separated when it has moved from the second point to the first"),
                  std::string::npos)
            << words;
    }
}

TEST(DistanceCommand, TakesTheClosestOfSeveral) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("scene.json", small_scene());
    const json answer = json::parse(run_graze(folder, {"distance", scene, "rod", "ball/*", "--json"}).out);
    EXPECT_EQ(answer["a"], "rod");
    EXPECT_EQ(answer["b"], "ball/deep");  // 10 away, against sqrt(104)
    io::Document far = small_scene();
    far.parts.erase(far.parts.begin(), far.parts.begin() + 3);
    const std::string other = folder.scene("other.json", far);
    const json files = json::parse(run_graze(folder, {"distance", other, scene, "--json"}).out);
    EXPECT_EQ(files["a"], other + ":rod");  // the same name in both
    EXPECT_EQ(files["b"], scene + ":rod");
}

TEST(DistanceCommand, ComplainsInOneLine) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("scene.json", small_scene());
    expect_user_error(run_graze(folder, {"distance", scene, "table/top", "ball/neer"}),
                      "Did you mean 'ball/near'?");
    expect_user_error(run_graze(folder, {"distance", scene, "xyzzy", "rod"}), "The first is 'table/top'");
    expect_user_error(run_graze(folder, {"distance", scene, "rod", "rod"}), "Name two different parts");
    expect_user_error(run_graze(folder, {"distance", scene, "r*", "*"}), "Name two different parts");
    expect_user_error(run_graze(folder, {"distance", scene}), "graze distance --help");
    expect_user_error(run_graze(folder, {"distance", scene, "a", "b", "c"}), "graze distance --help");
    expect_user_error(run_graze(folder, {"distance", "nowhere.json", "a", "b"}), "nowhere.json");
}

TEST(RayCommand, TellsTheFirstHitAndAllOfThem) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("scene.json", small_scene());
    const ProgramRun first =
        run_graze(folder, {"ray", scene, "--from", "-5,0,0", "--along", "1,0,0", "--json"});
    EXPECT_EQ(first.code, 1) << first.err;
    const json hit = json::parse(first.out)["hits"];
    ASSERT_EQ(hit.size(), 1U);
    EXPECT_EQ(hit[0]["part"], "table/top");
    EXPECT_NEAR(hit[0]["t"].get<double>(), 4, 1e-12);
    EXPECT_EQ(hit[0]["normal"], json({-1.0, 0.0, 0.0}));
    EXPECT_TRUE(hit[0]["verified"]);
    const json all = json::parse(
        run_graze(folder, {"ray", scene, "--from", "-5,0,0", "--along", "1,0,0", "--all", "--json"})
            .out)["hits"];
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[1]["part"], "ball/near");
    EXPECT_NEAR(all[1]["t"].get<double>(), 6.5, 1e-12);
}

TEST(RayCommand, EndsAtTheGivenLimit) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("scene.json", small_scene());
    const ProgramRun free = run_graze(folder, {"ray", scene, "--from=-5,0,0", "--to=-1.5,0,0", "--any"});
    EXPECT_EQ(free.code, 0);
    EXPECT_EQ(free.out, "free\n");
    const ProgramRun blocked = run_graze(folder, {"ray", scene, "--from=-5,0,0", "--to", "5,0,0", "--any"});
    EXPECT_EQ(blocked.code, 1);
    EXPECT_EQ(blocked.out, "blocked\n");
    const ProgramRun nothing = run_graze(folder, {"ray", scene, "--from", "-5,0,5", "--along", "1,0,0"});
    EXPECT_EQ(nothing.code, 0);
    EXPECT_EQ(nothing.out, "nothing is hit\n");
}

TEST(RayCommand, ComplainsInOneLine) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("scene.json", small_scene());
    expect_user_error(run_graze(folder, {"ray", scene, "--from", "1,2", "--along", "1,0,0"}),
                      "Write them as --from 1,0.5,-2");
    expect_user_error(run_graze(folder, {"ray", scene, "--from", "1,2,3,4", "--along", "1,0,0"}),
                      "is not three numbers");
    expect_user_error(run_graze(folder, {"ray", scene, "--from", "1,2,3"}), "Give --along or --to");
    expect_user_error(
        run_graze(folder, {"ray", scene, "--from", "1,2,3", "--along", "1,0,0", "--to", "1,1,1"}),
        "not both");
    expect_user_error(run_graze(folder, {"ray", scene, "--from", "1,2,3", "--along", "0,0,0"}),
                      "has no direction");
    for (const char* number : {"nan", "inf", "-inf", "1e150", "1e999", "1e-300"}) {
        const std::string vector = std::string("1,") + number + ",0";
        expect_user_error(run_graze(folder, {"ray", scene, "--from=" + vector, "--along", "1,0,0"}),
                          "between 1e-100 and 1e100");
        expect_user_error(run_graze(folder, {"ray", scene, "--from=0,0,0", "--along=" + vector}),
                          "between 1e-100 and 1e100");
        expect_user_error(run_graze(folder, {"ray", scene, "--from=0,0,0", "--to=" + vector}),
                          "between 1e-100 and 1e100");
    }
    expect_user_error(run_graze(folder, {"ray", scene, "--from=-1e100,0,0", "--to=1e100,0,0"}),
                      "too long or too short");
    expect_user_error(run_graze(folder, {"ray", scene, "--along", "0,0,1"}), "--from");
    expect_user_error(
        run_graze(folder, {"ray", scene, "--from", "1,2,3", "--along", "0,0,1", "--any", "--all"}),
        "graze ray --help");
}

}  // namespace
}  // namespace graze::test
