// Bounding spheres (solid balls): closed, so touching spheres overlap. Every sphere computed here has its radius rounded up until
// it contains the exact set it bounds. A negative or NaN radius is the empty sphere: it overlaps and contains nothing, is
// contained in everything, and sums and images of it are empty. Fits of no points, of points that are not finite, or by maps
// that are not, are empty.
// Sources: Welzl, "Smallest enclosing disks (balls and ellipsoids)", 1991; Gärtner, "Fast and robust smallest enclosing balls",
// 1999; Wu, "A linear-time simple bounding volume algorithm", Graphics Gems III, 1992 (extremal points along a few directions,
// then growth); Ritter, "An efficient bounding sphere", Graphics Gems, 1990 (growth).
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "graze/bounds/support_values.hpp"

namespace graze {

/// { x : |x - centre| <= radius }. The default is empty.
struct BoundingSphere {
    Vec3 centre{};
    double radius = -1;

    friend constexpr bool operator==(const BoundingSphere&, const BoundingSphere&) = default;
};

inline bool is_empty(const BoundingSphere& sphere) noexcept { return !(sphere.radius >= 0); }

/// `false` is a theorem, `true` may be wrong by rounding (gaps below about 1e-15 of the coordinates).
bool overlaps(const BoundingSphere& a, const BoundingSphere& b) noexcept;
/// `true` is a theorem, `false` may be wrong by rounding.
bool contains(const BoundingSphere& sphere, const Vec3& x) noexcept;
bool contains(const BoundingSphere& outer, const BoundingSphere& inner) noexcept;

/// The smallest sphere around both, up to rounding.
BoundingSphere merge(const BoundingSphere& a, const BoundingSphere& b) noexcept;

/// { x + y : x in a, y in b } and { x - y : x in a, y in b }.
BoundingSphere minkowski_sum(const BoundingSphere& a, const BoundingSphere& b) noexcept;
BoundingSphere minkowski_difference(const BoundingSphere& a, const BoundingSphere& b) noexcept;

/// Contains the exact signed distance: > 0 gap, < 0 depth. [inf, inf] when one is empty.
Interval signed_distance(const BoundingSphere& a, const BoundingSphere& b) noexcept;

/// Maximum of d · x over the sphere, for every d in `direction`. [-inf, -inf] for the empty sphere.
Interval support_value(const BoundingSphere& sphere, const IntervalVec3& direction) noexcept;

/// The smallest sphere around the points (unique), up to rounding: never smaller, and larger by about 1e-12 relative plus the rounding
/// of its centre. A few passes over the points, one for each pivot.
BoundingSphere smallest_sphere(std::span<const Vec3> points) noexcept;

/// A sphere around the points, a few percent above the smallest as a rule: the smallest sphere of the extremal points along 13
/// fixed axes, grown over the rest.
BoundingSphere fit_bounding_sphere(std::span<const Vec3> points) noexcept;

/// The vectors of {-1, 0, 1}³, zero (index 13) included; not unit.
constexpr Vec3 grid_direction(std::size_t i) noexcept {
    const std::size_t x = i / 9, y = i / 3 % 3, z = i % 3;
    return {static_cast<double>(x) - 1, static_cast<double>(y) - 1, static_cast<double>(z) - 1};
}
/// A sphere around every set whose heights above `centre` along the grid directions d (maximum of d · (x - centre)) are at most
/// those given.
BoundingSphere sphere_from_heights(const Vec3& centre, const std::array<double, 27>& heights) noexcept;

/// A sphere around { map x : x in set }, centred in its axis-aligned box, from 33 support values. Exact up to
/// rounding for boxes aligned with the axes. For every set the radius is at most 12.9 % above the smallest
/// one about that centre.
template <SupportHeights Set> BoundingSphere fit_bounding_sphere(const Set& set, const Affine& map = {}) {
    if (!is_finite(map)) return {};
    Vec3 centre;
    for (std::size_t i = 0; i < 3; ++i) {
        const Interval extent = extent_along(set, map, {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0});
        centre[i] = std::isfinite(extent.middle()) ? extent.middle() : 0;  // unbounded or empty: decided by the support values below
    }
    std::array<double, 27> heights{};
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const IntervalVec3 direction = enclose(grid_direction(i));
        heights[i] = (height_along(set, map, direction) - dot(direction, enclose(centre))).upper;
    }
    return sphere_from_heights(centre, heights);
}

/// The smallest sphere around the image that keeps the image of the centre: the radius grows by the map's largest stretch.
BoundingSphere transformed(const BoundingSphere& sphere, const Affine& map) noexcept;

}  // namespace graze
