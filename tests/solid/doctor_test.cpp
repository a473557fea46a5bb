// Every fault of the mesh doctor on meshes broken by hand, one at a time and together, and its time on a
// million triangles.
#include "graze/solid/doctor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <limits>

#include "graze/mesh/generate.hpp"
#include "mesh/facets.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using graze::examine;
MeshReport examine(const TriangleSoup& soup) { return graze::examine(soup.vertices, soup.triangles); }

void expect_only(const MeshReport& report, std::initializer_list<MeshFault> faults) {
    for (const MeshFinding& f : report.findings) {
        EXPECT_TRUE(std::find(faults.begin(), faults.end(), f.fault) != faults.end()) << to_string(f.fault);
        EXPECT_GT(f.count, 0U);
        EXPECT_FALSE(f.text.empty());
        EXPECT_EQ(f.first.size(), std::min<std::size_t>(8, f.count));
    }
    EXPECT_EQ(report.findings.size(), faults.size());
}

TEST(Doctor, AHealthyMeshHasNoFindings) {
    const MeshReport report = examine(torus_mesh({}));
    expect_only(report, {});
    EXPECT_TRUE(report.fit_for_solid());
    EXPECT_EQ(report.edge_count, 3U * report.triangle_count / 2);
    EXPECT_GT(report.volume, 0);
    EXPECT_EQ(report.max.x, 1.3);
    EXPECT_EQ(report.min.x, -1.3);
    EXPECT_NE(report.text().find("closed"), std::string::npos);
}

TEST(Doctor, NamesTrianglesWithBadIndices) {
    TriangleSoup soup = torus_mesh({});
    soup.triangles[7][1] = 1U << 30;
    soup.triangles[9][2] = static_cast<std::uint32_t>(soup.vertices.size());
    const MeshReport report = examine(soup);
    ASSERT_NE(report.find(MeshFault::index_out_of_range), nullptr);
    const MeshFinding& finding = *report.find(MeshFault::index_out_of_range);
    EXPECT_EQ(finding.count, 2U);
    EXPECT_EQ(finding.first[0].element, 7U);
    EXPECT_EQ(finding.first[1].element, 9U);
    EXPECT_FALSE(report.fit_for_surface());
    EXPECT_FALSE(report.fit_for_solid());
    // Without the two there are holes.
    expect_only(report, {MeshFault::index_out_of_range, MeshFault::open_edge});
}

TEST(Doctor, NamesBadVertices) {
    TriangleSoup soup = icosphere_mesh(1, 2);
    soup.vertices[5].y = std::numeric_limits<double>::quiet_NaN();
    soup.vertices[8].x = -std::numeric_limits<double>::infinity();
    soup.vertices[20].z = 1e200;
    soup.vertices[30].z = 1e-200;
    const MeshReport report = examine(soup);
    ASSERT_NE(report.find(MeshFault::not_finite), nullptr);
    EXPECT_EQ(report.find(MeshFault::not_finite)->count, 2U);
    EXPECT_EQ(report.find(MeshFault::not_finite)->first[0].element, 5U);
    EXPECT_EQ(report.find(MeshFault::not_finite)->first[1].element, 8U);
    ASSERT_NE(report.find(MeshFault::out_of_range), nullptr);
    EXPECT_EQ(report.find(MeshFault::out_of_range)->count, 2U);
    EXPECT_EQ(report.find(MeshFault::out_of_range)->first[1].element, 30U);
    EXPECT_FALSE(report.fit_for_surface());
    EXPECT_LE(length(report.max), 2) << "bad vertices do not count for the box";
}

TEST(Doctor, FindsHoles) {
    TriangleSoup soup = icosphere_mesh(1, 2);
    const auto lost = soup.triangles[100];
    soup.triangles.erase(soup.triangles.begin() + 100);
    const MeshReport report = examine(soup);
    expect_only(report, {MeshFault::open_edge});
    EXPECT_EQ(report.findings[0].count, 3U);
    for (const MeshOffender& o : report.findings[0].first) {
        EXPECT_LT(o.edge[0], o.edge[1]);
        for (const std::uint32_t end : o.edge)
            EXPECT_TRUE(std::find(lost.begin(), lost.end(), end) != lost.end());
        const auto& t = soup.triangles[o.element];
        for (const std::uint32_t end : o.edge)
            EXPECT_TRUE(std::find(t.begin(), t.end(), end) != t.end()) << "a triangle at the edge";
    }
    EXPECT_FALSE(report.closed);
    EXPECT_TRUE(report.oriented);
    EXPECT_TRUE(report.fit_for_surface());
}

TEST(Doctor, FindsFlippedFaces) {
    TriangleSoup soup = torus_mesh({});
    for (const std::size_t t : {3U, 400U, 401U, 1000U}) std::swap(soup.triangles[t][0], soup.triangles[t][1]);
    const MeshReport report = examine(soup);
    expect_only(report, {MeshFault::flipped_face});
    EXPECT_EQ(report.findings[0].count, 4U);
    EXPECT_EQ(report.findings[0].first[0].element, 3U);
    EXPECT_EQ(report.findings[0].first[3].element, 1000U);
    EXPECT_TRUE(report.closed);
    EXPECT_FALSE(report.oriented);
    EXPECT_FALSE(report.fit_for_solid());
}

TEST(Doctor, CallsTheSmallerSideFlippedWhereverTheFirstFaceLies) {
    TriangleSoup soup = torus_mesh({});
    std::swap(soup.triangles[0][0], soup.triangles[0][1]);
    const MeshReport report = examine(soup);
    expect_only(report, {MeshFault::flipped_face});
    EXPECT_EQ(report.findings[0].count, 1U);
    EXPECT_EQ(report.findings[0].first[0].element, 0U);
}

TEST(Doctor, TellsAMoebiusStrip) {
    TriangleSoup strip;
    constexpr std::uint32_t n = 20;
    for (std::uint32_t i = 0; i < n; ++i) {
        const double u = 2 * std::numbers::pi * i / n;
        for (const double w : {-0.3, 0.3}) {
            const double r = 1 + w * std::cos(u / 2);
            strip.vertices.push_back({r * std::cos(u), r * std::sin(u), w * std::sin(u / 2)});
        }
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        const bool last = i + 1 == n;
        const std::uint32_t a = 2 * i, b = 2 * i + 1, c = last ? 1 : 2 * i + 2, d = last ? 0 : 2 * i + 3;
        strip.triangles.push_back({a, c, b});
        strip.triangles.push_back({b, c, d});
    }
    const MeshReport report = examine(strip);
    ASSERT_NE(report.find(MeshFault::not_orientable), nullptr);
    EXPECT_EQ(report.find(MeshFault::not_orientable)->count, 1U);
    EXPECT_FALSE(report.oriented);
}

TEST(Doctor, TellsEdgesOfManyTriangles) {
    // Two boxes that share an edge, each closed: four triangles there, balanced.
    TriangleSoup soup = box_mesh({1, 1, 1});
    TriangleSoup other = box_mesh({1, 1, 1});
    for (Vec3& v : other.vertices) v += Vec3{2, 2, 0};
    for (const Vec3& v : other.vertices) soup.vertices.push_back(v);
    for (const auto& [a, b, c] : other.triangles) soup.triangles.push_back({a + 8, b + 8, c + 8});
    const MeshReport report = examine(soup);
    expect_only(report, {MeshFault::non_manifold_edge, MeshFault::duplicate_vertex});
    EXPECT_EQ(report.find(MeshFault::non_manifold_edge)->count, 1U);
    EXPECT_EQ(report.find(MeshFault::duplicate_vertex)->count, 2U);
    EXPECT_EQ(report.shell_count, 1U);
    EXPECT_TRUE(report.fit_for_solid());
    EXPECT_DOUBLE_EQ(report.volume, 16);
}

TEST(Doctor, TellsMeshesInsideOut) {
    TriangleSoup soup = icosphere_mesh(1, 2);
    const double volume = examine(soup).volume;
    for (auto& t : soup.triangles) std::swap(t[0], t[1]);
    const MeshReport report = examine(soup);
    expect_only(report, {MeshFault::inside_out});
    EXPECT_DOUBLE_EQ(report.volume, -volume);
    EXPECT_TRUE(report.fit_for_solid());
}

TEST(Doctor, FindsDegenerateFacesExactly) {
    TriangleSoup soup;
    soup.vertices = {{0, 0, 0},        {0.1, 0.1, 0.1},    {0.3, 0.3, 0.3}, {1, 0, 0},
                     {0.5, 1e-300, 0}, {1e-5, 1e-5, 1e-5}, {0, 0, 0},       {0.1, 0.1, 0.10000000000000002}};
    soup.vertices[4].y = 1e-90;
    soup.triangles = {{0, 1, 2}, {0, 1, 7}, {0, 3, 4}, {0, 0, 3}, {0, 3, 6}, {3, 3, 3}};
    const MeshReport report = examine(soup);
    // 0.3 is not three times 0.1 in doubles, but (0.1, 0.1, 0.1) and (0.3, 0.3, 0.3) lie on the diagonal
    // exactly.
    ASSERT_NE(report.find(MeshFault::degenerate_face), nullptr);
    const MeshFinding& finding = *report.find(MeshFault::degenerate_face);
    EXPECT_EQ(finding.count, 4U);
    EXPECT_EQ(finding.first[0].element, 0U);
    EXPECT_EQ(finding.first[1].element, 3U);
    EXPECT_EQ(finding.first[2].element, 4U);
    EXPECT_EQ(finding.first[3].element, 5U);
    EXPECT_EQ(report.find(MeshFault::unreferenced_vertex)->first[0].element, 5U);
}

TEST(Doctor, FindsDuplicateFacesInEitherWinding) {
    TriangleSoup soup = torus_mesh({});
    soup.triangles.push_back(soup.triangles[11]);
    soup.triangles.push_back({soup.triangles[40][2], soup.triangles[40][1], soup.triangles[40][0]});
    const MeshReport report = examine(soup);
    ASSERT_NE(report.find(MeshFault::duplicate_face), nullptr);
    const MeshFinding& finding = *report.find(MeshFault::duplicate_face);
    EXPECT_EQ(finding.count, 2U);
    EXPECT_EQ(finding.first[0].element, soup.triangles.size() - 2);
    EXPECT_EQ(finding.first[1].element, soup.triangles.size() - 1);
    EXPECT_FALSE(report.fit_for_solid());
}

TEST(Doctor, ClosesMeshesWithoutSharedVertices) {
    const TriangleSoup soup = torus_mesh({});
    TriangleSoup loose;
    for (const auto& t : soup.triangles) {
        const auto n = static_cast<std::uint32_t>(loose.vertices.size());
        for (const std::uint32_t v : t) loose.vertices.push_back(soup.vertices[v]);
        loose.triangles.push_back({n, n + 1, n + 2});
    }
    const MeshReport report = examine(loose);
    expect_only(report, {MeshFault::duplicate_vertex});
    EXPECT_EQ(report.findings[0].count, loose.vertices.size() - soup.vertices.size());
    EXPECT_EQ(report.edge_count, 3U * soup.triangles.size() / 2);
    EXPECT_TRUE(report.fit_for_solid());
}

TEST(Doctor, CountsShellsAndUnusedVertices) {
    TriangleSoup soup;
    for (int i = 0; i < 5; ++i) {
        const auto base = static_cast<std::uint32_t>(soup.vertices.size());
        for (const Vec3& v : box_mesh({1, 1, 1}).vertices) soup.vertices.push_back(v + Vec3{3.0 * i, 0, 0});
        for (const auto& [a, b, c] : box_mesh({1, 1, 1}).triangles)
            soup.triangles.push_back({a + base, b + base, c + base});
    }
    soup.vertices.push_back({100, 0, 0});
    const MeshReport report = examine(soup);
    EXPECT_EQ(report.shell_count, 5U);
    EXPECT_NEAR(report.volume, 40, 1e-12);
    expect_only(report, {MeshFault::unreferenced_vertex});
    EXPECT_EQ(report.max.x, 13) << "unused vertices do not count for the box";
}

TEST(Doctor, HintsAtUnitsAndAtPlaces) {
    expect_only(examine(icosphere_mesh(1e5, 1)), {MeshFault::unusual_size});
    expect_only(examine(icosphere_mesh(1e-5, 1)), {MeshFault::unusual_size});
    // Two parts in metres and two in millimetres, the latter taken for metres too.
    TriangleSoup parts;
    for (const double size : {0.5, 300.0, 0.2, 800.0}) {
        const auto base = static_cast<std::uint32_t>(parts.vertices.size());
        for (const Vec3& v : box_mesh({size, 0.1, 0.1}).vertices)
            parts.vertices.push_back(v + Vec3{3000 * size, 0, 0});
        for (const auto& [a, b, c] : box_mesh({1, 1, 1}).triangles)
            parts.triangles.push_back({a + base, b + base, c + base});
    }
    const MeshReport mixed = examine(parts);
    ASSERT_NE(mixed.find(MeshFault::mixed_units), nullptr);
    EXPECT_EQ(mixed.find(MeshFault::mixed_units)->count, 2U);
    EXPECT_EQ(mixed.find(MeshFault::mixed_units)->first[0].element, 24U) << "the smallest first";
    EXPECT_EQ(mixed.find(MeshFault::mixed_units)->first[1].element, 0U);
    TriangleSoup soup = icosphere_mesh(1, 1);
    for (Vec3& v : soup.vertices) v.x += 1e7;
    const MeshReport report = examine(soup);
    ASSERT_NE(report.find(MeshFault::far_from_origin), nullptr);
}

TEST(Doctor, NothingIsNeitherClosedNorOpen) {
    const MeshReport report = graze::examine({}, {});
    expect_only(report, {});
    EXPECT_FALSE(report.closed);
    EXPECT_FALSE(report.fit_for_surface());
    EXPECT_FALSE(report.text().empty());
}

TEST(Doctor, TakesAMillionTrianglesInWellUnderASecond) {
    const TriangleSoup soup = torus_mesh({1, 0.3, 1000, 500});
    const auto start = std::clock();
    const MeshReport report = examine(soup);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_EQ(report.triangle_count, 1000000U);
    EXPECT_TRUE(report.fit_for_solid());
    RecordProperty("milliseconds", static_cast<int>(1000 * seconds));
    // 0.2 s in release; the rest is for sanitizers. Anything quadratic takes hours.
    EXPECT_LT(seconds, 5.0);
}

TEST(Doctor, WeldsFirstOnRequest) {
    Random random(41);
    const TriangleSoup gear = gear_mesh({});
    TriangleSoup facets = facets_of(gear, 1e-11, random);
    const auto equal = static_cast<std::uint32_t>(facets.vertices.size());
    facets.vertices.push_back(facets.vertices[0]);  // a duplicate before any weld
    facets.triangles[0][0] = equal;
    const MeshReport report = examine(facets.vertices, facets.triangles, 1e-9);
    EXPECT_TRUE(report.fit_for_solid());
    expect_only(report, {MeshFault::duplicate_vertex, MeshFault::unreferenced_vertex});
    EXPECT_EQ(report.find(MeshFault::duplicate_vertex)->count, 1U) << "welded vertices are no duplicates";
    EXPECT_EQ(report.weld.seams, 3 * gear.triangles.size() / 2);
    EXPECT_EQ(report.weld.vertices, 3 * gear.triangles.size() - gear.vertices.size());
    EXPECT_EQ(report.closing_weld.closes, 0U);
    EXPECT_EQ(report.shell_count, 1U);
    EXPECT_NEAR(report.volume, examine(gear).volume, 1e-9);
    EXPECT_EQ(report.vertex_count, facets.vertices.size());
}

TEST(Doctor, NamesTheWeldThatWouldCloseOpenEdges) {
    Random random(43);
    TriangleSoup facets = facets_of(gear_mesh({}), 1e-6, random);
    const MeshReport report = graze::examine(facets.vertices, facets.triangles, 1e-9);
    EXPECT_EQ(report.weld.seams, 0U);
    ASSERT_NE(report.find(MeshFault::open_edge), nullptr);
    EXPECT_EQ(report.closing_weld.closes, report.find(MeshFault::open_edge)->count);
    EXPECT_EQ(report.closing_weld.leaves, 0U);
    EXPECT_NE(report.find(MeshFault::open_edge)->text.find("would close all of them"), std::string::npos)
        << report.text();
    facets.triangles.pop_back();
    const MeshReport less = examine(facets);
    EXPECT_EQ(less.closing_weld.leaves, 3U);
    EXPECT_EQ(less.closing_weld.closes + 3, less.find(MeshFault::open_edge)->count);
    EXPECT_NE(less.text().find("for the others fill the holes"), std::string::npos) << less.text();
    EXPECT_TRUE(graze::examine(facets.vertices, facets.triangles, less.closing_weld.relative)
                    .find(MeshFault::open_edge)
                    ->count == 3);
}

TEST(Doctor, AFanOfTrianglesAroundOneVertexStaysFast) {
    TriangleSoup soup;
    soup.vertices.push_back({0, 0, 0});
    constexpr std::uint32_t n = 200000;
    for (std::uint32_t i = 0; i < n; ++i) {
        const double u = 2 * std::numbers::pi * i / n;
        soup.vertices.push_back({std::cos(u), std::sin(u), 0});
        soup.triangles.push_back({0, i + 1, (i + 1) % n + 1});
    }
    const MeshReport report = examine(soup);
    EXPECT_EQ(report.find(MeshFault::open_edge)->count, n);
    EXPECT_EQ(report.shell_count, 1U);
}

}  // namespace
}  // namespace graze::test
