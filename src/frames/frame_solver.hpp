// The system of two frames and its elimination, and what is read off it. Coordinates as in frame_system.hpp;
// the variables are b's coordinates x, and for moving pairs the time t after them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "frames/fourier_motzkin.hpp"
#include "frames/frame_farkas.hpp"
#include "frames/frame_system.hpp"
#include "graze/frames/frame_overlap.hpp"

namespace graze {

/// Rows of all stages in the worst case, which `range` is: still in space 8 rows make 28; moving 9 make 36,
/// and those at most as many as there are ways to choose three first sides and how to pair them.
template <int D, bool Moving> inline constexpr std::size_t kFrameCapacity = D == 2 ? 40 : Moving ? 672 : 48;

/// A linear function of (x, t) to be bounded: Σ of_x_i x_i + of_t t.
template <int D> struct LinearOfFrame {
    VecOf<D> of_x{};
    double of_t = 0;
};

/// One coordinate of a, or for a tetrahedron their sum, as a function of (x, t): 0 <= of · (x, t) + offset <=
/// size. Scaled so that its largest coefficient is 1.
template <int Columns> struct FrameSlab {
    std::array<double, Columns> of{};
    double offset = 0;
    double size = 0;
    double error = 0;  ///< Of the value at any (x, t) in the unit cube and of the size; see Row::error.
    double scale = 1;
};

template <int D, bool Moving> class FrameSolver {
public:
    static constexpr int kColumns = D + (Moving ? 1 : 0);
    static constexpr std::size_t kFirst = std::size_t{2} * D + 3;
    using Line = fourier_motzkin::Row<kColumns>;
    using Outcome = fourier_motzkin::Outcome;
    using Domain = fourier_motzkin::Domain;

    explicit FrameSolver(const FrameSystem<D>& system) noexcept
        : cuboid_a_(system.cuboid_a), cuboid_b_(system.cuboid_b), volume_(system.size) {
        for (std::size_t j = 0; j < D; ++j) slabs_[j] = scaled(system, j, j + 1);
        if (!cuboid_a_) slabs_[D] = scaled(system, 0, D);
    }

    /// Eliminates b's coordinates in order; the last one, or the time, is bounded.
    Outcome solve() noexcept {
        return cuboid_b_ ? solve_over<kCube>([&] { return rows_.template run<kCube>(); })
                         : solve_over<kCorner>([&] { return rows_.template run<kCorner>(); });
    }
    /// The same for callers that only need a point.
    Outcome solve_for_point() noexcept {
        return cuboid_b_ ? solve_over<kCube>([&] { return rows_.template run_for_point<kCube>(); })
                         : solve_over<kCorner>([&] { return rows_.template run_for_point<kCorner>(); });
    }

    /// Only whether all of b lies beyond a face of a: no elimination.
    Outcome test_faces() noexcept {
        const auto enough = [] { return Outcome::bounded; };
        return cuboid_b_ ? solve_over<kCube>(enough) : solve_over<kCorner>(enough);
    }

    /// Of a nonempty system: contains the exact range of the function over it. Overwrites the rows.
    Interval range(const LinearOfFrame<D>& function) noexcept {
        const auto coefficient = [&](std::size_t i) { return i < D ? function.of_x[i] : function.of_t; };
        std::size_t pivot = 0;
        for (std::size_t i = 1; i < kColumns; ++i) {
            if (std::abs(coefficient(i)) > std::abs(coefficient(pivot))) pivot = i;
        }
        // The function divided by its largest coefficient takes the place of that variable and comes last.
        const double scale = coefficient(pivot);
        std::array<double, kColumns> ratio{};
        for (std::size_t i = 0; i < kColumns; ++i) ratio[i] = coefficient(i) / scale;
        rows_.clear();
        each_row([&](Line row) {
            const double a = row.a[pivot];
            for (std::size_t i = 0; i < kColumns; ++i) row.a[i] -= i == pivot ? 0 : a * ratio[i];
            std::swap(row.a[pivot], row.a[kColumns - 1]);
            // The new variable is at most kColumns in magnitude, and coefficients have one rounded product
            // and sum more.
            row.error *= kColumns + 1;
            rows_.add(row);
        });
        const Outcome outcome = rows_.run();
        largest_ = std::max(largest_, rows_.largest());
        if (outcome != Outcome::bounded) return Interval::everything();
        return Interval(scale) * last();
    }

    /// Of the last column after `solve` or inside `range`; both ends widened by their error.
    [[nodiscard]] Interval last() const noexcept {
        const auto& low = rows_.lower();
        const auto& high = rows_.upper();
        if (low.slope == 0 || high.slope == 0) return Interval::everything();
        const double first = low.value - 2 * low.error / -low.slope;
        const double second = high.value + 2 * high.error / high.slope;
        return {std::min(first, second), std::max(first, second)};
    }

    [[nodiscard]] std::array<double, kColumns> point() const noexcept { return rows_.point(); }
    [[nodiscard]] std::size_t largest() const noexcept { return std::max(largest_, rows_.largest()); }

    /// Whether (x, t) is certainly inside of both frames, off every face.
    [[nodiscard]] bool surely_inside(const std::array<double, kColumns>& x) const noexcept {
        double sum = 0;
        for (std::size_t i = 0; i < kColumns; ++i) {
            if (!(std::min(x[i], 1 - x[i]) > 0)) return false;
            if (i < D) sum += x[i];
        }
        if (!cuboid_b_ && !(sum < 1 - 4 * kEps)) return false;
        for (std::size_t j = 0; j < slab_count(); ++j) {
            const FrameSlab<kColumns>& slab = slabs_[j];
            double y = slab.offset;
            for (std::size_t i = 0; i < kColumns; ++i) y += slab.of[i] * x[i];
            const double error = 2 * slab.error;  // of the coefficients, and of this sum
            if (!(y > error && y < slab.size - error)) return false;
        }
        return true;
    }

    [[nodiscard]] FrameFarkas<D> farkas() const noexcept {
        FrameFarkas<D> farkas;
        const auto sum = rows_.contradiction();
        for (std::size_t i = 0; i < rows_.first_count(); ++i) {
            if (source_[i] == kSimplex) {
                farkas.rows_b[D] = sum.upper[i];
                continue;
            }
            const std::size_t j = source_[i];
            const double scale = slabs_[j].scale * volume_;
            if (j < D) farkas.rows_a[j] = sum.lower[i] * scale;
            if (cuboid_a_ || j == D) farkas.rows_a[cuboid_a_ ? D + j : D] = sum.upper[i] * scale;
        }
        VecOf<D> left{};
        for (std::size_t i = 0; i < D; ++i) left[i] = sum.left[i];
        cancel(farkas, left, Moving ? sum.left[kColumns - 1] : 0.0, cuboid_b_);
        return farkas;
    }

private:
    static constexpr std::uint8_t kSimplex = D + 1;  ///< In place of the number of a slab: Σ x_i <= 1.

    [[nodiscard]] std::size_t slab_count() const noexcept { return cuboid_a_ ? D : D + 1; }
    static constexpr Domain kCube{true, 0};
    static constexpr Domain kCorner{true, D};

    /// The sum of coordinates first .. last - 1 of a.
    static FrameSlab<kColumns> scaled(const FrameSystem<D>& system, std::size_t first,
                                      std::size_t last) noexcept {
        FrameSlab<kColumns> slab;
        for (std::size_t j = first; j < last; ++j) {
            for (std::size_t i = 0; i < D; ++i) slab.of[i] += system.columns[i][j];
            if constexpr (Moving) slab.of[D] += system.velocity[j];
            slab.offset += system.offset[j];
            slab.error += system.error[j];
        }
        double top = 0;
        for (const double each : slab.of) top = std::max(top, std::abs(each));
        slab.scale = top > 0 ? 1 / top : 1 / system.size;
        for (double& each : slab.of) each *= slab.scale;
        slab.offset *= slab.scale;
        slab.size = system.size * slab.scale;
        // Twice: sums of coordinates and the scaling round once more. The size's own share keeps the promise
        // of Row::error.
        slab.error = 2 * slab.scale * (slab.error + system.size_error) + 8 * kEps * slab.size;
        return slab;
    }

    template <Domain kDomain, class Run> Outcome solve_over(const Run& run) noexcept {
        rows_.clear();
        for (std::size_t j = 0; j < slab_count(); ++j) {
            source_[rows_.first_count()] = static_cast<std::uint8_t>(j);
            if (rows_.template add<kDomain>(row_of_slab(j)) == Outcome::contradiction)
                return Outcome::contradiction;
        }
        if constexpr (kDomain.simplex > 0) {
            source_[rows_.first_count()] = kSimplex;
            rows_.add(simplex());
        }
        return run();
    }
    [[nodiscard]] Line row_of_slab(std::size_t j) const noexcept {
        const FrameSlab<kColumns>& slab = slabs_[j];
        Line row;
        row.a = slab.of;
        if (j < D) row.sides.bound[0] = -slab.offset;
        if (cuboid_a_ || j == D) row.sides.bound[1] = slab.size - slab.offset;
        row.error = slab.error;
        return row;
    }
    static constexpr double kUnitError = 16 * kEps;  ///< 8 eps (Σ|a| + |bound|), see Row::error.
    static Line simplex() noexcept {
        Line row;
        for (std::size_t i = 0; i < D; ++i) row.a[i] = 1;
        row.sides.bound[1] = 1;
        row.error = 2 * kUnitError;
        row.of_domain = true;
        return row;
    }

    /// take(row) for every row, those of the domain among them.
    template <class Take> void each_row(const Take& take) const noexcept {
        for (std::size_t j = 0; j < slab_count(); ++j) take(row_of_slab(j));
        for (std::size_t i = 0; i < kColumns; ++i) {
            Line row;
            row.a[i] = 1;
            row.sides.bound[0] = 0;
            if (cuboid_b_ || i == D) row.sides.bound[1] = 1;
            row.error = kUnitError;
            take(row);
        }
        if (!cuboid_b_) take(simplex());
    }

    bool cuboid_a_;
    bool cuboid_b_;
    double volume_;
    std::array<FrameSlab<kColumns>, static_cast<std::size_t>(D) + 1> slabs_;
    std::array<std::uint8_t, kFirst> source_{};  ///< The slab that each first row of the elimination is.
    fourier_motzkin::Elimination<kColumns, kFirst, kFrameCapacity<D, Moving>> rows_;
    std::size_t largest_ = 0;
};

/// A moving frame, borrowed.
template <int D> struct FrameMover {
    const Frame<D>& frame;
    const VecOf<D>& velocity;
};

template <int D> bool is_served(const FrameMover<D>& mover) noexcept {
    return mover.frame.valid() && in_served_range(mover.velocity);
}

}  // namespace graze
