// How far a piece of a surface is from the flat triangle whose corners are on it, from bounds of derivatives
// over the triangle's part of the parameter plane. docs/notes/cad.md has the derivation. Angles in radians,
// lengths in the surface's unit. Bounds hold for exact arithmetic; `padded` adds what doubles may lose.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <graze/math/interval.hpp>

namespace graze::cad {

/// A box of the parameter plane.
struct UvBox {
    Interval u;
    Interval v;
};

/// Bounds of the norms of a surface's derivatives over a box.
struct PatchBounds {
    double u = 0;
    double v = 0;
    double uu = 0;
    double uv = 0;
    double vv = 0;
};

/// Of cos over an interval, the largest magnitude; of sin with a quarter turn less.
inline double largest_cos(const Interval& angle) {
    constexpr double kPi = 3.14159265358979323846;
    const double turns = std::ceil(angle.lower / kPi - 1e-9);
    if (turns * kPi <= angle.upper + 1e-9) return 1;  // a multiple of pi is inside
    return std::max(std::abs(std::cos(angle.lower)), std::abs(std::cos(angle.upper)));
}
inline double largest_sin(const Interval& angle) {
    constexpr double kHalfPi = 1.57079632679489661923;
    return largest_cos({angle.lower - kHalfPi, angle.upper - kHalfPi});
}

inline PatchBounds plane_bounds() { return {1, 1, 0, 0, 0}; }
inline PatchBounds cylinder_bounds(double radius) { return {radius, 1, radius, 0, 0}; }
/// Radius at v = 0, and half angle: the radius at v is radius + v sin(angle), v counts along the side.
inline PatchBounds cone_bounds(double radius, double angle, const UvBox& box) {
    const double sine = std::sin(angle);
    const double wide =
        std::max(std::abs(radius + box.v.lower * sine), std::abs(radius + box.v.upper * sine));
    return {wide, 1, wide, std::abs(sine), 0};
}
/// v is the latitude.
inline PatchBounds sphere_bounds(double radius, const UvBox& box) {
    const double wide = radius * largest_cos(box.v);
    return {wide, radius, wide, radius * largest_sin(box.v), radius};
}
/// v turns the small circle, 0 outside.
inline PatchBounds torus_bounds(double large, double small, const UvBox& box) {
    const double wide = large + small * largest_cos(box.v);
    return {wide, small, wide, small * largest_sin(box.v), small};
}

/// A point of the surface is no farther from the point of the triangle with the same weights.
inline double interpolation_error(const PatchBounds& bounds, const UvBox& box) {
    const double du = box.u.upper - box.u.lower;
    const double dv = box.v.upper - box.v.lower;
    const auto times = [](double a, double b) { return a == 0 || b == 0 ? 0 : a * b; };  // no inf * 0
    return (times(bounds.uu, du * du) + 2 * times(bounds.uv, du * dv) + times(bounds.vv, dv * dv)) / 8;
}

/// A curve's point is no farther from the point of its chord at the same share of the parameter.
inline double chord_error(double second_derivative, double step) {
    return second_derivative * step * step / 8;
}

/// More than the roundings of the few operations that made the bound, for parts of this size.
inline double padded(double bound, double size) { return bound * (1 + 1e-9) + 1e-12 * size; }

}  // namespace graze::cad
