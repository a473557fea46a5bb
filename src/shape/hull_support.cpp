#include "graze/shape/hull.hpp"
#include "simd/support_scan.hpp"

namespace graze {

std::uint32_t support_vertex_scan(const HullData& hull, const Vec3& direction) noexcept {
    return simd::farthest_point({hull.soa.data(), hull.stride}, direction.x, direction.y, direction.z);
}

std::uint32_t support_vertex_climb(const HullData& hull, const Vec3& direction, std::uint32_t start) noexcept {
    std::uint32_t at = start < hull.vertices.size() ? start : 0;
    double best = dot(hull.vertices[at], direction);
    for (bool moved = true; moved;) {
        moved = false;
        const std::uint32_t end = hull.neighbour_start[at + 1];
        for (std::uint32_t k = hull.neighbour_start[at]; k < end; ++k) {
            const double height = dot(hull.vertices[hull.neighbours[k]], direction);
            if (height > best) {
                best = height;
                at = hull.neighbours[k];
                moved = true;
            }
        }
    }
    return at;
}

std::uint32_t support_vertex(const HullData& hull, const Vec3& direction, std::uint32_t) noexcept {
    return support_vertex_scan(hull, direction);
}

}  // namespace graze
