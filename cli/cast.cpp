#include "cast.hpp"

#include <fmt/format.h>

#include <graze/scene/scene.hpp>
#include <graze/verify/verify.hpp>

#include "commands/command.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

struct MovingScene {
    Scene scene;
    std::vector<ObjectId> ids;
    std::vector<ObjectMotion> motions;
};

/// All parts. Exclusions are only set for pairs with a moving part: other pairs are never tested.
MovingScene make_scene(const io::Document& document, CastAnswer& answer, unsigned threads) {
    MovingScene made{Scene({.threads = threads, .broad_phase = nullptr}), {}, {}};
    for (std::uint32_t i = 0; i < document.parts.size(); ++i) {
        const io::Part& part = document.parts[i];
        const Placed placed = io::placed(part);
        const auto added = made.scene.try_add(placed.shape, placed.pose, {.margin = 0, .user_data = i});
        if (!added) throw UserError{part.name + ": " + added.error().message};
        made.ids.push_back(*added);
        if (std::holds_alternative<std::monostate>(part.motion)) continue;
        answer.moving.push_back(i);
        made.motions.push_back({*added, io::motion_of(part)});
    }
    const PairRules rules = io::pair_rules(document);
    for (const std::uint32_t i : answer.moving) {
        for (std::size_t j = 0; j < document.parts.size(); ++j) {
            if (i != j && rules.excluded(i, j))
                (void)made.scene.exclude(made.ids[i], made.ids[j]);  // both are in the scene
        }
    }
    return made;
}

PartImpact certified(const io::Document& document, const PartImpact& found, const ImpactOptions& options) {
    const Moving a = moving_part(document.parts[found.a]);
    const Moving b = moving_part(document.parts[found.b]);
    PartImpact impact = found;
    impact.certified = certified_time_of_impact(a, b, options);
    impact.verified = verify(impact.certified, a, b);
    return impact;
}

std::string_view proof_text(const Impact& impact) {
    switch (impact.proof) {
        case ContactProof::none:
            return is_undecided(impact)
                       ? "the budget was reached: whether they touch later, or how near they come, is not "
                         "known"
                       : "contact can be neither proven nor excluded: they come within the tolerance";
        case ContactProof::overlap: return "at the end of the interval they have a point in common";
        case ContactProof::passage: return "between the ends of the interval one goes through the other";
    }
    return "?";
}

}  // namespace

Moving moving_part(const io::Part& part) { return {io::placed(part).shape, io::motion_of(part)}; }

CastAnswer first_impacts(const io::Document& document, const CastOptions& options) {
    CastAnswer answer;
    const MovingScene made = make_scene(document, answer, options.threads);
    const ImpactOptions impact_options{.tolerance = options.tolerance};
    const auto found = made.scene.impacts(made.motions, impact_options);
    if (!found) throw UserError{found.error().message};
    const auto index = [&made](const ObjectId& object) {
        return static_cast<std::uint32_t>(made.scene.options(object).user_data);
    };
    for (const ObjectImpact& hit : *found) {
        PartImpact impact{
            .a = index(hit.objects.a), .b = index(hit.objects.b), .certified = {}, .verified = false};
        impact.certified.impact = hit.impact;
        if (options.verify) impact = certified(document, impact, impact_options);
        answer.impacts.push_back(std::move(impact));
    }
    return answer;
}

std::vector<std::string> impact_words(const PartImpact& impact) {
    const Impact& hit = impact.certified.impact;
    std::vector<std::string> lines;
    if (!impact.certified.cells.empty())
        lines.push_back(
            fmt::format("before {}: {} with a plane between the two", rounded_down(hit.time.lower),
                        count_text(impact.certified.cells.size(), "stretch of time", "stretches of time")));
    std::size_t steps = 0;
    for (const MovingCover& cover : impact.certified.covers) steps += cover.steps.size();
    if (steps > 0)
        lines.push_back(
            fmt::format("before {}: both trees are traversed in {}, every pair of parts is separated",
                        rounded_down(hit.time.lower), count_text(steps, "step")));
    lines.push_back(std::string{proof_text(hit)});
    if (hit.proof != ContactProof::none && hit.status == Status::budget_reached)
        lines.emplace_back("the interval is wide because the budget was reached");
    return lines;
}

bool is_undecided(const Impact& impact) {
    return impact.answer == ImpactAnswer::within_tolerance && impact.status == Status::budget_reached;
}

std::string_view answer_text(const Impact& impact) {
    switch (impact.answer) {
        case ImpactAnswer::miss: return "miss";
        case ImpactAnswer::contact: return "contact";
        case ImpactAnswer::within_tolerance: return is_undecided(impact) ? "not decided" : "within tolerance";
    }
    return "?";
}

}  // namespace graze::cli
