// The quick paths of overlaps and separation, each on its own against the oracles: what they answer is right,
// they leave hard pairs to the general search, and they do answer where they are meant to.
#include <gtest/gtest.h>

#include "convex/closed_form/capsule_solid.hpp"
#include "convex/closed_form/closed_form.hpp"
#include "convex/closed_form/solid_descent.hpp"
#include "convex/gjk/portal.hpp"
#include "graze/query/query.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"

namespace graze::test {
namespace {

constexpr std::array kArrangements{
    Arrangement::random,          Arrangement::mixed_sizes, Arrangement::odd_builds, Arrangement::touching,
    Arrangement::near_touching,   Arrangement::concentric,  Arrangement::coaxial,    Arrangement::parallel,
    Arrangement::nearly_parallel, Arrangement::deep,        Arrangement::far};
constexpr std::array kPortalTypes{ShapeType::box, ShapeType::capsule, ShapeType::cylinder, ShapeType::cone,
                                  ShapeType::hull};

std::string faults_text(const Separation& s, const Placed& a, const Placed& b, const Truth& truth) {
    std::string text;
    for (const std::string& fault : faults_of(s, a, b, default_width(a, b), &truth)) text += fault + "; ";
    return text;
}

TEST(Portal, AnswersAreRightUpToThePairsError) {
    Random random(4100);
    int apart = 0;
    int overlapping = 0;
    int unsure = 0;
    for (const ShapeType a : kPortalTypes)
        for (const ShapeType b : kPortalTypes)
            for (const Arrangement arrangement : kArrangements) {
                const PairCase p = random_pair(random, a, b, arrangement);
                CorePair pair;
                ASSERT_TRUE(make_core_pair(p.a, p.b, pair));
                if (pair.scale != 1) continue;
                Vec3 axis{};
                const PortalAnswer answer = portal_overlap(pair, axis);
                const Truth truth = truth_of(p.a, p.b);
                if (answer == PortalAnswer::apart) {
                    EXPECT_FALSE(truth.surely_overlapping()) << describe(p);
                    // The axis is left for the next query, which then answers at once.
                    Vec3 again = axis;
                    EXPECT_EQ(portal_overlap(pair, again), PortalAnswer::apart) << describe(p);
                    EXPECT_EQ(again, axis) << describe(p);
                }
                EXPECT_TRUE(answer != PortalAnswer::overlapping || truth.enclosure.lower <= pair.error)
                    << describe(p);
                ++(answer == PortalAnswer::apart         ? apart
                   : answer == PortalAnswer::overlapping ? overlapping
                                                         : unsure);
            }
    EXPECT_GT(apart, 50);
    EXPECT_GT(overlapping, 50);
    EXPECT_LT(unsure, 120);
}

TEST(Portal, HardlyEverLeavesRandomPairsToGjk) {
    Random random(4101);
    int unsure = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const ShapeType a = kPortalTypes[random.index(kPortalTypes.size())];
        const ShapeType b = kPortalTypes[random.index(kPortalTypes.size())];
        if (a == ShapeType::capsule || b == ShapeType::capsule)
            continue;  // only the first steps are for these
        const PairCase p = random_pair(random, a, b, Arrangement::random);
        CorePair pair;
        ASSERT_TRUE(make_core_pair(p.a, p.b, pair));
        Vec3 axis{};
        unsure += portal_overlap(pair, axis) == PortalAnswer::unsure ? 1 : 0;
    }
    EXPECT_LT(unsure, 10);
}

/// Cones without a slant: every quick path must see the disk, the segment or the point that they are.
TEST(QuickPaths, FlatAndThinConesAreNotSolid) {
    const Placed probes[] = {{Sphere{0.25}, Pose::identity()},
                             {Capsule{0.25, 0.5}, Pose::identity()},
                             {Box{{0.25, 0.25, 0.25}}, Pose::identity()},
                             {Cylinder{0.25, 0.5}, Pose::identity()},
                             {Cone{0.25, 0.5}, Pose::identity()}};
    const Shape cones[] = {Cone{0, 0}, Cone{0.5, 0}, Cone{0, 0.5}};
    for (const Placed& probe : probes) {
        for (const Shape& cone : cones) {
            for (const Vec3& p : {Vec3{2, 0, 0}, Vec3{0, 0, 2}, Vec3{0, 0, -2}, Vec3{1.5, 0, 0},
                                  Vec3{1, 1, 1}, Vec3{0, 0, 0}, Vec3{0.1, 0, 0.1}}) {
                const Placed b{cone, Pose::translation(p)};
                const Truth truth = truth_of(probe, b);
                EXPECT_EQ(overlaps(probe, b), !truth.surely_disjoint());
                EXPECT_EQ(overlaps(b, probe), !truth.surely_disjoint());
                const Separation s = separation(probe, b);
                EXPECT_LE(s.distance.lower, truth.enclosure.upper);
                EXPECT_GE(s.distance.upper, truth.enclosure.lower);
            }
        }
    }
}

/// Boxes and cylinders without width: in their plane 0 / 0 must not hide the directions in which they end.
TEST(QuickPaths, FlatBoxesAndCylindersEndInTheirPlane) {
    const Shape flats[] = {Box{{1, 0, 1}}, Box{{0, 1, 1}}, Box{{1, 1, 0}}, Box{{0, 0, 1}}, Box{{0, 1, 0}},
                           Box{{1, 0, 0}}, Box{{0, 0, 0}}, Cylinder{1, 0}, Cylinder{0, 1}, Cylinder{0, 0}};
    const Shape probes[] = {Cylinder{0.3, 0.3}, Cone{0.3, 0.3}, Box{{0.3, 0.3, 0.3}}, Cylinder{0, 0.3},
                            Box{{0.3, 0, 0.3}}};
    for (const Shape& flat : flats) {
        for (const Shape& shape : probes) {
            for (int i = 0; i < 27; ++i) {
                const Vec3 p{0.1 * (i % 3), 0.7 * (i / 3 % 3), 0.675 * (i / 9)};
                for (const Vec3& at : {p, Vec3{p.y, p.z, p.x}, Vec3{p.z, p.x, p.y}}) {
                    const Placed a{flat, Pose::identity()};
                    const Placed b{shape, Pose::translation(at)};
                    const Truth truth = truth_of(a, b);
                    if (!truth.surely_disjoint() && !truth.surely_overlapping()) continue;
                    EXPECT_EQ(overlaps(a, b), !truth.surely_disjoint()) << describe({a, b});
                    EXPECT_EQ(overlaps(b, a), !truth.surely_disjoint()) << describe({a, b});
                }
            }
        }
    }
}

TEST(BallsApart, NeverSeparatesOverlappingShapes) {
    Random random(4102);
    int separated = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        const ShapeType a = kAllShapeTypes[random.index(kAllShapeTypes.size())];
        const ShapeType b = kAllShapeTypes[random.index(kAllShapeTypes.size())];
        if (a == ShapeType::half_space || b == ShapeType::half_space) continue;
        const PairCase p = random_pair(random, a, b, kArrangements[random.index(kArrangements.size())]);
        if (!balls_apart(p.a, p.b, PoseCheck(p.a, p.b))) continue;
        ++separated;
        EXPECT_GT(separation(p.a, p.b).distance.upper, 0) << describe(p);
    }
    EXPECT_GT(separated, 400);
}

TEST(BallsApart, CountsTouchingBallsAsOverlapping) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const Placed a{Capsule{0.25 * scale, 0.5 * scale}, {}};
        const Placed b{Capsule{0.25 * scale, 0.5 * scale}, Pose::translation({0, 0, 1.5 * scale})};
        EXPECT_FALSE(balls_apart(a, b, PoseCheck(a, b)));
        const Placed c{Capsule{0.25 * scale, 0.5 * scale},
                       Pose::translation({0, 0, 1.5 * scale * (1 + 1e-14)})};
        EXPECT_TRUE(balls_apart(a, c, PoseCheck(a, c)));
    }
}

TEST(CapsuleSolid, AgreesWithTheOracles) {
    Random random(4103);
    int served = 0;
    for (const ShapeType type : {ShapeType::box, ShapeType::cylinder, ShapeType::cone})
        for (const Arrangement arrangement : kArrangements)
            for (int trial = 0; trial < 12; ++trial) {
                const PairCase p = random_pair(random, ShapeType::capsule, type, arrangement);
                const Truth truth = truth_of(p.a, p.b);
                Separation s;
                if (separate_capsule_solid(p.a, p.b, {}, s)) {
                    ++served;
                    EXPECT_EQ(faults_text(s, p.a, p.b, truth), "") << describe(p);
                }
                const PoseCheck poses(p.a, p.b);
                const CapsuleOverlap overlap = capsule_overlaps_solid(p.a, p.b, poses);
                CorePair pair;
                ASSERT_TRUE(make_core_pair(p.a, p.b, pair));
                EXPECT_FALSE(overlap == CapsuleOverlap::no && truth.surely_overlapping()) << describe(p);
                EXPECT_TRUE(overlap != CapsuleOverlap::yes ||
                            truth.enclosure.lower * pair.scale <= pair.error)
                    << describe(p);
            }
    EXPECT_GT(served, 120);
}

TEST(SolidDescent, AgreesWithTheOracles) {
    Random random(4104);
    int served = 0;
    for (const ShapeType a : {ShapeType::box, ShapeType::cylinder, ShapeType::cone})
        for (const ShapeType b : {ShapeType::cylinder, ShapeType::cone})
            for (const Arrangement arrangement : kArrangements)
                for (int trial = 0; trial < 10 && descent_serves(a, b); ++trial) {
                    const PairCase p = random_pair(random, a, b, arrangement);
                    Separation s;
                    if (!descend_solids(p.a, p.b, {}, s)) continue;
                    ++served;
                    EXPECT_EQ(faults_text(s, p.a, p.b, truth_of(p.a, p.b)), "") << describe(p);
                }
    EXPECT_GT(served, 100);
}

TEST(SolidDescent, ServesNearlyAllRandomPairsThatAreApart) {
    Random random(4105);
    int apart = 0;
    int served = 0;
    for (const ShapeType a : {ShapeType::box, ShapeType::cylinder, ShapeType::capsule, ShapeType::cone})
        for (const ShapeType b : {ShapeType::cylinder, ShapeType::cone})
            for (int trial = 0; trial < 300 && (a == ShapeType::capsule || descent_serves(a, b)); ++trial) {
                const PairCase p = random_pair(random, a, b, Arrangement::random);
                if (!(separation(p.a, p.b).distance.lower > 1e-6 * p.a.shape.reach())) continue;
                Separation s;
                ++apart;
                served += (a == ShapeType::capsule ? separate_capsule_solid(p.a, p.b, {}, s)
                                                   : descend_solids(p.a, p.b, {}, s))
                              ? 1
                              : 0;
            }
    EXPECT_GT(apart, 300);
    EXPECT_GT(served, apart * 9 / 10);
}

TEST(QuickPaths, FlipTheAnswerWithThePair) {
    Random random(4106);
    for (const ShapeType a : {ShapeType::box, ShapeType::cylinder, ShapeType::capsule, ShapeType::cone})
        for (const ShapeType b : {ShapeType::cylinder, ShapeType::cone})
            for (int trial = 0; trial < 50; ++trial) {
                const PairCase p = random_pair(random, a, b, Arrangement::random);
                const Separation s = separation(p.a, p.b);
                if (!(s.distance.lower > 0)) continue;
                const Separation flipped = separation(p.b, p.a);
                EXPECT_NEAR(dot(s.normal, flipped.normal), -1, 1e-4) << describe(p);
                EXPECT_LE(s.distance.lower, flipped.distance.upper);
                EXPECT_LE(flipped.distance.lower, s.distance.upper);
                EXPECT_EQ(overlaps(p.a, p.b), overlaps(p.b, p.a));
            }
}

}  // namespace
}  // namespace graze::test
