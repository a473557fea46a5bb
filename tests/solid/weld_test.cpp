// Seams of facets close, and nothing else becomes one: literal cases of each rule, and exports of closed
// meshes moved at random.
#include "graze/solid/doctor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <tuple>

#include "graze/mesh/mesh.hpp"
#include "mesh/facets.hpp"

namespace graze::test {
namespace {

WeldReport weld(TriangleSoup& soup, double relative = kDefaultWeld) {
    return weld_seams(soup.vertices, soup.triangles, relative);
}

std::size_t refused(const WeldReport& report, WeldRefusal why) {
    return report.refused[static_cast<std::size_t>(why)];
}

bool is_solid(const TriangleSoup& soup) {
    return Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid}).has_value();
}

bool same_vertices(const TriangleSoup& a, const TriangleSoup& b) { return a.vertices == b.vertices; }

/// A tetrahedron with a corner at the origin, seen counter-clockwise from outside; mirrored through the
/// origin for a negative size.
TriangleSoup corner_tetrahedron(double size) {
    TriangleSoup t{{{0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0, 0, size}},
                   {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
    if (size < 0) {
        for (auto& triangle : t.triangles) std::swap(triangle[1], triangle[2]);
    }
    return t;
}

TEST(WeldSeams, ACubeWhoseFacetsDifferInTheLastBitsBecomesASolid) {
    TriangleSoup facets;
    const TriangleSoup cube = box_mesh({1, 1, 1});
    int k = 0;
    for (const auto& t : cube.triangles) {
        const auto n = static_cast<std::uint32_t>(facets.vertices.size());
        facets.triangles.push_back({n, n + 1, n + 2});
        for (const std::uint32_t corner : t) {
            Vec3 v = cube.vertices[corner];
            v.x = std::nextafter(v.x, ++k % 3 - 1);
            v.z = std::nextafter(v.z, k % 2 == 0 ? 5 : -5);
            facets.vertices.push_back(v);
        }
    }
    ASSERT_FALSE(is_solid(facets));
    const WeldReport report = weld(facets);
    EXPECT_TRUE(is_solid(facets));
    EXPECT_EQ(report.seams, 18U);
    EXPECT_EQ(report.open_edges - 2 * report.seams, 0U);
    EXPECT_EQ(report.open_edges_left(), 0U);
    EXPECT_EQ(report.refused_sets(), 0U);
    EXPECT_TRUE(report.first_refused.empty());
    EXPECT_GT(report.farthest, 0);
    EXPECT_LE(report.farthest, 5e-16);
    EXPECT_NEAR(report.size, 2, 1e-12);
    EXPECT_NEAR(report.tolerance, 2e-9, 1e-18);
    std::set<std::tuple<double, double, double>> places;
    for (const Vec3& v : facets.vertices) places.insert({v.x, v.y, v.z});
    EXPECT_EQ(places.size(), 8U);
}

TEST(WeldSeams, AClosedMeshStaysAsItIs) {
    for (const TriangleSoup& mesh : {torus_mesh({}), gear_mesh({}), icosphere_mesh(1e-3, 3)}) {
        TriangleSoup welded = mesh;
        const WeldReport report = weld(welded, 0.1);
        EXPECT_TRUE(same_vertices(mesh, welded));
        EXPECT_EQ(report.open_edges, 0U);
        EXPECT_EQ(report.vertices, 0U);
        EXPECT_EQ(report.refused_sets(), 0U);
    }
}

TEST(WeldSeams, NoToleranceMovesNothing) {
    Random random(3);
    const TriangleSoup facets = facets_of(box_mesh({1, 1, 1}), 1e-12, random);
    for (const double relative : {0.0, -1.0, 2.0, std::numeric_limits<double>::quiet_NaN(),
                                  std::numeric_limits<double>::infinity()}) {
        TriangleSoup welded = facets;
        const WeldReport report = weld(welded, relative);
        EXPECT_TRUE(same_vertices(facets, welded)) << relative;
        EXPECT_EQ(report.tolerance, 0) << relative;
        EXPECT_EQ(report.seams, 0U) << relative;
    }
}

TEST(WeldSeams, ShellsThatTouchInAPointStayTwo) {
    Random random(5);
    TriangleSoup facets = both(facets_of(corner_tetrahedron(1), 1e-11, random),
                               facets_of(corner_tetrahedron(-1), 1e-11, random));
    const WeldReport report = weld(facets);
    EXPECT_TRUE(is_solid(facets));
    EXPECT_EQ(report.open_edges_left(), 0U);
    EXPECT_EQ(refused(report, WeldRefusal::no_seam), 1U);
    EXPECT_EQ(report.refused_sets(), 1U);
    ASSERT_EQ(report.first_refused.size(), 1U);
    EXPECT_LE(length(report.first_refused[0]), 1e-10);
    std::set<std::tuple<double, double, double>> places;
    for (const Vec3& v : facets.vertices) places.insert({v.x, v.y, v.z});
    EXPECT_EQ(places.size(), 8U) << "the two corners at the origin are of different shells";
}

TEST(WeldSeams, CubesThatTouchAlongAnEdgeCloseEachForItself) {
    Random random(7);
    TriangleSoup facets = both(facets_of(box_mesh({1, 1, 1}), 1e-11, random),
                               facets_of(scaled(box_mesh({1, 1, 1}), 1, {2, 2, 0}), 1e-11, random));
    const WeldReport report = weld(facets);
    EXPECT_TRUE(is_solid(facets));
    EXPECT_EQ(report.seams, 36U);
    const MeshReport examined = examine(facets.vertices, facets.triangles);
    EXPECT_EQ(examined.shell_count, 2U);
    EXPECT_EQ(examined.find(MeshFault::non_manifold_edge), nullptr);
    EXPECT_NEAR(examined.volume, 16, 1e-8);
}

/// Side by side and triangulated alike, facets around the common face may belong to either cube, or to the
/// two layers between them.
TEST(WeldSeams, AnEdgeOfMoreThanTwoFacesIsRefused) {
    Random random(9);
    TriangleSoup facets;
    // Three half-planes at one edge, in copies.
    for (const Vec3& tip : {Vec3{1, 0, 0}, Vec3{-1, 1, 0}, Vec3{-1, -1, 0}})
        facets = both(facets, facets_of({{{0, 0, 0}, {0, 0, 1}, tip}, {{0, 1, 2}}}, 1e-11, random));
    const TriangleSoup before = facets;
    const WeldReport report = weld(facets);
    EXPECT_TRUE(same_vertices(before, facets));
    EXPECT_EQ(report.seams, 0U);
    EXPECT_EQ(report.open_edges_left(), 9U);
    EXPECT_EQ(refused(report, WeldRefusal::crowded_edge), 2U);
}

TEST(WeldSeams, FacetsWoundAgainstEachOtherAreNoSeam) {
    TriangleSoup facets{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1e-12, 0, 0}, {1e-12, 0, 1}, {-1, 0, 0}},
                        {{0, 1, 2}, {3, 4, 5}}};
    const TriangleSoup before = facets;
    EXPECT_EQ(refused(weld(facets), WeldRefusal::crowded_edge), 2U);
    EXPECT_TRUE(same_vertices(before, facets));
    std::swap(facets.triangles[1][0], facets.triangles[1][1]);
    EXPECT_EQ(weld(facets).seams, 1U);
}

TEST(WeldSeams, AFaceIsNotMadeDegenerate) {
    // Two facets with a seam between them; one has a side shorter than the tolerance at its end.
    TriangleSoup facets{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1e-12, 0, 0}, {1e-12, 0, 1}, {-1e-12, 0, -1e-10}},
                        {{0, 1, 2}, {4, 3, 5}}};
    const TriangleSoup before = facets;
    const WeldReport report = weld(facets);
    EXPECT_TRUE(same_vertices(before, facets));
    EXPECT_EQ(refused(report, WeldRefusal::degenerate_face), 1U);
    EXPECT_EQ(report.seams, 0U);
}

TEST(WeldSeams, AFaceIsNotMadeFlat) {
    // The sliver (4, 3, 5) is as thick as copies of its corners differ. Moved onto the other facet's edge,
    // the lesser one, it has no area.
    TriangleSoup facets{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1e-12, 0, 0}, {1e-12, 0, 1}, {0, 0, 0.5}},
                        {{0, 1, 2}, {4, 3, 5}}};
    const TriangleSoup before = facets;
    const WeldReport report = weld(facets);
    EXPECT_TRUE(same_vertices(before, facets));
    EXPECT_EQ(report.seams, 0U);
    EXPECT_EQ(refused(report, WeldRefusal::degenerate_face), 2U);
    // On the other side of the edge it is the large facet that moves, and both keep their areas.
    facets.vertices[3].x = facets.vertices[4].x = -1e-12;
    EXPECT_EQ(weld(facets).seams, 1U);
    EXPECT_EQ(examine(facets.vertices, facets.triangles).find(MeshFault::degenerate_face), nullptr);
}

TEST(WeldSeams, SheetsBackToBackAreNotFoldedOntoEachOther) {
    TriangleSoup facets{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e-10}, {1, 0, 1e-10}, {0, 1, 1e-10}},
                        {{0, 1, 2}, {3, 5, 4}}};
    const TriangleSoup before = facets;
    const WeldReport report = weld(facets);
    EXPECT_TRUE(same_vertices(before, facets));
    EXPECT_EQ(refused(report, WeldRefusal::folded_face), 3U);
}

TEST(WeldSeams, ChainsDoNotDriftBeyondTheTolerance) {
    // Fans around the origin whose copies of the apex lie 0.8 tolerances apart each.
    TriangleSoup facets;
    for (int k = 0; k < 4; ++k) {
        const double a = k, b = k + 1, apex = 0.8e-9 * k;
        const auto n = static_cast<std::uint32_t>(facets.vertices.size());
        for (const Vec3& v : {Vec3{apex, 0, 0}, Vec3{std::cos(a) / 2, std::sin(a) / 2, 0},
                              Vec3{std::cos(b) / 2, std::sin(b) / 2, 0}})
            facets.vertices.push_back(v);
        facets.triangles.push_back({n, n + 1, n + 2});
    }
    const TriangleSoup before = facets;
    const WeldReport report = weld(facets);
    EXPECT_EQ(refused(report, WeldRefusal::chain), 1U);
    EXPECT_TRUE(same_vertices(before, facets));
    EXPECT_EQ(weld(facets, 1e-8).seams, 3U);
}

/// A box of sheet metal thinner than the tolerance: its walls are no seams.
TEST(WeldSeams, AThinWallStaysAWall) {
    TriangleSoup plate = box_mesh({1, 1, 1e-10});
    plate.triangles.pop_back();  // a hole, so that there are open edges at all
    plate.triangles.erase(plate.triangles.begin());
    const TriangleSoup before = plate;
    const WeldReport report = weld(plate);
    EXPECT_TRUE(same_vertices(before, plate));
    EXPECT_EQ(report.seams, 0U);
}

TEST(WeldSeams, HolesStayHoles) {
    TriangleSoup ball = icosphere_mesh(1, 3);
    ball.triangles.resize(ball.triangles.size() - 5);
    Random random(11);
    TriangleSoup facets = facets_of(ball, 2e-10, random);
    const std::size_t open = examine(ball.vertices, ball.triangles).find(MeshFault::open_edge)->count;
    const WeldReport report = weld(facets);
    EXPECT_EQ(report.open_edges_left(), open);
    EXPECT_EQ(examine(facets.vertices, facets.triangles).find(MeshFault::open_edge)->count, open);
    EXPECT_FALSE(is_solid(facets));
}

/// A double cone of many sides: thousands of copies of each tip.
TEST(WeldSeams, TipsOfManyCopiesStayFast) {
    constexpr std::uint32_t n = 100000;
    TriangleSoup cone{{{0, 0, -1}, {0, 0, 1}}, {}};
    for (std::uint32_t i = 0; i < n; ++i) {
        const double u = 2 * std::numbers::pi * i / n;
        cone.vertices.push_back({std::cos(u), std::sin(u), 0});
        const std::uint32_t here = i + 2, next = (i + 1) % n + 2;
        cone.triangles.push_back({0, next, here});
        cone.triangles.push_back({1, here, next});
    }
    Random random(31);
    TriangleSoup facets = facets_of(cone, 1e-10, random);
    const std::clock_t start = std::clock();
    const WeldReport report = weld(facets);
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 10)
        << "comparing all pairs of copies takes minutes";
    EXPECT_FALSE(report.gave_up);
    EXPECT_EQ(report.seams, 3U * n);
    EXPECT_EQ(report.refused_sets(), 0U);
}

/// Vertices at random in a cube of a few tolerances: no sets are made of them, in little time.
TEST(WeldSeams, CloudsAreGivenUp) {
    Random random(37);
    TriangleSoup cloud{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    for (int i = 0; i < 30000; ++i) {
        const auto n = static_cast<std::uint32_t>(cloud.vertices.size());
        for (int k = 0; k < 3; ++k) cloud.vertices.push_back(random.in_cube(1e-8));
        cloud.triangles.push_back({n, n + 1, n + 2});
    }
    const TriangleSoup before = cloud;
    const std::clock_t start = std::clock();
    const WeldReport report = weld(cloud);
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 10);
    EXPECT_TRUE(same_vertices(before, cloud));
    EXPECT_EQ(report.seams, 0U);
    EXPECT_TRUE(report.gave_up || report.refused_sets() > 0);
}

TEST(WeldSeams, BadTrianglesAreLeftOut) {
    Random random(13);
    TriangleSoup facets = facets_of(box_mesh({1, 1, 1}), 1e-11, random);
    facets.vertices.push_back({std::numeric_limits<double>::quiet_NaN(), 0, 0});
    facets.vertices.push_back({0, std::numeric_limits<double>::infinity(), 0});
    const auto n = static_cast<std::uint32_t>(facets.vertices.size());
    facets.triangles.push_back({0, 1, n - 1});
    facets.triangles.push_back({0, n - 2, 2});
    facets.triangles.push_back({0, n, 2});
    facets.triangles.push_back({7, 7, 7});
    EXPECT_EQ(weld(facets).seams, 18U);
    TriangleSoup empty;
    EXPECT_EQ(weld(empty).seams, 0U);
}

/// The places of the corners name the same vertices as the mesh's indices.
void expect_same_topology(const TriangleSoup& mesh, const TriangleSoup& facets) {
    std::map<std::tuple<double, double, double>, std::uint32_t> vertex_at;
    std::map<std::uint32_t, std::tuple<double, double, double>> place_of;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3& v = facets.vertices[facets.triangles[t][i]];
            const std::tuple place{v.x, v.y, v.z};
            const std::uint32_t vertex = mesh.triangles[t][i];
            ASSERT_EQ(vertex_at.emplace(place, vertex).first->second, vertex);
            ASSERT_EQ(place_of.emplace(vertex, place).first->second, place);
        }
    }
}

TEST(WeldSeams, ExportsOfClosedMeshesCloseAgain) {
    Random random(17);
    const std::vector<TriangleSoup> meshes{
        box_mesh({1, 0.3, 2}), torus_mesh({1, 0.3, 40, 20}),
        gear_mesh({}),         noisy_sphere_mesh({1, 0.3, 3, 4}),
        icosphere_mesh(1, 2),  torus_knot_mesh({2, 3, 1, 0.4, 0.15, 80, 8})};
    for (int round = 0; round < 60; ++round) {
        const double scale = std::pow(10, random.uniform(-6, 6));
        const Vec3 offset = round % 3 == 0 ? Vec3{} : random.in_cube(3);
        const TriangleSoup mesh =
            scaled(meshes[static_cast<std::size_t>(round) % meshes.size()], scale, offset);
        const MeshReport whole = examine(mesh.vertices, mesh.triangles);
        const double size = max_component(whole.max - whole.min);
        const double by = size * std::pow(10, random.uniform(-15, std::log10(0.49e-9)));
        TriangleSoup facets = facets_of(mesh, by, random);
        TriangleSoup other = shuffled(facets, random);
        const WeldReport report = weld(facets);
        ASSERT_TRUE(is_solid(facets)) << round << " " << by;
        EXPECT_EQ(report.open_edges_left(), 0U);
        EXPECT_EQ(report.refused_sets(), 0U);
        EXPECT_LE(report.farthest, report.tolerance);
        expect_same_topology(mesh, facets);
        const double volume = examine(facets.vertices, facets.triangles).volume;
        // A surface of at most 60 squares of the size moves by at most the tolerance.
        EXPECT_NEAR(volume, whole.volume, 60 * size * size * report.tolerance);
        const WeldReport again = weld(other);
        EXPECT_EQ(sorted_facets(facets), sorted_facets(other)) << "the order of facets matters";
        EXPECT_EQ(std::tuple(report.seams, report.vertices, report.farthest),
                  std::tuple(again.seams, again.vertices, again.farthest));
    }
}

/// Soups of everything: whatever is refused, what is done is the same in any order, and never more than
/// closing seams.
TEST(WeldSeams, RandomSoupsKeepTheirFacesInAnyOrder) {
    Random random(19);
    std::size_t seams = 0, refusals = 0;
    for (int round = 0; round < 3000; ++round) {
        TriangleSoup soup;
        const int count = 2 + round % 14;
        for (int k = 0; k < count; ++k) {
            const auto n = static_cast<std::uint32_t>(soup.vertices.size());
            for (int i = 0; i < 3; ++i) {
                const auto grid = [&] { return std::floor(random.uniform(0, 2)); };
                const Vec3 v{grid(), grid(), std::floor(random.uniform(0, 1.5))};
                const double by = random.chance(0.5) ? 0 : 0.6e-3;
                soup.vertices.push_back(v + random.in_cube(by));
            }
            soup.triangles.push_back({n, n + 1, n + 2});
        }
        TriangleSoup welded = soup, other = shuffled(soup, random);
        const WeldReport report = weld(welded, 1e-3);
        seams += report.seams;
        refusals += report.refused_sets();
        const WeldReport again = weld(other, 1e-3);
        ASSERT_EQ(sorted_facets(welded), sorted_facets(other)) << round;
        ASSERT_EQ(report.refused, again.refused) << round;
        ASSERT_EQ(report.first_refused, again.first_refused) << round;
        const MeshReport before = examine(soup.vertices, soup.triangles),
                         after = examine(welded.vertices, welded.triangles);
        const auto count_of = [](const MeshReport& r, MeshFault fault) {
            return r.find(fault) == nullptr ? 0 : r.find(fault)->count;
        };
        ASSERT_EQ(count_of(after, MeshFault::degenerate_face), count_of(before, MeshFault::degenerate_face))
            << round;
        ASSERT_EQ(count_of(after, MeshFault::non_manifold_edge),
                  count_of(before, MeshFault::non_manifold_edge))
            << round;
        ASSERT_EQ(count_of(after, MeshFault::duplicate_face), count_of(before, MeshFault::duplicate_face))
            << round;
        ASSERT_EQ(count_of(after, MeshFault::open_edge), report.open_edges_left()) << round;
        ASSERT_EQ(count_of(before, MeshFault::open_edge), report.open_edges) << round;
        for (std::size_t i = 0; i < soup.vertices.size(); ++i)
            ASSERT_LE(max_component(abs(soup.vertices[i] - welded.vertices[i])), report.tolerance);
    }
    EXPECT_GT(seams, 1000U);
    EXPECT_GT(refusals, 1000U);
}

}  // namespace
}  // namespace graze::test
