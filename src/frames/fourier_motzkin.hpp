// Fourier-Motzkin elimination: projects a polytope { x : lower <= a · x <= upper for all rows }, N variables,
// onto its last variable, one variable at a time. Two rows with the variable make one without it, whose two
// sides come from the sides of the two; a side may be missing. Rows without the variable are kept. The last
// elimination stores no rows: it folds them into running bounds of the last variable.
//
// Where the variables are known to lie in [0, 1] (`Domain`), those rows are not stored either: putting 0 or 1
// for the variable, whichever gives the weaker row, is what combining with them would give. Rows with two
// sides halve the rows and quarter the pairs.
//
// Rounding: each row carries `error`: for x in [0, 1]^N the exact row's value a · x - bound differs from the
// stored one's by no more. So a row that contradicts itself by more than its error is a theorem, while bounds
// of a polytope that is not empty contain the exact ones once widened by their error. The converse does not
// hold: rows within their error prove neither emptiness nor the opposite; the caller decides those by other
// means. Redundant sides are removed by one of two rules. With a known domain, one that the domain implies is
// dropped; most are. Else by Kohler's rule: after k eliminations a side made of more than k + 1 of the first
// ones is implied by the others. Never both: Kohler's rule relies on rows which the first rule may have
// dropped. In rounded arithmetic either may lose a row that matters within its error, hence again the
// caller's check of a point. docs/notes/fourier_motzkin.md; D. A. Kohler, "Projections of convex polyhedral
// sets" (1967), for the rule.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/in_place.hpp"
#include "frames/fourier_motzkin_combine.hpp"
#include "frames/fourier_motzkin_ends.hpp"
#include "frames/fourier_motzkin_row.hpp"
#include "frames/fourier_motzkin_trace.hpp"

namespace graze::fourier_motzkin {

enum class Outcome : std::uint8_t { contradiction, bounded, overflow };

/// First: capacity for the first rows; Capacity: for the rows of all stages together.
template <int N, std::size_t First, std::size_t Capacity> class Elimination {
    static_assert(First <= Capacity && Capacity < kNone);

public:
    using Line = Row<N>;

    void clear() noexcept {
        count_ = 0;
        first_count_ = 0;
        sides_ = 0;
    }
    /// Rows get their ids in the order they come, but for those that a known domain implies: they are left
    /// out. Reports when the row contradicts the domain.
    template <Domain kDomain = Domain{}> Outcome add(const Line& row) noexcept {
        if (count_ == First) return Outcome::overflow;
        rows_[count_] = row;
        if constexpr (!kDomain.known) {
            origins_[count_].lower = row.lower() == -kFree ? 0 : std::uint64_t{1} << (sides_++ % 64);
            origins_[count_].upper = row.upper() == kFree ? 0 : std::uint64_t{1} << (sides_++ % 64);
        }
        const Admission admission = admit<0, kDomain>();
        first_count_ = count_;
        return admission == Admission::fine ? Outcome::bounded : outcome_of(admission);
    }
    [[nodiscard]] std::size_t first_count() const noexcept { return first_count_; }

    /// Eliminates columns 0 .. N - 2. Stops at the first new row that certainly contradicts a known domain.
    template <Domain kDomain = Domain{}> Outcome run() noexcept {
        const Outcome outcome = eliminate_all<kDomain>();
        return outcome == Outcome::bounded ? fold<kDomain>() : outcome;
    }
    /// The same without the errors of the ends, with a known domain: when there seems to be a point, the ends
    /// have only values.
    template <Domain kDomain> Outcome run_for_point() noexcept {
        static_assert(kDomain.known);
        const Outcome outcome = eliminate_all<kDomain>();
        return outcome != Outcome::bounded || fold_quickly<kDomain>() ? outcome : fold<kDomain>();
    }

    [[nodiscard]] const End& lower() const noexcept { return ends_.lower; }
    [[nodiscard]] const End& upper() const noexcept { return ends_.upper; }
    /// Rows of the largest stage.
    [[nodiscard]] std::size_t largest() const noexcept { return largest_; }

    /// A point of the polytope, up to rounding: the middle of each variable's range, the last one first.
    /// After `bounded`.
    [[nodiscard]] std::array<double, N> point() const noexcept {
        std::array<double, N> x{};
        x[N - 1] = 0.5 * (ends_.lower.value + ends_.upper.value);
        for (std::size_t column = N - 1; column-- > 0;) {
            const std::size_t end = column + 2 < N ? begin_[column + 1] : count_;
            x[column] = middle(begin_[column], end, column, x);
        }
        return x;
    }

    /// How the contradiction that `run` stopped at follows from the first rows.
    [[nodiscard]] Combination<N, First> contradiction() const noexcept {
        Trace<N, First> trace(rows_.data(), begin_);
        switch (fault_) {
            case Fault::row:
                trace.add_side(contradiction_row_, contradiction_side_, 1);
                for (std::size_t k = 0; k < N; ++k)
                    trace.sum.left[k] += sign_of(contradiction_side_) * rows_[contradiction_row_].a[k];
                break;
            case Fault::folded_row:
                trace.add_end(ends_.contradiction, 1);
                trace.sum.left[N - 1] += ends_.contradiction.slope;
                break;
            case Fault::ends:
                trace.add_end(ends_.upper, 1 / ends_.upper.slope);
                trace.add_end(ends_.lower, -1 / ends_.lower.slope);
                break;
        }
        return trace.sum;
    }

private:
    /// What contradicts: a stored row, one of the last elimination, or the two ends.
    enum class Fault : std::uint8_t { row, folded_row, ends };
    enum class Admission : std::uint8_t { fine, contradiction, overflow };

    Outcome stop_at(Fault fault) noexcept {
        fault_ = fault;
        return Outcome::contradiction;
    }

    template <Domain kDomain, std::size_t Column = 0> Outcome eliminate_all() noexcept {
        if constexpr (Column == 0) {
            begin_[0] = 0;
            largest_ = count_;
        }
        if constexpr (Column + 2 < N) {
            begin_[Column + 1] = count_;
            const Outcome outcome = eliminate<Column, kDomain>();
            if (outcome != Outcome::bounded) return outcome;
            largest_ = std::max(largest_, count_ - begin_[Column + 1]);
            return eliminate_all<kDomain, Column + 1>();
        }
        return Outcome::bounded;
    }

    template <std::size_t Column, Domain kDomain> Outcome eliminate() noexcept {
        const std::size_t end = count_;
        with_.clear();
        for (std::size_t i = begin_[Column]; i < end; ++i) {
            const Line& given = rows_[i];
            const double v = given.a[Column];
            const bool null = is_null(v, given);
            if (!null) with_.push(static_cast<std::uint16_t>(i));
            if (!null && !kDomain.known) continue;
            Line& row = next<Column>(static_cast<std::uint16_t>(i), kNone, given.of_domain);
            for (std::size_t k = Column + 1; k < N; ++k) row.a[k] = given.a[k];
            row.sides = null ? given.sides : sides_without<kBounded<Column, kDomain>>(given, v);
            row.error = null ? given.error + std::abs(v) : error_of(given);
            if constexpr (!kDomain.known) origins_[count_] = origins_[i];
            if (const Admission a = admit<Column + 1, kDomain>(); a != Admission::fine) return outcome_of(a);
        }
        for (std::size_t i = 0; i < with_.size(); ++i) {
            for (std::size_t j = i + 1; j < with_.size(); ++j) {
                if (const Admission a = admit_pair<Column, kDomain>(with_[i], with_[j]); a != Admission::fine)
                    return outcome_of(a);
            }
        }
        return Outcome::bounded;
    }
    Outcome outcome_of(Admission admission) noexcept {
        return admission == Admission::overflow ? Outcome::overflow : stop_at(Fault::row);
    }

    template <std::size_t Column, Domain kDomain>
    Admission admit_pair(std::uint16_t i, std::uint16_t j) noexcept {
        const Line& p = rows_[i];
        const Line& q = rows_[j];
        const Factors f(p.a[Column], q.a[Column]);
        Line& sum = next<Column>(i, j, p.of_domain && q.of_domain);
        sum.sides = sides_of(p, q, f);
        if (!kDomain.known && is_free(sum.sides)) return Admission::fine;
        for (std::size_t k = Column + 1; k < N; ++k) sum.a[k] = p.a[k] * f.of_first + q.a[k] * f.of_second;
        sum.error = error_of(p, q, f);
        if constexpr (!kDomain.known)
            origins_[count_] = apply_rule_of_kohler(origins_[i], origins_[j], f, Column + 2, sum.sides);
        return admit<Column + 1, kDomain>();
    }

    /// The place after the last row, for a row made of these; not yet one of the rows. Rows are made in
    /// place: a copy would have to wait for what was just written.
    template <std::size_t Column>
    Line& next(std::uint16_t first, std::uint16_t second, bool of_domain) noexcept {
        Line& row = rows_[count_];
        for (std::size_t k = 0; k <= Column; ++k) row.a[k] = 0;
        row.first = first;
        row.second = second;
        row.of_domain = of_domain;
        return row;
    }

    /// Adds the row at the next place unless it is trivial; columns before From are zero.
    template <std::size_t From, Domain kDomain> Admission admit() noexcept {
        const Line& row = rows_[count_];
        if constexpr (!kDomain.known) {
            if (is_free(row.sides)) return Admission::fine;
            return count_++ < Capacity ? Admission::fine : Admission::overflow;
        }
        const Interval range = range_over<N, kDomain, From>(row.a);
        // A side alone that the domain implies costs nothing: it is computed with the other one anyway.
        const bool implied =
            (static_cast<int>(row.upper() >= range.upper) & static_cast<int>(row.lower() <= range.lower) &
             static_cast<int>(!row.of_domain)) != 0;
        count_ += implied ? 0 : 1;
        if (count_ > Capacity) return Admission::overflow;
        const double error = 1.5 * row.error;  // of the row, and of the range's sums
        const bool too_low = row.upper() + error < range.lower;
        if (!too_low && !(row.lower() - error > range.upper)) return Admission::fine;
        contradiction_side_ = too_low ? Side::upper : Side::lower;
        contradiction_row_ = count_ - 1;
        return Admission::contradiction;
    }

    /// The last elimination, without storing a row.
    template <Domain kDomain> Outcome fold() noexcept {
        constexpr std::size_t k = N - 2;
        ends_.reset(kDomain.known);
        with_.clear();
        for (std::size_t i = begin_[k]; i < count_; ++i) {
            const Line& row = rows_[i];
            const auto id = static_cast<std::uint16_t>(i);
            const bool null = is_null(row.a[k], row);
            if (!null) with_.push(id);
            if (!null && !kDomain.known) continue;
            const Sides sides = null ? row.sides : sides_without<kBounded<k, kDomain>>(row, row.a[k]);
            if (!ends_.take(row.a[N - 1], sides, null ? row.error + std::abs(row.a[k]) : error_of(row), id,
                            kNone))
                return stop_at(Fault::folded_row);
        }
        for (std::size_t i = 0; i < with_.size(); ++i) {
            const Line& p = rows_[with_[i]];
            for (std::size_t j = i + 1; j < with_.size(); ++j) {
                const Line& q = rows_[with_[j]];
                const Factors f(p.a[k], q.a[k]);
                Sides sides = sides_of(p, q, f);
                if constexpr (!kDomain.known) {
                    apply_rule_of_kohler(origins_[with_[i]], origins_[with_[j]], f, N, sides);
                    if (is_free(sides)) continue;
                }
                const double slope = p.a[N - 1] * f.of_first + q.a[N - 1] * f.of_second;
                if (!ends_.take(slope, sides, error_of(p, q, f), with_[i], with_[j]))
                    return stop_at(Fault::folded_row);
            }
        }
        if (ends_.contradict()) return stop_at(Fault::ends);
        return Outcome::bounded;
    }

    /// Whether the rows leave a range to the last variable, disregarding all errors.
    template <Domain kDomain> bool fold_quickly() noexcept {
        constexpr std::size_t k = N - 2;
        Interval range{0, 1};
        for (std::size_t i = begin_[k]; i < count_; ++i) {
            const Line& p = rows_[i];
            range = narrowed(range, p.a[N - 1], sides_without<kBounded<k, kDomain>>(p, p.a[k]));
            for (std::size_t j = i + 1; j < count_; ++j) {
                const Line& q = rows_[j];
                const Factors f(p.a[k], q.a[k]);
                range =
                    narrowed(range, p.a[N - 1] * f.of_first + q.a[N - 1] * f.of_second, sides_of(p, q, f));
            }
        }
        ends_.lower.value = range.lower;
        ends_.upper.value = range.upper;
        return range.lower <= range.upper;
    }

    /// Middle of the range that rows [begin, end) leave to the column, given the columns after it.
    [[nodiscard]] double middle(std::size_t begin, std::size_t end, std::size_t column,
                                const std::array<double, N>& x) const noexcept {
        Interval range{0, 1};
        for (std::size_t i = begin; i < end; ++i) {
            const Line& row = rows_[i];
            const double a = row.a[column];
            if (is_null(a, row)) continue;
            double fixed = 0;
            for (std::size_t k = column + 1; k < N; ++k) fixed += row.a[k] * x[k];
            range = narrowed(range, a, {{row.lower() - fixed, row.upper() - fixed}});
        }
        return 0.5 * (range.lower + range.upper);
    }
    Uninitialized<Line, Capacity + 1> rows_;  ///< Stage after stage; ids are positions.
    /// Of the stage whose rows still have column i.
    std::array<std::size_t, static_cast<std::size_t>(N)> begin_{};
    /// Of the rows, for Kohler's rule; only without a known domain.
    Uninitialized<Origins, Capacity + 1> origins_;
    InPlace<std::uint16_t, Capacity> with_;  ///< Rows that have the column.
    Ends ends_;
    Fault fault_ = Fault::row;
    std::size_t contradiction_row_ = 0;
    Side contradiction_side_ = Side::upper;
    std::size_t count_ = 0;        ///< Of all rows.
    std::size_t first_count_ = 0;  ///< Of the first.
    std::size_t sides_ = 0;        ///< Of the first rows.
    std::size_t largest_ = 0;
};

}  // namespace graze::fourier_motzkin
