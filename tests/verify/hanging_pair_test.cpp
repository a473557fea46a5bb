// Speeds and accelerations of points on chains of joints: the bounds hold for random chains along random
// paths, and are sharp where one joint moves.
#include "verify/moving/hanging_pair.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "oracle/random.hpp"

namespace graze::test {
namespace {

using namespace verifying;

KinematicTree chain_of(Random& random, std::uint32_t count) {
    KinematicTree tree;
    for (std::uint32_t i = 0; i < count; ++i) {
        RobotAxis axis;
        axis.origin = random.pose(0.5);
        axis.direction = random.chance(0.5) ? Vec3{0, 0, 2} : random.direction();
        axis.turns = random.chance(0.7);
        axis.before = i;
        axis.coordinate = random.chance(0.2) && i > 0 ? i - 1 : i;
        if (random.chance(0.3)) axis.multiplier = random.uniform(-2, 2);
        tree.axes.push_back(axis);
    }
    tree.coordinates = count;
    return tree;
}

TEST(HangingPair, RatesBoundTheMotionOfAllPoints) {
    Random random(5);
    double closest = 0;
    for (int round = 0; round < 200; ++round) {
        const auto count = static_cast<std::uint32_t>(1 + random.index(4));
        const KinematicTree tree = chain_of(random, count);
        const CellBody body{.shape = Box{random.uniform(0.05, 0.3) * Vec3{1, 2, 0.5}},
                            .pose = random.pose(0.3),
                            .frame = count};
        const BodyBall ball = ball_around(body);
        // q + v t + w t²/2 over |t| <= half.
        const double half = random.log_uniform(0.01, 1);
        std::vector<double> q, v, w;
        std::vector<Interval> middle;
        std::vector<JointRates> rates;
        for (std::uint32_t i = 0; i < count; ++i) {
            q.push_back(random.uniform(-2, 2));
            v.push_back(random.uniform(-1, 1));
            w.push_back(random.chance(0.5) ? 0 : random.uniform(-1, 1));
            middle.push_back(q.back());
            rates.push_back({{}, std::abs(v.back()) + std::abs(w.back()) * half, std::abs(w.back())});
        }
        std::vector<IntervalPose> axes;
        for (const RobotAxis& axis : tree.axes) axes.push_back(frame_behind(axis, middle));
        std::vector<ChainRates> relative_to(tree.frame_count());
        rates_along_chain(tree, count, ball, {axes, rates, half}, relative_to);
        const ChainRates bound = relative_to[0];
        const auto at = [&](double t, const Vec3& x) {
            std::vector<double> now;
            for (std::uint32_t i = 0; i < count; ++i) now.push_back(q[i] + v[i] * t + 0.5 * w[i] * t * t);
            std::vector<Pose> frames(tree.frame_count());
            place(tree, now, frames);
            return frames[count] * (body.pose * x);
        };
        for (int k = 0; k < 30; ++k) {
            const Vec3 x = support(body.shape, random.direction());
            EXPECT_LE(length(body.pose * x - ball.centre), ball.radius);
            const double h = 1e-4 * half, t = random.uniform(-half + h, half - h);
            const Vec3 before = at(t - h, x), here = at(t, x), after = at(t + h, x);
            const double speed = length(after - before) / (2 * h),
                         acceleration = length(after + before - 2.0 * here) / (h * h);
            ASSERT_LE(speed, bound.speed * (1 + 1e-6) + 1e-9);
            ASSERT_LE(acceleration, bound.acceleration * (1 + 1e-4) + 1e-13 / (h * h));
            closest = std::max(closest, speed / bound.speed);
        }
    }
    EXPECT_GT(closest, 0.8) << "the bounds are not idle";
}

TEST(HangingPair, GapsContainThoseOfRandomConfigurations) {
    Random random(6);
    for (int round = 0; round < 100; ++round) {
        const KinematicTree tree = chain_of(random, 3);
        const CellBody a{.shape = Capsule{0.1, 0.2}, .pose = random.pose(0.3), .frame = 1};
        const CellBody b{.shape = Box{{0.1, 0.2, 0.3}}, .pose = random.pose(0.3), .frame = 3};
        EXPECT_EQ(common_frame(tree, a.frame, b.frame), 1U);
        std::vector<Interval> box;
        for (int i = 0; i < 3; ++i) {
            const double low = random.uniform(-2, 2);
            box.push_back({low, low + random.log_uniform(1e-6, 1)});
        }
        const Vec3 n = 3.0 * random.direction();
        const IntervalPose pose_a = enclose(a.pose), pose_b = frame_in(tree, box, 1, 3) * enclose(b.pose);
        const Interval gap = gap_along({a, pose_a}, {b, pose_b}, 1, n);
        for (int k = 0; k < 20; ++k) {
            std::vector<double> q;
            for (const Interval& range : box) q.push_back(random.uniform(range.lower, range.upper));
            std::vector<Pose> frames(tree.frame_count());
            place(tree, q, frames);
            const Pose b_in_a = relative(frames[1], frames[3]) * b.pose;
            const double exact = (-support_value(Placed{b.shape, b_in_a}, -n).middle() -
                                  support_value(Placed{a.shape, a.pose}, n).middle()) /
                                 length(n);
            ASSERT_TRUE(widened(gap, 1e-13).contains(exact));
        }
    }
}

}  // namespace
}  // namespace graze::test
