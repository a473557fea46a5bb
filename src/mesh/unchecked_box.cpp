// Six heights by closed forms. A term of a height is a product of up to three numbers, or the length of two
// or three of them, so it is right within 5 eps of itself, and the sum of up to four terms within 9 eps of
// the sum of their absolute values, which is at most |d| reach. Rows of poses have |d| < 1.001, and positions
// add one more rounding: 16 eps (reach + |position|) covers all of it. Numbers that underflow are below eps
// of any size that is served. An affine image x ↦ M x + c has the heights of its child along Mᵀ d, plus d ·
// c. Entries of Mᵀ d are right within 3 eps of |M|ᵀ |d|, by which heights change by at most 6 eps ‖M‖ |d|
// child reach, Frobenius norm; the child's own terms are within its bound times ‖M‖ |d|, and d · c and the
// sum add 5 eps, a margin as much again. The reach of an image is at least ‖M‖ child reach + |c|: 24 eps
// reach more for each image.
#include "mesh/unchecked_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "shape/primitives/list.hpp"

namespace graze {
namespace {

constexpr double kRoundings = 16;
constexpr double kImageRoundings = 24;  // more, for each image

Vec3 row(const Mat3& m, std::size_t i) noexcept { return {m(i, 0), m(i, 1), m(i, 2)}; }

Heights of_hull(const HullData& hull, const Vec3& d) noexcept {
    const double error = hull.climb_error > 0 ? (1 + 1e-9) * length(d) * hull.climb_error : 0;
    return {dot(d, hull.vertices[support_vertex(hull, -d)]) - error,
            dot(d, hull.vertices[support_vertex(hull, d)]) + error};
}

/// Which error bound holds for the heights of a shape by `peel` and `heights_of`, in eps of the reach; 0 when
/// they do not know it.
double roundings(const Shape& shape) noexcept {
    switch (shape.type()) {
        case ShapeType::rounded: {  // deeper nests have more terms than are accounted for
            const Shape& core = shape.children()[0];
            return core.type() != ShapeType::rounded ? roundings(core) : 0;
        }
        case ShapeType::affine_image: {
            // Squares of the entries of Mᵀ d, also times sizes of the child and for an image of an image,
            // must neither overflow nor vanish beside eps of the image.
            const double largest =
                max_component(max(max(abs(shape.vector(0)), abs(shape.vector(1))), abs(shape.vector(2))));
            if (!(largest >= 1e-70 && largest <= 1e70 && shape.reach() >= 1e-100)) return 0;
            const double child = roundings(shape.children()[0]);
            return child > 0 && child <= kRoundings + kImageRoundings ? child + kImageRoundings : 0;
        }
        case ShapeType::half_space:
        case ShapeType::minkowski_sum:
        case ShapeType::convex_hull_of:
        case ShapeType::mesh:
        case ShapeType::compound:
        case ShapeType::height_field: return 0;
        default: return kRoundings;
    }
}

/// Of a shape that is neither rounded nor an image, up to the rounding that is accounted for above.
Heights heights_of(const Shape& shape, const Vec3& d) noexcept {
    const auto of_primitive = [&]<class P>(const P& p) -> Heights {
        if constexpr (requires { PrimitiveTraits<P>::heights(p, d); })
            return PrimitiveTraits<P>::heights(p, d);
        else
            return {};
    };
    return visit_primitive(shape, of_primitive,
                           [&] { return of_hull(static_cast<const HullData&>(*shape.payload()), d); });
}

/// What is left of a shape without its margins and maps: x of the shape along the axes is core along `rows`,
/// plus `shift`, give or take `margin`.
struct Peeled {
    const Shape* core = nullptr;
    std::array<Vec3, 3> rows{};
    Vec3 shift{};
    Vec3 margin{};
};

Peeled peel(const Shape& shape, const Mat3& rotation) noexcept {
    Peeled peeled{&shape, {row(rotation, 0), row(rotation, 1), row(rotation, 2)}};
    for (ShapeType type = shape.type(); type == ShapeType::rounded || type == ShapeType::affine_image;
         type = peeled.core->type()) {
        const Shape& outer = *peeled.core;
        peeled.core = &outer.children()[0];
        for (std::size_t i = 0; i < 3; ++i) {
            Vec3& d = peeled.rows[i];
            if (type == ShapeType::rounded) {
                peeled.margin[i] += outer.values()[0] * length(d);
            } else {
                peeled.shift[i] += dot(outer.vector(3), d);
                d = {dot(outer.vector(0), d), dot(outer.vector(1), d), dot(outer.vector(2), d)};
            }
        }
    }
    return peeled;
}

}  // namespace

Aabb unchecked_box_of(const Placed& placed) noexcept {
    const Shape& shape = placed.shape;
    const Mat3& r = placed.pose.rotation;
    if (const MeshData* mesh = mesh_data(shape)) {
        const Aabb box = transformed(mesh->tree.bounds(), Affine::from(placed.pose));
        if (shape.margin() == 0) return box;
        const auto grown = [&](std::size_t i) { return (1 + 8 * kEps) * shape.margin() * length(row(r, i)); };
        return minkowski_sum(box, aabb_around({}, {grown(0), grown(1), grown(2)}));
    }
    const double errors = roundings(shape);
    if (errors == 0) return fit_aabb(shape, Affine::from(placed.pose));
    const Peeled peeled = peel(shape, r);
    Aabb box;
    for (std::size_t i = 0; i < 3; ++i) {
        const Heights heights = heights_of(*peeled.core, peeled.rows[i]);
        const double at = placed.pose.position[i];
        const double rounding =
            peeled.margin[i] + kEps * (errors * shape.reach() + kRoundings * std::abs(at));
        box.min[i] = at + (heights.low + peeled.shift[i] - rounding);
        box.max[i] = at + (heights.high + peeled.shift[i] + rounding);
    }
    return box;
}

Aabb local_box_of(const Shape& shape) noexcept { return unchecked_box_of({shape, {}}); }

}  // namespace graze
