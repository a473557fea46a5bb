// What it means that a ray hits a proxy's box, or that a box is near one: the same for every broad phase, so
// that all find the same proxies.
#pragma once

#include <algorithm>
#include <optional>

#include "bounds/grown_box.hpp"
#include "graze/scene/broad_phase.hpp"

namespace graze {

/// Where the part of the ray within [t_min, limit] enters the box, rounded down; nothing when it misses for
/// certain.
inline std::optional<double> ray_entry(const Aabb& box, const RaySegment& ray, double limit) noexcept {
    const Interval t = clip_ray(grown(box, ray.margin), ray.origin, ray.direction);
    const double lower = std::max(t.lower, ray.t_min);
    if (!(lower <= std::min(t.upper, limit))) return std::nullopt;
    return lower;
}

/// The distance of two boxes, endless ones too, rounded down. Not below their gap along any axis, rounded
/// down.
inline double gap_below(const Aabb& a, const Aabb& b) noexcept {
    double gaps[3];
    int separated = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        gaps[i] =
            std::max({rounding::add_down(b.min[i], -a.max[i]), rounding::add_down(a.min[i], -b.max[i]), 0.0});
        separated += gaps[i] > 0 ? 1 : 0;
    }
    const double widest = std::max({gaps[0], gaps[1], gaps[2]});
    if (separated < 2) return widest;
    double sum = 0;
    for (const double gap : gaps) sum = rounding::add_down(sum, rounding::multiply_down(gap, gap));
    // Squares, sums and the root all round down: beside small gaps a wide one may lose a digit.
    return std::max(rounding::root_down(sum), widest);
}

/// A box that overlaps every box whose `gap_below` from the given one is at most `reach`. Rounding down takes
/// less than the distance to the next double from a gap, and that much is added here: a search that goes on
/// from one reach to the next can rely on either of both measures.
inline Aabb around(const Aabb& box, double reach) noexcept {
    if (reach == kInfinity) return {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
    return grown(box, next_above(reach));
}

}  // namespace graze
