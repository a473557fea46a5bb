// Rays and translational casts through the public verbs: known hits in every field, both ends of the bounds
// by the oracles.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

TEST(Raycast, HitsKnownShapesHeadOn) {
    const std::vector<std::pair<Shape, double>> faces{{Sphere{0.5}, 0.5},
                                                      {Box{{0.25, 1, 1}}, 0.25},
                                                      {Capsule{0.5, 1}, 0.5},
                                                      {Cylinder{0.5, 1}, 0.5},
                                                      {Ellipsoid{{0.75, 1, 1}}, 0.75},
                                                      {Triangle{{0, -1, -1}, {0, 1, -1}, {0, 0, 2}}, 0},
                                                      {HalfSpace{{-1, 0, 0}, 2}, 2},
                                                      {Cone{1, 1}, 0.5}};
    for (const auto& [shape, half] : faces) {
        const auto hit = raycast(Ray{{-5, 0, 0}, {2, 0, 0}}, Placed{shape, Pose::identity()});
        ASSERT_TRUE(hit) << to_string(shape.type());
        const double t = (5 - half) / 2;
        EXPECT_NEAR(hit->t, t, 1e-9) << to_string(shape.type());
        EXPECT_TRUE(widened(hit->bounds, 1e-15).contains(t))
            << to_string(shape.type()) << " " << hit->bounds.lower << " " << hit->bounds.upper;
        EXPECT_LE(hit->bounds.width(), 1e-6) << to_string(shape.type());
        EXPECT_NEAR(hit->point.x, -half, 1e-9) << to_string(shape.type());
        EXPECT_NEAR(length(hit->normal), 1, 1e-14);
        EXPECT_LT(hit->normal.x, -0.4) << to_string(shape.type());
        EXPECT_EQ(hit->status, Status::converged);
        EXPECT_TRUE(verify(*hit, Ray{{-5, 0, 0}, {2, 0, 0}}, Placed{shape, Pose::identity()}))
            << to_string(shape.type());
    }
}

TEST(Raycast, MissesWhatIsBesideOrBehind) {
    const Placed cylinder{Cylinder{0.5, 1}, Pose::identity()};
    EXPECT_FALSE(raycast(Ray{{-5, 3, 0}, {1, 0, 0}}, cylinder));
    EXPECT_FALSE(raycast(Ray{{-5, 0, 0}, {-1, 0, 0}}, cylinder));
    EXPECT_FALSE(raycast(Ray{{0, 0, 5}, {1, 0, 0}}, Placed{HalfSpace{{0, 0, 1}, 0}, Pose::identity()}));
}

TEST(Raycast, StartsInside) {
    const auto hit = raycast(Ray{{0.1, 0.1, 0}, {0, 3, 4}}, Placed{Cylinder{0.5, 1}, Pose::identity()});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->t, 0);
    EXPECT_EQ(hit->bounds, Interval(0, 0));
    EXPECT_EQ(hit->point, (Vec3{0.1, 0.1, 0}));
    EXPECT_NEAR(hit->normal.y, -0.6, 1e-15);
    EXPECT_NEAR(hit->normal.z, -0.8, 1e-15);
}

/// The bounds by the point-distance oracle: no contact clearly before, contact at the end; and the hit
/// verifies.
void expect_right_hit(const RayHit& hit, const Ray& ray, const Placed& target) {
    const std::string where = std::string("\n") + literal(target) + "\nRay{" + literal(ray.origin) + ", " +
                              literal(ray.direction) + "}";
    EXPECT_TRUE(hit.bounds.contains(hit.t)) << where;
    EXPECT_NEAR(length(hit.normal), 1, 1e-13) << where;
    EXPECT_TRUE(verify(hit, ray, target)) << where;
    const double length_per_t = length(ray.direction);
    const double slack = 1e-12 * (length(ray.origin - target.pose.position) + target.shape.reach());
    EXPECT_LE(length(hit.point - (ray.origin + hit.t * ray.direction)), slack) << where;
    const Placed at_hit{Point{}, Pose::translation(hit.point)};
    const Interval outside = enclose_distance(target, at_hit, Precision::fast);
    EXPECT_LE(outside.lower, hit.bounds.width() * length_per_t + slack) << where;
    if (hit.bounds.lower > 0) {
        EXPECT_GE(outside.upper, -hit.bounds.width() * length_per_t - slack) << where;
    }
    for (const double share : {0.25, 0.75, 0.999}) {
        const Placed before{Point{},
                            Pose::translation(ray.origin + share * hit.bounds.lower * ray.direction)};
        EXPECT_GE(enclose_distance(target, before, Precision::fast).upper, -slack) << share << where;
    }
}

TEST(Raycast, AgreesWithTheDistanceOracleOnEveryType) {
    Random random(901);
    for (const ShapeType type : kAllShapeTypes) {
        if (type == ShapeType::half_space) continue;
        int hits = 0;
        for (int i = 0; i < 60; ++i) {
            const Placed target{random_shape(random, type), random.pose(1)};
            const Vec3 aim = target.pose * (random.chance(0.7) ? target.shape.centre()
                                                               : target.shape.centre() +
                                                                     random.in_cube(target.shape.reach()));
            const Vec3 from = aim + random.direction() * (3 * target.shape.reach() + 0.1);
            const Ray ray{from, (aim - from) * random.uniform(0.1, 3)};
            const auto hit = raycast(ray, target);
            if (!hit) {
                // No sample of the line is inside by more than rounding.
                for (int k = 0; k <= 40; ++k) {
                    const Placed sample{Point{}, Pose::translation(from + (k * 0.05) * (aim - from))};
                    EXPECT_GE(enclose_distance(target, sample, Precision::fast).upper,
                              -1e-12 * target.shape.reach())
                        << literal(target);
                }
                continue;
            }
            ++hits;
            expect_right_hit(*hit, ray, target);
        }
        if (type != ShapeType::point && type != ShapeType::segment) {
            EXPECT_GT(hits, 10) << to_string(type);
        }
    }
}

TEST(TranslationalCast, HitsAtTheKnownTime) {
    const Placed a{Box{{0.5, 0.5, 0.5}}, Pose::identity()};
    const Placed b{Box{{0.5, 0.5, 0.5}}, Pose::translation({5, 0.25, 0})};
    const auto hit = translational_cast(a, b, {-8, 0, 0});
    ASSERT_TRUE(hit);
    EXPECT_TRUE(widened(hit->time, 1e-15).contains(0.5));
    EXPECT_LE(hit->time.width(), 1e-9);
    EXPECT_NEAR(hit->normal.x, 1, 1e-6);
    EXPECT_NEAR(hit->point.x, 0.5, 1e-8);
    EXPECT_FALSE(translational_cast(a, b, {-3.99, 0, 0}));
    EXPECT_FALSE(translational_cast(a, b, {-8, 8, 0}));
    const auto overlapping =
        translational_cast(a, Placed{Sphere{1}, Pose::translation({0.5, 0, 0})}, {1, 0, 0});
    ASSERT_TRUE(overlapping);
    EXPECT_EQ(overlapping->time, Interval(0, 0));
}

TEST(TranslationalCast, TouchesAtTheTimeOnEveryPair) {
    Random random(902);
    int hits = 0;
    for (int i = 0; i < 700; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                        tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
        if (ta == ShapeType::half_space || tb == ShapeType::half_space) continue;
        const PairCase pair = random_pair(random, ta, tb, Arrangement::random);
        const double extent = pair_extent(pair.a, pair.b);
        const Vec3 displacement =
            (pair.a.pose.position - pair.b.pose.position) * 2.0 + random.in_cube(0.3 * extent);
        Placed start = pair.b;
        start.pose.position -= displacement;
        const auto hit = translational_cast(pair.a, start, displacement);
        const auto at = [&](double t) {
            Placed moved = start;
            moved.pose.position += t * displacement;
            return enclose_distance(pair.a, moved, Precision::fast);
        };
        const double slack = 1e-11 * (extent + length(displacement));
        if (!hit) {
            for (int k = 0; k <= 16; ++k)
                EXPECT_GE(at(k / 16.0).upper, -slack) << k << "\n" << describe(pair);
            continue;
        }
        ++hits;
        EXPECT_LE(0, hit->time.lower);
        EXPECT_LE(hit->time.lower, hit->time.upper);
        EXPECT_LE(hit->time.upper, 1);
        EXPECT_NEAR(length(hit->normal), 1, 1e-13);
        EXPECT_TRUE(verify(*hit, pair.a, start, displacement)) << describe(pair);
        EXPECT_LE(at(hit->time.upper).lower, hit->time.width() * length(displacement) + slack)
            << describe(pair);
        if (hit->time.lower == 0) continue;
        for (const double share : {0.5, 0.9, 0.999, 1.0})
            EXPECT_GE(at(share * hit->time.lower).upper, -slack) << share << "\n" << describe(pair);
    }
    EXPECT_GT(hits, 200);
}

}  // namespace
}  // namespace graze::test
