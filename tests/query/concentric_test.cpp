// Shapes about one centre have normals that are not unique: whichever is chosen, it is negated when the
// shapes are swapped.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

void expect_flipped(const Placed& a, const Placed& b) {
    const Separation s = separation(a, b), f = separation(b, a);
    EXPECT_LT(length(s.normal + f.normal), 1e-6) << describe({a, b});
    const double slack = s.distance.width() + f.distance.width() + 1e-12 * pair_extent(a, b);
    EXPECT_NEAR(s.distance.lower, f.distance.lower, slack) << describe({a, b});
}

TEST(Concentric, SwappingFlipsTheNormalOfEveryPairOfTypes) {
    Random random(71);
    for (const ShapeType a : kAllShapeTypes)
        for (const ShapeType b : kAllShapeTypes)
            for (int i = 0; i < 6 && a != ShapeType::half_space && b != ShapeType::half_space; ++i) {
                const PairCase pair = random_pair(random, a, b, Arrangement::concentric);
                expect_flipped(pair.a, pair.b);
            }
}

TEST(Concentric, SwappingFlipsTheNormalOfAlignedSolids) {
    const Pose here = Pose::translation({1, 2, 3});
    expect_flipped({Sphere{1}, here}, {Sphere{2}, here});
    expect_flipped({Box{{1, 1, 1}}, here}, {Box{{2, 2, 2}}, here});
    expect_flipped({Box{{1, 2, 3}}, here}, {Box{{3, 1, 2}}, here});
    expect_flipped({Cylinder{1, 1}, here}, {Cylinder{2, 2}, here});
    expect_flipped({Capsule{1, 1}, here}, {Capsule{2, 2}, here});
    expect_flipped({Ellipsoid{{1, 2, 3}}, here}, {Ellipsoid{{1, 1, 1}}, here});
    expect_flipped({Cylinder{1, 1}, here}, {Ellipsoid{{1, 1, 1}}, here});
}

// Nothing is rounded on the way: the terms stay those of the order that was solved.
/// Centres off the origins are placed with rounding, which must be the same in either order.
TEST(Concentric, SwappingFlipsEveryNumberOfBalls) {
    Random random(81);
    for (int i = 0; i < 400; ++i) {
        const Vec3 in_a = random.in_cube(1), in_b = random.in_cube(1);
        const Pose pose = random.pose(1);
        const Placed a{rounded(Shape(Point{in_a}), 1), pose};
        Placed b{rounded(Shape(Point{in_b}), 2), random.pose(1)};
        b.pose.position = pose * in_a - b.pose.rotation * in_b;
        const Separation s = separation(a, b), flipped = separation(b, a);
        EXPECT_EQ(s.distance, flipped.distance) << i;
        EXPECT_EQ(s.normal, -flipped.normal) << i;
    }
}

TEST(Concentric, SwappingKeepsEveryNumberOfPolytopesThatAreApart) {
    Random random(72);
    int turned = 0;
    for (const ShapeType a : {ShapeType::point, ShapeType::segment, ShapeType::triangle, ShapeType::polygon})
        for (const ShapeType b :
             {ShapeType::segment, ShapeType::tetrahedron, ShapeType::hull, ShapeType::minkowski_sum})
            for (int i = 0; i < 60; ++i) {
                const PairCase pair = random_pair(random, a, b, Arrangement::concentric);
                const Separation s = separation(pair.a, pair.b), f = separation(pair.b, pair.a);
                if (s.terms == 0 || s.terms_from_b == f.terms_from_b || !(s.distance.lower > 0)) continue;
                ++turned;
                EXPECT_EQ(s.distance.lower, f.distance.lower);
                EXPECT_EQ(s.distance.upper, f.distance.upper);
                EXPECT_EQ(s.normal, -f.normal);
                EXPECT_EQ(s.point_a, f.point_b);
                EXPECT_EQ(s.point_b, f.point_a);
                EXPECT_EQ(s.terms, f.terms);
                EXPECT_EQ(s.directions, f.directions);
                EXPECT_EQ(s.weights, f.weights);
                EXPECT_TRUE(verify(s, pair.a, pair.b) && verify(f, pair.b, pair.a)) << describe(pair);
            }
    EXPECT_GT(turned, 200);
}

TEST(Concentric, TurnedAroundAnswersVerify) {
    const Placed a{Ellipsoid{{1, 2, 3}}, Pose::identity()}, b{Ellipsoid{{2, 2, 2}}, Pose::identity()};
    for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
        const Judgement judgement =
            judge({x, y}, {.with_oracle = true, .with_certificate = true, .with_methods = true});
        for (const std::string& fault : judgement.faults) ADD_FAILURE() << fault;
    }
}

/// Balls in disguise, about the centre of much smaller shapes: nearly equally deep everywhere. The depth is
/// the radius and how deep the ball's centre lies in the other shape.
TEST(Concentric, DisguisedBallsAroundSmallShapesEndNarrow) {
    const Pose turn = Pose::from(Quat{1, 0.3, 0.2, 0.1}, {});
    const Shape hull = convex_hull_of(Sphere{1}, Point{{0.1, 0.2, 0.3}});
    const Shape image = transformed(Sphere{1}, Affine{Mat3::identity(), {}});
    const auto corner = [](double s) {
        return Shape(Tetrahedron{{0, 0, 0}, {s, 0, 0}, {0, s, 0}, {0, 0, s}});
    };
    const auto needle = [](double s) { return Shape(Segment{{0, 0, -s}, {0, 0, s}}); };
    struct Case {
        Shape shape;
        double depth;  ///< Of the origin in it.
    };
    for (const Case& c : {Case{corner(1e-3), 0}, Case{corner(3e-3), 0}, Case{corner(1e-2), 0},
                          Case{Cone{2e-3, 2e-3}, 2e-3 / std::sqrt(5.0)}, Case{needle(1e-3), 0},
                          Case{needle(1e-2), 0}, Case{Box{{1e-3, 1e-3, 1e-3}}, 1e-3},
                          Case{Triangle{{-2e-3, -1e-3, 0}, {2e-3, -1e-3, 0}, {0, 3e-3, 0}}, 0}}) {
        for (const Shape& ball : {hull, image}) {
            const Placed a{ball}, b{c.shape, turn};
            for (const Separation& s : {separation(a, b), separation(b, a)}) {
                EXPECT_LE(s.distance.width(), 5e-4) << describe({a, b});
                EXPECT_LE(s.distance.lower, -1 - c.depth) << describe({a, b});
                EXPECT_GE(s.distance.upper, -1 - c.depth) << describe({a, b});
            }
            EXPECT_TRUE(verify(certified_separation(a, b), a, b)) << describe({a, b});
        }
    }
}

TEST(Concentric, DisguisedBallsAroundRandomShapesEndNarrow) {
    Random random(77);
    const Placed a{transformed(Sphere{1}, Affine{})};
    for (double size = 1e-3; size < 1e-2; size *= 1.3)
        for (const ShapeType type : {ShapeType::triangle, ShapeType::tetrahedron, ShapeType::polygon,
                                     ShapeType::cone, ShapeType::hull}) {
            const Placed b{random_shape(random, type, Build::plain, size), random.pose(0)};
            const Separation s = separation(a, b);
            const Interval of_centre = signed_distance(b, {});
            EXPECT_LE(s.distance.width(), 1e-3) << describe({a, b});
            EXPECT_LE(s.distance.lower, of_centre.upper - 1) << describe({a, b});
            EXPECT_GE(s.distance.upper, of_centre.lower - 1) << describe({a, b});
        }
}

}  // namespace
}  // namespace graze::test
