// What is known well about a triangle whose plane is not: the heights of its corners along any direction, and
// its longest edge. docs/notes/degeneracy.md
#pragma once

#include <algorithm>

#include "graze/math/vec.hpp"

namespace graze {

/// The lowest corner along a direction. Heights are linear, so no point of the triangle is lower: whatever
/// the direction, and however it was rounded.
inline double least_height(const Vec3& direction, const Vec3& p, const Vec3& q, const Vec3& r) noexcept {
    return std::min(std::min(dot(direction, p), dot(direction, q)), dot(direction, r));
}

/// The first of the longest sides. A unit vector along it is right to a few roundings, however thin the
/// triangle is.
inline Vec3 longest_edge(const Vec3& a, const Vec3& b, const Vec3& c) noexcept {
    Vec3 longest = b - a;
    if (length_sq(c - b) > length_sq(longest)) longest = c - b;
    if (length_sq(a - c) > length_sq(longest)) longest = a - c;
    return longest;
}

/// Unit: what a direction has across an edge, which is unit. Twice, since of a direction along the edge the
/// first time leaves little but rounding; of one exactly along it anything may come back.
inline Vec3 across_edge(const Vec3& direction, const Vec3& edge) noexcept {
    const Vec3 once = unit(direction - dot(direction, edge) * edge);
    return unit(once - dot(once, edge) * edge);
}

}  // namespace graze
