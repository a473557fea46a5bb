// Sums, hulls, images and roundings: the sets they stand for, their margins, singular maps and deep nests.
#include "graze/shape/shape.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>

#include "oracle/generators.hpp"
#include "oracle/precise_support.hpp"

namespace graze::test {
namespace {

Shape bounded(Random& random) {
    ShapeType type = ShapeType::half_space;
    while (type == ShapeType::half_space) type = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
    return random_shape(random, type);
}

double height(const Shape& shape, const Vec3& d) { return dot(d, support(shape, d)); }

TEST(Combinators, SumsAddAndHullsTakeTheFarthest) {
    Random random(980);
    for (int trial = 0; trial < 200; ++trial) {
        const Shape a = bounded(random), b = bounded(random);
        const Vec3 d = random.direction();
        const double slack = 1e-14 * (a.reach() + b.reach());
        const Shape sum = minkowski_sum(a, b), hull = convex_hull_of(a, b);
        EXPECT_NEAR(height(sum, d), height(a, d) + height(b, d), slack);
        EXPECT_NEAR(height(hull, d), std::max(height(a, d), height(b, d)), slack);
        EXPECT_NEAR(sum.margin(), a.margin() + b.margin(), slack);
        EXPECT_EQ(hull.margin(), std::min(a.margin(), b.margin()));
        const double r = random.uniform(0, 1);
        EXPECT_NEAR(height(rounded(a, r), d), height(a, d) + r, slack);
        EXPECT_NEAR(rounded(a, r).margin(), a.margin() + r, slack);
        EXPECT_EQ(rounded(a, r).core_reach(), a.core_reach());
        EXPECT_EQ(sum.children().size(), 2u);
        EXPECT_EQ(hull.children()[1].type(), b.type());
    }
}

TEST(Combinators, ImagesMapTheSet) {
    Random random(981);
    for (int trial = 0; trial < 200; ++trial) {
        const Shape shape = bounded(random);
        Affine map;
        for (Vec3& column : map.linear.columns) column = random.in_cube(1);
        if (trial % 4 == 0) map.linear.columns[random.index(3)] = {};            // onto a plane
        if (trial % 8 == 0) map.linear.columns[0] = map.linear.columns[1] = {};  // onto a line
        if (trial % 16 == 0) map.linear = Mat3::diagonal({});                    // onto a point
        map.offset = random.in_cube(2);
        const Shape image = transformed(shape, map);
        ASSERT_TRUE(image.valid());
        EXPECT_EQ(image.margin(), 0) << "a ball stays one under similarities only";
        const Vec3 d = random.direction();
        const double wanted = height(shape, transpose_times(map.linear, d)) + dot(d, map.offset);
        EXPECT_NEAR(height(image, d), wanted, 1e-13 * (1 + image.reach())) << literal(image);
        // Members stay members: no image of a support point lies beyond the image's own.
        for (int i = 0; i < 10; ++i) {
            const Vec3 member = map * support(shape, random.direction());
            EXPECT_LE(dot(d, member), height(image, d) + 1e-13 * (1 + image.reach())) << literal(image);
        }
    }
}

TEST(Combinators, ScalingMirrorsAndFlattens) {
    EXPECT_EQ(support(scaled(Cone{1, 1}, {1, 1, -1}), {0, 0, -1}), (Vec3{0, 0, -1}))
        << "the apex is below now";
    EXPECT_EQ(support(scaled(Box{{1, 1, 1}}, {2, 0, 3}), {1, 1, -1}), (Vec3{2, 0, -3}));
    EXPECT_EQ(support(scaled(Sphere{1}, {0.5, 0.25, 2}), {0, 0, 1}), (Vec3{0, 0, 2}));
    const Shape ellipsoid = Ellipsoid{{0.5, 0.25, 2}}, image = scaled(Sphere{1}, {0.5, 0.25, 2});
    Random random(982);
    for (int trial = 0; trial < 100; ++trial) {
        const Vec3 d = random.direction();
        EXPECT_LE(length(support(ellipsoid, d) - support(image, d)), 1e-14);
    }
}

TEST(Combinators, HullsOfRoundedShapesKeepTheSmallestMarginAsTheirs) {
    const Shape hull = convex_hull_of(rounded(Segment{{-1, 0, 0}, {1, 0, 0}}, 0.5), Sphere{0.25});
    EXPECT_EQ(hull.margin(), 0.25);
    EXPECT_FALSE(hull.polytope_core()) << "the larger one keeps a round core";
    EXPECT_TRUE(convex_hull_of(Sphere{0.25}, Capsule{0.25, 1}).polytope_core());
    EXPECT_EQ(support(hull, {1, 0, 0}), (Vec3{1.5, 0, 0}));
}

// The stored margin is a rounded sum: its error is part of the stated one, however deep the nesting.
TEST(Combinators, DeepRoundingsStateTheErrorOfTheirMargin) {
    Shape shape = Sphere{1e6 / 3};
    mpq_class exact(1e6 / 3);
    for (int depth = 0; depth < 400; ++depth) {
        const double radius = 0.1 + depth * 1e-3 / 3;
        shape = depth % 2 == 0 ? rounded(shape, radius) : minkowski_sum(Sphere{radius}, shape);
        exact += mpq_class(radius);
        const mpq_class off = abs(mpq_class(shape.margin()) - exact);
        ASSERT_LE(off, mpq_class(shape.support_error())) << depth;
    }
    EXPECT_LT(shape.support_error(), 1000 * kEps * shape.reach());
}

TEST(Combinators, NestsOfEveryKindAreFarthestWhereTheyShouldBe) {
    Random random(983);
    for (int trial = 0; trial < 150; ++trial) {
        Shape combined = bounded(random);
        for (int depth = 0; depth < 5; ++depth) {
            switch (random.index(4)) {
                case 0: combined = minkowski_sum(combined, bounded(random)); break;
                case 1:
                    combined = convex_hull_of(std::vector<Shape>{bounded(random), combined, bounded(random)});
                    break;
                case 2:
                    combined = transformed(
                        combined,
                        {Mat3{{random.in_cube(1), random.in_cube(1), random.in_cube(1)}}, random.in_cube(1)});
                    break;
                default: combined = rounded(combined, random.uniform(0, 0.5)); break;
            }
        }
        ASSERT_TRUE(combined.valid());
        for (int i = 0; i < 5; ++i) {
            const Vec3 d = random.direction();
            const auto n = convert<Real>(d);
            const Real exact = dot(n, precise_support<Real>(combined, n));
            const Interval value = support_value(combined, IntervalVec3{d.x, d.y, d.z});
            EXPECT_LE(Real(value.lower), exact);
            EXPECT_GE(Real(value.upper), exact);
            EXPECT_LE(std::abs(static_cast<double>(exact) - height(combined, d)),
                      combined.support_error() + 4 * kEps * combined.reach());
            EXPECT_LE(length(support(combined, d)), combined.reach() + combined.support_error());
        }
    }
}

}  // namespace
}  // namespace graze::test
