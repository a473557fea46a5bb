// Laws of rays. An earlier hit than the reported one is detected where the moving point is deeper in the
// target than the rounding of its position.
#include <algorithm>
#include <array>
#include <cmath>

#include "convex/ray/ray_solver.hpp"
#include "graze/math/vec.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "query/audit/audit.hpp"
#include "query/audit/audit_bounds.hpp"

namespace graze::audit {
namespace {

constexpr std::array<double, 3> kShares{0.25, 0.75, 0.999};

Placed at(const Ray& ray, double t) { return {Point{}, Pose::translation(ray.origin + t * ray.direction)}; }

/// Whether the ray is certainly in the target at t, however its point is rounded.
bool deep_at(const Ray& ray, double t, const Placed& target) {
    const Placed point = at(ray, t);
    if (!below_largest_served(point.pose.position)) return false;
    const double rounding = 8 * kEps * (length(ray.origin) + t * length(ray.direction));
    return separation(target, point).distance.upper < -(moved_slack(target, point) + rounding);
}

/// Where the ray is nearest to the centre of the target.
double nearest_t(const Ray& ray, const Placed& target) {
    return dot(target.pose * target.shape.centre() - ray.origin, ray.direction) / length_sq(ray.direction);
}

void record(Check& check, const Ray& ray) {
    check.asked("origin", ray.origin);
    check.asked("direction", ray.direction);
}

void record(Check& check, const RayHit& hit) {
    check.answered("t", {hit.t});
    check.answered("bounds", hit.bounds);
    check.answered("point", hit.point);
    check.answered("normal", hit.normal);
    check.answered("status", {static_cast<double>(hit.status)});
}

bool served_ray(const Ray& ray) noexcept {
    return in_served_range(ray.origin) && in_served_range(ray.direction) && ray.direction != Vec3{};
}

bool no_hit_before(const Ray& ray, const Placed& target, double end) {
    return std::ranges::none_of(kShares, [&](double share) { return deep_at(ray, share * end, target); });
}

/// Triangles without a margin are decided by exact signs.
bool exact_triangles(const Placed& target) {
    return (target.shape.type() == ShapeType::mesh || target.shape.type() == ShapeType::height_field) &&
           target.shape.margin() == 0;
}

void check_numbers(Check& check, const RayHit& hit) {
    check.expect(ordered(hit.bounds) && hit.bounds.lower >= 0,
                 "the bounds of t are out of order, negative or NaN");
    check.expect(std::isfinite(hit.t) && hit.bounds.contains(hit.t), "t is outside of its bounds");
    check.expect(is_unit(hit.normal), "the normal is not unit");
    check.expect(is_finite(hit.point), "the point is not finite");
    check.expect(hit.status == Status::converged || hit.status == Status::budget_reached,
                 "a hit with the status of a refusal");
}

void check_hit(Check& check, const RayHit& hit, const Ray& ray, const Placed& target) {
    check_numbers(check, hit);
    if (check.failed()) return;
    if (hit.bounds.lower > 0 && sampled(check, kVerbSample, Salt::early)) {
        check.expect(no_hit_before(ray, target, hit.bounds.lower),
                     "the ray is inside of the shape before the hit");
        if (exact_triangles(target))
            check.expect(!raycast_any(ray, target, std::nextafter(hit.bounds.lower, 0)),
                         "a triangle is hit before the lower bound");
    }
    if (sampled(check, kVerbSample, Salt::verbs))
        check.expect(raycast_any(ray, target), "raycast_any misses the hit");
    const bool now = linear_check_now(check, parts_in(target.shape), Salt::verify);
    // A ray that may be parallel to a plane misses it, or hits it arbitrarily far away: there is no upper end
    // to check.
    const bool endless = is_half_space(target) && std::isinf(hit.bounds.upper);
    if (now && !endless && !verify(hit, ray, target))
        check.not_shown(std::string("hit of ") + kind_of(target.shape, target.shape));
}

void check_miss(Check& check, const Ray& ray, const Placed& target) {
    if (!sampled(check, kVerbSample, Salt::verbs)) return;
    check.expect(!raycast_any(ray, target) || !exact_triangles(target),
                 "raycast_any hits what raycast misses");
    if (is_half_space(target)) return;
    const double nearest = nearest_t(ray, target), span = target.shape.reach() / length(ray.direction);
    for (const double share : {-0.5, -0.1, 0.0, 0.1, 0.5}) {
        const double t = nearest + share * span;
        if (t >= 0 && std::isfinite(t))
            check.expect(!deep_at(ray, t, target), "a ray misses a shape that it goes through");
    }
}

}  // namespace

void check_ray(const std::optional<RayHit>& hit, const Ray& ray, const Placed& target) {
    Check check("raycast", target);
    record(check, ray);
    if (hit) record(check, *hit);
    if (!graze::check(target) || !is_finite(ray.origin) || !is_finite(ray.direction) ||
        ray.direction == Vec3{}) {
        check.expect(!hit, "invalid input is hit");
        return;
    }
    if (!served_ray(ray)) return;
    if (hit)
        check_hit(check, *hit, ray, target);
    else
        check_miss(check, ray, target);
}

void check_any_hit(bool any, const Ray& ray, const Placed& target, double max_t) {
    Check check("raycast_any", target);
    record(check, ray);
    check.asked("max_t", {max_t});
    check.answered("any", {any ? 1.0 : 0.0});
    if (!graze::check(target) || !served_ray(ray) || !(max_t >= 0)) return;
    if (!sampled(check, kVerbSample, Salt::verbs)) return;
    const bool all = !raycast_all(ray, target, max_t).empty();
    check.expect(any || !all, "no hit, but raycast_all finds one");
    if (exact_triangles(target) && !has_solid(target, target))
        check.expect(!any || all, "a hit that raycast_all does not find");
    if (!any) check.expect(!deep_at(ray, 0, target), "no hit, but the ray starts inside");
}

void check_all_hits(std::span<const PartHit> hits, const Ray& ray, const Placed& target, double max_t) {
    Check check("raycast_all", target);
    record(check, ray);
    check.asked("max_t", {max_t});
    for (const PartHit& one : hits) record(check, one.hit);
    if (!graze::check(target)) {
        check.expect(hits.empty(), "invalid input is hit");
        return;
    }
    const std::size_t parts = parts_in(target.shape);
    for (std::size_t i = 0; i < hits.size(); ++i) {
        check_numbers(check, hits[i].hit);
        check.expect(hits[i].part < parts, "a part that does not exist");
        check.expect(hits[i].hit.bounds.lower <= max_t, "a hit beyond the end of the ray");
        const auto before = [](const PartHit& x, const PartHit& y) {
            return x.hit.t < y.hit.t || (x.hit.t == y.hit.t && x.part < y.part);
        };
        if (i > 0) check.expect(before(hits[i - 1], hits[i]), "hits out of order, or one part twice");
    }
    if (check.failed() || !served_ray(ray) || !sampled(check, kVerbSample, Salt::verbs)) return;
    if (hits.empty()) {
        if (exact_triangles(target) && !has_solid(target, target))
            check.expect(!raycast_any(ray, target, max_t), "raycast_any finds a hit");
        return;
    }
    const auto first = raycast(ray, target);
    check.expect(first.has_value(), "raycast misses what raycast_all hits");
    if (first)
        check.expect(first->bounds.lower <= hits[0].hit.bounds.upper, "raycast hits later than raycast_all");
}

}  // namespace graze::audit
