// The range of a wave over an interval of angles: its ends, and the crests between them. Whether a crest is
// inside is tested with some slack; one too many widens the range, one too few never happens.
#include "graze/math/interval.hpp"

#include <numbers>

namespace graze {
namespace {

constexpr double kPi = std::numbers::pi;

/// The C library's value of a function into [-1, 1], with two units in the last place to either side.
Interval around(double value) noexcept {
    return {std::max(-1.0, next_below(next_below(value))), std::min(1.0, next_above(next_above(value)))};
}

/// Whether phase + 2 pi k lies in the interval for some whole k; yes when it cannot be decided.
bool passes(const Interval& x, double phase) noexcept {
    // The quotient and the product round by no more than this, for all angles below 1e15: beyond that the
    // slack is a whole turn.
    const double slack = 8 * 0x1p-52 * (8 + std::abs(x.lower) + std::abs(x.upper));
    if (!(x.upper - x.lower + 2 * slack < 2 * kPi)) return true;
    const double turn = std::ceil((x.lower - slack - phase) / (2 * kPi));
    // The quotient may round across a whole number: the previous turn is tested too.
    const double first = phase + 2 * kPi * turn, before = first - 2 * kPi;
    return first <= x.upper + slack || before >= x.lower - slack;
}

}  // namespace

Interval sin(const Interval& x) noexcept {
    Interval result = hull(around(std::sin(x.lower)), around(std::sin(x.upper)));
    if (passes(x, kPi / 2)) result.upper = 1;
    if (passes(x, -kPi / 2)) result.lower = -1;
    return std::isfinite(x.lower) && std::isfinite(x.upper) ? result : Interval{-1, 1};
}

Interval cos(const Interval& x) noexcept {
    Interval result = hull(around(std::cos(x.lower)), around(std::cos(x.upper)));
    if (passes(x, 0)) result.upper = 1;
    if (passes(x, kPi)) result.lower = -1;
    return std::isfinite(x.lower) && std::isfinite(x.upper) ? result : Interval{-1, 1};
}

Interval versine(const Interval& x) noexcept {
    return Interval(2) * square(sin(Interval{0.5 * x.lower, 0.5 * x.upper}));
}

Interval range(const Wave& wave, const Interval& angle) noexcept {
    const Interval sine(wave.sine), lift(wave.versine);
    if (wave.sine == 0 && wave.versine == 0) return wave.offset;
    const auto at = [&](double x) { return sine * sin(Interval(x)) + lift * versine(Interval(x)); };
    if (!std::isfinite(angle.lower) || !std::isfinite(angle.upper)) {
        const Interval all = sine * Interval{-1, 1} + lift * Interval{0, 2};
        return Interval(wave.offset) + all;
    }
    Interval result = hull(at(angle.lower), at(angle.upper));
    // sine sin x + versine (1 - cos x) = versine + amplitude cos(x - crest), with the crest at atan2(sine,
    // -versine).
    const double crest = std::atan2(wave.sine, -wave.versine);
    const Interval amplitude = sqrt(square(sine) + square(lift));
    if (passes(angle, crest)) result.upper = std::max(result.upper, (lift + amplitude).upper);
    if (passes(angle, crest + kPi)) result.lower = std::min(result.lower, (lift - amplitude).lower);
    return Interval(wave.offset) + result;
}

}  // namespace graze
