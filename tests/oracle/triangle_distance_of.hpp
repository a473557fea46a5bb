// The distance of two triangles without a limit.
#pragma once

#include <limits>

#include "convex/triangle/triangle_distance.hpp"

namespace graze::test {

inline TriangleDistance distance_of_triangles(const TriangleCorners& a, const TriangleCorners& b) {
    return *distance_within(a, b, std::numeric_limits<double>::infinity());
}

}  // namespace graze::test
