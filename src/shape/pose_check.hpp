// Which placed shapes the library serves, and what poses that are not quite rotations cost: one tolerance for
// all callers.
#pragma once

#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"
#include "graze/shape/shape.hpp"
#include "simd/defect_pair.hpp"

namespace graze {

/// A pose is taken as rigid up to this defect (|RᵀR - I|, summed): matrices from single precision pass,
/// scaled ones do not.
inline constexpr double kRigidTolerance = 1e-6;

/// Roundings that the computed supports, heights and witness points of a pair suffer at most, relative to its
/// extent; docs/notes/errors.md counts them.
inline constexpr double kPairRoundings = 24 * kEps;

/// Whether a pose with this orthonormality defect is one the solvers take: rigid up to rounding, position in
/// the served range.
inline bool pose_usable(const Pose& pose, double defect) noexcept {
    // NaN and infinity fail the comparisons.
    const Vec3 p = abs(pose.position);
    return (defect <= kRigidTolerance) & (p.x <= kLargestServed) & (p.y <= kLargestServed) &
           (p.z <= kLargestServed);
}

/// Whether a placed shape is usable by the solvers: valid, with a finite pose within the served range that is
/// rigid up to rounding.
bool usable(const Placed& placed) noexcept;

/// Two placed shapes checked at once.
struct PoseCheck {
    double defect = 0;    ///< Sum of both orthonormality defects: what they do to lengths, relatively.
    bool usable = false;  ///< Both shapes and poses.

    PoseCheck(const Placed& a, const Placed& b) noexcept {
        const auto poses = simd::check_pose_pair(&a.pose.rotation.columns[0].x, &b.pose.rotation.columns[0].x,
                                                 kRigidTolerance, kLargestServed);
        defect = poses.defect.a + poses.defect.b;
        usable = poses.within && a.shape.valid() && b.shape.valid();
    }
};

/// Whether the balls of radius `reach` around the two origins are certainly disjoint, and so the shapes. Both
/// usable.
inline bool balls_apart(const Placed& a, const Placed& b, const PoseCheck& poses) noexcept {
    const double reach =
        (a.shape.reach() + a.shape.support_error()) + (b.shape.reach() + b.shape.support_error());
    // Rotations stretch by no more than their defect; sums and squares round less than 16 times.
    const double farthest = reach * (1 + 16 * kEps + poses.defect);
    return length_sq(b.pose.position - a.pose.position) > farthest * farthest;
}

/// The error bound of witness points and heights of one placed shape relative to its own position. A length,
/// not scaled.
double placement_error(const Placed& placed) noexcept;

}  // namespace graze
