// What must not depend on order, place or unit: swapping, rigid motion and scaling; as tables and as
// RapidCheck properties.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

/// The angle that a normal may be off by: a distance d known up to w leaves it open by sqrt(2 w / d), for
/// depths by the curvature.
double open_angle(const Separation& s, double extent) {
    const double floor = 256 * kEps * extent;
    return 4 * std::sqrt(2 * (s.distance.width() + floor) / (std::abs(s.distance.middle()) + floor));
}

/// Two answers about the same geometry: `s` and `t` in the same frame.
void expect_same(const Separation& s, const Separation& t, double extent, const std::string& where) {
    EXPECT_LE(s.distance.lower, t.distance.upper) << where;
    EXPECT_GE(s.distance.upper, t.distance.lower) << where;
    if (s.distance.lower <= 0) return;  // depths may have several optima: only gaps pin down the normal
    EXPECT_LE(length(s.normal - t.normal), open_angle(s, extent) + open_angle(t, extent)) << where;
    EXPECT_NEAR(dot(s.normal, t.point_b - t.point_a), t.distance.middle(),
                open_angle(s, extent) * t.distance.upper + t.distance.width() + 1e-12 * extent)
        << where;
}

TEST(Invariance, SwappingFlipsEveryField) {
    Random random(701);
    for (const ShapeType a : kAllShapeTypes)
        for (const ShapeType b : kAllShapeTypes) {
            if (a == ShapeType::half_space && b == ShapeType::half_space) continue;
            const PairCase pair = random_pair(random, a, b, Arrangement::random);
            const Separation s = separation(pair.a, pair.b);
            Separation t = separation(pair.b, pair.a);
            t.normal = -t.normal;
            std::swap(t.point_a, t.point_b);
            expect_same(s, t, pair_extent(pair.a, pair.b), describe(pair));
            const Answer x = decide(pair.a, pair.b).answer, y = decide(pair.b, pair.a).answer;
            EXPECT_TRUE(x == y || x == Answer::undecided || y == Answer::undecided) << describe(pair);
            EXPECT_EQ(overlaps(pair.a, pair.b), overlaps(pair.b, pair.a)) << describe(pair);
        }
}

TEST(Invariance, ConcentricPairsNegateTheirChosenAxis) {
    for (const double radius : {0.5, 2.0}) {  // equal radii make the swapped call the same call
        const Placed a{Sphere{1}, Pose::translation({1, 2, 3})},
            b{Sphere{radius}, Pose::translation({1, 2, 3})};
        const Separation s = separation(a, b), t = separation(b, a);
        EXPECT_TRUE(s.distance.contains(-1 - radius));
        EXPECT_EQ(s.normal, -t.normal);
        EXPECT_EQ(s.point_a, t.point_b);
        EXPECT_EQ(s.point_b, t.point_a);
    }
}

TEST(Invariance, ARigidMotionMovesTheAnswer) {
    Random random(702);
    for (int i = 0; i < 600; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                        tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
        if (ta == ShapeType::half_space && tb == ShapeType::half_space) continue;
        const PairCase pair =
            random_pair(random, ta, tb, i % 3 ? Arrangement::random : Arrangement::odd_builds);
        const double extent = pair_extent(pair.a, pair.b);
        const Pose motion = random.pose(extent);
        const Placed a{pair.a.shape, motion * pair.a.pose}, b{pair.b.shape, motion * pair.b.pose};
        const Separation s = separation(pair.a, pair.b);
        Separation t = separation(a, b);
        // Rounding the moved poses moves the shapes by a few ulps of where they are.
        t.distance = widened(t.distance, 64 * kEps *
                                             (extent + length(a.pose.position) + length(b.pose.position) +
                                              length(pair.a.pose.position)));
        t.normal = transpose_times(motion.rotation, t.normal);
        t.point_a = inverse(motion) * t.point_a;
        t.point_b = inverse(motion) * t.point_b;
        expect_same(s, t, extent, describe(pair));
    }
}

TEST(Invariance, PowersOfTwoScaleTheAnswerExactlyInTheBounds) {
    Random random(703);
    for (int i = 0; i < 400; ++i) {
        const Vec3 half = random.in_cube(1), radii = random.in_cube(1);
        const Pose pose = random.pose(1.5);
        const auto at = [&](double scale) {
            const Placed a{Box{Vec3{std::abs(half.x), std::abs(half.y), std::abs(half.z)} * scale},
                           Pose::identity()};
            const Placed b{Ellipsoid{Vec3{std::abs(radii.x), std::abs(radii.y), std::abs(radii.z)} * scale},
                           Pose{pose.rotation, pose.position * scale}};
            return separation(a, b);
        };
        const Separation s = at(1);
        for (const double scale : {0x1p-40, 0x1p-20, 0x1p20, 0x1p40}) {
            const Separation t = at(scale);
            EXPECT_EQ(s.distance.lower, t.distance.lower / scale);
            EXPECT_EQ(s.distance.upper, t.distance.upper / scale);
            EXPECT_EQ(s.normal, t.normal);
            EXPECT_EQ(s.point_a, t.point_a * (1 / scale));
            EXPECT_EQ(s.iterations, t.iterations);
        }
    }
}

// RapidCheck draws the seed; the generators make the pair from it. A failing seed is printed and minimised.
PairCase drawn_pair(bool polytopes) {
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    const auto types = [&] {
        return polytopes ? kPolytopeTypes[random.index(kPolytopeTypes.size())]
                         : kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
    };
    const ShapeType a = types();
    return random_pair(random, a, types(), static_cast<Arrangement>(random.index(kArrangementCount)),
                       polytopes);
}

TEST(Property, BoundsAreOrderedAndContainTheExactDistance) {
    EXPECT_TRUE(rc::check("bounds ordered, exact inside", [] {
        const PairCase pair = drawn_pair(true);
        const Separation s = separation(pair.a, pair.b);
        RC_ASSERT(s.distance.lower <= s.distance.upper);
        RC_ASSERT(contains(s.distance, exact_distance(pair.a, pair.b)));
    }));
}

TEST(Property, ProofsVerify) {
    EXPECT_TRUE(rc::check("proof verifies", [] {
        const PairCase pair = drawn_pair(false);
        RC_ASSERT(verify(decide(pair.a, pair.b), pair.a, pair.b));
    }));
}

TEST(Property, SwapSymmetry) {
    EXPECT_TRUE(rc::check("swapped intervals meet", [] {
        const PairCase pair = drawn_pair(false);
        const Separation s = separation(pair.a, pair.b), t = separation(pair.b, pair.a);
        RC_ASSERT(s.distance.lower <= t.distance.upper);
        RC_ASSERT(t.distance.lower <= s.distance.upper);
    }));
}

TEST(Property, GrowingAShapeNeverWidensTheGap) {
    EXPECT_TRUE(rc::check("monotone in a margin", [] {
        const PairCase pair = drawn_pair(false);
        RC_PRE(pair.a.shape.type() != ShapeType::half_space && pair.b.shape.type() != ShapeType::half_space);
        const double extent = pair_extent(pair.a, pair.b), radius = 0.25 * pair.a.shape.reach();
        const Placed grown{rounded(pair.a.shape, radius), pair.a.pose};
        const Separation s = separation(pair.a, pair.b), t = separation(grown, pair.b);
        // A margin takes exactly its radius off the signed distance, up to what rounding does to a turned
        // ball.
        RC_ASSERT(t.distance.lower <= s.distance.upper - radius + 64 * kEps * extent);
        RC_ASSERT(t.distance.upper >= s.distance.lower - radius - 64 * kEps * extent);
    }));
}

TEST(Property, MovingApartAlongTheNormalAddsToTheGap) {
    EXPECT_TRUE(rc::check("monotone along the normal", [] {
        const PairCase pair = drawn_pair(false);
        RC_PRE(
            !(pair.a.shape.type() == ShapeType::half_space && pair.b.shape.type() == ShapeType::half_space));
        const Separation s = separation(pair.a, pair.b);
        const double extent = pair_extent(pair.a, pair.b), step = 0.5 * extent;
        Placed moved = pair.b;
        moved.pose.position += step * s.normal;
        const Separation t = separation(pair.a, moved);
        // The plane along the normal still separates, by as much more.
        RC_ASSERT(t.distance.upper >=
                  s.distance.lower + step - 256 * kEps * (extent + length(moved.pose.position)));
    }));
}

}  // namespace
}  // namespace graze::test
