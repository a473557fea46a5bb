// Depths of points by signed distances, and a climb along the sum of both. The sum is concave between ridges:
// where a step fails, the exit direction found there is added to the slope, so that the next step runs along
// the ridge.
#include "query/depth/deep_point.hpp"

#include <algorithm>
#include <cmath>

#include "graze/query/query.hpp"
#include "solid/surface_distance.hpp"

namespace graze {
namespace {

double l1_norm(const Vec3& v) noexcept { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

DepthBound depth_in_convex(const Placed& convex, const Vec3& point, WorkBudget* work) noexcept {
    // A thousandth is less than a climb misses.
    const Separation s = separation({Point{}, Pose::translation(point)}, convex, {.tolerance = 1e-3});
    spend(work, work_of(s));
    return {-s.distance.upper, -s.normal};
}

/// In the frame of the triangles: the rounding of the point there moves the distance by no more than itself.
DepthBound depth_among_triangles(const PlacedParts& side, const Vec3& point, WorkBudget* work) noexcept {
    const Pose& pose = side.placed.pose;
    const PartSet set(side.placed.shape);
    const Vec3 arm = point - pose.position;
    const Vec3 local = transpose_times(pose.rotation, arm);
    const SurfaceNearest found =
        nearest_on_surface(set, local, std::numeric_limits<double>::infinity(), work);
    const bool inside = set.solid() && side_of(*set.mesh(), local, work) != PointSide::outside;
    Vec3 direction = inside ? found.point - local : local - found.point;
    if (set.solid() && found.distance.upper < 1e-12 * l1_norm(arm)) {
        // On the surface the distance out is mere rounding: the face normal is the direction out.
        const Triangle t = set.triangle(found.part);
        direction = cross(t.b - t.a, t.c - t.a);
    }
    direction = pose.rotation * direction;
    // Differences round by half a unit of their result, the rotation by a few; its defect changes lengths and
    // what Rᵀ makes of R.
    const double defect = 2 * orthonormality_defect(pose.rotation);
    const double slack = (16 * kEps + defect) * l1_norm(arm);
    const double depth = inside ? found.distance.lower * (1 - defect) : -found.distance.upper * (1 + defect);
    return {depth + set.margin() * (1 - defect) - slack, direction == Vec3{} ? Vec3{} : unit(direction)};
}

/// Of a union: in the part that the point is deepest in; nothing is known outside of all of them.
DepthBound depth_among_parts(const PlacedParts& side, const Vec3& point, WorkBudget* work) noexcept {
    DepthBound best;
    const Vec3 local = transpose_times(side.placed.pose.rotation, point - side.placed.pose.position);
    const Vec3 reach = Vec3{1, 1, 1} * side.margin();
    const TreeStats stats = visit_box(*side.tree(), {local - reach, local + reach}, [&](LeafSlots leaf) {
        spend(work, work::kLeaf);
        for (const std::uint32_t i : side.tree()->primitives(leaf)) {
            const DepthBound bound = depth_in_convex(placed_part(side, i), point, work);
            if (bound.depth > best.depth) best = bound;
        }
        return Continue::yes;
    });
    spend(work, stats.node_tests * work::kNode);
    return best;
}

}  // namespace

DepthBound depth_lower_bound_at(const PlacedParts& side, const Vec3& point, WorkBudget* work) noexcept {
    if (side.placed.shape.convex()) return depth_in_convex(side.placed, point, work);
    return side.made_of_triangles() ? depth_among_triangles(side, point, work)
                                    : depth_among_parts(side, point, work);
}

DeepPoint depth_at(const PartPairs& pairs, const Vec3& translation, const Vec3& point) noexcept {
    const Vec3 back = point - translation;
    const DepthBound in_a = depth_lower_bound_at(pairs.a, point, pairs.work);
    const DepthBound in_b = depth_lower_bound_at(pairs.b, back, pairs.work);
    // The difference rounds by half a unit of each coordinate.
    const double rounding = 2 * kEps * l1_norm(back);
    return {point, in_a.depth + in_b.depth - rounding, in_a.out, in_b.out};
}

DeepPoint climb(const PartPairs& pairs, const Vec3& translation, const DeepPoint& start, int steps) noexcept {
    DeepPoint best = start;
    if (!std::isfinite(best.depth)) return best;
    const double small = std::min(pairs.a.placed.shape.reach(), pairs.b.placed.shape.reach());
    double step = std::max(std::abs(best.depth), 1e-3 * small);
    Vec3 slope = -(best.out_a + best.out_b);
    double shorter = 0.1;  // until a step succeeds, nothing is known of the size of the overlap
    for (int i = 0; i < steps && !spent(pairs.work); ++i) {
        // Opposite walls at the same distance: nothing to gain. And steps below a hundredth of the depth gain
        // less than that.
        if (!has_direction(slope) || step < 0.01 * std::abs(best.depth) || step < 1e-15 * small) break;
        const DeepPoint next = depth_at(pairs, translation, best.point + step * unit(slope));
        const Vec3 there = -(next.out_a + next.out_b);
        if (next.depth > best.depth) {
            best = next;
            slope = there;
            step *= 1.5;
            shorter = 0.4;
        } else {
            if (shorter > 0.1) slope += there;
            step *= shorter;
        }
    }
    return best;
}

}  // namespace graze
