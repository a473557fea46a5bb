// Fourier-Motzkin elimination: projects a polytope { x : lower <= a · x <= upper for all rows }, N variables, onto its last variable, one
// variable at a time. Two rows with the variable make one without it, whose two sides come from the sides of the two; a side may
// be missing. Rows without the variable are kept. The last elimination stores no rows: it folds them into running bounds of the last variable.
//
// Where the variables are known to lie in [0, 1] (`Domain`), those rows are not stored either: putting 0 or 1 for the variable, whichever gives
// the weaker row, is what combining with them would give. Rows with two sides halve the rows and quarter the pairs.
//
// Rounding: each row carries `error`: for x in [0, 1]^N the exact row's value a · x - bound differs from the stored one's by no more.
// So a row that contradicts itself by more than its error is a theorem, while bounds of a polytope that is not empty contain the
// exact ones once widened by their error. Nothing is claimed the other way round: rows within their error neither
// show emptiness nor the opposite; the caller decides those otherwise.
// Redundant sides are left out in one of two ways. With a known domain, one that the domain implies is dropped; most are. Else by
// Kohler's rule: after k eliminations a side made of more than k + 1 of the first ones is implied by the others. Never both: that
// rule counts on rows which the first way may have dropped. In rounded arithmetic either may lose a row that matters within its
// error, hence again the caller's check of a point.
// docs/notes/fourier_motzkin.md; D. A. Kohler, "Projections of convex polyhedral sets" (1967), for the rule.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "convex/in_place.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"

namespace graze::fourier_motzkin {

/// No row.
inline constexpr std::uint16_t kNone = 0xffff;
/// No such side, with its sign.
inline constexpr double kFree = std::numeric_limits<double>::infinity();

enum class Side : std::uint8_t { lower, upper };

/// lower <= a · x <= upper; -kFree and kFree where a side is missing.
template <int N> struct Row {
    std::array<double, N> a{};
    double lower = -kFree;
    double upper = kFree;
    double error = 0;  ///< Over [0, 1]^N; at least 8 eps (Σ|a| + |bound|), which pays for the roundings of the next combination.
    std::uint64_t origin_lower = 0;  ///< Bit i: first side i takes part. For Kohler's rule.
    std::uint64_t origin_upper = 0;
    std::uint16_t first = kNone;   ///< The rows it was made of; for a kept row, or one with the variable put at 0 or 1, the row it was
    std::uint16_t second = kNone;  ///< and none.
    bool of_domain = false;        ///< One of the domain's own rows, or made of it: never dropped.

    [[nodiscard]] bool is_free() const noexcept { return lower == -kFree && upper == kFree; }
};

/// What is known of the variables: all in [0, 1], and the sum of the first `simplex` of them at most 1. The latter's row is among the
/// first rows, the others are not.
struct Domain {
    bool known = false;
    int simplex = 0;
};

/// Range of a · x over the domain; columns before `from` are zero.
template <int N> Interval range_over(const std::array<double, N>& a, Domain domain, std::size_t from) noexcept {
    Interval sum;
    Interval corner;
    for (std::size_t i = from; i < N; ++i) {
        const double low = std::min(0.0, a[i]);
        const double high = std::max(0.0, a[i]);
        if (i < static_cast<std::size_t>(domain.simplex)) {
            corner = {std::min(corner.lower, low), std::max(corner.upper, high)};
        } else {
            sum.lower += low;
            sum.upper += high;
        }
    }
    return {sum.lower + corner.lower, sum.upper + corner.upper};
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

enum class Outcome : std::uint8_t { contradiction, bounded, overflow };

/// First: room for the first rows; Room: for the rows of all stages together.
template <int N, std::size_t First, std::size_t Room> class Elimination {
    static_assert(First <= Room && Room < kNone);

public:
    using Line = Row<N>;

    void clear() noexcept {
        rows_.clear();
        first_count_ = 0;
        sides_ = 0;
    }
    /// Rows get their ids in the order they come, but for those that a known domain implies: they are left out. Says when the row
    /// contradicts the domain.
    Outcome add(Line row, Domain domain = {}) noexcept {
        row.origin_lower = row.lower == -kFree ? 0 : std::uint64_t{1} << (sides_++ % 64);
        row.origin_upper = row.upper == kFree ? 0 : std::uint64_t{1} << (sides_++ % 64);
        row.first = row.second = kNone;
        const Admission admission = admit(row, 0, domain);
        first_count_ = rows_.size();
        return admission == Admission::fine ? Outcome::bounded : outcome_of(admission);
    }
    [[nodiscard]] std::size_t first_count() const noexcept { return first_count_; }

    /// Eliminates columns 0 .. N - 2. Stops at the first new row that contradicts a known domain for sure.
    Outcome run(Domain domain = {}) noexcept {
        begin_[0] = 0;
        largest_ = rows_.size();
        for (std::size_t column = 0; column + 2 < N; ++column) {
            begin_[column + 1] = rows_.size();
            const Outcome outcome = eliminate(column, domain);
            if (outcome != Outcome::bounded) return outcome;
            largest_ = std::max(largest_, rows_.size() - begin_[column + 1]);
        }
        return fold(domain);
    }

    [[nodiscard]] const End& lower() const noexcept { return lower_; }
    [[nodiscard]] const End& upper() const noexcept { return upper_; }
    /// Rows of the largest stage.
    [[nodiscard]] std::size_t largest() const noexcept { return largest_; }

    /// A point of the polytope, up to rounding: the middle of each variable's range, the last one first. After `bounded`.
    [[nodiscard]] std::array<double, N> point() const noexcept {
        std::array<double, N> x{};
        x[N - 1] = 0.5 * (lower_.value + upper_.value);
        for (std::size_t column = N - 1; column-- > 0;) {
            const std::size_t end = column + 2 < N ? begin_[column + 1] : rows_.size();
            x[column] = middle(begin_[column], end, column, x);
        }
        return x;
    }

    /// How the contradiction that `run` stopped at follows from the first rows.
    [[nodiscard]] Combination<N, First> contradiction() const noexcept {
        Combination<N, First> sum;
        switch (fault_) {
            case Fault::row:
                trace(blamed_, blamed_side_, 1, sum);
                for (std::size_t k = 0; k < N; ++k) sum.left[k] += sign_of(blamed_side_) * rows_[blamed_].a[k];
                break;
            case Fault::folded_row:
                trace_end(culprit_, 1, sum);
                sum.left[N - 1] += culprit_.slope;
                break;
            case Fault::ends:
                trace_end(upper_, 1 / upper_.slope, sum);
                trace_end(lower_, -1 / lower_.slope, sum);
                break;
        }
        return sum;
    }

private:
    /// What contradicts: a stored row, one of the last elimination, or the two ends.
    enum class Fault : std::uint8_t { row, folded_row, ends };
    enum class Admission : std::uint8_t { fine, contradiction, overflow };

    /// The factors with which two rows cancel in a column: first · of_first + second · of_second, of_first > 0.
    struct Factors {
        double of_first;
        double of_second;
        Factors(double first, double second) noexcept : of_first(std::abs(second)), of_second(second > 0 ? -first : first) {}
    };
    struct Sides {
        double lower;
        double upper;
    };
    /// Missing sides stay missing: the factors are not zero, and infinities of one sign meet.
    static Sides sides_of(const Line& p, const Line& q, const Factors& f) noexcept {
        const bool same = f.of_second > 0;
        return {p.lower * f.of_first + (same ? q.lower : q.upper) * f.of_second,
                p.upper * f.of_first + (same ? q.upper : q.lower) * f.of_second};
    }
    /// What putting 0 or 1 for the variable with coefficient v leaves of the row; a variable of the simplex has no upper bound of its own.
    static Sides sides_without(const Line& row, double v, bool bounded) noexcept {
        if (v > 0) return {bounded ? row.lower - v : -kFree, row.upper};
        return {row.lower, bounded ? row.upper - v : kFree};
    }
    static bool bounded_above(std::size_t column, Domain domain) noexcept { return column >= static_cast<std::size_t>(domain.simplex); }
    // 1.25 and 1.5 pay for the roundings: see Row::error.
    static double error_of(const Line& row) noexcept { return 1.25 * row.error; }
    static double error_of(const Line& p, const Line& q, const Factors& f) noexcept {
        return 1.5 * (p.error * f.of_first + q.error * std::abs(f.of_second));
    }
    static double sign_of(Side side) noexcept { return side == Side::upper ? 1 : -1; }
    static bool is_null(double a, const Line& row) noexcept { return std::abs(a) <= 4 * row.error; }
    /// Few bits are set; the builds for all processors have no instruction for it.
    static std::size_t count_bits(std::uint64_t bits) noexcept {
        std::size_t count = 0;
        for (; bits != 0; bits &= bits - 1) ++count;
        return count;
    }

    Outcome blame(Fault fault) noexcept {
        fault_ = fault;
        return Outcome::contradiction;
    }

    Outcome eliminate(std::size_t column, Domain domain) noexcept {
        const std::size_t end = rows_.size();
        with_.clear();
        for (std::size_t i = begin_[column]; i < end; ++i) {
            Line row = rows_[i];
            const double v = row.a[column];
            row.a[column] = 0;
            row.first = static_cast<std::uint16_t>(i);
            row.second = kNone;
            if (is_null(v, rows_[i])) {
                row.error += std::abs(v);
                if (!rows_.push(row)) return Outcome::overflow;
                continue;
            }
            with_.push(static_cast<std::uint16_t>(i));
            if (!domain.known) continue;
            const Sides sides = sides_without(row, v, bounded_above(column, domain));
            row.lower = sides.lower;
            row.upper = sides.upper;
            row.error = error_of(rows_[i]);
            if (const Admission a = admit(row, column + 1, domain); a != Admission::fine) return outcome_of(a);
        }
        for (std::size_t i = 0; i < with_.size(); ++i) {
            for (std::size_t j = i + 1; j < with_.size(); ++j) {
                if (const Admission a = admit_pair(with_[i], with_[j], column, domain); a != Admission::fine) return outcome_of(a);
            }
        }
        return Outcome::bounded;
    }
    Outcome outcome_of(Admission admission) noexcept { return admission == Admission::overflow ? Outcome::overflow : blame(Fault::row); }

    Admission admit_pair(std::uint16_t i, std::uint16_t j, std::size_t column, Domain domain) noexcept {
        const Line& p = rows_[i];
        const Line& q = rows_[j];
        const Factors f(p.a[column], q.a[column]);
        const Sides sides = sides_of(p, q, f);
        if (sides.lower == -kFree && sides.upper == kFree) return Admission::fine;
        Line sum;
        for (std::size_t k = column + 1; k < N; ++k) sum.a[k] = p.a[k] * f.of_first + q.a[k] * f.of_second;
        sum.lower = sides.lower;
        sum.upper = sides.upper;
        sum.error = error_of(p, q, f);
        sum.of_domain = p.of_domain && q.of_domain;
        sum.first = i;
        sum.second = j;
        if (!domain.known) apply_rule_of_kohler(p, q, f, column + 2, sum);
        return admit(sum, column + 1, domain);
    }

    /// Drops the sides made of more first ones than `most`.
    static void apply_rule_of_kohler(const Line& p, const Line& q, const Factors& f, std::size_t most, Line& sum) noexcept {
        const bool same = f.of_second > 0;
        sum.origin_lower = p.origin_lower | (same ? q.origin_lower : q.origin_upper);
        sum.origin_upper = p.origin_upper | (same ? q.origin_upper : q.origin_lower);
        if (count_bits(sum.origin_lower) > most) sum.lower = -kFree;
        if (count_bits(sum.origin_upper) > most) sum.upper = kFree;
    }

    /// Stores the row unless it says nothing; columns before `from` are zero.
    Admission admit(Line& row, std::size_t from, Domain domain) noexcept {
        if (domain.known) {
            const Interval range = range_over<N>(row.a, domain, from);
            const bool too_low = row.upper + row.error < range.lower;
            if (too_low || row.lower - row.error > range.upper) {
                blamed_side_ = too_low ? Side::upper : Side::lower;
                blamed_ = rows_.size();
                return rows_.push(row) ? Admission::contradiction : Admission::overflow;
            }
            if (!row.of_domain) {
                if (row.upper >= range.upper) row.upper = kFree;
                if (row.lower <= range.lower) row.lower = -kFree;
            }
        }
        return row.is_free() || rows_.push(row) ? Admission::fine : Admission::overflow;
    }

    /// The last elimination, without storing a row.
    Outcome fold(Domain domain) noexcept {
        constexpr std::size_t k = N - 2;
        lower_ = upper_ = End{};
        if (domain.known) {
            lower_ = {0, 0, -1, kNone, kNone, Side::upper};
            upper_ = {1, 0, 1, kNone, kNone, Side::upper};
        }
        with_.clear();
        for (std::size_t i = begin_[k]; i < rows_.size(); ++i) {
            const Line& row = rows_[i];
            const auto id = static_cast<std::uint16_t>(i);
            const bool null = is_null(row.a[k], row);
            if (!null) with_.push(id);
            if (!null && !domain.known) continue;
            const Sides sides = null ? Sides{row.lower, row.upper} : sides_without(row, row.a[k], bounded_above(k, domain));
            if (!take(row.a[N - 1], sides, null ? row.error + std::abs(row.a[k]) : error_of(row), id, kNone))
                return blame(Fault::folded_row);
        }
        for (std::size_t i = 0; i < with_.size(); ++i) {
            const Line& p = rows_[with_[i]];
            for (std::size_t j = i + 1; j < with_.size(); ++j) {
                const Line& q = rows_[with_[j]];
                const Factors f(p.a[k], q.a[k]);
                Line sum;
                const Sides sides = sides_of(p, q, f);
                sum.lower = sides.lower;
                sum.upper = sides.upper;
                if (!domain.known) apply_rule_of_kohler(p, q, f, N, sum);
                const double slope = p.a[N - 1] * f.of_first + q.a[N - 1] * f.of_second;
                if (!take(slope, {sum.lower, sum.upper}, error_of(p, q, f), with_[i], with_[j])) return blame(Fault::folded_row);
            }
        }
        const double gap = lower_.value - upper_.value;
        if (lower_.slope != 0 && upper_.slope != 0 && gap > 0 && gap > 1.5 * (lower_.error / -lower_.slope + upper_.error / upper_.slope))
            return blame(Fault::ends);
        return Outcome::bounded;
    }

    /// The row lower <= slope x <= upper: false when it contradicts itself for sure.
    bool take(double slope, const Sides& sides, double error, std::uint16_t first, std::uint16_t second) noexcept {
        if (std::abs(slope) <= 4 * error) {
            const double slack = error + std::abs(slope);
            if (sides.upper + slack >= 0 && sides.lower - slack <= 0) return true;
            const bool upper = sides.upper + slack < 0;
            culprit_ = {0, error, upper ? slope : -slope, first, second, upper ? Side::upper : Side::lower};
            return false;
        }
        // x <= bound / slope or x >= bound / slope: better when bound < value * slope, either way.
        const auto improve = [&](End& end, double signed_slope, double bound, Side side) {
            if (bound < kFree && (end.slope == 0 || bound < end.value * signed_slope))
                end = {bound / signed_slope, error, signed_slope, first, second, side};
        };
        improve(slope > 0 ? upper_ : lower_, slope, sides.upper, Side::upper);
        improve(slope > 0 ? lower_ : upper_, -slope, -sides.lower, Side::lower);
        return true;
    }

    /// Middle of the range that rows [begin, end) leave to the column, given the columns after it.
    [[nodiscard]] double middle(std::size_t begin, std::size_t end, std::size_t column, const std::array<double, N>& x) const noexcept {
        double low = 0;
        double high = 1;
        for (std::size_t i = begin; i < end; ++i) {
            const Line& row = rows_[i];
            const double a = row.a[column];
            if (is_null(a, row)) continue;
            double rest = 0;
            for (std::size_t k = column + 1; k < N; ++k) rest += row.a[k] * x[k];
            const double upper = a > 0 ? row.upper - rest : row.lower - rest;  // of a x, towards larger x
            const double lower = a > 0 ? row.lower - rest : row.upper - rest;
            // Divisions only where the end moves; a missing side moves none.
            if (a > 0 ? upper < high * a : upper > high * a) high = upper / a;
            if (a > 0 ? lower > low * a : lower < low * a) low = lower / a;
        }
        return 0.5 * (low + high);
    }

    /// Adds the first rows that one side of row i was made of.
    void trace(std::size_t i, Side side, double weight, Combination<N, First>& sum) const noexcept {
        const Line& row = rows_[i];
        if (row.first == kNone) {
            (side == Side::upper ? sum.upper : sum.lower)[i] += weight;
        } else {
            trace_made(row.first, row.second, side, weight, sum);
        }
    }
    void trace_end(const End& end, double weight, Combination<N, First>& sum) const noexcept {
        if (end.first == kNone)
            sum.left[N - 1] -= weight * end.slope;
        else
            trace_made(end.first, end.second, end.side, weight, sum);
    }
    /// One side of what two rows make, or one row alone.
    void trace_made(std::uint16_t first, std::uint16_t second, Side side, double weight, Combination<N, First>& sum) const noexcept {
        const std::size_t column = column_of(first);
        const double v = rows_[first].a[column];
        if (second == kNone) {
            trace(first, side, weight, sum);
            if (!is_null(v, rows_[first])) sum.left[column] += sign_of(side) * weight * v;
            return;
        }
        const Factors f(v, rows_[second].a[column]);
        const Side other = side == Side::upper ? Side::lower : Side::upper;
        trace(first, side, weight * f.of_first, sum);
        trace(second, f.of_second > 0 ? side : other, weight * std::abs(f.of_second), sum);
    }
    /// The first column that row i still has.
    [[nodiscard]] std::size_t column_of(std::size_t i) const noexcept {
        std::size_t column = 0;
        while (column + 2 < N && i >= begin_[column + 1]) ++column;
        return column;
    }

    InPlace<Line, Room> rows_;                                      ///< Stage after stage; ids are positions.
    std::array<std::size_t, static_cast<std::size_t>(N)> begin_{};  ///< Of the stage whose rows still have column i.
    InPlace<std::uint16_t, Room> with_;                             ///< Rows that have the column.
    End lower_{}, upper_{}, culprit_{};
    Fault fault_ = Fault::row;
    std::size_t blamed_ = 0;
    Side blamed_side_ = Side::upper;
    std::size_t first_count_ = 0;
    std::size_t sides_ = 0;  ///< Of the first rows.
    std::size_t largest_ = 0;
};

}  // namespace graze::fourier_motzkin
