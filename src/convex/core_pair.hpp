// Two placed shapes as the solvers see them: cores in a's frame, margins, and one bound for all rounding errors.
#pragma once

#include <cstdint>

#include "graze/math/served_range.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"
#include "shape/core_support.hpp"
#include "simd/defect_pair.hpp"

namespace graze {

/// A pose is taken as rigid up to this defect (|RᵀR - I|, summed): matrices from single precision pass, scaled ones do not.
inline constexpr double kRigidTolerance = 1e-6;

/// Roundings that the computed supports, heights and witness points of a pair suffer at most, relative to its extent;
/// docs/notes/errors.md counts them.
inline constexpr double kPairRoundings = 24 * kEps;

/// The difference of the cores, { x - y : x in core a, y in core b }, is what GJK and EPA walk on. Frame of a throughout,
/// lengths multiplied by `scale`.
struct CorePair {
    const Shape* a = nullptr;
    const Shape* b = nullptr;
    Pose b_in_a{};      ///< Maps b's local coordinates into a's. Not scaled.
    double scale = 1;   ///< A power of two that brings extreme sizes near 1; 1 for extents within 1e-30 .. 1e30.
    double margin = 0;  ///< Sum of both margins. Scaled, like all lengths below.
    double extent = 0;  ///< Sum of both reaches and the distance of the origins: the length that eps counts in.
    double error = 0;   ///< Bound of the error of every computed support height and witness point of the pair, and of what
                        ///< poses that are not quite rotations do to lengths.

    /// Support points of the two cores: of a along `direction`, of b along its opposite; both in a's frame, scaled.
    [[nodiscard]] Vec3 support_a(const Vec3& direction) const noexcept {
        std::uint32_t hint = 0;
        return core_support_inline(*a, direction, hint) * scale;
    }
    [[nodiscard]] Vec3 support_b(const Vec3& direction) const noexcept {
        std::uint32_t hint = 0;
        return (b_in_a * core_support_inline(*b, transpose_times(b_in_a.rotation, -direction), hint)) * scale;
    }
};

/// Whether a pose with this orthonormality defect is one the solvers take: rigid up to rounding, position in the served range.
inline bool pose_usable(const Pose& pose, double defect) noexcept {
    // NaN and infinity fail the comparisons.
    const Vec3 p = abs(pose.position);
    return (defect <= kRigidTolerance) & (p.x <= kLargestServed) & (p.y <= kLargestServed) & (p.z <= kLargestServed);
}

/// Whether a placed shape is usable by the solvers: valid, with a finite pose within the served range that is rigid up to rounding.
bool usable(const Placed& placed) noexcept;

/// Two placed shapes looked at once.
struct PoseCheck {
    double defect = 0;    ///< Sum of both orthonormality defects: what they do to lengths, relatively.
    bool usable = false;  ///< Both shapes and poses.

    PoseCheck(const Placed& a, const Placed& b) noexcept {
        const auto of = simd::defect_pair(&a.pose.rotation.columns[0].x, &b.pose.rotation.columns[0].x);
        defect = of.a + of.b;
        usable = a.shape.valid() && b.shape.valid() && pose_usable(a.pose, of.a) && pose_usable(b.pose, of.b);
    }
};

/// Whether the balls of radius `reach` around the two origins are apart for sure, and so the shapes. Both usable.
inline bool balls_apart(const Placed& a, const Placed& b, const PoseCheck& poses) noexcept {
    const double reach = (a.shape.reach() + a.shape.support_error()) + (b.shape.reach() + b.shape.support_error());
    // Rotations stretch by no more than their defect; sums and squares round less than 16 times.
    const double farthest = reach * (1 + 16 * kEps + poses.defect);
    return length_sq(b.pose.position - a.pose.position) > farthest * farthest;
}

/// The longest products of the solvers are squared volumes, six lengths, compared with eps² times their factors. Within these extents
/// they stay between 1e-212 and 1e180, with room to spare for simplices much smaller than the pair.
inline constexpr double kTamePairLow = 1e-30;
inline constexpr double kTamePairHigh = 1e30;

/// Brings a pair of extreme size near 1.
void rescale(CorePair& pair) noexcept;

/// Fills the pair when both are usable and bounded; false otherwise.
inline bool make_core_pair(const Placed& a, const Placed& b, const PoseCheck& poses, CorePair& pair) noexcept {
    if (!poses.usable) return false;
    pair.a = &a.shape;
    pair.b = &b.shape;
    pair.b_in_a = relative(a.pose, b.pose);
    pair.scale = 1;
    pair.margin = a.shape.margin() + b.shape.margin();
    const Vec3 apart = abs(pair.b_in_a.position);
    pair.extent = a.shape.reach() + b.shape.reach() + (apart.x + apart.y + apart.z);
    // Roundings of numbers no larger than the extent, beside the shapes' own. The defects bound how far Rᵀ is from R⁻¹ and what R
    // does to a ball.
    pair.error = a.shape.support_error() + b.shape.support_error() + (kPairRoundings + poses.defect) * pair.extent;
    if (pair.extent > kTamePairLow && pair.extent < kTamePairHigh) return true;
    if (!(pair.extent < 1e101)) return false;  // a half-space: other reaches and distances in the served range sum to less
    if (pair.extent > 0) rescale(pair);
    return true;
}
bool make_core_pair(const Placed& a, const Placed& b, CorePair& pair) noexcept;

/// The error bound of witness points and heights of one placed shape relative to its own position. A length, not scaled.
double placement_error(const Placed& placed) noexcept;

}  // namespace graze
