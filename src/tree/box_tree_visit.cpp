// Queries in the caller's doubles become queries in the tree's floats, rounded so that nothing is missed.
#include "graze/tree/box_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "simd/tree/tree_walk.hpp"
#include "tree/box_frame.hpp"
#include "tree/near_walk.hpp"
#include "tree/ray_walk.hpp"

namespace graze {
namespace {

/// Smaller components of a direction are replaced by this; the slack pays for it.
constexpr double kLeastDirection = 0x1p-40;
/// Directions and parameters beyond these are not served.
constexpr double kLeastLength = 1e-200;
constexpr double kMostParameter = 1e300;

/// 2^exponent for normal results.
double power_of_two(int exponent) noexcept {
    return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}
/// Floor of the binary logarithm of a positive normal number.
int exponent_of(double x) noexcept { return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52) - 1023; }

/// Shrinks [start, end] to the parameters at which the ray is in the box along axis k, rounded outward by
/// three roundings' worth and some. False when there are none for certain.
inline bool clip(const RaySegment& ray, const Aabb& box, std::size_t k, double& start, double& end) noexcept {
    constexpr double kSlack = 0x1p-50;
    const double origin = ray.origin[k], direction = ray.direction[k], low = box.min[k], high = box.max[k];
    if (direction == 0) return origin >= low && origin <= high;
    const double inverse = 1 / direction, s = (low - origin) * inverse, t = (high - origin) * inverse;
    const double enter = std::min(s, t), leave = std::max(s, t);
    const double early = enter - std::abs(enter) * kSlack, late = leave + std::abs(leave) * kSlack;
    start = early > start ? early : start;  // a NaN (the inverse overflowed) changes nothing
    end = late < end ? late : end;
    return true;
}

/// Where the ray comes into the box, if it does.
bool enters(const RaySegment& ray, const Aabb& box, double& start) noexcept {
    double end = ray.t_max;
    return clip(ray, box, 0, start, end) && clip(ray, box, 1, start, end) && clip(ray, box, 2, start, end) &&
           start <= end && start <= kMostParameter;
}

/// Rays that start within this many times the tree's size are taken from there; others from where they enter
/// its bounds.
constexpr double kNearOrigin = 4;
/// Boxes are within [-1, 1] and the largest component of the direction is 1 or more: no ray from a
/// near origin leaves the last of them later.
constexpr double kFarthestExit = kNearOrigin + 2;

/// One axis of the ray in the tree's frame; `along` is the direction, scaled so that its largest component is
/// in [1, 7]. Boxes are `grown` by the query, and by what rounding in double may have cost the origin.
inline void set_axis(simd::RayWalk& walk, std::size_t i, double origin, double along, double grown) noexcept {
    const double farthest = kFarthestExit + 2 * grown;
    const double direction =
        std::abs(along) < kLeastDirection ? std::copysign(kLeastDirection, along) : along;
    // Origin, direction and its inverse become float, the direction may have been replaced, the origin is
    // added to its slack.
    const double rounded =
        0x1p-21 * (std::abs(origin) + farthest * std::abs(along) + grown) + 2 * farthest * kLeastDirection;
    // With a slack of 2^40 every box of the tree is met along this axis, and lanes without a child still are
    // not.
    const bool known = grown < 0x1p30;
    walk.inverse[i] = 1 / static_cast<float>(direction);
    walk.origin[i] = known ? static_cast<float>(origin) : 0.0F;
    walk.slack[i] = known ? static_cast<float>(grown + rounded) : 0x1p40F;
}

}  // namespace

namespace detail {

bool make_near_ray_walk(const BoxTree& tree, const Vec3& start, const Vec3& direction, double margin,
                        simd::RayWalk& walk) noexcept {
    const TreeFrame& frame = tree.frame();
    const Vec3 origin = (start - frame.origin) * frame.scale;
    const Vec3 apart = abs(origin);
    if (!((apart.x <= kNearOrigin) & (apart.y <= kNearOrigin) & (apart.z <= kNearOrigin))) return false;
    const Vec3 lost = (abs(start) + abs(frame.origin)) * (0x1p-50 * frame.scale);
    const double grown = margin * frame.scale;
    walk.start = 0;
    walk.step = power_of_two(-exponent_of(frame.scale));
    walk.per_step = frame.scale;
    walk.limit = std::numeric_limits<double>::infinity();
    set_axis(walk, 0, origin.x, direction.x, grown + lost.x);
    set_axis(walk, 1, origin.y, direction.y, grown + lost.y);
    set_axis(walk, 2, origin.z, direction.z, grown + lost.z);
    return true;
}

bool make_ray_walk(const BoxTree& tree, const RaySegment& ray, simd::RayWalk& walk) noexcept {
    return !tree.empty() && make_ray_walk(tree.frame(), tree.bounds(), ray, walk);
}

bool make_ray_walk(const TreeFrame& frame, const Aabb& within, const RaySegment& ray,
                   simd::RayWalk& walk) noexcept {
    const Vec3 size = abs(ray.origin), step = abs(ray.direction);
    const double longest = max_component(step);
    const bool finite =
        (size.x + size.y + size.z) + (step.x + step.y + step.z) < std::numeric_limits<double>::infinity();
    if (!finite || !(longest >= kLeastLength)) return false;
    const double scale = frame.scale;
    walk.start = std::max(ray.t_min, 0.0);
    Vec3 origin = (ray.origin - frame.origin) * scale;
    const double grown = ray.margin * scale;
    Vec3 lost = (size + abs(frame.origin)) * (0x1p-50 * scale) + Vec3{grown, grown, grown};
    if (!(max_component(abs(origin)) <= kNearOrigin) || walk.start != 0) {
        const Vec3 margin{ray.margin, ray.margin, ray.margin};
        const Aabb bounds = ray.margin > 0 ? minkowski_sum(within, {-margin, margin}) : within;
        if (!enters(ray, bounds, walk.start)) return false;
        const Vec3 advance = ray.direction * walk.start;
        origin = ((ray.origin + advance) - frame.origin) * scale;
        lost += abs(advance) * (0x1p-50 * scale);
    }
    const int exponent = exponent_of(longest);
    const double normalize = power_of_two(-exponent);
    walk.step = normalize / scale;
    walk.per_step = power_of_two(exponent) * scale;
    walk.limit = ray.t_max;
    set_axis(walk, 0, origin.x, ray.direction.x * normalize, lost.x);
    set_axis(walk, 1, origin.y, ray.direction.y * normalize, lost.y);
    set_axis(walk, 2, origin.z, ray.direction.z * normalize, lost.z);
    return true;
}

}  // namespace detail

TreeStats visit_box(const BoxTree& tree, const Aabb& box, LeafVisitor visit) {
    if (tree.empty() || !overlaps(tree.bounds(), box)) return {};
    const FloatBox query = rounded_out(box, tree.frame());
    simd::BoxWalk walk;
    std::copy_n(query.min, 3, walk.low);
    std::copy_n(query.max, 3, walk.high);
    return simd::walk_box(tree.walk_nodes(), walk, visit);
}

bool detail::make_near_walk(const BoxTree& tree, const Vec3& point, double max_distance,
                            simd::NearWalk& walk) noexcept {
    if (tree.empty() || !is_finite(point) || !(max_distance >= 0)) return false;
    const Vec3 nearest = max(tree.bounds().min, min(tree.bounds().max, point));
    if (length_sq(point - nearest) * (1 - 0x1p-48) > max_distance * max_distance) return false;
    const TreeFrame& frame = tree.frame();
    walk.beyond_sq = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const double at = nearest[i];
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
    return true;
}

TreeStats visit_near(const BoxTree& tree, const Vec3& point, double max_distance, BoundedLeafVisitor visit) {
    simd::NearWalk walk;
    if (!detail::make_near_walk(tree, point, max_distance, walk)) return {};
    return simd::walk_near(tree.walk_nodes(), walk, visit);
}

TreeStats visit_ray(const BoxTree& tree, const RaySegment& ray, BoundedLeafVisitor visit) {
    simd::RayWalk walk;
    if (!detail::make_ray_walk(tree, ray, walk)) return {};
    return simd::walk_ray(tree.walk_nodes(), walk, visit);
}

}  // namespace graze
