// Oriented boxes: closed, so touching boxes overlap. The box is exactly { centre + axes y : |y_i| <=
// half_extents_i } for the doubles stored; axes are orthonormal up to rounding, and what they lack is paid
// for in the half extents, so every box computed here contains the exact set it bounds. A negative or NaN
// half extent is the empty box: it overlaps and contains nothing, and images of it are empty. Fits of no
// points, of points that are not finite, by maps that are not, or along axes far from orthonormal are empty.
// Sources: Gottschalk, Lin, Manocha, "OBBTree", 1996 (covariance fit); van den Bergen, "Collision Detection
// in Interactive 3D Environments", 3.3 (separating axes).
#pragma once

#include <array>
#include <span>

#include "graze/bounds/aabb.hpp"

namespace graze {

/// The default is empty.
struct Obb {
    Vec3 centre{};
    Mat3 axes = Mat3::identity();   ///< Columns: the box's axes, orthonormal.
    Vec3 half_extents{-1, -1, -1};  ///< Along the axes.

    friend constexpr bool operator==(const Obb&, const Obb&) = default;
};

inline bool is_empty(const Obb& box) noexcept {
    return !(box.half_extents.x >= 0 && box.half_extents.y >= 0 && box.half_extents.z >= 0);
}

/// Fifteen separating axes. `false` is a theorem, also for nearly parallel axes; `true` may be wrong by
/// rounding: a gap below about 1e-13 of the boxes' sizes and distance; where only two edges keep them apart,
/// below that over the sine of their angle, but at most 1e-6 of the boxes' sizes and distance, since edges
/// closer to parallel leave the gap to the faces. Measured for unit boxes: at worst 4e-7, when they are
/// turned against each other by some 1e-6, and below 1e-9 from 1e-2 on.
bool overlaps(const Obb& a, const Obb& b) noexcept;

/// `true` is a theorem, `false` may be wrong by rounding.
bool contains(const Obb& box, const Vec3& x) noexcept;

/// { x + y } of two boxes with the same axes (bit for bit): their exact sum up to rounding. With other axes:
/// a box along a's axes around the sum. The difference { x - y } likewise.
Obb minkowski_sum(const Obb& a, const Obb& b) noexcept;
Obb minkowski_difference(const Obb& a, const Obb& b) noexcept;

/// Maximum of d · x over the box, for every d in `direction`. [-inf, -inf] for the empty box.
Interval support_value(const Obb& box, const IntervalVec3& direction) noexcept;

/// The box along the axes of the points' covariance, tight along them. Flat, collinear and single points give
/// zero extents (up to rounding). Axes are right-handed, by falling variance; among equal variances any will
/// do.
Obb fit_obb(std::span<const Vec3> points) noexcept;
/// The tight box along given orthonormal axes.
Obb fit_obb(std::span<const Vec3> points, const Mat3& axes) noexcept;
/// The box along `axes` around every set with these extents along them (d · x for the columns d).
Obb obb_from_extents(const Mat3& axes, const std::array<Interval, 3>& extents) noexcept;

/// The box of { map x : x in set } along given orthonormal axes: six heights.
template <SupportHeights Set> Obb fit_obb(const Set& set, const Mat3& axes, const Affine& map = {}) {
    if (!is_finite(map)) return {};
    return obb_from_extents(axes,
                            {extent_along(set, map, axes.columns[0]), extent_along(set, map, axes.columns[1]),
                             extent_along(set, map, axes.columns[2])});
}

/// A box around the image: exact up to rounding for rigid maps and uniform scales; otherwise along the image
/// of the longest edge and what is left of the others, tight along those axes.
Obb transformed(const Obb& box, const Affine& map) noexcept;

}  // namespace graze
