// The signed distance: known answers in every field, exact containment on polytopes, enclosed optima on
// curved shapes.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/query/query.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

Placed cube(const Vec3& at) { return {Box{{0.5, 0.5, 0.5}}, Pose::translation(at)}; }

void expect_faultless(const PairCase& pair, const JudgeOptions& options) {
    const Judgement judgement = judge(pair, options);
    for (const std::string& fault : judgement.faults) ADD_FAILURE() << fault << "\n" << describe(pair);
}

TEST(Separation, OfTwoCubesApart) {
    const Separation s = separation(cube({}), cube({3, 0, 0}));
    EXPECT_TRUE(s.distance.contains(2.0));
    EXPECT_LE(s.distance.width(), 1e-9);
    EXPECT_NEAR(s.normal.x, 1, 1e-12);
    EXPECT_NEAR(s.normal.y, 0, 1e-12);
    EXPECT_NEAR(s.normal.z, 0, 1e-12);
    EXPECT_NEAR(s.point_a.x, 0.5, 1e-9);
    EXPECT_NEAR(s.point_b.x, 2.5, 1e-9);
    EXPECT_LE(std::abs(s.point_a.y) + std::abs(s.point_a.z), 1 + 1e-9);
    EXPECT_NEAR(length(s.point_b - s.point_a), 2, 1e-9);
    EXPECT_EQ(s.status, Status::converged);
    EXPECT_TRUE(verify(s, cube({}), cube({3, 0, 0})));
}

TEST(Separation, OfTwoCubesOverlapping) {
    const Separation s = separation(cube({}), cube({0, 0.75, 0}));
    EXPECT_TRUE(s.distance.contains(-0.25));
    EXPECT_LE(s.distance.width(), 1e-9);
    EXPECT_NEAR(s.normal.y, 1, 1e-12);
    EXPECT_NEAR(s.point_a.y, 0.5, 1e-9);
    EXPECT_NEAR(s.point_b.y, 0.25, 1e-9);
    EXPECT_EQ(s.status, Status::converged);
    EXPECT_EQ(exact_distance(cube({}), cube({0, 0.75, 0})).square, mpq_class(1, 16));
}

TEST(Separation, OfSpheresIsExactToRounding) {
    const Placed a{Sphere{0.5}, Pose::translation({1, 2, 3})};
    const Placed b{Sphere{0.25}, Pose::translation({1, 6, 6})};  // centres 5 apart
    const Separation s = separation(a, b);
    EXPECT_TRUE(s.distance.contains(4.25));
    EXPECT_LE(s.distance.width(), 1e-13);
    EXPECT_NEAR(s.normal.y, 0.8, 1e-15);
    EXPECT_NEAR(s.normal.z, 0.6, 1e-15);
    EXPECT_NEAR(s.point_a.y, 2.4, 1e-14);
    EXPECT_NEAR(s.point_a.z, 3.3, 1e-14);
    EXPECT_NEAR(s.point_b.y, 5.8, 1e-14);
    EXPECT_NEAR(s.point_b.z, 5.85, 1e-14);
    const Separation deep = separation(a, Placed{Sphere{5}, Pose::translation({1, 6, 6})});
    EXPECT_TRUE(deep.distance.contains(-0.5));
    EXPECT_NEAR(deep.normal.y, 0.8, 1e-15);
}

TEST(Separation, OfEveryTypeAlongAnAxis) {
    // b is a sphere of radius 1/4 whose centre is 3 up the z axis: its distance is 2.75 minus the height of
    // a.
    const auto hull = ConvexHull::build(
        std::vector<Vec3>{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 0.75}, {0, 0, -1}});
    const auto polygon = ConvexPolygon::build(std::vector<Vec3>{{-1, 0, 0}, {1, 0, 0}, {0, 0, 0.75}});
    ASSERT_TRUE(hull && polygon);
    const std::vector<std::pair<Shape, double>> heights{
        {Point{{0, 0, 0.5}}, 0.5},
        {Segment{{0, 0, -1}, {0, 0, 1}}, 1},
        {Triangle{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}}, 0},
        {Tetrahedron{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}, {0, 0, 1.5}}, 1.5},
        {*polygon, 0.75},
        {Sphere{0.5}, 0.5},
        {Box{{1, 1, 0.125}}, 0.125},
        {Capsule{0.25, 0.5}, 0.75},
        {Cylinder{0.25, 0.5}, 0.5},
        {Cone{0.25, 0.5}, 0.5},
        {Ellipsoid{{0.5, 1, 1.25}}, 1.25},
        {HalfSpace{{0, 0, 2}, 1}, 0.5},
        {*hull, 0.75},
        {minkowski_sum(Sphere{0.5}, Box{{1, 1, 0.25}}), 0.75},
        {convex_hull_of(Sphere{0.5}, Box{{2, 2, 0.25}}), 0.5},
        {transformed(Sphere{0.5}, {Mat3::diagonal({1, 2, 3}), {0, 0, 0.25}}), 1.75},
        {rounded(Cylinder{1, 0.5}, 0.25), 0.75},
    };
    for (const auto& [shape, height] : heights) {
        const Placed a{shape, Pose::identity()}, b{Sphere{0.25}, Pose::translation({0, 0, 3})};
        const Separation s = separation(a, b), t = separation(b, a);
        const double d = 2.75 - height;
        EXPECT_TRUE(s.distance.contains(d) && t.distance.contains(d))
            << to_string(shape.type()) << " " << s.distance.lower << " " << s.distance.upper;
        EXPECT_LE(s.distance.width(), default_width(a, b) * larger_reach(a, b)) << to_string(shape.type());
        EXPECT_NEAR(s.normal.z, 1, 1e-5) << to_string(shape.type());
        EXPECT_NEAR(t.normal.z, -1, 1e-5) << to_string(shape.type());
        EXPECT_NEAR(s.point_a.z, height, 1e-5) << to_string(shape.type());
        EXPECT_NEAR(s.point_b.z, 2.75, 1e-5) << to_string(shape.type());
        EXPECT_EQ(s.status, Status::converged) << to_string(shape.type());
        EXPECT_TRUE(verify(s, a, b)) << to_string(shape.type());
    }
}

TEST(Separation, ContainsTheExactDistanceOfPolytopes) {
    Random random(101);
    int apart = 0, overlapping = 0;
    for (std::size_t i = 0; i < 1100; ++i) {
        const ShapeType ta = kPolytopeTypes[random.index(kPolytopeTypes.size())],
                        tb = kPolytopeTypes[random.index(kPolytopeTypes.size())];
        const PairCase pair =
            random_pair(random, ta, tb, static_cast<Arrangement>(i % kArrangementCount), true);
        const Judgement judgement =
            judge(pair, {.with_oracle = true, .with_certificate = true, .with_methods = true});
        for (const std::string& fault : judgement.faults) ADD_FAILURE() << fault << "\n" << describe(pair);
        (judgement.separation.distance.lower > 0 ? apart : overlapping)++;
    }
    EXPECT_GT(apart, 300);
    EXPECT_GT(overlapping, 300);
}

TEST(Separation, KeepsTightBoundsAtEveryScale) {
    Random random(102);
    for (const double scale : {1e-6, 1e-3, 1.0, 1e3, 1e6})
        for (std::size_t i = 0; i < 60; ++i) {
            const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                            tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
            const Shape a = random_shape(random, ta, Build::plain, scale),
                        b = random_shape(random, tb, Build::plain, scale);
            const PairCase pair = placed_pair(random, a, b, Arrangement::random);
            const Judgement judgement = judge(pair, {.with_oracle = true});
            for (const std::string& fault : judgement.faults)
                ADD_FAILURE() << fault << "\n" << describe(pair);
            EXPECT_EQ(judgement.separation.status, Status::converged) << describe(pair);
        }
}

TEST(Separation, ServesTheEndsOfTheRange) {
    for (const double scale : {1e-100, 1e-90, 1e90, 3e99}) {
        const Placed a{Box{Vec3{1, 1, 1} * scale}, Pose::identity()};
        const Placed b{Sphere{scale}, Pose::translation(Vec3{3, 0, 0} * scale)};
        const Placed c{Box{Vec3{1, 1, 1} * scale}, Pose::translation(Vec3{3, 0, 0} * scale)};
        const Placed d{Cylinder{scale, scale}, Pose::translation(Vec3{0, 0, 1.5} * scale)};
        EXPECT_NEAR(separation(a, b).distance.middle() / scale, 1, 1e-6) << scale;
        EXPECT_NEAR(separation(a, c).distance.middle() / scale, 1, 1e-6) << scale;
        EXPECT_NEAR(separation(a, d).distance.middle() / scale, -0.5, 1e-6) << scale;
        EXPECT_LE(separation(a, d).distance.width() / scale, 2e-6) << scale;
        EXPECT_FALSE(overlaps(a, c)) << scale;
        EXPECT_TRUE(overlaps(a, d)) << scale;
    }
}

TEST(Separation, ClimbsTheDegeneracyLadder) {
    // Two unit cubes, face to face, edge to edge and corner to corner, at every gap of the ladder on both
    // sides of contact.
    for (const double gap : kGapLadder)
        for (const Vec3& direction : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}}) {
            const Vec3 at = direction * (1 + gap);
            expect_faultless({cube({}), cube(at)},
                             {.with_oracle = true, .with_certificate = true, .with_methods = true});
        }
    // Edges crossing at small angles, triangles thinner and thinner.
    for (const double angle : {0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3})
        for (const double gap : {0.0, 1e-15, -1e-9, 1e-6, 1e-3}) {
            const Placed turned{Box{{0.5, 0.5, 0.5}},
                                Pose::from(Quat::from_axis_angle({0, 0, 1}, angle), {0.1, 0.2, 1 + gap})};
            expect_faultless({cube({}), turned},
                             {.with_oracle = true, .with_certificate = true, .with_methods = true});
            const Placed thin{Triangle{{0, 0, 0}, {1, 0, 0}, {0.5, angle, 0}},
                              Pose::translation({-0.2, 0.1, 0.5 + gap})};
            expect_faultless({cube({}), thin},
                             {.with_oracle = true, .with_certificate = true, .with_methods = true});
            const Placed rod{Capsule{0.25, 1},
                             Pose::from(Quat::from_axis_angle({0, 1, 0}, angle), {0.5 + gap, 0, 0})};
            expect_faultless({Placed{Capsule{0.25, 1}, Pose::identity()}, rod},
                             {.with_oracle = true, .with_certificate = true});
            expect_faultless({Placed{Cylinder{0.25, 1}, Pose::identity()}, rod},
                             {.with_oracle = true, .with_certificate = true});
        }
}

TEST(Separation, ServesMixedSizes) {
    Random random(103);
    for (std::size_t i = 0; i < 300; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                        tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
        expect_faultless(random_pair(random, ta, tb, Arrangement::mixed_sizes),
                         {.with_oracle = true, .with_certificate = true});
    }
}

TEST(Separation, GivesWhatTheOptionsAsk) {
    Random random(104);
    for (int i = 0; i < 60; ++i) {
        const PairCase pair =
            random_pair(random, ShapeType::ellipsoid, i % 2 ? ShapeType::cylinder : ShapeType::ellipsoid,
                        Arrangement::random);
        const Truth truth = truth_of(pair.a, pair.b);
        for (const double tolerance : {1e-2, 1e-4, 1e-8, 1e-10}) {
            const Separation s = separation(pair.a, pair.b, {.tolerance = tolerance});
            for (const std::string& fault : faults_of(s, pair.a, pair.b, tolerance, &truth))
                ADD_FAILURE() << tolerance << ": " << fault << "\n" << describe(pair);
        }
    }
}

TEST(Separation, StaysTrueWhenTheBudgetRunsOut) {
    Random random(105);
    int cut_short = 0;
    for (int i = 0; i < 200; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                        tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
        const PairCase pair = random_pair(random, ta, tb, i % 2 ? Arrangement::random : Arrangement::deep);
        const Truth truth = truth_of(pair.a, pair.b);
        for (const std::uint32_t budget : {1u, 2u, 4u, 8u}) {
            const Separation s = separation(pair.a, pair.b, {.max_iterations = budget});
            EXPECT_TRUE(truth.allows(s.distance))
                << budget << " " << s.distance.lower << " " << s.distance.upper << "\n"
                << describe(pair);
            EXPECT_LE(s.distance.lower, s.distance.upper);
            EXPECT_NEAR(length(s.normal), 1, 1e-14);
            cut_short += s.status == Status::budget_reached;
        }
    }
    EXPECT_GT(cut_short, 100);
}

TEST(Separation, IsTheSameWithATrace) {
    Random random(106);
    for (int i = 0; i < 100; ++i) {
        const PairCase pair = random_pair(random, ShapeType::hull, ShapeType::cone, Arrangement::random);
        Trace trace;
        const Separation plain = separation(pair.a, pair.b),
                         traced = separation(pair.a, pair.b, {.trace = &trace});
        EXPECT_EQ(plain.distance, traced.distance);
        EXPECT_EQ(plain.normal, traced.normal);
        EXPECT_EQ(plain.point_a, traced.point_a);
        EXPECT_EQ(plain.point_b, traced.point_b);
        EXPECT_EQ(plain.iterations, traced.iterations);
        EXPECT_EQ(trace.steps.size(), traced.iterations);
        for (const TraceStep& step : trace.steps) EXPECT_LE(step.simplex_size, 4u);
    }
}

/// A segment, triangle or tetrahedron of random corners.
Shape random_simplex(Random& random, double size) {
    const auto corner = [&] { return random.in_cube(size); };
    switch (random.index(3)) {
        case 0: return Segment{corner(), corner()};
        case 1: return Triangle{corner(), corner(), corner()};
        default: return Tetrahedron{corner(), corner(), corner(), corner()};
    }
}

TEST(Separation, SliversOfMixedSizesDoNotOverlapBeforeTheyTouch) {
    // Once [2.8e-6, 2.3e-6]: the point of a sliver nearest the origin is known to less than the error of the
    // pair.
    const Pose far_a{{{Vec3{-0x1.cc49a58a9affp-3, 0x1.46f24fe6b0efap-1, 0x1.78d70d1a196e2p-1},
                       {0x1.f1a760ba02118p-1, 0x1.9a362ffe54344p-3, 0x1.f7e8d583c28a4p-4},
                       {-0x1.1a10735b2424p-4, 0x1.7c700ee973f66p-1, -0x1.54d59364527e6p-1}}},
                     {0x1.928597c519bd3p+35, 0x1.24745132f175ep+36, 0x1.c859dc3d5d75cp+35}};
    const Pose far_b{{{Vec3{-0x1.11d15ed9c3a48p-2, -0x1.2666fe3bef256p-2, 0x1.d6e24f719f8d4p-1},
                       {0x1.6da47b504deb1p-1, -0x1.665a6238d9436p-1, -0x1.6da5587e4b08p-7},
                       {0x1.4b37dca8a544p-1, 0x1.4ec0832a56128p-1, 0x1.91e4bbca7e79ep-2}}},
                     {0x1.9253dcc682e27p+35, 0x1.247a5c1c5f631p+36, 0x1.c8beb53ceb0bdp+35}};
    const Placed small{Tetrahedron{{-0x1.6a876519211cdp+6, -0x1.77176fc0544p+1, -0x1.b6ce4de694426p+5},
                                   {0x1.2f79e25a8566ep+6, 0x1.adf094b61ec28p+3, 0x1.86535aba5126ap+6},
                                   {-0x1.03942a9f898e8p+4, -0x1.5f1461a27696p+6, 0x1.1e7460fcef5ap+6},
                                   {0x1.8016081670ceap+6, 0x1.6476fc6c4478p+1, 0x1.5d5ffe2bb94b4p+6}},
                       far_a};
    const Placed long_one{Segment{{-0x1.6414a179f901fp+26, -0x1.0cb57e67df407p+26, -0x1.28d11a995376p+21},
                                  {-0x1.627b3eced27ap+25, 0x1.3919a381cae74p+25, -0x1.1488bf65e21ep+23}},
                          far_b};
    const Separation known = separation(small, long_one);
    EXPECT_TRUE(contains(known.distance, exact_distance(small, long_one)))
        << known.distance.lower << ' ' << known.distance.upper;
    EXPECT_TRUE(verify(known, small, long_one));

    Random random(31);
    for (int i = 0; i < 60'000; ++i) {
        const double ratio = std::pow(100.0, 1 + static_cast<double>(random.index(3)));
        const double size_a = i % 2 == 0 ? 1 : ratio, size_b = i % 2 == 0 ? ratio : 1;
        const Vec3 place = i % 4 < 2 ? Vec3{} : random.in_cube(1e3 * (size_a + size_b));
        const Placed a{random_simplex(random, size_a), random.pose(size_a) * Pose::translation(place)};
        Placed b{random_simplex(random, size_b), a.pose * random.pose(size_a + size_b)};
        // To about touching; where the first answer is wide, not as close.
        const Separation first = separation(a, b);
        b.pose.position -= first.normal * first.distance.middle();
        const Separation close = separation(a, b);
        ASSERT_LE(close.distance.lower, close.distance.upper) << literal(a) << literal(b);
        if (close.distance.lower > 0) {
            EXPECT_TRUE(verify(close, a, b)) << literal(a) << literal(b);
        }
        if (close.distance.upper > 0 && i % 100 == 0) {
            EXPECT_TRUE(contains(close.distance, exact_distance(a, b))) << literal(a) << literal(b);
        }
    }
}

}  // namespace
}  // namespace graze::test
