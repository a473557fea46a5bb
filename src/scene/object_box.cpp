// Six heights by closed forms. A term of a height is a product of up to three numbers, or the length of two or three of them, so it is right within 5 eps
// of itself, and the sum of up to four terms within 9 eps of the sum of their absolute values, which is at most |d| reach. Rows of poses have |d| < 1.001, and
// positions add one more rounding: 16 eps (reach + |position|) covers all of it. Numbers that underflow are below eps of any size that is served.
#include "scene/object_box.hpp"

#include <algorithm>
#include <cmath>

#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/support.hpp"

namespace graze {
namespace {

/// Lowest and highest d · x over a shape, up to the rounding that is accounted for above.
struct Heights {
    double low = 0;
    double high = 0;
};

Vec3 row(const Mat3& m, std::size_t i) noexcept { return {m(i, 0), m(i, 1), m(i, 2)}; }

Heights even(double height) noexcept { return {-height, height}; }

template <std::size_t Count> Heights of_corners(const Shape& shape, const Vec3& d) noexcept {
    Heights heights{dot(d, shape.vector(0)), dot(d, shape.vector(0))};
    for (std::size_t i = 1; i < Count; ++i) {
        const double height = dot(d, shape.vector(i));
        heights = {std::min(heights.low, height), std::max(heights.high, height)};
    }
    return heights;
}

Heights of_hull(const HullData& hull, const Vec3& d) noexcept {
    const double error = 1.001 * hull.climb_error;  // |d| climb_error
    return {dot(d, hull.vertices[support_vertex(hull, -d)]) - error, dot(d, hull.vertices[support_vertex(hull, d)]) + error};
}

Heights of_cone(double radius, double half_height, const Vec3& d) noexcept {
    const double apex = half_height * d.z;
    const double width = radius * std::sqrt(d.x * d.x + d.y * d.y);
    return {std::min(apex, -apex - width), std::max(apex, width - apex)};
}

/// Whether `heights_of` knows the shape.
bool has_closed_form(const Shape& shape) noexcept {
    switch (shape.type()) {
        case ShapeType::rounded: {  // deeper nests have more terms than are accounted for
            const Shape& core = shape.children()[0];
            return core.type() != ShapeType::rounded && has_closed_form(core);
        }
        case ShapeType::half_space:
        case ShapeType::minkowski_sum:
        case ShapeType::convex_hull_of:
        case ShapeType::affine_image:
        case ShapeType::mesh:
        case ShapeType::compound:
        case ShapeType::height_field: return false;
        default: return true;
    }
}

Heights heights_of(const Shape& shape, const Vec3& d) noexcept {
    const auto& v = shape.values();
    switch (shape.type()) {
        case ShapeType::sphere: return even(v[0] * length(d));
        case ShapeType::box: return even(v[0] * std::abs(d.x) + v[1] * std::abs(d.y) + v[2] * std::abs(d.z));
        case ShapeType::capsule: return even(v[0] * length(d) + v[1] * std::abs(d.z));
        case ShapeType::cylinder: return even(v[0] * std::sqrt(d.x * d.x + d.y * d.y) + v[1] * std::abs(d.z));
        case ShapeType::cone: return of_cone(v[0], v[1], d);
        case ShapeType::ellipsoid: return even(length(hadamard(shape.vector(0), d)));
        case ShapeType::hull:
        case ShapeType::polygon: return of_hull(static_cast<const HullData&>(*shape.payload()), d);
        case ShapeType::point: return of_corners<1>(shape, d);
        case ShapeType::segment: return of_corners<2>(shape, d);
        case ShapeType::triangle: return of_corners<3>(shape, d);
        case ShapeType::tetrahedron: return of_corners<4>(shape, d);
        case ShapeType::rounded: {
            const Heights core = heights_of(shape.children()[0], d);
            const double margin = v[0] * length(d);
            return {core.low - margin, core.high + margin};
        }
        default: return {};
    }
}

}  // namespace

Aabb box_of(const Placed& placed) noexcept {
    const Shape& shape = placed.shape;
    const Mat3& r = placed.pose.rotation;
    if (const MeshData* mesh = mesh_data(shape)) {
        const Aabb box = transformed(mesh->tree.bounds(), Affine::from(placed.pose));
        if (shape.margin() == 0) return box;
        const auto grown = [&](std::size_t i) { return (1 + 8 * kEps) * shape.margin() * length(row(r, i)); };
        return minkowski_sum(box, aabb_around({}, {grown(0), grown(1), grown(2)}));
    }
    if (!has_closed_form(shape)) return fit_aabb(shape, Affine::from(placed.pose));
    Aabb box;
    for (std::size_t i = 0; i < 3; ++i) {
        const Heights heights = heights_of(shape, row(r, i));
        const double at = placed.pose.position[i];
        const double rounding = 16 * kEps * (shape.reach() + std::abs(at));
        box.min[i] = at + (heights.low - rounding);
        box.max[i] = at + (heights.high + rounding);
    }
    return box;
}

Aabb local_box_of(const Shape& shape) noexcept { return box_of({shape, {}}); }

}  // namespace graze
