// graze path: whether motions of a robot are free, between the samples too, with a plot of the clearance.
#include <algorithm>
#include <atomic>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/core/function_ref.hpp>

#include "commands/command.hpp"
#include "output_file.hpp"
#include "report/clearance_svg.hpp"
#include "report/path_report.hpp"
#include "report/report_page.hpp"
#include "robots/cell_inputs.hpp"
#include "robots/path_run.hpp"
#include "robots/path_words.hpp"
#include "text/plain_text.hpp"
#include "text/progress.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kPathExamples = R"(Examples:
  graze path arm.urdf move.csv --scene cell.json                    how close does the robot come to anything?
  graze path arm.urdf move.csv --scene cell.json --clearance 0.02   does it stay clear by 20 mm?
  graze path arm.urdf *.csv --scene cell.json --allow base:table    several paths, a mounting that touches
  graze path arm.urdf move.csv --srdf arm.srdf --padding 0.005 --interpolation spline
  graze path arm.urdf move.csv --scene cell.json --report move.html a page with the moving robot and the plot
  graze path arm.urdf move.csv --scene cell.json --proof move.json && graze verify move.json

The answer holds at every time of the motion, not at samples of it. With --clearance the goal is to decide
whether the path keeps that distance; without it the clearance itself is measured.
Exit codes: 0 free, 1 hit, 2 bad input or usage, 3 not decided within the tolerance, or not verified.)";

struct PathCommand {
    CellInputs inputs;
    std::vector<std::string> paths;
    double clearance = -1;
    std::string goal;
    std::string interpolation;
    double tolerance = 1e-6;
    std::uint32_t max_cells = 0;
    std::size_t samples = 240;
    std::string proof;   ///< Empty: none.
    std::string report;  ///< Empty: none.
    std::string plot;    ///< Empty: none.
    std::string given;   ///< The options, as they were given.
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

void refuse_contradictions(const PathCommand& command) {
    if (command.paths.size() > 1 && !command.proof.empty())
        throw UserError{"--proof is for one path. Give the paths one by one"};
    if (command.paths.size() > 1 && (!command.report.empty() || !command.plot.empty()))
        throw UserError{"--report and --plot are for one path. Give the paths one by one"};
    if (command.no_verify && !command.proof.empty())
        throw UserError{"--no-verify makes no proof. Leave it out, or --proof"};
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

void write_proof(const PathCommand& command, const io::PathProofInputs& inputs, const LoadedCell& cell,
                 const PathRun& run) {
    io::PathProof proof{.inputs = inputs, .certificate = run.certificate};
    proof.resting = cell.cell.model().resting;
    std::vector<std::string> files = inputs.scenes;
    files.insert(files.end(), {inputs.robot, inputs.path});
    if (inputs.reading.semantic) files.push_back(inputs.reading.semantic->string());
    for (const std::string& each : files) {
        if (const auto sum = io::checksum_of(each)) proof.inputs.checksums[each] = *sum;
    }
    for (const CellBody& body : cell.cell.model().bodies) proof.bodies.push_back(body.name);
    write_output(command.proof, io::to_json(proof), "the proof");
}

void write_pictures(const PathCommand& command, const PathRun& run, const LoadedCell& cell) {
    if (command.report.empty() && command.plot.empty()) return;
    Inputs inputs = command.inputs.reading;
    inputs.files = {command.inputs.robot, command.paths.front()};
    const ReportData data =
        path_report(run, cell, search_options(command), command_text("path", inputs, command.given));
    if (!command.report.empty()) write_page(data, inputs, command.report);
    if (command.plot.empty()) return;
    if (!data.clearance) throw UserError{"--plot: the cell has nothing to test. Give --scene"};
    write_output(command.plot, clearance_svg(*data.clearance, data.unit), "the plot");
}

void print_answers(const PathCommand& command, const std::vector<PathRun>& runs, const LoadedCell& cell,
                   const io::PathProofInputs& inputs) {
    const PathOptions options = search_options(command);
    if (command.json) return print(path_json(runs, cell, inputs, options));
    if (command.csv) return print(path_csv(runs, cell.cell));
    for (const PathRun& run : runs) print(path_text(run, cell, options));
    if (!command.proof.empty()) print("Proof: " + legible(command.proof) + "\n");
    if (!command.plot.empty()) print("Plot: " + legible(command.plot) + "\n");
    if (!command.report.empty()) print("Report: " + legible(command.report) + "\n");
}

/// What is excluded because it never touches within the limits may touch beyond them.
void note_beyond_limits(const std::vector<io::JointPathFile>& files, const LoadedRobot& robot) {
    const std::size_t pairs = never_pairs(robot.file.robot);
    const bool beyond = std::ranges::any_of(
        files, [&](const io::JointPathFile& file) { return !file.path.check(robot.robot).has_value(); });
    if (pairs > 0 && beyond)
        print_note(
            fmt::format("the path goes beyond the limits of joints: {} disabled as 'Never', and not "
                        "tested, may touch there",
                        count_text(pairs, "pair")));
}

Exit run(const PathCommand& command) {
    refuse_contradictions(command);
    refuse_to_overwrite(command.report);
    io::PathProofInputs inputs = proof_inputs(command.inputs);
    const LoadedCell cell = load_cell(inputs, command.inputs.allowed);
    const io::PathReadOptions reading = path_options(command, inputs);
    std::vector<io::JointPathFile> files;
    for (const std::string& path : command.paths)
        files.push_back(load_path(path, cell.robot, reading, !command.ignore_limits));
    note_beyond_limits(files, cell.robot);
    const std::vector<PathRun> runs = run_all(command, cell, std::move(files));
    inputs.path = command.paths.front();
    inputs.interpolation = reading.interpolation;
    inputs.wanted = std::max(command.clearance, 0.0);
    if (!command.proof.empty()) write_proof(command, inputs, cell, runs.front());
    write_pictures(command, runs.front(), cell);
    print_answers(command, runs, cell, inputs);
    return exit_of(runs);
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
    app->add_option("--proof", command->proof, "Write the proof, for 'graze verify'")->type_name("FILE.json");
    app->add_option("--plot", command->plot, "Write the clearance over time as a picture")
        ->type_name("FILE.svg");
    declare_report(*app, command->report, "Write a page with the moving robot, in 3D, and the clearance");
    declare_cell(*app, command->inputs);
    app->footer(kPathExamples);
    app->callback([&chosen, command, app] {
        command->given = given_options(*app);
        chosen = [command] { return run(*command); };
    });
}

}  // namespace graze::cli
