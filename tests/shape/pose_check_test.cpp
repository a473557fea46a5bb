// Two poses checked side by side give what each gives alone, bit for bit.
#include "shape/pose_check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracle/random.hpp"

namespace graze {
namespace {

using test::Random;

/// Rotations, some of them distorted up to and over the tolerance, anywhere up to beyond the served range;
/// one in ten has a number that is not finite.
Pose any_pose(Random& random) {
    Pose pose = random.pose(1);
    pose.position = pose.position * std::pow(10, random.uniform(-3, 100.2));
    const double distortion = std::pow(10, random.uniform(-18, -5.5));
    for (Vec3& column : pose.rotation.columns) column += distortion * random.in_cube(1);
    if (random.index(10) != 0) return pose;
    constexpr double kInvalid[] = {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity};
    const std::size_t at = random.index(12);
    Vec3& vector = at < 9 ? pose.rotation.columns[at / 3] : pose.position;
    vector[at % 3] = kInvalid[random.index(3)];
    return pose;
}

bool same(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }

TEST(PoseCheck, PairIsAsEachAlone) {
    Random random(41);
    int usable_pairs = 0;
    constexpr int kCount = 200'000;
    for (int i = 0; i < kCount; ++i) {
        const Placed a{Sphere{1}, any_pose(random)};
        const Placed b{Box{{1, 2, random.index(20) == 0 ? -3.0 : 3.0}}, any_pose(random)};
        const double defect_a = orthonormality_defect(a.pose.rotation);
        const double defect_b = orthonormality_defect(b.pose.rotation);
        const PoseCheck pair(a, b);
        ASSERT_EQ(pair.usable, usable(a) && usable(b)) << i;
        const double sum = defect_a + defect_b;
        ASSERT_TRUE(same(pair.defect, sum)) << i;
        const simd::DefectPair alone =
            simd::defect_pair(&a.pose.rotation.columns[0].x, &b.pose.rotation.columns[0].x);
        ASSERT_TRUE(same(alone.a, defect_a) && same(alone.b, defect_b)) << i;
        usable_pairs += pair.usable;
    }
    EXPECT_GT(usable_pairs, kCount / 4);
    EXPECT_LT(usable_pairs, 3 * kCount / 4);
}

TEST(PoseCheck, LimitsAreIncluded) {
    const Placed unit{Sphere{1}, Pose::identity()};
    Placed far = unit;
    for (std::size_t i = 0; i < 3; ++i) {
        far.pose.position = {};
        far.pose.position[i] = -kLargestServed;
        EXPECT_TRUE(PoseCheck(far, unit).usable && PoseCheck(unit, far).usable);
        far.pose.position[i] = next_below(-kLargestServed);
        EXPECT_FALSE(PoseCheck(far, unit).usable || PoseCheck(unit, far).usable);
    }
    const Placed invalid{Sphere{-1}, Pose::identity()};
    EXPECT_FALSE(PoseCheck(invalid, unit).usable || PoseCheck(unit, invalid).usable);
}

}  // namespace
}  // namespace graze
