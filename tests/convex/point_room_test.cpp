// Rooms of points against the distance of the same points by the solver, for every kind of shape.
#include "convex/point_room.hpp"

#include <gtest/gtest.h>

#include "convex/inner_ball.hpp"
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

TEST(PointRoom, IsHowDeepPointsLieInPlainShapes) {
    Random random(970);
    int inside = 0;
    for (const ShapeType type :
         {ShapeType::point, ShapeType::segment, ShapeType::triangle, ShapeType::tetrahedron, ShapeType::polygon, ShapeType::sphere,
          ShapeType::box, ShapeType::capsule, ShapeType::cylinder, ShapeType::cone, ShapeType::hull})
        for (int trial = 0; trial < 40; ++trial) {
            const Shape shape = random_shape(random, type);
            const double reach = shape.reach();
            const Vec3 p = trial % 2 == 0 ? shape.centre() + random.in_cube(0.1 * reach) : random.in_cube(2 * reach);
            const PointRoom found = room_at(shape, p);
            const Interval distance = core_distance(shape, p);
            // Flat cores, and points on their way out, have no more than the width to compare with.
            EXPECT_NEAR(-found.room, distance.middle(), distance.width() + 1e-12 * reach) << literal(shape) << literal(p);
            EXPECT_NEAR(length(found.out), 1, 1e-12);
            EXPECT_NEAR(length(found.touch), 1, 1e-12);
            inside += found.room > 0;
        }
    EXPECT_GT(inside, 60);
}

TEST(PointRoom, IsNoMoreThanThereIsInAnyShape) {
    Random random(971);
    for (const ShapeType type : kAllShapeTypes)
        for (int trial = 0; trial < 12 && type != ShapeType::half_space; ++trial) {
            const Shape shape = random_shape(random, type);
            const Vec3 p = trial % 2 == 0 ? shape.centre() : shape.centre() + random.in_cube(0.5 * shape.reach());
            EXPECT_LE(room_at(shape, p).room, -core_distance(shape, p).lower + 1e-12 * shape.reach()) << literal(shape) << literal(p);
            for (const InnerBall& ball : inner_balls(shape))
                EXPECT_LE(ball.radius, std::max(0.0, -core_distance(shape, ball.centre).lower) + 1e-12 * shape.reach()) << literal(shape);
        }
}

TEST(InnerBall, OfAConeTouchesBaseAndSide) {
    const InnerBall ball = *inner_balls(Cone{3, 2}).begin();  // in the triangle of sides 5, 5, 6: area 12, half of the perimeter 8
    EXPECT_NEAR(ball.radius, 1.5, 1e-15);
    EXPECT_NEAR(ball.centre.z, -0.5, 1e-15);
    EXPECT_EQ(inner_balls(Cone{0, 0}).begin()->radius, 0);
}

}  // namespace
}  // namespace graze::test
