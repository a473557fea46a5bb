// Sets of parts where an easy mistake hides: hair-wide gaps beside curved shapes, loose options, margins
// around skins, reflected solids, planes under matrices from single precision, rays along needles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Shape mesh_of(const TriangleSoup& soup, MeshKind kind) {
    return Mesh::build(soup.vertices, soup.triangles, {.kind = kind}).value();
}

Shape cubes() {
    const std::vector<CompoundPart> parts{{Box{{0.5, 0.5, 0.5}}}, {Box{{0.2, 0.2, 0.9}}}};
    return Compound::build(parts).value();
}

TEST(MeshNearContact, WhatIsProvenApartHasAGap) {
    Random random(101);
    int apart = 0;
    for (int i = 0; i < 150; ++i) {
        const Shape set = i % 2 == 0 ? cubes() : mesh_of(box_mesh({0.5, 0.5, 0.5}), MeshKind::solid);
        const Shape round = i % 3 == 0   ? Shape(Cylinder{0.4, 0.5})
                            : i % 3 == 1 ? Shape(Cone{0.4, 0.5})
                                         : Shape(Ellipsoid{{0.3, 0.4, 0.5}});
        const Placed a{set, Pose::from(random.rotation(), {})};
        Placed b{round, Pose::from(random.rotation(), 3.0 * random.direction())};
        const Separation far = separation(a, b);
        b.pose.position -= (far.distance.middle() - random.log_uniform(1e-10, 1e-5)) * far.normal;
        const Verdict verdict = decide(a, b);
        if (verdict.answer != Answer::disjoint || !verify(verdict, a, b)) continue;
        ++apart;
        const Separation near = separation(a, b);
        ASSERT_GT(near.distance.upper, 0) << i;
        ASSERT_GT(near.distance.lower, -1e-4) << i;
    }
    EXPECT_GT(apart, 60);
}

TEST(MeshNearContact, LooseOptionsKeepTheTruthInTheInterval) {
    const Placed cube{mesh_of(box_mesh({0.5, 0.5, 0.5}), MeshKind::solid), Pose::identity()};
    const Placed ball{Sphere{1}, Pose::translation({2, 0, 0})},
        cone{Cone{0.4, 0.5}, Pose::from(Quat::from_axis_angle({1, 1, 0}, 1), {1.4, 0.2, 0.1})};
    for (const Placed& other : {ball, cone}) {
        const Interval truth = separation(cube, other).distance;
        for (const SeparationOptions& options :
             {SeparationOptions{.tolerance = 1}, SeparationOptions{.tolerance = 0.1},
              SeparationOptions{.max_iterations = 1}, SeparationOptions{.max_iterations = 2},
              SeparationOptions{.max_iterations = 4}}) {
            const Separation s = separation(cube, other, options);
            ASSERT_LE(s.distance.lower, truth.upper);
            ASSERT_GE(s.distance.upper, truth.lower);
            ASSERT_LE(s.distance.lower, s.distance.upper);
        }
    }
}

TEST(MeshMargins, DepthsOfRoundedSkinsPartThem) {
    // A small triangle between two plates, all of them rounded: moved out of one it is still in the other.
    const std::vector<Vec3> plates{{-2, -2, 0.5},  {2, -2, 0.5},  {0, 3, 0.5},
                                   {-2, -2, -0.5}, {2, -2, -0.5}, {0, 3, -0.5}};
    const std::vector<std::array<std::uint32_t, 3>> both{{0, 1, 2}, {3, 4, 5}};
    const Shape walls = rounded(Shape(Mesh::build(plates, both).value()), 0.3);
    const std::vector<Vec3> small{{-0.1, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}};
    const std::vector<std::array<std::uint32_t, 3>> one{{0, 1, 2}};
    const Placed a{walls, Pose::identity()},
        b{rounded(Shape(Mesh::build(small, one).value()), 0.3), Pose::identity()};
    const Separation s = separation(a, b);
    EXPECT_LT(s.distance.lower, -0.5);
    Placed moved = b;
    moved.pose.position += (-s.distance.lower * (1 + 1e-9) + 1e-9) * s.normal;
    EXPECT_NE(decide(a, moved).answer, Answer::intersecting);
}

TEST(MeshHalfSpaces, MatricesFromSinglePrecisionDoNotHideTheLowestPart) {
    Random random(102);
    const Shape plate = mesh_of(box_mesh({5, 5, 0.01}), MeshKind::surface);
    int apart = 0;
    for (int i = 0; i < 2000; ++i) {
        Pose tilt = Pose::from(random.rotation(), {});
        for (Vec3& c : tilt.rotation.columns)
            c = {static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z)};
        const Placed floor{HalfSpace{random.direction(), 0}, tilt};
        const Placed body{plate, Pose::from(random.rotation(), {})};
        const Separation s = separation(floor, body);
        Placed above = body;
        above.pose.position -= (s.distance.middle() - random.uniform(-2e-8, 2e-8)) * s.normal;
        const Verdict verdict = decide(floor, above);
        if (verdict.answer != Answer::disjoint) continue;
        ++apart;
        ASSERT_TRUE(verify(verdict, floor, above)) << i;
    }
    EXPECT_GT(apart, 300);
}

TEST(MeshContacts, ReflectedSolidsPushOutward) {
    const Shape slab = mesh_of(box_mesh({2, 2, 0.5}), MeshKind::solid);
    const Placed box{Box{{0.3, 0.3, 0.3}}, Pose::translation({0.1, 0.2, 0.75})};
    const ContactManifold plain = contacts({slab, Pose::identity()}, box);
    const ContactManifold mirrored = contacts({slab, {Mat3::diagonal({-1, 1, 1}), {}}}, box);
    ASSERT_EQ(plain.points.size(), 4u);
    ASSERT_EQ(mirrored.points.size(), 4u);
    EXPECT_NEAR(mirrored.normal.z, 1, 1e-9);
    for (const ContactPoint& point : mirrored.points) EXPECT_NEAR(point.depth, 0.05, 1e-9);
}

TEST(MeshRays, AnyAndAllSeeWhatTheFirstHitSees) {
    const std::vector<Vec3> corners{{-7, -3, 0}, {8, 6, -2}, {0.625, 1.5, -1}};
    const std::vector<std::array<std::uint32_t, 3>> one{{0, 1, 2}};
    const Placed needle{Shape(Mesh::build(corners, one).value()), Pose::identity()};
    const Ray ray{{0.5625, 1.5, -1}, {-0x1.2cffffffffffcp+6, -45, 0x1.400000000002p+3}};
    ASSERT_TRUE(raycast(ray, needle).has_value());
    EXPECT_TRUE(raycast_any(ray, needle));
    EXPECT_EQ(raycast_all(ray, needle).size(), 1u);
}

/// In the frame of the small tree the large triangle is larger than what stands for lanes without a box.
TEST(MeshPairs, SizesMayDifferByAnything) {
    const std::vector<Vec3> corners{{-1, -1, -0.5}, {1, -1, 0.5}, {0, 1, 0},
                                    {-1, -1, 0.9},  {1, -1, 0.5}, {0, 1, 0.7}};
    const std::vector<std::array<std::uint32_t, 3>> two{{0, 1, 2}, {3, 4, 5}};
    const Placed large{Mesh::build(corners, two).value(), Pose::identity()};
    for (const double size : {1.0, 1e-6, 1e-18, 1e-20, 1e-40, 1e-90}) {
        Random random(3);
        std::vector<Vec3> vertices;
        std::vector<std::array<std::uint32_t, 3>> triangles;
        std::size_t crossing = 0;  // 2 z = x
        for (std::uint32_t i = 0; i < 61; ++i) {
            const Vec3 at = random.in_cube(0.1);
            double low = 1, high = -1;
            for (int k = 0; k < 3; ++k) {
                vertices.push_back((at + random.in_cube(0.05)) * size);
                const double above = 2 * vertices.back().z - vertices.back().x;
                low = std::min(low, above);
                high = std::max(high, above);
            }
            triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
            crossing += low <= 0 && high >= 0 ? 1 : 0;
        }
        const Placed small{Mesh::build(vertices, triangles).value(), Pose::identity()};
        EXPECT_GT(crossing, 5u);
        EXPECT_TRUE(overlaps(large, small)) << size;
        EXPECT_TRUE(overlaps(small, large)) << size;
        EXPECT_EQ(intersecting_triangles(large, small).size(), crossing) << size;
        EXPECT_EQ(intersecting_triangles(small, large).size(), crossing) << size;
    }
}

}  // namespace
}  // namespace graze::test
