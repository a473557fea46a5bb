// Hulls of flat point sets: Andrew's monotone chain with exact signs in one coordinate plane, where no
// coordinate is rounded.
#include <algorithm>

#include "graze/math/predicates.hpp"
#include "math/degeneracy/projection_axis.hpp"
#include "shape/hull/hull_build.hpp"

namespace graze::hulls {
namespace {

/// Coordinates in the plane across the largest component of `normal`, turned so that counter-clockwise stays
/// counter-clockwise.
struct Projection {
    std::size_t u = 0;
    std::size_t v = 1;

    explicit Projection(const Vec3& normal) {
        const std::size_t axis = largest_axis(normal);
        u = (axis + 1) % 3;
        v = (axis + 2) % 3;
        if (normal[axis] < 0) std::swap(u, v);
    }
    Vec2 operator()(const Vec3& p) const { return {p[u], p[v]}; }
};

void halve(std::uint32_t first, std::uint32_t last, std::vector<TriangleIndices>& triangles) {
    if (last - first < 2) return;
    const std::uint32_t middle = first + (last - first) / 2;
    triangles.push_back({first, middle, last});
    halve(first, middle, triangles);
    halve(middle, last, triangles);
}

}  // namespace

std::vector<std::uint32_t> flat_hull(std::span<const Vec3> points, const Vec3& normal) {
    const Projection project(normal);
    std::vector<std::uint32_t> order(points.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto before = [&](std::uint32_t i, std::uint32_t j) {
        const Vec2 p = project(points[i]), q = project(points[j]);
        return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : i < j;
    };
    std::sort(order.begin(), order.end(), before);
    const auto same = [&](std::uint32_t i, std::uint32_t j) {
        return project(points[i]) == project(points[j]);
    };
    order.erase(std::unique(order.begin(), order.end(), same), order.end());
    if (order.size() < 3) return order;

    std::vector<std::uint32_t> loop;
    const auto walk = [&](std::uint32_t i, std::size_t floor) {
        while (loop.size() >= floor + 2) {
            const Vec2 p = project(points[loop[loop.size() - 2]]), q = project(points[loop.back()]);
            if (orient2d(p, q, project(points[i])) == Sign::positive) break;
            loop.pop_back();
        }
        loop.push_back(i);
    };
    for (const std::uint32_t i : order) walk(i, 0);
    const std::size_t floor = loop.size() - 1;
    for (std::size_t k = order.size() - 1; k-- > 0;) walk(order[k], floor);
    loop.pop_back();
    return loop;
}

std::vector<TriangleIndices> halved_loop(std::uint32_t count) {
    std::vector<TriangleIndices> triangles;
    if (count >= 3) halve(0, count - 1, triangles);
    return triangles;
}

}  // namespace graze::hulls
