// Eigen's values and graze's: the same numbers, and the same places of points.
#include "graze/interop/eigen.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace graze {
namespace {

const Pose kPose = Pose::from(Quat::from_axis_angle({1, 2, -0.5}, 0.7), {3, -4, 5.5});
const Affine kShear{Mat3::from_rows({1, 0.25, 0}, {0, -2, 0}, {0.5, 0, 3}), {7, 8, 9}};
const Vec3 kPoint{0.3, -1.25, 2};

TEST(Eigen, ValuesComeBackAsTheyWere) {
    EXPECT_EQ(from_eigen(to_eigen(kPoint)), kPoint);
    EXPECT_EQ(from_eigen(to_eigen(kShear.linear)), kShear.linear);
    EXPECT_EQ(from_eigen(to_eigen(kPose)), kPose);
    const Affine map = from_eigen(to_eigen(kShear));
    EXPECT_EQ(map.linear, kShear.linear);
    EXPECT_EQ(map.offset, kShear.offset);
    const Quat q{0.5, -0.25, 2, 8};  // not a unit quaternion, and left so
    const Quat back = from_eigen(to_eigen(q));
    EXPECT_TRUE(back.w == q.w && back.x == q.x && back.y == q.y && back.z == q.z);
    EXPECT_TRUE(std::isnan(from_eigen(to_eigen(Vec3{0, std::numeric_limits<double>::quiet_NaN(), 0})).y));
}

TEST(Eigen, PointsGoToTheSamePlaces) {
    EXPECT_LT(length(from_eigen(Eigen::Vector3d(to_eigen(kPose) * to_eigen(kPoint))) - kPose * kPoint),
              1e-14);
    EXPECT_LT(length(from_eigen(Eigen::Vector3d(to_eigen(kShear) * to_eigen(kPoint))) - kShear * kPoint),
              1e-14);
    const Quat q = Quat::from_axis_angle({1, 2, -0.5}, 0.7);
    const Mat3 turned = from_eigen(Eigen::Matrix3d(to_eigen(q).toRotationMatrix()));
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_LT(length(turned.columns[i] - rotation_matrix(q).columns[i]), 1e-15);
}

TEST(Eigen, ProductsAgree) {
    const Pose twice = from_eigen(Eigen::Isometry3d(to_eigen(kPose) * to_eigen(kPose)));
    EXPECT_LT(length(twice * kPoint - kPose * (kPose * kPoint)), 1e-14);
    EXPECT_LT(length(from_eigen(Eigen::Isometry3d(to_eigen(kPose).inverse())) * (kPose * kPoint) - kPoint),
              1e-14);
}

}  // namespace
}  // namespace graze
