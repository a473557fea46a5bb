// What a point of each shape shows: that it belongs to its shape, and from both how far apart the shapes are
// at most.
#include <array>

#include "math/nearest.hpp"
#include "shape/ball.hpp"
#include "verify/verify_bounds.hpp"

namespace graze::verifying {
namespace {

/// A point, relative to a's position, and its depth in each of the shapes.
struct Place {
    IntervalVec3 offset{};
    double in_a = 0;
    double in_b = 0;
};

/// Whether members of both cores near the points, moved back by the margins, are close enough.
bool core_members_show(const PointPair& points, const Placed& a, const Placed& b, double wanted) noexcept {
    const Vec3 near_a = points.a - a.pose.position - a.shape.margin() * points.normal;
    const Vec3 near_b = points.b - b.pose.position + b.shape.margin() * points.normal;
    return members_distance_above(a, near_a, b, near_b) <= wanted;
}

/// The support point along a world direction, relative to the pose's position.
IntervalVec3 end_along(const Placed& placed, const Vec3& direction) noexcept {
    return enclose(placed.pose.rotation) *
           support_enclosure(placed.shape, transpose_times(placed.pose.rotation, direction));
}

/// The distance of a point to the line between two members, from above.
double distance_to_line(const IntervalVec3& p, const IntervalVec3& from, const IntervalVec3& to) noexcept {
    const Interval part = nearest_on_segment(middle(from), middle(to), middle(p));
    return norm(p - (from + part * (to - from))).upper;
}

}  // namespace

bool lies_in(const Placed& placed, const IntervalVec3& offset, const Vec3& outward, double slack) noexcept {
    if (clearance_at(placed, offset) >= -slack) return true;
    if (placed.shape.type() == ShapeType::half_space) return false;
    const IntervalVec3 end = end_along(placed, outward);
    if (norm(end - offset).upper <= slack) return true;
    const Vec3 difference = middle(offset - end);
    const Vec3 aside = unit(difference - dot(difference, outward) * outward);
    // Tilting the normal slightly to both sides gives both ends of a feature perpendicular to it.
    for (const double tilt : {1e-12, 1e-10, 1e-8, 1e-6, 1e-4}) {
        const IntervalVec3 there = end_along(placed, outward + tilt * aside);
        if (distance_to_line(offset, there, end) <= slack) return true;
        if (distance_to_line(offset, there, end_along(placed, outward - tilt * aside)) <= slack) return true;
    }
    return false;
}

bool points_show(const PointPair& points, const Placed& a, const Placed& b, double wanted) noexcept {
    if (core_members_show(points, a, b, wanted)) return true;
    // The points; the centres of the balls that touch there, in a sphere's or capsule's core; the origins, or
    // the centres of balls, without the rounding of world coordinates.
    const IntervalVec3 apart = enclose(b.pose.position) - enclose(a.pose.position);
    const IntervalVec3 p = enclose(points.a) - enclose(a.pose.position);
    const IntervalVec3 q = enclose(points.b) - enclose(a.pose.position);
    std::array<Place, 3> of_a{Place{p - enclose(a.shape.margin() * points.normal)}, Place{p},
                              Place{ball_offset(a)}};
    std::array<Place, 3> of_b{Place{q + enclose(b.shape.margin() * points.normal)}, Place{q},
                              Place{apart + ball_offset(b)}};
    const auto shows = [&](const Place& x, const Place& y) {
        return (norm(x.offset - y.offset) - (Interval(x.in_a) + Interval(y.in_b))).upper <= wanted;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        of_a[i].in_a = clearance_at(a, of_a[i].offset);
        of_b[i].in_b = clearance_at(b, of_b[i].offset - apart);
        for (std::size_t j = 0; j <= i; ++j) {
            if (shows(of_a[i], of_b[j]) || shows(of_a[j], of_b[i])) return true;
        }
    }
    // One point may lie deep in both.
    for (std::size_t i = 0; i < 3; ++i) {
        of_a[i].in_b = clearance_at(b, of_a[i].offset - apart);
        of_b[i].in_a = clearance_at(a, of_b[i].offset);
        if (shows(of_a[i], of_a[i]) || shows(of_b[i], of_b[i])) return true;
    }
    return false;
}

}  // namespace graze::verifying
