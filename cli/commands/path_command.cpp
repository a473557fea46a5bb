// graze path: whether motions of a robot are free, between the samples too, with a plot of the clearance.
#include <algorithm>
#include <atomic>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/core/function_ref.hpp>

#include "commands/command.hpp"
#include "robots/cell_inputs.hpp"
#include "robots/path_run.hpp"
#include "robots/path_words.hpp"
#include "text/progress.hpp"

namespace graze::cli {
namespace {

constexpr const char* kPathExamples = R"(Examples:
  graze path arm.urdf move.csv --scene cell.json                    how close does the robot come to anything?
  graze path arm.urdf move.csv --scene cell.json --clearance 0.02   does it stay clear by 20 mm?
  graze path arm.urdf *.csv --scene cell.json --allow base:table    several paths, a mounting that touches
  graze path arm.urdf move.csv --srdf arm.srdf --padding 0.005 --interpolation spline

The answer holds at every time of the motion, not at samples of it. With --clearance the goal is to decide
whether the path keeps that distance; without it the clearance itself is measured.
Exit codes: 0 free, 1 hit, 2 bad input or usage, 3 not decided within the tolerance.)";

struct PathCommand {
    CellInputs inputs;
    std::vector<std::string> paths;
    double clearance = -1;
    std::string goal;
    std::string interpolation;
    double tolerance = 1e-6;
    std::uint32_t max_cells = 0;
    std::size_t samples = 240;
    bool ignore_limits = false;
    bool no_verify = false;
    bool json = false;
    bool csv = false;
};

PathOptions search_options(const PathCommand& command) {
    PathOptions options;
    options.wanted = std::max(command.clearance, 0.0);
    const bool decide = command.goal.empty() ? command.clearance >= 0 : command.goal == "decide";
    options.goal = decide ? PathGoal::decide : PathGoal::measure;
    options.tolerance = command.tolerance;
    options.max_cells = command.max_cells;
    return options;
}

io::PathReadOptions path_options(const PathCommand& command, const io::PathProofInputs& inputs) {
    io::PathReadOptions options;
    if (!command.interpolation.empty())
        options.interpolation =
            command.interpolation == "spline" ? io::PathInterpolation::spline : io::PathInterpolation::linear;
    options.joints = inputs.reading.joints;
    return options;
}

/// All paths, each with its timeline where one is shown.
std::vector<PathRun> run_all(const PathCommand& command, const LoadedCell& cell,
                             std::vector<io::JointPathFile> files) {
    PathRunOptions options;
    options.search = search_options(command);
    options.verify = !command.no_verify;
    const bool one = files.size() == 1;
    if (one || command.json || command.csv) options.stretches = command.samples;
    const unsigned threads = command.inputs.reading.threads;
    options.threads = one ? threads : 1;
    std::vector<PathRun> runs(files.size());
    Progress progress("Proving");
    std::atomic<std::size_t> done = 0;
    parallel_for(files.size(), one ? 1 : threads, [&](std::size_t i) {
        runs[i] = run_path(cell.cell, command.paths[i], std::move(files[i]), options);
        progress.at(static_cast<double>(++done) / static_cast<double>(files.size()));
    });
    return runs;
}

void print_answers(const PathCommand& command, const std::vector<PathRun>& runs, const LoadedCell& cell,
                   const io::PathProofInputs& inputs) {
    const PathOptions options = search_options(command);
    if (command.json) return print(path_json(runs, cell, inputs, options));
    if (command.csv) return print(path_csv(runs, cell.cell));
    for (const PathRun& run : runs) print(path_text(run, cell, options));
}

/// A hit is a hit, whatever else is not decided.
Exit exit_code(const std::vector<PathRun>& runs) {
    const auto any = [&](PathAnswer answer) {
        return std::ranges::any_of(runs, [&](const PathRun& run) { return run.answer().answer == answer; });
    };
    if (any(PathAnswer::hit)) return Exit::findings;
    return any(PathAnswer::open) ? Exit::undecided : Exit::clean;
}

Exit run(const PathCommand& command) {
    io::PathProofInputs inputs = proof_inputs(command.inputs);
    const LoadedCell cell = load_cell(inputs, command.inputs.allowed);
    const io::PathReadOptions reading = path_options(command, inputs);
    std::vector<io::JointPathFile> files;
    for (const std::string& path : command.paths)
        files.push_back(load_path(path, cell.robot, reading, !command.ignore_limits));
    const std::vector<PathRun> runs = run_all(command, cell, std::move(files));
    inputs.path = command.paths.front();
    inputs.interpolation = reading.interpolation;
    inputs.wanted = std::max(command.clearance, 0.0);
    print_answers(command, runs, cell, inputs);
    return exit_code(runs);
}

void declare_search(CLI::App& app, PathCommand& command) {
    app.add_option("--clearance", command.clearance, "The distance that the path is to keep. Default: 0")
        ->type_name("D")
        ->check(refuse_negative);
    app.add_option("--goal", command.goal,
                   "Decide whether the clearance is kept (default with --clearance), or measure it (default "
                   "without)")
        ->type_name("decide|measure")
        ->check(CLI::IsMember({"decide", "measure"}));
    app.add_option("--interpolation", command.interpolation,
                   "Between waypoints: straight, or a smooth curve. Default: as the file has it")
        ->type_name("linear|spline")
        ->check(CLI::IsMember({"linear", "spline"}));
    app.add_flag("--ignore-limits", command.ignore_limits, "Examine paths beyond the limits of joints too");
    app.add_option("--tolerance", command.tolerance,
                   "Where bodies move by less, relative to the reach of the robot, the search ends (default "
                   "1e-6)")
        ->type_name("SHARE")
        ->check(refuse_not_positive);
    app.add_option("--max-stretches", command.max_cells,
                   "Stretches of time to examine before the answer is that it is open. Default: a million")
        ->type_name("N")
        ->check(CLI::Range(1U, 4'000'000'000U));
    app.add_flag("--no-verify", command.no_verify, "Leave out the proof and its check: faster");
}

}  // namespace

void declare_path(CLI::App& tool, Action& chosen) {
    CLI::App* app = tool.add_subcommand("path", "Is a motion of a robot free, at every time of it");
    const auto command = std::make_shared<PathCommand>();
    declare_robot(*app, command->inputs.robot);
    app->add_option("PATH", command->paths, "Paths of its joints: CSV or JSON")->required();
    declare_search(*app, *command);
    app->add_option("--samples", command->samples, "Stretches of the timeline. Default: 240")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}));
    CLI::Option* csv = app->add_flag("--csv", command->csv, "The timelines as comma-separated values");
    app->add_flag("--json", command->json, "The answers and timelines")->excludes(csv);
    declare_cell(*app, command->inputs);
    app->footer(kPathExamples);
    app->callback([&chosen, command] { chosen = [command] { return run(*command); }; });
}

}  // namespace graze::cli
