// Time of impact of polytopes on the quick ways: straight ones against translational casts, with the whole
// contract of both; turning ones by proofs, and by how few queries they take.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Shape random_hull(Random& random, int vertices, double size) {
    std::vector<Vec3> points;
    for (int i = 0; i < vertices; ++i)
        points.push_back(size * hadamard(Vec3{1, 0.8, 0.6}, random.direction()));
    return ConvexHull::build(points).value();
}

Shape polytope(Random& random, std::size_t kind, double size) {
    const auto corner = [&] { return random.in_cube(size); };
    switch (kind) {
        case 0:
            return Box{{random.uniform(0.2, 1) * size, random.uniform(0.2, 1) * size,
                        random.uniform(0.2, 1) * size}};
        case 1: return random_hull(random, 24, size);
        case 2: return random_hull(random, 200, size);
        case 3: return Tetrahedron{corner(), corner(), corner(), corner()};
        default: return Triangle{corner(), corner(), corner()};
    }
}

/// A few of each kind, for each of the sizes.
std::vector<Shape> some_polytopes(Random& random, double size) {
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < 15; ++i) shapes.push_back(polytope(random, i % 5, size));
    return shapes;
}

constexpr double kSizes[] = {1e-6, 1, 1e6};

/// What the ray on the difference states about the same pair, where both decide.
void expect_as_cast(const Impact& impact, const Moving& a, const Moving& b, const Vec3& displacement) {
    const auto cast =
        translational_cast({a.shape, pose_at(a.motion, 0)}, {b.shape, pose_at(b.motion, 0)}, displacement);
    if (impact.answer == ImpactAnswer::within_tolerance) return;
    ASSERT_EQ(impact.hit, cast.has_value());
    if (!cast) return;
    ASSERT_LE(impact.time.lower, cast->time.upper);
    ASSERT_GE(impact.time.upper, cast->time.lower);
    ASSERT_LE(impact.time.width(), 1e-6);
}

TEST(PolytopeImpact, StraightWaysEqualCasts) {
    Random random(81);
    int hits = 0, misses = 0, open = 0, single = 0;
    std::vector<std::vector<Shape>> shapes;
    for (const double size : kSizes) shapes.push_back(some_polytopes(random, size));
    for (std::size_t i = 0; i < 1200; ++i) {
        const double size = kSizes[i % 3];
        const Shape &shape_a = shapes[i % 3][random.index(15)], &shape_b = shapes[i % 3][random.index(15)];
        const Vec3 from = 2.5 * size * random.direction(),
                   displacement = random.in_cube(2 * size) - 1.3 * from, drift = random.in_cube(size);
        // Both move: only the difference counts.
        const Moving a{shape_a, LinearMotion{Pose::from(random.rotation(), {}), drift}};
        const Moving b{shape_b, LinearMotion{Pose::from(random.rotation(), from), displacement + drift}};
        const CertifiedImpact certified = certified_time_of_impact(a, b);
        const Impact& impact = certified.impact;
        ASSERT_EQ(impact.status, Status::converged) << i;
        ASSERT_TRUE(verify(certified, a, b)) << i;
        ASSERT_NO_FATAL_FAILURE(expect_as_cast(impact, a, b, displacement)) << i;
        const Impact flipped = time_of_impact(b, a);
        if (flipped.answer == ImpactAnswer::contact && impact.answer == ImpactAnswer::contact) {
            ASSERT_NEAR(flipped.time.lower, impact.time.lower, 1e-6) << i;
        }
        hits += impact.hit;
        misses += !impact.hit;
        open += impact.answer == ImpactAnswer::within_tolerance;
        single += certified.cells.size() == 1;
        if (!impact.hit || impact.time.upper == 0) continue;
        ASSERT_NEAR(length(impact.normal), 1, 1e-12) << i;
        // The point is on a, and b is as close to it as the tolerance says.
        const Placed point{Point{}, Pose::translation(impact.point)};
        const double reach = std::max(shape_a.reach(), shape_b.reach());
        for (const Moving* m : {&a, &b}) {
            ASSERT_LE(separation(point, {m->shape, pose_at(m->motion, impact.time.lower)}).distance.lower,
                      2e-6 * reach)
                << i;
        }
    }
    EXPECT_GT(hits, 400);
    EXPECT_GT(misses, 200);
    EXPECT_LE(open, 2);
    EXPECT_GE(single, 1100) << "one plane serves for all of a straight way";
}

TEST(PolytopeImpact, StraightWaysThroughTheMiddleFacesFirst) {
    const Shape cube = Box{{0.5, 0.5, 0.5}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const double side : {-1.0, 1.0}) {
            Vec3 from{}, displacement{};
            from[axis] = 3 * side;
            displacement[axis] = -4 * side;
            const Moving a{cube, LinearMotion{}},
                b{cube, LinearMotion{Pose::translation(from), displacement}};
            const CertifiedImpact certified = certified_time_of_impact(a, b);
            EXPECT_EQ(certified.impact.answer, ImpactAnswer::contact);
            EXPECT_TRUE(certified.impact.time.contains(0.5));
            EXPECT_NEAR(certified.impact.normal[axis], side, 1e-12);
            EXPECT_TRUE(verify(certified, a, b));
        }
    }
}

TEST(PolytopeImpact, StraightWaysThatLeaveOrStopShortMiss) {
    const Shape cube = Box{{0.5, 0.5, 0.5}};
    const Pose tilted = Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {2, 0.1, 0.2});
    const Moving a{cube, LinearMotion{}};
    for (const Vec3& displacement : {Vec3{3, 0, 0}, Vec3{-0.3, 0, 0}, Vec3{0, 0, 5}, Vec3{-1, 4, 0}}) {
        const Moving b{cube, LinearMotion{tilted, displacement}};
        const CertifiedImpact certified = certified_time_of_impact(a, b);
        EXPECT_EQ(certified.impact.answer, ImpactAnswer::miss);
        EXPECT_EQ(certified.cells.size(), 1u);
        EXPECT_TRUE(verify(certified, a, b));
    }
    // Inside at the start, on a way out; and at rest.
    EXPECT_EQ(time_of_impact(a, {cube, LinearMotion{Pose::translation({0.4, 0, 0}), {3, 0, 0}}}).time,
              (Interval{0, 0}));
    EXPECT_FALSE(time_of_impact(a, {cube, LinearMotion{tilted, {}}}).hit);
}

/// Two hulls of the same points, in another order.
struct TwoOrders {
    Shape hull, permuted;
};
TwoOrders two_orders(Random& random, std::size_t vertices, const Vec3& size) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < vertices; ++i) points.push_back(hadamard(size, random.direction()));
    const Shape hull = ConvexHull::build(points).value();
    for (std::size_t i = vertices; i > 1; --i) std::swap(points[i - 1], points[random.index(i)]);
    return {hull, ConvexHull::build(points).value()};
}

bool share_a_time(const Interval& a, const Interval& b) { return a.lower <= b.upper && b.lower <= a.upper; }

TEST(PolytopeCast, IsNarrowAndTheSameForBothOrdersAndPermutedVertices) {
    Random random(83);
    int hits = 0;
    for (std::size_t i = 0; i < 600; ++i) {
        const double size = kSizes[i % 3];
        // Every fourth is as thin as a needle or a sheet.
        const double thin = i % 4 == 0 ? random.log_uniform(1e-7, 1e-2) : 1;
        const auto [body, permuted] = two_orders(random, 4 + random.index(i % 5 == 0 ? 150 : 30),
                                                 {size, i % 8 == 0 ? size : thin * size, thin * size});
        const Shape other = i % 2 == 0 ? two_orders(random, 12, {size, size, size}).hull
                                       : Shape(Box{size * Vec3{0.4, 0.6, 0.5}});
        const Vec3 from = 2.5 * size * random.direction(), displacement = random.in_cube(size) - 1.5 * from;
        const Placed a{other, random.pose(size)};
        Placed b{body, {Pose::from(random.rotation(), {}).rotation, a.pose.position + from}};
        const auto hit = translational_cast(a, b, displacement);
        const auto swapped = translational_cast(b, a, -displacement);
        const Impact impact = time_of_impact({a.shape, LinearMotion{a.pose, {}}},
                                             {b.shape, LinearMotion{b.pose, displacement}});
        ASSERT_EQ(hit.has_value(), swapped.has_value()) << i;
        ASSERT_TRUE(impact.answer == ImpactAnswer::within_tolerance || impact.hit == hit.has_value()) << i;
        b.shape = permuted;
        const auto reordered = translational_cast(a, b, displacement);
        ASSERT_EQ(hit.has_value(), reordered.has_value()) << i;
        if (!hit) continue;
        ++hits;
        ASSERT_TRUE(verify(*hit, a, {body, b.pose}, displacement)) << i;
        ASSERT_TRUE(share_a_time(hit->time, swapped->time)) << i;
        ASSERT_TRUE(share_a_time(hit->time, reordered->time)) << i;
        ASSERT_TRUE(!impact.hit || share_a_time(hit->time, impact.time)) << i;
        if (thin == 1) {
            ASSERT_LE(hit->time.width() * length(displacement), 1e-9 * std::max(other.reach(), body.reach()))
                << i;
        }
    }
    EXPECT_GT(hits, 240);
}

TEST(PolytopeCast, ClosesGapsOfEverySize) {
    const Shape cube = Box{{0.5, 0.5, 0.5}};
    std::vector<Vec3> corners;
    for (const double x : {-0.5, 0.5})
        for (const double y : {-0.5, 0.5})
            for (const double z : {-0.5, 0.5}) corners.push_back({x, y, z});
    const Shape hull = ConvexHull::build(corners).value();
    for (const Shape& shape : {cube, hull}) {
        for (const double gap : {0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3}) {
            // 1 + gap rounds: the gap that is there.
            const Placed a{shape, Pose::identity()}, b{cube, Pose::translation({1 + gap, 0.125, 0})};
            const double there = b.pose.position.x - 1;
            const auto hit = translational_cast(a, b, {-1, 0, 0});
            ASSERT_TRUE(hit) << gap;
            EXPECT_LE(hit->time.lower, there) << gap;
            EXPECT_GE(hit->time.upper, there - 1e-15) << gap;
            EXPECT_LE(hit->time.upper, there + 1e-9) << gap;
            EXPECT_TRUE(verify(*hit, a, b, {-1, 0, 0})) << gap;
            // A gap of a few roundings cannot be distinguished from none.
            const bool touches = translational_cast(a, b, {1, 0, 0}).has_value();
            EXPECT_TRUE(there > 0 && there < 1e-14 ? true : touches == (there == 0)) << gap;
        }
    }
}

TEST(PolytopeImpact, TurningPairsTakeFewQueries) {
    Random random(82);
    std::uint32_t queries = 0;
    constexpr std::size_t wanted = 600;
    std::size_t hits = 0;
    std::vector<std::vector<Shape>> shapes;
    for (const double size : kSizes)
        shapes.push_back({random_hull(random, 40, size), Box{size * Vec3{0.4, 0.6, 0.5}}});
    for (std::size_t i = 0; i < wanted; ++i) {
        const double size = kSizes[i % 3];
        const Shape& body = shapes[i % 3][i % 2];
        const Vec3 from = 2.5 * size * random.direction();
        const Quat start = random.rotation(),
                   turn = Quat::from_axis_angle(random.direction(), random.uniform(0.3, 2));
        const Vec3 to = random.in_cube(size) - 0.5 * from;
        const Moving a{body, LinearMotion{Pose::from(random.rotation(), {}), {}}};
        const Moving b{body, InBetweenMotion{Pose::from(start, from), Pose::from(turn * start, to)}};
        const CertifiedImpact certified = certified_time_of_impact(a, b);
        ASSERT_NE(certified.impact.answer, ImpactAnswer::within_tolerance) << i;
        ASSERT_TRUE(verify(certified, a, b)) << i;
        queries += certified.impact.work.separations;
        hits += certified.impact.hit ? 1 : 0;
    }
    EXPECT_GT(hits, wanted / 3);
    EXPECT_LE(queries, 6u * wanted);
}

}  // namespace
}  // namespace graze::test
