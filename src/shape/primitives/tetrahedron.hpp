#pragma once

#include "shape/primitives/face.hpp"
#include "shape/primitives/flat_clearance.hpp"
#include "shape/primitives/traits.hpp"

namespace graze {

template <> struct PrimitiveTraits<Tetrahedron> {
    static constexpr ShapeType kType = ShapeType::tetrahedron;
    static constexpr std::string_view kName = "tetrahedron";
    static constexpr std::array kFields{PrimitiveField{"a", 3}, PrimitiveField{"b", 3},
                                        PrimitiveField{"c", 3}, PrimitiveField{"d", 3}};
    static constexpr bool kSizes = false;
    static constexpr bool kMargin = false;
    static constexpr bool kPolytopeCore = true;
    static constexpr bool kSmoothCore = false;

    static PrimitiveMeasure measure(const Tetrahedron& t) noexcept {
        return {.centre = (t.a + t.b + t.c + t.d) * 0.25, .core_reach = farthest({{t.a, t.b, t.c, t.d}})};
    }
    static std::array<Vec3, 4> core_corners(const Tetrahedron& t) noexcept { return {t.a, t.b, t.c, t.d}; }

    static Vec3 core_support(const Tetrahedron& t, double /*margin*/, const Vec3& d) noexcept {
        return best_of(d, best_of(d, best_of(d, t.a, t.b), t.c), t.d);
    }
    static Heights heights(const Tetrahedron& t, const Vec3& d) noexcept {
        return corner_heights({{t.a, t.b, t.c, t.d}}, d);
    }
    static void face(const Tetrahedron& t, const Vec3& d, const LevelAngle& level,
                     SupportFace& face) noexcept {
        add_tetrahedron_face(core_corners(t), d, level, face);
    }

    static Interval support_value(const Tetrahedron& t, const IntervalVec3& d) noexcept {
        return highest_corner({{t.a, t.b, t.c, t.d}}, d);
    }
    static double clearance(const Tetrahedron& t, const IntervalVec3& x) noexcept {
        return four_point_clearance({t.a, t.b, t.c, t.d}, x);
    }
};

}  // namespace graze
