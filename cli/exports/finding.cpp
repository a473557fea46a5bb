#include "exports/finding.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "check_output.hpp"
#include "exports/guid.hpp"
#include "text/plain_text.hpp"
#include "text/table.hpp"

namespace graze::cli {
namespace {

/// "arm overlaps base".
std::string clash_words(const Clash& clash, const std::string& a, const std::string& b) {
    switch (clash.relation) {
        case Relation::touching: return a + " touches " + b;
        case Relation::a_inside_b: return a + " is inside of " + b;
        case Relation::b_inside_a: return b + " is inside of " + a;
        case Relation::identical: return a + " and " + b + " are identical";
        default: return a + " overlaps " + b;
    }
}

/// What all kinds have.
Finding start_finding(const io::Document& document, FindingKind kind, PartIndex a, PartIndex b) {
    Finding finding;
    finding.kind = kind;
    finding.a = a;
    finding.b = b;
    finding.name_a = legible(document.parts[a].name);
    finding.name_b = legible(document.parts[b].name);
    return finding;
}

Finding clash_finding(const io::Document& document, const Clash& clash, FindingKind kind, double noise) {
    Finding finding = start_finding(document, kind, clash.a, clash.b);
    finding.relation = relation_words(relation_of(clash));
    finding.measure = measure_of(clash);
    finding.title = clash_words(clash, finding.name_a, finding.name_b) + ", " +
                    (finding.measure ? fmt::format("{} {} {}", finding.measure_name,
                                                   readable(*finding.measure, noise), legible(document.unit))
                                     : std::string("their surfaces cross"));
    finding.location = location_of(clash);
    finding.gap = {finding.location, finding.location};
    finding.box = clash.region.box;
    if (is_empty(finding.box)) finding.box = {finding.location, finding.location};
    if (finding.measure && finding.measure->upper > 0) finding.normal = clash.separation.normal;
    finding.curve = clash.curve;
    for (const ContactManifold& manifold : clash.manifolds) {
        for (const ContactPoint& point : manifold.points) finding.contacts.push_back(point.position);
    }
    finding.contact_count = contact_count(clash);
    if (kind == FindingKind::allowed) finding.reason = "allowed by the options of the check";
    return finding;
}

Finding clearance_finding(const io::Document& document, const NearMiss& near, double clearance,
                          double noise) {
    Finding finding = start_finding(document, FindingKind::clearance, near.a, near.b);
    const Separation& gap = near.separation;
    finding.relation = "disjoint";
    finding.measure_name = "distance";
    finding.measure = distance_of(near);
    finding.title =
        fmt::format("{} is close to {}, distance {} of {} {}", finding.name_a, finding.name_b,
                    readable(distance_of(near), noise), readable(clearance), legible(document.unit));
    finding.location = 0.5 * (gap.point_a + gap.point_b);
    finding.gap = {gap.point_a, gap.point_b};
    finding.box = {min(gap.point_a, gap.point_b), max(gap.point_a, gap.point_b)};
    finding.normal = gap.normal;
    return finding;
}

Finding undecided_finding(const io::Document& document, const Undecided& found) {
    Finding finding = start_finding(document, FindingKind::undecided, found.a, found.b);
    finding.relation = kUndecidedWords;
    finding.measure_name = "gap";
    finding.measure = Interval{0, std::max(0.0, found.meant.distance.upper)};
    finding.title = fmt::format("{} and {} may touch, a gap is at most {} {}", finding.name_a, finding.name_b,
                                readable(finding.measure->upper), legible(document.unit));
    finding.location = found.point;
    finding.gap = {found.point, found.point};
    finding.box = {found.point, found.point};
    return finding;
}

Finding possible_finding(const io::Document& document, const PossiblyInside& found) {
    Finding finding = start_finding(document, FindingKind::possible, found.a, found.b);
    const bool a_inside = found.relation == Relation::a_inside_b;
    finding.relation = relation_words(found.relation);
    finding.measure_name = "winding number";
    finding.measure = found.winding;
    finding.title =
        fmt::format("{} is possibly inside of {}, an open mesh", a_inside ? finding.name_a : finding.name_b,
                    a_inside ? finding.name_b : finding.name_a);
    finding.location = found.point;
    finding.gap = {found.point, found.point};
    finding.box = {found.point, found.point};
    return finding;
}

}  // namespace

std::string_view to_string(FindingKind kind) {
    switch (kind) {
        case FindingKind::clash: return "clash";
        case FindingKind::clearance: return "clearance";
        case FindingKind::undecided: return "undecided";
        case FindingKind::possible: return "possibly-inside";
        case FindingKind::allowed: return "allowed";
    }
    return "clash";
}

std::optional<Interval> measure_of(const Clash& clash) { return interference_of(clash); }

std::string pair_guid(std::string_view assembly, FindingKind kind, std::array<std::string_view, 2> names) {
    std::ranges::sort(names);
    const std::array<std::string_view, 5> texts{
        "graze-pair-1", assembly, kind == FindingKind::possible ? "inside" : "overlap", names[0], names[1]};
    return name_guid(joined_name(texts));
}

std::vector<Finding> list_findings(const io::Document& document, const AssemblyFindings& result,
                                   const AssemblyOptions& options, std::string_view assembly) {
    const double noise = noise_of(document);
    std::vector<Finding> list;
    for (const Clash& clash : result.clashes)
        list.push_back(clash_finding(document, clash, FindingKind::clash, noise));
    for (const Undecided& found : result.undecided) list.push_back(undecided_finding(document, found));
    for (const PossiblyInside& found : result.possibly_inside)
        list.push_back(possible_finding(document, found));
    for (const NearMiss& near : result.near_misses) {
        // With all distances the list goes on beyond the clearance.
        if (options.clearance && distance_of(near).lower <= *options.clearance)
            list.push_back(clearance_finding(document, near, *options.clearance, noise));
    }
    for (const Clash& clash : result.allowed)
        list.push_back(clash_finding(document, clash, FindingKind::allowed, noise));
    for (Finding& finding : list)
        finding.guid = pair_guid(assembly, finding.kind,
                                 {document.parts[finding.a].name, document.parts[finding.b].name});
    return list;
}

std::string assembly_name(const io::Document& document, std::span<const std::string> files) {
    if (files.size() <= 1 && !document.title.empty()) return document.title;
    std::vector<std::string> names;
    for (const std::string& file : files) names.push_back(std::filesystem::path(file).filename().string());
    std::ranges::sort(names);
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
}

}  // namespace graze::cli
