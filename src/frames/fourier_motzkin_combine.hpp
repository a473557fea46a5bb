// Arithmetic on the rows of fourier_motzkin.hpp: what two of them make without a variable, what one leaves
// when the variable is put at an end of its range, with the errors of both, and Kohler's rule.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "frames/fourier_motzkin_row.hpp"

namespace graze::fourier_motzkin {

/// The factors with which two rows cancel in a column: first · of_first + second · of_second, of_first > 0.
/// Signs of coefficients and which side is the better one are not to be foreseen: here and below they are
/// computed with, not branched on.
struct Factors {
    double of_first;
    double of_second;
    bool opposite;  ///< of_second > 0
    Factors(double first, double second) noexcept
        : of_first(std::abs(second)),
          of_second(std::copysign(first, -first * second)),
          opposite(of_second > 0) {}
};

/// Missing sides stay missing: the factors are not zero, and only infinities of one sign are added.
template <int N> Sides sides_of(const Row<N>& p, const Row<N>& q, const Factors& f) noexcept {
    const std::size_t low = f.opposite ? 0 : 1;
    return {{p.lower() * f.of_first + q.sides.bound[low] * f.of_second,
             p.upper() * f.of_first + q.sides.bound[1 - low] * f.of_second}};
}

/// What putting 0 or 1 for the variable with coefficient v leaves of the row; a variable of the simplex
/// has no upper bound of its own.
template <bool Bounded, int N> Sides sides_without(const Row<N>& row, double v) noexcept {
    if constexpr (Bounded) return {{row.lower() - part_above_zero(v), row.upper() - part_below_zero(v)}};
    constexpr std::array<double, 2> kLoss{0, kFree};
    return {{row.lower() - kLoss[v > 0 ? 1 : 0], row.upper() + kLoss[v < 0 ? 1 : 0]}};
}

/// Whether a column has an upper bound of its own.
template <std::size_t Column, Domain kDomain>
inline constexpr bool kBounded = Column >= static_cast<std::size_t>(kDomain.simplex);

// 1.25 and 1.5 pay for the roundings: see Row::error.
template <int N> double error_of(const Row<N>& row) noexcept { return 1.25 * row.error; }

template <int N> double error_of(const Row<N>& p, const Row<N>& q, const Factors& f) noexcept {
    return 1.5 * (p.error * f.of_first + q.error * std::abs(f.of_second));
}

inline double sign_of(Side side) noexcept { return side == Side::upper ? 1 : -1; }

inline bool is_free(const Sides& sides) noexcept { return sides.lower() == -kFree && sides.upper() == kFree; }

/// Whether a coefficient of the row cannot be distinguished from zero.
template <int N> bool is_null(double a, const Row<N>& row) noexcept { return std::abs(a) <= 4 * row.error; }

inline bool has_more_bits_than(std::size_t most, std::uint64_t bits) noexcept {
    for (std::size_t i = 0; i < most; ++i) bits &= bits - 1;
    return bits != 0;
}

/// The first sides that the two sides of a row are made of: bit i for side i.
struct Origins {
    std::uint64_t lower;
    std::uint64_t upper;
};

/// The origins of what two rows make; drops its sides made of more first ones than `most`.
inline Origins apply_rule_of_kohler(const Origins& p, const Origins& q, const Factors& f, std::size_t most,
                                    Sides& sides) noexcept {
    const Origins sum{p.lower | (f.opposite ? q.lower : q.upper), p.upper | (f.opposite ? q.upper : q.lower)};
    if (has_more_bits_than(most, sum.lower)) sides.bound[0] = -kFree;
    if (has_more_bits_than(most, sum.upper)) sides.bound[1] = kFree;
    return sum;
}

/// What of the range has lower <= slope x <= upper. Not a number comes of a slope of zero alone, and is
/// passed over.
inline Interval narrowed(const Interval& range, double slope, const Sides& sides) noexcept {
    const double inverse = 1 / slope;
    const double one = sides.lower() * inverse;
    const double other = sides.upper() * inverse;
    return {most(least(one, other), range.lower), least(most(one, other), range.upper)};
}

}  // namespace graze::fourier_motzkin
