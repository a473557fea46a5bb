// Probes of solids: their directions are far from one another, and from the lines that models are full of;
// and points on the surface, up to rounding, are on no side.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "oracle/random.hpp"
#include "solid/side_of.hpp"
#include "verify/verify_cover.hpp"

namespace graze::test {
namespace {

using namespace verifying;

/// Sine of 4 degrees.
constexpr double kFar = 0.069;

TEST(ProbeDirections, AreUnitAndNoTwoAlike) {
    for (std::size_t i = 0; i < kProbeDirections.size(); ++i) {
        EXPECT_NEAR(length(kProbeDirections[i]), 1, 1e-3) << i;
        for (std::size_t k = 0; k < i; ++k)
            EXPECT_GT(length(cross(kProbeDirections[i], kProbeDirections[k])), kFar) << i << ", " << k;
    }
}

TEST(ProbeDirections, AreOffAxesAndDiagonals) {
    for (const Vec3& direction : kProbeDirections) {
        for (const double x : {-1.0, 0.0, 1.0}) {
            for (const double y : {-1.0, 0.0, 1.0}) {
                for (const double z : {-1.0, 0.0, 1.0}) {
                    if (x == 0 && y == 0 && z == 0) continue;
                    EXPECT_GT(length(cross(direction, unit(Vec3{x, y, z}))), kFar) << x << y << z;
                }
            }
        }
    }
}

/// None that is in the solid, or on it, is taken for outside, and none that is outside for inside.
TEST(VerifyCover, PointsOnTheSurfaceAreOnNoSide) {
    Random random(42);
    const TriangleSoup soup = box_mesh({0.25, 0.5, 1});
    const Mesh box = *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    const Vec3 half{0.25, 0.5, 1};
    int within = 0, decided = 0;
    for (int i = 0; i < 120; ++i) {
        const Placed solid{box, Pose::from(random.rotation(), random.in_cube(1))};
        const PlacedParts parts(solid);
        Vec3 local = random.in_cube(0.2), away = random.in_cube(1);
        const std::size_t axis = random.index(3);
        const double side = random.chance(0.5) ? 1 : -1;
        local[axis] = side * half[axis];
        away[axis] = 3 * side;
        const Vec3 point = solid.pose * local;
        const PointLocation where = locate_point(enclose(point), solid.pose * (local + away), parts).where;
        const bool outside = side_of(box.data(), solid.pose, {nullptr, point}) == PointSide::outside;
        within += !outside;
        decided += where != PointLocation::unknown;
        EXPECT_FALSE(!outside && where == PointLocation::outside) << i;
        EXPECT_FALSE(outside && where == PointLocation::inside) << i;
    }
    EXPECT_GT(within, 30);
    EXPECT_LT(decided, 30);
}

}  // namespace
}  // namespace graze::test
