#pragma once

#include "shape/primitives/face.hpp"
#include "shape/primitives/traits.hpp"

namespace graze {

template <> struct PrimitiveTraits<Box> {
    static constexpr ShapeType kType = ShapeType::box;
    static constexpr std::string_view kName = "box";
    static constexpr std::array kFields{PrimitiveField{"half_extents", 3}};
    static constexpr bool kSizes = true;
    static constexpr bool kMargin = false;
    static constexpr bool kPolytopeCore = true;
    static constexpr bool kSmoothCore = false;

    static PrimitiveMeasure measure(const Box& b) noexcept {
        return {.core_reach = farthest({{b.half_extents}})};
    }
    /// Corner i is at the positive end of x, y, z where the bits 1, 2, 4 of i are set.
    static std::array<Vec3, 8> core_corners(const Box& b) noexcept {
        const Vec3& h = b.half_extents;
        std::array<Vec3, 8> corners{};
        for (std::size_t i = 0; i < 8; ++i)
            corners[i] = {(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z};
        return corners;
    }
    static std::optional<std::array<Vec3, 4>> flat_corners(const Box& b) noexcept {
        using Loop = std::array<Vec3, 4>;
        const Vec3& h = b.half_extents;
        if (h.x == 0) return Loop{{{0, -h.y, -h.z}, {0, h.y, -h.z}, {0, h.y, h.z}, {0, -h.y, h.z}}};
        if (h.y == 0) return Loop{{{-h.x, 0, -h.z}, {h.x, 0, -h.z}, {h.x, 0, h.z}, {-h.x, 0, h.z}}};
        if (h.z == 0) return Loop{{{-h.x, -h.y, 0}, {h.x, -h.y, 0}, {h.x, h.y, 0}, {-h.x, h.y, 0}}};
        return std::nullopt;
    }
    static Vec3 core_half_extents(const Box& b) noexcept { return b.half_extents; }

    static Vec3 core_support(const Box& b, double /*margin*/, const Vec3& d) noexcept {
        const Vec3& h = b.half_extents;
        return {std::copysign(h.x, d.x), std::copysign(h.y, d.y), std::copysign(h.z, d.z)};
    }
    static Heights heights(const Box& b, const Vec3& d) noexcept {
        const Vec3& h = b.half_extents;
        return even_heights(h.x * std::abs(d.x) + h.y * std::abs(d.y) + h.z * std::abs(d.z));
    }
    static void face(const Box& b, const Vec3& d, const LevelAngle& level, SupportFace& face) noexcept {
        add_box_face(b.half_extents, d, level, face);
    }
    static InnerBall inner_ball(const Box& b, double /*margin*/) noexcept {
        return ball_along_smallest(b.half_extents);
    }

    static Interval support_value(const Box& b, const IntervalVec3& d) noexcept {
        const Vec3& h = b.half_extents;
        return Interval(h.x) * abs(d.x) + Interval(h.y) * abs(d.y) + Interval(h.z) * abs(d.z);
    }
    static double clearance(const Box& b, const IntervalVec3& x) noexcept {
        const Vec3& h = b.half_extents;
        const IntervalVec3 over{abs(x.x) - Interval(h.x), abs(x.y) - Interval(h.y), abs(x.z) - Interval(h.z)};
        const double inside = -std::max({over.x.upper, over.y.upper, over.z.upper});
        if (inside >= 0) return inside;
        return outside_by(norm({positive_part(over.x), positive_part(over.y), positive_part(over.z)}));
    }
};

}  // namespace graze
