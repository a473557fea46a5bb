// graze verify: checks every proof of an earlier run.
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "answers.hpp"
#include "command.hpp"
#include "fingerprint.hpp"
#include "inputs.hpp"
#include "progress.hpp"
#include "table.hpp"
#include "verify_answers.hpp"

namespace graze::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  graze check cell.json --json > answers.json
  graze verify answers.json cell.json
  graze verify answers.json frame.stl arm.stl      the files in the order of the check

Proofs are checked by code that knows no solver. What has no proof (relations, that no clash is missing) is computed again.
Exit codes: 0 all answers hold, 1 some do not, 2 bad input or usage, or answers about another scene.)";

struct Asked {
    Inputs inputs;
    std::string answers;
    std::size_t limit = 20;
    bool any_scene = false;
};

Exit run_verify(const Asked& asked) {
    const io::Document document = load(asked.inputs);
    const Answers answers = read_answers(asked.answers, document);
    if (!asked.any_scene && answers.fingerprint != fingerprint(document))
        throw Trouble{asked.answers + ": these answers are about another scene than " + asked.inputs.files.front() +
                      ". Name the files that were checked, with the same options; --any-scene looks at the proofs all the same"};
    VerifyReport report;
    {
        Progress progress("Verifying");
        report = verify_answers(answers, document, {.threads = asked.inputs.threads}, [&](double share) { progress.at(share); });
    }
    std::size_t shown = 0;
    for (const std::string& fault : report.faults) {
        if (asked.limit > 0 && shown == asked.limit) break;
        say(shortened(fault, fault.size()) + ".\n");
        ++shown;
    }
    if (report.faults.size() > shown) say(fmt::format("... and {} more: --limit 0 shows all.\n", report.faults.size() - shown));
    say(fmt::format("{}: {} proofs hold, {} statements came out the same again.\n",
                    report.faults.empty() ? std::string("Verified") : fmt::format("NOT verified, {} faults", report.faults.size()),
                    report.proofs, report.again));
    return report.faults.empty() ? Exit::clean : Exit::findings;
}

}  // namespace

void declare_verify(CLI::App& tool, Chosen& chosen) {
    CLI::App* app = tool.add_subcommand("verify", "Check every proof of an earlier run");
    const auto asked = std::make_shared<Asked>();
    app->add_option("ANSWERS", asked->answers, "What 'graze check --json' wrote")->required();
    declare_inputs(*app, asked->inputs);
    app->add_flag("--any-scene", asked->any_scene, "Look at the proofs even if the scene is not the one of the answers");
    app->add_option("--limit", asked->limit, "Faults to show; 0: all. Default: 20")->type_name("N")->check(refuse_not_whole);
    app->footer(kExamples);
    app->callback([&chosen, asked] { chosen = [asked] { return run_verify(*asked); }; });
}

}  // namespace graze::cli
