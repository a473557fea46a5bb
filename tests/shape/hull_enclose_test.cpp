// The part of hull building that does not rely on Qhull: growing from a tetrahedron, and what counts as
// convex.
#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <vector>

#include "graze/math/predicates.hpp"
#include "oracle/random.hpp"
#include "shape/hull/hull_build.hpp"

namespace graze::test {
namespace {

using hulls::Surface;
using Points = std::vector<Vec3>;

std::vector<std::uint32_t> all_of(const Points& points) {
    std::vector<std::uint32_t> indices(points.size());
    std::iota(indices.begin(), indices.end(), 0U);
    return indices;
}

std::set<std::uint32_t> corners_of(const Surface& surface) {
    std::set<std::uint32_t> corners;
    for (const auto& t : surface.triangles) corners.insert(t.begin(), t.end());
    return corners;
}

/// Grown from the tetrahedron of the point set's extremes with no tolerance: every point must end up inside.
Surface grow(const Points& points) {
    auto surface = hulls::tetrahedron_surface(hulls::measure_spread(points).base, points);
    EXPECT_TRUE(surface.has_value());
    EXPECT_TRUE(hulls::is_convex(*surface, points));
    EXPECT_EQ(hulls::enclose(*surface, points, all_of(points), 0), 0);
    EXPECT_TRUE(hulls::is_convex(*surface, points));
    for (const auto& t : surface->triangles)
        for (const Vec3& p : points)
            EXPECT_NE(orient3d(points[t[0]], points[t[1]], points[t[2]], p), Sign::positive);
    const auto relinked = hulls::link_surface(surface->triangles);
    EXPECT_TRUE(relinked.has_value() && relinked->across == surface->across);
    return *surface;
}

TEST(HullEnclose, GrowsToTheHullOfBuild) {
    Random random(1);
    for (int k = 0; k < 60; ++k) {
        Points points;
        const std::size_t count = 5 + random.index(50);
        for (std::size_t i = 0; i < count; ++i)
            points.push_back(random.chance(0.5) ? random.direction() : random.in_cube(1));
        const auto built = ConvexHull::build(points);
        ASSERT_TRUE(built.has_value());
        const std::set<std::uint32_t> corners = corners_of(grow(points));
        EXPECT_EQ(std::vector<std::uint32_t>(corners.begin(), corners.end()), built->data().source);
    }
}

TEST(HullEnclose, NeedlesAndPlates) {
    Random random(2);
    for (int k = 0; k < 100; ++k) {
        const double y = random.log_uniform(1e-11, 1), z = random.log_uniform(1e-11, 1);
        const Pose pose = random.pose(1);
        Points points;
        for (int i = 0; i < 25; ++i) points.push_back(pose * hadamard(Vec3{1, y, z}, random.in_cube(1)));
        grow(points);
    }
}

TEST(HullEnclose, FindsTheCornersThatAreNoVertices) {
    Random random(3);
    for (int k = 0; k < 40; ++k) {
        Points points;
        for (int i = 0; i < 27; ++i) points.push_back({i % 3 * 1.0, i / 3 % 3 * 1.0, i / 9 * 1.0});
        for (std::size_t i = points.size(); i > 1; --i) std::swap(points[i - 1], points[random.index(i)]);
        const Surface surface = grow(points);
        std::set<std::uint32_t> corners = corners_of(surface);
        for (const std::uint32_t i : hulls::redundant_corners(surface, points)) corners.erase(i);
        ASSERT_EQ(corners.size(), 8U);
        for (const std::uint32_t i : corners)
            for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NE(points[i][axis], 1);
    }
}

TEST(HullEnclose, ToleranceLeavesOutAndReports) {
    Points points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.25, 0.25, -1e-6}, {-0.5, 0.25, 0.25}};
    auto surface = hulls::tetrahedron_surface({0, 1, 2, 3}, points);
    ASSERT_TRUE(surface.has_value());
    EXPECT_NEAR(hulls::enclose(*surface, points, all_of(points), 1e-5), 1e-6, 1e-14);
    EXPECT_EQ(corners_of(*surface), (std::set<std::uint32_t>{1, 2, 3, 5, 0}));
}

TEST(HullSurface, FlatTetrahedraAreRefused) {
    const Points points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    EXPECT_FALSE(hulls::tetrahedron_surface({0, 1, 2, 3}, points).has_value());
}

TEST(HullSurface, OpenAndDoubledSurfacesDoNotLink) {
    EXPECT_FALSE(hulls::link_surface({{0, 1, 2}, {0, 2, 3}, {0, 3, 1}}).has_value());
    EXPECT_FALSE(hulls::link_surface({{0, 1, 2}, {0, 1, 2}, {0, 2, 3}, {1, 3, 2}, {0, 3, 1}}).has_value());
}

TEST(HullSurface, ConcaveInsideOutAndTwiceWoundSurfacesAreNotConvex) {
    const Points points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const auto outside = hulls::tetrahedron_surface({0, 1, 2, 3}, points);
    ASSERT_TRUE(outside.has_value());
    Surface inverted = *outside;
    for (auto& t : inverted.triangles) std::swap(t[0], t[1]);
    EXPECT_TRUE(hulls::is_convex(*outside, points));
    EXPECT_FALSE(hulls::is_convex(*hulls::link_surface(inverted.triangles), points));

    // Two apexes over a pentagram: convex at every edge, but wound twice around its axis.
    Points star{{0, 0, 1}, {0, 0, -1}};
    for (int i = 0; i < 5; ++i)
        star.push_back({std::cos(1.2566370614359172 * (2 * i)), std::sin(1.2566370614359172 * (2 * i)), 0});
    std::vector<hulls::TriangleIndices> triangles;
    for (std::uint32_t i = 0; i < 5; ++i) {
        triangles.push_back({0, 2 + i, 2 + (i + 1) % 5});
        triangles.push_back({1, 2 + (i + 1) % 5, 2 + i});
    }
    const auto wound = hulls::link_surface(triangles);
    ASSERT_TRUE(wound.has_value());
    EXPECT_FALSE(hulls::is_convex(*wound, star));
}

TEST(HullSurface, FlipsFixAConcaveEdge) {
    // A square pyramid whose base bulges inwards along one diagonal.
    const Points points{{1, 0, 0}, {0, 1, 0}, {-1, 0, 1e-3}, {0, -1, 0}, {0, 0, 1}};
    auto surface = hulls::link_surface({{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {0, 2, 1}, {0, 3, 2}});
    ASSERT_TRUE(surface.has_value());
    EXPECT_FALSE(hulls::is_convex(*surface, points));
    hulls::make_convex(*surface, points);
    EXPECT_TRUE(hulls::is_convex(*surface, points));
    EXPECT_EQ(surface->triangles.size(), 6U);
    EXPECT_EQ(corners_of(*surface).size(), 5U);
}

TEST(HullSurface, TrianglesWithoutAreaAreDissolved) {
    // Corner 4 lies on the edge (0, 1); Qhull may give it a triangle of its own there.
    const Points points{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 0, 0}};
    auto surface = hulls::link_surface({{0, 1, 4}, {0, 4, 3}, {4, 1, 3}, {0, 2, 1}, {1, 2, 3}, {2, 0, 3}});
    ASSERT_TRUE(surface.has_value());
    EXPECT_FALSE(hulls::is_convex(*surface, points));
    hulls::make_convex(*surface, points);
    EXPECT_TRUE(hulls::is_convex(*surface, points));
    EXPECT_EQ(hulls::redundant_corners(*surface, points), (std::vector<std::uint32_t>{4}));
}

}  // namespace
}  // namespace graze::test
