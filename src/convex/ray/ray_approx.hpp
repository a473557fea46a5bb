// A number known up to a bound. Like Interval, every operation's result contains the exact one, but the bound
// grows by a rounded error term instead of directed ends: a quarter of the instructions (a sum of three
// products), and wider only by the last bit. Sums that are exact stay exact, and so do products with 0 and
// ±1: axis-parallel input loses nothing.
#pragma once

#include <cmath>

#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"

namespace graze {

struct Approx {
    double value = 0;
    double error = 0;  ///< >= 0. |exact - value| <= error.

    constexpr Approx() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a double is known exactly
    constexpr Approx(double exact) : value(exact) {}
    constexpr Approx(double v, double e) : value(v), error(e) {}

    [[nodiscard]] bool positive() const noexcept { return value > error; }
    [[nodiscard]] bool negative() const noexcept { return value < -error; }
    [[nodiscard]] bool may_be_zero() const noexcept { return std::abs(value) <= error; }
    [[nodiscard]] Interval interval() const noexcept {
        if (error == 0) return value;
        return {next_below(value - error), next_above(value + error)};
    }
};

namespace approx {
/// Covers the roundings of the error terms themselves: fewer than 8 in any operation below.
inline constexpr double kUp = 1 + 16 * kEps;
/// Products below this may lose their relative precision to underflow; added to their error. Everything here
/// is scaled to about 1.
inline constexpr double kTiny = 1e-280;
}  // namespace approx

inline Approx operator-(const Approx& a) noexcept { return {-a.value, a.error}; }
inline Approx operator+(const Approx& a, const Approx& b) noexcept {
    const double sum = a.value + b.value;
    return {sum, (a.error + b.error + std::abs(rounding::sum_error(a.value, b.value, sum))) * approx::kUp};
}
inline Approx operator-(const Approx& a, const Approx& b) noexcept { return a + (-b); }
inline Approx operator*(const Approx& a, const Approx& b) noexcept {
    const double p = a.value * b.value;
    const double m = std::abs(a.value);
    const double n = std::abs(b.value);
    double rounded = m == 1 || n == 1 ? 0 : kEps * std::abs(p);
    if (std::abs(p) < approx::kTiny && m != 0 && n != 0) rounded += approx::kTiny;
    return {p, (m * b.error + n * a.error + a.error * b.error + rounded) * approx::kUp};
}
/// b must not be able to be zero.
inline Approx operator/(const Approx& a, const Approx& b) noexcept {
    const double q = a.value / b.value;
    const double least = std::abs(b.value) - b.error;
    const double rounded =
        b.value == 1 && b.error == 0
            ? 0
            : 2 * kEps * std::abs(q) + (a.value != 0 && std::abs(q) < approx::kTiny ? approx::kTiny : 0);
    return {q, ((a.error + std::abs(q) * b.error) / least * approx::kUp + rounded) * approx::kUp};
}
inline Approx& operator+=(Approx& a, const Approx& b) noexcept { return a = a + b; }
inline Approx& operator*=(Approx& a, const Approx& b) noexcept { return a = a * b; }

/// a times a power of two that neither overflows nor underflows it.
inline Approx scaled(const Approx& a, double power) noexcept { return {a.value * power, a.error * power}; }

/// Root of the part that is not negative.
inline Approx sqrt(const Approx& a) noexcept {
    const double low = std::sqrt(std::max(0.0, a.value - a.error));
    const double high = std::sqrt(std::max(0.0, a.value + a.error));
    const double middle = low + 0.5 * (high - low);
    return {middle, (0.5 * (high - low) + 4 * kEps * high) * approx::kUp};
}

using ApproxVec3 = BasicVec3<Approx>;
using ApproxMat3 = BasicMat3<Approx>;

inline ApproxVec3 approximate(const Vec3& v) noexcept { return {v.x, v.y, v.z}; }
inline ApproxMat3 approximate(const Mat3& m) noexcept {
    return {{approximate(m.columns[0]), approximate(m.columns[1]), approximate(m.columns[2])}};
}
inline Vec3 value(const ApproxVec3& v) noexcept { return {v.x.value, v.y.value, v.z.value}; }
inline double error_sum(const ApproxVec3& v) noexcept { return v.x.error + v.y.error + v.z.error; }
inline bool may_be_zero(const ApproxVec3& v) noexcept {
    return v.x.may_be_zero() && v.y.may_be_zero() && v.z.may_be_zero();
}
inline ApproxVec3 scaled(const ApproxVec3& v, double power) noexcept {
    return {scaled(v.x, power), scaled(v.y, power), scaled(v.z, power)};
}

}  // namespace graze
