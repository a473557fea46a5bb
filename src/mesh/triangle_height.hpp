// Support values of sets of triangles, in outward-rounded intervals. Trees take no part.
#pragma once

#include <limits>

#include "graze/math/interval.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

/// Of no triangles.
inline constexpr double kNoHeight = -std::numeric_limits<double>::infinity();

/// The larger of `best` and the maximum of direction · x over the triangle.
inline Interval higher(const Triangle& t, const IntervalVec3& direction, const Interval& best) noexcept {
    return max(best, max(dot(enclose(t.a), direction),
                         max(dot(enclose(t.b), direction), dot(enclose(t.c), direction))));
}

}  // namespace graze
