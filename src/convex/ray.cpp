// Puts a ray cast together: closed forms in intervals where the shape has one, the support mapping otherwise; then a plane along
// the reported normal, in world coordinates, that stands for the lower bound on its own.
#include <algorithm>
#include <cmath>
#include <limits>

#include "convex/ray_local.hpp"
#include "convex/ray_portal.hpp"
#include "convex/ray_solver.hpp"
#include "graze/math/served_range.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/support.hpp"

namespace graze {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Widths asked of the support mapping, relative to the shape's reach. Curved sides take about one evaluation per digit more.
constexpr double kPolytopeTolerance = 1e-9;
constexpr double kCurvedTolerance = 1e-6;
constexpr std::uint32_t kMaxIterations = 256;
/// Hulls with more faces than this are walked by their support mapping: measured, the two ways cost the same there.
constexpr std::size_t kClippedFacets = 36;

/// Reports the hit of a ray that starts in the set.
RayHit started_inside(const Ray& ray, std::uint32_t iterations) noexcept {
    RayHit hit;
    hit.point = ray.origin;
    hit.normal = -unit(ray.direction);
    hit.iterations = iterations;
    return hit;
}

/// Time the ray takes to cross a length as large as the shape: what tolerances count in.
double crossing_time(const Ray& ray, const Shape& shape) noexcept {
    return std::min(shape.reach(), kLargestServed) / length(ray.direction);
}

/// Lowers the bound to what the plane along the normal shows. Where a curved side is grazed the natural plane is nearly parallel
/// to the ray and shows little: tilting it by δ costs δ of the radius and gains a factor 1 / δ on rounding.
void certify_lower(const Ray& ray, const Placed& target, RayHit& hit) noexcept {
    if (target.shape.type() == ShapeType::half_space || hit.bounds.lower <= 0) return;
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

void settle_status(const Ray& ray, const Placed& target, RayHit& hit, double tolerance) noexcept {
    // A far origin puts a few roundings of the whole way into t, whatever is done at the shape.
    const double width = tolerance * crossing_time(ray, target.shape) + 1e-12 * std::abs(hit.t);
    hit.status = hit.bounds.width() <= width ? Status::converged : Status::budget_reached;
}

/// Local normal to world: by the inverse transpose of the map that places the shape.
Vec3 world_normal(const LocalRay& ray, const Vec3& local) noexcept {
    const ApproxMat3& m = ray.to_local;
    return unit({dot(value(m.columns[0]), local), dot(value(m.columns[1]), local), dot(value(m.columns[2]), local)});
}

std::optional<RayHit> hit_of_span(const Ray& ray, const Placed& placed, const RayTarget& target, const Span& span) noexcept {
    if (span.empty) return std::nullopt;
    const double range = target.ray.range;
    const Interval enter = target.ray.time(max(span.enter, Interval(-range)));
    const Interval leave = target.ray.time(min(span.leave, Interval(range)));
    if (leave.upper < 0) return std::nullopt;
    if (enter.upper <= 0) return started_inside(ray, 0);
    RayHit hit;
    hit.bounds = {std::max(0.0, enter.lower), std::max(0.0, std::min(enter.upper, leave.upper))};
    // Where the entry is open (a face or a plane is grazed) the near end is the likelier one.
    const bool narrow = span.enter.width() <= 1e-6;
    hit.t = std::clamp(narrow ? enter.middle() : hit.bounds.lower, hit.bounds.lower, hit.bounds.upper);
    Vec3 local = span.normal;
    if (local == Vec3{}) local = surface_gradient(*target.shape, value(target.ray.at(hit.t)), target.ray.scale);
    hit.normal = local == Vec3{} ? -unit(ray.direction) : world_normal(target.ray, local);
    hit.point = ray.origin + hit.t * ray.direction;
    certify_lower(ray, placed, hit);
    settle_status(ray, placed, hit, kPolytopeTolerance);
    return hit;
}

struct LocalSupport {
    const Shape* shape = nullptr;
    double scale = 1;
    Vec3 base{};

    static PortalPoint evaluate(const void* self, const Vec3& n) noexcept {
        const LocalSupport& s = *static_cast<const LocalSupport*>(self);
        std::uint32_t hint = 0;
        const Vec3 local = core_support(*s.shape, n, hint) + s.shape->margin() * n;
        return {local * s.scale - s.base, local};
    }
};

std::optional<RayHit> hit_by_support(const Ray& ray, const Placed& placed, const RayTarget& target) noexcept {
    const Shape& shape = *target.shape;
    const LocalRay& local = target.ray;
    const LocalSupport set{&shape, local.scale, value(local.base)};
    const Vec3 slope = value(local.slope);
    const double speed = length(slope);
    PortalLine line;
    line.direction = unit(slope);
    line.interior = {shape.centre() * local.scale - set.base, shape.centre()};
    line.start = local.local_time(0).value * speed;
    line.stop = kInfinity;
    line.error = local.scale * (shape.support_error() + 16 * kEps * shape.reach()) + 8 * kEps * length(set.base) + error_sum(local.base);
    const double tolerance = shape.polytope_core() && shape.margin() == 0 ? kPolytopeTolerance : kCurvedTolerance;
    line.tolerance = tolerance * local.scale * shape.reach();
    line.max_iterations = kMaxIterations;
    const PortalHit found = cast_line(line, {&set, &LocalSupport::evaluate});
    if (found.outcome == PortalOutcome::miss) return std::nullopt;
    if (found.outcome == PortalOutcome::inside) return started_inside(ray, found.iterations);
    const Vec3 normal = world_normal(local, found.normal);
    RayHit hit;
    hit.iterations = found.iterations;
    hit.normal = normal;
    const Interval lower = local.time(Interval(found.lower) / Interval(speed));
    const Interval upper = local.time(Interval(found.upper) / Interval(speed));
    hit.bounds.lower = std::max(0.0, std::min(lower.lower, plane_lower_bound(ray, placed, normal)));
    hit.bounds.upper = std::max(upper.upper, hit.bounds.lower);
    hit.t = std::clamp(found.converged ? hit.bounds.middle() : lower.middle(), hit.bounds.lower, hit.bounds.upper);
    hit.point = ray.origin + hit.t * ray.direction;
    settle_status(ray, placed, hit, 2 * tolerance);
    return hit;
}

bool has_many_facets(const Shape& shape) noexcept {
    return shape.type() == ShapeType::hull && static_cast<const HullData*>(shape.payload())->facets.size() > kClippedFacets;
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
    // Whoever checks the bound may add up in world coordinates and in another order: leave room for the roundings of every term.
    const double terms = dot(n, abs(ray.origin)) + dot(n, abs(position)) + std::abs(height.value);
    const double gap = dot(normal, ray.origin - position) - height.value - height.error - 32 * kEps * terms;
    const double lower = gap / -rate;
    return std::isfinite(lower) ? lower - 32 * kEps * std::abs(lower) * (speed / -rate) : -kInfinity;
}

std::optional<RayHit> raycast_convex(const Ray& ray, const Placed& placed) noexcept {
    RayTarget target;
    if (!make_ray_target(ray, placed, target)) return std::nullopt;
    if (has_many_facets(*target.shape)) return hit_by_support(ray, placed, target);
    bool handled = false;
    Span span = clip_flat_shape(target.ray, *target.shape, handled);
    if (!handled) span = clip_quadric_shape(target.ray, *target.shape, handled);
    return handled ? hit_of_span(ray, placed, target, span) : hit_by_support(ray, placed, target);
}

}  // namespace graze
