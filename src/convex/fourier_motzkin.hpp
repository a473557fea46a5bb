// Fourier-Motzkin elimination: projects a polytope { x : rows a · x <= bound }, N variables, onto its last variable, one variable at a time.
// Every pair of a row that bounds the variable from above with one that bounds it from below makes a row without it; rows
// without the variable are kept. The last elimination stores no rows: it folds them into running bounds of the last variable.
//
// Rounding: each row carries `error`: for x in [0, 1]^N the exact row's value a · x - bound differs from the stored one's by no more.
// So a row that contradicts itself by more than its error is a theorem, while bounds of a polytope that is not empty contain the
// exact ones once widened by their error. Nothing is claimed the other way round: rows within their error neither
// show emptiness nor the opposite; the caller decides those otherwise.
// Redundant rows are left out in one of two ways. Where the variables are known to lie in a domain whose rows are among the first ones, a
// row that the domain implies is dropped; most are. Else by Kohler's rule: after k eliminations a row made of more than k + 1
// of the first rows is implied by the others. Never both: that rule counts on rows which the first way may have dropped. In
// rounded arithmetic either may lose a row that matters within its error, hence again the caller's check of a point.
// docs/notes/fourier_motzkin.md; D. A. Kohler, "Projections of convex polyhedral sets" (1967), for the rule.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "convex/in_place.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"

namespace graze::fourier_motzkin {

/// No row.
inline constexpr std::uint16_t kNone = 0xffff;

/// a · x <= bound.
template <int N> struct Row {
    std::array<double, N> a{};
    double bound = 0;
    double error = 0;          ///< Over [0, 1]^N; at least 8 eps (Σ|a| + |bound|), which pays for the roundings of the next combination.
    std::uint64_t origin = 0;  ///< Bit i: first row i takes part.
    std::uint16_t above = kNone;  ///< The row that bounded the eliminated variable from above; for a kept row the row it was.
    std::uint16_t below = kNone;  ///< The other one of the pair; none for kept rows.
    bool of_domain = false;       ///< One of the domain's own rows, or made of them: never dropped.
};

/// What is known of the variables, by rows that are among the first: all in [0, 1], or the first `simplex` of them with a sum of at most 1.
struct Domain {
    bool known = false;
    int simplex = 0;
};

/// Range of the row's left side over the domain; columns before `from` are zero.
template <int N> Interval range_over(const Row<N>& row, Domain domain, std::size_t from) noexcept {
    Interval sum;
    Interval corner;
    for (std::size_t i = from; i < N; ++i) {
        const double low = std::min(0.0, row.a[i]);
        const double high = std::max(0.0, row.a[i]);
        if (i < static_cast<std::size_t>(domain.simplex)) {
            corner = {std::min(corner.lower, low), std::max(corner.upper, high)};
        } else {
            sum.lower += low;
            sum.upper += high;
        }
    }
    return {sum.lower + corner.lower, sum.upper + corner.upper};
}

/// Multipliers of the first rows whose sum has a left side without the eliminated variables.
template <int N, std::size_t First> struct Combination {
    std::array<double, First> multipliers{};
    std::array<double, N> left{};  ///< What is left of the coefficients: to be cancelled by rows of the domain.
};

/// One end of the range of the last variable, from the row (slope x <= slope value).
struct End {
    double value = 0;
    double error = 0;  ///< Of the row, as in Row: the end itself is uncertain by error / |slope|.
    double slope = 0;  ///< 0 when there is no such end.
    std::uint16_t above = kNone;
    std::uint16_t below = kNone;
};

enum class Outcome : std::uint8_t { contradiction, bounded, overflow };

/// First: room for the first rows; Room: for the rows of all stages together.
template <int N, std::size_t First, std::size_t Room> class Elimination {
    static_assert(First <= 64 && First <= Room && Room < kNone);

public:
    using Line = Row<N>;

    void clear() noexcept { rows_.clear(); }
    /// Rows get their ids in the order they come.
    void add(Line row) noexcept {
        row.origin = std::uint64_t{1} << rows_.size();
        row.above = row.below = kNone;
        rows_.push(row);
    }

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
                trace(blamed_, 1, sum);
                sum.left = rows_[blamed_].a;
                break;
            case Fault::folded_row:
                trace_end(culprit_, 1, sum);
                sum.left[N - 1] = culprit_.slope;
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

    /// Few bits are set; the builds for all processors have no instruction for it.
    static int count_bits(std::uint64_t bits) noexcept {
        int count = 0;
        for (; bits != 0; bits &= bits - 1) ++count;
        return count;
    }
    static bool is_null(double a, const Line& row) noexcept { return std::abs(a) <= 4 * row.error; }

    Outcome blame(Fault fault, std::size_t row) noexcept {
        fault_ = fault;
        blamed_ = row;
        return Outcome::contradiction;
    }

    /// The rows of the stage that begins at begin_[column], by the sign of their coefficient there.
    void sort(std::size_t column) noexcept {
        above_.clear();
        below_.clear();
        without_.clear();
        for (std::size_t i = begin_[column]; i < rows_.size(); ++i) {
            const double a = rows_[i].a[column];
            (is_null(a, rows_[i]) ? without_ : a > 0 ? above_ : below_).push(static_cast<std::uint16_t>(i));
        }
    }

    Outcome eliminate(std::size_t column, Domain domain) noexcept {
        sort(column);
        for (const std::uint16_t i : without_) {
            Line kept = rows_[i];
            kept.error += std::abs(kept.a[column]);
            kept.a[column] = 0;
            kept.above = i;
            kept.below = kNone;
            if (!rows_.push(kept)) return Outcome::overflow;
        }
        for (const std::uint16_t i : above_) {
            for (const std::uint16_t j : below_) {
                if (!domain.known && column > 0 && count_bits(rows_[i].origin | rows_[j].origin) > static_cast<int>(column) + 2) continue;
                if (!rows_.push(combine(i, j, column))) return Outcome::overflow;
                if (!domain.known) continue;
                const Line& row = rows_[rows_.size() - 1];
                const Interval range = range_over(row, domain, column + 1);
                if (row.bound + row.error < range.lower) return blame(Fault::row, rows_.size() - 1);
                if (row.bound >= range.upper && !row.of_domain) rows_.pop();
            }
        }
        return Outcome::bounded;
    }

    /// above · |below's coefficient| + below · above's coefficient. The factor 1.5 pays for its roundings: see Row::error.
    [[nodiscard]] Line combine(std::uint16_t i, std::uint16_t j, std::size_t column) const noexcept {
        const Line& above = rows_[i];
        const Line& below = rows_[j];
        const double u = -below.a[column];
        const double v = above.a[column];
        Line sum;
        for (std::size_t k = column + 1; k < N; ++k) sum.a[k] = above.a[k] * u + below.a[k] * v;
        sum.bound = above.bound * u + below.bound * v;
        sum.error = 1.5 * (above.error * u + below.error * v);
        sum.origin = above.origin | below.origin;
        sum.of_domain = above.of_domain && below.of_domain;
        sum.above = i;
        sum.below = j;
        return sum;
    }

    /// The last elimination, without storing a row.
    Outcome fold(Domain domain) noexcept {
        constexpr std::size_t k = N - 2;
        sort(k);
        lower_ = upper_ = End{};
        for (const std::uint16_t i : without_) {
            const Line& kept = rows_[i];
            if (!take(kept.a[N - 1], kept.bound, kept.error + std::abs(kept.a[k]), i, kNone)) return blame(Fault::folded_row, 0);
        }
        for (const std::uint16_t i : above_) {
            const Line& p = rows_[i];
            for (const std::uint16_t j : below_) {
                const Line& n = rows_[j];
                if (N > 2 && !domain.known && count_bits(p.origin | n.origin) > N) continue;
                const double u = -n.a[k];
                const double v = p.a[k];
                if (!take(p.a[N - 1] * u + n.a[N - 1] * v, p.bound * u + n.bound * v, 1.5 * (p.error * u + n.error * v), i, j))
                    return blame(Fault::folded_row, 0);
            }
        }
        const double gap = lower_.value - upper_.value;
        if (lower_.slope != 0 && upper_.slope != 0 && gap > 0 && gap > 1.5 * (lower_.error / -lower_.slope + upper_.error / upper_.slope))
            return blame(Fault::ends, 0);
        return Outcome::bounded;
    }

    /// The row slope x <= bound: false when it contradicts itself for sure.
    bool take(double slope, double bound, double error, std::uint16_t above, std::uint16_t below) noexcept {
        if (std::abs(slope) <= 4 * error) {
            if (bound + error + std::abs(slope) >= 0) return true;
            culprit_ = {0, error, slope, above, below};
            return false;
        }
        End& end = slope > 0 ? upper_ : lower_;
        // x <= bound / slope or x >= bound / slope: better when bound < value * slope, either way.
        if (end.slope == 0 || bound < end.value * slope) end = {bound / slope, error, slope, above, below};
        return true;
    }

    /// Middle of the range that rows [begin, end) leave to the column, given the columns after it.
    [[nodiscard]] double middle(std::size_t begin, std::size_t end, std::size_t column, const std::array<double, N>& x) const noexcept {
        double low = 0;
        double high = 1;
        for (std::size_t i = begin; i < end; ++i) {
            const Line& row = rows_[i];
            if (is_null(row.a[column], row)) continue;
            double rest = row.bound;
            for (std::size_t k = column + 1; k < N; ++k) rest -= row.a[k] * x[k];
            // Divisions only where the end moves.
            const double a = row.a[column];
            if (a > 0 && rest < high * a) high = rest / a;
            if (a < 0 && rest < low * a) low = rest / a;
        }
        return 0.5 * (low + high);
    }

    /// Adds the first rows that row i was made of.
    void trace(std::size_t i, double weight, Combination<N, First>& sum) const noexcept {
        const Line& row = rows_[i];
        if (row.above == kNone) {
            sum.multipliers[i] += weight;
        } else if (row.below == kNone) {
            trace(row.above, weight, sum);
        } else if constexpr (N > 2) {  // two columns: no row is stored but the first
            trace_pair(row.above, row.below, column_of(row.above), weight, sum);
        }
    }
    void trace_end(const End& end, double weight, Combination<N, First>& sum) const noexcept {
        if (end.below == kNone)
            trace(end.above, weight, sum);
        else
            trace_pair(end.above, end.below, N - 2, weight, sum);
    }
    void trace_pair(std::uint16_t above, std::uint16_t below, std::size_t column, double weight,
                    Combination<N, First>& sum) const noexcept {
        trace(above, -weight * rows_[below].a[column], sum);
        trace(below, weight * rows_[above].a[column], sum);
    }
    /// The first column that row i still has.
    [[nodiscard]] std::size_t column_of(std::size_t i) const noexcept {
        std::size_t column = 0;
        while (column + 2 < N && i >= begin_[column + 1]) ++column;
        return column;
    }

    InPlace<Line, Room> rows_;                                      ///< Stage after stage; ids are positions.
    std::array<std::size_t, static_cast<std::size_t>(N)> begin_{};  ///< Of the stage whose rows still have column i.
    InPlace<std::uint16_t, Room> above_, below_, without_;
    End lower_{}, upper_{}, culprit_{};
    Fault fault_ = Fault::row;
    std::size_t blamed_ = 0;
    std::size_t largest_ = 0;
};

}  // namespace graze::fourier_motzkin
