// The support value of a set along a direction: the only query that the fits of bounding volumes need. A set
// is anything with an `Interval support_value(set, direction)` found by argument-dependent lookup (every
// Shape and every volume of this folder has one), or a callable of that form. The answer contains the maximum
// of d · x over the set for every d in `direction`, so a fit around it contains the exact set. Under a map x
// ↦ B x + c the height along d is the set's height along Bᵀ d, plus c · d.
#pragma once

#include <concepts>
#include <utility>

#include "graze/math/interval_vec.hpp"
#include "graze/math/pose.hpp"

#include "graze/core/fp_contract_off_begin.hpp"

namespace graze {

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
template <SupportHeights Set> Interval height_along(const Set& set, const Affine& map, const IntervalVec3& direction) {
    const IntervalVec3 local = transpose_times(enclose(map.linear), direction);
    const Interval shift = dot(direction, enclose(map.offset));
    if constexpr (IsHeightFunction<Set>) {
        return set(local) + shift;
    } else {
        return support_value(set, local) + shift;
    }
}

/// [minimum, maximum] of d · (map x) over the set for the exact direction d, rounded outward. Empty (lower > upper) for an empty set.
template <SupportHeights Set> Interval extent_along(const Set& set, const Affine& map, const Vec3& direction) {
    return {-height_along(set, map, enclose(-direction)).upper, height_along(set, map, enclose(direction)).upper};
}

/// Heights of a set known by a function that returns a point of it: the farthest one along a direction.
template <class Support> struct PointSupportHeights {
    Support support;   ///< Vec3 -> Vec3.
    double reach = 0;  ///< |x| <= reach for every x of the set.
    double error = 0;  ///< |d| error bounds how far d · support(d) is from the exact maximum, either way. A length.

    Interval operator()(const IntervalVec3& direction) const {
        const Vec3 nearby = middle(direction);
        const IntervalVec3 exact = enclose(nearby);
        // The height function of a set within `reach` changes by at most |d - nearby| reach.
        const Interval slack = norm(direction - exact) * Interval(reach) + norm(exact) * Interval(error);
        return widened(dot(exact, enclose(support(nearby))), slack.upper);
    }
};
template <class Support> PointSupportHeights(Support, double, double) -> PointSupportHeights<Support>;

}  // namespace graze

#include "graze/core/fp_contract_off_end.hpp"
