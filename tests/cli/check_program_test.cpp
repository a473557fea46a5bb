// The program itself: exit codes, what goes where, and how it answers bad usage.
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/documents.hpp"
#include "cli/run_program.hpp"
#include "graze/io/document.hpp"

namespace graze::test {
namespace {

constexpr const char* kScene = R"({"format": "graze-scene", "version": 1, "unit": "mm", "parts": [
  {"name": "base", "shape": {"type": "box", "half_extents": [1, 1, 0.1]}},
  {"name": "post", "shape": {"type": "cylinder", "radius": 0.2, "half_height": 0.5}, "pose": {"position": [0, 0, 0.55]}, "group": "upper"},
  {"name": "ball", "shape": {"type": "sphere", "radius": 0.3}, "pose": {"position": [0, 0, 1.5]}, "group": "upper"}]})";

/// The text with the first occurrence of one piece replaced.
std::string with(const std::string& text, const std::string& piece, const std::string& other) {
    const std::size_t at = text.find(piece);
    EXPECT_NE(at, std::string::npos) << piece;
    std::string changed = text.substr(0, at);
    changed.append(other);
    changed.append(text, at + piece.size());
    return changed;
}

class CheckProgram : public testing::Test {
protected:
    CheckProgram() { folder.write("scene.json", kScene); }
    TemporaryFolder folder;
};

TEST_F(CheckProgram, exit_codes_are_those_of_grep) {
    const ProgramRun found = run_shell(folder, "check scene.json");
    EXPECT_EQ(found.code, 1);
    EXPECT_EQ(found.err, "");
    EXPECT_NE(found.out.find("1 clash."), std::string::npos) << found.out;
    EXPECT_NE(found.out.find("interference [mm]"), std::string::npos) << found.out;
    const ProgramRun clean = run_shell(folder, "check scene.json --exclude base:post");
    EXPECT_EQ(clean.code, 0);
    EXPECT_NE(clean.out.find("No clashes"), std::string::npos) << clean.out;
    EXPECT_NE(clean.out.find("1 excluded"), std::string::npos) << clean.out;
    EXPECT_EQ(run_shell(folder, "check nowhere.json").code, 2);
    EXPECT_EQ(run_shell(folder, "check scene.json --fail-on never").code, 0);
    EXPECT_EQ(run_shell(folder, "check scene.json --allow-depth 0.1").code, 0);
    EXPECT_EQ(run_shell(folder, "check scene.json --between groups").code, 1);
    EXPECT_EQ(run_shell(folder, "check scene.json --between files").code, 0);
}

TEST_F(CheckProgram, clearances_are_findings_when_asked_for) {
    const std::string rest = " --exclude base:post";
    EXPECT_EQ(run_shell(folder, "check scene.json --clearance 0.2" + rest).code, 1);
    EXPECT_EQ(run_shell(folder, "check scene.json --clearance 0.1" + rest).code, 0);
    EXPECT_EQ(run_shell(folder, "check scene.json --clearance 0.2 --fail-on clash" + rest).code, 0);
    EXPECT_EQ(run_shell(folder, "check scene.json --clearance 0.2 --fail-on clearance" + rest).code, 1);
    EXPECT_EQ(run_shell(folder, "check scene.json --all-distances" + rest).code, 0);
    EXPECT_NE(run_shell(folder, "check scene.json --all-distances").out.find("2 distances"),
              std::string::npos);
}

/// The base and the post overlap; the boxes of the ball are apart from both.
TEST_F(CheckProgram, stats_print_the_cascade) {
    const ProgramRun run = run_shell(folder, "check scene.json --stats");
    EXPECT_EQ(run.code, 1) << run.err;
    for (const char* words : {"stage", "us each", "share", "broad phase", "3 pairs", "trees", "0 boxes",
                              "primitives", "1 primitive", "details", "1 pair found",
                              "3 pairs: 2 culled, 1 tested, 1 found.", "A tested pair: 0 boxes"})
        EXPECT_NE(run.out.find(words), std::string::npos) << words << "\n" << run.out;
    EXPECT_EQ(run_shell(folder, "check scene.json").out.find("broad phase"), std::string::npos);
    EXPECT_EQ(run_shell(folder, "check scene.json --stats --csv").code, 2);
}

TEST_F(CheckProgram, stats_are_a_key_of_the_answers) {
    const ProgramRun run = run_shell(folder, "check scene.json --stats --json");
    const nlohmann::json cascade = nlohmann::json::parse(run.out).at("check").at("cascade");
    EXPECT_EQ(cascade.at("pairs"), 3);
    EXPECT_EQ(cascade.at("culled"), 2);
    EXPECT_EQ(cascade.at("tested"), 1);
    EXPECT_EQ(cascade.at("found"), 1);
    EXPECT_EQ(cascade.at("box_tests"), 0);
    EXPECT_EQ(cascade.at("primitive_tests"), 1);
    for (const char* stage : {"broad_phase", "trees", "primitives", "details"})
        EXPECT_GE(cascade.at("seconds").at(stage), 0);
    folder.write("answers.json", run.out);
    EXPECT_EQ(run_shell(folder, "verify answers.json scene.json").code, 0);
    const ProgramRun plain = run_shell(folder, "check scene.json --json");
    EXPECT_FALSE(nlohmann::json::parse(plain.out).at("check").contains("cascade"));
}

TEST_F(CheckProgram, every_bad_use_is_reported_in_one_line) {
    folder.write("broken.json", "{");
    folder.write("empty.json", R"({"format": "graze-scene", "version": 1, "parts": []})");
    for (const char* arguments : {"check",
                                  "chek scene.json",
                                  "check scene.json --clearance",
                                  "check scene.json --clearance=-1",
                                  "check scene.json --clearance nan",
                                  "check scene.json --clearance 1e999",
                                  "check scene.json --clerance 3",
                                  "check scene.json --exclude base",
                                  "check scene.json --exclude :post",
                                  "check scene.json --exclude a:b:c",
                                  "check scene.json --exclude base:pots",
                                  "check scene.json --group upper",
                                  "check scene.json --group =post",
                                  "check scene.json --group upper=",
                                  "check scene.json --group @upper=post",
                                  "check scene.json --group up:per=post",
                                  "check scene.json --group all=pots",
                                  "check scene.json --between parts",
                                  "check scene.json --allow-depth -1",
                                  "check scene.json --json --csv",
                                  "check scene.json --fail-on clearance",
                                  "check scene.json --fail-on bad",
                                  "check scene.json --limit -1",
                                  "check scene.json --limit x",
                                  "check scene.json --threads -1",
                                  "check scene.json --threads many",
                                  "check scene.json --up w",
                                  "check scene.json --unit-scale 0",
                                  "check scene.json --weld",
                                  "check scene.json --weld -1",
                                  "check scene.json --weld 0.5",
                                  "check scene.json --weld 1e-9",
                                  "check scene.json --solids maybe",
                                  "check scene.json --joint elbow",
                                  "check scene.json --joint =1",
                                  "check scene.json --srdf",
                                  "check broken.json",
                                  "check empty.json",
                                  "check nowhere.stl",
                                  "check .",
                                  "verify",
                                  "verify nowhere.json scene.json",
                                  "verify broken.json scene.json",
                                  "verify scene.json scene.json",
                                  "verify scene.json",
                                  "verify scene.json scene.json --limit -1",
                                  "--nonsense"}) {
        const ProgramRun run = run_shell(folder, arguments);
        EXPECT_EQ(run.code, 2) << arguments;
        EXPECT_EQ(run.out, "") << arguments;
        EXPECT_EQ(line_count(run.err), 1U) << arguments << ": " << run.err;
        EXPECT_TRUE(run.err.starts_with("graze: ")) << run.err;
    }
    // The form of options is examined before files are read.
    for (const char* option : {"--exclude base", "--group upper"})
        EXPECT_NE(run_shell(folder, std::string("check nowhere.stl ") + option)
                      .err.find(std::string(option).substr(0, 7)),
                  std::string::npos)
            << option;
    EXPECT_NE(run_shell(folder, "chek scene.json").err.find("Did you mean 'graze check'?"),
              std::string::npos);
    EXPECT_NE(run_shell(folder, "check scene.json --clerance 3").err.find("Did you mean --clearance?"),
              std::string::npos);
    EXPECT_NE(run_shell(folder, "check scene.json --exclude base:pots").err.find("Did you mean 'post'?"),
              std::string::npos);
    EXPECT_NE(run_shell(folder, "check scene.json --group all=pots").err.find("Did you mean 'post'?"),
              std::string::npos);
}

TEST_F(CheckProgram, help_teaches_by_example) {
    for (const char* command : {"--help", "check --help", "verify --help"}) {
        const ProgramRun run = run_shell(folder, command);
        EXPECT_EQ(run.code, 0);
        EXPECT_EQ(run.err, "");
        EXPECT_NE(run.out.find("Examples:\n  graze "), std::string::npos) << run.out;
        EXPECT_NE(run.out.find("Exit codes: 0 "), std::string::npos) << run.out;
    }
    const ProgramRun alone = run_shell(folder, "");
    EXPECT_EQ(alone.code, 2);
    EXPECT_EQ(alone.err, run_shell(folder, "--help").out);
    EXPECT_EQ(run_shell(folder, "--version").code, 0);
}

TEST_F(CheckProgram, answers_written_are_answers_verified) {
    folder.write("answers.json", run_shell(folder, "check scene.json --clearance 1 --json").out);
    const ProgramRun run = run_shell(folder, "verify answers.json scene.json");
    EXPECT_EQ(run.code, 0) << run.out << run.err;
    EXPECT_TRUE(run.out.starts_with("Claimed: ")) << run.out;
    EXPECT_NE(run.out.find("\nVerified: "), std::string::npos) << run.out;
    folder.write("other.json", with(kScene, "0.55", "0.56"));
    const ProgramRun refused = run_shell(folder, "verify answers.json other.json");
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("another scene"), std::string::npos) << refused.err;
    EXPECT_EQ(run_shell(folder, "verify answers.json other.json --any-scene").code, 1);
    auto parsed = nlohmann::json::parse(text_of(folder / "answers.json"));
    parsed["check"]["clashes"][0]["separation"]["distance"] = {-0.06, -0.059};
    folder.write("false.json", parsed.dump());
    const ProgramRun wrong = run_shell(folder, "verify false.json scene.json");
    EXPECT_EQ(wrong.code, 1);
    EXPECT_NE(wrong.out.find("base / post: its distance"), std::string::npos) << wrong.out;
    EXPECT_NE(run_shell(folder, "check scene.json --clearance 1 --verify").out.find("Verified: "),
              std::string::npos);
}

TEST_F(CheckProgram, verify_says_what_is_claimed) {
    folder.write("answers.json",
                 run_shell(folder, "check scene.json --exclude base:post --allow-depth 0.25 --json").out);
    const ProgramRun run = run_shell(folder, "verify answers.json scene.json");
    EXPECT_EQ(run.code, 0) << run.out << run.err;
    EXPECT_NE(run.out.find(" excluded by base:post"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find(", depths to 0.25 allowed."), std::string::npos) << run.out;
    auto parsed = nlohmann::json::parse(text_of(folder / "answers.json"));
    parsed.erase("check");
    folder.write("empty.json", parsed.dump());
    const ProgramRun empty = run_shell(folder, "verify empty.json scene.json");
    EXPECT_EQ(empty.code, 2);
    EXPECT_NE(empty.err.find("has no answers"), std::string::npos) << empty.err;
}

TEST_F(CheckProgram, groups_of_the_command_line_stand_for_their_parts) {
    EXPECT_EQ(run_shell(folder, "check scene.json --group frame=base --group frame=post").code,
              1);  // groups alone leave out nothing
    EXPECT_EQ(
        run_shell(folder, "check scene.json --group frame=base --group frame=post --between groups").code, 0);
    EXPECT_EQ(
        run_shell(folder, "check scene.json --group 'frame=*' --group upper=post --between groups").code,
        1);  // the last counts
    EXPECT_EQ(run_shell(folder, "check scene.json --group frame=base --exclude @frame:@upper").code, 0);
    EXPECT_EQ(
        run_shell(folder, "check scene.json --group 'frame=@upper' --group frame=base --between groups").code,
        0);
    EXPECT_EQ(run_shell(folder, "check scene.json --group 'frame=?ase' --exclude @frame:@frame").code, 1);
    folder.write("groups.json",
                 with(kScene, R"("parts")", R"("exclusions": [{"a": "@frame", "b": "*"}], "parts")"));
    const ProgramRun run = run_shell(folder, "check groups.json --group frame=base");
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.err, "");  // the exclusion is no longer idle
}

TEST_F(CheckProgram, groups_that_undo_exclusions_are_reported) {
    folder.write("upper.json",
                 with(kScene, R"("parts")", R"("exclusions": [{"a": "@upper", "b": "base"}], "parts")"));
    EXPECT_EQ(run_shell(folder, "check upper.json").code, 0);
    const ProgramRun undone = run_shell(folder, "check upper.json --group frame=post");
    EXPECT_EQ(undone.code, 1);
    EXPECT_EQ(undone.err,
              "graze: warning: --group takes parts out of the group 'upper': what the file excludes by it no "
              "longer holds for them.\n");
    const ProgramRun same = run_shell(folder, "check upper.json --group upper=post");
    EXPECT_EQ(same.code, 0);
    EXPECT_EQ(same.err, "");
    EXPECT_EQ(run_shell(folder, "check scene.json --group frame=post").err,
              "");  // no exclusion names the group
}

TEST_F(CheckProgram, verify_takes_groups_from_the_answers) {
    const ProgramRun run =
        run_shell(folder, "check scene.json --group frame=base --group frame=post --between groups --json");
    folder.write("answers.json", run.out);
    const ProgramRun verified = run_shell(folder, "verify answers.json scene.json");
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
    EXPECT_NE(
        verified.out.find("1 pair excluded by being of one group, with the groups frame=base frame=post."),
        std::string::npos)
        << verified.out;
    folder.write("alone.json", run_shell(folder, "check scene.json --group rig=base --json").out);
    const ProgramRun alone = run_shell(folder, "verify alone.json scene.json");
    EXPECT_NE(alone.out.find("0 pairs excluded, with the groups rig=base."), std::string::npos) << alone.out;
    auto parsed = nlohmann::json::parse(run.out);
    parsed["check"]["options"]["groups"].erase(1);
    folder.write("less.json", parsed.dump());
    const ProgramRun less = run_shell(folder, "verify less.json scene.json");
    EXPECT_EQ(less.code, 1);
    EXPECT_NE(less.out.find("base / post: is missing in the list"), std::string::npos) << less.out;
    parsed["check"]["options"].erase("groups");
    parsed["check"]["options"]["exclude"] = {{{"a", "base"}, {"b", "post"}}};
    parsed["check"]["options"]["between"] = "all";
    folder.write("older.json", parsed.dump());
    EXPECT_EQ(run_shell(folder, "verify older.json scene.json").code, 0);
}

/// Shapes that are written in scenes are from the scenes.
TEST_F(CheckProgram, between_files_checks_parts_of_different_scenes) {
    io::Document one;
    one.parts = {part_of("left", Box{{1, 1, 1}}),
                 part_of("left twin", Box{{1, 1, 1}}, Pose::translation({0.5, 0, 0}))};
    io::Document two;
    two.parts = {part_of("right", Box{{1, 1, 1}}, Pose::translation({1, 0, 0}))};
    folder.write("one.json", io::to_json(one));
    folder.write("two.json", io::to_json(two));
    const ProgramRun run = run_shell(folder, "check one.json two.json --between files --json");
    EXPECT_EQ(run.code, 1);
    const auto parsed = nlohmann::json::parse(run.out);
    ASSERT_EQ(parsed["check"]["clashes"].size(), 2U);
    for (const auto& clash : parsed["check"]["clashes"]) EXPECT_EQ(clash["b"], "right");
    EXPECT_EQ(parsed["check"]["counts"]["pairs_excluded"], 1);
    folder.write("answers.json", run.out);
    const ProgramRun verified = run_shell(folder, "verify answers.json one.json two.json");
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
    EXPECT_NE(verified.out.find("excluded by being of one file"), std::string::npos) << verified.out;
}

TEST_F(CheckProgram, csv_has_a_row_for_each_finding_and_as_many_cells_as_the_head) {
    folder.write("odd.json", with(kScene, R"("base")", R"("ba\"s,e")"));
    const ProgramRun run = run_shell(folder, "check odd.json --clearance 1 --csv");
    EXPECT_EQ(run.code, 1);
    std::istringstream lines(run.out);
    std::vector<std::size_t> cells;
    for (std::string line; std::getline(lines, line);) {
        EXPECT_EQ(line.back(), '\r');
        bool quoted = false;
        std::size_t count = 1;
        for (const char c : line) {
            quoted ^= c == '"';
            count += c == ',' && !quoted ? 1 : 0;
        }
        EXPECT_FALSE(quoted);
        cells.push_back(count);
    }
    ASSERT_EQ(cells.size(), 3U);
    EXPECT_EQ(cells[0], 20U);
    EXPECT_TRUE(std::ranges::all_of(cells, [&](std::size_t count) { return count == cells[0]; }));
    EXPECT_NE(run.out.find("clash,\"ba\"\"s,e\",\"post\",overlapping,"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("near,\"post\",\"ball\",disjoint,"), std::string::npos) << run.out;
}

TEST_F(CheckProgram, the_effort_for_depths_is_an_option_and_is_named) {
    const ProgramRun quick = run_shell(folder, "check scene.json");
    EXPECT_NE(quick.out.find(", depths quick"), std::string::npos) << quick.out;
    EXPECT_NE(quick.out.find("escape [mm]"), std::string::npos) << quick.out;
    const ProgramRun tight = run_shell(folder, "check scene.json --depth tight");
    EXPECT_NE(tight.out.find(", depths tight"), std::string::npos) << tight.out;
    const ProgramRun answers = run_shell(folder, "check scene.json --depth tight --json");
    const nlohmann::json check = nlohmann::json::parse(answers.out).at("check");
    EXPECT_EQ(check.at("options").at("depth"), "tight");
    const nlohmann::json& depth = check.at("clashes").at(0).at("interference").at("depth");
    EXPECT_LE(depth[0], depth[1]);
    EXPECT_EQ(run_shell(folder, "check scene.json --depth huge").code, 2);
}

TEST_F(CheckProgram, reports_are_pages_of_their_own) {
    const ProgramRun run = run_shell(folder, "check scene.json --clearance 1 --report page.html");
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_NE(run.out.find("Report: page.html"), std::string::npos) << run.out;
    const std::string page = text_of(folder / "page.html");
    for (const char* word : {"<html", "post", "ball", "overlapping"})
        EXPECT_NE(page.find(word), std::string::npos) << word;
    const ProgramRun nowhere = run_shell(folder, "check scene.json --csv --report no/such/folder/page.html");
    EXPECT_EQ(nowhere.code, 2);
    EXPECT_EQ(line_count(nowhere.err), 1U) << nowhere.err;
}

TEST_F(CheckProgram, tables_keep_to_the_limit_and_a_reader_may_hang_up) {
    io::Document document;
    for (int i = 0; i < 40; ++i)
        document.parts.push_back(part_of(std::to_string(i), Sphere{1}, Pose::translation({0.5 * i, 0, 0})));
    folder.write("many.json", io::to_json(document));
    const ProgramRun run = run_shell(folder, "check many.json --limit 5");
    EXPECT_EQ(line_count(run.out), 1U + 5 + 1 + 1 + 1)
        << run.out;  // head, rows, how many more, space, summary
    EXPECT_NE(run.out.find("more: --limit 0 shows all."), std::string::npos);
    EXPECT_GT(line_count(run_shell(folder, "check many.json --limit 0").out), 100U);
    const ProgramRun cut = run_shell(folder, "check many.json --limit 0 --json | head -1");
    EXPECT_EQ(cut.err, "");
    EXPECT_EQ(cut.out, "{\n");
    EXPECT_EQ(run_shell(folder, "check many.json > /dev/full").code, 2);
}

TEST_F(CheckProgram, answers_are_the_same_for_every_number_of_threads) {
    folder.write("random.json", io::to_json(random_document(31, 30, 2.5)));
    const ProgramRun one = run_shell(folder, "check random.json --clearance 0.2 --json --threads 1");
    const ProgramRun many = run_shell(folder, "check random.json --clearance 0.2 --json --threads 4");
    EXPECT_EQ(one.code, 1);
    EXPECT_EQ(one.out, many.out);
    EXPECT_GT(one.out.size(), 1000U);
}

TEST_F(CheckProgram, idle_exclusions_of_a_scene_are_warned_of) {
    folder.write("idle.json",
                 with(kScene, R"("parts")", R"("exclusions": [{"a": "bolt*", "b": "nut*"}], "parts")"));
    const ProgramRun run = run_shell(folder, "check idle.json");
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(line_count(run.err), 1U);
    EXPECT_NE(run.err.find("warning: the exclusion bolt* : nut* matches no parts"), std::string::npos)
        << run.err;
}

TEST_F(CheckProgram, reports_overwrite_nothing_but_pages) {
    const ProgramRun own = run_shell(folder, "check scene.json --report scene.json");
    expect_user_error(own, "it would be lost");
    EXPECT_EQ(text_of(folder / "scene.json"), kScene);
    expect_user_error(run_shell(folder, "cast scene.json --report ./scene.json"), "it would be lost");
    EXPECT_EQ(text_of(folder / "scene.json"), kScene);
    expect_user_error(run_shell(folder, "check scene.json --report ''"), "a file needs a name");
    expect_user_error(run_shell(folder, "check scene.json --report="), "--report");
    folder.write("empty.html", "");
    for (const char* page : {"page.html", "page.html", "empty.html", "/dev/null"})
        EXPECT_EQ(run_shell(folder, std::string("check scene.json --report ") + page).code, 1) << page;
}

TEST_F(CheckProgram, reports_say_how_they_were_made) {
    EXPECT_EQ(
        run_shell(folder,
                  "check scene.json --clearance 1 --exclude 'post*:ball' --allow-touching --report page.html")
            .code,
        1);
    const std::string page = text_of(folder / "page.html");
    for (const char* words : {"graze check scene.json ", " --clearance 1 ",
                              " --exclude &#39;post*:ball&#39; ", " --allow-touching"})
        EXPECT_NE(page.find(words), std::string::npos) << words;
}

TEST_F(CheckProgram, names_with_colons_can_be_excluded) {
    folder.write("colon.json", with(kScene, R"("base")", R"("a:base")"));
    EXPECT_EQ(run_shell(folder, "check colon.json").code, 1);
    EXPECT_EQ(run_shell(folder, R"(check colon.json --exclude 'a\:base:post')").code, 0);
    EXPECT_EQ(run_shell(folder, R"(check colon.json --exclude 'post:a?base')").code, 0);
    const ProgramRun hint = run_shell(folder, "check colon.json --exclude a:base:post");
    expect_user_error(hint, R"(a ':' in a name is \:)");
    folder.write("answers.json",
                 run_shell(folder, R"(check colon.json --exclude 'a\:base:post' --json)").out);
    EXPECT_EQ(run_shell(folder, "verify answers.json colon.json").code, 0);
}

TEST_F(CheckProgram, short_options_that_are_not_there_are_named) {
    expect_user_error(run_shell(folder, "-x"), "'graze' has no option -x");
    expect_user_error(run_shell(folder, "check scene.json -v"), "'graze check' has no option -v");
}

TEST_F(CheckProgram, cad_files_without_a_reader_or_damaged_are_refused_in_one_line) {
    folder.write("shaft.step", "no STEP file");
    const ProgramRun version = run_shell(folder, "--version");
    const bool without = version.out.find("without CAD formats") != std::string::npos;
    EXPECT_TRUE(without || version.out.find("with CAD formats (Open CASCADE") != std::string::npos);
    expect_user_error(run_shell(folder, "check shaft.step"),
                      without ? "shaft.step: this graze was built without CAD formats" : "shaft.step: ");
}

}  // namespace
}  // namespace graze::test
