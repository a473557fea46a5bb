// GJK over moving polytopes: bounds and points from one place to the next against known distances, and
// searches that end because nothing comes closer.
#include "convex/gjk/cast_simplex.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "oracle/random.hpp"

namespace graze::test {
namespace {

TEST(CastSimplex, FollowsABoxPastABox) {
    const Shape a = Box{{1, 1, 1}}, b = Box{{0.5, 0.5, 0.5}};
    CastSimplex simplex(a, b);
    int apart = 0;
    for (int i = -40; i <= 40; ++i) {
        // Past an edge, a corner and a face, and through a corner for some of the way.
        const double t = 0.1 * i;
        const Pose pose = Pose::translation({t, 0.3 + 0.5 * t, 1.2 - 0.3 * t});
        const Vec3 gap = max(abs(pose.position) - Vec3{1.5, 1.5, 1.5}, Vec3{});
        const double truth = length(gap);
        const bool found = simplex.update(pose, 1e-9);
        EXPECT_EQ(found, truth > 0) << t;
        if (!found) continue;
        ++apart;
        EXPECT_LE(simplex.lower(), truth + 1e-14) << t;
        EXPECT_GE(simplex.lower(), truth * (1 - 1e-9) - 1e-14) << t;
        EXPECT_NEAR(simplex.upper(), truth, 1e-9 * truth + 1e-14) << t;
        EXPECT_NEAR(length(simplex.normal()), 1, 4 * kEps) << t;
        const Vec3 expected = gap * (1 / truth);
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_NEAR(std::abs(simplex.normal()[k]), expected[k], 1e-4) << t;
            EXPECT_LE(std::abs(simplex.point_a()[k]), 1 + 1e-14) << t;
            EXPECT_LE(std::abs(simplex.point_b()[k]), 0.5 + 1e-14) << t;
        }
        EXPECT_LE(length(simplex.difference(pose) + simplex.upper() * simplex.normal()), 1e-14) << t;
    }
    EXPECT_GT(apart, 40);
    EXPECT_LT(apart, 81);
}

TEST(CastSimplex, ParallelFacesEndWhereNothingComesCloser) {
    // Four corners and more are equally near, and rounding makes some of them seem nearer by turns.
    Random random(2901);
    for (int trial = 0; trial < 300; ++trial) {
        const Mat3 turn = random.pose(1).rotation;
        const double gap = random.log_uniform(1e-3, 10);
        const Shape b =
            Triangle{turn * Vec3{-0.7, -0.8, gap}, turn * Vec3{0.8, -0.6, gap}, turn * Vec3{0.1, 0.9, gap}};
        const Shape c = Tetrahedron{turn * Vec3{-0.5, -0.9, 0}, turn * Vec3{0.8, -0.7, 0},
                                    turn * Vec3{0.2, 0.9, 0}, turn * Vec3{0, 0, -1}};
        CastSimplex simplex(c, b);
        ASSERT_TRUE(simplex.update(Pose{}, 0)) << trial;
        EXPECT_NEAR(simplex.lower(), gap, 1e-14 * (1 + gap)) << trial;
        EXPECT_NEAR(simplex.upper(), gap, 1e-14 * (1 + gap)) << trial;
        EXPECT_LE(length(simplex.normal() - turn.columns[2]), 1e-12 / gap) << trial;
    }
}

}  // namespace
}  // namespace graze::test
