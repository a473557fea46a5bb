// Two placed shapes as the solvers use them: cores in a's frame, margins, and one bound for all rounding
// errors.
#pragma once

#include <cstdint>

#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"
#include "shape/core_support.hpp"
#include "shape/pose_check.hpp"

namespace graze {

/// The difference of the cores, { x - y : x in core a, y in core b }, is what GJK and EPA walk on. Frame of a
/// throughout, lengths multiplied by `scale`.
struct CorePair {
    const Shape* a = nullptr;
    const Shape* b = nullptr;
    Pose b_in_a{};  ///< Maps b's local coordinates into a's. Not scaled.
    /// A power of two that brings extreme sizes near 1; 1 for extents within 1e-30 .. 1e30.
    double scale = 1;
    double margin = 0;  ///< Sum of both margins. Scaled, like all lengths below.
    /// Sum of both reaches and the distance of the origins: the length that eps counts in.
    double extent = 0;
    double error = 0;  ///< Bound of the error of every computed support height and witness point of the pair,
                       ///< and of what poses that are not quite rotations do to lengths.

    /// Support points of the two cores: of a along `direction`, of b along its opposite; both in a's frame,
    /// scaled.
    [[nodiscard]] Vec3 support_a(const Vec3& direction) const noexcept {
        std::uint32_t hint = 0;
        return core_support_inline(*a, direction, hint) * scale;
    }
    [[nodiscard]] Vec3 support_b(const Vec3& direction) const noexcept {
        std::uint32_t hint = 0;
        return (b_in_a * core_support_inline(*b, transpose_times(b_in_a.rotation, -direction), hint)) * scale;
    }
};

/// The longest products of the solvers are squared volumes, six lengths, compared with eps² times their
/// factors. Within these extents they stay between 1e-212 and 1e180, which leaves a reserve for simplices
/// much smaller than the pair.
inline constexpr double kLeastScaledExtent = 1e-30;
inline constexpr double kLargestScaledExtent = 1e30;

/// Brings a pair of extreme size near 1.
void rescale(CorePair& pair) noexcept;

/// Fills the pair when both are usable and bounded; false otherwise.
inline bool make_core_pair(const Placed& a, const Placed& b, const PoseCheck& poses,
                           CorePair& pair) noexcept {
    if (!poses.usable) return false;
    pair.a = &a.shape;
    pair.b = &b.shape;
    pair.b_in_a = relative(a.pose, b.pose);
    pair.scale = 1;
    pair.margin = a.shape.margin() + b.shape.margin();
    const Vec3 apart = abs(pair.b_in_a.position);
    pair.extent = a.shape.reach() + b.shape.reach() + (apart.x + apart.y + apart.z);
    // Roundings of numbers no larger than the extent, beside the shapes' own. The defects bound how far Rᵀ is
    // from R⁻¹ and what R does to a ball.
    pair.error =
        a.shape.support_error() + b.shape.support_error() + (kPairRoundings + poses.defect) * pair.extent;
    if (pair.extent > kLeastScaledExtent && pair.extent < kLargestScaledExtent) return true;
    if (!(pair.extent < 1e101))
        return false;  // a half-space: other reaches and distances in the served range sum to less
    if (pair.extent > 0) rescale(pair);
    return true;
}
bool make_core_pair(const Placed& a, const Placed& b, CorePair& pair) noexcept;

}  // namespace graze
