// Translational casts: b moves along a straight line, a rests. Equal to a ray cast from the origin on the
// difference of the two sets (van den Bergen, Collision Detection in Interactive 3D Environments, 2.4).
#pragma once

#include <cstdint>

#include "graze/result/ray.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

enum class CastOutcome : std::uint8_t { miss, hit, starts_touching };

struct CastAnswer {
    CastOutcome outcome = CastOutcome::miss;
    CastHit hit{};  ///< A pair that touches at t = 0, or cannot be distinguished from one, leaves point and
                    ///< normal to the discrete query.
};

/// Both shapes bounded; displacement finite and not zero. Invalid input is a miss.
CastAnswer cast_convex(const Placed& a, const Placed& b, const Vec3& displacement) noexcept;

/// One of the two, or both, a half-space.
CastAnswer cast_half_space(const Placed& a, const Placed& b, const Vec3& displacement) noexcept;

/// Largest t, less a few roundings, before which the plane along `normal` keeps b (moving) and a apart; -inf
/// when it does not.
double plane_lower_time(const Placed& a, const Placed& b, const Vec3& displacement,
                        const Vec3& normal) noexcept;

}  // namespace graze
