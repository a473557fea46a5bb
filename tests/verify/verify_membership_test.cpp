// Clearance of points in shapes: never more than the truth, and close to it near the boundary.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/polytope_oracle.hpp"
#include "oracle/quadric_oracle.hpp"
#include "verify/membership.hpp"

namespace graze::test {
namespace {

/// A point whose distance from the surface is anything between rounding and the shape's size, on either side.
Vec3 point_near(Random& random, const Shape& shape, double scale) {
    const Vec3 d = random.direction();
    const Vec3 surface = support(shape, d);
    if (random.chance(0.3)) return shape.centre() + random.uniform(0, 1.2) * (surface - shape.centre());
    const double away = random.log_uniform(1e-17, 1) * scale;
    return surface + (random.chance(0.5) ? away : -away) * d;
}

TEST(Clearance, IsMinusTheSignedDistanceOfSimpleShapes) {
    Random random(21);
    for (const ShapeType type :
         {ShapeType::sphere, ShapeType::box, ShapeType::capsule, ShapeType::tapered_capsule,
          ShapeType::cylinder, ShapeType::cone, ShapeType::ellipsoid}) {
        int inside = 0;
        for (int i = 0; i < 3000; ++i) {
            const double scale = std::array<double, 3>{1e-6, 1, 1e6}[random.index(3)];
            Build build = static_cast<Build>(random.index(5));
            if (type == ShapeType::cone || type == ShapeType::ellipsoid)
                build = i % 2 == 0 ? Build::plain : Build::dyadic;  // as the oracle's roots need
            const Shape shape = random_shape(random, type, build, scale);
            const Vec3 x = point_near(random, shape, shape.reach());
            const long double depth = -*point_distance(shape, x);
            const double c = clearance(shape, enclose(x));
            const double size = shape.reach() + length(x);
            ASSERT_LE(c, depth + 1e-17L * size) << literal(shape) << literal(x);
            inside += c >= 0 ? 1 : 0;
            // Outside an ellipsoid the nearest point is only approximated, inside only the smallest radius
            // counts.
            ASSERT_TRUE(type == ShapeType::ellipsoid || c >= depth - 1e-14L * size)
                << literal(shape) << literal(x) << c;
        }
        EXPECT_GT(inside, 500) << to_string(type);
        EXPECT_LT(inside, 2500) << to_string(type);
    }
}

TEST(Clearance, OfEllipsoidsIsCloseNearTheSurface) {
    Random random(22);
    for (int i = 0; i < 2000; ++i) {
        const Vec3 radii{random.log_uniform(1e-3, 1), random.log_uniform(1e-3, 1),
                         random.log_uniform(1e-3, 1)};
        const Shape shape = Ellipsoid{radii};
        const Vec3 d = random.direction();
        const double away = random.log_uniform(1e-16, 1e-6) * std::min({radii.x, radii.y, radii.z});
        const Vec3 x = support(shape, d) + away * d;
        const double c = clearance(shape, enclose(x));
        EXPECT_GE(c, -1.5 * away - 1e-13) << literal(radii) << literal(x);
        EXPECT_GE(clearance(shape, enclose(x - (2 * away + 1e-12) * d)), 0) << literal(radii) << literal(x);
    }
    const Shape disk = Ellipsoid{{2, 1, 0}};
    EXPECT_EQ(clearance(disk, enclose(Vec3{1, 0.5, 0})), 0);
    EXPECT_EQ(clearance(disk, enclose(Vec3{1, 0.5, 0.25})), -0.25);
    EXPECT_NEAR(clearance(disk, enclose(Vec3{3, 0, 0})), -1, 1e-9);
    EXPECT_NEAR(clearance(Ellipsoid{{0, 0, 0}}, enclose(Vec3{3, 0, 4})), -5, 1e-15);
}

TEST(Clearance, OfPolytopesAgreesWithTheExactOracle) {
    Random random(23);
    for (const ShapeType type : kPolytopeTypes) {
        int inside = 0;
        for (int i = 0; i < 300; ++i) {
            const double scale = std::array<double, 3>{1e-6, 1, 1e6}[random.index(3)];
            const Shape shape = random_polytope(
                random, type, random.chance(0.8) ? Build::plain : static_cast<Build>(random.index(5)), scale);
            const Vec3 x = point_near(random, shape, shape.reach());
            const double c = clearance(shape, enclose(x));
            const ExactDistance exact = exact_distance(Placed{Point{x}, {}}, Placed{shape, {}});
            // -c is an upper bound of the signed distance.
            ASSERT_GE(compare(-c, exact), 0) << literal(shape) << literal(x);
            const double size = shape.reach() + length(x);
            const double true_depth = -exact.approximate();
            ASSERT_GE(c, std::min(true_depth, 0.0) - 1e-9 * size) << literal(shape) << literal(x);
            // A point on a wall between simplices of support points may be missed by rounding, in combinators
            // only.
            const double allowance = shape.children().empty() ? 0 : 1e-14 * size;
            ASSERT_TRUE(c >= -allowance || true_depth < 1e-3 * size) << literal(shape) << literal(x);
            inside += c >= 0 ? 1 : 0;
        }
        const bool solid =
            type == ShapeType::tetrahedron || type == ShapeType::box || type == ShapeType::hull;
        EXPECT_GE(inside, solid ? 60 : 0) << to_string(type);
    }
}

TEST(Clearance, FollowsCombinators) {
    const Shape box = Box{{1, 2, 3}};
    EXPECT_EQ(clearance(rounded(box, 0.5), enclose(Vec3{1.25, 0, 0})), 0.25);
    EXPECT_EQ(clearance(rounded(box, 0.5), enclose(Vec3{2, 0, 0})), -0.5);
    EXPECT_EQ(clearance(rounded(Segment{{0, 0, -1}, {0, 0, 1}}, 0.5), enclose(Vec3{0.25, 0, 0.5})), 0.25);
    EXPECT_EQ(clearance(scaled(box, {2, 1, 1}), enclose(Vec3{1.5, 0, 0})),
              0.25);  // in the box by 0.25, no direction shrinks
    EXPECT_EQ(clearance(scaled(box, {2, 1, 1}), enclose(Vec3{3, 0, 0})),
              -1);  // out of the box by 0.5, doubled at most
    EXPECT_EQ(clearance(transformed(box, {Mat3::identity(), {10, 0, 0}}), enclose(Vec3{10, 0, 0})), 1);
    const Shape flattened = scaled(box, {1, 1, 0});
    EXPECT_GE(clearance(flattened, enclose(Vec3{0.5, 0.25, 0})), -1e-15);
    EXPECT_NEAR(clearance(flattened, enclose(Vec3{0.5, 0.25, 2})), -2, 1e-12);
    const Shape sum = minkowski_sum(Sphere{1}, box);
    EXPECT_GE(clearance(sum, enclose(Vec3{1.9, 0, 0})), 0);
    EXPECT_NEAR(clearance(sum, enclose(Vec3{4, 1, 1})), -2, 1e-9);
    const Shape pin = convex_hull_of(Sphere{1}, Point{{0, 0, 5}});
    EXPECT_GE(clearance(pin, enclose(Vec3{0.01, 0.01, 4})), 0);
    EXPECT_EQ(clearance(pin, enclose(Vec3{0, 0, 0.5})), 0.5);
    EXPECT_NEAR(clearance(pin, enclose(Vec3{0, 0, 6})), -1, 1e-12);
    EXPECT_EQ(clearance(HalfSpace{{0, 0, 2}, 1}, enclose(Vec3{7, 7, 0})), 0.5);
    EXPECT_EQ(clearance(HalfSpace{{0, 0, 2}, 1}, enclose(Vec3{7, 7, 1})), -0.5);
}

TEST(Clearance, StaysCheapAndSharpInNestedCombinators) {
    // Each level asks its parts once: asking twice would take 2^48 searches here.
    constexpr int kDepth = 48;
    Shape chain = Sphere{1};
    for (int i = 0; i < kDepth; ++i)
        chain = minkowski_sum(chain, i % 2 == 0 ? Shape(Capsule{1, 1}) : Shape(Box{{0, 0, 1}}));
    // In all: the capsule of radius 1 + 24 and half height 24 + 24.
    EXPECT_GE(clearance(chain, enclose(Vec3{15, 20 - 1e-9, 1})), -1e-12);
    EXPECT_LE(clearance(chain, enclose(Vec3{15, 20 - 1e-9, 1})), 1e-9);
    EXPECT_NEAR(clearance(chain, enclose(Vec3{0, 0, 75})), -2, 1e-9);
    EXPECT_LE(clearance(chain, enclose(Vec3{0, 0, 75})), -2);
    Shape balanced = scaled(Sphere{1}, {1, 1, 1});
    for (int i = 0; i < 5; ++i) balanced = minkowski_sum(balanced, balanced);
    EXPECT_NEAR(clearance(balanced, enclose(Vec3{0, 24, 32})), -8, 1e-9);
    EXPECT_GE(clearance(balanced, enclose(Vec3{0.5, 1, 2})), 0);
    Shape pin = Sphere{1};
    for (int i = 0; i < kDepth; ++i) pin = convex_hull_of(pin, Point{{0, 0, 2.0 + i}});
    EXPECT_NEAR(clearance(pin, enclose(Vec3{0, 0, 50})), -1, 1e-12);
}

/// Each box answers for its share of the sum, and neither those two numbers nor their sum may be rounded up.
TEST(Clearance, OfSumsIsNotRoundedUp) {
    struct Case {
        Vec3 a, b, x;
    };
    for (const auto& [a, b, x] :
         {Case{{0x1.b35d6134dfabcp-2, 0x1.bf3d96eef66cap-2, 0x1.b3f49df4b86aap-2},
               {0x1.8539c085f25cdp-3, 0x1.734b104264f9p-2, 0x1.9d5285ce3161cp-2},
               {0x1.4f1b7acd9b3fap-2, 0x1.b368360593487p-2, -0x1.c3c2cd1910ffbp-2}},
          Case{{0x1.b14538fbda9e2p-2, 0x1.dd7317c8a9aa4p-2, 0x1.baae9a101521ep-2},
               {0x1.1991e37a85aap-3, 0x1.51c737e9f219p-2, 0x1.fe9c26e2b11cep-2},
               {0x1.416c97d65005bp-4, -0x1.c8760a725f34p-4, -0x1.0ae2060a4bd75p-3}},
          Case{{0x1.9b7746636d75ap-2, 0x1.0bc8adc54f9e4p-2, 0x1.b24d72154304p-2},
               {0x1.f532ec5f72b86p-2, 0x1.59009364aec8p-3, 0x1.9478f9f503794p-3},
               {-0x1.54086e76e5afdp-2, -0x1.481348fbca06dp-3, 0x1.da4ffe41fe96dp-3}}}) {
        const Shape sum = minkowski_sum(Box{a}, Box{b});
        const double c = clearance(sum, enclose(x));
        EXPECT_GT(c, 0.2);
        EXPECT_GE(compare(-c, exact_distance(Placed{Point{x}, {}}, Placed{sum, {}})), 0) << literal(sum);
    }
}

/// The support point towards x is a far corner of the face that x is next to: it is the face that counts.
TEST(Clearance, OfSumsIsSharpNextToLargeFaces) {
    const Shape thin = minkowski_sum(
        Cylinder{0x1.e45a5f937ea3ep-30, 0x1.e338989a09adap-3},
        transformed(
            Cone{0x1.aeeb2496691a2p-2, 0x1.58bef55946d59p-2},
            Affine{Mat3::diagonal({0x1.7419134928444p+0, 0x1.0c47ea1ec3c63p-1, -0x1.205e682f179a8p+0}),
                   {-0x1.073c7edf1a7a8p-5, -0x1.8e1638a4c9106p-3, -0x1.459cf4792cbf8p-5}}));
    EXPECT_GE(
        clearance(thin, enclose(Vec3{0x1.3072db7cfee1fp-2, -0x1.8549efbd50d34p-2, 0x1.269f5216b21d7p-1})),
        -1e-15);
    const Shape broad = minkowski_sum(
        Box{{0x1.48p-2, 0x1.38p-2, 0x1.6p-3}},
        transformed(Cylinder{0x1.3p-3, 0x1.7p-3},
                    Affine{Mat3::diagonal({0x1p-1, 0x1p+0, 0x1.8p+0}), {0x1p-3, 0x1.8p-3, -0x1.8p-4}}));
    EXPECT_GE(clearance(broad, enclose(Vec3{-0x1.13bdcb2491776p-2, 0x1.0243b258946fbp-1, 0x1.64p-2})),
              -1e-15);
}

TEST(Clearance, BySupportsNeedsAValidBoundedShape) {
    const IntervalVec3 x = enclose(Vec3{0.25, 0.5, 3});
    EXPECT_EQ(clearance_by_supports(Sphere{1}, x), clearance(Sphere{1}, x));
    for (const Shape& shape :
         {Shape(Sphere{-1}), Shape(Box{{1, -1, 1}}), minkowski_sum(Sphere{-1}, Sphere{1}),
          Shape(HalfSpace{{0, 0, 1}, 5}), Shape(HalfSpace{{0, 0, 1}, 1})})
        EXPECT_EQ(clearance_by_supports(shape, x), -kInfinity) << to_string(shape.type());
    const IntervalVec3 all{Interval::everything(), Interval(0), Interval(0)};
    EXPECT_EQ(clearance_by_supports(Sphere{1}, all), -kInfinity);
}

TEST(Clearance, HoldsForEveryPointOfTheBox) {
    const IntervalVec3 wide{Interval(-0.5, 0.5), Interval(0, 0.25), Interval(1)};
    EXPECT_EQ(clearance(Box{{1, 1, 2}}, wide), 0.5);
    EXPECT_EQ(clearance(Box{{0.25, 1, 2}}, wide), -0.25);
    const IntervalVec3 all{Interval::everything(), Interval(0), Interval(0)};
    for (const Shape& shape : {Shape(Sphere{1}), Shape(Box{{1, 1, 1}}), Shape(Cone{1, 1}),
                               Shape(Ellipsoid{{1, 1, 1}}), Shape(Triangle{{}, {1, 0, 0}, {0, 1, 0}}),
                               minkowski_sum(Sphere{1}, Sphere{1}), scaled(Sphere{1}, {1, 2, 0})}) {
        EXPECT_EQ(clearance(shape, all), -kInfinity) << to_string(shape.type());
    }
    EXPECT_EQ(clearance(Sphere{-1}, enclose(Vec3{})), -kInfinity);
}

TEST(Clearance, ByItsMatricesBoundsStretch) {
    Random random(24);
    for (int i = 0; i < 2000; ++i) {
        Mat3 m = Pose::from(random.rotation(), {}).rotation;
        if (random.chance(0.5))
            m = m * Mat3::diagonal({random.log_uniform(1e-3, 1e3), random.log_uniform(1e-3, 1e3), 1}) *
                Pose::from(random.rotation(), {}).rotation;
        const Interval s = stretch(m);
        const Vec3 u = random.direction();
        const double length_of_image = length(m * u) / length(u);
        EXPECT_LE(s.lower, length_of_image * (1 + 1e-12));
        EXPECT_GE(s.upper, length_of_image * (1 - 1e-12));
        EXPECT_GT(s.lower, 0);
        const Vec3 x = random.in_cube(1);
        const IntervalVec3 back = solve(m, enclose(m) * enclose(x));
        EXPECT_TRUE(back.x.contains(x.x) && back.y.contains(x.y) && back.z.contains(x.z));
    }
    const Interval rotation = stretch(Pose::from(random.rotation(), {}).rotation);
    EXPECT_NEAR(rotation.lower, 1, 4e-15);
    EXPECT_NEAR(rotation.upper, 1, 4e-15);
    EXPECT_EQ(stretch(Mat3::diagonal({1, 2, 0})).lower, 0);
    EXPECT_EQ(stretch(Mat3{}), Interval(0));
}

TEST(VerifyCommonPoint, AgreesWithTheExactOracleOnPlacedPolytopes) {
    Random random(25);
    int accepted = 0;
    for (int i = 0; i < 2000; ++i) {
        const ShapeType type = std::array<ShapeType, 3>{ShapeType::box, ShapeType::hull,
                                                        ShapeType::tetrahedron}[random.index(3)];
        const double scale = std::array<double, 3>{1e-6, 1, 1e6}[random.index(3)];
        const Shape shape = random_polytope(random, type, Build::plain, scale);
        Placed placed{shape, random.pose(100 * scale)};
        if (random.chance(0.3))
            placed.pose.rotation.columns[0] = (1 + 1e-7) * placed.pose.rotation.columns[0];
        const Placed point{Point{placed.pose * point_near(random, shape, scale)}, {}};
        const bool shown = verify(Proof(CommonPoint{point.shape.vector(0)}), placed, point);
        const ExactDistance exact = exact_distance(placed, point);
        ASSERT_TRUE(!shown || exact.sign() <= 0) << literal(placed) << literal(point);
        ASSERT_TRUE(shown || exact.sign() >= 0 || std::abs(exact.approximate()) < 1e-6 * scale)
            << literal(placed) << literal(point);
        accepted += shown ? 1 : 0;
    }
    EXPECT_GT(accepted, 500);
    EXPECT_LT(accepted, 1500);
}

TEST(VerifyCommonPoint, ShowsTouchingShapesWithoutRounding) {
    const Placed box{Box{{0.5, 0.5, 0.5}}, Pose::identity()};
    const Proof contact = CommonPoint{{0.5, 0.25, 0}};
    for (const Shape& shape : {Shape(Box{{0.5, 0.5, 0.5}}), Shape(Sphere{0.5}), Shape(Capsule{0.5, 1}),
                               Shape(Cylinder{0.5, 1}), Shape(Ellipsoid{{0.5, 0.25, 0.125}})}) {
        const Placed touching{shape, Pose::translation({1, 0.25, 0})};
        EXPECT_TRUE(verify(contact, box, touching)) << to_string(shape.type());
        EXPECT_TRUE(verify(Verdict{Answer::intersecting, contact}, touching, box)) << to_string(shape.type());
        EXPECT_FALSE(verify(Verdict{Answer::disjoint, contact}, touching, box)) << to_string(shape.type());
        const Placed apart{shape, Pose::translation({next_above(1), 0.25, 0})};
        EXPECT_FALSE(verify(contact, box, apart)) << to_string(shape.type());
    }
    const Placed triangle{Triangle{{0.5, 0, 0}, {2, 0, 0}, {2, 1, 0}}, Pose::identity()};
    EXPECT_TRUE(verify(Proof(CommonPoint{{0.5, 0, 0}}), box, triangle));
    const Placed segment{Segment{{0, 0, 0}, {4, 0, 0}}, Pose::identity()};
    EXPECT_TRUE(verify(Proof(CommonPoint{{0.5, 0, 0}}), segment, triangle));
    EXPECT_FALSE(verify(Proof(CommonPoint{{0.4, 0, 0}}), segment, triangle));
    EXPECT_TRUE(verify(Proof(CommonPoint{{0.5, 0, 0}}), segment, Placed{Point{{0.5, 0, 0}}, {}}));
}

}  // namespace
}  // namespace graze::test
