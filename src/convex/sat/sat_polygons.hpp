// Separating axes of two convex polygons in the plane: the normals of all edges. Both polygons in one frame, vertices in order,
// either orientation; one vertex is a point, two are a segment. Heights carry a rounding error below 8 eps times the largest
// coordinate: a separation beyond that is for sure.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "graze/math/vec.hpp"

namespace graze {

struct PolygonSat {
    /// Largest over the axes: < 0 the depth, up to rounding; > 0 a gap, at most as wide as the distance.
    double separation = -std::numeric_limits<double>::infinity();
    Vec2 axis{1, 0};         ///< Unit, from a to b.
    std::uint32_t axes = 0;  ///< Axes tested.
};

namespace detail {

struct Span1 {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
};

inline Span1 projection(std::span<const Vec2> polygon, const Vec2& axis) noexcept {
    Span1 span;
    for (const Vec2& x : polygon) {
        const double height = dot(axis, x);
        span.low = std::min(span.low, height);
        span.high = std::max(span.high, height);
    }
    return span;
}

inline void test_polygon_axis(std::span<const Vec2> a, std::span<const Vec2> b, const Vec2& direction, PolygonSat& sat) noexcept {
    const double norm = std::hypot(direction.x, direction.y);
    if (!(norm > 0)) return;
    const Vec2 axis = direction * (1 / norm);
    const Span1 pa = projection(a, axis);
    const Span1 pb = projection(b, axis);
    const double ahead = pb.low - pa.high;
    const double behind = pa.low - pb.high;
    ++sat.axes;
    if (std::max(ahead, behind) <= sat.separation) return;
    sat.separation = std::max(ahead, behind);
    sat.axis = ahead >= behind ? axis : -axis;
}

inline void test_polygon_edges(std::span<const Vec2> edges, std::span<const Vec2> a, std::span<const Vec2> b, PolygonSat& sat) noexcept {
    const std::size_t count = edges.size() == 2 ? 1 : edges.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 e = edges[i + 1 == edges.size() ? 0 : i + 1] - edges[i];
        test_polygon_axis(a, b, {-e.y, e.x}, sat);
        if (edges.size() == 2) test_polygon_axis(a, b, e, sat);  // a segment also ends along itself
    }
}

}  // namespace detail

/// Neither polygon may be empty.
inline PolygonSat polygon_sat(std::span<const Vec2> a, std::span<const Vec2> b) noexcept {
    PolygonSat sat;
    detail::test_polygon_edges(a, a, b, sat);
    detail::test_polygon_edges(b, a, b, sat);
    if (a.size() == 1 && b.size() == 1) detail::test_polygon_axis(a, b, b[0] - a[0], sat);
    if (sat.axes == 0) sat.separation = 0;  // all vertices on one spot
    return sat;
}

}  // namespace graze
