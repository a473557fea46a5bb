#pragma once

#include "math/nearest.hpp"
#include "shape/primitives/cylinder.hpp"
#include "shape/primitives/flat_clearance.hpp"

namespace graze {

/// Whether the apex is at least as high as the rim: half_height * z beats radius * |xy| - half_height * z.
inline bool apex_is_highest(double radius, double half_height, const Vec3& direction) noexcept {
    if (!(direction.z > 0)) return false;
    const double height = 2 * half_height * direction.z;
    const double height_sq = height * height;
    const double across_sq = radius * radius * (direction.x * direction.x + direction.y * direction.y);
    const double larger = std::max(height_sq, across_sq);
    if (larger > 1e-280 && larger < 1e280) return height_sq >= across_sq;
    // The squares leave the range of double: compare the lengths.
    const Vec3 d = unit(direction);
    return 2 * half_height * d.z >= radius * std::hypot(d.x, d.y);
}

inline Vec3 cone_support(double radius, double half_height, const Vec3& direction) noexcept {
    if (apex_is_highest(radius, half_height, direction)) return {0, 0, half_height};
    return disk_support(radius, direction, -half_height);
}

template <> struct PrimitiveTraits<Cone> {
    static constexpr ShapeType kType = ShapeType::cone;
    static constexpr std::string_view kName = "cone";
    static constexpr std::array kFields{PrimitiveField{"radius", 1}, PrimitiveField{"half_height", 1}};
    static constexpr bool kSizes = true;
    static constexpr bool kMargin = false;
    static constexpr bool kPolytopeCore = false;
    static constexpr bool kSmoothCore = false;

    static PrimitiveMeasure measure(const Cone& c) noexcept {
        const double reach = farthest({{{c.radius, 0, c.half_height}}});
        return {.centre = {0, 0, -0.5 * c.half_height},
                .core_reach = reach,
                .support_error = kSupportRoundings * reach};
    }
    static std::optional<std::array<Vec3, 2>> flat_corners(const Cone& c) noexcept {
        if (c.radius > 0) return std::nullopt;
        return axis_ends(c.half_height);
    }

    static Vec3 core_support(const Cone& c, double /*margin*/, const Vec3& d) noexcept {
        return cone_support(c.radius, c.half_height, d);
    }
    template <class Scalar>
    static BasicVec3<Scalar> core_member(const Cone& c, double margin, const Vec3& d) noexcept {
        const Vec3 picked = core_support(c, margin, d);
        if (picked.x == 0 && picked.y == 0)
            return exactly<Scalar>(picked);  // the apex, or the axis of a cone without width
        return exact_rim<Scalar>(c.radius, d, -c.half_height);
    }
    static Heights heights(const Cone& c, const Vec3& d) noexcept {
        const double apex = c.half_height * d.z;
        const double width = c.radius * std::sqrt(d.x * d.x + d.y * d.y);
        return {std::min(apex, -apex - width), std::max(apex, width - apex)};
    }
    static void face(const Cone& c, const Vec3& d, const LevelAngle& level, SupportFace& face) noexcept {
        if (-d.z >= level.cosine) return add_rim(c.radius, -c.half_height, 0, face);
        const Vec3 apex{0, 0, c.half_height};
        const double across = std::hypot(d.x, d.y);
        const Vec3 rim = across > 0 ? Vec3{c.radius * d.x / across, c.radius * d.y / across, -c.half_height}
                                    //
                                    : Vec3{c.radius, 0, -c.half_height};
        face.id = kSideName;
        const bool line = across > 0 && is_level(apex - rim, d, level) && c.half_height > 0;
        const bool apex_higher = dot(d, apex) > dot(d, rim);
        if (line || !apex_higher) face.add(rim, kSideName);
        if (line || apex_higher) face.add(apex, kSideName + 1);
    }
    /// The largest one: in its triangle through the axis it touches all three sides.
    static InnerBall inner_ball(const Cone& c, double /*margin*/) noexcept {
        const double slant = length(Vec2{c.radius, 2 * c.half_height});
        if (!(slant > 0)) return {};
        const double inner = c.radius * (2 * c.half_height / (c.radius + slant));
        return {{0, 0, inner - c.half_height}, inner, {0, 0, -1}};
    }

    static Interval support_value(const Cone& c, const IntervalVec3& d) noexcept {
        const Interval apex = Interval(c.half_height) * d.z;
        return max(apex, Interval(c.radius) * norm({d.x, d.y, Interval(0)}) - apex);
    }
    static double clearance(const Cone& c, const IntervalVec3& x) noexcept {
        if (c.half_height == 0) return PrimitiveTraits<Cylinder>::clearance({c.radius, 0}, x);
        const Interval r = c.radius;
        const Interval h = c.half_height;
        const Interval across = sqrt(square(x.x) + square(x.y));
        // Heights over the base, below the apex, and inside of the slanted side.
        const Interval slant =
            (r * (h - x.z) - Interval(2) * h * across) / sqrt(square(r) + square(Interval(2) * h));
        const double inside = std::min({(x.z + h).lower, (h - x.z).lower, slant.lower});
        if (inside >= 0) return inside;
        // By symmetry the nearest point lies in the half-plane of the axis and x, where the cone is a
        // triangle.
        const IntervalVec3 flat{across, Interval(0), x.z};
        const Vec3 rim{c.radius, 0, -c.half_height};
        return std::max(segment_clearance({0, 0, c.half_height}, rim, flat),
                        segment_clearance({0, 0, -c.half_height}, rim, flat));
    }
    static std::optional<IntervalVec3> core_member_near(const Cone& c, double /*margin*/,
                                                        const Vec3& x) noexcept {
        const double h = c.half_height;
        return member_in_profile(
            x,
            [&](const Vec2& p) {
                const TrianglePoint nearest =
                    nearest_on_triangle({{{0, -h, 0}, {c.radius, -h, 0}, {0, h, 0}}}, Vec3{p.x, p.y, 0});
                const double height = std::clamp((2 * nearest.v - 1) * h, -h, h);
                // Below by its rounding: next to the apex that is more than a share of it.
                const double narrowing = h > 0 ? std::max(0.0, 0.5 - 0.5 * (height / h) - 4 * kEps) : 1;
                return Vec2{std::min(nearest.u, narrowing) * c.radius, height};
            },
            [&](const IntervalVec3& y) { return clearance(c, y) >= 0; });
    }
};

}  // namespace graze
