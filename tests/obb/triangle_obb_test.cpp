// Triangle against oriented box, and points of two triangles, against exact separating axes.
#include <gtest/gtest.h>

#include "graze/convex/primitive_tests.hpp"
#include "graze/obb/obb_search.hpp"
#include "obb/obb_exact.hpp"

namespace graze::test {
namespace {

Triangle some_triangle(Random& random, double spread) {
    if (random.chance(0.3)) {
        const auto k = [&] { return (static_cast<double>(random.index(9)) - 4) / 2; };
        const auto point = [&] {
            const double x = k(), y = k();
            return Vec3{x, y, k()};
        };
        const Vec3 a = point(), b = point();
        return {a, b, point()};
    }
    const Vec3 place = random.in_cube(spread), a = place + random.in_cube(1), b = place + random.in_cube(1);
    const Vec3 c = place + random.in_cube(1);
    switch (random.index(8)) {
        case 0: return {a, b, a + (b - a) * random.unit()};            // collinear up to rounding
        case 1: return {a, a, a};                                      // a point
        case 2: return {a, b, b + random.direction() * 1e-7};          // a needle
        case 3: return {a, a + (b - a) * 100.0, c + (b - a) * -90.0};  // long
        default: return {a, b, c};
    }
}

/// About the distance of a point from a triangle: what exact axes show of it. Rounded answers are vague for
/// needles.
double distance_from(const Triangle& t, const Vec3& x) {
    return exact_gap(exact_set(t), exact_set(Triangle{x, x, x}));
}

Triangle scaled_triangle(const Triangle& t, double s) { return {t.a * s, t.b * s, t.c * s}; }

TEST(TriangleObb, FalseIsATheoremAndTrueIsWrongByRoundingAlone) {
    Random random(301);
    int apart = 0, overlapping = 0, touching = 0;
    for (int i = 0; i < 1200; ++i) {
        const Obb box = some_obb(random, 0.5);
        const Triangle t = some_triangle(random, 0.4);
        const double gap = exact_gap(exact_set(box), exact_set(t));
        const bool answer = overlaps_triangle_obb(t, box);
        if (gap > 0) {
            ++apart;
            // Long triangles are 100 in size.
            EXPECT_TRUE(!answer || gap < 1e-10) << i << " gap " << gap;
        } else {
            (gap < 0 ? overlapping : touching)++;
            ASSERT_TRUE(answer) << i;
        }
        EXPECT_EQ(find_triangle_obb(t, box).has_value(), answer);
    }
    EXPECT_GT(apart, 300);
    EXPECT_GT(overlapping, 300);
    EXPECT_GT(touching, 5);
}

TEST(TriangleObb, PointsLieInBothAtEveryScale) {
    Random random(302);
    for (const double s : {1e-6, 1.0, 1e6}) {
        int found = 0;
        for (int i = 0; i < 1500; ++i) {
            const Obb box = scaled(some_obb(random, 0.5), s);
            const Triangle t = scaled_triangle(some_triangle(random, 0.4), s);
            const auto point = find_triangle_obb(t, box);
            if (!point) continue;
            ++found;
            EXPECT_LE(outside(box, *point), 1e-11 * s) << i;
            EXPECT_LE(distance_from(t, *point), 1e-11 * s) << i;
        }
        EXPECT_GT(found, 300);
    }
}

TEST(TriangleObb, EmptyAndUnusableBoxes) {
    const Triangle t{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    EXPECT_FALSE(overlaps_triangle_obb(t, Obb{}));
    EXPECT_FALSE(find_triangle_obb(t, Obb{}).has_value());
    EXPECT_TRUE(overlaps_triangle_obb(t, Obb{{5, 5, 5}, Mat3::diagonal({2, 1, 1}), {1, 1, 1}}))
        << "not shown to be apart";
}

TEST(TriangleObb, ExtremeMagnitudesAreServed) {
    for (const double s : {1e-100, 1e-90, 1e90, 1e99}) {
        const Obb box = scaled({{0, 0, 0}, Mat3::identity(), {1, 1, 1}}, s);
        EXPECT_TRUE(overlaps_triangle_obb(scaled_triangle({{0.5, 0, 0}, {4, 1, 0}, {4, -1, 1}}, s), box));
        EXPECT_FALSE(overlaps_triangle_obb(scaled_triangle({{1.5, 0, 0}, {4, 1, 0}, {4, -1, 1}}, s), box));
    }
}

/// Coplanar and sharing pairs come from the grid, transversal ones from the cube.
TEST(TrianglePoint, LiesInBothWheneverTheyOverlap) {
    Random random(303);
    int coplanar = 0, found = 0;
    for (const double s : {1e-6, 1.0, 1e6}) {
        for (int i = 0; i < 1000; ++i) {
            Triangle a = some_triangle(random, 0.6), b = some_triangle(random, 0.6);
            if (i % 3 == 0) a.a.z = a.b.z = a.c.z = b.a.z = b.b.z = b.c.z = 0.25;
            if (i % 5 == 0) b.a = a.b;
            a = scaled_triangle(a, s);
            b = scaled_triangle(b, s);
            const auto point = find_common_point(a, b);
            ASSERT_EQ(point.has_value(), overlaps_triangle_triangle_exact(a, b)) << i;
            if (!point) continue;
            ++found;
            coplanar += i % 3 == 0;
            EXPECT_LE(distance_from(a, *point), 1e-11 * s) << i;
            EXPECT_LE(distance_from(b, *point), 1e-11 * s) << i;
        }
    }
    EXPECT_GT(found, 700);
    EXPECT_GT(coplanar, 300);
}

}  // namespace
}  // namespace graze::test
