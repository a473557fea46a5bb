// A cast finds the plane that closes last. Along it the gap is linear in time: open at two moments, it is
// open in between, one cell. A moment after the cast's triangle is entered the bodies share a point: its
// corners and one behind are differences of their points and hold the origin. Both are shown with error
// bounds, however the cast found them.
#include "ccd/impact_straight.hpp"

#include <algorithm>
#include <cmath>

#include "ccd/certain_overlap.hpp"
#include "convex/core_pair.hpp"
#include "convex/ray/cast_polytopes.hpp"

namespace graze {
namespace {

/// The share of the tolerance that the lower end is put before the plane closes, and the upper one after the
/// triangle is entered.
constexpr double kShare = 0.25;

bool quick(const Shape& shape) noexcept {
    return shape.polytope_core() && shape.margin() == 0 && shape.type() != ShapeType::half_space;
}

/// Whether it moves straight without rotation, with coefficients that are exactly zero.
bool straight(const MotionPiece& piece) noexcept {
    return piece.rate == 0 && !piece.blended && piece.path[2] == Vec3{} && piece.path[3] == Vec3{} &&
           piece.pivot == Vec3{} && piece.drift == Mat3{};
}

double sum_of_sizes(const Vec3& v) noexcept { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

class Straight {
public:
    Straight(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
             const ImpactWindow& window) noexcept
        : a_(a), b_(b), piece_a_(a.motion.pieces()[0]), piece_b_(b.motion.pieces()[0]), window_(window) {
        const Vec3 velocity = piece_b_.path[1] - piece_a_.path[1];
        speed_ = length(velocity);
        const Mat3& rotation = piece_a_.start;
        // A time, and no longer than the bodies take for a length of that share.
        share_ = kShare * std::min(options.tolerance, options.tolerance * window.length / speed_);
        pair_ = {&a.shape,
                 &b.shape,
                 transpose_times(rotation, piece_b_.start),
                 transpose_times(rotation, piece_b_.path[0] - piece_a_.path[0]),
                 transpose_times(rotation, velocity),
                 speed_,
                 window.time,
                 0.5 * share_};
        const auto defect = simd::defect_pair(&rotation.columns[0].x, &piece_b_.start.columns[0].x);
        defect_ = defect.a + defect.b;
        reach_ = a.shape.reach() + b.shape.reach();
        extent_ = reach_ + sum_of_sizes(pair_.offset) + sum_of_sizes(pair_.velocity);
    }

    std::optional<Impact> run(std::vector<TimeCell>* cells) {
        if (!(speed_ > kLeastScaledExtent && reach_ > kLeastScaledExtent && extent_ < kLargestScaledExtent))
            return std::nullopt;
        const QuickCast cast = cast_polytopes(pair_);
        if (cast.outcome == QuickCastOutcome::unsure) return std::nullopt;
        const bool apart = cast.outcome == QuickCastOutcome::apart;
        const Interval open{window_.time.lower, apart ? window_.time.upper : cast.plane_time - share_};
        const double until = cast.time + share_;
        if (!stays_open(cast, open) ||
            (!apart && !(until <= window_.time.upper && overlap_at(until, cast.around))))
            return std::nullopt;
        Impact impact;
        impact.work.separations = impact.work.cells = 1;
        const Vec3 normal = unit(piece_a_.start * cast.normal);
        if (cells) cells->push_back({open, normal, false});
        if (apart) return impact;
        impact.hit = true;
        impact.answer = ImpactAnswer::contact;
        impact.proof = ContactProof::overlap;
        impact.time = {open.upper, until};
        impact.normal = normal;
        impact.point = piece_a_.start * cast.point + (piece_a_.path[0] + piece_a_.path[1] * open.upper);
        return impact;
    }

private:
    /// A bound of the errors of differences of support points and their heights, for a pair as large as this;
    /// as of a CorePair.
    [[nodiscard]] double error_of(double extent) const noexcept {
        return a_.shape.support_error() + b_.shape.support_error() + (kPairRoundings + defect_) * extent;
    }

    /// Whether both ends of a stretch are open along the normal, and so all of it. Twice the error, since the
    /// normal is rounded when it is mapped to the world, and the displacement of b is rounded in the frame of
    /// a.
    [[nodiscard]] bool stays_open(const QuickCast& cast, const Interval& time) const noexcept {
        if (!(time.lower < time.upper)) return false;
        const double start = dot(cast.normal, pair_.offset) - cast.height,
                     rate = dot(cast.normal, pair_.velocity);
        const double least = std::min(start + rate * time.lower, start + rate * time.upper),
                     error = 2 * error_of(extent_);
        return least > 0 && least * least > error * error * length_sq(cast.normal);
    }

    /// Whether the four differences hold the origin for certain at time t, as `pose_at` places the bodies.
    [[nodiscard]] bool overlap_at(double t, std::array<Vec3, 4> around) const noexcept {
        const Vec3 to_b =
            (piece_b_.path[0] + piece_b_.path[1] * t) - (piece_a_.path[0] + piece_a_.path[1] * t);
        const Vec3 offset = transpose_times(piece_a_.start, to_b);
        for (Vec3& w : around) w -= offset;
        return holds_ball(around, 2 * error_of(reach_ + sum_of_sizes(offset)));
    }

    const MovingRef& a_;
    const MovingRef& b_;
    const MotionPiece& piece_a_;
    const MotionPiece& piece_b_;
    const ImpactWindow& window_;
    StraightPair pair_{};
    double speed_ = 0;
    double share_ = 0;   ///< The part of the tolerance left before and after contact. A time.
    double defect_ = 0;  ///< Sum of the defects of both rotations.
    double reach_ = 0;   ///< Sum of the reaches of both shapes.
    double extent_ = 0;  ///< At least the reach and the longest offset together: what roundings count in.
};

}  // namespace

std::optional<Impact> straight_impact(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
                                      const ImpactWindow& window, std::vector<TimeCell>* cells) {
    if (!quick(a.shape) || !quick(b.shape)) return std::nullopt;
    for (const Motion* motion : {&a.motion, &b.motion}) {
        if (motion->pieces().size() != 1 || !straight(motion->pieces()[0]) || motion->deviation() != 0)
            return std::nullopt;
    }
    return Straight(a, b, options, window).run(cells);
}

}  // namespace graze
