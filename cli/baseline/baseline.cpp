#include "baseline/baseline.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <graze/core/version.hpp>

#include "answers/json_file.hpp"
#include "commands/command.hpp"

namespace graze::cli {
namespace {

constexpr std::string_view kBaselineFormat = "graze-baseline";
constexpr int kBaselineVersion = 1;
constexpr std::string_view kBaselineHint = "Write baselines with 'graze accept'";
constexpr std::uintmax_t kLargestBaseline = std::uintmax_t{1} << 30;

FindingKey acceptance_key(const Acceptance& acceptance) { return finding_key(acceptance.finding); }

Acceptance acceptance_from(const Field& field) {
    Acceptance acceptance{record_from(field), field.at("reason").text(), field.at("by").text(),
                          field.at("date").text()};
    if (acceptance.reason.empty()) field.at("reason").fail("is empty");
    return acceptance;
}

Baseline baseline_from(const Field& root) {
    if (root.at("format").text() != kBaselineFormat) root.at("format").fail("is not \"graze-baseline\"");
    if (root.at("version").count() != kBaselineVersion)
        root.at("version").fail("is of another version of the format: this tool reads version 1");
    Baseline baseline;
    baseline.unit = root.at("unit").text();
    if (root.has("tolerance") && !root.at("tolerance").is_null()) {
        baseline.tolerance.length = root.at("tolerance").number();
        if (!(*baseline.tolerance.length >= 0)) root.at("tolerance").fail("should be 0 or more");
    }
    const Field accepted = root.at("accepted");
    for (std::size_t i = 0; i < accepted.size(); ++i)
        baseline.accepted.push_back(acceptance_from(accepted.at(i)));
    std::ranges::stable_sort(baseline.accepted, {}, acceptance_key);
    const auto twice = std::ranges::adjacent_find(baseline.accepted, {}, acceptance_key);
    if (twice != baseline.accepted.end())
        accepted.fail(fmt::format("accepts '{}' and '{}' twice: keep one of the two", twice->finding.a,
                                  twice->finding.b));
    return baseline;
}

/// Names come from files, in any bytes: those that are no text are replaced.
std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

Baseline read_baseline(const std::filesystem::path& file) {
    const Json json = parse_json(read_plain_file(file, kLargestBaseline), file.string(), kBaselineHint);
    try {
        return baseline_from(Field(json));
    } catch (const Malformed& fault) {
        throw UserError{fmt::format("{}: {} {}. {}", file.string(),
                                    fault.place.empty() ? "the file" : fault.place, fault.reason,
                                    kBaselineHint)};
    }
}

Json acceptance_json(const Acceptance& acceptance) {
    Json json = record_json(acceptance.finding);
    json["reason"] = acceptance.reason;
    json["by"] = acceptance.by;
    json["date"] = acceptance.date;
    return json;
}

std::string baseline_text(const Baseline& baseline) {
    const Json tolerance = baseline.tolerance.length ? json_of(*baseline.tolerance.length) : Json(nullptr);
    std::string text = fmt::format(
        "{{\n  \"format\": \"{}\", \"version\": {}, \"graze\": \"{}\",\n  \"unit\": {}, "
        "\"tolerance\": {},\n  \"accepted\": [",
        kBaselineFormat, kBaselineVersion, GRAZE_VERSION_STRING, line_of(baseline.unit), line_of(tolerance));
    const char* before = "\n    ";
    for (const Acceptance& acceptance : baseline.accepted) {
        text += before + line_of(acceptance_json(acceptance));
        before = ",\n    ";
    }
    return text + (baseline.accepted.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

void accept(Baseline& baseline, Acceptance acceptance) {
    const auto place =
        std::ranges::lower_bound(baseline.accepted, acceptance_key(acceptance), {}, acceptance_key);
    if (place != baseline.accepted.end() && acceptance_key(*place) == acceptance_key(acceptance))
        *place = std::move(acceptance);
    else
        baseline.accepted.insert(place, std::move(acceptance));
}

BaselineMatch match(const Baseline& baseline, std::span<const FindingRecord> records, double clearance) {
    std::vector<FindingRecord> before;
    before.reserve(baseline.accepted.size());
    for (const Acceptance& acceptance : baseline.accepted) before.push_back(acceptance.finding);
    BaselineMatch result;
    result.changes.resize(records.size(), Change::appeared);
    result.acceptance.resize(records.size());
    for (const Difference& each : differences(before, records, baseline.tolerance)) {
        if (each.now) {
            result.changes[*each.now] = each.change;
            result.acceptance[*each.now] = each.before;
            continue;
        }
        const FindingRecord& missing = before[*each.before];
        if (missing.kind == RecordKind::near && missing.measure.upper > clearance) continue;
        result.gone.push_back(*each.before);
    }
    return result;
}

}  // namespace graze::cli
