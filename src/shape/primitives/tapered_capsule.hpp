// The hull of two spheres on the z axis: the union of the balls around the points between their centres,
// whose radii go linearly from one to the other. The margin is the smaller radius, so the core is the hull of
// a point and a ball. Where one sphere contains the other, which is decided exactly, the margin is the larger
// radius and the core a point, as for a sphere.
#pragma once

#include "shape/primitives/directions.hpp"
#include "shape/primitives/face.hpp"
#include "shape/primitives/traits.hpp"

namespace graze {

/// The spheres by size; of equal ones the upper one counts as the larger.
struct TaperedEnds {
    double large = 0;  ///< Radii.
    double small = 0;
    double height = 0;  ///< z of the larger one's centre; the other one's is minus that.

    explicit TaperedEnds(const TaperedCapsule& c) noexcept
        : large(std::max(c.radius_bottom, c.radius_top)),
          small(std::min(c.radius_bottom, c.radius_top)),
          height(c.radius_top >= c.radius_bottom ? c.half_height : -c.half_height) {}

    [[nodiscard]] Vec3 large_centre() const noexcept { return {0, 0, height}; }
    [[nodiscard]] Vec3 small_centre() const noexcept { return {0, 0, -height}; }

    /// Whether the larger sphere contains the smaller one, exactly: the sum is split into itself and its
    /// rounding error.
    [[nodiscard]] bool nested() const noexcept {
        const double across = 2 * std::abs(height);
        const double sum = small + across;
        return large > sum || (large == sum && rounding::sum_error(small, across, sum) <= 0);
    }
    /// Whether the larger sphere is at least as high as the smaller one: (large - small) |d| >= -2 height
    /// d.z.
    [[nodiscard]] bool large_is_highest(const Vec3& direction) const noexcept {
        const double rise = 2 * height * direction.z;
        if (rise >= 0) return true;
        const double extra = large - small;
        const double rise_sq = rise * rise;
        const double extra_sq = extra * extra * length_sq(direction);
        const double larger = std::max(rise_sq, extra_sq);
        if (larger > 1e-280 && larger < 1e280) return extra_sq >= rise_sq;
        // The squares leave the range of double: compare the lengths.
        return extra >= -2 * height * unit(direction).z;
    }
    /// The weight in [0, 1] of the larger sphere for which the ball between them holds x best. With u the
    /// height of x towards the larger one and b the slope of the radius, r + b p - sqrt(rho² + (u - p)²) has
    /// its maximum at p = u + b rho / sqrt(1 - b²).
    [[nodiscard]] double best_weight(const Vec3& x) const noexcept {
        const double half = std::abs(height);
        const double slope = (large - small) / (2 * half);
        const double lean = slope / std::sqrt((1 - slope) * (1 + slope));
        const double towards = (height < 0 ? -x.z : x.z) + lean * std::hypot(x.x, x.y);
        const double weight = 0.5 + 0.5 * (towards / half);
        return weight < 1 ? std::max(weight, 0.0) : 1;  // NaN and infinity: nested up to rounding
    }
};

template <> struct PrimitiveTraits<TaperedCapsule> {
    static constexpr ShapeType kType = ShapeType::tapered_capsule;
    static constexpr std::string_view kName = "tapered_capsule";
    static constexpr std::array kFields{PrimitiveField{"radius_bottom", 1}, PrimitiveField{"radius_top", 1},
                                        PrimitiveField{"half_height", 1}};
    static constexpr bool kSizes = true;
    static constexpr bool kMargin = true;
    static constexpr bool kPolytopeCore = false;
    static constexpr bool kSmoothCore = false;

    static PrimitiveMeasure measure(const TaperedCapsule& c) noexcept {
        const TaperedEnds ends(c);
        if (ends.nested())
            return {.centre = ends.large_centre(), .margin = ends.large, .core_reach = c.half_height};
        const double reach = (c.half_height + (ends.large - ends.small)) * (1 + 4 * kEps);
        // In the middle between the lowest and the highest point.
        return {{0, 0, 0.5 * (c.radius_top - c.radius_bottom)}, ends.small, reach, kSupportRoundings * reach};
    }
    static std::array<PrimitiveBall, 2> balls(const TaperedCapsule& c) noexcept {
        return {{{{0, 0, -c.half_height}, c.radius_bottom}, {{0, 0, c.half_height}, c.radius_top}}};
    }
    static std::optional<std::array<Vec3, 2>> flat_corners(const TaperedCapsule& c) noexcept {
        if (c.radius_bottom > 0 || c.radius_top > 0) return std::nullopt;
        return axis_ends(c.half_height);
    }

    static Vec3 core_support(const TaperedCapsule& c, double margin, const Vec3& d) noexcept {
        const TaperedEnds ends(c);
        if (margin > ends.small) return ends.large_centre();  // nested
        if (!ends.large_is_highest(d)) return ends.small_centre();
        return ends.large > ends.small ? ends.large_centre() + (ends.large - ends.small) * unit(d)
                                       : ends.large_centre();
    }
    template <class Scalar>
    static BasicVec3<Scalar> core_member(const TaperedCapsule& c, double margin, const Vec3& d) noexcept {
        const TaperedEnds ends(c);
        const bool round = !(margin > ends.small) && ends.large > ends.small && ends.large_is_highest(d);
        if (!round) return exactly<Scalar>(core_support(c, margin, d));
        return exactly<Scalar>(ends.large_centre()) +
               (Scalar(ends.large) - Scalar(ends.small)) * exact_unit<Scalar>(d);
    }
    static Heights heights(const TaperedCapsule& c, const Vec3& d) noexcept {
        const double norm = length(d);
        const double end = c.half_height * d.z;
        return {std::min(-end - c.radius_bottom * norm, end - c.radius_top * norm),
                std::max(-end + c.radius_bottom * norm, end + c.radius_top * norm)};
    }
    /// On its side it touches a plane in a line; else it faces the direction with a point of one of the
    /// spheres.
    static void face(const TaperedCapsule& c, const Vec3& d, const LevelAngle& level,
                     SupportFace& face) noexcept {
        const Vec3 bottom = Vec3{0, 0, -c.half_height} + d * c.radius_bottom;
        const Vec3 top = Vec3{0, 0, c.half_height} + d * c.radius_top;
        const bool line = !TaperedEnds(c).nested() && is_level(top - bottom, d, level);
        const bool top_higher = dot(d, top - bottom) >= 0;
        face.id = kSideName;
        if (line || !top_higher) face.add(bottom, 0);
        if (line || top_higher) face.add(top, 1);
    }
    static InnerBall inner_ball(const TaperedCapsule& c, double margin) noexcept {
        const TaperedEnds ends(c);
        return {ends.large_centre(), ends.large - margin, {0, 0, ends.height < 0 ? -1.0 : 1.0}};
    }

    static Interval support_value(const TaperedCapsule& c, const IntervalVec3& d) noexcept {
        const Interval size = norm(d);
        const Interval end = Interval(c.half_height) * d.z;
        return max(Interval(c.radius_bottom) * size - end, Interval(c.radius_top) * size + end);
    }
    /// By the ball between the ends that holds x best: each of them is in the shape.
    static double clearance(const TaperedCapsule& c, const IntervalVec3& x) noexcept {
        const TaperedEnds ends(c);
        const Interval weight = ends.best_weight(middle(x));
        const Interval radius = weight * Interval(ends.large) + (Interval(1) - weight) * Interval(ends.small);
        return (radius - norm({x.x, x.y, x.z - centre_height(ends, weight)})).lower;
    }
    static std::optional<IntervalVec3> core_member_near(const TaperedCapsule& c, double margin,
                                                        const Vec3& x) noexcept {
        const TaperedEnds ends(c);
        if (margin > ends.small) return enclose(ends.large_centre());  // nested
        const Interval weight = ends.best_weight(x);
        const Interval radius = weight * (Interval(ends.large) - Interval(ends.small));
        const Interval height = centre_height(ends, weight);
        const Vec3 out{x.x, x.y, x.z - height.middle()};
        if (!is_finite(out)) return std::nullopt;
        // A point inside of the ball is as good as its direction and distance are.
        const double share = radius.upper > 0 ? std::min(1.0, length(out) / radius.upper) : 0;
        const IntervalVec3 centre{Interval(0), Interval(0), height};
        return centre + Interval(share) * radius * exact_unit<Interval>(scaled_into_range(out));
    }

private:
    /// Of the ball between the ends, by the weight of the larger one.
    static Interval centre_height(const TaperedEnds& ends, const Interval& weight) noexcept {
        return (Interval(2) * weight - Interval(1)) * Interval(ends.height);
    }
};

}  // namespace graze
