// What is said to be reliable about thin triangles, in rationals: heights of corners, the longest edge,
// directions across it. And the limits of sines, which must allow the errors that their comments promise.
#include "math/degeneracy/thin_triangle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "math/degeneracy/sine_limits.hpp"
#include "math/nearest_to_origin.hpp"
#include "oracle/exact_triangle_normal.hpp"

namespace graze::test {
namespace {

TEST(LeastHeight, NoPointOfTheTriangleIsLowerAlongARoundedNormal) {
    Random random(911);
    for (int n = 0; n < 4000; ++n) {
        const std::array<Vec3, 3> t = random_triangle(random, 1);
        const Vec3 direction =
            random.chance(0.5) ? unit(cross(t[1] - t[0], t[2] - t[0])) : random.direction();
        const double least = least_height(direction, t[0], t[1], t[2]);
        const mpq_class u(random.unit()), v = mpq_class(random.unit()) * (1 - u);
        const ExactVec3 x = exact(t[0]) + u * (exact(t[1]) - exact(t[0])) + v * (exact(t[2]) - exact(t[0]));
        double size = 0;
        for (const Vec3& p : t) size = std::max(size, dot(abs(direction), abs(p)));
        // Three products and two sums of rounded corners: no more than the rounding of a height.
        ASSERT_GE(dot(exact(direction), x) - mpq_class(least), mpq_class(-3 * kEps * size)) << n;
    }
}

TEST(LongestEdge, IsTheLongestAndRightToRounding) {
    Random random(912);
    for (int n = 0; n < 4000; ++n) {
        const std::array<Vec3, 3> t = random_triangle(random, 1);
        const Vec3 edge = longest_edge(t[0], t[1], t[2]);
        mpq_class longest = 0, off = -1;
        for (std::size_t i = 0; i < 3; ++i) {
            const ExactVec3 side = exact(t[(i + 1) % 3]) - exact(t[i]);
            longest = std::max(longest, mpq_class(dot(side, side)));
            const ExactVec3 difference = side - exact(edge);
            const mpq_class square = dot(difference, difference);
            if (off < 0 || square < off) off = square;
        }
        const mpq_class square = dot(exact(edge), exact(edge)), eps(kEps);
        ASSERT_LE(longest * (1 - 16 * eps), square) << n;
        ASSERT_LE(off, 4 * eps * eps * square) << n;
    }
}

TEST(AcrossEdge, IsAcrossForEveryAngle) {
    Random random(913);
    for (const double angle : {1.0, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15}) {
        for (int n = 0; n < 200; ++n) {
            const Vec3 edge = random.direction(), side = perpendicular(edge);
            const double size = std::pow(10.0, random.uniform(-90, 90));
            const Vec3 across = across_edge(size * (edge + angle * side), edge);
            EXPECT_LE(std::abs(dot(across, edge)), 4 * kEps) << angle;
            EXPECT_NEAR(length(across), 1, 4 * kEps) << angle;
            // The direction itself is rounded by eps: what is across it turns by that over the angle.
            EXPECT_LE(length(across - side), 16 * kEps / angle) << angle;
        }
    }
}

TEST(SineLimits, AreOrderedAndLeaveTheDigitsTheyPromise) {
    const std::array limits{kRoundedSine, kSimplexSine,  kParallelSine, kFacetSine, kFaceSine,
                            kPolarSine,   kBalancedSine, kAccurateSine, kRateSine};
    EXPECT_TRUE(std::is_sorted(limits.begin(), limits.end()));
    EXPECT_LT(kRoundedSine / kSimplexSine, 0.2);
    EXPECT_EQ(SimplexScalar<double>::thin_sine_sq, kSimplexSine * kSimplexSine);
    EXPECT_LT(kRoundedSine / kFacetSine, 0.02);
    EXPECT_LT(kRoundedSine / kFaceSine, 0.002);
    EXPECT_LT(kRoundedSine / kPolarSine, 2e-6);
    EXPECT_LT(kRoundedSine / kAccurateSine, 2e-9);
    EXPECT_GE(kDoubtfulThickness,
              std::sqrt(3.0) * kEdgeThickness);  // a largest component in one frame and another
}

TEST(SineLimits, BelowIsDecidedBySquares) {
    const Vec3 e{3, 0, 0}, f{4, 1e-6, 0};
    const Vec3 across = cross(e, f);
    const double sine = 1e-6 / length(f);
    EXPECT_TRUE(is_below_sine(1.001 * sine, length_sq(across), length_sq(e), length_sq(f)));
    EXPECT_FALSE(is_below_sine(0.999 * sine, length_sq(across), length_sq(e), length_sq(f)));
    EXPECT_TRUE(is_below_sine(kSimplexSine, 0, 0, 1));
    EXPECT_TRUE(is_below_sine(kSimplexSine, std::numeric_limits<double>::quiet_NaN(), 1, 1));
}

}  // namespace
}  // namespace graze::test
