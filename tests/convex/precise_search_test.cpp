// The double-double search for close calls: its numbers, its support points, and what it finds where doubles
// give up.
#include "convex/gjk/precise_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/shape/shape.hpp"
#include "oracle/generators.hpp"
#include "oracle/polytope_oracle.hpp"

namespace graze::test {
namespace {

mpq_class exact(const DoubleDouble& x) { return mpq_class(mpq_class(x.high) + mpq_class(x.low)); }

DoubleDouble random_number(Random& random) {
    const double high = random.uniform(-1, 1) * random.log_uniform(1e-20, 1e20);
    return DoubleDouble(high) + DoubleDouble(high * random.uniform(-1e-17, 1e-17));
}

TEST(DoubleDouble, IsGoodToAHundredBits) {
    Random random(1501);
    const mpq_class bound(0x1p-100);
    for (int i = 0; i < 2000; ++i) {
        const DoubleDouble x = random_number(random), y = random_number(random);
        const mpq_class a = exact(x), b = exact(y), sum = mpq_class(abs(a) + abs(b));
        EXPECT_LE(abs(exact(x + y) - (a + b)), bound * sum);
        EXPECT_LE(abs(exact(x - y) - (a - b)), bound * sum);
        EXPECT_LE(abs(exact(x * y) - a * b), bound * abs(a * b));
        EXPECT_LE(abs(exact(x / y) - a / b), bound * abs(a / b));
        const DoubleDouble root = sqrt(x * x);
        EXPECT_LE(abs(exact(root) - abs(a)), bound * abs(a));
        EXPECT_EQ(x < y, a < b);
        EXPECT_EQ(-x<DoubleDouble(0), a> 0);
        EXPECT_EQ((x + y).high, static_cast<double>((x + y).high + (x + y).low));
    }
    EXPECT_EQ(sqrt(DoubleDouble(-1)), DoubleDouble(0));
}

/// Every type, along random directions, axes (where support points tie) and directions next to axes.
TEST(PreciseSupport, IsThePointThatVerifyEncloses) {
    Random random(1502);
    for (const ShapeType type : kAllShapeTypes) {
        if (type == ShapeType::half_space) continue;
        for (int i = 0; i < 400; ++i) {
            const Build build = static_cast<Build>(random.index(5));
            const Shape shape =
                random_shape(random, type, build, random.chance(0.2) ? random.log_uniform(1e-90, 1e90) : 1.0);
            Vec3 d = random.direction();
            if (i % 3 == 1) d = Vec3{0, 0, random.chance(0.5) ? 1.0 : -1.0};
            if (i % 3 == 2) d = unit(Vec3{1, 0, 0} + random.log_uniform(1e-17, 1e-2) * random.direction());
            const IntervalVec3 box = support_enclosure(shape, d);
            const PreciseVec3 p = precise_support(shape, d);
            for (std::size_t k = 0; k < 3; ++k) {
                EXPECT_TRUE(widened(box[k], 1e-30 * shape.reach()).contains(p[k].high))
                    << literal(shape) << literal(d) << " " << k;
                EXPECT_LE(box[k].width(), 64 * kEps * shape.reach()) << literal(shape) << literal(d);
            }
        }
    }
}

TEST(PreciseSearch, TheGapAlongADirectionDoesNotDependOnItsLength) {
    const Placed a{Box{{1, 1, 1}}}, b{Box{{1, 1, 1}}, Pose::translation({3, 0, 0})};
    const PrecisePair pair(a, b);
    for (const double size : {1.0, 3.0, 0x1p-300, 0x1p300}) {
        EXPECT_NEAR(gap_along(pair, {size, 0, 0}), pair.scale(), 4 * pair.rounding()) << size;
        EXPECT_NEAR(gap_along(pair, {-size, 0, 0}), -5 * pair.scale(), 4 * pair.rounding()) << size;
    }
}

TEST(PreciseSearch, CountsItsSteps) {
    // The first direction is that of the gap: one point is the nearest, and the next support proves it.
    const Placed a{Sphere{1}}, b{Sphere{2}, Pose::translation({0, 0, 4})};
    const PrecisePair pair(a, b);
    const PreciseResult found = precise_search(pair, {0, 0, 1}, {});
    EXPECT_EQ(found.steps, 1);
    EXPECT_EQ(found.gap, pair.scale());
    EXPECT_EQ(found.simplex.size, 1u);
}

TEST(PreciseSearch, EndsWhereNothingComesCloser) {
    // The bounds of most pairs agree to the last digits; those of some do not, for rounding, and are compared
    // every 32 steps.
    Random random(1503);
    int stuck = 0;
    for (int trial = 0; trial < 400; ++trial) {
        const auto corner = [&] { return random.in_cube(1); };
        const Placed a{Tetrahedron{corner(), corner(), corner(), corner()}};
        const Placed b{Tetrahedron{corner(), corner(), corner(), corner()},
                       Pose::translation(random.direction() * 2.0)};
        const PreciseResult found = precise_search(PrecisePair(a, b), unit(b.pose.position), {});
        EXPECT_LE(found.steps, 64);
        stuck += found.steps >= 32;
    }
    EXPECT_GT(stuck, 10);
    EXPECT_LT(stuck, 80);
}

TEST(PreciseSearch, FourPointsAroundTheOriginHaveWeights) {
    const Placed a{Box{{1, 1, 1}}}, b{Box{{1, 1, 1}}, Pose::translation({0.5, 0.25, 0.125})};
    const PreciseResult found = precise_search(PrecisePair(a, b), {1, 0, 0}, {});
    ASSERT_EQ(found.simplex.size, 4u);
    PreciseVec3 point{};
    DoubleDouble sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_GE(found.simplex.weights[i].high, 0);
        sum = sum + found.simplex.weights[i];
        point = point + found.simplex.points[i].w * found.simplex.weights[i];
    }
    EXPECT_NEAR(sum.high, 1, 1e-15);
    EXPECT_LE(length(rounded_to_double(point)), 1e-30);
    EXPECT_LE(length(rounded_to_double(found.nearest)), 1e-30);
}

}  // namespace
}  // namespace graze::test
