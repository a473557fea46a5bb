// Support points, heights and enclosures by kind of shape: in doubles for the solvers, in outward-rounded
// intervals for `verify`.
#include "graze/shape/shape.hpp"

#include <algorithm>
#include <span>

#include "shape/core_support.hpp"
#include "shape/highest_of_many.hpp"
#include "shape/primitives/directions.hpp"

namespace graze {
namespace {

Mat3 matrix_of(const Shape& image) noexcept { return {{image.vector(0), image.vector(1), image.vector(2)}}; }

std::span<const Vec3> vertices_of(const Shape& shape) noexcept {
    return static_cast<const HullData&>(*shape.payload()).vertices;
}

Vec3 grown(const Vec3& core, double margin, const Vec3& direction) noexcept {
    if (margin == 0) return core;
    return core + margin * unit(direction);
}

/// The child of a hull of shapes that reaches farthest, and its core's support point.
struct Farthest {
    std::size_t child = 0;
    Vec3 point{};
};
/// Heights count each child's margin beyond the common one.
Farthest farthest_child(const Shape& hull, const Vec3& direction) noexcept {
    const std::span<const Shape> children = hull.children();
    const double norm = length(direction);
    Farthest best;
    double best_height = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
        std::uint32_t hint = 0;
        const Vec3 point = core_support_inline(children[i], direction, hint);
        const double height = dot(direction, point) + (children[i].margin() - hull.margin()) * norm;
        if (i == 0 || height > best_height) {
            best = {i, point};
            best_height = height;
        }
    }
    return best;
}

/// core + margin * direction / |direction| in intervals: a point of the shape.
IntervalVec3 grown_enclosure(const IntervalVec3& core, const Interval& margin,
                             const Vec3& direction) noexcept {
    if (margin == Interval(0)) return core;
    return core + margin * exact_unit<Interval>(scaled_into_range(direction));
}

/// The exact member of a primitive's core near its computed support point.
IntervalVec3 primitive_core_enclosure(const Shape& shape, const Vec3& d) noexcept {
    const auto member = [&]<class P>(const P& p) -> IntervalVec3 {
        if constexpr (requires { PrimitiveTraits<P>::template core_member<Interval>(p, 0.0, d); }) {
            return PrimitiveTraits<P>::template core_member<Interval>(p, shape.margin(), d);
        } else {
            std::uint32_t hint = 0;
            return enclose(core_support_inline(shape, d, hint));
        }
    };
    return visit_primitive(shape, member, [&] {
        std::uint32_t hint = 0;
        return enclose(core_support_inline(shape, d, hint));
    });
}

IntervalVec3 core_enclosure(const Shape& shape, const Vec3& d) noexcept {
    switch (shape.type()) {
        case ShapeType::minkowski_sum:
            return core_enclosure(shape.children()[0], d) + core_enclosure(shape.children()[1], d);
        case ShapeType::rounded: return core_enclosure(shape.children()[0], d);
        case ShapeType::convex_hull_of: {
            const Shape& child = shape.children()[farthest_child(shape, d).child];
            return grown_enclosure(core_enclosure(child, d), exact_margin(child) - exact_margin(shape), d);
        }
        case ShapeType::affine_image: {
            const Mat3 m = matrix_of(shape);
            return enclose(m) *
                       support_enclosure(shape.children()[0], transpose_times(m, scaled_into_range(d))) +
                   enclose(shape.vector(3));
        }
        default: return primitive_core_enclosure(shape, d);
    }
}

}  // namespace

Interval exact_margin(const Shape& shape) noexcept {
    if (!shape.valid()) return shape.margin();
    switch (shape.type()) {
        case ShapeType::rounded: return exact_margin(shape.children()[0]) + Interval(shape.values()[0]);
        case ShapeType::minkowski_sum:
            return exact_margin(shape.children()[0]) + exact_margin(shape.children()[1]);
        case ShapeType::convex_hull_of: {
            Interval margin = exact_margin(shape.children()[0]);
            for (const Shape& child : shape.children().subspan(1)) margin = min(margin, exact_margin(child));
            return margin;
        }
        default: return shape.margin();
    }
}

Vec3 composite_core_support(const Shape& shape, const Vec3& d, std::uint32_t& hint) noexcept {
    switch (shape.type()) {
        case ShapeType::polygon: {
            hint = support_vertex(static_cast<const HullData&>(*shape.payload()), d, hint);
            return vertices_of(shape)[hint];
        }
        case ShapeType::rounded: return core_support_inline(shape.children()[0], d, hint);
        case ShapeType::minkowski_sum: {
            std::uint32_t second = 0;
            return core_support_inline(shape.children()[0], d, hint) +
                   core_support_inline(shape.children()[1], d, second);
        }
        case ShapeType::convex_hull_of: {
            const Vec3 direction = scaled_into_range(d);
            const Farthest farthest = farthest_child(shape, direction);
            return grown(farthest.point, shape.children()[farthest.child].margin() - shape.margin(),
                         direction);
        }
        case ShapeType::affine_image: {
            const Mat3 m = matrix_of(shape);
            const Shape& child = shape.children()[0];
            const Vec3 direction = scaled_into_range(transpose_times(
                m, scaled_into_range(d)));  // as support_enclosure does: both must pick the same member
            return m * grown(core_support_inline(child, direction, hint), child.margin(), direction) +
                   shape.vector(3);
        }
        default: return shape.centre();
    }
}

Vec3 core_support(const Shape& shape, const Vec3& direction, std::uint32_t& hint) noexcept {
    if (!shape.valid()) return shape.centre();
    return core_support_inline(shape, scaled_into_range(direction), hint);
}

Vec3 support(const Shape& shape, const Vec3& direction) noexcept {
    if (!shape.valid()) return shape.centre();
    // The zero direction becomes the same one for core and margin: their sum is then on the boundary.
    const Vec3 scaled = scaled_into_range(direction);
    std::uint32_t hint = 0;
    return grown(core_support_inline(shape, scaled, hint), shape.margin(), scaled);
}

IntervalVec3 core_support_enclosure(const Shape& shape, const Vec3& direction) noexcept {
    return shape.valid() ? core_enclosure(shape, scaled_into_range(direction)) : enclose(shape.centre());
}

IntervalVec3 support_enclosure(const Shape& shape, const Vec3& direction) noexcept {
    if (!shape.valid()) return enclose(shape.centre());
    const Vec3 scaled = scaled_into_range(direction);
    return grown_enclosure(core_enclosure(shape, scaled), exact_margin(shape), scaled);
}

namespace {

Interval composite_support_value(const Shape& shape, const IntervalVec3& d) noexcept {
    switch (shape.type()) {
        case ShapeType::hull:
        case ShapeType::polygon: {
            const auto all = [&](const auto& take) {
                for (const Vec3& vertex : vertices_of(shape)) take(vertex);
            };
            return highest_of_many(all, shape.core_reach(), d);
        }
        case ShapeType::minkowski_sum:
            return support_value(shape.children()[0], d) + support_value(shape.children()[1], d);
        case ShapeType::rounded:
            return support_value(shape.children()[0], d) + Interval(shape.values()[0]) * norm(d);
        case ShapeType::convex_hull_of: {
            Interval best{-std::numeric_limits<double>::infinity()};
            for (const Shape& child : shape.children()) best = max(best, support_value(child, d));
            return best;
        }
        case ShapeType::affine_image: {
            const Mat3 m = matrix_of(shape);
            return support_value(shape.children()[0], transpose_times(enclose(m), d)) +
                   dot(enclose(shape.vector(3)), d);
        }
        default:
            return shape.payload()->height(d) +
                   exact_margin(shape) * norm(d);  // meshes, compounds, height fields
    }
}

}  // namespace

Interval support_value(const Shape& shape, const IntervalVec3& d) noexcept {
    if (!shape.valid()) return Interval::everything();
    const auto of_primitive = [&]<class P>(const P& p) -> Interval {
        if constexpr (requires { PrimitiveTraits<P>::support_value(p, d); })
            return PrimitiveTraits<P>::support_value(p, d);
        else
            return Interval::everything();
    };
    return visit_primitive(shape, of_primitive, [&] { return composite_support_value(shape, d); });
}

Interval support_value(const Placed& placed, const Vec3& direction) noexcept {
    const IntervalVec3 n = enclose(direction);
    return support_value(placed.shape, transpose_times(enclose(placed.pose.rotation), n)) +
           dot(enclose(placed.pose.position), n);
}

}  // namespace graze
