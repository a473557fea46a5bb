// Upper bounds of distances from a point of each shape: near them, in them, and in the cores behind them.
#include <array>

#include "query/verify_bounds.hpp"

namespace graze::verifying {
namespace {

/// A place, seen from a's position, and how deep it lies in each of the shapes.
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

}  // namespace

bool points_show(const PointPair& points, const Placed& a, const Placed& b, double wanted) noexcept {
    if (core_members_show(points, a, b, wanted)) return true;
    // The points; the centres of the balls that touch there, in a sphere's or capsule's core; the origins, which are a sphere's
    // centre without the rounding of world coordinates.
    const IntervalVec3 apart = enclose(b.pose.position) - enclose(a.pose.position);
    const IntervalVec3 p = enclose(points.a) - enclose(a.pose.position);
    const IntervalVec3 q = enclose(points.b) - enclose(a.pose.position);
    std::array<Place, 3> of_a{Place{p - enclose(a.shape.margin() * points.normal)}, Place{p}, Place{}};
    std::array<Place, 3> of_b{Place{q + enclose(b.shape.margin() * points.normal)}, Place{q}, Place{apart}};
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
