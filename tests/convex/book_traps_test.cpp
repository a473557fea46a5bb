// Where the classical algorithms trip, by name, each judged by an exact or high-precision oracle.
// After: van den Bergen, Collision Detection in Interactive 3D Environments, chapter 4, and what its printed
// algorithms do wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

void expect_faultless(const Placed& a, const Placed& b, Status status = Status::converged) {
    const PairCase pair{a, b};
    const Judgement judgement =
        judge(pair, {.with_oracle = true, .with_certificate = true, .with_methods = true});
    for (const std::string& fault : judgement.faults) ADD_FAILURE() << fault << "\n" << describe(pair);
    EXPECT_EQ(judgement.separation.status, status) << describe(pair);
}

/// Squared distance of the origin to the box of half extents h around c: exact, one clamped coordinate at a
/// time.
mpq_class clamped_distance_sq(const Vec3& c, const Vec3& h) {
    mpq_class sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const mpq_class gap = mpq_class(std::abs(c[i])) - mpq_class(h[i]);
        if (gap > 0) sum += gap * gap;
    }
    return sum;
}

TEST(BookTrap, CoplanarFourPointSimplexMakesNoFalseHit) {
    // The origin just outside a rectangular facet of a box difference: four coplanar support points get tiny
    // positive determinants, and a naive search takes them for a tetrahedron around the origin.
    Random random(1001);
    for (int i = 0; i < 120000; ++i) {
        Vec3 half{random.uniform(0.01, 1), random.uniform(0.01, 1), random.uniform(0.01, 1)};
        const double gap = random.chance(0.5) ? random.uniform(0.003, 0.005) : random.log_uniform(1e-12, 1);
        const std::size_t axis = random.index(3);
        Vec3 at{random.uniform(-1, 1) * half.x, random.uniform(-1, 1) * half.y,
                random.uniform(-1, 1) * half.z};
        at[axis] = (random.chance(0.5) ? 1 : -1) * (half[axis] + gap);
        if (random.chance(0.3)) at[(axis + 1) % 3] = random.uniform(-2, 2);
        const Placed box{Box{half}, Pose::translation(at)};
        const Placed point{Point{}, Pose::identity()};
        const mpq_class square = clamped_distance_sq(at, half);
        const ExactDistance exact{square > 0 ? ExactRelation::disjoint : ExactRelation::touching, square};
        const Separation s = separation(point, box);
        ASSERT_TRUE(contains(s.distance, exact)) << literal(box);
        ASSERT_LE(s.distance.width(), 1e-9);
        ASSERT_EQ(s.status, Status::converged) << literal(box);
        ASSERT_FALSE(overlaps(point, box)) << literal(box);
        // The same difference, cut into two boxes.
        const Placed a{Box{half * 0.5}, Pose::identity()}, b{Box{half * 0.5}, Pose::translation(at)};
        ASSERT_FALSE(overlaps(a, b)) << literal(box);
        for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&point, &box}}) {
            const Verdict verdict = decide(*one, *other, Method::gjk);
            ASSERT_EQ(verdict.answer, Answer::disjoint) << literal(box);
            ASSERT_TRUE(verify(verdict, *one, *other)) << literal(box);
        }
    }
}

TEST(BookTrap, ConcentricSpheresHaveADepth) {
    for (const double r : {0.0, 0.3, 0.5, 7.0}) {
        const Placed a{Sphere{0.5}, Pose::translation({1, 2, 3})}, b{Sphere{r}, Pose::translation({1, 2, 3})};
        const Separation s = separation(a, b);
        EXPECT_TRUE(s.distance.contains(-0.5 - r));
        EXPECT_LE(s.distance.width(), 1e-13);
        EXPECT_EQ(s.status, Status::converged);
        EXPECT_NEAR(length(s.normal), 1, 1e-15);
        EXPECT_NEAR(length(s.point_a - Vec3{1, 2, 3}), 0.5, 1e-14);
        EXPECT_NEAR(length(s.point_b - Vec3{1, 2, 3}), r, 1e-14);
    }
    // By the search instead of the closed form: no minimiser is isolated.
    const Shape round_a = transformed(Sphere{0.5}, Affine{}), round_b = transformed(Sphere{0.3}, Affine{});
    for (const double off : {0.0, 1e-12, 1e-6, 1e-3, 1e-2, 0.1}) {
        const Separation s = separation({round_a}, {round_b, Pose::translation({0, off, 0})});
        EXPECT_TRUE(s.distance.contains(off - 0.8))
            << off << ": " << s.distance.lower << " " << s.distance.upper;
        EXPECT_LE(s.distance.width(), 1e-12) << off;
        EXPECT_EQ(s.status, Status::converged) << off;
        EXPECT_NEAR(length(s.point_b - s.point_a - (off - 0.8) * s.normal), 0, 1e-12) << off;
    }
}

TEST(BookTrap, NearlyConcentricRoundShapesEndWithinAThousandth) {
    const Shape ball = transformed(Sphere{0.3}, Affine{});
    for (const double stretch : {1.0, 1.001, 1.01, 1.1, 1.5}) {
        const std::vector<Shape> round{scaled(Sphere{0.5}, {1, 1, stretch}),
                                       scaled(Sphere{0.5}, {stretch, stretch, 1}),
                                       Ellipsoid{{0.5, 0.5 * stretch, 0.5}},
                                       minkowski_sum(scaled(Sphere{0.25}, {1, 1, stretch}), Sphere{0.25}),
                                       convex_hull_of(scaled(Sphere{0.5}, {1, stretch, 1}), Sphere{0.3})};
        for (const Shape& a : round)
            for (const Vec3& off :
                 {Vec3{}, Vec3{1e-9, 0, 0}, Vec3{1e-3, 0, 0}, Vec3{0, 0, 1e-2}, Vec3{0, 0.05, 0}}) {
                const Placed p{a}, q{ball, Pose::translation(off)};
                const Separation s = separation(p, q);
                EXPECT_LE(s.distance.width(), 1e-3 * a.reach())
                    << literal(a) << " " << off.x << " " << off.y << " " << off.z;
                // The height along any direction is an upper bound of the depth, and a ball inside a lower
                // one.
                EXPECT_LE(-s.distance.upper, 0.8 + 1e-12);
                EXPECT_GE(-s.distance.lower, 0.8 - length(off) - 1e-12);
                EXPECT_NEAR(s.distance.lower, separation(q, p).distance.lower, 1e-3 * a.reach());
            }
    }
}

TEST(BookTrap, EverySimplexCanStartTheExpansion) {
    // Cores that intersect in a point, along a segment, in a triangle and in a solid.
    const Placed ball{Sphere{0.25}, Pose::identity()};
    expect_faultless(ball, {rounded(Point{}, 0.5), Pose::identity()});  // point on point
    expect_faultless({Capsule{0.25, 1}, Pose::identity()},
                     {rounded(Point{}, 0.5), Pose::identity()});  // point inside a segment
    expect_faultless({rounded(Segment{{-1, 0, 0}, {1, 0, 0}}, 0.1), Pose::identity()},
                     {Capsule{0.25, 1}, Pose::identity()});  // crossing
    expect_faultless({Capsule{0.25, 1}, Pose::identity()},
                     {Capsule{0.5, 0.5}, Pose::translation({0, 0, 0.25})});  // collinear
    const Placed sheet{Triangle{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, Pose::identity()};
    expect_faultless(sheet, ball);
    expect_faultless(sheet, {Segment{{0, 0, -1}, {0, 0, 1}}, Pose::identity()});
    expect_faultless(sheet,
                     {Segment{{-0.5, -0.5, 0}, {0.25, 0, 0}}, Pose::identity()});  // flat in flat: depth zero
    expect_faultless(sheet, sheet);
    expect_faultless(sheet, {Box{{0.25, 0.25, 0.25}}, Pose::identity()});
    expect_faultless({Box{{1, 1, 1}}, Pose::identity()}, {Box{{1, 1, 1}}, Pose::identity()});
    expect_faultless({Box{{1, 1, 0}}, Pose::identity()}, {Box{{0, 1, 1}}, Pose::identity()});
}

TEST(BookTrap, RestingContactIsContact) {
    const Placed floor{Box{{4, 4, 0.5}}, Pose::translation({0, 0, -0.5})};
    const std::vector<std::pair<Shape, double>> resting{
        {Box{{0.5, 0.25, 0.125}}, 0.125},
        {Sphere{0.5}, 0.5},
        {Cylinder{0.5, 0.25}, 0.25},
        {Cone{0.5, 0.25}, 0.25},
        {Capsule{0.25, 0.5}, 0.75},
        {Ellipsoid{{0.5, 0.25, 0.125}}, 0.125},
        {Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0},
        {rounded(Box{{0.5, 0.5, 0.25}}, 0.25), 0.5}};
    for (const auto& [shape, height] : resting)
        for (const Vec3& at : {Vec3{0, 0, height}, Vec3{0.375, -1.25, height}, Vec3{4, 4, height}}) {
            const Placed body{shape, Pose::translation(at)};
            const PairCase pair{floor, body};
            const Judgement judgement =
                judge(pair, {.with_oracle = true, .with_certificate = true, .with_methods = true});
            for (const std::string& fault : judgement.faults)
                ADD_FAILURE() << fault << "\n" << describe(pair);
            EXPECT_NE(judgement.answer, Answer::disjoint) << describe(pair);
            EXPECT_TRUE(judgement.separation.distance.contains(0.0)) << describe(pair);
            EXPECT_TRUE(overlaps(floor, body)) << describe(pair);
            const Placed ground{HalfSpace{{0, 0, 1}, 0}, Pose::identity()};
            EXPECT_TRUE(overlaps(ground, body)) << describe(pair);
            EXPECT_TRUE(separation(ground, body).distance.contains(0.0)) << describe(pair);
        }
}

TEST(BookTrap, OblongDifferencesConverge) {
    // A difference a thousand and a million times longer than wide: steps along it zigzag, and thin facets
    // look flat.
    Random random(1002);
    for (int i = 0; i < 200; ++i) {
        const double aspect = i % 2 ? 1e3 : 1e6;
        const Shape shapes[] = {Box{{1, 1 / aspect, 1 / aspect}}, Box{{1, 1, 1 / aspect}},
                                Tetrahedron{{-1, 0, 0}, {1, 0, 0}, {0, 1 / aspect, 0}, {0, 0, 1 / aspect}},
                                Segment{{-1, 0, 0}, {1, 0, 1 / aspect}},
                                Triangle{{-1, 0, 0}, {1, 0, 0}, {0, 1 / aspect, 0}}};
        const Placed a{shapes[random.index(5)], random.pose(0.1)};
        const Placed b{shapes[random.index(5)],
                       i % 3 ? random.pose(0.7) : Pose{a.pose.rotation, random.in_cube(0.5)}};
        expect_faultless(a, b);
    }
    for (int i = 0; i < 100; ++i) {
        const Placed a{Ellipsoid{{1, 1e-3, 1e-3}}, random.pose(0.1)}, b{Cylinder{1e-3, 1}, random.pose(0.7)};
        const PairCase pair{a, b};
        const Judgement judgement = judge(pair, {.with_oracle = true});
        for (const std::string& fault : judgement.faults) ADD_FAILURE() << fault << "\n" << describe(pair);
    }
}

TEST(BookTrap, NearParallelEdges) {
    // Two boxes edge over edge: the cross product that separates them fades with the angle.
    const double quarter = std::acos(-1.0) / 4;
    for (const double angle : {0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3, 0.1})
        for (const double gap : {-1e-3, -1e-9, 0.0, 1e-12, 1e-9, 1e-3}) {
            const Placed a{Box{{2, 0.5, 0.5}}, Pose::from(Quat::from_axis_angle({1, 0, 0}, quarter), {})};
            const Quat turn =
                Quat::from_axis_angle({0, 0, 1}, angle) * Quat::from_axis_angle({1, 0, 0}, quarter);
            const Placed b{Box{{2, 0.5, 0.5}}, Pose::from(turn, {0.1, 0, std::sqrt(2.0) + gap})};
            expect_faultless(a, b);
            const Placed rod_a{Segment{{-1, 0, 0}, {1, 0, 0}}, Pose::identity()};
            const Placed rod_b{Segment{{-1, 0, 0}, {1, 0, 0}},
                               Pose::from(Quat::from_axis_angle({0, 0, 1}, angle), {0.3, 0.01, gap})};
            expect_faultless(rod_a, rod_b);
        }
}

TEST(BookTrap, ShallowAndDeepOverlapsOfMarginsAgree) {
    // The hybrid of margins and expansion: the depth runs through the margin into the cores without a jump,
    // and infinite first bounds must not end the search (inf - x <= eps inf holds).
    for (double overlap = 0.01; overlap < 0.9; overlap += 0.01) {
        const Placed a{rounded(Box{{0.5, 0.5, 0.5}}, 0.125), Pose::identity()};
        const Placed b{rounded(Box{{0.5, 0.5, 0.5}}, 0.125), Pose::translation({0.1, -0.2, 1.25 - overlap})};
        const Separation s = separation(a, b);
        EXPECT_NEAR(s.distance.middle(), -overlap, 1e-9);
        EXPECT_LE(s.distance.width(), 1e-9);
        EXPECT_NEAR(s.normal.z, 1, 1e-6);
        EXPECT_EQ(s.status, Status::converged);
        expect_faultless(a, b);
    }
}

TEST(BookTrap, RepeatedSupportPointsEndTheSearch) {
    // Support points that come back (all vertices at one spot, doubled corners) must neither loop nor be
    // taken for separation.
    const Vec3 p{0.25, 0.5, 0.125};
    const Placed spot{Tetrahedron{p, p, p, p}, Pose::identity()},
        line{Triangle{p, p, {1, 1, 1}}, Pose::identity()};
    const Placed box{Box{{1, 1, 1}}, Pose::identity()}, far{Box{{1, 1, 1}}, Pose::translation({4, 0, 0})};
    for (const Placed* a : {&spot, &line})
        for (const Placed* b : {&box, &far, &spot, &line}) expect_faultless(*a, *b);
    EXPECT_TRUE(overlaps(spot, box));
    EXPECT_FALSE(overlaps(spot, far));
}

}  // namespace
}  // namespace graze::test
