// Closed intervals of doubles with sound outward rounding, and vectors and matrices of them: the result of
// every operation contains the exact result for every choice of operands. The bounds are the tightest doubles
// wherever the rounding error can be computed exactly (sum, product, quotient and root in the normal range),
// so exact operations stay exact and touching boxes can be proved touching. Division by an interval that
// contains zero gives [-inf, inf]. Operations on intervals without NaN give none.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "graze/math/vec.hpp"

#include "graze/core/fp_contract_off_begin.inc"

namespace graze {

struct Interval {
    double lower = 0;
    double upper = 0;

    constexpr Interval() = default;
    constexpr Interval(double value) : lower(value), upper(value) {}  // NOLINT: a double is a point interval
    constexpr Interval(double low, double high) : lower(low), upper(high) {}

    static constexpr Interval everything() {
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }

    [[nodiscard]] constexpr bool contains(double x) const { return lower <= x && x <= upper; }
    [[nodiscard]] constexpr bool contains(const Interval& x) const {
        return lower <= x.lower && x.upper <= upper;
    }
    /// NaN for [inf, inf] and [-inf, -inf].
    [[nodiscard]] constexpr double width() const { return upper - lower; }
    /// Within the ends, however far apart, when they are finite. Not finite when one is not: NaN when both
    /// are, or the lower one alone.
    [[nodiscard]] constexpr double middle() const { return lower + (0.5 * upper - 0.5 * lower); }
    friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

/// The next double above; infinity and NaN stay. Doubles of one sign are ordered like their bits: no call,
/// unlike std::nextafter.
constexpr double next_above(double x) noexcept {
    if (x == 0) return std::numeric_limits<double>::denorm_min();
    if (!(x < std::numeric_limits<double>::infinity())) return x;
    const auto bits = std::bit_cast<std::int64_t>(x);
    return std::bit_cast<double>(x > 0 ? bits + 1 : bits - 1);
}
/// The next double below; -infinity and NaN stay.
constexpr double next_below(double x) noexcept { return -next_above(-x); }

namespace rounding {

/// Products and quotients below this magnitude may have an error term that underflows: they are widened
/// without a test of the error.
inline constexpr double kTrusted = 0x1p-900;

// In each function `error` is (exact - rounded), exact in sign. Overflowed results (error NaN or infinite)
// are widened.
inline double down(double rounded, double error) noexcept {
    if (!std::isfinite(rounded))
        return rounded > 0 ? std::numeric_limits<double>::max() : -std::numeric_limits<double>::infinity();
    return error >= 0 ? rounded : next_below(rounded);
}
inline double up(double rounded, double error) noexcept {
    if (!std::isfinite(rounded))
        return rounded < 0 ? std::numeric_limits<double>::lowest() : std::numeric_limits<double>::infinity();
    return error <= 0 ? rounded : next_above(rounded);
}

/// Exact error of a + b (Knuth's two-sum); NaN when an intermediate overflows, which both comparisons above
/// treat as inexact.
inline double sum_error(double a, double b, double sum) noexcept {
    const double b_part = sum - a;
    const double a_part = sum - b_part;
    return (a - a_part) + (b - b_part);
}

inline double add_down(double a, double b) noexcept {
    if (std::isinf(a) || std::isinf(b))
        return std::isnan(a + b) ? -std::numeric_limits<double>::infinity() : a + b;
    const double s = a + b;
    return down(s, sum_error(a, b, s));
}
inline double add_up(double a, double b) noexcept { return -add_down(-a, -b); }

inline double multiply_down(double a, double b) noexcept {
    if (a == 0 || b == 0)
        return 0;  // also 0 · inf: an infinite bound represents arbitrarily large finite values
    if (std::isinf(a) || std::isinf(b)) return a * b;
    const double p = a * b;
    if (std::abs(p) < kTrusted) return next_below(p);
    return down(p, std::fma(a, b, -p));
}
inline double multiply_up(double a, double b) noexcept { return -multiply_down(-a, b); }

/// a / b, b != 0.
inline double divide_down(double a, double b) noexcept {
    if (a == 0) return 0;
    if (std::isinf(a))
        return (a > 0) == (b > 0) ? (std::isinf(b) ? 0 : a * (b > 0 ? 1 : -1))
                                  : -std::numeric_limits<double>::infinity();
    if (std::isinf(b)) return (a > 0) == (b > 0) ? 0 : -std::numeric_limits<double>::denorm_min();
    const double q = a / b;
    if (std::abs(q) < kTrusted || std::abs(a) < kTrusted) return next_below(q);
    const double remainder = std::fma(-q, b, a);  // exact; the quotient's error is remainder / b
    return down(q, b > 0 ? remainder : -remainder);
}
inline double divide_up(double a, double b) noexcept { return -divide_down(-a, b); }

inline double root_down(double a) noexcept {
    if (!(a > 0)) return 0;
    const double r = std::sqrt(a);
    if (std::isinf(r)) return std::numeric_limits<double>::max();
    if (a < kTrusted) return next_below(r);
    return down(r, std::fma(-r, r, a));
}
inline double root_up(double a) noexcept {
    if (!(a > 0)) return 0;
    const double r = std::sqrt(a);
    if (a < kTrusted) return next_above(r);
    return up(r, std::fma(-r, r, a));
}

}  // namespace rounding

inline Interval operator-(const Interval& a) noexcept { return {-a.upper, -a.lower}; }
inline Interval operator+(const Interval& a, const Interval& b) noexcept {
    return {rounding::add_down(a.lower, b.lower), rounding::add_up(a.upper, b.upper)};
}
inline Interval operator-(const Interval& a, const Interval& b) noexcept { return a + (-b); }
inline Interval operator*(const Interval& a, const Interval& b) noexcept {
    using namespace rounding;
    // By signs, so that two rounded products do instead of eight.
    if (a.lower >= 0) {
        const double low = b.lower >= 0 ? a.lower : a.upper;
        const double high = b.upper >= 0 ? a.upper : a.lower;
        return {multiply_down(low, b.lower), multiply_up(high, b.upper)};
    }
    if (a.upper <= 0) {
        const double low = b.upper >= 0 ? a.lower : a.upper;
        const double high = b.lower >= 0 ? a.upper : a.lower;
        return {multiply_down(low, b.upper), multiply_up(high, b.lower)};
    }
    if (b.lower >= 0) return {multiply_down(a.lower, b.upper), multiply_up(a.upper, b.upper)};
    if (b.upper <= 0) return {multiply_down(a.upper, b.lower), multiply_up(a.lower, b.lower)};
    return {std::min(multiply_down(a.lower, b.upper), multiply_down(a.upper, b.lower)),
            std::max(multiply_up(a.lower, b.lower), multiply_up(a.upper, b.upper))};
}
inline Interval operator/(const Interval& a, const Interval& b) noexcept {
    using namespace rounding;
    if (b.lower <= 0 && b.upper >= 0) return Interval::everything();
    return {std::min({divide_down(a.lower, b.lower), divide_down(a.lower, b.upper),
                      divide_down(a.upper, b.lower), divide_down(a.upper, b.upper)}),
            std::max({divide_up(a.lower, b.lower), divide_up(a.lower, b.upper), divide_up(a.upper, b.lower),
                      divide_up(a.upper, b.upper)})};
}
inline Interval& operator+=(Interval& a, const Interval& b) noexcept { return a = a + b; }
inline Interval& operator-=(Interval& a, const Interval& b) noexcept { return a = a - b; }
inline Interval& operator*=(Interval& a, const Interval& b) noexcept { return a = a * b; }

/// { x² : x in a }: tighter than a * a, never below zero.
inline Interval square(const Interval& a) noexcept {
    const double big = std::max(std::abs(a.lower), std::abs(a.upper));
    const double small = a.contains(0.0) ? 0 : std::min(std::abs(a.lower), std::abs(a.upper));
    return {std::max(0.0, rounding::multiply_down(small, small)), rounding::multiply_up(big, big)};
}
/// Root of the part of a that is not negative.
inline Interval sqrt(const Interval& a) noexcept {
    return {rounding::root_down(a.lower), rounding::root_up(a.upper)};
}
inline Interval abs(const Interval& a) noexcept {
    if (a.lower >= 0) return a;
    if (a.upper <= 0) return -a;
    return {0, std::max(-a.lower, a.upper)};
}
inline Interval min(const Interval& a, const Interval& b) noexcept {
    return {std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
}
inline Interval max(const Interval& a, const Interval& b) noexcept {
    return {std::max(a.lower, b.lower), std::max(a.upper, b.upper)};
}
/// Smallest interval around both.
inline Interval hull(const Interval& a, const Interval& b) noexcept {
    return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)};
}
/// a shrunk to b; empty (lower > upper) when they do not overlap.
inline Interval intersect(const Interval& a, const Interval& b) noexcept {
    return {std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
}
/// a with both ends moved outward by `by` >= 0.
inline Interval widened(const Interval& a, double by) noexcept {
    return {rounding::add_down(a.lower, -by), rounding::add_up(a.upper, by)};
}

// Sines and cosines, and the entries of a rotating matrix. Radians. Single values come from the C library,
// which is taken to be off by no more than two units in the last place.

Interval sin(const Interval& x) noexcept;
Interval cos(const Interval& x) noexcept;

/// Contains 1 - cos x, with small angles as sharp as large ones.
Interval versine(const Interval& x) noexcept;

/// The wave offset + sine * sin x + versine * (1 - cos x): every entry of a matrix that turns about one axis
/// at constant speed.
struct Wave {
    double offset = 0;  ///< The value at x = 0.
    double sine = 0;
    double versine = 0;
};

/// Contains the wave's values over all angles of the interval: those at its ends and the crests between them.
Interval range(const Wave& wave, const Interval& angle) noexcept;

// Vectors and matrices of intervals are boxes around exact ones.

using IntervalVec3 = BasicVec3<Interval>;
using IntervalMat3 = BasicMat3<Interval>;

/// The given doubles, as point intervals.
constexpr IntervalVec3 enclose(const Vec3& v) noexcept {
    return {Interval(v.x), Interval(v.y), Interval(v.z)};
}
constexpr IntervalMat3 enclose(const Mat3& m) noexcept {
    return {{enclose(m.columns[0]), enclose(m.columns[1]), enclose(m.columns[2])}};
}

/// A member near the centre of the box, when that is finite.
constexpr Vec3 middle(const IntervalVec3& v) noexcept { return {v.x.middle(), v.y.middle(), v.z.middle()}; }

/// |v| for every v in the box: tighter than `length`, which treats the two factors of a square as
/// independent.
inline Interval norm(const IntervalVec3& v) noexcept { return sqrt(square(v.x) + square(v.y) + square(v.z)); }

/// det[b - a, c - a, d - a]: > 0 when (b, c, d) appears counter-clockwise from a.
Interval volume(const IntervalVec3& a, const IntervalVec3& b, const IntervalVec3& c,
                const IntervalVec3& d) noexcept;

/// Contains m⁻¹ v (by Cramer's rule); everything when m is not shown to be regular.
IntervalVec3 solve(const Mat3& m, const IntervalVec3& v) noexcept;

/// Contains |m u| for every unit u. The lower end is 0 when m is not shown to be regular.
Interval stretch(const Mat3& m) noexcept;

}  // namespace graze

#include "graze/core/fp_contract_off_end.inc"
