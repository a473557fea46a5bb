// Statements over intervals of time against dense samples, and the recorded cases of moving boxes.
#include "graze/ccd/time_of_impact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "motion/motion_piece.hpp"
#include "oracle/random_motions.hpp"

namespace graze::test {
namespace {

Obb random_box(Random& random) {
    const Mat3 axes = rotation_matrix(random.rotation());
    const Vec3 centre = random.in_cube(0.3);
    return {centre, axes, {random.uniform(0.3, 0.9), random.uniform(0.3, 0.9), random.uniform(0.3, 0.9)}};
}

Obb placed(const Obb& box, const Pose& pose) {
    return {pose * box.centre, pose.rotation * box.axes, box.half_extents};
}

TEST(IntervalTests, PlacesVelocitiesAndBoxesHoldSamples) {
    Random random(91);
    for (int i = 0; i < 1500; ++i) {
        const Motion motion = random_motion(random);
        const double lower = random.unit();
        const Interval time{lower, std::min(1.0, lower + random.log_uniform(1e-3, 1))};
        const Vec3 x = random.in_cube(1);
        const IntervalVec3 place = place_over(motion, x, time), velocity = velocity_over(motion, x, time);
        const Aabb box{min(x, -x), max(x, -x)}, swept = swept_box(motion, box, time);
        for (int k = 0; k <= 16; ++k) {
            const double t = time.lower + time.width() * k / 16;
            const Vec3 at = pose_at(motion, t) * x;
            const MotionPiece& piece = motion.piece_at(t);
            const Vec3 speed = velocity_of(piece, t, at);
            for (std::size_t c = 0; c < 3; ++c) {
                ASSERT_TRUE(widened(place[c], 1e-12).contains(at[c])) << i;
                ASSERT_TRUE(widened(velocity[c], 1e-11 * (1 + std::abs(speed[c]))).contains(speed[c]))
                    << i << ' ' << speed[c];
                ASSERT_GE(at[c], swept.min[c] - 1e-12);
                ASSERT_LE(at[c], swept.max[c] + 1e-12);
            }
        }
    }
}

TEST(IntervalTests, PointsAreBoundedByTheirOwnWaves) {
    const double turn = 2 * std::numbers::pi;
    // The pivot of a whole turn rests, and so does a point on the axis of a screw that does not advance.
    const IntervalVec3 pivot =
        place_over(TwistMotion{Pose::identity(), {}, {0, 0, turn}, {100, 0, 0}}, {100, 0, 0}, {0, 1});
    EXPECT_LE(pivot.x.width(), 1e-12);
    EXPECT_TRUE(pivot.x.contains(100));
    const Motion screw = ScrewMotion{Pose::translation({100, 0, 0}), {}, {0, 0, 1}, turn, 0};
    EXPECT_LE(place_over(screw, {-100, 0, 0}, {0, 1}).x.width(), 1e-9);
    EXPECT_LE(velocity_over(screw, {-100, 0, 0}, {0, 1}).x.width(), 1e-9);
    // A corner over a quarter turn: x from 1 to -1, y up to √2 and back.
    const Motion quarter =
        InBetweenMotion{Pose::identity(), Pose::from(Quat::from_axis_angle({0, 0, 1}, 0.25 * turn), {})};
    const IntervalVec3 corner = place_over(quarter, {1, 1, 0}, {0, 1});
    EXPECT_NEAR(corner.x.lower, -1, 1e-12);
    EXPECT_NEAR(corner.x.upper, 1, 1e-12);
    EXPECT_NEAR(corner.y.lower, 1, 1e-12);
    EXPECT_NEAR(corner.y.upper, std::numbers::sqrt2, 1e-12);
    // A small box far out stays on its arc: |R| of its half edges around the way of its middle.
    const Aabb box{{9.9, 9.9, -0.1}, {10.1, 10.1, 0.1}}, swept = swept_box(quarter, box, {0, 1});
    EXPECT_GE(swept.min.y, 10 - 0.21);
    EXPECT_LE(swept.max.y, 10 * std::numbers::sqrt2 + 0.21);
    // Without an end there is none to the places either.
    const double infinity = std::numeric_limits<double>::infinity();
    const Aabb endless =
        swept_box(quarter, {{-infinity, -infinity, -infinity}, {infinity, infinity, 0}}, {0, 0});
    EXPECT_EQ(endless.min.z, -infinity);
    EXPECT_EQ(endless.max.x, infinity);
}

TEST(IntervalTests, BucketsAreTheBoundsThemselves) {
    Random random(92);
    const Motion motion = random_motion(random);
    const MotionBuckets buckets(motion, 7);
    ASSERT_EQ(buckets.count(), 128u);
    for (const std::uint32_t i : {0u, 1u, 77u, 127u}) {
        EXPECT_EQ(buckets.time(i), (Interval{i / 128.0, (i + 1) / 128.0}));
        const PoseBounds direct = bounds_over(motion, buckets.time(i));
        EXPECT_EQ(buckets.bounds(i).position, direct.position);
        EXPECT_EQ(buckets.bounds(i).rotation, direct.rotation);
    }
    EXPECT_EQ(buckets.bucket_at(-1), 0u);
    EXPECT_EQ(buckets.bucket_at(0.5), 64u);
    EXPECT_EQ(buckets.bucket_at(1), 127u);
}

TEST(IntervalTests, VolumesThatStayApartNeverOverlapAtASample) {
    Random random(93);
    int apart = 0, overlaps_found = 0;
    for (int i = 0; i < 4000; ++i) {
        const Motion a = random_motion(random), b = random_motion(random);
        const Obb box_a = random_box(random), box_b = random_box(random);
        const double lower = random.uniform(0, 0.95);
        const Interval time{lower, lower + random.log_uniform(1e-3, 0.05)};
        const bool shown = stay_apart(box_a, bounds_over(a, time), box_b, bounds_over(b, time));
        bool overlapping = false;
        for (int k = 0; k <= 8; ++k) {
            const double t = time.lower + time.width() * k / 8;
            overlapping |= overlaps(placed(box_a, pose_at(a, t)), placed(box_b, pose_at(b, t)));
        }
        ASSERT_FALSE(shown && overlapping) << i;
        apart += shown;
        overlaps_found += overlapping;
    }
    EXPECT_GT(apart, 1500);
    EXPECT_GT(overlaps_found, 100);
}

// The recorded cases of moving boxes, half extents 1: which ones touch, and in which of 128 buckets first.
TEST(IntervalTests, RecordedBoxes) {
    const auto first_bucket = [](double centre_b, double a_to, double b_from, double b_to) {
        const MotionBuckets a(LinearMotion{Pose::identity(), {a_to, 0, 0}}, 7);
        const MotionBuckets b(LinearMotion{Pose::translation({b_from, 0, 0}), {b_to - b_from, 0, 0}}, 7);
        const Obb one{{}, Mat3::identity(), {1, 1, 1}}, other{{centre_b, 0, 0}, Mat3::identity(), {1, 1, 1}};
        for (std::uint32_t i = 0; i < 128; ++i) {
            if (!stay_apart(one, a.bounds(i), other, b.bounds(i))) return a.time(i).lower;
        }
        return -1.0;
    };
    EXPECT_EQ(first_bucket(10, -10, 10, 20), -1);
    EXPECT_EQ(first_bucket(10, 10, 10, 0), 0.8984375);
    EXPECT_EQ(first_bucket(0, 10, 10, 0), 0.3984375);
    EXPECT_EQ(first_bucket(10, -10, 0, 10), -1);
    EXPECT_EQ(first_bucket(0, -10, 0, 10), 0);
}

TEST(IntervalTests, BallsByTheirCentres) {
    const Motion still = LinearMotion{}, passing = LinearMotion{Pose::translation({-5, 2.5, 0}), {10, 0, 0}};
    const BoundingSphere ball{{}, 1};
    EXPECT_TRUE(stay_apart(ball, bounds_over(still, {0, 1}), ball, bounds_over(passing, {0, 0.2})));
    const Motion close = LinearMotion{Pose::translation({-5, 1.5, 0}), {10, 0, 0}};
    EXPECT_FALSE(stay_apart(ball, bounds_over(still, {0, 1}), ball, bounds_over(close, {0.4, 0.6})));
}

TEST(IntervalTests, BallsThatStayApartNeverOverlapAtASample) {
    Random random(94);
    int apart = 0, overlapping = 0, close = 0;
    for (int i = 0; i < 6000; ++i) {
        const double scale = random.log_uniform(1e-6, 1e6);
        const Pose from_a = random.pose(1.2 * scale), from_b = random.pose(1.2 * scale);
        const Motion a = random_motion(random, from_a, 3 * scale),
                     b = random_motion(random, from_b, 3 * scale);
        const Vec3 centre_a = random.in_cube(0.3 * scale), centre_b = random.in_cube(0.3 * scale);
        const BoundingSphere ball_a{centre_a, scale * random.uniform(0, 0.9)};
        const BoundingSphere ball_b{centre_b, scale * random.uniform(0, 0.9)};
        const double lower = random.uniform(0, 0.95);
        const Interval time{lower, lower + random.log_uniform(1e-6, 0.05)};
        const bool shown = stay_apart(ball_a, bounds_over(a, time), ball_b, bounds_over(b, time));
        EXPECT_EQ(stay_apart(ball_b, bounds_over(b, time), ball_a, bounds_over(a, time)), shown) << i;
        double least_gap = std::numeric_limits<double>::infinity();
        for (int k = 0; k <= 16; ++k) {
            const double t = time.lower + time.width() * k / 16;
            const Vec3 offset = pose_at(b, t) * ball_b.centre - pose_at(a, t) * ball_a.centre;
            least_gap = std::min(least_gap, length(offset) - ball_a.radius - ball_b.radius);
        }
        ASSERT_FALSE(shown && least_gap < -1e-12 * scale) << i;
        // Over short times the bounds are narrow, and a gap that shows in all samples is found.
        if (time.width() < 1e-4 && least_gap > 0.05 * scale) {
            ASSERT_TRUE(shown) << i;
            ++close;
        }
        apart += shown;
        overlapping += least_gap < 0;
    }
    EXPECT_GT(apart, 2000);
    EXPECT_GT(overlapping, 300);
    EXPECT_GT(close, 500);
}

}  // namespace
}  // namespace graze::test
