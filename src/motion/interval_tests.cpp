// Interval separating axes: along a moving axis h the boxes are apart when |h·d| exceeds the sum of the half extents times |h·e|, in the worst
// case of every term.
#include "graze/motion/interval_tests.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze {
namespace {

IntervalVec3 placed(const PoseBounds& bounds, const Vec3& x) noexcept { return bounds.rotation * enclose(x) + bounds.position; }

/// Pieces that serve some of the time; bounds of all of them together by `part`.
template <class Part> IntervalVec3 over_pieces(const Motion& motion, const Interval& time, const Part& part) noexcept {
    IntervalVec3 all;
    bool first = true;
    for (const MotionPiece& piece : motion.pieces()) {
        if (piece.time.upper < time.lower || piece.time.lower > time.upper) continue;
        const IntervalVec3 one = part(piece);
        for (std::size_t i = 0; i < 3; ++i) all[i] = first ? one[i] : hull(all[i], one[i]);
        first = false;
    }
    return all;
}

bool usable(const Motion& motion, const Interval& time) noexcept { return motion.valid() && time.lower <= time.upper; }

Interval clamped(const Interval& time) noexcept { return {std::clamp(time.lower, 0.0, 1.0), std::clamp(time.upper, 0.0, 1.0)}; }

IntervalVec3 everywhere() noexcept { return {Interval::everything(), Interval::everything(), Interval::everything()}; }

double magnitude(const Interval& x) noexcept { return std::max(std::abs(x.lower), std::abs(x.upper)); }

/// Both boxes under the bounds of their motions: centres and half axes.
struct MovingObb {
    IntervalVec3 centre;
    std::array<IntervalVec3, 3> half_axes;  ///< Axis times half extent.
    std::array<IntervalVec3, 3> axes;

    MovingObb(const Obb& box, const PoseBounds& bounds) noexcept : centre(placed(bounds, box.centre)) {
        for (std::size_t i = 0; i < 3; ++i) {
            axes[i] = bounds.rotation * enclose(box.axes.columns[i]);
            half_axes[i] = Interval(box.half_extents[i]) * axes[i];
        }
    }
};

bool apart_along(const IntervalVec3& axis, const IntervalVec3& between, const MovingObb& a, const MovingObb& b) noexcept {
    Interval reach(0);
    for (std::size_t i = 0; i < 3; ++i) {
        reach += Interval(magnitude(dot(axis, a.half_axes[i])));
        reach += Interval(magnitude(dot(axis, b.half_axes[i])));
    }
    return abs(dot(axis, between)).lower > reach.upper;
}

BoundingSphere ball_around(const Obb& box) noexcept { return {box.centre, length(box.half_extents) * (1 + 1e-5)}; }

}  // namespace

IntervalVec3 place_over(const Motion& motion, const Vec3& x, const Interval& time) noexcept {
    if (!usable(motion, time)) return everywhere();
    const Interval inside = clamped(time);
    IntervalVec3 place = over_pieces(motion, inside, [&](const MotionPiece& piece) { return placed(bounds_over(piece, inside), x); });
    for (std::size_t i = 0; i < 3; ++i) place[i] = widened(place[i], motion.deviation());
    return place;
}

IntervalVec3 velocity_over(const Motion& motion, const Vec3& x, const Interval& time) noexcept {
    if (!usable(motion, time)) return everywhere();
    const Interval inside = clamped(time);
    return over_pieces(motion, inside, [&](const MotionPiece& piece) { return placed(velocity_over(piece, inside), x); });
}

Aabb swept_box(const Motion& motion, const Aabb& box, const Interval& time) noexcept {
    Aabb all;
    for (std::size_t i = 0; i < 8; ++i) {
        Vec3 corner;
        for (std::size_t k = 0; k < 3; ++k) corner[k] = (i >> k & 1U) != 0 ? box.max[k] : box.min[k];
        const IntervalVec3 place = place_over(motion, corner, time);
        const Vec3 low{place.x.lower, place.y.lower, place.z.lower}, high{place.x.upper, place.y.upper, place.z.upper};
        all = i == 0 ? Aabb{low, high} : Aabb{min(all.min, low), max(all.max, high)};
    }
    return all;
}

MotionBuckets::MotionBuckets(const Motion& motion, std::uint32_t levels) {
    const std::uint32_t count = 1U << std::min(levels, 20U);
    bounds_.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const double step = 1.0 / count;  // exact
        bounds_.push_back(bounds_over(motion, {i * step, (i + 1) * step}));
    }
}

Interval MotionBuckets::time(std::uint32_t bucket) const noexcept {
    const double step = 1.0 / count();
    return {bucket * step, (bucket + 1) * step};
}

std::uint32_t MotionBuckets::bucket_at(double t) const noexcept {
    if (!(t > 0)) return 0;
    return std::min(count() - 1, static_cast<std::uint32_t>(std::min(t, 1.0) * count()));
}

bool stay_apart(const BoundingSphere& a, const PoseBounds& bounds_a, const BoundingSphere& b, const PoseBounds& bounds_b) noexcept {
    if (is_empty(a) || is_empty(b)) return true;
    const IntervalVec3 between = placed(bounds_b, b.centre) - placed(bounds_a, a.centre);
    // Near-rotations stretch a ball by no more than a millionth or so.
    return norm(between).lower > (Interval(a.radius) + Interval(b.radius)).upper * (1 + 4e-6);
}

bool stay_apart(const Obb& a, const PoseBounds& bounds_a, const Obb& b, const PoseBounds& bounds_b) noexcept {
    if (is_empty(a) || is_empty(b)) return true;
    if (stay_apart(ball_around(a), bounds_a, ball_around(b), bounds_b)) return true;
    const MovingObb p(a, bounds_a), q(b, bounds_b);
    const IntervalVec3 between = q.centre - p.centre;
    for (std::size_t i = 0; i < 3; ++i) {
        if (apart_along(p.axes[i], between, p, q) || apart_along(q.axes[i], between, p, q)) return true;
    }
    for (const IntervalVec3& u : p.axes) {
        for (const IntervalVec3& v : q.axes) {
            if (apart_along(cross(u, v), between, p, q)) return true;
        }
    }
    return false;
}

}  // namespace graze
