// Closed forms of pairs against the general solver and against independent formulas; both orders, scales,
// common centres.
#include "convex/closed_form/closed_form.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/query/query.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"
#include "query/dispatch.hpp"
#include "result/flipped.hpp"
#include "shape/ball.hpp"

namespace graze::test {
namespace {

constexpr std::array<std::pair<ShapeType, ShapeType>, 13> kForms{{{ShapeType::sphere, ShapeType::sphere},
                                                                  {ShapeType::sphere, ShapeType::box},
                                                                  {ShapeType::sphere, ShapeType::capsule},
                                                                  {ShapeType::sphere, ShapeType::cylinder},
                                                                  {ShapeType::sphere, ShapeType::cone},
                                                                  {ShapeType::capsule, ShapeType::capsule},
                                                                  {ShapeType::box, ShapeType::box},
                                                                  {ShapeType::point, ShapeType::point},
                                                                  {ShapeType::point, ShapeType::sphere},
                                                                  {ShapeType::point, ShapeType::box},
                                                                  {ShapeType::point, ShapeType::capsule},
                                                                  {ShapeType::point, ShapeType::cylinder},
                                                                  {ShapeType::point, ShapeType::cone}}};

/// Twice the error bound of a pair: 24 roundings of the extent and the poses' defects, the extent taken in
/// the 1-norm.
double rounding(const Placed& a, const Placed& b) {
    const double defects = orthonormality_defect(a.pose.rotation) + orthonormality_defect(b.pose.rotation);
    return 2 * std::sqrt(3.0) * (24 * kEps + defects) * pair_extent(a, b);
}

bool overlap(const Interval& a, const Interval& b) { return a.lower <= b.upper && b.lower <= a.upper; }

TEST(ClosedForm, AgreesWithTheSearch) {
    Random random(950);
    for (const auto& [first, second] : kForms)
        for (std::size_t arrangement = 0; arrangement < kArrangementCount; ++arrangement)
            for (int trial = 0; trial < 12; ++trial) {
                const PairCase p = random_pair(random, first, second, static_cast<Arrangement>(arrangement));
                const Separation s = separation(p.a, p.b), t = separation(p.b, p.a);
                EXPECT_EQ(s.status, Status::converged) << describe(p);
                EXPECT_LE(s.distance.width(), 1e-9 * larger_reach(p.a, p.b) + rounding(p.a, p.b))
                    << describe(p);
                const Separation general = certified_separation(p.a, p.b).separation;
                EXPECT_TRUE(overlap(s.distance, general.distance)) << describe(p);
                EXPECT_TRUE(overlap(t.distance, general.distance)) << describe(p);
                EXPECT_TRUE(verify(s, p.a, p.b)) << describe(p);
                EXPECT_TRUE(verify(t, p.b, p.a)) << describe(p);
                EXPECT_EQ(overlaps(p.a, p.b), !(s.distance.lower > 0)) << describe(p);
            }
}

TEST(ClosedForm, BallsAgainstSolidsAreTheirCentresDistance) {
    Random random(951);
    for (const double scale : {1e-90, 1e-6, 1.0, 1e6, 1e90})
        for (const ShapeType type :
             {ShapeType::box, ShapeType::capsule, ShapeType::cylinder, ShapeType::cone})
            for (int trial = 0; trial < 50; ++trial) {
                const Placed ball{Sphere{random.uniform(0.1, 1) * scale},
                                  Pose::translation(random.in_cube(trial % 2 == 0 ? 1 : 4) * scale)};
                const Placed solid{random_shape(random, type, Build::plain, scale)};
                const Separation s = separation(ball, solid), t = separation(solid, ball);
                const long double truth =
                    point_distance(solid.shape, ball.pose.position).value() - ball.shape.margin();
                EXPECT_LE(s.distance.lower, truth);
                EXPECT_GE(s.distance.upper, truth);
                EXPECT_LE(s.distance.width(), rounding(ball, solid));
                if (std::abs(truth) > rounding(ball, solid)) {
                    EXPECT_EQ(overlaps(ball, solid), truth < 0);
                    EXPECT_EQ(overlaps(solid, ball), truth < 0);
                }
                EXPECT_EQ(s.iterations, 0u);
                EXPECT_EQ(s.terms, 0u);
                EXPECT_EQ(s.distance, t.distance);
                EXPECT_EQ(s.normal, -t.normal);
                EXPECT_EQ(s.point_a, t.point_b);
                EXPECT_EQ(s.point_b, t.point_a);
                const double middle = s.distance.middle();
                EXPECT_LE(length(s.point_a + middle * s.normal - s.point_b), rounding(ball, solid));
            }
}

// Whatever a ball was made from: points and rounded points off their origins, under poses near and far.
TEST(ClosedForm, PointsAndRoundedPointsAreBalls) {
    Random random(957);
    for (const double far : {0.0, 1e3})
        for (const ShapeType type :
             {ShapeType::box, ShapeType::capsule, ShapeType::cylinder, ShapeType::cone, ShapeType::sphere})
            for (int trial = 0; trial < 40; ++trial) {
                const Vec3 p = random.in_cube(2);
                const double radius = random.uniform(0.1, 1);
                const Shape core = trial % 4 == 3 ? Shape(Sphere{0.25}) : Shape(Point{p});
                const Shape shape = trial % 4 == 0   ? core
                                    : trial % 4 == 1 ? rounded(core, radius)
                                                     : rounded(rounded(core, 0.125), radius);
                Placed ball{shape, random.pose(0)};
                ball.pose.position = random.in_cube(trial % 3 == 0 ? 4 : 1) -
                                     ball.pose.rotation * shape.centre() + Vec3{far, -far, far};
                const Placed solid{random_shape(random, type), Pose::translation({far, -far, far})};
                const Separation s = separation(ball, solid), t = separation(solid, ball);
                const Placed twin{Sphere{shape.margin()}, Pose::translation(ball.pose * shape.centre())};
                const Separation same = separation(twin, solid);
                const double width =
                    2 *
                    rounding(
                        ball,
                        solid);  // the centre may be as far from the ball's origin as that is from the solid
                const double off = width + 8 * kEps * far;
                EXPECT_TRUE(overlap(s.distance, enclose_distance(ball, solid, Precision::high)))
                    << describe({ball, solid});
                EXPECT_NEAR(s.distance.middle(), same.distance.middle(), off) << describe({ball, solid});
                EXPECT_LE(s.distance.width(), width) << describe({ball, solid});
                EXPECT_EQ(s.status, Status::converged);
                EXPECT_EQ(s.iterations, 0u) << describe({ball, solid});
                EXPECT_EQ(s.distance, t.distance);
                EXPECT_EQ(s.normal, -t.normal);
                EXPECT_EQ(s.point_a, t.point_b);
                EXPECT_EQ(s.point_b, t.point_a);
                EXPECT_TRUE(verify(s, ball, solid)) << describe({ball, solid});
                EXPECT_TRUE(verify(t, solid, ball)) << describe({ball, solid});
                EXPECT_EQ(overlaps(ball, solid), !(s.distance.lower > 0)) << describe({ball, solid});
                EXPECT_EQ(overlaps(solid, ball), !(s.distance.lower > 0)) << describe({ball, solid});
                const Interval of_point = signed_distance(solid, ball.pose * shape.centre());
                EXPECT_LE(of_point.width(), width) << describe({ball, solid});
                EXPECT_NEAR(of_point.middle() - shape.margin(), s.distance.middle(), off)
                    << describe({ball, solid});
            }
}

// Centres in hulls, by exact arithmetic on the differences of the vertices.
TEST(ClosedForm, BallsInHullsAreAsDeepAsTheNearestFacet) {
    Random random(959);
    int inside = 0;
    for (int trial = 0; trial < 120; ++trial) {
        const Placed hull{random_shape(random, ShapeType::hull), random.pose(trial % 2 == 0 ? 1 : 100)};
        const Vec3 p = random.in_cube(1);
        const double radius = trial % 3 == 0 ? 0 : random.uniform(0.1, 1);
        const Shape shape = trial % 4 == 0   ? rounded(Point{p}, radius)
                            : trial % 4 == 1 ? Shape(Point{p})
                                             : Shape(Sphere{radius});
        Placed ball{shape, random.pose(0)};
        const Vec3 beside = random.in_cube(0.5 * hull.shape.reach());
        ball.pose.position = hull.pose * (hull.shape.centre() + beside) - ball.pose.rotation * shape.centre();
        const Separation s = separation(ball, hull), t = separation(hull, ball);
        const CertifiedSeparation searched = certified_separation(ball, hull);
        EXPECT_TRUE(verify(searched, ball, hull)) << describe({ball, hull});
        EXPECT_TRUE(overlap(s.distance, searched.separation.distance)) << describe({ball, hull});
        EXPECT_TRUE(verify(CertifiedSeparation{s, searched.certificate}, ball, hull))
            << describe({ball, hull});
        EXPECT_EQ(s.status, Status::converged);
        EXPECT_LE(s.distance.width(), 4 * rounding(ball, hull) + 1e-9 * hull.shape.reach())
            << describe({ball, hull});
        EXPECT_NEAR(s.distance.middle(), t.distance.middle(), s.distance.width() + t.distance.width())
            << describe({ball, hull});
        if (s.distance.upper < -shape.margin() - rounding(ball, hull)) {
            ++inside;
            EXPECT_EQ(s.iterations, 0u) << describe({ball, hull});
            EXPECT_TRUE(overlap(s.distance, enclose_distance(ball, hull, Precision::fast)))
                << describe({ball, hull});
            EXPECT_LE(s.distance.width(), 4 * rounding(ball, hull)) << describe({ball, hull});
            EXPECT_EQ(s.distance, t.distance);
            EXPECT_EQ(s.normal, -t.normal);
            EXPECT_EQ(s.point_a, t.point_b);
            EXPECT_EQ(s.point_b, t.point_a);
            const double middle = s.distance.middle();
            EXPECT_LE(length(s.point_a + middle * s.normal - s.point_b),
                      4 * rounding(ball, hull) + 512 * kEps);
        }
    }
    EXPECT_GT(inside, 30);
}

TEST(ClosedForm, RoundedShapesThatAreNoBallsAreSearched) {
    Random random(958);
    for (int trial = 0; trial < 40; ++trial) {
        const Placed a{rounded(Box{{0.5, 0.4, 0.3}}, 0.1), random.pose(1)};
        for (const Shape& other : {Shape(Box{{1, 1, 1}}), Shape(Cone{1, 1}), rounded(Point{{1, 0, 0}}, 0.5),
                                   Shape(Point{{1, 0, 0}})}) {
            const Placed b{other, random.pose(1)};
            EXPECT_TRUE(overlap(separation(a, b).distance, enclose_distance(a, b, Precision::fast)))
                << describe({a, b});
            EXPECT_TRUE(overlap(separation(b, a).distance, enclose_distance(a, b, Precision::fast)))
                << describe({a, b});
        }
    }
}

TEST(ClosedForm, VerifyShowsGapsOfTinyBalls) {
    Random random(956);
    for (int trial = 0; trial < 4000; ++trial) {
        const Placed a{Sphere{random.uniform(0, 1e-9)}};
        const Placed b{Sphere{random.uniform(0, 1e-9)}, Pose::translation(random.in_cube(1))};
        EXPECT_TRUE(verify(separation(a, b), a, b)) << describe({a, b});
    }
}

TEST(ClosedForm, CentresOnBoundariesAxesRimsAndApexes) {
    const double r = 1, h = 2;
    for (const Shape& solid :
         {Shape(Box{{r, r, h}}), Shape(Capsule{r, h}), Shape(Cylinder{r, h}), Shape(Cone{r, h})})
        for (const Vec3& centre : {Vec3{}, Vec3{r, 0, 0}, Vec3{0, r, 0}, Vec3{0, 0, h}, Vec3{0, 0, -h},
                                   Vec3{r, 0, h}, Vec3{r, 0, -h}, Vec3{0.6, 0.8, -h}, Vec3{0, 0, h + r},
                                   Vec3{0, 0, 1}, Vec3{2 * r, 0, 0}, Vec3{1e-200, 0, 0}, Vec3{0.5, 0, 0}}) {
            const Placed ball{Sphere{0.25}, Pose::translation(centre)}, placed{solid};
            const long double truth = point_distance(solid, centre).value() - 0.25L;
            for (const Separation& s : {separation(ball, placed), flipped(separation(placed, ball))}) {
                EXPECT_LE(s.distance.lower, truth);
                EXPECT_GE(s.distance.upper, truth);
                EXPECT_NEAR(length(s.normal), 1, 4 * kEps);
                EXPECT_TRUE(is_finite(s.point_a) && is_finite(s.point_b));
            }
            EXPECT_TRUE(verify(separation(ball, placed), ball, placed))
                << to_string(solid.type()) << literal(centre);
        }
}

TEST(ClosedForm, ChosenNormalsAreNegatedOnSwap) {
    const std::array<PairCase, 5> pairs{{
        {{Sphere{1}, Pose::translation({1, 2, 3})}, {Sphere{0.5}, Pose::translation({1, 2, 3})}},
        {{Capsule{1, 1}}, {Capsule{0.5, 2}}},
        {{Capsule{0.5, 1}}, {Capsule{0.5, 1}, Pose::translation({0, 0, 0.25})}},
        {{Capsule{0.5, 1}}, {Capsule{0.5, 1}, Pose::from(Quat::from_axis_angle({1, 0, 0}, 1), {})}},
        {{Sphere{0.5}}, {Capsule{1, 1}}},
    }};
    for (const PairCase& p : pairs) {
        const Separation s = separation(p.a, p.b), t = separation(p.b, p.a);
        EXPECT_EQ(s.normal, -t.normal) << describe(p);
        EXPECT_EQ(s.distance, t.distance) << describe(p);
        // Along a common axis the points are a matter of choice, but not along the normal.
        EXPECT_LE(std::abs(dot(s.normal, s.point_a - t.point_b)), 1e-15) << describe(p);
        EXPECT_LE(std::abs(dot(s.normal, s.point_b - t.point_a)), 1e-15) << describe(p);
        EXPECT_EQ(separation(p.a, p.b).normal, s.normal) << "the same for every call";
    }
}

TEST(ClosedForm, NormalsAreUnitForMatricesFromSinglePrecision) {
    Random random(952);
    for (const auto& [first, second] : kForms)
        for (int trial = 0; trial < 20; ++trial) {
            PairCase p = random_pair(random, first, second, Arrangement::random);
            for (Pose* pose : {&p.a.pose, &p.b.pose})
                for (Vec3& column : pose->rotation.columns)
                    for (std::size_t i = 0; i < 3; ++i) column[i] = static_cast<float>(column[i]);
            const Separation s = separation(p.a, p.b);
            EXPECT_NEAR(length(s.normal), 1, 1e-14) << describe(p);
            EXPECT_TRUE(overlap(s.distance, enclose_distance(p.a, p.b, Precision::fast))) << describe(p);
            EXPECT_TRUE(verify(s, p.a, p.b)) << describe(p);
        }
}

TEST(ClosedForm, CapsulesAtEveryAngleAndScale) {
    Random random(953);
    for (const double scale : {1e-95, 1e-6, 1.0, 1e6, 1e95})
        for (const double angle : {0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.5, 1.5707963267948966})
            for (int trial = 0; trial < 10; ++trial) {
                const Placed a{Capsule{0.3 * scale, scale}};
                const Placed b{
                    Capsule{0.2 * scale, random.uniform(0.1, 2) * scale},
                    Pose::from(Quat::from_axis_angle(random.direction(), angle), random.in_cube(2) * scale)};
                const Interval truth = enclose_distance(a, b, Precision::high);
                const Separation s = separation(a, b);
                EXPECT_TRUE(overlap(s.distance, truth)) << literal(b);
                EXPECT_LE(s.distance.width(), 1e-9 * larger_reach(a, b)) << literal(b);
                EXPECT_TRUE(verify(s, a, b)) << literal(b);
                EXPECT_FALSE(truth.lower > 1e-9 * scale && overlaps(a, b)) << literal(b);
                EXPECT_TRUE(truth.upper >= 0 || overlaps(a, b)) << literal(b);
            }
}

TEST(ClosedForm, EverythingAgainstAHalfSpace) {
    Random random(954);
    for (const ShapeType type : kAllShapeTypes) {
        if (type == ShapeType::half_space) continue;
        for (int trial = 0; trial < 25; ++trial) {
            const PairCase p = random_pair(random, type, ShapeType::half_space,
                                           trial % 2 == 0 ? Arrangement::random : Arrangement::near_touching);
            const Separation s = separation(p.a, p.b), t = separation(p.b, p.a);
            const Interval truth = enclose_distance(p.a, p.b, Precision::fast);
            EXPECT_TRUE(overlap(s.distance, truth)) << describe(p);
            EXPECT_EQ(s.distance, t.distance) << describe(p);
            EXPECT_EQ(s.normal, -t.normal) << describe(p);
            EXPECT_EQ(s.point_a, t.point_b) << describe(p);
            EXPECT_TRUE(verify(s, p.a, p.b)) << describe(p);
            EXPECT_TRUE(verify(t, p.b, p.a)) << describe(p);
            const Vec3 outward = unit(p.b.pose.rotation * p.b.shape.vector(0));
            EXPECT_LE(length(s.normal + outward), 1e-14) << "out of the half-space, from a to b";
        }
    }
}

TEST(ClosedForm, TwoHalfSpaces) {
    const double infinity = std::numeric_limits<double>::infinity();
    const Placed floor{HalfSpace{{0, 0, 2}, 0}}, wall{HalfSpace{{1, 0, 0}, -5}},
        ceiling{HalfSpace{{0, 0, -3}, -9}};
    EXPECT_EQ(separation(floor, wall).distance, Interval(-infinity, -infinity));
    EXPECT_EQ(separation(floor, floor).distance, Interval(-infinity, -infinity));
    EXPECT_TRUE(overlaps(floor, wall));
    EXPECT_EQ(decide(floor, wall).answer, Answer::intersecting);
    EXPECT_TRUE(verify(decide(floor, wall), floor, wall));
    const Separation facing = separation(floor, ceiling);  // z <= 0 and z >= 3
    EXPECT_TRUE(facing.distance.contains(3));
    EXPECT_LE(facing.distance.width(), 1e-13);
    EXPECT_EQ(facing.status, Status::converged);
    EXPECT_EQ(facing.normal, (Vec3{0, 0, 1}));
    EXPECT_NEAR(facing.point_b.z - facing.point_a.z, 3, 1e-14);
    EXPECT_TRUE(verify(facing, floor, ceiling));
    EXPECT_TRUE(verify(separation(ceiling, floor), ceiling, floor));
    // Turned by what rounding would hide: they intersect somewhere far away.
    const Placed turned{HalfSpace{{1e-20, 0, -3}, -9}};
    const Separation almost = separation(floor, turned);
    EXPECT_EQ(almost.distance.lower, -infinity);
    EXPECT_EQ(almost.status, Status::budget_reached);
    EXPECT_TRUE(verify(almost, floor, turned));
    // Proofs need normals that are exactly opposite, of one length.
    const Placed same{HalfSpace{{0, 0, -2}, -6}};
    EXPECT_EQ(decide(floor, same).answer, Answer::disjoint);
    EXPECT_TRUE(verify(decide(floor, same), floor, same));
}

// A closed form records one step, in a's frame also when the table serves the pair the other way round.
TEST(ClosedForm, TracedPairsSpeakInTheFrameOfTheFirst) {
    Random random(955);
    for (const auto& [first, second] : kForms)
        for (int trial = 0; trial < 10; ++trial) {
            const PairCase p = random_pair(random, second, first, Arrangement::random);
            Trace trace;
            SeparationOptions options;
            options.trace = &trace;
            PairCache cache;
            const Separation s = separation(p.a, p.b, options, &cache);
            ASSERT_FALSE(trace.steps.empty()) << describe(p);
            if (first == ShapeType::box && trace.steps.back().stage < TraceStage::closed_form)
                continue;  // boxes at an edge are searched
            ASSERT_EQ(trace.steps.size(), 1u) << describe(p);
            EXPECT_LE(length(p.a.pose.rotation * trace.steps[0].axis - s.normal), 1e-14) << describe(p);
            EXPECT_EQ(trace.steps[0].bounds, s.distance) << describe(p);
            EXPECT_EQ(separation(p.a, p.b).distance, s.distance) << describe(p);
        }
}

TEST(ClosedForm, InvalidInputSaysSo) {
    const Placed bad{Sphere{-1}}, good{Box{{1, 1, 1}}};
    EXPECT_EQ(separation_sphere_box(bad, good).status, Status::invalid_input);
    EXPECT_EQ(separation_sphere_sphere(bad, bad).status, Status::invalid_input);
    EXPECT_EQ(separation_capsule_capsule({Capsule{1, -1}}, {Capsule{1, 1}}).status, Status::invalid_input);
    EXPECT_EQ(separation_any_half_space(bad, {HalfSpace{}}).status, Status::invalid_input);
    Shape nested = Point{};
    for (int i = 0; i < 80; ++i) nested = rounded(nested, 0.1);
    ASSERT_FALSE(nested.valid());
    EXPECT_FALSE(is_ball(nested) ||
                 is_ball(Shape::invalid(ShapeType::rounded, Rule::too_complex, Element::whole, 0)));
    EXPECT_TRUE(overlap_routine(ShapeType::rounded, ShapeType::box)({nested}, good, nullptr));
    EXPECT_EQ(separation_routine(ShapeType::box, ShapeType::rounded)(good, {nested}, {}, nullptr).status,
              Status::invalid_input);
    EXPECT_EQ(invalid_separation().distance, Interval::everything());
    EXPECT_TRUE(overlaps_sphere_box(bad, good) && overlaps_sphere_sphere(bad, bad))
        << "close calls and bad input count as overlapping";
}

}  // namespace
}  // namespace graze::test
