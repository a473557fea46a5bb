// graze cast: when do moving parts first hit something, with a timeline on the terminal.
#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "answers/answers.hpp"
#include "answers/fingerprint.hpp"
#include "cast.hpp"
#include "commands/command.hpp"
#include "inputs.hpp"
#include "report/assembly_report.hpp"
#include "report/cast_report.hpp"
#include "report/report_page.hpp"
#include "text/plain_text.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kCastExamples = R"(Examples:
  graze cast cell.json                        what do moving parts hit, and when?
  graze cast cell.json --tolerance 1e-9       times to more digits
  graze cast cell.json --report motion.html   a page to view it, in 3D, with a timeline to play
  graze cast cell.json --json > answers.json && graze verify answers.json cell.json

Time runs from 0 to 1 over the motions that the scene gives. Nothing touches before the lower end of an interval. By its upper end they do
(contact), or come closer than the tolerance, and whether they touch is not known (within tolerance). Where the budget of a search is reached
first, nothing is known of what happens behind the lower end (not decided).
Exit codes: 0 nothing is hit, 1 something is, 2 bad input or usage.)";

constexpr std::size_t kColumns = 50;  ///< Of the timeline.

struct CastCommand {
    Inputs inputs;
    CastOptions options;
    std::string report;  ///< Empty: none.
    std::string given;   ///< The options, as they were given.
    bool no_verify = false;
    bool json = false;
};

/// "=====X......": how far it comes before the time, and the moment.
std::string timeline(const Interval& time) {
    const auto column =
        static_cast<std::size_t>(std::clamp(std::floor(time.lower * kColumns), 0.0, kColumns - 1.0));
    return std::string(column, '=') + "X" + std::string(kColumns - 1 - column, '.');
}

/// How many pairs collide, and for how many it is not known.
std::string count_of(const std::vector<PartImpact>& impacts) {
    const auto open = static_cast<std::size_t>(std::ranges::count_if(
        impacts, [](const PartImpact& impact) { return is_undecided(impact.certified.impact); }));
    const std::size_t touching = impacts.size() - open;
    if (impacts.empty()) return "nothing is hit";
    if (open == 0) return count_text(touching, "pair collides", "pairs collide");
    const std::string may = count_text(open, "pair may collide", "pairs may collide");
    return touching == 0 ? may : count_text(touching, "pair collides", "pairs collide") + ", " + may;
}

/// The names, the one that moves first.
std::string pair_text(const io::Document& document, const PartImpact& impact) {
    const io::Part& a = document.parts[impact.a];
    const io::Part& b = document.parts[impact.b];
    const bool a_moves = !std::holds_alternative<std::monostate>(a.motion);
    const char* verb = is_undecided(impact.certified.impact) ? "may hit" : "hits";
    return a_moves ? fmt::format("{} {} {}", a.name, verb, b.name)
                   : fmt::format("{} {} {}", b.name, verb, a.name);
}

std::string_view checked_text(const PartImpact& impact, const CastCommand& command) {
    if (command.no_verify) return "";
    return impact.verified ? ", verified" : ", not proven by the separate check";
}

void print_answer(const io::Document& document, const CastAnswer& answer, const CastCommand& command) {
    print(fmt::format("{} of {} move: {}\n", answer.moving.size(), count_text(document.parts.size(), "part"),
                      count_of(answer.impacts)));
    if (answer.impacts.empty()) return;
    print(fmt::format("\n0{:>{}}\n", 1, kColumns - 1));
    for (const PartImpact& impact : answer.impacts)
        print(fmt::format("{}  {}\n", timeline(impact.certified.impact.time), pair_text(document, impact)));
    for (const PartImpact& impact : answer.impacts) {
        const Impact& hit = impact.certified.impact;
        print(fmt::format("\n{}\n", pair_text(document, impact)));
        print(fmt::format("  time    {}, {}{}\n", interval_text(hit.time), answer_text(hit),
                          checked_text(impact, command)));
        print(fmt::format("  point   {}\n", vector_text(hit.point)));
        print(fmt::format("  normal  {} from {} to {}\n", vector_text(hit.normal),
                          document.parts[impact.a].name, document.parts[impact.b].name));
        const auto lines = command.no_verify ? std::vector<std::string>{} : impact_words(impact);
        for (std::size_t i = 0; i < lines.size(); ++i)
            print(fmt::format("  {}   {}\n", i == 0 ? "proof" : "     ", lines[i]));
    }
}

void print_json(const io::Document& document, const CastAnswer& answer, const CastOptions& options) {
    Answers answers;
    answers.fingerprint = fingerprint(document);
    answers.checked = false;
    answers.cast = true;
    answers.cast_options = options;
    answers.impacts = answer;
    print(to_text(answers, document));
}

void report(const io::Document& document, const CastAnswer& answer, const CastCommand& command,
            const CastOptions& options) {
    ReportData data = document_report(document, io::assembly_of(document),
                                      command_text("cast", command.inputs, command.given));
    data.asked_clashes = false;
    data.facts = {{"parts that move", std::to_string(answer.moving.size()), ""},
                  {"tolerance", number_text(options.tolerance),
                   "of contact, relative to the larger part, and of times"}};
    add_cast(data, document, answer, options);
    write_page(std::move(data), command.inputs, command.report);
    if (!command.json) print("\nReport: " + legible(command.report) + "\n");
}

Exit run_cast(const CastCommand& command) {
    refuse_to_overwrite(command.report);
    const io::Document document = load(command.inputs);
    CastOptions options = command.options;
    options.threads = command.inputs.threads;
    options.verify = !command.no_verify;
    const CastAnswer answer = first_impacts(document, options);
    if (answer.moving.empty())
        throw UserError{command.inputs.files.front() +
                        ": no part has a motion. Give parts a \"motion\" in the scene"};
    command.json ? print_json(document, answer, options) : print_answer(document, answer, command);
    if (!command.report.empty()) report(document, answer, command, options);
    return answer.impacts.empty() ? Exit::clean : Exit::findings;
}

}  // namespace

void declare_cast(CLI::App& tool, Action& chosen) {
    CLI::App* app = tool.add_subcommand("cast", "When do moving parts first hit something");
    const auto command = std::make_shared<CastCommand>();
    declare_inputs(*app, command->inputs);
    app->add_option("--tolerance", command->options.tolerance,
                    "How close is contact, relative to the larger part, and as a time (default 1e-6)")
        ->check(refuse_not_positive)
        ->type_name("SHARE");
    app->add_flag("--no-verify", command->no_verify, "Leave out the proofs and their check: faster");
    app->add_flag("--json", command->json, "Every answer with its proof, for 'graze verify'");
    declare_report(*app, command->report, "Write a page to view motions and impacts, in 3D, with a timeline");
    app->footer(kCastExamples);
    app->callback([&chosen, command, app] {
        command->given = given_options(*app);
        chosen = [command] { return run_cast(*command); };
    });
}

}  // namespace graze::cli
