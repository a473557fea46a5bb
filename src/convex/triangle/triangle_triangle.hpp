// Two placed triangles: apart, touching or crossing, decided exactly for the sets { R x + p } of the given
// doubles, degenerate triangles (segments, points) and coplanar ones included. Most signs are decided by a
// rounded evaluation with a bound of its error, in the frame of the first triangle; the rest by exact
// arithmetic in the world frame. Source: Guigue, Devillers, "Fast and robust triangle-triangle overlap test
// using orientation predicates", 2003.
#pragma once

#include <array>
#include <cstdint>

#include "convex/triangle/triangle_view.hpp"
#include "core/work_budget.hpp"
#include "graze/math/pose.hpp"
#include "graze/math/predicates.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

/// Whether and how they intersect.
TriangleContact contact(const TriangleView& view, const Triangle& a, const Triangle& b) noexcept;
/// The same with b's triangle already in a's frame.
TriangleContact contact(const TriangleView& view, const Triangle& a, const Triangle& b,
                        const Triangle& b_transformed) noexcept;

/// And where.
TriangleIntersection intersection(const TriangleView& view, const Triangle& a, const Triangle& b) noexcept;

/// A point between p and q where a function that is linear along the edge is zero: its values there, each off
/// by at most `error`, have opposite signs or are zero.
struct EdgePoint {
    Vec3 point{};
    double error = 0;  ///< Bound of the distance to the exact point, for exact p and q. A length.
};
EdgePoint zero_on_edge(const Vec3& p, const Vec3& q, double height_p, double height_q, double error) noexcept;

}  // namespace graze
