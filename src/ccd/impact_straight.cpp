// A cast finds the plane that closes last, and the triangle by which the bodies then overlap. Both are shown
// with error bounds (straight_proof.hpp), however the cast found them: one cell up to the plane, and contact
// a moment after.
#include "ccd/impact_straight.hpp"

#include <algorithm>
#include <cmath>

#include "convex/ray/straight_proof.hpp"
#include "simd/defect_pair.hpp"

namespace graze {
namespace {

/// The share of the tolerance that the lower end is put before the plane closes, and the upper one after the
/// triangle is entered.
constexpr double kShare = 0.25;

/// Whether it moves straight without rotation, with coefficients that are exactly zero.
bool straight(const MotionPiece& piece) noexcept {
    return piece.rate == 0 && !piece.blended && piece.path[2] == Vec3{} && piece.path[3] == Vec3{} &&
           piece.pivot == Vec3{} && piece.drift == Mat3{};
}

/// The pair in the frame of a, with the share of the tolerance that is left before and after contact as half
/// a time: no longer than the bodies take for a length of that share.
StraightPair straight_pair(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
                           const ImpactWindow& window) noexcept {
    const MotionPiece &piece_a = a.motion.pieces()[0], &piece_b = b.motion.pieces()[0];
    const Vec3 velocity = piece_b.path[1] - piece_a.path[1];
    const double speed = length(velocity);
    const Mat3& rotation = piece_a.start;
    const double share = kShare * std::min(options.tolerance, options.tolerance * window.length / speed);
    return {&a.shape,
            &b.shape,
            transpose_times(rotation, piece_b.start),
            transpose_times(rotation, piece_b.path[0] - piece_a.path[0]),
            transpose_times(rotation, velocity),
            speed,
            window.time,
            0.5 * share};
}

/// Where b is in the frame of a at time t, as `pose_at` places the bodies.
Vec3 offset_at(const MotionPiece& a, const MotionPiece& b, double t) noexcept {
    return transpose_times(a.start, (b.path[0] + b.path[1] * t) - (a.path[0] + a.path[1] * t));
}

}  // namespace

std::optional<Impact> straight_impact(const MovingRef& a, const MovingRef& b, const ImpactOptions& options,
                                      const ImpactWindow& window, std::vector<TimeCell>* cells) {
    if (!quick_cast_serves(a.shape) || !quick_cast_serves(b.shape)) return std::nullopt;
    for (const Motion* motion : {&a.motion, &b.motion}) {
        if (motion->pieces().size() != 1 || !straight(motion->pieces()[0]) || motion->deviation() != 0)
            return std::nullopt;
    }
    const MotionPiece &piece_a = a.motion.pieces()[0], &piece_b = b.motion.pieces()[0];
    const auto defect = simd::defect_pair(&piece_a.start.columns[0].x, &piece_b.start.columns[0].x);
    const StraightPair pair = straight_pair(a, b, options, window);
    const StraightProof proof(pair, defect.a + defect.b);
    if (!proof.in_range()) return std::nullopt;
    const QuickCast cast = cast_polytopes(pair);
    if (cast.outcome == QuickCastOutcome::unsure) return std::nullopt;
    const bool apart = cast.outcome == QuickCastOutcome::apart;
    const double share = 2 * pair.close_enough, until = cast.time + share;
    const Interval open{window.time.lower, apart ? window.time.upper : cast.plane_time - share};
    if (!proof.stays_open(cast, open)) return std::nullopt;
    if (!apart &&
        !(until <= window.time.upper && proof.overlap_at(offset_at(piece_a, piece_b, until), cast.around)))
        return std::nullopt;
    Impact impact;
    impact.work.separations = impact.work.cells = 1;
    const Vec3 normal = unit(piece_a.start * cast.normal);
    if (cells) cells->push_back({open, normal, false});
    if (apart) return impact;
    impact.hit = true;
    impact.answer = ImpactAnswer::contact;
    impact.proof = ContactProof::overlap;
    impact.time = {open.upper, until};
    impact.normal = normal;
    impact.point = piece_a.start * cast.point + (piece_a.path[0] + piece_a.path[1] * open.upper);
    return impact;
}

}  // namespace graze
