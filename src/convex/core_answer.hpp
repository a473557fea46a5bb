// From what a solver found about two cores to the public answer about the two shapes.
#pragma once

#include <cstdint>

#include "convex/core_pair.hpp"
#include "convex/simplex/simplex.hpp"
#include "graze/result/separation.hpp"

namespace graze {

/// Signed distance of two cores. Frame and scale of the pair.
struct CoreAnswer {
    double lower = 0;  ///< Bounds of the signed distance, before the pair's error is added.
    double upper = 0;
    Vec3 point_a{};  ///< Core witness points.
    Vec3 point_b{};
    Vec3 normal{1, 0, 0};  ///< Unit, from a to b.
    Status status = Status::converged;
    std::uint32_t iterations = 0;
};

/// Adds margins and errors, and moves to world frame.
Separation finish(const Placed& a, const Placed& b, const CorePair& pair, const CoreAnswer& core) noexcept;

/// The unit vector along a nearly unit one, as a rotation makes of one: by Newton's step for 1 / sqrt, which
/// is off by 3/8 of the square of the defect.
Vec3 unit_again(const Vec3& v) noexcept;

/// Core points from a weighted simplex.
void take_witness(const Simplex& simplex, CoreAnswer& core) noexcept;

/// Notes the simplex's directions and weights, from which `verify` rebuilds the witness.
void note_terms(const Simplex& simplex, Separation& separation) noexcept;

/// Moves the witness points along the normal, each by half of the excess, to where they span a distance
/// within the bounds; they leave their shapes by that much. Weights of slivers round by more than the bounds
/// allow, and bounds may have been tightened after the points were computed.
void fit_witnesses_to_bounds(Separation& separation) noexcept;

/// Signed gap of the two cores along a unit normal (a to b): a lower bound of their signed distance, up to
/// the pair's error.
inline double gap_along(const CorePair& pair, const Vec3& normal) noexcept {
    return dot(normal, pair.support_b(normal)) - dot(normal, pair.support_a(normal));
}

}  // namespace graze
