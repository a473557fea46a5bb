// Normals of triangles, with a bound on how far they are turned where one is needed. A rounded normal is a
// direction like any other: what is decided along it must hold for every direction, or count the bound.
// docs/notes/degeneracy.md
#pragma once

#include <cmath>
#include <optional>

#include "graze/math/vec.hpp"

namespace graze {

/// A normal by the winding of the corners.
struct TriangleNormal {
    Vec3 direction{};  ///< Not unit: twice the area, in scaled units.
    /// Upper bound of the sine of its angle to the exact normal; 1 and more when nothing is known.
    double error = 0;
};

/// The power of two that takes a size above zero to 1 .. 2: scaling by it is exact.
inline double unit_scale(double size) noexcept { return std::ldexp(1.0, -std::ilogb(size)); }

/// Plain arithmetic for fat triangles, pairs of doubles for those that would lose digits: the error is below
/// 64 eps for every triangle whose height is more than 2 eps of its length. From the corner across the
/// longest edge, where the products lose least. `scale` is a power of two; differences of the points times
/// `scale` must have products of four in range, as with the `unit_scale` of their largest one.
TriangleNormal triangle_normal(const Vec3& a, const Vec3& b, const Vec3& c, double scale) noexcept;

/// Unit, by the winding, rounded once per operation. None when the rounded product is zero or not finite; in
/// a needle it may point anywhere. For searches that check what they find along it.
inline std::optional<Vec3> rounded_normal(const Vec3& a, const Vec3& b, const Vec3& c) noexcept {
    const Vec3 across = cross(b - a, c - a);
    if (across == Vec3{} || !is_finite(across)) return std::nullopt;
    return unit(across);
}

/// The normal of two edges of any length: its length is the sine of their angle, and it is turned by less
/// than kRoundedSine over that (sine_limits.hpp). An edge without length counts as one along the x axis.
inline Vec3 corner_normal(const Vec3& e, const Vec3& f) noexcept { return cross(unit(e), unit(f)); }

}  // namespace graze
