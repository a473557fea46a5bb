// Contacts, rays and casts of every two types in every arrangement: all of them verify and agree with the
// distances; and the literal inputs that once did not.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"
#include "oracle/judge_hits.hpp"

namespace graze::test {
namespace {

std::string joined(const std::vector<std::string>& faults) {
    std::string all;
    for (const std::string& fault : faults) all += fault + "\n";
    return all;
}

TEST(Hits, AllVerifyOnEveryPairOfTypes) {
    Random random(903);
    for (const ShapeType a : kAllShapeTypes) {
        for (const ShapeType b : kAllShapeTypes) {
            for (std::size_t i = 0; i < kArrangementCount; ++i) {
                const PairCase pair = random_pair(random, a, b, static_cast<Arrangement>(i));
                EXPECT_EQ(joined(contact_faults(pair.a, pair.b, separation(pair.a, pair.b))), "")
                    << describe(pair);
                EXPECT_EQ(joined(ray_faults(pair.a, random)), "") << describe(pair);
                EXPECT_EQ(joined(cast_faults(pair.a, pair.b, random)), "") << describe(pair);
            }
        }
    }
}

TEST(Hits, RaysAtSupportPointsOfComposedShapesVerify) {
    Random random(904);
    int hits = 0;
    for (const ShapeType type :
         {ShapeType::minkowski_sum, ShapeType::convex_hull_of, ShapeType::affine_image, ShapeType::rounded}) {
        for (int i = 0; i < 1500; ++i) {
            const Build build = random.chance(0.5)   ? Build::plain
                                : random.chance(0.5) ? Build::flat
                                                     : Build::needle;
            const Placed target{random_shape(random, type, build), random.pose(1)};
            const Vec3 origin = target.pose.position + 4 * target.shape.reach() * random.direction();
            const Vec3 aim = target.pose * support(target.shape, random.direction());
            const Ray ray{origin, aim - origin};
            const auto hit = raycast(ray, target);
            if (!hit) continue;
            ++hits;
            EXPECT_TRUE(verify(*hit, ray, target))
                << literal(target) << literal(ray.origin) << literal(ray.direction);
        }
    }
    EXPECT_GT(hits, 3000);
}

TEST(Hits, TermsThatDoNotLeadToTheContactProveNothing) {
    // Off the sum's rounded edge by 1e-9: the member described is one, but not on the ray.
    const Placed target{minkowski_sum(Sphere{0.25}, Cylinder{0.5, 1}), Pose::identity()};
    const Ray ray{{-3, 0.1, 0.2}, {1, 0, 0}};
    const auto hit = raycast(ray, target);
    ASSERT_TRUE(hit);
    ASSERT_GT(hit->terms.count, 0U);
    EXPECT_TRUE(verify(*hit, ray, target));
    // A line that passes beside the set has no terms that help: averages of members are members.
    const Ray beside{{-3, 0.75 + 1e-9, 0.2}, {1, 0, 0}};
    RayHit claimed = *hit;
    claimed.t = 3;
    claimed.point = beside.origin + 3.0 * beside.direction;
    claimed.bounds = {0, 6};
    for (const Vec3& direction : {Vec3{0, 1, 0}, Vec3{-1e-6, 1, 0}}) {
        claimed.terms = {{direction}, {1}, 1};
        EXPECT_FALSE(verify(claimed, beside, target));
    }
    for (const double weight :
         {-1.0, 0.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        claimed.terms = {{Vec3{0, 1, 0}}, {weight}, 1};
        EXPECT_FALSE(verify(claimed, beside, target)) << weight;
    }
    claimed.terms.count = 9;
    EXPECT_FALSE(verify(claimed, beside, target));
}

TEST(Hits, ASegmentThatTouchesAFaceAtACornerEndsThere) {
    // The far end of the capsule's line lies beside the box; it used to be kept as a contact, half a unit
    // outside.
    const Placed capsule{Capsule{0x1.2f279f0a6caeap-1, 0x1.36e50336bdcd7p-2}, Pose::identity()};
    Random random(905);
    for (int i = 0; i < 3000; ++i) {
        Placed box{Box{{0.47, 0.26, 0.24}},
                   Pose::from(Quat::from_axis_angle(random.direction(), random.log_uniform(1e-9, 1e-2)), {})};
        box.pose.position = random.direction() * 0.75;
        EXPECT_EQ(joined(contact_faults(capsule, box, separation(capsule, box))), "") << literal(box);
    }
    // A flat polygon's corner on the edge of another.
    const auto square = ConvexPolygon::build(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
    ASSERT_TRUE(square);
    const Placed face{*square, Pose::identity()};
    const Placed edge{Segment{{1, 1, 0}, {2, 1, 0}}, Pose::identity()};
    EXPECT_EQ(joined(contact_faults(face, edge, separation(face, edge))), "");
}

TEST(Hits, BallsInAHullOfShapesTouchABox) {
    // Rounding may put the hull's support above that of each child: the face was then made of nothing.
    const Placed hull{convex_hull_of(Sphere{0.11}, rounded(Point{{0, 0, -0.5}}, 0.04)), Pose::identity()};
    const Placed box{Box{{1, 1, 1}}, Pose::translation({0, 0, 1 + 0.9 * 0.11})};
    EXPECT_EQ(joined(contact_faults(hull, box, separation(hull, box))), "");
    EXPECT_EQ(contacts(hull, box).points.size(), 1U);
}

TEST(Hits, RaysThroughNeedlesAreShownInside) {
    // The plane of a needle is known to eps / thickness only; its inside to eps all the same.
    Random random(906);
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        const double thin = random.log_uniform(1e-12, 1e-3);
        const Vec3 along = random.direction();
        const Triangle needle{{0, 0, 0}, along, 0.4 * along + thin * random.direction()};
        const Placed target{needle, random.pose(1)};
        const double u = random.uniform(0.1, 0.8), v = random.uniform(0.1, 0.9 - u);
        const Vec3 aim = target.pose * (u * needle.b + v * needle.c);
        const Vec3 origin = aim + 3.0 * random.direction();
        const Ray ray{origin, aim - origin};
        const auto hit = raycast(ray, target);
        if (!hit) continue;
        ++hits;
        EXPECT_TRUE(verify(*hit, ray, target))
            << literal(target) << literal(ray.origin) << literal(ray.direction);
    }
    EXPECT_GT(hits, 2000);
}

TEST(Hits, RaysAlmostAlongASegmentAreShownOrMiss) {
    Random random(907);
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        const Vec3 along = random.direction();
        const Placed target{Segment{{0, 0, 0}, along}, random.pose(1)};
        const Vec3 aim = target.pose * (random.unit() * along);
        const Vec3 direction =
            target.pose.rotation * along + random.log_uniform(1e-8, 1) * random.direction();
        const Ray ray{aim - 3.0 * direction, direction};
        const auto hit = raycast(ray, target);
        if (!hit) continue;
        ++hits;
        EXPECT_TRUE(verify(*hit, ray, target))
            << literal(target) << literal(ray.origin) << literal(ray.direction);
    }
    EXPECT_GT(hits, 1000);
}

TEST(Hits, PointsThatCoincideTouchAtOnce) {
    // The difference of the sets is a single point on the line: no edge of its silhouette has a direction.
    const Placed point{Point{{-5, -5, -5}}, Pose::translation({-5, -5, -5})};
    for (const Vec3& direction :
         {Vec3{-5, -5, -5}, Vec3{5, -5, 5}, Vec3{1, 0, 0}, Vec3{0, -1e6, 0}, Vec3{1e-6, 2e-6, -3e-6}}) {
        const auto hit = translational_cast(point, point, direction);
        ASSERT_TRUE(hit) << literal(direction);
        EXPECT_EQ(hit->time.lower, 0) << literal(direction);
        EXPECT_LE(hit->time.upper, 1e-12 / length(direction) + 1e-15) << literal(direction);
        EXPECT_TRUE(verify(*hit, point, point, direction)) << literal(direction);
    }
    // Past each other, without contact.
    const Placed beside{Point{{-5, -5, -5}}, Pose::translation({-5, -5, -4.999999})};
    EXPECT_FALSE(translational_cast(point, beside, {-5, -5, -5}));
}

TEST(Hits, RaysThatStartInHullsOfVeryLongReachDoNotMiss) {
    // In the hull's own scale its width is less than a rounding: the ray cannot be distinguished from one
    // beside it.
    const Ray ray{{-5, -5, -5}, {-5, -5, -5}};
    for (const double far : {1e8, 1e12, 1e16, 1e20, -1e20, 0x1.afcef51f0fb5fp+265}) {
        const Shape hull = convex_hull_of(
            std::vector<Shape>{Sphere{1.4375}, Cylinder{3.5, 4.8125}, Point{{0, -4.4375, far}}});
        const Placed target{hull, Pose::translation({-5, -5, -5})};
        const auto hit = raycast(ray, target);
        ASSERT_TRUE(hit) << far;
        EXPECT_EQ(hit->bounds.lower, 0) << far;
        EXPECT_LE(hit->bounds.upper * length(ray.direction), 1e-14 * std::abs(far)) << far;
        EXPECT_TRUE(verify(*hit, ray, target)) << far;
    }
}

}  // namespace
}  // namespace graze::test
