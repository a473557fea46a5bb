// Rays at the ends of the served range: coefficients of thin shapes seen from far away are huge, and their
// products once overflowed into hits that were none, with bounds out of order.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"

namespace graze::test {
namespace {

TEST(RayRange, ThinShapesFarBesideTheRayAreMisses) {
    const Mat3 tilted{{{{-0x1.2a1f8f52cfe0ep-1, -0x1.bc723dd0ca66ap-3, -0x1.912635fda70f2p-1},
                        {-0x1.d25b072c35bb1p-2, 0x1.c55076efb2cbbp-1, 0x1.7dd92314bc50ep-4},
                        {0x1.58cf9dee00c86p-1, 0x1.a4f8d3ca451e8p-2, -0x1.3a8e265760602p-1}}}};
    const Placed needle{Ellipsoid{{0, 0x1.dp+1, 0x1.17f7d4ed8c33ep-329}}, {tilted, {0x1.fp+0, 0, 0}}};
    EXPECT_FALSE(raycast({{-0x1.78p+1, 0x1.fp+1, -0x1.0cp+2}, {-0x1.08p+1, 0x1.58p+1, 0x1.68p+1}}, needle));
    const Mat3 turned{{{{0x1.ff6769cc24f46p-1, -0x1.73ee1e65ec54bp-5, 0x1.0b06dabf54572p-6},
                        {-0x1.d163b7c27d0cbp-7, 0x1.79a6f38aeff6p-5, 0x1.ff6769cc24f48p-1},
                        {-0x1.79a6f38aeff78p-5, -0x1.feed58090f51ap-1, 0x1.73ee1e65ec54p-5}}}};
    const Placed disk{Cone{0x1.7p+1, 0x1.41633a556e1cep-193},
                      {turned, {0x1.18p+1, -0x1.2ba095dc7701ep+322, 0}}};
    EXPECT_FALSE(raycast({{-0x1.dp+0, 0, -0x1p-2}, {0, 0, 0x1.ap-1}}, disk));
    for (const double far : {1e16, 1e30, 1e50, 1e79, 1e90, 1e100}) {
        const Ray past{{0, -4.4, far}, {-1.8, 4.2, -4.7}};
        EXPECT_FALSE(raycast(past, {Ellipsoid{{4.7, 0.56, 3.9}}, {}})) << far;
        EXPECT_FALSE(raycast(past, {Sphere{2}, {}})) << far;
        EXPECT_FALSE(raycast(past, {Cylinder{2, 3}, {}})) << far;
        EXPECT_FALSE(raycast(past, {Cone{2, 3}, {}})) << far;
    }
}

TEST(RayRange, FarRaysStillHitWhatTheyAimAt) {
    for (const double far : {1e16, 1e50, 1e79, 1e100}) {
        const Ray straight{{0, 0, far}, {0, 0, -1}};
        for (const Shape& shape :
             {Shape(Ellipsoid{{4.7, 0.56, 3}}), Shape(Sphere{3}), Shape(Cylinder{2, 3}), Shape(Cone{2, 3})}) {
            const Placed target{shape, {}};
            const auto hit = raycast(straight, target);
            ASSERT_TRUE(hit) << far << to_string(shape.type());
            EXPECT_NEAR(hit->t / far, 1, 1e-15) << far << to_string(shape.type());
            EXPECT_LE(hit->bounds.lower, hit->t);
            EXPECT_GE(hit->bounds.upper, hit->t);
            EXPECT_EQ(hit->normal, (Vec3{0, 0, 1})) << to_string(shape.type());
            EXPECT_TRUE(verify(*hit, straight, target)) << far << to_string(shape.type());
        }
    }
}

TEST(RayRange, AlongAShapeFlattenedToASegment) {
    // The image is a segment on the ray's own line: no plane bounds the hit from below, and t once was NaN.
    const Affine flatten{Mat3{{{{-5, -5, -5}, {-5, -5, -5}, {-5, -5, -5}}}}, {-5, -5, -5}};
    const Tetrahedron corners{{-0x1.3p+0, -0x1p-2, 0x1.04p+2},
                              {0x1.7p+1, 0, 0x1.3p+1},
                              {-0x1.4p-1, 0, 0x1.4p+0},
                              {0, 0x1.3cp+2, -0x1.0cp+2}};
    const auto hit = raycast({{-5, -5, -5}, {-5, -5, -5}},
                             {transformed(corners, flatten), Pose::translation({-5, -5, -5})});
    ASSERT_TRUE(hit);
    EXPECT_TRUE(hit->bounds.contains(hit->t)) << hit->t;
    EXPECT_TRUE(is_finite(hit->point) && is_finite(hit->normal));
    // The corners have heights (coordinate sums) from 0.625 up, so the segment spans t = 1 + height >= 1.625.
    EXPECT_TRUE(hit->bounds.contains(1.625)) << hit->bounds.lower << ' ' << hit->bounds.upper;
}

}  // namespace
}  // namespace graze::test
