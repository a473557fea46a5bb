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

/// A half-space's plane: the normal is not unit.
Vec3 plane_normal(const Placed& half_space) noexcept {
    return half_space.pose.rotation * half_space.shape.vector(0);
}

double over_plane(const Placed& half_space, const Vec3& x) noexcept {
    const Vec3 n = plane_normal(half_space);
    return (dot(n, x - half_space.pose.position) - half_space.shape.values()[3]) / length(n);
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
    const double resting = pair.b < bodies_.size() || b.half_space
                               ? 0
                               : max_component(abs(b.placed.pose.position)) * 2 + b.placed.shape.reach();
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
               second.placed.shape.values()[3] / length(plane_normal(second.placed));
    }
    return -height(second.enclosure.shape, pose_of(b, moment), -n, hints_[b]) -
           height(first.enclosure.shape, pose_of(a, moment), n, hints_[a]);
}

GapAtMoment BodyGaps::at(ActivePair& pair, const Moment& moment, double enough) {
    const auto [a, b] = pair.pair;
    PairCache& cache = cache_of(pair);
    const Separation hulls = pair_separation(enclosure(a, moment), enclosure(b, moment), {}, &cache);
    GapAtMoment gap{hulls.distance, hulls.normal, true, hulls, true};
    if (set_.bodies[a].convex && set_.bodies[b].convex) {
        gap.distance.upper += set_.bodies[a].excess + set_.bodies[b].excess;
        return gap;
    }
    gap.measured = false;
    gap.distance.upper = kInfinity;
    gap.plane = hulls.distance.lower > 0;
    if (hulls.distance.lower > enough) return gap;
    const Placed &x = placed(a, moment), &y = placed(b, moment);
    if (pair_overlaps(x, y, &cache)) {
        gap.distance = {-kInfinity, 0};
        return gap;
    }
    gap.separation = pair_separation(x, y, {}, &cache);
    gap.measured = true;
    gap.distance = {std::max(gap.separation.distance.lower, hulls.distance.lower),
                    gap.separation.distance.upper};
    if (!gap.plane) gap.normal = gap.separation.normal;
    return gap;
}

Separation BodyGaps::separation(ActivePair& pair, const Moment& moment, const SeparationOptions& options) {
    const auto [a, b] = pair.pair;
    if (!set_.bodies[a].convex || !set_.bodies[b].convex)
        return pair_separation(placed(a, moment), placed(b, moment), options, &cache_of(pair));
    Separation gap = pair_separation(enclosure(a, moment), enclosure(b, moment), options, &cache_of(pair));
    const double excess = set_.bodies[a].excess + set_.bodies[b].excess;
    if (excess > 0) gap.distance = widened(gap.distance, excess);
    return gap;
}

bool BodyGaps::overlap(ActivePair& pair, const Moment& moment) {
    const auto [a, b] = pair.pair;
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
