// Boxes that are told apart for a while are: also along axes of matrices that are not quite rotations.
#include <gtest/gtest.h>

#include "motion/moving_boxes.hpp"

namespace graze::test {
namespace {

TEST(MovingBoxes, AxesThatAreNotUnitDoNotHideADip) {
    constexpr double kStretch = 4e-7, kDip = 10;
    MotionPiece a;
    a.start.columns[1] = {0, 1 + kStretch, 0};
    const Aabb box{{-1, -1, -1}, {1, 1, 1}};
    for (const double overlap : {1e-6, 2e-6, 3e-6}) {
        // A parabola that is lowest half-way, at step 32 of 64.
        const double lowest = 2 + kStretch - overlap;
        MotionPiece b;
        b.path = {Vec3{0, lowest + kDip, 0}, Vec3{0, -4 * kDip, 0}, Vec3{0, 4 * kDip, 0}, Vec3{}};
        MovingBoxes boxes(a, 2, b, 2, {0, 1}, 0);
        const MovingBoxes::Apart apart = boxes.apart_until(box, box, 0);
        EXPECT_LT(apart.until, 32U) << overlap;
        EXPECT_NEAR(length(apart.normal), 1, 1e-15) << overlap;
    }
}

}  // namespace
}  // namespace graze::test
