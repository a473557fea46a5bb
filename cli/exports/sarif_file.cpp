#include "exports/sarif_file.hpp"

#include <array>
#include <cctype>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <graze/core/version.hpp>

#include "text/plain_text.hpp"

namespace graze::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;  // the tool's name comes first, by which its files are recognised

constexpr std::string_view kSarifMark = "\"name\": \"graze\"";

struct SarifRule {
    FindingKind kind;
    const char* level;
    const char* name;
    const char* text;
};
/// In the order of FindingKind; allowed clashes follow the rule of clashes.
constexpr std::array<SarifRule, 4> kSarifRules{
    {{FindingKind::clash, "error", "Clash", "Two parts overlap or touch."},
     {FindingKind::clearance, "warning", "Clearance",
      "Two parts are closer to each other than the requested clearance."},
     {FindingKind::undecided, "warning", "Undecided",
      "Two parts may overlap, touch, or be apart: their meshes deviate from them by more than the gap."},
     {FindingKind::possible, "warning", "PossiblyInside",
      "A part is surrounded by another one, whose mesh is open and has no inside."}}};

std::size_t rule_of(const Finding& finding) {
    return finding.kind == FindingKind::allowed ? 0 : static_cast<std::size_t>(finding.kind);
}

OrderedJson rules_json() {
    OrderedJson rules = OrderedJson::array();
    for (const SarifRule& rule : kSarifRules) {
        rules.push_back({{"id", to_string(rule.kind)},
                         {"name", rule.name},
                         {"shortDescription", {{"text", rule.text}}},
                         {"defaultConfiguration", {{"level", rule.level}}}});
    }
    return rules;
}

OrderedJson vector_json(const Vec3& v) { return OrderedJson::array({v.x, v.y, v.z}); }

/// Where a part is: its file, and its name in the assembly.
OrderedJson location_json(const ExportContext& context, PartIndex part, const std::string& name) {
    return {{"physicalLocation", {{"artifactLocation", {{"uri", uri_of(context.part_files[part])}}}}},
            {"logicalLocations", OrderedJson::array({{{"fullyQualifiedName", name}, {"kind", "part"}}})}};
}

const char* baseline_of(FindingState state) {
    switch (state) {
        case FindingState::fresh: return "new";
        case FindingState::worse: return "updated";
        default: return "unchanged";
    }
}

OrderedJson result_json(const ExportContext& context, const Finding& finding) {
    const std::size_t rule = rule_of(finding);
    const bool suppressed = finding.kind == FindingKind::allowed || finding.state == FindingState::accepted;
    OrderedJson result{
        {"ruleId", to_string(kSarifRules[rule].kind)},
        {"ruleIndex", rule},
        {"level", finding.fails ? kSarifRules[rule].level : "note"},
        {"message", {{"text", finding.title + "."}}},
        {"locations", OrderedJson::array({location_json(context, finding.a, finding.name_a)})},
        {"relatedLocations", OrderedJson::array({location_json(context, finding.b, finding.name_b)})},
        {"correlationGuid", finding.guid},
        {"partialFingerprints", {{"grazePair/v1", finding.guid}}}};
    result["relatedLocations"][0]["id"] = 1;
    result["relatedLocations"][0]["message"]["text"] = "the other part";
    if (finding.state != FindingState::unknown) result["baselineState"] = baseline_of(finding.state);
    if (suppressed)
        result["suppressions"] = OrderedJson::array(
            {{{"kind", "external"}, {"status", "accepted"}, {"justification", legible(finding.reason)}}});
    OrderedJson& more = result["properties"];
    more["a"] = finding.name_a;
    more["b"] = finding.name_b;
    more["relation"] = finding.relation;
    if (finding.measure)
        more[finding.measure_name] = OrderedJson::array({finding.measure->lower, finding.measure->upper});
    more["unit"] = legible(context.document.unit);
    more["location"] = vector_json(finding.location);
    more["box"] = OrderedJson::array({vector_json(finding.box.min), vector_json(finding.box.max)});
    if (finding.normal) more["normal"] = vector_json(*finding.normal);
    more["contacts"] = finding.contact_count;
    return result;
}

/// The files of the parts that are named, each once.
OrderedJson artifacts_json(const ExportContext& context) {
    std::set<std::string> uris;
    for (const Finding& finding : context.findings) {
        uris.insert(uri_of(context.part_files[finding.a]));
        uris.insert(uri_of(context.part_files[finding.b]));
    }
    OrderedJson artifacts = OrderedJson::array();
    for (const std::string& uri : uris) artifacts.push_back({{"location", {{"uri", uri}}}});
    return artifacts;
}

}  // namespace

std::string uri_of(std::string_view path) {
    std::string uri = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte < 128 && (std::isalnum(byte) != 0 ||
                                          std::string_view("-._~/").find(c) != std::string_view::npos);
        uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return uri;
}

std::string sarif_file(const ExportContext& context) {
    const OrderedJson driver{
        {"name", "graze"}, {"semanticVersion", GRAZE_VERSION_STRING}, {"rules", rules_json()}};
    OrderedJson results = OrderedJson::array();
    for (const Finding& finding : context.findings) results.push_back(result_json(context, finding));
    const OrderedJson invocation{{"commandLine", legible(context.command)},
                                 {"executionSuccessful", true},
                                 {"endTimeUtc", time_text(context.time) + "Z"}};
    const OrderedJson run{{"tool", {{"driver", driver}}},
                          {"invocations", OrderedJson::array({invocation})},
                          {"artifacts", artifacts_json(context)},
                          {"columnKind", "unicodeCodePoints"},
                          {"results", results}};
    const OrderedJson file{
        {"$schema",
         "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
        {"version", "2.1.0"},
        {"runs", OrderedJson::array({run})}};
    return file.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

bool is_own_sarif(std::string_view head) {
    constexpr std::string_view before = "\"driver\": {";
    const std::size_t driver = head.find(before);
    if (!head.starts_with('{') || driver == std::string_view::npos) return false;
    const std::size_t first = head.find_first_not_of(" \n", driver + before.size());
    return first != std::string_view::npos && head.substr(first).starts_with(kSarifMark);
}

}  // namespace graze::cli
