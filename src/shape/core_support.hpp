// Support points of cores, inlined into the solvers' loops: the plain shapes here, hulls and combinators out
// of line. Local frame. Any direction, zero included; only its direction matters, not its length.
#pragma once

#include <cstdint>

#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "shape/primitives/list.hpp"

namespace graze {

/// The types whose support is not a handful of operations.
Vec3 composite_core_support(const Shape& shape, const Vec3& direction, std::uint32_t& hint) noexcept;

/// At the unit direction d, for unit s and t perpendicular to it. Zero where the type has none.
inline SupportCurvature core_curvature(const Shape& shape, const Vec3& d, const Vec3& s,
                                       const Vec3& t) noexcept {
    const auto curvature = [&]<class P>(const P& p) -> SupportCurvature {
        if constexpr (requires { PrimitiveTraits<P>::core_curvature(p, 0.0, DirectionFrame{}); })
            return PrimitiveTraits<P>::core_curvature(p, shape.margin(), {d, s, t});
        else
            return {};
    };
    return visit_primitive(shape, curvature, [] { return SupportCurvature{}; });
}

/// See `core_support` in graze/shape/shape.hpp.
inline Vec3 core_support_inline(const Shape& shape, const Vec3& d, std::uint32_t& hint) noexcept {
    const auto of_primitive = [&]<class P>(const P& p) -> Vec3 {
        if constexpr (requires { PrimitiveTraits<P>::core_support(p, 0.0, d); })
            return PrimitiveTraits<P>::core_support(p, shape.margin(), d);
        else
            return shape.centre();
    };
    return visit_primitive(shape, of_primitive, [&] {
        if (shape.type() != ShapeType::hull) return composite_core_support(shape, d, hint);
        const auto& hull = static_cast<const HullData&>(*shape.payload());
        hint = support_vertex(hull, d, hint);
        return hull.vertices[hint];
    });
}

}  // namespace graze
