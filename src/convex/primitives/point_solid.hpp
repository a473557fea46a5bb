// A point against a solid with a closed form. Local frame of the solid. Inline: a closed form is a few
// nanoseconds of work, and an answer handed over in memory costs as much.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/math/vec.hpp"
#include "math/square_range.hpp"

namespace graze {

struct PointSolid {
    double distance = 0;    ///< Signed: > 0 outside.
    Vec3 nearest{};         ///< Nearest point of the boundary.
    Vec3 outward{1, 0, 0};  ///< Unit, out of the solid at `nearest`: point = nearest + distance * outward.
};

/// The root of x² + y², by std::hypot only where the squares leave the range of double.
inline double safe_length(double x, double y) noexcept {
    const double square = x * x + y * y;
    return is_square_in_range(square) ? std::sqrt(square) : std::hypot(x, y);
}

/// A point of the half-plane (radius from the axis, height) of a solid of revolution, and how to get back to
/// space.
struct Meridian {
    double r = 0;
    double z = 0;
    double cosine = 1;  ///< Direction of the radius; the x axis when the point is on the axis.
    double sine = 0;

    explicit Meridian(const Vec3& p) noexcept : r(safe_length(p.x, p.y)), z(p.z) {
        if (r > 0) {
            cosine = p.x / r;
            sine = p.y / r;
        }
    }
    [[nodiscard]] Vec3 to_space(double radius, double height) const noexcept {
        return {radius * cosine, radius * sine, height};
    }
    /// Outside a corner or edge: nearest point known, direction from it.
    [[nodiscard]] PointSolid from_outside(double near_r, double near_z) const noexcept {
        const double dr = r - near_r;
        const double dz = z - near_z;
        const double d = safe_length(dr, dz);
        return {d, to_space(near_r, near_z), to_space(dr / d, dz / d)};
    }
};

inline PointSolid point_box(const Vec3& h, const Vec3& p) noexcept {
    const Vec3 clamped = max(-h, min(h, p));
    const Vec3 out = p - clamped;
    const double square = length_sq(out);
    if (is_square_in_range(square)) {
        const double distance = std::sqrt(square);
        return {distance, clamped, out * (1 / distance)};
    }
    if (square > 0) {
        const Vec3 direction = unit(out);
        return {dot(direction, out), clamped, direction};
    }
    const Vec3 clearance = h - abs(p);
    const std::size_t i = clearance.x <= clearance.y && clearance.x <= clearance.z ? 0
                          : clearance.y <= clearance.z                             ? 1
                                                                                   : 2;
    PointSolid result{-clearance[i], p, {}};
    const double side = p[i] < 0 ? -1 : 1;
    result.nearest[i] = side * h[i];
    result.outward[0] = 0;
    result.outward[i] = side;
    return result;
}

inline PointSolid point_cylinder(double radius, double half_height, const Vec3& p) noexcept {
    const Meridian m(p);
    const double side = m.r - radius;
    const double cap = std::abs(m.z) - half_height;
    const double up = m.z < 0 ? -1 : 1;
    if (side > 0 && cap > 0) return m.from_outside(radius, up * half_height);
    if (side >= cap) return {side, m.to_space(radius, m.z), m.to_space(1, 0)};
    return {cap, m.to_space(m.r, up * half_height), {0, 0, up}};
}

inline PointSolid point_cone(double radius, double half_height, const Vec3& p) noexcept {
    // A disk, a segment or a point has no slant, and is a cylinder as well.
    if (!(radius > 0 && half_height > 0)) return point_cylinder(radius, half_height, p);
    const Meridian m(p);
    const double slant = safe_length(radius, 2 * half_height);
    // Unit normal and direction of the slant line from the rim (radius, -half_height) to the apex (0,
    // half_height).
    const double nr = 2 * half_height / slant;
    const double nz = radius / slant;
    const double along = (m.z + half_height) * nr - (m.r - radius) * nz;  // from the rim, in 0 .. slant
    const double beyond =
        (m.z - half_height) * nr - m.r * nz;  // the same from the apex, where it is 0 exactly
    const double side = (m.r - radius) * nr + (m.z + half_height) * nz;
    const double base = -half_height - m.z;
    if (side > 0 && beyond > 0) return m.from_outside(0, half_height);
    if (side > 0 && along >= 0)
        return {side, m.to_space(m.r - side * nr, m.z - side * nz), m.to_space(nr, nz)};
    if (base > 0 && m.r <= radius) return {base, m.to_space(m.r, -half_height), {0, 0, -1}};
    if (side > 0 || base > 0) return m.from_outside(radius, -half_height);
    if (side >= base) return {side, m.to_space(m.r - side * nr, m.z - side * nz), m.to_space(nr, nz)};
    return {base, m.to_space(m.r, -half_height), {0, 0, -1}};
}

}  // namespace graze
