// Distances of sets of parts: the closest pair, near ones first. The lower end of the interval is the least of all pairs looked at and of
// what left the others out; the upper end belongs to the closest points found.
#include <algorithm>
#include <cmath>

#include "convex/closed_form.hpp"
#include "convex/triangle_distance.hpp"
#include "convex/triangle_triangle.hpp"
#include "query/composite.hpp"

namespace graze {
namespace {

struct Nearest {
    Interval distance{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};  ///< Of the wholes, so far.
    Vec3 point_a{};                                                                                       ///< World frame.
    Vec3 point_b{};
    Vec3 normal{1, 0, 0};
    std::uint32_t tests = 0;  ///< Pairs of parts.
    bool meeting = false;

    void offer(const Interval& pair, const Vec3& on_a, const Vec3& on_b, const Vec3& along) {
        distance.lower = std::min(distance.lower, pair.lower);
        if (!(pair.upper < distance.upper)) return;
        distance.upper = pair.upper;
        point_a = on_a;
        point_b = on_b;
        normal = along;
    }
};

TriangleCorners corners(const Triangle& t) noexcept { return {t.a, t.b, t.c}; }

Nearest nearest_triangles(const PartPairs& pairs) noexcept {
    const PlacedParts& a = pairs.a;
    const PlacedParts& b = pairs.b;
    const TriangleView view(pairs.a.placed.pose, pairs.b.placed.pose, pairs.b.placed.shape.core_reach());
    // What the rounding of b's corners does to a distance: less than twice what it does along each axis.
    const double error = 2 * view.error() + pairs.poses.defect * pairs.pair.extent;
    const double margins = a.margin() + b.margin();
    Nearest best;
    visit_nearest_parts(pairs, [&](std::uint32_t i, std::uint32_t j, double& limit) {
        const Triangle own = a.triangle(i);
        const Triangle other = b.triangle(j);
        const TriangleCorners x = corners(own);
        const TriangleCorners y = corners(view.seen_from_a(other));
        ++best.tests;
        const double gap = gap_along_normals(x, y);
        if (gap - error > limit + margins) return Continue::yes;
        const TriangleDistance found = distance_of_triangles(x, y);
        if (found.distance.lower <= error && contact(view, own, other) != TriangleContact::disjoint) {
            best.meeting = true;
            return Continue::no;
        }
        const Vec3 along = pairs.a.placed.pose.rotation * unit(found.point_b - found.point_a);
        best.offer({std::max(found.distance.lower - error, 0.0) - margins, found.distance.upper + error - margins},
                   pairs.a.placed.pose * found.point_a + a.margin() * along, pairs.a.placed.pose * found.point_b - b.margin() * along,
                   along);
        limit = best.distance.upper;
        return Continue::yes;
    });
    return best;
}

Nearest nearest_parts(const PartPairs& pairs, const SeparationOptions& options) noexcept {
    Nearest best;
    PairCache cache;
    visit_nearest_parts(pairs, [&](std::uint32_t i, std::uint32_t j, double& limit) {
        const Separation found = separation(placed_part(pairs.a, i), placed_part(pairs.b, j), options, &cache);
        ++best.tests;
        best.offer(found.distance, found.point_a, found.point_b, found.normal);
        best.meeting = best.meeting || found.distance.lower <= 0;
        limit = std::max(best.distance.upper, 0.0);
        return Continue::yes;
    });
    return best;
}

}  // namespace

Separation composite_separation(const Placed& a, const Placed& b, const SeparationOptions& options, PairCache*) noexcept {
    const bool first = a.shape.type() == ShapeType::half_space;
    if (first || b.shape.type() == ShapeType::half_space) {
        const Placed& half_space = first ? a : b;
        const PlacedParts parts(first ? b : a);
        const Vec3 normal = half_space.pose.rotation * half_space.shape.vector(0);
        const Placed lowest = placed_part(parts, farthest_part(parts, -normal).part);
        const Separation s = separation_any_half_space(lowest, half_space);
        return first ? flipped(s) : s;
    }
    const PartPairs pairs(a, b);
    Separation s;
    s.status = Status::invalid_input;
    if (!pairs.bounded) return s;
    const bool plain = pairs.a.made_of_triangles() && pairs.b.made_of_triangles() && pairs.pair.scale == 1;
    const Nearest found = plain ? nearest_triangles(pairs) : nearest_parts(pairs, options);
    if (found.meeting || encloses_part(pairs)) return composite_overlap_depth(pairs, options);
    s.distance = {std::min(found.distance.lower, found.distance.upper), found.distance.upper};
    s.point_a = found.point_a;
    s.point_b = found.point_b;
    s.normal = found.normal;
    s.iterations = found.tests;
    s.status = Status::converged;
    return s;
}

}  // namespace graze
