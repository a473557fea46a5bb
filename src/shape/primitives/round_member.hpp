// Members of solids of revolution around z, by their profile: the half-plane of the distance from the axis
// and the height.
#pragma once

#include <cmath>
#include <optional>

#include "graze/math/interval.hpp"

namespace graze {

/// A member near the closest one to x. `nearest(Vec2) -> Vec2` is the nearest point of the profile, in
/// doubles; `contains(IntervalVec3) -> bool` shows that the point found is a member. None when it does not.
template <class Nearest, class Contains>
std::optional<IntervalVec3> member_in_profile(const Vec3& x, const Nearest& nearest,
                                              const Contains& contains) noexcept {
    const double from_axis = std::hypot(x.x, x.y);
    const Vec2 near = nearest(Vec2{from_axis, x.z});
    // Inside by more than the roundings of this and of the lines that follow.
    const double inward = from_axis > 0 ? near.x * (1 - 16 * kEps) / from_axis : 0;
    const Vec3 member{x.x * inward, x.y * inward, near.y};
    if (!is_finite(member) || !contains(enclose(member))) return std::nullopt;
    return enclose(member);
}

}  // namespace graze
