// Points on segments and in triangles of every rank, by exact signs, against rationals; one by one and
// prepared.
#include "math/degeneracy/projection_axis.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "math/placed_signs.hpp"
#include "oracle/exact_triangle_normal.hpp"
#include "oracle/exact_triangles.hpp"

namespace graze::test {
namespace {

/// Few different coordinates: many points on segments, in planes, and at corners.
Vec3 grid_point(Random& random, double scale) {
    const auto coordinate = [&] { return scale * static_cast<double>(random.index(4)); };
    const double x = coordinate(), y = coordinate();
    return {x, y, coordinate()};
}

TEST(ProjectionAxis, DecidesAsRationals) {
    Random random(921);
    int inside = 0, outside = 0, on = 0, off = 0, without_area = 0;
    for (int n = 0; n < 6000; ++n) {
        const double scale = n % 3 == 0 ? 0.1 : n % 3 == 1 ? 1e-99 : 1;
        const std::array<Vec3, 3> t{grid_point(random, scale), grid_point(random, scale),
                                    grid_point(random, scale)};
        const Vec3 p = grid_point(random, scale);
        const std::array<PlacedPoint, 3> corners{PlacedPoint{nullptr, t[0]}, PlacedPoint{nullptr, t[1]},
                                                 PlacedPoint{nullptr, t[2]}};
        const PlacedPoint point{nullptr, p};
        const Corners exact_corners{exact(t[0]), exact(t[1]), exact(t[2])};
        PointSigns signs;
        PlacedSigns prepared;
        for (std::size_t i = 0; i < 3; ++i) prepared.set(i, corners[i]);
        prepared.set(3, point);

        const int axis = area_axis(signs, corners[0], corners[1], corners[2]);
        const ExactVec3 normal = exact_normal(t);
        const std::array<mpq_class, 3> component{normal.x, normal.y, normal.z};
        ASSERT_EQ(axis < 0, is_zero(normal));
        for (int i = 0; i < (axis < 0 ? 3 : axis); ++i) ASSERT_EQ(component[static_cast<std::size_t>(i)], 0);
        ASSERT_TRUE(axis < 0 || component[static_cast<std::size_t>(axis)] != 0);
        ASSERT_EQ(axis, area_axis(t[0], t[1], t[2]));
        ASSERT_EQ(axis, (area_axis(prepared, 0, 1, 2)));
        without_area += axis < 0 ? 1 : 0;

        const bool on_edge = on_segment(exact(p), exact_corners[0], exact_corners[1]);
        ASSERT_EQ(graze::on_segment(signs, point, corners[0], corners[1]), on_edge) << n;
        ASSERT_EQ((graze::on_segment(prepared, 3, 0, 1)), on_edge) << n;
        ++(on_edge ? on : off);

        if (axis >= 0 && orient3d(t[0], t[1], t[2], p) != Sign::zero) continue;
        const bool in = in_triangle(exact(p), exact_corners);
        ASSERT_EQ(graze::in_triangle(signs, point, corners, axis), in) << n;
        ASSERT_EQ((graze::in_triangle(prepared, 3, {0, 1, 2}, axis)), in) << n;
        ++(in ? inside : outside);
    }
    EXPECT_GT(inside, 200);
    EXPECT_GT(outside, 200);
    EXPECT_GT(on, 100);
    EXPECT_GT(off, 200);
    EXPECT_GT(without_area, 200);
}

TEST(ProjectionAxis, NothingIsShownOfPointsThatAreNotFinite) {
    const PlacedPoint nan{nullptr, {std::numeric_limits<double>::quiet_NaN(), 0, 0}}, zero{},
        one{nullptr, {1, 0, 0}}, up{nullptr, {0, 1, 0}};
    PointSigns signs;
    EXPECT_FALSE(on_segment(signs, zero, nan, one));
    EXPECT_FALSE(on_segment(signs, nan, zero, one));
    EXPECT_FALSE(on_segment(signs, nan, nan, nan));
    EXPECT_FALSE(are_collinear(signs, nan, zero, one));
    EXPECT_EQ(area_axis(signs, nan, zero, one), -1);
    EXPECT_FALSE(in_triangle(signs, nan, {zero, one, up}, 2));
    EXPECT_FALSE(in_triangle(signs, zero, {nan, one, up}, -1));
}

TEST(ProjectionAxis, SignsThatAreAlikeAndOpposite) {
    EXPECT_TRUE(weakly_alike(Sign::positive, Sign::zero, Sign::positive));
    EXPECT_TRUE(weakly_alike(Sign::zero, Sign::zero, Sign::negative));
    EXPECT_FALSE(weakly_alike(Sign::positive, Sign::zero, Sign::negative));
    EXPECT_FALSE(weakly_alike(Sign::zero, Sign::unknown));
    EXPECT_TRUE(weakly_opposite(Sign::positive, Sign::negative));
    EXPECT_TRUE(weakly_opposite(Sign::zero, Sign::negative));
    EXPECT_FALSE(weakly_opposite(Sign::negative, Sign::negative));
    EXPECT_FALSE(weakly_opposite(Sign::zero, Sign::unknown));
}

TEST(ProjectionAxis, LargestIsTheFirstOfEqualOnes) {
    EXPECT_EQ(largest_axis({1, 1, 1}), 0U);
    EXPECT_EQ(largest_axis({0, -2, 2}), 1U);
    EXPECT_EQ(largest_axis({-1, 2, -3}), 2U);
}

}  // namespace
}  // namespace graze::test
