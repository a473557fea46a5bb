// Oriented boxes in stages (spheres, faces, edges), their common points and normals, against exact separating
// axes.
#include "obb/find_obb_obb.hpp"

#include <gtest/gtest.h>

#include "graze/obb/obb_search.hpp"
#include "obb/obb_exact.hpp"

namespace graze::test {
namespace {

TEST(ObbObb, FalseIsATheoremAndTheStagesAreNested) {
    Random random(311);
    int apart = 0, overlapping = 0, lite_only = 0;
    for (int i = 0; i < 600; ++i) {
        const Obb a = some_obb(random, 0.5), b = some_obb(random, 0.7);
        const double gap = exact_gap(exact_set(a), exact_set(b));
        const bool lite = overlaps_lite(a, b), full = find_obb_obb(a, b).has_value();
        EXPECT_EQ(full, overlaps(a, b)) << i << " " << gap;
        EXPECT_TRUE(lite || !full);
        if (gap > 0) {
            ++apart;
            EXPECT_TRUE(!full || gap < 1e-11) << i << " gap " << gap;
            lite_only += lite && !full;
        } else {
            ++overlapping;
            ASSERT_TRUE(full) << i;
        }
    }
    EXPECT_GT(apart, 120);
    EXPECT_GT(overlapping, 160);
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

/// A box whose edge along its axis j crosses the edge of `a` along axis i, at a distance of `gap` from it.
Obb crossing_edges(Random& random, const Obb& a, const Mat3& axes, double gap) {
    const std::size_t i = random.index(3), j = random.index(3);
    const Vec3 half{random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)};
    const Vec3 away = unit(cross(a.axes.columns[i], axes.columns[j])) * (random.chance(0.5) ? 1.0 : -1.0);
    Vec3 at = a.centre + a.axes.columns[i] * (a.half_extents[i] * random.uniform(-1, 1)) + away * gap;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 &u = a.axes.columns[k], &v = axes.columns[k];
        if (k != i) at += u * std::copysign(a.half_extents[k], dot(away, u));
        at += v * (k == j ? half[k] * random.uniform(-1, 1) : std::copysign(half[k], dot(away, v)));
    }
    return {at, axes, half};
}

TEST(ObbObb, PointsOfCrossedEdgesLieInBothAndFindIsOverlaps) {
    Random random(315);
    int found = 0, apart = 0;
    for (int i = 0; i < 20000; ++i) {
        Obb a = some_obb(random, 1);
        a.half_extents = {random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)};
        // Every other pair is turned by a small angle.
        const double angle = i % 2 == 0 ? random.uniform(0, 3) : random.log_uniform(1e-7, 1e-1);
        const Mat3 axes = rotation_matrix(Quat::from_axis_angle(random.direction(), angle)) * a.axes;
        const double gap = random.log_uniform(1e-16, 1e-9) * (random.chance(0.2) ? -1 : 1);
        const Obb b = crossing_edges(random, a, axes, gap);
        for (const auto& [p, q] : {std::pair(a, b), std::pair(b, a)}) {
            const auto point = find_obb_obb(p, q);
            ASSERT_EQ(point.has_value(), overlaps(p, q)) << i << " gap " << gap;
            ++(point ? found : apart);
            if (!point) continue;
            EXPECT_LE(outside(p, *point), std::abs(gap) + 1e-12) << i << " angle " << angle << " gap " << gap;
            EXPECT_LE(outside(q, *point), std::abs(gap) + 1e-12) << i << " angle " << angle << " gap " << gap;
        }
    }
    EXPECT_GT(found, 10000);
    EXPECT_GT(apart, 4000);
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

TEST(ObbObb, SpheresNeverSeparateOverlappingBoxes) {
    Random random(313);
    int apart = 0;
    for (int i = 0; i < 20000; ++i) {
        const Obb a = some_obb(random, 2), b = some_obb(random, 2);
        if (!apart_by_spheres(b.centre - a.centre, length(a.half_extents), length(b.half_extents),
                              obb_slack(20, 0)))
            continue;
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
        const Vec3 y = hadamard(on_sphere, half),
                   gradient = unit(Vec3{on_sphere.x / half.x, on_sphere.y / half.y, on_sphere.z / half.z});
        const Vec3 normal = normal_at({pose.position, pose.rotation, half}, pose * y);
        EXPECT_LE(length(normal - pose.rotation * gradient), 1e-12);
    }
    const Obb flat{{0, 0, 0}, Mat3::identity(), {1, 1, 0}};
    EXPECT_EQ(normal_at(flat, {0.5, 0.25, 0}), (Vec3{0, 0, 1}));
    EXPECT_EQ(normal_at(flat, {0.5, 0.25, -1e-12}), (Vec3{0, 0, -1}));
    EXPECT_NEAR(length(normal_at({{1, 2, 3}, Mat3::identity(), {1, 2, 3}}, {1, 2, 3})), 1, 1e-12)
        << "at the centre";
    EXPECT_NEAR(length(normal_at({{0, 0, 0}, Mat3::identity(), {0, 0, 0}}, {0, 0, 0})), 1, 1e-12);
}

}  // namespace
}  // namespace graze::test
