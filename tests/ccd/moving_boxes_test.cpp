// Boxes that are reported to be apart for a while are: also along axes of matrices that are not quite
// rotations.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

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

/// Plates beside each other: the line of their middles does not separate them, but an axis of a box does.
TEST(MovingBoxes, PlatesAreSeparatedByTheirAxes) {
    const Aabb plate{{-5, -5, -0.1}, {5, 5, 0.1}};
    const MotionPiece rest;
    MotionPiece above;
    above.path[0] = {9, 0, 0.3};
    for (const bool swapped : {false, true}) {
        MovingBoxes boxes({swapped ? above : rest, swapped ? rest : above}, 8, 8, {0, 1}, 0);
        const MovingBoxes::Apart apart = boxes.apart_until(plate, plate, 0);
        EXPECT_EQ(apart.until, MovingBoxes::kTimes);
        EXPECT_EQ(apart.normal, (Vec3{0, 0, swapped ? -1.0 : 1.0}));
    }
}

/// After many turns a body is where its angle, a rounded number, has it: no smaller gap is certain.
TEST(MovingBoxes, GapsBelowTheErrorOfTheTurnsAreNotCertain) {
    const Aabb box{{-1, -1, -1}, {1, 1, 1}};
    const MotionPiece fast = Motion(TwistMotion{Pose::identity(), {}, {0, 0, 1000}, {}}).pieces()[0];
    const MotionPiece rest;
    const double reach = std::sqrt(3.0), off = turn_error(fast, 1) * reach;
    const auto certain = [&](MotionPiece a, MotionPiece b, double gap) {
        b.path[0] = {0, 0, 2 + gap};
        MovingBoxes boxes({a, b}, reach, reach, {0, 1}, 0);
        return boxes.apart_until(box, box, 0).until > 0;
    };
    EXPECT_FALSE(certain(fast, rest, off));
    EXPECT_FALSE(certain(rest, fast, off));
    EXPECT_FALSE(certain(fast, fast, 2 * off));
    EXPECT_TRUE(certain(fast, fast, 4 * off));
    EXPECT_TRUE(certain(rest, rest, off));
}

/// Two round bodies of radius 1.5 whose matrices stretch them by 4e-7, margins included.
TEST(MovingBoxes, MarginsAreStretchedByMatrices) {
    constexpr double kStretch = 1 + 4e-7;
    const Aabb box{{-1, -1, -1}, {1, 1, 1}};
    MotionPiece a, b;
    a.start = b.start = Mat3::diagonal({kStretch, kStretch, kStretch});
    for (const auto& [gap, certain] : {std::pair{-1e-9, false}, {1e-4, true}}) {
        b.path[0] = {3 * kStretch + gap, 0, 0};
        MovingBoxes boxes({a, b}, 2, 2, {0, 1}, 1);
        EXPECT_EQ(boxes.apart_until(box, box, 0).until > 0, certain) << gap;
    }
}

}  // namespace
}  // namespace graze::test
