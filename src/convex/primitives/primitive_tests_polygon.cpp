// Newell's plane and the crossings test, which counts every edge from its lower end so that neighbours share
// no point twice. Source: van den Bergen, Collision Detection in Interactive 3D Environments, 3.4.
#include <algorithm>
#include <cmath>

#include "graze/convex/primitive_tests.hpp"
#include "math/degeneracy/projection_axis.hpp"

namespace graze {

namespace {

/// Whether the edge (p, q) crosses the ray from `point` to the right, counting lower ends in and upper ends
/// out.
bool crosses_right(const Vec2& point, const Vec2& p, const Vec2& q) noexcept {
    const bool p_right = p.x >= point.x;
    const bool q_right = q.x >= point.x;
    if (p_right && q_right) return true;
    if (!p_right && !q_right) return false;
    return p.x + (point.y - p.y) * (q.x - p.x) / (q.y - p.y) >= point.x;
}

template <class Vertex>
bool inside_by_crossings(const Vec2& point, std::size_t count, const Vertex& vertex, int straddles) noexcept {
    bool inside = false;
    for (std::size_t i = 0; i < count && straddles != 0; ++i) {
        const Vec2 p = vertex(i);
        const Vec2 q = vertex(i + 1 < count ? i + 1 : 0);
        if ((p.y >= point.y) == (q.y >= point.y)) continue;
        --straddles;
        // The same edge must be cut at the same place for both of its polygons: always from the lower end.
        if (p.y < q.y ? crosses_right(point, p, q) : crosses_right(point, q, p)) inside = !inside;
    }
    return inside;
}

}  // namespace

Plane newell_plane(std::span<const Vec3> polygon) noexcept {
    Plane plane{{}, 0};
    if (polygon.empty()) return plane;
    const Vec3 first = polygon[0];
    Vec3 mean{};
    Vec3 p = polygon.back() - first;
    for (const Vec3& vertex : polygon) {
        const Vec3 q = vertex - first;
        plane.normal += Vec3{(p.y - q.y) * (p.z + q.z), (p.z - q.z) * (p.x + q.x), (p.x - q.x) * (p.y + q.y)};
        mean += q * (1 / static_cast<double>(polygon.size()));
        p = q;
    }
    plane.offset = -dot(plane.normal, first + mean);
    return plane;
}

bool point_in_polygon(const Vec2& point, std::span<const Vec2> polygon) noexcept {
    return inside_by_crossings(
        point, polygon.size(), [&](std::size_t i) { return polygon[i]; }, -1);
}

bool point_in_convex_polygon(const Vec2& point, std::span<const Vec2> polygon) noexcept {
    return inside_by_crossings(
        point, polygon.size(), [&](std::size_t i) { return polygon[i]; }, 2);
}

bool point_in_polygon(const Vec3& point, std::span<const Vec3> polygon, const Vec3& normal) noexcept {
    const std::size_t k = largest_axis(normal);
    const std::size_t i = (k + 1) % 3;
    const std::size_t j = (k + 2) % 3;
    return inside_by_crossings(
        {point[i], point[j]}, polygon.size(),
        [&](std::size_t v) {
            return Vec2{polygon[v][i], polygon[v][j]};
        },
        -1);
}

}  // namespace graze
