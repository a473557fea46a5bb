// Points by membership, planes by the supports along them. How far either may be off: rounding, what paths
// are not known to, what the bodies move by from the lower end to the upper one, and the tolerance.
#include "verify/moving/verify_touch.hpp"

#include <algorithm>

#include "verify/verify_bounds.hpp"

namespace graze::verifying {
namespace {

/// The tolerance is at least the width of the time interval. Where that is smaller, points of contact are
/// accurate to this: points of curved bodies are known to 1.4e-5 of their size.
constexpr double kFineTolerance = 1e-4;
/// Results within_tolerance are within this: wider ones are decided by the time.
constexpr double kCoarseTolerance = 1e-2;

bool half_space(const Placed& placed) noexcept { return placed.shape.type() == ShapeType::half_space; }

/// Both bodies at the lower end of an impact, and lengths.
struct Pair {
    Pair(const Impact& impact, const Moving& a, const Moving& b, double length_of_pair) noexcept
        : x{a.shape, pose_at(a.motion, impact.time.lower)}, y{b.shape, pose_at(b.motion, impact.time.lower)} {
        const double size = extent(x, y), width = impact.time.width();
        const double rounding =
            64 * kEps * (size + length(x.pose.position) + length(y.pose.position)) + 4 * distortion(x, y);
        const double travel = travel_between(pose_at(a.motion, impact.time.upper), x.pose, size) +
                              travel_between(pose_at(b.motion, impact.time.upper), y.pose, size);
        const double off = rounding + a.motion.deviation() + b.motion.deviation() + 2 * travel;
        place = off + std::max(width, kFineTolerance) * length_of_pair;
        close = off + std::max(width, kCoarseTolerance) * length_of_pair;
        const IntervalVec3 point = enclose(impact.point);
        from_x = point - enclose(x.pose.position);
        from_y = point - enclose(y.pose.position);
    }

    Placed x;
    Placed y;
    double place = 0;  ///< How far a point and a plane may be off.
    double close = 0;  ///< The same where nothing but the tolerance bounds it.
    IntervalVec3 from_x{};
    IntervalVec3 from_y{};

private:
    /// How far a body's points within `size` of its origin move between two poses.
    static double travel_between(const Pose& to, const Pose& from, double size) noexcept {
        double rotated = 0;
        for (std::size_t k = 0; k < 3; ++k)
            rotated += length(to.rotation.columns[k] - from.rotation.columns[k]);
        return length(to.position - from.position) + rotated * size;
    }
};

/// At the start of an overlap the point is half-way between the ends of both along the normal.
bool is_between(const Impact& impact, const Pair& pair) noexcept {
    const double depth =
        impact.time.upper > 0 ? 0 : std::max(0.0, -gap_along(pair.x, pair.y, impact.normal).lower);
    const double off = (impact.answer == ImpactAnswer::contact ? pair.place : pair.close) + 0.5 * depth;
    // Half-spaces that rotate overlap at once, wherever they are.
    const bool beside =
        (half_space(pair.x) && half_space(pair.y)) || lies_in(pair.y, pair.from_y, -impact.normal, off);
    return beside && lies_in(pair.x, pair.from_x, impact.normal, off);
}

/// Where the bodies are disjoint, its plane separates them; where they overlap, it is the shorter direction
/// out along its line. A half-space has its own.
bool points_from_a_to_b(const Impact& impact, const Pair& pair) noexcept {
    const Vec3& n = impact.normal;
    const bool first = half_space(pair.x), second = half_space(pair.y);
    if (first && second) return true;
    if (first || second) {
        const Placed& plane = first ? pair.x : pair.y;
        const Vec3 out = unit(plane.pose.rotation * plane.shape.vector(0));
        return length(n - (first ? out : -out)) <= 1e-3;
    }
    const double gap = gap_along(pair.x, pair.y, n).lower;
    if (impact.time.upper > 0) return gap >= -pair.place;
    return gap >= -pair.close || gap >= gap_along(pair.x, pair.y, -n).lower - pair.close;
}

}  // namespace

bool touch_there(const Impact& impact, const Moving& a, const Moving& b, double length) noexcept {
    const Pair pair(impact, a, b, length);
    return points_from_a_to_b(impact, pair) && is_between(impact, pair);
}

bool point_is_between(const Impact& impact, const Moving& a, const Moving& b, double length) noexcept {
    return is_between(impact, Pair(impact, a, b, length));
}

bool point_is_in_reach(const Impact& impact, const Moving& moving) noexcept {
    const Vec3 place = pose_at(moving.motion, impact.time.lower).position;
    const double rounding = 64 * kEps * (length(place) + length(impact.point));
    return length(impact.point - place) <=
           (1 + kFineTolerance) * moving.shape.reach() + moving.motion.deviation() + rounding;
}

}  // namespace graze::verifying
