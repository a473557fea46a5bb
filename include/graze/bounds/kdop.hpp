// k-DOPs: intersections of k slabs along fixed axes shared by all of them, so tests compare 2k numbers. Closed: touching overlaps.
// Axes have components in {-1, 0, 1} and are not unit, so projecting takes additions only. Every slab computed here is rounded
// outward and contains the exact set it bounds. Empty when a slab has lower > upper (or a NaN): then it overlaps and contains
// nothing, and sums are empty. Fits of no points, of points that are not finite, or by maps that are not, are empty.
// Source: Klosowski et al., "Efficient collision detection using bounding volume hierarchies of k-DOPs", 1998 (axes); k counts slabs.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include "graze/bounds/aabb.hpp"

#include "graze/core/fp_contract_off_begin.hpp"

namespace graze {

/// The axes of a k-DOP. 3: the coordinate axes. 7: also the cube's diagonals. 9: the coordinate axes and the face diagonals. 13: all.
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

/// `false` is a theorem; `true` means only that no axis separates them (for k > 3 the exact sets may be apart).
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

#include "graze/core/fp_contract_off_end.hpp"
