// First contact of features of turning bodies: the recorded cases of the literature as corrected, closed
// forms, and many moments as an oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "convex/triangle/triangle_triangle.hpp"
#include "graze/ccd/feature_impact.hpp"
#include "math/nearest.hpp"
#include "oracle/random_motions.hpp"

namespace graze::test {
namespace {

constexpr double kPi = std::numbers::pi;

Motion along_x(double from, double to) {
    return LinearMotion{Pose::translation({from, 0, 0}), {to - from, 0, 0}};
}

void expect_contact(const Impact& impact, double exact, const Vec3& normal) {
    EXPECT_TRUE(impact.hit);
    EXPECT_EQ(impact.answer, ImpactAnswer::contact);
    EXPECT_NE(impact.proof, ContactProof::none);
    EXPECT_TRUE(widened(impact.time, 1e-14).contains(exact)) << impact.time.lower << " not " << exact;
    EXPECT_LE(impact.time.width(), 1e-6);
    EXPECT_NEAR(dot(impact.normal, normal), 1, 1e-6);
    EXPECT_EQ(impact.status, Status::converged);
}

void expect_miss(const Impact& impact) {
    EXPECT_FALSE(impact.hit);
    EXPECT_EQ(impact.answer, ImpactAnswer::miss);
    EXPECT_EQ(impact.proof, ContactProof::none);
    EXPECT_EQ(impact.time, (Interval{1, 1}));
    EXPECT_GT(impact.work.cells, 0u);
}

// Jørgensen's cases, of which AE01 first touches at 0.45 and AVF01 at the very edge of the face.
TEST(FeatureImpact, RecordedEdgeCases) {
    const Segment along{{0, 0, 0}, {1, 0, 0}}, up{{0, 0, -1}, {0, 0, 1}}, across{{-1, 0, 0}, {1, 0, 0}};
    expect_miss(edge_edge_impact(along_x(0, -10), along, along_x(10, 20), along));  // AE00
    // AE01: the end of the second edge touches the first; everything happens in the plane y = 0, where no
    // volume changes its sign.
    const Impact found = edge_edge_impact(along_x(0, 10), up, along_x(10, 0), across);
    EXPECT_TRUE(found.hit);
    EXPECT_TRUE(widened(found.time, 1e-12).contains(0.45)) << found.time.lower;
    EXPECT_LE(found.time.width(), 1e-6);
    EXPECT_NEAR(found.normal.x, 1, 1e-9);
    const Impact start = edge_edge_impact(along_x(0, 10), up, along_x(0, 10), across);  // AE02
    EXPECT_EQ(start.answer, ImpactAnswer::contact);
    EXPECT_EQ(start.time, (Interval{0, 0}));
    EXPECT_EQ(start.proof, ContactProof::overlap);
    // The same turned into the xy-plane, and crossing at 0.3 with space on all sides.
    const Segment side{{0, -1, 0}, {0, 1, 0}};
    const Impact turned = edge_edge_impact(along_x(0, 10), side, along_x(10, 0), across);
    EXPECT_TRUE(turned.hit && widened(turned.time, 1e-12).contains(0.45));
    expect_contact(edge_edge_impact(along_x(0, 10), up, along_x(6, -4), side), 0.3, {1, 0, 0});
}

TEST(FeatureImpact, RecordedVertexFaceCases) {
    const Triangle face{{0, 0, -1}, {0, 0, 1}, {0, 1, 0}};
    expect_miss(vertex_face_impact(along_x(0, -10), {}, along_x(10, 20), face));       // AVF00
    const Impact edge = vertex_face_impact(along_x(0, 10), {}, along_x(10, 0), face);  // AVF01
    EXPECT_TRUE(edge.hit);
    EXPECT_TRUE(widened(edge.time, 1e-12).contains(0.5));
    EXPECT_LE(edge.time.width(), 1e-6);
    const Impact start = vertex_face_impact(along_x(0, 10), {}, along_x(0, 10), face);  // AVF02
    EXPECT_EQ(start.answer, ImpactAnswer::contact);
    EXPECT_EQ(start.time, (Interval{0, 0}));
    // At 0.3, inside of the last interval of a search by halves.
    expect_contact(vertex_face_impact(along_x(0, 10), {0, 0.25, 0}, along_x(6, -4), face), 0.3, {1, 0, 0});
}

TEST(FeatureImpact, TurningFeaturesTouchWhereGeometrySays) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const Motion turning = TwistMotion{Pose::identity(), {}, {kPi, 0, 0}, {}};
        const Triangle plate{{-2 * scale, 0, 0}, {2 * scale, 0, 0}, {0, 3 * scale, 0}};
        const Vec3 place = scale * Vec3{0.1, std::cos(0.9), std::sin(0.9)};
        // The plate comes from below: from the vertex to the face is down.
        const Impact impact = vertex_face_impact(Motion(), place, turning, plate);
        expect_contact(impact, 0.9 / kPi, {0, std::sin(0.9), -std::cos(0.9)});
        EXPECT_LE(length(impact.point - place), 1e-12 * scale);
        const Impact flipped = triangle_triangle_impact(turning, plate, Motion(), {place, place, place});
        expect_contact(flipped, 0.9 / kPi, {0, -std::sin(0.9), std::cos(0.9)});
        EXPECT_LE(length(flipped.point - place), 1e-5 * scale);
        const Segment needle{{-scale, 0, 0}, {scale, 0, 0}};
        const Pose crosswise = Pose::from(Quat::from_axis_angle({0, 0, 1}, 1.3), {0.1 * scale, 0, scale});
        expect_contact(edge_edge_impact(TwistMotion{Pose::identity(), {0, 0, 3 * scale}, {0, 0, 1}, {}},
                                        needle, TwistMotion{crosswise, {}, {0, 0, -2}, {}}, needle),
                       1 / 3.0, {0, 0, 1});
    }
    // Seven and a half turns: the first of them counts.
    const Motion fast = TwistMotion{Pose::identity(), {}, {15 * kPi, 0, 0}, {}};
    expect_contact(vertex_face_impact(Motion(), {0.1, std::cos(0.9), std::sin(0.9)}, fast,
                                      {{-2, 0, 0}, {2, 0, 0}, {0, 3, 0}}),
                   0.9 / (15 * kPi), {0, std::sin(0.9), -std::cos(0.9)});
}

// Steps of Newton land on these times, where the difference of the features is zero and has no side.
TEST(FeatureImpact, NormalsPointToTheOtherBodyAtMomentsThatAreExact) {
    const Segment along_x{{-1, 0, 0}, {1, 0, 0}}, along_y{{0, -1, 0}, {0, 1, 0}};
    for (const double side : {1.0, -1.0}) {
        for (const double scale : {1e-6, 1.0, 1e6}) {
            for (const double speed : {0.25, 2.0, 64.0}) {
                const Motion closing =
                    LinearMotion{Pose::translation({0, 0, side * scale / 8}), {0, 0, -side * speed * scale}};
                const double time = 0.125 / speed;
                const Triangle face{{0, 0, 0}, {scale, 0, 0}, {0, scale, 0}};
                const Triangle tip{scale * Vec3{0.2, 0.2, 0}, scale * Vec3{0.3, 0.2, side},
                                   scale * Vec3{0.2, 0.3, side}};
                const Vec3 to_face{0, 0, -side}, to_vertex = -to_face;
                const Segment x{scale * along_x.a, scale * along_x.b},
                    y{scale * along_y.a, scale * along_y.b};
                expect_contact(vertex_face_impact(closing, tip.a, Motion(), face), time, to_face);
                expect_contact(triangle_triangle_impact(closing, tip, Motion(), face), time, to_face);
                expect_contact(triangle_triangle_impact(Motion(), face, closing, tip), time, to_vertex);
                expect_contact(edge_edge_impact(closing, x, Motion(), y), time, to_face);
                expect_contact(edge_edge_impact(Motion(), y, closing, x), time, to_vertex);
            }
        }
        // Touching at the start, they count as having come the way they go.
        const Motion going = LinearMotion{Pose::identity(), {0, 0, -side}};
        expect_contact(
            vertex_face_impact(going, {0.25, 0.25, 0}, Motion(), {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), 0,
            {0, 0, -side});
        expect_contact(edge_edge_impact(going, along_x, Motion(), along_y), 0, {0, 0, -side});
        // In the plane of the face its side is touched, and edges on one line touch end to end.
        const Motion level = LinearMotion{Pose::translation({side, 0, 0}), {-side, 0, 0}};
        const Triangle upright{{side / 2, -1, 0}, {side / 2, 1, 0}, {-side, 0, 0}};
        EXPECT_NEAR(vertex_face_impact(level, {}, Motion(), upright).normal.x, -side, 1e-9);
        const Impact ends =
            edge_edge_impact(level, {{0, 0, 0}, {side, 0, 0}}, Motion(), {{-side, 0, 0}, {side / 2, 0, 0}});
        EXPECT_TRUE(ends.hit && widened(ends.time, 1e-12).contains(0.5));
        EXPECT_NEAR(ends.normal.x, -side, 1e-9);
    }
}

TEST(FeatureImpact, RefusalsBudgetsAndDeviations) {
    const Triangle face{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    const Motion down = LinearMotion{Pose::translation({0, 0, 1}), {0, 0, -2}};
    EXPECT_EQ(vertex_face_impact(down, {NAN, 0, 0}, Motion(), face).status, Status::invalid_input);
    EXPECT_EQ(vertex_face_impact(LinearMotion{Pose::identity(), {INFINITY, 0, 0}}, {}, Motion(), face).status,
              Status::invalid_input);
    ImpactOptions options;
    options.tolerance = 0;
    EXPECT_EQ(vertex_face_impact(down, {}, Motion(), face, options).status, Status::invalid_input);
    options = {1e-6, 2};
    const Motion spinning = TwistMotion{Pose::translation({0, 0, 0.02}), {}, {0, 0, 40}, {}};
    const Motion tilting = TwistMotion{Pose::identity(), {}, {0.05, 0, 0}, {}};
    const Impact few = vertex_face_impact(spinning, {0.3, 0, 0}, tilting, face, options);
    EXPECT_TRUE(few.hit);
    EXPECT_EQ(few.status, Status::budget_reached);
    EXPECT_EQ(few.answer, ImpactAnswer::within_tolerance);
    EXPECT_EQ(few.time.upper, 1);
    EXPECT_EQ(vertex_face_impact(spinning, {0.3, 0, 0}, tilting, face).answer, ImpactAnswer::miss);
    // A path that is known to 0.2 may touch from there on, and nothing is proven of it before the path itself
    // touches.
    const SampledMotion loose{{Pose::translation({0, 0, 1}), Pose::translation({0, 0, -1})}, {}, 0.2};
    const Impact wide = vertex_face_impact(loose, {}, Motion(), face);
    EXPECT_TRUE(wide.hit);
    EXPECT_LE(wide.time.lower, 0.4 + 1e-9);
    EXPECT_EQ(vertex_face_impact(
                  SampledMotion{{Pose::translation({0, 0, 1}), Pose::translation({0, 0, 0.3})}, {}, 0.2}, {},
                  Motion(), face)
                  .answer,
              ImpactAnswer::miss);
}

TEST(FeatureImpact, WhatIsPassedBetweenTwoPiecesIsNotMissed) {
    // The first piece ends a rounding above the face, and the second one starts below it: no time of either
    // touches.
    const Triangle tip{{0.1, 0.1, 0}, {0.1, 0.3, 1}, {0.3, 0.1, 1}},
        face{{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}};
    const Segment along_x{{-1, 0, 0}, {1, 0, 0}}, along_y{{0, -1, 0}, {0, 1, 0}};
    struct Case {
        double high, low, time;
    };
    for (const Case& c : {Case{243667.54085204905, -2.2302829556845929e-12, 0.17189910207069012},
                          Case{7.4270175034292052, -3.9217328446155882e-16, 0.18436673209992671}}) {
        const Motion down = SampledMotion{{Pose::translation({0, 0, c.high}),
                                           Pose::translation({0, 0, c.low}), Pose::translation({0, 0, -0.5})},
                                          {0, c.time, 1},
                                          0};
        for (const Impact& impact : {triangle_triangle_impact(down, tip, Motion{}, face),
                                     triangle_triangle_impact(Motion{}, face, down, tip),
                                     vertex_face_impact(down, tip.a, Motion{}, face),
                                     edge_edge_impact(down, along_x, Motion{}, along_y),
                                     edge_edge_impact(Motion{}, along_y, down, along_x)}) {
            EXPECT_TRUE(impact.hit) << c.high;
            EXPECT_NE(impact.answer, ImpactAnswer::miss) << c.high;
            EXPECT_NEAR(impact.time.lower, c.time, 1e-6) << c.high;
            EXPECT_LE(impact.time.lower, c.time) << c.high;
            EXPECT_LE(impact.time.width(), 1e-6) << c.high;
        }
        // Beside the face, and not as far down, nothing touches.
        EXPECT_FALSE(vertex_face_impact(down, {2, 2, 0}, Motion{}, face).hit) << c.high;
        EXPECT_FALSE(vertex_face_impact(down, {0.1, 0.1, 0.6}, Motion{}, face).hit) << c.high;
    }
}

bool touch_at(const Motion& a, const Triangle& ta, const Motion& b, const Triangle& tb, double t) {
    const Pose pa = pose_at(a, t), pb = pose_at(b, t);
    return contact(TriangleView(pa, pb, 10), ta, tb) != TriangleContact::disjoint;
}

TEST(FeatureImpact, TrianglesAgreeWithManyMoments) {
    Random random(61);
    int contacts = 0, misses = 0, open = 0, at_start = 0;
    for (int i = 0; i < 240; ++i) {
        const Triangle ta{random.in_cube(1), random.in_cube(1), random.in_cube(1)},
            tb{random.in_cube(1), random.in_cube(1), random.in_cube(1)};
        const Motion a = random_motion(random, Pose::from(random.rotation(), {}), 1);
        const Motion b = random_motion(
            random, Pose::from(random.rotation(), (i % 3 == 0 ? 0.3 : 1.5) * random.direction()), 2);
        const Impact impact = triangle_triangle_impact(a, ta, b, tb);
        ASSERT_EQ(impact.status, Status::converged) << i;
        ASSERT_EQ(impact.hit, impact.answer != ImpactAnswer::miss) << i;
        const double free_until = impact.hit ? impact.time.lower : 1;
        for (int k = 0; k < 400 && free_until > 0; ++k)
            ASSERT_FALSE(touch_at(a, ta, b, tb, free_until * k / 400)) << i << " at " << free_until * k / 400;
        const Impact flipped = triangle_triangle_impact(b, tb, a, ta);
        ASSERT_EQ(flipped.hit, impact.hit) << i;
        ASSERT_NEAR(flipped.time.lower, impact.time.lower, 2e-6) << i;
        contacts += impact.answer == ImpactAnswer::contact;
        misses += !impact.hit;
        open += impact.answer == ImpactAnswer::within_tolerance;
        if (!impact.hit) continue;
        ASSERT_LE(impact.time.width(), 1e-6) << i;
        const bool from_start = impact.time.upper == 0;
        at_start += from_start;
        // At the start the poses are exact, and so is the contact.
        EXPECT_TRUE(impact.answer != ImpactAnswer::contact ||
                    touch_at(a, ta, b, tb, from_start ? 0 : impact.time.upper + 1e-7))
            << i;
        EXPECT_NEAR(length(impact.normal), 1, 1e-12) << i;
        EXPECT_NEAR(length(flipped.normal + impact.normal), 0, from_start ? 1e-12 : 1e-3) << i;
        // The point is on a and next to b.
        for (const auto& [motion, triangle] : {std::pair{a, ta}, std::pair{b, tb}}) {
            const Pose pose = pose_at(motion, impact.time.lower);
            const double gap_sq =
                nearest_on_triangle({pose * triangle.a, pose * triangle.b, pose * triangle.c}, impact.point)
                    .distance_sq;
            EXPECT_LE(std::sqrt(gap_sq), from_start ? 1e-12 : 1e-4) << i;
        }
    }
    EXPECT_GT(at_start, 15);
    EXPECT_GT(contacts - at_start, 20);
    EXPECT_GT(misses, 20);
    EXPECT_LE(open, 0);
}

TEST(FeatureImpact, ContactOfBodiesThatMayBeOffTheirPathsIsNotProven) {
    const Triangle face{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    const Motion rest = LinearMotion{Pose::identity(), {}};
    // Starts on the face and leaves, or passes through it.
    for (const double start : {0.0, 0.5}) {
        const SampledMotion path{
            {Pose::translation({0, 0, start}), Pose::translation({0, 0, start - 1})}, {}, 0.1};
        const Impact impact = vertex_face_impact(path, {}, rest, face);
        EXPECT_EQ(impact.answer, ImpactAnswer::within_tolerance) << start;
        EXPECT_EQ(impact.proof, ContactProof::none) << start;
    }
}

}  // namespace
}  // namespace graze::test
