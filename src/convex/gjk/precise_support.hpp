// Support points of two placed shapes in double-double: for contacts so close that the rounding of doubles
// hides the normal.
#pragma once

#include "graze/shape/shape.hpp"
#include "math/double_double.hpp"

namespace graze {

using PreciseVec3 = BasicVec3<DoubleDouble>;

inline PreciseVec3 precise(const Vec3& v) noexcept { return {v.x, v.y, v.z}; }
inline Vec3 rounded_to_double(const PreciseVec3& v) noexcept { return {v.x.high, v.y.high, v.z.high}; }

/// The point that `support_enclosure(shape, direction)` encloses: where support points tie, both make the
/// same choice. Local frame. Exact for polytopes, good to about 1e-31 of the shape for curved ones.
PreciseVec3 precise_support(const Shape& shape, const Vec3& direction) noexcept;

/// The difference { x - y : x in a, y in b }. World axes; lengths multiplied by `scale`.
class PrecisePair {
public:
    /// Both bounded and usable.
    PrecisePair(const Placed& a, const Placed& b) noexcept;

    /// A point of the difference, near the farthest along the direction: exactly the difference of the
    /// support points that `verify` encloses along `direction_in_a` and `direction_in_b`.
    [[nodiscard]] PreciseVec3 support(const Vec3& direction) const noexcept;
    [[nodiscard]] Vec3 direction_in_a(const Vec3& direction) const noexcept {
        return transpose_times(a_->pose.rotation, direction);
    }
    [[nodiscard]] Vec3 direction_in_b(const Vec3& direction) const noexcept {
        return transpose_times(b_->pose.rotation, -direction);
    }

    /// The largest height of a along the direction, from its position. Not scaled.
    [[nodiscard]] DoubleDouble top_of_a(const Vec3& direction) const noexcept;

    [[nodiscard]] const Placed& a() const noexcept { return *a_; }
    [[nodiscard]] const Placed& b() const noexcept { return *b_; }
    /// A power of two that brings the pair's extent near 1.
    [[nodiscard]] double scale() const noexcept { return scale_; }
    /// One rounding of the pair's extent, scaled.
    [[nodiscard]] double rounding() const noexcept { return rounding_; }

private:
    const Placed* a_;
    const Placed* b_;
    PreciseVec3 apart_{};  ///< Position of a less position of b. Not scaled.
    double scale_ = 1;
    double rounding_ = 0;
};

}  // namespace graze
