// Translational casts: which solver serves the pair, and the answer when the displacement is zero or the
// shapes touch at the start. World frame. Non-unique first contacts: some of them, by the solver's
// choice.
#include "graze/ccd/time_of_impact.hpp"

#include <algorithm>
#include <cmath>

#include "ccd/audit_impact.hpp"
#include "ccd/impact_search.hpp"
#include "convex/gjk/precise_search.hpp"
#include "convex/ray/cast_solver.hpp"
#include "core/audited.hpp"
#include "graze/core/assert.hpp"
#include "graze/math/vec.hpp"
#include "query/dispatch.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

bool bounded(const Placed& placed) noexcept { return placed.shape.type() != ShapeType::half_space; }

/// The directions and weights of a separation as a cast's, in a's frame. Turning them rounds: ties between
/// support points may then be broken another way, and the reported point has to show the contact alone.
SupportTerms terms_in_a(const Separation& s, const Placed& a, const Placed& b) noexcept {
    SupportTerms terms;
    terms.count = s.terms;
    std::copy_n(s.directions.begin(), s.terms, terms.directions.begin());
    std::copy_n(s.weights.begin(), s.terms, terms.weights.begin());
    if (!s.terms_from_b) return terms;
    const Mat3 b_in_a = relative(a.pose, b.pose).rotation;
    for (Vec3& direction : terms.directions) direction = -(b_in_a * direction);
    return terms;
}

/// Contact at the start: the discrete query gives the normal, and the point unless its bounds are too wide to
/// prove the contact. Then the cast's own point and terms are as accurate as rounding allows. A gap narrower
/// than the cast resolves, which only widens, is a miss.
std::optional<CastHit> touching_at_start(const Placed& a, const Placed& b, const Vec3& displacement,
                                         const CastHit& found) noexcept {
    const Separation now = pair_separation(a, b);
    if (now.status == Status::invalid_input || now.status == Status::unsupported) return std::nullopt;
    CastHit hit = found;
    hit.normal = now.normal;
    hit.status = now.status;
    hit.iterations += now.iterations;
    // What the bounds of an exact touch are made of, and a little more: see docs/notes/errors.md.
    const double rounding = 128 * kEps * (a.shape.reach() + b.shape.reach());
    if (now.distance.upper > rounding && bounded(a) && bounded(b) &&
        surely_leaving(a, b, now.normal, displacement))
        return std::nullopt;
    if (found.terms.count > 0 && now.distance.upper > rounding) return hit;
    hit.point = 0.5 * now.point_a + 0.5 * now.point_b;
    // The witnesses prove a common point when their cores are no farther past each other than the margins
    // reach.
    const double margins = a.shape.margin() + b.shape.margin();
    if (hit.time.upper > 0 || now.terms == 0 || now.distance.middle() < -2 * margins - rounding) return hit;
    hit.terms = terms_in_a(now, a, b);
    return hit;
}

/// Of sets of parts: a straight motion.
std::optional<CastHit> cast_parts(const Placed& a, const Placed& b, const Vec3& displacement) noexcept {
    const Impact impact =
        impact_of({a.shape, LinearMotion{a.pose, {}}}, {b.shape, LinearMotion{b.pose, displacement}}, {});
    if (!impact.hit || impact.status == Status::invalid_input) return std::nullopt;
    CastHit hit;
    hit.time = impact.time;
    hit.point = impact.point;
    hit.normal = impact.normal;
    hit.status = impact.status;
    hit.iterations = impact.work.separations;
    return hit;
}

std::optional<CastHit> cast_pair(const Placed& a, const Placed& b, const Vec3& displacement) noexcept {
    if (!below_largest_served(displacement)) return std::nullopt;
    if (!a.shape.convex() || !b.shape.convex()) return cast_parts(a, b, displacement);
    // Below the served range a displacement is no displacement.
    if (max_component(abs(displacement)) < kSmallestServed) {
        const bool apart = pair_separation(a, b).distance.lower > 0;
        return apart ? std::nullopt : touching_at_start(a, b, {}, {});
    }
    const bool plain = bounded(a) && bounded(b);
    const CastAnswer answer = plain ? cast_convex(a, b, displacement) : cast_half_space(a, b, displacement);
    switch (answer.outcome) {
        case CastOutcome::miss: return std::nullopt;
        case CastOutcome::hit: return answer.hit;
        case CastOutcome::starts_touching: break;
    }
    return touching_at_start(a, b, displacement, answer.hit);
}

}  // namespace

std::optional<CastHit> translational_cast(const Placed& a, const Placed& b,
                                          const Vec3& displacement) noexcept {
    GRAZE_ASSERT(usable(a) && usable(b), "a cast of an invalid shape or pose: check() says why");
    GRAZE_ASSERT(is_finite(displacement), "a displacement that is not finite");
    return GRAZE_AUDITED(cast_pair(a, b, displacement), audit::check_cast(answer, {a, b}, displacement));
}

}  // namespace graze
