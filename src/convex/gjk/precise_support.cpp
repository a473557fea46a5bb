// Support points evaluated in double-double. The choices among ties are those of `support_enclosure`, made
// with the same operations on doubles.
#include "convex/gjk/precise_support.hpp"

#include <algorithm>
#include <cmath>

#include "graze/shape/shape.hpp"
#include "shape/primitives/directions.hpp"
#include "shape/primitives/list.hpp"

namespace graze {
namespace {

DoubleDouble precise_margin(const Shape& shape) noexcept {
    switch (shape.type()) {
        case ShapeType::rounded: return precise_margin(shape.children()[0]) + DoubleDouble(shape.values()[0]);
        case ShapeType::minkowski_sum:
            return precise_margin(shape.children()[0]) + precise_margin(shape.children()[1]);
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

PreciseVec3 grown(const PreciseVec3& core, const DoubleDouble& margin, const Vec3& direction) noexcept {
    if (margin == DoubleDouble(0)) return core;
    return core + margin * exact_unit<DoubleDouble>(direction);
}

/// The child of a hull of shapes that reaches farthest.
const Shape& farthest_child(const Shape& hull, const Vec3& direction) noexcept {
    const double norm = length(direction);
    const Shape* best = nullptr;
    double best_height = 0;
    for (const Shape& child : hull.children()) {
        std::uint32_t hint = 0;
        const double height =
            dot(direction, core_support(child, direction, hint)) + (child.margin() - hull.margin()) * norm;
        if (best && !(height > best_height)) continue;
        best = &child;
        best_height = height;
    }
    return *best;
}

/// The exact member of a primitive's core near its computed support point; other shapes, hulls and polygons,
/// have exact ones.
PreciseVec3 primitive_core(const Shape& shape, const Vec3& d) noexcept {
    const auto picked = [&] {
        std::uint32_t hint = 0;
        return precise(core_support(shape, d, hint));
    };
    const auto member = [&]<class P>(const P& p) -> PreciseVec3 {
        if constexpr (requires { PrimitiveTraits<P>::template core_member<DoubleDouble>(p, 0.0, d); })
            return PrimitiveTraits<P>::template core_member<DoubleDouble>(p, shape.margin(), d);
        else
            return picked();
    };
    return visit_primitive(shape, member, picked);
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
            const PreciseVec3 inner =
                precise_support(shape.children()[0], transpose_times(m, scaled_into_range(d)));
            return precise(m.columns[0]) * inner.x + precise(m.columns[1]) * inner.y +
                   precise(m.columns[2]) * inner.z + precise(shape.vector(3));
        }
        default: return primitive_core(shape, d);
    }
}

PreciseVec3 turned(const Mat3& m, const PreciseVec3& v) noexcept {
    return precise(m.columns[0]) * v.x + precise(m.columns[1]) * v.y + precise(m.columns[2]) * v.z;
}

}  // namespace

PreciseVec3 precise_support(const Shape& shape, const Vec3& direction) noexcept {
    const Vec3 scaled = scaled_into_range(direction);
    return grown(core(shape, scaled), precise_margin(shape), scaled);
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
    return dot(precise(direction),
               turned(a_->pose.rotation, precise_support(a_->shape, direction_in_a(direction))));
}

}  // namespace graze
