#include "check/check_run.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "answers/fingerprint.hpp"
#include "answers/verify_answers.hpp"
#include "baseline/judgement.hpp"
#include "check_output.hpp"
#include "exports/exports.hpp"
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

/// Whether a finding of this kind makes the exit code 1, unless it is accepted.
bool counts(FindingKind kind, FailOn fail, const AssemblyOptions& options) {
    switch (kind) {
        case FindingKind::undecided: return fail != FailOn::never && !options.allow_touching;
        case FindingKind::clash: return fail != FailOn::never;
        case FindingKind::clearance: return fail == FailOn::clearance || fail == FailOn::possible;
        case FindingKind::possible: return fail == FailOn::possible;
        default: return false;
    }
}

FindingState state_of(Change change) {
    if (change == Change::appeared) return FindingState::fresh;
    return change == Change::worse ? FindingState::worse : FindingState::accepted;
}

/// What the baseline has about a finding.
void judge(Finding& finding, const io::Document& document, const Judgement& judgement) {
    if (finding.kind == FindingKind::allowed) return;
    const auto sentence = finding.kind == FindingKind::possible
                              ? judgement.of_possible(document, finding.a, finding.b)
                              : judgement.of_pair(document, finding.a, finding.b);
    if (!sentence) return;
    finding.state = state_of(sentence->change);
    if (sentence->accepted != nullptr) finding.reason = sentence_text(*sentence, document.unit);
    if (finding.state == FindingState::accepted) finding.fails = false;
}

/// A check that has been made, with everything that is written about it.
struct Made {
    const CheckRequest& request;
    const io::Document& document;
    const Answers& answers;
    std::optional<Judgement> judgement;
    std::vector<Finding> findings;

    [[nodiscard]] const Judgement* judged() const { return judgement ? &*judgement : nullptr; }
    /// Where other programs do not read the standard output.
    [[nodiscard]] bool for_people() const { return !request.json && !request.csv; }
};

Made made(const CheckRequest& request, const io::Document& document, const Answers& answers,
          std::optional<Baseline> baseline) {
    Made result{request, document, answers, std::nullopt, {}};
    if (baseline)
        result.judgement.emplace(request.baseline, *std::move(baseline), document, answers.result,
                                 answers.options);
    result.findings = list_findings(document, answers.result, answers.options,
                                    assembly_name(document, request.inputs.files));
    const FailOn fail = fail_on(request);
    for (Finding& finding : result.findings) {
        finding.fails = counts(finding.kind, fail, answers.options);
        if (result.judgement) judge(finding, document, *result.judgement);
    }
    return result;
}

/// The files besides the report; a line on each.
std::string write_files(const Made& made) {
    const std::vector<std::string>& names = made.request.inputs.files;
    ExportContext context{made.document,
                          made.answers.result,
                          made.answers.options,
                          made.findings,
                          assembly_name(made.document, names),
                          command_text("check", made.request.inputs, made.request.given),
                          {},
                          export_time(),
                          made.request.inputs.threads};
    for (std::size_t i = 0; i < made.document.parts.size(); ++i) {
        const std::string& file = made.document.parts[i].file;
        context.part_files.push_back(file.empty() ? names[made.answers.files[i]] : file);
    }
    return write_exports(made.request.exports, context);
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

void print_answers(const Made& made) {
    const CheckRequest& request = made.request;
    const AssemblyFindings& result = made.answers.result;
    if (request.json)
        print(to_text(made.answers, made.document, made.judged()));
    else if (request.csv)
        print(check_csv(made.document, result, made.judged()));
    else
        print(check_table(made.document, result, made.answers.options, {request.limit, terminal_width()},
                          made.judged()));
    if (request.options.count_cascade && made.for_people())
        print("\n" + cascade_table(result.statistics.cascade, terminal_width()));
}

void write_report_page(const Made& made) {
    const CheckRequest& request = made.request;
    if (request.report.empty()) return;
    ReportData data = assembly_report(made.document, made.answers.result, made.answers.options,
                                      command_text("check", request.inputs, request.given));
    if (made.judgement) add_judgement(data, made.document, *made.judgement);
    write_page(std::move(data), request.inputs, request.report);
    if (made.for_people()) print("Report: " + legible(request.report) + "\n");
}

void write_all(const Made& made) {
    print_answers(made);
    if (made.request.verify) {
        const std::string line = verified(made.answers, made.document);
        if (made.for_people()) print(line);
    }
    const std::string lines = write_files(made);
    if (made.for_people()) print(lines);
    write_report_page(made);
}

}  // namespace

CheckOutcome run_check(const CheckRequest& request, const AssemblyOptions& options, LoadedFiles loaded,
                       const FindFindings& find) {
    CheckOutcome outcome;
    std::optional<Baseline> baseline;
    if (!request.baseline.empty()) baseline = read_baseline(request.baseline);
    io::Document& document = outcome.document = std::move(loaded.document);
    Answers& answers = outcome.answers;
    answers.groups = groups_from(request.groups);
    answers.exclusions = exclusions_from(request.exclusions);
    answers.files = std::move(loaded.files);
    answers.options = options;
    group_parts(answers.groups, document);
    warn_of_idle(document);
    const std::vector<Exclusion> own = document.exclusions;
    add_exclusions(answers.exclusions, document);
    answers.result = find(document, answers, loaded.cad);
    answers.finer = loaded.cad.finer();
    if (request.json) {
        std::vector<Exclusion> all = std::exchange(document.exclusions, own);
        answers.fingerprint = fingerprint(document);  // of what the files hold
        document.exclusions = std::move(all);
    }
    print_possible(document, answers.result);
    const Made all = made(request, document, answers, std::move(baseline));
    write_all(all);
    const bool failed = std::ranges::any_of(all.findings, &Finding::fails);
    outcome.code = failed ? Exit::findings : Exit::clean;
    return outcome;
}

}  // namespace graze::cli
