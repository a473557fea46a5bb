// Boxes around placed shapes beside those that intervals make.
#include "graze/query/query.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/shape.hpp"
#include "mesh/unchecked_box.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

/// Affine images on the longest way into a shape.
int images_in(const Shape& shape) {
    int deepest = 0;
    for (const Shape& child : shape.children()) deepest = std::max(deepest, images_in(child));
    return deepest + (shape.type() == ShapeType::affine_image ? 1 : 0);
}

/// Contains the shape: what its interval heights certainly reach is inside. Tight: within 64 eps of the box
/// that intervals make, and 48 more for each affine image.
void expect_good_box(const Placed& placed) {
    const Aabb box = box_of(placed);
    const Aabb outer = fit_aabb(placed.shape, Affine::from(placed.pose));
    for (std::size_t i = 0; i < 3; ++i) {
        Vec3 axis{};
        axis[i] = 1;
        EXPECT_GE(box.max[i], support_value(placed, axis).lower);
        EXPECT_LE(box.min[i], -support_value(placed, -axis).lower);
        const double slack = (64 + 48 * images_in(placed.shape)) * kEps *
                             (placed.shape.reach() + std::abs(placed.pose.position[i]));
        EXPECT_LE(box.max[i], outer.max[i] + slack);
        EXPECT_GE(box.min[i], outer.min[i] - slack);
    }
}

TEST(PlacedBox, IsAroundEveryConvexShapeAndTight) {
    Random random(1);
    for (const ShapeType type : kAllShapeTypes) {
        if (type == ShapeType::half_space) continue;
        SCOPED_TRACE(static_cast<int>(type));
        for (int i = 0; i < 100; ++i) {
            const Shape shape = random_shape(random, type);
            Pose pose = random.pose(random.log_uniform(1e-3, 1e6));
            if (i % 4 == 0) pose.rotation = Mat3::identity();
            if (i % 4 == 1) pose.rotation.columns[0] *= 1 + 4e-7;  // as far from a rotation as poses may be
            expect_good_box({shape, pose});
            expect_good_box({rounded(shape, random.uniform(0.01, 2)), pose});
            expect_good_box({rounded(rounded(shape, 0.5), 0.25), pose});
        }
    }
}

TEST(PlacedBox, ServesAllScales) {
    Random random(2);
    for (const double scale : {1e-90, 1e-6, 1e6, 1e90}) {
        for (int i = 0; i < 20; ++i) {
            const Pose pose{random.pose(1).rotation, random.in_cube(scale)};
            expect_good_box({Box{scale * Vec3{1, 2, 3}}, pose});
            expect_good_box({Cone{scale, 2 * scale}, pose});
            expect_good_box({Ellipsoid{scale * Vec3{1, 2, 3}}, pose});
            expect_good_box(
                {Triangle{random.in_cube(scale), random.in_cube(scale), random.in_cube(scale)}, pose});
        }
    }
}

TEST(PlacedBox, OfMeshesIsAroundTheirTurnedBoxAndTheMargin) {
    Random random(3);
    const TriangleSoup soup = gear_mesh({.teeth = 8});
    const Mesh mesh = *Mesh::build(soup.vertices, soup.triangles);
    for (int i = 0; i < 50; ++i) {
        const Placed placed{i % 2 == 0 ? Shape(mesh) : rounded(mesh, 0.25), random.pose(10)};
        const Aabb box = box_of(placed), tight = fit_aabb(placed.shape, Affine::from(placed.pose));
        EXPECT_TRUE(contains(box, tight));
        EXPECT_LE(length(box.max - box.min), 1.8 * length(tight.max - tight.min));
    }
    EXPECT_EQ(local_box_of(mesh).max, fit_aabb(Shape(mesh)).max);
}

TEST(PlacedBox, OfHalfSpacesAndOfWhatCheckRefusesIsUnbounded) {
    const Aabb below = box_of({HalfSpace{{0, 0, 1}, 2}, Pose::translation({0, 0, 3})});
    EXPECT_EQ(below.min.z, -std::numeric_limits<double>::infinity());
    EXPECT_GE(below.max.x, std::numeric_limits<double>::infinity());
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Placed& bad : {Placed{Sphere{-1}, {}}, Placed{Sphere{1}, Pose::translation({nan, 0, 0})}}) {
        const Aabb box = box_of(bad);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(box.min[i], -std::numeric_limits<double>::infinity());
            EXPECT_EQ(box.max[i], std::numeric_limits<double>::infinity());
        }
    }
}

}  // namespace
}  // namespace graze::test
