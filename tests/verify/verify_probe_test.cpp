// Probes of solids with many pieces: where a point is, decided by a segment that is followed through the
// tree, against the exact test of the inside; and how few triangles that may take.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/result/proof.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"
#include "solid/side_of.hpp"
#include "verify/verify_cover.hpp"

namespace graze::test {
namespace {

using verifying::locate_point;
using verifying::PointLocation;
using verifying::Probed;

std::vector<Vec3> grid_points(int side, double scale) {
    std::vector<Vec3> points;
    for (int i = 0; i < side * side * side; ++i)
        points.push_back(scale * Vec3{static_cast<double>(i % side), static_cast<double>(i / side % side),
                                      static_cast<double>(i / side / side)});
    return points;
}

/// One solid of side³ boxes, a unit apart, each a shell of its own.
Mesh grid_of_boxes(int side, double half, double scale = 1) {
    const TriangleSoup box = box_mesh(scale * Vec3{half, half, half});
    TriangleSoup all;
    for (const Vec3& at : grid_points(side, scale)) {
        const auto first = static_cast<std::uint32_t>(all.vertices.size());
        for (const Vec3& v : box.vertices) all.vertices.push_back(v + at);
        for (const auto& t : box.triangles)
            all.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    return *Mesh::build(all.vertices, all.triangles, {.kind = MeshKind::solid});
}

Mesh box_of_size(double half) {
    const TriangleSoup box = box_mesh({half, half, half});
    return *Mesh::build(box.vertices, box.triangles, {.kind = MeshKind::solid});
}

Compound compound_of_boxes(int side, double half) {
    std::vector<CompoundPart> parts;
    for (const Vec3& at : grid_points(side, 1))
        parts.push_back({Box{{half, half, half}}, Affine{Mat3::identity(), at}});
    return *Compound::build(parts);
}

TEST(VerifyProbe, TellsPointsAsTheExactTestDoes) {
    Random random(41);
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const Mesh boxes = grid_of_boxes(4, 0.35, scale);
        int located = 0, inside = 0;
        constexpr int kPoints = 300;
        for (int i = 0; i < kPoints; ++i) {
            const Placed solid{boxes, random.pose(2 * scale)};
            const PlacedParts parts(solid);
            const Vec3 point =
                solid.pose * (scale * Vec3{random.uniform(-0.5, 3.5), random.uniform(-0.5, 3.5),
                                           random.uniform(-0.5, 3.5)});
            const Vec3 target = solid.pose.position + 20 * scale * random.direction();
            const Probed probed = locate_point(enclose(point), target, parts);
            EXPECT_LE(probed.triangles, 200U);
            if (probed.where == PointLocation::unknown) continue;
            const PointSide side = side_of(boxes.data(), solid.pose, {nullptr, point});
            EXPECT_EQ(probed.where == PointLocation::inside, side != PointSide::outside);
            ++located;
            inside += side != PointSide::outside;
        }
        EXPECT_GE(located, kPoints - 3);
        EXPECT_GT(inside, kPoints / 5);
        EXPECT_LT(inside, kPoints / 2);
    }
}

TEST(VerifyProbe, IsUnknownWhenItEndsInTheBoxOrHitsAnEdge) {
    const Placed solid{grid_of_boxes(2, 0.25), Pose::identity()};
    const PlacedParts parts(solid);
    EXPECT_EQ(locate_point(enclose(Vec3{0.5, 0.5, 0.5}), {0.5, 0.5, 1.2}, parts).where,
              PointLocation::unknown);
    EXPECT_EQ(locate_point(enclose(Vec3{0, 0, 0}), {5, 5, 0}, parts).where, PointLocation::unknown);
    EXPECT_EQ(locate_point(enclose(Vec3{0, 0, 0}), {5, 0.1, 0.05}, parts).where, PointLocation::inside);
    EXPECT_EQ(locate_point(enclose(Vec3{0.5, 0.1, 0.05}), {5, 0.1, 0.05}, parts).where,
              PointLocation::outside);
}

/// Two interlocked grids of 729 shells, 8748 triangles each: with every probe against every triangle this
/// took 13 million looks.
TEST(VerifyProbe, TestsFewTrianglesOfManyPieces) {
    const Mesh mesh = grid_of_boxes(9, 0.2);
    const Pose shifted = Pose::translation({0.5, 0.5, 0.5});
    const Placed a{mesh, Pose::identity()}, b{mesh, shifted};
    for (const bool swapped : {false, true}) {
        const Placed& x = swapped ? b : a;
        const Placed& y = swapped ? a : b;
        const Verdict verdict = decide(x, y);
        EXPECT_EQ(verdict.answer, Answer::disjoint);
        EXPECT_TRUE(verify(verdict, x, y));
        EXPECT_EQ(relation(x, y), Relation::disjoint);
        const auto* cover = std::get_if<SeparatingCover>(&verdict.proof);
        ASSERT_NE(cover, nullptr);
        ASSERT_EQ(cover->outside.size(), 2U * 729);
        const PlacedParts in_x(x), in_y(y);
        std::uint64_t examined = 0;
        for (const SolidProbe& probe : cover->outside) examined += locate_point(probe, in_x, in_y).triangles;
        EXPECT_LT(examined, 2U * 729 * 60);
        // Without one of the probes its piece might be inside.
        Verdict lacking = verdict;
        std::get<SeparatingCover>(lacking.proof)
            .outside.erase(std::get<SeparatingCover>(lacking.proof).outside.begin() + 700);
        EXPECT_FALSE(verify(lacking, x, y));
    }
}

/// A solid is inside of its hull: where one plane separates the wholes, no piece needs a probe.
TEST(VerifyProbe, OnePlaneBetweenSolidsNeedsNoProbes) {
    const Mesh mesh = grid_of_boxes(9, 0.2);
    const Placed a{mesh, Pose::identity()}, b{mesh, Pose::translation({9.5, 0.5, 0.5})};
    const Verdict verdict = decide(a, b);
    EXPECT_EQ(verdict.answer, Answer::disjoint);
    EXPECT_TRUE(verify(verdict, a, b));
    const auto* cover = std::get_if<SeparatingCover>(&verdict.proof);
    ASSERT_NE(cover, nullptr);
    EXPECT_EQ(cover->steps.size(), 1U);
    EXPECT_TRUE(cover->outside.empty());
    // Not a plane between those that are interlocked, nor along another normal.
    EXPECT_FALSE(verify(verdict, a, {mesh, Pose::translation({0.5, 0.5, 0.5})}));
    Verdict tilted = verdict;
    std::get<SeparatingCover>(tilted.proof).normals.front() = {0, 1, 0};
    EXPECT_FALSE(verify(tilted, a, b));
    const Placed inner{box_of_size(0.1), Pose::identity()};
    EXPECT_FALSE(verify(verdict, a, inner));
}

TEST(VerifyProbe, ManyPiecesInsideOfManyParts) {
    const Placed large{grid_of_boxes(5, 0.3), Pose::identity()};
    const Placed small{compound_of_boxes(5, 0.1), Pose::identity()};
    EXPECT_EQ(relation(large, small), Relation::b_inside_a);
    EXPECT_EQ(relation(small, large), Relation::a_inside_b);
    // A cavity around one of the parts: all of the surface of the ball is inside of the mesh, and so is a
    // shell that the ball holds.
    TriangleSoup hollow = icosphere_mesh(10, 2);
    const TriangleSoup cavity = icosphere_mesh(0.05, 1);
    const auto first = static_cast<std::uint32_t>(hollow.vertices.size());
    hollow.vertices.insert(hollow.vertices.end(), cavity.vertices.begin(), cavity.vertices.end());
    for (const auto& t : cavity.triangles)
        hollow.triangles.push_back({t[0] + first, t[2] + first, t[1] + first});
    const Placed holed{*Mesh::build(hollow.vertices, hollow.triangles, {.kind = MeshKind::solid}),
                       Pose::translation({1, 2, 3})};
    EXPECT_EQ(relation(holed, small), Relation::overlapping);
    EXPECT_EQ(relation(small, holed), Relation::overlapping);
    EXPECT_EQ(relation({holed.shape, Pose::translation({1.5, 2, 3})}, small), Relation::b_inside_a);
}

}  // namespace
}  // namespace graze::test
