// Nearest triangle by the tree. A triangle's distance is bounded above by a point of it, and below by the
// plane through that point and orthogonal to the offset: whatever rounding did to the point, no corner
// reaches farther.
#include "solid/surface_distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/tree/box_tree.hpp"
#include "math/nearest.hpp"

namespace graze {
namespace {

double max_abs_component(const Vec3& v) noexcept { return max_component(abs(v)); }

struct TriangleBound {
    Interval distance{};
    Vec3 point{};
};

/// The point of the triangle nearest to q, up to rounding; anything, NaN too, for triangles with hardly any
/// area. Source: Ericson, "Real-Time Collision Detection", 5.1.5. With it a query of a mesh takes 0.67 of the
/// instructions that it takes with nearest_to_origin.hpp in its place, and 0.56 of those with nearest.hpp,
/// which both are right where this one is not.
Vec3 quick_nearest(const Triangle& t, const Vec3& q) noexcept {
    const Vec3 ab = t.b - t.a, ac = t.c - t.a, ap = q - t.a;
    const double d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return t.a;
    const Vec3 bp = q - t.b;
    const double d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return t.b;
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return t.a + (d1 / (d1 - d3)) * ab;
    const Vec3 cp = q - t.c;
    const double d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return t.c;
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return t.a + (d2 / (d2 - d6)) * ac;
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 >= d3 && d5 >= d6) return t.b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (t.c - t.b);
    const double scale = 1 / (va + vb + vc);
    return t.a + (vb * scale) * ab + (vc * scale) * ac;
}

/// A lower bound of offset · (q - x) for all x of the triangle.
double lowest_height(const Triangle& t, const Vec3& q, const Vec3& offset) noexcept {
    double lowest = kInfinity;
    for (const Vec3& corner : {t.a, t.b, t.c}) {
        const Vec3 arm = q - corner;
        // A difference, a product and two sums round each term.
        lowest = std::min(lowest, dot(offset, arm) - 6 * kEps * dot(abs(offset), abs(arm)));
    }
    return lowest;
}

/// Whether the triangle is farther from q than `upper`: no corner reaches past the plane orthogonal to the
/// offset from a point near the nearest.
bool shown_farther(const Triangle& t, const Vec3& q, double upper) noexcept {
    const Vec3 offset = q - quick_nearest(t, q);
    const double lowest = lowest_height(t, q, offset);
    // False for NaN. Squares and products round a few times.
    return lowest > 0 && lowest * lowest * (1 - 16 * kEps) > upper * upper * length_sq(offset);
}

TriangleBound bound_of(const Triangle& t, const Vec3& q) noexcept {
    const TrianglePoint nearest = nearest_on_triangle({t.a, t.b, t.c}, q);
    TriangleBound bound;
    bound.point = t.a + nearest.u * (t.b - t.a) + nearest.v * (t.c - t.a);
    const Vec3 offset = q - bound.point;
    const double length = graze::length(offset);
    // The point is a few roundings of the corners away from one of the triangle's, the length a few of its
    // own.
    const double most = std::max({max_abs_component(t.a), max_abs_component(t.b), max_abs_component(t.c)});
    bound.distance.upper = length * (1 + 4 * kEps) + 24 * kEps * (most + max_abs_component(q));
    bound.distance.lower =
        length > 0 ? std::max(0.0, lowest_height(t, q, offset) / length * (1 - 6 * kEps)) : 0;
    return bound;
}

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

PointDistance distance_from_point(const Placed& placed, const Vec3& point, WorkBudget* work) noexcept {
    const PartSet set(placed.shape);
    const PlacedPoint world{nullptr, point};
    const IntervalVec3 local = local_enclosure(placed.pose, world);
    const Vec3 q = middle(local);
    PointDistance result;
    if (!is_finite(q)) return result;
    const SurfaceNearest nearest = nearest_on_surface(set, q, kInfinity, work);
    const double radius = radius_of(local);
    if (set.solid()) result.side = side_of(*set.mesh(), placed.pose, world, work);
    result.nearest = placed.pose * nearest.point;
    result.part = nearest.part;
    // Lengths of the local frame, times what the pose makes of lengths.
    result.distance =
        signed_distance_of(set, q, radius, nearest, result.side) * stretch(placed.pose.rotation);
    return result;
}

}  // namespace graze
