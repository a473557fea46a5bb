// Time of impact by intervals over oriented trees, against conservative advancement: the same times, misses
// and initial overlaps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/random_motions.hpp"

namespace graze::test {
namespace {

constexpr ImpactOptions kByIntervals{.method = ImpactMethod::interval_obb};

Mesh solid_of(const TriangleSoup& soup) {
    return Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid}).value();
}

TEST(IntervalObbImpact, CubesFaceToFaceInBothOrders) {
    const Mesh cube = solid_of(box_mesh({0.5, 0.5, 0.5}));
    const Moving a{cube, LinearMotion{Pose::identity(), {}}};
    for (const Vec3& from : {Vec3{3, 0, 0}, Vec3{3, 0.1, 0.1}, Vec3{3, 0.5, -0.25}}) {
        const Moving b{cube, LinearMotion{Pose::translation(from), {-4, 0, 0}}};
        for (const Impact& impact :
             {time_of_impact(a, b, kByIntervals), time_of_impact(b, a, kByIntervals)}) {
            ASSERT_TRUE(impact.hit);
            EXPECT_LE(impact.time.lower, 0.5);
            EXPECT_NEAR(impact.time.lower, 0.5, 1e-5);
            EXPECT_LE(impact.time.width(), 1e-6);
            EXPECT_NEAR(std::abs(impact.normal.x), 1, 1e-3);
            EXPECT_GT(impact.work.box_tests, 0U);
            EXPECT_GT(impact.work.primitive_tests, 0U);
        }
    }
}

TEST(IntervalObbImpact, EqualsTheDefaultOnRandomMotions) {
    Random random(1301);
    const std::vector<Shape> shapes{
        solid_of(torus_mesh({1, 0.3, 8, 5})), solid_of(box_mesh({0.7, 0.2, 0.4})),
        solid_of(noisy_sphere_mesh({.subdivisions = 1})),
        HeightField::build({3, 3, 0.5, 0.5},
                           std::vector<double>{0, .1, 0, .2, 0, .3, 0, .1, .2, 0, .1, 0, 0, .1, .2, 0})
            .value()};
    std::size_t hits = 0, misses = 0, starts = 0;
    for (int i = 0; i < 60; ++i) {
        const Moving a{shapes[random.index(shapes.size())], random_motion(random, random.pose(0.1), 0.5)};
        const double from = i % 6 == 0 ? 0.5 : random.uniform(2, 3);
        const Moving b{shapes[random.index(shapes.size())],
                       random_motion(random, Pose::from(random.rotation(), from * random.direction()), 3)};
        const Impact truth = time_of_impact(a, b), impact = time_of_impact(a, b, kByIntervals);
        ASSERT_EQ(impact.status, truth.status) << i;
        // What passes within the tolerance may be answered either way.
        if (impact.hit != truth.hit) {
            const Impact& hit = impact.hit ? impact : truth;
            ASSERT_EQ(hit.answer, ImpactAnswer::within_tolerance) << i;
            continue;
        }
        (truth.hit ? (truth.time.upper == 0 ? starts : hits) : misses) += 1;
        if (!truth.hit) continue;
        ASSERT_NEAR(impact.time.lower, truth.time.lower, 1e-5) << i;
        ASSERT_LE(impact.time.lower, truth.time.upper) << i << ": nothing is missed";
        if (impact.answer == ImpactAnswer::contact) {
            ASSERT_GE(impact.time.upper, truth.time.lower) << i;
        }
        ASSERT_LE(impact.time.width(), 1e-6) << i;
        if (truth.time.upper == 0) {
            EXPECT_EQ(impact.time.upper, 0);
            EXPECT_EQ(impact.part_a, truth.part_a);
            EXPECT_EQ(impact.part_b, truth.part_b);
        }
    }
    EXPECT_GT(hits, 10U);
    EXPECT_GT(misses, 5U);
    EXPECT_GT(starts, 2U);
}

TEST(IntervalObbImpact, RefusesWhatItDoesNotServeAndKeepsToItsBudget) {
    const Mesh cube = solid_of(box_mesh({0.5, 0.5, 0.5}));
    const Moving a{cube, LinearMotion{Pose::identity(), {}}},
        b{cube, LinearMotion{Pose::translation({3, 0.1, 0}), {-4, 0, 0}}};
    for (const Shape& other : {Shape(Sphere{1}), rounded(cube, 0.1)}) {
        const Impact impact = time_of_impact(a, {other, b.motion}, kByIntervals);
        EXPECT_EQ(impact.status, Status::unsupported);
        EXPECT_TRUE(impact.hit);
        EXPECT_EQ(impact.time.lower, 0);
        EXPECT_EQ(impact.time.upper, 1);
    }
    const Impact cut = time_of_impact(a, b, {.max_steps = 5, .method = ImpactMethod::interval_obb});
    EXPECT_EQ(cut.status, Status::budget_reached);
    EXPECT_TRUE(cut.hit);
    EXPECT_LE(cut.time.lower, 0.5);
    EXPECT_GE(cut.time.upper, 0.5);
}

}  // namespace
}  // namespace graze::test
