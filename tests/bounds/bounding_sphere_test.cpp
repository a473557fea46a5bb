// Bounding spheres: exact containment, and the smallest sphere against brute force over all spheres through
// two, three and four points.
#include "graze/bounds/bounding_volumes.hpp"

#include <gtest/gtest.h>

#include "bounds/exact_bounds.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Exact squared radius of the smallest sphere: over all subsets of up to four points, the smallest
/// circumscribed sphere that contains every point. Cofactor solution of the Gram system over the rationals.
mpq_class brute_force_radius_sq(const std::vector<Vec3>& points) {
    const std::size_t n = points.size();
    std::vector<ExactVec3> x;
    for (const Vec3& p : points) x.push_back(exact(p));
    mpq_class best = -1;
    const auto offer = [&](const ExactVec3& centre, const mpq_class& radius_sq) {
        if (best >= 0 && radius_sq >= best) return;
        for (const ExactVec3& p : x) {
            if (length_sq(p - centre) > radius_sq) return;
        }
        best = radius_sq;
    };
    const mpq_class half(1, 2);
    for (std::size_t i = 0; i < n; ++i) {
        offer(x[i], 0);
        for (std::size_t j = i + 1; j < n; ++j) {
            const ExactVec3 a = x[j] - x[i];
            offer(x[i] + a * half, mpq_class(length_sq(a) / 4));
            for (std::size_t k = j + 1; k < n; ++k) {
                const ExactVec3 b = x[k] - x[i];
                const mpq_class aa = length_sq(a), bb = length_sq(b), ab = dot(a, b),
                                det = 2 * (aa * bb - ab * ab);
                if (det == 0) continue;
                const mpq_class s = bb * (aa - ab) / det, t = aa * (bb - ab) / det;
                const ExactVec3 c = a * s + b * t;
                offer(x[i] + c, length_sq(c));
                for (std::size_t l = k + 1; l < n; ++l) {
                    const BasicMat3<mpq_class> rows = BasicMat3<mpq_class>::from_rows(a, b, x[l] - x[i]);
                    if (determinant(rows) == 0) continue;
                    const ExactVec3 d = inverse(rows) * ExactVec3{mpq_class(aa / 2), mpq_class(bb / 2),
                                                                  mpq_class(length_sq(x[l] - x[i]) / 2)};
                    offer(x[i] + d, length_sq(d));
                }
            }
        }
    }
    return best;
}

void expect_smallest(const std::vector<Vec3>& points, double tolerance) {
    const BoundingSphere sphere = smallest_sphere(points);
    for (const Vec3& p : points) ASSERT_TRUE(inside(sphere, exact(p)));
    const double optimum = std::sqrt(brute_force_radius_sq(points).get_d());
    double coordinate = 0;
    for (const Vec3& p : points) coordinate = std::max(coordinate, max_component(abs(p)));
    // The centre is a double: half an ulp of its coordinates is out of reach.
    ASSERT_LE(sphere.radius, optimum * (1 + tolerance) + 4 * kEps * coordinate);
    ASSERT_GE(sphere.radius, optimum * (1 - 1e-15));
    const BoundingSphere quick = fit_bounding_sphere(points);
    for (const Vec3& p : points) ASSERT_TRUE(inside(quick, exact(p)));
    ASSERT_GE(quick.radius, optimum * (1 - 1e-15));
    ASSERT_LE(quick.radius, optimum * 1.3 + 4 * kEps * coordinate);
}

TEST(SmallestSphere, EqualsBruteForceOnEveryKindOfSet) {
    Random random(71);
    for (std::size_t i = 0; i < 350; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        expect_smallest(some_points(random, i, scale, i % 3 == 0 ? 1000 * scale : scale), 1e-12);
    }
    for (const double scale : {1e-100, 1e-60, 1e60, 1e99}) {
        for (std::size_t i = 0; i < 10; ++i) expect_smallest(some_points(random, i, scale, scale), 1e-12);
    }
}

TEST(SmallestSphere, NeedleTrianglesAndSlivers) {
    Random random(72);
    for (int i = 0; i < 400; ++i) {
        // Two points a tiny base apart and one far away; then a fourth nearly in their plane.
        const double base = random.log_uniform(1e-15, 1e-1);
        const Vec3 u = random.direction(), v = random.direction();
        std::vector<Vec3> points{u, v * base, v * -base};
        if (i % 2 == 0)
            points.push_back(u * random.uniform(0, 1) + v * random.uniform(-1, 1) +
                             random.in_cube(random.log_uniform(1e-15, 1e-3)));
        expect_smallest(points, 1e-12);
    }
}

TEST(SmallestSphere, CosphericalPoints) {
    std::vector<Vec3> cube;
    for (int i = 0; i < 8; ++i) cube.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
    expect_smallest(cube, 1e-15);
    EXPECT_EQ(smallest_sphere(cube).centre, (Vec3{0, 0, 0}));
    Random random(73);
    std::vector<Vec3> ball;
    for (int i = 0; i < 20000; ++i) ball.push_back(random.direction());
    const BoundingSphere sphere = smallest_sphere(ball);
    EXPECT_NEAR(sphere.radius, 1, 1e-14);
    EXPECT_LE(length(sphere.centre), 1e-13);
    EXPECT_LE(fit_bounding_sphere(ball).radius, 1.05);
}

TEST(SmallestSphere, SmallSets) {
    EXPECT_EQ(smallest_sphere(std::vector<Vec3>{{3, 4, 5}}), (BoundingSphere{{3, 4, 5}, 0}));
    EXPECT_EQ(smallest_sphere(std::vector<Vec3>{{3, 4, 5}, {3, 4, 5}, {3, 4, 5}}),
              (BoundingSphere{{3, 4, 5}, 0}));
    EXPECT_EQ(smallest_sphere(std::vector<Vec3>{{-1, 0, 0}, {3, 0, 0}}), (BoundingSphere{{1, 0, 0}, 2}));
    EXPECT_EQ(smallest_sphere(std::vector<Vec3>{{-1, 0, 0}, {0, 0, 0}, {3, 0, 0}, {2, 0, 0}}),
              (BoundingSphere{{1, 0, 0}, 2}));
    // A right triangle: half of the hypotenuse.
    EXPECT_EQ(smallest_sphere(std::vector<Vec3>{{0, 0, 0}, {6, 0, 0}, {0, 8, 0}}),
              (BoundingSphere{{3, 4, 0}, 5}));
    for (const auto& fit :
         {smallest_sphere(std::span<const Vec3>{}), fit_bounding_sphere(std::span<const Vec3>{}),
          smallest_sphere(std::vector<Vec3>{{0, 0, 0}, {kNan, 0, 0}}),
          fit_bounding_sphere(std::vector<Vec3>{{0, kInfinity, 0}})}) {
        EXPECT_TRUE(is_empty(fit));
    }
}

TEST(FitBoundingSphere, StaysNearTheOptimumOnLargeSets) {
    Random random(74);
    double worst = 0;
    for (int i = 0; i < 40; ++i) {
        std::vector<Vec3> points;
        const Affine map = some_map(random, false);
        for (int n = 0; n < 500; ++n) points.push_back(map * (random.direction() * random.unit()));
        const BoundingSphere small = smallest_sphere(points), quick = fit_bounding_sphere(points);
        for (const Vec3& p : points) ASSERT_TRUE(contains(quick, p) || inside(quick, exact(p)));
        ASSERT_LE(small.radius, quick.radius * (1 + 1e-14));
        worst = std::max(worst, quick.radius / small.radius);
    }
    EXPECT_LE(worst, 1.1);
}

BoundingSphere some_sphere(Random& random, double scale) {
    const Vec3 c = random.in_cube(scale);
    return {c, random.uniform(0, scale)};
}

TEST(BoundingSphere, EmptyStaysOut) {
    const BoundingSphere ball{{0, 0, 0}, 1};
    for (const BoundingSphere& none : {BoundingSphere{}, BoundingSphere{{0, 0, 0}, kNan}}) {
        EXPECT_TRUE(is_empty(none));
        EXPECT_FALSE(overlaps(none, ball));
        EXPECT_FALSE(overlaps(ball, none));
        EXPECT_FALSE(contains(none, Vec3{}));
        EXPECT_FALSE(contains(none, ball));
        EXPECT_TRUE(contains(ball, none));
        EXPECT_EQ(merge(none, ball), ball);
        EXPECT_EQ(merge(ball, none), ball);
        EXPECT_TRUE(is_empty(merge(none, none)));
        EXPECT_TRUE(is_empty(minkowski_sum(none, ball)));
        EXPECT_TRUE(is_empty(minkowski_difference(ball, none)));
        EXPECT_TRUE(is_empty(transformed(none, Affine{})));
        EXPECT_TRUE(is_empty(fit_bounding_sphere(none)));
        EXPECT_EQ(signed_distance(none, ball), Interval(kInfinity));
    }
    EXPECT_TRUE(is_empty(transformed(ball, Affine::scale({1, kNan, 1}))));
    EXPECT_EQ(fit_bounding_sphere([](const IntervalVec3&) { return Interval::everything(); }).radius,
              kInfinity);
}

TEST(BoundingSphere, TouchingOverlaps) {
    const BoundingSphere a{{0, 0, 0}, 2}, b{{3, 4, 0}, 3};
    EXPECT_TRUE(overlaps(a, b));
    EXPECT_TRUE(overlaps(b, a));
    EXPECT_EQ(signed_distance(a, b), Interval(0));
    EXPECT_FALSE(overlaps(a, BoundingSphere{{3, 4, 0}, 2.9999999999}));
    EXPECT_TRUE(contains(BoundingSphere{{0, 0, 0}, 5}, Vec3{3, 4, 0}));
    EXPECT_FALSE(contains(BoundingSphere{{0, 0, 0}, next_below(5)}, Vec3{3, 4, 0}));
    EXPECT_TRUE(contains(BoundingSphere{{0, 0, 0}, 7}, a));
    EXPECT_TRUE(contains(BoundingSphere{{0, 0, 0}, 8}, b));
    EXPECT_FALSE(contains(BoundingSphere{{0, 0, 0}, next_below(8)}, b));
}

TEST(BoundingSphere, PairsAgainstRationals) {
    Random random(75);
    int apart = 0;
    for (int i = 0; i < 4000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-100, 100));
        const BoundingSphere a = some_sphere(random, scale),
                             b = some_sphere(random, scale * random.uniform(0.1, 1));
        const mpq_class gap_sq = length_sq(exact(b.centre) - exact(a.centre)),
                        reach = mpq_class(a.radius) + mpq_class(b.radius);
        const bool disjoint = gap_sq > reach * reach;
        apart += disjoint;
        ASSERT_EQ(overlaps(a, b), !disjoint);
        ASSERT_EQ(overlaps(b, a), !disjoint);
        const Interval distance = signed_distance(a, b);
        ASSERT_EQ(distance, signed_distance(b, a));
        ASSERT_TRUE(encloses(square(distance + (Interval(a.radius) + Interval(b.radius))), gap_sq));
        ASSERT_LE(distance.width(), 16 * kEps * scale * 5);
        const BoundingSphere both = merge(a, b);
        const mpq_class slack_a = mpq_class(both.radius) - mpq_class(a.radius),
                        slack_b = mpq_class(both.radius) - mpq_class(b.radius);
        ASSERT_TRUE(slack_a >= 0 && length_sq(exact(both.centre) - exact(a.centre)) <= slack_a * slack_a);
        ASSERT_TRUE(slack_b >= 0 && length_sq(exact(both.centre) - exact(b.centre)) <= slack_b * slack_b);
        const double optimum =
            std::max({a.radius, b.radius, 0.5 * (length(b.centre - a.centre) + a.radius + b.radius)});
        ASSERT_LE(both.radius, optimum * (1 + 1e-14));
        const BoundingSphere sum = minkowski_sum(a, b), difference = minkowski_difference(a, b),
                             reversed = minkowski_difference(b, a);
        // Exactly enclosing: the moved centre's error fits between the radii.
        const auto holds = [&](const BoundingSphere& outer, const ExactVec3& centre) {
            const mpq_class slack = mpq_class(outer.radius) - reach;
            return slack >= 0 && length_sq(exact(outer.centre) - centre) <= slack * slack &&
                   outer.radius <= reach.get_d() * (1 + 4 * kEps) + 8 * kEps * scale;
        };
        ASSERT_TRUE(holds(sum, exact(a.centre) + exact(b.centre)));
        ASSERT_TRUE(holds(difference, exact(a.centre) - exact(b.centre)));
        ASSERT_EQ(difference.centre, -reversed.centre);
        ASSERT_EQ(difference.radius, reversed.radius);
    }
    EXPECT_GT(apart, 800);
    EXPECT_LT(apart, 3200);
}

TEST(BoundingSphere, ImageHoldsTheExactImageAndStretchesNoMoreThanTheMap) {
    Random random(76);
    for (int i = 0; i < 600; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        const BoundingSphere ball = some_sphere(random, scale);
        const Vec3 factors{random.log_uniform(1e-3, 1e3), random.log_uniform(1e-3, 1e3),
                           i % 4 == 0 ? 0 : random.log_uniform(1e-3, 1e3)};
        const Affine map =
            Affine::from(random.pose(2)) * Affine::scale(factors) * Affine::from(random.pose(scale));
        const BoundingSphere image = transformed(ball, map);
        const double stretch = max_component(factors), size = stretch * 4 * scale + 4;
        ASSERT_LE(image.radius, ball.radius * stretch * (1 + 1e-13) + 8 * kEps * size);
        for (int n = 0; n < 20; ++n) {
            // Along the direction of the largest stretch too: a double just inside the ball.
            const Vec3 d =
                n == 0 ? unit(transpose_times(
                             map.linear,
                             map.linear * unit(transpose_times(map.linear, map.linear * random.direction()))))
                       : random.direction();
            const Vec3 x = ball.centre + d * (ball.radius * (1 - 4 * kEps));
            if (!inside(ball, exact(x))) continue;
            ASSERT_TRUE(inside(image, exact(map) * exact(x)));
        }
    }
    const BoundingSphere turned = transformed(
        BoundingSphere{{0, 0, 0}, 1}, Affine::from(Pose::from(Quat::from_axis_angle({1, 2, 3}, 1), {})));
    EXPECT_NEAR(turned.radius, 1, 2e-15);
    EXPECT_EQ(transformed(BoundingSphere{{1, 2, 3}, 4}, Affine{}).centre, (Vec3{1, 2, 3}));
    EXPECT_NEAR(transformed(BoundingSphere{{1, 2, 3}, 4}, Affine{}).radius, 4, 1e-15);
    EXPECT_EQ(transformed(BoundingSphere{{1, 2, 3}, 4}, Affine::scale({0, 0, 0})),
              (BoundingSphere{{0, 0, 0}, 0}));
}

TEST(FitBoundingSphere, FromHeights) {
    // A box: the corners decide.
    const Aabb box{{-1, -2, -3}, {3, 2, 5}};
    const BoundingSphere around_box = fit_bounding_sphere(box);
    EXPECT_EQ(around_box.centre, (Vec3{1, 0, 1}));
    EXPECT_GE(around_box.radius, std::sqrt(24.0));
    EXPECT_NEAR(around_box.radius, std::sqrt(24.0), 1e-14);
    // A ball: the worst direction lies between the 26.
    const BoundingSphere around_ball = fit_bounding_sphere(BoundingSphere{{4, 5, 6}, 2});
    EXPECT_GE(around_ball.radius, 2);
    EXPECT_LE(around_ball.radius, 2 * 1.1282);
    Random random(77);
    for (std::size_t i = 0; i < 1000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        const std::vector<Vec3> points = some_points(random, i, scale, scale);
        const Affine map = some_map(random, i % 2 == 0);
        const BoundingSphere sphere = fit_bounding_sphere(PointHeights{points}, map);
        double farthest = 0;
        for (const Vec3& p : points) {
            ASSERT_TRUE(inside(sphere, exact(map) * exact(p))) << i;
            farthest = std::max(farthest, length(map * p - sphere.centre));
        }
        ASSERT_LE(sphere.radius,
                  farthest * 1.1282 + 64 * kEps * (norm_bound(map.linear) * 4 * scale + length(map.offset)))
            << i;
    }
}

}  // namespace
}  // namespace graze::test
