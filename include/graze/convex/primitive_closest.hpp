// Closest points of simple sets. Degenerate sets (a segment of length zero, a flat triangle) are answered as what they are.
#pragma once

#include <array>

#include "graze/shape/primitives.hpp"

namespace graze {

struct ClosestOnSegment {
    Vec3 point{};
    double parameter = 0;  ///< 0 at a, 1 at b; in [0, 1].
};
ClosestOnSegment closest_on_segment(const Vec3& p, const Segment& segment) noexcept;

/// point = Σ weights[i] * vertex i; the weights are not negative and sum to 1.
struct ClosestOnTriangle {
    Vec3 point{};
    std::array<double, 3> weights{};
};
/// To rounding of the largest length, for needles too; lengths of the whole served range.
ClosestOnTriangle closest_on_triangle(const Vec3& p, const Triangle& triangle) noexcept;

/// point = Σ weights[i] * vertex i; the weights are not negative and sum to 1.
struct ClosestOnTetrahedron {
    Vec3 point{};
    std::array<double, 4> weights{};
    bool inside = false;  ///< p belongs to the tetrahedron, or exactly to a face of one that is flat up to rounding: point is p.
};
ClosestOnTetrahedron closest_on_tetrahedron(const Vec3& p, const Tetrahedron& tetrahedron) noexcept;

/// p itself when it is inside.
Vec3 closest_on_box(const Vec3& p, const Box& box) noexcept;

struct ClosestOnSegments {
    Vec3 point_a{};
    Vec3 point_b{};
    double parameter_a = 0;  ///< 0 at a.a, 1 at a.b; in [0, 1].
    double parameter_b = 0;  ///< The same on b.
    double distance_sq = 0;  ///< Of point_a and point_b.
};
/// Parallel segments: one of the closest pairs, at an end of one of them.
ClosestOnSegments closest_on_segments(const Segment& a, const Segment& b) noexcept;

}  // namespace graze
