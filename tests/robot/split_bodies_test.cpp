// Bodies that are not convex are searched by pairs of their parts along a path, which certificates are not:
// both searches have the same contract, so their answers agree. GRAZE_SPLIT_PATHS makes it a long run.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/robot/robot_cell.hpp"
#include "oracle/random.hpp"
#include "oracle/run_size.hpp"

namespace graze::test {
namespace {

/// Deep rings and bodies with waists: their hulls overlap long before they do.
Shape concave(Random& random, double size, MeshKind kind) {
    if (random.index(2) == 0) {
        const TriangleSoup ring = torus_mesh({.major_radius = size,
                                              .minor_radius = random.uniform(0.15, 0.4) * size,
                                              .rings = 12,
                                              .sides = 6});
        return Mesh::build(ring.vertices, ring.triangles, {.kind = kind}).value();
    }
    TriangleSoup soup = icosphere_mesh(size, static_cast<std::uint32_t>(1 + random.index(2)));
    for (Vec3& v : soup.vertices) {
        const double along = v.z / size;
        v.x *= 0.3 + 0.7 * along * along;
        v.y *= 0.3 + 0.7 * along * along;
    }
    return Mesh::build(soup.vertices, soup.triangles, {.kind = kind}).value();
}

Shape obstacle(Random& random) {
    switch (random.index(4)) {
        case 0: return Box{{0.05, 0.1, 0.25}};
        case 1: return Cylinder{0.05, 0.2};
        case 2: return Sphere{0.1};
        default: return concave(random, 0.2, random.index(2) == 0 ? MeshKind::solid : MeshKind::surface);
    }
}

/// Three links in a row among obstacles around them.
RobotCell concave_cell(Random& random) {
    RobotDescription arm{.name = "arm", .links = {{.name = "l0"}}};
    for (int i = 1; i <= 3; ++i) {
        const std::string number = std::to_string(i), before = "l" + std::to_string(i - 1);
        arm.links.push_back({.name = "l" + number,
                             .shapes = {{concave(random, 0.12, MeshKind::solid),
                                         Pose::from(random.rotation(), {0.2, 0, 0})}}});
        arm.joints.push_back({.name = "j" + number,
                              .type = JointType::revolute,
                              .parent = before,
                              .child = "l" + number,
                              .origin = Pose::from(random.rotation(), {i == 1 ? 0 : 0.4, 0, 0}),
                              .limits = {-3, 3}});
    }
    std::vector<Obstacle> obstacles;
    for (int i = 0; i < 5; ++i) {
        const Vec3 place = 0.5 * random.direction();
        obstacles.push_back(
            {"obstacle " + std::to_string(i), {obstacle(random), Pose::from(random.rotation(), place)}});
    }
    const CellOptions options{.default_padding = random.index(3) == 0 ? 0.004 : 0};
    return RobotCell(Robot::build(std::move(arm)).value(), obstacles, options);
}

/// From a configuration that is free, if one is found soon.
JointPath short_path(Random& random, const RobotCell& cell) {
    std::vector<double> start(3), end(3);
    for (int tries = 0; tries < 20; ++tries) {
        for (double& value : start) value = random.uniform(-3, 3);
        if (!overlaps(cell, start)) break;
    }
    for (std::size_t i = 0; i < 3; ++i) end[i] = start[i] + random.uniform(-1.2, 1.2);
    return JointPath::linear(start, end);
}

/// A cell takes longer to build than its paths.
constexpr std::size_t kPathsInCell = 8;

void expect_agreement(const PathClearance& split, const PathClearance& whole) {
    if (split.answer == PathAnswer::open || whole.answer == PathAnswer::open) return;
    ASSERT_EQ(split.answer, whole.answer);
    if (split.answer == PathAnswer::hit) {
        EXPECT_LE(std::max(split.time.lower, whole.time.lower), std::min(split.time.upper, whole.time.upper));
    } else {
        EXPECT_LE(std::max(split.clearance.lower, whole.clearance.lower),
                  std::min(split.clearance.upper, whole.clearance.upper) + 1e-12);
    }
}

TEST(SplitBodies, AnswerLikeWholeOnes) {
    Random random(91);
    std::size_t hits = 0, free = 0, open = 0;
    const std::size_t paths = run_size("GRAZE_SPLIT_PATHS", 60);
    RobotCell cell = concave_cell(random);
    for (std::size_t i = 0; i < paths; ++i) {
        if (i % kPathsInCell == 0) cell = concave_cell(random);
        ASSERT_TRUE(cell.valid()) << cell.fault()->message();
        const JointPath path = short_path(random, cell);
        const PathOptions options{.wanted = i % 3 == 0 ? 0.01 : 0,
                                  .goal = i % 2 == 0 ? PathGoal::decide : PathGoal::measure};
        SCOPED_TRACE(i);
        const PathClearance split = path_clearance(cell, path, options);
        const PathCertificate whole = certify_path(cell, path, options);
        expect_agreement(split, whole.path);
        EXPECT_TRUE(verify(whole, cell, path));
        hits += split.answer == PathAnswer::hit ? 1 : 0;
        free += split.answer == PathAnswer::free ? 1 : 0;
        open += split.answer == PathAnswer::open ? 1 : 0;
    }
    EXPECT_GT(hits, paths / 5);
    EXPECT_GT(free, paths / 5);
    EXPECT_LE(open, paths / 50);
}

TEST(SplitBodies, ContactsTakeFewDistances) {
    Random random(92);
    std::vector<std::uint32_t> separations;
    RobotCell cell = concave_cell(random);
    for (std::size_t i = 1; separations.size() < 40; ++i) {
        if (i % kPathsInCell == 0) cell = concave_cell(random);
        const JointPath path = short_path(random, cell);
        const PathClearance found = path_clearance(cell, path, {.goal = PathGoal::decide});
        if (found.answer == PathAnswer::hit && found.time.lower > 0)
            separations.push_back(found.work.separations);
    }
    std::ranges::sort(separations);
    EXPECT_LE(separations[20], 200U);
    EXPECT_LE(separations[36], 800U);
}

}  // namespace
}  // namespace graze::test
