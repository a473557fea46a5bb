// k-DOPs of 3, 7, 9 and 13 slabs against rationals.
#include "graze/bounds/bounding_volumes.hpp"

#include <gtest/gtest.h>

#include "bounds/exact_bounds.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

template <class Size> class KDops : public testing::Test {};
template <std::size_t K> using Slabs = std::integral_constant<std::size_t, K>;
using Sizes = testing::Types<Slabs<3>, Slabs<7>, Slabs<9>, Slabs<13>>;
TYPED_TEST_SUITE(KDops, Sizes);

TYPED_TEST(KDops, AxesAreDifferentLinesOfTheGrid) {
    constexpr std::size_t K = TypeParam::value;
    const auto axes = kdop_axes<K>();
    for (std::size_t i = 0; i < K; ++i) {
        EXPECT_GT(length_sq(axes[i]), 0);
        for (std::size_t k = 0; k < 3; ++k) EXPECT_TRUE(axes[i][k] == 0 || std::abs(axes[i][k]) == 1);
        for (std::size_t j = 0; j < i; ++j) EXPECT_GT(length_sq(cross(axes[i], axes[j])), 0) << i << ' ' << j;
    }
    const auto of_length = [&](double length_sq_wanted) {
        return std::count_if(axes.begin(), axes.end(),
                             [&](const Vec3& a) { return length_sq(a) == length_sq_wanted; });
    };
    EXPECT_EQ(of_length(1), 3);
    EXPECT_EQ(of_length(2), K == 9 || K == 13 ? 6 : 0);
    EXPECT_EQ(of_length(3), K == 7 || K == 13 ? 4 : 0);
}

TYPED_TEST(KDops, EmptyStaysOut) {
    constexpr std::size_t K = TypeParam::value;
    const KDop<K> none, some = fit_kdop<K>(std::vector<Vec3>{{0, 0, 0}, {1, 1, 1}});
    EXPECT_TRUE(is_empty(none));
    EXPECT_FALSE(is_empty(some));
    EXPECT_FALSE(overlaps(none, some));
    EXPECT_FALSE(overlaps(some, none));
    EXPECT_FALSE(contains(none, Vec3{}));
    EXPECT_FALSE(contains(none, some));
    EXPECT_TRUE(contains(some, none));
    EXPECT_EQ(merge(none, some), some);
    EXPECT_EQ(merge(some, none), some);
    EXPECT_TRUE(is_empty(merge(none, none)));
    EXPECT_TRUE(is_empty(minkowski_sum(none, some)));
    EXPECT_TRUE(is_empty(minkowski_difference(some, none)));
    EXPECT_TRUE(is_empty(fit_kdop<K>(std::span<const Vec3>{})));
    EXPECT_TRUE(is_empty(fit_kdop<K>(std::vector<Vec3>{{0, 0, 0}, {0, kNan, 0}})));
    EXPECT_TRUE(is_empty(fit_kdop<K>(std::vector<Vec3>{{0, 0, 0}, {0, kInfinity, 0}})));
    EXPECT_TRUE(is_empty(fit_kdop<K>(std::vector<Vec3>{{0, 0, 0}}, Affine::scale({kNan, 1, 1}))));
    EXPECT_TRUE(is_empty(fit_kdop<K>(Aabb{})));
    EXPECT_TRUE(is_empty(aabb_of(none)));
}

TYPED_TEST(KDops, FitsHoldTheExactPointsAndAreTight) {
    constexpr std::size_t K = TypeParam::value;
    Random random(81);
    for (std::size_t i = 0; i < 500; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        const std::vector<Vec3> points = some_points(random, i, scale, 3 * scale);
        const Affine map = i % 3 == 0 ? Affine{} : some_map(random, i % 2 == 0);
        const KDop<K> dop = fit_kdop<K>(points, map), by_heights = fit_kdop<K>(PointHeights{points}, map);
        const double size = norm_bound(map.linear) * 8 * scale + 3 * length(map.offset);
        for (const Vec3& p : points) {
            const ExactVec3 x = exact(map) * exact(p);
            ASSERT_TRUE(inside(dop, x) && inside(by_heights, x)) << i;
        }
        for (std::size_t k = 0; k < K; ++k) {
            mpq_class low, high;
            for (std::size_t n = 0; n < points.size(); ++n) {
                const mpq_class h = dot(exact(kdop_axes<K>()[k]), exact(map) * exact(points[n]));
                if (n == 0 || h < low) low = h;
                if (n == 0 || h > high) high = h;
            }
            for (const Interval& slab : {dop.slabs[k], by_heights.slabs[k]}) {
                ASSERT_NEAR(slab.lower, low.get_d(), 16 * kEps * size);
                ASSERT_NEAR(slab.upper, high.get_d(), 16 * kEps * size);
            }
        }
        ASSERT_EQ(aabb_of(dop), fit_aabb(points, map));
    }
}

TYPED_TEST(KDops, PairsHoldEverySumDifferenceAndUnion) {
    constexpr std::size_t K = TypeParam::value;
    Random random(82);
    int apart = 0, pairs = 0;
    for (std::size_t i = 0; i < 500; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        const std::vector<Vec3> p = some_points(random, i, scale, 2 * scale),
                                q = some_points(random, i / 5, scale, 2 * scale);
        const KDop<K> a = fit_kdop<K>(p), b = fit_kdop<K>(q);
        const KDop<K> sum = minkowski_sum(a, b), difference = minkowski_difference(a, b),
                      reversed = minkowski_difference(b, a), both = merge(a, b);
        std::vector<Vec3> all = p;
        all.insert(all.end(), q.begin(), q.end());
        ASSERT_EQ(both, fit_kdop<K>(all));
        ASSERT_EQ(both, merge(b, a));
        ASSERT_TRUE(contains(both, a) && contains(both, b));
        ASSERT_EQ(contains(a, b), both == a);
        ASSERT_EQ(sum, minkowski_sum(b, a));
        for (const Vec3& x : p) {
            for (const Vec3& y : q) {
                ASSERT_TRUE(inside(sum, exact(x) + exact(y)));
                ASSERT_TRUE(inside(difference, exact(x) - exact(y)));
            }
        }
        for (std::size_t k = 0; k < K; ++k) {
            ASSERT_EQ(difference.slabs[k], -reversed.slabs[k]);
            ASSERT_NEAR(sum.slabs[k].upper, a.slabs[k].upper + b.slabs[k].upper, 2e-15 * 20 * scale);
            ASSERT_NEAR(difference.slabs[k].upper, a.slabs[k].upper - b.slabs[k].lower, 2e-15 * 20 * scale);
        }
        // Overlap along every axis is the same as the origin in the difference.
        ASSERT_EQ(overlaps(a, b), contains(difference, Vec3{}));
        ASSERT_EQ(overlaps(a, b), overlaps(b, a));
        ASSERT_TRUE(overlaps(a, merge(a, b)));
        ++pairs;
        apart += !overlaps(a, b);
    }
    EXPECT_GT(apart, pairs / 10);
    EXPECT_LT(apart, pairs);
}

TYPED_TEST(KDops, TouchingOverlaps) {
    constexpr std::size_t K = TypeParam::value;
    const KDop<K> a = fit_kdop<K>(Aabb{{0, 0, 0}, {1, 1, 1}}), b = fit_kdop<K>(Aabb{{1, 0, 0}, {2, 1, 1}});
    const KDop<K> c = fit_kdop<K>(Aabb{{next_above(1), 0, 0}, {2, 1, 1}});
    EXPECT_TRUE(overlaps(a, b));
    EXPECT_FALSE(overlaps(a, c));
    EXPECT_TRUE(contains(a, Vec3{1, 1, 1}));
    EXPECT_FALSE(contains(a, Vec3{1, 1, next_above(1)}));
}

TEST(KDop, MoreSlabsCutMore) {
    // A tetrahedron in a corner of a cube and a triangle near the opposite corner: apart along the diagonals
    // only.
    const std::vector<Vec3> p{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<Vec3> q{{0.9, 0.9, 0.9}, {0.9, 0.8, 0.9}, {0.8, 0.9, 0.9}};
    EXPECT_TRUE(overlaps(fit_kdop<3>(p), fit_kdop<3>(q)));
    EXPECT_FALSE(overlaps(fit_kdop<7>(p), fit_kdop<7>(q)));
    EXPECT_FALSE(overlaps(fit_kdop<9>(p), fit_kdop<9>(q)));
    EXPECT_FALSE(overlaps(fit_kdop<13>(p), fit_kdop<13>(q)));
}

TEST(KDop, OfABallHasItsWidthAlongEveryAxis) {
    const BoundingSphere ball{{1, 2, 3}, 2};
    const KDop<13> dop = fit_kdop<13>(ball);
    for (std::size_t k = 0; k < 13; ++k) {
        const Vec3 axis = kdop_axes<13>()[k];
        EXPECT_NEAR(dop.slabs[k].upper, dot(axis, ball.centre) + 2 * length(axis), 1e-14);
        EXPECT_NEAR(dop.slabs[k].lower, dot(axis, ball.centre) - 2 * length(axis), 1e-14);
        EXPECT_GE(dop.slabs[k].width(), 4 * length(axis) * (1 - 1e-15));
    }
}

}  // namespace
}  // namespace graze::test
