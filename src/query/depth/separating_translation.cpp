#include "query/depth/separating_translation.hpp"

namespace graze {
namespace {

/// How far b must move along a unit direction to be beyond all of a; an upper bound.
double length_beyond(const PartPairs& pairs, const Vec3& direction) noexcept {
    const double top = farthest_part(pairs.a, direction, pairs.work).height;
    const double bottom = farthest_part(pairs.b, -direction, pairs.work).height;
    return next_above(top + bottom +
                      dot(direction, pairs.a.placed.pose.position - pairs.b.placed.pose.position) +
                      2 * pairs.error());
}

}  // namespace

SeparatingTranslation shortest_translation_beyond(const PartPairs& pairs, const Vec3& first) noexcept {
    SeparatingTranslation best;
    const auto offer = [&](const Vec3& direction) {
        const double length = length_beyond(pairs, direction);
        if (length < best.length) best = {direction, length};
    };
    offer(first);
    for (const Mat3& axes : {pairs.a.placed.pose.rotation, pairs.b.placed.pose.rotation}) {
        for (const Vec3& axis : axes.columns) {
            offer(unit(axis));
            offer(-unit(axis));
        }
    }
    // A pattern search on the sphere: later stages gain more than smaller steps would.
    for (double step = 0.5; step > 0.1; step *= 0.5) {
        const Vec3 start = best.direction;
        const Vec3 u = perpendicular(start);
        const Vec3 v = cross(start, u);
        for (const Vec3& turn : {u, -u, v, -v}) offer(unit(start + step * turn));
    }
    return best;
}

}  // namespace graze
