// What other collision libraries were measured to get wrong, as tests of ours: the same inputs, the exact
// answer.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

Placed random_hull(Random& random, std::size_t count, double spread) {
    return {*ConvexHull::build(random_points(random, count, {1, 1, 1})), random.pose(spread)};
}

TEST(PeerTrap, SphereInACylinderNearItsCap) {
    // The nearest exit is through the cap: 0.4, not 0.75 through the side.
    const Placed cylinder{Cylinder{0.5, 1}, Pose::identity()},
        ball{Sphere{0.3}, Pose::translation({0.05, 0, 0.9})};
    const Separation s = separation(cylinder, ball);
    EXPECT_TRUE(widened(s.distance, 1e-15).contains(-0.4)) << s.distance.lower << " " << s.distance.upper;
    EXPECT_LE(s.distance.width(), 1e-6);
    EXPECT_NEAR(s.normal.z, 1, 1e-9);
    EXPECT_NEAR(s.point_a.z, 1, 1e-9);
    EXPECT_NEAR(s.point_b.z, 0.6, 1e-9);
    Random random(1101);
    for (int i = 0; i < 3000; ++i) {
        const Placed shell{Cylinder{random.uniform(0.2, 1), random.uniform(0.2, 1)}, random.pose(1)};
        const double radius = random.uniform(0.01, 0.5);
        const double rho = shell.shape.values()[0] * std::sqrt(random.unit()),
                     angle = random.uniform(0, 6.28);
        const Vec3 centre{rho * std::cos(angle), rho * std::sin(angle),
                          random.uniform(-1, 1) * shell.shape.values()[1]};
        const Separation d = separation(shell, {Sphere{radius}, Pose::translation(shell.pose * centre)});
        const double exact = static_cast<double>(*point_distance(shell.shape, centre)) - radius;
        EXPECT_TRUE(widened(d.distance, 1e-14).contains(exact)) << literal(shell) << literal(centre);
        EXPECT_LE(d.distance.width(), 1e-6);
    }
}

TEST(PeerTrap, SphereInsideABox) {
    Random random(1102);
    for (int i = 0; i < 5000; ++i) {
        const Placed box{Box{{random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)}},
                         random.pose(1)};
        const Vec3 centre = hadamard(random.in_cube(1), box.shape.vector(0));
        const double radius = random.uniform(0.01, 0.5);
        const Separation s = separation(box, {Sphere{radius}, Pose::translation(box.pose * centre)});
        const double exact = static_cast<double>(*point_distance(box.shape, centre)) - radius;
        EXPECT_TRUE(widened(s.distance, 1e-14).contains(exact)) << literal(box) << literal(centre);
        EXPECT_LE(s.distance.width(), 1e-9);
    }
}

TEST(PeerTrap, ConcentricSpheresReturnAtOnce) {
    const Placed a{Sphere{0.3}, Pose::identity()}, b{Sphere{0.5}, Pose::identity()};
    const Separation s = separation(a, b);
    EXPECT_TRUE(s.distance.contains(-0.8));
    EXPECT_LE(s.distance.width(), 1e-14);
    EXPECT_EQ(s.iterations, 0u);
    EXPECT_EQ(contacts(a, b).points.size(), 1u);
    EXPECT_TRUE(overlaps(a, b));
}

TEST(PeerTrap, BoxNormalsAreOfTheLeastAxisNotOfAFace) {
    Random random(1103);
    int edges = 0, overlapping = 0;
    for (int i = 0; i < 3000; ++i) {
        const Placed a{random_shape(random, ShapeType::box), random.pose(0.2)},
            b{random_shape(random, ShapeType::box), random.pose(0.6)};
        const ExactDistance exact = exact_distance(a, b);
        const bool overlap = exact.relation != ExactRelation::disjoint;
        EXPECT_EQ(overlaps(a, b), overlap) << literal(a) << literal(b);
        const Separation s = separation(a, b);
        EXPECT_TRUE(contains(s.distance, exact)) << literal(a) << literal(b);
        EXPECT_LE(s.distance.width(), 1e-9);
        // The normal itself realises the depth: no other axis is shallower.
        EXPECT_NEAR(static_cast<double>(overlap_along(a, b, s.normal)), -exact.approximate(), 1e-9)
            << literal(a) << literal(b);
        if (!overlap) continue;
        ++overlapping;
        double best_face = 0;
        for (const Placed* p : {&a, &b})
            for (const Vec3& axis : p->pose.rotation.columns)
                best_face = std::max(best_face, std::abs(dot(axis, s.normal)));
        edges += best_face < 0.9999;
    }
    EXPECT_GT(overlapping, 1000);
    EXPECT_GT(edges, overlapping / 20);  // the case that face-preferring tests get wrong does occur
}

TEST(PeerTrap, NormalsAreInTheWorldFrame) {
    Random random(1104);
    for (int i = 0; i < 200; ++i) {
        const Quat turn = random.rotation();
        const Placed a{Box{{0.5, 0.5, 0.5}}, Pose::from(turn, {1, 2, 3})};
        const Vec3 axis = a.pose.rotation.columns[2];
        const Placed b{*ConvexHull::build(std::vector<Vec3>{{1, 1, -1}, {-1, 1, -1}, {0, -1, -1}, {0, 0, 2}}),
                       Pose::from(turn, Vec3{1, 2, 3} + axis * 1.4)};
        const Separation s = separation(a, b);
        EXPECT_TRUE(widened(s.distance, 1e-14).contains(-0.1));
        EXPECT_LE(length(s.normal - axis), 1e-9);
        EXPECT_LE(length(separation(b, a).normal + axis), 1e-9);
    }
}

TEST(PeerTrap, HullDepthsAreTheLeastOnes) {
    Random random(1105);
    int overlapping = 0;
    for (int i = 0; i < 300; ++i) {
        const Placed a = random_hull(random, 32, 0.2), b = random_hull(random, 32, 0.6);
        const ExactDistance exact = exact_distance(a, b);
        const Separation s = separation(a, b);
        EXPECT_TRUE(contains(s.distance, exact)) << literal(a) << literal(b);
        EXPECT_LE(s.distance.width(), 1e-9);
        EXPECT_EQ(s.status, Status::converged);
        overlapping += exact.relation == ExactRelation::overlapping;
    }
    EXPECT_GT(overlapping, 150);
}

TEST(PeerTrap, Hulls512VerticesDeepAndApart) {
    Random random(1106);
    for (int i = 0; i < 16; ++i) {
        const Placed a = random_hull(random, 512, 0.1), b = random_hull(random, 512, i % 2 ? 0.4 : 1.6);
        const ExactDistance exact = exact_distance(a, b);
        const Separation s = separation(a, b);
        EXPECT_TRUE(contains(s.distance, exact))
            << i << " " << s.distance.lower << " " << s.distance.upper << " " << exact.approximate();
        EXPECT_LE(s.distance.width(), 1e-9) << i;
        EXPECT_EQ(s.status, Status::converged) << i;
        EXPECT_EQ(overlaps(a, b), exact.relation != ExactRelation::disjoint);
    }
}

TEST(PeerTrap, BoxCylinderOverlapsAreNotMissed) {
    Random random(1107);
    int overlapping = 0;
    for (int i = 0; i < 1500; ++i) {
        const Placed a{random_shape(random, ShapeType::box), random.pose(0.3)},
            b{random_shape(random, ShapeType::cylinder), random.pose(1)};
        const Interval truth = enclose_distance(a, b, Precision::fast);
        const double delta = 1e-14 * pair_extent(a, b);
        if (truth.lower > delta) {
            EXPECT_FALSE(overlaps(a, b)) << literal(a) << literal(b);
        }
        if (truth.upper <= 0) {
            EXPECT_TRUE(overlaps(a, b)) << literal(a) << literal(b);
            ++overlapping;
        }
    }
    EXPECT_GT(overlapping, 300);
    EXPECT_LT(overlapping, 1300);
}

TEST(PeerTrap, BoxCapsuleDepths) {
    Random random(1108);
    int deep = 0;
    for (int i = 0; i < 600; ++i) {
        const Placed a{random_shape(random, ShapeType::box), random.pose(0.2)},
            b{random_shape(random, ShapeType::capsule), random.pose(0.7)};
        const Interval truth = enclose_distance(a, b, Precision::fast);
        const Separation s = separation(a, b);
        EXPECT_TRUE(s.distance.lower <= truth.upper && truth.lower <= s.distance.upper)
            << literal(a) << literal(b);
        EXPECT_LE(s.distance.width(), 1e-8) << literal(a) << literal(b);
        deep += truth.upper < 0;
    }
    EXPECT_GT(deep, 200);
}

TEST(PeerTrap, SmallGapsAreGaps) {
    for (const double gap : {1e-4, 1e-6, 1e-9, 1e-12}) {
        const Placed a{Box{{0.5, 0.5, 0.5}}, Pose::identity()};
        const Shape others[] = {Box{{0.5, 0.5, 0.5}}, Sphere{0.5}, Cylinder{0.25, 0.5}, Capsule{0.25, 0.25},
                                Ellipsoid{{0.25, 0.25, 0.5}}};
        for (const Shape& shape : others) {
            const Placed b{shape, Pose::translation({0.1, 0.2, 1 + gap})};
            EXPECT_FALSE(overlaps(a, b)) << gap << " " << to_string(shape.type());
            const Verdict v = decide(a, b);
            EXPECT_EQ(v.answer, Answer::disjoint) << gap << " " << to_string(shape.type());
            EXPECT_TRUE(verify(v, a, b)) << gap << " " << to_string(shape.type());
        }
    }
}

TEST(PeerTrap, TranslationalCastsMissNothing) {
    // b sweeps the sum of itself and its path: the exact oracle decides whether that intersects a.
    Random random(1109);
    int hits = 0;
    for (int i = 0; i < 600; ++i) {
        const bool boxes = i % 2 == 0;
        const Placed a = boxes ? Placed{random_shape(random, ShapeType::box), random.pose(0.3)}
                               : random_hull(random, 16, 0.3);
        const Placed b =
            boxes ? Placed{random_shape(random, ShapeType::box), random.pose(3)} : random_hull(random, 16, 3);
        const Vec3 displacement = random.in_cube(5);
        const Placed swept{minkowski_sum(transformed(b.shape, {b.pose.rotation, b.pose.position}),
                                         Segment{{0, 0, 0}, displacement}),
                           Pose::identity()};
        const ExactDistance exact = exact_distance(a, swept);
        const auto hit = translational_cast(a, b, displacement);
        if (exact.relation == ExactRelation::touching || std::abs(exact.approximate()) < 1e-9) continue;
        ASSERT_EQ(hit.has_value(), exact.relation == ExactRelation::overlapping) << literal(a) << "\n"
                                                                                 << literal(b) << "\n"
                                                                                 << literal(displacement);
        if (!hit) continue;
        ++hits;
        Placed moved = b;
        moved.pose.position += hit->time.middle() * displacement;
        if (hit->time.lower > 0) {
            EXPECT_NEAR(exact_distance(a, moved).approximate(), 0, 1e-7 * length(displacement))
                << literal(a) << "\n"
                << literal(b) << "\n"
                << literal(displacement);
        }
    }
    EXPECT_GT(hits, 100);
    EXPECT_LT(hits, 500);
}

}  // namespace
}  // namespace graze::test
