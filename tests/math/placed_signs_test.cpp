// Signs of prepared points: the same as those of the predicates, which are tested against rationals, whatever
// was queried before.
#include "math/placed_signs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "math/degeneracy/projection_axis.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Points = std::array<PlacedPoint, PlacedSigns::kMost>;

/// Many coplanar and collinear ones: small integers, some placed by the one pose, some by the other, some by
/// none.
Points random_points(Random& random, const std::array<Pose, 2>& poses) {
    const double scale = random.chance(0.5) ? 1 : std::pow(10.0, random.uniform(-6, 6));
    const bool one_pose = random.chance(0.3);
    const auto coordinate = [&] { return (static_cast<double>(random.index(4)) - 1) * scale; };
    Points points;
    for (PlacedPoint& point : points) {
        const double x = coordinate(), y = coordinate();
        point.local = {x, y, coordinate()};
        const std::size_t pose = one_pose ? 0 : random.index(3);
        point.pose = pose < 2 ? &poses[pose] : nullptr;
    }
    return points;
}

std::size_t cases() {
    const char* set = std::getenv("GRAZE_SIGN_CASES");
    return set != nullptr ? std::strtoull(set, nullptr, 10) : 4000;
}

TEST(PlacedSigns, AreThoseOfThePredicates) {
    Random random(71);
    int zeros = 0, others = 0;
    PlacedSigns signs;  // points are replaced from case to case
    for (std::size_t n = 0; n < cases(); ++n) {
        const bool quarter_turn = random.chance(0.5);
        std::array<Pose, 2> poses{random.pose(2), random.pose(2)};
        if (quarter_turn) poses = {Pose::identity(), Pose::translation({1, 0, -1})};
        const Points points = random_points(random, poses);
        for (std::size_t i = 0; i < points.size(); ++i) signs.set(i, points[i]);
        for (int k = 0; k < 12; ++k) {
            const std::size_t a = random.index(6), b = random.index(6), c = random.index(6),
                              d = random.index(6);
            const int axis = static_cast<int>(random.index(3));
            const Sign volume = orient3d(points[a], points[b], points[c], points[d]);
            ASSERT_EQ(signs.orient3d(a, b, c, d), volume) << n;
            ASSERT_EQ(signs.cross_sign(a, b, c, axis), cross_sign(points[a], points[b], points[c], axis))
                << n;
            ASSERT_EQ(signs.difference_sign(a, b, axis), difference_sign(points[a], points[b], axis)) << n;
            ++(volume == Sign::zero ? zeros : others);
        }
    }
    EXPECT_GT(zeros, 3000);
    EXPECT_GT(others, 3000);
}

TEST(PlacedSigns, SegmentsAndTrianglesAreClosed) {
    const Pose pose = Pose::translation({1, 2, 3});
    PlacedSigns signs;
    signs.set(0, {&pose, {0, 0, 0}});
    signs.set(1, {&pose, {4, 0, 0}});
    signs.set(2, {&pose, {0, 4, 0}});
    const int axis = area_axis(signs, 0, 1, 2);
    EXPECT_EQ(axis, 2);
    const auto inside = [&](const Vec3& p) {
        signs.set(3, {&pose, p});
        return in_triangle(signs, 3, {0, 1, 2}, axis);
    };
    EXPECT_TRUE(inside({1, 1, 0}));
    EXPECT_TRUE(inside({2, 2, 0}));
    EXPECT_TRUE(inside({0, 0, 0}));
    EXPECT_FALSE(inside({2, 2.0000000000000004, 0}));
    EXPECT_FALSE(inside({-1, 0, 0}));
    const auto on_edge = [&](const Vec3& p) {
        signs.set(3, {&pose, p});
        return on_segment(signs, 3, 0, 1);
    };
    EXPECT_TRUE(on_edge({4, 0, 0}));
    EXPECT_TRUE(on_edge({1, 0, 0}));
    EXPECT_FALSE(on_edge({5, 0, 0}));
    EXPECT_FALSE(on_edge({1, 1e-300, 0}));
}

TEST(PlacedSigns, DegenerateTrianglesAreSegmentsAndPoints) {
    PlacedSigns signs;
    for (std::size_t i = 0; i < 3; ++i)
        signs.set(i, {nullptr, {static_cast<double>(i), static_cast<double>(2 * i), 0}});
    EXPECT_EQ(area_axis(signs, 0, 1, 2), -1);
    signs.set(3, {nullptr, {1.5, 3, 0}});
    EXPECT_TRUE(in_triangle(signs, 3, {0, 1, 2}, -1));
    signs.set(3, {nullptr, {1.5, 3, 1e-12}});
    EXPECT_FALSE(in_triangle(signs, 3, {0, 1, 2}, -1));
    signs.set(1, {nullptr, {0, 0, 0}});
    signs.set(2, {nullptr, {0, 0, 0}});
    signs.set(3, {nullptr, {0, 0, 0}});
    EXPECT_TRUE(in_triangle(signs, 3, {0, 1, 2}, -1));
}

TEST(PlacedSigns, AreUnknownOfPointsThatAreNotFinite) {
    PlacedSigns signs;
    for (std::size_t i = 0; i < 3; ++i)
        signs.set(i, {nullptr, {static_cast<double>(i), static_cast<double>(i * i), 1}});
    signs.set(3, {nullptr, {0, std::numeric_limits<double>::infinity(), 0}});
    EXPECT_EQ(signs.orient3d(0, 1, 2, 3), Sign::unknown);
    EXPECT_EQ(signs.cross_sign(0, 1, 3, 2), Sign::unknown);
    EXPECT_EQ(signs.difference_sign(3, 0, 1), Sign::unknown);
    EXPECT_EQ(signs.orient3d(0, 1, 2, 2), Sign::zero);
}

TEST(PlacedSigns, ChargeExactArithmeticOnlyWhereItIsUsed) {
    Random random(72);
    const Pose pose = random.pose(1), other = random.pose(1);
    WorkBudget budget(1'000'000);
    PlacedSigns signs(&budget);
    signs.set(0, {&pose, {0, 0, 0}});
    signs.set(1, {&pose, {1, 0, 0}});
    signs.set(2, {&pose, {0, 1, 0}});
    signs.set(3, {&other, {7, 8, 9}});
    std::uint64_t before = budget.left();
    EXPECT_NE(signs.orient3d(0, 1, 2, 3), Sign::zero);
    EXPECT_EQ(before - budget.left(), work::kIntervalSign);
    signs.set(3, {&pose, {0.25, 0.25, 0}});
    before = budget.left();
    EXPECT_EQ(signs.orient3d(0, 1, 2, 3), Sign::zero);
    EXPECT_EQ(before - budget.left(),
              work::kIntervalSign + 5 * work::kExactSign);  // four points and the sign
    before = budget.left();
    EXPECT_EQ(signs.orient3d(3, 1, 2, 0), Sign::zero);
    EXPECT_EQ(before - budget.left(), work::kIntervalSign + work::kExactSign);
}

}  // namespace
}  // namespace graze::test
