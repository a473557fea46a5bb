// Answers about paths whose truth is known in closed form: one ball that slides or turns.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/robot/robot_cell.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// A shape that slides along axes, one after the other.
Robot slider(const Shape& shape, const std::vector<Vec3>& axes, const Vec3& base = {}) {
    RobotDescription d;
    d.base.position = base;
    d.links.push_back({.name = "rail"});
    for (const Vec3& axis : axes) {
        RobotJoint joint;
        joint.name = "slide " + std::to_string(d.joints.size());
        joint.type = JointType::prismatic;
        joint.parent = d.links.back().name;
        joint.child = "carriage " + std::to_string(d.joints.size());
        joint.axis = axis;
        d.links.push_back({.name = joint.child});
        d.joints.push_back(joint);
    }
    d.links.back().shapes = {Placed{shape, {}}};
    return *Robot::build(d);
}

/// A ball of radius 0.1 that turns about the z axis at distance 1.
Robot turner(const Vec3& base = {}) {
    RobotDescription d;
    d.base.position = base;
    d.links = {{.name = "base"},
               {.name = "arm", .shapes = {Placed{Sphere{0.1}, Pose::translation({1, 0, 0})}}}};
    RobotJoint joint;
    joint.name = "turn";
    joint.type = JointType::continuous;
    joint.parent = "base";
    joint.child = "arm";
    d.joints = {joint};
    return *Robot::build(d);
}

Obstacle ball(double radius, const Vec3& at, const char* name = "ball") {
    return {name, Placed{Sphere{radius}, Pose::translation(at)}};
}

JointPath straight(std::vector<double> start, std::vector<double> end) {
    return JointPath::linear(start, end);
}

Shape torus() {
    const TriangleSoup soup = torus_mesh({.major_radius = 1, .minor_radius = 0.2, .rings = 24, .sides = 12});
    return *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
}

TEST(PathClearance, BoundsTheClearanceOfABallThatPasses) {
    const RobotCell cell(slider(Sphere{0.1}, {{1, 0, 0}}), std::vector{ball(0.2, {0.4, 0.5, 0})});
    for (const PathGoal goal : {PathGoal::decide, PathGoal::measure}) {
        const PathClearance free = path_clearance(cell, straight({0}, {1}), {.goal = goal});
        ASSERT_EQ(free.answer, PathAnswer::free);
        EXPECT_LE(free.clearance.lower, 0.2);
        EXPECT_GE(free.clearance.upper, 0.2 - 1e-12);
        EXPECT_EQ(free.time, Interval(1));
    }
    const PathClearance measured = path_clearance(cell, straight({0}, {1}));
    EXPECT_GE(measured.clearance.lower, 0.198);
    EXPECT_LE(measured.clearance.upper, 0.202);
    EXPECT_EQ(measured.pair, (BodyPair{0, 1}));
    EXPECT_NEAR(measured.nearest_time, 0.4, 0.1);
    // 0.5 m aside of a motion of 1 m, less both radii.
    EXPECT_NEAR(measured.clearance.upper, std::hypot(0.4 - measured.nearest_time, 0.5) - 0.3, 1e-9);
    EXPECT_NEAR(measured.contact.distance.upper, measured.clearance.upper, 1e-12);
}

/// The plane is at y = 1e5 (1 + 1e-7) - 100001 = -0.99, and no other matrix near that one counts.
TEST(PathClearance, IsMeasuredFromHalfSpacesWhoseMatrixIsNoExactRotation) {
    Obstacle floor{"floor", {HalfSpace{{0, 1, 0}, 1e5}, Pose::translation({0, -100001, 0})}};
    for (Vec3& column : floor.placed.pose.rotation.columns) column = (1 + 1e-7) * column;
    const RobotCell cell(slider(Sphere{0.1}, {{1, 0, 0}}), std::vector{floor});
    const PathClearance measured = path_clearance(cell, straight({0}, {1}));
    ASSERT_EQ(measured.answer, PathAnswer::free);
    EXPECT_NEAR(measured.clearance.upper, 0.89, 1e-6);
    EXPECT_GE(measured.clearance.lower, 0.99 * 0.89);
    EXPECT_LE(measured.clearance.lower, 0.89 + 1e-9);
    const std::vector<double> q{0.5};
    EXPECT_LE(clearance(cell, q).distance.width(), 1e-6);
    EXPECT_TRUE(clearance(cell, q).distance.contains(0.89));
}

TEST(PathClearance, FindsTheFirstTimeOfAHit) {
    // The balls touch where their centres are 0.3 apart.
    const RobotCell cell(slider(Sphere{0.1}, {{1, 0, 0}}),
                         std::vector{ball(0.2, {3, 0, 0}, "later"), ball(0.2, {0.8, 0, 0}, "first")});
    for (const double wanted : {0.0, 0.125}) {
        const PathClearance hit = path_clearance(cell, straight({0}, {4}), {.wanted = wanted});
        ASSERT_EQ(hit.answer, PathAnswer::hit);
        EXPECT_EQ(hit.pair, (BodyPair{0, 2}));
        EXPECT_EQ(cell.describe(hit.pair), "carriage 0, first");
        EXPECT_LE(hit.time.lower, (0.5 - wanted) / 4);
        EXPECT_GE(hit.time.upper, (0.5 - wanted) / 4);
        EXPECT_LE(hit.time.width(), 1e-6);
        EXPECT_NEAR(hit.contact.distance.lower, wanted, 2e-6);
        EXPECT_NEAR(hit.contact.normal.x, 1, 1e-12);
        EXPECT_EQ(hit.clearance.lower, -kInfinity);
        EXPECT_LE(hit.clearance.upper, wanted);
        EXPECT_NEAR(hit.clearance.upper, std::abs(0.8 - 4 * hit.nearest_time) - 0.3, 1e-9);
    }
}

TEST(PathClearance, KnowsStartAndEndInContact) {
    const RobotCell cell(slider(Sphere{0.25}, {{1, 0, 0}}), std::vector{ball(0.25, {1, 0, 0})});
    for (const PathGoal goal : {PathGoal::decide, PathGoal::measure}) {
        const PathClearance at_start = path_clearance(cell, straight({0.6}, {-1}), {.goal = goal});
        EXPECT_EQ(at_start.answer, PathAnswer::hit);
        EXPECT_EQ(at_start.time, Interval(0));
        EXPECT_NEAR(at_start.contact.distance.lower, -0.1, 1e-12);
        const PathClearance at_end = path_clearance(cell, straight({-1}, {0.6}), {.goal = goal});
        EXPECT_EQ(at_end.answer, PathAnswer::hit);
        EXPECT_NEAR(at_end.time.upper, 1.5 / 1.6, 1e-6);
        // Exactly touching at the start only, at the end only, and throughout: rounding leaves it open.
        const PathClearance leaves = path_clearance(cell, straight({0.5}, {-1}), {.goal = goal});
        EXPECT_NE(leaves.answer, PathAnswer::free);
        EXPECT_EQ(leaves.time.lower, 0);
        EXPECT_LE(leaves.time.upper, 1e-6);
        const PathClearance arrives = path_clearance(cell, straight({-1}, {0.5}), {.goal = goal});
        EXPECT_NE(arrives.answer, PathAnswer::free);
        EXPECT_EQ(arrives.time.upper, 1);
        EXPECT_GE(arrives.time.lower, 1 - 1e-6);
        const PathClearance stays = path_clearance(cell, straight({0.5}, {0.5}), {.goal = goal});
        EXPECT_NE(stays.answer, PathAnswer::free);
        EXPECT_EQ(stays.time.lower, 0);
    }
}

TEST(PathClearance, ServesPathsThatDoNotMove) {
    const RobotCell cell(slider(Sphere{0.25}, {{1, 0, 0}}), std::vector{ball(0.25, {1, 0, 0})});
    const PathClearance free = path_clearance(cell, straight({0}, {0}));
    ASSERT_EQ(free.answer, PathAnswer::free);
    EXPECT_NEAR(free.clearance.lower, 0.5, 1e-9);
    EXPECT_NE(path_clearance(cell, straight({0}, {0}), {.wanted = 0.5}).answer, PathAnswer::free);
    EXPECT_EQ(path_clearance(cell, straight({0}, {0}), {.wanted = 0.500001}).answer, PathAnswer::hit);
    EXPECT_EQ(path_clearance(cell, straight({0}, {0}), {.wanted = 0.499999}).answer, PathAnswer::free);
}

TEST(PathClearance, IsNeverFreeByExactlyWhatIsThere) {
    // The ball passes at exactly a quarter, along a line and around a circle.
    const RobotCell line(slider(Sphere{0.25}, {{1, 0, 0}}), std::vector{ball(0.25, {0.3, 0.75, 0})});
    const RobotCell circle(turner(), std::vector{ball(0.125, {1.475, 0, 0})});
    for (const PathGoal goal : {PathGoal::decide, PathGoal::measure}) {
        const PathOptions exact{.wanted = 0.25, .goal = goal};
        EXPECT_NE(path_clearance(line, straight({0}, {1}), exact).answer, PathAnswer::free);
        EXPECT_NE(path_clearance(circle, straight({-1}, {0.7}), exact).answer, PathAnswer::free);
        const PathOptions less{.wanted = 0.25 - 1e-5, .goal = goal};
        EXPECT_EQ(path_clearance(line, straight({0}, {1}), less).answer, PathAnswer::free);
        EXPECT_EQ(path_clearance(circle, straight({-1}, {0.7}), less).answer, PathAnswer::free);
        const PathOptions more{.wanted = 0.25 + 1e-5, .goal = goal};
        EXPECT_EQ(path_clearance(line, straight({0}, {1}), more).answer, PathAnswer::hit);
        EXPECT_EQ(path_clearance(circle, straight({-1}, {0.7}), more).answer, PathAnswer::hit);
    }
}

TEST(PathClearance, BoundsWhatTheTreeOfObstaclesLeavesOut) {
    // None of the many obstacles is near any part of the path; the nearest is 0.35 away.
    std::vector<Obstacle> obstacles;
    for (int i = 0; i < 80; ++i) obstacles.push_back(ball(0.05, {0.0125 * i, 0.5 + 0.01 * (i % 7), 0}));
    const RobotCell cell(slider(Sphere{0.1}, {{1, 0, 0}}), obstacles);
    for (const double wanted : {0.0, 0.1, 0.3}) {
        const PathClearance free =
            path_clearance(cell, straight({0}, {1}), {.wanted = wanted, .goal = PathGoal::decide});
        ASSERT_EQ(free.answer, PathAnswer::free);
        EXPECT_GE(free.clearance.lower, wanted);
        EXPECT_LE(free.clearance.lower, 0.35);
        EXPECT_GE(free.clearance.upper, 0.35 - 1e-12);
    }
    const PathClearance measured = path_clearance(cell, straight({0}, {1}));
    EXPECT_LE(measured.clearance.lower, 0.35);
    EXPECT_GE(measured.clearance.lower, 0.3465);
}

TEST(PathClearance, MeasuresBetweenBodiesThatAreNotConvex) {
    // Around a torus and up to its hole: the hulls come closer than the bodies, and overlap.
    const RobotCell cell(slider(Sphere{0.1}, {{0, 0, 1}}), std::vector{Obstacle{"torus", {torus(), {}}}});
    const PathClearance through = path_clearance(cell, straight({-1}, {1}));
    ASSERT_EQ(through.answer, PathAnswer::free);
    EXPECT_LE(through.clearance.lower, 0.7);
    EXPECT_GE(through.clearance.lower, 0.68);
    const PathClearance above = path_clearance(cell, straight({0.4}, {2}));
    ASSERT_EQ(above.answer, PathAnswer::free);
    const double truth =
        separation(Placed{Sphere{0.1}, Pose::translation({0, 0, 0.4})}, {torus(), {}}).distance.lower;
    EXPECT_NEAR(above.clearance.lower, truth, 0.01 * truth);
}

TEST(PathClearance, ContactsOfBodiesThatAreNotConvexAreTheirOwn) {
    const Pose in_tube = Pose::translation({0.95, 0, 0});
    const RobotCell cell(slider(Sphere{0.1}, {{0, 0, 1}}, {0.95, 0, 0}),
                         std::vector{Obstacle{"torus", {torus(), {}}}});
    const Separation truth = separation({Sphere{0.1}, in_tube}, {torus(), {}});
    for (const PathGoal goal : {PathGoal::decide, PathGoal::measure}) {
        const PathClearance hit = path_clearance(cell, straight({0}, {1}), {.goal = goal});
        ASSERT_EQ(hit.answer, PathAnswer::hit);
        EXPECT_EQ(hit.time, Interval(0));
        EXPECT_LE(hit.contact.distance.lower, truth.distance.upper);
        EXPECT_GE(hit.contact.distance.upper, truth.distance.lower);
    }
}

TEST(PathClearance, TimesOfHitsAreSharpFarFromTheOrigin) {
    const Vec3 base{1e4, -1e4, 1e4};
    const RobotCell cell(slider(Sphere{0.1}, {{1, 0, 0}}, base),
                         std::vector{ball(0.2, base + Vec3{0.8, 0, 0})});
    const PathClearance hit = path_clearance(cell, straight({0}, {1}));
    ASSERT_EQ(hit.answer, PathAnswer::hit);
    EXPECT_NEAR(hit.time.upper, 0.5, 1e-6);
    EXPECT_NEAR(hit.time.lower, 0.5, 1e-6);
    EXPECT_EQ(path_clearance(cell, straight({0}, {0.499})).answer, PathAnswer::free);
}

TEST(PathClearance, NamesThePairOfTheHitAfterAnUndecidedOne) {
    // At a fifth of the way the gap is less than rounding; in the middle another ball is an obstacle.
    const double turn = 2.5, angle = 0.2 * turn;
    const double outside = 1.2 + 5e-15;
    const std::vector<Obstacle> obstacles{
        ball(0.1, {outside * std::cos(angle), outside * std::sin(angle), 0}, "beside"),
        ball(0.1, {std::cos(0.5 * turn), std::sin(0.5 * turn), 0}, "ahead")};
    const RobotCell cell(turner(), obstacles);
    const PathClearance hit = path_clearance(cell, straight({0}, {turn}), {.goal = PathGoal::decide});
    ASSERT_EQ(hit.answer, PathAnswer::hit);
    ASSERT_LT(hit.time.lower, 0.3) << "the first obstacle is close enough to stay undecided";
    ASSERT_GT(hit.time.upper, 0.3);
    EXPECT_EQ(cell.describe(hit.pair), "arm, ahead");
}

TEST(PathClearance, ReportsWhenTheWorkRunsOut) {
    const RobotCell cell(slider(Sphere{0.1}, {{1, 0, 0}}), std::vector{ball(0.2, {2, 0.29, 0})});
    const std::vector<Waypoint> points{{0, {0}}, {1, {1.5}}, {2, {3}}};
    for (const std::uint32_t most : {1U, 2U, 5U}) {
        const PathClearance open = path_clearance(cell, JointPath::polyline(points), {.max_cells = most});
        EXPECT_EQ(open.status, Status::budget_reached);
        EXPECT_EQ(open.answer, PathAnswer::open);
        EXPECT_LE(open.time.lower, 0.6);
        EXPECT_EQ(open.pair, (BodyPair{0, 1}));
        EXPECT_LE(open.work.cells, most + 1);
        EXPECT_TRUE(std::isfinite(open.contact.distance.lower));
    }
    // Nothing to collide with, not even a body.
    RobotDescription bare;
    bare.links = {{.name = "rail"}, {.name = "carriage"}};
    RobotJoint joint;
    joint.name = "slide";
    joint.type = JointType::prismatic;
    joint.parent = "rail";
    joint.child = "carriage";
    bare.joints = {joint};
    const RobotCell empty(*Robot::build(bare), std::vector<Obstacle>{});
    const PathClearance stopped = path_clearance(empty, JointPath::polyline(points), {.max_cells = 1});
    EXPECT_EQ(stopped.status, Status::budget_reached);
    const PathClearance free = path_clearance(empty, JointPath::polyline(points));
    EXPECT_EQ(free.answer, PathAnswer::free);
    EXPECT_EQ(free.clearance, Interval(kInfinity));
}

TEST(PathClearance, CountsTheRoundingFarFromTheOrigin) {
    // The ball turns past another robot, which it overlaps by less than what its place rounds by.
    Random random(32);
    for (int i = 0; i < 200; ++i) {
        const Vec3 base{1e6 * random.uniform(1, 2), 1e6 * random.uniform(1, 2), 0};
        const double angle = random.uniform(1, 2);
        const Vec3 at = base + 1.3 * Vec3{std::cos(angle), std::sin(angle), 0};
        const double radius = length(at - base) - 1.1 + 1e-12;  // the difference is exact
        RobotDescription post;
        post.links = {{.name = "post", .shapes = {Placed{Sphere{radius}, {}}}}};
        post.base.position = at;
        const RobotCell cell(std::vector{turner(base), *Robot::build(post)}, std::vector<Obstacle>{});
        for (const PathGoal goal : {PathGoal::decide, PathGoal::measure})
            EXPECT_NE(path_clearance(cell, straight({0}, {3}), {.goal = goal}).answer, PathAnswer::free) << i;
    }
}

TEST(PathClearance, CountsTheRoundingOfLongPaths) {
    // A straight line in a plane from very far to very far; a ball beside it overlaps the swept ball by less
    // than what the values round by on the way.
    Random random(31);
    for (int i = 0; i < 200; ++i) {
        const double angle = random.uniform(0, 6), far = 1e8, along = random.uniform(-1, 1);
        const Vec3 d{std::cos(angle), std::sin(angle), 0}, across{-d.y, d.x, 0};
        const RobotCell cell(slider(Sphere{1}, {{1, 0, 0}, {0, 1, 0}}),
                             std::vector{ball(1, along * d + (2 - 1e-10) * across)});
        const JointPath path = straight({-far * d.x, -far * d.y}, {far * d.x, far * d.y});
        for (const PathGoal goal : {PathGoal::decide, PathGoal::measure})
            EXPECT_NE(path_clearance(cell, path, {.goal = goal}).answer, PathAnswer::free) << i;
    }
}

}  // namespace
}  // namespace graze::test
