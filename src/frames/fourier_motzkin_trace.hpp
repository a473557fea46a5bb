// How a side of a row that an elimination made follows from the first rows: their multipliers, and what is
// left of the coefficients.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "frames/fourier_motzkin_combine.hpp"
#include "frames/fourier_motzkin_row.hpp"

namespace graze::fourier_motzkin {

/// Borrows the rows, stage after stage, and where each stage begins.
template <int N, std::size_t First> class Trace {
public:
    using Begins = std::array<std::size_t, static_cast<std::size_t>(N)>;

    Trace(const Row<N>* rows, const Begins& begin) noexcept : rows_(rows), begin_(begin) {}

    Combination<N, First> sum;

    /// Adds the first rows that one side of row i was made of.
    void add_side(std::size_t i, Side side, double weight) noexcept {
        const Row<N>& row = rows_[i];
        if (row.first == kNone) {
            (side == Side::upper ? sum.upper : sum.lower)[i] += weight;
        } else {
            add_made(row.first, row.second, side, weight);
        }
    }
    void add_end(const End& end, double weight) noexcept {
        if (end.first == kNone)
            sum.left[N - 1] -= weight * end.slope;
        else
            add_made(end.first, end.second, end.side, weight);
    }

private:
    /// One side of what two rows make, or one row alone.
    void add_made(std::uint16_t first, std::uint16_t second, Side side, double weight) noexcept {
        const std::size_t column = column_of(first);
        const double v = rows_[first].a[column];
        if (second == kNone) {
            add_side(first, side, weight);
            if (!is_null(v, rows_[first])) sum.left[column] += sign_of(side) * weight * v;
            return;
        }
        const Factors f(v, rows_[second].a[column]);
        const Side other = side == Side::upper ? Side::lower : Side::upper;
        add_side(first, side, weight * f.of_first);
        add_side(second, f.of_second > 0 ? side : other, weight * std::abs(f.of_second));
    }
    /// The first column that row i still has.
    [[nodiscard]] std::size_t column_of(std::size_t i) const noexcept {
        std::size_t column = 0;
        while (column + 2 < N && i >= begin_[column + 1]) ++column;
        return column;
    }

    const Row<N>* rows_;
    const Begins& begin_;
};

}  // namespace graze::fourier_motzkin
