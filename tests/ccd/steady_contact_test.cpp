// Boxes and triangles at constant velocity: times against the search for convex bodies, points in both
// bodies, faces, edges and planes.
#include "graze/ccd/steady_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Obb random_box(Random& random, const Vec3& centre) {
    const Mat3 axes = rotation_matrix(random.rotation());
    return {centre, axes, {random.uniform(0.2, 0.8), random.uniform(0.2, 0.8), random.uniform(0.2, 0.8)}};
}
Triangle random_triangle(Random& random, const Vec3& centre) {
    const Vec3 a = centre + random.in_cube(0.8), b = centre + random.in_cube(0.8);
    return {a, b, centre + random.in_cube(0.8)};
}

Placed placed(const Obb& box) { return {Box{box.half_extents}, {box.axes, box.centre}}; }
Placed placed(const Triangle& t) { return {t, Pose::identity()}; }

Placed moved(Placed body, const Vec3& by) {
    body.pose.position += by;
    return body;
}

template <class A, class B>
void expect_right(const A& a, const Vec3& va, const B& b, const Vec3& vb, int& hits) {
    const SteadyContact contact = steady_contact(a, va, b, vb);
    const Placed pa = placed(a), pb = placed(b);
    const Impact impact =
        time_of_impact({pa.shape, LinearMotion{pa.pose, va}}, {pb.shape, LinearMotion{pb.pose, vb}});
    if (impact.answer == ImpactAnswer::within_tolerance && impact.time.upper == 0) return;
    ASSERT_EQ(contact.hit, impact.hit);
    if (!contact.hit) return;
    ++hits;
    ASSERT_LE(contact.first.lower, contact.first.upper);
    ASSERT_LE(contact.first.upper, contact.last.upper);
    ASSERT_LE(contact.first.lower, impact.time.upper + 1e-12);
    ASSERT_GE(contact.first.upper, impact.time.lower - 1e-12);
    ASSERT_LE(contact.first.width(), 1e-9);
    ASSERT_NEAR(length(contact.normal), 1, 1e-12);
    ASSERT_NEAR(length(contact.normal_a), 1, 1e-12);
    ASSERT_NEAR(length(contact.normal_b), 1, 1e-12);
    const double t = contact.first.middle();
    // The point is in both bodies to 1e-9, and they are apart just before.
    const Placed point{Point{}, Pose::translation(contact.point)};
    ASSERT_LE(separation(point, moved(pa, t * va)).distance.lower, 1e-9);
    ASSERT_LE(separation(point, moved(pb, t * vb)).distance.lower, 1e-9);
    if (t > 0) {
        const double before = t - 1e-6;
        if (before > 0) {
            ASSERT_GT(separation(moved(pa, before * va), moved(pb, before * vb)).distance.upper, 0);
        }
        ASSERT_LE(std::abs(dot(contact.normal, impact.normal) - 1), 1e-3);
    }
    // Still touching at the last moment, apart a little later.
    const double last = contact.last.middle();
    ASSERT_LE(separation(moved(pa, last * va), moved(pb, last * vb)).distance.lower, 1e-9);
    if (contact.last.upper < 1) {
        const double after = std::min(1.0, contact.last.upper + 1e-6);
        ASSERT_GE(separation(moved(pa, after * va), moved(pb, after * vb)).distance.upper, 0);
    }
}

TEST(SteadyContact, RandomPairsTouchWhenAndWhereTheyShould) {
    Random random(81);
    int hits = 0;
    constexpr int kRuns = 6000;
    for (int i = 0; i < kRuns; ++i) {
        const Vec3 from = 2.0 * random.direction();
        const Vec3 va = random.in_cube(0.5), vb = va - 1.2 * from + random.in_cube(1.5);
        if (i % 3 == 0) {
            ASSERT_NO_FATAL_FAILURE(
                expect_right(random_box(random, {}), va, random_box(random, from), vb, hits))
                << i;
        } else if (i % 3 == 1) {
            ASSERT_NO_FATAL_FAILURE(
                expect_right(random_triangle(random, {}), va, random_box(random, from), vb, hits))
                << i;
        } else {
            ASSERT_NO_FATAL_FAILURE(
                expect_right(random_triangle(random, {}), va, random_triangle(random, from), vb, hits))
                << i;
        }
    }
    EXPECT_GT(hits, kRuns / 4);
    EXPECT_LT(hits, kRuns * 9 / 10);
}

TEST(SteadyContact, RandomPairsThatOverlapAtTheStartShareAPoint) {
    Random random(83);
    int hits = 0;
    constexpr int kRuns = 3000;
    for (int i = 0; i < kRuns; ++i) {
        const Vec3 from = random.uniform(0, 1.2) * random.direction(), va = random.in_cube(0.5),
                   vb = random.in_cube(0.5);
        const Obb box = random_box(random, from);
        const Triangle triangle = random_triangle(random, from);
        if (i % 3 == 0) {
            ASSERT_NO_FATAL_FAILURE(expect_right(random_box(random, {}), va, box, vb, hits)) << i;
        } else if (i % 3 == 1) {
            ASSERT_NO_FATAL_FAILURE(expect_right(random_triangle(random, {}), va, box, vb, hits)) << i;
        } else {
            ASSERT_NO_FATAL_FAILURE(expect_right(random_triangle(random, {}), va, triangle, vb, hits)) << i;
        }
    }
    EXPECT_GT(hits, kRuns / 3);
    EXPECT_LT(hits, kRuns * 9 / 10);
}

TEST(SteadyContact, AWideTriangleThroughABoxHasItsPointInTheBox) {
    const Obb box{{0, 0, 0}, Mat3::identity(), {1, 1, 1}};
    const SteadyContact contact =
        steady_contact(Triangle{{-5, -5, 0.2}, {5, -5, 0.2}, {0, 8, 0.2}}, {}, box, {});
    ASSERT_TRUE(contact.hit);
    EXPECT_EQ(contact.first, (Interval{0, 0}));
    EXPECT_FALSE(contact.unique);
    EXPECT_NEAR(length(contact.point - Vec3{0, 0, 0.2}), 0, 1e-12);
    EXPECT_NEAR(contact.normal.z, -1, 1e-12);
    EXPECT_NEAR(contact.normal_a.z, -1, 1e-12);
}

// Cross products of cross products of edges, and their squares, leave the range of doubles long before the
// triangles leave the one served.
TEST(SteadyContact, TrianglesOfAllSizesServedTouchInTime) {
    for (const double s : {1e-100, 1e-80, 1e-55, 1e-20, 1.0, 1e20, 1e52, 1e80, 1e99}) {
        const auto scaled = [&](const Triangle& t) { return Triangle{s * t.a, s * t.b, s * t.c}; };
        const Triangle flat = scaled({{0, 0, 0}, {1, 1, 0}, {0, 1, 0}}),
                       beside = scaled({{-3, 0, 0}, {-2, 1, 0}, {-2, 0, 0}});
        const Triangle upright = scaled({{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
                       facing = scaled({{-3, 0, 0}, {-3, 1, 0}, {-3, 0, 1}});
        const SteadyContact coplanar = steady_contact(beside, {4 * s, 0, 0}, flat, {}),
                            frontal = steady_contact(facing, {4 * s, 0, 0}, upright, {});
        ASSERT_TRUE(coplanar.hit && frontal.hit) << s;
        EXPECT_TRUE(coplanar.first.contains(0.5) && coplanar.first.width() < 1e-12) << s;
        EXPECT_TRUE(frontal.first.contains(0.75) && frontal.first.width() < 1e-12) << s;
        EXPECT_LE(length((1 / s) * frontal.point - Vec3{0, 1.0 / 3, 1.0 / 3}), 1e-12) << s;
        EXPECT_NEAR(frontal.normal.x, 1, 1e-15) << s;
        EXPECT_FALSE(steady_contact(facing, {0, 4 * s, 0}, upright, {}).hit) << s;
    }
}

TEST(SteadyContact, FacesShareTheMiddleOfWhatOverlaps) {
    const Obb a{{0, 0, 0}, Mat3::identity(), {1, 1, 1}}, b{{4, 1, 0.5}, Mat3::identity(), {1, 1, 1}};
    const SteadyContact contact = steady_contact(a, {}, b, {-4, 0, 0});
    ASSERT_TRUE(contact.hit);
    EXPECT_TRUE(contact.first.contains(0.5));
    EXPECT_FALSE(contact.unique);
    EXPECT_NEAR(length(contact.point - Vec3{1, 0.5, 0.25}), 0, 1e-12);
    EXPECT_NEAR(contact.normal.x, 1, 1e-12);
    // Passing by along a face: contact from when the gap along x closes until it would open again, which is
    // after the end.
    EXPECT_EQ(contact.last.upper, 1);
    const SteadyContact touch =
        steady_contact(a, {}, Obb{{-3, 2, 0}, Mat3::identity(), {1, 1, 1}}, {6, 0, 0});
    ASSERT_TRUE(touch.hit);
    EXPECT_TRUE(touch.first.contains(1.0 / 6));
    EXPECT_TRUE(touch.last.contains(5.0 / 6));
}

TEST(SteadyContact, EdgesAndFacesAndCoplanarTriangles) {
    const Obb slab{{0, 0, 0}, Mat3::identity(), {1, 1, 0.1}};
    // A box turned by 45 degrees falls on the slab with an edge.
    const Obb roof{
        {0, 0, 3}, rotation_matrix(Quat::from_axis_angle({0, 1, 0}, std::acos(-1) / 4)), {0.5, 0.3, 0.5}};
    const SteadyContact edge = steady_contact(slab, {}, roof, {0, 0, -3});
    ASSERT_TRUE(edge.hit);
    EXPECT_FALSE(edge.unique);
    EXPECT_NEAR(length(edge.point - Vec3{0, 0, 0.1}), 0, 1e-9);
    EXPECT_NEAR(edge.normal.z, 1, 1e-12);
    // Two triangles in one plane, moving in it: corner against side.
    const Triangle left{{0, -1, 0}, {0, 1, 0}, {-1, 0, 0}}, right{{2, 0, 0}, {3, -1, 0}, {3, 1, 0}};
    const SteadyContact flat = steady_contact(left, {}, right, {-4, 0, 0});
    ASSERT_TRUE(flat.hit);
    EXPECT_TRUE(flat.first.contains(0.5));
    EXPECT_TRUE(flat.unique);
    EXPECT_NEAR(length(flat.point), 0, 1e-12);
    EXPECT_FALSE(steady_contact(left, {}, right, {0, 4, 0}).hit);
    EXPECT_FALSE(
        steady_contact(left, {0, 0, 0}, Triangle{{2, 0, 0.1}, {3, -1, 0.1}, {3, 1, 0.1}}, {-4, 0, 0}).hit);
}

TEST(SteadyContact, PairsThatOnlyMotionAxesWouldPartAreMisses) {
    // Apart at both ends along no axis at rest in common, yet never touching: two boxes that pass corner by
    // corner.
    Random random(82);
    int misses = 0;
    for (int i = 0; i < 3000; ++i) {
        const Obb a = random_box(random, {}), b = random_box(random, {2.2, 0, 0});
        const Vec3 displacement{-1.5, random.uniform(1.5, 2.5), 0};
        const bool hit = steady_contact(a, {}, b, displacement).hit;
        const Placed pa = placed(a), pb = placed(b);
        const Impact impact = time_of_impact({pa.shape, LinearMotion{pa.pose, {}}},
                                             {pb.shape, LinearMotion{pb.pose, displacement}});
        if (impact.answer == ImpactAnswer::within_tolerance) continue;
        ASSERT_EQ(hit, impact.hit) << i;
        misses += !hit;
    }
    EXPECT_GT(misses, 300);
}

TEST(SteadyContact, OverlapAtTheStartAndBadNumbers) {
    const Obb box{{0, 0, 0}, Mat3::identity(), {1, 1, 1}};
    const SteadyContact contact =
        steady_contact(box, {}, Obb{{1.8, 0.1, 0}, Mat3::identity(), {1, 1, 1}}, {4, 0, 0});
    ASSERT_TRUE(contact.hit);
    EXPECT_EQ(contact.first, (Interval{0, 0}));
    EXPECT_NEAR(contact.normal.x, 1, 1e-12);
    EXPECT_TRUE(contact.last.contains(0.05));
    EXPECT_EQ(steady_contact(box, {std::numeric_limits<double>::quiet_NaN(), 0, 0}, box, {}).status,
              Status::invalid_input);
    EXPECT_EQ(steady_contact(Obb{}, {}, box, {}).status, Status::invalid_input);
}

// Two square bars, edge above edge and nearly parallel: only the direction across both edges shows the gap,
// which is far above rounding.
TEST(SteadyContact, EdgesThatAreNearlyParallelAreNotLost) {
    for (const double angle : {1e-3, 1e-6, 1e-9, 5e-11, 1e-12}) {
        const double root = std::sqrt(0.5), gap = 0.4 * angle;
        const Mat3 on_edge{{Vec3{1, 0, 0}, Vec3{0, root, root}, Vec3{0, -root, root}}};
        // Turned about z by the angle: the lower edge of the upper bar crosses the upper edge of the lower
        // one in the middle.
        const double c = std::cos(angle), s = std::sin(angle);
        const Mat3 turned{{Vec3{c, s, 0}, Vec3{-root * s, root * c, root}, Vec3{root * s, -root * c, root}}};
        const double top = 0.1 / root;
        const Obb low{{0, 0, 0}, on_edge, {1, 0.1, 0.1}};
        const auto high = [&](double above) { return Obb{{0, 0, 2 * top + above}, turned, {1, 0.1, 0.1}}; };
        EXPECT_FALSE(steady_contact(low, {}, high(gap), {}).hit) << angle;
        EXPECT_FALSE(steady_contact(high(gap), {}, low, {}).hit) << angle;
        EXPECT_TRUE(steady_contact(low, {}, high(-gap), {}).hit) << angle;
        // Coming down they touch in the middle, when the gap is used up.
        const SteadyContact frontal = steady_contact(low, {}, high(1), {0, 0, -2});
        ASSERT_TRUE(frontal.hit) << angle;
        EXPECT_TRUE(widened(frontal.first, 1e-15).contains(0.5)) << angle;
        EXPECT_LE(std::abs(frontal.point.y) + std::abs(frontal.point.z - top), 1e-9) << angle;
        EXPECT_LE(std::abs(frontal.point.x), 1) << angle;
        EXPECT_TRUE(frontal.normal.z > 0.7) << angle;
    }
}

}  // namespace
}  // namespace graze::test
