// Translational casts of bounded pairs: a ray on the difference of the sets, in a's frame; of polytopes by
// the quick cast, where it shows both ends, else started when the centres are nearest; two balls by the
// closed form of one. World frame outside. The lower end is shown again in world coordinates by a plane along
// the normal.
#include <algorithm>
#include <cmath>
#include <optional>

#include "convex/core_pair.hpp"
#include "convex/ray/cast_solver.hpp"
#include "convex/ray/ray_portal.hpp"
#include "convex/ray/ray_solver.hpp"
#include "convex/ray/straight_proof.hpp"

namespace graze {

namespace {

/// p_b - p_a + t * displacement, rounded once.
Vec3 moved_offset(const Placed& a, const Placed& b, double t, const Vec3& displacement) noexcept {
    Vec3 moved{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double gap = b.pose.position[i] - a.pose.position[i];
        const double lost = rounding::sum_error(b.pose.position[i], -a.pose.position[i], gap);
        moved[i] = std::fma(t, displacement[i], gap) + lost;
    }
    return moved;
}

/// The time when the centres are nearest: counted from there the pair is as small as it gets.
double nearest_time(const Placed& a, const Placed& b, const Vec3& displacement) noexcept {
    const Vec3 centres = b.pose.rotation * b.shape.centre() - a.pose.rotation * a.shape.centre();
    const double speed_sq = length_sq(displacement);
    double t = 0;
    for (int pass = 0; pass < 2; ++pass) {
        const double step = -dot(moved_offset(a, b, t, displacement) + centres, displacement) / speed_sq;
        t = std::clamp(t + step, 0.0, 1.0);
    }
    return std::isfinite(t) ? t : 0;
}

/// The difference of the two sets.
struct PairSupport {
    const CorePair& pair;

    PortalPoint operator()(const Vec3& n) const noexcept {
        const Vec3 on_a = pair.support_a(n);
        return {on_a - pair.support_b(n) + pair.margin * n, on_a + (pair.a->margin() * pair.scale) * n, n};
    }
};

/// Where the hit of the line on the difference of the sets puts the pair in time and space.
CastHit hit_at(const Placed& a, const Placed& b, const Vec3& displacement, const Vec3& normal,
               const Interval& time) noexcept {
    CastHit hit;
    hit.normal = normal;
    hit.time.lower = std::clamp(std::min(time.lower, plane_lower_time(a, b, displacement, normal)), 0.0, 1.0);
    hit.time.upper = std::clamp(time.upper, hit.time.lower, 1.0);
    return hit;
}

/// Two balls: a ray from one centre against the ball of the summed radii around the other.
CastAnswer cast_spheres(const Placed& a, const Placed& b, const Vec3& displacement) noexcept {
    const double radius = a.shape.margin() + b.shape.margin();
    const auto found =
        raycast_convex({b.pose.position, displacement}, {Sphere{radius}, Pose::translation(a.pose.position)});
    CastAnswer answer;
    if (!found) return answer;
    if (found->bounds.upper <= 0) {
        answer.outcome = CastOutcome::starts_touching;
        return answer;
    }
    const double rate = std::max(-dot(found->normal, displacement), 1e-8 * length(displacement));
    const double slack = 4 * kEps * radius + placement_error(a) + placement_error(b);
    CastHit hit =
        hit_at(a, b, displacement, found->normal, {found->bounds.lower, found->bounds.upper + slack / rate});
    if (plane_lower_time(a, b, displacement, found->normal) > 1 || found->bounds.lower > 1) return answer;
    hit.point = a.pose.position + a.shape.margin() * found->normal;
    hit.status = found->status;
    answer.outcome = CastOutcome::hit;
    answer.hit = hit;
    return answer;
}

CastAnswer cast_by_support(const Placed& a, const Placed& b, const Vec3& displacement) noexcept {
    const double middle_time = nearest_time(a, b, displacement);
    const Placed near_a{a.shape, {a.pose.rotation, {}}};
    const Placed near_b{b.shape, {b.pose.rotation, moved_offset(a, b, middle_time, displacement)}};
    CastAnswer answer;
    CorePair pair;
    if (!make_core_pair(near_a, near_b, pair)) return answer;
    const double travel = length(displacement) * pair.scale;
    PortalLine line;
    line.direction = unit(transpose_times(a.pose.rotation, displacement));
    line.interior = (a.shape.centre() - pair.b_in_a * b.shape.centre()) * pair.scale;
    line.start = -middle_time * travel;
    line.stop = (1 - middle_time) * travel;
    line.error = 2 * pair.error;
    const bool polytopes = a.shape.polytope_core() && b.shape.polytope_core() && pair.margin == 0;
    line.tolerance = portal_tolerance(polytopes) * std::max(a.shape.reach(), b.shape.reach()) * pair.scale;
    line.max_iterations = kPortalEvaluations;
    const PairSupport set{pair};
    const PortalHit found = cast_line(line, set);
    if (found.outcome == PortalOutcome::miss) return answer;
    if (found.outcome == PortalOutcome::hit) {
        const Interval time{middle_time + found.lower / travel - 4 * kEps,
                            middle_time + found.upper / travel + 4 * kEps};
        answer.hit = hit_at(a, b, displacement, unit(a.pose.rotation * found.normal), time);
    }
    answer.hit.iterations = found.iterations;
    answer.hit.terms = found.terms;
    answer.outcome = answer.hit.time.lower > 0 ? CastOutcome::hit : CastOutcome::starts_touching;
    answer.hit.point = a.pose * (found.witness * (1 / pair.scale));
    const double width = (line.tolerance + 4 * line.error) / travel + 64 * kEps;
    answer.hit.status = answer.hit.time.width() <= 2 * width ? Status::converged : Status::budget_reached;
    return answer;
}

/// Hits of polytopes by the quick cast, as narrow as rounding allows. Empty when it is undecided, or rounding
/// over the whole way is not narrower than the wanted width: the search from where the centres are nearest
/// answers then. It takes 0.34 of the time of that search for boxes, 0.48 for hulls of 32 vertices and 0.55
/// for those of 128.
std::optional<CastAnswer> cast_quickly(const Placed& a, const Placed& b, const Vec3& displacement) noexcept {
    const PoseCheck poses(a, b);
    if (!poses.usable) return std::nullopt;
    const Pose b_in_a = relative(a.pose, b.pose);
    const double speed = length(displacement);
    const double wanted = portal_tolerance(true) * std::max(a.shape.reach(), b.shape.reach()) / speed;
    const StraightPair pair{
        &a.shape, &b.shape, b_in_a.rotation, b_in_a.position, transpose_times(a.pose.rotation, displacement),
        speed,    {0, 1},   0.5 * wanted};
    const StraightProof proof(pair, poses.defect);
    if (!proof.in_range()) return std::nullopt;
    const QuickCast cast = cast_polytopes(pair);
    CastAnswer answer;
    if (cast.outcome == QuickCastOutcome::apart && proof.stays_open(cast, pair.time)) return answer;
    if (cast.outcome != QuickCastOutcome::front) return std::nullopt;
    // As long as twice the error of heights takes to close.
    const double before = 2 * proof.height_error() * length(cast.normal) / -dot(cast.normal, pair.velocity);
    const Interval time{cast.plane_time - before, cast.time + before};
    if (!(time.lower > 0 && time.upper <= 1 && time.width() <= wanted) ||
        !proof.stays_open(cast, {0, time.lower}) || !proof.touches(cast))
        return std::nullopt;
    answer.outcome = CastOutcome::hit;
    answer.hit.time = time;
    answer.hit.point = a.pose * cast.point;
    answer.hit.normal = unit(a.pose.rotation * cast.normal);
    answer.hit.iterations = cast.supports;
    answer.hit.terms.count = 3;
    std::copy(cast.directions.begin(), cast.directions.end(), answer.hit.terms.directions.begin());
    std::copy(cast.weights.begin(), cast.weights.end(), answer.hit.terms.weights.begin());
    return answer;
}

}  // namespace

double plane_lower_time(const Placed& a, const Placed& b, const Vec3& displacement,
                        const Vec3& normal) noexcept {
    const Vec3 n = abs(normal);
    const double speed = dot(n, abs(displacement));
    const double rate = dot(normal, displacement);
    if (!(rate < -16 * kEps * speed)) return -kInfinity;
    const Approx height_a = rotated_height(a, normal);
    const Approx height_b = rotated_height(b, -normal);
    const Vec3 offset = b.pose.position - a.pose.position;
    const double terms = dot(n, abs(offset)) + std::abs(height_a.value) + std::abs(height_b.value);
    const double gap = dot(normal, offset) - height_a.value - height_b.value - height_a.error -
                       height_b.error - 16 * kEps * terms;
    const double lower = gap / -rate;
    return std::isfinite(lower) ? lower - 16 * kEps * std::abs(lower) * (speed / -rate) : -kInfinity;
}

CastAnswer cast_convex(const Placed& a, const Placed& b, const Vec3& displacement) noexcept {
    if (quick_cast_serves(a.shape) && quick_cast_serves(b.shape)) {
        if (const auto answer = cast_quickly(a, b, displacement)) return *answer;
    }
    if (!usable(a) || !usable(b)) return {};
    const bool spheres = a.shape.type() == ShapeType::sphere && b.shape.type() == ShapeType::sphere;
    return spheres ? cast_spheres(a, b, displacement) : cast_by_support(a, b, displacement);
}

}  // namespace graze
