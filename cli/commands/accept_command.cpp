// graze accept: writes and edits the file of accepted findings that `graze check --accept` reads.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "baseline/baseline.hpp"
#include "baseline/finding_record.hpp"
#include "commands/command.hpp"
#include "exports/export_context.hpp"
#include "inputs.hpp"
#include "output_file.hpp"
#include "pair_options.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kAcceptExamples = R"(Examples:
  graze check cell.json --json > answers.json
  graze accept known.json --from answers.json --reason 'as built, released'      all findings of that check
  graze accept known.json --from answers.json --pair 'bolt*:plate*' --reason 'thread' --by 'Ann Lee'
  graze check cell.json --accept known.json         fails only for what is new or worse
  graze accept known.json                           lists what is accepted
  graze accept known.json --remove 'bolt 3:plate'
  graze accept known.json --from answers.json --prune    forgets pairs that were not found any more

Patterns name parts by * and ?; \: is a colon in a name. A pair that is accepted already is replaced when the
finding is worse or better now. Exit codes: 0 done, 2 bad input or usage.)";

struct AcceptRequest {
    std::string file;
    std::string answers;
    std::vector<std::string> pairs;
    std::vector<std::string> removed;
    std::string reason;
    std::string by;
    double tolerance = -1;
    bool prune = false;
};

bool matches_pair(const Exclusion& pair, const FindingRecord& record) {
    const PartLabel a{record.a, {}};
    const PartLabel b{record.b, {}};
    return (matches(pair.a, a) && matches(pair.b, b)) || (matches(pair.a, b) && matches(pair.b, a));
}

bool matches_any(const std::vector<Exclusion>& pairs, const FindingRecord& record) {
    return std::ranges::any_of(pairs, [&](const Exclusion& pair) { return matches_pair(pair, record); });
}

/// Groups are not in files of answers.
std::vector<Exclusion> pairs_from(const std::vector<std::string>& texts, std::string_view option) {
    std::vector<Exclusion> pairs = name_pairs(texts, option);
    for (const Exclusion& pair : pairs) {
        if (!pair.a.starts_with('@') && !pair.b.starts_with('@')) continue;
        throw UserError{
            fmt::format("{} {}:{}: groups are not in files of answers. Name parts", option, pair.a, pair.b)};
    }
    return pairs;
}

void refuse_idle(const std::vector<Exclusion>& pairs, const std::vector<FindingRecord>& records,
                 const std::string& what) {
    for (const Exclusion& pair : pairs) {
        if (std::ranges::any_of(records, [&](const FindingRecord& r) { return matches_pair(pair, r); }))
            continue;
        throw UserError{fmt::format("{}:{} matches no {}. List them with 'graze accept' or 'graze check'",
                                    pair.a, pair.b, what)};
    }
}

/// Who runs the command, as the system has it.
std::string person(const AcceptRequest& asked) {
    if (!asked.by.empty()) return asked.by;
    for (const char* name : {"USER", "LOGNAME"}) {
        const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing sets it
        if (value != nullptr && *value != '\0') return value;
    }
    throw UserError{"--by NAME is needed: the system does not know who accepts"};
}

struct Edited {
    std::size_t added = 0;
    std::size_t replaced = 0;
    std::size_t removed = 0;
};

std::vector<FindingRecord> findings_in(const Baseline& baseline) {
    std::vector<FindingRecord> records;
    for (const Acceptance& acceptance : baseline.accepted) records.push_back(acceptance.finding);
    return records;
}

void remove_pairs(const AcceptRequest& asked, Baseline& baseline, Edited& edited) {
    const std::vector<Exclusion> pairs = pairs_from(asked.removed, "--remove");
    refuse_idle(pairs, findings_in(baseline), "accepted pair");
    edited.removed += std::erase_if(baseline.accepted, [&](const Acceptance& acceptance) {
        return matches_any(pairs, acceptance.finding);
    });
}

void prune(const RecordFile& found, Baseline& baseline, Edited& edited) {
    const BaselineMatch result = match(baseline, found.records, found.clearance);
    for (auto gone = result.gone.rbegin(); gone != result.gone.rend(); ++gone)
        baseline.accepted.erase(baseline.accepted.begin() + static_cast<std::ptrdiff_t>(*gone));
    edited.removed += result.gone.size();
}

void add_findings(const AcceptRequest& asked, const RecordFile& found, Baseline& baseline, Edited& edited) {
    const std::vector<Exclusion> pairs = pairs_from(asked.pairs, "--pair");
    refuse_idle(pairs, found.records, "finding of " + asked.answers);
    const BaselineMatch before = match(baseline, found.records, found.clearance);
    const std::string by = person(asked);
    const std::string date = time_text(export_time()).substr(0, std::string_view("2026-11-19").size());
    for (std::size_t i = 0; i < found.records.size(); ++i) {
        if (!pairs.empty() && !matches_any(pairs, found.records[i])) continue;
        if (before.changes[i] == Change::same) continue;  // keeps its reason, name and day
        ++(before.acceptance[i] ? edited.replaced : edited.added);
        accept(baseline, {found.records[i], asked.reason, by, date});
    }
}

std::string list_text(const Baseline& baseline) {
    Table table({{"part a", false, true},
                 {"part b", false, true},
                 {"accepted"},
                 {"reason", false, true},
                 {"by", false, true},
                 {"date"}});
    for (const auto& [finding, reason, by, date] : baseline.accepted)
        table.add({finding.a, finding.b, measure_text(finding, baseline.unit), reason, by, date});
    const std::string rows = table.empty() ? std::string{} : table.text(terminal_width()) + "\n";
    return rows + count_text(baseline.accepted.size(), "accepted finding") + ".\n";
}

void check_usage(const AcceptRequest& asked) {
    if (asked.answers.empty() && (!asked.pairs.empty() || asked.prune || !asked.reason.empty()))
        throw UserError{"--pair, --reason and --prune need --from ANSWERS: what 'graze check --json' wrote"};
    if (!asked.answers.empty() && asked.reason.empty() && !asked.prune)
        throw UserError{
            "--reason TEXT is needed: why the findings may stay. Or --prune, to forget pairs that "
            "were not found any more"};
    if (!asked.pairs.empty() && asked.reason.empty())
        throw UserError{"--pair says which findings are accepted: --reason TEXT is needed"};
}

Exit run_accept(const AcceptRequest& asked) {
    check_usage(asked);
    const bool exists = std::filesystem::exists(asked.file);
    const bool edits = !asked.answers.empty() || !asked.removed.empty() || asked.tolerance >= 0;
    if (!exists && asked.answers.empty())
        throw UserError{asked.file + ": there is no such file. --from ANSWERS --reason TEXT makes one"};
    Baseline baseline = exists ? read_baseline(asked.file) : Baseline{};
    if (!edits) {
        print(list_text(baseline));
        return Exit::clean;
    }
    Edited edited;
    if (asked.tolerance >= 0) baseline.tolerance.length = asked.tolerance;
    if (!asked.removed.empty()) remove_pairs(asked, baseline, edited);
    if (!asked.answers.empty()) {
        const RecordFile found = read_records(asked.answers);
        if (!exists) baseline.unit = found.unit;
        if (found.unit != baseline.unit)
            throw UserError{fmt::format("{} counts in '{}', {} in '{}': lengths cannot be compared",
                                        asked.answers, found.unit, asked.file, baseline.unit)};
        if (asked.prune) prune(found, baseline, edited);
        if (!asked.reason.empty()) add_findings(asked, found, baseline, edited);
    }
    write_output(asked.file, baseline_text(baseline), "the accepted findings");
    print(fmt::format("{}: {} accepted, {} replaced, {} removed; {} in all.\n", asked.file, edited.added,
                      edited.replaced, edited.removed, baseline.accepted.size()));
    return Exit::clean;
}

}  // namespace

void declare_accept(CLI::App& tool, Action& chosen) {
    CLI::App* app = tool.add_subcommand("accept", "Accept findings, each with a reason and a name");
    const auto asked = std::make_shared<AcceptRequest>();
    app->add_option("BASELINE", asked->file,
                    "The file of accepted findings, which is made when it is missing")
        ->required();
    app->add_option("--from", asked->answers, "What 'graze check --json' wrote")->type_name("ANSWERS");
    app->add_option("--pair", asked->pairs, "Accept findings of these parts only; may be repeated")
        ->type_name("A:B")
        ->take_all()
        ->allow_extra_args(false);
    app->add_option("--reason", asked->reason, "Why they may stay")->type_name("TEXT");
    app->add_option("--by", asked->by, "Who accepts them. Default: the user's name")->type_name("NAME");
    app->add_option("--remove", asked->removed, "No longer accept these pairs; may be repeated")
        ->type_name("A:B")
        ->take_all()
        ->allow_extra_args(false);
    app->add_flag("--prune", asked->prune, "Forget accepted pairs that ANSWERS do not have any more");
    app->add_option("--tolerance", asked->tolerance,
                    "Findings may be worse by this length. Default: 1 % of what was accepted")
        ->type_name("D")
        ->check(refuse_negative);
    app->footer(kAcceptExamples);
    app->callback([&chosen, asked] { chosen = [asked] { return run_accept(*asked); }; });
}

}  // namespace graze::cli
