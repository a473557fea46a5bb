// graze check: which parts of an assembly clash, how deep and where, and which of the others come close.
#include <cstdio>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "answers/answers.hpp"
#include "answers/fingerprint.hpp"
#include "answers/verify_answers.hpp"
#include "check_document.hpp"
#include "check_output.hpp"
#include "commands/command.hpp"
#include "inputs.hpp"
#include "pair_options.hpp"
#include "report/assembly_report.hpp"
#include "report/report_page.hpp"
#include "text/cascade_text.hpp"
#include "text/plain_text.hpp"
#include "text/progress.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kCheckExamples = R"(Examples:
  graze check frame.stl arm.stl                    do these parts clash?
  graze check cell.json --clearance 0.005          and which come closer than 5 mm, in a scene of metres?
  graze check parts.glb --unit-scale 0.001         a file of millimetres
  graze check housing.step shaft.step              CAD files, where graze is built with them
  graze check arm.urdf --joint elbow=1.57 --srdf arm.srdf
  graze check cell.json --exclude 'bolt*:plate*' --allow-touching
  graze check cell.json --group 'rig=rail*' --group 'rig=foot*' --between groups     nothing between rails and feet
  graze check cell.json --report clashes.html      a page with a 3D view
  graze check cell.json --fail-on never --csv > clashes.csv
  graze check cell.json --stats                    and what the check cost, stage by stage
  graze check cell.json --fail-on possible         also when a part is inside of a mesh that is not closed
  graze check cell.json --json > answers.json && graze verify answers.json cell.json

Patterns of --exclude and --group name parts by * and ?, groups by @NAME; \: is a colon in a name.
Exit codes: 0 clean, 1 findings, 2 bad input or usage.)";

enum class FailOn : std::uint8_t { clash, clearance, possible, never };

struct Asked {
    Inputs inputs;
    AssemblyOptions options;
    std::vector<std::string> groups;
    std::vector<std::string> exclusions;
    std::string among = "all";
    std::string fail_on;
    std::size_t limit = 100;
    double clearance = -1;
    std::string report;
    std::string given;  ///< The options, as they were given.
    bool csv = false;
    bool json = false;
    bool verify = false;
};

constexpr std::size_t kCurveSegments =
    4000;  // of each clash in a report: a curve on the screen has fewer pixels

PairSelection pair_selection(const std::string& among) {
    if (among == "files") return PairSelection::different_origins;
    return among == "groups" ? PairSelection::different_groups : PairSelection::all;
}

FailOn fail_on(const Asked& asked) {
    if (asked.fail_on == "never") return FailOn::never;
    if (asked.fail_on == "clash") return FailOn::clash;
    if (asked.fail_on == "possible") return FailOn::possible;
    if (asked.fail_on == "clearance" && !asked.options.clearance)
        throw UserError{"--fail-on clearance needs --clearance D: the smallest allowed distance"};
    return asked.options.clearance ? FailOn::clearance : FailOn::clash;
}

Exit exit_code(const AssemblyFindings& result, const AssemblyOptions& options, FailOn fail) {
    if (fail == FailOn::never) return Exit::clean;
    if (!result.clashes.empty()) return Exit::findings;
    if (!result.undecided.empty() && !options.allow_touching) return Exit::findings;
    if (fail == FailOn::possible && !result.possibly_inside.empty()) return Exit::findings;
    const bool close = fail != FailOn::clash && options.clearance && !result.near_misses.empty() &&
                       result.near_misses.front().separation.distance.lower <= *options.clearance;
    return close ? Exit::findings : Exit::clean;
}

/// Checks every answer by separate code. An answer that it does not prove is a fault of this program, and
/// nothing can be concluded then.
std::string verified(const Answers& answers, const io::Document& document) {
    VerifyReport report;
    const auto add = [&](const VerifyReport& each) {
        if (!each.faults.empty())
            throw UserError{"an answer could not be verified: " + each.faults.front() +
                            ". Please report this"};
        report.proofs += each.proofs;
    };
    Progress progress("Verifying");
    const AssemblyFindings& result = answers.result;
    const std::size_t count = result.clashes.size() + result.allowed.size() + result.near_misses.size() +
                              result.possibly_inside.size();
    std::size_t done = 0;
    const auto step = [&] { progress.at(static_cast<double>(++done) / static_cast<double>(count)); };
    for (const std::vector<Clash>* list : {&result.clashes, &result.allowed}) {
        for (const Clash& clash : *list) add(verify_clash(clash, clash, document)), step();
    }
    for (const NearMiss& near : result.near_misses) add(verify_near_miss(near, near, document)), step();
    for (const PossiblyInside& found : result.possibly_inside)
        add(verify_possible(found, found, document)), step();
    return fmt::format("Verified: {} proofs hold.\n", report.proofs);
}

/// Warns about exclusions of the scene that match no part. They are not an error, because the scene may be
/// one of many.
void warn_of_idle(const io::Document& document) {
    const PairRules rules = io::pair_rules(document);
    for (const std::size_t i : rules.idle()) {
        const Exclusion& idle = document.exclusions[i];
        std::fprintf(stderr, "graze: warning: the exclusion %s matches no parts.\n",
                     shortened(idle.a + " : " + idle.b, 200).c_str());
    }
}

/// Groups of the command line, with warnings about exclusions that no longer apply.
void group_parts(const std::vector<GroupRule>& rules, io::Document& document) {
    if (rules.empty()) return;
    const io::Document before = document;
    add_groups(rules, document);
    for (const std::string& group : groups_left(before, document)) {
        std::fprintf(stderr,
                     "graze: warning: --group takes parts out of the group '%s': what the file excludes by "
                     "it no longer holds for them.\n",
                     shortened(group, 100).c_str());
    }
}

/// A note in every format of the output: a part inside of an open mesh is no clash, but users must know of
/// it.
void print_possible(const io::Document& document, const AssemblyFindings& result) {
    if (result.possibly_inside.empty()) return;
    const PossiblyInside& first = result.possibly_inside.front();
    const bool a_inside = first.relation == Relation::a_inside_b;
    const std::string& inner = document.parts[a_inside ? first.a : first.b].name;
    const io::Part& outer = document.parts[a_inside ? first.b : first.a];
    std::string note =
        fmt::format("{} possibly inside (open mesh): '{}' seems to be inside of '{}', which is not closed",
                    count_text(result.possibly_inside.size(), "pair is", "pairs are"), inner, outer.name);
    if (!outer.file.empty()) note += ". To close it: graze doctor " + outer.file;
    std::fprintf(stderr, "graze: note: %s.\n", shortened(note, note.size()).c_str());
}

void write(const Asked& asked, const Answers& answers, const io::Document& document) {
    if (asked.json)
        print(to_text(answers, document));
    else if (asked.csv)
        print(check_csv(document, answers.result));
    else
        print(check_table(document, answers.result, asked.options, {asked.limit, terminal_width()}));
    if (asked.options.count_cascade && !asked.json && !asked.csv)
        print("\n" + cascade_table(answers.result.statistics.cascade, terminal_width()));
    if (asked.verify) {
        const std::string line = verified(answers, document);
        if (!asked.json && !asked.csv) print(line);
    }
    if (asked.report.empty()) return;
    write_page(assembly_report(document, answers.result, asked.options,
                               command_text("check", asked.inputs, asked.given)),
               asked.inputs, asked.report);
    if (!asked.json && !asked.csv) print("Report: " + legible(asked.report) + "\n");
}

Exit check(Asked asked) {
    if (asked.clearance >= 0) asked.options.clearance = asked.clearance;
    asked.options.pairs = pair_selection(asked.among);
    asked.options.threads = asked.inputs.threads;
    asked.options.open_meshes = asked.inputs.solids != "never";  // then all meshes are requested as surfaces
    if (!asked.report.empty()) asked.options.curve_limit = kCurveSegments;
    const FailOn fail = fail_on(asked);
    refuse_to_overwrite(asked.report);
    Answers answers;
    answers.groups = groups_from(asked.groups);
    answers.exclusions = exclusions_from(asked.exclusions);
    auto [document, files, cad] = load_files(asked.inputs);
    answers.files = std::move(files);
    group_parts(answers.groups, document);
    warn_of_idle(document);
    answers.options = asked.options;
    const std::vector<Exclusion> own = document.exclusions;
    add_exclusions(answers.exclusions, document);
    {
        Progress progress("Checking");
        answers.result = check_refined(document, answers.files, asked.options, cad,
                                       [&](double share) { progress.at(share); });
    }
    answers.finer = cad.finer();
    if (asked.json) {
        std::vector<Exclusion> all = std::exchange(document.exclusions, own);
        answers.fingerprint = fingerprint(document);  // of what the files hold
        document.exclusions = std::move(all);
    }
    print_possible(document, answers.result);
    write(asked, answers, document);
    return exit_code(answers.result, asked.options, fail);
}

}  // namespace

void declare_check(CLI::App& tool, Action& chosen) {
    CLI::App* check_app =
        tool.add_subcommand("check", "Which parts of an assembly clash, how deep, where; which come close");
    const auto asked = std::make_shared<Asked>();
    declare_inputs(*check_app, asked->inputs);
    check_app
        ->add_option("--clearance", asked->clearance,
                     "Also list pairs that are no farther apart than this length")
        ->type_name("D")
        ->check(refuse_negative);
    check_app->add_flag("--all-distances", asked->options.all_distances,
                        "List the distance of every disjoint pair");
    check_app->add_option("--exclude", asked->exclusions, "Leave out pairs of parts; may be repeated")
        ->type_name("A:B")
        ->take_all()
        ->allow_extra_args(false);
    check_app
        ->add_option("--group", asked->groups,
                     "Put parts into a group, for --exclude and --between; may be repeated, the last counts")
        ->type_name("NAME=PATTERN")
        ->take_all()
        ->allow_extra_args(false);
    check_app
        ->add_option("--between", asked->among,
                     "Test all pairs (default), or only those of different files or groups")
        ->type_name("all|files|groups")
        ->check(CLI::IsMember({"all", "files", "groups"}));
    check_app->add_flag(
        "--allow-touching", asked->options.allow_touching,
        "Allow parts that touch without a common interior, and parts of CAD files that may do so");
    check_app
        ->add_option("--allow-depth", asked->options.allow_depth,
                     "Allow overlaps that are certainly no deeper than this length")
        ->type_name("D")
        ->check(refuse_negative);
    CLI::Option* csv = check_app->add_flag("--csv", asked->csv, "Findings as comma-separated values");
    check_app->add_flag("--json", asked->json, "Every answer with its proof, for 'graze verify'")
        ->excludes(csv);
    check_app
        ->add_flag("--stats", asked->options.count_cascade,
                   "What the check cost: pairs, boxes and primitives, and the time of each stage")
        ->excludes(csv);
    declare_report(*check_app, asked->report, "Write a page with the findings, in 3D");
    check_app->add_flag("--verify", asked->verify, "Check every answer by separate code that uses no solver");
    check_app
        ->add_option("--fail-on", asked->fail_on,
                     "What makes the exit code 1; by default all requested findings; with possible also "
                     "parts inside of open meshes")
        ->type_name("clash|clearance|possible|never")
        ->check(CLI::IsMember({"clash", "clearance", "possible", "never"}));
    check_app->add_option("--limit", asked->limit, "Rows of each table; 0: all. Default: 100")
        ->type_name("N")
        ->check(refuse_not_whole);
    check_app->footer(kCheckExamples);
    check_app->callback([&chosen, asked, check_app] {
        asked->given = given_options(*check_app);
        chosen = [asked] { return check(*asked); };
    });
}

}  // namespace graze::cli
