// Which links can touch: each answer on arms where it is known, the border between them in closed form, and
// proofs against random configurations.
#include "graze/robot/self_collision.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "oracle/random.hpp"
#include "robot/arms.hpp"
#include "robot/matrix_law.hpp"

namespace graze::test {
namespace {

constexpr double kPi = std::numbers::pi;

TEST(SelfCollision, PlanarArmTouchesTheBallExactlyWhenItReachesIt) {
    for (const double scale : {1.0, 1e-3, 1e3}) {
        for (const double gap : {1e-1, 1e-3, 1e-5, -1e-5, -1e-3, -1e-1}) {
            PlanarArm arm;
            arm.scale = scale;
            arm.ball = PlanarArm::kReach + 0.2 + gap;
            const Robot robot = arm.robot();
            const SelfCollisionMatrix matrix = self_collision_matrix(robot);
            ASSERT_EQ(matrix.pairs.size(), 3U);
            const SelfCollisionPair& pair = pair_of(matrix, robot, "base", "lower");
            EXPECT_EQ(pair.contact, gap > 0 ? LinkContact::never : LinkContact::sometimes) << gap;
            expect_true(matrix, robot, 1000);
            if (gap > 0) {
                EXPECT_GE(pair.closest, gap * scale * (1 - 1e-9)) << "the straight arm is the closest";
                EXPECT_LE(pair.closest, (gap + 1e-3) * scale) << "the descent finds it";
                EXPECT_LT(pair.boxes, 300U) << "boxes grow like the logarithm of the gap";
                EXPECT_EQ(pair.boxes, 2 * plane_count(pair) - 1);
            }
        }
    }
}

TEST(SelfCollision, LimitsDecide) {
    // Straight towards the ball the arm is 0.1 too long; the elbow bends by at least `bend`, which shortens
    // it: the tip is where the second bone's end is, at sqrt(1.3² + 1.3² + 2 1.3² cos bend) from the
    // shoulder.
    PlanarArm arm;
    arm.ball = PlanarArm::kReach + 0.1;
    const double reached = arm.ball - 0.2 - 0.1;
    const double border = std::acos(reached * reached / (2 * 1.3 * 1.3) - 1);
    for (const double off : {-1e-3, 1e-3}) {
        arm.elbow = {border + off, 2};
        const Robot robot = arm.robot();
        const SelfCollisionMatrix matrix = self_collision_matrix(robot);
        EXPECT_EQ(pair_of(matrix, robot, "base", "lower").contact,
                  off > 0 ? LinkContact::never : LinkContact::sometimes);
        expect_true(matrix, robot, 100);
    }
}

TEST(SelfCollision, AgreesWithAGridOnTwoJoints) {
    Random random(3);
    int never = 0, sometimes = 0;
    for (int round = 0; round < 60; ++round) {
        PlanarArm arm;
        arm.ball = random.uniform(1.6, 3);
        arm.angle = random.uniform(-1, 1);
        const double s = random.uniform(-2, 1), e = random.uniform(-2, 1);
        arm.shoulder = {s, s + random.uniform(0.2, 2)};
        arm.elbow = {e, e + random.uniform(0.2, 2)};
        const Robot robot = arm.robot();
        const SelfCollisionPair pair = pair_of(self_collision_matrix(robot), robot, "base", "lower");
        bool touches = false;
        constexpr int kSteps = 40;
        for (int i = 0; i <= kSteps && !touches; ++i)
            for (int j = 0; j <= kSteps && !touches; ++j)
                touches = links_overlap(robot, pair.link_a, pair.link_b,
                                        {arm.shoulder.lower + arm.shoulder.width() * i / kSteps,
                                         arm.elbow.lower + arm.elbow.width() * j / kSteps});
        ASSERT_NE(pair.contact, LinkContact::unknown);
        EXPECT_TRUE(!touches || pair.contact != LinkContact::never);
        (pair.contact == LinkContact::never ? never : sometimes) += 1;
        EXPECT_TRUE(pair.contact == LinkContact::never ||
                    links_overlap(robot, pair.link_a, pair.link_b, pair.example));
    }
    EXPECT_GT(never, 15);
    EXPECT_GT(sometimes, 15);
}

TEST(SelfCollision, ArmWithSlidesAndAFollower) {
    for (const double scale : {1.0, 1e-3, 1e3}) {
        const Robot robot = Robot::build(gripper_arm(scale)).value();
        SelfCollisionOptions options;
        options.samples = 5000;
        const SelfCollisionMatrix matrix = self_collision_matrix(robot, options);
        ASSERT_EQ(matrix.pairs.size(), 36U);
        expect_true(matrix, robot, scale == 1 ? 20'000 : 500);
        const auto contact = [&](const char* a, const char* b) {
            return pair_of(matrix, robot, a, b).contact;
        };
        EXPECT_EQ(contact("base", "column"), LinkContact::adjacent);
        EXPECT_EQ(contact("hand", "right"), LinkContact::never) << "what slides is tested";
        EXPECT_EQ(contact("base", "hand"), LinkContact::never);
        EXPECT_EQ(contact("base", "left"), LinkContact::sometimes);
        EXPECT_EQ(contact("column", "fore"), LinkContact::never);
        EXPECT_EQ(contact("left", "right"), LinkContact::never) << "one coordinate opens both fingers";
        for (const SelfCollisionPair& pair : matrix.pairs) EXPECT_NE(pair.contact, LinkContact::unknown);
    }
}

TEST(SelfCollision, RandomConfigurationsNeverContradictAProof) {
    const Robot robot = Robot::build(gripper_arm()).value();
    const SelfCollisionMatrix matrix = self_collision_matrix(robot);
    const SelfCollisionPair &hand = pair_of(matrix, robot, "base", "hand"),
                            &wrist = pair_of(matrix, robot, "base", "wrist");
    ASSERT_EQ(hand.contact, LinkContact::never);
    ASSERT_EQ(wrist.contact, LinkContact::never);
    Random random(4);
    double least = kInfinity;
    for (int i = 0; i < 100'000; ++i) {
        const std::vector<double> q = random_configuration(robot, random);
        const double gap = link_distance(robot, hand.link_a, hand.link_b, q);
        least = std::min(least, gap);
        ASSERT_GT(gap, 0);
        ASSERT_FALSE(links_overlap(robot, wrist.link_a, wrist.link_b, q));
    }
    EXPECT_LT(least, 0.05) << "the samples come close enough to matter";
    EXPECT_GE(least, hand.closest - 1e-3);
}

TEST(SelfCollision, TheLimitsOfAFollowerCount) {
    // Two fingers 0.1 apart that close by the same value; the follower stops the other one.
    // Closed by q and 2 q: they touch at q = 0.18 / 3.
    for (const double most : {0.0599, 0.0601}) {
        RobotDescription d;
        d.links = {{"palm", {}},
                   {"left", {{Box{{0.01, 0.01, 0.01}}, shifted({0, 0.1, 0})}}},
                   {"right", {{Box{{0.01, 0.01, 0.01}}, shifted({0, -0.1, 0})}}}};
        d.joints = {{.name = "a",
                     .type = JointType::prismatic,
                     .parent = "palm",
                     .child = "left",
                     .axis = {0, -1, 0},
                     .limits = {0, 0.08}},
                    {.name = "b",
                     .type = JointType::prismatic,
                     .parent = "palm",
                     .child = "right",
                     .axis = {0, 1, 0},
                     .limits = {0, 2 * most},
                     .mimic = JointMimic{"a", 2, 0}}};
        const Robot robot = Robot::build(d).value();
        const SelfCollisionMatrix matrix = self_collision_matrix(robot);
        ASSERT_EQ(matrix.pairs.size(), 1U);
        EXPECT_EQ(matrix.pairs[0].contact, most < 0.06 ? LinkContact::never : LinkContact::sometimes);
        expect_true(matrix, robot, 1000);
    }
}

/// A wrist: three links, of which the first and the last overlap around the point where both axes intersect.
RobotDescription wrist(const Placed& first, const Placed& last) {
    RobotDescription d;
    d.links = {{"first", {first}}, {"middle", {}}, {"last", {last}}};
    d.joints = {
        {.name = "a",
         .type = JointType::revolute,
         .parent = "first",
         .child = "middle",
         .axis = {0, 1, 0},
         .limits = {-1, 1}},
        {.name = "b", .type = JointType::continuous, .parent = "middle", .child = "last", .axis = {1, 0, 0}}};
    return d;
}

TEST(SelfCollision, LinksThatAlwaysOverlap) {
    const Shape box = Box{{0.1, 0.1, 0.2}}, round = Capsule{0.08, 0.3};
    const Shape solid = box_of({0.1, 0.1, 0.2}, MeshKind::solid);
    for (const Shape& shape : {box, solid}) {
        const Robot robot = Robot::build(wrist({shape, shifted({0.01, 0, -0.1})}, {round, {}})).value();
        const SelfCollisionMatrix matrix = self_collision_matrix(robot);
        ASSERT_EQ(matrix.pairs.size(), 1U);
        const SelfCollisionPair& pair = matrix.pairs[0];
        EXPECT_EQ(pair.contact, LinkContact::always);
        EXPECT_FALSE(pair.proof.walks.empty());
        EXPECT_EQ(pair.samples, 20'000U);
        EXPECT_TRUE(links_overlap(robot, 0, 2, pair.example));
        expect_true(matrix, robot, 2000);
    }
}

TEST(SelfCollision, LinksAtRestToEachOther) {
    RobotDescription d;
    d.links = {{"a", {{Box{{0.1, 0.1, 0.1}}, {}}}},
               {"b", {}},
               {"overlaps", {{Box{{0.1, 0.1, 0.1}}, shifted({0.15, 0, 0})}}},
               {"touches", {{Box{{0.1, 0.1, 0.1}}, shifted({0, 0.2, 0})}}},
               {"apart", {{Box{{0.1, 0.1, 0.1}}, shifted({0, 0, 0.2 + 1e-9})}}}};
    d.joints.push_back({.name = "ab", .parent = "a", .child = "b"});
    for (const char* link : {"overlaps", "touches", "apart"})
        d.joints.push_back({.name = link, .parent = "b", .child = link});
    const Robot robot = Robot::build(d).value();
    const SelfCollisionMatrix matrix = self_collision_matrix(robot);
    const auto& overlapping = pair_of(matrix, robot, "a", "overlaps");
    EXPECT_EQ(overlapping.contact, LinkContact::always);
    EXPECT_EQ(overlapping.samples, 1U);
    EXPECT_TRUE(verify(overlapping, robot));
    EXPECT_EQ(pair_of(matrix, robot, "a", "touches").contact, LinkContact::always);
    const auto& apart = pair_of(matrix, robot, "a", "apart");
    EXPECT_EQ(apart.contact, LinkContact::never);
    EXPECT_TRUE(verify(apart, robot));
    EXPECT_NEAR(apart.closest, 1e-9, 1e-12);
}

TEST(SelfCollision, TouchingIsContact) {
    // A ball that touches a cylinder's cap while that turns about its axis, and one that is off by 1e-9.
    for (const double gap : {0.0, 1e-9}) {
        RobotDescription d;
        d.links = {{"ball", {{Sphere{0.1}, shifted({0, 0, 0.3 + gap})}}},
                   {"middle", {}},
                   {"cap", {{Cylinder{0.3, 0.2}, {}}}}};
        d.joints = {{.name = "a",
                     .type = JointType::revolute,
                     .parent = "ball",
                     .child = "middle",
                     .limits = {-1, 1}},
                    {.name = "b", .type = JointType::continuous, .parent = "middle", .child = "cap"}};
        const Robot robot = Robot::build(d).value();
        const SelfCollisionPair pair = self_collision_matrix(robot).pairs[0];
        if (gap == 0) {
            EXPECT_EQ(pair.contact, LinkContact::sometimes) << "touching everywhere, but for rounding";
            EXPECT_TRUE(links_overlap(robot, 0, 2, pair.example));
            EXPECT_NEAR(pair.closest, 0, 1e-14);
        } else {
            EXPECT_EQ(pair.contact, LinkContact::never);
            EXPECT_TRUE(verify(pair, robot));
        }
    }
}

TEST(SelfCollision, PaddingCounts) {
    PlanarArm arm;
    arm.ball = PlanarArm::kReach + 0.2 + 0.01;
    const Robot robot = arm.robot();
    for (const double padding : {0.0099, 0.0101}) {
        SelfCollisionOptions options;
        options.padding = padding;
        const SelfCollisionPair pair = pair_of(self_collision_matrix(robot, options), robot, "base", "lower");
        EXPECT_EQ(pair.contact, padding < 0.01 ? LinkContact::never : LinkContact::sometimes);
        EXPECT_EQ(verify(pair, robot), padding < 0.01);
        if (padding < 0.01) continue;
        EXPECT_LE(link_distance(robot, pair.link_a, pair.link_b, pair.example), padding);
    }
}

TEST(SelfCollision, MembersOfCompoundsWhereHullsOverlap) {
    // A bar that turns about its own axis in the fork, a little to and fro.
    const Robot robot =
        Robot::build(wrist({Shape(fork_of_boxes()), {}}, {Box{{0.1, 0.05, 0.05}}, shifted({0.05, 0, 0})}))
            .value();
    const SelfCollisionMatrix matrix = self_collision_matrix(robot);
    ASSERT_EQ(matrix.pairs.size(), 1U);
    EXPECT_EQ(matrix.pairs[0].contact, LinkContact::never);
    EXPECT_EQ(matrix.pairs[0].proof.walks.size(), 3U);
    expect_true(matrix, robot, 5000);
}

TEST(SelfCollision, MeshesWhoseHullsOverlapAreUnknown) {
    TriangleSoup soup;
    for (const CompoundPart& part :
         {CompoundPart{Box{{0.2, 0.02, 0.05}}, {Mat3::identity(), {0, 0.1, 0}}},
          CompoundPart{Box{{0.2, 0.02, 0.05}}, {Mat3::identity(), {0, -0.1, 0}}}}) {
        const TriangleSoup box = box_mesh({0.2, 0.02, 0.05});
        const auto first = static_cast<std::uint32_t>(soup.vertices.size());
        for (const Vec3& v : box.vertices) soup.vertices.push_back(part.placement * v);
        for (const auto& t : box.triangles)
            soup.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
    const Mesh jaws = Mesh::build(soup.vertices, soup.triangles).value();
    const Robot robot =
        Robot::build(wrist({Shape(jaws), {}}, {Box{{0.1, 0.05, 0.05}}, shifted({0.05, 0, 0})})).value();
    const SelfCollisionMatrix matrix = self_collision_matrix(robot);
    EXPECT_EQ(matrix.pairs[0].contact, LinkContact::unknown);
    EXPECT_EQ(matrix.pairs[0].samples, 20'000U);
    EXPECT_GT(matrix.pairs[0].closest, 0);
    EXPECT_LT(matrix.pairs[0].closest, 0.04);
    EXPECT_FALSE(verify(matrix.pairs[0], robot));
}

/// An angle with one limit takes a whole turn from there, which is all there is.
TEST(SelfCollision, AnglesWithOneLimit) {
    PlanarArm arm;
    arm.shoulder = {-1, kInfinity};
    const Robot robot = arm.robot();
    const SelfCollisionPair pair = pair_of(self_collision_matrix(robot), robot, "base", "lower");
    EXPECT_EQ(pair.contact, LinkContact::never);
    EXPECT_TRUE(pair.complete());
    EXPECT_EQ(pair.proof.limits[0].lower, -1);
    EXPECT_GE(pair.proof.limits[0].width(), 2 * kPi);
    SelfCollisionPair half = pair;
    half.proof.limits[0].upper = 2;
    EXPECT_FALSE(verify(half, robot)) << "not a whole turn, and not said so";
}

/// Behind so many turns no plane is searched; samples find what touches all the same.
TEST(SelfCollision, ChainsOfManyTurnsAreSampled) {
    RobotDescription d;
    d.links = {{"0", {{Sphere{0.3}, {}}}}};
    for (int i = 1; i <= 16; ++i) {
        d.links.push_back({std::to_string(i)});
        d.joints.push_back({.name = "j" + std::to_string(i),
                            .type = JointType::continuous,
                            .parent = std::to_string(i - 1),
                            .child = std::to_string(i),
                            .origin = shifted({0.01, 0, 0})});
    }
    for (const double away : {0.0, 2.0}) {
        d.links.back().shapes = {{Sphere{0.3}, shifted({0, 0, away})}};
        const Robot robot = Robot::build(d).value();
        const SelfCollisionPair pair = self_collision_pair(robot, 0, 16, {.samples = 200});
        EXPECT_EQ(pair.contact, away > 0 ? LinkContact::unknown : LinkContact::sometimes);
        EXPECT_NEAR(pair.closest, away > 0 ? 1.4 : -0.6, 0.2);
        EXPECT_GE(pair.samples, away > 0 ? 200U : 1U);
    }
}

TEST(SelfCollision, ClosestIsInfiniteUntilMeasured) {
    const Robot robot = PlanarArm{}.robot();
    EXPECT_EQ(self_collision_pairs(robot)[0].closest, kInfinity);
    EXPECT_EQ(self_collision_pair(robot, 0, 1).closest, kInfinity) << "adjacent";
}

TEST(SelfCollision, JointsWithoutLimits) {
    // A whole turn about z, and a slide of any length: within 0.5 it does not reach the post.
    RobotDescription d;
    d.links = {{"post", {{Sphere{0.1}, shifted({2, 0, 0})}}},
               {"turn", {}},
               {"slide", {{Sphere{0.1}, shifted({1, 0, 0})}}}};
    d.joints = {{.name = "turn", .type = JointType::continuous, .parent = "post", .child = "turn"},
                {.name = "slide",
                 .type = JointType::prismatic,
                 .parent = "turn",
                 .child = "slide",
                 .axis = {1, 0, 0}}};
    const Robot robot = Robot::build(d).value();
    SelfCollisionOptions options;
    options.unlimited = 0.5;
    SelfCollisionPair pair = self_collision_matrix(robot, options).pairs[0];
    EXPECT_EQ(pair.contact, LinkContact::never) << "as far as the slide is named";
    EXPECT_TRUE(verify(pair, robot));
    EXPECT_EQ(pair.proof.limits[1], Interval(-0.5, 0.5));
    EXPECT_FALSE(pair.complete()) << "it slides farther than that";
    EXPECT_EQ(pair.partial, (std::vector<std::uint32_t>{1}));
    SelfCollisionPair all = pair;
    all.partial.clear();
    EXPECT_FALSE(verify(all, robot)) << "that is not proven";
    EXPECT_GE(pair.proof.limits[0].width(), 2 * kPi) << "the turn takes all of it";
    pair = self_collision_matrix(robot).pairs[0];
    EXPECT_EQ(pair.contact, LinkContact::sometimes) << "it slides as far as it turns";
}

TEST(SelfCollision, TheBudgetEndsTheSearchHonestly) {
    PlanarArm arm;
    arm.ball = PlanarArm::kReach + 0.2 + 1e-3;
    SelfCollisionOptions options;
    options.max_boxes = 5;
    const Robot robot = arm.robot();
    const SelfCollisionPair pair = pair_of(self_collision_matrix(robot, options), robot, "base", "lower");
    EXPECT_EQ(pair.contact, LinkContact::unknown);
    EXPECT_EQ(pair.boxes, 5U);
    EXPECT_TRUE(pair.proof.walks.empty());
    EXPECT_GT(pair.closest, 0);
}

TEST(SelfCollision, BadOptionsProveNothing) {
    const Robot robot = PlanarArm{}.robot();
    for (const double padding : {-1.0, std::nan("")}) {
        SelfCollisionOptions options;
        options.padding = padding;
        const SelfCollisionPair pair = pair_of(self_collision_matrix(robot, options), robot, "base", "lower");
        EXPECT_EQ(pair.contact, LinkContact::unknown);
        EXPECT_EQ(pair.samples, 0U);
    }
}

}  // namespace
}  // namespace graze::test
