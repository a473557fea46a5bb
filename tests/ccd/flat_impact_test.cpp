// Impacts of flat bodies: they pass through each other at moments that no double holds. Against closed forms
// and against the signs of volumes at many moments; every proof is checked, and false ones are refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random_motions.hpp"

namespace graze::test {
namespace {

constexpr double kPi = std::numbers::pi;

Moving resting(const Shape& shape, const Vec3& at) {
    return {shape, LinearMotion{Pose::translation(at), {}}};
}

/// Contact around this moment, in both orders, proven and verified, at this point, with the normal along the
/// axis or against it.
void expect_contact_at(const Moving& a, const Moving& b, double exact, const Vec3& point, const Vec3& axis,
                       double scale) {
    for (const bool flipped : {false, true}) {
        const Moving &x = flipped ? b : a, &y = flipped ? a : b;
        const CertifiedImpact certified = certified_time_of_impact(x, y);
        const Impact& impact = certified.impact;
        ASSERT_EQ(impact.answer, ImpactAnswer::contact);
        EXPECT_NE(impact.proof, ContactProof::none);
        EXPECT_TRUE(impact.hit);
        EXPECT_TRUE(widened(impact.time, 1e-14).contains(exact)) << impact.time.lower << ' ' << exact;
        EXPECT_LE(impact.time.width(), 1e-6);
        EXPECT_NEAR(std::abs(dot(impact.normal, axis)), 1, 1e-6);
        EXPECT_LE(length(impact.point - point), 1e-5 * scale);
        EXPECT_EQ(impact.status, Status::converged);
        EXPECT_TRUE(verify(certified, x, y));
        EXPECT_TRUE(verify(impact, x, y));
        EXPECT_EQ(time_of_impact(x, y).time, impact.time);
    }
}

TEST(FlatImpact, APointHitsATurningTriangleWhereGeometrySays) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
        // A triangle through the x axis, which it turns about, reaches a point 0.9 radians above its plane.
        const Shape plate = Triangle{{-2 * scale, 0, 0}, {2 * scale, 0, 0}, {0, 3 * scale, 0}};
        const Moving turning{plate, TwistMotion{Pose::identity(), {}, {kPi, 0, 0}, {}}};
        const Vec3 place = scale * Vec3{0.1, std::cos(0.9), std::sin(0.9)};
        expect_contact_at(turning, resting(Point{}, place), 0.9 / kPi, place,
                          {0, -std::sin(0.9), std::cos(0.9)}, scale);
    }
}

TEST(FlatImpact, TwoTurningNeedlesTouchWhereGeometrySays) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
        // Both turn about z in planes of their own height, and one rises: they are at the same height at 1/3
        // and cross there.
        const Shape needle = Segment{{-scale, 0, 0}, {scale, 0, 0}};
        const Moving low{needle, TwistMotion{Pose::identity(), {0, 0, 3 * scale}, {0, 0, 1}, {}}};
        const Pose crosswise = Pose::from(Quat::from_axis_angle({0, 0, 1}, 1.3), {0.1 * scale, 0, scale});
        const Moving high{needle, TwistMotion{crosswise, {}, {0, 0, -2}, {}}};
        const double angle_low = 1 / 3.0, angle_high = 1.3 - 2 / 3.0;
        // On the line y = tan(angle_low) x and y = tan(angle_high) (x - 0.1).
        const double x = 0.1 * std::tan(angle_high) / (std::tan(angle_high) - std::tan(angle_low));
        expect_contact_at(low, high, 1 / 3.0, scale * Vec3{x, x * std::tan(angle_low), 1}, {0, 0, 1}, scale);
    }
}

TEST(FlatImpact, FlatBoxesHullsAndThinRodsPassToo) {
    const Moving door{Box{{1, 1, 0}}, TwistMotion{Pose::identity(), {}, {2, 0, 0}, {}}};
    const Vec3 place{0.3, 0.5 * std::cos(0.5), 0.5 * std::sin(0.5)}, axis{0, -std::sin(0.5), std::cos(0.5)};
    expect_contact_at(door, resting(Sphere{0}, place), 0.25, place, axis, 1);
    const Shape square = ConvexHull::build(std::vector<Vec3>{{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}},
                                           {.allow_degenerate = true})
                             .value();
    expect_contact_at({square, door.motion}, resting(Point{}, place), 0.25, place, axis, 1);
    // Rods without a radius: along z, and along x as a box without height and depth.
    const Moving rod{Capsule{0, 1}, LinearMotion{Pose::translation({0, -1, 0.2}), {0, 3, 0}}};
    expect_contact_at(rod, resting(Box{{2, 0, 0}}, {0.5, 0, 0}), 1 / 3.0, {}, {0, 1, 0}, 1);
}

TEST(FlatImpact, WhatPassesBesideOrBeforeIsAMiss) {
    const Moving door{Box{{1, 1, 0}}, TwistMotion{Pose::identity(), {}, {2, 0, 0}, {}}};
    EXPECT_EQ(time_of_impact(door, resting(Point{}, {1.001, 0.5, 0.5})).answer, ImpactAnswer::miss);
    EXPECT_EQ(time_of_impact(door, resting(Point{}, {0, 0.5 * std::cos(2.01), 0.5 * std::sin(2.01)})).answer,
              ImpactAnswer::miss);
    // Exactly on the edge of the face: neither a miss nor a proof, or a proof that holds.
    const Moving edge = resting(Point{}, {1, 0.5, 0.5});
    const Impact impact = time_of_impact(door, edge);
    EXPECT_TRUE(impact.hit);
    EXPECT_LE(impact.time.width(), 1e-6);
    EXPECT_TRUE(impact.answer == ImpactAnswer::within_tolerance || verify(impact, door, edge));
}

TEST(FlatImpact, FalsePassagesAreRefused) {
    const Moving door{Box{{1, 1, 0}}, TwistMotion{Pose::identity(), {}, {2, 0, 0}, {}}};
    const Moving post = resting(Point{}, {0.3, 0.5 * std::cos(0.5), 0.5 * std::sin(0.5)});
    const Impact good = time_of_impact(door, post);
    ASSERT_EQ(good.proof, ContactProof::passage);
    ASSERT_TRUE(verify(good, door, post));
    Impact early = good, plain = good, moment = good, beside = good;
    early.time = {good.time.lower - 2e-4, good.time.lower - 1e-4};
    EXPECT_FALSE(verify(early, door, post)) << "they have not met yet";
    plain.proof = ContactProof::overlap;
    EXPECT_FALSE(verify(plain, door, post)) << "no common point at a double";
    plain.proof = ContactProof::none;
    EXPECT_FALSE(verify(plain, door, post));
    moment.time.upper = moment.time.lower;
    EXPECT_FALSE(verify(moment, door, post));
    EXPECT_FALSE(verify(beside, door, resting(Point{}, {1.1, 0.5 * std::cos(0.5), 0.5 * std::sin(0.5)})));
    // A rounded one has an inside: it is met earlier.
    EXPECT_FALSE(verify(good, door, resting(Sphere{1e-3}, {0.3, 0.5 * std::cos(0.5), 0.5 * std::sin(0.5)})));
}

std::array<Vec3, 3> corners_at(const Moving& m, const std::array<Vec3, 3>& corners, double t) {
    const Pose pose = pose_at(m.motion, t);
    return {pose * corners[0], pose * corners[1], pose * corners[2]};
}

/// Signed height of a point over a triangle's plane at t, when it is over the triangle.
std::optional<double> height_over(const Moving& face, const std::array<Vec3, 3>& corners, const Moving& point,
                                  double t) {
    const auto c = corners_at(face, corners, t);
    const Vec3 p = pose_at(point.motion, t).position, n = unit(cross(c[1] - c[0], c[2] - c[0]));
    for (std::size_t i = 0; i < 3; ++i) {
        if (dot(n, cross(c[(i + 1) % 3] - c[i], p - c[i])) < 0) return std::nullopt;
    }
    return dot(n, p - c[0]);
}

TEST(FlatImpact, PointsAndTurningTrianglesAgreeWithManyMoments) {
    Random random(51);
    int contacts = 0, misses = 0, open = 0;
    for (int i = 0; i < 150; ++i) {
        const std::array<Vec3, 3> corners{random.in_cube(3), random.in_cube(3), random.in_cube(3)};
        const Moving face{Triangle{corners[0], corners[1], corners[2]},
                          random_motion(random, Pose::from(random.rotation(), {}), 1)};
        const Moving point{Point{},
                           random_motion(random, Pose::from(random.rotation(), 0.7 * random.direction()), 2)};
        const CertifiedImpact certified = certified_time_of_impact(face, point);
        const Impact& impact = certified.impact;
        ASSERT_TRUE(verify(certified, face, point)) << i;
        // The first change of sign over the triangle between two of many moments.
        constexpr int kMoments = 3000;
        std::optional<double> before = height_over(face, corners, point, 0);
        double first = 2;
        for (int k = 1; k <= kMoments && first > 1; ++k) {
            const auto now = height_over(face, corners, point, static_cast<double>(k) / kMoments);
            if (before && now && (*before < 0) != (*now < 0)) first = static_cast<double>(k - 1) / kMoments;
            before = now;
        }
        if (first <= 1) {
            ASSERT_TRUE(impact.hit) << i;
            ASSERT_LE(impact.time.lower, first + 1.0 / kMoments) << i;
        }
        contacts += impact.answer == ImpactAnswer::contact;
        misses += !impact.hit;
        open += impact.answer == ImpactAnswer::within_tolerance;
        if (impact.answer != ImpactAnswer::contact || impact.time.lower < 1e-6) continue;
        const auto start = height_over(face, corners, point, impact.time.lower - 1e-9);
        const auto end = height_over(face, corners, point, impact.time.upper + 1e-9);
        ASSERT_TRUE(start && end) << i;
        EXPECT_LT(*start * *end, 0) << i;
    }
    EXPECT_GT(contacts, 20);
    EXPECT_GT(misses, 20);
    EXPECT_EQ(open, 0);
}

Shape random_flat(Random& random) {
    switch (random.index(5)) {
        case 0: return Point{random.in_cube(0.3)};
        case 1: return Segment{random.in_cube(1), random.in_cube(1)};
        case 2: return Triangle{random.in_cube(1), random.in_cube(1), random.in_cube(1)};
        case 3: return Box{{random.uniform(0.2, 1), 0, random.uniform(0.2, 1)}};
        default: break;
    }
    std::vector<Vec3> corners;
    for (int k = 0; k < 7; ++k) corners.push_back({std::cos(0.8 * k), 0.6 * std::sin(0.8 * k), 0});
    return ConvexPolygon::build(corners).value();
}

TEST(FlatImpact, RandomFlatPairsEndAsMissOrContact) {
    Random random(52);
    int contacts = 0, passages = 0, misses = 0, open = 0;
    for (int i = 0; i < 1500; ++i) {
        const Moving a{random_flat(random), random_motion(random, Pose::from(random.rotation(), {}), 1)};
        const Moving b{random_flat(random),
                       random_motion(random, Pose::from(random.rotation(), 1.2 * random.direction()), 2)};
        const CertifiedImpact certified = certified_time_of_impact(a, b);
        const Impact& impact = certified.impact;
        ASSERT_TRUE(verify(certified, a, b)) << i;
        ASSERT_LE(impact.time.width(), impact.hit ? 1e-6 : 0) << i;
        const Impact flipped = time_of_impact(b, a);
        ASSERT_EQ(flipped.hit, impact.hit) << i;
        ASSERT_NEAR(flipped.time.lower, impact.time.lower, 2e-6) << i;
        contacts += impact.answer == ImpactAnswer::contact;
        passages += impact.proof == ContactProof::passage;
        misses += !impact.hit;
        open += impact.answer == ImpactAnswer::within_tolerance;
    }
    EXPECT_GT(contacts, 300);
    EXPECT_GT(passages, 20);
    EXPECT_GT(misses, 300);
    EXPECT_LE(open, 1);
}

TEST(FlatImpact, SkinsAndWireframesEndAsContact) {
    const TriangleSoup soup = icosphere_mesh(1, 2);
    const Shape skin = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::surface}).value();
    Random random(53);
    int contacts = 0;
    for (int i = 0; i < 20; ++i) {
        // From the middle outwards, off the vertices: through the skin at its radius there.
        const Moving ball{skin, TwistMotion{Pose::identity(), {}, random.in_cube(2), {}}};
        const Moving point{Point{}, LinearMotion{Pose::identity(), 2.0 * random.direction()}};
        const Impact impact = time_of_impact(ball, point);
        EXPECT_EQ(impact.answer, ImpactAnswer::contact) << i;
        EXPECT_EQ(impact.proof, ContactProof::passage) << i;
        EXPECT_LE(impact.time.width(), 1e-6) << i;
        EXPECT_GT(impact.time.lower, 0.45) << i;
        EXPECT_LT(impact.time.upper, 0.5) << i;
        contacts += impact.answer == ImpactAnswer::contact;
    }
    EXPECT_EQ(contacts, 20);
    const std::vector<CompoundPart> wires{{Segment{{-1, 0, 0}, {1, 0, 0}}}, {Segment{{0, -1, 0}, {0, 1, 0}}}};
    const Shape star = Compound::build(wires).value();
    const Moving low{star, TwistMotion{Pose::identity(), {0, 0, 2}, {0, 0, 1}, {}}};
    const Moving high{star, TwistMotion{Pose::translation({0.1, 0.2, 1}), {}, {0, 0, 2}, {}}};
    const Impact impact = time_of_impact(low, high);
    EXPECT_EQ(impact.answer, ImpactAnswer::contact);
    EXPECT_TRUE(widened(impact.time, 1e-14).contains(0.5));
}

/// Two points on straight paths, which start at whole numbers and coincide, or pass each other, at the time m
/// / n.
TEST(FlatImpact, PointsThatCoincideAreReportedExactly) {
    Random random(54);
    const auto whole = [&](std::size_t most) {
        const auto component = [&] {
            return static_cast<double>(random.index(2 * most + 1)) - static_cast<double>(most);
        };
        const double x = component(), y = component();
        return Vec3{x, y, component()};
    };
    for (int i = 0; i < 2000; ++i) {
        const double scale = std::exp2(static_cast<double>(random.index(41)) - 20);
        const double n = static_cast<double>(1 + random.index(20)), m = static_cast<double>(random.index(21));
        const Vec3 step = whole(9), start = whole(100), drag = whole(50);
        if (step == Vec3{}) continue;
        // From b to a it is m steps; b does n of them, besides what both do together.
        const bool aside = i % 4 == 0;
        const Vec3 off =
            aside ? cross(step, Vec3{1, 2, 3}) * std::exp2(-static_cast<double>(random.index(30))) : Vec3{};
        const Moving a{Point{}, LinearMotion{Pose::translation(start * scale), drag * scale}};
        const Moving b{Sphere{0}, LinearMotion{Pose::translation((start - step * m + off) * scale),
                                               (drag + step * n) * scale}};
        const bool swapped = i % 2 == 1;
        const Moving &x = swapped ? b : a, &y = swapped ? a : b;
        const CertifiedImpact certified = certified_time_of_impact(x, y);
        const Impact& impact = certified.impact;
        EXPECT_EQ(impact.status, Status::converged) << i;
        EXPECT_TRUE(verify(certified, x, y)) << i;
        EXPECT_LE(impact.work.separations + impact.work.cells, 20u) << i;
        const bool overlapping = m <= n && off == Vec3{};
        EXPECT_EQ(impact.answer, overlapping ? ImpactAnswer::contact : ImpactAnswer::miss)
            << i << ' ' << m << ' ' << n;
        if (overlapping) {
            EXPECT_LE(impact.time.lower, m / n + 1e-16) << i;
            EXPECT_GE(impact.time.upper, m / n - 1e-16) << i;
            EXPECT_LE(impact.time.width(), 1e-6) << i;
        }
    }
    // Closer than rounding: neither is shown, and nothing is searched for in vain. Nor of ways that bend.
    const Moving rest{Point{}, LinearMotion{}};
    const Moving close{Point{}, LinearMotion{Pose::translation({1, 1e-16, 0}), {-3, 0, 0}}};
    const Moving orbit{Point{{1, 0, 0}}, TwistMotion{Pose::translation({-1, 0, 0}), {}, {0, 0, 4}, {}}};
    for (const Moving* other : {&close, &orbit}) {
        Impact impact = time_of_impact(rest, *other);
        EXPECT_NE(impact.answer, ImpactAnswer::miss);
        EXPECT_EQ(impact.status, Status::converged);
        EXPECT_LE(impact.time.width(), 1e-6);
        // A passage that is none is refused.
        if (other != &close) continue;
        EXPECT_EQ(impact.answer, ImpactAnswer::within_tolerance);
        impact.answer = ImpactAnswer::contact;
        impact.proof = ContactProof::passage;
        EXPECT_FALSE(verify(impact, rest, *other));
    }
}

}  // namespace
}  // namespace graze::test
