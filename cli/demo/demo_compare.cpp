#include "demo/demo_compare.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "check_output.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

std::vector<Found> all_found(const io::Document& document, const AssemblyFindings& result,
                             const CastAnswer& cast) {
    const auto name = [&document](std::size_t part) { return document.parts[part].name; };
    std::vector<Found> found;
    for (const Clash& clash : result.clashes) {
        const Interval distance = clash.separation.distance;
        const Interval depth{std::max(0.0, -distance.upper), std::max(0.0, -distance.lower)};
        found.push_back({PlantedKind::clash, name(clash.a), name(clash.b), clash.relation, depth});
    }
    for (const NearMiss& near : result.near_misses)
        found.push_back({PlantedKind::near_miss, name(near.a), name(near.b), Relation::disjoint,
                         near.separation.distance});
    for (const PartImpact& impact : cast.impacts)
        found.push_back({PlantedKind::impact, name(impact.a), name(impact.b), Relation::disjoint,
                         impact.certified.impact.time});
    return found;
}

bool answers(const Found& found, const Planted& planted) {
    return found.kind == planted.kind && found.a == planted.a && found.b == planted.b &&
           found.relation == planted.relation && planted.value.lower <= found.value.lower &&
           found.value.upper <= planted.value.upper;
}

std::string kind_text(PlantedKind kind, Relation relation) {
    switch (kind) {
        case PlantedKind::clash: return relation_words(relation);
        case PlantedKind::near_miss: return "near miss";
        case PlantedKind::impact: return "impact";
    }
    return "?";
}

std::string_view value_name(PlantedKind kind) {
    switch (kind) {
        case PlantedKind::clash: return "depth";
        case PlantedKind::near_miss: return "gap";
        case PlantedKind::impact: return "time";
    }
    return "?";
}

}  // namespace

bool DemoComparison::exact() const {
    return surplus.empty() &&
           std::all_of(found.begin(), found.end(), [](const auto& one) { return one.has_value(); });
}

DemoComparison compare(const std::vector<Planted>& planted, const io::Document& document,
                       const AssemblyFindings& result, const CastAnswer& cast) {
    DemoComparison comparison{std::vector<std::optional<Found>>(planted.size()), {}};
    for (const Found& found : all_found(document, result, cast)) {
        const auto match = std::find_if(planted.begin(), planted.end(),
                                        [&found](const Planted& one) { return answers(found, one); });
        if (match == planted.end())
            comparison.surplus.push_back(found);
        else
            comparison.found[static_cast<std::size_t>(match - planted.begin())] = found;
    }
    return comparison;
}

std::string comparison_table(const std::vector<Planted>& planted, const DemoComparison& comparison,
                             double noise, std::size_t width) {
    Table table({{"planted"}, {"parts", false, true}, {"found"}, {"story", false, true}});
    for (std::size_t i = 0; i < planted.size(); ++i) {
        const Planted& one = planted[i];
        const double nothing = one.kind == PlantedKind::impact ? 0 : noise;  // times are no lengths
        const std::string found =
            comparison.found[i]
                ? fmt::format("{} {}", value_name(one.kind), readable(comparison.found[i]->value, nothing))
                : std::string{"MISSING"};
        table.add({kind_text(one.kind, one.relation), one.a + ", " + one.b, found, one.story});
    }
    std::string text = table.text(width);
    for (const Found& found : comparison.surplus)
        text += fmt::format("NOT PLANTED  {}: {}, {}, {} {}\n", kind_text(found.kind, found.relation),
                            found.a, found.b, value_name(found.kind), interval_text(found.value));
    return text;
}

}  // namespace graze::cli
