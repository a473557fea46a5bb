#pragma once

#include "shape/primitives/directions.hpp"
#include "shape/primitives/face.hpp"
#include "shape/primitives/round_member.hpp"
#include "shape/primitives/traits.hpp"

namespace graze {

template <> struct PrimitiveTraits<Cylinder> {
    static constexpr ShapeType kType = ShapeType::cylinder;
    static constexpr std::string_view kName = "cylinder";
    static constexpr std::array kFields{PrimitiveField{"radius", 1}, PrimitiveField{"half_height", 1}};
    static constexpr bool kSizes = true;
    static constexpr bool kMargin = false;
    static constexpr bool kPolytopeCore = false;
    static constexpr bool kSmoothCore = false;

    static PrimitiveMeasure measure(const Cylinder& c) noexcept {
        const double reach = farthest({{{c.radius, 0, c.half_height}}});
        return {.core_reach = reach, .support_error = kSupportRoundings * reach};
    }
    static std::optional<std::array<Vec3, 2>> flat_corners(const Cylinder& c) noexcept {
        if (c.radius > 0) return std::nullopt;
        return axis_ends(c.half_height);
    }

    static Vec3 core_support(const Cylinder& c, double /*margin*/, const Vec3& d) noexcept {
        return disk_support(c.radius, d, d.z < 0 ? -c.half_height : c.half_height);
    }
    template <class Scalar>
    static BasicVec3<Scalar> core_member(const Cylinder& c, double /*margin*/, const Vec3& d) noexcept {
        return exact_rim<Scalar>(c.radius, d, d.z < 0 ? -c.half_height : c.half_height);
    }
    static Heights heights(const Cylinder& c, const Vec3& d) noexcept {
        return even_heights(c.radius * std::sqrt(d.x * d.x + d.y * d.y) + c.half_height * std::abs(d.z));
    }
    static void face(const Cylinder& c, const Vec3& d, const LevelAngle& level, SupportFace& face) noexcept {
        if (std::abs(d.z) >= level.cosine)
            return add_rim(c.radius, std::copysign(c.half_height, d.z), d.z > 0 ? 1 : 0, face);
        const double across = std::hypot(d.x, d.y);
        const Vec3 side{c.radius * d.x / across, c.radius * d.y / across, 0};
        face.id = kSideName;
        if (std::abs(d.z) <= level.sine) {
            face.add(side - Vec3{0, 0, c.half_height}, kSideName);
            face.add(side + Vec3{0, 0, c.half_height}, kSideName + 1);
        } else {
            face.add(side + Vec3{0, 0, std::copysign(c.half_height, d.z)},
                     d.z > 0 ? kSideName + 1 : kSideName);
        }
    }
    static InnerBall inner_ball(const Cylinder& c, double /*margin*/) noexcept {
        return ball_along_smallest({c.radius, c.radius, c.half_height});
    }

    static Interval support_value(const Cylinder& c, const IntervalVec3& d) noexcept {
        return Interval(c.radius) * norm({d.x, d.y, Interval(0)}) + Interval(c.half_height) * abs(d.z);
    }
    static double clearance(const Cylinder& c, const IntervalVec3& x) noexcept {
        const Interval across = sqrt(square(x.x) + square(x.y)) - Interval(c.radius);
        const Interval along = abs(x.z) - Interval(c.half_height);
        const double inside = -std::max(across.upper, along.upper);
        if (inside >= 0) return inside;
        return outside_by(sqrt(square(positive_part(across)) + square(positive_part(along))));
    }
    static std::optional<IntervalVec3> core_member_near(const Cylinder& c, double /*margin*/,
                                                        const Vec3& x) noexcept {
        return member_in_profile(
            x,
            [&](const Vec2& p) {
                return Vec2{std::min(p.x, c.radius), std::clamp(p.y, -c.half_height, c.half_height)};
            },
            [&](const IntervalVec3& y) { return clearance(c, y) >= 0; });
    }
};

}  // namespace graze
