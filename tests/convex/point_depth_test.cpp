// Rooms of points against the distance of the same points by the solver, for every kind of shape.
#include "convex/epa/core_depth.hpp"

#include <gtest/gtest.h>

#include "convex/epa/inner_ball.hpp"
#include "graze/query/query.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"

namespace graze::test {
namespace {

/// Signed distance from the core: the margin, a ball, is left out.
Interval core_distance(const Shape& shape, const Vec3& p) {
    const Interval distance = certified_separation({Point{p}}, {shape}).separation.distance;
    return distance + Interval(shape.margin());
}

TEST(PointDepth, IsHowDeepPointsLieInPlainShapes) {
    Random random(970);
    int inside = 0;
    for (const ShapeType type :
         {ShapeType::point, ShapeType::segment, ShapeType::triangle, ShapeType::tetrahedron,
          ShapeType::polygon, ShapeType::sphere, ShapeType::box, ShapeType::capsule, ShapeType::cylinder,
          ShapeType::cone, ShapeType::hull})
        for (int trial = 0; trial < 40; ++trial) {
            const Shape shape = random_shape(random, type);
            const double reach = shape.reach();
            const Vec3 p =
                trial % 2 == 0 ? shape.centre() + random.in_cube(0.1 * reach) : random.in_cube(2 * reach);
            const PointDepth found = depth_lower_bound_at(shape, p);
            const Interval distance = core_distance(shape, p);
            // Flat cores, and points on their way out, have no more than the width to compare with.
            EXPECT_NEAR(-found.depth, distance.middle(), distance.width() + 1e-12 * reach)
                << literal(shape) << literal(p);
            EXPECT_NEAR(length(found.out), 1, 1e-12);
            EXPECT_NEAR(length(found.touch), 1, 1e-12);
            inside += found.depth > 0;
        }
    EXPECT_GT(inside, 60);
}

/// Signs of heights over flat tetrahedra are noise, and facets of hulls that are flat up to rounding may all
/// face one way.
TEST(PointDepth, IsNotFoundOutsideOfFlatShapes) {
    Random random(972);
    int solid = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        std::array<Vec3, 4> v;
        for (Vec3& x : v) x = random.in_cube(1);
        if (trial % 3 == 0) v[3] = v[random.index(3)];
        if (trial % 3 == 1) v[3] = v[0] + random.unit() * (v[1] - v[0]) + random.unit() * (v[2] - v[0]);
        if (trial % 3 == 2) {
            for (Vec3& x : v) x.z = 2.5 + random.log_uniform(1e-16, 1e-12);
        }
        const Vec3 p = random.in_cube(1.5) + Vec3{0, 0, trial % 3 == 2 ? 2.5 : 0};
        const Shape flat = Tetrahedron{v[0], v[1], v[2], v[3]};
        EXPECT_LE(depth_lower_bound_at(flat, p).depth, -core_distance(flat, p).lower + 1e-12)
            << literal(flat) << literal(p);
        const auto hull = ConvexHull::build(v);
        if (!hull) continue;
        ++solid;
        const Shape thin(*hull);
        EXPECT_LE(depth_lower_bound_at(thin, p).depth, -core_distance(thin, p).lower + 1e-12)
            << literal(thin) << literal(p);
        EXPECT_EQ(separation({Point{p}}, {thin}).distance.lower > 0, core_distance(thin, p).lower > 0)
            << literal(thin) << literal(p);
    }
    EXPECT_GT(solid, 100);
}

/// Two facets, and both face down.
TEST(PointDepth, IsNotFoundUnderFacetsThatFaceOneWay) {
    const std::array<Vec3, 4> corners{Vec3{-0.3637873266253806, 0.59372828349264761, 2.7857918109857334},
                                      Vec3{1.055284787926646, 1.4706914214625457, 2.7857918109857334},
                                      Vec3{0.17463840339702308, 1.3110019329232681, 2.7857918109857369},
                                      Vec3{-0.12411378092975378, 0.42762622284268736, 2.7857918109857418}};
    const Placed hull{*ConvexHull::build(corners)};
    const Vec3 p{-1.0220700651551775, 2.2309182327727815, 3.1159548988131829};
    EXPECT_NEAR(separation({Point{p}}, hull).distance.middle(), 1.545, 1e-3);
    EXPECT_NEAR(separation(hull, {Sphere{0.1}, Pose::translation(p)}).distance.middle(), 1.445, 1e-3);
}

TEST(PointDepth, IsNoMoreThanThereIsInAnyShape) {
    Random random(971);
    for (const ShapeType type : kAllShapeTypes)
        for (int trial = 0; trial < 12 && type != ShapeType::half_space; ++trial) {
            const Shape shape = random_shape(random, type);
            const Vec3 p =
                trial % 2 == 0 ? shape.centre() : shape.centre() + random.in_cube(0.5 * shape.reach());
            EXPECT_LE(depth_lower_bound_at(shape, p).depth,
                      -core_distance(shape, p).lower + 1e-12 * shape.reach())
                << literal(shape) << literal(p);
            for (const InnerBall& ball : inner_balls(shape))
                EXPECT_LE(ball.radius,
                          std::max(0.0, -core_distance(shape, ball.centre).lower) + 1e-12 * shape.reach())
                    << literal(shape);
        }
}

TEST(InnerBall, OfAConeTouchesBaseAndSide) {
    const InnerBall ball =
        *inner_balls(Cone{3, 2})
             .begin();  // in the triangle of sides 5, 5, 6: area 12, half of the perimeter 8
    EXPECT_NEAR(ball.radius, 1.5, 1e-15);
    EXPECT_NEAR(ball.centre.z, -0.5, 1e-15);
    EXPECT_EQ(inner_balls(Cone{0, 0}).begin()->radius, 0);
}

}  // namespace
}  // namespace graze::test
