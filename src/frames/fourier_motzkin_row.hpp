// What the elimination of fourier_motzkin.hpp works on: rows with two sides, what is known of the variables,
// and the ends and sums it answers with.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "graze/math/interval.hpp"

namespace graze::fourier_motzkin {

/// No row.
inline constexpr std::uint16_t kNone = 0xffff;
/// No such side, with its sign.
inline constexpr double kFree = std::numeric_limits<double>::infinity();

// By value and by arithmetic, so that they are instructions and not branches. All are exact.
inline double least(double x, double y) noexcept { return x < y ? x : y; }  // y where x is not a number
inline double most(double x, double y) noexcept { return x > y ? x : y; }
inline double part_below_zero(double x) noexcept { return 0.5 * (x - std::abs(x)); }
inline double part_above_zero(double x) noexcept { return 0.5 * (x + std::abs(x)); }

enum class Side : std::uint8_t { lower, upper };

/// Bounds of a row, lower and upper; -kFree and kFree where a side is missing.
struct Sides {
    std::array<double, 2> bound{-kFree, kFree};

    [[nodiscard]] double lower() const noexcept { return bound[0]; }
    [[nodiscard]] double upper() const noexcept { return bound[1]; }
};

/// lower <= a · x <= upper.
template <int N> struct Row {
    std::array<double, N> a{};
    Sides sides{};
    double error = 0;  ///< Over [0, 1]^N; at least 8 eps (Σ|a| + |bound|), which pays for the roundings of
                       ///< the next combination.
    std::uint16_t first = kNone;   ///< The rows it was made of; for a kept row, or one with the variable put
                                   ///< at 0 or 1, the row it was
    std::uint16_t second = kNone;  ///< and none.
    bool of_domain = false;        ///< One of the domain's own rows, or made of it: never dropped.

    [[nodiscard]] double lower() const noexcept { return sides.lower(); }
    [[nodiscard]] double upper() const noexcept { return sides.upper(); }
};

/// What is known of the variables: all in [0, 1], and the sum of the first `simplex` of them at most 1. The
/// latter's row is among the first rows, the others are not.
struct Domain {
    bool known = false;
    int simplex = 0;
};

/// Range of a · x over the domain; columns before From are zero.
template <int N, Domain kDomain, std::size_t From>
Interval range_over(const std::array<double, N>& a) noexcept {
    constexpr auto kSimplex = static_cast<std::size_t>(kDomain.simplex);
    double lower = 0, upper = 0;
    for (std::size_t i = From; i < kSimplex; ++i) {
        lower = least(a[i], lower);
        upper = most(a[i], upper);
    }
    for (std::size_t i = std::max(From, kSimplex); i < N; ++i) {
        lower += part_below_zero(a[i]);
        upper += part_above_zero(a[i]);
    }
    return {lower, upper};
}

/// Multipliers of the first rows whose sum has a left side to be cancelled by the domain.
template <int N, std::size_t First> struct Combination {
    std::array<double, First> lower{};  ///< Of -a · x <= -lower.
    std::array<double, First> upper{};  ///< Of a · x <= upper.
    std::array<double, N> left{};       ///< What is left of the coefficients.
};

/// One end of the range of the last variable, from a side (slope x <= slope value).
struct End {
    double value = 0;
    double error = 0;             ///< Of the row, as in Row: the end itself is uncertain by error / |slope|.
    double slope = 0;             ///< 0 when there is no such end.
    std::uint16_t first = kNone;  ///< kNone: the domain's own.
    std::uint16_t second = kNone;
    Side side = Side::upper;  ///< Of the row that `first` and `second` make.
};

}  // namespace graze::fourier_motzkin
