// Rays and translational casts: which solver serves the pair, and what is answered when there is nothing to travel or contact is there
// from the start. World frame. Non-unique first contacts: some of them, by the solver's choice.
#include <cmath>

#include "convex/cast_solver.hpp"
#include "convex/ray_solver.hpp"
#include "graze/math/served_range.hpp"
#include "graze/query/query.hpp"

namespace graze {

namespace {

/// Contact at the start: the discrete query knows the normal and the point.
std::optional<CastHit> touching_at_start(const Placed& a, const Placed& b, const CastHit& found) noexcept {
    const Separation now = separation(a, b);
    if (now.status == Status::invalid_input || now.status == Status::unsupported) return std::nullopt;
    CastHit hit;
    hit.time = found.time;
    hit.point = 0.5 * now.point_a + 0.5 * now.point_b;
    hit.normal = now.normal;
    hit.status = now.status;
    hit.iterations = found.iterations + now.iterations;
    hit.terms = found.terms;
    return hit;
}

}  // namespace

std::optional<RayHit> raycast(const Ray& ray, const Placed& target) noexcept { return raycast_convex(ray, target); }

std::optional<CastHit> translational_cast(const Placed& a, const Placed& b, const Vec3& displacement) noexcept {
    if (!is_finite(displacement) || max_component(abs(displacement)) > kLargestServed) return std::nullopt;
    // Below the served range a displacement is no displacement.
    if (max_component(abs(displacement)) < kSmallestServed) {
        const bool apart = separation(a, b).distance.lower > 0;
        return apart ? std::nullopt : touching_at_start(a, b, {});
    }
    const bool half_space = a.shape.type() == ShapeType::half_space || b.shape.type() == ShapeType::half_space;
    const CastAnswer answer = half_space ? cast_half_space(a, b, displacement) : cast_convex(a, b, displacement);
    switch (answer.outcome) {
        case CastOutcome::miss: return std::nullopt;
        case CastOutcome::hit: return answer.hit;
        case CastOutcome::starts_touching: break;
    }
    return touching_at_start(a, b, answer.hit);
}

}  // namespace graze
