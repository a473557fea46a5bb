// Laws of translational casts. An earlier contact than the reported one is detected where the moving shape is
// deeper in the target than the rounding of its position.
#include <algorithm>
#include <array>
#include <cmath>

#include "ccd/audit_impact.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "graze/math/vec.hpp"
#include "graze/verify/verify.hpp"
#include "query/audit/audit_bounds.hpp"

namespace graze::audit {
namespace {

constexpr std::array<double, 3> kShares{0.25, 0.75, 0.999};

/// Whether b at t is certainly in a, however its position is rounded.
bool deep_at(const Pair& pair, const Vec3& displacement, double t) {
    Placed moved = pair.b;
    moved.pose.position += t * displacement;
    if (!below_largest_served(moved.pose.position)) return false;
    const double rounding = 8 * kEps * (length(pair.b.pose.position) + length(displacement));
    return separation(pair.a, moved).distance.upper < -(moved_slack(pair.a, moved) + rounding);
}

void check_cast_numbers(Check& check, const CastHit& hit) {
    check.expect(ordered(hit.time) && hit.time.lower >= 0 && hit.time.upper <= 1,
                 "the time is out of order or outside of [0, 1]");
    check.expect(is_unit(hit.normal), "the normal is not unit");
    check.expect(is_finite(hit.point), "the point is not finite");
    check.expect(hit.status == Status::converged || hit.status == Status::budget_reached,
                 "a hit with the status of a refusal");
}

/// The swapped cast is decided by the same relative motion. Contact within rounding may be a hit in one order
/// and a miss in the other, at times that are as far apart as a graze is long; so a deep overlap has to show
/// which one is wrong.
void compare_with_twin(Check& check, const std::optional<CastHit>& hit, const Pair& pair,
                       const Vec3& displacement) {
    const std::optional<CastHit> twin = translational_cast(pair.b, pair.a, -displacement);
    const double end = hit ? hit->time.lower : 1, twin_end = twin ? twin->time.lower : 1;
    if (twin && twin->time.upper < end)
        check.expect(!deep_at(pair, displacement, twin->time.upper),
                     "the swapped cast finds an earlier contact, and there is one");
    if (hit && hit->time.upper < twin_end && deep_at(pair, displacement, hit->time.upper))
        check.expect(false, "the swapped cast misses a contact");
    if (hit.has_value() != twin.has_value()) check.not_shown("a hit in one order only, within rounding");
}

}  // namespace

void check_cast(const std::optional<CastHit>& hit, const Pair& pair, const Vec3& displacement) {
    Check check("translational_cast", pair.a, pair.b);
    check.asked("displacement", displacement);
    if (hit) {
        check.answered("time", hit->time);
        check.answered("point", hit->point);
        check.answered("normal", hit->normal);
        check.answered("status", {static_cast<double>(hit->status)});
    }
    if (!valid(pair.a, pair.b) || !is_finite(displacement)) {
        check.expect(!hit, "invalid input is hit");
        return;
    }
    if (!supports(Query::translational_cast, pair.a.shape.type(), pair.b.shape.type()) ||
        !in_served_range(displacement))
        return;
    if (hit) check_cast_numbers(check, *hit);
    if (check.failed()) return;
    const double free = hit ? hit->time.lower : 1;
    if ((!hit || free > 0) && sampled(check, kVerbSample, Salt::early)) {
        for (const double share : kShares)
            check.expect(!deep_at(pair, displacement, share * free),
                         "the shapes overlap before the first contact");
        if (!hit) check.expect(!deep_at(pair, displacement, 1), "a miss, but the shapes overlap at the end");
    }
    if (sampled(check, kTwinSample, Salt::twin)) compare_with_twin(check, hit, pair, displacement);
    const bool now = linear_check_now(check, parts_in(pair.a.shape) + parts_in(pair.b.shape), Salt::verify);
    if (hit && now && !verify(*hit, pair.a, pair.b, displacement))
        check.not_shown(std::string("hit of ") + kind_of(pair.a.shape, pair.b.shape));
}

}  // namespace graze::audit
