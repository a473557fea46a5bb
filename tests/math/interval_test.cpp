// Intervals against rationals: the exact result is inside, exact operations stay points, and no bound is
// looser than it must be.
#include "graze/math/interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "math/exact.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

/// Ordered, not NaN, and holds the exact value.
void expect_sound(const Interval& result, const mpq_class& exact, const char* what) {
    ASSERT_LE(result.lower, result.upper) << what;
    ASSERT_TRUE(encloses(result, exact))
        << what << " [" << result.lower << ", " << result.upper << "] " << exact.get_d();
}
void expect_root_sound(const Interval& root, double x) {
    ASSERT_LE(root.lower, root.upper);
    ASSERT_GE(root.lower, 0);
    ASSERT_TRUE(mpq_class(root.lower) * mpq_class(root.lower) <= mpq_class(x)) << x;
    ASSERT_TRUE(mpq_class(root.upper) * mpq_class(root.upper) >= mpq_class(x)) << x;
}
void expect_all_sound(double a, double b) {
    const mpq_class p(a), q(b);
    expect_sound(Interval(a) + b, p + q, "sum");
    expect_sound(Interval(a) - b, p - q, "difference");
    expect_sound(Interval(a) * b, p * q, "product");
    expect_sound(square(Interval(a)), p * p, "square");
    if (b != 0) expect_sound(Interval(a) / b, p / q, "quotient");
    expect_root_sound(sqrt(Interval(std::abs(a))), std::abs(a));
}
/// A point when the exact value is a double, else two neighbours.
void expect_tight(const Interval& result, const mpq_class& exact, const char* what) {
    const double nearest = exact.get_d();
    if (mpq_class(nearest) == exact) {
        ASSERT_EQ(result, Interval(nearest)) << what;
    } else {
        ASSERT_EQ(result.upper, next_above(result.lower)) << what;
    }
}

std::vector<double> special_numbers() {
    std::vector<double> numbers{0};
    for (const double x : {kTiny,         2 * kTiny,     3 * kTiny,  0x1p-1022, 0x1.fffffffffffffp-1023,
                           0x1p-901,      0x1p-900,      0x1.8p-899, 0x1p-537,  0x1p-450,
                           1e-160,        1e-100,        0.1,        1.0 / 3,   1.0,
                           next_above(1), next_below(1), 2.0,        3.0,       1e100,
                           1e154,         0x1p512,       0x1p1000,   0x1p1023,  kMax / 3,
                           kMax}) {
        numbers.push_back(x);
        numbers.push_back(-x);
    }
    return numbers;
}

TEST(Interval, SpecialPointsAreEnclosed) {
    for (const double a : special_numbers()) {
        for (const double b : special_numbers()) expect_all_sound(a, b);
    }
}

TEST(Interval, RandomPointsAreEnclosedOverAllExponents) {
    Random random(21);
    for (int i = 0; i < 40000; ++i) {
        const auto number = [&] {
            return std::ldexp(random.uniform(-1, 1), static_cast<int>(random.index(2098)) - 1073);
        };
        const double a = number(), b = random.chance(0.3) ? a * random.uniform(0.5, 2) : number();
        if (std::isfinite(b)) expect_all_sound(a, b);
    }
}

TEST(Interval, OrdinaryPointsAreTightAndExactOnesStayPoints) {
    Random random(22);
    for (int i = 0; i < 40000; ++i) {
        const bool integers = random.chance(0.4);
        const auto number = [&] {
            const double x =
                integers ? static_cast<double>(random.index(4096)) - 2048
                         : random.uniform(-1, 1) * std::ldexp(1.0, static_cast<int>(random.index(600)) - 300);
            return x == 0 ? 1 : x;
        };
        const double a = number(), b = number();
        const mpq_class p(a), q(b);
        expect_tight(Interval(a) + b, p + q, "sum");
        expect_tight(Interval(a) - b, p - q, "difference");
        expect_tight(Interval(a) * b, p * q, "product");
        expect_tight(square(Interval(a)), p * p, "square");
        expect_tight(Interval(a) / b, p / q, "quotient");
        const Interval root = sqrt(Interval(a * a));
        ASSERT_LE(root.upper, next_above(root.lower));
        if (integers) {
            ASSERT_EQ(root, Interval(std::abs(a)));
        }
    }
}

TEST(Interval, EveryMemberOfWideOperandsIsEnclosed) {
    Random random(23);
    for (int i = 0; i < 20000; ++i) {
        const auto interval = [&] {
            const double scale = std::ldexp(1.0, static_cast<int>(random.index(200)) - 100);
            const double x = random.uniform(-1, 1) * scale,
                         y = random.chance(0.2) ? x : random.uniform(-1, 1) * scale;
            return Interval(std::min(x, y), std::max(x, y));
        };
        const auto member = [&](const Interval& x) {
            return random.chance(0.3)   ? x.lower
                   : random.chance(0.4) ? x.upper
                                        : std::clamp(random.uniform(x.lower, x.upper), x.lower, x.upper);
        };
        const Interval a = interval(), b = interval();
        const double x = member(a), y = member(b);
        const mpq_class p(x), q(y);
        expect_sound(a + b, p + q, "sum");
        expect_sound(a - b, p - q, "difference");
        expect_sound(a * b, p * q, "product");
        expect_sound(square(a), p * p, "square");
        expect_sound(-a, -p, "negation");
        expect_sound(abs(a), abs(p), "magnitude");
        expect_sound(min(a, b), p < q ? p : q, "min");
        expect_sound(max(a, b), p < q ? q : p, "max");
        if (y != 0) expect_sound(a / b, p / q, "quotient");
        ASSERT_GE(square(a).lower, 0);
        ASSERT_TRUE((a * a).contains(square(a)));
        ASSERT_TRUE(hull(a, b).contains(a) && hull(a, b).contains(b));
        const Interval common = intersect(a, b);
        ASSERT_EQ(common.lower <= common.upper, a.lower <= b.upper && b.lower <= a.upper);
        if (x >= 0) {
            ASSERT_TRUE(sqrt(a).lower * sqrt(a).lower <= next_above(x) &&
                        next_above(sqrt(a).upper * sqrt(a).upper) >= x);
        }
    }
}

TEST(Interval, InfiniteEndsStandForArbitrarilyLargeMembers) {
    const std::vector<Interval> operands{
        {1, kInfinity},  {0, kInfinity},   {-kInfinity, -1}, {-kInfinity, 0}, {-kInfinity, kInfinity},
        {-1, kInfinity}, {-kInfinity, 2},  {0, 0},           {-2, 3},         {2, 3},
        {-3, -2},        {kMax, kInfinity}};
    const auto members = [](const Interval& x) {
        std::vector<double> found;
        for (const double m : special_numbers()) {
            if (x.contains(m)) found.push_back(m);
        }
        return found;
    };
    for (const Interval& a : operands) {
        for (const Interval& b : operands) {
            const Interval sum = a + b, difference = a - b, product = a * b, quotient = a / b;
            for (const double x : members(a)) {
                for (const double y : members(b)) {
                    const mpq_class p(x), q(y);
                    expect_sound(sum, p + q, "sum");
                    expect_sound(difference, p - q, "difference");
                    expect_sound(product, p * q, "product");
                    if (y != 0) expect_sound(quotient, p / q, "quotient");
                }
                expect_sound(square(a), mpq_class(x) * mpq_class(x), "square");
            }
            for (const double end : {sum.lower, sum.upper, difference.lower, difference.upper, product.lower,
                                     product.upper, quotient.lower, quotient.upper}) {
                EXPECT_FALSE(std::isnan(end));
            }
        }
    }
}

TEST(Interval, DivisionByAnIntervalAroundZeroIsEverything) {
    EXPECT_EQ(Interval(1) / Interval(-1, 1), Interval::everything());
    EXPECT_EQ(Interval(1) / Interval(0, 1), Interval::everything());
    EXPECT_EQ(Interval(0) / Interval(0), Interval::everything());
}

TEST(Interval, RootIgnoresTheNegativePart) {
    EXPECT_EQ(sqrt(Interval(-4, 9)), Interval(0, 3));
    EXPECT_EQ(sqrt(Interval(-4, -1)), Interval(0, 0));
    EXPECT_EQ(sqrt(Interval(4, kInfinity)), Interval(2, kInfinity));
}

TEST(Interval, WidthMiddleContainsWidened) {
    const Interval x(1, 3);
    EXPECT_EQ(x.width(), 2);
    EXPECT_EQ(x.middle(), 2);
    EXPECT_TRUE(x.contains(1) && x.contains(3) && !x.contains(next_above(3)) && !x.contains(next_below(1)));
    EXPECT_TRUE(x.contains(Interval(1, 3)));
    EXPECT_FALSE(x.contains(Interval(0, 2)));
    EXPECT_EQ(widened(x, 0.5), Interval(0.5, 3.5));
    EXPECT_GT(widened(x, 1e-300).upper, 3);
    EXPECT_LT(widened(x, 1e-300).lower, 1);
    EXPECT_EQ(Interval::everything().lower, -kInfinity);
    EXPECT_EQ(Interval::everything().upper, kInfinity);
}

TEST(Interval, MiddleOfFiniteEndsIsBetweenThem) {
    EXPECT_EQ(Interval(-kMax, kMax).middle(), 0);
    EXPECT_EQ(Interval(-1.5e308, 1.5e308).middle(), 0);
    for (const double x : special_numbers()) {
        for (const double y : special_numbers()) {
            const Interval between = hull(Interval(x), Interval(y));
            EXPECT_TRUE(between.contains(between.middle())) << x << " " << y;
        }
    }
    EXPECT_FALSE(std::isfinite(Interval(0, kInfinity).middle()));
    EXPECT_FALSE(std::isfinite(Interval(-kInfinity, 0).middle()));
}

TEST(Interval, NeighboursOfTheEnds) {
    EXPECT_EQ(next_above(kMax), kInfinity);
    EXPECT_EQ(next_above(kInfinity), kInfinity);
    EXPECT_EQ(next_below(-kInfinity), -kInfinity);
    EXPECT_EQ(next_below(0), -kTiny);
}

TEST(Interval, CompoundAssignments) {
    Interval x(1, 2);
    x += 1;
    EXPECT_EQ(x, Interval(2, 3));
    x *= Interval(-1, 2);
    EXPECT_EQ(x, Interval(-3, 6));
    x -= Interval(1, 2);
    EXPECT_EQ(x, Interval(-5, 5));
}

}  // namespace
}  // namespace graze::test
