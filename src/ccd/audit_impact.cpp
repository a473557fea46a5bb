// Laws of impacts of moving bodies. A miss and a proven contact are statements about the exact motion:
// whatever refutes them is a contradiction. Poses from `pose_at` are rounded, so bodies must overlap by more
// than that rounding to prove that a time was not free of contact.
#include "ccd/audit_impact.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ccd/features/audit_features.hpp"
#include "ccd/oriented/interval_obb_impact.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "graze/verify/verify.hpp"
#include "motion/motion_piece.hpp"
#include "query/audit/audit_bounds.hpp"

namespace graze::audit {
namespace {

// A proof of an impact costs some times the search.
constexpr std::uint64_t kProofSample = 8;
// Of bodies with more parts it costs seconds.
constexpr std::size_t kMostProvenParts = 256;

void record(Check& check, const Impact& impact) {
    check.answered("answer", {static_cast<double>(impact.answer)});
    check.answered("time", impact.time);
    check.answered("point", impact.point);
    check.answered("normal", impact.normal);
    check.answered("parts", {static_cast<double>(impact.part_a), static_cast<double>(impact.part_b)});
    check.answered("status", {static_cast<double>(impact.status)});
}

bool inputs_valid(const MovingPair& pair) {
    return graze::check(pair.a).has_value() && graze::check(pair.b).has_value() &&
           pair.options.tolerance > 0 && std::isfinite(pair.options.tolerance);
}

/// The interval method serves sets of parts only; other pairs are answered with nothing excluded.
bool check_refusal(Check& check, const Impact& impact, const MovingPair& pair) {
    if (impact.status != Status::unsupported) return false;
    check.expect(
        pair.options.method == ImpactMethod::interval_obb && !interval_obb_serves(pair.a.shape, pair.b.shape),
        "a pair that the method serves is refused");
    check.expect(impact.hit && impact.time == Interval(0, 1), "a refused pair excludes contact");
    return true;
}

void check_numbers(Check& check, const Impact& impact, const MovingPair& pair) {
    check.expect(impact.hit == (impact.answer != ImpactAnswer::miss), "hit and answer disagree");
    check.expect((impact.proof != ContactProof::none) == (impact.answer == ImpactAnswer::contact),
                 "proof and answer disagree");
    check.expect(ordered(impact.time) && impact.time.lower >= 0 && impact.time.upper <= 1,
                 "the time is out of order or outside of [0, 1]");
    check.expect(impact.status == Status::converged || impact.status == Status::budget_reached,
                 "valid input is refused");
    if (!impact.hit) {
        check.expect(impact.time == Interval(1), "the time of a miss is not 1");
        return;
    }
    check.expect(is_unit(impact.normal), "the normal is not unit");
    check.expect(is_finite(impact.point), "the point is not finite");
    check.expect(impact.part_a < parts_in(pair.a.shape) && impact.part_b < parts_in(pair.b.shape),
                 "a part that does not exist");
}

/// Whether the bodies certainly overlap at time t: by more than the rounding of their positions and their
/// deviation from the paths.
bool deep_at(const MovingPair& pair, double t) {
    const Placed a{pair.a.shape, pose_at(pair.a.motion, t)}, b{pair.b.shape, pose_at(pair.b.motion, t)};
    if (!valid(a, b)) return false;
    double slack = moved_slack(a, b) + pair.a.motion.deviation() + pair.b.motion.deviation();
    for (const Moving* moving : {&pair.a, &pair.b}) {
        const double reach =
            is_half_space({moving->shape, {}}) ? std::abs(moving->shape.values()[3]) : moving->shape.reach();
        slack += pose_error(moving->motion.piece_at(t), t, reach + length(a.pose.position - b.pose.position));
    }
    return separation(a, b).distance.upper < -slack;
}

void check_free_time(Check& check, const Impact& impact, const MovingPair& pair) {
    const double free = impact.hit ? impact.time.lower : 1;
    if (impact.hit && free == 0) return;
    for (const double share : {0.0, 0.25, 0.5, 0.75, 0.999})
        check.expect(!deep_at(pair, share * free), "the bodies overlap before the first contact");
    if (!impact.hit) check.expect(!deep_at(pair, 1), "a miss, but the bodies overlap at the end");
}

void compare(Check& check, const Impact& impact, const Impact& other, const char* law) {
    check.expect(!exclude(impact, other) && !exclude(other, impact), law);
}

}  // namespace

void check_impact(const Impact& impact, const MovingPair& pair) {
    Check check("time_of_impact", pair.a, pair.b);
    check.asked("tolerance", {pair.options.tolerance});
    check.asked("max_steps", {static_cast<double>(pair.options.max_steps)});
    record(check, impact);
    if (!inputs_valid(pair)) {
        check.expect(impact.status == Status::invalid_input && impact.hit && impact.time == Interval(0, 1),
                     "invalid input excludes contact");
        return;
    }
    if (check_refusal(check, impact, pair)) return;
    check_numbers(check, impact, pair);
    if (check.failed()) return;
    if (sampled(check, kVerbSample, Salt::early)) check_free_time(check, impact, pair);
    if (sampled(check, kTwinSample, Salt::twin))
        compare(check, impact, time_of_impact(pair.b, pair.a, pair.options),
                "the swapped impact excludes this one");
    if (check.failed() || !sampled(check, kProofSample, Salt::certified)) return;
    if (parts_in(pair.a.shape) + parts_in(pair.b.shape) > kMostProvenParts) return;
    const CertifiedImpact certified = certified_time_of_impact(pair.a, pair.b, pair.options);
    compare(check, impact, certified.impact, "the certified impact excludes this one");
    if (!check.failed() && !verify(certified, pair.a, pair.b))
        check.not_shown(std::string(impact.hit ? "hit of " : "miss of ") +
                        kind_of(pair.a.shape, pair.b.shape));
}

void check_certified(const CertifiedImpact& certified, const MovingPair& pair) {
    Check check("certified_time_of_impact", pair.a, pair.b);
    check.asked("tolerance", {pair.options.tolerance});
    check.asked("max_steps", {static_cast<double>(pair.options.max_steps)});
    record(check, certified.impact);
    if (!inputs_valid(pair)) {
        check.expect(certified.impact.status == Status::invalid_input && certified.impact.hit,
                     "invalid input excludes contact");
        return;
    }
    check_numbers(check, certified.impact, pair);
    if (check.failed()) return;
    if (sampled(check, kVerbSample, Salt::early)) check_free_time(check, certified.impact, pair);
    if (sampled(check, kTwinSample, Salt::twin))
        compare(check, certified.impact, time_of_impact(pair.b, pair.a, pair.options),
                "the swapped impact excludes this one");
    if (check.failed() || parts_in(pair.a.shape) + parts_in(pair.b.shape) > kMostProvenParts) return;
    if (!verify(certified, pair.a, pair.b))
        check.not_shown(std::string(certified.impact.hit ? "hit of " : "miss of ") +
                        kind_of(pair.a.shape, pair.b.shape));
}

}  // namespace graze::audit
