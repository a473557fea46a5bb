// The list of primitives. A new one has its header in this folder, is included here and has one line in the
// list; what the library needs to know of it follows from its traits. CONTRIBUTING.md, "Adding a primitive",
// has the steps.
#pragma once

#include "shape/primitives/box.hpp"
#include "shape/primitives/capsule.hpp"
#include "shape/primitives/cone.hpp"
#include "shape/primitives/cylinder.hpp"
#include "shape/primitives/ellipsoid.hpp"
#include "shape/primitives/half_space.hpp"
#include "shape/primitives/point.hpp"
#include "shape/primitives/segment.hpp"
#include "shape/primitives/sphere.hpp"
#include "shape/primitives/tapered_capsule.hpp"
#include "shape/primitives/tetrahedron.hpp"
#include "shape/primitives/triangle.hpp"

// A macro, for the cases of one switch are to come of it: chains of comparisons would cost time in the loops
// of the solvers.
#define GRAZE_PRIMITIVES(X) \
    X(Point)                \
    X(Segment)              \
    X(Triangle)             \
    X(Tetrahedron)          \
    X(Sphere)               \
    X(Box)                  \
    X(Capsule)              \
    X(Cylinder)             \
    X(Cone)                 \
    X(Ellipsoid)            \
    X(HalfSpace)            \
    X(TaperedCapsule)

namespace graze {

/// f(std::type_identity<P>{}) for the primitive P of that type; otherwise() for every other type.
template <class F, class Otherwise>
constexpr auto visit_primitive_type(ShapeType type, F&& f, Otherwise&& otherwise) {
#define GRAZE_CASE(P) \
    case PrimitiveTraits<P>::kType: return f(std::type_identity<P>{});
    switch (type) {
        GRAZE_PRIMITIVES(GRAZE_CASE)
        default: return otherwise();
    }
#undef GRAZE_CASE
}

/// f(p) with the struct p that the shape was made from; otherwise() for shapes that are no primitives.
template <class F, class Otherwise> auto visit_primitive(const Shape& shape, F&& f, Otherwise&& otherwise) {
    return visit_primitive_type(
        shape.type(), [&]<class P>(std::type_identity<P>) { return f(primitive<P>(shape.values())); },
        otherwise);
}

/// The hull of its corners, without a margin.
template <class P>
concept PolytopePrimitive = !PrimitiveTraits<P>::kMargin && requires(const P& p) {
    PrimitiveTraits<P>::core_corners(p);
};

/// What readers, writers and generators need of a primitive.
struct PrimitiveInfo {
    ShapeType type{};
    std::string_view name;
    std::span<const PrimitiveField> fields;
    std::size_t numbers = 0;  ///< Of all fields: the first ones of `Shape::values`.
    bool sizes = false;       ///< The numbers are sizes, not negative; else they are coordinates.
    bool polytope = false;    ///< The hull of its corners, without a margin.
};

template <class P> constexpr PrimitiveInfo info_of() noexcept {
    using Traits = PrimitiveTraits<P>;
    std::size_t numbers = 0;
    for (const PrimitiveField& field : Traits::kFields) numbers += field.components;
    return {Traits::kType, Traits::kName, Traits::kFields, numbers, Traits::kSizes, PolytopePrimitive<P>};
}

#define GRAZE_INFO(P) info_of<P>(),
inline constexpr std::array kPrimitives{GRAZE_PRIMITIVES(GRAZE_INFO)};
#undef GRAZE_INFO

#define GRAZE_CHECK(P) \
    static_assert(info_of<P>().numbers * sizeof(double) == sizeof(P), "the fields are those of the struct");
GRAZE_PRIMITIVES(GRAZE_CHECK)
#undef GRAZE_CHECK
#undef GRAZE_PRIMITIVES

/// Null for types that are no primitives.
constexpr const PrimitiveInfo* primitive_info(ShapeType type) noexcept {
    for (const PrimitiveInfo& info : kPrimitives) {
        if (info.type == type) return &info;
    }
    return nullptr;
}

/// The primitive of that type with those numbers; the origin as a point for types that are no primitives.
inline Shape make_primitive(ShapeType type, const std::array<double, 12>& values) noexcept {
    return visit_primitive_type(
        type, [&]<class P>(std::type_identity<P>) { return Shape(primitive<P>(values)); },
        [] { return Shape(Point{}); });
}

}  // namespace graze
