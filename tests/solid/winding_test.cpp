// Winding numbers: whole ones of closed meshes, closed forms of open ones, all triangles one by one, and
// bounds that hold.
#include "graze/solid/inside.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "graze/mesh/generate.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Mesh surface(const TriangleSoup& soup) { return *Mesh::build(soup.vertices, soup.triangles); }

TriangleSoup scaled_by(TriangleSoup soup, double scale) {
    for (Vec3& v : soup.vertices) v = scale * v;
    return soup;
}

/// In long double, triangle by triangle.
double winding_of_all(const TriangleSoup& soup, const Vec3& p) {
    long double sum = 0;
    for (const auto& t : soup.triangles) {
        std::array<std::array<long double, 3>, 3> v{};
        std::array<long double, 3> l{};
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k)
                v[i][k] = static_cast<long double>(soup.vertices[t[i]][k]) - p[k];
            l[i] = std::sqrt(v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2]);
        }
        const auto inner = [&](std::size_t i, std::size_t j) {
            return v[i][0] * v[j][0] + v[i][1] * v[j][1] + v[i][2] * v[j][2];
        };
        const long double triple = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) -
                                   v[0][1] * (v[1][0] * v[2][2] - v[1][2] * v[2][0]) +
                                   v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
        sum += 2 * std::atan2(triple, l[0] * l[1] * l[2] + inner(0, 1) * l[2] + inner(1, 2) * l[0] +
                                          inner(2, 0) * l[1]);
    }
    return static_cast<double>(sum / (4 * std::numbers::pi_v<long double>));
}

TEST(Winding, IsOneInsideAndZeroOutsideOfClosedMeshes) {
    Random random(1);
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const Mesh ball = surface(scaled_by(icosphere_mesh(1, 4), scale));
        ASSERT_TRUE(is_closed(ball.data()));
        const WindingField field(ball.data());
        for (int i = 0; i < 50; ++i) {
            const Vec3 p = random.in_cube(1.4);
            if (std::abs(length(p) - 1) < 0.01) continue;
            const Interval winding = field.at({}, scale * p);
            EXPECT_TRUE(winding.contains(length(p) < 1 ? 1.0 : 0.0)) << winding.lower << " " << winding.upper;
            EXPECT_LE(winding.width(), 0.051);
        }
    }
}

/// The solid angle of a cap of a sphere, from its centre, is that of a cone.
TEST(Winding, OfACubeWithoutOneSideIsFiveSixthsInTheMiddle) {
    TriangleSoup cube = box_mesh({1, 1, 1});
    std::erase_if(cube.triangles, [&](const auto& t) {
        return cube.vertices[t[0]].z > 0 && cube.vertices[t[1]].z > 0 && cube.vertices[t[2]].z > 0;
    });
    ASSERT_EQ(cube.triangles.size(), 10U);
    const Mesh open = surface(cube);
    EXPECT_FALSE(is_closed(open.data()));
    const WindingField field(open.data());
    const Interval winding = field.at({}, {0, 0, 0}, 1e-9);
    EXPECT_TRUE(winding.contains(5.0 / 6)) << winding.lower << " " << winding.upper;
    EXPECT_LE(winding.width(), 1e-12);
    EXPECT_LT(field.at({}, {0, 0, 3}).upper, 0.5);
    for (auto& t : cube.triangles) std::swap(t[1], t[2]);
    const Mesh turned = surface(cube);
    EXPECT_TRUE(WindingField(turned.data()).at({}, {0, 0, 0}, 1e-9).contains(-5.0 / 6));
}

TEST(Winding, BoundsHoldWhatAllTrianglesAddUpTo) {
    Random random(2);
    int wide = 0;
    for (int round = 0; round < 40; ++round) {
        TriangleSoup soup = round % 2 == 0
                                ? torus_mesh({1, 0.4, 60, 30})
                                : noisy_sphere_mesh({1, 0.4, 4, static_cast<std::uint64_t>(round)});
        soup.triangles.resize(soup.triangles.size() * static_cast<std::size_t>(2 + round % 5) / 7 + 1);
        const double scale = random.log_uniform(1e-6, 1e6);
        for (Vec3& v : soup.vertices) v = scale * v;
        const Mesh mesh = surface(soup);
        const WindingField field(mesh.data());
        for (int i = 0; i < 10; ++i) {
            const Vec3 p = scale * random.in_cube(1.5);
            const double truth = winding_of_all(soup, p);
            for (const double width : {0.2, 0.05, 1e-3, 1e-7}) {
                const Interval winding = field.at({}, p, width);
                // The sum of the oracle is good to 1e-15 of each of its terms.
                EXPECT_LE(winding.lower, truth + 1e-13) << round;
                EXPECT_GE(winding.upper, truth - 1e-13) << round;
                EXPECT_LE(winding.width(), width + 1e-9) << round;
                wide += width == 0.2 && winding.width() > 1e-6 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(wide, 100) << "far groups are never used";
}

TEST(Winding, FollowsThePose) {
    Random random(3);
    TriangleSoup soup = icosphere_mesh(1, 3);
    soup.triangles.resize(soup.triangles.size() - 100);
    const Mesh mesh = surface(soup);
    const WindingField field(mesh.data());
    for (int i = 0; i < 50; ++i) {
        const Pose pose = random.pose(5);
        const Vec3 local = random.in_cube(0.5);
        const Interval here = field.at({}, local, 1e-6), there = field.at(pose, pose * local, 1e-6);
        EXPECT_NEAR(here.lower, there.lower, 1e-5);
        EXPECT_NEAR(here.upper, there.upper, 1e-5);
    }
}

TEST(Winding, OnTheSurfaceAndWithoutNumbersItClaimsNothing) {
    const Mesh ball = surface(icosphere_mesh(1, 2));
    const WindingField field(ball.data());
    const Interval on = field.at({}, ball.vertices()[0], 1e-6);
    EXPECT_TRUE(on.contains(0.0) || on.contains(1.0) || on.width() > 0.1);
    EXPECT_FALSE(std::isnan(on.lower) || std::isnan(on.upper));
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        const Interval all = field.at({}, {bad, 0, 0});
        EXPECT_EQ(all.lower, -std::numeric_limits<double>::infinity());
        EXPECT_EQ(all.upper, std::numeric_limits<double>::infinity());
    }
    EXPECT_LE(field.at({}, {1e90, 0, 0}).upper, 1e-6);
}

}  // namespace
}  // namespace graze::test
