// graze verify: checks every proof of an earlier run.
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "answers/answers.hpp"
#include "answers/finer_meshes.hpp"
#include "answers/fingerprint.hpp"
#include "answers/verify_answers.hpp"
#include "commands/command.hpp"
#include "inputs.hpp"
#include "robots/verify_path.hpp"
#include "text/progress.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kVerifyExamples = R"(Examples:
  graze check cell.json --json > answers.json
  graze verify answers.json cell.json
  graze verify answers.json frame.stl arm.stl      the files in the order of the check
  graze cast cell.json --json > impacts.json && graze verify impacts.json cell.json
  graze path arm.urdf move.csv --scene cell.json --proof move.json && graze verify move.json

Proofs are checked by code that uses no solver. What has no proof (relations, that no clash and no impact is missing) is computed again.
Exit codes: 0 all answers hold, 1 some do not, 2 bad input or usage, or answers about another scene.)";

struct Asked {
    Inputs inputs;
    std::string answers;
    std::size_t limit = 20;
    bool any_scene = false;
};

/// Why pairs were excluded, and which clashes are allowed: a claim of few clashes depends on these.
std::string rules_text(const Answers& answers, const io::Document& document) {
    const AssemblyOptions& options = answers.options;
    std::vector<std::string> rules;
    for (const Exclusion& exclusion : answers.exclusions) rules.push_back(exclusion.a + ":" + exclusion.b);
    if (!document.exclusions.empty()) rules.emplace_back("the scene's exclusions");
    if (options.pairs != PairSelection::all)
        rules.push_back(options.pairs == PairSelection::different_origins ? "being of one file"
                                                                          : "being of one group");
    std::string text = count_text(answers.result.statistics.excluded, "pair") + " excluded";
    if (!rules.empty()) text += fmt::format(" by {}", fmt::join(rules, ", "));
    std::vector<std::string> groups;
    for (const GroupRule& group : answers.groups) groups.push_back(group.name + "=" + group.parts);
    if (!groups.empty()) text += fmt::format(", with the groups {}", fmt::join(groups, " "));
    if (options.allow_touching) text += ", touching allowed";
    if (options.allow_depth > 0)
        text += fmt::format(", depths to {} allowed", number_text(options.allow_depth));
    return text;
}

/// The claims of the file, before the result of the check.
std::string claims_text(const Answers& answers, const io::Document& document) {
    std::string text = "Claimed:";
    if (answers.checked) {
        const AssemblyFindings& result = answers.result;
        text += fmt::format(" {}, {} allowed", count_text(result.clashes.size(), "clash", "clashes"),
                            result.allowed.size());
        if (answers.options.all_distances)
            text += ", " + count_text(result.near_misses.size(), "distance");
        else if (answers.options.clearance)
            text += fmt::format(", {} within {}",
                                count_text(result.near_misses.size(), "near miss", "near misses"),
                                number_text(*answers.options.clearance));
        if (!result.possibly_inside.empty())
            text += fmt::format(", {} possibly inside (open mesh)", result.possibly_inside.size());
        text += fmt::format("; {} tested, {}.", count_text(result.statistics.tested, "pair"),
                            rules_text(answers, document));
    }
    if (answers.cast)
        text += fmt::format(" {} of {} that move{}.", count_text(answers.impacts.impacts.size(), "impact"),
                            count_text(answers.impacts.moving.size(), "part"),
                            answers.cast_options.verify ? "" : ", without proofs");
    return shortened(text, text.size()) + "\n";
}

Exit run_verify(const Asked& asked) {
    const bool of_path = is_path_proof(asked.answers);
    if (of_path && !asked.inputs.files.empty())
        throw UserError{asked.answers + " is the proof of a path and names its files itself. Leave out " +
                        asked.inputs.files.front()};
    if (of_path) return verify_path(asked.answers);
    if (asked.inputs.files.empty())
        throw UserError{"FILE is required: what " + asked.answers +
                        " is about. Only proofs of paths name their files. Try 'graze verify --help'"};
    auto [document, files, cad] = load_files(asked.inputs);
    cad.mesh_again(finer_meshes_of(asked.answers), document);
    Answers answers = read_answers(asked.answers, document);
    answers.files = std::move(files);
    if (asked.inputs.solids == "never") answers.options.open_meshes = false;
    if (!asked.any_scene && answers.fingerprint != fingerprint(document))
        throw UserError{asked.answers + ": these answers are about another scene than " +
                        asked.inputs.files.front() +
                        ". Name the files that were checked, with the same options; --any-scene checks the "
                        "proofs all the same"};
    VerifyReport report;
    {
        Progress progress("Verifying");
        report = verify_answers(answers, document, {.threads = asked.inputs.threads},
                                [&](double share) { progress.at(share); });
    }
    print(claims_text(answers, document));
    std::size_t shown = 0;
    for (const std::string& fault : report.faults) {
        if (asked.limit > 0 && shown == asked.limit) break;
        print(shortened(fault, fault.size()) + ".\n");
        ++shown;
    }
    if (report.faults.size() > shown)
        print(fmt::format("... and {} more: --limit 0 shows all.\n", report.faults.size() - shown));
    const std::string verdict =
        report.faults.empty() ? "Verified" : "NOT verified, " + count_text(report.faults.size(), "fault");
    print(fmt::format("{}: {}, {} the same again.\n", verdict,
                      count_text(report.proofs, "proof holds", "proofs hold"),
                      count_text(report.again, "statement came out", "statements came out")));
    return report.faults.empty() ? Exit::clean : Exit::findings;
}

}  // namespace

void declare_verify(CLI::App& tool, Action& chosen) {
    CLI::App* app = tool.add_subcommand("verify", "Check every proof of an earlier run");
    const auto asked = std::make_shared<Asked>();
    app->add_option("ANSWERS", asked->answers,
                    "What 'graze check --json', 'graze cast --json' or 'graze path --proof' wrote")
        ->required();
    declare_inputs(*app, asked->inputs);
    app->get_option("FILE")->required(false);  // proofs of paths name theirs
    app->add_flag("--any-scene", asked->any_scene,
                  "Check the proofs even if the scene is not the one of the answers");
    app->add_option("--limit", asked->limit, "Faults to show; 0: all. Default: 20")
        ->type_name("N")
        ->check(refuse_not_whole);
    app->footer(kVerifyExamples);
    app->callback([&chosen, asked] { chosen = [asked] { return run_verify(*asked); }; });
}

}  // namespace graze::cli
