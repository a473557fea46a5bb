// The earliest of the impacts of all pairs of features that come within reach of each other:
// ccd/features/feature_pairs.hpp finds them.
#include "graze/ccd/feature_impact.hpp"

#include <algorithm>
#include <cmath>

#include "ccd/features/audit_features.hpp"
#include "ccd/features/feature_pairs.hpp"
#include "ccd/features/swept_mesh.hpp"
#include "core/audited.hpp"
#include "graze/math/vec.hpp"

namespace graze {
namespace {

BuildError out_of_range(const char* text) { return {Rule::out_of_range, Element::whole, 0, text}; }

Impact test(const FeaturePair& pair, const SweptMesh& a, const SweptMesh& b,
            const VertexImpactOptions& options) noexcept {
    std::array<Vec3, 4> start{}, end{};
    const std::size_t split = pair.kind == FeaturePair::Kind::edge_edge ? 2 : 1;
    const SweptMesh& first = pair.kind == FeaturePair::Kind::face_vertex ? b : a;
    const SweptMesh& second = pair.kind == FeaturePair::Kind::face_vertex ? a : b;
    for (std::size_t k = 0; k < 4; ++k) {
        const DeformingMesh& mesh = (k < split ? first : second).mesh;
        start[k] = mesh.start[pair.vertices[k]];
        end[k] = mesh.end[pair.vertices[k]];
    }
    Impact impact =
        split == 2 ? edge_edge_impact(start, end, options) : vertex_face_impact(start, end, options);
    if (pair.kind == FeaturePair::Kind::face_vertex) impact.normal = -impact.normal;
    return impact;
}

bool options_valid(const VertexImpactOptions& options) noexcept {
    return options.tolerance > 0 && std::isfinite(options.tolerance) && options.minimum_separation >= 0 &&
           options.until > 0 && options.until <= 1 && options.minimum_separation <= kLargestServed;
}

/// The earlier of two impacts, the second a hit. What one pair leaves open is known when another one touches
/// in time.
DeformingImpact first_of(const DeformingImpact& x, const DeformingImpact& y, double tolerance) noexcept {
    if (!x.impact.hit) return y;
    const bool in_order = x.impact.time.lower <= y.impact.time.lower;
    const DeformingImpact &early = in_order ? x : y, &late = in_order ? y : x;
    const bool open =
        early.impact.answer == ImpactAnswer::within_tolerance && late.impact.answer == ImpactAnswer::contact;
    const bool out_of_budget = early.impact.status == Status::budget_reached;
    if (!open || !(out_of_budget || late.impact.time.upper - early.impact.time.lower <= tolerance))
        return early;
    DeformingImpact both = late;
    both.impact.time.lower = early.impact.time.lower;
    both.impact.status = early.impact.status;
    return both;
}

/// What is known when a search was ended: contact that was found is contact, and any time before it is open.
DeformingImpact unfinished(DeformingImpact best) noexcept {
    best.impact.hit = true;
    best.impact.status = Status::budget_reached;
    if (best.impact.answer == ImpactAnswer::miss) best.impact.answer = ImpactAnswer::within_tolerance;
    best.impact.time.lower = 0;
    return best;
}

/// The time after which another contact would not change an impact.
double of_interest(const Impact& impact, double tolerance) noexcept {
    if (impact.answer == ImpactAnswer::contact) return impact.time.lower > 0 ? impact.time.lower : 1;
    return impact.status == Status::budget_reached ? 1 : std::min(1.0, impact.time.lower + tolerance);
}

expected<DeformingImpact, BuildError> earliest(const SweptMesh& a, const SweptMesh& b,
                                               const VertexImpactOptions& options) {
    if (!options_valid(options)) {
        return unexpected<BuildError>(out_of_range(
            "the tolerance must be above 0, the minimum separation not negative, and until in (0, 1]"));
    }
    DeformingImpact best;
    VertexImpactOptions window = options;
    std::uint32_t tests = 0, cells = 0;
    bool ended = false;
    const TreeStats stats = visit_features({a, b, options.minimum_separation}, [&](const FeaturePair& pair) {
        ended = stop_requested(options.stop);
        if (ended) return Continue::no;
        const Impact impact = test(pair, a, b, window);
        ++tests;
        cells += impact.work.cells;
        if (!impact.hit) return Continue::yes;
        best = first_of(best, {impact, pair}, options.tolerance);
        window.until = std::min(window.until, of_interest(best.impact, options.tolerance));
        return best.impact.answer == ImpactAnswer::contact && best.impact.time.lower == 0 ? Continue::no
                                                                                          : Continue::yes;
    });
    if (ended) best = unfinished(best);
    best.impact.work = {};
    best.impact.work.box_tests = static_cast<std::uint32_t>(stats.box_tests);
    best.impact.work.primitive_tests = tests;
    best.impact.work.cells = cells;
    return best;
}

std::vector<FeaturePair> all_close(const SweptMesh& a, const SweptMesh& b, double reach) {
    std::vector<FeaturePair> pairs;
    visit_features({a, b, reach}, [&](const FeaturePair& pair) {
        pairs.push_back(pair);
        return Continue::yes;
    });
    return pairs;
}

expected<void, BuildError> check_reach(double reach) {
    if (reach >= 0 && reach <= kLargestServed) return {};
    return unexpected<BuildError>(out_of_range("the reach must be a length from 0 to 1e100"));
}

expected<DeformingImpact, BuildError> impact_of_meshes(const DeformingMesh& a, const DeformingMesh& b,
                                                       const VertexImpactOptions& options) {
    const auto swept_a = sweep(a, "mesh a"), swept_b = sweep(b, "mesh b");
    if (!swept_a) return unexpected<BuildError>(swept_a.error());
    if (!swept_b) return unexpected<BuildError>(swept_b.error());
    return earliest(*swept_a, *swept_b, options);
}

}  // namespace

expected<DeformingImpact, BuildError> deforming_impact(const DeformingMesh& a, const DeformingMesh& b,
                                                       const VertexImpactOptions& options) {
    return GRAZE_AUDITED(impact_of_meshes(a, b, options), audit::check_deforming(answer, a, b, options));
}

expected<DeformingImpact, BuildError> self_impact(const DeformingMesh& mesh,
                                                  const VertexImpactOptions& options) {
    const auto swept = sweep(mesh);
    if (!swept) return unexpected<BuildError>(swept.error());
    return earliest(*swept, *swept, options);
}

expected<std::vector<FeaturePair>, BuildError> close_features(const DeformingMesh& a, const DeformingMesh& b,
                                                              double reach) {
    if (auto fine = check_reach(reach); !fine) return unexpected<BuildError>(fine.error());
    const auto swept_a = sweep(a, "mesh a"), swept_b = sweep(b, "mesh b");
    if (!swept_a) return unexpected<BuildError>(swept_a.error());
    if (!swept_b) return unexpected<BuildError>(swept_b.error());
    return all_close(*swept_a, *swept_b, reach);
}

expected<std::vector<FeaturePair>, BuildError> close_features(const DeformingMesh& mesh, double reach) {
    if (auto fine = check_reach(reach); !fine) return unexpected<BuildError>(fine.error());
    const auto swept = sweep(mesh);
    if (!swept) return unexpected<BuildError>(swept.error());
    return all_close(*swept, *swept, reach);
}

}  // namespace graze
