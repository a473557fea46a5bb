// Bounding spheres and k-DOPs; aabb.hpp and obb.hpp have boxes. They are closed, so touching volumes overlap.
// Every volume computed here is rounded outward and contains the exact set it bounds. An empty volume
// overlaps and contains nothing, is contained in everything, and sums and images of it are empty. Fits of no
// points, of points that are not finite, or by maps that are not, are empty.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include "graze/bounds/aabb.hpp"

#include "graze/core/fp_contract_off_begin.inc"

namespace graze {

// Bounding spheres are solid balls; a negative or NaN radius is the empty one. Sources: Welzl, "Smallest
// enclosing disks (balls and ellipsoids)", 1991; Gärtner, "Fast and robust smallest enclosing balls", 1999;
// Wu, "A linear-time simple bounding volume algorithm", Graphics Gems III, 1992 (extremal points along a few
// directions, then growth); Ritter, "An efficient bounding sphere", Graphics Gems, 1990 (growth).

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

/// The smallest sphere around the points (unique), up to rounding: never smaller, and larger by about 1e-12
/// relative plus the rounding of its centre. A few passes over the points, one for each pivot.
BoundingSphere smallest_sphere(std::span<const Vec3> points) noexcept;

/// A sphere around the points, a few percent above the smallest as a rule: the smallest sphere of the
/// extremal points along 13 fixed axes, grown over the rest.
BoundingSphere fit_bounding_sphere(std::span<const Vec3> points) noexcept;

/// The vectors of {-1, 0, 1}³, zero (index 13) included; not unit.
constexpr Vec3 grid_direction(std::size_t i) noexcept {
    const std::size_t x = i / 9, y = i / 3 % 3, z = i % 3;
    return {static_cast<double>(x) - 1, static_cast<double>(y) - 1, static_cast<double>(z) - 1};
}
/// A sphere around every set whose heights above `centre` along the grid directions d (maximum of d · (x -
/// centre)) are at most those given.
BoundingSphere sphere_from_heights(const Vec3& centre, const std::array<double, 27>& heights) noexcept;

/// A sphere around { map x : x in set }, centred in its axis-aligned box, from 33 support values. Exact up to
/// rounding for boxes aligned with the axes. For every set the radius is at most 12.9 % above the smallest
/// one about that centre.
template <SupportHeights Set> BoundingSphere fit_bounding_sphere(const Set& set, const Affine& map = {}) {
    if (!is_finite(map)) return {};
    Vec3 centre;
    for (std::size_t i = 0; i < 3; ++i) {
        const Interval extent =
            extent_along(set, map, {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0});
        centre[i] = std::isfinite(extent.middle())
                        ? extent.middle()
                        : 0;  // unbounded or empty: decided by the support values below
    }
    std::array<double, 27> heights{};
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const IntervalVec3 direction = enclose(grid_direction(i));
        heights[i] = (height_along(set, map, direction) - dot(direction, enclose(centre))).upper;
    }
    return sphere_from_heights(centre, heights);
}

/// The smallest sphere around the image that keeps the image of the centre: the radius grows by the map's
/// largest stretch.
BoundingSphere transformed(const BoundingSphere& sphere, const Affine& map) noexcept;

// k-DOPs are intersections of k slabs along fixed axes shared by all of them, so tests compare 2k numbers.
// Axes have components in {-1, 0, 1} and are not unit, so projecting takes additions only. Empty when a slab
// has lower > upper (or a NaN). Source: Klosowski et al., "Efficient collision detection using bounding
// volume hierarchies of k-DOPs", 1998 (axes); k counts slabs.

/// The axes of a k-DOP. 3: the coordinate axes. 7: also the cube's diagonals. 9: the coordinate axes and the
/// face diagonals. 13: all.
template <std::size_t K> constexpr std::array<Vec3, K> kdop_axes() noexcept {
    static_assert(K == 3 || K == 7 || K == 9 || K == 13, "k counts slabs: 3, 7, 9 or 13");
    constexpr Vec3 all[13] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0}, {1, 0, 1}, {1, 0, -1},
                              {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};
    std::array<Vec3, K> axes{};
    for (std::size_t i = 0; i < K; ++i) axes[i] = all[K == 7 && i >= 3 ? i + 6 : i];
    return axes;
}

/// { x : lower_i <= axis_i · x <= upper_i }, with the axes of `kdop_axes<K>()`. The default is empty.
template <std::size_t K> struct KDop {
    std::array<Interval, K> slabs = empty_slabs();  ///< Lengths along axis_i, multiplied by |axis_i|.

    static constexpr std::array<Interval, K> empty_slabs() {
        std::array<Interval, K> slabs;
        slabs.fill({std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()});
        return slabs;
    }
    friend constexpr bool operator==(const KDop&, const KDop&) = default;
};

template <std::size_t K> bool is_empty(const KDop<K>& dop) noexcept {
    for (const Interval& slab : dop.slabs) {
        if (!(slab.lower <= slab.upper)) return true;
    }
    return false;
}

/// `false` is a theorem; `true` means only that no axis separates them (for k > 3 the exact sets may be
/// apart).
template <std::size_t K> bool overlaps(const KDop<K>& a, const KDop<K>& b) noexcept {
    for (std::size_t i = 0; i < K; ++i) {
        if (!(a.slabs[i].lower <= b.slabs[i].upper && b.slabs[i].lower <= a.slabs[i].upper)) return false;
    }
    return !is_empty(a) && !is_empty(b);
}

/// axis · x for an axis with components in {-1, 0, 1}.
inline Interval project(const Vec3& axis, const Vec3& x) noexcept { return dot(enclose(axis), enclose(x)); }

/// `true` is a theorem, `false` may be wrong by rounding.
template <std::size_t K> bool contains(const KDop<K>& dop, const Vec3& x) noexcept {
    constexpr auto axes = kdop_axes<K>();
    for (std::size_t i = 0; i < K; ++i) {
        if (!dop.slabs[i].contains(project(axes[i], x))) return false;
    }
    return true;
}
/// Slab by slab: sufficient for containment, and necessary when no slab of `inner` is slack.
template <std::size_t K> bool contains(const KDop<K>& outer, const KDop<K>& inner) noexcept {
    if (is_empty(inner)) return true;
    for (std::size_t i = 0; i < K; ++i) {
        if (!outer.slabs[i].contains(inner.slabs[i])) return false;
    }
    return true;
}

/// Smallest k-DOP around both when no slab is slack, exact.
template <std::size_t K> KDop<K> merge(const KDop<K>& a, const KDop<K>& b) noexcept {
    if (is_empty(a)) return is_empty(b) ? KDop<K>{} : b;
    if (is_empty(b)) return a;
    KDop<K> sum;
    for (std::size_t i = 0; i < K; ++i) sum.slabs[i] = hull(a.slabs[i], b.slabs[i]);
    return sum;
}

/// Contains { x + y : x in a, y in b }; tight when no slab of a or b is slack.
template <std::size_t K> KDop<K> minkowski_sum(const KDop<K>& a, const KDop<K>& b) noexcept {
    KDop<K> sum;
    if (is_empty(a) || is_empty(b)) return sum;
    for (std::size_t i = 0; i < K; ++i) sum.slabs[i] = a.slabs[i] + b.slabs[i];
    return sum;
}
/// Contains { x - y : x in a, y in b }.
template <std::size_t K> KDop<K> minkowski_difference(const KDop<K>& a, const KDop<K>& b) noexcept {
    KDop<K> sum;
    if (is_empty(a) || is_empty(b)) return sum;
    for (std::size_t i = 0; i < K; ++i) sum.slabs[i] = a.slabs[i] - b.slabs[i];
    return sum;
}

/// The box of the first three slabs.
template <std::size_t K> Aabb aabb_of(const KDop<K>& dop) noexcept {
    const auto& s = dop.slabs;
    return {{s[0].lower, s[1].lower, s[2].lower}, {s[0].upper, s[1].upper, s[2].upper}};
}

/// The k-DOP of the images of the points.
template <std::size_t K> KDop<K> fit_kdop(std::span<const Vec3> points, const Affine& map = {}) noexcept {
    constexpr auto axes = kdop_axes<K>();
    const BasicAffine<Interval> exact{enclose(map.linear), enclose(map.offset)};
    KDop<K> dop;
    if (!is_finite(map)) return dop;
    for (const Vec3& point : points) {
        if (!is_finite(point)) return {};
        const IntervalVec3 image = exact * enclose(point);
        for (std::size_t i = 0; i < K; ++i) dop.slabs[i] = hull(dop.slabs[i], dot(enclose(axes[i]), image));
    }
    return dop;
}

/// The k-DOP of { map x : x in set }: 2k heights.
template <std::size_t K, SupportHeights Set> KDop<K> fit_kdop(const Set& set, const Affine& map = {}) {
    constexpr auto axes = kdop_axes<K>();
    KDop<K> dop;
    if (!is_finite(map)) return dop;
    for (std::size_t i = 0; i < K; ++i) dop.slabs[i] = extent_along(set, map, axes[i]);
    return dop;
}

}  // namespace graze

#include "graze/core/fp_contract_off_end.inc"
