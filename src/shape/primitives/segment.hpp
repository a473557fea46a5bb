#pragma once

#include "shape/primitives/face.hpp"
#include "shape/primitives/flat_clearance.hpp"
#include "shape/primitives/traits.hpp"

namespace graze {

template <> struct PrimitiveTraits<Segment> {
    static constexpr ShapeType kType = ShapeType::segment;
    static constexpr std::string_view kName = "segment";
    static constexpr std::array kFields{PrimitiveField{"a", 3}, PrimitiveField{"b", 3}};
    static constexpr bool kSizes = false;
    static constexpr bool kMargin = false;
    static constexpr bool kPolytopeCore = true;
    static constexpr bool kSmoothCore = false;

    static PrimitiveMeasure measure(const Segment& s) noexcept {
        return {.centre = 0.5 * s.a + 0.5 * s.b, .core_reach = farthest({{s.a, s.b}})};
    }
    static std::array<Vec3, 2> core_corners(const Segment& s) noexcept { return {s.a, s.b}; }
    static std::array<Vec3, 2> flat_corners(const Segment& s) noexcept { return {s.a, s.b}; }

    static Vec3 core_support(const Segment& s, double /*margin*/, const Vec3& d) noexcept {
        return best_of(d, s.a, s.b);
    }
    static Heights heights(const Segment& s, const Vec3& d) noexcept {
        return corner_heights({{s.a, s.b}}, d);
    }
    static void face(const Segment& s, const Vec3& d, const LevelAngle& level, SupportFace& face) noexcept {
        add_edge_or_corner({{s.a, s.b}}, d, level, face);
    }

    static Interval support_value(const Segment& s, const IntervalVec3& d) noexcept {
        return highest_corner({{s.a, s.b}}, d);
    }
    static double clearance(const Segment& s, const IntervalVec3& x) noexcept {
        return segment_clearance(s.a, s.b, x);
    }
    static std::optional<IntervalVec3> core_member_near(const Segment& s, double /*margin*/,
                                                        const Vec3& x) noexcept {
        return triangle_member_near({s.a, s.b, s.b}, x);
    }
};

}  // namespace graze
