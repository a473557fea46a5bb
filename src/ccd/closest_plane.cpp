#include "ccd/closest_plane.hpp"

#include <algorithm>
#include <array>

#include "ccd/certain_overlap.hpp"
#include "ccd/deep_contact.hpp"
#include "convex/core_pair.hpp"
#include "convex/ray/straight_proof.hpp"
#include "query/decide.hpp"
#include "query/dispatch.hpp"
#include "verify/verify_bounds.hpp"

namespace graze {
namespace {

/// Of the distance at the reported time: on a surface as round as the shape is large, points are known to the
/// root of twice this.
constexpr double kPointTolerance = 1e-10;
/// The same where a gap is distinguished from none.
constexpr double kSharpest = 1e-14;
/// How sharp directions are, as a share of the distance: sharper ones cost more than the steps that they save
/// (by instructions; 0.05 to 0.4 are within a few percent).
constexpr double kDirectionShare = 0.1;

/// Whether the simplex serves: polytopes but for margins, of sizes whose products stay in range.
bool has_simplex(const Shape& a, const Shape& b) noexcept {
    const double size = a.reach() + b.reach();
    const bool bounded = a.type() != ShapeType::half_space && b.type() != ShapeType::half_space;
    return bounded && a.polytope_core() && b.polytope_core() && size > kLeastScaledExtent &&
           size < kLargestScaledExtent;
}

/// The rotation next to a matrix, when that is off by more than queries take: the drift between two ends that
/// they do take may have it so.
Mat3 made_rigid(const Mat3& r) noexcept {
    if (orthonormality_defect(r) <= kRigidTolerance) return r;
    const Mat3 off = r * defect_of(r);
    Mat3 rigid = r;
    for (std::size_t i = 0; i < 3; ++i) rigid.columns[i] -= 0.5 * off.columns[i];
    return rigid;
}

Vec3 in_frame(const Pose& pose, const Vec3& x) noexcept {
    return transpose_times(pose.rotation, x - pose.position);
}

}  // namespace

ClosestPlane::ClosestPlane(const MovingRef& a, const MovingRef& b, double tolerance, double length) noexcept
    : a_(a),
      b_(b),
      tolerance_(tolerance),
      length_(length),
      margin_(a.shape.margin() + b.shape.margin()),
      slack_(a.motion.deviation() + b.motion.deviation()),
      has_simplex_(has_simplex(a.shape, b.shape)),
      simplex_(a.shape, b.shape) {}

WitnessPlane ClosestPlane::measure(const MovingGap& gap, const Moment& now, double tolerance) noexcept {
    SeparationOptions options;
    options.tolerance = tolerance;
    Pose pose_a = gap.near_a(now), pose_b = gap.near_b(now);
    Interval error{-slack_};
    if (gap.distorted()) {
        const Pose rigid_a{made_rigid(pose_a.rotation), pose_a.position},
            rigid_b{made_rigid(pose_b.rotation), pose_b.position};
        if (!(rigid_a == pose_a && rigid_b == pose_b)) error += Interval{-gap.distortion(), gap.distortion()};
        pose_a = rigid_a;
        pose_b = rigid_b;
    }
    const Separation s = pair_separation({a_.shape, pose_a}, {b_.shape, pose_b}, options, &cache_);
    // Relative to a's pivot; transformed to world coordinates as the last step.
    const Vec3 from_a = (s.distance.lower > 0 ? s.point_a : 0.5 * (s.point_a + s.point_b)) - pose_a.position;
    const Vec3 point = pose_at(a_.motion, now.time).position + from_a;
    return {s.normal, 0,    s.distance + error, in_frame(pose_a, s.point_a), in_frame(pose_b, s.point_b),
            point,    false};
}

std::optional<WitnessPlane> ClosestPlane::update_fast(MovingGap& gap, const Moment& now) noexcept {
    ++queries_;
    if (!simplex_.update(gap.b_in_a(now), kDirectionShare)) return std::nullopt;
    const double lower = simplex_.lower() - margin_ - slack_;
    if (!(lower > gap.error())) return std::nullopt;
    const Vec3 n = unit(now.rotation_a * simplex_.normal());
    // In a's frame: another rounding of the same gap, unless that frame distorts it. Close to contact the
    // plane itself is more accurate.
    double open = lower - gap.error() - gap.distortion();
    if (gap.distorted() || open < 8 * gap.distortion()) open = gap.along(n, now);
    if (!(open > 0)) return std::nullopt;
    const Interval distance{lower, simplex_.upper() - margin_ - slack_};
    return WitnessPlane{n, open, distance, simplex_.point_a(), simplex_.point_b(), {}, true};
}

WitnessPlane ClosestPlane::measure_plane(MovingGap& gap, const Moment& now, double tolerance,
                                         const Vec3& before) noexcept {
    WitnessPlane plane = measure(gap, now, tolerance);
    plane.gap = gap.along(plane.normal, now);
    if (plane.gap > 0) return plane;
    // When the gap is smaller than the error of the distance, the normal is arbitrary; the previous plane may
    // still separate them.
    const double gap_before = gap.along(before, now);
    if (!(gap_before > plane.gap)) return plane;
    plane.normal = before;
    plane.gap = gap_before;
    return plane;
}

WitnessPlane ClosestPlane::update(MovingGap& gap, const Moment& now, double open,
                                  const WitnessPlane& before) noexcept {
    if (has_simplex_)
        if (const auto plane = update_fast(gap, now)) return *plane;
    ++queries_;
    const double sharp = length_ > 0 ? std::max(0.02 * tolerance_, 0.02 * open / length_) : 0.02 * tolerance_;
    WitnessPlane plane = measure_plane(gap, now, std::min(sharp, 1e-3), before.normal);
    // The plane is more accurate than the distance, whose bounds include the error of the rotation matrices.
    if (gap.distorted() && plane.gap > 0)
        plane.distance = {plane.gap - gap.error(), plane.gap + gap.error() + sharp * length_};
    return plane;
}

TightPlane ClosestPlane::update_tight(MovingGap& gap, const Moment& now,
                                      const WitnessPlane& before) noexcept {
    ++queries_;
    WitnessPlane plane = measure_plane(gap, now, kSharpest, before.normal);
    const double least = kFollowedErrors * gap.error();
    if (!(plane.gap > least)) {
        const Placed a{a_.shape, pose_at(a_.motion, now.time)}, b{b_.shape, pose_at(b_.motion, now.time)};
        if (!usable(a) || !usable(b)) return {plane, false};
        const Verdict verdict = pair_verdict(a, b);
        const auto* separating = std::get_if<SeparatingPlane>(&verdict.proof);
        if (verdict.answer != Answer::disjoint || separating == nullptr) return {plane, false};
        plane.normal = unit(separating->normal);
        plane.gap = gap.along(plane.normal, now);
        if (!(plane.gap > least)) return {plane, false};
    }
    plane.distance = {plane.gap - gap.error(), std::max(plane.gap + gap.error(), plane.distance.upper)};
    return {plane, true};
}

WitnessPlane ClosestPlane::refine(MovingGap& gap, const Moment& now, const WitnessPlane& plane) noexcept {
    if (a_.shape.polytope_core() && b_.shape.polytope_core()) return plane;
    return measure_plane(gap, now, kPointTolerance, plane.normal);
}

Vec3 ClosestPlane::point(const WitnessPlane& plane, double t) const noexcept {
    return plane.by_simplex ? pose_at(a_.motion, t) * plane.on_a + a_.shape.margin() * plane.normal
                            : plane.point;
}

bool ClosestPlane::overlap_at(const MovingGap& gap, const WitnessPlane& plane, double t) const noexcept {
    if (slack_ > 0) return deep_overlap_at(a_, b_, t, plane.normal);
    const Pose pose_a = pose_at(a_.motion, t), pose_b = pose_at(b_.motion, t);
    // Balls are stretched by matrices off rotations, which only this counts; and it is what `verify` shows
    // contact by.
    if (gap.distorted() && margin_ > 0)
        return verifying::come_within({a_.shape, pose_a}, {b_.shape, pose_b},
                                      enclose(pose_b.position) - enclose(pose_a.position), 0);
    if (plane.by_simplex && simplex_overlaps(pose_a, pose_b)) return true;
    const Placed a{a_.shape, pose_a}, b{b_.shape, pose_b};
    const bool served = !gap.distorted() || (usable(a) && usable(b));
    if (served && (surely_overlap(a, b, plane.normal) || pair_verdict(a, b).answer == Answer::intersecting))
        return true;
    // What matrices are off by hides a shallow overlap from both.
    if (!gap.distorted()) return false;
    return verifying::come_within(a, b, enclose(pose_b.position) - enclose(pose_a.position), 0);
}

/// Whether the differences of the last query certainly contain the origin at other poses, or the margins
/// overlap.
bool ClosestPlane::simplex_overlaps(const Pose& pose_a, const Pose& pose_b) const noexcept {
    const Pose b_in_a = relative(pose_a, pose_b);
    const double error = difference_error(a_.shape, pose_a, b_.shape, pose_b, b_in_a.position);
    if (margin_ > 0) return length(simplex_.difference(b_in_a)) + 3 * error < margin_;
    std::array<Vec3, 4> around{};
    return simplex_.around(b_in_a, around) && holds_ball(around, 2 * error);
}

}  // namespace graze
