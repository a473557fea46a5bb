// What stands on something: a base and its table that touch but for rounding are no part of answers, deeper
// ones are hits, and nothing that moves is left out.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/robot/robot_cell.hpp"

namespace graze::test {
namespace {

/// A base of 0.2 m height that stands at z = 0, and an arm that turns above it.
Robot robot_on(const Shape& base = Box{{0.1, 0.1, 0.1}}, double height = 0.1) {
    RobotDescription d{.name = "arm"};
    d.links = {{.name = "base", .shapes = {{base, Pose::translation({0, 0, height})}}},
               {.name = "boom", .shapes = {{Capsule{0.03, 0.3}, Pose::translation({0, 0, 0.5})}}}};
    d.joints = {{.name = "turn",
                 .type = JointType::revolute,
                 .parent = "base",
                 .child = "boom",
                 .origin = Pose::translation({0, 0, 0.3}),
                 .axis = {1, 0, 0},
                 .limits = {-3, 3}}};
    return *Robot::build(std::move(d));
}

Obstacle table(double top) { return {"table", {Box{{1, 1, 0.05}}, Pose::translation({0, 0, top - 0.05})}}; }

const JointPath kMove = JointPath::linear(std::vector{-0.5}, std::vector{0.5});

TEST(Resting, ContactByRoundingIsLeftOut) {
    for (const double top : {0.0, 1e-16, -1e-16, 1e-9, -1e-9, 5e-7, -5e-7}) {
        const RobotCell cell(robot_on(), std::vector{table(top)});
        ASSERT_EQ(cell.model().resting, (std::vector<BodyPair>{{0, 2}})) << top;
        EXPECT_EQ(cell.model().allowed, cell.model().resting);
        EXPECT_FALSE(overlaps(cell, std::vector{0.0}));
        const PathCertificate proof = certify_path(cell, kMove);
        EXPECT_EQ(proof.path.answer, PathAnswer::free);
        EXPECT_GT(proof.path.clearance.lower, 0.3) << "of the boom";
        EXPECT_TRUE(verify(proof, cell, kMove));
    }
}

TEST(Resting, DeeperAndFartherOnesAreTested) {
    for (const double top : {1e-3, 1e-5, -1e-5, -0.1}) {
        const RobotCell cell(robot_on(), std::vector{table(top)});
        EXPECT_TRUE(cell.model().resting.empty()) << top;
        const PathClearance path = path_clearance(cell, kMove);
        EXPECT_EQ(path.answer, top > 0 ? PathAnswer::hit : PathAnswer::free) << top;
        EXPECT_EQ(path.pair, (BodyPair{0, 2}));
    }
}

/// Its feet stand at z = 0, apart from each other: a box under it touches the convex hull alone.
Shape arch() {
    TriangleSoup soup;
    for (const double x : {-0.4, 0.4}) {
        const TriangleSoup foot = box_mesh({0.1, 0.1, 0.1});
        const auto first = static_cast<std::uint32_t>(soup.vertices.size());
        for (const Vec3& v : foot.vertices) soup.vertices.push_back(v + Vec3{x, 0, 0});
        for (const auto& [i, j, k] : foot.triangles)
            soup.triangles.push_back({first + i, first + j, first + k});
    }
    return *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::surface});
}

TEST(Resting, WhatIsApartUnderAnArchIsTested) {
    const auto under = [](double half) {
        return std::vector{Obstacle{"box", {Box{{half, 0.05, 0.05}}, Pose::translation({0, 0, -0.05})}}};
    };
    const RobotCell apart(robot_on(arch()), under(0.27));
    EXPECT_TRUE(apart.model().resting.empty());
    const CellClearance gap = clearance(apart, std::vector{0.0});
    EXPECT_EQ(gap.pair, (BodyPair{0, 2}));
    EXPECT_NEAR(gap.distance.lower, 0.03, 1e-6);
    EXPECT_EQ(RobotCell(robot_on(arch()), under(0.35)).model().resting.size(), 1U) << "below both feet";
}

TEST(Resting, IsTestedOnRequest) {
    const RobotCell cell(robot_on(), std::vector{table(0)}, {.leave_out_resting = false});
    EXPECT_TRUE(cell.model().resting.empty());
    EXPECT_TRUE(overlaps(cell, std::vector{0.0}));
    EXPECT_NE(path_clearance(cell, kMove).answer, PathAnswer::free);
}

TEST(Resting, PaddingDoesNotCount) {
    const RobotCell cell(robot_on(), std::vector{table(0)}, {.default_padding = 0.01});
    EXPECT_EQ(cell.model().resting.size(), 1U);
    const RobotCell near(robot_on(), std::vector{table(-0.005)}, {.default_padding = 0.01});
    EXPECT_TRUE(near.model().resting.empty());
    EXPECT_EQ(path_clearance(near, kMove).answer, PathAnswer::hit);
}

TEST(Resting, MeshesAndCompoundsStandToo) {
    const TriangleSoup box = box_mesh({0.1, 0.1, 0.1});
    const Shape mesh = *Mesh::build(box.vertices, box.triangles, {.kind = MeshKind::surface});
    std::vector<CompoundPart> parts;
    parts.push_back({Box{{0.5, 0.5, 0.05}}, Affine::from(Pose::translation({0, 0, -0.05}))});
    parts.push_back({Box{{0.05, 0.05, 0.5}}, Affine::from(Pose::translation({0.4, 0.4, -0.6}))});
    const Obstacle bench{"bench", {*Compound::build(parts), {}}};
    for (const Shape& base : {Shape(Box{{0.1, 0.1, 0.1}}), mesh}) {
        EXPECT_EQ(RobotCell(robot_on(base), std::vector{bench}).model().resting.size(), 1U);
        const RobotCell sunk(robot_on(base, 0.05), std::vector{bench});
        EXPECT_TRUE(sunk.model().resting.empty()) << "surfaces that cross are not in rest";
        EXPECT_EQ(path_clearance(sunk, kMove).answer, PathAnswer::hit);
    }
}

TEST(Resting, HalfSpacesAndOtherRobotsCarryBases) {
    const Obstacle floor{"floor", {HalfSpace{{0, 0, 1}, 0}, {}}};
    EXPECT_EQ(RobotCell(robot_on(), std::vector{floor}).model().resting.size(), 1U);
    RobotDescription d = robot_on().description();
    d.base = Pose::translation({0.2, 0, 0});
    const std::vector<Robot> two{robot_on(), *Robot::build(std::move(d))};
    const RobotCell cell(two, std::vector<Obstacle>{});
    EXPECT_EQ(cell.model().resting, (std::vector<BodyPair>{{0, 2}}));
    for (const BodyPair& pair : cell.model().link_pairs) EXPECT_NE(pair, (BodyPair{0, 2}));
    EXPECT_FALSE(overlaps(cell, std::vector{0.0, 0.0}));
}

TEST(Resting, WhatMovesIsNeverLeftOut) {
    // The boom's foot touches a shelf at the start, and leaves it.
    const Obstacle shelf{"shelf", {Box{{0.1, 0.1, 0.1}}, Pose::translation({0, 0, 0.37})}};
    const RobotCell cell(robot_on(), std::vector{shelf});
    EXPECT_TRUE(cell.model().resting.empty());
    EXPECT_EQ(path_clearance(cell, kMove).answer, PathAnswer::hit);
}

/// A list that calls something resting that moves is no cell that a certificate could be about.
TEST(Resting, ListsOfWhatMovesAreNotVerified) {
    const Obstacle post{"post", {Sphere{0.1}, Pose::translation({1, 0, 0.5})}};
    const RobotCell cell(robot_on(), std::vector{table(0), post});
    CellModel model = cell.model();
    PathCertificate proof = certify_path(cell, kMove);
    ASSERT_EQ(model.resting, (std::vector<BodyPair>{{0, 2}}));
    ASSERT_TRUE(verify(proof, model, kMove));
    // Boom and post: allowed by an option they may be left out, called resting they may not.
    std::erase_if(proof.pairs, [](const PathPair& pair) { return pair.pair == BodyPair{1, 3}; });
    EXPECT_FALSE(verify(proof, model, kMove));
    model.allowed.push_back({1, 3});
    proof.digest = digest_of(model, kMove);
    ASSERT_TRUE(verify(proof, model, kMove));
    model.resting.push_back({1, 3});
    EXPECT_FALSE(verify(proof, model, kMove));
    model.resting.back() = {0, 3};
    EXPECT_FALSE(verify(proof, model, kMove)) << "it is tested";
    model.resting.back() = {0, 9};
    EXPECT_FALSE(verify(proof, model, kMove)) << "there is none";
    model.resting.pop_back();
    EXPECT_TRUE(verify(proof, model, kMove));
}

}  // namespace
}  // namespace graze::test
