// Close calls that were once undecided with a bound that `verify` refuses, as the literal inputs they were
// found with; and a random sweep over gaps and overlaps from 1e-17 to 1e-8 of the size.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

/// Touching pairs are shown to intersect or to be too close to call, in both orders.
void expect_not_apart(const Placed& a, const Placed& b) {
    for (const auto& [x, y] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        const Verdict verdict = decide(*x, *y);
        EXPECT_NE(verdict.answer, Answer::disjoint);
        EXPECT_EQ(verdict.status, Status::converged);
        EXPECT_TRUE(verify(verdict, *x, *y));
    }
}

/// Both orders answer as they should and prove it.
void expect_decided(const Placed& a, const Placed& b, Answer answer) {
    for (const auto& [x, y] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        const Verdict verdict = decide(*x, *y);
        EXPECT_EQ(verdict.answer, answer);
        EXPECT_EQ(verdict.status, Status::converged);
        EXPECT_TRUE(verify(verdict, *x, *y));
    }
}

TEST(CloseCalls, PointJustInsideBall) {
    // No double but the centre lies in a placed point: neither is a common point at hand, nor does GJK end
    // with four.
    const Placed a =
        Placed{Shape(Point{{0x1.cc08c49c2de1dp-4, -0x1.c5e3121ba3c2dp-2, -0x1.628001b467a6dp-2}}),
               Pose{Mat3{{{{0x1.e37194630fb4cp-3, -0x1.057343ef001bp-6, -0x1.f176a4af027fp-1},
                           {0x1.de5b4248302a8p-1, -0x1.15aefb58d1c7p-2, 0x1.d9ff1b46159f6p-3},
                           {-0x1.1194e0a4fc41fp-2, -0x1.ecbf63a2907f8p-1, -0x1.9241bc496cb2p-5}}}},
                    {0x1.a57feea118b82p-1, -0x1.d2dd319c8c121p-1, 0x1.0d74d0ae3a6bep-1}}};
    const Placed b =
        Placed{Shape(Sphere{0x1.e2a220d404488p-1}),
               Pose{Mat3{{{{0x1.63bebfd8631dfp-1, 0x1.4fb5863f17cfep-1, 0x1.2e94c17c24e4ap-2},
                           {0x1.1790b77cbc2e1p-3, -0x1.0c194c063a4dfp-1, 0x1.ae8f740ac1029p-1},
                           {0x1.6987eb4441879p-1, -0x1.1681eccf520c6p-1, -0x1.d035ff1eb35dcp-2}}}},
                    {0x1.14802b184a4ep+0, -0x1.37f3a81fc831dp+0, 0x1.e5d0091ebbb36p-3}}};
    expect_decided(a, b, Answer::intersecting);
}

TEST(CloseCalls, GapBesideAffineImage) {
    // A gap of 1e-12: the normal must be good to 1e-6, where doubles end the search.
    const Placed a = Placed{Shape(Point{{0x1.4863ed7ef5096p-2, -0x1.2a0ece653cb7dp-2, 0x1.c8a8ee6addd29p-4}}),
                            Pose{Mat3{{{{0x1.639ffb11b632p-5, -0x1.fef89cb9b8a0fp-1, 0x1.7a1cc94b8149p-5},
                                        {0x1.784e4df8c7766p-2, -0x1.ba8776171dd8p-6, -0x1.dbf956bd9fcd7p-1},
                                        {0x1.dba7e3514f2b4p-1, 0x1.d58d96dfb2d8p-5, 0x1.765959967c044p-2}}}},
                                 {0x1.4f466d1a99ad6p+0, 0x1.44c9ff8477ccp-6, -0x1.d84c384ec541dp+0}}};
    const Placed b =
        Placed{transformed(Shape(Cone{0x1.537493de72b5ap-1, 0x1.7a92b61534edap-1}),
                           Affine{Mat3{{{{0x1.c6caefde67476p-2, 0x0p+0, 0x0p+0},
                                         {0x0p+0, 0x1.44d4adc2b578ap+0, 0x0p+0},
                                         {0x0p+0, 0x0p+0, -0x1.21c42272821e8p-2}}}},
                                  {0x1.363de32ddc686p-2, 0x1.634f3ed99111cp-3, -0x1.67d29992ab204p-2}}),
               Pose{Mat3{{{{0x1.4afb4f7738fcbp-1, 0x1.8689a50c120d7p-1, -0x1.15f5eefc3db28p-6},
                           {0x1.645c3deaf76bp-1, -0x1.3287c5b2772f9p-1, -0x1.95e89e216cdefp-2},
                           {-0x1.4003eb22e3194p-2, 0x1.f49d726abd49ap-3, -0x1.d5fa08477200cp-1}}}},
                    {0x1.92f08458d83bap+0, -0x1.890dc11d62b57p-1, -0x1.e3685e375d398p+0}}};
    expect_decided(a, b, Answer::disjoint);
}

TEST(CloseCalls, SegmentThroughRim) {
    // A rim swept along a segment: the tetrahedra under it are needles.
    const Placed a =
        Placed{Shape(Segment{{-0x1.7006d8c490cf9p-5, 0x1.20ed2bd927567p-3, 0x1.94a39cda1ffcap-4},
                             {-0x1.0f5bf60dc2926p-1, -0x1.cc88a1487fecp-2, -0x1.4cb8f11506329p-2}}),
               Pose{Mat3{{{{-0x1.da2a8a51fd98cp-2, -0x1.c49bff08e6c54p-1, 0x1.06f3e55e8b0e8p-4},
                           {0x1.724df3de7b01cp-1, -0x1.570881b099818p-2, 0x1.353189dad9fe9p-1},
                           {-0x1.0651240cc3651p-1, 0x1.4de41fa35dc78p-2, 0x1.96c57c73d659fp-1}}}},
                    {-0x1.b25f7f8ef4fecp-1, -0x1.e7c8adcc2e36fp-1, 0x1.066e0508a43b8p+0}}};
    const Placed b =
        Placed{Shape(Cylinder{0x1.d6d37a300fe12p-1, 0x1.3fe7a57e0a5adp-1}),
               Pose{Mat3{{{{-0x1.9cdefad7738cp-1, -0x1.223f9fe110a88p-1, 0x1.58f59e76dd3cfp-3},
                           {-0x1.41ad43e75bc18p-4, 0x1.8a2f4ce6bcb9fp-2, 0x1.d6d4b8e9b14aep-1},
                           {-0x1.2c1b9b18d34bcp-1, 0x1.74e663df7c2f8p-1, -0x1.6b7482b1a3313p-2}}}},
                    {-0x1.940cb048272c2p-2, 0x1.afcf3c6cb60eap-2, -0x1.1b44ad9f1e19p-3}}};
    expect_decided(a, b, Answer::intersecting);
}

TEST(CloseCalls, PolygonOnCone) {
    // Touching, with supports that tie along the polygon.
    const Placed a =
        Placed{Shape(*ConvexPolygon::build(std::vector<Vec3>{
                   {0x0p+0, 0x1.ep+17, 0x1.ep+17},
                   {0x0p+0, -0x1.ep+17, 0x1.ep+17},
                   {0x0p+0, -0x1.ep+17, -0x1.ep+17},
                   {0x0p+0, 0x1.ep+17, -0x1.ep+17},
               })),
               Pose{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x0p+0, -0x1p+0}, {-0x0p+0, 0x1p+0, 0x0p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b =
        Placed{Shape(Cone{0x1.ep+18, 0x1.ep+18}),
               Pose{Mat3{{{{0x0p+0, 0x0p+0, 0x1p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {-0x1p+0, 0x0p+0, 0x0p+0}}}},
                    {-0x1.ep+18, 0x1.ep+17, 0x1.68p+19}}};
    expect_not_apart(a, b);
}

TEST(CloseCalls, CapsuleOnEllipsoid) {
    // Touching: the nearest point has no direction left in doubles.
    const Placed a = Placed{
        Shape(Capsule{0x1.ap-2, 0x1.d8p-1}),
        Pose{Mat3{{{{0x0p+0, -0x1p+0, 0x0p+0}, {-0x1p+0, 0x0p+0, 0x0p+0}, {-0x0p+0, -0x0p+0, -0x1p+0}}}},
             {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b =
        Placed{Shape(Ellipsoid{{0x1.5p-2, 0x1.4p-1, 0x1.d8p-1}}),
               Pose{Mat3{{{{0x0p+0, 0x0p+0, 0x1p+0}, {0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}}}},
                    {0x0p+0, 0x1.54p+0, -0x1.d8p-1}}};
    expect_not_apart(a, b);
}

TEST(CloseCalls, CapsuleOnSum) {
    // The same with a sum, whose members cannot be distinguished from their coordinates.
    const Placed a =
        Placed{Shape(Capsule{0x1.ap-1, 0x1.2p-1}),
               Pose{Mat3{{{{0x0p+0, 0x0p+0, 0x1p+0}, {0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b = Placed{
        minkowski_sum(convex_hull_of(std::vector<Shape>{
                          Shape(Cylinder{0x1.88p-2, 0x1.58p-2}),
                          transformed(convex_hull_of(std::vector<Shape>{
                                          Shape(Cylinder{0x1.68p-2, 0x1.7p-2}),
                                          transformed(Shape(Triangle{{0x0p+0, 0x1.4p-5, 0x1.6p-3},
                                                                     {-0x1.6p-4, 0x1.1p-3, -0x1.2p-2},
                                                                     {-0x1.8p-4, -0x1.7p-3, -0x1p-7}}),
                                                      Affine{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0},
                                                                    {0x0p+0, 0x1p+0, 0x0p+0},
                                                                    {0x0p+0, 0x0p+0, 0x1p+0}}}},
                                                             {-0x1.6p-3, -0x1.6p-3, 0x1.fp-3}})}),
                                      Affine{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0},
                                                    {0x0p+0, 0x1p+0, 0x0p+0},
                                                    {0x0p+0, 0x0p+0, 0x1p+0}}}},
                                             {0x1.8p-6, -0x1.6p-4, -0x1.fp-2}}),
                          transformed(transformed(Shape(Capsule{0x1.2p-2, 0x1.7p-3}),
                                                  Affine{Mat3{{{{0x1p-1, 0x0p+0, 0x0p+0},
                                                                {0x0p+0, 0x1p+0, 0x0p+0},
                                                                {0x0p+0, 0x0p+0, 0x1.8p+0}}}},
                                                         {0x1.cp-4, 0x1.9p-3, 0x1.ap-3}}),
                                      Affine{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0},
                                                    {0x0p+0, 0x1p+0, 0x0p+0},
                                                    {0x0p+0, 0x0p+0, 0x1p+0}}}},
                                             {0x1.fp-3, 0x1.6p-2, 0x1.b8p-2}})}),
                      Shape(Segment{{0x1.6p-4, -0x1.3p-3, 0x1p-6}, {-0x1.cp-5, -0x1.8p-6, -0x1.1p-3}})),
        Pose{Mat3{{{{0x0p+0, 0x1p+0, 0x0p+0}, {-0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, -0x0p+0, 0x1p+0}}}},
             {0x1.9p-2, -0x1.f4p+0, -0x1.d6p-1}}};
    expect_not_apart(a, b);
}

TEST(CloseCalls, CylinderOnEllipsoid) {
    // A rim on a curved side.
    const Placed a =
        Placed{Shape(Cylinder{0x1.fp-1, 0x1.fp-2}),
               Pose{Mat3{{{{0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}, {0x1p+0, 0x0p+0, 0x0p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b =
        Placed{Shape(Ellipsoid{{0x1.4p-1, 0x1p-2, 0x1.4p-2}}),
               Pose{Mat3{{{{0x0p+0, 0x0p+0, -0x1p+0}, {-0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}}}},
                    {0x1.fp-2, 0x0p+0, 0x1.98p+0}}};
    expect_not_apart(a, b);
}

TEST(CloseCalls, RimInSum) {
    // An overlap of 1e-12 under a rim.
    const Placed a =
        Placed{Shape(Cylinder{0x1.92b5c6bdd9e18p-1, 0x1.212b2e3f5cc04p-2}),
               Pose{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b = Placed{
        minkowski_sum(Shape(Triangle{{0x1.bce8ae6f47a5fp-2, -0x1.8fea8c2a376ebp-4, 0x1.5905665349097p-5},
                                     {0x1.28457576003ffp-4, 0x1.9e41a4ad352dcp-3, -0x1.e51983b5146dcp-4},
                                     {-0x1.5512d107f3da4p-5, 0x1.1c5646b8c72ddp-5, 0x1.5011f68974591p-4}}),
                      Shape(*ConvexPolygon::build(std::vector<Vec3>{
                          {0x1.a23c7c247834ep-4, 0x0p+0, 0x1.9738696364928p-2},
                          {0x1.506f2f3dae272p-2, 0x0p+0, 0x1.ab2c3924185f1p-3},
                          {0x1.8487c06c7778ap-2, 0x0p+0, -0x1.1773ed231833bp-5},
                          {0x1.78242d768f0f5p-3, 0x0p+0, -0x1.72450cb1d268dp-2},
                          {-0x1.19ea3f3543a47p-3, 0x0p+0, -0x1.8a1c3ef704ec4p-2},
                          {-0x1.6e7406bd69922p-2, 0x0p+0, -0x1.208b7afd75c95p-3},
                          {-0x1.2b60cdd428454p-2, 0x0p+0, 0x1.0ec540ec3a52cp-2},
                          {-0x1.62f9e141617cap-3, 0x0p+0, 0x1.785c5f19f9d31p-2},
                      }))),
        Pose{Mat3{{{{0x1.52a34cbfd40bp-1, 0x1.60d0eb0d02a74p-4, 0x1.7d79ac3405ddp-1},
                    {0x1.a19f7de244536p-6, 0x1.faff3303f933p-1, -0x1.18cb6aa55cdf1p-3},
                    {-0x1.7fcb56b22e568p-1, 0x1.c139cbf710b06p-4, 0x1.4e3464dd23015p-1}}}},
             {0x1.70cf1a886c954p-1, -0x1.c007dcfd9b683p-2, 0x1.625fdc604842cp-1}}};
    expect_decided(a, b, Answer::intersecting);
}

TEST(CloseCalls, BallInImage) {
    // An overlap of 1e-12 of two curved sides.
    const Placed a =
        Placed{Shape(Sphere{0x1.b0a42b03fe8b8p-1}),
               Pose{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b = Placed{
        transformed(Shape(Point{{0x1.ca7bbf5cb5953p-4, 0x1.4aa3b1ac44036p-1, 0x1.b54ec7fa909f3p-3}}),
                    Affine{Mat3{{{{-0x1.2e797f929ee2p-1, 0x1.721bd4d53403p-2, -0x1.919971e6b157p-2},
                                  {-0x1.a86be5c08ded4p-1, 0x1.49956c3817ee8p-2, 0x1.5a96ee5e283d8p-1},
                                  {-0x1.ba9a32ead94p-8, 0x1.d4e617bdd1768p-3, -0x1.e541ec704fc9ap-1}}}},
                           {0x1.4b603cd4e4f8cp-3, -0x1.a7e59bc3c4984p-3, -0x1.7e2a386d6715p-3}}),
        Pose{Mat3{{{{-0x1.2fffc72d50d24p-2, -0x1.23b74b19132eep-4, -0x1.e78e3c68a53dp-1},
                    {-0x1.3a28c4dcfe097p-3, 0x1.f9c3a89a08496p-1, -0x1.aae88989992eep-6},
                    {0x1.e29157cd7929ep-1, 0x1.1b516f7b40225p-3, -0x1.377bde32955e8p-2}}}},
             {0x1.50e720e7d3294p-1, -0x1.caecace276486p-2, -0x1.a9670b3028367p-2}}};
    expect_decided(a, b, Answer::intersecting);
}

TEST(CloseCalls, SumsOverlapping) {
    // An overlap of 1e-12 where both are sums.
    const Placed a = Placed{
        minkowski_sum(Shape(Cone{0x1.07b3c0f623075p-3, 0x1.792e82b6a0dfcp-5}),
                      Shape(Point{{-0x1.7620617a1e68dp-4, -0x1.697f7b0f0358bp-8, 0x1.7ec5de8eae9b2p-4}})),
        Pose{Mat3{{{{-0x1.cc7597c117268p-3, 0x1.e77c2e3462da4p-4, -0x1.ef27ecdd472e2p-1},
                    {0x1.ed320020b92e4p-1, -0x1.f55d58f23edbp-4, -0x1.e97c66720f2e6p-3},
                    {-0x1.2cb0fd7de9c88p-3, -0x1.f87baf99a3026p-1, -0x1.64db6ca6f765p-4}}}},
             {-0x1.346bbdc48f9cp-7, -0x1.54a5210c9a96p-7, -0x1.c76c3e6c9adp-8}}};
    const Placed b = Placed{
        minkowski_sum(Shape(Segment{{-0x1.f89116c778a9ep-4, -0x1.3c7d8f7bd5cb9p-7, 0x1.443e4a85dd6adp-7},
                                    {0x1.f1280be1851b8p-5, 0x1.ffee501ab5288p-6, -0x1.08b0b44913c35p-5}}),
                      Shape(Point{{-0x1.b02be76542b76p-5, 0x1.758e349deea68p-5, 0x1.120abcdcb7f7ep-3}})),
        Pose{Mat3{{{{0x1.9cbdfd433fee4p-1, -0x1.1a51b2107d931p-1, -0x1.b7b4ba7454f5cp-3},
                    {0x1.06600293eee12p-4, 0x1.c4a1a5be7f93cp-2, -0x1.ca17e8e1f7d38p-1},
                    {0x1.2d2f4f46b3d91p-1, 0x1.6a3e9a562ed17p-1, 0x1.910d38a73b5b6p-2}}}},
             {-0x1.6bbbd3c801c37p-6, -0x1.7e0263ef07aacp-3, 0x1.d01453e2ee1c8p-3}}};
    expect_decided(a, b, Answer::intersecting);
}

TEST(CloseCalls, RimOnCornerElsewhere) {
    // Touching at one normal, while the overlap is thinnest nearby at another one.
    const Placed a =
        Placed{Shape(Tetrahedron{{0x1.20047c7e100d5p-2, 0x1.203d56f01ead4p-3, 0x1.5ce754923afcdp-1},
                                 {-0x1.4645a9f6cdca2p-2, 0x1.9d0f0805231bbp-3, -0x1.7291241e576f2p-3},
                                 {-0x1.0e96c1c284159p-2, -0x1.767619a7a1c8dp-2, -0x1.92f8bf75ff871p-2},
                                 {-0x1.f1bb302a6b1f4p-4, -0x1.be73133374787p-2, -0x1.0edcb10eb867fp-1}}),
               Pose{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b =
        Placed{Shape(Cylinder{0x1.249534cf8813p-1, 0x1.d5de0e057f926p-1}),
               Pose{Mat3{{{{0x1.6ee9dee7c3924p-3, -0x1.f790824d7574cp-1, -0x1.8b70f39322efbp-6},
                           {0x1.f72215194b648p-1, 0x1.6bf64bc4386f8p-3, 0x1.adda8142e0d5bp-5},
                           {-0x1.83a22307c34cep-5, -0x1.0f4ec7ea2f68bp-5, 0x1.ff25325f42c02p-1}}}},
                    {0x1.582e1c9091c7dp-1, 0x1.ebb85f09927edp-2, 0x1.a167ae804f025p+0}}};
    expect_not_apart(a, b);
}

TEST(CloseCalls, CapsuleDeepInConeOnOneAxis) {
    // Deep, but on one axis: every tetrahedron of support points around the origin has it on a face.
    const Placed a =
        Placed{Shape(Capsule{0x1.ecb5cfb0ea321p+14, 0x1.c20ebec02acdep+14}),
               Pose{Mat3{{{{0x1.df2b7096e748p-5, 0x1.c29ffdc675e3p-1, 0x1.e26da0efce7cdp-2},
                           {0x1.158f1604cdd3cp-4, 0x1.de8e7846f8b5ap-2, -0x1.c350e8dcf0213p-1},
                           {-0x1.fdf1c9bbf044ap-1, 0x1.55f3cf2a32cf8p-4, -0x1.08a389dbd91ap-5}}}},
                    {0x1.7a4c92a41b3dp+15, -0x1.05d782cbf34e8p+13, 0x1.91966aac47a8p+11}}};
    const Placed b =
        Placed{Shape(Cone{0x1.fc407efe9c432p+14, 0x1.ec207d4275c6ep+15}),
               Pose{Mat3{{{{0x1.df2b7096e748p-5, 0x1.c29ffdc675e3p-1, 0x1.e26da0efce7cdp-2},
                           {0x1.158f1604cdd3cp-4, 0x1.de8e7846f8b5ap-2, -0x1.c350e8dcf0213p-1},
                           {-0x1.fdf1c9bbf044ap-1, 0x1.55f3cf2a32cf8p-4, -0x1.08a389dbd91ap-5}}}},
                    {0x1.b9517489cb026p+16, -0x1.aef021d14422cp+13, 0x1.4ba8827bf696fp+12}}};
    expect_decided(a, b, Answer::intersecting);
}

TEST(CloseCalls, CylinderDeepInConeOnOneAxis) {
    // The same, and what the support points combine to lies on the side that they share.
    const Placed a =
        Placed{Shape(Cylinder{0x1.90fb16c266c5ap-2, 0x1.d92c87ddedafp-1}),
               Pose{Mat3{{{{-0x1.6b1fc4ef0cd9p-1, 0x1.63adef32a33c2p-1, -0x1.eba91331cce7p-4},
                           {-0x1.2c57b5a6bc8ccp-1, -0x1.5a175e0946384p-1, -0x1.c8c47bb595c49p-2},
                           {-0x1.90655426966acp-2, -0x1.f7b2a521c1d5ap-3, 0x1.c619e31aef9edp-1}}}},
                    {0x1.b71eba747c75ap-1, -0x1.09035bfb8d4d6p-2, -0x1.7fce9752a80aep-2}}};
    const Placed b =
        Placed{Shape(Cone{0x1.671508b26e07dp-2, 0x1.a2964f470859cp-1}),
               Pose{Mat3{{{{-0x1.6b1fc4ef0cd9p-1, 0x1.63adef32a33c2p-1, -0x1.eba91331cce7p-4},
                           {-0x1.2c57b5a6bc8ccp-1, -0x1.5a175e0946384p-1, -0x1.c8c47bb595c49p-2},
                           {-0x1.90655426966acp-2, -0x1.f7b2a521c1d5ap-3, 0x1.c619e31aef9edp-1}}}},
                    {0x1.54d5e73f5d78ep+0, 0x1.40edbcafeaa58p-5, -0x1.73094dd86e28cp+0}}};
    expect_decided(a, b, Answer::intersecting);
}

TEST(CloseCalls, HalfSpacesThatFaceEachOther) {
    const Mat3 turn = Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {}).rotation;
    const Vec3 n{0.1, 0.2, -0.7};
    for (const Mat3& r : {Mat3::identity(), turn}) {
        // Exactly opposite normals of different length.
        expect_decided({HalfSpace{n, 0.3}, {r, {}}}, {HalfSpace{n * -4.0, -1.3}, {r, {}}}, Answer::disjoint);
        expect_decided({HalfSpace{n, 0.3}, {r, {}}}, {HalfSpace{n * -4.0, -1.1}, {r, {}}},
                       Answer::intersecting);
        // One last place off, and they intersect far away.
        expect_decided({HalfSpace{n, 0.3}, {r, {}}},
                       {HalfSpace{{-0.4, -0.8, next_above(2.8)}, -1.3}, {r, {}}}, Answer::intersecting);
    }
    // The same plane from both sides.
    expect_decided({HalfSpace{{0, 2, 0}, 0.3}, {}}, {HalfSpace{{0, -8, 0}, -1.2}, {}}, Answer::intersecting);
    expect_decided({HalfSpace{n, 0.3}, {turn, {}}}, {HalfSpace{n * -4.0, -1.2}, {turn, {}}},
                   Answer::undecided);
    // Opposite by their rotations.
    const Mat3 about_z{{Vec3{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
    expect_decided({HalfSpace{{1, 0, 0}, 1}, {}}, {HalfSpace{{3, 0, 0}, 1}, {about_z, {1.5, 0, 0}}},
                   Answer::disjoint);
}

/// Brings a random pair to a signed distance of about `gap`, along the normal of its separation.
PairCase moved_to_gap(Random& random, ShapeType a, ShapeType b, Arrangement arrangement) {
    PairCase pair = random_pair(random, a, b, arrangement);
    SeparationOptions tight;
    tight.tolerance = 0;
    const Separation s = separation(pair.a, pair.b, tight);
    const double size = std::max(pair.a.shape.reach(), pair.b.shape.reach());
    const double gap = (random.chance(0.5) ? 1 : -1) * random.log_uniform(1e-17, 1e-8) * size;
    if (std::isfinite(s.distance.middle())) pair.b.pose.position += (gap - s.distance.middle()) * s.normal;
    return pair;
}

TEST(CloseCalls, ThinFacesAreAsCloseAsTheirWeightsShow) {
    // The search in double-double ended by the length along the normal of a thin face, which its weights did
    // not reach.
    const Placed a{Capsule{0x1.af4481973de48p-6, 0x1.24d8172aa8dffp-7},
                   Pose{Mat3{{{{-0x1.27e058f710bf4p-1, -0x1.76ca2506c018ap-1, 0x1.7181e03180ba9p-2},
                               {-0x1.247b97ac3cfc6p-1, 0x1.5b6f6d4750f16p-1, 0x1.d8ce889897d36p-2},
                               {-0x1.2a6bbcb5e4b5cp-1, 0x1.f127418d11f64p-5, -0x1.9ee0b249a5e2ep-1}}}},
                        {0x1.46ce451265ea8p-2, 0x1.bfd7030d7e528p-1, 0x1.9a788d7ce8a8ep+0}}};
    const Shape segment = Segment{{0x1.c8bb20f22783bp-2, 0x1.901a7a7d7a71bp-3, 0x1.120264d91b2acp-2},
                                  {0x1.cf919fdaab37ep-2, 0x1.8ed498e6cc5dep-4, -0x1.bbb5acef1964p-13}};
    const Shape box = transformed(
        Box{{0x1.e60951fbcfcdcp-1, 0x1.9d23c96caa7b2p-1, 0x1.3f9709c47038ap-2}},
        Affine{Mat3::identity(), {-0x1.af9df51c97f2p-3, -0x1.3793f3b9e5f5p-3, -0x1.62e4aae1a5e6p-5}});
    const Placed b{convex_hull_of(std::vector<Shape>{segment, box}),
                   Pose{Mat3{{{{0x1.749d9f6f88f29p-3, -0x1.7a612e58371a5p-1, -0x1.4c1b7393bbd4bp-1},
                               {-0x1.b0fe401eac8a6p-3, 0x1.3acab7618d867p-1, -0x1.8503bf976131p-1},
                               {0x1.ebadee8835f28p-1, 0x1.19fc485bfad24p-2, -0x1.6b96c91a67acp-5}}}},
                        {0x1.c0a443ae5fedp-5, 0x1.b766b454456fep-1, 0x1.42dea2178f6ccp+1}}};
    const Verdict verdict = decide(a, b);
    EXPECT_EQ(verdict.status, Status::converged);
    EXPECT_TRUE(verify(verdict, a, b));
}

TEST(CloseCalls, AreSettledAtEveryGap) {
    Random random(1521);
    int undecided = 0, intersecting = 0, count = 0;
    for (const ShapeType a : kAllShapeTypes)
        for (const ShapeType b : kAllShapeTypes) {
            if (a == ShapeType::half_space || b == ShapeType::half_space) continue;
            const PairCase pair = moved_to_gap(
                random, a, b, count % 3 == 0 ? Arrangement::mixed_sizes : Arrangement::near_touching);
            const Verdict verdict = decide(pair.a, pair.b);
            EXPECT_TRUE(verify(verdict, pair.a, pair.b)) << literal(pair.a) << "\n" << literal(pair.b);
            undecided += verdict.answer == Answer::undecided;
            intersecting += verdict.answer == Answer::intersecting;
            ++count;
        }
    EXPECT_LT(undecided, count / 2);
    EXPECT_GT(intersecting, count / 5);
}

}  // namespace
}  // namespace graze::test
