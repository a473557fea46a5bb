// Impacts of all pairs: refusals, and which search serves which pair.
#include <algorithm>
#include <cmath>

#include "ccd/audit_impact.hpp"
#include "ccd/impact_search.hpp"
#include "ccd/oriented/interval_obb_impact.hpp"
#include "core/audited.hpp"
#include "graze/core/assert.hpp"
#include "query/decide.hpp"
#include "query/dispatch.hpp"
#include "result/nothing_excluded.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

bool inputs_valid(const Moving& a, const Moving& b, const ImpactOptions& options) noexcept {
    return a.shape.valid() && b.shape.valid() && a.motion.valid() && b.motion.valid() &&
           options.tolerance > 0 && std::isfinite(options.tolerance);
}

Impact impact_of_convex(const Moving& a, const Moving& b, const ImpactOptions& options,
                        std::vector<TimeCell>* cells) {
    const auto flat = [](const Moving& moving) { return moving.shape.type() == ShapeType::half_space; };
    if (flat(a) && flat(b)) return half_spaces_impact(a, b, options, cells);
    return convex_impact({a.shape, a.motion}, {b.shape, b.motion}, options,
                         {{0, 1}, impact_length(a.shape, b.shape)}, cells);
}

/// The discrete query answers for the start, as in the other method.
Impact impact_by_intervals(const Moving& a, const Moving& b, const ImpactOptions& options,
                           PairWork* counted) {
    if (!interval_obb_serves(a.shape, b.shape)) return nothing_excluded(Status::unsupported);
    if (pair_overlaps({a.shape, pose_at(a.motion, 0)}, {b.shape, pose_at(b.motion, 0)}))
        return composite_impact(a, b, options, nullptr, counted);
    return interval_obb_impact(a, b, options, counted);
}

/// A proof of contact at the upper end: bodies that have just begun to overlap may not be deep enough for a
/// check to find a common point itself. Empty for motions with a deviation, for which it would show nothing.
Proof contact_at_end(const Impact& impact, const Moving& a, const Moving& b) noexcept {
    if (impact.proof != ContactProof::overlap || a.motion.deviation() + b.motion.deviation() > 0) return {};
    const Placed x{a.shape, pose_at(a.motion, impact.time.upper)},
        y{b.shape, pose_at(b.motion, impact.time.upper)};
    if (!usable(x) || !usable(y)) return {};  // between matrices that are barely rigid
    const Verdict verdict = pair_verdict(x, y);
    return verdict.answer == Answer::intersecting ? verdict.proof : Proof{};
}

}  // namespace

double impact_length(const Shape& a, const Shape& b) noexcept {
    const auto reach = [](const Shape& shape) {
        return shape.type() == ShapeType::half_space ? 0 : shape.reach();
    };
    return std::max(reach(a), reach(b));
}

Impact impact_of(const Moving& a, const Moving& b, const ImpactOptions& options, PairWork* counted) noexcept {
    if (!inputs_valid(a, b, options)) {
        GRAZE_ASSERT(false, "time_of_impact of an invalid shape, motion or tolerance: check() says why");
        return nothing_excluded(Status::invalid_input);
    }
    if (options.method == ImpactMethod::interval_obb) return impact_by_intervals(a, b, options, counted);
    if (!a.shape.convex() || !b.shape.convex()) return composite_impact(a, b, options, nullptr, counted);
    return impact_of_convex(a, b, options, nullptr);
}

Impact time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options) noexcept {
    return counted_time_of_impact(a, b, options, nullptr);
}

Impact counted_time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options,
                              PairWork* counted) noexcept {
    if (counted == nullptr)
        return GRAZE_AUDITED(impact_of(a, b, options), audit::check_impact(answer, {a, b, options}));
    const bool convex = a.shape.convex() && b.shape.convex();
    const Impact impact =
        measured(*counted, convex, [&] { return impact_of(a, b, options, convex ? nullptr : counted); });
    if (convex) return impact;
    counted->box_tests += impact.work.box_tests;
    counted->primitive_tests += impact.work.primitive_tests;
    return impact;
}

namespace {

CertifiedImpact certify(const Moving& a, const Moving& b, const ImpactOptions& options) {
    CertifiedImpact certified;
    if (!inputs_valid(a, b, options)) {
        certified.impact = nothing_excluded(Status::invalid_input);
    } else if (!a.shape.convex() || !b.shape.convex()) {
        certified.impact = composite_impact(a, b, options, &certified.contact);
        add_covers(a, b, options, certified);
    } else {
        certified.impact = impact_of_convex(a, b, options, &certified.cells);
        certified.contact = contact_at_end(certified.impact, a, b);
    }
    return certified;
}

}  // namespace

CertifiedImpact certified_time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options) {
    return GRAZE_AUDITED(certify(a, b, options), audit::check_certified(answer, {a, b, options}));
}

expected<void, BuildError> check(const Moving& moving) {
    if (auto fault = moving.shape.fault()) return unexpected<BuildError>(*std::move(fault));
    if (auto fault = moving.motion.fault()) return unexpected<BuildError>(*std::move(fault));
    return {};
}

}  // namespace graze
