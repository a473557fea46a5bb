// A point at the origin with the radius as its margin.
#pragma once

#include "shape/primitives/traits.hpp"

namespace graze {

template <> struct PrimitiveTraits<Sphere> {
    static constexpr ShapeType kType = ShapeType::sphere;
    static constexpr std::string_view kName = "sphere";
    static constexpr std::array kFields{PrimitiveField{"radius", 1}};
    static constexpr bool kSizes = true;
    static constexpr bool kMargin = true;
    static constexpr bool kPolytopeCore = true;
    static constexpr bool kSmoothCore = true;

    static PrimitiveMeasure measure(const Sphere& s) noexcept { return {.margin = s.radius}; }
    static std::array<Vec3, 1> core_corners(const Sphere& /*s*/) noexcept { return {Vec3{}}; }
    static std::array<Vec3, 1> flat_corners(const Sphere& /*s*/) noexcept { return {Vec3{}}; }

    static Vec3 core_support(const Sphere& /*s*/, double /*margin*/, const Vec3& /*d*/) noexcept {
        return {};
    }
    static Heights heights(const Sphere& s, const Vec3& d) noexcept {
        return even_heights(s.radius * length(d));
    }

    static Interval support_value(const Sphere& s, const IntervalVec3& d) noexcept {
        return Interval(s.radius) * norm(d);
    }
    static double clearance(const Sphere& s, const IntervalVec3& x) noexcept {
        return (Interval(s.radius) - norm(x)).lower;
    }
};

}  // namespace graze
