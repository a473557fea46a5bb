// Gaps of curved shapes whose manifolds once did not verify, as literals: their nearest points show them now.
// A sum of cones with an upright face, cones in capsules whose depth is known better than world coordinates
// can decide, a rounded sum on a half-space, cylinders about one axis, and a rounded ellipsoid that touches a
// rounded sum.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"

namespace graze::test {
namespace {

void expect_gap_verified(const Placed& a, const Placed& b) {
    for (const bool swapped : {false, true}) {
        const Placed& first = swapped ? b : a;
        const Placed& second = swapped ? a : b;
        const ContactManifold m = contacts(first, second);
        EXPECT_TRUE(m.points.empty());
        EXPECT_GT(m.distance.lower, 0);
        EXPECT_TRUE(verify(m, first, second)) << swapped;
    }
}

void expect_touching_verified(const Placed& a, const Placed& b) {
    for (const bool swapped : {false, true}) {
        const Placed& first = swapped ? b : a;
        const Placed& second = swapped ? a : b;
        const Separation s = separation(first, second);
        EXPECT_TRUE(s.distance.contains(0)) << swapped;
        EXPECT_TRUE(verify(s, first, second)) << swapped;
        const ContactManifold m = contacts(first, second);
        EXPECT_TRUE(m.distance.contains(0)) << swapped;
        EXPECT_TRUE(verify(m, first, second)) << swapped;
    }
}

TEST(GapLiterals, BoxBesideACylinder) {
    const Placed a =
        Placed{Shape(Box{{0x1.149eff95ae5a2p-2, 0x1.b3a213010b5f4p-1, 0x1.c09fa3fce7fdcp-2}}),
               Pose{Mat3{{{{-0x1.642aafde8f5d4p-1, -0x1.9e4a17ad4263fp-2, 0x1.2ff0f969e8962p-1},
                           {0x1.2b5ba51869b96p-3, -0x1.c70c331e1a7bcp-1, -0x1.bcdbac2cba781p-2},
                           {0x1.681f63c673b4cp-1, -0x1.b936081808e22p-3, 0x1.5ad3b96c49b68p-1}}}},
                    {0x1.4c55d9bf2d9aep-1, 0x1.8b49162e9da6cp-1, 0x1.f54a86692a3ep-3}}};
    const Placed b =
        Placed{Shape(Cylinder{0x1.1884e9ec3fd38p-1, 0x1.ca9a1c00222bcp-1}),
               Pose{Mat3{{{{-0x1.642aafde8f5d4p-1, -0x1.9e4a17ad4263fp-2, 0x1.2ff0f969e8962p-1},
                           {0x1.2b5ba51869b96p-3, -0x1.c70c331e1a7bcp-1, -0x1.bcdbac2cba781p-2},
                           {0x1.681f63c673b4cp-1, -0x1.b936081808e22p-3, 0x1.5ad3b96c49b68p-1}}}},
                    {-0x1.a0c999becae6p-6, 0x1.84da164167351p-2, 0x1.a40abb5cbd6aep-1}}};
    expect_gap_verified(a, b);
}

TEST(GapLiterals, SmallCylinders) {
    const Placed a =
        Placed{Shape(Cylinder{0x1.b7246c3802ae8p-5, 0x1.4488a5e116e85p-6}),
               Pose{Mat3{{{{0x1.134625f3c2dd4p-2, -0x1.4853b3b91d7c8p-4, -0x1.eb7145b001e01p-1},
                           {0x1.882a0b63477fcp-1, 0x1.3e78359207c36p-1, 0x1.4cf25ea4cdfaep-3},
                           {0x1.2b02aea9b29dbp-1, -0x1.8ecb4e08827eep-1, 0x1.d42feb839a1c4p-3}}}},
                    {0x1.60c6d8dca192p-7, 0x1.972c4292de3dcp-6, -0x1.281311ea6f92p-7}}};
    const Placed b =
        Placed{Shape(Cylinder{0x1.1593983fb8664p-5, 0x1.0d0e900aa4316p-5}),
               Pose{Mat3{{{{-0x1.882a0b64dadb1p-1, -0x1.3e783590cc398p-1, -0x1.4cf25e99f984fp-3},
                           {0x1.134625fddc32fp-2, -0x1.4853b41807a54p-4, -0x1.eb7145ad9a321p-1},
                           {0x1.2b02aea54e927p-1, -0x1.8ecb4e0845e7fp-1, 0x1.d42febb3b1e48p-3}}}},
                    {-0x1.1885a3f876adbp-4, 0x1.f7d70ddc648cp-5, 0x1.0f2c455b5901ap-5}}};
    expect_gap_verified(a, b);
}

TEST(GapLiterals, CylindersApart) {
    const Placed a = Placed{Shape(Cylinder{0x1.8138123ea50dep-1, 0x1.95d1123dc7c0ep-1}),
                            Pose{Mat3{{{{0x1.8134b00a19a54p-2, -0x1.59c2f48c087ffp-1, -0x1.44cd9a2664186p-1},
                                        {0x1.7f1ff245837cep-2, 0x1.7962f0758fec1p-1, -0x1.2025026cd9efep-1},
                                        {0x1.b1fecfaf70bfep-1, -0x1.a4295cc53425p-6, 0x1.0f54523b7693p-1}}}},
                                 {-0x1.c1e313524eeebp-1, -0x1.b13c8e55918aap-1, 0x1.65fd69030a628p-1}}};
    const Placed b =
        Placed{Shape(Cylinder{0x1.95136eeebbb96p-1, 0x1.413750ce3da4ap-2}),
               Pose{Mat3{{{{-0x1.8134b00a2585bp-2, 0x1.59c2f48c0b813p-1, 0x1.44cd9a265d601p-1},
                           {-0x1.7f1ff2457b43fp-2, -0x1.7962f0758d8a4p-1, 0x1.2025026cdfca3p-1},
                           {0x1.b1fecfaf6fedcp-1, -0x1.a4295cc3ded59p-6, 0x1.0f54523b78673p-1}}}},
                    {-0x1.c5a73a5682b2p+0, -0x1.95e55f992feccp+0, -0x1.69b2056bd402p-2}}};
    expect_gap_verified(a, b);
}

TEST(GapLiterals, CylinderAndEllipsoid) {
    const Placed a =
        Placed{Shape(Cylinder{0x1.6b6474d4a5899p-6, 0x1.ac360f5d06b04p-6}),
               Pose{Mat3{{{{0x1.1151fcf1a8d01p-1, 0x1.65001f1ff6525p-1, 0x1.e9dc25d210646p-2},
                           {0x1.acc3b6179c0d9p-1, -0x1.075975558909ep-1, -0x1.7a762cb6fb24fp-3},
                           {0x1.e011b773c0d8ep-4, 0x1.ff3d95ef10fbep-2, -0x1.b78bef5993c08p-1}}}},
                    {-0x1.fc5206e7f168p-11, 0x1.ef0cf790314e4p-6, -0x1.745fc7444e126p-6}}};
    const Placed b =
        Placed{Shape(Ellipsoid{{0x1.76ab4ab4b2bdap-6, 0x1.1578f2549ec8p-5, 0x1.2251d8c5425cbp-7}}),
               Pose{Mat3{{{{0x1.1151fcf1a8d01p-1, 0x1.65001f1ff6525p-1, 0x1.e9dc25d210646p-2},
                           {0x1.acc3b6179c0d9p-1, -0x1.075975558909ep-1, -0x1.7a762cb6fb24fp-3},
                           {0x1.e011b773c0d8ep-4, 0x1.ff3d95ef10fbep-2, -0x1.b78bef5993c08p-1}}}},
                    {-0x1.c67a6b5ffbf67p-8, 0x1.3ae9fdc2495e8p-8, 0x1.57810b3ccb82cp-6}}};
    expect_gap_verified(a, b);
}

TEST(GapLiterals, CylinderAndEllipsoidOnOneAxis) {
    const Placed a =
        Placed{Shape(Cylinder{0x1.ad6afdfaf7c6ap-1, 0x1.bf40f1d713adap-1}),
               Pose{Mat3{{{{0x1.30c54158d30eap-1, -0x1.628e68766ff37p-1, -0x1.a15de8c34becap-2},
                           {0x1.9aca31b45b797p-1, 0x1.1485768c306ffp-1, 0x1.043e56d7d129ap-2},
                           {0x1.698f7497f8ac4p-5, -0x1.e9c64cb959746p-2, 0x1.c111d549d8f5cp-1}}}},
                    {-0x1.77ba8be922bbap-1, 0x1.0f0de5d52444p-3, 0x1.6088c46c7f87p-3}}};
    const Placed b =
        Placed{Shape(Ellipsoid{{0x1.4099759af504dp-1, 0x1.55b23428dd219p-1, 0x1.4df99ed96651ap-1}}),
               Pose{Mat3{{{{0x1.30c54158d30eap-1, -0x1.628e68766ff37p-1, -0x1.a15de8c34becap-2},
                           {0x1.9aca31b45b797p-1, 0x1.1485768c306ffp-1, 0x1.043e56d7d129ap-2},
                           {0x1.698f7497f8ac4p-5, -0x1.e9c64cb959746p-2, 0x1.c111d549d8f5cp-1}}}},
                    {-0x1.9fd9cc24455fbp-1, 0x1.f69016041fd62p-1, -0x1.6298b4fd773c2p+0}}};
    expect_gap_verified(a, b);
}

/// The nearest points lie in front of one point of each core, a little aside from each other.
TEST(GapLiterals, TetrahedronAtARoundedSum) {
    const Placed a =
        Placed{Shape(Tetrahedron{{0x1.ap-2, -0x1p-2, 0x1.1p-1},
                                 {0x1p-5, 0x1.ep-3, -0x1.1p-1},
                                 {-0x1.9p-2, 0x1.6p-3, -0x1.cp-3},
                                 {0x1.2p-2, 0x1.8p-5, -0x1.cp-3}}),
               Pose{Mat3{{{{0x0p+0, -0x1p+0, 0x0p+0}, {0x1p+0, 0x0p+0, 0x0p+0}, {-0x0p+0, 0x0p+0, 0x1p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b =
        Placed{rounded(minkowski_sum(rounded(Shape(Cone{0x1.d8p-2, 0x1p-3}), 0x1.4p-5),
                                     Shape(Cylinder{0x1.d8p-2, 0x1.cp-3})),
                       0x1.ap-2),
               Pose{Mat3{{{{0x0p+0, -0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, -0x1p+0}, {0x1p+0, 0x0p+0, 0x0p+0}}}},
                    {-0x1.6p-2, -0x1.c6p+0, 0x1.1p-1}}};
    EXPECT_TRUE(verify(contacts(a, b), a, b));
    EXPECT_TRUE(verify(contacts(b, a), b, a));
}

/// The lines of two cones that face the direction at once are almost parallel: together they would stand
/// upright on the box's edge.
TEST(GapLiterals, SumOfConesWithoutAnUprightFace) {
    const Placed a =
        Placed{Shape(Box{{0x1.68p+5, 0x1.48p+5, 0x1.9p+4}}),
               Pose{Mat3{{{{0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, -0x1p+0}, {-0x1p+0, 0x0p+0, 0x0p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b =
        Placed{minkowski_sum(minkowski_sum(transformed(Shape(Cone{0x1.68p+3, 0x1p+3}),
                                                       Affine{Mat3{{{{0x1p-1, 0x0p+0, 0x0p+0},
                                                                     {0x0p+0, 0x1p+0, 0x0p+0},
                                                                     {0x0p+0, 0x0p+0, 0x1.8p+0}}}},
                                                              {0x1.5p+2, 0x1.7p+2, 0x1.2p+1}}),
                                           Shape(Cone{0x1.38p+3, 0x1.78p+3})),
                             Shape(Point{{-0x1.4p+2, -0x1p+3, 0x1p+2}})),
               Pose{Mat3{{{{0x0p+0, 0x0p+0, -0x1p+0}, {0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, -0x1p+0, 0x0p+0}}}},
                    {0x1.82p+5, 0x1.b8p+4, -0x1.46p+5}}};
    for (const ContactManifold& m : {contacts(a, b), contacts(b, a)}) {
        for (const ContactPoint& point : m.points) EXPECT_LE(point.depth, 1e-5);
    }
    EXPECT_TRUE(verify(contacts(a, b), a, b));
    EXPECT_TRUE(verify(contacts(b, a), b, a));
}

TEST(SeparationLiterals, TinyConeInACapsule) {
    const Placed a =
        Placed{Shape(Capsule{0x1.3b50419bc0412p-7, 0x1.48b8a3c6422a1p-7}),
               Pose{Mat3{{{{-0x1.a8bdcbd3c754p-4, 0x1.ad1c36b3bfba7p-1, -0x1.12350bf1118d2p-1},
                           {-0x1.f97a2d0fcf721p-1, -0x1.3770300ecabdp-3, -0x1.7f8bc70026174p-5},
                           {-0x1.ee507c9f5389ap-4, 0x1.0c3a653014292p-1, 0x1.afb79c471cc21p-1}}}},
                    {-0x1.1406f5941e193p+0, -0x1.786f75dfa4652p+0, 0x1.92581263a9f37p+0}}};
    const Placed b =
        Placed{Shape(Cone{0x1.63bb9c7a83fc8p-23, 0x1.aa882c0f744d4p-22}),
               Pose{Mat3{{{{-0x1.6d481f8afa3fp-4, -0x1.ebbd7d5a19272p-1, 0x1.0e30c47662bb4p-2},
                           {0x1.782026a2d9ad2p-3, -0x1.1adb5cf77ee6p-2, -0x1.e302f07a090b7p-1},
                           {0x1.f5373c3c2aa15p-1, -0x1.2439b5c7a67f6p-5, 0x1.9bb157849cfe5p-3}}}},
                    {-0x1.153ab0856ad3ap+0, -0x1.7918480b932bep+0, 0x1.93135a483b0c3p+0}}};
    EXPECT_TRUE(verify(separation(a, b), a, b));
    EXPECT_TRUE(verify(separation(b, a), b, a));
}

TEST(SeparationLiterals, ConeInACapsuleFarFromTheOrigin) {
    const Placed a =
        Placed{Shape(Capsule{0x1.afab380867162p-1, 0x1.50c8df3d4e072p-1}),
               Pose{Mat3{{{{-0x1.6a7d527bbe2b8p-1, -0x1.19670daf78e14p-4, -0x1.67df4b3d5cfd9p-1},
                           {0x1.55d0e5827b062p-1, -0x1.8f0e04643194cp-2, -0x1.44cca5193dc62p-1},
                           {-0x1.d7b6e26c0d7ccp-3, -0x1.d6353ca872432p-1, 0x1.497e12f8693b2p-2}}}},
                    {-0x1.eb3443aae70b2p+5, -0x1.35c2cec9058p+3, -0x1.1fc0a0b5d1b2cp+7}}};
    const Placed b =
        Placed{Shape(Cone{0x1.b45806b67732ap-2, 0x1.cdeed8ba000cap-3}),
               Pose{Mat3{{{{-0x1.266c97dbc9fb2p-1, 0x1.81b85c7a6e38ap-1, 0x1.46ab9137d244ap-2},
                           {0x1.e12464437f4f2p-2, 0x1.3f2566d42d928p-1, -0x1.4006210db47c6p-1},
                           {-0x1.56e7b8da397a9p-1, -0x1.ad222ece6295ap-3, -0x1.6cc2b9483f86fp-1}}}},
                    {-0x1.ecc29440d76c2p+5, -0x1.3d2910ae6e896p+3, -0x1.209fa03a8d354p+7}}};
    EXPECT_TRUE(verify(separation(a, b), a, b));
    EXPECT_TRUE(verify(separation(b, a), b, a));
}

/// The lowest point of a rounded sum is its end along the normal; the search for members does not find it.
TEST(SeparationLiterals, RoundedSumOnAHalfSpace) {
    const Placed a = Placed{
        Shape(HalfSpace{{0x1p+0, 0x0p+0, 0x0p+0}, 0x1.d8p-1}),
        Pose{Mat3{{{{0x0p+0, -0x1p+0, 0x0p+0}, {-0x1p+0, 0x0p+0, 0x0p+0}, {-0x0p+0, -0x0p+0, -0x1p+0}}}},
             {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b = Placed{
        rounded(
            minkowski_sum(Shape(Ellipsoid{{0x1.4p-2, 0x1.2p-3, 0x1.ep-4}}), Shape(Cone{0x1.3p-3, 0x1.38p-2})),
            0x1.8p-3),
        Pose{Mat3{{{{0x0p+0, 0x0p+0, -0x1p+0}, {0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, -0x1p+0, 0x0p+0}}}},
             {0x0p+0, -0x1.88p+0, 0x1.3p-3}}};
    EXPECT_TRUE(verify(separation(a, b), a, b));
    EXPECT_TRUE(verify(separation(b, a), b, a));
    const Vec3 displacement{0x1.ccd37e92dd27ap+0, 0x1.14b5852dfa046p-1, 0x1.3acf22fe08381p-5};
    const auto hit = translational_cast(a, b, displacement);
    ASSERT_TRUE(hit);
    EXPECT_TRUE(verify(*hit, a, b, displacement));
}

/// All directions across the common axis are equally deep, and the support points along one of them lie at
/// different ends.
TEST(SeparationLiterals, CylinderInARoundedCylinder) {
    const Placed a = Placed{Shape(Cylinder{0x1.df3e776511f0ap-3, 0x1.331672a37d3f5p-1}),
                            Pose{Mat3{{{{0x1.f4ff143daee1cp-3, -0x1.cc4633d4d361bp-1, 0x1.740b6b63d2b1p-2},
                                        {0x1.72eddb1ad18ebp-1, 0x1.ac8c9e6f755bp-2, 0x1.186e867bb6678p-1},
                                        {-0x1.49f3aed4718fp-1, 0x1.08aa88be8b8eap-3, 0x1.81df696249f28p-1}}}},
                                 {-0x1.e1e729e183c8cp-1, -0x1.89d39e0c1ad8ep-1, 0x1.472fa23e4d2dp+0}}};
    const Placed b =
        Placed{rounded(Shape(Cylinder{0x1.24201e5fc9746p-1, 0x1.330366d39517p-1}), 0x1.d13aee0312cc3p-2),
               Pose{Mat3{{{{-0x1.f4ff143daee1cp-3, 0x1.cc4633d4d361bp-1, -0x1.740b6b63d2b1p-2},
                           {0x1.72eddb1ad18ebp-1, 0x1.ac8c9e6f755bp-2, 0x1.186e867bb6678p-1},
                           {0x1.49f3aed4718fp-1, -0x1.08aa88be8b8eap-3, -0x1.81df696249f28p-1}}}},
                    {-0x1.e1e729e183c8cp-1, -0x1.89d39e0c1ad8ep-1, 0x1.472fa23e4d2dp+0}}};
    for (const bool swapped : {false, true}) {
        const Separation s = swapped ? separation(b, a) : separation(a, b);
        EXPECT_EQ(s.status, Status::converged);
        EXPECT_LE(s.distance.width(), 1e-6 * b.shape.reach());
        const double depth = a.shape.values()[0] + b.shape.children()[0].values()[0] +
                             b.shape.values()[0];  // of both radii and the margin
        EXPECT_LE(s.distance.lower, -depth + 1e-12);
        EXPECT_GE(s.distance.upper, -depth - 1e-12);
        // A facet of height w on a surface as curved as the pair is large is sqrt(2 w extent) wide, on either
        // shape.
        const Vec3 off = s.point_b - s.point_a - s.distance.middle() * s.normal;
        EXPECT_LE(length(off), 2 * std::sqrt(2 * s.distance.width() * (a.shape.reach() + b.shape.reach())))
            << swapped;
    }
}

TEST(GapLiterals, RoundedEllipsoidTouchesARoundedSum) {
    const Placed a = Placed{rounded(Shape(Ellipsoid{{3136, 896, 1024}}), 1472),
                            Pose{Mat3{{{{0, 1, 0}, {1, 0, 0}, {0, 0, -1}}}}, {}}};
    const Shape plate(*ConvexPolygon::build(
        std::vector<Vec3>{{1088, 0, 1152}, {1088, 0, -1152}, {-1088, 0, -1152}, {-1088, 0, 1152}}));
    const Placed b = Placed{
        rounded(minkowski_sum(Shape(Segment{{96, -640, -32}, {1792, 160, -768}}), rounded(plate, 960)), 640),
        Pose{Mat3{{{{0, -1, 0}, {-1, 0, 0}, {0, 0, -1}}}}, {160, 9088, 384}}};
    expect_touching_verified(a, b);
}

/// Touching pairs whose points were once beside each other: a ball of no size bounds their depth well, but
/// does not show where they touch.
TEST(GapLiterals, ConeAtTheImageOfAPoint) {
    const Placed a = Placed{Shape(Cone{0x1.c9b77d0f11974p-2, 0x1.7945181291748p-1}),
                            Pose{Mat3{{{{0x1.26a531bed70d8p-2, 0x1.c0707d7a7e475p-1, 0x1.8cb26f4e61153p-2},
                                        {0x1.13ed3dbc4ed09p-1, -0x1.ee0ac583f1eecp-2, 0x1.6189b42014492p-1},
                                        {0x1.95584ada9808ap-1, 0x1.4ab071bb6e6ap-7, -0x1.38c01b029b666p-1}}}},
                                 {0x1.d858ede50b71cp-2, -0x1.dbec0649de5ap-1, 0x1.61a66ded57128p-3}}};
    const Placed b = Placed{
        transformed(Shape(Point{{0x1.00b4276ac5bb4p-2, -0x1.fba9f234d3294p-2, 0x1.4dd38b9aaa5d3p-4}}),
                    Affine{Mat3{{{{0x1.87158e0d97a4p-1, -0x1.e88610b5e64ep-1, 0x1.c4026194c7b08p-3},
                                  {0x1.46760122227dap-1, -0x1.ae64f0865e28ep-1, -0x1.0f795b49e86dp-2},
                                  {-0x1.3fbe053f74598p-2, 0x1.154bd22589e98p-1, -0x1.edda0340db4ap-5}}}},
                           {-0x1.2faf0ab7fae1cp-3, -0x1.0e0c81f62144ap-2, -0x1.119352c37764ap-2}}),
        Pose{Mat3{{{{0x1.e3d8a06d6c2bfp-2, -0x1.2becd90724ea4p-2, 0x1.a99784681974dp-1},
                    {0x1.a15bce14b09d8p-1, -0x1.b4e35af5d090cp-3, -0x1.13ba8e8df5f5ap-1},
                    {0x1.571900a2ef28dp-2, 0x1.dd34ca5c1ef42p-1, 0x1.1a89b297c530fp-3}}}},
             {0x1.3f9ab81ff5b3ap+0, -0x1.e0bbf00ad2631p-1, -0x1.49f4720023d4cp-5}}};
    expect_touching_verified(a, b);
}

TEST(GapLiterals, TetrahedronAtAHullOfShapes) {
    const Placed a =
        Placed{Shape(Tetrahedron{{-0x1.28p-1, 0x1.7p-2, -0x1.4p-3},
                                 {0x1p-5, -0x1.18p-1, 0x1.ep-3},
                                 {-0x1.ep-2, -0x1.ap-3, 0x1.7p-2},
                                 {-0x1.9p-2, 0x1.4p-3, -0x1.5p-2}}),
               Pose{Mat3{{{{0x0p+0, 0x1p+0, 0x0p+0}, {0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x0p+0, -0x1p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b = Placed{
        convex_hull_of(std::vector<Shape>{
            Shape(Cylinder{0x1.7p-1, 0x1p+0}),
            transformed(
                Shape(Point{{0x1.8p-4, 0x1.38p-1, 0x1.ap-3}}),
                Affine{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}},
                       {-0x1.f8p-1, 0x1.4p-2, 0x1.ap-1}})}),
        Pose{Mat3{{{{0x0p+0, -0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, -0x1p+0}, {0x1p+0, 0x0p+0, 0x0p+0}}}},
             {-0x1.9p+0, -0x1.b8p-1, 0x1.6p-1}}};
    expect_touching_verified(a, b);
}

}  // namespace
}  // namespace graze::test
