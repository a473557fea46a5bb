// The public verbs raycast and translational_cast: exact times of boxes and spheres, and for every pair of
// shape types the statement of the interval itself: apart before lower, touching (up to the tolerance) at
// upper.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

std::vector<Shape> all_shapes(double s) {
    const ConvexHull hull = *ConvexHull::build(
        std::vector<Vec3>{{s, 0, 0}, {-s, 0, 0}, {0, s, 0}, {0, -s, 0}, {0, 0, s}, {0, 0, -s}});
    const ConvexPolygon polygon =
        *ConvexPolygon::build(std::vector<Vec3>{{-s, -s, 0}, {s, -s, 0}, {s, s, 0}, {0, 2 * s, 0}});
    return {Point{{0.1 * s, 0, 0}},
            Segment{{-s, 0, 0}, {s, 0, 0}},
            Triangle{{0, 0, 0}, {s, 0, 0}, {0, s, 0}},
            Tetrahedron{{0, 0, 0}, {s, 0, 0}, {0, s, 0}, {0, 0, s}},
            polygon,
            Sphere{0.4 * s},
            Box{{0.3 * s, 0.4 * s, 0.5 * s}},
            Capsule{0.2 * s, 0.5 * s},
            Cylinder{0.3 * s, 0.5 * s},
            Cone{0.4 * s, 0.5 * s},
            Ellipsoid{{0.2 * s, 0.4 * s, 0.6 * s}},
            HalfSpace{{0, 0, 1}, 0.1 * s},
            hull,
            minkowski_sum(Sphere{0.1 * s}, Box{{0.2 * s, 0.2 * s, 0.2 * s}}),
            convex_hull_of(Sphere{0.3 * s}, Point{{s, s, s}}),
            scaled(Sphere{s}, {0.5, 0.25, 1}),
            rounded(Box{{0.2 * s, 0.2 * s, 0.2 * s}}, 0.05 * s)};
}

Placed moved(const Placed& placed, const Vec3& by) {
    return {placed.shape, {placed.pose.rotation, placed.pose.position + by}};
}

TEST(Raycast, EveryShapeTypeIsHitThroughItsCentreAndMissedBesideIt) {
    Random random(31);
    for (const Shape& shape : all_shapes(1)) {
        for (int i = 0; i < 50; ++i) {
            const Placed placed{shape, random.pose(1)};
            const Vec3 centre = placed.pose * shape.centre();
            const Vec3 away = random.direction();
            const auto hit = raycast({centre + away * 5.0, -away}, placed);
            // A ray through a point or along a flat set is met only where rounding cannot exclude it.
            if (shape.type() != ShapeType::point && shape.type() != ShapeType::segment) {
                ASSERT_TRUE(hit.has_value()) << to_string(shape.type());
            }
            if (hit && shape.type() != ShapeType::half_space) {
                EXPECT_GE(hit->t, 5 - 3.0) << to_string(shape.type());
                EXPECT_LE(hit->t, 5 + 1e-9) << to_string(shape.type());
                EXPECT_LT(dot(hit->normal, -away), 0) << to_string(shape.type());
            }
            if (shape.type() == ShapeType::half_space) continue;
            EXPECT_FALSE(raycast({centre + away * 5.0, away}, placed)) << to_string(shape.type());
            EXPECT_FALSE(raycast({centre + away * 5.0, perpendicular(away)}, placed))
                << to_string(shape.type());
        }
    }
}

TEST(TranslationalCast, BoxesTouchAtTheExactTime) {
    const Placed a{Box{{0.5, 0.5, 0.5}}, Pose::identity()};
    const Placed b{Box{{0.5, 0.5, 0.5}}, Pose::translation({3, 0.25, 0})};
    const auto hit = translational_cast(a, b, {-4, 0, 0});
    ASSERT_TRUE(hit);
    EXPECT_LE(hit->time.lower, 0.5);
    EXPECT_GE(hit->time.upper, 0.5);
    EXPECT_LE(hit->time.width(), 1e-12);
    EXPECT_NEAR(hit->normal.x, 1, 1e-12);
    EXPECT_NEAR(hit->point.x, 0.5, 1e-12);
    EXPECT_GE(hit->point.y, -0.25 - 1e-12);
    EXPECT_LE(hit->point.y, 0.5 + 1e-12);
    EXPECT_EQ(hit->status, Status::converged);
    EXPECT_FALSE(translational_cast(a, b, {-1.9, 0, 0})) << "stops short";
    EXPECT_FALSE(translational_cast(a, b, {4, 0, 0})) << "goes away";
    EXPECT_FALSE(translational_cast(a, b, {-4, 4, 0})) << "passes beside";
    const auto exactly = translational_cast(a, b, {-2, 0, 0});
    ASSERT_TRUE(exactly) << "touching at the very end counts";
    EXPECT_LE(exactly->time.upper, 1);
    const auto thin = translational_cast({Box{{1e-4, 1, 1}}, Pose::identity()},
                                         {Sphere{1e-3}, Pose::translation({-500, 0, 0})}, {1000, 0, 0});
    ASSERT_TRUE(thin) << "no tunnelling through a thin wall";
    EXPECT_NEAR(thin->time.middle(), (500 - 1.1e-3) / 1000, 1e-9);
}

TEST(TranslationalCast, RandomAxisParallelBoxesAgreeWithTheirSlabs) {
    Random random(32);
    for (const double s : {1e-90, 1e-6, 1.0, 1e6, 1e90}) {
        int hits = 0;
        for (int i = 0; i < 300; ++i) {
            const Vec3 ha{random.uniform(0.1, 1) * s, random.uniform(0.1, 1) * s, random.uniform(0.1, 1) * s},
                hb{0.5 * s, 0.25 * s, 0.75 * s};
            const Placed a{Box{ha}, Pose::translation(random.in_cube(s))},
                b{Box{hb}, Pose::translation(random.direction() * (4 * s))};
            const Vec3 d = (random.in_cube(1.5 * s) - b.pose.position) * random.uniform(0.5, 3);
            double in = 0, out = 1;
            int face = 0;
            for (int k = 0; k < 3; ++k) {
                const double gap = b.pose.position[k] - a.pose.position[k], half = ha[k] + hb[k];
                const double t0 = (-half - gap) / d[k], t1 = (half - gap) / d[k];
                if (std::min(t0, t1) > in) in = std::min(t0, t1), face = k;
                out = std::min(out, std::max(t0, t1));
            }
            if (std::abs(out - in) < 1e-9) continue;
            const auto hit = translational_cast(a, b, d);
            ASSERT_EQ(hit.has_value(), in < out) << s;
            if (!hit) continue;
            ++hits;
            EXPECT_NEAR(hit->time.middle(), in, 1e-9);
            EXPECT_LE(hit->time.lower, in * (1 + 1e-14));
            EXPECT_GE(hit->time.upper, in * (1 - 1e-14));
            EXPECT_LE(hit->time.width(), 1e-9);
            EXPECT_NEAR(std::abs(hit->normal[face]), 1, 1e-6);
            EXPECT_LT(dot(hit->normal, d), 0);
        }
        EXPECT_GT(hits, 90) << s;
        EXPECT_LT(hits, 280) << s;
    }
}

TEST(TranslationalCast, SpheresTouchAtTheExactTime) {
    const Placed a{Sphere{1}, Pose::translation({1, 2, 3})}, b{Sphere{0.5}, Pose::translation({7, 2, 3})};
    const auto hit = translational_cast(a, b, {-9, 0, 0});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->time.lower, 0.5, 1e-12);
    EXPECT_NEAR(hit->time.upper, 0.5, 1e-12);
    EXPECT_LE(hit->time.lower, 0.5);
    EXPECT_GE(hit->time.upper, 0.5);
    EXPECT_NEAR(length(hit->point - Vec3{2, 2, 3}), 0, 1e-12);
    EXPECT_NEAR(hit->normal.x, 1, 1e-12);
    EXPECT_FALSE(translational_cast(a, b, {-4.4, 0, 0}));
    EXPECT_FALSE(translational_cast(a, b, {0, 9, 0}));
}

TEST(TranslationalCast, HalfSpacesInClosedFormBothOrders) {
    const Placed ground{HalfSpace{{0, 0, 2}, 0}, Pose::identity()},
        ball{Sphere{0.5}, Pose::translation({1, 2, 4.5})};
    const auto hit = translational_cast(ground, ball, {1, 0, -8});
    ASSERT_TRUE(hit);
    EXPECT_LE(hit->time.lower, 0.5);
    EXPECT_GE(hit->time.upper, 0.5);
    EXPECT_LE(hit->time.width(), 1e-14);
    EXPECT_NEAR(length(hit->point - Vec3{1.5, 2, 0}), 0, 1e-12);
    EXPECT_NEAR(hit->normal.z, 1, 1e-15);
    const auto other = translational_cast(ball, ground, {-1, 0, 8});
    ASSERT_TRUE(other);
    EXPECT_EQ(other->time, hit->time);
    EXPECT_NEAR(other->normal.z, -1, 1e-15);
    EXPECT_NEAR(length(other->point - Vec3{1, 2, 4}), 0, 1e-12);
    EXPECT_FALSE(translational_cast(ground, ball, {1, 0, 8}));
    EXPECT_FALSE(translational_cast(ground, ball, {1, 0, 0}));
    const Placed ceiling{HalfSpace{{0, 0, -1}, -1}, Pose::identity()};  // z >= 1
    const auto closing = translational_cast(ground, ceiling, {0, 0, -2});
    ASSERT_TRUE(closing);
    EXPECT_NEAR(closing->time.middle(), 0.5, 1e-14);
    EXPECT_FALSE(translational_cast(ground, ceiling, {5, 0, 2}));
    const auto crossing = translational_cast(ground, {HalfSpace{{1, 0, 0}, -9}, Pose::identity()}, {0, 0, 1});
    ASSERT_TRUE(crossing) << "planes that are not parallel always meet";
    EXPECT_EQ(crossing->time, Interval(0));
}

TEST(TranslationalCast, InitialOverlapIsTimeZeroWithTheDiscreteNormal) {
    const Placed a{Box{{1, 1, 1}}, Pose::identity()};
    for (const Shape& shape : {Shape(Box{{0.5, 0.5, 0.5}}), Shape(Sphere{0.5}), Shape(Cylinder{0.5, 0.5})}) {
        const Placed b{shape, Pose::translation({1.25, 0.1, 0.2})};
        for (const Vec3& d : {Vec3{1, 0, 0}, Vec3{-1, 0.5, 0}, Vec3{0, 0, 0}, Vec3{100, 100, 100}}) {
            const auto hit = translational_cast(a, b, d);
            ASSERT_TRUE(hit);
            EXPECT_EQ(hit->time, Interval(0));
            EXPECT_NEAR(hit->normal.x, 1, 1e-6);
            EXPECT_NEAR(hit->point.x, 0.875, 1e-6);
        }
    }
    const Placed touching{Box{{0.5, 0.5, 0.5}}, Pose::translation({1.5, 0, 0})};
    for (const Vec3& d : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 0}}) {
        const auto hit = translational_cast(a, touching, d);
        ASSERT_TRUE(hit) << "touching counts, whichever way it goes";
        EXPECT_EQ(hit->time.lower, 0);
    }
}

TEST(TranslationalCast, EveryPairOfTypesKeepsItsWord) {
    Random random(33);
    for (const double s : {1.0, 1e-6, 1e6}) {
        const std::vector<Shape> shapes = all_shapes(s);
        int hits = 0, later = 0, casts = 0;
        for (const Shape& p : shapes) {
            for (const Shape& q : shapes) {
                for (int i = 0; i < (s == 1 ? 6 : 2); ++i) {
                    SCOPED_TRACE(std::string(to_string(p.type())) + " " + std::string(to_string(q.type())));
                    const Placed a{p, random.pose(0.2 * s)}, b{q, random.pose(0)};
                    const Vec3 start = random.direction() * (3 * s);
                    const Placed from = moved(b, start);
                    const Vec3 d = (random.in_cube(0.5 * s) - start) * random.uniform(0.6, 1.5);
                    const auto hit = translational_cast(a, from, d);
                    ++casts;
                    const auto gap = [&](double t) { return separation(a, moved(from, t * d)).distance; };
                    for (int k = 0; k <= 10; ++k) {
                        const double t = (hit ? hit->time.lower : 1) * k / 10;
                        if (hit && hit->time.lower == 0) break;
                        EXPECT_GE(gap(t).upper, k == 10 ? -1e-12 * s : 0) << t;
                    }
                    if (!hit) continue;
                    ++hits;
                    EXPECT_LE(gap(hit->time.upper).lower, 3e-6 * s);
                    EXPECT_LE(hit->time.upper, 1);
                    EXPECT_NEAR(length(hit->normal), 1, 1e-12);
                    if (hit->time.upper == 0) continue;
                    ++later;
                    EXPECT_EQ(hit->status, Status::converged);
                    EXPECT_LT(dot(hit->normal, d), 0);
                    const double slack =
                        3e-3 * s;  // a flat or long contact leaves the point free along it, not across it
                    EXPECT_LE(separation(a, {Point{hit->point}, Pose::identity()}).distance.lower, slack);
                    EXPECT_LE(
                        separation(moved(from, hit->time.middle() * d), {Point{hit->point}, Pose::identity()})
                            .distance.lower,
                        slack);
                }
            }
        }
        EXPECT_GT(hits, casts / 3) << s;
        EXPECT_GT(later, casts / 4) << s;
    }
}

TEST(TranslationalCast, BothOrdersGiveTheSameAnswer) {
    Random random(34);
    const std::vector<Shape> shapes = all_shapes(1);
    for (const Shape& p : shapes) {
        for (const Shape& q : shapes) {
            const Placed a{p, random.pose(0.2)}, b{q, random.pose(0)};
            const Vec3 start = random.direction() * 3.0;
            const Vec3 d = (random.in_cube(0.5) - start) * 1.2;
            const auto ab = translational_cast(a, moved(b, start), d);
            const auto ba = translational_cast(moved(b, start), a, -d);
            ASSERT_EQ(ab.has_value(), ba.has_value()) << to_string(p.type()) << ' ' << to_string(q.type());
            if (!ab) continue;
            EXPECT_LE(ab->time.lower, ba->time.upper);
            EXPECT_LE(ba->time.lower, ab->time.upper);
        }
    }
}

TEST(TranslationalCast, FarPairsKeepTheDigitsOfTheShapes) {
    const Placed a{Box{{0.5, 0.5, 0.5}}, Pose::translation({1e6, 0, 0})},
        b{Box{{0.5, 0.5, 0.5}}, Pose::translation({-1e6, 0, 0})};
    const auto hit = translational_cast(a, b, {4e6, 0, 0});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->time.middle(), (2e6 - 1) / 4e6, 1e-15);
    EXPECT_FALSE(translational_cast(a, moved(b, {0, 1 + 1e-9, 0}), {4e6, 0, 0}));
    EXPECT_TRUE(translational_cast(a, moved(b, {0, 1 - 1e-9, 0}), {4e6, 0, 0}));
}

TEST(TranslationalCast, BadInputIsEmpty) {
    const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
    const Placed a{Box{{1, 1, 1}}, Pose::identity()}, b{Sphere{1}, Pose::translation({1, 0, 0})};
    EXPECT_TRUE(translational_cast(a, b, {1, 0, 0}));
    EXPECT_FALSE(translational_cast(a, b, {nan, 0, 0}));
    EXPECT_FALSE(translational_cast(a, b, {0, inf, 0}));
    EXPECT_FALSE(translational_cast({Sphere{-1}, Pose::identity()}, b, {1, 0, 0}));
    EXPECT_FALSE(translational_cast(a, {Sphere{1}, Pose::translation({nan, 0, 0})}, {1, 0, 0}));
    EXPECT_FALSE(translational_cast(a, {HalfSpace{{0, 0, 0}, 1}, Pose::identity()}, {1, 0, 0}));
}

}  // namespace
}  // namespace graze::test
