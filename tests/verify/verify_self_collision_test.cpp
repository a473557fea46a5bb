// Corner maps contain what they should, and proofs about links that were tampered with fail.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/robot/self_collision.hpp"
#include "motion/kinematics.hpp"
#include "oracle/random.hpp"
#include "robot/arms.hpp"
#include "verify/moving/joint_sweep.hpp"
#include "verify/moving/link_body.hpp"

namespace graze::test {
namespace {

using namespace verifying;

KinematicTree random_chain(Random& random, std::size_t count) {
    KinematicTree tree;
    for (std::uint32_t i = 0; i < count; ++i) {
        RobotAxis axis;
        axis.origin = random.pose(1);
        axis.direction = random.chance(0.5) ? Vec3{0, 0, 1} : 3.0 * random.direction();
        axis.turns = random.chance(0.7);
        // Two branches from the world.
        axis.before = i < 2 ? 0 : i - 1;
        axis.coordinate = random.chance(0.2) && i > 0 ? i - 1 : i;
        if (random.chance(0.3)) axis.multiplier = random.uniform(-2, 2);
        if (random.chance(0.3)) axis.offset = random.uniform(-1, 1);
        tree.axes.push_back(axis);
    }
    tree.coordinates = count;
    return tree;
}

TEST(JointSweep, ImagesAreInTheHullOfTheCornerMaps) {
    Random random(7);
    for (int round = 0; round < 300; ++round) {
        const KinematicTree tree = random_chain(random, 4);
        const auto from = static_cast<std::uint32_t>(random.index(5)),
                   to = static_cast<std::uint32_t>(random.index(5));
        const auto axes = axes_between<double>(tree, from, to);
        std::vector<Interval> box;
        const double width = random.log_uniform(1e-3, 8);
        for (int i = 0; i < 4; ++i) {
            const double low = random.uniform(-4, 4);
            box.push_back({low, low + width * random.unit()});
        }
        const auto maps = corner_maps<double>(axes, box);
        EXPECT_LE(maps.size(), corner_count<double>(axes));
        const Vec3 x = random.in_cube(1);
        for (int k = 0; k < 20; ++k) {
            std::vector<double> q;
            for (const Interval& range : box) q.push_back(random.uniform(range.lower, range.upper));
            std::vector<Pose> frames(tree.frame_count());
            place(tree, q, frames);
            const Vec3 image = inverse(frames[from]) * (frames[to] * x);
            const Vec3 n = random.direction();
            double top = -kInfinity;
            for (const Affine& map : maps) top = std::max(top, dot(n, map * x));
            ASSERT_LE(dot(n, image), top + 1e-12);
        }
    }
}

TEST(JointSweep, IntervalsContainTheDoubles) {
    Random random(8);
    for (int round = 0; round < 100; ++round) {
        const KinematicTree tree = random_chain(random, 4);
        std::vector<Interval> box;
        for (int i = 0; i < 4; ++i) {
            const double low = random.uniform(-4, 4);
            box.push_back({low, low + random.log_uniform(1e-3, 8)});
        }
        const auto doubles = corner_maps<double>(axes_between<double>(tree, 1, 4), box);
        const auto exact = corner_maps<Interval>(axes_between<Interval>(tree, 1, 4), box);
        ASSERT_EQ(doubles.size(), exact.size());
        for (std::size_t i = 0; i < exact.size(); ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                EXPECT_TRUE(widened(exact[i].offset[k], 1e-13).contains(doubles[i].offset[k]));
                EXPECT_LT(exact[i].offset[k].width(), 1e-12);
                for (std::size_t j = 0; j < 3; ++j)
                    EXPECT_TRUE(widened(exact[i].linear.columns[k][j], 1e-13)
                                    .contains(doubles[i].linear.columns[k][j]));
            }
        }
    }
}

TEST(JointSweep, TheExcessIsQuadraticInTheWidth) {
    KinematicTree tree;
    tree.axes.push_back({});
    tree.coordinates = 1;
    const auto axes = axes_between<double>(tree, 0, 1);
    for (const double half : {1.0, 0.1, 0.01}) {
        const std::vector<Interval> box{{-half, half}};
        double top = -kInfinity;
        for (const Affine& map : corner_maps<double>(axes, box)) top = std::max(top, (map * Vec3{1, 0, 0}).x);
        EXPECT_NEAR(top, 1, 1e-15) << "the tangent in the middle is a side of the polygon";
        top = -kInfinity;
        const Vec3 n{std::cos(half / 2), std::sin(half / 2), 0};
        for (const Affine& map : corner_maps<double>(axes, box))
            top = std::max(top, dot(n, map * Vec3{1, 0, 0}));
        EXPECT_NEAR(top - 1, half * half / 8, 0.03 * half * half) << half;
    }
}

TEST(LinkBody, HeightsOfCornersAreAboveTheExactOnes) {
    Random random(9);
    std::vector<Vec3> points;
    for (int i = 0; i < 60; ++i) points.push_back(random.in_cube(1));
    Robot::Link link;
    link.shapes = {{Shape(ConvexHull::build(points).value()), {}},
                   {rounded(Shape(box_of({0.3, 0.4, 0.5}, MeshKind::surface)), 0.1), {}}};
    for (std::uint32_t shape = 0; shape < 2; ++shape) {
        const LinkBody body = body_of(link, shape, kNoPart).value();
        EXPECT_FALSE(body.corners.empty());
        for (int i = 0; i < 1000; ++i) {
            const Vec3 low = random.in_cube(2), wide = random.log_uniform(1e-16, 1e-2) * Vec3{1, 2, 3};
            const IntervalVec3 d{{low.x, low.x + wide.x}, {low.y, low.y + wide.y}, {low.z, low.z + wide.z}};
            const Interval exact = support_value(body.shape, d);
            const double high = highest(body, d);
            EXPECT_GE(high, support_value(body.shape, enclose(low)).lower);
            EXPECT_LE(high, exact.upper + 8 * (wide.x + wide.y + wide.z) + 1e-14);
        }
    }
    EXPECT_FALSE(body_of(link, 2, kNoPart).has_value());
    EXPECT_FALSE(body_of(link, 0, 0).has_value()) << "only compounds have members";
}

/// A proof of a few hundred parts.
SelfCollisionPair proof_about_the_hand(const Robot& robot) {
    SelfCollisionOptions options;
    options.samples = 100;
    return pair_of(self_collision_matrix(robot, options), robot, "base", "hand");
}

class TamperedProof : public testing::Test {
protected:
    Robot robot = Robot::build(gripper_arm()).value();
    SelfCollisionPair pair = proof_about_the_hand(robot);

    void SetUp() override {
        ASSERT_EQ(pair.contact, LinkContact::never);
        ASSERT_TRUE(verify(pair, robot));
        ASSERT_GT(plane_count(pair), 20U);
    }
    LinkProof::Walk& walk() { return pair.proof.walks[0]; }
};

TEST_F(TamperedProof, Normals) {
    const auto kept = walk().witnesses;
    int refused = 0, tried = 0;
    for (std::size_t i = 0; i < kept.size(); i += 31) {
        ++tried;
        walk().witnesses[i].vector = -kept[i].vector;
        EXPECT_FALSE(verify(pair, robot)) << i;
        walk().witnesses[i].vector = turned(perpendicular(kept[i].vector), 0.7).rotation * kept[i].vector;
        refused += verify(pair, robot) ? 0 : 1;
        for (const Vec3& bad : {Vec3{}, Vec3{std::nan(""), 0, 0}, Vec3{kInfinity, 0, 0}}) {
            walk().witnesses[i].vector = bad;
            EXPECT_FALSE(verify(pair, robot)) << i;
        }
        // Its length does not matter.
        walk().witnesses[i].vector = 1e-6 * kept[i].vector;
        EXPECT_TRUE(verify(pair, robot)) << i;
        walk().witnesses[i] = kept[i];
    }
    EXPECT_GT(2 * refused, tried);
}

TEST_F(TamperedProof, Frames) {
    const std::uint32_t kept = walk().witnesses[0].frame;
    for (const std::uint32_t frame : {8U, 9U, 1000U, 0xffffffffU}) {
        walk().witnesses[0].frame = frame;
        EXPECT_FALSE(verify(pair, robot)) << frame;
    }
    walk().witnesses[0].frame = kept;
    EXPECT_TRUE(verify(pair, robot));
}

TEST_F(TamperedProof, Steps) {
    const auto steps = walk().steps;
    const auto witnesses = walk().witnesses;
    walk().steps.pop_back();
    EXPECT_FALSE(verify(pair, robot)) << "a part without a plane";
    walk().witnesses.pop_back();
    EXPECT_FALSE(verify(pair, robot));
    walk() = {0, kNoPart, 0, kNoPart, steps, witnesses};
    EXPECT_TRUE(verify(pair, robot));
    walk().steps.push_back(LinkProof::kShown);
    EXPECT_FALSE(verify(pair, robot)) << "more steps than parts";
    walk() = {0, kNoPart, 0, kNoPart, steps, witnesses};
    walk().witnesses.push_back(witnesses[0]);
    EXPECT_FALSE(verify(pair, robot)) << "a plane that is not used";
    walk() = {0, kNoPart, 0, kNoPart, {}, {}};
    EXPECT_FALSE(verify(pair, robot));
    walk() = {0, kNoPart, 0, kNoPart, {LinkProof::kShown}, {witnesses[0]}};
    EXPECT_FALSE(verify(pair, robot)) << "one plane for everything";
    walk() = {0, kNoPart, 0, kNoPart, steps, witnesses};
    ASSERT_NE(steps[0], LinkProof::kShown);
    walk().steps[0] = 6;  // the fingers', which is not between the links
    EXPECT_FALSE(verify(pair, robot));
    walk().steps[0] = 7;
    EXPECT_FALSE(verify(pair, robot)) << "a value that there is not";
}

TEST_F(TamperedProof, Limits) {
    const auto kept = pair.proof.limits;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        pair.proof.limits[i].upper -= 1e-6;
        EXPECT_FALSE(verify(pair, robot)) << "less than the robot's, or than a turn: " << i;
        for (const Interval& bad : {Interval{0, std::nan("")}, Interval::everything(), Interval{1, -1}}) {
            pair.proof.limits[i] = bad;
            EXPECT_FALSE(verify(pair, robot)) << i;
        }
        pair.proof.limits[i] = kept[i];
    }
    pair.proof.limits[1] = {-2.5, 2.5};
    EXPECT_FALSE(verify(pair, robot)) << "wider, where the hand reaches the base";
    pair.proof.limits = kept;
    pair.proof.limits.pop_back();
    EXPECT_FALSE(verify(pair, robot));
}

TEST_F(TamperedProof, PaddingAndClaims) {
    pair.proof.padding = 0.05;
    EXPECT_FALSE(verify(pair, robot));
    pair.proof.padding = -1;
    EXPECT_FALSE(verify(pair, robot));
    pair.proof.padding = std::nan("");
    EXPECT_FALSE(verify(pair, robot));
    pair.proof.padding = 0;
    for (const LinkContact other :
         {LinkContact::always, LinkContact::sometimes, LinkContact::adjacent, LinkContact::unknown}) {
        pair.contact = other;
        EXPECT_FALSE(verify(pair, robot)) << to_string(other);
    }
    pair.contact = LinkContact::never;
    EXPECT_TRUE(verify(pair, robot));
    const std::uint32_t hand = pair.link_b;
    for (const std::uint32_t link : {robot.find_link("left").value(), pair.link_a, 1000U}) {
        pair.link_b = link;
        EXPECT_FALSE(verify(pair, robot)) << link;
    }
    pair.link_b = hand;
    pair.proof.walks.clear();
    EXPECT_FALSE(verify(pair, robot)) << "no pair of shapes is shown";
}

TEST_F(TamperedProof, OtherRobots) {
    RobotDescription d = gripper_arm();
    d.links[6].shapes[0].shape = Box{{0.02, 0.12, 0.02}};
    EXPECT_FALSE(verify(pair, Robot::build(d).value())) << "a wider hand";
    d = gripper_arm();
    d.links[6].shapes.push_back({Sphere{0.01}, {}});
    EXPECT_FALSE(verify(pair, Robot::build(d).value())) << "a shape that the proof does not have";
    d = gripper_arm();
    d.joints[3].origin.position.z -= 0.06;
    EXPECT_FALSE(verify(pair, Robot::build(d).value())) << "a shorter arm, whose hand reaches lower";
    d = gripper_arm();
    d.joints[1].limits = {-2, 2};
    EXPECT_FALSE(verify(pair, Robot::build(d).value())) << "wider limits";
    d.joints[1].limits = {-1, 1};
    EXPECT_TRUE(verify(pair, Robot::build(d).value())) << "narrower ones";
}

TEST(VerifySelfCollision, CommonPoints) {
    RobotDescription d;
    d.links = {
        {"a", {{Box{{0.1, 0.1, 0.1}}, {}}}}, {"b", {}}, {"c", {{Sphere{0.05}, shifted({0.08, 0, 0})}}}};
    d.joints = {{.name = "ab", .type = JointType::revolute, .parent = "a", .child = "b", .limits = {-3, 3}},
                {.name = "bc",
                 .type = JointType::prismatic,
                 .parent = "b",
                 .child = "c",
                 .axis = {0, 0, 1},
                 .limits = {-0.1, 0.1}}};
    const Robot robot = Robot::build(d).value();
    const SelfCollisionPair pair = self_collision_matrix(robot).pairs[0];
    ASSERT_EQ(pair.contact, LinkContact::always);
    ASSERT_TRUE(verify(pair, robot));
    for (std::size_t i = 0; i < pair.proof.walks[0].witnesses.size(); ++i) {
        SelfCollisionPair wrong = pair;
        wrong.proof.walks[0].witnesses[i].vector += Vec3{0, 0, 0.2};
        EXPECT_FALSE(verify(wrong, robot));
    }
    SelfCollisionPair wrong = pair;
    wrong.contact = LinkContact::never;
    EXPECT_FALSE(verify(wrong, robot));
    d.links[2].shapes[0].shape = Sphere{0.02};
    EXPECT_FALSE(verify(pair, Robot::build(d).value()));
    d.links[2].shapes[0].shape = Sphere{0.05};
    d.joints[1].limits = {-0.2, 0.2};
    EXPECT_FALSE(verify(pair, Robot::build(d).value()));
}

}  // namespace
}  // namespace graze::test
