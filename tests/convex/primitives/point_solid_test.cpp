// A point against box, cylinder and cone: the closed forms against independent ones in long double, in every
// region.
#include "convex/primitives/point_solid.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/shape/shape.hpp"
#include "oracle/quadric_oracle.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// Every statement of the header about one answer.
void expect_right(const PointSolid& found, const Shape& solid, const Vec3& p) {
    const long double truth = point_distance(solid, p).value();
    const double unit = kEps * (solid.reach() + length(p));
    EXPECT_LE(std::abs(static_cast<double>(found.distance - truth)), 12 * unit) << to_string(solid.type());
    EXPECT_NEAR(length(found.outward), 1, 4 * kEps);
    EXPECT_LE(length(found.nearest + found.distance * found.outward - p), 12 * unit)
        << "point = nearest + distance * outward";
    EXPECT_LE(std::abs(static_cast<double>(point_distance(solid, found.nearest).value())), 12 * unit)
        << "nearest is on the boundary";
}

PointSolid ask(const Shape& solid, const Vec3& p) {
    const auto& v = solid.values();
    switch (solid.type()) {
        case ShapeType::box: return point_box(solid.vector(0), p);
        case ShapeType::cylinder: return point_cylinder(v[0], v[1], p);
        default: return point_cone(v[0], v[1], p);
    }
}

TEST(PointSolid, RandomPointsAtEveryScale) {
    Random random(940);
    for (const double scale : {1e-90, 1e-6, 1.0, 1e6, 1e90})
        for (int trial = 0; trial < 300; ++trial) {
            const double r = random.uniform(0.1, 1) * scale, h = random.uniform(0.1, 1) * scale;
            const Vec3 half = (abs(random.in_cube(0.9)) + Vec3{0.1, 0.1, 0.1}) * scale;
            for (const Shape& solid : {Shape(Box{half}), Shape(Cylinder{r, h}), Shape(Cone{r, h})}) {
                const Vec3 p = random.in_cube(trial % 2 == 0 ? 1.2 : 5) * scale;
                expect_right(ask(solid, p), solid, p);
            }
        }
}

TEST(PointSolid, OnAxesRimsApexesFacesAndCentres) {
    for (const double r : {0.5, 1.0, 2.0})
        for (const double h : {0.25, 1.0, 3.0}) {
            std::vector<Vec3> points;
            for (const double x : {0.0, r / 2, r, 2 * r, -r})
                for (const double y : {0.0, r, -2 * r})
                    for (const double z : {0.0, h, -h, h / 2, 2 * h, -2 * h}) points.push_back({x, y, z});
            points.push_back({r * 0.6, r * 0.8, -h});
            points.push_back({-0.0, 0.0, -0.0});
            points.push_back({1e-300, 0, h});
            for (const Vec3& p : points)
                for (const Shape& solid :
                     {Shape(Box{{r, 2 * r, h}}), Shape(Cylinder{r, h}), Shape(Cone{r, h})})
                    expect_right(ask(solid, p), solid, p);
        }
}

// Roundings decide on which side of the slant an apex is; whatever they say, there is a normal, and one of
// the apex.
TEST(PointSolid, AtApexesOfAnyCone) {
    Random random(941);
    for (int trial = 0; trial < 2000; ++trial) {
        const double r = random.uniform(0.1, 1), h = random.uniform(0.1, 1);
        const Cone cone = trial == 0 ? Cone{0x1.9p-2, 0x1.1p-2} : Cone{r, h};
        const Vec3 apex{0, 0, cone.half_height};
        for (const Vec3& p :
             {apex, apex + random.in_cube(2 * kEps), apex * (1 - 2 * kEps), apex * (1 + 2 * kEps)}) {
            const PointSolid found = point_cone(cone.radius, cone.half_height, p);
            ASSERT_NEAR(length(found.outward), 1, 4 * kEps) << trial;
            expect_right(found, cone, p);
            EXPECT_LE(dot(found.outward, support(cone, found.outward) - p),
                      24 * kEps * (Shape(cone).reach() + length(p)))
                << trial;
        }
    }
}

TEST(PointSolid, KnownAnswers) {
    PointSolid s = point_box({1, 2, 3}, {0.5, 0, 0});
    EXPECT_EQ(s.distance, -0.5);
    EXPECT_EQ(s.nearest, (Vec3{1, 0, 0}));
    EXPECT_EQ(s.outward, (Vec3{1, 0, 0}));
    s = point_box({1, 1, 1}, {});  // equally near to all faces: the lowest axis
    EXPECT_EQ(s.outward, (Vec3{1, 0, 0}));
    EXPECT_EQ(s.distance, -1);
    s = point_box({1, 1, 1}, {0, -3, 0});
    EXPECT_EQ(s.distance, 2);
    EXPECT_EQ(s.outward, (Vec3{0, -1, 0}));
    s = point_cylinder(0.5, 1, {0.05, 0, 0.9});  // out through the cap, not the side
    EXPECT_NEAR(s.distance, -0.1, 1e-16);
    EXPECT_EQ(s.outward, (Vec3{0, 0, 1}));
    s = point_cylinder(1, 2, {});  // on the axis: along x
    EXPECT_EQ(s.distance, -1);
    EXPECT_EQ(s.outward, (Vec3{1, 0, 0}));
    s = point_cylinder(1, 1, {4, 0, 5});  // the rim
    EXPECT_EQ(s.distance, 5);
    EXPECT_EQ(s.nearest, (Vec3{1, 0, 1}));
    s = point_cone(1, 1, {0, 0, 3});  // over the apex
    EXPECT_EQ(s.distance, 2);
    EXPECT_EQ(s.nearest, (Vec3{0, 0, 1}));
    EXPECT_EQ(s.outward, (Vec3{0, 0, 1}));
    s = point_cone(1, 1, {0, 0, 1});  // at the apex: on the boundary, whichever way is out
    EXPECT_EQ(s.distance, 0);
    s = point_cone(1, 1, {0.5, 0, -4});
    EXPECT_EQ(s.distance, 3);
    EXPECT_EQ(s.outward, (Vec3{0, 0, -1}));
    s = point_cone(1, 1, {4, 0, -5});  // the rim
    EXPECT_EQ(s.distance, 5);
    EXPECT_EQ(s.nearest, (Vec3{1, 0, -1}));
}

TEST(PointSolid, SolidsWithoutWidthOrHeight) {
    Random random(941);
    for (int trial = 0; trial < 100; ++trial) {
        const Vec3 p = random.in_cube(2);
        for (const Shape& solid :
             {Shape(Box{{1, 0, 0.5}}), Shape(Box{}), Shape(Cylinder{0, 1}), Shape(Cylinder{1, 0}),
              Shape(Cylinder{}), Shape(Cone{0, 1}), Shape(Cone{1, 0}), Shape(Cone{})}) {
            expect_right(ask(solid, p), solid, p);
            const Vec3 inside = hadamard(p, {0, 0, 0});
            const PointSolid found = ask(solid, inside);
            EXPECT_NEAR(length(found.outward), 1, 4 * kEps) << to_string(solid.type());
            EXPECT_TRUE(is_finite(found.nearest));
            EXPECT_TRUE(std::isfinite(found.distance));
        }
    }
}

}  // namespace
}  // namespace graze::test
