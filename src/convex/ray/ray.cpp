// Ray casts: closed forms in intervals where the shape has one, the support mapping otherwise; then a plane
// along the reported normal, in world coordinates, that alone proves the lower bound.
#include <algorithm>
#include <array>
#include <cmath>

#include "convex/ray/ray_local.hpp"
#include "convex/ray/ray_portal.hpp"
#include "convex/ray/ray_solver.hpp"
#include "graze/math/vec.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "math/nearest.hpp"

namespace graze {

namespace {

/// Hulls with more faces than this use their support mapping: measured, the two methods cost the same at this
/// number.
constexpr std::size_t kClippedFacets = 36;

/// Reports the hit of a ray that starts in the set.
RayHit started_inside(const Ray& ray, std::uint32_t iterations, const SupportTerms& terms = {}) noexcept {
    RayHit hit;
    hit.point = ray.origin;
    hit.normal = -unit(ray.direction);
    hit.iterations = iterations;
    hit.terms = terms;
    return hit;
}

/// Time the ray takes to cross a length as large as the shape: what tolerances count in.
double crossing_time(const Ray& ray, const Shape& shape) noexcept {
    return std::min(shape.reach(), kLargestServed) / length(ray.direction);
}

/// A half-space's lower end is exact up to the roundings of its own evaluation. A check evaluates the height
/// there again, in another order: leave space for the roundings of every term, the inverse's among them.
void widen_lower(const Ray& ray, const Placed& target, RayHit& hit) noexcept {
    const double rate = -dot(hit.normal, ray.direction);
    if (!(rate > 0)) return;
    const double travel =
        length(ray.origin - target.pose.position) + hit.bounds.lower * length(ray.direction);
    const double offset = std::abs(target.shape.values()[3]) / length(target.shape.vector(0));
    hit.bounds.lower = std::max(0.0, hit.bounds.lower - 16 * kEps * (travel + offset) / rate);
}

/// Lowers the bound to what the plane along the normal shows. Where a curved side is grazed the natural plane
/// is nearly parallel to the ray and shows little: tilting it by δ costs δ of the radius and gains a factor 1
/// / δ on rounding.
void certify_lower(const Ray& ray, const Placed& target, RayHit& hit) noexcept {
    if (hit.bounds.lower <= 0) return;
    if (target.shape.type() == ShapeType::half_space) return widen_lower(ray, target, hit);
    const double slack = 1e-12 * (crossing_time(ray, target.shape) + hit.t);
    const Vec3 natural = hit.normal;
    const Vec3 back = -unit(ray.direction);
    double best = plane_lower_bound(ray, target, natural);
    const auto try_normal = [&](const Vec3& n) {
        const double lower = plane_lower_bound(ray, target, n);
        if (lower <= best) return;
        best = lower;
        hit.normal = n;
    };
    if (best < hit.bounds.lower - slack) {
        for (const double tilt : {1e-8, 1e-7, 1e-6, 1e-4, 1e-2}) try_normal(unit(natural + tilt * back));
        try_normal(back);
    }
    hit.bounds.lower = std::clamp(best, 0.0, hit.bounds.lower);
}

void set_status(const Ray& ray, const Placed& target, RayHit& hit, double tolerance) noexcept {
    // A far origin puts a few roundings of the whole distance into t, whatever is done at the shape.
    const double width = tolerance * crossing_time(ray, target.shape) + 1e-12 * std::abs(hit.t);
    hit.status = hit.bounds.width() <= width ? Status::converged : Status::budget_reached;
}

/// Local normal to world: by the inverse transpose of the map that places the shape.
Vec3 world_normal(const LocalRay& ray, const Vec3& local) noexcept {
    const ApproxMat3& m = ray.to_local;
    return unit(
        {dot(value(m.columns[0]), local), dot(value(m.columns[1]), local), dot(value(m.columns[2]), local)});
}

std::optional<RayHit> hit_of_span(const Ray& ray, const Placed& placed, const RayTarget& target,
                                  const Span& span) noexcept {
    if (span.empty) return std::nullopt;
    const double range = target.ray.range;
    const Interval enter = target.ray.time(max(span.enter, Interval(-range)));
    const Interval leave = target.ray.time(min(span.leave, Interval(range)));
    // An entry past the range is one past every point of the shape.
    if (leave.upper < 0 || enter.lower > leave.upper) return std::nullopt;
    if (enter.upper <= 0) return started_inside(ray, 0);
    RayHit hit;
    hit.bounds = {std::max(0.0, enter.lower), std::max(0.0, std::min(enter.upper, leave.upper))};
    // Where the entry is open (a face or a plane is grazed) the near end is the likelier one.
    const bool narrow = span.enter.width() <= 1e-6;
    hit.t = std::clamp(narrow ? enter.middle() : hit.bounds.lower, hit.bounds.lower, hit.bounds.upper);
    Vec3 local = span.normal;
    if (local == Vec3{})
        local = surface_gradient(*target.shape, value(target.ray.at(hit.t)), target.ray.scale);
    hit.normal = local == Vec3{} ? -unit(ray.direction) : world_normal(target.ray, local);
    hit.point = ray.origin + hit.t * ray.direction;
    certify_lower(ray, placed, hit);
    set_status(ray, placed, hit, portal_tolerance(true));
    return hit;
}

struct LocalSupport {
    const Shape& shape;
    double scale = 1;
    Vec3 base{};

    PortalPoint operator()(const Vec3& n) const noexcept {
        std::uint32_t hint = 0;
        const Vec3 local = core_support(shape, n, hint) + shape.margin() * n;
        return {local * scale - base, local, n};
    }
};

/// The member that belongs to a support direction below the outermost affine images, in the frame of the
/// shape.
Vec3 image_of_support(const Shape& shape, const Vec3& direction) noexcept {
    if (shape.type() != ShapeType::affine_image) return support(shape, direction);
    const Mat3 m{{shape.vector(0), shape.vector(1), shape.vector(2)}};
    return m * image_of_support(shape.children()[0], direction) + shape.vector(3);
}

/// Directions that were searched in the target's frame, below all of its affine images.
void take_off_images(const RayTarget& target, SupportTerms& terms) noexcept {
    for (const Shape* shape = target.shape; shape->type() == ShapeType::affine_image;
         shape = &shape->children()[0]) {
        const Mat3 m{{shape->vector(0), shape->vector(1), shape->vector(2)}};
        for (Vec3& direction : terms.directions) direction = transpose_times(m, direction);
    }
}

/// The members that belong to the terms, relative to the ray's point at t. World orientation.
std::array<Vec3, 4> members_from_ray(const Ray& ray, const Placed& placed, const RayHit& hit) noexcept {
    const Vec3 here = advanced(ray, hit.t, placed.pose.position);
    std::array<Vec3, 4> members{};
    for (std::size_t i = 0; i < hit.terms.count; ++i)
        members[i] = placed.pose.rotation * image_of_support(placed.shape, hit.terms.directions[i]) - here;
    return members;
}

/// Where the ray comes nearest to the member that the terms make; t itself without terms. Not before the
/// start.
double member_time(const Ray& ray, const Placed& placed, const RayHit& hit) noexcept {
    const std::array<Vec3, 4> members = members_from_ray(ray, placed, hit);
    double later = 0;
    for (std::size_t i = 0; i < hit.terms.count; ++i)
        later += hit.terms.weights[i] * dot(members[i], unit(ray.direction));
    return std::max(0.0, hit.t + later / length(ray.direction));
}

/// A badly conditioned map takes digits from what was found below it: weighs three members again where the
/// ray is exact, and lets the bounds reach to the point that they make.
void weigh_in_world(const Ray& ray, const Placed& placed, RayHit& hit) noexcept {
    if (hit.terms.count == 0 || hit.terms.count > 3) return;
    const std::uint32_t last = hit.terms.count - 1;
    hit.terms.directions = {hit.terms.directions[0], hit.terms.directions[std::min(1U, last)],
                            hit.terms.directions[last], Vec3{}};
    hit.terms.count = 3;
    const Vec3 e1 = perpendicular(ray.direction);
    const Vec3 e2 = unit(cross(ray.direction, e1));
    const std::array<Vec3, 4> members = members_from_ray(ray, placed, hit);
    std::array<Vec3, 3> flat{};
    for (std::size_t i = 0; i < 3; ++i) flat[i] = {dot(members[i], e1), dot(members[i], e2), 0};
    const TrianglePoint nearest = nearest_on_triangle(flat, {});
    hit.terms.weights = {std::max(0.0, 1 - nearest.u - nearest.v), nearest.u, nearest.v, 0};
    hit.bounds.upper = std::max(hit.bounds.upper, member_time(ray, placed, hit));
}

std::optional<RayHit> hit_by_support(const Ray& ray, const Placed& placed, const RayTarget& target) noexcept {
    const Shape& shape = *target.shape;
    const LocalRay& local = target.ray;
    const LocalSupport set{shape, local.scale, value(local.base)};
    const Vec3 slope = value(local.slope);
    const double speed = length(slope);
    PortalLine line;
    line.direction = unit(slope);
    line.interior = shape.centre() * local.scale - set.base;
    line.start = local.local_time(0).value * speed;
    line.stop = kInfinity;
    line.error = local.scale * (shape.support_error() + 16 * kEps * shape.reach()) +
                 8 * kEps * length(set.base) + error_sum(local.base);
    // The line's own roundings: what the slope's cost where the shape is, and with it those of a start there.
    line.error += (8 * kEps * speed + error_sum(local.slope)) * local.range;
    const double tolerance = portal_tolerance(shape.polytope_core() && shape.margin() == 0);
    line.tolerance = tolerance * local.scale * shape.reach();
    line.max_iterations = kPortalEvaluations;
    const PortalHit found = cast_line(line, set);
    if (found.outcome == PortalOutcome::miss) return std::nullopt;
    if (found.grazing && target.shape != &placed.shape) {
        const std::optional<RayTarget> whole = make_ray_target(ray, placed, OuterImages::kept);
        return whole ? hit_by_support(ray, placed, *whole) : std::nullopt;
    }
    SupportTerms terms = found.terms;
    take_off_images(target, terms);
    if (found.outcome == PortalOutcome::inside) return started_inside(ray, found.iterations, terms);
    const Vec3 normal = world_normal(local, found.normal);
    RayHit hit;
    hit.iterations = found.iterations;
    hit.normal = normal;
    const Interval lower = local.time(Interval(found.lower) / Interval(speed));
    const Interval upper = local.time(Interval(found.upper) / Interval(speed));
    hit.bounds.lower = std::max(0.0, std::min(lower.lower, plane_lower_bound(ray, placed, normal)));
    hit.bounds.upper = std::max(upper.upper, hit.bounds.lower);
    // No plane may have been found: the lower end is then -inf, and its middle NaN.
    const double near = found.converged ? hit.bounds.middle() : lower.middle();
    hit.t = std::isfinite(near) ? std::clamp(near, hit.bounds.lower, hit.bounds.upper) : hit.bounds.lower;
    hit.point = ray.origin + hit.t * ray.direction;
    hit.terms = terms;
    if (target.shape != &placed.shape) weigh_in_world(ray, placed, hit);
    set_status(ray, placed, hit, 2 * tolerance);
    return hit;
}

bool has_many_facets(const Shape& shape) noexcept {
    return shape.type() == ShapeType::hull &&
           static_cast<const HullData*>(shape.payload())->facets.size() > kClippedFacets;
}

/// Whether the support mapping has something to add to the closed form: a half-space has none, and a point is
/// tested directly.
bool has_support_search(const Shape& shape) noexcept {
    return shape.type() != ShapeType::half_space && shape.type() != ShapeType::point;
}

/// Whether the face's plane is too inaccurate to locate the hit: a needle's plane is accurate to eps /
/// thickness only. Lengths are about one here, and `verify` accepts 128 eps.
bool is_inaccurate(const LocalRay& ray, const Span& span) noexcept {
    return !(span.normal == Vec3{}) &&
           span.enter.width() * std::abs(dot(unit(span.normal), value(ray.slope))) > 128 * kEps;
}

/// A doubtful hit of a closed form is decided by the support mapping. It may prove a miss, since the closed
/// form is inaccurate at a needle's short side. Otherwise it names members that are hit, up to rounding, and
/// the bounds are extended to them.
std::optional<RayHit> confirmed_by_support(const Ray& ray, const Placed& placed, const RayTarget& target,
                                           RayHit hit) noexcept {
    const std::optional<RayHit> second = hit_by_support(ray, placed, target);
    if (!second) return std::nullopt;
    hit.terms = second->terms;
    hit.iterations = second->iterations;
    const double member = member_time(ray, placed, hit);
    hit.bounds.lower = std::min(hit.bounds.lower, member);
    hit.bounds.upper = std::max(hit.bounds.upper, member);
    return hit;
}

}  // namespace

Approx rotated_height(const Placed& placed, const Vec3& normal) noexcept {
    const Shape& shape = placed.shape;
    std::uint32_t hint = 0;
    const Vec3 local = transpose_times(placed.pose.rotation, normal);
    const double height = dot(local, core_support(shape, local, hint)) + shape.margin() * length(local);
    return {height, (shape.support_error() + 16 * kEps * shape.reach()) * length(normal) * approx::kUp};
}

double plane_lower_bound(const Ray& ray, const Placed& target, const Vec3& normal) noexcept {
    const Vec3 n = abs(normal);
    const double speed = dot(n, abs(ray.direction));
    const double rate = dot(normal, ray.direction);
    if (!(rate < -16 * kEps * speed)) return -kInfinity;
    const Approx height = rotated_height(target, normal);
    const Vec3& position = target.pose.position;
    // A check of the bound may add up in world coordinates and in another order: leave space for the
    // roundings of every term.
    const double terms = dot(n, abs(ray.origin)) + dot(n, abs(position)) + std::abs(height.value);
    const double gap = dot(normal, ray.origin - position) - height.value - height.error - 32 * kEps * terms;
    const double lower = gap / -rate;
    return std::isfinite(lower) ? lower - 32 * kEps * std::abs(lower) * (speed / -rate) : -kInfinity;
}

std::optional<RayHit> raycast_bounded(const Ray& ray, const Placed& placed) noexcept {
    const std::optional<RayTarget> target = make_ray_target(ray, placed, OuterImages::taken_off);
    if (!target) return std::nullopt;
    if (has_many_facets(*target->shape)) return hit_by_support(ray, placed, *target);
    // The image of a point is known much better than what the inverse of a flat map makes of the ray.
    if (target->shape != &placed.shape && target->shape->type() == ShapeType::point) {
        const std::optional<RayTarget> whole = make_ray_target(ray, placed, OuterImages::kept);
        return whole ? hit_by_support(ray, placed, *whole) : std::nullopt;
    }
    std::optional<Span> span = clip_flat_shape(target->ray, *target->shape);
    if (!span) span = clip_quadric_shape(target->ray, *target->shape);
    if (!span) return hit_by_support(ray, placed, *target);
    const std::optional<RayHit> hit = hit_of_span(ray, placed, *target, *span);
    if (!hit || !(hit->bounds.upper > 0) || !has_support_search(*target->shape)) return hit;
    return !span->sure || is_inaccurate(target->ray, *span) ? confirmed_by_support(ray, placed, *target, *hit)
                                                            : hit;
}

}  // namespace graze
