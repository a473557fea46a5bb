// Which weld would close the open edges of a mesh: the least tolerance, at every scale, and none for holes.
#include <gtest/gtest.h>

#include "graze/mesh/mesh.hpp"
#include "graze/solid/doctor.hpp"
#include "mesh/facets.hpp"

namespace graze::test {
namespace {

WeldReport weld(TriangleSoup& soup, double relative) {
    return weld_seams(soup.vertices, soup.triangles, relative);
}

bool is_solid(const TriangleSoup& soup) {
    return Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid}).has_value();
}

TEST(FindWeld, NamesTheLeastToleranceThatClosesAMesh) {
    Random random(23);
    for (const double by : {3e-13, 2e-8, 4e-7, 3e-5}) {
        const TriangleSoup facets = facets_of(gear_mesh({}), by, random);
        const WeldHint hint = find_weld(facets.vertices, facets.triangles);
        EXPECT_EQ(hint.leaves, 0U) << by;
        EXPECT_EQ(hint.closes, 3 * facets.triangles.size()) << by;
        EXPECT_GT(hint.relative, 0.3 * by) << by;
        EXPECT_LT(hint.relative, 3 * by) << by;
        TriangleSoup welded = facets;
        EXPECT_EQ(weld(welded, hint.relative).open_edges_left(), 0U) << by;
        EXPECT_TRUE(is_solid(welded)) << by;
    }
}

/// Also above a thousandth of the size, and between what was welded before and ten times that.
TEST(FindWeld, FindsTolerancesOfEverySize) {
    Random random(31);
    for (const double by : {2e-3, 8e-3, 2e-2}) {
        const TriangleSoup facets = facets_of(box_mesh({1, 1, 1}), by, random);
        const WeldHint hint = find_weld(facets.vertices, facets.triangles);
        EXPECT_EQ(hint.leaves, 0U) << by;
        EXPECT_LT(hint.relative, 3 * by) << by;
        TriangleSoup welded = facets;
        EXPECT_EQ(weld(welded, hint.relative).open_edges_left(), 0U) << by;
        EXPECT_TRUE(is_solid(welded)) << by;
    }
    const TriangleSoup facets = facets_of(box_mesh({1, 1, 1}), 3e-6, random);
    TriangleSoup welded = facets;
    ASSERT_GT(weld(welded, 1e-6).open_edges_left(), 0U);
    const WeldHint hint = find_weld(welded.vertices, welded.triangles, 1e-6);
    EXPECT_EQ(hint.leaves, 0U);
    EXPECT_GT(hint.relative, 1e-6);
    EXPECT_LT(hint.relative, 1e-5);
}

/// A gap of 0.004 beside faces 0.006 wide: a hundredth would make those degenerate, a thousandth is too
/// small.
TEST(FindWeld, FindsATightToleranceBetweenSeamsAndFeatures) {
    TriangleSoup strip;  // two halves of a plate, with narrow faces on both sides of the gap
    const auto vertical = [&](double x) {
        strip.vertices.insert(strip.vertices.end(), {{x, 0, 0}, {x, 1, 0}});
    };
    const auto quad = [&](std::uint32_t left) {  // between two verticals
        strip.triangles.insert(strip.triangles.end(),
                               {{left, left + 2, left + 3}, {left, left + 3, left + 1}});
    };
    for (const double x : {0.0, 0.494, 0.5, 0.504, 0.51, 1.0}) vertical(x);
    for (const std::uint32_t left : {0U, 2U, 6U, 8U}) quad(left);
    const WeldHint hint = find_weld(strip.vertices, strip.triangles);
    EXPECT_EQ(hint.closes, 2U);
    EXPECT_NEAR(hint.relative, 0.004, 2e-4);
    EXPECT_FALSE(hint.gave_up);
    TriangleSoup wide = strip;
    EXPECT_EQ(weld(wide, 0.01).seams, 0U);
    EXPECT_EQ(weld(strip, hint.relative).seams, 1U);
}

TEST(FindWeld, SaysThatHolesAreNoSeams) {
    TriangleSoup ball = icosphere_mesh(1, 3);
    ball.triangles.resize(ball.triangles.size() - 5);
    const WeldHint hint = find_weld(ball.vertices, ball.triangles);
    EXPECT_EQ(hint.relative, 0);
    EXPECT_EQ(hint.closes, 0U);
    EXPECT_FALSE(hint.gave_up);
    EXPECT_NE(examine(ball.vertices, ball.triangles).text().find("no weld would close them"),
              std::string::npos);
    EXPECT_EQ(hint.leaves, examine(ball.vertices, ball.triangles).find(MeshFault::open_edge)->count);
    Random random(29);
    const TriangleSoup facets = facets_of(ball, 1e-7, random);
    const WeldHint some = find_weld(facets.vertices, facets.triangles);
    EXPECT_EQ(some.leaves, hint.leaves);
    EXPECT_EQ(some.closes + some.leaves, 3 * facets.triangles.size());
    EXPECT_GT(some.relative, 0);
}

}  // namespace
}  // namespace graze::test
