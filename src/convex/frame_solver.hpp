// The system of two frames and its elimination, and what is read off it. Coordinates as in frame_system.hpp; the variables are b's
// coordinates x, and for moving pairs the time t after them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "convex/fourier_motzkin.hpp"
#include "convex/frame_farkas.hpp"
#include "convex/frame_system.hpp"
#include "graze/convex/frame_overlap.hpp"

namespace graze {

/// Rows of all stages in the worst case: 12 rows make 36 (3D), 10 make 25 (2D moving), 14 make 49 and then at most 600 (3D moving).
template <int D, bool Moving> inline constexpr std::size_t kFrameRoom = D == 2 ? 40 : Moving ? 672 : 48;

/// A linear function of (x, t) to be bounded: Σ of_x_i x_i + of_t t.
template <int D> struct LinearOfFrame {
    VecOf<D> of_x{};
    double of_t = 0;
};

/// One coordinate of a, or for a tetrahedron their sum, as a function of (x, t): 0 <= of · (x, t) + offset <= size. Scaled so that its
/// largest coefficient is 1.
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
    static constexpr std::size_t kFirst = std::size_t{4} * D + (Moving ? 2 : 0);
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
        if (find_contradicting_slab()) return Outcome::contradiction;
        rows_.clear();
        count_ = 0;
        each_row([&](const Line& row, std::size_t id) {
            // A face of a that has all of b on its inner side bounds nothing.
            if (id < kRowsOfB && row.bound >= fourier_motzkin::range_over(row, domain(), 0).upper) return;
            source_[count_++] = static_cast<std::uint8_t>(id);
            rows_.add(row);
        });
        return rows_.run(domain());
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
        each_row([&](Line row, std::size_t) {
            const double a = row.a[pivot];
            for (std::size_t i = 0; i < kColumns; ++i) row.a[i] -= i == pivot ? 0 : a * ratio[i];
            std::swap(row.a[pivot], row.a[kColumns - 1]);
            // The new variable is at most kColumns in magnitude, and coefficients have one rounded product and sum more.
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

    /// Whether (x, t) lies inside of both frames for sure, off every face.
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
        VecOf<D> left{};
        double left_t = 0;
        const auto leave = [&](const auto& coefficients, double sign) {
            for (std::size_t i = 0; i < D; ++i) left[i] = sign * coefficients[i];
            if constexpr (Moving) left_t = sign * coefficients[D];
        };
        if (blamed_ < kNoSlab) {
            const bool upper = blamed_upper_;
            farkas.rows_a[upper && cuboid_a_ ? D + blamed_ : blamed_] = 1;
            if (blamed_ == D && !upper) {  // the sum of all lower rows
                farkas.rows_a[D] = 0;
                for (std::size_t i = 0; i < D; ++i) farkas.rows_a[i] = 1;
            } else if (!cuboid_a_ && upper && blamed_ < D) {  // y_i <= 1 follows from the sum and the lower rows of the others
                farkas.rows_a[blamed_] = 0;
                farkas.rows_a[D] = 1;
                for (std::size_t i = 0; i < D; ++i) farkas.rows_a[i] = i == blamed_ ? 0 : 1;
            }
            leave(slabs_[blamed_].of, (upper ? 1 : -1) / (slabs_[blamed_].scale * volume_));
            cancel(farkas, left, left_t, cuboid_b_);
            return farkas;
        }
        const auto sum = rows_.contradiction();
        for (std::size_t i = 0; i < count_; ++i) {
            const std::size_t id = source_[i];
            if (id < kRowsOfB) {
                const std::size_t slab = !cuboid_a_ || id < D ? id : id - D;
                farkas.rows_a[id] = sum.multipliers[i] * slabs_[slab].scale * volume_;
            } else if (id < kRowsOfT) {
                farkas.rows_b[id - kRowsOfB] = sum.multipliers[i];
            } else {
                farkas.rows_t[id - kRowsOfT] = sum.multipliers[i];
            }
        }
        leave(sum.left, 1);
        cancel(farkas, left, left_t, cuboid_b_);
        return farkas;
    }

private:
    static constexpr std::size_t kNoSlab = D + 1;
    /// Ids of rows, as in FrameFarkas one after the other.
    static constexpr std::size_t kRowsOfB = std::size_t{2} * D;
    static constexpr std::size_t kRowsOfT = std::size_t{4} * D;

    [[nodiscard]] std::size_t slab_count() const noexcept { return cuboid_a_ ? D : D + 1; }
    [[nodiscard]] Domain domain() const noexcept { return {true, cuboid_b_ ? 0 : D}; }

    /// The sum of coordinates first .. last - 1 of a.
    static FrameSlab<kColumns> scaled(const FrameSystem<D>& system, std::size_t first, std::size_t last) noexcept {
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
        // Twice: sums of coordinates and the scaling round once more. The size's own share keeps the promise of Row::error.
        slab.error = 2 * slab.scale * (slab.error + system.size_error) + 8 * kEps * slab.size;
        return slab;
    }

    /// The rows of one slab alone, before any elimination: b beyond a face of a.
    bool find_contradicting_slab() noexcept {
        for (std::size_t j = 0; j < slab_count(); ++j) {
            const FrameSlab<kColumns>& slab = slabs_[j];
            double low = 0, high = 0, low_t = 0, high_t = 0;
            for (std::size_t i = 0; i < D; ++i) {
                low = cuboid_b_ ? low + std::min(0.0, slab.of[i]) : std::min(low, slab.of[i]);
                high = cuboid_b_ ? high + std::max(0.0, slab.of[i]) : std::max(high, slab.of[i]);
            }
            if constexpr (Moving) {
                low_t = std::min(0.0, slab.of[D]);
                high_t = std::max(0.0, slab.of[D]);
            }
            blamed_upper_ = slab.offset + low + low_t > slab.size + 2 * slab.error;
            if (blamed_upper_ || slab.offset + high + high_t < -2 * slab.error) {
                blamed_ = j;
                return true;
            }
        }
        return false;
    }

    /// take(row, id) for every row.
    template <class Take> void each_row(const Take& take) const noexcept {
        for (std::size_t j = 0; j < D; ++j) {
            const FrameSlab<kColumns>& slab = slabs_[j];
            Line row;
            for (std::size_t i = 0; i < kColumns; ++i) row.a[i] = -slab.of[i];
            row.bound = slab.offset;
            row.error = slab.error;
            take(row, j);
        }
        for (std::size_t j = cuboid_a_ ? 0 : D; j < slab_count(); ++j) {
            const FrameSlab<kColumns>& slab = slabs_[j];
            Line row;
            row.a = slab.of;
            row.bound = slab.size - slab.offset;
            row.error = slab.error;
            take(row, cuboid_a_ ? D + j : j);
        }
        constexpr double kUnitError = 16 * kEps;  // 8 eps (Σ|a| + |bound|), see Row::error
        const auto unit = [](std::size_t column, double sign) {
            Line row;
            row.a[column] = sign;
            row.bound = sign > 0 ? 1 : 0;
            row.error = kUnitError;
            row.of_domain = true;
            return row;
        };
        for (std::size_t i = 0; i < D; ++i) take(unit(i, -1), kRowsOfB + i);
        if (cuboid_b_) {
            for (std::size_t i = 0; i < D; ++i) take(unit(i, 1), kRowsOfB + D + i);
        } else {
            Line row;
            for (std::size_t i = 0; i < D; ++i) row.a[i] = 1;
            row.bound = 1;
            row.error = 2 * kUnitError;
            row.of_domain = true;
            take(row, kRowsOfB + D);
        }
        if constexpr (Moving) {
            take(unit(D, -1), kRowsOfT);
            take(unit(D, 1), kRowsOfT + 1);
        }
    }

    bool cuboid_a_;
    bool cuboid_b_;
    double volume_;
    std::array<FrameSlab<kColumns>, static_cast<std::size_t>(D) + 1> slabs_;
    std::array<std::uint8_t, kFirst> source_{};  ///< Ids of the rows that the elimination has.
    std::size_t count_ = 0;
    std::size_t blamed_ = kNoSlab;
    bool blamed_upper_ = false;
    fourier_motzkin::Elimination<kColumns, kFirst, kFrameRoom<D, Moving>> rows_;
    std::size_t largest_ = 0;
};

/// A moving frame, borrowed.
template <int D> struct FrameMover {
    const Frame<D>& frame;
    const VecOf<D>& velocity;
};

template <int D> bool usable(const FrameMover<D>& mover) noexcept { return mover.frame.valid() && in_served_range(mover.velocity); }

}  // namespace graze
