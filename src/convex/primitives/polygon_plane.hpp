// What the tests of polygons in space share: Newell's plane, with heights that keep exact what the products
// keep exact, and the edges.
#pragma once

#include <span>

#include "convex/primitives/primitive_scale.hpp"
#include "graze/convex/primitive_tests.hpp"

namespace graze {

/// Newell's plane through the mean of the vertices. Heights are products with its normal, which is not unit.
/// They are sums before they are divided: zero for what lies in the plane of small integers, where the
/// rounded mean does not.
struct PolygonPlane {
    Vec3 normal{};      ///< Newell's times `scale`.
    double scale = 1;   ///< A power of two that keeps the normals of extreme sizes near 1.
    Vec3 anchor{};      ///< A vertex.
    double offset = 0;  ///< Mean height of the vertices over the anchor.

    [[nodiscard]] double height(const Vec3& x) const noexcept { return dot(normal, x - anchor) - offset; }
};

/// Of at least one vertex.
inline PolygonPlane plane_of(std::span<const Vec3> polygon) noexcept {
    const Vec3 normal = newell_plane(polygon).normal;
    const double scale = range_scale(normal);
    PolygonPlane plane{normal * scale, scale, polygon[0], 0};
    double sum = 0;
    for (const Vec3& p : polygon) sum += dot(plane.normal, p - plane.anchor);
    plane.offset = sum / static_cast<double>(polygon.size());
    return plane;
}

inline Segment edge_of(std::span<const Vec3> polygon, std::size_t i) noexcept {
    return {polygon[i], polygon[i + 1 < polygon.size() ? i + 1 : 0]};
}

}  // namespace graze
