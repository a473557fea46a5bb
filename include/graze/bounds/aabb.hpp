// Axis-aligned boxes: closed, so touching boxes overlap. Every box computed here is rounded outward and
// contains the exact set it bounds. The empty box has min > max in some component (or a NaN): it overlaps and
// contains nothing, is contained in everything, and every sum or image of it is empty. Fits of no points, of
// points that are not finite, or by maps that are not, are empty.
// Sources: van den Bergen, "Collision Detection in Interactive 3D Environments", 2.2.4 (sums), 3.2 (boxes),
// 3.3 (segment).
#pragma once

#include <concepts>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"

#include "graze/core/fp_contract_off_begin.inc"

namespace graze {

// The support value of a set along a direction is the only query that the fits of bounding volumes need. A
// set is anything with an `Interval support_value(set, direction)` found by argument-dependent lookup (every
// Shape and every bounding volume has one), or a callable of that form. The answer contains the maximum of d
// · x over the set for every d in `direction`, so a fit around it contains the exact set. Under a map x ↦ B x
// + c the height along d is the set's height along Bᵀ d, plus c · d.

inline bool is_finite(const Affine& map) noexcept {
    const auto& columns = map.linear.columns;
    return is_finite(columns[0]) && is_finite(columns[1]) && is_finite(columns[2]) && is_finite(map.offset);
}

template <class Set>
concept HasSupportValue = requires(const Set& set, const IntervalVec3& direction) {
    { support_value(set, direction) } -> std::same_as<Interval>;
};
template <class Set>
concept IsHeightFunction = requires(const Set& set, const IntervalVec3& direction) {
    { set(direction) } -> std::same_as<Interval>;
};
/// What bounding volumes can be fitted around.
template <class Set>
concept SupportHeights = HasSupportValue<Set> || IsHeightFunction<Set>;

/// Contains the maximum of d · (map x) over the set, for every d in `direction`.
template <SupportHeights Set>
Interval height_along(const Set& set, const Affine& map, const IntervalVec3& direction) {
    const IntervalVec3 local = transpose_times(enclose(map.linear), direction);
    const Interval shift = dot(direction, enclose(map.offset));
    if constexpr (IsHeightFunction<Set>) {
        return set(local) + shift;
    } else {
        return support_value(set, local) + shift;
    }
}

/// [minimum, maximum] of d · (map x) over the set for the exact direction d, rounded outward. Empty (lower >
/// upper) for an empty set.
template <SupportHeights Set>
Interval extent_along(const Set& set, const Affine& map, const Vec3& direction) {
    return {-height_along(set, map, enclose(-direction)).upper,
            height_along(set, map, enclose(direction)).upper};
}

/// Heights of a set known by a function that returns a point of it: the farthest one along a direction.
template <class Support> struct PointSupportHeights {
    Support support;   ///< Vec3 -> Vec3.
    double reach = 0;  ///< |x| <= reach for every x of the set.
    /// |d| error bounds how far d · support(d) is from the exact maximum, either way. A length.
    double error = 0;

    Interval operator()(const IntervalVec3& direction) const {
        const Vec3 nearby = middle(direction);
        const IntervalVec3 exact = enclose(nearby);
        // The height function of a set within `reach` changes by at most |d - nearby| reach.
        const Interval slack = norm(direction - exact) * Interval(reach) + norm(exact) * Interval(error);
        return widened(dot(exact, enclose(support(nearby))), slack.upper);
    }
};
template <class Support> PointSupportHeights(Support, double, double) -> PointSupportHeights<Support>;

/// { x : min <= x <= max, componentwise }. Ends may be infinite. The default is empty.
struct Aabb {
    Vec3 min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
             std::numeric_limits<double>::infinity()};
    Vec3 max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
             -std::numeric_limits<double>::infinity()};

    friend constexpr bool operator==(const Aabb&, const Aabb&) = default;
};

inline bool is_empty(const Aabb& box) noexcept {
    return !(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z);
}

/// The middle, rounded. Meant for bounded boxes that are not empty; the origin for the others.
Vec3 centre(const Aabb& box) noexcept;
/// Half extents around `centre(box)`, rounded up: |x - centre| <= half extents for every x of the box.
/// Negative for the empty box.
Vec3 half_extents(const Aabb& box) noexcept;
/// The box around centre ± half extents, rounded outward. Empty when a half extent is negative or NaN.
Aabb aabb_around(const Vec3& centre, const Vec3& half_extents) noexcept;

inline bool overlaps(const Aabb& a, const Aabb& b) noexcept {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
           a.min.z <= b.max.z && b.min.z <= a.max.z && !is_empty(a) && !is_empty(b);
}
inline bool contains(const Aabb& box, const Vec3& x) noexcept {
    return box.min.x <= x.x && x.x <= box.max.x && box.min.y <= x.y && x.y <= box.max.y && box.min.z <= x.z &&
           x.z <= box.max.z;
}
bool contains(const Aabb& outer, const Aabb& inner) noexcept;

/// Smallest box around both, exact.
Aabb merge(const Aabb& a, const Aabb& b) noexcept;
/// The common part, exact; empty when they do not overlap.
Aabb intersection(const Aabb& a, const Aabb& b) noexcept;

/// { x + y : x in a, y in b } and { x - y : x in a, y in b }.
Aabb minkowski_sum(const Aabb& a, const Aabb& b) noexcept;
Aabb minkowski_difference(const Aabb& a, const Aabb& b) noexcept;

/// Contains the exact squared distance, 0 when they overlap; [inf, inf] when one is empty. Bounded boxes
/// only.
Interval distance_sq(const Aabb& a, const Aabb& b) noexcept;
Interval distance_sq(const Aabb& box, const Vec3& point) noexcept;
/// Contains the exact signed distance: > 0 gap, < 0 the shortest translation that separates them. [inf, inf]
/// when one is empty.
Interval signed_distance(const Aabb& a, const Aabb& b) noexcept;

/// Whether the box overlaps the segment from s to t; `false` is a theorem, `true` may be wrong by rounding: a
/// gap below about 1e-15 of the coordinates. Separating axes: the box's three and their cross products with
/// the segment.
bool overlaps_segment(const Aabb& box, const Vec3& s, const Vec3& t) noexcept;
/// Contains every t >= 0 with origin + t * direction in the box; empty (lower > upper) when the ray misses.
/// For a zero direction only the origin is tested: [0, inf] or empty.
Interval clip_ray(const Aabb& box, const Vec3& origin, const Vec3& direction) noexcept;

/// Maximum of d · x over the box, for every d in `direction`. [-inf, -inf] for the empty box.
Interval support_value(const Aabb& box, const IntervalVec3& direction) noexcept;

/// Smallest box around the points, exact.
Aabb fit_aabb(std::span<const Vec3> points) noexcept;
/// Around the images of the points.
Aabb fit_aabb(std::span<const Vec3> points, const Affine& map) noexcept;

/// The box of { map x : x in set }: six heights, along ± the rows of the map.
template <SupportHeights Set> Aabb fit_aabb(const Set& set, const Affine& map = {}) {
    if (!is_finite(map)) return {};
    const Interval x = extent_along(set, map, {1, 0, 0});
    const Interval y = extent_along(set, map, {0, 1, 0});
    const Interval z = extent_along(set, map, {0, 0, 1});
    return {{x.lower, y.lower, z.lower}, {x.upper, y.upper, z.upper}};
}

/// The box of the image of a box: centre by the map, half extents by |linear|.
Aabb transformed(const Aabb& box, const Affine& map) noexcept;

// Boxes of the plane, and names for "vector and box of D dimensions".

/// { x : min <= x <= max, componentwise }, closed. The default is empty.
struct Aabb2 {
    Vec2 min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Vec2 max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

    friend constexpr bool operator==(const Aabb2&, const Aabb2&) = default;
};

inline bool is_empty(const Aabb2& box) noexcept {
    return !(box.min.x <= box.max.x && box.min.y <= box.max.y);
}

template <int D>
requires(D == 2 || D == 3) using VecOf = std::conditional_t<D == 2, Vec2, Vec3>;

template <int D>
requires(D == 2 || D == 3) using AabbOf = std::conditional_t<D == 2, Aabb2, Aabb>;

}  // namespace graze

#include "graze/core/fp_contract_off_end.inc"
