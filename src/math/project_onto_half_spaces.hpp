// The point of an intersection of a few half-spaces that is nearest to a given one.
#pragma once

#include <optional>
#include <span>

#include "graze/math/vec.hpp"

namespace graze {

/// { x : normal · x >= height }, unit normal.
struct HalfSpaceConstraint {
    Vec3 normal{1, 0, 0};
    double height = 0;
};

/// By trying all sets of up to three planes: for a dozen at the most. Empty when nothing satisfies all, up to
/// rounding.
std::optional<Vec3> project_onto_half_spaces(std::span<const HalfSpaceConstraint> sides,
                                             const Vec3& from) noexcept;

}  // namespace graze
