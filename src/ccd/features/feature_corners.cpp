// Places of corners by bounds of the motion, sharpened from the middle of the interval on; interval Newton on
// the volume of four of them.
#include "ccd/features/feature_corners.hpp"

#include <algorithm>
#include <limits>

#include "math/interval_signs.hpp"
#include "math/nearest.hpp"
#include "motion/motion_piece.hpp"

namespace graze {
namespace {

Track operator-(const Track& p, const Track& q) noexcept {
    return {p.middle - q.middle, p.over - q.over, p.velocity - q.velocity};
}

/// Corners of one body over an interval, relative to `origin`. `slack` is how far the body may deviate from
/// its path.
std::array<Track, 3> tracks_of(const MotionPiece& piece, const std::array<Vec3, 3>& corners,
                               const Interval& time, const Vec3& origin, double slack) noexcept {
    const double m = time.middle();
    const PoseBounds middle = bounds_over(piece, Interval(m)), over = bounds_over(piece, time),
                     velocity = velocity_over(piece, time);
    const Interval since = time - Interval(m);
    std::array<Track, 3> tracks;
    for (std::size_t i = 0; i < 3; ++i) {
        const IntervalVec3 x = enclose(corners[i]);
        Track& track = tracks[i];
        track.middle = middle.rotation * x + (middle.position - enclose(origin));
        track.velocity = velocity.rotation * x + velocity.position;
        track.over = over.rotation * x + (over.position - enclose(origin));
        for (std::size_t k = 0; k < 3; ++k) {
            // From the middle on by the velocity is sharper, or not, than the bounds of the places.
            track.over[k] =
                widened(intersect(track.over[k], track.middle[k] + since * track.velocity[k]), slack);
        }
    }
    return tracks;
}

/// Corners of one body between its pose at the end of a piece and that at the start of the next, which may be
/// a rounding away. Without a velocity.
std::array<Track, 3> tracks_across(const PoseBounds& last, const PoseBounds& first,
                                   const std::array<Vec3, 3>& corners, const Vec3& origin,
                                   double slack) noexcept {
    std::array<Track, 3> tracks;
    for (std::size_t i = 0; i < 3; ++i) {
        const IntervalVec3 x = enclose(corners[i]);
        const IntervalVec3 from = last.rotation * x + (last.position - enclose(origin));
        const IntervalVec3 to = first.rotation * x + (first.position - enclose(origin));
        Track& track = tracks[i];
        for (std::size_t k = 0; k < 3; ++k) {
            track.middle[k] = hull(from[k], to[k]);
            track.over[k] = widened(track.middle[k], slack);
        }
    }
    return tracks;
}

}  // namespace

double Features::reach() const noexcept {
    double reach = 0;
    for (const Vec3& x : corners_a) reach = std::max(reach, length(x));
    for (const Vec3& x : corners_b) reach = std::max(reach, length(x));
    return reach;
}

FeatureCorners::FeatureCorners(const PiecePair& pieces, const Features& features, const Interval& time,
                               const Slack& slack) noexcept
    : time_(time), smooth_(slack.a == 0 && slack.b == 0) {
    const Vec3 origin = pose_of(pieces.a, time.lower).position;
    a_ = tracks_of(pieces.a, features.corners_a, time, origin, slack.a);
    b_ = tracks_of(pieces.b, features.corners_b, time, origin, slack.b);
}

FeatureCorners::FeatureCorners(const PiecePair& before, const PiecePair& after, const Features& features,
                               double t, const Slack& slack) noexcept
    : time_(t), smooth_(false) {
    const Vec3 origin = pose_of(after.a, t).position;
    a_ = tracks_across(bounds_over(before.a, time_), bounds_over(after.a, time_), features.corners_a, origin,
                       slack.a);
    b_ = tracks_across(bounds_over(before.b, time_), bounds_over(after.b, time_), features.corners_b, origin,
                       slack.b);
}

Differences FeatureCorners::differences(const FeatureTest& test) const noexcept {
    Differences result;
    if (test.kind == FeatureTest::Kind::edge_edge) {
        const Track &a0 = a_[test.a], &a1 = a_[(test.a + 1) % 3], &b0 = b_[test.b],
                    &b1 = b_[(test.b + 1) % 3];
        result = {{b0 - a0, b1 - a0, b1 - a1, b0 - a1}, 4, {b0 - a0, a1 - a0, b1 - b0}};
        return result;
    }
    const bool of_a = test.kind == FeatureTest::Kind::vertex_face;
    for (std::size_t i = 0; i < 3; ++i) result.d[i] = of_a ? b_[i] - a_[test.a] : b_[test.b] - a_[i];
    result.count = 3;
    result.spanning = {result.d[0], result.d[1] - result.d[0], result.d[2] - result.d[0]};
    return result;
}

Interval FeatureCorners::shrunk_by_volume(const std::array<Track, 3>& s) const noexcept {
    if (!triple(s[0].over, s[1].over, s[2].over).contains(0.0)) return kEmpty;
    // Off their paths and where they jump, points have no velocity that is known.
    if (!smooth_) return time_;
    const Interval value = triple(s[0].middle, s[1].middle, s[2].middle);
    const Interval slope = triple(s[0].velocity, s[1].over, s[2].over) +
                           triple(s[0].over, s[1].velocity, s[2].over) +
                           triple(s[0].over, s[1].over, s[2].velocity);
    const Interval m(time_.middle());
    if (!(value + slope * (time_ - m)).contains(0.0)) return kEmpty;
    return slope.contains(0.0) ? time_ : intersect(time_, m - value / slope);
}

bool Differences::apart() const noexcept {
    const IntervalVec3 n = enclose(nearest().normal);
    for (std::size_t i = 0; i < count; ++i) {
        if (!(dot(n, d[i].over).lower > 0)) return false;
    }
    return true;
}

Differences::Nearest Differences::nearest() const noexcept {
    Nearest best;
    double least = std::numeric_limits<double>::infinity();
    std::array<Vec3, 4> at{};
    double size = 0;
    for (std::size_t i = 0; i < count; ++i) {
        at[i] = graze::middle(d[i].middle);
        size = std::max(size, max_component(abs(at[i])));
    }
    for (std::size_t i = 1; i + 1 < count; ++i) {
        const TrianglePoint p = nearest_on_triangle({at[0], at[i], at[i + 1]}, Vec3{});
        if (!(p.distance_sq < least)) continue;
        least = p.distance_sq;
        best = {at[0] + p.u * (at[i] - at[0]) + p.v * (at[i + 1] - at[0]), {}, true, p.u, p.v, i};
    }
    // A difference of a few roundings has no direction of its own; the features do.
    best.distinct = max_component(abs(best.difference)) > 1e3 * kEps * size;
    const Vec3 across = cross(at[1] - at[0], at[2] - at[0]);
    best.normal = unit(best.distinct ? best.difference : dot(across, best.difference) < 0 ? -across : across);
    return best;
}

}  // namespace graze
