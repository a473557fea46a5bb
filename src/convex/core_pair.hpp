// Two placed shapes as the solvers see them: cores in a's frame, margins, and one bound for all rounding errors.
#pragma once

#include <cstdint>

#include "graze/convex/separation.hpp"
#include "graze/math/served_range.hpp"
#include "graze/shape/shape.hpp"
#include "shape/core_support.hpp"

namespace graze {

/// A pose is taken as rigid up to this defect (|RᵀR - I|, summed): matrices from single precision pass, scaled ones do not.
inline constexpr double kRigidTolerance = 1e-6;

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

/// Fills the pair when both are usable and bounded; false otherwise.
bool make_core_pair(const Placed& a, const Placed& b, CorePair& pair) noexcept;

/// The error bound of witness points and heights of one placed shape relative to its own position. A length, not scaled.
double placement_error(const Placed& placed) noexcept;

}  // namespace graze
