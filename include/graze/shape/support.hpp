// Support mappings: the point of a shape farthest along a direction, for every bounded convex shape and every direction,
// zero included (any boundary point answers then). Local frame. Shapes that are not convex have none: they answer as invalid ones do.
#pragma once

#include <cstdint>

#include "graze/math/interval_vec.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// A boundary point of the shape, margin included, that maximises direction · x. For an invalid shape (the origin) or a half-space:
/// the centre.
Vec3 support(const Shape& shape, const Vec3& direction) noexcept;

/// The same for the core alone. `hint` is a vertex to start climbing from, updated; keep one per shape and search.
Vec3 core_support(const Shape& shape, const Vec3& direction, std::uint32_t& hint) noexcept;

/// A box around one exact point of the shape, near `support(shape, direction)`: a few roundings wide, exact for polytopes.
IntervalVec3 support_enclosure(const Shape& shape, const Vec3& direction) noexcept;

/// The same for the core alone: a box around one exact point of it, near `core_support(shape, direction)`.
IntervalVec3 core_support_enclosure(const Shape& shape, const Vec3& direction) noexcept;

/// The exact radius of the ball summand: `Shape::margin()` rounds where margins add up.
Interval exact_margin(const Shape& shape) noexcept;

/// Contains the exact maximum of d · x over the shape, for every d in `direction`. [-inf, inf] for invalid shapes; a
/// half-space is bounded only along its own normal and answers [-inf, inf] always.
Interval support_value(const Shape& shape, const IntervalVec3& direction) noexcept;

/// The same for a placed shape and one exact direction in world frame: maximum of direction · (R x + p).
Interval support_value(const Placed& placed, const Vec3& direction) noexcept;

}  // namespace graze
