// Nearest points of segments and triangles (maybe degenerate), in doubles: up to rounding, but always points of the set, so that
// their distances are upper bounds. Free of overflow and underflow in the served range.
#pragma once

#include <array>
#include <limits>

#include "graze/math/vec.hpp"

namespace graze {

/// The s in [0, 1] that brings (1 - s) a + s b nearest to x; 0 when a and b are one.
double nearest_on_segment(const Vec3& a, const Vec3& b, const Vec3& x) noexcept;

/// a + u (b - a) + v (c - a) with u, v >= 0 and u + v <= 1 up to one rounding.
struct TrianglePoint {
    double u = 0;
    double v = 0;
    double distance_sq = std::numeric_limits<double>::infinity();  ///< From the point asked for.
};
TrianglePoint nearest_on_triangle(const std::array<Vec3, 3>& triangle, const Vec3& x) noexcept;

}  // namespace graze
