#include "robot/body_gaps.hpp"

#include <algorithm>
#include <cmath>

#include "query/dispatch.hpp"
#include "shape/core_support.hpp"

namespace graze {
namespace {

/// Where the box is nearest to the point.
Vec3 clamped(const Vec3& x, const Aabb& box) noexcept { return max(box.min, min(x, box.max)); }

/// The greatest height of the placed shape along n.
double height(const Shape& shape, const Pose& pose, const Vec3& n, std::uint32_t& hint) noexcept {
    const Vec3 local = transpose_times(pose.rotation, n);
    return dot(local, core_support_inline(shape, local, hint)) + shape.margin() + dot(n, pose.position);
}

/// A half-space's plane: the normal is not unit. The pose's matrix R may be a rotation only within a
/// tolerance: { R x + p : n·x <= h } has the normal R⁻ᵀ n, here times the determinant, which is 1 within that
/// tolerance.
Vec3 plane_normal(const Placed& half_space) noexcept {
    const auto& c = half_space.pose.rotation.columns;
    const Vec3 n = half_space.shape.vector(0);
    return n.x * cross(c[1], c[2]) + n.y * cross(c[2], c[0]) + n.z * cross(c[0], c[1]);
}

/// The plane is { x : n·(x - p) = h } for that normal.
double plane_offset(const Placed& half_space) noexcept {
    return half_space.shape.values()[3] * determinant(half_space.pose.rotation);
}

/// How large the numbers are that cancel in heights over the plane.
double plane_size(const Placed& half_space) noexcept {
    return 3 * max_component(abs(half_space.pose.position)) +
           std::abs(plane_offset(half_space)) / length(plane_normal(half_space));
}

double over_plane(const Placed& half_space, const Vec3& x) noexcept {
    const Vec3 n = plane_normal(half_space);
    return (dot(n, x - half_space.pose.position) - plane_offset(half_space)) / length(n);
}

}  // namespace

BodyGaps::BodyGaps(const SearchSet& set) : set_(set), hints_(set.bodies.size()) {
    for (std::size_t i = 0; i < set.link_bodies; ++i) {
        bodies_.push_back(set.bodies[i].placed);
        enclosures_.push_back(set.bodies[i].enclosure);
    }
}

double BodyGaps::error(const BodyPair& pair) const noexcept {
    const SearchBody &a = set_.bodies[pair.a], &b = set_.bodies[pair.b];
    double resting = 0;
    if (b.half_space)
        resting = plane_size(b.placed);
    else if (pair.b >= bodies_.size())
        resting = max_component(abs(b.placed.pose.position)) * 2 + b.placed.shape.reach();
    return 2 * error_ + 64 * kEps * resting + 2 * (a.support_error + b.support_error);
}

double BodyGaps::at_least(const ActivePair& pair, const Moment& moment) const noexcept {
    const auto [a, b] = pair.pair;
    const Vec3& centre = moment.balls[a];
    const SearchBody &first = set_.bodies[a], &second = set_.bodies[b];
    if (b < moment.balls.size())
        return length(moment.balls[b] - centre) - first.ball.radius - second.ball.radius;
    if (second.half_space) return over_plane(second.placed, centre) - first.ball.radius;
    return length(clamped(centre, second.box) - centre) - first.ball.radius;
}

Vec3 BodyGaps::direction(const ActivePair& pair, const Moment& moment) const noexcept {
    const auto [a, b] = pair.pair;
    const Vec3& centre = moment.balls[a];
    const SearchBody& second = set_.bodies[b];
    Vec3 n;
    if (b < moment.balls.size())
        n = unit(moment.balls[b] - centre);
    else if (second.half_space)
        n = -unit(plane_normal(second.placed));
    else
        n = unit(clamped(centre, second.box) - centre);
    return transpose_times(moment.frames[pair.frame].rotation, n);
}

double BodyGaps::along(const Vec3& normal, const ActivePair& pair, const Moment& moment) noexcept {
    const auto [a, b] = pair.pair;
    const Vec3 n = pair.frame == 0 ? normal : moment.frames[pair.frame].rotation * normal;
    const SearchBody &first = set_.bodies[a], &second = set_.bodies[b];
    if (second.half_space) {
        const Vec3 m = -unit(plane_normal(second.placed));
        const double lowest = -height(first.enclosure.shape, pose_of(a, moment), m, hints_[a]);
        return lowest + dot(m, second.placed.pose.position) -
               plane_offset(second.placed) / length(plane_normal(second.placed));
    }
    return -height(second.enclosure.shape, pose_of(b, moment), -n, hints_[b]) -
           height(first.enclosure.shape, pose_of(a, moment), n, hints_[a]);
}

GapAtMoment BodyGaps::of_enclosures(ActivePair& pair, const Moment& moment, double tolerance) {
    const auto [a, b] = pair.pair;
    const SearchBody &first = set_.bodies[a], &second = set_.bodies[b];
    SeparationOptions options;
    options.tolerance = tolerance;
    const Separation gap =
        pair_separation(enclosure(a, moment), enclosure(b, moment), options, &cache_of(pair));
    if (!first.convex || !second.convex)
        return {{gap.distance.lower, kInfinity}, gap.normal, gap.distance.lower > 0, false, gap};
    return {widened(gap.distance, first.excess + second.excess), gap.normal, true, true, gap};
}

GapAtMoment BodyGaps::of_bodies(ActivePair& pair, const Moment& moment, double tolerance) {
    GapAtMoment gap = of_enclosures(pair, moment, tolerance);
    if (gap.exact) return gap;
    const auto [a, b] = pair.pair;
    gap.exact = true;
    if (gap.plane || !pair_overlaps(placed(a, moment), placed(b, moment), &cache_of(pair)))
        return of_bodies_in_depth(pair, moment, tolerance);
    gap.distance = {-kInfinity, 0};
    return gap;
}

GapAtMoment BodyGaps::of_bodies_in_depth(ActivePair& pair, const Moment& moment, double tolerance) {
    GapAtMoment gap = of_enclosures(pair, moment, tolerance);
    if (gap.exact) return gap;
    const auto [a, b] = pair.pair;
    SeparationOptions options;
    options.tolerance = tolerance;
    gap.exact = true;
    gap.separation = pair_separation(placed(a, moment), placed(b, moment), options, &cache_of(pair));
    gap.distance = {std::max(gap.separation.distance.lower, gap.distance.lower),
                    gap.separation.distance.upper};
    if (!gap.plane) gap.normal = gap.separation.normal;
    return gap;
}

bool BodyGaps::overlap(ActivePair& pair, const Moment& moment) {
    const auto [a, b] = pair.pair;
    const bool convex = set_.bodies[a].convex && set_.bodies[b].convex;
    if (!convex && !pair_overlaps(enclosure(a, moment), enclosure(b, moment), &cache_of(pair))) return false;
    return pair_overlaps(placed(a, moment), placed(b, moment), &cache_of(pair));
}

const Placed& BodyGaps::placed(std::uint32_t body, const Moment& moment) {
    if (body >= bodies_.size()) return set_.bodies[body].placed;
    bodies_[body].pose = moment.bodies[body];
    return bodies_[body];
}

const Placed& BodyGaps::enclosure(std::uint32_t body, const Moment& moment) {
    if (body >= bodies_.size()) return set_.bodies[body].enclosure;
    enclosures_[body].pose = moment.bodies[body];
    return enclosures_[body];
}

PairCache& BodyGaps::cache_of(ActivePair& pair) {
    if (pair.cache == ActivePair::kNoCache) {
        pair.cache = static_cast<std::uint32_t>(caches_.size());
        caches_.emplace_back();
    }
    return caches_[pair.cache];
}

}  // namespace graze
