// Rays that graze, slide along faces, intersect edges and corners, or are shot at sets without an inside.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "convex/ray/ray_oracle.hpp"
#include "convex/ray/ray_solver.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr double kLadder[] = {0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3};
const Pose kHere = Pose::identity();

TEST(RayDegenerate, GrazingASphereIsDecidedWhereverRoundingAllows) {
    Random random(21);
    for (const double gap : kLadder) {
        for (const double sign : {-1.0, 1.0}) {
            for (int i = 0; i < 50; ++i) {
                const Pose pose = Pose::from(random.rotation(), random.in_cube(1));
                const Vec3 along = random.direction();
                const Vec3 side = perpendicular(along);
                const Ray ray{pose.position + side * (0.8 * (1 + sign * gap)) - along * 3.0,
                              along * random.log_uniform(0.1, 10)};
                const auto exact = first_parameter(inside_ball(local_line(ray, pose), {}, real(0.8)));
                const auto hit = raycast_convex(ray, {Sphere{0.8}, pose});
                if (gap >= 1e-12) {
                    ASSERT_EQ(hit.has_value(), exact.has_value()) << gap;
                }
                if (exact) {
                    ASSERT_TRUE(hit.has_value()) << "a true hit is never lost";
                }
                if (!exact || !hit) continue;
                EXPECT_LE(real(hit->bounds.lower), *exact);
                EXPECT_GE(real(hit->bounds.upper), *exact);
                // Two square roots of rounding: the entry of a tangent is no better known than that.
                EXPECT_LE(hit->bounds.width() * length(ray.direction), 1e-6);
                EXPECT_LT(dot(hit->normal, ray.direction), 0);
                EXPECT_NEAR(dot(hit->normal, side), 1, gap + 1e-5);
            }
        }
    }
}

TEST(RayDegenerate, ExactTangentsAreHits) {
    const auto sphere = raycast_convex({{-2, 0.5, 0}, {1, 0, 0}}, {Sphere{0.5}, kHere});
    ASSERT_TRUE(sphere);
    EXPECT_NEAR(sphere->t, 2, 1e-7);
    const auto box = raycast_convex({{-2, 0.5, 0.5}, {1, 0, 0}}, {Box{{0.5, 0.5, 0.5}}, kHere});
    ASSERT_TRUE(box);
    EXPECT_DOUBLE_EQ(box->t, 1.5);
    EXPECT_LE(box->bounds.width(), 1e-13);
    EXPECT_EQ(box->normal, (Vec3{-1, 0, 0}));
    EXPECT_FALSE(raycast_convex({{-2, 0.5 + 1e-15, 0.5}, {1, 0, 0}}, {Box{{0.5, 0.5, 0.5}}, kHere}));
    const auto cylinder = raycast_convex({{-2, 0.5, 0.2}, {1, 0, 0}}, {Cylinder{0.5, 1}, kHere});
    ASSERT_TRUE(cylinder);
    EXPECT_NEAR(cylinder->t, 2, 1e-7);
    const auto rim = raycast_convex({{-2, 0, 1}, {1, 0, 0}}, {Cylinder{0.5, 1}, kHere});
    ASSERT_TRUE(rim);
    EXPECT_DOUBLE_EQ(rim->t, 1.5);
    const auto apex = raycast_convex({{-2, 0, 1}, {1, 0, 0}}, {Cone{0.5, 1}, kHere});
    ASSERT_TRUE(apex);
    EXPECT_NEAR(apex->t, 2, 1e-6);
    EXPECT_FALSE(raycast_convex({{-2, 0, 1 + 1e-9}, {1, 0, 0}}, {Cone{0.5, 1}, kHere}));
}

TEST(RayDegenerate, SlidingAlongATurnedFaceIsAHitWithHonestBounds) {
    Random random(22);
    for (int i = 0; i < 100; ++i) {
        const Pose pose = Pose::from(random.rotation(), random.in_cube(1));
        const Ray ray{pose * Vec3{-3, 0.5, 0.1}, pose.rotation * Vec3{1, 0, 0}};
        const auto exact = first_parameter(inside_box(local_line(ray, pose), real3({0.5, 0.5, 0.5})));
        const auto hit = raycast_convex(ray, {Box{{0.5, 0.5, 0.5}}, pose});
        if (exact) {
            ASSERT_TRUE(hit.has_value());
        }
        if (!hit) continue;
        EXPECT_NEAR(hit->bounds.lower, 2.5, 1e-12);
        EXPECT_LE(hit->bounds.upper, 3.5 + 1e-12);
        if (exact) {
            EXPECT_LE(real(hit->bounds.lower), *exact);
        }
        if (exact) {
            EXPECT_GE(real(hit->bounds.upper), *exact);
        }
    }
}

TEST(RayDegenerate, EdgesAndCornersHeadOn) {
    Random random(23);
    const ConvexHull octahedron = *ConvexHull::build(
        std::vector<Vec3>{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
    const std::vector<Shape> shapes{octahedron, minkowski_sum(octahedron, Point{{0, 0, 0}}),
                                    Box{{0.5, 0.5, 0.5}},
                                    minkowski_sum(Box{{0.25, 0.25, 0.25}}, Box{{0.25, 0.25, 0.25}})};
    const std::vector<Vec3> corners{{1, 0, 0}, {1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}};
    const std::vector<Vec3> edges{{0.5, 0.5, 0}, {0.5, 0.5, 0}, {0.5, 0.5, 0.1}, {0.5, 0.5, 0.1}};
    for (std::size_t k = 0; k < shapes.size(); ++k) {
        for (const Vec3& point : {corners[k], edges[k]}) {
            for (int i = 0; i < 50; ++i) {
                const Pose pose = i == 0 ? kHere : Pose::from(random.rotation(), random.in_cube(1));
                const Ray ray{pose * (point * 3.0), pose.rotation * (-point)};
                const auto hit = raycast_convex(ray, {shapes[k], pose});
                ASSERT_TRUE(hit.has_value()) << k;
                EXPECT_NEAR(hit->t, 2, 1e-9) << k;
                EXPECT_LE(hit->bounds.width(), 1e-8) << k;
                EXPECT_LE(hit->bounds.lower, 2 + 1e-14) << k;
            }
        }
    }
}

TEST(RayDegenerate, FlatShapesAreMetOnBothSides) {
    const Triangle triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    for (const double side : {1.0, -1.0}) {
        const auto hit = raycast_convex({{0.25, 0.25, 2 * side}, {0, 0, -side}}, {triangle, kHere});
        ASSERT_TRUE(hit);
        EXPECT_DOUBLE_EQ(hit->t, 2);
        EXPECT_NEAR(hit->normal.z, side, 1e-15);
    }
    EXPECT_TRUE(raycast_convex({{0.5, 0.5, 1}, {0, 0, -1}}, {triangle, kHere}))
        << "the slanted edge belongs to it";
    EXPECT_TRUE(raycast_convex({{0, 0, 1}, {0, 0, -1}}, {triangle, kHere})) << "so does the corner";
    EXPECT_FALSE(raycast_convex({{0.5, 0.5 + 1e-12, 1}, {0, 0, -1}}, {triangle, kHere}));
    const auto coplanar = raycast_convex({{-1, 0.25, 0}, {1, 0, 0}}, {triangle, kHere});
    ASSERT_TRUE(coplanar);
    EXPECT_DOUBLE_EQ(coplanar->t, 1);
    EXPECT_NEAR(coplanar->normal.x, -1, 1e-12);
    EXPECT_FALSE(raycast_convex({{-1, 0.25, 1e-12}, {1, 0, 0}}, {triangle, kHere}));
    EXPECT_FALSE(raycast_convex({{-1, 1.25, 0}, {1, 0, 0}}, {triangle, kHere}));
    const auto inside = raycast_convex({{0.25, 0.25, 0}, {1, 0, 0}}, {triangle, kHere});
    ASSERT_TRUE(inside);
    EXPECT_EQ(inside->t, 0);
    const auto disk = raycast_convex({{0.1, 0.2, 3}, {0, 0, -1}}, {scaled(Sphere{1}, {1, 1, 0}), kHere});
    ASSERT_TRUE(disk);
    EXPECT_NEAR(disk->t, 3, 1e-9);
    EXPECT_NEAR(disk->normal.z, 1, 1e-9);
    const auto plate = raycast_convex({{0.1, 0.2, 3}, {0, 0, -1}}, {Box{{1, 1, 0}}, kHere});
    ASSERT_TRUE(plate);
    EXPECT_DOUBLE_EQ(plate->t, 3);
    const auto flat_ellipsoid = raycast_convex({{0.1, 0.2, 3}, {0, 0, -1}}, {Ellipsoid{{1, 1, 0}}, kHere});
    ASSERT_TRUE(flat_ellipsoid);
    EXPECT_DOUBLE_EQ(flat_ellipsoid->t, 3);
    EXPECT_FALSE(raycast_convex({{1.1, 0.2, 3}, {0, 0, -1}}, {Ellipsoid{{1, 1, 0}}, kHere}));
}

TEST(RayDegenerate, PointsAndSegmentsAreMetOnlyExactly) {
    const auto point = raycast_convex({{-4, -8, 1}, {2, 4, 0}}, {Point{{1, 2, 1}}, kHere});
    ASSERT_TRUE(point);
    EXPECT_DOUBLE_EQ(point->t, 2.5);
    EXPECT_LE(point->bounds.width(), 1e-13);
    EXPECT_FALSE(raycast_convex({{-4, -8, 1}, {2, 4, 0}}, {Point{{1, 2 + 1e-12, 1}}, kHere}));
    EXPECT_FALSE(raycast_convex({{-4, -8, 1}, {-2, -4, 0}}, {Point{{1, 2, 1}}, kHere})) << "behind";
    const Segment segment{{0, -1, 0}, {0, 1, 0}};
    const auto crossed = raycast_convex({{-2, 0.5, 0}, {1, 0, 0}}, {segment, kHere});
    ASSERT_TRUE(crossed);
    EXPECT_DOUBLE_EQ(crossed->t, 2);
    EXPECT_NEAR(crossed->normal.x, -1, 1e-12);
    EXPECT_TRUE(raycast_convex({{-2, 1, 0}, {1, 0, 0}}, {segment, kHere})) << "the end belongs to it";
    EXPECT_FALSE(raycast_convex({{-2, 1 + 1e-12, 0}, {1, 0, 0}}, {segment, kHere}));
    EXPECT_FALSE(raycast_convex({{-2, 0.5, 1e-12}, {1, 0, 0}}, {segment, kHere}));
    const auto along = raycast_convex({{0, -3, 0}, {0, 1, 0}}, {segment, kHere});
    ASSERT_TRUE(along);
    EXPECT_DOUBLE_EQ(along->t, 2);
    const auto within = raycast_convex({{0, 0.5, 0}, {0, 1, 0}}, {segment, kHere});
    ASSERT_TRUE(within);
    EXPECT_EQ(within->t, 0);
    EXPECT_FALSE(raycast_convex({{0, 3, 0}, {0, 1, 0}}, {segment, kHere}));
}

TEST(RayDegenerate, PolygonsAndFlatHulls) {
    const ConvexPolygon square =
        *ConvexPolygon::build(std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
    const ConvexHull flat = *ConvexHull::build(
        std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {.allow_degenerate = true});
    const ConvexHull line =
        *ConvexHull::build(std::vector<Vec3>{{-1, 0, 0}, {1, 0, 0}, {0.5, 0, 0}}, {.allow_degenerate = true});
    for (const Shape& shape : {Shape(square), Shape(flat)}) {
        const auto hit = raycast_convex({{0.3, 0.3, 2}, {0, 0, -4}}, {shape, kHere});
        ASSERT_TRUE(hit);
        EXPECT_DOUBLE_EQ(hit->t, 0.5);
        EXPECT_NEAR(hit->normal.z, 1, 1e-15);
        EXPECT_FALSE(raycast_convex({{1.3, 0.3, 2}, {0, 0, -4}}, {shape, kHere}));
        EXPECT_TRUE(raycast_convex({{1, 0.3, 2}, {0, 0, -4}}, {shape, kHere}));
    }
    const auto hit = raycast_convex({{0.3, 0, 2}, {0, 0, -4}}, {line, kHere});
    ASSERT_TRUE(hit);
    EXPECT_DOUBLE_EQ(hit->t, 0.5);
    EXPECT_FALSE(raycast_convex({{0.3, 1e-9, 2}, {0, 0, -4}}, {line, kHere}));
}

TEST(RayDegenerate, StartsOnTheSurfaceAndBehind) {
    const Placed box{Box{{1, 1, 1}}, kHere};
    const auto inward = raycast_convex({{-1, 0, 0}, {1, 0, 0}}, box);
    ASSERT_TRUE(inward);
    EXPECT_EQ(inward->t, 0);
    const auto outward = raycast_convex({{-1, 0, 0}, {-1, 0, 0}}, box);
    ASSERT_TRUE(outward) << "touching counts";
    EXPECT_EQ(outward->t, 0);
    EXPECT_FALSE(raycast_convex({{-1 - 1e-12, 0, 0}, {-1, 0, 0}}, box));
    const Placed sum{rounded(Box{{1, 1, 1}}, 0.5), kHere};
    EXPECT_FALSE(raycast_convex({{-1.6, 0, 0}, {-1, 0, 0}}, sum));
    const auto inside = raycast_convex({{-1.4, 0, 0}, {-1, 0, 0}}, sum);
    ASSERT_TRUE(inside);
    EXPECT_EQ(inside->bounds, Interval(0));
    EXPECT_EQ(inside->normal, (Vec3{1, 0, 0}));
}

TEST(RayDegenerate, ParallelToAHalfSpace) {
    const Placed ground{HalfSpace{{0, 0, 2}, 2}, kHere};  // z <= 1
    EXPECT_FALSE(raycast_convex({{0, 0, 1.5}, {1, 0, 0}}, ground));
    const auto sliding = raycast_convex({{0, 0, 1}, {1, 0, 0}}, ground);
    ASSERT_TRUE(sliding);
    EXPECT_EQ(sliding->t, 0);
    const auto down = raycast_convex({{0, 0, 3}, {1, 0, -0.5}}, ground);
    ASSERT_TRUE(down);
    EXPECT_DOUBLE_EQ(down->t, 4);
    EXPECT_EQ(down->normal, (Vec3{0, 0, 1}));
    EXPECT_FALSE(raycast_convex({{0, 0, 3}, {1, 0, 0.5}}, ground));
}

TEST(RayDegenerate, FarRaysKeepTheDigitsOfTheShape) {
    // From 1e12 away the discriminant of the textbook has no digit left; the sideways offset still decides.
    for (const double offset : {0.999999, 1.000001}) {
        const Ray ray{{-1e12, offset, 0}, {1, 0, 0}};
        const auto hit = raycast_convex(ray, {Sphere{1}, kHere});
        EXPECT_EQ(hit.has_value(), offset < 1);
        if (!hit) continue;
        const auto exact = first_parameter(inside_ball(local_line(ray, kHere), {}, real(1)));
        EXPECT_LE(real(hit->bounds.lower), *exact);
        EXPECT_GE(real(hit->bounds.upper), *exact);
        EXPECT_LE(hit->bounds.width(), 1e-12 * 1e12);
    }
}

/// A coordinate on a grid that the shapes' faces lie on, now and then off by a power of ten.
double grid_coordinate(Random& random) {
    static constexpr double kGrid[] = {-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 0.1, -0.3};
    const double noise = random.chance(0.2) ? std::pow(10.0, -static_cast<double>(random.index(17))) : 0;
    return kGrid[random.index(11)] + (random.chance(0.5) ? noise : -noise);
}

TEST(RayDegenerate, GridRaysNeverLoseAHitAndNeverLie) {
    // Rays along axes, faces, generators and slants of shapes that sit on the same grid, in place or turned:
    // every tie there is.
    Random random(25);
    const double r = 0.5, h = 1;
    const Vec3 e{0.25, 0.5, 0.75};
    const std::vector<Vec3> corners{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const ConvexHull hull = *ConvexHull::build(corners);
    std::vector<Real3> real_corners;
    for (const Vec3& v : corners) real_corners.push_back(real3(v));
    using Oracle = std::function<RealSpan(const RealLine&)>;
    const std::vector<std::pair<Shape, Oracle>> subjects{
        {Sphere{r}, [=](const RealLine& l) { return inside_ball(l, {}, real(r)); }},
        {Box{e}, [=](const RealLine& l) { return inside_box(l, real3(e)); }},
        {Capsule{r, h}, [=](const RealLine& l) { return inside_capsule(l, real(r), real(h)); }},
        {Cylinder{r, h}, [=](const RealLine& l) { return inside_cylinder(l, real(r), real(h)); }},
        {Cone{r, h}, [=](const RealLine& l) { return inside_cone(l, real(r), real(h)); }},
        {Cone{1, 1e-5}, [=](const RealLine& l) { return inside_cone(l, real(1), real(1e-5)); }},
        {Ellipsoid{e}, [=](const RealLine& l) { return inside_ellipsoid(l, real3(e)); }},
        {hull, [=](const RealLine& l) { return inside_points(l, real_corners); }},
        {minkowski_sum(hull, Point{}), [=](const RealLine& l) { return inside_points(l, real_corners); }},
        {rounded(Box{e}, r), [=](const RealLine& l) { return inside_rounded_box(l, real3(e), real(r)); }},
        {minkowski_sum(Box{e}, Box{e}), [=](const RealLine& l) { return inside_box(l, real3(2.0 * e)); }}};
    for (const auto& [shape, oracle] : subjects) {
        int hits = 0, undecided = 0, rays = 0;
        for (int i = 0; i < 1500; ++i) {
            const auto grid = [&] {
                const double x = grid_coordinate(random), y = grid_coordinate(random);
                return Vec3{x, y, grid_coordinate(random)};
            };
            const Pose pose = random.chance(0.5) ? kHere : Pose::from(random.rotation(), random.in_cube(1));
            const Vec3 o = grid() * (random.chance(0.5) ? 3.0 : 1.0);
            Vec3 d = random.chance(0.6) ? grid() : random.chance(0.5) ? Vec3{0, 0, 1} : Vec3{r, 0, -2 * h};
            if (random.chance(0.5)) d = -d;
            if (d == Vec3{}) continue;
            Ray ray{pose * o, pose.rotation * d};
            if (random.chance(0.2)) ray.origin -= ray.direction * random.log_uniform(1, 1e10);
            ++rays;
            const auto exact = first_parameter(oracle(local_line(ray, pose)));
            const auto hit = raycast_convex(ray, {shape, pose});
            if (hit) {
                ASSERT_TRUE(std::isfinite(hit->bounds.lower) && std::isfinite(hit->bounds.upper) &&
                            hit->bounds.contains(hit->t));
                ASSERT_NEAR(length(hit->normal), 1, 1e-12);
                undecided += !exact;
            }
            if (!exact) continue;
            ++hits;
            ASSERT_TRUE(hit.has_value()) << to_string(shape.type());
            ASSERT_LE(real(hit->bounds.lower), *exact) << to_string(shape.type());
            ASSERT_GE(real(hit->bounds.upper), *exact) << to_string(shape.type());
        }
        EXPECT_GT(hits, 50) << to_string(shape.type());
        EXPECT_LT(undecided, rays / 50) << to_string(shape.type());
    }
}

TEST(RayDegenerate, NeedlesAndPlates) {
    Random random(24);
    for (const double ratio : {1e-6, 1e-3, 1e3, 1e6}) {
        for (int i = 0; i < 100; ++i) {
            const Pose pose = Pose::from(random.rotation(), random.in_cube(1));
            const Vec3 radii{1, ratio, 1};
            const Vec3 target = pose * hadamard(random.in_cube(0.9), radii);
            const Vec3 origin = target + random.direction() * 5.0;
            const Ray ray{origin, target - origin};
            const auto exact = first_parameter(inside_ellipsoid(local_line(ray, pose), real3(radii)));
            const auto hit = raycast_convex(ray, {Ellipsoid{radii}, pose});
            if (exact) {
                ASSERT_TRUE(hit.has_value());
            }
            if (!exact || !hit) continue;
            EXPECT_LE(real(hit->bounds.lower), *exact);
            EXPECT_GE(real(hit->bounds.upper), *exact);
        }
    }
}

}  // namespace
}  // namespace graze::test
