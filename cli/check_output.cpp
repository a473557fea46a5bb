#include "check_output.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "text/table.hpp"

namespace graze::cli {
namespace {

/// "1 clash", "2 clashes".
std::string counted(std::size_t count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string omitted(std::size_t count, std::size_t shown) {
    return count > shown ? fmt::format("... and {} more: --limit 0 shows all.\n", count - shown)
                         : std::string{};
}

std::size_t rows_shown(std::size_t count, std::size_t limit) {
    return limit == 0 ? count : std::min(count, limit);
}

std::string size_of(const Aabb& box, double noise) {
    if (is_empty(box)) return "-";
    const Vec3 size = box.max - box.min;
    const auto text = [noise](double x) { return readable(x < noise ? 0 : x); };
    return fmt::format("{} x {} x {}", text(size.x), text(size.y), text(size.z));
}

/// What is printed about each finding.
struct View {
    const io::Document& document;
    const TableStyle& style;
    const Judgement* judgement;  ///< Null without a baseline.

    /// Of a clash or a near miss; empty without a baseline.
    template <class Finding>
    [[nodiscard]] std::optional<Judgement::Sentence> sentence(const Finding& finding) const {
        if (judgement == nullptr) return std::nullopt;
        return judgement->of_pair(document, finding.a, finding.b);
    }
    [[nodiscard]] std::optional<Judgement::Sentence> sentence(const PossiblyInside& finding) const {
        if (judgement == nullptr) return std::nullopt;
        return judgement->of_possible(document, finding.a, finding.b);
    }
    /// All of them without a baseline, else those that are not accepted.
    template <class Finding>
    [[nodiscard]] std::vector<const Finding*> listed(const std::vector<Finding>& findings) const {
        std::vector<const Finding*> list;
        for (const Finding& finding : findings) {
            const auto given = sentence(finding);
            if (!given || fails(given->change)) list.push_back(&finding);
        }
        return list;
    }
    /// With the baseline's column.
    [[nodiscard]] Table table(std::vector<Column> columns) const {
        if (judgement != nullptr) columns.push_back({"accepted before"});
        return Table(std::move(columns));
    }
    template <class Finding>
    void add(Table& table, const Finding& finding, std::vector<std::string> row) const {
        const auto given = sentence(finding);
        if (judgement != nullptr)
            row.push_back(given && given->accepted != nullptr
                              ? measure_text(given->accepted->finding, document.unit)
                              : "no");
        table.add(std::move(row));
    }
};

std::string clash_table(const View& view, const std::vector<const Clash*>& clashes) {
    const io::Document& document = view.document;
    const std::string unit = " [" + document.unit + "]";
    Table table = view.table({{"#", true},
                              {"part a", false, true},
                              {"part b", false, true},
                              {"relation"},
                              {"interference" + unit},
                              {"escape" + unit},
                              {"contacts", true},
                              {"at" + unit},
                              {"region" + unit}});
    const double noise = noise_of(document);
    const std::size_t shown = rows_shown(clashes.size(), view.style.limit);
    for (std::size_t i = 0; i < shown; ++i) {
        const Clash& clash = *clashes[i];
        const std::optional<Interval> escape = escape_distance_of(clash);
        const std::optional<Interval> deep = interference_of(clash);
        view.add(table, clash,
                 {std::to_string(i + 1), document.parts[clash.a].name, document.parts[clash.b].name,
                  relation_words(relation_of(clash)), deep ? readable(*deep, noise) : "surfaces cross",
                  escape ? readable(*escape, noise) : "-", std::to_string(contact_count(clash)),
                  readable(location_of(clash), noise), size_of(clash.region.box, noise)});
    }
    return table.text(view.style.width) + omitted(clashes.size(), shown);
}

std::string near_table(const View& view, const std::vector<const NearMiss*>& near_misses) {
    const io::Document& document = view.document;
    const std::string unit = " [" + document.unit + "]";
    Table table = view.table({{"#", true},
                              {"part a", false, true},
                              {"part b", false, true},
                              {"distance" + unit},
                              {"from a" + unit},
                              {"to b" + unit}});
    const double noise = noise_of(document);
    const std::size_t shown = rows_shown(near_misses.size(), view.style.limit);
    for (std::size_t i = 0; i < shown; ++i) {
        const NearMiss& near = *near_misses[i];
        view.add(table, near,
                 {std::to_string(i + 1), document.parts[near.a].name, document.parts[near.b].name,
                  readable(distance_of(near), noise), readable(near.separation.point_a, noise),
                  readable(near.separation.point_b, noise)});
    }
    return table.text(view.style.width) + omitted(near_misses.size(), shown);
}

/// Without what the deviations leave open: how they are, and how deep.
std::string undecided_table(const View& view, const std::vector<const Undecided*>& undecided) {
    const io::Document& document = view.document;
    const std::string unit = " [" + document.unit + "]";
    Table table = view.table({{"#", true},
                              {"part a", false, true},
                              {"part b", false, true},
                              {"relation"},
                              {"gap at most" + unit},
                              {"deviation" + unit},
                              {"at" + unit}});
    const double noise = noise_of(document);
    const std::size_t shown = rows_shown(undecided.size(), view.style.limit);
    for (std::size_t i = 0; i < shown; ++i) {
        const Undecided& found = *undecided[i];
        view.add(table, found,
                 {std::to_string(i + 1), document.parts[found.a].name, document.parts[found.b].name,
                  kUndecidedWords, readable(found.meant.distance.upper), deviation_words(found.meant),
                  readable(found.point, noise)});
    }
    return table.text(view.style.width) + omitted(undecided.size(), shown);
}

std::string possible_table(const View& view, const std::vector<const PossiblyInside*>& possible) {
    const io::Document& document = view.document;
    const std::string unit = " [" + document.unit + "]";
    Table table = view.table({{"#", true},
                              {"part a", false, true},
                              {"part b", false, true},
                              {"possibly inside (open mesh)"},
                              {"winding"},
                              {"at" + unit}});
    const double noise = noise_of(document);
    const std::size_t shown = rows_shown(possible.size(), view.style.limit);
    for (std::size_t i = 0; i < shown; ++i) {
        const PossiblyInside& found = *possible[i];
        view.add(table, found,
                 {std::to_string(i + 1), document.parts[found.a].name, document.parts[found.b].name,
                  relation_words(found.relation), readable(found.winding), readable(found.point, noise)});
    }
    return table.text(view.style.width) + omitted(possible.size(), shown);
}

/// Names of accepted pairs that were not found, the first of many.
std::string gone_text(const Judgement& judgement) {
    const std::vector<const Acceptance*> gone = judgement.gone();
    if (gone.empty()) return {};
    const FindingRecord& first = gone.front()->finding;
    return fmt::format(
        "{} no longer found{} '{}' and '{}'. To forget: graze accept {} --from ANSWERS --prune\n",
        counted(gone.size(), "accepted pair is", "accepted pairs are"), gone.size() > 1 ? ", the first" : ":",
        first.a, first.b, judgement.file());
}

/// How far the meshes of CAD files are from their parts; nothing without such files.
std::string deviation_line(const io::Document& document) {
    double most = 0;
    std::size_t estimated = 0;
    for (const io::Part& part : document.parts) {
        most = std::max(most, part.deviation.bound);
        estimated += part.deviation.estimated ? 1 : 0;
    }
    if (most == 0) return {};
    std::string line =
        fmt::format("Results hold for the parts themselves: their meshes deviate by at most {} {}",
                    readable(most), document.unit);
    if (estimated > 0) line += fmt::format(", by estimation for {}", counted(estimated, "part", "parts"));
    return line + ".\n";
}

std::string summary(const io::Document& document, const AssemblyFindings& result,
                    const AssemblyOptions& options) {
    std::string line =
        result.clashes.empty() ? "No clashes" : counted(result.clashes.size(), "clash", "clashes");
    if (!result.undecided.empty())
        line += ", " + counted(result.undecided.size(), "pair", "pairs") + " undecided within the deviation";
    if (!result.possibly_inside.empty())
        line += fmt::format(", {} possibly inside (open mesh)", result.possibly_inside.size());
    if (!result.allowed.empty()) line += fmt::format(", {} allowed", result.allowed.size());
    if (options.all_distances)
        line += ", " + counted(result.near_misses.size(), "distance", "distances");
    else if (options.clearance)
        line +=
            fmt::format(", {} within {} {}", counted(result.near_misses.size(), "near miss", "near misses"),
                        readable(*options.clearance), document.unit);
    line += fmt::format(". {}, {} tested", counted(document.parts.size(), "part", "parts"),
                        counted(result.statistics.tested, "pair", "pairs"));
    if (!result.clashes.empty())
        line += options.depth == DepthEffort::tight ? ", depths tight" : ", depths quick";
    if (result.statistics.excluded > 0) line += fmt::format(", {} excluded", result.statistics.excluded);
    return line + fmt::format(", {:.2f} s.\n", result.statistics.seconds) + deviation_line(document);
}

/// As in RFC 4180: in quotes, quotes doubled.
std::string quoted(const std::string& text) {
    std::string cell = "\"";
    for (const char c : text) {
        cell += c;
        if (c == '"') cell += c;
    }
    return cell + "\"";
}

std::string csv_point(const Vec3& p) { return fmt::format("{:.17g},{:.17g},{:.17g}", p.x, p.y, p.z); }

std::string csv_interference(const Clash& clash) {
    const std::optional<Interval> deep = interference_of(clash);
    return deep ? fmt::format("{:.17g},{:.17g}", deep->lower, deep->upper) : ",";
}

std::string csv_clash(const io::Document& document, const Clash& clash, const char* kind) {
    const Interval distance = clash.meant.deviation > 0 ? clash.meant.distance : clash.separation.distance;
    return fmt::format("{},{},{},{},{:.17g},{:.17g},{},{},{},{},,,{}", kind,
                       quoted(document.parts[clash.a].name), quoted(document.parts[clash.b].name),
                       to_string(relation_of(clash)), distance.lower, distance.upper, contact_count(clash),
                       csv_point(location_of(clash)), csv_point(clash.region.box.min),
                       csv_point(clash.region.box.max), csv_interference(clash));
}

std::string csv_near_miss(const io::Document& document, const NearMiss& near) {
    const Separation& gap = near.separation;
    const Interval distance = distance_of(near);
    return fmt::format("near,{},{},disjoint,{:.17g},{:.17g},0,{},{},{},,,,",
                       quoted(document.parts[near.a].name), quoted(document.parts[near.b].name),
                       distance.lower, distance.upper, csv_point(0.5 * (gap.point_a + gap.point_b)),
                       csv_point(min(gap.point_a, gap.point_b)), csv_point(max(gap.point_a, gap.point_b)));
}

std::string csv_undecided(const io::Document& document, const Undecided& found) {
    return fmt::format("undecided,{},{},undecided,{:.17g},{:.17g},0,{},{},{},,,,",
                       quoted(document.parts[found.a].name), quoted(document.parts[found.b].name),
                       found.meant.distance.lower, found.meant.distance.upper, csv_point(found.point),
                       csv_point(found.point), csv_point(found.point));
}

/// Without a distance, which says nothing about containment. The columns of the box contain the point.
std::string csv_possible(const io::Document& document, const PossiblyInside& found) {
    return fmt::format("possible,{},{},{},,,0,{},{},{},{:.17g},{:.17g},,",
                       quoted(document.parts[found.a].name), quoted(document.parts[found.b].name),
                       to_string(found.relation), csv_point(found.point), csv_point(found.point),
                       csv_point(found.point), found.winding.lower, found.winding.upper);
}

/// Two more cells; empty ones for what no baseline judges.
std::string csv_sentence(const std::optional<Judgement::Sentence>& sentence) {
    if (!sentence) return ",,";
    return fmt::format(",{},{}", state_word(sentence->change),
                       sentence->accepted != nullptr ? quoted(sentence->accepted->reason) : std::string{});
}

}  // namespace

std::string deviation_words(const Meant& meant) {
    return readable(meant.deviation) + (meant.estimated ? " (estimated)" : "");
}

std::string relation_words(Relation relation) {
    std::string words(to_string(relation));
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

double noise_of(const io::Document& document) {
    double reach = 0;
    for (const io::Part& part : document.parts) {
        const double far = length(part.pose.position) + part.shape.reach() + part.margin;
        if (std::isfinite(far)) reach = std::max(reach, far);
    }
    return 1e-12 * reach;
}

std::string check_table(const io::Document& document, const AssemblyFindings& result,
                        const AssemblyOptions& options, const TableStyle& style, const Judgement* judgement) {
    const View view{document, style, judgement};
    const std::vector<const Clash*> clashes = view.listed(result.clashes);
    const std::vector<const Undecided*> undecided = view.listed(result.undecided);
    const std::vector<const PossiblyInside*> possible = view.listed(result.possibly_inside);
    const std::vector<const NearMiss*> near_misses = view.listed(result.near_misses);
    std::string text;
    if (!clashes.empty()) text += clash_table(view, clashes) + "\n";
    if (!undecided.empty()) text += undecided_table(view, undecided) + "\n";
    if (!possible.empty()) text += possible_table(view, possible) + "\n";
    if (!near_misses.empty()) text += near_table(view, near_misses) + "\n";
    text += summary(document, result, options);
    if (judgement == nullptr) return text;
    text += fmt::format("By {}: {} new, {} worse, {} accepted.\n", judgement->file(),
                        judgement->count(Change::appeared), judgement->count(Change::worse),
                        judgement->accepted());
    return text + gone_text(*judgement);
}

std::string check_csv(const io::Document& document, const AssemblyFindings& result,
                      const Judgement* judgement) {
    const TableStyle style;
    const View view{document, style, judgement};
    std::string text =
        "kind,a,b,relation,distance_lower,distance_upper,contacts,x,y,z,min_x,min_y,min_z,max_x,max_y,max_z,"
        "winding_lower,winding_upper,interference_lower,interference_upper";
    text += judgement != nullptr ? ",state,reason\r\n" : "\r\n";
    const auto add = [&](const std::string& row, const std::optional<Judgement::Sentence>& sentence) {
        text += row + (judgement != nullptr ? csv_sentence(sentence) : "") + "\r\n";
    };
    for (const Clash& clash : result.clashes) add(csv_clash(document, clash, "clash"), view.sentence(clash));
    for (const Clash& clash : result.allowed) add(csv_clash(document, clash, "allowed"), std::nullopt);
    for (const Undecided& found : result.undecided) add(csv_undecided(document, found), view.sentence(found));
    for (const PossiblyInside& found : result.possibly_inside)
        add(csv_possible(document, found), view.sentence(found));
    for (const NearMiss& near : result.near_misses) add(csv_near_miss(document, near), view.sentence(near));
    return text;
}

}  // namespace graze::cli
