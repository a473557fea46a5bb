// How far a point outside a box, cylinder or cone is from it, and how that distance changes as the point
// moves: value, gradient and second derivative in closed form, for searches that take Newton's steps. Frame
// of the solid; squares of its sizes in range.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/math/vec.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

struct DistanceDerivatives {
    double distance = 0;   ///< 0 within the solid: nothing below is set then.
    Vec3 nearest{};        ///< Point of the solid.
    Vec3 outward{};        ///< Unit, from there to the point: the gradient.
    double round = 0;      ///< 1 / distance from a corner or edge, 0 from a face or side.
    Vec3 moving{1, 1, 1};  ///< 0 for the axes along which moving does not leave the edge; else 1.
    Vec3 around{};         ///< Unit, across the outward direction: around the axis of revolution, where the
                           ///< curvature is larger by
    double turn = 0;       ///< this amount.

    /// Second derivative of the distance along e and f.
    [[nodiscard]] double hessian(const Vec3& e, const Vec3& f) const noexcept {
        return round * (dot(hadamard(moving, e), f) - dot(outward, e) * dot(outward, f)) +
               turn * dot(around, e) * dot(around, f);
    }
};

struct BoxSolid {
    Vec3 half{};
    static bool serves(const Shape& shape) noexcept { return shape.type() == ShapeType::box; }
    explicit BoxSolid(const Shape& shape) noexcept : half(shape.vector(0)) {}
    [[nodiscard]] DistanceDerivatives at(const Vec3& p) const noexcept {
        DistanceDerivatives at;
        at.nearest = max(-half, min(half, p));
        const Vec3 out = p - at.nearest;
        at.distance = length(out);
        at.round = 1 / at.distance;
        at.outward = out * at.round;
        at.moving = {out.x != 0 ? 1.0 : 0.0, out.y != 0 ? 1.0 : 0.0, out.z != 0 ? 1.0 : 0.0};
        return at;
    }
    [[nodiscard]] double height(const Vec3& n) const noexcept { return dot(half, abs(n)); }
};

/// The plane through the axis of a solid of revolution that holds a point.
struct AxisPlane {
    double rho = 0;  ///< Distance from the axis.
    double inverse_rho = 0;
    double cosine = 1;  ///< Direction of the point's radius; x on the axis.
    double sine = 0;

    explicit AxisPlane(const Vec3& p) noexcept : rho(std::sqrt(p.x * p.x + p.y * p.y)) {
        if (!(rho > 0)) return;
        inverse_rho = 1 / rho;
        cosine = p.x * inverse_rho;
        sine = p.y * inverse_rho;
    }
    /// From a corner of the solid's outline that is `r` closer to the axis and `z` lower than p.
    [[nodiscard]] DistanceDerivatives from_corner(const Vec3& p, double r, double z) const noexcept {
        const double distance = std::sqrt(r * r + z * z);
        const double round = 1 / distance;
        const Vec3 n{r * round * cosine, r * round * sine, z * round};
        // Around the axis the radial part of n turns with the radius rho, not with the distance.
        return {distance,           p - Vec3{r * cosine, r * sine, z}, n, round, {1, 1, 1},
                {-sine, cosine, 0}, r * round * inverse_rho - round};
    }
    /// From a line of the outline with unit normal (r, z).
    [[nodiscard]] DistanceDerivatives from_line(const Vec3& p, double distance, double r,
                                                double z) const noexcept {
        const Vec3 n{r * cosine, r * sine, z};
        return {distance, p - distance * n, n, 0, {1, 1, 1}, {-sine, cosine, 0}, r * inverse_rho};
    }
};

struct CylinderSolid {
    double radius = 0;
    double half = 0;
    static bool serves(const Shape& shape) noexcept { return shape.type() == ShapeType::cylinder; }
    CylinderSolid(double r, double h) noexcept : radius(r), half(h) {}
    explicit CylinderSolid(const Shape& shape) noexcept
        : CylinderSolid(shape.values()[0], shape.values()[1]) {}
    [[nodiscard]] DistanceDerivatives at(const Vec3& p) const noexcept {
        const AxisPlane plane(p);
        const double side = plane.rho - radius;
        const double cap = std::abs(p.z) - half;
        const double up = std::copysign(1.0, p.z);
        if (side > 0 && cap > 0) return plane.from_corner(p, side, up * cap);
        if (side > 0) return plane.from_line(p, side, 1, 0);
        if (cap > 0) return plane.from_line(p, cap, 0, up);
        return {};
    }
    [[nodiscard]] double height(const Vec3& n) const noexcept {
        return radius * std::sqrt(n.x * n.x + n.y * n.y) + half * std::abs(n.z);
    }
};

struct ConeSolid {
    double radius = 0;
    double half = 0;
    double slant = 0;     ///< Length from the rim to the apex,
    double normal_r = 0;  ///< and its unit normal.
    double normal_z = 0;
    static bool serves(const Shape& shape) noexcept { return shape.type() == ShapeType::cone; }
    explicit ConeSolid(const Shape& shape) noexcept : radius(shape.values()[0]), half(shape.values()[1]) {
        slant = std::sqrt(radius * radius + 4 * half * half);
        normal_r = 2 * half / slant;
        normal_z = radius / slant;
    }
    /// Has a slant: not a disk, a segment or a point.
    [[nodiscard]] bool proper() const noexcept { return radius > 0 && half > 0; }
    [[nodiscard]] DistanceDerivatives at(const Vec3& p) const noexcept {
        if (!proper()) return CylinderSolid(radius, half).at(p);
        const AxisPlane plane(p);
        const double out = plane.rho - radius;
        const double up = p.z + half;
        const double along = up * normal_r - out * normal_z;  // from the rim
        const double side = out * normal_r + up * normal_z;
        if (side > 0 && along >= slant) return from_apex(p);
        if (side > 0 && along >= 0) return plane.from_line(p, side, normal_r, normal_z);
        if (up < 0 && out <= 0) return plane.from_line(p, -up, 0, -1);
        if (side > 0 || up < 0) return plane.from_corner(p, out, up);
        return {};
    }
    [[nodiscard]] double height(const Vec3& n) const noexcept {
        return std::max(half * n.z, radius * std::sqrt(n.x * n.x + n.y * n.y) - half * n.z);
    }

private:
    [[nodiscard]] DistanceDerivatives from_apex(const Vec3& p) const noexcept {
        const Vec3 apex{0, 0, half};
        const double distance = length(p - apex);
        return {distance, apex, (p - apex) * (1 / distance), 1 / distance, {1, 1, 1}, {}, 0};
    }
};

}  // namespace graze
