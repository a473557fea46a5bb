// Support points, heights and enclosures by kind of shape: in doubles for the solvers, in outward-rounded intervals for `verify`.
#include "graze/shape/support.hpp"

#include <algorithm>
#include <span>

#include "shape/core_support.hpp"

namespace graze {
namespace {

Mat3 matrix_of(const Shape& image) noexcept { return {{image.vector(0), image.vector(1), image.vector(2)}}; }

std::span<const Vec3> vertices_of(const Shape& shape) noexcept { return static_cast<const HullData&>(*shape.payload()).vertices; }

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

/// The same direction with a largest component within 1e-30 .. 1e30: products with lengths up to 1e100 stay finite. The x axis
/// for zero.
Vec3 tame(const Vec3& direction) noexcept {
    const double largest = max_component(abs(direction));
    return largest > 1e-30 && largest < 1e30 ? direction : unit(direction);
}

IntervalVec3 core_enclosure(const Shape& shape, const Vec3& direction) noexcept;

IntervalVec3 unit_enclosure(const Vec3& direction) noexcept {
    const Vec3 d = tame(direction);
    const IntervalVec3 exact = enclose(d);
    const Interval size = norm(exact);
    // Components of a unit vector lie in [-1, 1] whatever the rounding.
    const Interval one{-1, 1};
    return {intersect(exact.x / size, one), intersect(exact.y / size, one), intersect(exact.z / size, one)};
}

/// core + margin * direction / |direction| in intervals: a point of the shape.
IntervalVec3 grown_enclosure(const IntervalVec3& core, const Interval& margin, const Vec3& direction) noexcept {
    if (margin == Interval(0)) return core;
    return core + margin * unit_enclosure(direction);
}

IntervalVec3 disk_enclosure(double radius, const Vec3& direction, double z) noexcept {
    const Vec3 d = tame({direction.x, direction.y, 0});
    if (direction.x == 0 && direction.y == 0) return {radius, Interval(0), z};
    const Interval x = d.x;
    const Interval y = d.y;
    const Interval norm = sqrt(square(x) + square(y));
    const Interval one{-1, 1};
    return {Interval(radius) * intersect(x / norm, one), Interval(radius) * intersect(y / norm, one), z};
}

/// The core's member with outward normal `direction`: radii² d / |radii d| - margin d / |d|.
IntervalVec3 ellipsoid_enclosure(const Shape& shape, const Vec3& direction) noexcept {
    const IntervalVec3 radii = enclose(shape.vector(0));
    const double largest = max_component(shape.vector(0));
    if (!(largest > 0)) return {};
    const IntervalVec3 d = unit_enclosure(direction);
    IntervalVec3 scaled = hadamard(radii * (Interval(1) / Interval(largest)), d);
    const double top = std::max({abs(scaled.x).upper, abs(scaled.y).upper, abs(scaled.z).upper});
    // Flat across the direction: all members are equally high, the one on the x axis as well.
    if (!(top > 1e-250)) return {radii.x - Interval(shape.margin()), Interval(0), Interval(0)};
    scaled = {scaled.x / Interval(top), scaled.y / Interval(top), scaled.z / Interval(top)};
    const Interval size = norm(scaled);
    const IntervalVec3 u{scaled.x / size, scaled.y / size, scaled.z / size};
    return hadamard(radii, u) - Interval(shape.margin()) * d;
}

IntervalVec3 core_enclosure(const Shape& shape, const Vec3& d) noexcept {
    switch (shape.type()) {
        case ShapeType::minkowski_sum: return core_enclosure(shape.children()[0], d) + core_enclosure(shape.children()[1], d);
        case ShapeType::rounded: return core_enclosure(shape.children()[0], d);
        case ShapeType::convex_hull_of: {
            const Shape& child = shape.children()[farthest_child(shape, d).child];
            return grown_enclosure(core_enclosure(child, d), exact_margin(child) - exact_margin(shape), d);
        }
        case ShapeType::affine_image: {
            const Mat3 m = matrix_of(shape);
            return enclose(m) * support_enclosure(shape.children()[0], transpose_times(m, tame(d))) + enclose(shape.vector(3));
        }
        case ShapeType::cylinder: return disk_enclosure(shape.values()[0], d, d.z < 0 ? -shape.values()[1] : shape.values()[1]);
        case ShapeType::cone: {
            std::uint32_t hint = 0;
            const Vec3 picked = core_support_inline(shape, d, hint);
            if (picked.x == 0 && picked.y == 0) return enclose(picked);  // the apex, or the axis of a cone without width
            return disk_enclosure(shape.values()[0], d, -shape.values()[1]);
        }
        case ShapeType::ellipsoid: return ellipsoid_enclosure(shape, d);
        default: {
            std::uint32_t hint = 0;
            return enclose(core_support_inline(shape, d, hint));
        }
    }
}

Interval highest(std::span<const Vec3> points, const IntervalVec3& d) noexcept {
    Interval best{-std::numeric_limits<double>::infinity()};
    for (const Vec3& p : points) best = max(best, dot(enclose(p), d));
    return best;
}

}  // namespace

Interval exact_margin(const Shape& shape) noexcept {
    if (!shape.valid()) return shape.margin();
    switch (shape.type()) {
        case ShapeType::rounded: return exact_margin(shape.children()[0]) + Interval(shape.values()[0]);
        case ShapeType::minkowski_sum: return exact_margin(shape.children()[0]) + exact_margin(shape.children()[1]);
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
            return core_support_inline(shape.children()[0], d, hint) + core_support_inline(shape.children()[1], d, second);
        }
        case ShapeType::convex_hull_of: {
            const Vec3 direction = tame(d);
            const Farthest farthest = farthest_child(shape, direction);
            return grown(farthest.point, shape.children()[farthest.child].margin() - shape.margin(), direction);
        }
        case ShapeType::affine_image: {
            const Mat3 m = matrix_of(shape);
            const Shape& child = shape.children()[0];
            const Vec3 direction = tame(transpose_times(m, tame(d)));  // as support_enclosure does: both must pick the same member
            return m * grown(core_support_inline(child, direction, hint), child.margin(), direction) + shape.vector(3);
        }
        default: return shape.centre();
    }
}

Vec3 core_support(const Shape& shape, const Vec3& direction, std::uint32_t& hint) noexcept {
    if (!shape.valid()) return shape.centre();
    return core_support_inline(shape, tame(direction), hint);
}

Vec3 support(const Shape& shape, const Vec3& direction) noexcept {
    if (!shape.valid()) return shape.centre();
    // The zero direction becomes the same one for core and margin: their sum is then on the boundary.
    const Vec3 tamed = tame(direction);
    std::uint32_t hint = 0;
    return grown(core_support_inline(shape, tamed, hint), shape.margin(), tamed);
}

IntervalVec3 core_support_enclosure(const Shape& shape, const Vec3& direction) noexcept {
    return shape.valid() ? core_enclosure(shape, tame(direction)) : enclose(shape.centre());
}

IntervalVec3 support_enclosure(const Shape& shape, const Vec3& direction) noexcept {
    if (!shape.valid()) return enclose(shape.centre());
    const Vec3 tamed = tame(direction);
    return grown_enclosure(core_enclosure(shape, tamed), exact_margin(shape), tamed);
}

Interval support_value(const Shape& shape, const IntervalVec3& d) noexcept {
    if (!shape.valid() || shape.type() == ShapeType::half_space) return Interval::everything();
    const auto& v = shape.values();
    switch (shape.type()) {
        case ShapeType::sphere: return Interval(v[0]) * norm(d);
        case ShapeType::box: return Interval(v[0]) * abs(d.x) + Interval(v[1]) * abs(d.y) + Interval(v[2]) * abs(d.z);
        case ShapeType::capsule: return Interval(v[0]) * norm(d) + Interval(v[1]) * abs(d.z);
        case ShapeType::cylinder: return Interval(v[0]) * norm({d.x, d.y, Interval(0)}) + Interval(v[1]) * abs(d.z);
        case ShapeType::cone: return max(Interval(v[1]) * d.z, Interval(v[0]) * norm({d.x, d.y, Interval(0)}) - Interval(v[1]) * d.z);
        case ShapeType::ellipsoid: return norm(hadamard(enclose(shape.vector(0)), d));
        case ShapeType::hull:
        case ShapeType::polygon: return highest(vertices_of(shape), d);
        case ShapeType::point: return highest({{shape.vector(0)}}, d);
        case ShapeType::segment: return highest({{shape.vector(0), shape.vector(1)}}, d);
        case ShapeType::triangle: return highest({{shape.vector(0), shape.vector(1), shape.vector(2)}}, d);
        case ShapeType::tetrahedron: return highest({{shape.vector(0), shape.vector(1), shape.vector(2), shape.vector(3)}}, d);
        case ShapeType::minkowski_sum: return support_value(shape.children()[0], d) + support_value(shape.children()[1], d);
        case ShapeType::rounded: return support_value(shape.children()[0], d) + Interval(v[0]) * norm(d);
        case ShapeType::convex_hull_of: {
            Interval best{-std::numeric_limits<double>::infinity()};
            for (const Shape& child : shape.children()) best = max(best, support_value(child, d));
            return best;
        }
        case ShapeType::affine_image: {
            const Mat3 m = matrix_of(shape);
            return support_value(shape.children()[0], transpose_times(enclose(m), d)) + dot(enclose(shape.vector(3)), d);
        }
        case ShapeType::mesh:
        case ShapeType::compound:
        case ShapeType::height_field: return shape.payload()->height(d) + exact_margin(shape) * norm(d);
        case ShapeType::half_space: break;
    }
    return Interval::everything();
}

Interval support_value(const Placed& placed, const Vec3& direction) noexcept {
    const IntervalVec3 n = enclose(direction);
    return support_value(placed.shape, transpose_times(enclose(placed.pose.rotation), n)) + dot(enclose(placed.pose.position), n);
}

}  // namespace graze
