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

}  // namespace
}  // namespace graze::test
