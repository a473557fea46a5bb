// Matrices of random robots, and of several threads.
#include "graze/robot/self_collision.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "oracle/random.hpp"
#include "robot/arms.hpp"
#include "robot/matrix_law.hpp"

namespace graze::test {
namespace {

Shape random_shape(Random& random) {
    const double size = random.uniform(0.05, 0.25);
    std::vector<Vec3> points;
    for (int i = 0; i < 12; ++i) points.push_back(random.in_cube(size));
    switch (random.index(7)) {
        case 0: return Sphere{size};
        case 1: return Box{size * Vec3{1, 0.5, 0.7}};
        case 2: return Capsule{0.5 * size, size};
        case 3: return Cone{size, size};
        case 4: return box_of(size * Vec3{1, 0.6, 0.3}, MeshKind::solid);
        case 5: return fork_of_boxes();
        default: return ConvexHull::build(points).value();
    }
}

/// A tree of links, each on a random one before it.
Robot random_robot(Random& random) {
    RobotDescription d;
    for (int i = 0; i < 6; ++i) {
        RobotLink link{"link " + std::to_string(i)};
        const Vec3 along{0, 0, random.uniform(0, 0.3)};
        if (random.chance(0.8)) link.shapes.push_back({random_shape(random), shifted(along)});
        if (random.chance(0.2)) link.shapes.push_back({random_shape(random), random.pose(0.2)});
        d.links.push_back(link);
        if (i == 0) continue;
        RobotJoint joint;
        joint.name = "joint " + std::to_string(i);
        joint.type = random.chance(0.6) ? JointType::revolute
                                        : std::array{JointType::prismatic, JointType::continuous,
                                                     JointType::fixed}[random.index(3)];
        joint.parent =
            "link " + std::to_string(random.chance(0.7)
                                         ? i - 1
                                         : static_cast<int>(random.index(static_cast<std::size_t>(i))));
        joint.child = link.name;
        joint.origin = Pose::from(random.rotation(), random.uniform(0.2, 0.5) * random.direction());
        joint.axis = random.chance(0.5) ? Vec3{0, 1, 0} : random.direction();
        const double low = random.uniform(-2, 1);
        joint.limits = {low, low + random.uniform(0, 2)};
        if (joint.type == JointType::prismatic) joint.limits = {-0.2, 0.1};
        if (joint.type == JointType::prismatic && random.chance(0.2)) joint.limits = Interval::everything();
        if (joint.type == JointType::revolute && random.chance(0.1)) joint.limits.upper = kInfinity;
        // Of any type after any type, by whole multiples and others.
        if (joint.type != JointType::fixed && i > 1 && random.chance(0.3)) {
            const RobotJoint& leader = d.joints[random.index(d.joints.size())];
            if (leader.type == JointType::fixed) {
                d.joints.push_back(joint);
                continue;
            }
            joint.limits = Interval::everything();
            const double times =
                random.chance(0.5) ? random.uniform(-1, 1) : static_cast<double>(random.index(5)) - 2;
            joint.mimic = JointMimic{leader.name, times, random.uniform(-1, 1)};
        }
        d.joints.push_back(joint);
    }
    return Robot::build(d).value();
}

TEST(SelfCollision, RandomRobots) {
    Random random(21);
    std::array<int, 5> count{};
    int partial = 0;
    for (int round = 0; round < 40; ++round) {
        const Robot robot = random_robot(random);
        SelfCollisionOptions options;
        options.samples = 300;
        options.max_boxes = 1000;
        const SelfCollisionMatrix matrix = self_collision_matrix(robot, options);
        for (const SelfCollisionPair& pair : matrix.pairs) {
            ++count[static_cast<std::size_t>(pair.contact)];
            partial += !pair.complete();
        }
        expect_true(matrix, robot, 500);
    }
    EXPECT_GT(partial, 5) << "proofs about a part of what the robot may do";
    EXPECT_GT(count[static_cast<std::size_t>(LinkContact::never)], 60);
    EXPECT_GT(count[static_cast<std::size_t>(LinkContact::sometimes)], 60);
    EXPECT_GT(count[static_cast<std::size_t>(LinkContact::always)], 0);
    EXPECT_LT(count[static_cast<std::size_t>(LinkContact::unknown)], 40);
}

bool same(const SelfCollisionPair& a, const SelfCollisionPair& b) {
    if (a.link_a != b.link_a || a.link_b != b.link_b || a.contact != b.contact || a.example != b.example ||
        a.samples != b.samples || a.closest != b.closest || a.boxes != b.boxes ||
        a.proof.walks.size() != b.proof.walks.size())
        return false;
    for (std::size_t i = 0; i < a.proof.walks.size(); ++i) {
        const LinkProof::Walk &x = a.proof.walks[i], &y = b.proof.walks[i];
        if (x.steps != y.steps || x.witnesses.size() != y.witnesses.size()) return false;
        for (std::size_t k = 0; k < x.witnesses.size(); ++k)
            if (x.witnesses[k].vector != y.witnesses[k].vector ||
                x.witnesses[k].frame != y.witnesses[k].frame)
                return false;
    }
    return true;
}

TEST(SelfCollision, ThreadsDoNotMatter) {
    const Robot robot = Robot::build(gripper_arm()).value();
    SelfCollisionOptions options;
    options.samples = 2000;
    const SelfCollisionMatrix one = self_collision_matrix(robot, options);
    for (const unsigned threads : {2U, 0U}) {
        options.threads = threads;
        const SelfCollisionMatrix more = self_collision_matrix(robot, options);
        ASSERT_EQ(more.pairs.size(), one.pairs.size());
        for (std::size_t i = 0; i < one.pairs.size(); ++i)
            EXPECT_TRUE(same(one.pairs[i], more.pairs[i])) << i;
    }
}

}  // namespace
}  // namespace graze::test
