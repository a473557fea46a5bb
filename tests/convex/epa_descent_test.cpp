// The parts of the descent over heights that can be checked alone.
#include "convex/epa/epa_descent.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// On the unit circle at an angle.
double value_of(const HeightForm& form, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    return form.ss * c * c + 2 * form.st * c * s + form.tt * s * s;
}

TEST(HeightForm, LeastIsTheSmallestValueOnTheUnitCircle) {
    EXPECT_EQ((HeightForm{3, 0, 1}).least(), 1);
    EXPECT_EQ((HeightForm{5, 2, 2}).least(), 1);  // eigenvalues 1 and 6
    EXPECT_EQ((HeightForm{-1, 2, 2}).least(), -2);
    Random random(1);
    for (int i = 0; i < 50; ++i) {
        const HeightForm form{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
        double least = std::numeric_limits<double>::infinity();
        for (int k = 0; k < 360; ++k) least = std::min(least, value_of(form, k * std::numbers::pi / 360));
        EXPECT_LE(form.least(), least + 1e-14);
        EXPECT_GE(form.least(), least - 1e-3) << "half a degree between samples";
        EXPECT_TRUE(form.above(form.least() - 1e-12));
        EXPECT_FALSE(form.above(form.least() + 1e-12));
    }
}

}  // namespace
}  // namespace graze::test
