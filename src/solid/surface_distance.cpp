// Of meshes the search has a walk of its own (nearest_on_mesh.hpp); triangles of height fields are made one
// by one.
#include "solid/surface_distance.hpp"

#include <algorithm>
#include <cmath>

#include "graze/tree/box_tree.hpp"
#include "solid/nearest_on_mesh.hpp"
#include "solid/point_triangle.hpp"

namespace graze {
namespace {

double max_abs_component(const Vec3& v) noexcept { return max_component(abs(v)); }

/// Radius of a ball around the middle of the box that contains it.
double radius_of(const IntervalVec3& box) noexcept { return norm(box - enclose(middle(box))).upper; }

/// How far the point is from leaving the box of the set in a straight line, with the margin on top: beyond
/// there is nothing.
double exit_distance_of_box(const PartSet& set, const Vec3& q) noexcept {
    double shortest = kInfinity;
    for (std::size_t i = 0; i < 3; ++i) {
        const Interval below = Interval(q[i]) - Interval(set.tree().bounds().min[i]),
                       above = Interval(set.tree().bounds().max[i]) - Interval(q[i]);
        shortest = std::min({shortest, std::max(0.0, below.upper), std::max(0.0, above.upper)});
    }
    return (Interval(shortest) + Interval(set.margin())).upper;
}

/// Length of a path from q out of a set with a margin, whose nearest triangle is at `nearest`: straight on,
/// past the margin, when that is shown to be outside; else through the wall of the box.
double exit_distance(const PartSet& set, const Vec3& q, const SurfaceNearest& nearest,
                     PointSide side) noexcept {
    const double by_box = exit_distance_of_box(set, q);
    const Triangle t = set.triangle(nearest.part);
    const Vec3 straight = side == PointSide::inside ? nearest.point - q : q - nearest.point;
    const Vec3 across = cross(t.b - t.a, t.c - t.a);
    const double slack = 1e-9 * set.margin() + 64 * kEps * (max_abs_component(q) + set.margin());
    double best = by_box;
    for (const Vec3& direction : {straight, across, -across}) {
        const Vec3 target = nearest.point + (set.margin() + slack) * unit(direction);
        const double distance = norm(enclose(target) - enclose(q)).upper;
        if (direction == Vec3{} || !(distance < best)) continue;
        if (set.solid() && side_of(*set.mesh(), target) != PointSide::outside) continue;
        if (nearest_on_surface(set, target).distance.lower >= set.margin()) best = distance;
    }
    return best;
}

/// Local frame, of a point known up to `radius`.
Interval signed_distance_of(const PartSet& set, const Vec3& q, double radius, const SurfaceNearest& nearest,
                            PointSide side) noexcept {
    Interval gap = widened(nearest.distance, radius);
    gap.lower = std::max(0.0, gap.lower);
    if (side == PointSide::boundary) gap = Interval(0);
    const Interval margin(set.margin());
    if (side == PointSide::inside) gap = -gap;
    if (set.margin() == 0) return gap;
    const Interval grown = gap - margin;
    if (grown.lower >= 0) return grown;
    return {std::min(grown.lower, -(Interval(exit_distance(set, q, nearest, side)) + Interval(radius)).upper),
            grown.upper};
}

}  // namespace

SurfaceNearest nearest_on_surface(const PartSet& set, const Vec3& point, double max_distance,
                                  WorkBudget* work) noexcept {
    if (set.mesh() != nullptr)
        return nearest_on_mesh(*set.mesh(), point, {.max_distance = max_distance}, work);
    SurfaceNearest best;
    double lower = kInfinity, upper = kInfinity;
    double last = max_distance;
    const TreeStats stats =
        visit_near(set.tree(), point, max_distance, [&](const LeafSlots& leaf, double, double& limit) {
            spend(work, work::kLeaf + leaf.count * work::kPointTriangle);
            for (std::uint32_t slot = leaf.first; slot < leaf.first + leaf.count; ++slot) {
                const Triangle triangle = set.triangle_in_slot(slot);
                if (shown_farther(triangle, point, upper)) continue;
                const TriangleBound bound = bound_of(triangle, point);
                lower = std::min(lower, bound.distance.lower);
                if (bound.distance.upper >= upper) continue;
                upper = bound.distance.upper;
                best.point = bound.point;
                best.part = set.tree().order()[slot];
            }
            limit = std::min(limit, upper);
            last = limit;
            return Continue::yes;
        });
    spend(work, stats.node_tests * work::kNode);
    // What was passed over is no nearer than the limit.
    best.found = upper <= max_distance;
    best.distance = {std::min(lower, last), upper};
    return best;
}

PlacedSurface::PlacedSurface(const Placed& placed) noexcept
    : set_(placed.shape), pose_(&placed.pose), lengths_(stretch(placed.pose.rotation)) {
    if (placed.pose.rotation != Mat3::identity()) inverse_.emplace(placed.pose.rotation);
}

IntervalVec3 PlacedSurface::enclosure(const Vec3& point) const noexcept {
    const IntervalVec3 arm = enclose(point) - enclose(pose_->position);
    return inverse_ ? (*inverse_)(arm) : arm;
}

PointDistance distance_from_point(const PlacedSurface& placed, const Vec3& point, const KnownOfPoint& known,
                                  WorkBudget* work) noexcept {
    const PartSet& set = placed.set();
    const IntervalVec3 local = placed.enclosure(point);
    const Vec3 q = middle(local);
    PointDistance result;
    if (!is_finite(q)) return result;
    const SurfaceNearest nearest = set.mesh() != nullptr
                                       ? nearest_on_mesh(*set.mesh(), q, {.guess = known.near_part}, work)
                                       : nearest_on_surface(set, q, kInfinity, work);
    const double radius = radius_of(local);
    if (set.solid())
        result.side = known.side ? *known.side : side_of(*set.mesh(), placed.pose(), {nullptr, point}, work);
    result.nearest = placed.pose() * nearest.point;
    result.part = nearest.part;
    result.clearance = (Interval(std::max(0.0, (Interval(nearest.distance.lower) - Interval(radius)).lower)) *
                        placed.lengths())
                           .lower;
    // Lengths of the local frame, times what the pose makes of lengths.
    result.distance = signed_distance_of(set, q, radius, nearest, result.side) * placed.lengths();
    return result;
}

PointDistance distance_from_point(const Placed& placed, const Vec3& point, WorkBudget* work) noexcept {
    return distance_from_point(PlacedSurface(placed), point, {}, work);
}

}  // namespace graze
