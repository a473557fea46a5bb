// First hits: a plane keeps everything before the lower end apart, and the sets meet (up to rounding) within the interval.
#include <algorithm>
#include <array>
#include <cmath>

#include "graze/query/verify.hpp"
#include "query/verify_bounds.hpp"

namespace graze {
namespace {

using namespace verifying;

bool ordered(const Interval& bounds) noexcept { return bounds.lower >= 0 && bounds.lower <= bounds.upper && std::isfinite(bounds.upper); }

bool answered(Status status) noexcept { return status == Status::converged || status == Status::budget_reached; }

/// Where in the interval a meeting is looked for: thin shapes are left again before the upper end.
std::array<double, 4> candidates(const Interval& bounds, double best) noexcept {
    return {bounds.upper, best, bounds.middle(), bounds.lower};
}

/// b moves by t * motion. Along `normal` (a half-space's own, if there is one) the pair is apart at t = 0 and not past touching
/// at the end: heights grow linearly between, so the sets are disjoint for all t in [0, end).
bool apart_until(const Placed& a, const Placed& b, const Vec3& motion, const Vec3& normal, double end) noexcept {
    if (end == 0) return true;
    const auto gap_at = [&](double t) { return gap_along(a, b, normal, shifted_difference(b.pose.position, t, motion, a.pose.position)); };
    return gap_at(0).lower > 0 && gap_at(end).lower >= 0;
}

/// Roundings of the meeting point that are no fault: the budget of an undecided verdict, on the length of the way as well.
double meeting_slack(const Placed& a, const Placed& b, double way) noexcept {
    return 64 * kEps * (extent(a, b) + way) + 4 * distortion(a, b);
}

}  // namespace

bool verify(const RayHit& hit, const Ray& ray, const Placed& target) noexcept {
    if (!meaningful(target) || !is_finite(ray.origin) || !is_finite(ray.direction) || ray.direction == Vec3{}) return false;
    if (!answered(hit.status) || !ordered(hit.bounds) || !hit.bounds.contains(hit.t) || !nearly_unit(hit.normal) || !is_finite(hit.point))
        return false;
    // The ray is a point that moves away from the target.
    const Placed start{Point{}, Pose::translation(ray.origin)};
    if (!apart_until(target, start, ray.direction, hit.normal, hit.bounds.lower)) return false;
    const double way = (Interval(hit.bounds.upper) * norm(enclose(ray.direction))).upper;
    const double slack = meeting_slack(target, start, way);
    const IntervalVec3 off = shifted_difference(ray.origin, hit.t, ray.direction, hit.point);
    if (!(norm(off).upper <= slack + 8 * kEps * length(ray.origin))) return false;
    return std::ranges::any_of(candidates(hit.bounds, hit.t), [&](double t) {
        return clearance_at(target, shifted_difference(ray.origin, t, ray.direction, target.pose.position)) >= -slack;
    });
}

bool verify(const CastHit& hit, const Placed& a, const Placed& b, const Vec3& displacement) noexcept {
    if (!meaningful(a) || !meaningful(b) || !is_finite(displacement) || !is_finite(hit.point)) return false;
    if (!answered(hit.status) || !ordered(hit.time) || !nearly_unit(hit.normal)) return false;
    if (!apart_until(a, b, displacement, hit.normal, hit.time.lower)) return false;
    const double way = (Interval(hit.time.upper) * norm(enclose(displacement))).upper;
    const double slack = meeting_slack(a, b, way) + 8 * kEps * (length(a.pose.position) + length(b.pose.position));
    return std::ranges::any_of(candidates(hit.time, hit.time.upper), [&](double t) {
        const IntervalVec3 apart = shifted_difference(b.pose.position, t, displacement, a.pose.position);
        const double room_a = clearance_at(a, enclose(hit.point) - enclose(a.pose.position));
        // Where the point of contact was on b before the motion.
        const double room_b = clearance_at(b, shifted_difference(hit.point, -t, displacement, b.pose.position));
        // Sets that overlap by g along the normal may share points g deep and, where they are round, sqrt(2 g size) aside.
        const double overlap = std::max(0.0, -gap_along(a, b, hit.normal, apart).lower) + hit.time.width() * length(displacement);
        const double allowance = slack + overlap + std::sqrt(2 * overlap * extent(a, b));
        if (!(room_a >= -allowance && room_b >= -allowance)) return false;
        return std::max(0.0, -room_a) + std::max(0.0, -room_b) <= 2 * slack || distance_above_by_search(a, b, apart) <= 2 * slack;
    });
}

}  // namespace graze
