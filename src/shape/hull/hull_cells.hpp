// Directions sorted into cells on the surface of the cube [-1, 1]³: which cell a direction falls into. Shared
// by the builder of the cells and by the look-up, so that both mean the same cell.
#pragma once

#include <cstdint>

#include "graze/math/vec.hpp"

namespace graze::hulls {

/// Candidates of a cell come in groups of this many, the last one repeated to fill up: most cells have one
/// group, so that the look-up takes no branch that a processor guesses wrong.
inline constexpr std::uint32_t kCellGroup = 4;

/// The cell of a finite direction that is not zero: face 2 · axis of the largest component (+ 1 on the
/// negative side), then row and column from the two components after it in cyclic order, each divided by the
/// largest. Off by a few roundings at the borders.
inline std::uint32_t cell_of(const Vec3& d, std::uint32_t side) noexcept {
    const double cyclic[5] = {d.x, d.y, d.z, d.x, d.y};
    const Vec3 m = abs(d);
    std::uint32_t axis = m.y > m.x ? 1 : 0;
    double largest = m.y > m.x ? m.y : m.x;
    axis = m.z > largest ? 2 : axis;
    largest = m.z > largest ? m.z : largest;
    const std::uint32_t face = 2 * axis + (cyclic[axis] < 0 ? 1 : 0);
    const double half = 0.5 * side;
    const double scale = half / largest;
    const auto column = static_cast<std::int32_t>(cyclic[axis + 1] * scale + half);
    const auto row = static_cast<std::int32_t>(cyclic[axis + 2] * scale + half);
    const auto last = static_cast<std::int32_t>(side) - 1;
    return (face * side + static_cast<std::uint32_t>(row < last ? row : last)) * side +
           static_cast<std::uint32_t>(column < last ? column : last);
}

}  // namespace graze::hulls
