// The closed-form part of EPA: local minima of the heights with their surroundings, balls inside cores, and
// that answers found with their help agree with those of the polytope alone.
#include "convex/epa/difference_heights.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "convex/core_pairs.hpp"
#include "convex/epa/epa.hpp"
#include "convex/epa/inner_ball.hpp"
#include "convex/gjk/gjk.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"

namespace graze::test {
namespace {

/// Sizes from 0.1 to 1, some down to 1e-3.
double size(Random& random) {
    return random.chance(0.2) ? random.log_uniform(1e-3, 1) : random.uniform(0.1, 1);
}

Shape known_shape(Random& random, std::size_t kind) {
    switch (kind) {
        case 0: return Cylinder{size(random), size(random)};
        case 1: return Cone{size(random), size(random)};
        case 2: return Box{{size(random), size(random), size(random)}};
        case 3: return Capsule{size(random), size(random)};
        default: return Sphere{size(random)};
    }
}

/// One of the two has a disk. Random, parallel and quarter turns; off centre by anything from nothing to
/// nearly apart.
PairCase curved_pair(Random& random) {
    PairCase p{{known_shape(random, random.index(2)), random.pose(1)},
               {known_shape(random, random.index(5)), random.pose(1)}};
    const Mat3& r = p.a.pose.rotation;
    if (random.chance(0.2)) p.b.pose.rotation = r;
    if (random.chance(0.1)) p.b.pose.rotation = {{r.columns[1], r.columns[2], r.columns[0]}};
    const double far = 0.7 * random.unit() * random.unit() * (p.a.shape.reach() + p.b.shape.reach());
    p.b.pose.position = p.a.pose.position + (random.chance(0.05) ? 0 : far) * random.in_cube(1);
    if (random.chance(0.5)) std::swap(p.a, p.b);
    return p;
}

double height_along(const CorePair& pair, const Vec3& n) {
    return dot(n, pair.support_a(n)) - dot(n, pair.support_b(n));
}

TEST(EpaLocalMinimum, NothingWithinReachIsLower) {
    Random random(940);
    int found = 0;
    int on_normal = 0;
    std::array<int, 4> terms{};
    for (int trial = 0; trial < 3000; ++trial) {
        const PairCase p = curved_pair(random);
        CorePair pair;
        ASSERT_TRUE(make_core_pair(p.a, p.b, pair));
        const DifferenceHeights heights(pair);
        if (!heights.known()) continue;
        const LocalMinimum v = trial % 2 == 0 ? heights.descend() : heights.descend(random.direction());
        if (!v.found) continue;
        ++found;
        ++terms[v.terms];
        ASSERT_NEAR(length(v.normal), 1, 4 * kEps) << describe(p);
        ASSERT_NEAR(height_along(pair, v.normal), v.height, v.deficit + 1e-6 * pair.extent) << describe(p);
        double sum = 0;
        Vec3 point{};
        for (std::uint32_t i = 0; i < v.terms; ++i) {
            const Vec3 d = v.normal + v.tilts[i];
            ASSERT_GE(v.weights[i], 0) << describe(p);
            sum += v.weights[i];
            point += v.weights[i] * (pair.support_a(d) - pair.support_b(d));
        }
        ASSERT_NEAR(sum, 1, 1e-14) << describe(p);
        on_normal += length(point - v.height * v.normal) <= 1e-5 * pair.extent;
        const Vec3 s = perpendicular(v.normal);
        const Vec3 t = cross(v.normal, s);
        for (int k = 0; k < 200; ++k) {
            // Small tilts matter as much as large ones.
            const double tilt = v.reach * (k % 2 == 0 ? random.unit() : random.log_uniform(1e-8, 1));
            const double angle = random.uniform(0, 2 * std::numbers::pi);
            const Vec3 n = unit(v.normal + (tilt * std::cos(angle)) * s + (tilt * std::sin(angle)) * t);
            ASSERT_GE(height_along(pair, n), v.height - v.deficit - pair.error)
                << tilt << " " << v.reach << describe(p);
        }
    }
    EXPECT_GT(found, 1500);
    EXPECT_GT(on_normal, found - found / 20)
        << "faces with more edges than are known: the search goes on without";
    EXPECT_GT(terms[2], 200);
    EXPECT_GT(terms[3], 200);
}

TEST(EpaLocalMinimum, AnswersAgreeWithThePolytopeAlone) {
    Random random(941);
    int deep = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        const PairCase p = curved_pair(random);
        const Separation s = separation(p.a, p.b);
        if (!(s.distance.upper < 0)) continue;
        ++deep;
        SeparationOptions tight;
        tight.tolerance = 1e-8;
        const Interval polytope = certified_separation(p.a, p.b, tight).separation.distance;
        EXPECT_LE(s.distance.lower, polytope.upper) << describe(p);
        EXPECT_GE(s.distance.upper, polytope.lower) << describe(p);
        const Interval there = support_value(p.a, s.normal) + support_value(p.b, -s.normal);
        EXPECT_GE(-there.lower, s.distance.lower) << describe(p);
        const Interval swapped = separation(p.b, p.a).distance;
        EXPECT_LE(swapped.lower, s.distance.upper) << describe(p);
        EXPECT_GE(swapped.upper, s.distance.lower) << describe(p);
    }
    EXPECT_GT(deep, 3000);
}

TEST(EpaLocalMinimum, DeficitIsWhatTheLowerModelMayLoseBeyondTheDirection) {
    // Rim against rim. From a start this near the descent ends after one step, some way off the minimum.
    const Vec3 axis = unit(Vec3{0.9, 0.4, 0});
    const Placed a{Cylinder{0.2, 0.5}},
        b{Cylinder{0.9, 0.2}, Pose::from(Quat::from_axis_angle(axis, 1.2), {0.7, 0.7, -0.5})};
    const CorePair pair = pair_of(a, b);
    const LocalMinimum v = DifferenceHeights(pair).descend(unit(Vec3{-0.2278, 0.9094, -0.3476}));
    ASSERT_TRUE(v.found);
    EXPECT_EQ(v.terms, 1u);
    const Vec3 w = pair.support_a(v.normal) - pair.support_b(v.normal);
    const Vec3 left = w - dot(w, v.normal) * v.normal;
    EXPECT_NEAR(v.height, dot(w, v.normal), 1e-15);
    // docs/notes/epa.md: over the plane across n the model's form is Σ 2 r / (p + hypot(p, reach)) u uᵀ -
    // height, with u the way the rim point of each disk moves, p = width + reach |n·axis|, and width what of
    // n is in its plane.
    const auto rim = [&](const Vec3& disk_axis, double radius, const Vec3& x) {
        const double over = dot(v.normal, disk_axis);
        const Vec3 in_plane = v.normal - over * disk_axis;
        const double along = dot(unit(cross(disk_axis, in_plane)), x);
        const double inside = length(in_plane) + v.reach * std::abs(over);
        return 2 * radius / (inside + std::hypot(inside, v.reach)) * along * along;
    };
    const Vec3 s = perpendicular(v.normal), t = cross(v.normal, s);
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 2000; ++i) {
        const double angle = i * std::numbers::pi / 2000;
        const Vec3 x = std::cos(angle) * s + std::sin(angle) * t;
        least = std::min(least, rim({0, 0, 1}, 0.2, x) + rim(b.pose.rotation.columns[2], 0.9, x) - v.height);
    }
    ASSERT_GT(least, 0.01 * v.height);
    const double lost = length_sq(left) / (2 * least), roundings = 1e-12 * (length(w) + v.height);
    ASSERT_GT(lost, 10 * roundings);
    EXPECT_NEAR(v.deficit, lost + roundings, 1e-3 * lost);
}

TEST(EpaLocalMinimum, DescentsFindAsManyMinimaAsTheyDid) {
    // Nothing relies on what a descent finds, so that a worse one shows nowhere else. A change that raises
    // the counts puts its own in place; one that lowers them needs a reason.
    Random random(943);
    std::array<int, 4> terms{};
    for (int trial = 0; trial < 2000; ++trial) {
        const PairCase p = curved_pair(random);
        const CorePair pair = pair_of(p.a, p.b);
        const DifferenceHeights heights(pair);
        if (!heights.known()) continue;
        for (int k = 0; k < 4; ++k) {
            const LocalMinimum v = heights.descend(random.direction());
            if (v.found) ++terms[v.terms];
        }
    }
    EXPECT_EQ(terms, (std::array<int, 4>{0, 5, 3162, 2650}));
}

TEST(EpaLocalMinimum, DescentsFromTheLowestStartRarelyFail) {
    // Steps off a disk's axis, off a jump and over a minimum: when those that went too far were not taken
    // back, or led across a jump unseen, one descent in sixteen between two cylinders failed.
    Random random(945);
    int tried = 0, failed = 0;
    while (tried < 1000) {
        const Placed a{known_shape(random, random.index(2)), random.pose(1)};
        const Placed b{known_shape(random, random.index(2)),
                       {random.pose(1).rotation, a.pose.position + 0.6 * random.in_cube(1)}};
        if (!(separation(a, b).distance.upper < -0.01)) continue;
        ++tried;
        failed += !DifferenceHeights(pair_of(a, b)).descend().found;
    }
    EXPECT_LE(failed, 20);
}

TEST(EpaLocalMinimum, IsTakenWhenItsDeficitIsAQuarterOfTheTolerance) {
    const Placed a{Cylinder{1, 0.5}},
        b{Capsule{0.25, 1}, Pose::from(Quat::from_axis_angle({1, 0, 0}, 1.2), {0.3, 0.2, 0.4})};
    const CorePair pair = pair_of(a, b);
    const LocalMinimum v = DifferenceHeights(pair).descend();
    ASSERT_TRUE(v.found);
    const GjkResult found = gjk(pair, {.tolerance = 2 * pair.error});
    Trace trace;
    const EpaResult taken = epa(pair, found.simplex, {.tolerance = 4 * v.deficit, .trace = &trace});
    EXPECT_LE(taken.iterations, 4u);
    EXPECT_EQ(taken.upper, dot(v.normal, pair.support_a(v.normal) - pair.support_b(v.normal)));
    EXPECT_LE(taken.upper - taken.lower, 4 * v.deficit);
    ASSERT_FALSE(trace.steps.empty());
    EXPECT_EQ(trace.steps[0].stage, TraceStage::local_minimum);
    EXPECT_EQ(trace.steps[0].bounds, (Interval{0, taken.upper}));
    EXPECT_EQ(trace.steps[0].axis, v.normal);
    const EpaResult refused =
        epa(pair, found.simplex, {.tolerance = std::nextafter(4 * v.deficit, 0), .max_iterations = 100});
    EXPECT_GT(refused.iterations, 10u);
    EXPECT_NEAR(refused.upper, taken.upper, 1e-9);
}

TEST(EpaLocalMinimum, CarriesTheWitnessWhenTheBudgetRunsOut) {
    // The heights around the minimum are nearly as low over a wide range, so that the polytope's own surface
    // is 6e-3 off the normal when the search ends.
    const Placed a{Cylinder{0.7, 1}},
        b{Cylinder{0.6, 0.6}, Pose::from(Quat::from_axis_angle({1, 0, 0}, 0.4), {0, -0.2, -0.2})};
    for (const auto& [x, y] : {std::pair(a, b), {b, a}}) {
        const Separation s = separation(x, y, {.max_iterations = 40});
        EXPECT_EQ(s.status, Status::budget_reached);
        const double along = dot(s.point_b - s.point_a, s.normal);
        EXPECT_LE(length(s.point_b - s.point_a - along * s.normal), 1e-10);
        EXPECT_TRUE(widened(s.distance, 1e-14).contains(along));
    }
}

TEST(EpaLocalMinimum, IsKnownForDisksAndSegmentsOnly) {
    const auto known = [](const Shape& first, const Shape& second) {
        const Placed a{first}, b{second};
        CorePair pair;
        EXPECT_TRUE(make_core_pair(a, b, pair));
        return DifferenceHeights(pair).known();
    };
    EXPECT_TRUE(known(Cylinder{1, 1}, Box{{1, 1, 1}}));
    EXPECT_TRUE(known(Capsule{1, 1}, Cone{1, 1}));
    EXPECT_TRUE(known(Sphere{1}, Cone{1, 1}));
    EXPECT_FALSE(known(Box{{1, 1, 1}}, Capsule{1, 1})) << "polytopes end exactly";
    EXPECT_FALSE(known(Cylinder{0, 1}, Box{{1, 1, 1}})) << "no disk left";
    EXPECT_FALSE(known(Cone{1, 0}, Cylinder{1, 1})) << "an apex in its disk";
    EXPECT_FALSE(known(Ellipsoid{{1, 2, 3}}, Cylinder{1, 1}));
    EXPECT_FALSE(known(Cylinder{1, 1}, rounded(Box{{1, 1, 1}}, 0.5)));
}

TEST(InnerBall, IsInsideAndFillsRoundShapes) {
    Random random(942);
    const Affine turn = Affine::from(random.pose(1));
    const Affine stretch{Mat3::diagonal({2, 1, 0.5}), {}};
    const Affine skew{Mat3{{Vec3{1, 0.5, 0}, Vec3{0, 1, 0.25}, Vec3{0.125, 0, 2}}}, {1, 2, 3}};
    const std::vector<std::pair<Shape, double>> shapes{
        {Box{{1, 2, 3}}, 1},
        {Cylinder{2, 1}, 1},
        {transformed(Sphere{0.5}, turn), 0.5},
        {transformed(Sphere{0.5}, stretch), 0.25},
        {transformed(Sphere{0.5}, Affine{turn.linear * stretch.linear, {}}), 0.25},
        {transformed(transformed(Sphere{0.5}, stretch), turn), 0.25},
        {transformed(Ellipsoid{{1, 2, 3}}, stretch), 0.5},
        {minkowski_sum(transformed(Sphere{0.5}, turn), transformed(Sphere{0.25}, turn)), 0.75},
        {convex_hull_of(transformed(Sphere{0.5}, Affine{}), Sphere{0.25}), 0.25},
        {convex_hull_of(
             Sphere{0.75},
             transformed(Triangle{{0.2, 0, -0.3}, {-0.8, 0.1, -0.2}, {-0.5, -0.6, 0}}, {{}, {2, 1, 0}})),
         0.75},
        {transformed(Capsule{0.5, 1}, skew), 0},
        {rounded(Cylinder{1, 2}, 0.5), 1},
        {Cone{3, 2}, 1.5},
        {Tetrahedron{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, 1 / std::sqrt(3.0)},
        {transformed(Tetrahedron{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, turn), 1 / std::sqrt(3.0)},
        {transformed(Sphere{1}, Affine{Mat3::diagonal({1, 1, 0}), {}}), 0},
    };
    for (const auto& [shape, truth] : shapes) {
        double largest = 0;
        for (const InnerBall& ball : inner_balls(shape)) {
            largest = std::max(largest, ball.radius);
            for (int k = 0; k < 502; ++k) {
                // The ball is said to touch along the first two.
                const Vec3 n = k == 0 ? ball.touch : k == 1 ? -ball.touch : random.direction();
                std::uint32_t hint = 0;
                EXPECT_GE(dot(n, core_support(shape, n, hint) - ball.centre), ball.radius - 1e-12)
                    << literal(shape);
            }
        }
        EXPECT_GE(largest, truth * (1 - 1e-6)) << literal(shape);
    }
    EXPECT_EQ(inner_balls(Sphere{1}).storage[0].radius, 0);
    EXPECT_EQ(inner_balls(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).storage[0].radius, 0);
}

TEST(InnerBalls, ALargerOneTakesThePlaceOfTheFirstOfTheSmallestButOne) {
    InnerBalls balls;
    for (const double radius : {1.0, 3.0, 2.0, 2.0}) balls.add({{}, radius});
    balls.add({{}, 2.0});  // no larger than the smallest: left out
    balls.add({{1, 0, 0}, 2.5});
    const auto radii = [&] {
        std::vector<double> list;
        for (const InnerBall& ball : balls) list.push_back(ball.radius);
        return list;
    };
    EXPECT_EQ(radii(), (std::vector<double>{1, 3, 2.5, 2}));
    EXPECT_EQ(balls.storage[2].centre, (Vec3{1, 0, 0}));
    balls.add({{}, 9.0});
    EXPECT_EQ(radii(), (std::vector<double>{1, 3, 2.5, 9}));
}

}  // namespace
}  // namespace graze::test
