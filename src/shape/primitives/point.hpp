#pragma once

#include "shape/primitives/traits.hpp"

namespace graze {

template <> struct PrimitiveTraits<Point> {
    static constexpr ShapeType kType = ShapeType::point;
    static constexpr std::string_view kName = "point";
    static constexpr std::array kFields{PrimitiveField{"position", 3}};
    static constexpr bool kSizes = false;
    static constexpr bool kMargin = false;
    static constexpr bool kPolytopeCore = true;
    static constexpr bool kSmoothCore = true;

    static PrimitiveMeasure measure(const Point& p) noexcept {
        return {.centre = p.position, .core_reach = farthest({{p.position}})};
    }
    static std::array<Vec3, 1> core_corners(const Point& p) noexcept { return {p.position}; }
    static std::array<Vec3, 1> flat_corners(const Point& p) noexcept { return {p.position}; }

    static Vec3 core_support(const Point& p, double /*margin*/, const Vec3& /*d*/) noexcept {
        return p.position;
    }
    static Heights heights(const Point& p, const Vec3& d) noexcept {
        return corner_heights({{p.position}}, d);
    }

    static Interval support_value(const Point& p, const IntervalVec3& d) noexcept {
        return highest_corner({{p.position}}, d);
    }
    static double clearance(const Point& p, const IntervalVec3& x) noexcept {
        return outside_by(norm(x - enclose(p.position)));
    }
};

}  // namespace graze
