// Meshes that move a little at a time, with what the last answer left behind: the same answers as without.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Mesh mesh_of(const TriangleSoup& soup) { return *Mesh::build(soup.vertices, soup.triangles); }

TEST(MeshWarmStart, AnswersAreThoseOfAColdStart) {
    Random random(51);
    const Mesh ring = mesh_of(torus_mesh({1, 0.3, 24, 12})),
               knot = mesh_of(torus_knot_mesh({2, 3, 1, 0.4, 0.15, 60, 8}));
    int overlapping = 0, apart = 0;
    for (int pass = 0; pass < 12; ++pass) {
        PairCache hits, distances;
        const Quat turn = random.rotation();
        const Vec3 direction = random.direction(), axis = random.direction();
        for (int step = 0; step < 40; ++step) {
            const double distance = 2.6 - 0.04 * step;
            const Placed a{ring, Pose::identity()},
                b{knot, Pose::from(Quat::from_axis_angle(axis, 0.01 * step) * turn, direction * distance)};
            const bool intersecting = overlaps(a, b);
            EXPECT_EQ(overlaps(a, b, &hits), intersecting);
            const Separation cold = separation(a, b), warm = separation(a, b, {}, &distances);
            EXPECT_LE(warm.distance.lower, cold.distance.upper);
            EXPECT_GE(warm.distance.upper, cold.distance.lower);
            EXPECT_EQ(warm.status, cold.status);
            (intersecting ? overlapping : apart) += 1;
            if (intersecting) continue;
            EXPECT_LE(warm.distance.width(), 1e-12);
            EXPECT_NEAR(length(warm.point_b - warm.point_a), warm.distance.upper, 1e-12);
            EXPECT_NEAR(dot(warm.normal, warm.point_b - warm.point_a), warm.distance.upper, 1e-12);
            EXPECT_TRUE(distances.parts_known);
        }
    }
    EXPECT_GT(overlapping, 50);
    EXPECT_GT(apart, 100);
}

TEST(MeshWarmStart, CachesOfOtherPairsDoNoHarm) {
    const Mesh ring = mesh_of(torus_mesh({1, 0.3, 24, 12}));
    const Mesh few = mesh_of({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}});
    PairCache cache;
    cache.parts = {500, 4000000000U};
    cache.parts_known = true;
    const Placed a{ring, Pose::identity()}, b{few, Pose::translation({0, 0, 1})};
    EXPECT_FALSE(overlaps(a, b, &cache));
    EXPECT_NEAR(separation(a, b, {}, &cache).distance.middle(), separation(a, b).distance.middle(), 1e-12);
    cache.parts = {3, 0};
    EXPECT_NEAR(separation(a, b, {}, &cache).distance.middle(), separation(a, b).distance.middle(), 1e-12);
    EXPECT_FALSE(overlaps(a, b, &cache));
}

}  // namespace
}  // namespace graze::test
