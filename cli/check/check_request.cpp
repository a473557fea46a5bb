#include "check/check_request.hpp"

#include <tuple>

#include <CLI/CLI.hpp>

#include "baseline/baseline.hpp"
#include "commands/command.hpp"
#include "pair_options.hpp"
#include "report/report_page.hpp"

namespace graze::cli {
namespace {

constexpr std::size_t kCurveSegments =
    4000;  // of each clash in a picture: a curve on the screen has fewer pixels

PairSelection pair_selection(const std::string& among) {
    if (among == "files") return PairSelection::different_origins;
    return among == "groups" ? PairSelection::different_groups : PairSelection::all;
}

void declare_pairs(CLI::App& command, CheckRequest& request) {
    command
        .add_option("--clearance", request.clearance,
                    "Also list pairs that are no farther apart than this length")
        ->type_name("D")
        ->check(refuse_negative);
    command.add_flag("--all-distances", request.options.all_distances,
                     "List the distance of every disjoint pair");
    command.add_option("--exclude", request.exclusions, "Leave out pairs of parts; may be repeated")
        ->type_name("A:B")
        ->take_all()
        ->allow_extra_args(false);
    command
        .add_option("--group", request.groups,
                    "Put parts into a group, for --exclude and --between; may be repeated, the last counts")
        ->type_name("NAME=PATTERN")
        ->take_all()
        ->allow_extra_args(false);
    command
        .add_option("--between", request.among,
                    "Test all pairs (default), or only those of different files or groups")
        ->type_name("all|files|groups")
        ->check(CLI::IsMember({"all", "files", "groups"}));
}

void declare_findings(CLI::App& command, CheckRequest& request) {
    command.add_flag(
        "--allow-touching", request.options.allow_touching,
        "Allow parts that touch without a common interior, and parts of CAD files that may do so");
    command
        .add_option("--allow-depth", request.options.allow_depth,
                    "Allow overlaps that are certainly no deeper than this length")
        ->type_name("D")
        ->check(refuse_negative);
    command
        .add_option(
            "--accept", request.baseline,
            "Accepted findings, written by 'graze accept': only new and worse ones are listed and fail")
        ->type_name("BASELINE");
    command
        .add_option("--fail-on", request.fail_on,
                    "What makes the exit code 1; by default all requested findings; with possible also "
                    "parts inside of open meshes")
        ->type_name("clash|clearance|possible|never")
        ->check(CLI::IsMember({"clash", "clearance", "possible", "never"}));
}

void declare_effort(CLI::App& command, CheckRequest& request) {
    command
        .add_option("--depth", request.effort,
                    "How tight interferences and escape distances of meshes are bounded: in milliseconds "
                    "(default), or within 1 % where about 0.1 s suffices")
        ->type_name("quick|tight")
        ->check(CLI::IsMember({"quick", "tight"}));
}

void declare_output(CLI::App& command, CheckRequest& request) {
    CLI::Option* csv = command.add_flag("--csv", request.csv, "Findings as comma-separated values");
    command.add_flag("--json", request.json, "Every answer with its proof, for 'graze verify'")
        ->excludes(csv);
    command
        .add_flag("--stats", request.options.count_cascade,
                  "What the check cost: pairs, boxes and primitives, and the time of each stage")
        ->excludes(csv);
    declare_report(command, request.report, "Write a page with the findings, in 3D");
    declare_exports(command, request.exports);
    command.add_flag("--verify", request.verify, "Check every answer by separate code that uses no solver");
    command.add_option("--limit", request.limit, "Rows of each table; 0: all. Default: 100")
        ->type_name("N")
        ->check(refuse_not_whole);
}

}  // namespace

void declare_check_options(CLI::App& command, CheckRequest& request) {
    declare_inputs(command, request.inputs);
    declare_pairs(command, request);
    declare_findings(command, request);
    declare_effort(command, request);
    declare_output(command, request);
}

FailOn fail_on(const CheckRequest& request) {
    const bool clearance = request.clearance >= 0;
    if (request.fail_on == "never") return FailOn::never;
    if (request.fail_on == "clash") return FailOn::clash;
    if (request.fail_on == "possible") return FailOn::possible;
    if (request.fail_on == "clearance" && !clearance)
        throw UserError{"--fail-on clearance needs --clearance D: the smallest allowed distance"};
    return clearance ? FailOn::clearance : FailOn::clash;
}

AssemblyOptions check_options(const CheckRequest& request) {
    AssemblyOptions options = request.options;
    if (request.clearance >= 0) options.clearance = request.clearance;
    options.pairs = pair_selection(request.among);
    if (request.effort == "tight") options.depth = DepthEffort::tight;
    options.threads = request.inputs.threads;
    options.open_meshes = request.inputs.solids != "never";  // then all meshes are requested as surfaces
    if (!request.report.empty() || wants_curves(request.exports)) options.curve_limit = kCurveSegments;
    std::ignore = fail_on(request);
    std::ignore = groups_from(request.groups);
    std::ignore = exclusions_from(request.exclusions);
    if (!request.baseline.empty()) std::ignore = read_baseline(request.baseline);
    refuse_to_overwrite(request.report);
    refuse_lost_files(request.exports, request.inputs.files, request.report);
    return options;
}

}  // namespace graze::cli
