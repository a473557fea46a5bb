// More contact manifolds that once did not verify, as literals: gaps whose upper end was not shown, and faces
// like needles.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"

namespace graze::test {
namespace {

void expect_verified(const Placed& a, const Placed& b) {
    EXPECT_TRUE(verify(contacts(a, b), a, b));
    EXPECT_TRUE(verify(contacts(b, a), b, a));
}

TEST(ContactLiteralsAgain, RoundedSegmentBesideATetrahedron) {
    // The search for members went on along the round skin instead of ending at the segment.
    const Placed a{
        Shape(Tetrahedron{{0x1.5995ab9489d3ep+1, 0x1.bfb2d062b6667p-4, 0x1.a5b93ab2853ffp+3},
                          {-0x1.c2ba96cf27655p+4, -0x1.1d68187d29db2p+1, -0x1.33b892cfea5b4p+1},
                          {0x1.0909662c40e4dp+3, 0x1.707571199f197p+1, -0x1.030483838a557p+4},
                          {-0x1.0e8a93e3a1f37p+5, 0x1.8f5537eca7203p+3, -0x1.72f627885b361p+1}}),
        Pose{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}},
             {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b{
        rounded(Shape(Segment{{-0x1.54c4e3ec3b247p+5, -0x1.e23dcadac6088p+3, -0x1.72a21a3d5247ep+3},
                              {-0x1.2586e39b9502p+3, 0x1.109e381ae650ep+5, 0x1.0ff9b2871b8b4p+4}}),
                0x1.4f16835d31feap+2),
        Pose{Mat3{{{{0x0p+0, 0x0p+0, -0x1p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x1p+0, 0x0p+0, 0x0p+0}}}},
             {0x1.63e71740b9e78p+2, -0x1.953d515bab636p+4, 0x1.0d82ce580170dp+5}}};
    expect_verified(a, b);
}

TEST(ContactLiteralsAgain, SumWithANeedleOfAFace) {
    // The sides of a face far longer than wide, cut as lines, cross well beyond its corner.
    const Placed a{Shape(*ConvexPolygon::build(std::vector<Vec3>{
                       {0x1.584c855bfcfc6p-3, 0x0p+0, 0x1.842f9288cb3dcp-3},
                       {0x1.59b6de1795d3bp-3, 0x0p+0, -0x1.8237fc070d85dp-3},
                       {0x1.ebd4cfe2ec09bp-10, 0x0p+0, -0x1.21a3a3082c91dp-2},
                       {-0x1.c9aa9f2cdfbbdp-3, 0x0p+0, -0x1.78e7315f0625ep-5},
                       {-0x1.998ecf81254fep-3, 0x0p+0, 0x1.0ff1c70fca999p-3},
                   })),
                   Pose{Mat3{{{{-0x1.16c7b6a288e5p-2, 0x1.6150f24d1873ap-1, -0x1.5756ef6920a21p-1},
                               {0x1.affccd8e8733ep-1, -0x1.4f93153ae377p-3, -0x1.05b60420432e5p-1},
                               {-0x1.d9b6bdf2713aep-2, -0x1.68ef2a162adebp-1, -0x1.13431f6bba94cp-1}}}},
                        {0x1.99f2ab101cf2ap-3, -0x1.6b3056e37574p-8, -0x1.ede447582dafbp-3}}};
    const Placed b{minkowski_sum(Shape(Cylinder{0x1.03e777653b029p-3, 0x1.6fff8bb425c3dp-4}),
                                 Shape(*ConvexPolygon::build(std::vector<Vec3>{
                                     {0x0p+0, 0x1.53265322a2695p-5, 0x1.4a2186a20e8e3p-5},
                                     {0x0p+0, -0x1.c401f88a6182dp-7, 0x1.4785a861c9edbp-4},
                                     {0x0p+0, -0x1.6f0aac219b259p-5, 0x1.b31751cb575cfp-6},
                                     {0x0p+0, -0x1.61cf9f8208213p-6, -0x1.3095c30ea0f07p-4},
                                     {0x0p+0, 0x1.5426b85bd887bp-5, -0x1.46e3adc608082p-5},
                                 }))),
                   Pose{Mat3{{{{-0x1.d9b6bdf2713aep-2, -0x1.68ef2a162adebp-1, -0x1.13431f6bba94cp-1},
                               {0x1.affccd8e8733ep-1, -0x1.4f93153ae377p-3, -0x1.05b60420432e5p-1},
                               {0x1.16c7b6a288e5p-2, -0x1.6150f24d1873ap-1, 0x1.5756ef6920a21p-1}}}},
                        {0x1.99f2ab101cf2ap-3, -0x1.6b3056e37574p-8, -0x1.ede447582dafbp-3}}};
    expect_verified(a, b);
}

TEST(ContactLiteralsAgain, SumWithANeedleOfAFaceAgain) {
    const Placed a{Shape(*ConvexPolygon::build(std::vector<Vec3>{
                       {0x1.2f92a789d3ab7p-1, 0x1.fe74c6579a948p-3, 0x0p+0},
                       {-0x1.b8788786cb009p-3, 0x1.a51c4f76323bfp-1, 0x0p+0},
                       {-0x1.3bb9f0aed95fap-1, -0x1.0e04465edc507p-4, 0x0p+0},
                       {-0x1.8499fe07ba4f2p-2, -0x1.62a1e2ec9c778p-1, 0x0p+0},
                       {0x1.37298cc9b1ff6p-1, -0x1.4c2ffcf3e275bp-3, 0x0p+0},
                   })),
                   Pose{Mat3{{{{0x1.fb646585ee2ep-1, -0x1.c7ce2e49533a8p-4, 0x1.30bb2c078902p-4},
                               {0x1.ce7374a1aed7ep-6, -0x1.7a7184f2cc4a4p-2, -0x1.db88164842152p-1},
                               {0x1.0bfae74223ce8p-3, 0x1.d853be8bd3d6p-1, -0x1.73d23ab3f78f4p-2}}}},
                        {0x1.448f721ac6028p-1, 0x1.2ae70e270ae58p-2, 0x1.a884ece6fe298p-2}}};
    const Placed b{minkowski_sum(Shape(Cylinder{0x1.6333b3adc951ap-2, 0x1.1f718f1c7249p-2}),
                                 Shape(*ConvexPolygon::build(std::vector<Vec3>{
                                     {0x0p+0, 0x1.05da663af5c6bp-2, 0x1.73a2191247594p-4},
                                     {0x0p+0, 0x1.3eee94b837806p-3, 0x1.0e4264ae922bcp-2},
                                     {0x0p+0, -0x1.a5b9d4ba22534p-5, 0x1.46e4a6fd5fb63p-2},
                                     {0x0p+0, -0x1.1fbfff3abf87bp-3, 0x1.1b05a59679928p-2},
                                     {0x0p+0, -0x1.04ea513524716p-2, 0x1.8311f517595fcp-4},
                                     {0x0p+0, -0x1.0607dc554d5ddp-2, -0x1.70a181f89e03dp-4},
                                     {0x0p+0, -0x1.2cf79a5d6ef38p-3, -0x1.15d7ed087c006p-2},
                                     {0x0p+0, -0x1.562b86acf070cp-7, -0x1.4cec41493ddep-2},
                                     {0x0p+0, 0x1.9b470cdb30637p-3, -0x1.b595639a6bbcp-3},
                                     {0x0p+0, 0x1.0f6a71739465dp-2, -0x1.fe7fc6086d176p-6},
                                 }))),
                   Pose{Mat3{{{{0x1.ce7374a1aed7ep-6, -0x1.7a7184f2cc4a4p-2, -0x1.db88164842152p-1},
                               {-0x1.0bfae74223ce8p-3, -0x1.d853be8bd3d6p-1, 0x1.73d23ab3f78f4p-2},
                               {-0x1.fb646585ee2ep-1, 0x1.c7ce2e49533a8p-4, -0x1.30bb2c078902p-4}}}},
                        {0x1.448f721ac6028p-1, 0x1.2ae70e270ae58p-2, 0x1.a884ece6fe298p-2}}};
    expect_verified(a, b);
}

TEST(ContactLiteralsAgain, SphereOffACornerOfABox) {
    // A ball's image under a pose was searched like any curved set; its centre is enough.
    const Placed a{Shape(Sphere{0x1.945a2998fc5bfp-2}),
                   Pose{Mat3{{{{-0x1.e48850c648d3p-2, -0x1.80b3e0b27be39p-1, 0x1.d6fa3aae42a54p-2},
                               {0x1.5dd24e0a344e8p-3, 0x1.bc579c95027bap-2, 0x1.c4eb3ea3f85c2p-1},
                               {-0x1.ba7ef39a88f9ap-1, 0x1.fd11b882a479dp-2, -0x1.3b50fca0a98dp-4}}}},
                        {0x1.242de3f39e5fp-2, -0x1.8f28e305996f8p-1, 0x1.c1642279aec24p-1}}};
    const Placed b{Shape(Box{{0x1.0f768b4149dacp-2, 0x1.a72907228a6aep-1, 0x1.c12ed986042cp-1}}),
                   Pose{Mat3{{{{-0x1.077f52b66a3ebp-2, -0x1.68b5b5eb17cebp-1, -0x1.52a2f5b544c39p-1},
                               {0x1.d6c0e42c078e2p-1, 0x1.0709f85a9edp-5, -0x1.91527f4eb657ap-2},
                               {0x1.307b99702337ep-2, -0x1.6afd96df67affp-1, 0x1.476bba9ea73fp-1}}}},
                        {0x1.034f3dfc56297p+0, -0x1.95ef5576bec59p+1, 0x1.1f25d9c0b7a1cp-2}}};
    expect_verified(a, b);
}

TEST(ContactLiteralsAgain, SphereAboveAFaceOfABox) {
    const Placed a{Shape(Sphere{0x1.51111599e8652p-1}),
                   Pose{Mat3{{{{0x1.1452077e63e5ep-1, -0x1.9a740364ab79fp-1, 0x1.07347794cdf49p-2},
                               {0x1.97dca422c9df3p-1, 0x1.2b8bb9478ba0fp-1, 0x1.378334f755997p-3},
                               {-0x1.16da4b6d641c5p-2, 0x1.f67141ab6ec9ep-4, 0x1.e8a169c4a0c81p-1}}}},
                        {0x1.a0bb29df31896p-1, -0x1.9d25388527786p-2, -0x1.bc03ca20302b3p-1}}};
    const Placed b{Shape(Box{{0x1.d3993e6a3f39ap-1, 0x1.f33d291783742p-1, 0x1.7481efdc4b427p-2}}),
                   Pose{Mat3{{{{0x1.1452077e63e5ep-1, -0x1.9a740364ab79fp-1, 0x1.07347794cdf49p-2},
                               {0x1.97dca422c9df3p-1, 0x1.2b8bb9478ba0fp-1, 0x1.378334f755997p-3},
                               {-0x1.16da4b6d641c5p-2, 0x1.f67141ab6ec9ep-4, 0x1.e8a169c4a0c81p-1}}}},
                        {0x1.11ff79112db71p-1, -0x1.1c8e3f4e2643p-2, 0x1.c1a33462f22bp-4}}};
    expect_verified(a, b);
}

TEST(ContactLiteralsAgain, SphereFarFromTheOriginAboveABox) {
    const Placed a{Shape(Sphere{0x1.51fc27ced3d56p-1}),
                   Pose{Mat3{{{{0x1.1f2ae8cc798ep-6, 0x1.06e5f7c93beb1p-2, 0x1.eec1d13baa3bp-1},
                               {0x1.02a424ed4499dp-2, 0x1.de339d6f93d81p-1, -0x1.02cae3533c5b4p-2},
                               {-0x1.ef51569b82f76p-1, 0x1.fceef711ccaf8p-3, -0x1.8d1da8b9ed82p-5}}}},
                        {0x1.13180eae22a0ap+6, 0x1.8f6f296a34528p+6, -0x1.1ca20671a9ad8p+3}}};
    const Placed b{Shape(Box{{0x1.5aa80c8b2af82p-1, 0x1.ab3dc6d3bbf68p-1, 0x1.e8953ebfe5715p-2}}),
                   Pose{Mat3{{{{0x1.1f2ae8cc798ep-6, 0x1.06e5f7c93beb1p-2, 0x1.eec1d13baa3bp-1},
                               {0x1.02a424ed4499dp-2, 0x1.de339d6f93d81p-1, -0x1.02cae3533c5b4p-2},
                               {-0x1.ef51569b82f76p-1, 0x1.fceef711ccaf8p-3, -0x1.8d1da8b9ed82p-5}}}},
                        {0x1.0eae7365c43e6p+6, 0x1.9091538a0922fp+6, -0x1.1e66d9b0d301dp+3}}};
    expect_verified(a, b);
}

TEST(ContactLiteralsAgain, CornerThatIsAlmostStraight) {
    // Two sides of the square's right edge that are in line up to rounding: the corner between them is not
    // where the prism is.
    const Shape square(*ConvexPolygon::build(
        std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {1 + 0x1p-52, 0, 0}, {1, 1, 0}, {-1, 1, 0}}));
    std::vector<Vec3> prism;
    for (int i = 0; i < 7; ++i) {
        const double angle = i * 6.283185307 / 7;
        for (const double z : {0.0, 1.0}) prism.push_back({0.2 * std::cos(angle), 0.2 * std::sin(angle), z});
    }
    const Pose turned = Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.6), {});
    const Placed a{square, turned};
    const Placed b{Shape(*ConvexHull::build(prism)),
                   {turned.rotation, turned.rotation * Vec3{1, 0.3, -0.01}}};
    expect_verified(a, b);
}

TEST(ContactLiteralsAgain, SegmentBesideASumOfNeedles) {
    // What rounding left along a needle of 1e-9 in the offset to the point led the search for members back to
    // its ends.
    const Placed a{Shape(Box{{0x0p+0, 0x0p+0, 0x1.92c9496e1ad3ap-1}}),
                   Pose{Mat3{{{{-0x1.44409527601cap-1, 0x1.3bff099a38e1ap-2, 0x1.6b5fe1c9ec824p-1},
                               {0x1.cbf7e2f1c525p-6, 0x1.d9eab2369db9ep-1, -0x1.8278fdb6055fcp-2},
                               {-0x1.8bfa220aad642p-1, -0x1.c0b4542e0e0bdp-3, -0x1.3091d4aeec90cp-1}}}},
                        {-0x1.25a12477f6b68p-4, 0x1.7a75491cdfa72p-2, 0x1.2cd7074c016c1p-1}}};
    const Placed b{
        minkowski_sum(Shape(*ConvexHull::build(
                          std::vector<Vec3>{
                              {0x1.ec1b22bd3703fp-33, -0x1.46968584365ffp-31, 0x1.287301c2dd039p-2},
                              {-0x1.bdcc47858f67ap-29, -0x1.78aa3c8be2afap-34, -0x1.390dd673c15f9p-3},
                              {-0x1.3aedafccef88cp-29, -0x1.a6839c1c7af6ap-30, -0x1.935fdc06c3dd9p-5},
                              {-0x1.9e75ae613ea09p-35, -0x1.9f0e4b2d172c3p-30, 0x1.9322184390d0cp-3},
                              {-0x1.488a63eb9d843p-29, -0x1.4e2885bf8e52bp-31, -0x1.b8c829f51b853p-3},
                          },
                          {.allow_degenerate = true})),
                      Shape(*ConvexHull::build(
                          std::vector<Vec3>{
                              {-0x1.c98ddf3a5bb19p-34, 0x1.1a47fc02751d9p-36, -0x1.13ed7a100efc4p-2},
                              {-0x1.25a4aaa946d7bp-37, 0x1.3d5c9d4966181p-32, -0x1.c4860405b1847p-6},
                              {-0x1.8166bd00ba74bp-32, -0x1.f6a487161a845p-34, 0x1.9fb0df053c7f1p-3},
                              {0x1.038fe3e2c0878p-31, -0x1.e66780e879771p-34, 0x1.3d8dd7dab77a7p-3},
                              {0x1.2f11ab3c67957p-33, 0x1.059809755f72ep-35, -0x1.1010dc67fb1b2p-2},
                              {0x1.5f7ca265fe758p-31, -0x1.110259aa98ca1p-38, -0x1.4d30a1a6b5e29p-5},
                              {-0x1.eafde4e9c6285p-33, 0x1.5468d8b2196c4p-35, -0x1.041e693c78792p-2},
                              {-0x1.3b00bf812416ap-32, 0x1.56c84be6b02f4p-35, -0x1.f061f5c2be11ap-3},
                              {0x1.15023f01c837p-31, 0x1.8d79cd197baa7p-33, -0x1.31c4c190c30abp-6},
                              {-0x1.1374102496e4p-32, 0x1.02ac4855fc2adp-34, 0x1.f7a48d99cfde6p-3},
                              {0x1.5681ff7da4939p-31, -0x1.2208fa599cdcap-34, 0x1.3c7605d9907f4p-5},
                              {-0x1.b59d372aec5b2p-32, -0x1.e27a55b75e914p-33, -0x1.f1594ad51833bp-5},
                          },
                          {.allow_degenerate = true}))),
        Pose{Mat3{{{{-0x1.06ab7c7fb188dp-3, -0x1.05c4c63a4aadbp-1, 0x1.b318b3bb9647p-1},
                    {-0x1.cd00b0a917c84p-1, -0x1.325a1b6af275fp-2, -0x1.4377670b2ada7p-2},
                    {0x1.a9b705080898ep-2, -0x1.9c80a20cfd811p-1, -0x1.b0195fb3a0da2p-2}}}},
             {-0x1.9d385138b76b8p-2, 0x1.d06bd16ccbce8p-2, -0x1.8ebfbd6a9b27cp-3}}};
    expect_verified(a, b);
}

}  // namespace
}  // namespace graze::test
