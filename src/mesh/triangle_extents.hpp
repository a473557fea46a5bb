// What meshes and height fields measure of their triangles, and the shapes they make. Local frame.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "graze/bounds/aabb.hpp"
#include "graze/shape/primitives.hpp"
#include "graze/shape/shape.hpp"
#include "mesh/triangle_box.hpp"

namespace graze {

struct TriangleExtents {
    std::vector<Aabb> boxes;  ///< Exact, one for each triangle.
    double reach = 0;         ///< |v| <= reach for every corner. Rounded up.
    double longest_edge = 0;  ///< No component of b - a and c - a is larger, as these differences round.
};

/// `triangle(i)` gives triangle i, to any thread.
template <class TriangleAt>
TriangleExtents extents_of(std::size_t count, const TriangleAt& triangle, const Workers& workers) {
    constexpr std::size_t kBlock = 8192;
    struct Largest {
        double square = 0;
        Vec3 edge{};
    };
    TriangleExtents extents;
    extents.boxes.resize(count);
    std::vector<Largest> largest((count + kBlock - 1) / kBlock);
    workers.run([&] {
        workers.for_each(largest.size(), [&](std::size_t block) {
            Largest here;
            for (std::size_t i = block * kBlock; i < std::min(count, (block + 1) * kBlock); ++i) {
                const Triangle t = triangle(i);
                extents.boxes[i] = box_of(t);
                here.square = std::max({here.square, length_sq(t.a), length_sq(t.b), length_sq(t.c)});
                here.edge = max(here.edge, max(abs(t.b - t.a), abs(t.c - t.a)));
            }
            largest[block] = here;
        });
    });
    for (const Largest& here : largest) {
        extents.reach = std::max(extents.reach, here.square);
        extents.longest_edge = std::max(extents.longest_edge, max_component(here.edge));
    }
    extents.reach = std::sqrt(extents.reach) * (1 + 4 * kEps);
    return extents;
}

/// The shape of a set of triangles; `centre` is a point of it.
template <class Data>
Shape triangles_shape(ShapeType type, const std::shared_ptr<const Data>& data, const Vec3& centre,
                      double margin) noexcept {
    PayloadShape shape;
    shape.type = type;
    shape.payload = data;
    shape.centre = centre;
    shape.core_reach = data->reach;
    shape.margin = margin;
    return Shape(shape);
}

}  // namespace graze
