// Two placed shapes as the solvers see them: cores in a's frame, margins, and one bound for all rounding errors.
#pragma once

#include <cstdint>

#include "graze/convex/separation.hpp"
#include "graze/shape/shape.hpp"
#include "graze/shape/support.hpp"

namespace graze {

/// The difference of the cores, { x - y : x in core a, y in core b }, is what GJK and EPA walk on. Frame of a throughout.
struct CorePair {
    const Shape* a = nullptr;
    const Shape* b = nullptr;
    Pose b_in_a{};            ///< Maps b's local coordinates into a's.
    double margin = 0;        ///< Sum of both margins.
    double extent = 0;        ///< Sum of both reaches and the distance of the origins: the length that eps counts in.
    double error = 0;         ///< Bound of the error of every computed support height and witness point of the pair, and of what
                              ///< poses that are not quite rotations do to lengths. A length.
    std::uint32_t hint_a = 0; ///< Where hull climbing starts; updated by each support call.
    std::uint32_t hint_b = 0;

    /// Support points of the two cores: of a along `direction`, of b along its opposite; both in a's frame.
    Vec3 support_a(const Vec3& direction) noexcept { return core_support(*a, direction, hint_a); }
    Vec3 support_b(const Vec3& direction) noexcept { return b_in_a * core_support(*b, transpose_times(b_in_a.rotation, -direction), hint_b); }
};

/// Whether both shapes and poses are usable by the convex solvers (valid, bounded, rigid); fills the pair if so.
bool make_core_pair(const Placed& a, const Placed& b, CorePair& pair) noexcept;

/// A pose is taken as rigid up to this defect (|RᵀR - I|, summed): matrices from single precision pass, scaled ones do not.
inline constexpr double kRigidTolerance = 1e-6;

}  // namespace graze
