// Overlaps, verdicts and distances: the laws of their numbers, planes and points that bound the distance,
// `verify`, the swapped pair, and each other.
#include <cmath>
#include <variant>

#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "query/audit/audit.hpp"
#include "query/audit/audit_bounds.hpp"
#include "verify/verify_bounds.hpp"

namespace graze::audit {
namespace {

void record(Check& check, const Separation& s) {
    check.answered("distance", s.distance);
    check.answered("point_a", s.point_a);
    check.answered("point_b", s.point_b);
    check.answered("normal", s.normal);
    check.answered("status", {static_cast<double>(s.status)});
}

void compare_with_distance(Check& check, bool overlap, const Interval& distance, const Pair& pair) {
    if (!overlap) check.expect(distance.upper > 0, "no overlap, but the distance is not positive");
    if (!overlap || distance.lower <= close_call(pair.a, pair.b)) return;
    // Pairs that even the search in more digits leaves open are documented.
    if (decide(pair.a, pair.b).answer == Answer::undecided)
        check.not_shown("undecided beyond the close call");
    else
        check.expect(false, "an overlap, but the distance is positive beyond rounding");
}

/// Depths of sets of parts take up to seconds: an overlap is compared with the verdict, and with the distance
/// where that is disjoint.
void compare_overlap(Check& check, bool overlap, const Pair& pair) {
    if (overlap && decide(pair.a, pair.b).answer != Answer::disjoint) return;
    compare_with_distance(check, overlap, separation(pair.a, pair.b).distance, pair);
}

bool slow_depth(const Separation& s, const Pair& pair) noexcept {
    return s.distance.upper < 0 && !(pair.a.shape.convex() && pair.b.shape.convex());
}

std::string kind_of_distance(const Separation& s, const Pair& pair) {
    const char* sign = s.distance.lower > 0 ? "gap" : s.distance.upper < 0 ? "depth" : "contact";
    return std::string(sign) + " of " + kind_of(pair.a.shape, pair.b.shape) +
           (s.status == Status::converged ? "" : ", budget reached");
}

void check_numbers(Check& check, const Separation& s) {
    check.expect(ordered(s.distance), "the bounds of the distance are out of order or NaN");
    check.expect(is_unit(s.normal), "the normal is not unit");
    check.expect(is_finite(s.point_a) && is_finite(s.point_b), "a witness point is not finite");
    check.expect(s.status == Status::converged || s.status == Status::budget_reached,
                 "valid input is refused");
}

/// As `SeparationOptions::tolerance` documents it, the floor of rounding twice.
void check_width(Check& check, const Separation& s, const Pair& pair, const SeparationOptions& options) {
    if (s.status != Status::converged || is_half_space(pair.a) || is_half_space(pair.b)) return;
    const bool polytopes = pair.a.shape.polytope_core() && pair.b.shape.polytope_core();
    const double wanted = options.tolerance >= 0 ? options.tolerance : polytopes ? 1e-9 : 1e-6;
    const double reach = std::max(pair.a.shape.reach(), pair.b.shape.reach());
    const double errors = 8 * (pair.a.shape.support_error() + pair.b.shape.support_error());
    const double allowed = wanted * reach + 2 * close_call(pair.a, pair.b) + errors;
    if (!(s.distance.width() <= allowed)) check.not_shown("converged, but wider than asked for");
}

/// Along the normal the points span the distance within the bounds. Across it, a gap that is known up to w
/// leaves sqrt(2 w d), d being the distance of the cores. In an overlap the normal is known no better than
/// that of a facet of height w on a surface whose radius of curvature is the extent.
void check_witnesses(Check& check, const Separation& s, const Pair& pair) {
    if (!std::isfinite(s.distance.middle())) return;
    const double slack = s.distance.width() + moved_slack(pair.a, pair.b);
    const double cores = s.distance.middle() + pair.a.shape.margin() + pair.b.shape.margin();
    const Vec3 off = s.point_b - s.point_a - s.distance.middle() * s.normal;
    const double along = dot(off, s.normal), across = length(off - along * s.normal);
    const double size = s.distance.lower > 0 ? cores : verifying::extent(pair.a, pair.b);
    check.expect(std::abs(along) <= slack, "the witness points do not span the distance along the normal");
    check.expect(across <= slack + 2 * std::sqrt(2 * slack * size),
                 "the witness points are not across each other along the normal");
}

void check_bounds(Check& check, const Separation& s, const Pair& pair) {
    check.expect(planes_below(pair.a, pair.b, s.normal, check) <= s.distance.upper,
                 "a plane shows a distance above the upper bound");
    if (sampled(check, kVerbSample, Salt::members))
        check.expect(s.distance.lower <= members_below(pair.a, pair.b, check),
                     "points of the shapes are closer than the lower bound");
    if (!sampled(check, kBruteSample, Salt::brute)) return;
    const auto brute = distance_of_all_parts(pair.a, pair.b);
    if (!brute) return;
    check.expect(s.distance.lower <= brute->upper, "two parts are closer than the lower bound");
    if (!has_solid(pair.a, pair.b) && brute->lower > 0)
        check.expect(s.distance.upper >= brute->lower, "all parts are farther apart than the upper bound");
}

void compare_with_verbs(Check& check, const Separation& s, const Pair& pair,
                        const SeparationOptions& options) {
    if (sampled(check, slow_depth(s, pair) ? kSlowTwinSample : kTwinSample, Salt::twin)) {
        const Separation twin = separation(pair.b, pair.a, options);
        check.expect(compatible(s.distance, twin.distance), "the swapped distance is another one");
        // A search may have been started from what an earlier one left.
        check.expect(compatible(s.distance, separation(pair.a, pair.b, options).distance),
                     "the distance depends on the cache");
    }
    if (!sampled(check, kVerbSample, Salt::verbs)) return;
    compare_with_distance(check, overlaps(pair.a, pair.b), s.distance, pair);
    const Verdict verdict = decide(pair.a, pair.b);
    if (verdict.answer == Answer::disjoint)
        check.expect(s.distance.upper > 0, "decided to be disjoint, but the distance is not positive");
    if (verdict.answer == Answer::intersecting)
        check.expect(s.distance.lower <= 0, "decided to intersect, but the distance is positive");
}

void check_valid_separation(Check& check, const Separation& s, const Pair& pair,
                            const SeparationOptions& options) {
    check_numbers(check, s);
    if (check.failed()) return;
    check_width(check, s, pair, options);
    check_witnesses(check, s, pair);
    check_bounds(check, s, pair);
    compare_with_verbs(check, s, pair, options);
}

bool verified_now(const Check& check, const Pair& pair) {
    return linear_check_now(check, parts_in(pair.a.shape) + parts_in(pair.b.shape), Salt::verify);
}

void check_proof(Check& check, const Verdict& v, const Pair& pair) {
    if (!verified_now(check, pair) || verify(v, pair.a, pair.b)) return;
    const std::string kind = std::string(kind_of(pair.a.shape, pair.b.shape)) +
                             (v.status == Status::converged ? "" : ", budget reached");
    if (std::holds_alternative<std::monostate>(v.proof) || v.answer == Answer::undecided)
        check.not_shown((v.answer == Answer::undecided ? "undecided, " : "without a proof, ") + kind);
    else
        check.expect(false, "the proof of the verdict does not hold");
}

}  // namespace

void check_overlaps(bool overlap, const Pair& pair) {
    Check check("overlaps", pair.a, pair.b);
    check.answered("overlap", {overlap ? 1.0 : 0.0});
    if (!valid(pair.a, pair.b)) {
        check.expect(overlap, "invalid input does not count as overlap");
        return;
    }
    if (overlap && planes_below(pair.a, pair.b, {1, 0, 0}, check) > close_call(pair.a, pair.b))
        check.expect(false, "an overlap, but a plane is between the shapes");
    if (sampled(check, kVerbSample, Salt::verbs)) compare_overlap(check, overlap, pair);
    if (!sampled(check, kTwinSample, Salt::twin) || overlaps(pair.b, pair.a) == overlap) return;
    // Too close to call counts as overlap, so one order may find a gap that the other does not.
    const Verdict verdict = decide(pair.a, pair.b);
    check.expect(verdict.answer != Answer::intersecting, "one order misses an overlap");
    if (verdict.answer == Answer::disjoint)
        check.expect(separation(pair.a, pair.b).distance.lower <= close_call(pair.a, pair.b),
                     "one order finds an overlap beyond rounding");
}

void check_verdict(const Verdict& verdict, const Pair& pair, Method method) {
    Check check("decide", pair.a, pair.b);
    check.asked("method", {static_cast<double>(method)});
    check.answered("answer", {static_cast<double>(verdict.answer)});
    check.answered("proof", {static_cast<double>(verdict.proof.index())});
    check.answered("status", {static_cast<double>(verdict.status)});
    if (verdict.status == Status::unsupported) {
        check.expect(method != Method::automatic, "the automatic method declines a pair");
        return;
    }
    if (!valid(pair.a, pair.b)) {
        check.expect(verdict.status == Status::invalid_input && verdict.answer == Answer::undecided,
                     "invalid input is decided");
        return;
    }
    check.expect(verdict.status == Status::converged || verdict.status == Status::budget_reached,
                 "valid input is refused");
    check_proof(check, verdict, pair);
    if (sampled(check, kVerbSample, Salt::verbs)) {
        const double close = close_call(pair.a, pair.b);
        if (verdict.answer == Answer::intersecting)
            check.expect(overlaps(pair.a, pair.b), "intersecting, but there is no overlap");
        if (verdict.answer == Answer::disjoint)
            check.expect(separation(pair.a, pair.b).distance.upper > 0,
                         "disjoint, but the distance is not positive");
        if (verdict.answer == Answer::undecided && verdict.status == Status::converged)
            check.expect(compatible(separation(pair.a, pair.b).distance, {-close, close}),
                         "undecided, but the distance is beyond rounding");
    }
    if (!sampled(check, kTwinSample, Salt::twin)) return;
    const Answer twin = decide(pair.b, pair.a, method).answer;
    const bool opposite =
        twin != Answer::undecided && verdict.answer != Answer::undecided && twin != verdict.answer;
    check.expect(!opposite, "the swapped verdict is the opposite");
}

void check_common_point(const std::optional<CertifiedCommonPoint>& common, const Pair& pair) {
    Check check("common_point", pair.a, pair.b);
    check.answered("found", {common ? 1.0 : 0.0});
    if (!common) {
        check.expect(valid(pair.a, pair.b), "invalid input counts as disjoint");
        check.expect(decide(pair.a, pair.b).answer != Answer::intersecting,
                     "no common point, but the shapes intersect");
        return;
    }
    check.answered("point", common->point);
    check.answered("distance", {common->distance});
    check.answered("kind", {static_cast<double>(common->kind)});
    check.expect(is_finite(common->point) && common->distance >= 0, "the common point is not finite");
    if (!valid(pair.a, pair.b)) {
        check.expect(common->kind == CommonPointKind::unknown && common->status == Status::invalid_input,
                     "invalid input has a common point");
        return;
    }
    if (common->kind == CommonPointKind::unknown) {
        check.not_shown(kind_of(pair.a.shape, pair.b.shape));
    } else if (verified_now(check, pair)) {
        check.expect(verify(*common, pair.a, pair.b), "the proof of the common point does not hold");
    }
    if (sampled(check, kTwinSample, Salt::twin) && common->kind != CommonPointKind::close)
        check.expect(common_point(pair.b, pair.a).has_value(), "the swapped pair has no common point");
}

void check_separation(const Separation& separation, const Pair& pair, const SeparationOptions& options) {
    Check check("separation", pair.a, pair.b);
    check.asked("tolerance", {options.tolerance});
    check.asked("max_iterations", {static_cast<double>(options.max_iterations)});
    record(check, separation);
    if (!valid(pair.a, pair.b)) {
        check.expect(
            separation.status == Status::invalid_input && separation.distance == Interval::everything(),
            "invalid input is measured");
        return;
    }
    // A trace is the caller's memory of one search.
    SeparationOptions plain = options;
    plain.trace = nullptr;
    check_valid_separation(check, separation, pair, plain);
    if (check.failed() || !verified_now(check, pair) || verify(separation, pair.a, pair.b)) return;
    check.not_shown(kind_of_distance(separation, pair));
}

void check_certified(const CertifiedSeparation& certified, const Pair& pair,
                     const SeparationOptions& options) {
    Check check("certified_separation", pair.a, pair.b);
    check.asked("tolerance", {options.tolerance});
    check.asked("max_iterations", {static_cast<double>(options.max_iterations)});
    record(check, certified.separation);
    if (!valid(pair.a, pair.b)) {
        check.expect(certified.separation.status == Status::invalid_input, "invalid input is measured");
        return;
    }
    SeparationOptions plain = options;
    plain.trace = nullptr;
    check_valid_separation(check, certified.separation, pair, plain);
    if (check.failed() || !verified_now(check, pair) || verify(certified, pair.a, pair.b)) return;
    check.not_shown(kind_of_distance(certified.separation, pair));
}

}  // namespace graze::audit
