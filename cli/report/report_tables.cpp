// The report without its 3D view.
#include "report/report_tables.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include <fmt/format.h>

#include "report/clearance_svg.hpp"
#include "report/report_text.hpp"

namespace graze::cli {

namespace {

// Browsers take seconds to lay out longer tables; the 3D view lists everything.
constexpr std::size_t kMostRows = 5000;

std::string cell(std::string_view text, std::string_view hover = {}) {
    if (hover.empty()) return fmt::format("<td>{}</td>", escape_html(text));
    return fmt::format("<td title=\"{}\">{}</td>", escape_html(hover), escape_html(text));
}

std::string number_cell(std::string_view text, std::string_view hover = {}) {
    return fmt::format("<td class=\"number\" title=\"{}\">{}</td>", escape_html(hover), escape_html(text));
}

std::string interval_cell(const Interval& interval, std::string_view unit) {
    return number_cell(short_interval(interval),
                       fmt::format("exactly in {} {}", exact_interval(interval), unit));
}

std::string point_cell(const Vec3& p) {
    return number_cell(fmt::format("{:.5g}, {:.5g}, {:.5g}", p.x, p.y, p.z),
                       fmt::format("{}, {}, {}", p.x, p.y, p.z));
}

/// "new: overlapping"; the text alone without a baseline.
std::string with_state(const std::string& state, const std::string& text) {
    return state.empty() ? text : state + ": " + text;
}

std::string proof_cell(const ReportProof& proof) {
    std::string text = proof.kind.empty() ? "none kept" : proof.kind;
    if (!proof.claim.empty()) text = proof.claim + ": " + text;
    if (proof.check == ReportCheck::verified) text += ", verified";
    if (proof.check == ReportCheck::not_shown) text += ", not proven by the check";
    if (proof.measure == ReportCheck::verified) text += "; depth verified";
    if (proof.measure == ReportCheck::not_shown) text += "; depth not proven by the check";
    return cell(text, fmt::format("{}", fmt::join(proof.lines, "\n")));
}

std::string heading(std::string_view title, std::size_t count) {
    return fmt::format("<h2>{} <span class=\"count\">{}</span></h2>\n", title, count);
}

/// A table with a numbered row for each value, or the sentence for an empty table.
template <class T, class Row>
std::string table(const std::vector<T>& values, std::initializer_list<std::string> columns,
                  std::string_view none, Row row) {
    if (values.empty()) return fmt::format("<p class=\"none\">{}</p>\n", none);
    std::string html = "<div class=\"wide\"><table>\n<thead><tr><th>#</th>";
    for (const std::string& column : columns) html += fmt::format("<th>{}</th>", escape_html(column));
    html += "</tr></thead>\n<tbody>\n";
    const std::size_t shown = std::min(values.size(), kMostRows);
    for (std::size_t i = 0; i < shown; ++i)
        html += fmt::format("<tr><td class=\"number\">{}</td>{}</tr>\n", i + 1, row(values[i]));
    html += "</tbody></table></div>\n";
    if (shown < values.size())
        html += fmt::format("<p class=\"none\">and {} more, in the data of this page.</p>\n",
                            values.size() - shown);
    return html;
}

std::string head(const ReportData& data) {
    std::string html =
        fmt::format("<h1>{}</h1>\n<p class=\"command\"><code>{}</code></p>\n<dl class=\"facts\">\n",
                    escape_html(data.title), escape_html(data.command));
    for (const ReportFact& fact : data.facts) {
        html += fmt::format("<div title=\"{}\"><dt>{}</dt><dd>{}</dd></div>\n", escape_html(fact.detail),
                            escape_html(fact.label), escape_html(fact.value));
    }
    html += "</dl>\n";
    for (const std::string& warning : data.warnings)
        html += fmt::format("<p class=\"warning\">{}</p>\n", escape_html(warning));
    return html;
}

std::string clash_table(const ReportData& data) {
    if (!data.asked_clashes && data.clashes.empty()) return {};
    const auto row = [&](const ReportClash& clash) {
        std::string html =
            cell(data.parts[clash.a].name) + cell(data.parts[clash.b].name) +
            cell(with_state(clash.state, clash.relation), fmt::format("{}", fmt::join(clash.notes, "\n")));
        for (const std::optional<Interval>& depth : {clash.interference, clash.depth})
            html += depth ? interval_cell(*depth, data.unit)
                          : number_cell("–", "none: not asked, or surfaces without an inside");
        return html + number_cell(fmt::format("{}", clash.contact_count)) + point_cell(clash.point) +
               proof_cell(clash.proof);
    };
    return heading("Clashes", data.clashes.size()) +
           table(data.clashes,
                 {"part a", "part b", "relation", "interference, " + data.unit, "escape, " + data.unit,
                  "contacts", "at x, y, z", "proof"},
                 "No two parts overlap.", row);
}

std::string near_miss_table(const ReportData& data) {
    if (!data.asked_clearance && data.near_misses.empty()) return {};
    const auto time = [&](const ReportNearMiss& near) {
        const double at = data.clearance->start + near.moment.value_or(0) * data.clearance->duration;
        return number_cell(fmt::format("{:.5g}", at), fmt::format("{}", at));
    };
    const auto row = [&](const ReportNearMiss& near) {
        return cell(data.parts[near.a].name) + cell(data.parts[near.b].name) +
               interval_cell(near.distance, data.unit) + point_cell(near.point_a) + point_cell(near.point_b) +
               (data.clearance ? time(near) : proof_cell(near.proof));
    };
    return heading(data.clearance ? "Closest moments" : "Near misses", data.near_misses.size()) +
           table(data.near_misses,
                 {"part a", "part b", "distance, " + data.unit, "nearest of a", "nearest of b",
                  data.clearance ? "time" : "proof"},
                 "No two parts come closer than the clearance.", row);
}

std::string possible_table(const ReportData& data) {
    if (data.possible.empty()) return {};
    const auto row = [&](const ReportPossible& found) {
        return cell(data.parts[found.a].name) + cell(data.parts[found.b].name) + cell(found.relation) +
               interval_cell(found.winding, "") + point_cell(found.point);
    };
    return heading("Possibly inside (open mesh)", data.possible.size()) +
           table(data.possible, {"part a", "part b", "relation", "winding number", "at x, y, z"}, "", row);
}

std::string impact_table(const ReportData& data) {
    if (!data.asked_motion && data.impacts.empty()) return {};
    const auto row = [&](const ReportImpact& impact) {
        return cell(data.parts[impact.a].name) + cell(data.parts[impact.b].name) + cell(impact.answer) +
               interval_cell(impact.time, "") + point_cell(impact.point) + proof_cell(impact.proof);
    };
    return heading("Impacts", data.impacts.size()) +
           table(data.impacts, {"part a", "part b", "answer", "time", "at x, y, z", "proof"},
                 "Nothing collides along the motions.", row);
}

std::string part_table(const ReportData& data) {
    const auto row = [&](const ReportPart& part) {
        return cell(part.name) + cell(part.group) + cell(part.kind) +
               number_cell(fmt::format("{}", data.geometries[part.geometry].triangles.size())) +
               cell(part.source);
    };
    return heading("Parts", data.parts.size()) + table(data.parts,
                                                       {"name", "group", "kind", "triangles", "source"},
                                                       "The assembly has no parts.", row);
}

/// The plot, under what it shows.
std::string clearance_section(const ReportData& data) {
    if (!data.clearance) return {};
    return fmt::format("<h2>{}</h2>\n<p>{}</p>\n<figure class=\"plot\">{}</figure>\n",
                       escape_html(data.clearance->verdict), escape_html(data.clearance->detail),
                       clearance_svg(*data.clearance, data.unit));
}

}  // namespace

std::string report_tables(const ReportData& data) {
    return head(data) + clearance_section(data) + clash_table(data) + possible_table(data) +
           near_miss_table(data) + impact_table(data) + part_table(data);
}

}  // namespace graze::cli
