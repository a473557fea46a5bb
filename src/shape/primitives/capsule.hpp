// A segment on the z axis with the radius as its margin.
#pragma once

#include "shape/primitives/face.hpp"
#include "shape/primitives/traits.hpp"

namespace graze {

template <> struct PrimitiveTraits<Capsule> {
    static constexpr ShapeType kType = ShapeType::capsule;
    static constexpr std::string_view kName = "capsule";
    static constexpr std::array kFields{PrimitiveField{"radius", 1}, PrimitiveField{"half_height", 1}};
    static constexpr bool kSizes = true;
    static constexpr bool kMargin = true;
    static constexpr bool kPolytopeCore = true;
    static constexpr bool kSmoothCore = false;

    static PrimitiveMeasure measure(const Capsule& c) noexcept {
        return {.margin = c.radius, .core_reach = c.half_height};
    }
    static std::array<Vec3, 2> core_corners(const Capsule& c) noexcept { return axis_ends(c.half_height); }
    static std::array<Vec3, 2> flat_corners(const Capsule& c) noexcept { return axis_ends(c.half_height); }
    static Vec3 core_half_extents(const Capsule& c) noexcept { return {0, 0, c.half_height}; }

    static Vec3 core_support(const Capsule& c, double /*margin*/, const Vec3& d) noexcept {
        return {0, 0, d.z < 0 ? -c.half_height : c.half_height};
    }
    static Heights heights(const Capsule& c, const Vec3& d) noexcept {
        return even_heights(c.radius * length(d) + c.half_height * std::abs(d.z));
    }
    static void face(const Capsule& c, const Vec3& d, const LevelAngle& level, SupportFace& face) noexcept {
        const Vec3 end{0, 0, c.half_height};
        const Vec3 out = d * c.radius;
        const bool lying = std::abs(d.z) <= level.sine && end.z > 0;
        face.id = kSideName;
        if (lying || d.z < 0) face.add(out - end, 0);
        if (lying || d.z >= 0) face.add(out + end, 1);
    }

    static Interval support_value(const Capsule& c, const IntervalVec3& d) noexcept {
        return Interval(c.radius) * norm(d) + Interval(c.half_height) * abs(d.z);
    }
    static double clearance(const Capsule& c, const IntervalVec3& x) noexcept {
        return (Interval(c.radius) - norm({x.x, x.y, positive_part(abs(x.z) - Interval(c.half_height))}))
            .lower;
    }
};

}  // namespace graze
