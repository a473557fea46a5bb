// Boxes around what vertices sweep on straight lines, and whether two of them come within a reach. Both are
// exact: the box of a start and an end contains the path between them, and a difference of doubles is rounded
// monotonically, so that it exceeds a double only when the exact one does.
#pragma once

#include "graze/bounds/aabb.hpp"

namespace graze {

inline Aabb swept_box(const Vec3& start, const Vec3& end) noexcept {
    return {min(start, end), max(start, end)};
}

/// As `merge` for boxes that are not empty.
inline Aabb box_of_both(const Aabb& a, const Aabb& b) noexcept {
    return {min(a.min, b.min), max(a.max, b.max)};
}

/// Whether boxes that are not empty are no farther apart than `reach` along every axis.
inline bool within_reach(const Aabb& a, const Aabb& b, double reach) noexcept {
    // Without branches: the answer is hard to predict, and the compiler takes lanes.
    return ((a.min.x - b.max.x <= reach) & (b.min.x - a.max.x <= reach) & (a.min.y - b.max.y <= reach) &
            (b.min.y - a.max.y <= reach) & (a.min.z - b.max.z <= reach) & (b.min.z - a.max.z <= reach)) != 0;
}

}  // namespace graze
