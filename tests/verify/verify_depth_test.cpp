// How deep shapes overlap, and by how much less: what facets, profiles and certificates show, and for which
// shapes they show nothing.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/polytope_oracle.hpp"
#include "oracle/random.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_certificate.hpp"

namespace graze::test {
namespace {

Placed at(const Shape& shape, const Vec3& position) { return {shape, Pose::translation(position)}; }

Separation made(const Interval& distance, const Vec3& normal, const Vec3& point_a, const Vec3& point_b) {
    Separation s;
    s.distance = distance;
    s.normal = normal;
    s.point_a = point_a;
    s.point_b = point_b;
    return s;
}

/// The formula for parallel axes reads two numbers of a shape, which of a box are other lengths.
TEST(VerifyDepth, APlateIsNoCylinder) {
    const Placed cylinder = at(Cylinder{1, 1}, {}), plate = at(Box{{10, 10, 0.1}}, {});
    EXPECT_TRUE(verify(made({-1.1 - 1e-15, -0.5}, {0, 0, 1}, {0, 0, 1}, {0, 0, -0.1}), cylinder, plate));
    const Separation deeper = made({-4, -2}, {0, 0, 1}, {0, 0, 1}, {0, 0, -2});
    EXPECT_FALSE(verify(deeper, cylinder, plate)) << "they are 1.1 deep in each other";
    EXPECT_FALSE(verify(deeper, plate, cylinder));
    for (const Shape& other : {Shape(Box{{10, 10, 0.1}}), Shape(Sphere{2}), Shape(Capsule{1, 1})}) {
        EXPECT_EQ(verifying::parallel_axes_distance_above(cylinder, at(other, {})), kInfinity);
        EXPECT_EQ(verifying::parallel_axes_distance_above(at(other, {}), cylinder), kInfinity);
    }
    EXPECT_NEAR(verifying::parallel_axes_distance_above(cylinder, at(Cylinder{2, 0.5}, {0.25, 0, 0})), -1.5,
                1e-14);
}

/// Two thin plates cross at a small angle. Points far from the line where they do, and both origins, are true
/// within wide bounds, but show no overlap themselves: facets of the difference do.
TEST(VerifyDepth, WideBoundsOfCrossingPlatesAreShownByFacets) {
    const Placed a = at(Box{{2, 2, 0.01}}, {});
    const Placed b{Box{{2, 2, 0.01}}, Pose::from(Quat::from_axis_angle({0, 1, 0}, 0.1), {0.8, 0, -0.05})};
    const auto claim = [&](const Interval& distance, double x, double z) {
        return made(distance, {0, 0, 1}, {x, 0, 0}, {x, 0, z});
    };
    EXPECT_TRUE(verify(claim({-0.3, 0}, 1.5, -0.12), a, b));
    EXPECT_FALSE(verify(claim({-0.3, 0}, 1.5, -0.12), a, {b.shape, {b.pose.rotation, {0.8, 0, 0.3}}}))
        << "0.08 apart";
    // Along -z they are 0.1697 deep in each other.
    EXPECT_TRUE(verify(claim({-0.3, -0.16}, 1.8, -0.25), a, b));
    EXPECT_FALSE(verify(claim({-0.3, -0.18}, 1.8, -0.25), a, b));
}

/// The difference of two cubes of half size 1, [-2, 2]³ less b's position: twelve triangles without normals.
DepthCertificate difference_of_cubes() {
    DepthCertificate certificate;
    for (int i = 0; i < 8; ++i) {
        const Vec3 d{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0};
        certificate.vertices.push_back({d, -d});
    }
    constexpr std::uint32_t kFaces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                            {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& f : kFaces) {
        certificate.triangles.push_back({{f[0], f[1], f[2]}});
        certificate.triangles.push_back({{f[0], f[2], f[3]}});
    }
    return certificate;
}

/// So near to a face that the direction to its nearest point has no digits left: the face's own plane shows
/// the depth.
TEST(VerifyDepth, ShallowDepthsNeedNoGivenNormals) {
    const Placed cube = at(Box{{1, 1, 1}}, {});
    for (const double depth : {1.0, 1e-6, 1e-9, 1e-12}) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Vec3 offset{0.3, 0.7, 0.1};
            offset[axis] = 2 - depth;
            const double above =
                verifying::certified_distance_above(difference_of_cubes(), cube, at(Box{{1, 1, 1}}, offset));
            EXPECT_LE(above, -depth + 1e-15) << depth << " along " << axis;
            EXPECT_GE(above, -depth - 1e-15) << depth << " along " << axis;
        }
    }
}

/// Heights of the planes are rounded down: no certificate claims more than the exact depth.
TEST(VerifyDepth, CertificatesOfRotatedCubesAreNotRoundedUp) {
    Random random(77);
    for (int i = 0; i < 40; ++i) {
        const Placed a{Box{{1, 1, 1}}, random.pose(1)};
        const Vec3 offset{random.uniform(0.5, 1.9), random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)};
        const Placed b{Box{{1, 1, 1}}, {a.pose.rotation, a.pose * offset}};
        const double above = verifying::certified_distance_above(difference_of_cubes(), a, b);
        EXPECT_GE(compare(above, exact_distance(a, b)), 0) << i;
        EXPECT_NEAR(above, offset.x - 2, 1e-14) << i;
    }
}

}  // namespace
}  // namespace graze::test
