// The corners of a triangle as an array, for loops over them.
#pragma once

#include <array>

#include "graze/shape/primitives.hpp"

namespace graze {

using TriangleCorners = std::array<Vec3, 3>;

inline TriangleCorners corners(const Triangle& t) noexcept { return {t.a, t.b, t.c}; }

}  // namespace graze
