// Queries in the caller's doubles become queries in the tree's floats, rounded so that nothing is missed.
#include "graze/tree/traverse.hpp"

#include <algorithm>
#include <cmath>

#include "simd/tree_walk.hpp"
#include "tree/box_frame.hpp"

namespace graze::detail {
namespace {

TreeStats stats_of(const simd::WalkCounts& counts) noexcept { return {counts.nodes, counts.boxes, counts.leaves, counts.stopped}; }

/// Smaller components of a direction are replaced by this; the slack pays for it.
constexpr double kLeastDirection = 0x1p-40;

/// The ray in the tree's frame, from where it enters the tree's bounds at `start` on.
simd::RayWalk ray_walk(const TreeFrame& frame, const RaySegment& ray, double start) noexcept {
    simd::RayWalk walk{};
    const int exponent = std::ilogb(max_component(abs(ray.direction)));
    walk.start = start;
    walk.step = std::ldexp(1.0, -exponent) / frame.scale;
    walk.limit = ray.t_max;
    // Boxes are within [-1, 1] and the largest component of the direction is 1 or more: the way through is 2 long, and a little.
    constexpr double kLength = 2.5;
    for (std::size_t i = 0; i < 3; ++i) {
        const double along = std::ldexp(ray.direction[i], -exponent);
        const double direction = std::abs(along) < kLeastDirection ? std::copysign(kLeastDirection, along) : along;
        const double advance = start * ray.direction[i];
        const double origin = ((ray.origin[i] + advance) - frame.origin[i]) * frame.scale;
        // Three roundings in double of numbers no larger than this sum, ...
        const double lost = 0x1p-51 * (std::abs(ray.origin[i]) + std::abs(advance) + std::abs(frame.origin[i])) * frame.scale;
        // ... those of origin and direction to float, the direction's replacement, and two roundings of the origin with its slack.
        const double rounded = 0x1p-22 * (std::abs(origin) + kLength * std::abs(direction)) + kLength * kLeastDirection;
        walk.direction[i] = static_cast<float>(direction);
        // With a slack of 2^40 every box of the tree is met along this axis, and lanes without a child still are not.
        const bool known = lost < 0x1p30;
        walk.origin[i] = known ? static_cast<float>(origin) : 0.0F;
        walk.slack[i] = known ? static_cast<float>(2 * lost + 2 * rounded) : 0x1p40F;
    }
    return walk;
}

}  // namespace

TreeStats visit_box(const BoxTree& tree, const Aabb& box, LeafVisitor visitor) {
    if (tree.empty() || !overlaps(tree.bounds(), box)) return {};
    const FloatBox query = rounded_out(box, tree.frame());
    simd::BoxWalk walk;
    std::copy_n(query.min, 3, walk.low);
    std::copy_n(query.max, 3, walk.high);
    return stats_of(simd::walk_box(tree.nodes().data(), walk, {visitor.call, visitor.visitor}));
}

TreeStats visit_near(const BoxTree& tree, const Vec3& point, double max_distance, BoundedLeafVisitor visitor) {
    if (tree.empty() || !is_finite(point) || !(max_distance >= 0)) return {};
    if (sqrt(distance_sq(tree.bounds(), point)).lower > max_distance) return {};
    simd::NearWalk walk{};
    const TreeFrame& frame = tree.frame();
    for (std::size_t i = 0; i < 3; ++i) {
        const double at = std::clamp(point[i], tree.bounds().min[i], tree.bounds().max[i]);
        const double u = (at - frame.origin[i]) * frame.scale;
        walk.low[i] = below(u);
        walk.high[i] = -below(-u);
        // Beyond 2^45 times the tree's size its boxes are as good as one.
        const double beyond = std::min(std::abs(point[i] - at) * frame.scale * (1 - 0x1p-50), 0x1p45);
        walk.twice_beyond[i] = std::max(below(2 * beyond), 0.0F);
        walk.beyond_sq += beyond * beyond * (1 - 0x1p-50);
    }
    walk.unit = 1 / frame.scale;
    walk.limit = max_distance;
    return stats_of(simd::walk_near(tree.nodes().data(), walk, {visitor.call, visitor.visitor}));
}

TreeStats visit_ray(const BoxTree& tree, const RaySegment& ray, BoundedLeafVisitor visitor) {
    if (tree.empty() || !is_finite(ray.origin) || !is_finite(ray.direction) || ray.direction == Vec3{}) return {};
    const Interval inside = clip_ray(tree.bounds(), ray.origin, ray.direction);
    const double start = std::max({inside.lower, ray.t_min, 0.0}), end = std::min(inside.upper, ray.t_max);
    if (!(start <= end)) return {};
    const simd::RayWalk walk = ray_walk(tree.frame(), ray, start);
    return stats_of(simd::walk_ray(tree.nodes().data(), walk, {visitor.call, visitor.visitor}));
}

}  // namespace graze::detail
