// Rotations by every angle of an interval: they contain the exact ones, and what an axis keeps stays exact.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/math/pose.hpp"
#include "motion/kinematics.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

TEST(TurnAbout, ContainsTheRotations) {
    Random random(1);
    for (int round = 0; round < 300; ++round) {
        const Vec3 axis = random.chance(0.3) ? Vec3{0, 0, -2} : 5.0 * random.direction();
        const double low = random.uniform(-7, 7), width = random.log_uniform(1e-9, 7);
        const IntervalMat3 all = turn_about(axis, {low, low + width});
        for (int k = 0; k < 20; ++k) {
            const Mat3 one = rotation_matrix(Quat::from_axis_angle(axis, random.uniform(low, low + width)));
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 3; ++j)
                    ASSERT_TRUE(widened(all.columns[i][j], 1e-15).contains(one.columns[i][j]));
        }
    }
}

TEST(TurnAbout, WideAnglesKeepTheAxis) {
    const IntervalMat3 wide = turn_about({0, 0, 3}, {-2, 2});
    EXPECT_EQ(wide(2, 2), Interval(1));
    EXPECT_EQ(wide(2, 0), Interval(0));
    EXPECT_EQ(wide(0, 0).upper, 1);
    EXPECT_NEAR(wide(0, 0).lower, std::cos(2.0), 1e-15);
    EXPECT_NEAR(wide(0, 1).lower, -1, 1e-15);
    EXPECT_NEAR(wide(0, 1).upper, 1, 1e-15);
    // An axis between x and y keeps half of both.
    const IntervalMat3 tilted = turn_about({1, 1, 0}, {0, 3});
    EXPECT_NEAR(tilted(0, 0).upper, 1, 1e-14);
    EXPECT_NEAR(tilted(0, 0).lower, 0.5 + 0.5 * std::cos(3.0), 1e-14);
}

}  // namespace
}  // namespace graze::test
