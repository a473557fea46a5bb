// What `verify` shows of impacts of meshes: altered covers and impacts are refused, and the proof of a skin
// is none for a solid.
#include <gtest/gtest.h>

#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"

namespace graze::test {
namespace {

Shape mesh_of(const TriangleSoup& soup, MeshKind kind) {
    return Mesh::build(soup.vertices, soup.triangles, {.kind = kind}).value();
}

TEST(MeshImpactProof, FalseStatementsAreRefused) {
    const Moving ring{mesh_of(torus_mesh({0.7, 0.25, 10, 6}), MeshKind::surface),
                      TwistMotion{Pose::identity(), {}, {0.3, 0.2, 1}, {}}};
    const Moving block{Box{{0.2, 0.2, 0.2}}, LinearMotion{Pose::translation({2, 0, 0}), {-2, 0, 0}}};
    const CertifiedImpact good = certified_time_of_impact(ring, block);
    ASSERT_EQ(good.impact.answer, ImpactAnswer::contact);
    ASSERT_TRUE(verify(good, ring, block));
    ASSERT_GT(good.covers[0].cells.size(), 3u);
    std::vector<CertifiedImpact> bad(12, good);
    bad[0].covers.clear();
    bad[1].covers[0].cells.pop_back();
    bad[2].covers[0].steps.pop_back();
    bad[3].covers[0].cells[1].normal = -bad[3].covers[0].cells[1].normal;
    bad[4].covers[0].cells[0].time.lower += 1e-9;              // a gap in time
    bad[5].impact.time.lower = bad[5].impact.time.upper;       // later than shown
    bad[6].impact = {};                                        // a miss
    bad[7].impact.part_a = 10000;                              // no such part
    bad[8].impact.part_a = (bad[8].impact.part_a + 60) % 120;  // not the part that touches
    bad[9].covers[0].steps = {MovingCover::Step::done};        // nothing shown
    bad[10].covers[0].steps = {MovingCover::Step::cell, MovingCover::Step::done};
    bad[10].covers[0].cells = {
        {{0, good.impact.time.lower}, {1, 0, 0}}};  // the whole boxes are not apart so long
    bad[11].impact.proof = ContactProof::passage;
    for (std::size_t i = 0; i < bad.size(); ++i) EXPECT_FALSE(verify(bad[i], ring, block)) << i;
    EXPECT_FALSE(verify(good, block, ring)) << "the walk of another pair";
}

TEST(MeshImpactProof, ThatASkinIsPassedInsideIsNoProofForASolid) {
    const Shape skin = mesh_of(icosphere_mesh(1, 2), MeshKind::surface),
                solid = mesh_of(icosphere_mesh(1, 2), MeshKind::solid);
    const Shape hull =
        ConvexHull::build(
            std::vector<Vec3>{{0, 0, 0}, {0.6, 0, 0}, {0, 0.6, 0}, {0, 0, 0.6}, {0.4, 0.4, 0.4}})
            .value();
    for (const Shape& probe :
         {Shape(Sphere{0.1}), mesh_of(box_mesh({0.1, 0.1, 0.1}), MeshKind::solid), hull}) {
        const Moving inside{probe, TwistMotion{Pose::translation({-0.3, 0, 0}), {0.4, 0, 0}, {1, 2, 3}, {}}};
        const Moving shell{skin, TwistMotion{Pose::identity(), {}, {0, 0, 1}, {}}}, ball{solid, shell.motion};
        const CertifiedImpact within = certified_time_of_impact(shell, inside);
        EXPECT_EQ(within.impact.answer, ImpactAnswer::miss);
        EXPECT_TRUE(verify(within, shell, inside));
        EXPECT_FALSE(verify(within, ball, inside));
        const CertifiedImpact start = certified_time_of_impact(ball, inside);
        EXPECT_EQ(start.impact.time, (Interval{0, 0}));
        EXPECT_EQ(start.impact.proof, ContactProof::overlap);
        EXPECT_TRUE(verify(start, ball, inside));
        EXPECT_FALSE(verify(start, shell, inside));
        // From outside the solid is passed, or met, as its skin is; on pieces of a path and of a spline.
        for (const double height : {1.5, 0.4}) {
            const std::vector<Pose> path{Pose::translation({-3, height, 0}),
                                         Pose::from(Quat::from_axis_angle({1, 0, 0}, 1), {0, height, 0}),
                                         Pose::translation({3, height, 0})};
            for (const Motion& motion : {Motion(SampledMotion{path, {}}), Motion(SplineMotion{path, {}})}) {
                const Moving passing{probe, motion};
                const CertifiedImpact outside = certified_time_of_impact(passing, ball);
                EXPECT_EQ(outside.impact.hit, height < 1);
                EXPECT_TRUE(verify(outside, passing, ball));
                EXPECT_TRUE(verify(outside, passing, shell));
            }
        }
    }
}

}  // namespace
}  // namespace graze::test
