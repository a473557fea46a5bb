// Contact manifolds through the public verb: counts, depths, positions, normals, order and features of known
// contacts.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

Placed cube(const Vec3& at) { return {Box{{0.5, 0.5, 0.5}}, Pose::translation(at)}; }

TEST(Contacts, OfASmallBoxOnALargeOneAreItsCorners) {
    const Placed a = cube({}), b{Box{{0.3, 0.3, 0.3}}, Pose::translation({0, 0, 0.795})};
    const ContactManifold m = contacts(a, b);
    EXPECT_EQ(m.status, Status::converged);
    ASSERT_EQ(m.points.size(), 4u);
    EXPECT_NEAR(m.normal.z, 1, 1e-9);
    EXPECT_TRUE(widened(m.distance, 1e-15).contains(-0.005));
    std::set<std::pair<int, int>> corners;
    std::set<std::uint64_t> features;
    for (const ContactPoint& p : m.points) {
        EXPECT_NEAR(p.depth, 0.005, 1e-9);
        EXPECT_NEAR(std::abs(p.position.x), 0.3, 1e-9);
        EXPECT_NEAR(std::abs(p.position.y), 0.3, 1e-9);
        EXPECT_NEAR(p.position.z, 0.4975, 1e-9);
        corners.insert({p.position.x > 0, p.position.y > 0});
        features.insert(p.feature);
    }
    EXPECT_EQ(corners.size(), 4u);
    EXPECT_EQ(features.size(), 4u);
    EXPECT_TRUE(verify(m, a, b));
}

TEST(Contacts, FeaturesStayWhileTheBoxSlides) {
    const auto features = [](double x) {
        std::set<std::uint64_t> names;
        for (const ContactPoint& p :
             contacts(cube({}), Placed{Box{{0.3, 0.3, 0.3}}, Pose::translation({x, 0.01, 0.79})}).points)
            names.insert(p.feature);
        return names;
    };
    const auto first = features(0);
    EXPECT_EQ(first.size(), 4u);
    for (const double x : {0.001, 0.01, 0.05, 0.1}) EXPECT_EQ(features(x), first) << x;
}

TEST(Contacts, OfABallIsOnePoint) {
    const Placed floor = cube({}), ball{Sphere{0.5}, Pose::translation({0.1, -0.2, 0.95})};
    const ContactManifold m = contacts(floor, ball);
    ASSERT_EQ(m.points.size(), 1u);
    EXPECT_NEAR(m.normal.z, 1, 1e-9);
    EXPECT_NEAR(m.points[0].depth, 0.05, 1e-9);
    EXPECT_NEAR(m.points[0].position.x, 0.1, 1e-7);
    EXPECT_NEAR(m.points[0].position.y, -0.2, 1e-7);
    EXPECT_NEAR(m.points[0].position.z, 0.475, 1e-9);
    EXPECT_TRUE(verify(m, floor, ball));
}

TEST(Contacts, OfALyingCapsuleAreTwoPoints) {
    const Placed floor{Box{{2, 2, 0.5}}, Pose::identity()};
    const Placed rod{Capsule{0.25, 0.5},
                     Pose::from(Quat::from_axis_angle({0, 1, 0}, std::acos(-1.0) / 2), {0, 0, 0.74})};
    const ContactManifold m = contacts(floor, rod);
    ASSERT_EQ(m.points.size(), 2u);
    for (const ContactPoint& p : m.points) {
        EXPECT_NEAR(p.depth, 0.01, 1e-9);
        EXPECT_NEAR(std::abs(p.position.x), 0.5, 1e-6);
        EXPECT_NEAR(p.position.z, 0.495, 1e-9);
    }
    EXPECT_LT(m.points[0].position.x * m.points[1].position.x, 0);
    EXPECT_TRUE(verify(m, floor, rod));
}

TEST(Contacts, DisjointShapesHaveNone) {
    const ContactManifold m = contacts(cube({}), cube({1.001, 0, 0}));
    EXPECT_TRUE(m.points.empty());
    EXPECT_GT(m.distance.lower, 0);
    EXPECT_NEAR(m.normal.x, 1, 1e-9);
    EXPECT_EQ(m.status, Status::converged);
    EXPECT_TRUE(verify(m, cube({}), cube({1.001, 0, 0})));
}

TEST(Contacts, OfEveryPairAreWhereTheShapesAre) {
    Random random(801);
    int with_points = 0;
    for (std::size_t i = 0; i < 1500; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                        tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
        if (ta == ShapeType::half_space && tb == ShapeType::half_space) continue;
        const PairCase pair = random_pair(random, ta, tb, static_cast<Arrangement>(i % kArrangementCount));
        const ContactManifold m = contacts(pair.a, pair.b);
        const Separation s = separation(pair.a, pair.b);
        const double extent = pair_extent(pair.a, pair.b), slack = m.distance.width() + 1e-12 * extent;
        EXPECT_NEAR(length(m.normal), 1, 1e-14);
        EXPECT_LE(m.distance.lower, s.distance.upper) << describe(pair);
        EXPECT_GE(m.distance.upper, s.distance.lower) << describe(pair);
        EXPECT_LE(m.points.size(), 4u);
        if (s.distance.lower > 0) {
            EXPECT_TRUE(m.points.empty()) << describe(pair);
        }
        if (s.distance.upper < -1e-9 * extent) {
            EXPECT_FALSE(m.points.empty()) << describe(pair);
        }
        EXPECT_TRUE(verify(m, pair.a, pair.b)) << describe(pair);
        double deepest = 0;
        for (const ContactPoint& p : m.points) {
            EXPECT_GT(p.depth, 0) << describe(pair);
            EXPECT_TRUE(is_finite(p.position)) << describe(pair);
            EXPECT_LE(p.depth, -m.distance.lower + slack) << describe(pair);
            deepest = std::max(deepest, p.depth);
        }
        if (m.points.empty()) continue;
        ++with_points;
        EXPECT_GE(deepest, -m.distance.upper - slack) << "no point reaches the depth of the pair\n"
                                                      << describe(pair);
    }
    EXPECT_GT(with_points, 400);
}

TEST(Contacts, SwappingFlipsTheManifold) {
    Random random(802);
    for (int i = 0; i < 300; ++i) {
        const Placed a{random_shape(random, ShapeType::box), random.pose(0.2)},
            b{random_shape(random, i % 2 ? ShapeType::box : ShapeType::hull), random.pose(0.8)};
        const ContactManifold m = contacts(a, b), n = contacts(b, a);
        EXPECT_EQ(m.points.empty(), n.points.empty());
        EXPECT_LE(m.distance.lower, n.distance.upper);
        EXPECT_GE(m.distance.upper, n.distance.lower);
    }
}

}  // namespace
}  // namespace graze::test
