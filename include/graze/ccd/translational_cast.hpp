// First contact of two placed shapes of which one goes straight.
#pragma once

#include <optional>

#include "graze/result/ray.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// First contact while b moves along `displacement` and a rests; empty when they stay apart, on invalid input, and for pairs that
/// `supports` declines.
std::optional<CastHit> translational_cast(const Placed& a, const Placed& b, const Vec3& displacement) noexcept;

}  // namespace graze
