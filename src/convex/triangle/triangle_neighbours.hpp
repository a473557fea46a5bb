// Two triangles of one surface that share corners: do they intersect anywhere else? Decided exactly,
// degenerate triangles (segments, points) included. Corners are shared when they are at exactly the same
// place.
#pragma once

#include <cstdint>

#include "graze/shape/primitives.hpp"

namespace graze {

/// How many different places are corners of both: 0 to 3.
std::uint32_t shared_corners(const Triangle& a, const Triangle& b) noexcept;

/// Whether the triangles have a point in common that is neither a shared corner nor on the edge between two
/// shared corners. Triangles with the same three corners do so everywhere, unless they are degenerate.
bool intersect_beyond_shared(const Triangle& a, const Triangle& b) noexcept;

}  // namespace graze
