// Support points evaluated in double-double, with the choices among ties that `support_enclosure` makes.
#include "convex/gjk/precise_support.hpp"

#include <algorithm>
#include <cmath>

#include "graze/shape/support.hpp"

namespace graze {
namespace {

/// The choices below are those of `support_enclosure`, made with the same operations on doubles.
Vec3 tame(const Vec3& direction) noexcept {
    const double largest = max_component(abs(direction));
    return largest > 1e-30 && largest < 1e30 ? direction : unit(direction);
}

DoubleDouble precise_margin(const Shape& shape) noexcept {
    switch (shape.type()) {
        case ShapeType::rounded: return precise_margin(shape.children()[0]) + DoubleDouble(shape.values()[0]);
        case ShapeType::minkowski_sum: return precise_margin(shape.children()[0]) + precise_margin(shape.children()[1]);
        case ShapeType::convex_hull_of: {
            DoubleDouble least = precise_margin(shape.children()[0]);
            for (const Shape& child : shape.children().subspan(1)) {
                const DoubleDouble margin = precise_margin(child);
                if (margin < least) least = margin;
            }
            return least;
        }
        default: return shape.margin();
    }
}

PreciseVec3 scaled_to_unit(const PreciseVec3& v) noexcept { return v * (DoubleDouble(1) / length(v)); }

PreciseVec3 grown(const PreciseVec3& core, const DoubleDouble& margin, const Vec3& direction) noexcept {
    if (margin == DoubleDouble(0)) return core;
    return core + margin * scaled_to_unit(precise(direction));
}

PreciseVec3 disk(double radius, const Vec3& direction, double z) noexcept {
    if (direction.x == 0 && direction.y == 0) return {radius, 0, z};
    const PreciseVec3 rim = DoubleDouble(radius) * scaled_to_unit(precise(tame({direction.x, direction.y, 0})));
    return {rim.x, rim.y, z};
}

/// radii² d / |radii d| - margin d / |d|.
PreciseVec3 ellipsoid_core(const Shape& shape, const Vec3& direction) noexcept {
    const PreciseVec3 radii = precise(shape.vector(0));
    const double largest = max_component(shape.vector(0));
    if (!(largest > 0)) return {};
    const PreciseVec3 d = scaled_to_unit(precise(direction));
    PreciseVec3 scaled = hadamard(radii * (DoubleDouble(1) / DoubleDouble(largest)), d);
    const double top = max_component(abs(rounded_to_double(scaled)));
    if (!(top > 1e-250)) return {radii.x - DoubleDouble(shape.margin()), 0, 0};
    scaled = scaled * (DoubleDouble(1) / DoubleDouble(top));
    return hadamard(radii, scaled_to_unit(scaled)) - DoubleDouble(shape.margin()) * d;
}

/// The child of a hull of shapes that reaches farthest.
const Shape& farthest_child(const Shape& hull, const Vec3& direction) noexcept {
    const double norm = length(direction);
    const Shape* best = nullptr;
    double best_height = 0;
    for (const Shape& child : hull.children()) {
        std::uint32_t hint = 0;
        const double height = dot(direction, core_support(child, direction, hint)) + (child.margin() - hull.margin()) * norm;
        if (best && !(height > best_height)) continue;
        best = &child;
        best_height = height;
    }
    return *best;
}

PreciseVec3 core(const Shape& shape, const Vec3& d) noexcept {
    switch (shape.type()) {
        case ShapeType::minkowski_sum: return core(shape.children()[0], d) + core(shape.children()[1], d);
        case ShapeType::rounded: return core(shape.children()[0], d);
        case ShapeType::convex_hull_of: {
            const Shape& child = farthest_child(shape, d);
            return grown(core(child, d), precise_margin(child) - precise_margin(shape), d);
        }
        case ShapeType::affine_image: {
            const Mat3 m{{shape.vector(0), shape.vector(1), shape.vector(2)}};
            const PreciseVec3 inner = precise_support(shape.children()[0], transpose_times(m, tame(d)));
            return precise(m.columns[0]) * inner.x + precise(m.columns[1]) * inner.y + precise(m.columns[2]) * inner.z +
                   precise(shape.vector(3));
        }
        case ShapeType::cylinder: return disk(shape.values()[0], d, d.z < 0 ? -shape.values()[1] : shape.values()[1]);
        case ShapeType::ellipsoid: return ellipsoid_core(shape, d);
        default: break;
    }
    std::uint32_t hint = 0;
    const Vec3 picked = core_support(shape, d, hint);
    const bool on_rim = shape.type() == ShapeType::cone && !(picked.x == 0 && picked.y == 0);
    return on_rim ? disk(shape.values()[0], d, -shape.values()[1]) : precise(picked);
}

PreciseVec3 turned(const Mat3& m, const PreciseVec3& v) noexcept {
    return precise(m.columns[0]) * v.x + precise(m.columns[1]) * v.y + precise(m.columns[2]) * v.z;
}

}  // namespace

PreciseVec3 precise_support(const Shape& shape, const Vec3& direction) noexcept {
    const Vec3 tamed = tame(direction);
    return grown(core(shape, tamed), precise_margin(shape), tamed);
}

PrecisePair::PrecisePair(const Placed& a, const Placed& b) noexcept : a_(&a), b_(&b) {
    const Vec3& p = a.pose.position;
    const Vec3& q = b.pose.position;
    apart_ = {DoubleDouble::sum(p.x, -q.x), DoubleDouble::sum(p.y, -q.y), DoubleDouble::sum(p.z, -q.z)};
    const double extent = a.shape.reach() + b.shape.reach() + length(rounded_to_double(apart_));
    int exponent = 0;
    std::frexp(extent, &exponent);
    scale_ = std::ldexp(1.0, std::min(-exponent, 1000));
    rounding_ = kEps * extent * scale_;
}

PreciseVec3 PrecisePair::support(const Vec3& direction) const noexcept {
    const PreciseVec3 of_a = turned(a_->pose.rotation, precise_support(a_->shape, direction_in_a(direction)));
    const PreciseVec3 of_b = turned(b_->pose.rotation, precise_support(b_->shape, direction_in_b(direction)));
    return (of_a - of_b + apart_) * DoubleDouble(scale_);
}

DoubleDouble PrecisePair::top_of_a(const Vec3& direction) const noexcept {
    return dot(precise(direction), turned(a_->pose.rotation, precise_support(a_->shape, direction_in_a(direction))));
}

}  // namespace graze
