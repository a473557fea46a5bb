// Contact manifolds: every point is two points, one of each shape, that lie `depth` past each other along the normal.
#include <algorithm>
#include <cmath>

#include "graze/query/verify.hpp"
#include "math/nearest.hpp"
#include "query/verify_bounds.hpp"
#include "query/verify_composite.hpp"
#include "query/verify_pieces.hpp"

namespace graze {
namespace {

using namespace verifying;

bool well_formed(const ContactManifold& m) noexcept {
    if (m.status != Status::converged && m.status != Status::budget_reached) return false;
    if (m.points.count > m.points.storage.size() || !nearly_unit(m.normal) || !(m.distance.lower <= m.distance.upper)) return false;
    return std::all_of(m.points.begin(), m.points.end(),
                       [](const ContactPoint& p) { return is_finite(p.position) && p.depth > 0 && std::isfinite(p.depth); });
}

/// The support point along a world direction, seen from the pose's position.
IntervalVec3 end_along(const Placed& placed, const Vec3& direction) noexcept {
    return enclose(placed.pose.rotation) * support_enclosure(placed.shape, transpose_times(placed.pose.rotation, direction));
}

/// The distance of a point to the line between two members, from above.
double distance_to_line(const IntervalVec3& p, const IntervalVec3& from, const IntervalVec3& to) noexcept {
    const Interval part = nearest_on_segment(middle(from), middle(to), middle(p));
    return norm(p - (from + part * (to - from))).upper;
}

/// The point at `offset` from the pose's position lies in the placed shape within the slack. Where nothing else shows it, it may be the
/// end of the shape along the normal, or lie on the edge there: in these places the search for members of sums and hulls of shapes is
/// at its weakest.
bool in_shape(const Placed& placed, const IntervalVec3& offset, const Vec3& outward, double slack) noexcept {
    if (clearance_at(placed, offset) >= -slack) return true;
    if (placed.shape.type() == ShapeType::half_space) return false;
    const IntervalVec3 end = end_along(placed, outward);
    if (norm(end - offset).upper <= slack) return true;
    const Vec3 way = middle(offset - end);
    const Vec3 aside = unit(way - dot(way, outward) * outward);
    // Tilted a little to both sides, the normal sees both ends of what lies across it.
    for (const double tilt : {1e-12, 1e-10, 1e-8, 1e-6, 1e-4}) {
        const IntervalVec3 there = end_along(placed, outward + tilt * aside);
        if (distance_to_line(offset, there, end) <= slack) return true;
        if (distance_to_line(offset, there, end_along(placed, outward - tilt * aside)) <= slack) return true;
    }
    return false;
}

/// The same for a set of parts: in the part that the point names, or anywhere in the whole, which for a solid is more than its parts.
bool in_set(const Placed& placed, std::uint32_t part, const IntervalVec3& offset, const Vec3& outward, double slack) noexcept {
    if (placed.shape.convex()) return in_shape(placed, offset, outward, slack);
    const PlacedParts parts(placed);
    if (part >= parts.count()) return false;
    return in_shape(placed_part(parts, part), offset, outward, slack) || clearance_at(placed, offset) >= -slack;
}

/// position + half the depth along the normal is a's, the other end is b's, each within the slack.
bool shows(const ContactPoint& p, const Vec3& normal, const Placed& a, const Placed& b, double slack) noexcept {
    const IntervalVec3 middle_point = enclose(p.position);
    const IntervalVec3 half = Interval(0.5) * Interval(p.depth) * enclose(normal);
    return in_set(a, p.part_a, middle_point - enclose(a.pose.position) + half, normal, slack) &&
           in_set(b, p.part_b, middle_point - enclose(b.pose.position) - half, -normal, slack);
}

/// How far an end may be off: rounding, and what the contacts of parts leave open. Two convex shapes say so themselves; pairs of parts
/// are found as closely as `separation` promises for them.
double slack_of(const ContactManifold& manifold, const Placed& a, const Placed& b) noexcept {
    const double positions = length(a.pose.position) + length(b.pose.position);
    const double rounding = 64 * kEps * (extent(a, b) + positions) + 4 * distortion(a, b);
    if (a.shape.convex() && b.shape.convex()) return manifold.distance.width() + rounding;
    double larger = 0;
    for (const Placed* placed : {&a, &b}) {
        if (std::isfinite(placed->shape.reach())) larger = std::max(larger, placed->shape.reach());
    }
    return rounding + (a.shape.polytope_core() && b.shape.polytope_core() ? 1e-9 : 1e-6) * larger;
}

bool lower_end_holds(const ContactManifold& manifold, const Placed& a, const Placed& b) noexcept {
    if (gap_along(a, b, manifold.normal).lower >= manifold.distance.lower) return true;
    Separation separation;
    separation.distance = manifold.distance;
    separation.normal = manifold.normal;
    return composite_lower_end(separation, a, b);
}

}  // namespace

bool verify(const ContactManifold& manifold, const Placed& a, const Placed& b) noexcept {
    if (!meaningful(a) || !meaningful(b) || !well_formed(manifold) || !lower_end_holds(manifold, a, b)) return false;
    // Half-spaces that overlap without end have no depth and no points.
    if (manifold.points.empty()) return manifold.distance.upper >= 0 || std::isinf(manifold.distance.lower);
    const double slack = slack_of(manifold, a, b);
    return std::all_of(manifold.points.begin(), manifold.points.end(),
                       [&](const ContactPoint& p) { return shows(p, manifold.normal, a, b, slack); });
}

}  // namespace graze
