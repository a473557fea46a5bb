// A half-space against anything that moves: the gap along its normal is linear in time, so the first contact
// is a quotient.
#include <algorithm>
#include <cmath>

#include "convex/ray/cast_solver.hpp"
#include "graze/shape/shape.hpp"
#include "shape/pose_check.hpp"
#include "verify/membership.hpp"

namespace graze {

namespace {

/// The world half-space { x : normal · (x - position) <= offset }, exactly that of the placed shape.
struct WorldHalfSpace {
    IntervalVec3 normal{};
    Interval offset{};
};

WorldHalfSpace world_half_space(const Placed& placed) noexcept {
    const IntervalVec3 n = enclose(placed.shape.vector(0));
    const IntervalMat3 back = inverse(enclose(placed.pose.rotation));
    return {transpose_times(back, n), Interval(placed.shape.values()[3])};
}

/// Lowest normal·(x - anchor) over the placed shape; -inf for a half-space that does not face the other one.
Interval lowest(const Placed& placed, const IntervalVec3& normal, const Vec3& anchor) noexcept {
    const Interval position = dot(normal, enclose(placed.pose.position) - enclose(anchor));
    if (placed.shape.type() != ShapeType::half_space) {
        return position -
               support_value(placed.shape, transpose_times(enclose(placed.pose.rotation), -normal));
    }
    const WorldHalfSpace other = world_half_space(placed);
    const IntervalVec3 product = cross(normal, other.normal);
    const bool may_be_opposite = product.x.contains(0.0) && product.y.contains(0.0) &&
                                 product.z.contains(0.0) && dot(normal, other.normal).upper < 0;
    if (!may_be_opposite) return -std::numeric_limits<double>::infinity();
    return position - other.offset * sqrt(dot(normal, normal) / dot(other.normal, other.normal));
}

/// The member of a bounded placed shape lowest along a unit normal, dropped onto the plane when it is a
/// half-space.
Vec3 lowest_point(const Placed& placed, const Vec3& normal) noexcept {
    if (placed.shape.type() == ShapeType::half_space) return placed.pose * placed.shape.centre();
    return placed.pose * support(placed.shape, transpose_times(placed.pose.rotation, -normal));
}

}  // namespace

CastAnswer cast_half_space(const Placed& a, const Placed& b, const Vec3& displacement) noexcept {
    CastAnswer answer;
    if (!usable(a) || !usable(b)) return answer;
    // From the half-space's side: what moves comes towards it.
    const bool flipped = a.shape.type() != ShapeType::half_space;
    const Placed& ground = flipped ? b : a;
    const Placed& body = flipped ? a : b;
    const Vec3 motion = flipped ? -displacement : displacement;
    const WorldHalfSpace plane = world_half_space(ground);
    const Interval gap = lowest(body, plane.normal, ground.pose.position) - plane.offset;
    const Interval rate = dot(plane.normal, enclose(motion));
    if (gap.lower <= 0) {
        answer.outcome = CastOutcome::starts_touching;
        return answer;
    }
    if (rate.lower >= 0) return answer;
    Interval time = rate.upper < 0 ? gap / -rate : Interval{(gap / Interval(-rate.lower)).lower, 1};
    // A check of the lower end evaluates the gap there again: leave space for the roundings of its terms, the
    // inverse's among them, and those of a path that may be long beside the pair.
    const Interval apart = norm(enclose(body.pose.position) - enclose(ground.pose.position));
    const Interval travel = norm(enclose(motion)) * Interval(std::clamp(time.upper, 0.0, 1.0));
    const double reach = std::isfinite(body.shape.reach()) ? body.shape.reach() : 0;
    const Interval terms =
        norm(plane.normal) * (apart + travel + Interval(reach)) + abs(plane.offset) + abs(gap);
    time.lower = ((Interval(gap.lower) - Interval(32 * kEps) * terms) / Interval(-rate.lower)).lower;
    if (time.lower > 1) return answer;
    const Vec3 normal = unit(middle(plane.normal));
    CastHit& hit = answer.hit;
    answer.outcome = CastOutcome::hit;
    hit.time = {std::max(0.0, time.lower), std::min(time.upper, 1.0)};
    hit.normal = flipped ? -normal : normal;
    hit.point = lowest_point(body, normal) + (flipped ? Vec3{} : hit.time.middle() * displacement);
    hit.status = rate.upper < 0 ? Status::converged : Status::budget_reached;
    return answer;
}

}  // namespace graze
