// The ray cast behind the verb.
#pragma once

#include <optional>

#include "convex/ray/ray_approx.hpp"
#include "graze/result/ray.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Whether a ray is finite, within the served range, and has a direction.
bool ray_served(const Ray& ray) noexcept;

/// First hit of a ray on one convex shape or half-space. Empty on a proven miss and on invalid input.
std::optional<RayHit> raycast_convex(const Ray& ray, const Placed& placed) noexcept;

/// The same in bounded arithmetic or by the support mapping, for the shapes and rays that the filter in plain
/// doubles (ray_filter.cpp) does not decide; its oracle too.
std::optional<RayHit> raycast_bounded(const Ray& ray, const Placed& placed) noexcept;

/// max normal·(R x) over a bounded shape with the rotation R of its pose, in doubles with a bound of the
/// error. Takes 0.05 (box), 0.07 (cylinder) and 0.02 (hull of 32 vertices) of the instructions of
/// `support_value`; both contain the exact height.
Approx rotated_height(const Placed& placed, const Vec3& normal) noexcept;

/// The largest double L, less a few roundings, such that the plane along `normal` shows that the ray hits
/// nothing of the placed shape at t < L: normal·(origin + t direction) > max normal·x there. -inf when the
/// plane shows nothing.
double plane_lower_bound(const Ray& ray, const Placed& target, const Vec3& normal) noexcept;

}  // namespace graze
