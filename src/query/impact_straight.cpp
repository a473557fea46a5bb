// A cast finds the plane that closes last. Along it the gap is linear in time: open at two moments, it is open in between, one cell. A
// moment after the cast's triangle is entered the bodies share a point: its corners and one behind are differences of their points and hold
// the origin. Both are shown with error bounds, whatever the cast went by.
#include "query/impact_straight.hpp"

#include <algorithm>
#include <cmath>

#include "convex/cast_polytopes.hpp"
#include "convex/core_pair.hpp"
#include "motion/moving_gap.hpp"
#include "query/surely_meet.hpp"

namespace graze {
namespace {

/// The share of the tolerance that the lower end is put before the plane closes, and the upper one after the triangle is entered.
constexpr double kShare = 0.25;

bool quick(const Shape& shape) noexcept { return shape.polytope_core() && shape.margin() == 0 && shape.type() != ShapeType::half_space; }

/// Its only piece goes straight and does not turn, and says so by zeros.
bool straight(const Motion& motion) noexcept {
    if (motion.pieces().size() != 1) return false;
    const MotionPiece& piece = motion.pieces()[0];
    return piece.rate == 0 && !piece.blended && piece.path[2] == Vec3{} && piece.path[3] == Vec3{} && piece.pivot == Vec3{} &&
           piece.drift == Mat3{} && motion.deviation() == 0;
}

/// Whether both ends of a stretch are open along n, and so all of it.
bool stays_open(MovingGap& gap, const Vec3& n, const Interval& time) noexcept {
    return gap.along(n, time.lower) > gap.error() && gap.along(n, time.upper) > gap.error();
}

/// Whether the four differences hold the origin for certain at time t, as `pose_at` places the bodies.
bool meet_at(const MovingRef& a, const MovingRef& b, double t, std::array<Vec3, 4> around) noexcept {
    const Pose pose_a = pose_of(a.motion.pieces()[0], t), pose_b = pose_of(b.motion.pieces()[0], t);
    const auto defect = simd::defect_pair(&pose_a.rotation.columns[0].x, &pose_b.rotation.columns[0].x);
    const Vec3 offset = transpose_times(pose_a.rotation, pose_b.position - pose_a.position), apart = abs(offset);
    const double extent = a.shape.reach() + b.shape.reach() + (apart.x + apart.y + apart.z);
    if (!(extent > kTamePairLow && extent < kTamePairHigh)) return false;
    const double error = a.shape.support_error() + b.shape.support_error() + (kPairRoundings + (defect.a + defect.b)) * extent;
    for (Vec3& w : around) w -= offset;
    return holds_ball(around, 2 * error);
}

}  // namespace

std::optional<Impact> straight_impact(const MovingRef& a, const MovingRef& b, const ImpactOptions& options, const ImpactWindow& window,
                                      std::vector<TimeCell>* cells) {
    if (!quick(a.shape) || !quick(b.shape) || !straight(a.motion) || !straight(b.motion)) return std::nullopt;
    const MotionPiece &pa = a.motion.pieces()[0], &pb = b.motion.pieces()[0];
    const Vec3 velocity = pb.path[1] - pa.path[1];
    const double speed = length(velocity);
    if (!(speed > kTamePairLow && speed < kTamePairHigh)) return std::nullopt;
    // A time, and no longer than the bodies take for a length of that share.
    const double share = kShare * std::min(options.tolerance, options.tolerance * window.length / speed);
    StraightPair pair{&a.shape,
                      &b.shape,
                      transpose_times(pa.start, pb.start),
                      transpose_times(pa.start, pb.path[0] - pa.path[0]),
                      transpose_times(pa.start, velocity),
                      window.time,
                      0.5 * share};
    const QuickCast cast = cast_polytopes(pair);
    if (cast.outcome == QuickCastOutcome::unsure) return std::nullopt;
    const bool apart = cast.outcome == QuickCastOutcome::apart;
    const Interval open{window.time.lower, apart ? window.time.upper : cast.plane_time - share};
    const double until = std::min(window.time.upper, cast.time + share);
    if (!(open.lower < open.upper) || (!apart && !(cast.time < until))) return std::nullopt;
    const Vec3 normal = unit(pa.start * cast.normal);
    MovingGap gap(a.shape, pa, b.shape, pb, open, 0);
    if (!stays_open(gap, normal, open) || (!apart && !meet_at(a, b, until, cast.around))) return std::nullopt;
    Impact impact;
    impact.work.separations = impact.work.cells = 1;
    if (cells) cells->push_back({open, normal, false});
    if (apart) return impact;
    impact.hit = true;
    impact.answer = ImpactAnswer::contact;
    impact.time = {open.upper, until};
    impact.normal = normal;
    impact.point = pose_of(pa, open.upper) * cast.point;
    return impact;
}

}  // namespace graze
