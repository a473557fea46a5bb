// Boxes that are reported to be apart for a while are: also along axes of matrices that are not quite
// rotations.
#include <gtest/gtest.h>

#include "ccd/moving_boxes.hpp"

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
        MovingBoxes boxes({a, b}, 2, 2, {0, 1}, 0);
        const MovingBoxes::Apart apart = boxes.apart_until(box, box, 0);
        EXPECT_LT(apart.until, 32U) << overlap;
        EXPECT_NEAR(length(apart.normal), 1, 1e-15) << overlap;
    }
}

TEST(MovingBoxes, WhatIsAboveATurningBodyStaysApart) {
    MotionPiece bar = Motion(TwistMotion{Pose::identity(), {}, {0, 0, 60}, {}}).pieces()[0];
    const Aabb box_a{{-2, -0.05, -0.05}, {2, 0.05, 0.05}}, box_b{{-0.1, 0.9, 0.1}, {0.1, 1.1, 0.3}};
    const MotionPiece rest;
    for (const bool turned : {false, true}) {
        MovingBoxes boxes({turned ? rest : bar, turned ? bar : rest}, 2.1, 2.1, {0, 1}, 0);
        const MovingBoxes::Apart apart =
            turned ? boxes.apart_until(box_b, box_a, 0) : boxes.apart_until(box_a, box_b, 0);
        EXPECT_EQ(apart.until, MovingBoxes::kTimes);
        EXPECT_NEAR(apart.normal.z, turned ? -1 : 1, 1e-15);
    }
    // Over a floor that does not turn the body's height does not bend.
    MovingBoxes above({bar, rest}, 2.1, 0, {0, 1}, 0);
    above.set_half_space(true, HalfSpace{{0, 0, 1}, -0.051});
    EXPECT_EQ(above.apart_until(box_a, {}, 0).until, MovingBoxes::kTimes);
    MovingBoxes beside({bar, rest}, 2.1, 0, {0, 1}, 0);
    beside.set_half_space(true, HalfSpace{{0, 1, 0}, -0.051});
    EXPECT_LT(beside.apart_until(box_a, {}, 0).until, 4U);
}

}  // namespace
}  // namespace graze::test
