// Sines, cosines and waves of intervals against 192-bit arithmetic.
#include "graze/math/interval.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <numbers>

#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// f(x) rounded down and up, by MPFR.
Interval exact(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), double x) {
    mpfr_t value;
    mpfr_init2(value, 200);
    mpfr_t argument;
    mpfr_init2(argument, 53);
    mpfr_set_d(argument, x, MPFR_RNDN);
    f(value, argument, MPFR_RNDN);
    const Interval result{mpfr_get_d(value, MPFR_RNDD), mpfr_get_d(value, MPFR_RNDU)};
    mpfr_clear(value);
    mpfr_clear(argument);
    return result;
}

double some_angle(Random& random) {
    const double magnitude = random.log_uniform(1e-12, 1e9);
    return random.chance(0.5) ? magnitude : -magnitude;
}

TEST(IntervalTrig, PointsHoldTheExactValueAndLittleElse) {
    Random random(1);
    for (int i = 0; i < 100000; ++i) {
        const double x = random.chance(0.3) ? static_cast<double>(random.index(64)) * (std::numbers::pi / 8)
                                            : some_angle(random);
        const Interval s = sin(Interval(x)), c = cos(Interval(x)), v = versine(Interval(x));
        ASSERT_TRUE(s.contains(exact(mpfr_sin, x))) << x;
        ASSERT_TRUE(c.contains(exact(mpfr_cos, x))) << x;
        const Interval half = exact(mpfr_sin, 0.5 * x);
        ASSERT_TRUE(v.contains(2 * half.lower * half.lower)) << x;
        ASSERT_LE(v.width(), 1e-15 * std::max(v.upper, 1e-300) * 4) << x;
        // Near a crest the slack of the question costs a little; elsewhere the value is known to its last
        // digits.
        ASSERT_LE(s.width(), 2e-15) << x;
        ASSERT_LE(c.width(), 2e-15) << x;
    }
}

TEST(IntervalTrig, IntervalsHoldEverySampleAndAreTight) {
    Random random(2);
    for (int i = 0; i < 20000; ++i) {
        const double lower = random.uniform(-20, 20), width = random.log_uniform(1e-9, 8);
        const Interval x{lower, lower + width};
        const Interval s = sin(x), c = cos(x);
        Interval sampled_s{1, -1}, sampled_c{1, -1};
        for (int k = 0; k <= 64; ++k) {
            const double t = std::min(x.upper, x.lower + width * k / 64);
            sampled_s = hull(sampled_s, Interval(std::sin(t)));
            sampled_c = hull(sampled_c, Interval(std::cos(t)));
        }
        ASSERT_TRUE(s.contains(sampled_s)) << lower << ' ' << width;
        ASSERT_TRUE(c.contains(sampled_c)) << lower << ' ' << width;
        // Samples miss a crest by at most half a step: (w / 128)² / 2.
        const double missed = 1e-14 + width * width / 128 / 128;
        ASSERT_LE(s.width(), sampled_s.width() + 2 * missed);
        ASSERT_LE(c.width(), sampled_c.width() + 2 * missed);
    }
}

TEST(IntervalTrig, WavesHoldEverySampleAndAreTight) {
    Random random(3);
    for (int i = 0; i < 20000; ++i) {
        const Wave wave{random.uniform(-1, 1), random.chance(0.1) ? 0 : random.uniform(-2, 2),
                        random.chance(0.1) ? 0 : random.uniform(-2, 2)};
        const double lower = random.uniform(-20, 20),
                     width = random.chance(0.1) ? 0 : random.log_uniform(1e-9, 8);
        const Interval x{lower, lower + width}, bounds = range(wave, x);
        Interval sampled{1e9, -1e9};
        for (int k = 0; k <= 64; ++k) {
            const double t = std::min(x.upper, x.lower + width * k / 64);
            sampled = hull(
                sampled, Interval(wave.offset + wave.sine * std::sin(t) + wave.versine * (1 - std::cos(t))));
        }
        ASSERT_TRUE(widened(bounds, 1e-14).contains(sampled));
        ASSERT_LE(bounds.width(), sampled.width() + 1e-13 + 4 * width * width / 128 / 128 * 2);
    }
}

TEST(IntervalTrig, InteriorCrestsAreFound) {
    // The classic example of a bound by ends alone: sqrt2 sin t + cos t over a quarter turn runs from 1 to
    // sqrt3, not to sqrt2.
    const Interval wave = range({1, std::numbers::sqrt2, -1}, {0, std::numbers::pi / 2});
    EXPECT_LE(wave.lower, 1);
    EXPECT_GE(wave.lower, 1 - 1e-14);
    EXPECT_GE(wave.upper, std::numbers::sqrt3);
    EXPECT_LE(wave.upper, std::numbers::sqrt3 + 1e-14);
}

TEST(IntervalTrig, CrestAndTroughAreOnTheirSidesOfTheExactOnes) {
    // Over several turns s sin x + v (1 - cos x) runs from v - sqrt(s² + v²) to v + sqrt(s² + v²): rationals
    // compare with the squares.
    Random random(4);
    for (int i = 0; i < 200; ++i) {
        const double s = random.uniform(-2, 2), v = random.uniform(-2, 2);
        const Interval bounds = range({0, s, v}, {-10, 10});
        const mpq_class square = mpq_class(s) * s + mpq_class(v) * v;
        const mpq_class below = mpq_class(v) - bounds.lower, above = mpq_class(bounds.upper) - v;
        EXPECT_TRUE(below > 0 && below * below >= square) << s << ' ' << v;
        EXPECT_TRUE(above > 0 && above * above >= square) << s << ' ' << v;
        EXPECT_LE(bounds.width(), 2 * std::hypot(s, v) + 1e-14);
    }
}

TEST(IntervalTrig, ManyTurnsAndEndlessAnglesGiveTheWholeRange) {
    EXPECT_EQ(sin(Interval{-100, 100}), (Interval{-1, 1}));
    EXPECT_EQ(cos(Interval::everything()), (Interval{-1, 1}));
    EXPECT_EQ(sin(Interval{1e300, 1e300}), (Interval{-1, 1}));
    const Interval wave = range({0.5, 1, 0}, Interval::everything());
    EXPECT_LE(wave.lower, -0.5);
    EXPECT_GE(wave.upper, 1.5);
    EXPECT_EQ(range({0.5, 0, 0}, Interval::everything()), Interval(0.5));
}

}  // namespace
}  // namespace graze::test
