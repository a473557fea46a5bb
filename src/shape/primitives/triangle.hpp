#pragma once

#include "math/degeneracy/triangle_normal.hpp"
#include "shape/primitives/face.hpp"
#include "shape/primitives/flat_clearance.hpp"
#include "shape/primitives/traits.hpp"

namespace graze {

template <> struct PrimitiveTraits<Triangle> {
    static constexpr ShapeType kType = ShapeType::triangle;
    static constexpr std::string_view kName = "triangle";
    static constexpr std::array kFields{PrimitiveField{"a", 3}, PrimitiveField{"b", 3},
                                        PrimitiveField{"c", 3}};
    static constexpr bool kSizes = false;
    static constexpr bool kMargin = false;
    static constexpr bool kPolytopeCore = true;
    static constexpr bool kSmoothCore = false;

    static PrimitiveMeasure measure(const Triangle& t) noexcept {
        return {.centre = (t.a + t.b + t.c) * (1.0 / 3), .core_reach = farthest({{t.a, t.b, t.c}})};
    }
    static std::array<Vec3, 3> core_corners(const Triangle& t) noexcept { return {t.a, t.b, t.c}; }
    static std::array<Vec3, 3> flat_corners(const Triangle& t) noexcept { return {t.a, t.b, t.c}; }

    static Vec3 core_support(const Triangle& t, double /*margin*/, const Vec3& d) noexcept {
        return best_of(d, best_of(d, t.a, t.b), t.c);
    }
    static Heights heights(const Triangle& t, const Vec3& d) noexcept {
        return corner_heights({{t.a, t.b, t.c}}, d);
    }
    static void face(const Triangle& t, const Vec3& d, const LevelAngle& level, SupportFace& face) noexcept {
        add_triangle_or_edge(core_corners(t), unit(corner_normal(t.b - t.a, t.c - t.a)), d, level, face);
    }

    static Interval support_value(const Triangle& t, const IntervalVec3& d) noexcept {
        return highest_corner({{t.a, t.b, t.c}}, d);
    }
    static double clearance(const Triangle& t, const IntervalVec3& x) noexcept {
        return triangle_clearance({t.a, t.b, t.c}, x);
    }
    static std::optional<IntervalVec3> core_member_near(const Triangle& t, double /*margin*/,
                                                        const Vec3& x) noexcept {
        return triangle_member_near({t.a, t.b, t.c}, x);
    }
};

}  // namespace graze
