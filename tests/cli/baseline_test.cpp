// Accepted findings: graze accept, graze check --accept, graze diff, graze watch.
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/run_program.hpp"

namespace graze::test {
namespace {

using nlohmann::json;

/// A plate with two pins in it, and a cover at some height above.
std::string scene(double depth, double cover, const std::string& more = {}) {
    std::ostringstream text;
    text << R"({"format": "graze-scene", "version": 1, "unit": "mm", "parts": [
  {"name": "plate", "shape": {"type": "box", "half_extents": [50, 50, 5]}},
  {"name": "pin 1", "shape": {"type": "box", "half_extents": [1, 1, 10]}, "pose": {"position": [-20, 0, )"
         << 15 - depth << R"(]}},
  {"name": "pin 2", "shape": {"type": "box", "half_extents": [1, 1, 10]}, "pose": {"position": [20, 0, 13]}},
  {"name": "cover", "shape": {"type": "box", "half_extents": [5, 5, 1]}, "pose": {"position": [0, 0, )"
         << 6 + cover << "]}}" << more << "]}";
    return text.str();
}

class BaselineProgram : public testing::Test {
protected:
    BaselineProgram() {
        folder.write("cell.json", scene(1, 0.4));
        expect_code(1, "check cell.json --clearance 0.5 --json > answers.json; exit 1");
        answers("answers.json");
        accept("--from answers.json --reason 'press fit' --by Ann");
    }
    void answers(const std::string& file) const {
        run_shell(folder, "check cell.json --clearance 0.5 --json");
        std::filesystem::copy_file(folder / ".out", folder / file,
                                   std::filesystem::copy_options::overwrite_existing);
    }
    void accept(const std::string& options) const {
        const ProgramRun run = run_shell(folder, "accept known.json " + options);
        EXPECT_EQ(run.code, 0) << run.err;
    }
    void expect_code(int code, const std::string& arguments) const {
        const ProgramRun run = run_shell(folder, arguments);
        EXPECT_EQ(run.code, code) << arguments << "\n" << run.out << run.err;
    }
    [[nodiscard]] ProgramRun check(const std::string& options = {}) const {
        return run_shell(folder, "check cell.json --clearance 0.5 --accept known.json " + options);
    }
    TemporaryFolder folder;
};

TEST_F(BaselineProgram, what_is_accepted_does_not_fail) {
    const ProgramRun run = check();
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("By known.json: 0 new, 0 worse, 3 accepted."), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("pin 1"), std::string::npos) << run.out;
}

TEST_F(BaselineProgram, worse_and_new_findings_fail_and_are_listed) {
    folder.write("cell.json", scene(1.2, 0.4));
    ProgramRun run = check();
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.out.find("By known.json: 0 new, 1 worse, 2 accepted."), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("interference 1 mm"), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("pin 2"), std::string::npos) << run.out;
    folder.write("cell.json",
                 scene(0.8, 0.4, R"(, {"name": "nut", "shape": {"type": "sphere", "radius": 2}})"));
    run = check();
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.out.find("By known.json: 1 new, 0 worse, 3 accepted."), std::string::npos) << run.out;
    EXPECT_EQ(check("--fail-on never").code, 0);
}

TEST_F(BaselineProgram, a_gap_that_closes_is_worse) {
    folder.write("cell.json", scene(1, 0.3));
    EXPECT_EQ(check().code, 1);
    EXPECT_EQ(check("--fail-on clash").code, 0);
    folder.write("cell.json", scene(1, -0.1));
    EXPECT_EQ(check("--fail-on clash").code, 1);
    folder.write("cell.json", scene(1, 0.45));
    EXPECT_EQ(check().code, 0);
}

TEST_F(BaselineProgram, what_is_gone_is_named_and_can_be_forgotten) {
    folder.write("cell.json", scene(-0.6, 0.4));
    const ProgramRun run = check();
    EXPECT_EQ(run.code, 0);
    EXPECT_NE(run.out.find("1 accepted pair is no longer found: 'pin 1' and 'plate'"), std::string::npos)
        << run.out;
    answers("answers.json");
    accept("--from answers.json --prune");
    EXPECT_EQ(json::parse(text_of(folder / "known.json")).at("accepted").size(), 2U);
    EXPECT_EQ(check().out.find("no longer"), std::string::npos);
}

TEST_F(BaselineProgram, every_output_has_the_states) {
    folder.write("cell.json", scene(1.2, 0.4));
    const json found = json::parse(check("--json").out).at("check").at("baseline");
    EXPECT_EQ(found.at("counts").at("worse"), 1);
    EXPECT_EQ(found.at("counts").at("accepted"), 2);
    EXPECT_EQ(found.at("findings").size(), 3U);
    EXPECT_EQ(found.at("findings").at(0).at("state"), "accepted");
    EXPECT_EQ(found.at("findings").at(1).at("state"), "worse");
    EXPECT_EQ(found.at("findings").at(1).at("accepted").at("by"), "Ann");
    const std::string csv = check("--csv").out;
    EXPECT_NE(csv.find(",state,reason\r\n"), std::string::npos) << csv;
    EXPECT_NE(csv.find(",worse,\"press fit\"\r\n"), std::string::npos) << csv;
    EXPECT_EQ(check("--report page.html --junit found.xml --sarif found.sarif").code, 1);
    const std::string junit = text_of(folder / "found.xml");
    EXPECT_NE(junit.find("failures=\"1\""), std::string::npos) << junit;
    EXPECT_NE(junit.find("press fit (Ann"), std::string::npos) << junit;
    const json results = json::parse(text_of(folder / "found.sarif")).at("runs").at(0).at("results");
    ASSERT_EQ(results.size(), 3U);
    std::size_t suppressed = 0;
    std::size_t updated = 0;
    for (const json& result : results) {
        suppressed += result.contains("suppressions") ? 1 : 0;
        updated += result.at("baselineState") == "updated" ? 1 : 0;
    }
    EXPECT_EQ(suppressed, 2U);
    EXPECT_EQ(updated, 1U);
    const std::string page = text_of(folder / "page.html");
    EXPECT_NE(page.find("worse: overlapping"), std::string::npos);
    EXPECT_NE(page.find("worse than accepted: interference 1 mm, press fit (Ann"), std::string::npos);
}

TEST_F(BaselineProgram, findings_are_accepted_by_pattern_and_taken_back) {
    std::filesystem::remove(folder / "known.json");
    accept("--from answers.json --pair 'pin ?:plate' --reason thread --by Bob");
    const ProgramRun list = run_shell(folder, "accept known.json");
    EXPECT_EQ(line_count(list.out), 5U) << list.out;
    EXPECT_NE(list.out.find("thread"), std::string::npos);
    accept("--remove 'plate:pin 2'");
    EXPECT_EQ(json::parse(text_of(folder / "known.json")).at("accepted").size(), 1U);
    EXPECT_EQ(check("--fail-on clash").code, 1);
}

TEST_F(BaselineProgram, an_acceptance_keeps_its_reason_while_the_finding_stays) {
    accept("--from answers.json --reason other --by Bob");
    EXPECT_EQ(json::parse(text_of(folder / "known.json")).at("accepted").at(0).at("by"), "Ann");
    folder.write("cell.json", scene(2.5, 0.4));
    answers("answers.json");
    accept("--from answers.json --reason deeper --by Bob");
    const json known = json::parse(text_of(folder / "known.json")).at("accepted");
    EXPECT_EQ(known.size(), 3U);
    EXPECT_EQ(known.at(1).at("reason"), "deeper");
    EXPECT_EQ(known.at(2).at("reason"), "press fit");
}

TEST_F(BaselineProgram, a_tolerance_is_a_length) {
    accept("--tolerance 0.3");
    folder.write("cell.json", scene(1.2, 0.4));
    EXPECT_EQ(check().code, 0);
    folder.write("cell.json", scene(1.4, 0.4));
    EXPECT_EQ(check().code, 1);
}

TEST_F(BaselineProgram, bad_baselines_and_usage_are_one_line) {
    const std::string good = text_of(folder / "known.json");
    const auto expect_refused = [&](const std::string& piece, const std::string& other,
                                    const std::string& hint) {
        std::string text = good;
        const std::size_t at = text.find(piece);
        ASSERT_NE(at, std::string::npos) << piece;
        text.replace(at, piece.size(), other);
        folder.write("known.json", text);
        expect_user_error(check(), hint);
    };
    expect_refused("graze-baseline", "graze-answers", "graze-baseline");
    expect_refused("\"version\": 1", "\"version\": 2", "another version");
    expect_refused("\"mm\"", "\"m\"", "lengths cannot be compared");
    expect_refused("\"overlap\"", "\"over\"", "accepted[1].kind does not know the word");
    expect_refused("\"press fit\"", "\"\"", "reason is empty");
    expect_refused("\"tolerance\": null", "\"tolerance\": -1", "should be 0 or more");
    expect_refused("\"pin 2\"", "\"pin 1\"", "accepts 'pin 1' and 'plate' twice");
    folder.write("known.json", "{");
    expect_user_error(check(), "known.json");
    folder.write("known.json", good);
    expect_user_error(run_shell(folder, "check cell.json --accept missing.json"), "missing.json");
    expect_user_error(run_shell(folder, "accept missing.json"), "--from");
    expect_user_error(run_shell(folder, "accept known.json --from answers.json"), "--reason");
    expect_user_error(
        run_shell(folder, "accept known.json --from answers.json --pair 'bolt:plate' --reason x"),
        "matches no finding");
    expect_user_error(run_shell(folder, "accept known.json --remove nut"), "--remove 'nut' is not A:B");
    expect_user_error(run_shell(folder, "accept known.json --from cell.json --reason x"), "graze-answers");
    EXPECT_EQ(text_of(folder / "known.json"), good);
}

TEST_F(BaselineProgram, diff_lists_what_changed) {
    folder.write("cell.json",
                 scene(1.2, 0.6, R"(, {"name": "nut", "shape": {"type": "sphere", "radius": 2}})"));
    answers("new.json");
    ProgramRun run = run_shell(folder, "diff answers.json new.json");
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.out.find("1 new, 1 worse, 0 better, 1 gone, 1 the same."), std::string::npos) << run.out;
    EXPECT_EQ(run_shell(folder, "diff answers.json answers.json").code, 0);
    EXPECT_EQ(run_shell(folder, "diff new.json answers.json").code, 1);  // the gap is back
    EXPECT_EQ(run_shell(folder, "diff answers.json new.json --tolerance 0.5 --json").code, 1);
    run = run_shell(folder, "diff answers.json new.json --json");
    const json changes = json::parse(run.out);
    EXPECT_EQ(changes.at("counts").at("worse"), 1);
    EXPECT_EQ(changes.at("changes").size(), 4U);
    expect_user_error(run_shell(folder, "diff answers.json cell.json"), "graze-answers");
    expect_user_error(run_shell(folder, "diff answers.json nowhere.json"), "nowhere.json");
}

/// Waits until the text is in the file, at most ten seconds.
bool wait_for(const std::filesystem::path& file, const std::string& text) {
    for (int i = 0; i < 400; ++i) {
        if (text_of(file).find(text) != std::string::npos) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
    return false;
}

TEST_F(BaselineProgram, watch_tests_only_pairs_of_parts_that_changed) {
    ProgramRun run;
    std::thread watching(
        [&] { run = run_shell(folder, "watch cell.json --interval 0.02 --checks 3 --clearance 0.5"); });
    EXPECT_TRUE(wait_for(folder / ".out", "3 of 3 pairs tested"));
    folder.write("cell.json", "{ broken");
    EXPECT_TRUE(wait_for(folder / ".err", "Waiting for a change"));
    folder.write("cell.json", scene(1.5, 0.4));
    EXPECT_TRUE(wait_for(folder / ".out", "worse: pin 1 and plate"));
    folder.write("cell.json", scene(1.5, 0.6));
    watching.join();
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_NE(run.out.find("1 of 3 pairs tested"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("gone: cover and plate"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace graze::test
