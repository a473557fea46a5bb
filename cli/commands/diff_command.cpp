// graze diff: what appeared, vanished, grew and shrank between two checks.
#include <array>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "answers/json_text.hpp"
#include "baseline/compare.hpp"
#include "baseline/finding_record.hpp"
#include "commands/command.hpp"
#include "inputs.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kDiffExamples = R"(Examples:
  graze check old.step --json > old.json; graze check new.step --json > new.json
  graze diff old.json new.json
  graze diff old.json new.json --tolerance 0.01 --json

Findings match by the names of their parts. Depths and distances are intervals: one that may have grown beyond
the upper end of the earlier one is worse. Without --tolerance a change of 1 % is none.
Exit codes: 0 nothing new and nothing worse, 1 something is, 2 bad input or usage.)";

struct DiffRequest {
    std::string before;
    std::string now;
    double tolerance = -1;
    std::size_t limit = 100;
    bool json = false;
    bool all = false;
};

struct Compared {
    RecordFile before;
    RecordFile now;
    std::vector<Difference> list;
    std::array<std::size_t, 5> counts{};  ///< By Change.

    [[nodiscard]] std::size_t count(Change change) const { return counts[static_cast<std::size_t>(change)]; }
    [[nodiscard]] const FindingRecord* record_before(const Difference& each) const {
        return each.before ? &before.records[*each.before] : nullptr;
    }
    [[nodiscard]] const FindingRecord* record_now(const Difference& each) const {
        return each.now ? &now.records[*each.now] : nullptr;
    }
};

Compared compared(const DiffRequest& asked) {
    Compared result{read_records(asked.before), read_records(asked.now), {}, {}};
    if (result.before.unit != result.now.unit)
        throw UserError{
            fmt::format("{} counts in '{}', {} in '{}': lengths cannot be compared. Check both in "
                        "one unit, with --unit-scale",
                        asked.before, result.before.unit, asked.now, result.now.unit)};
    ChangeTolerance tolerance;
    if (asked.tolerance >= 0) tolerance.length = asked.tolerance;
    result.list = differences(result.before.records, result.now.records, tolerance);
    for (const Difference& each : result.list) ++result.counts[static_cast<std::size_t>(each.change)];
    return result;
}

std::string text_of(const FindingRecord* record, const std::string& unit) {
    return record == nullptr ? "-" : measure_text(*record, unit);
}

std::string summary(const Compared& result) {
    return fmt::format("{} new, {} worse, {} better, {} gone, {} the same.\n", result.count(Change::appeared),
                       result.count(Change::worse), result.count(Change::better), result.count(Change::gone),
                       result.count(Change::same));
}

std::string diff_table(const Compared& result, const DiffRequest& asked) {
    Table table({{"change"}, {"part a", false, true}, {"part b", false, true}, {"before"}, {"now"}});
    std::size_t rows = 0;
    // What needs attention first.
    for (const Change change :
         {Change::appeared, Change::worse, Change::gone, Change::better, Change::same}) {
        if (change == Change::same && !asked.all) continue;
        for (const Difference& each : result.list) {
            if (each.change != change) continue;
            if (asked.limit != 0 && rows >= asked.limit) {
                ++rows;
                continue;
            }
            ++rows;
            const FindingRecord* before = result.record_before(each);
            const FindingRecord* now = result.record_now(each);
            const FindingRecord& named = now != nullptr ? *now : *before;
            table.add({std::string(to_string(change)), named.a, named.b, text_of(before, result.before.unit),
                       text_of(now, result.now.unit)});
        }
    }
    std::string text = table.empty() ? std::string{} : table.text(terminal_width());
    if (asked.limit != 0 && rows > asked.limit)
        text += fmt::format("... and {} more: --limit 0 shows all.\n", rows - asked.limit);
    return text + (text.empty() ? "" : "\n") + summary(result);
}

Json diff_json(const Compared& result) {
    Json changes = Json::array();
    for (const Difference& each : result.list) {
        Json row{{"change", to_string(each.change)}};
        const FindingRecord* before = result.record_before(each);
        const FindingRecord* now = result.record_now(each);
        const FindingRecord& named = now != nullptr ? *now : *before;
        row["a"] = named.a;
        row["b"] = named.b;
        row["before"] = before != nullptr ? record_json(*before) : Json(nullptr);
        row["now"] = now != nullptr ? record_json(*now) : Json(nullptr);
        changes.push_back(std::move(row));
    }
    Json counts;
    for (const Change change : {Change::appeared, Change::worse, Change::better, Change::gone, Change::same})
        counts[std::string(to_string(change))] = result.count(change);
    return {{"format", "graze-diff"},
            {"version", 1},
            {"unit", result.now.unit},
            {"counts", std::move(counts)},
            {"changes", std::move(changes)}};
}

Exit diff(const DiffRequest& asked) {
    const Compared result = compared(asked);
    print(asked.json ? json_text(diff_json(result)) : diff_table(result, asked));
    return result.count(Change::appeared) + result.count(Change::worse) > 0 ? Exit::findings : Exit::clean;
}

}  // namespace

void declare_diff(CLI::App& tool, Action& chosen) {
    CLI::App* app = tool.add_subcommand("diff", "What appeared, vanished or grew between two checks");
    const auto asked = std::make_shared<DiffRequest>();
    app->add_option("OLD", asked->before, "What 'graze check --json' wrote before")->required();
    app->add_option("NEW", asked->now, "What it wrote now")->required();
    app->add_option("--tolerance", asked->tolerance, "A change by less than this length is none")
        ->type_name("D")
        ->check(refuse_negative);
    app->add_flag("--all", asked->all, "Also list findings that stayed the same");
    app->add_option("--limit", asked->limit, "Rows of the table; 0: all. Default: 100")
        ->type_name("N")
        ->check(refuse_not_whole);
    app->add_flag("--json", asked->json, "Every change as JSON");
    app->footer(kDiffExamples);
    app->callback([&chosen, asked] { chosen = [asked] { return diff(*asked); }; });
}

}  // namespace graze::cli
