// graze cast on scenes with motions, against the library's own answers and times that are known.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cast.hpp"
#include "documents.hpp"
#include "run_program.hpp"

namespace graze::test {
namespace {

using nlohmann::json;

/// A ball that flies along x through a wall at t = 0.45 .. and on to a post, a second ball that hits the
/// wall later, and one that passes.
io::Document flight() {
    io::Document document;
    document.parts = {
        part_of("wall", Box{{0.5, 4, 4}}), part_of("post", Cylinder{0.25, 4}, Pose::translation({4, 0, 0})),
        part_of("fast", Sphere{0.5}), part_of("slow", Sphere{0.5}), part_of("above", Sphere{0.5})};
    document.parts[2].motion =
        LinearMotion{Pose::translation({-5, 0, 0}), {10, 0, 0}};  // the wall at x = -1: t = 0.4
    document.parts[3].motion = LinearMotion{Pose::translation({-5, 2, 0}), {5, 0, 0}};  // t = 0.8
    document.parts[4].motion = LinearMotion{Pose::translation({-5, 0, 9}), {10, 0, 0}};
    return document;
}

TEST(CastCommand, FindsFirstImpactsEarliestFirst) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("flight.json", flight());
    const ProgramRun run = run_graze(folder, {"cast", scene, "--json"});
    EXPECT_EQ(run.code, 1) << run.err;
    const json answer = json::parse(run.out)["cast"];
    EXPECT_EQ(answer["moving"], json({"fast", "slow", "above"}));
    ASSERT_EQ(answer["impacts"].size(), 3U);
    const std::vector<std::tuple<std::string, std::string, double>> expected{
        {"wall", "fast", 0.4}, {"wall", "slow", 0.8}, {"post", "fast", 0.825}};
    for (std::size_t i = 0; i < 3; ++i) {
        const json& impact = answer["impacts"][i];
        EXPECT_EQ(impact["a"], std::get<0>(expected[i]));
        EXPECT_EQ(impact["b"], std::get<1>(expected[i]));
        const json& found = impact["impact"];
        EXPECT_EQ(found["answer"], "contact");
        EXPECT_LE(found["time"][0].get<double>(), std::get<2>(expected[i]) + 1e-9);
        EXPECT_NEAR(found["time"][0].get<double>(), std::get<2>(expected[i]), 3e-6);
        EXPECT_NEAR(found["time"][1].get<double>(), std::get<2>(expected[i]), 3e-6);
    }
}

TEST(CastCommand, WritesAnswersThatCanBeVerified) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("flight.json", flight());
    for (const char* option : {"--tolerance=1e-6", "--tolerance=1e-3", "--no-verify"}) {
        const std::string text = run_graze(folder, {"cast", scene, "--json", option}).out;
        const ProgramRun run = run_graze(folder, {"verify", folder.file("answers.json", text), scene});
        EXPECT_EQ(run.code, 0) << run.out << run.err;
        EXPECT_NE(run.out.find("3 impacts of 3 parts that move"), std::string::npos) << run.out;
        json less = json::parse(text);
        less["cast"]["impacts"].erase(1);
        less["cast"]["counts"]["impacts"] = 2;
        const ProgramRun missing =
            run_graze(folder, {"verify", folder.file("less.json", less.dump()), scene});
        EXPECT_EQ(missing.code, 1) << missing.err;
        EXPECT_NE(missing.out.find("wall / slow: is missing in the list"), std::string::npos) << missing.out;
    }
}

TEST(CastCommand, DrawsATimeline) {
    const TemporaryFolder folder;
    const ProgramRun run = run_graze(folder, {"cast", folder.scene("flight.json", flight())});
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.out.find("3 of 5 parts move: 3 pairs collide"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("\n" + std::string(19, '=') + "X" + std::string(30, '.') + "  fast hits wall\n"),
              std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("contact, verified"), std::string::npos) << run.out;
}

TEST(CastCommand, WritesAReportWithMotionsAndImpacts) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("flight.json", flight());
    const ProgramRun run = run_graze(folder, {"cast", scene, "--report", "page.html"});
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_NE(run.out.find("\nReport: page.html\n"), std::string::npos) << run.out;
    const std::string page = text_of(folder / "page.html");
    for (const char* words :
         {"<h2>Impacts <span class=\"count\">3</span></h2>", "planes through time, verified",
          "\"askedClashes\":false", "\"motions\":[{\"count\":73"})
        EXPECT_NE(page.find(words), std::string::npos) << words;
    for (const char* words : {"<h2>Clashes", "No two parts overlap.", "<h2>Near misses"})
        EXPECT_EQ(page.find(words), std::string::npos) << words;
    const ProgramRun quick =
        run_graze(folder, {"cast", scene, "--no-verify", "--json", "--report", "quick.html"});
    EXPECT_EQ(quick.code, 1) << quick.err;
    EXPECT_TRUE(json::accept(quick.out)) << quick.out;
    const std::string unchecked = text_of(folder / "quick.html");
    EXPECT_EQ(unchecked.find("planes through time"), std::string::npos);
    EXPECT_NE(unchecked.find("none kept"), std::string::npos);
    const ProgramRun nowhere =
        run_graze(folder, {"cast", scene, "--json", "--report", "no/such/folder/page.html"});
    EXPECT_EQ(nowhere.code, 2);
    EXPECT_EQ(std::count(nowhere.err.begin(), nowhere.err.end(), '\n'), 1) << nowhere.err;
}

TEST(CastCommand, LeavesOutExcludedPairs) {
    const TemporaryFolder folder;
    io::Document document = flight();
    document.exclusions = {{"wall", "*", "a curtain"}, {"fast", "post", "a shadow"}};
    const ProgramRun run = run_graze(folder, {"cast", folder.scene("flight.json", document)});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.out, "3 of 5 parts move: nothing is hit\n");
}

TEST(CastCommand, GivesTheSameForEveryNumberOfThreads) {
    const TemporaryFolder folder;
    const std::string scene = folder.scene("flight.json", flight());
    const std::string one = run_graze(folder, {"cast", scene, "--json", "--threads", "1"}).out;
    EXPECT_EQ(one, run_graze(folder, {"cast", scene, "--json", "--threads", "4"}).out);
    EXPECT_FALSE(one.empty());
}

TEST(CastCommand, CountsMargins) {
    io::Document document = flight();
    document.parts[2].margin = 0.25;  // the wall at x = -1.25
    const cli::CastAnswer answer = cli::first_impacts(document, {});
    ASSERT_FALSE(answer.impacts.empty());
    EXPECT_NEAR(answer.impacts[0].certified.impact.time.upper, 0.375, 3e-6);
    EXPECT_EQ(answer.moving, (std::vector<std::uint32_t>{2, 3, 4}));
}

TEST(CastCommand, ComplainsInOneLine) {
    const TemporaryFolder folder;
    io::Document document;
    document.parts = {part_of("wall", Box{{1, 1, 1}})};
    expect_user_error(run_graze(folder, {"cast", folder.scene("rest.json", document)}),
                      "Give parts a \"motion\"");
    expect_user_error(run_graze(folder, {"cast", folder.scene("flight.json", flight()), "--tolerance", "0"}),
                      "is not a number above 0");
    expect_user_error(run_graze(folder, {"cast"}), "graze cast --help");
    expect_user_error(run_graze(folder, {"cast", "nowhere.json"}), "nowhere.json");
}

/// A budget that ends before the tolerance shows nothing of what follows.
TEST(CastCommand, TellsAnExhaustedBudgetInWords) {
    Impact impact;
    impact.hit = true;
    impact.answer = ImpactAnswer::within_tolerance;
    EXPECT_EQ(cli::answer_text(impact), "within tolerance");
    impact.status = Status::budget_reached;
    EXPECT_EQ(cli::answer_text(impact), "not decided");
    cli::PartImpact pair{.a = 0, .b = 1, .certified = {}, .verified = false};
    pair.certified.impact = impact;
    EXPECT_NE(cli::impact_words(pair).back().find("the budget was reached"), std::string::npos);
    pair.certified.impact.answer = ImpactAnswer::contact;
    pair.certified.impact.proof = ContactProof::overlap;
    EXPECT_EQ(cli::answer_text(pair.certified.impact), "contact");
    EXPECT_NE(cli::impact_words(pair).back().find("the budget was reached"), std::string::npos);
    pair.certified.impact.status = Status::converged;
    EXPECT_EQ(cli::impact_words(pair).back(), "at the end of the interval they have a point in common");
}

}  // namespace
}  // namespace graze::test
