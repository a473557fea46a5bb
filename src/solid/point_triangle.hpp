// How far a triangle is from a point: bounds, and a test that is quicker. Any frame.
#pragma once

#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

struct TriangleBound {
    Interval distance{};  ///< Contains the distance.
    Vec3 point{};         ///< Of the triangle, up to rounding.
};

/// A triangle's distance is bounded above by a point of it, and below by the plane through that point and
/// orthogonal to the offset: whatever rounding did to the point, no corner reaches farther.
TriangleBound bound_of(const Triangle& t, const Vec3& q) noexcept;

/// Whether the triangle is farther from q than `upper`, for certain: no corner reaches past the plane
/// orthogonal to the offset from a point near the nearest.
bool shown_farther(const Triangle& t, const Vec3& q, double upper) noexcept;

}  // namespace graze
