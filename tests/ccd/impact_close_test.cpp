// Bodies that start, pass or stay closer to each other than the tolerance, or than they may be off their
// paths.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// Two placed bodies that are a gap apart, and the direction that it is open along.
struct Neighbours {
    Placed a;
    Placed b;
    Vec3 normal{1, 0, 0};
    bool found = false;
};

Neighbours neighbours(const Shape& shape_a, const Shape& shape_b, Random& random, double gap) {
    Neighbours pair{{shape_a, random.pose(1)}, {shape_b, random.pose(1)}, {}, false};
    pair.b.pose.position += 6.0 * random.direction();
    SeparationOptions sharp;
    sharp.tolerance = 1e-14;
    for (int k = 0; k < 30 && !pair.found; ++k) {
        const Separation s = separation(pair.a, pair.b, sharp);
        const double off = s.distance.middle() - gap;
        pair.normal = s.normal;
        pair.found = std::abs(off) < 1e-3 * gap && s.distance.lower > 0.5 * gap;
        if (!pair.found) pair.b.pose.position -= off * s.normal;
    }
    pair.found = pair.found && decide(pair.a, pair.b).answer == Answer::disjoint;
    return pair;
}

TEST(CloseImpact, WhatStartsAHairApartAndPartsIsAMiss) {
    Random random(3);
    constexpr std::array kTypes{ShapeType::cylinder,     ShapeType::cone,           ShapeType::ellipsoid,
                                ShapeType::affine_image, ShapeType::convex_hull_of, ShapeType::minkowski_sum};
    for (const double gap : {1e-7, 1e-8, 1e-9, 1e-10}) {
        int pairs = 0;
        for (int i = 0; i < 60; ++i) {
            const Shape shape_a = random_shape(random, kTypes[random.index(kTypes.size())], Build::plain, 1);
            const Shape shape_b = random_shape(random, kTypes[random.index(kTypes.size())], Build::plain, 1);
            const Neighbours pair = neighbours(shape_a, shape_b, random, gap);
            if (!pair.found) continue;
            ++pairs;
            const Moving a{shape_a, LinearMotion{pair.a.pose, {}}};
            for (const Vec3& displacement : {2.0 * pair.normal, Vec3{}}) {
                const Moving b{shape_b, LinearMotion{pair.b.pose, displacement}};
                const CertifiedImpact certified = certified_time_of_impact(a, b);
                EXPECT_EQ(certified.impact.answer, ImpactAnswer::miss) << i << " at " << gap;
                EXPECT_TRUE(verify(certified, a, b)) << i << " at " << gap;
            }
            // Towards each other they touch when the gap is used up.
            const Moving b{shape_b, LinearMotion{pair.b.pose, -pair.normal}};
            const Impact impact = time_of_impact(a, b);
            EXPECT_TRUE(impact.hit);
            EXPECT_LE(impact.time.lower, 1.01 * gap) << i;
            EXPECT_LE(impact.time.upper, 1e-6) << i;
        }
        EXPECT_GT(pairs, 40) << gap;
    }
}

Motion loose(const Vec3& from, const Vec3& to, double deviation) {
    return SampledMotion{{Pose::translation(from), Pose::translation(to)}, {}, deviation};
}

TEST(CloseImpact, GapsAboveTheDeviationAreMisses) {
    const Shape cube = Box{{0.5, 0.5, 0.5}};
    for (const double deviation : {1e-9, 1e-6, 1e-3, 0.1}) {
        for (const double share : {1.01, 1.5, 2.0, 4.0, 10.0}) {
            const double x = 1 + share * deviation;
            const Moving rests{cube, loose({}, {}, deviation)},
                passes{cube, loose({0, -3, 0}, {0, 3, 0}, deviation)};
            for (const Shape& other :
                 {cube, Shape(Ellipsoid{{0.5, 0.4, 0.3}}), Shape(HalfSpace{{-1, 0, 0}, 0.5})}) {
                const Moving b{other, LinearMotion{Pose::translation({x, 0, 0}), {}}};
                for (const Moving& a : {rests, passes}) {
                    const CertifiedImpact certified = certified_time_of_impact(a, b);
                    EXPECT_EQ(certified.impact.answer, ImpactAnswer::miss) << deviation << ' ' << share;
                    EXPECT_TRUE(verify(certified, a, b)) << deviation << ' ' << share;
                }
            }
        }
    }
}

TEST(CloseImpact, ContactIsProvenWhenTheOverlapIsDeeperThanTheDeviation) {
    const Shape cube = Box{{0.5, 0.5, 0.5}};
    struct Contact {
        Shape shape;
        double first;  ///< Where its foremost point is.
    };
    for (const Contact& other : {Contact{cube, -0.5}, Contact{Sphere{0.7}, -0.7},
                                 Contact{Cylinder{0.6, 0.6}, -0.6}, Contact{HalfSpace{{-1, 0, 0}, 0.2}, -0.2},
                                 Contact{Triangle{{0, -1, -1}, {0, 1, -1}, {0, 0, 1}}, 0}}) {
        for (const double deviation : {1e-12, 1e-9, 1e-7, 1e-6, 1e-3, 1e-2}) {
            const Moving a{cube, loose({-3, 0, 0}, {3, 0, 0}, deviation)}, b{other.shape, LinearMotion{}};
            const double path = (2.5 + other.first) / 6;  // when the path itself touches
            const CertifiedImpact certified = certified_time_of_impact(a, b);
            const Impact& impact = certified.impact;
            EXPECT_EQ(impact.answer, ImpactAnswer::contact) << deviation;
            EXPECT_TRUE(verify(certified, a, b)) << deviation;
            EXPECT_LE(impact.time.lower, path - deviation / 6) << deviation;
            EXPECT_GE(impact.time.lower, path - deviation / 6 - 1e-6) << deviation;
            EXPECT_GT(impact.time.upper, path + deviation / 6 * (1 - 1e-12)) << deviation;
            EXPECT_LE(impact.time.upper, path + deviation + 1e-6) << deviation;
            EXPECT_EQ(impact.status, impact.time.width() > 1e-6 ? Status::budget_reached : Status::converged)
                << deviation;
            // An overlap of half the deviation shows nothing.
            CertifiedImpact early = certified;
            early.impact.time.upper = path + deviation / 12;
            EXPECT_FALSE(verify(early, a, b)) << deviation;
        }
    }
}

TEST(CloseImpact, OverlapsAtTheStartThatTheDeviationMayUndoAreLeftOpen) {
    const Shape cube = Box{{0.5, 0.5, 0.5}};
    const Moving b{cube, LinearMotion{}};
    const auto from = [&](double x, double to) {
        return certified_time_of_impact({cube, loose({x, 0, 0}, {to, 0, 0}, 0.1)}, b).impact;
    };
    EXPECT_EQ(from(-0.95, -3).answer, ImpactAnswer::within_tolerance);
    EXPECT_EQ(from(-0.95, -3).time, Interval(0));
    EXPECT_EQ(from(-1.05, -3).answer, ImpactAnswer::within_tolerance);  // not as close as the tolerance
    EXPECT_EQ(from(-1.05, -3).status, Status::budget_reached);
    EXPECT_EQ(from(-0.8, -3).answer, ImpactAnswer::contact);
    EXPECT_EQ(from(-0.8, -3).time, Interval(0));
    EXPECT_EQ(from(-0.95, 3).answer, ImpactAnswer::contact);  // soon after
    EXPECT_EQ(from(-0.95, 3).time.lower, 0);
    EXPECT_GT(from(-0.95, 3).time.upper, 0.05 / 3.95);
    EXPECT_LT(from(-0.95, 3).time.upper, 0.08 / 3.95);
}

/// A ball that comes down to a turning plate and leaves it again; it is nearest half-way, by this gap.
std::array<Moving, 2> ball_over_turning_plate(double gap) {
    const double radius = 0.3, half = 0.01, x = 0.5;
    const Moving plate{
        Box{{1, 1, half}},
        TwistMotion{Pose::from(Quat::from_axis_angle({0, 1, 0}, -0.5), {}), {}, {0, 1, 0}, {}}};
    // n = (sin a, 0, cos a), a = t - 1/2, and the centre is where the height along n has no slope at a = 0,
    // and turns upwards.
    const Vec3 middle{x, 0, radius + half + gap}, velocity{1, 0, -x};
    return {plate, {Sphere{radius}, LinearMotion{Pose::translation(middle - 0.5 * velocity), velocity}}};
}

// A plane that stands still is met by the far end of the plate soon after: thousands would be needed. One
// that turns with the plate stays open.
TEST(CloseImpact, PassagesOverATurningFaceAreReported) {
    for (const bool swapped : {false, true}) {
        for (const double gap :
             {5e-6, 1e-6, 1e-7, 1e-8, 1e-9, 1e-11, 0.0, -1e-11, -1e-9, -1e-8, -1e-7, -1e-6}) {
            const auto [plate, ball] = ball_over_turning_plate(gap);
            const Moving &a = swapped ? ball : plate, &b = swapped ? plate : ball;
            const CertifiedImpact certified = certified_time_of_impact(a, b);
            const Impact& impact = certified.impact;
            EXPECT_EQ(impact.status, Status::converged) << gap;
            EXPECT_TRUE(verify(certified, a, b)) << gap;
            EXPECT_TRUE(std::abs(gap) <= 1e-8 || verify(impact, a, b)) << gap;
            EXPECT_TRUE(gap == 0 || impact.answer == (gap > 0 ? ImpactAnswer::miss : ImpactAnswer::contact))
                << gap;
            EXPECT_LT(impact.work.cells, 150U) << gap;
            if (!impact.hit) continue;
            EXPECT_LE(impact.time.width(), 1e-6) << gap;
            EXPECT_NEAR(impact.time.lower, 0.5 - std::sqrt(2 * std::max(0.0, -gap) / 1.69), 1e-5)
                << gap;  // 1.69: the height, twice differentiated
        }
    }
}

TEST(CloseImpact, PlanesThatMoveWithABodyProveNoMoreThanTheyShould) {
    const auto [a, b] = ball_over_turning_plate(1e-3);
    // The face's own plane does it alone; not the other way round, nor as a plane at rest, nor that of the
    // ball.
    CertifiedImpact made;
    made.cells.push_back({{0, 1}, {0, 0, 1}, false, TimeCell::Moves::with_a});
    EXPECT_TRUE(verify(made, a, b));
    for (const auto& change : {TimeCell{{0, 1}, {0, 0, -1}, false, TimeCell::Moves::with_a},
                               TimeCell{{0, 1}, {0, 0, 1}, false, TimeCell::Moves::not_at_all},
                               TimeCell{{0, 1}, {0, 0, 1}, false, TimeCell::Moves::with_b},
                               TimeCell{{0, 1}, {0, 0, 1}, true, TimeCell::Moves::with_a},
                               TimeCell{{0, 1}, {0, 0, 1.1}, false, TimeCell::Moves::with_a}}) {
        CertifiedImpact altered;
        altered.cells.push_back(change);
        EXPECT_FALSE(verify(altered, a, b));
    }
    // A ball that touches the plate is not parted by it.
    const auto [plate, touching] = ball_over_turning_plate(-1e-9);
    EXPECT_FALSE(verify(made, plate, touching));
}

// At the time before which nothing touches the gap may be smaller than the point of contact is sharp: the
// normal is still one that parts them.
TEST(CloseImpact, NormalsPartTheBodiesAtTheFinestTolerances) {
    constexpr std::array kRound{ShapeType::sphere, ShapeType::capsule, ShapeType::cylinder, ShapeType::cone,
                                ShapeType::ellipsoid};
    Random random(77);
    int contacts = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto moving = [&] {
            return Moving{random_shape(random, kRound[random.index(kRound.size())]),
                          TwistMotion{random.pose(2), random.in_cube(2), random.in_cube(1), {}}};
        };
        const Moving a = moving(), b = moving();
        ImpactOptions options;
        options.tolerance = i % 2 == 0 ? 1e-11 : 1e-12;
        const Impact impact = time_of_impact(a, b, options);
        if (impact.answer != ImpactAnswer::contact || impact.time.upper == 0) continue;
        ++contacts;
        const Placed x{a.shape, pose_at(a.motion, impact.time.lower)},
            y{b.shape, pose_at(b.motion, impact.time.lower)};
        // Along the normal b is no lower than a is high, but for rounding.
        const double top =
            dot(impact.normal, x.pose * support(x.shape, transpose_times(x.pose.rotation, impact.normal)));
        const double low =
            dot(impact.normal, y.pose * support(y.shape, transpose_times(y.pose.rotation, -impact.normal)));
        EXPECT_GE(low - top, -1e-12) << i;
    }
    EXPECT_GT(contacts, 200);
}

}  // namespace
}  // namespace graze::test
