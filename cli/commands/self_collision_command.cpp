// graze self-collision: which links of a robot can touch each other, with proofs for those that cannot.
#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/core/function_ref.hpp>

#include "commands/command.hpp"
#include "output_file.hpp"
#include "robots/cell_inputs.hpp"
#include "robots/self_collision_words.hpp"
#include "text/plain_text.hpp"
#include "text/table.hpp"

namespace graze::cli {
namespace {

constexpr const char* kSelfCollisionExamples = R"(Examples:
  graze self-collision arm.urdf                              which links can touch each other?
  graze self-collision arm.urdf --srdf-out arm.srdf          and a file that disables the pairs that never do
  graze self-collision arm.urdf --srdf old.srdf              what is wrong with a file that there is?
  graze self-collision arm.urdf --padding 0.01 --json        links within 10 mm count as touching

never: proven for all values of the joints within their limits. always: proven too. sometimes: with an example.
adjacent: joined by a joint, where contact is normal. unknown: no sample touches, and no proof was found.
Exit codes: 0 done, 1 the given file disables pairs that can touch, 2 bad input or usage.)";

struct SelfCollisionCommand {
    Inputs reading;
    std::string robot;
    SelfCollisionOptions options;
    std::string srdf_out;  ///< Empty: none.
    bool json = false;
    bool csv = false;
};

std::string reason_of(const RobotDescription& robot, const std::string& a, const std::string& b) {
    for (const ExcludedLinks& pair : robot.excluded) {
        if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a))
            return pair.reason.empty() ? "disabled" : pair.reason;
    }
    return {};
}

SelfCollisionRun examine(const SelfCollisionCommand& command, const LoadedRobot& robot) {
    SelfCollisionRun run;
    run.robot = &robot;
    run.compared = !command.reading.srdf.empty() || !robot.file.robot.excluded.empty();
    SelfCollisionMatrix matrix = self_collision_matrix(robot.robot, command.options);
    const auto links = robot.robot.links();
    for (SelfCollisionPair& pair : matrix.pairs) {
        std::string disabled = reason_of(robot.file.robot, links[pair.link_a].name, links[pair.link_b].name);
        run.pairs.push_back({std::move(pair), std::move(disabled), false});
    }
    parallel_for(run.pairs.size(), command.options.threads, [&](std::size_t i) {
        LinkPair& pair = run.pairs[i];
        const LinkContact contact = pair.found.contact;
        if (contact == LinkContact::never || contact == LinkContact::always)
            pair.verified = verify(pair.found, robot.robot);
    });
    return run;
}

void write_srdf(const SelfCollisionCommand& command, const SelfCollisionRun& run) {
    std::vector<SelfCollisionPair> pairs;
    for (const LinkPair& pair : run.pairs) pairs.push_back(pair.found);
    write_output(command.srdf_out, io::to_srdf(run.robot->robot, pairs), "the file");
}

Exit run_self_collision(SelfCollisionCommand command) {
    command.options.threads = command.reading.threads;
    const LoadedRobot robot = load_robot(command.robot, read_options(command.reading));
    const SelfCollisionRun run = examine(command, robot);
    if (!command.srdf_out.empty()) write_srdf(command, run);
    if (command.json) {
        print(self_collision_json(run, command.options, command.robot));
    } else if (command.csv) {
        print(self_collision_csv(run));
    } else {
        print(self_collision_text(run, command.options, terminal_width()));
        if (!command.srdf_out.empty()) print("SRDF: " + legible(command.srdf_out) + "\n");
    }
    const bool wrong = std::ranges::any_of(run.pairs, [](const LinkPair& pair) {
        return !pair.disabled.empty() && pair.found.contact == LinkContact::sometimes;
    });
    return wrong ? Exit::findings : Exit::clean;
}

}  // namespace

void declare_self_collision(CLI::App& tool, Action& chosen) {
    CLI::App* app =
        tool.add_subcommand("self-collision", "Which links of a robot can touch each other, with proofs");
    const auto command = std::make_shared<SelfCollisionCommand>();
    declare_robot(*app, command->robot);
    app->add_option("--srdf-out", command->srdf_out, "Write a file that disables the pairs proven so")
        ->type_name("FILE.srdf");
    app->add_option("--samples", command->options.samples, "Random configurations of a pair. Default: 20000")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000'000U));
    app->add_option("--max-boxes", command->options.max_boxes,
                    "Parts of the joints' ranges that a proof may have. Default: 200000")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000'000U));
    app->add_option("--padding", command->options.padding,
                    "Links count as touching when they are this close. Default: 0")
        ->type_name("D")
        ->check(refuse_negative);
    CLI::Option* csv = app->add_flag("--csv", command->csv, "The pairs as comma-separated values");
    app->add_flag("--json", command->json, "The pairs with examples")->excludes(csv);
    declare_reading(*app, command->reading);
    app->footer(kSelfCollisionExamples);
    app->callback([&chosen, command] { chosen = [command] { return run_self_collision(*command); }; });
}

}  // namespace graze::cli
