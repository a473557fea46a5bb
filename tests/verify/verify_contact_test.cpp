// The distance that a contact manifold reports: true ends verify, an upper end below the truth does not.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Shape mesh_of(const TriangleSoup& soup, double scale, MeshKind kind) {
    std::vector<Vec3> vertices = soup.vertices;
    for (Vec3& v : vertices) v = v * scale;
    return *Mesh::build(vertices, soup.triangles, {.kind = kind});
}

Shape hull_in(Random& random, double scale) {
    std::vector<Vec3> points;
    for (int i = 0; i < 12; ++i) points.push_back(random.in_cube(scale));
    return *ConvexHull::build(points);
}

Shape any_shape(Random& random, double scale) {
    switch (random.index(9)) {
        case 0: return Sphere{0.5 * scale};
        case 1: return Box{Vec3{0.4, 0.5, 0.6} * scale};
        case 2: return Capsule{0.3 * scale, 0.4 * scale};
        case 3: return Cylinder{0.4 * scale, 0.5 * scale};
        case 4: return hull_in(random, scale);
        case 5: return mesh_of(torus_mesh({1, 0.3, 16, 8}), scale, MeshKind::surface);
        case 6: return mesh_of(icosphere_mesh(0.7, 1), scale, MeshKind::solid);
        case 7: return mesh_of(box_mesh({0.5, 0.4, 0.3}), scale, MeshKind::solid);
        default: {
            const std::vector<CompoundPart> parts{{Box{Vec3{0.5, 0.1, 0.1} * scale}, Affine{}},
                                                  {Sphere{0.3 * scale}, Affine{}}};
            return *Compound::build(parts);
        }
    }
}

/// Gaps are shown by the closest points: a distance that ends before them is refused, also one that claims
/// contact.
TEST(VerifyContact, GapsThatAreTooSmallAreRefused) {
    Random random(61);
    int apart = 0;
    for (int i = 0; i < 300; ++i) {
        const double scale = i % 3 == 0 ? 1 : i % 3 == 1 ? 1e-6 : 1e6;
        const Placed a{any_shape(random, scale), random.pose(1.2 * scale)},
            b{any_shape(random, scale), random.pose(1.2 * scale)};
        const ContactManifold m = contacts(a, b);
        if (!m.points.empty() || !(m.distance.lower > 1e-3 * scale)) continue;
        ++apart;
        ContactManifold reported = m;
        reported.distance.lower *= 0.9;
        EXPECT_TRUE(verify(reported, a, b)) << i;
        for (const double share : {0.0, 0.5, 0.999}) {
            ContactManifold less = m;
            less.distance = {-scale, share * m.distance.lower};
            EXPECT_FALSE(verify(less, a, b)) << i << " share " << share;
        }
    }
    EXPECT_GT(apart, 80);
}

/// Gaps come with the two points that span them, in either order; points that are moved are refused.
TEST(VerifyContact, NearestPointsOfGaps) {
    Random random(65);
    int apart = 0;
    for (int i = 0; i < 300; ++i) {
        const double scale = i % 3 == 0 ? 1 : i % 3 == 1 ? 1e-6 : 1e6;
        const Placed a{any_shape(random, scale), random.pose(1.5 * scale)},
            b{any_shape(random, scale), random.pose(1.5 * scale)};
        const ContactManifold m = contacts(a, b);
        const ContactManifold flipped = contacts(b, a);
        ASSERT_EQ(m.points.empty(), flipped.points.empty()) << i;
        if (!m.points.empty()) {
            EXPECT_EQ(m.nearest_a, Vec3{}) << i;
            EXPECT_EQ(m.nearest_b, Vec3{}) << i;
        }
        if (!m.points.empty() || !(m.distance.lower > 1e-3 * scale)) continue;
        ++apart;
        const Separation s = separation(a, b);
        EXPECT_NEAR(length(m.nearest_b - m.nearest_a), s.distance.middle(),
                    s.distance.width() + m.distance.width() + 1e-14 * scale)
            << i;
        EXPECT_NEAR(length(flipped.nearest_b - flipped.nearest_a), length(m.nearest_b - m.nearest_a),
                    m.distance.width() + flipped.distance.width() + 1e-14 * scale)
            << i;
        EXPECT_TRUE(verify(m, a, b)) << i;
        EXPECT_TRUE(verify(flipped, b, a)) << i;
        for (const double step : {-1e-3, 1e-3}) {
            ContactManifold moved = m;
            moved.nearest_a += step * scale * m.normal;  // out of a, or away from b
            EXPECT_FALSE(verify(moved, a, b)) << i;
            moved = m;
            moved.nearest_b += step * scale * m.normal;
            EXPECT_FALSE(verify(moved, a, b)) << i;
        }
    }
    EXPECT_GT(apart, 100);
}

/// Only half-spaces overlap without end.
TEST(VerifyContact, EndlessOverlapsOfBoundedShapesAreRefused) {
    const Placed a{Box{{1, 1, 1}}, Pose::identity()}, b{Box{{1, 1, 1}}, Pose::translation({1.999, 0, 0})};
    ContactManifold m;
    m.normal = {1, 0, 0};
    m.distance = {-std::numeric_limits<double>::infinity(), -5};
    EXPECT_FALSE(verify(m, a, b));
    const Placed floor{HalfSpace{{0, 0, 1}, 0}, Pose::identity()},
        roof{HalfSpace{{0, 0, -1}, 1}, Pose::identity()};
    EXPECT_TRUE(verify(contacts(floor, roof), floor, roof));
    EXPECT_TRUE(verify(contacts(roof, floor), roof, floor));
    ASSERT_EQ(contacts(floor, roof).points.count, 1u) << "they look exactly at each other: a slab, one deep";
    EXPECT_NEAR(contacts(floor, roof).points[0].depth, 1, 1e-12);
    const Placed wall{HalfSpace{{1, 0, 0}, 0}, Pose::identity()};
    EXPECT_TRUE(contacts(floor, wall).points.empty());
    EXPECT_TRUE(verify(contacts(floor, wall), floor, wall));
}

/// Overlaps of boxes, spheres and capsules, and with half-spaces, are shown as deep as they are said to be.
TEST(VerifyContact, OverlapsThatAreTooDeepAreRefused) {
    Random random(62);
    int deep = 0;
    for (int i = 0; i < 300; ++i) {
        const double scale = i % 3 == 0 ? 1 : i % 3 == 1 ? 1e-6 : 1e6;
        const std::vector<Shape> shapes{Sphere{0.5 * scale}, Box{Vec3{0.4, 0.5, 0.6} * scale},
                                        Capsule{0.3 * scale, 0.4 * scale}, HalfSpace{random.direction(), 0}};
        const Placed a{shapes[random.index(4)], random.pose(0.5 * scale)},
            b{shapes[random.index(3)], random.pose(0.5 * scale)};
        const ContactManifold m = contacts(a, b);
        if (m.points.empty()) continue;
        ++deep;
        EXPECT_TRUE(verify(m, a, b)) << i;
        ContactManifold more = m;
        more.distance = {1.5 * m.distance.lower, 1.001 * m.distance.lower};
        EXPECT_FALSE(verify(more, a, b)) << i;
    }
    EXPECT_GT(deep, 150);
}

/// A half-space has one normal: contacts that name another one are refused, although the depth does not
/// depend on it.
TEST(VerifyContact, NormalsOffTheHalfSpaceAreRefused) {
    Random random(64);
    int deep = 0;
    for (int i = 0; i < 60; ++i) {
        const Placed ground{HalfSpace{random.direction(), 0}, random.pose(0.2)};
        const Placed body{i % 3 == 0   ? Shape(Sphere{0.5})
                          : i % 3 == 1 ? Shape(Capsule{0.3, 0.4})
                                       : Shape(Box{{0.4, 0.5, 0.6}}),
                          random.pose(0.2)};
        for (const bool first : {true, false}) {
            const Placed& a = first ? ground : body;
            const Placed& b = first ? body : ground;
            const ContactManifold m = contacts(a, b);
            if (m.points.empty()) continue;
            ++deep;
            EXPECT_TRUE(verify(m, a, b)) << i;
            for (const Vec3& normal : {-m.normal, Vec3{m.normal.y, m.normal.z, m.normal.x},
                                       unit(m.normal + Vec3{1e-6, -1e-6, 1e-6})}) {
                ContactManifold turned = m;
                turned.normal = normal;
                EXPECT_FALSE(verify(turned, a, b)) << i;
            }
        }
    }
    EXPECT_GT(deep, 80);
}

/// The contact lies beside the nearest point of a core that is a thousand-millionth of its margin long.
TEST(VerifyContact, TinyCoresWithLargeMargins) {
    const Placed a{Capsule{0x1.4586cc98a9681p+7, 0x1.e958be32882fap-20},
                   Pose{Mat3{{{{-0x1.0237c9c7f147p-3, -0x1.efda5e6e98f36p-1, -0x1.b81e5598f7a7cp-3},
                               {0x1.2bd20f6909cf8p-1, -0x1.faebcc4f33238p-3, 0x1.8b35cd9e7209p-1},
                               {-0x1.99fb1dd9c528bp-1, -0x1.d348e03ddd61p-6, 0x1.3257f683ef63ep-1}}}},
                        {0x1.6b9526d4ec426p+7, -0x1.0edaf3412e7eep+6, -0x1.e3ebce926c744p+5}}};
    const Placed b{Sphere{0x1.4696ad3797004p+7 + 0x1.8f664d8904bd6p+5},
                   Pose::translation({0x1.11fc44bd0eb0ep+7, -0x1.aa5c1871032b8p+6, 0x1.f5edd1c8f92p+2})};
    EXPECT_TRUE(verify(contacts(a, b), a, b));
    EXPECT_TRUE(verify(contacts(b, a), b, a));
}

/// Of meshes it is shown that they intersect where the contacts are: moved apart, the same distance is
/// refused.
TEST(VerifyContact, MeshesHaveToTouch) {
    Random random(63);
    int contacts_found = 0;
    for (int i = 0; i < 60; ++i) {
        const Placed a{
            mesh_of(torus_mesh({1, 0.3, 16, 8}), 1, i % 2 == 0 ? MeshKind::surface : MeshKind::solid),
            random.pose(0.3)};
        const Placed b{any_shape(random, 1), random.pose(1)};
        const ContactManifold m = contacts(a, b);
        if (m.points.empty()) continue;
        ++contacts_found;
        EXPECT_TRUE(verify(m, a, b)) << i;
        Placed away = b;
        away.pose.position += 10.0 * m.normal;
        ContactManifold none = m;
        none.points.count = 0;
        none.distance = {m.distance.lower, 0};
        EXPECT_FALSE(verify(none, a, away)) << i;
    }
    EXPECT_GT(contacts_found, 25);
}

/// No triangle of a solid is near a body inside of it: one end of the contact shows that they share points,
/// on whichever side the body is.
TEST(VerifyContact, BodiesWhollyInsideOfSolids) {
    const Placed solid{mesh_of(box_mesh({1, 1, 1}), 1, MeshKind::solid), Pose::identity()};
    for (const Vec3& place : {Vec3{0.1, 0, 0.3}, Vec3{-0.4, 0.1, 0}, Vec3{0, -0.5, 0.2}}) {
        for (const Shape& shape : {Shape(Sphere{0.1}), Shape(Box{{0.1, 0.05, 0.1}})}) {
            const Placed body{shape, Pose::translation(place)};
            const ContactManifold first = contacts(solid, body), second = contacts(body, solid);
            ASSERT_FALSE(first.points.empty());
            EXPECT_TRUE(verify(first, solid, body));
            EXPECT_TRUE(verify(second, body, solid));
            const Placed gone{shape, Pose::translation(place + Vec3{5, 0, 0})};
            EXPECT_FALSE(verify(first, solid, gone));
            EXPECT_FALSE(verify(second, gone, solid));
        }
    }
}

/// A ball low in a high shaft: of the ends and the middle of a contact along the shaft only the end on the
/// ball is near it.
TEST(VerifyContact, OneEndOfAContactInsideOfASolid) {
    const Placed shaft{mesh_of(box_mesh({0.15, 0.15, 1}), 1, MeshKind::solid), Pose::identity()};
    const Placed ball{Sphere{0.1}, Pose::translation({0, 0, -0.5})};
    ContactManifold m;
    m.points.count = 1;
    m.points.storage[0].position = {0, 0, 0.2};  // from the bottom of the ball to the top of the shaft
    m.points.storage[0].depth = 1.6;
    m.distance = {-1.7, 0};
    m.normal = {0, 0, 1};
    EXPECT_TRUE(verify(m, shaft, ball));
    const Placed below{Sphere{0.1}, Pose::translation({0, 0, -1.5})};
    EXPECT_FALSE(verify(m, shaft, below));
    m.normal = {0, 0, -1};
    EXPECT_TRUE(verify(m, ball, shaft));
    EXPECT_FALSE(verify(m, below, shaft));
}

/// Two capsules whose axes cross at 0.3 radians, 0.9 apart. The contact is given along another normal, with
/// its ends before the points where the axes are nearest: those are found by going back from the ends by the
/// margins, and by no other length.
TEST(VerifyContact, EndsOffTheNormalShowTheDepthOfTheCores) {
    constexpr double kCos = 0.955336489125606, kSin = 0.29552020666133955;
    const Placed a{Capsule{0.5, 2}, Pose::identity()};
    const Placed b{Capsule{0.5, 2},
                   Pose{Mat3{{Vec3{1, 0, 0}, {0, kCos, -kSin}, {0, kSin, kCos}}}, {0.9, 0, 0}}};
    // Beside the middles, each across its own axis.
    const Vec3 near_a{0, 0.3, 0}, near_b{0.9, 0.2 * kCos, -0.2 * kSin};
    ContactManifold m;
    m.normal = unit(near_b - near_a);
    const double between = length(near_b - near_a);
    m.points.count = 1;
    m.points.storage[0].position = 0.5 * (near_a + near_b);
    m.points.storage[0].depth = 1 - between;
    m.distance = {-0.9, -0.1};
    EXPECT_TRUE(verify(m, a, b));
    m.distance.upper = -0.1 - 1e-9;
    EXPECT_FALSE(verify(m, a, b)) << "deeper than they are";
}

}  // namespace
}  // namespace graze::test
