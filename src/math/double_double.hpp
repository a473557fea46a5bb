// Numbers of about 106 bits as unevaluated sums of two doubles: for the few places where the 53 of a double
// end too early and exact arithmetic would be slow. Rounded, not enclosed: relative errors of a few 2^-104
// per operation, as long as no part underflows. Plain enough to stand in for T in the templates of math/.
// After: Dekker 1971; Hida, Li, Bailey 2001.
#pragma once

#include <cmath>

#include "graze/math/interval.hpp"

namespace graze {

struct DoubleDouble {
    double high = 0;  ///< The nearest double to the value.
    double low = 0;   ///< The rest: at most half a last place of `high`.

    constexpr DoubleDouble() = default;
    constexpr DoubleDouble(double value) : high(value) {}  // NOLINT: every double is one

    /// a + b exactly, |a| >= |b| or a = 0.
    static constexpr DoubleDouble ordered_sum(double a, double b) noexcept {
        DoubleDouble r(a + b);
        r.low = b - (r.high - a);
        return r;
    }
    /// a + b exactly.
    static DoubleDouble sum(double a, double b) noexcept {
        DoubleDouble r(a + b);
        r.low = rounding::sum_error(a, b, r.high);
        return r;
    }
    /// a b exactly.
    static DoubleDouble product(double a, double b) noexcept {
        DoubleDouble r(a * b);
        r.low = std::fma(a, b, -r.high);
        return r;
    }

    [[nodiscard]] constexpr explicit operator double() const noexcept { return high; }
    constexpr DoubleDouble operator-() const noexcept {
        DoubleDouble r(-high);
        r.low = -low;
        return r;
    }
    friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) noexcept {
        DoubleDouble s = sum(a.high, b.high);
        const DoubleDouble t = sum(a.low, b.low);
        s = ordered_sum(s.high, s.low + t.high);
        return ordered_sum(s.high, s.low + t.low);
    }
    friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) noexcept { return a + -b; }
    friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) noexcept {
        const DoubleDouble p = product(a.high, b.high);
        return ordered_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
    }
    friend DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) noexcept {
        const double first = a.high / b.high;
        const DoubleDouble remainder = a - DoubleDouble(first) * b;
        const double second = remainder.high / b.high;
        const double third = (remainder - DoubleDouble(second) * b).high / b.high;
        return ordered_sum(first, second) + DoubleDouble(third);
    }
    DoubleDouble& operator+=(const DoubleDouble& b) noexcept { return *this = *this + b; }

    friend constexpr bool operator==(const DoubleDouble&, const DoubleDouble&) = default;
    friend constexpr bool operator<(const DoubleDouble& a, const DoubleDouble& b) noexcept {
        return a.high < b.high || (a.high == b.high && a.low < b.low);
    }
    friend constexpr bool operator>(const DoubleDouble& a, const DoubleDouble& b) noexcept { return b < a; }
};

/// Zero for zero and below.
inline DoubleDouble sqrt(const DoubleDouble& a) noexcept {
    if (!(a.high > 0)) return {};
    const double root = std::sqrt(a.high);
    return DoubleDouble::ordered_sum(root, (a - DoubleDouble::product(root, root)).high / (2 * root));
}

}  // namespace graze
