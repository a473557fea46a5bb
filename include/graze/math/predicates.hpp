// Exact orientation signs of points in the plane and in space: the sign is that of the exact real number, for
// every finite input. A rounded evaluation with an error bound answers most calls, intervals the next few,
// exact arithmetic the rest. Points may be placed: the point is then exactly { R x + p } for the doubles of
// the pose, whether or not R is a rotation. `unknown` comes back only for NaN and infinite input.
#pragma once

#include <cstdint>

#include "graze/math/pose.hpp"

namespace graze {

enum class Sign : std::int8_t { negative = -1, zero = 0, positive = 1, unknown = 2 };

constexpr Sign opposite(Sign sign) noexcept {
    return sign == Sign::positive ? Sign::negative : sign == Sign::negative ? Sign::positive : sign;
}

/// A point of a placed shape, kept exact: rotation · local + position. The pose is borrowed; null means the
/// identity.
struct PlacedPoint {
    const Pose* pose = nullptr;
    Vec3 local{};
};

/// Sign of the area of the triangle (a, b, c): positive when counter-clockwise.
Sign orient2d(const Vec2& a, const Vec2& b, const Vec2& c) noexcept;

/// Sign of (b - a) × (c - a) · (d - a): positive when d is on the side from which (a, b, c) appears
/// counter-clockwise, zero when the four points are coplanar.
Sign orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) noexcept;
Sign orient3d(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c,
              const PlacedPoint& d) noexcept;

/// Sign of component `axis` (0, 1, 2) of (b - a) × (c - a): the orientation of the triangle projected along
/// that axis.
Sign cross_sign(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c, int axis) noexcept;

/// Sign of component `axis` (0, 1, 2) of a - b.
Sign difference_sign(const PlacedPoint& a, const PlacedPoint& b, int axis) noexcept;

}  // namespace graze
