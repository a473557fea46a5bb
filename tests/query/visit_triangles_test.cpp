// Pairs of triangles that intersect, one by one: the same as the list, until the visitor stops.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"

namespace graze::test {
namespace {

Shape surface_of(const TriangleSoup& soup) { return *Mesh::build(soup.vertices, soup.triangles); }

TEST(VisitIntersectingTriangles, AreVisitedOneByOneUntilTheVisitorStops) {
    const Placed a{surface_of(icosphere_mesh(1, 3)), Pose::identity()};
    const Placed b{surface_of(torus_mesh({1, 0.3, 40, 20})), Pose::translation({0.2, 0, 0})};
    const std::vector<TrianglePair> list = intersecting_triangles(a, b);
    ASSERT_GT(list.size(), 100U);
    std::set<std::pair<std::uint32_t, std::uint32_t>> visited;
    EXPECT_TRUE(visit_intersecting_triangles(a, b, [&](const TrianglePair& pair) {
        EXPECT_TRUE(visited.insert({pair.triangle_a, pair.triangle_b}).second);
        return Continue::yes;
    }));
    EXPECT_EQ(visited.size(), list.size());
    for (const TrianglePair& pair : list) EXPECT_TRUE(visited.contains({pair.triangle_a, pair.triangle_b}));
    std::size_t count = 0;
    EXPECT_FALSE(visit_intersecting_triangles(
        a, b, [&](const TrianglePair&) { return ++count < 10 ? Continue::yes : Continue::no; }));
    EXPECT_EQ(count, 10U);
    const Placed ball{Sphere{1}, Pose::identity()};
    EXPECT_TRUE(visit_intersecting_triangles(a, ball, [&](const TrianglePair&) {
        ADD_FAILURE() << "a ball has no triangles";
        return Continue::yes;
    }));
}

}  // namespace
}  // namespace graze::test
