// Verdicts and their proofs: the right answer, by the method named, with a proof that stands on its own and
// shows nothing else.
#include <gtest/gtest.h>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"

namespace graze::test {
namespace {

Placed cube(const Vec3& at) { return {Box{{0.5, 0.5, 0.5}}, Pose::translation(at)}; }

TEST(Decide, DisjointCubesByEveryMethod) {
    const Placed a = cube({}), b = cube({3, 0, 0});
    for (const Method method : {Method::automatic, Method::gjk, Method::sat}) {
        const Verdict v = decide(a, b, method);
        EXPECT_EQ(v.answer, Answer::disjoint);
        EXPECT_EQ(v.status, Status::converged);
        ASSERT_TRUE(std::holds_alternative<SeparatingPlane>(v.proof));
        const auto& plane = std::get<SeparatingPlane>(v.proof);
        EXPECT_NEAR(length(plane.normal), 1, 1e-14);
        EXPECT_GT(plane.normal.x, 0.5);
        EXPECT_TRUE(verify(v, a, b));
        EXPECT_TRUE(verify(v.proof, a, b));
        EXPECT_FALSE(verify(v.proof, a, a));
        EXPECT_FALSE(verify(v.proof, b, a));
        EXPECT_EQ(v.method == Method::sat ? v.axes > 0 : v.iterations > 0, true);
    }
}

TEST(Decide, OverlappingCubesByEveryMethod) {
    const Placed a = cube({}), far = cube({3, 0, 0});
    const Placed c{Box{{0.5, 0.5, 0.5}}, Pose::from(Quat::from_axis_angle({0, 0, 1}, 0.3), {0.7, 0.1, 0})};
    for (const Method method : {Method::automatic, Method::gjk, Method::sat}) {
        const Verdict v = decide(a, c, method);
        EXPECT_EQ(v.answer, Answer::intersecting);
        EXPECT_TRUE(verify(v, a, c));
        EXPECT_FALSE(verify(v.proof, a, far));
        Verdict lie = v;
        lie.answer = Answer::disjoint;
        EXPECT_FALSE(verify(lie, a, c));
    }
}

TEST(Decide, AnUnsupportedMethodSaysSo) {
    const Placed ball{Sphere{1}, {}};
    for (const Method method : {Method::sat, Method::fourier_motzkin}) {
        const Verdict v = decide(ball, cube({3, 0, 0}), method);
        EXPECT_EQ(v.status, Status::unsupported);
        EXPECT_EQ(v.proof.index(), 0u);
        EXPECT_FALSE(verify(v, ball, cube({3, 0, 0})));
    }
}

TEST(Decide, TouchingIsIntersecting) {
    // Contact in a face, an edge, a corner; the doubles hold the contact exactly.
    for (const Vec3& at : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{-1, 0.25, 0.5}})
        for (const Method method : {Method::automatic, Method::gjk, Method::sat}) {
            const Verdict v = decide(cube({}), cube(at), method);
            EXPECT_NE(v.answer, Answer::disjoint);
            EXPECT_TRUE(verify(v, cube({}), cube(at)));
            EXPECT_TRUE(overlaps(cube({}), cube(at)));
        }
    const Placed ball{Sphere{0.5}, Pose::translation({1, 0, 0})};
    EXPECT_NE(decide(cube({}), ball).answer, Answer::disjoint);
    EXPECT_TRUE(overlaps(cube({}), ball));
    EXPECT_TRUE(overlaps(Placed{Sphere{1}, {}}, Placed{Sphere{2}, Pose::translation({0, 3, 0})}));
    EXPECT_TRUE(overlaps(Placed{Point{{1, 2, 3}}, {}}, Placed{Point{}, Pose::translation({1, 2, 3})}));
}

TEST(Decide, FlatSetsCross) {
    const Placed triangle{Triangle{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, Pose::identity()};
    const Placed needle{Segment{{0.1, 0.05, -1}, {-0.07, 0.03, 1.1}}, Pose::identity()};
    const Placed beside{Segment{{3, 0, -1}, {3, 0.1, 1}}, Pose::identity()};
    const Placed other{Triangle{{-0.3, 0.1, -0.7}, {0.4, -0.2, 0.9}, {0.2, 0.9, 0.3}}, Pose::identity()};
    for (const Method method : {Method::automatic, Method::gjk, Method::sat}) {
        for (const Placed* b : {&needle, &other}) {
            const Verdict v = decide(triangle, *b, method);
            EXPECT_EQ(v.answer, Answer::intersecting);
            EXPECT_TRUE(verify(v, triangle, *b));
            EXPECT_FALSE(verify(v.proof, triangle, beside));
        }
        EXPECT_EQ(decide(triangle, beside, method).answer, Answer::disjoint);
    }
}

TEST(Decide, IsUndecidedOnlyWithinDelta) {
    // Gaps and overlaps of a few ulps up: the exact answer, or undecided with a delta no larger than 64 ulps
    // of the extent.
    Random random(301);
    int undecided = 0;
    for (std::size_t i = 0; i < 600; ++i) {
        const ShapeType ta = kPolytopeTypes[random.index(7)], tb = kPolytopeTypes[random.index(7)];
        const PairCase pair =
            random_pair(random, ta, tb, i % 2 ? Arrangement::near_touching : Arrangement::touching, true);
        const Judgement judgement = judge(pair, {.with_oracle = true, .with_methods = true});
        for (const std::string& fault : judgement.faults) ADD_FAILURE() << fault << "\n" << describe(pair);
        undecided += judgement.answer == Answer::undecided;
    }
    EXPECT_LT(undecided, 400);
}

TEST(Decide, ProvesOverlapsOfCombinators) {
    // The common point of sums, hulls and images cannot be distinguished from the point alone: the proof
    // decomposes it.
    const Shape sum = minkowski_sum(Sphere{0.5}, Box{{0.25, 0.25, 0.25}});
    const Shape hull = convex_hull_of(Sphere{0.3}, Point{{1, 1, 1}});
    const Shape image =
        transformed(Cone{0.5, 0.5}, {Mat3::from_rows({1, 0.5, 0}, {0, 1, 0.25}, {0, 0, 2}), {0.1, 0, 0}});
    const Shape nested = rounded(minkowski_sum(hull, scaled(image, {0.5, 0.5, 0.5})), 0.125);
    for (const Shape* p : {&sum, &hull, &image, &nested})
        for (const Shape* q : {&sum, &hull, &image, &nested})
            for (const double distance : {0.05, 0.2, 0.4, 5.0}) {
                const PairCase pair{
                    {*p, Pose::identity()},
                    {*q, Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {distance, -0.02, 0.03})}};
                const Judgement judgement =
                    judge(pair, {.with_oracle = true, .with_certificate = true, .with_methods = true});
                for (const std::string& fault : judgement.faults)
                    ADD_FAILURE() << fault << "\n" << describe(pair);
                EXPECT_NE(judgement.answer, Answer::undecided) << describe(pair);
            }
}

TEST(Overlaps, AgreesWithTheExactAnswer) {
    Random random(302);
    int hits = 0;
    for (std::size_t i = 0; i < 2000; ++i) {
        const ShapeType ta = kPolytopeTypes[random.index(kPolytopeTypes.size())],
                        tb = kPolytopeTypes[random.index(kPolytopeTypes.size())];
        const PairCase pair = random_pair(random, ta, tb, Arrangement::random, true);
        const bool exact = exact_distance(pair.a, pair.b).relation != ExactRelation::disjoint;
        EXPECT_EQ(overlaps(pair.a, pair.b), exact) << describe(pair);
        EXPECT_EQ(overlaps(pair.b, pair.a), exact) << describe(pair);
        PairCache cache;
        for (int repeat = 0; repeat < 3; ++repeat)
            EXPECT_EQ(overlaps(pair.a, pair.b, &cache), exact) << describe(pair);
        hits += exact;
    }
    EXPECT_GT(hits, 300);
    EXPECT_LT(hits, 1700);
}

}  // namespace
}  // namespace graze::test
