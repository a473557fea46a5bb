// Every verb on tapered capsules: against closed forms for points, rays and balls, and against the shapes
// that it can be: a capsule, a sphere, the hull of two spheres. Every pair of types in every arrangement is
// judged in all_pairs_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

Placed at(const Shape& shape, const Vec3& position) { return {shape, Pose::translation(position)}; }

TaperedCapsule random_capsule(Random& random, double scale) {
    return {random.uniform(0.05, 1) * scale, random.uniform(0.05, 1) * scale,
            random.uniform(0.05, 1) * scale};
}

TEST(TaperedCapsuleQuery, DistancesToPointsAreThoseOfTheClosedForm) {
    Random random(821);
    int inside = 0;
    for (int i = 0; i < 1500; ++i) {
        const double scale = random.log_uniform(1e-6, 1e6);
        const TaperedCapsule c = random_capsule(random, scale);
        const Vec3 x = i % 2 == 0 ? random.in_cube(2 * scale)
                                  : support(c, random.direction()) * (1 + kGapLadder[random.index(12)]);
        const Placed capsule{c, random.pose(scale)}, point = at(Point{}, capsule.pose * x);
        // Where the point is in the capsule's frame, to the last digit.
        const Vec3 local =
            transpose_times(capsule.pose.rotation, point.pose.position - capsule.pose.position);
        const double truth = static_cast<double>(*point_distance(c, local)), slack = 1e-14 * scale;
        inside += truth < 0 ? 1 : 0;
        const Separation s = separation(capsule, point), r = separation(point, capsule);
        for (const Separation& answer : {s, r}) {
            EXPECT_EQ(answer.status, Status::converged);
            EXPECT_LE(answer.distance.lower, truth + slack) << describe({capsule, point});
            EXPECT_GE(answer.distance.upper, truth - slack) << describe({capsule, point});
            EXPECT_LE(answer.distance.upper - answer.distance.lower, 2e-6 * Shape(c).reach());
        }
        EXPECT_TRUE(verify(s, capsule, point) || s.distance.lower < 0) << describe({capsule, point});
        EXPECT_TRUE(verify(r, point, capsule) || r.distance.lower < 0) << describe({point, capsule});
        if (std::abs(truth) > 64 * kEps * pair_extent(capsule, point)) {
            EXPECT_EQ(overlaps(capsule, point), truth < 0);
        }
        const Verdict v = decide(capsule, point);
        EXPECT_TRUE(verify(v, capsule, point)) << describe({capsule, point});
        const Interval signed_by = signed_distance(capsule, point.pose.position);
        EXPECT_LE(signed_by.lower, truth + slack);
        EXPECT_GE(signed_by.upper, truth - slack);
    }
    EXPECT_GT(inside, 200);
    EXPECT_LT(inside, 1300);
}

/// The same answers from two shapes that are one set.
void expect_same(const Placed& a, const Placed& same, const Placed& other, double size) {
    const Separation s = separation(a, other), t = separation(same, other);
    const double slack = 1e-14 * size;
    EXPECT_LE(s.distance.lower, t.distance.upper + slack) << describe({a, other});
    EXPECT_GE(s.distance.upper, t.distance.lower - slack) << describe({a, other});
    const bool close = std::abs(t.distance.middle()) < 1e-5 * size;
    if (!close) {
        EXPECT_EQ(overlaps(a, other), overlaps(same, other)) << describe({a, other});
    }
    if (!close) {
        EXPECT_EQ(overlaps(other, a), overlaps(other, same)) << describe({other, a});
    }
    const Vec3 away = other.pose.position + Vec3{3, 1, 2} * size;
    const auto hit = raycast({away, a.pose.position - away}, a),
               twin = raycast({away, a.pose.position - away}, same);
    ASSERT_EQ(hit.has_value(), twin.has_value());
    if (hit) {
        EXPECT_NEAR(hit->t, twin->t, 1e-6) << describe({a, other});
        EXPECT_TRUE(verify(*hit, {away, a.pose.position - away}, a)) << describe({a, other});
    }
    const Vec3 move = 4.0 * (a.pose.position - other.pose.position);
    const auto cast = translational_cast(a, other, move), again = translational_cast(same, other, move);
    ASSERT_EQ(cast.has_value(), again.has_value()) << describe({a, other});
    if (cast) {
        EXPECT_NEAR(cast->time.middle(), again->time.middle(), 1e-5) << describe({a, other});
    }
}

TEST(TaperedCapsuleQuery, IsTheCapsuleTheSphereOrTheHullThatItIs) {
    Random random(822);
    static constexpr std::array kOthers{ShapeType::box, ShapeType::sphere, ShapeType::cylinder,
                                        ShapeType::hull, ShapeType::ellipsoid};
    for (int i = 0; i < 150; ++i) {
        const double scale = std::array<double, 3>{1e-6, 1, 1e6}[random.index(3)];
        const Pose pose = random.pose(0.3 * scale);
        const Placed other{random_shape(random, kOthers[random.index(5)], Build::plain, scale),
                           random.pose(2 * scale)};
        const double r = random.uniform(0.1, 0.5) * scale, h = random.uniform(0.1, 1) * scale,
                     size = 2 * scale;
        expect_same({TaperedCapsule{r, r, h}, pose}, {Capsule{r, h}, pose}, other, size);
        const Pose up = pose * Pose::translation({0, 0, h});
        expect_same({TaperedCapsule{r, r + 3 * h, h}, pose}, {Sphere{r + 3 * h}, up}, other, size + 3 * h);
        const double q = random.uniform(0.1, 0.5) * scale;
        const Shape hull = convex_hull_of(transformed(Sphere{r}, Affine{Mat3::identity(), {0, 0, -h}}),
                                          transformed(Sphere{q}, Affine{Mat3::identity(), {0, 0, h}}));
        expect_same({TaperedCapsule{r, q, h}, pose}, {hull, pose}, other, size);
    }
}

/// A ball on its way is a ray to the capsule whose radii are larger by the ball's.
TEST(TaperedCapsuleQuery, BallsHitItWhenTheirCentresHitTheGrownOne) {
    Random random(823);
    int hits = 0;
    for (int i = 0; i < 300; ++i) {
        const double scale = random.log_uniform(1e-6, 1e6), radius = random.uniform(0.01, 0.5) * scale;
        const TaperedCapsule c = random_capsule(random, scale);
        const Pose pose = random.pose(scale);
        const Vec3 from = pose.position + 4 * scale * random.direction();
        const Vec3 move = pose.position + random.in_cube(1.5 * scale) - from;
        const Placed capsule{c, pose}, ball = at(Sphere{radius}, from);
        const auto ray =
            raycast({from, move},
                    {TaperedCapsule{c.radius_bottom + radius, c.radius_top + radius, c.half_height}, pose});
        const bool certain = ray && ray->t < 0.99;
        const auto cast = translational_cast(capsule, ball, move);
        const Impact impact =
            time_of_impact({Sphere{radius}, LinearMotion{ball.pose, move}}, {c, LinearMotion{pose, {}}});
        if (!ray) {
            EXPECT_FALSE(cast.has_value()) << describe({ball, capsule});
        }
        if (!certain) continue;
        ++hits;
        ASSERT_TRUE(cast.has_value()) << describe({ball, capsule});
        EXPECT_NEAR(cast->time.middle(), ray->t, 1e-5);
        EXPECT_TRUE(verify(*cast, capsule, ball, move)) << describe({ball, capsule});
        ASSERT_TRUE(impact.hit);
        EXPECT_LE(impact.time.lower, ray->t + 1e-6);
        EXPECT_GE(impact.time.upper, ray->t - 1e-6);
        EXPECT_LE(impact.time.upper - impact.time.lower, 1e-5);
    }
    EXPECT_GT(hits, 100);
}

TEST(TaperedCapsuleQuery, RaysEndOnItsSurface) {
    Random random(824);
    int hits = 0;
    for (int i = 0; i < 1000; ++i) {
        const TaperedCapsule c = random_capsule(random, 1);
        const Ray ray{3.0 * random.direction(), {}};
        const Vec3 towards = random.in_cube(1.2) - ray.origin;
        const auto hit = raycast({ray.origin, towards}, {c});
        long double nearest = 1e300L;
        for (int k = 0; k <= 400; ++k) {
            const double t = (hit ? hit->t : 3) * k / 400;
            nearest = std::min(nearest, *point_distance(c, ray.origin + t * towards));
        }
        if (hit) {
            ++hits;
            EXPECT_NEAR(static_cast<double>(*point_distance(c, ray.origin + hit->t * towards)), 0, 1e-6)
                << literal(Shape(c));
            EXPECT_GE(nearest, -1e-6L);
            EXPECT_TRUE(verify(*hit, {ray.origin, towards}, {c}));
        } else {
            EXPECT_GT(nearest, -1e-9L) << literal(Shape(c));
        }
    }
    EXPECT_GT(hits, 200);
}

TEST(TaperedCapsuleQuery, LyingOnItsSideTouchesInALine) {
    const TaperedCapsule c{0.3, 0.1, 0.5};
    // The side's normal has -z = (0.3 - 0.1) / (2 * 0.5) of the axis: turned by that angle the line is level.
    const double lean = std::asin(0.2);
    const Pose lying =
        Pose::from(Quat::from_axis_angle({0, 1, 0}, std::numbers::pi / 2 + lean), {0, 0, 0.2 - 0.001});
    const Placed floor{HalfSpace{{0, 0, 1}, 0}}, capsule{c, lying};
    for (const auto& manifold : {contacts(floor, capsule), contacts(capsule, floor)}) {
        ASSERT_EQ(manifold.points.count, 2U);
        for (const ContactPoint& point : manifold.points) EXPECT_NEAR(point.depth, 0.001, 1e-9);
        EXPECT_NEAR(std::abs(manifold.normal.z), 1, 1e-15);
    }
    const Placed slab = at(Box{{2, 2, 1}}, {0, 0, -1});
    const ContactManifold on_slab = contacts(slab, capsule);
    ASSERT_EQ(on_slab.points.count, 2U);
    EXPECT_TRUE(verify(on_slab, slab, capsule));
    const Placed upright = at(c, {0, 0, 0.5 + 0.3 - 0.001});
    EXPECT_EQ(contacts(floor, upright).points.count, 1U);
}

TEST(TaperedCapsuleQuery, RelationsKnowBothSpheres) {
    const Placed capsule{TaperedCapsule{0.3, 0.1, 0.5}};
    EXPECT_EQ(relation(capsule, capsule), Relation::identical);
    // From -0.8 to 0.6: in a box around it, out of one that ends at 0.59.
    const Placed around = at(Box{{0.31, 0.31, 0.71}}, {0, 0, -0.1}),
                 cutting = at(Box{{0.31, 0.31, 0.7}}, {0, 0, -0.111});
    EXPECT_EQ(relation(capsule, around), Relation::a_inside_b);
    EXPECT_EQ(relation(around, capsule), Relation::b_inside_a);
    EXPECT_EQ(relation(capsule, cutting), Relation::overlapping);
    EXPECT_EQ(relation(capsule, at(Sphere{0.05}, {0, 0, -0.5})), Relation::b_inside_a);
    EXPECT_EQ(relation({rounded(capsule.shape, 0.1)}, at(Box{{0.41, 0.41, 0.81}}, {0, 0, -0.1})),
              Relation::a_inside_b);
    EXPECT_EQ(relation(capsule, at(Sphere{0.5}, {0, 0, 1.1})), Relation::touching);
    EXPECT_EQ(relation(capsule, at(Sphere{0.5}, {0, 0, 1.2})), Relation::disjoint);
    for (const Placed& other :
         {around, cutting, at(Sphere{0.05}, {0, 0, -0.5}), at(Sphere{0.5}, {0, 0, 1.2})}) {
        EXPECT_TRUE(verify(certified_relation(capsule, other), capsule, other)) << literal(other.shape);
        EXPECT_TRUE(verify(certified_relation(other, capsule), other, capsule)) << literal(other.shape);
    }
}

TEST(TaperedCapsuleQuery, WrongAnswersAreRefused) {
    const Placed box{Box{{1, 1, 1}}}, capsule = at(TaperedCapsule{0.2, 0.1, 0.5}, {0, 0, 2});
    const Separation s = separation(box, capsule);
    EXPECT_NEAR(s.distance.lower, 0.3, 1e-9);
    EXPECT_TRUE(verify(s, box, capsule));
    Separation farther = s, nearer = s;
    farther.distance = {0.301, 0.302};
    nearer.distance = {0.298, 0.299};
    EXPECT_FALSE(verify(farther, box, capsule));
    EXPECT_FALSE(verify(nearer, box, capsule));
    // The radii are not those of the capsule upside down.
    EXPECT_FALSE(verify(s, box, at(TaperedCapsule{0.1, 0.2, 0.5}, {0, 0, 2})));
    EXPECT_FALSE(verify(s, box, at(TaperedCapsule{0.21, 0.1, 0.5}, {0, 0, 2})));
    const Placed near = at(Box{{1, 1, 1}}, {0, 0, 0.5});
    const Verdict common = decide(near, at(TaperedCapsule{0.2, 0.1, 0.5}, {0.9, 0, 2}));
    EXPECT_EQ(common.answer, Answer::intersecting);
    EXPECT_TRUE(verify(common, near, at(TaperedCapsule{0.2, 0.1, 0.5}, {0.9, 0, 2})));
    EXPECT_FALSE(verify(common, near, at(TaperedCapsule{0.2, 0.1, 0.5}, {0.9, 0, 2.3})));
    const Verdict apart = decide(box, capsule);
    EXPECT_EQ(apart.answer, Answer::disjoint);
    EXPECT_TRUE(verify(apart, box, capsule));
    EXPECT_FALSE(verify(apart, box, at(TaperedCapsule{0.2, 0.1, 0.5}, {0, 0, 1.6})));
}

TEST(TaperedCapsuleQuery, IsServedByEveryVerbWithEveryType) {
    for (std::size_t i = 0; i < kShapeTypeCount; ++i) {
        const auto other = static_cast<ShapeType>(i);
        for (const Query query : {Query::overlaps, Query::decide, Query::separation, Query::contacts,
                                  Query::raycast, Query::translational_cast, Query::time_of_impact}) {
            EXPECT_TRUE(supports(query, ShapeType::tapered_capsule, other)) << to_string(other);
            EXPECT_TRUE(supports(query, other, ShapeType::tapered_capsule)) << to_string(other);
        }
    }
}

TEST(TaperedCapsuleQuery, PairsOfItAreFaultlessOnTheLadder) {
    Random random(825);
    for (std::size_t i = 0; i < kArrangementCount; ++i) {
        for (int trial = 0; trial < 20; ++trial) {
            const PairCase pair = random_pair(random, ShapeType::tapered_capsule, ShapeType::tapered_capsule,
                                              static_cast<Arrangement>(i));
            const Judgement judgement = judge(pair, {.with_oracle = true,
                                                     .with_certificate = true,
                                                     .with_methods = true,
                                                     .with_hits = true,
                                                     .seed = 7});
            for (const std::string& fault : judgement.faults)
                ADD_FAILURE() << fault << "\n" << describe(pair);
        }
    }
}

}  // namespace
}  // namespace graze::test
