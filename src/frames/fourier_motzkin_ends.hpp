// The range of the last variable of an elimination, from rows lower <= slope x <= upper that come one by one
// and are not stored.
#pragma once

#include <cmath>
#include <cstdint>

#include "frames/fourier_motzkin_row.hpp"

namespace graze::fourier_motzkin {

struct Ends {
    End lower{}, upper{};
    End contradiction{};  ///< The row that contradicts itself, once `take` has refused one.

    /// All of the line, or [0, 1] where the domain is known.
    void reset(bool known) noexcept {
        lower = upper = End{};
        if (!known) return;
        lower = {0, 0, -1, kNone, kNone, Side::upper};
        upper = {1, 0, 1, kNone, kNone, Side::upper};
    }

    /// The row lower <= slope x <= upper: false when it certainly contradicts itself.
    bool take(double slope, const Sides& sides, double error, std::uint16_t first,
              std::uint16_t second) noexcept {
        if (std::abs(slope) <= 4 * error) {
            const double slack = error + std::abs(slope);
            if (sides.upper() + slack >= 0 && sides.lower() - slack <= 0) return true;
            const bool too_low = sides.upper() + slack < 0;
            contradiction = {0,     error,  too_low ? slope : -slope,
                             first, second, too_low ? Side::upper : Side::lower};
            return false;
        }
        // x <= bound / slope or x >= bound / slope: better when bound < value * slope, either way.
        const auto improve = [&](End& end, double signed_slope, double bound, Side side) {
            if (bound < kFree && (end.slope == 0 || bound < end.value * signed_slope))
                end = {bound / signed_slope, error, signed_slope, first, second, side};
        };
        improve(slope > 0 ? upper : lower, slope, sides.upper(), Side::upper);
        improve(slope > 0 ? lower : upper, -slope, -sides.lower(), Side::lower);
        return true;
    }

    /// Whether no value is between the ends, by more than their errors.
    [[nodiscard]] bool contradict() const noexcept {
        const double gap = lower.value - upper.value;
        return lower.slope != 0 && upper.slope != 0 && gap > 0 &&
               gap > 1.5 * (lower.error / -lower.slope + upper.error / upper.slope);
    }
};

}  // namespace graze::fourier_motzkin
