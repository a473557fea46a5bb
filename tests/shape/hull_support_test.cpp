// Support vertices: climbing and the cells of directions give the height of the scan, from every start, for
// every direction.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "graze/shape/hull.hpp"
#include "oracle/random.hpp"
#include "shape/hull/hull_climb.hpp"

namespace graze::test {
namespace {

using Points = std::vector<Vec3>;

Points on_ellipsoid(Random& random, std::size_t count, const Vec3& radii) {
    Points points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(hadamard(radii, random.direction()));
    return points;
}

Points cylinder(int sides, double height) {
    Points points;
    for (int i = 0; i < sides; ++i)
        for (const double z : {0.0, height})
            points.push_back(
                {std::cos(2 * std::numbers::pi * i / sides), std::sin(2 * std::numbers::pi * i / sides), z});
    return points;
}

/// Hulls with the habits of each method's difficulties: large, thin, with many coplanar vertices, with a
/// vertex joined to all others.
std::vector<ConvexHull> build_hulls() {
    Random random(1);
    std::vector<Points> sets{on_ellipsoid(random, 8, {1, 1, 1}),
                             on_ellipsoid(random, 60, {2, 1.5, 1}),
                             on_ellipsoid(random, 512, {2, 1.5, 1}),
                             on_ellipsoid(random, 2048, {1, 1, 1}),
                             on_ellipsoid(random, 200, {1, 1, 1e-6}),
                             on_ellipsoid(random, 200, {1, 1e-6, 1e-6}),
                             on_ellipsoid(random, 300, {1e60, 1e60, 1e60}),
                             cylinder(100, 1),
                             cylinder(100, 1e-9)};
    sets.push_back(cylinder(128, 0));
    sets.back().push_back({0, 0, 1});
    Points far = on_ellipsoid(random, 300, {1, 1, 1});
    for (Vec3& p : far) p += Vec3{1e5, -2e5, 3e5};
    sets.push_back(far);
    Points turned = cylinder(100, 2);
    const Pose pose = random.pose(1);
    for (Vec3& p : turned) p = pose * p;
    sets.push_back(turned);
    std::vector<ConvexHull> built;
    for (const Points& points : sets) {
        auto hull = ConvexHull::build(points);
        EXPECT_TRUE(hull.has_value());
        if (hull) built.push_back(*hull);
    }
    return built;
}

const std::vector<ConvexHull>& hulls() {
    static const std::vector<ConvexHull> built = build_hulls();
    return built;
}

double reach_of(const HullData& h) {
    double reach = 0;
    for (const Vec3& v : h.vertices) reach = std::max(reach, length(v));
    return reach;
}

/// All three against each other for one direction; `start` is where the climb begins.
void check_direction(const HullData& h, const Vec3& d, std::uint32_t start) {
    const std::uint32_t scan = support_vertex_scan(h, d), climb = support_vertex_climb(h, d, start),
                        cells = support_vertex(h, d, start);
    ASSERT_LT(scan, h.vertices.size());
    ASSERT_LT(climb, h.vertices.size());
    ASSERT_LT(cells, h.vertices.size());
    const double height = dot(h.vertices[scan], d);
    ASSERT_EQ(climb, scan);
    ASSERT_GE(dot(h.vertices[cells], d), height - h.climb_error * length(d));
    ASSERT_EQ(support_vertex(h, d, 0), cells) << "the answer depends on the start";
}

TEST(HullSupport, RandomDirectionsFromRandomStarts) {
    Random random(2);
    for (const ConvexHull& hull : hulls())
        for (int k = 0; k < 3000; ++k)
            check_direction(hull.data(), random.direction(),
                            static_cast<std::uint32_t>(random.index(hull.vertices().size())));
}

TEST(HullSupport, CoherentDirections) {
    Random random(3);
    for (const ConvexHull& hull : hulls()) {
        Vec3 d = random.direction();
        std::uint32_t at = 0;
        for (int k = 0; k < 2000; ++k) {
            d = unit(d + 0.02 * random.direction());
            check_direction(hull.data(), d, at);
            at = support_vertex(hull.data(), d, at);
        }
    }
}

/// Vertices that climbs visit on average over `count` directions: from the last top along slowly turning
/// directions, or from anywhere along any direction.
double mean_visited(const HullData& h, bool coherent, Random& random) {
    constexpr int kClimbs = 4000;
    std::uint64_t visited = 0;
    Vec3 d = random.direction();
    std::uint32_t at = support_vertex_scan(h, d);
    for (int k = 0; k < kClimbs; ++k) {
        d = coherent ? unit(d + 0.01 * random.direction()) : random.direction();
        if (!coherent) at = static_cast<std::uint32_t>(random.index(h.vertices.size()));
        const hulls::Climb top = hulls::climb(h, d, at);
        EXPECT_GE(top.height, dot(h.vertices[support_vertex_scan(h, d)], d) - h.climb_error * length(d));
        EXPECT_GE(top.visited, 1U);
        visited += top.visited;
        at = top.vertex;
    }
    return static_cast<double>(visited) / kClimbs;
}

TEST(HullSupport, CoherentClimbsVisitOneVertexAndOthersTheRootOfTheirNumber) {
    Random random(7);
    std::vector<double> from_anywhere;
    for (const std::size_t count : {128U, 512U, 2048U, 8192U}) {
        const auto hull = ConvexHull::build(on_ellipsoid(random, count, {2, 1.5, 1}));
        ASSERT_TRUE(hull.has_value());
        const double coherent = mean_visited(hull->data(), true, random);
        from_anywhere.push_back(mean_visited(hull->data(), false, random));
        // A turn by 0.01 passes the border of a vertex's cell, of width 4 / sqrt(count), now and then: then
        // two are visited.
        const double root = std::sqrt(static_cast<double>(count));
        EXPECT_LE(coherent, 1 + 0.01 * root) << count;
        EXPECT_LE(from_anywhere.back(), 0.75 * root) << count;
        EXPECT_GE(from_anywhere.back(), 0.2 * root) << count;
        EXPECT_GT(from_anywhere.back(), 3 * coherent) << count;
    }
    // Four times the vertices, twice the way.
    for (std::size_t i = 1; i < from_anywhere.size(); ++i) {
        EXPECT_GT(from_anywhere[i], 1.5 * from_anywhere[i - 1]);
        EXPECT_LT(from_anywhere[i], 2.5 * from_anywhere[i - 1]);
    }
}

TEST(HullSupport, DirectionsWithManyWinners) {
    Random random(4);
    for (const ConvexHull& hull : hulls()) {
        const HullData& h = hull.data();
        const auto start = [&] { return static_cast<std::uint32_t>(random.index(h.vertices.size())); };
        for (std::size_t f = 0; f < h.facet_planes.size(); ++f) {
            const Vec3 n = h.facet_planes[f].normal;
            check_direction(h, n, start());
            // Across an edge of the facet: everything between two facets.
            const Vec3 along = unit(h.vertices[h.facets[f][1]] - h.vertices[h.facets[f][0]]);
            check_direction(h, cross(along, n), start());
            check_direction(h, n + 1e-15 * random.direction(), start());
            check_direction(h, n + 1e-9 * random.direction(), start());
        }
        for (const double x : {-1.0, 0.0, 1.0})
            for (const double y : {-1.0, 0.0, 1.0})
                for (const double z : {-1.0, 0.0, 1.0}) check_direction(h, {x, y, z}, start());
    }
}

TEST(HullSupport, DirectionsOfEveryLength) {
    Random random(5);
    for (const ConvexHull& hull : hulls()) {
        for (int k = 0; k < 300; ++k) {
            const Vec3 d = random.direction();
            const double scale = std::ldexp(1.0, static_cast<int>(random.index(601)) - 300);
            EXPECT_EQ(support_vertex_scan(hull.data(), scale * d), support_vertex_scan(hull.data(), d));
            EXPECT_EQ(support_vertex(hull.data(), scale * d), support_vertex(hull.data(), d));
            EXPECT_EQ(support_vertex_climb(hull.data(), scale * d, 0),
                      support_vertex_climb(hull.data(), d, 0));
        }
    }
}

TEST(HullSupport, OddDirectionsAndStartsGiveAVertex) {
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    for (const ConvexHull& hull : hulls()) {
        const HullData& h = hull.data();
        EXPECT_EQ(support_vertex_scan(h, {}), 0U);
        EXPECT_EQ(support_vertex_climb(h, {}, 3), 0U);
        EXPECT_EQ(support_vertex(h, {}, 3), 0U);
        for (const Vec3& d : {Vec3{nan, 0, 0}, Vec3{inf, 0, 0}, Vec3{inf, -inf, nan}, Vec3{1e-320, 0, 0},
                              Vec3{0, -1e308, 1e308}}) {
            EXPECT_LT(support_vertex_scan(h, d), h.vertices.size());
            EXPECT_LT(support_vertex_climb(h, d, 1), h.vertices.size());
            EXPECT_LT(support_vertex(h, d), h.vertices.size());
        }
        EXPECT_EQ(support_vertex_climb(h, {0, 0, 1}, ~std::uint32_t{0}),
                  support_vertex_climb(h, {0, 0, 1}, 0));
    }
}

TEST(HullSupport, ErrorBoundIsRounding) {
    for (const ConvexHull& hull : hulls()) {
        EXPECT_GT(hull.data().climb_error, 0);
        EXPECT_LE(hull.data().climb_error, 1e-15 * reach_of(hull.data()));
    }
}

TEST(HullSupport, CellsHoldFewCandidates) {
    Random random(6);
    for (const std::size_t count : {100U, 512U, 2048U}) {
        const auto hull = ConvexHull::build(on_ellipsoid(random, count, {2, 1.5, 1}));
        ASSERT_TRUE(hull.has_value());
        const HullData& h = hull->data();
        ASSERT_GT(h.cells_per_side, 0U);
        ASSERT_EQ(h.cell_start.size(), 6 * std::size_t{h.cells_per_side} * h.cells_per_side + 1);
        EXPECT_EQ(h.cell_start.back(), h.cell_vertices.size());
        EXPECT_LT(static_cast<double>(h.cell_vertices.size()) / static_cast<double>(h.cell_start.size()), 6);
        for (std::size_t cell = 0; cell + 1 < h.cell_start.size(); ++cell) {
            ASSERT_LT(h.cell_start[cell], h.cell_start[cell + 1]);
            for (std::uint32_t k = h.cell_start[cell]; k < h.cell_start[cell + 1]; ++k)
                ASSERT_LT(h.cell_vertices[k], h.vertices.size());
        }
    }
}

}  // namespace
}  // namespace graze::test
