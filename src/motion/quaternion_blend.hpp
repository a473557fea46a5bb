// Rotations along a cubic of quaternions, normalised: q(s) = Σ c[k] s^k, R(s) the rotation of q / |q|. Smooth
// wherever q is not zero.
#pragma once

#include <array>

#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"

namespace graze {

using QuaternionCubic = std::array<Quat, 4>;

/// Upper bounds of |R'| and |R''| as operators over some time; infinite when |q| may be zero there.
struct BlendRates {
    double speed = 0;
    double acceleration = 0;
};

Mat3 blend_rotation(const QuaternionCubic& c, double s) noexcept;
/// How far `blend_rotation` may be off, as an operator.
double blend_error(const QuaternionCubic& c, double s) noexcept;
/// Contain R(s) and R'(s) for every s of the interval.
IntervalMat3 blend_rotation_over(const QuaternionCubic& c, const Interval& s) noexcept;
IntervalMat3 blend_velocity_over(const QuaternionCubic& c, const Interval& s) noexcept;
BlendRates blend_rates(const QuaternionCubic& c, const Interval& s) noexcept;

}  // namespace graze
