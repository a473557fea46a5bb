// Answers about paths where roundings are large: knots that are a few doubles apart, half-spaces far from
// their own origin, poses that are rotations only within what poses tolerate; and which links are tested.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "graze/robot/self_collision.hpp"
#include "oracle/cell_oracle.hpp"
#include "oracle/random.hpp"
#include "oracle/real.hpp"

namespace graze::test {
namespace {

RobotJoint joint_from(const char* name, JointType type, const char* parent, const char* child) {
    return {.name = name, .type = type, .parent = parent, .child = child};
}

/// A ball at the end of an arm of length 1 that turns about z.
Robot turning_ball(double radius) {
    RobotDescription d;
    d.links = {{"base"}, {"arm", {Placed{Sphere{radius}, Pose::translation({1, 0, 0})}}}};
    d.joints = {joint_from("a", JointType::continuous, "base", "arm")};
    return *Robot::build(d);
}

/// A ball that slides along z from a place.
Robot sliding_ball(const Vec3& at) {
    RobotDescription d;
    d.links = {{"base"}, {"ball", {Placed{Sphere{0.1}, Pose{}}}}};
    d.joints = {joint_from("a", JointType::prismatic, "base", "ball")};
    d.joints[0].origin = Pose::translation(at);
    return *Robot::build(d);
}

/// At rest until time 1, then three radians in `step`.
JointPath late_turn(double step) {
    const std::vector<Waypoint> points{{0, {0}}, {1, {0}}, {1 + step, {3}}};
    return JointPath::polyline(points);
}

std::vector<Obstacle> ball_on_the_arc(double angle, double radius) {
    return {{"o", Placed{Sphere{radius}, Pose::translation({std::cos(angle), std::sin(angle), 0})}}};
}

void expect_never_free(const RobotCell& cell, const JointPath& path, const std::string& what) {
    ASSERT_TRUE(cell.valid());
    ASSERT_TRUE(path.valid());
    for (const PathGoal goal : {PathGoal::decide, PathGoal::measure})
        EXPECT_NE(path_clearance(cell, path, {.goal = goal, .tolerance = 1e-10}).answer, PathAnswer::free)
            << what;
    const PathCertificate certificate = certify_path(cell, path);
    EXPECT_NE(certificate.path.answer, PathAnswer::free) << what;
    EXPECT_TRUE(verify(certificate, cell, path)) << what;
}

/// The middle of two times that are an odd number of doubles apart is nearer to one of them.
TEST(PathSoundness, KnotsAFewDoublesApart) {
    Random random(71);
    const Robot robot = turning_ball(5e-4);
    for (const int doubles : {3, 5, 7, 9, 11, 13, 17, 23, 31, 45}) {
        for (int k = 0; k < 8; ++k) {
            const double angle = random.uniform(0.2, 2.8);
            expect_never_free({robot, ball_on_the_arc(angle, 5e-4)}, late_turn(2 * doubles * 0x1p-53),
                              std::to_string(doubles) + " at " + std::to_string(angle));
        }
    }
    const Robot fine = turning_ball(1e-9);
    for (const double step : {1e-13, 1e-12, 1e-11, 1e-10, 1e-9})
        for (int k = 0; k < 8; ++k)
            expect_never_free({fine, ball_on_the_arc(random.uniform(0.2, 2.8), 1e-9)}, late_turn(step),
                              std::to_string(step));
}

/// Offset and position cancel: their roundings count, not only those of the height that is left.
TEST(PathSoundness, HalfSpacesFarFromTheirOrigin) {
    Random random(72);
    int hits = 0, free = 0;
    const Robot robot = sliding_ball({});
    const JointPath path = JointPath::linear(std::vector<double>{0}, std::vector<double>{1e-15});
    for (const double far : {1e6, 1e9, 1e12}) {
        for (int k = 0; k < 40; ++k) {
            const Vec3 n{0.3, 0.4, random.uniform(0.5, 2)};
            const Vec3 at = -(far / length(n)) * n;
            const double wide = k % 2 == 0 ? 4e-16 * far : 0.5;
            const double offset = -dot(n, at) - (0.1 + random.uniform(-wide, wide)) * length(n);
            // The plane is n·x = level: exact in these digits.
            Real level = Real(offset), squared = Real(0);
            for (std::size_t i = 0; i < 3; ++i) {
                level = level + Real(n[i]) * Real(at[i]);
                squared = squared + Real(n[i]) * Real(n[i]);
            }
            const double gap = static_cast<double>(-level / sqrt(squared)) - 0.1;
            const RobotCell cell(robot,
                                 std::vector<Obstacle>{{"o", {HalfSpace{n, offset}, Pose::translation(at)}}});
            const PathClearance answer = path_clearance(cell, path);
            const bool is_free = answer.answer == PathAnswer::free;
            EXPECT_FALSE(is_free && gap < -1e-14) << far << ' ' << gap;
            EXPECT_FALSE(is_free && answer.clearance.lower > gap) << far;
            const CellClearance now = clearance(cell, std::vector<double>{0});
            EXPECT_LE(now.distance.lower, gap + 1e-14) << far;
            EXPECT_GE(now.distance.upper, gap - 1e-14) << far;
            hits += answer.answer == PathAnswer::hit, free += answer.answer == PathAnswer::free;
        }
    }
    EXPECT_GT(hits, 10);
    EXPECT_GT(free, 10);
}

/// { R x + p : z <= 0 } is z <= 0, whatever R adds to x: the normal is R⁻ᵀ n, and not R n.
TEST(PathSoundness, HalfSpacesWithRoughRotations) {
    for (const double shear : {9e-7, -9e-7}) {
        const Robot robot = sliding_ball({100 * shear / std::abs(shear), 0, 0.1});
        Pose pose;
        pose.rotation.columns[2] = {shear, 0, 1};
        const RobotCell cell(robot, std::vector<Obstacle>{{"ground", {HalfSpace{{0, 0, 1}, 0}, pose}}});
        const auto down_to = [](double z) {
            return JointPath::linear(std::vector<double>{1e-3}, std::vector<double>{z});
        };
        expect_never_free(cell, down_to(-1e-5), "1e-5 deep");
        const PathClearance above =
            path_clearance(cell, down_to(1e-5), {.goal = PathGoal::decide, .tolerance = 1e-10});
        ASSERT_EQ(above.answer, PathAnswer::free);
        EXPECT_GT(above.clearance.lower, 0);
        EXPECT_LE(above.clearance.lower, 1e-5);
        EXPECT_FALSE(overlaps(cell, std::vector<double>{1e-5}));
        EXPECT_TRUE(overlaps(cell, std::vector<double>{-1e-5}));
    }
}

/// A sphere stretched by 4e-7: its margin is stretched too.
TEST(PathSoundness, MarginsUnderRoughRotations) {
    for (const double stretch : {4e-7, -4e-7}) {
        Pose pose;
        pose.rotation.columns[2] = {0, 0, 1 + stretch};
        const RobotCell cell(sliding_ball({0, 0, 1000.1 * (1 + stretch)}),
                             std::vector<Obstacle>{{"o", {Sphere{1000}, pose}}});
        // The top is 1000 (1 + stretch), the ball's lowest point 0.1 (1 + stretch) - 0.1 higher.
        const JointPath path = JointPath::linear(std::vector<double>{1e-3}, std::vector<double>{-1e-5});
        expect_never_free(cell, path, std::to_string(stretch));
    }
}

/// What was measured is at poses that are rounded, what it bounds is not.
TEST(PathSoundness, UpperBoundsContainTheDistance) {
    for (const double far : {1e3, 1e6, 1e9}) {
        RobotDescription d = sliding_ball({}).description();
        d.base.position = {far, far / 3, 0};
        const Vec3 at = d.base.position + Vec3{0, 0, 1};
        const RobotCell cell(*Robot::build(d),
                             std::vector<Obstacle>{{"o", {Sphere{0.1}, Pose::translation(at)}}});
        const JointPath path = JointPath::linear(std::vector<double>{0}, std::vector<double>{0.1});
        const PathClearance answer = path_clearance(cell, path);
        ASSERT_EQ(answer.answer, PathAnswer::free);
        EXPECT_GE(answer.clearance.upper, 0.7 + far * kEps);
    }
}

Placed small_box(const Vec3& at) { return {Box{{0.05, 0.05, 0.05}}, Pose::translation(at)}; }

/// Whether the cell tests two links, and whether the matrix calls them adjacent.
struct Tested {
    bool by_cell = false;
    bool adjacent = false;
};
Tested tested(const RobotDescription& description, const char* a, const char* b) {
    const auto robot = Robot::build(description);
    EXPECT_TRUE(robot.has_value()) << robot.error().message();
    const RobotCell cell(*robot, std::vector<Obstacle>{});
    Tested found;
    for (const BodyPair& pair : cell.model().link_pairs) {
        const std::string &x = cell.model().bodies[pair.a].name, &y = cell.model().bodies[pair.b].name;
        found.by_cell = found.by_cell || (x == a && y == b) || (x == b && y == a);
    }
    EXPECT_EQ(found.by_cell, !left_out(robot->description(), a, b));
    const auto x = robot->find_link(a).value(), y = robot->find_link(b).value();
    found.adjacent = self_collision_pair(*robot, std::min(x, y), std::max(x, y), {.samples = 10}).contact ==
                     LinkContact::adjacent;
    return found;
}

/// A wall of the world, and what moves in it. What slides or floats may go through its parent.
TEST(PathSoundness, OnlyTurningJointsMakeNeighbours) {
    for (const JointType type : {JointType::planar, JointType::floating, JointType::prismatic,
                                 JointType::revolute, JointType::continuous}) {
        RobotDescription d;
        d.links = {{"world", {small_box({2, 0, 0})}}, {"cart", {small_box({})}}};
        d.joints = {joint_from("base", type, "world", "cart")};
        if (type == JointType::prismatic) d.joints[0].axis = {1, 0, 0};
        const bool turns = type == JointType::revolute || type == JointType::continuous;
        const Tested found = tested(d, "world", "cart");
        EXPECT_EQ(found.by_cell, !turns) << to_string(type);
        EXPECT_EQ(found.adjacent, turns) << to_string(type);
        d.joints[0].neighbours = !turns;
        const RobotCell other(*Robot::build(d), std::vector<Obstacle>{});
        EXPECT_EQ(other.model().link_pairs.empty(), !turns) << "as the joint says";
        if (turns) continue;
        d.joints[0].neighbours.reset();
        const RobotCell cell(*Robot::build(d), std::vector<Obstacle>{});
        std::vector<double> start(cell.joint_count()), end = start;
        end[0] = 4;
        EXPECT_EQ(path_clearance(cell, JointPath::linear(start, end)).answer, PathAnswer::hit);
    }
}

/// Over a link without shapes: the cell leaves out what the matrix calls adjacent, and nothing else.
TEST(PathSoundness, CellAndMatrixAgreeOnNeighbours) {
    RobotDescription d;
    d.links = {{"torso", {small_box({0.5, 0, 0})}}, {"mount"}, {"arm", {small_box({0, 0.5, 0})}}};
    d.joints = {joint_from("f", JointType::fixed, "torso", "mount"),
                joint_from("a", JointType::revolute, "mount", "arm")};
    d.joints[1].limits = {-2, 2};
    Tested found = tested(d, "torso", "arm");
    EXPECT_FALSE(found.by_cell);
    EXPECT_TRUE(found.adjacent);
    d.joints[0].type = JointType::continuous;
    found = tested(d, "torso", "arm");
    EXPECT_TRUE(found.by_cell) << "two joints move between them";
    EXPECT_FALSE(found.adjacent);
    Random random(73);
    std::size_t adjacent = 0, others = 0;
    for (int round = 0; round < 60; ++round) {
        RobotDescription chain;
        for (int i = 0; i < 6; ++i) {
            RobotLink link{"link " + std::to_string(i)};
            if (random.chance(0.6)) link.shapes.push_back(small_box(random.in_cube(2)));
            chain.links.push_back(link);
            if (i == 0) continue;
            const std::string parent = "link " + std::to_string(random.index(static_cast<std::size_t>(i)));
            chain.joints.push_back(joint_from(("j" + std::to_string(i)).c_str(),
                                              static_cast<JointType>(random.index(6)), parent.c_str(),
                                              link.name.c_str()));
        }
        for (int i = 0; i < 6; ++i) {
            for (int j = i + 1; j < 6; ++j) {
                const RobotLink &a = chain.links[static_cast<std::size_t>(i)],
                                &b = chain.links[static_cast<std::size_t>(j)];
                if (a.shapes.empty() || b.shapes.empty()) continue;
                const Tested both = tested(chain, a.name.c_str(), b.name.c_str());
                EXPECT_FALSE(both.by_cell && both.adjacent) << a.name << ' ' << b.name;
                ++(both.adjacent ? adjacent : others);
            }
        }
    }
    EXPECT_GT(adjacent, 30U);
    EXPECT_GT(others, 100U);
}

/// A tool without shapes carries a part, which may touch that tool, and nothing of the arm.
TEST(PathSoundness, AttachedBodiesAreTestedAgainstTheArm) {
    RobotDescription d;
    d.links = {{"base"}, {"arm", {small_box({0.5, 0, 0})}}, {"tool"}};
    d.joints = {joint_from("a", JointType::revolute, "base", "arm"),
                joint_from("b", JointType::revolute, "arm", "tool")};
    d.joints[1].origin = Pose::translation({1, 0, 0});
    d.attached = {{.name = "part", .link = "tool", .shapes = {small_box({0.5, 0, 0})}}};
    EXPECT_TRUE(tested(d, "arm", "part").by_cell);
    d.attached[0].may_touch = {"arm"};
    const auto robot = Robot::build(d);
    EXPECT_EQ(robot->exempt(1, 3), Robot::Exempt::excluded);
}

}  // namespace
}  // namespace graze::test
