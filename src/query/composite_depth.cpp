// How deep two sets of parts are in each other. Two surfaces have no depth. With a solid or convex side the depth is the length of the
// shortest translation that parts them: every direction gives one that does, by the heights of both along it, and the best of a set of
// directions is the lower end of the signed distance. Balls inside of both sides, around one point, hold the upper end: a translation
// shorter than the sum of their radii leaves them overlapping.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/query/mesh_query.hpp"
#include "query/composite.hpp"

namespace graze {
namespace {

/// How far b must move along a unit direction to be beyond all of a; an upper bound.
double way_out(const PartPairs& pairs, const Vec3& direction) noexcept {
    const double top = farthest_part(pairs.a, direction).height;
    const double bottom = farthest_part(pairs.b, -direction).height;
    return next_above(top + bottom + dot(direction, pairs.a.placed.pose.position - pairs.b.placed.pose.position) + 2 * pairs.error());
}

/// The shortest way out found: the axes of both sides, and steps from the best of them to its neighbours.
struct WayOut {
    Vec3 direction{1, 0, 0};
    double length = std::numeric_limits<double>::infinity();
};

WayOut shortest_way_out(const PartPairs& pairs, const Vec3& first) noexcept {
    WayOut best;
    const auto offer = [&](const Vec3& direction) {
        const double way = way_out(pairs, direction);
        if (!(way < best.length)) return false;
        best = {direction, way};
        return true;
    };
    offer(first);
    for (const Mat3& axes : {pairs.a.placed.pose.rotation, pairs.b.placed.pose.rotation}) {
        for (const Vec3& axis : axes.columns) {
            offer(unit(axis));
            offer(-unit(axis));
        }
    }
    // A pattern search on the sphere: it ends at directions that differ by a thousandth.
    for (double step = 0.5; step > 1e-3; step *= 0.5) {
        const Vec3 start = best.direction;
        const Vec3 u = perpendicular(start);
        const Vec3 v = cross(start, u);
        for (const Vec3& turn : {u, -u, v, -v}) offer(unit(start + step * turn));
    }
    return best;
}

/// A ball around a world point that the side contains has at least this radius; negative outside.
double clearance(const PlacedParts& side, const Vec3& point) noexcept {
    const Placed spot{Point{}, Pose::translation(point)};
    if (side.placed.shape.convex()) return -separation(spot, side.placed).distance.upper;
    if (side.solid()) return -signed_distance(side.placed, point).upper;  // margin included
    // Of a union: the best of the parts that hold the point.
    double best = -std::numeric_limits<double>::infinity();
    const Vec3 local = transpose_times(side.placed.pose.rotation, point - side.placed.pose.position);
    const Vec3 reach = Vec3{1, 1, 1} * side.margin();
    visit_box(*side.tree(), {local - reach, local + reach}, [&](LeafSlots leaf) {
        for (const std::uint32_t i : side.tree()->primitives(leaf))
            best = std::max(best, -separation(spot, placed_part(side, i)).distance.upper);
        return Continue::yes;
    });
    return best;
}

/// A lower bound of the depth: the radii of balls in both sides around one point, searched for from `start`.
double common_ball(const PartPairs& pairs, Vec3 start) noexcept {
    const auto sum = [&](const Vec3& p) {
        const double of_a = clearance(pairs.a, p);
        const double of_b = clearance(pairs.b, p);
        return of_a >= 0 && of_b >= 0 ? of_a + of_b : std::min(of_a, of_b);
    };
    double best = sum(start);
    double step = 0.25 * std::min(pairs.a.placed.shape.reach(), pairs.b.placed.shape.reach());
    for (int round = 0; round < 12; ++round) {
        bool better = false;
        for (const Vec3& way : {Vec3{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}) {
            const double found = sum(start + step * way);
            if (!(found > best)) continue;
            best = found;
            start += step * way;
            better = true;
        }
        if (!better) step *= 0.5;
    }
    return std::max(best, 0.0);
}

}  // namespace

Separation composite_overlap_depth(const PartPairs& pairs, const SeparationOptions& options) noexcept {
    Separation s;
    const std::optional<PartPair> parts = meeting_parts(pairs);
    Vec3 normal = unit(pairs.b.placed.pose * pairs.b.placed.shape.centre() - pairs.a.placed.pose * pairs.a.placed.shape.centre());
    Vec3 point = pairs.b.placed.pose * pairs.b.placed.shape.centre();
    if (parts) {
        const Separation touching = separation(placed_part(pairs.a, parts->a), placed_part(pairs.b, parts->b), options);
        normal = touching.normal;
        point = 0.5 * (touching.point_a + touching.point_b);
    }
    s.normal = normal;
    s.point_a = s.point_b = point;
    if (pairs.a.is_skin() && pairs.b.is_skin()) {
        s.distance = {0, 0};
        return s;
    }
    const WayOut out = shortest_way_out(pairs, normal);
    s.normal = out.direction;
    s.distance = {-out.length, std::min(0.0, -common_ball(pairs, point))};
    s.point_b = point - (0.5 * out.length) * out.direction;
    s.point_a = point + (0.5 * out.length) * out.direction;
    const double wanted = options.tolerance < 0 ? 1e-9 : options.tolerance;  // as for convex polytopes
    const double larger = std::max(pairs.a.placed.shape.reach(), pairs.b.placed.shape.reach());
    s.status = s.distance.width() <= wanted * larger ? Status::converged : Status::budget_reached;
    return s;
}

}  // namespace graze
