// The search over a capsule's axis; the bounds come from the normal it ends with.
#include "convex/closed_form/capsule_solid.hpp"

#include <algorithm>
#include <cmath>

#include "convex/closed_form/solid_distance.hpp"
#include "convex/compiled_for.hpp"
#include "convex/core_pair.hpp"
#include "convex/epa/separate.hpp"

namespace graze {
namespace {

/// The capsule's axis in the solid's frame: centre + s direction, |s| <= half.
struct Axis {
    Vec3 centre{};
    Vec3 direction{};
    double half = 0;
    double radius = 0;
    double error = 0;  ///< Bound of the errors of heights and points, as CorePair::error.
};

/// False for input that cannot be used, and for extreme sizes.
bool make_axis(const Placed& capsule, const Placed& solid, const PoseCheck& poses, Axis& axis) noexcept {
    if (!poses.usable) return false;
    axis.centre = transpose_times(solid.pose.rotation, capsule.pose.position - solid.pose.position);
    axis.direction = transpose_times(solid.pose.rotation, capsule.pose.rotation.columns[2]);
    axis.half = capsule.shape.values()[1];
    axis.radius = capsule.shape.margin();
    const Vec3 apart = abs(axis.centre);
    const double extent = capsule.shape.reach() + solid.shape.reach() + (apart.x + apart.y + apart.z);
    axis.error = solid.shape.support_error() + (kPairRoundings + poses.defect) * extent;
    return extent > kLeastScaledExtent && extent < kLargestScaledExtent;
}

/// The gap between axis and solid along a unit normal of the solid: what the normal shows, however it was
/// found.
template <class Solid> double gap_along(const Axis& axis, const Solid& solid, const Vec3& n) noexcept {
    return dot(n, axis.centre) - axis.half * std::abs(dot(n, axis.direction)) - solid.height(n);
}

/// Newton's steps need three or four; a few more at kinks.
constexpr int kMaxSteps = 12;

/// Walks to the nearest point of the axis. `done(at, below)` is called at every point: `below` bounds how
/// much nearer any other one is, for points outside the solid.
template <class Solid, class Done> void walk(const Axis& axis, const Solid& solid, Done&& done) noexcept {
    double low = -axis.half;
    double high = axis.half;
    bool low_tried = false;
    bool high_tried = false;
    double s = std::clamp(-dot(axis.centre, axis.direction), low, high);
    for (int step = 0; step < kMaxSteps; ++step) {
        const DistanceDerivatives at = solid.at(axis.centre + s * axis.direction);
        const double slope = dot(at.outward, axis.direction);
        const bool down = slope > 0;
        if (done(at, std::abs(slope) * (down ? s + axis.half : axis.half - s))) return;
        (down ? high : low) = s;
        (down ? high_tried : low_tried) = true;
        // Of the squared distance, which is a parabola wherever the nearest point stays a corner or on an
        // edge.
        s -= slope / (at.hessian(axis.direction, axis.direction) + slope * slope / at.distance);
        // Out of the bracket, or NaN where the curvature is zero: go to its end, or to the middle once both
        // ends are known.
        if (!(s > low && s < high)) s = low_tried && high_tried ? 0.5 * (low + high) : down ? low : high;
    }
}

template <class Solid>
bool separate_by(const Placed& capsule, const Placed& placed, const SeparationOptions& options,
                 Separation& answer) noexcept {
    const PoseCheck poses(capsule, placed);
    Axis axis;
    if (!make_axis(capsule, placed, poses, axis)) return false;
    const Solid solid(placed.shape);
    CorePair pair;
    pair.a = &capsule.shape;
    pair.b = &placed.shape;
    pair.error = axis.error;
    const double width = wanted_width(pair, options);
    DistanceDerivatives found;
    walk(axis, solid, [&](const DistanceDerivatives& at, double below) {
        const bool outside = at.distance > axis.error;
        if (outside && below > 0.5 * width) return false;
        if (outside) found = at;
        return true;
    });
    if (!(found.distance > axis.error)) return false;
    const double lower = gap_along(axis, solid, found.outward);
    if (!(found.distance - lower <= width)) return false;
    answer.distance = {lower - axis.radius - axis.error, found.distance - axis.radius + axis.error};
    answer.normal = unit(placed.pose.rotation * -found.outward);
    answer.point_b = placed.pose * found.nearest;
    answer.point_a = placed.pose * (found.nearest + (found.distance - axis.radius) * found.outward);
    return true;
}

template <class Solid>
CapsuleOverlap overlaps_by(const Placed& capsule, const Placed& placed, const PoseCheck& poses) noexcept {
    Axis axis;
    if (!make_axis(capsule, placed, poses, axis)) return CapsuleOverlap::unsure;
    const Solid solid(placed.shape);
    CapsuleOverlap answer = CapsuleOverlap::unsure;
    walk(axis, solid, [&](const DistanceDerivatives& at, double below) {
        if (at.distance < axis.radius || !(at.distance > axis.error))
            answer = CapsuleOverlap::yes;
        else if (at.distance - below > axis.radius + axis.error &&
                 gap_along(axis, solid, at.outward) > axis.radius + axis.error)
            answer = CapsuleOverlap::no;
        return answer != CapsuleOverlap::unsure;
    });
    return answer;
}

}  // namespace

bool separate_capsule_solid(const Placed& capsule, const Placed& solid, const SeparationOptions& options,
                            Separation& answer) noexcept {
    return compiled_for<BoxSolid, CylinderSolid, ConeSolid>(solid.shape, [&]<class Solid>() noexcept {
        return separate_by<Solid>(capsule, solid, options, answer);
    });
}

CapsuleOverlap capsule_overlaps_solid(const Placed& capsule, const Placed& solid,
                                      const PoseCheck& poses) noexcept {
    return compiled_for<BoxSolid, CylinderSolid, ConeSolid>(
        solid.shape, [&]<class Solid>() noexcept { return overlaps_by<Solid>(capsule, solid, poses); });
}

}  // namespace graze
