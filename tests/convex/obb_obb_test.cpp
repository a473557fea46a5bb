// Oriented boxes in stages (spheres, faces, edges), their common points and normals, against exact separating axes.
#include "convex/obb_obb.hpp"

#include <gtest/gtest.h>

#include "convex/obb_exact.hpp"
#include "graze/convex/obb_tests.hpp"

namespace graze::test {
namespace {

TEST(ObbObb, FalseIsATheoremAndTheStagesAreNested) {
    Random random(311);
    int apart = 0, meeting = 0, lite_only = 0;
    for (int i = 0; i < 600; ++i) {
        const Obb a = some_obb(random, 0.5), b = some_obb(random, 0.7);
        const double gap = exact_gap(exact_set(a), exact_set(b));
        const bool lite = overlaps_lite(a, b), full = find_obb_obb(a, b).has_value();
        EXPECT_EQ(full, overlaps(a, b)) << i << " two slacks, both far below the gaps here: " << gap;
        EXPECT_TRUE(lite || !full);
        if (gap > 0) {
            ++apart;
            EXPECT_TRUE(!full || gap < 1e-11) << i << " gap " << gap;
            lite_only += lite && !full;
        } else {
            ++meeting;
            ASSERT_TRUE(full) << i;
        }
    }
    EXPECT_GT(apart, 120);
    EXPECT_GT(meeting, 160);
    EXPECT_GT(lite_only, 2) << "pairs that only an edge axis tells apart";
}

TEST(ObbObb, PointsLieInBothAtEveryScale) {
    Random random(312);
    for (const double s : {1e-6, 1.0, 1e6}) {
        int found = 0;
        for (int i = 0; i < 3000; ++i) {
            const Obb a = scaled(some_obb(random, 1), s), b = scaled(some_obb(random, 1), s);
            for (const auto& [p, q] : {std::pair(a, b), std::pair(b, a)}) {
                const auto point = find_obb_obb(p, q);
                if (!point) continue;
                ++found;
                EXPECT_LE(outside(p, *point), 1e-11 * s) << i;
                EXPECT_LE(outside(q, *point), 1e-11 * s) << i;
            }
        }
        EXPECT_GT(found, 1000);
    }
}

TEST(ObbObb, OneInsideTheOtherAndTouchingCorners) {
    const Obb large{{1, 2, 3}, Mat3::identity(), {4, 4, 4}}, small{{1.5, 2, 3}, Mat3::identity(), {1, 1, 1}};
    for (const auto& [p, q] : {std::pair(large, small), std::pair(small, large)}) {
        const auto point = find_obb_obb(p, q);
        ASSERT_TRUE(point.has_value());
        EXPECT_LE(outside(small, *point), 0);
    }
    const Obb corner{{1 + 5, 2 + 5, 3 + 5}, Mat3::identity(), {1, 1, 1}};
    const auto touch = find_obb_obb(large, corner);
    ASSERT_TRUE(touch.has_value());
    EXPECT_LE(length(*touch - Vec3{5, 6, 7}), 1e-10);
    EXPECT_FALSE(find_obb_obb(large, Obb{}).has_value());
    EXPECT_FALSE(overlaps_lite(Obb{}, large));
}

TEST(ObbObb, SpheresNeverPartBoxesThatMeet) {
    Random random(313);
    int apart = 0;
    for (int i = 0; i < 20000; ++i) {
        const Obb a = some_obb(random, 2), b = some_obb(random, 2);
        if (!apart_by_spheres(b.centre - a.centre, length(a.half_extents), length(b.half_extents), obb_slack(20, 0))) continue;
        ++apart;
        ASSERT_FALSE(find_obb_obb(a, b).has_value());
    }
    EXPECT_GT(apart, 3000);
}

TEST(ObbObb, NormalsAreThoseOfTheEllipsoid) {
    Random random(314);
    for (int i = 0; i < 500; ++i) {
        const Pose pose = random.pose(3);
        const Vec3 half{random.uniform(0.1, 2), random.uniform(0.1, 2), random.uniform(0.1, 2)};
        const Vec3 on_sphere = random.direction();
        const Vec3 y = hadamard(on_sphere, half), gradient = unit(Vec3{on_sphere.x / half.x, on_sphere.y / half.y, on_sphere.z / half.z});
        const Vec3 normal = normal_at({pose.position, pose.rotation, half}, pose * y);
        EXPECT_LE(length(normal - pose.rotation * gradient), 1e-12);
    }
    const Obb flat{{0, 0, 0}, Mat3::identity(), {1, 1, 0}};
    EXPECT_EQ(normal_at(flat, {0.5, 0.25, 0}), (Vec3{0, 0, 1}));
    EXPECT_EQ(normal_at(flat, {0.5, 0.25, -1e-12}), (Vec3{0, 0, -1}));
    EXPECT_NEAR(length(normal_at({{1, 2, 3}, Mat3::identity(), {1, 2, 3}}, {1, 2, 3})), 1, 1e-12) << "at the centre";
    EXPECT_NEAR(length(normal_at({{0, 0, 0}, Mat3::identity(), {0, 0, 0}}, {0, 0, 0})), 1, 1e-12);
}

}  // namespace
}  // namespace graze::test
