// The margin is the radius of a ball that rolls freely inside; the core is what remains.
#pragma once

#include "shape/primitives/directions.hpp"
#include "shape/primitives/traits.hpp"

namespace graze {

/// Support point of the ellipsoid less its margin along the direction.
inline Vec3 ellipsoid_core_support(const Vec3& radii, double margin, const Vec3& direction) noexcept {
    const double largest = max_component(radii);
    if (!(largest > 0)) return {};
    const Vec3 d = unit(direction);
    const Vec3 scaled = unit(hadamard(radii * (1 / largest), d));
    return hadamard(radii, scaled) - margin * d;
}

/// See `clearance` in verify/membership.hpp.
double ellipsoid_clearance(const Vec3& radii, const IntervalVec3& x) noexcept;

template <> struct PrimitiveTraits<Ellipsoid> {
    static constexpr ShapeType kType = ShapeType::ellipsoid;
    static constexpr std::string_view kName = "ellipsoid";
    static constexpr std::array kFields{PrimitiveField{"radii", 3}};
    static constexpr bool kSizes = true;
    static constexpr bool kMargin = true;
    static constexpr bool kPolytopeCore = false;
    static constexpr bool kSmoothCore = true;

    /// A ball no larger than the smallest radius of curvature, min² / max, rolls freely inside, so the
    /// ellipsoid is the sum of that ball and a smaller convex core. Searches on near-spheres then work on a
    /// near-point.
    static PrimitiveMeasure measure(const Ellipsoid& e) noexcept {
        const double largest = max_component(e.radii);
        const double smallest = std::min({e.radii.x, e.radii.y, e.radii.z});
        const double margin = largest > 0 ? smallest * (smallest / largest) * (1 - 4 * kEps) : 0;
        return {{}, margin, largest - margin * (1 - 4 * kEps), kSupportRoundings * largest};
    }

    static Vec3 core_support(const Ellipsoid& e, double margin, const Vec3& d) noexcept {
        return ellipsoid_core_support(e.radii, margin, d);
    }
    /// radii² d / |radii d| - margin d / |d|.
    template <class Scalar>
    static BasicVec3<Scalar> core_member(const Ellipsoid& e, double margin, const Vec3& direction) noexcept {
        const BasicVec3<Scalar> radii = exactly<Scalar>(e.radii);
        const double largest = max_component(e.radii);
        if (!(largest > 0)) return {};
        const BasicVec3<Scalar> d = exact_unit<Scalar>(direction);
        const BasicVec3<Scalar> scaled = hadamard(radii * (Scalar(1) / Scalar(largest)), d);
        const double top = largest_of(scaled);
        // Flat across the direction: all members are equally high, the one on the x axis as well.
        if (!(top > 1e-250)) return {radii.x - Scalar(margin), Scalar(0), Scalar(0)};
        return hadamard(radii, normalised(divided(scaled, Scalar(top)))) - Scalar(margin) * d;
    }
    static Heights heights(const Ellipsoid& e, const Vec3& d) noexcept {
        return even_heights(length(hadamard(e.radii, d)));
    }
    static InnerBall inner_ball(const Ellipsoid& e, double margin) noexcept {
        InnerBall ball = ball_along_smallest(e.radii);
        ball.radius = std::max(0.0, ball.radius - margin);
        return ball;
    }
    static SupportCurvature core_curvature(const Ellipsoid& e, double margin,
                                           const DirectionFrame& frame) noexcept {
        const Vec3 m = hadamard(e.radii, frame.d);
        const double inverse = 1 / length(m);
        const Vec3 rs = hadamard(e.radii, frame.s);
        const Vec3 rt = hadamard(e.radii, frame.t);
        const double ms = dot(m, rs) * inverse;
        const double mt = dot(m, rt) * inverse;
        return {(dot(rs, rs) - ms * ms) * inverse - margin, (dot(rs, rt) - ms * mt) * inverse,
                (dot(rt, rt) - mt * mt) * inverse - margin};
    }

    static Interval support_value(const Ellipsoid& e, const IntervalVec3& d) noexcept {
        return norm(hadamard(enclose(e.radii), d));
    }
    static double clearance(const Ellipsoid& e, const IntervalVec3& x) noexcept {
        return ellipsoid_clearance(e.radii, x);
    }
};

}  // namespace graze
