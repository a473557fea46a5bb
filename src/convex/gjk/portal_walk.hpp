// The loop of the portal walk, over any set with
// - bool support(direction, point, answer): the farthest point; false when the origin is not strictly before
//   it, and then `answer` is what that shows;
// - bool overlap_between_centres(inner): whether there is a common point that needs no search;
// - kEndsEarly: whether only the first direction is worth trying.
// Compiled for pairs of cores by portal.cpp; tests run it on sets that count their evaluations.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "convex/core_pair.hpp"

namespace graze {

enum class PortalAnswer : std::uint8_t { apart, overlapping, unsure };

/// Steps before GJK takes over: pairs that need more are near a tie.
inline constexpr int kMaxPortalSteps = 24;
/// A product of three lengths is off by less than 24 roundings of the product of their bounds.
inline constexpr double kUnsureVolume = 32 * kEps;
/// An axis whose square is less is not tried first: products with the squared error would lose their digits.
inline constexpr double kLeastAxisSq = 1e-200;

/// > 0 when x, y, z are counter-clockwise around the origin, viewed from outside.
inline double portal_volume(const Vec3& x, const Vec3& y, const Vec3& z) noexcept {
    return dot(cross(x, y), z);
}

/// See `portal_overlap` in portal.hpp. A separating axis of the last query costs one support evaluation as
/// long as it separates.
template <class Set> PortalAnswer walk_portal(const CorePair& pair, const Set& set, Vec3& axis) noexcept {
    PortalAnswer answer = PortalAnswer::unsure;
    Vec3 d = axis;
    std::array<Vec3, 3> w;
    const double least = kEps * kEps * pair.extent * pair.extent;
    const auto along = [&](const Vec3& direction, double tiny, Vec3& point) {
        d = direction;
        return length_sq(d) > tiny && set.support(d, point, answer);
    };
    const auto leave = [&](PortalAnswer with) {
        axis = -d;
        return with;
    };
    if (length_sq(axis) > kLeastAxisSq && !set.support(-axis, w[0], answer)) return answer;
    const Vec3 inner = pair.a->centre() - pair.b_in_a * pair.b->centre();
    if (set.overlap_between_centres(inner)) return PortalAnswer::overlapping;
    if (!along(-inner, least, w[0])) return leave(answer);
    if constexpr (Set::kEndsEarly) return leave(PortalAnswer::unsure);
    const double least_area = least * pair.extent * pair.extent;
    // At right angles to the first step, towards the origin: that saves half a step over the normal of the
    // plane of inner, w0 and the origin, measured.
    const Vec3 step = w[0] - inner;
    if (!along(step * dot(w[0], step) - w[0] * length_sq(step), least_area * length_sq(step), w[1]))
        return leave(answer);
    // A portal is a triangle w that the ray from `inner` through the origin passes. n points from the plane
    // of inner, w0 and w1 to the origin's side.
    Vec3 n = cross(w[0] - inner, w[1] - inner);
    if (dot(n, inner) > 0) {
        std::swap(w[0], w[1]);
        n = -n;
    }
    int steps = 2;
    while (true) {
        if (++steps > kMaxPortalSteps || !along(n, least_area, w[2])) return leave(answer);
        const bool beyond_0 = portal_volume(w[0], w[2], inner) < 0;
        const bool beyond_1 = portal_volume(w[2], w[1], inner) < 0;
        if (!beyond_0 && !beyond_1) break;
        w[beyond_0 ? 1 : 0] = w[2];
        n = cross(w[0] - inner, w[1] - inner);
    }
    const double unsure = kUnsureVolume * pair.extent * pair.extent * pair.extent;
    while (true) {
        n = cross(w[1] - w[0], w[2] - w[0]);
        if (dot(n, w[0]) > 0) break;
        Vec3 next;
        if (++steps > kMaxPortalSteps || !along(n, least_area, next)) return leave(answer);
        if (!(dot(next - w[0], n) > 0)) return leave(PortalAnswer::unsure);
        // Through which of the three triangles at the new point the ray passes.
        const Vec3 side = cross(next, inner);
        const bool s0 = dot(w[0], side) > 0;
        const bool s1 = dot(w[1], side) > 0;
        const bool s2 = dot(w[2], side) > 0;
        w[s0 ? (s1 ? 0U : 2U) : (s2 ? 1U : 0U)] = next;
    }
    const bool sure = portal_volume(w[0], w[1], w[2]) > unsure && portal_volume(w[0], w[2], inner) > unsure &&
                      portal_volume(w[2], w[1], inner) > unsure && portal_volume(w[1], w[0], inner) > unsure;
    return leave(sure ? PortalAnswer::overlapping : PortalAnswer::unsure);
}

}  // namespace graze
