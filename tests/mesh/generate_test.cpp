// Generated meshes: counts, Euler characteristic, closedness, outward winding, and volumes against closed
// forms.
#include "graze/mesh/generate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/solid/doctor.hpp"

namespace graze::test {
namespace {

constexpr double kPi = std::numbers::pi;

/// V - E + F.
long euler(const MeshReport& r) {
    return static_cast<long>(r.vertex_count) - static_cast<long>(r.edge_count) +
           static_cast<long>(r.triangle_count);
}

void expect_solid(const TriangleSoup& soup, std::size_t triangles, long characteristic, double volume) {
    const MeshReport report = examine(soup.vertices, soup.triangles);
    EXPECT_EQ(report.triangle_count, triangles);
    EXPECT_EQ(euler(report), characteristic);
    EXPECT_EQ(report.shell_count, 1U);
    EXPECT_TRUE(report.closed);
    EXPECT_TRUE(report.oriented);
    EXPECT_TRUE(report.fit_for_solid());
    EXPECT_TRUE(report.findings.empty()) << report.text();
    EXPECT_NEAR(report.volume, volume, 1e-12 * volume);
}

/// The regular n-gon in a circle of radius 1.
double polygon_area(double n) { return 0.5 * n * std::sin(2 * kPi / n); }

TEST(Generate, BoxesHaveTheirVolume) {
    expect_solid(box_mesh({1, 2, 3}), 12, 2, 48);
    expect_solid(box_mesh({0.5, 0.5, 0.01}), 12, 2, 0.01 * 2);
}

TEST(Generate, IcospheresGrowTowardsTheBall) {
    // The icosahedron with circumradius 1.
    const double edge = 1 / std::sin(2 * kPi / 5);
    expect_solid(icosphere_mesh(1, 0), 20, 2, 5.0 / 12 * (3 + std::sqrt(5.0)) * edge * edge * edge);
    double before = 0;
    for (std::uint32_t n = 0; n < 5; ++n) {
        const TriangleSoup soup = icosphere_mesh(2, n);
        const MeshReport report = examine(soup.vertices, soup.triangles);
        EXPECT_EQ(report.triangle_count, 20U << (2 * n));
        EXPECT_EQ(euler(report), 2);
        EXPECT_TRUE(report.fit_for_solid());
        for (const Vec3& v : soup.vertices) EXPECT_NEAR(length(v), 2, 1e-15);
        EXPECT_GT(report.volume, before);
        EXPECT_LT(report.volume, 4.0 / 3 * kPi * 8);
        before = report.volume;
    }
    EXPECT_NEAR(before, 4.0 / 3 * kPi * 8, 0.1);
}

TEST(Generate, ToriHaveTheVolumeOfTheirPrisms) {
    // By Pappus, up to what the chords between the rings cut off.
    const TorusMesh torus{2, 0.5, 400, 24};
    const TriangleSoup soup = torus_mesh(torus);
    const MeshReport report = examine(soup.vertices, soup.triangles);
    EXPECT_EQ(report.triangle_count, 2U * 400 * 24);
    EXPECT_EQ(euler(report), 0);
    EXPECT_TRUE(report.fit_for_solid());
    EXPECT_TRUE(report.findings.empty()) << report.text();
    EXPECT_NEAR(report.volume, 0.25 * polygon_area(24) * 2 * 2 * kPi, 1e-4 * report.volume);
    EXPECT_LT(report.volume, 0.25 * polygon_area(24) * 2 * 2 * kPi);
}

TEST(Generate, GearsHaveTheAreaOfTheirOutline) {
    const GearMesh gear{12, 1.25, 1, 0.5, 0.25, 3};
    // Per tooth: flank, tip, flank, root, each a triangle with the axis; the bore is the same with its own
    // radius.
    const double pitch = 2 * kPi / 12;
    const auto wedge = [](double r, double s, double turn) { return 0.5 * r * s * std::sin(turn); };
    const double outer =
        2 * wedge(1, 1.25, 0.15 * pitch) + wedge(1.25, 1.25, 0.3 * pitch) + wedge(1, 1, 0.4 * pitch);
    const double inner =
        0.25 * (2 * wedge(1, 1, 0.15 * pitch) + wedge(1, 1, 0.3 * pitch) + wedge(1, 1, 0.4 * pitch));
    expect_solid(gear_mesh(gear), 16 * 12 * 4, 0, 12 * (outer - inner) * 0.5);
}

TEST(Generate, KnotsAreTubesOfTheirLength) {
    for (const auto [turns, loops] :
         {std::array{2U, 3U}, std::array{3U, 2U}, std::array{1U, 1U}, std::array{5U, 2U}}) {
        const TorusKnotMesh knot{turns, loops, 1, 0.4, 0.03, 2000, 24};
        const TriangleSoup soup = torus_knot_mesh(knot);
        const MeshReport report = examine(soup.vertices, soup.triangles);
        EXPECT_EQ(euler(report), 0);
        EXPECT_TRUE(report.fit_for_solid());
        double path_length = 0;
        for (std::uint32_t i = 0; i < knot.rings; ++i) {
            // The centre of a ring is the mean of its vertices.
            Vec3 here{}, next{};
            for (std::uint32_t j = 0; j < knot.sides; ++j) {
                here += soup.vertices[i * knot.sides + j];
                next += soup.vertices[(i + 1) % knot.rings * knot.sides + j];
            }
            path_length += length(next - here) / knot.sides;
        }
        EXPECT_NEAR(report.volume, path_length * polygon_area(24) * 0.03 * 0.03, 2e-3 * report.volume);
    }
}

TEST(Generate, TerrainIsAnOpenSheetFacingUp) {
    const Terrain terrain{10, 0.5, 17, 9, 4};
    const TriangleSoup soup = terrain_mesh(terrain);
    const MeshReport report = examine(soup.vertices, soup.triangles);
    EXPECT_EQ(report.triangle_count, 2U * 17 * 9);
    EXPECT_EQ(euler(report), 1);
    EXPECT_FALSE(report.closed);
    EXPECT_TRUE(report.oriented);
    ASSERT_NE(report.find(MeshFault::open_edge), nullptr);
    EXPECT_EQ(report.find(MeshFault::open_edge)->count, 2U * (17 + 9));
    EXPECT_TRUE(report.fit_for_surface());
    EXPECT_FALSE(report.fit_for_solid());
    const std::vector<double> heights = terrain_heights(terrain);
    ASSERT_EQ(heights.size(), soup.vertices.size());
    double low = 1, high = -1;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        EXPECT_EQ(soup.vertices[i].z, heights[i]);
        low = std::min(low, heights[i]);
        high = std::max(high, heights[i]);
    }
    EXPECT_GE(low, -0.5);
    EXPECT_LE(high, 0.5);
    EXPECT_GT(high - low, 0.1) << "hills";
    for (const auto& [a, b, c] : soup.triangles) {
        EXPECT_GT(cross(soup.vertices[b] - soup.vertices[a], soup.vertices[c] - soup.vertices[a]).z, 0);
    }
    EXPECT_NE(terrain_heights({10, 0.5, 17, 9, 5}), heights) << "another seed";
}

TEST(Generate, NoisySpheresStayStarShaped) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const TriangleSoup soup = noisy_sphere_mesh({scale, 0.3, 4, 7});
        const MeshReport report = examine(soup.vertices, soup.triangles);
        EXPECT_EQ(euler(report), 2);
        EXPECT_TRUE(report.fit_for_solid());
        double low = 2, high = 0;
        for (const Vec3& v : soup.vertices) {
            low = std::min(low, length(v) / scale);
            high = std::max(high, length(v) / scale);
        }
        EXPECT_GE(low, 0.7);
        EXPECT_LE(high, 1.3);
        EXPECT_GT(high - low, 0.2) << "bumps";
        for (const auto& [a, b, c] : soup.triangles) {
            const Vec3 n = cross(soup.vertices[b] - soup.vertices[a], soup.vertices[c] - soup.vertices[a]);
            EXPECT_GT(dot(n, soup.vertices[a]), 0) << "every face is seen from the origin's far side";
        }
    }
}

TEST(Generate, NonsenseMakesAnEmptyMesh) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(box_mesh({1, 0, 1}).triangles.empty());
    EXPECT_TRUE(box_mesh({1, nan, 1}).triangles.empty());
    EXPECT_TRUE(icosphere_mesh(-1, 1).triangles.empty());
    EXPECT_TRUE(icosphere_mesh(1, 40).triangles.empty());
    EXPECT_TRUE(torus_mesh({1, 0.2, 2, 8}).triangles.empty());
    EXPECT_TRUE(torus_mesh({1, 0.2, 4000000000U, 4000000000U}).triangles.empty());
    EXPECT_TRUE(torus_knot_mesh({0, 1}).triangles.empty());
    EXPECT_TRUE(torus_knot_mesh({2, 3, nan}).triangles.empty());
    EXPECT_TRUE(gear_mesh({16, 1, 1.2}).triangles.empty());
    EXPECT_TRUE(gear_mesh({2}).triangles.empty());
    EXPECT_TRUE(terrain_mesh({0}).triangles.empty());
    EXPECT_TRUE(terrain_heights({1, nan}).empty());
    EXPECT_TRUE(noisy_sphere_mesh({1, 1.5}).triangles.empty());
}

}  // namespace
}  // namespace graze::test
