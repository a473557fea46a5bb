// Pairs with a common origin that the long randomised run found at fault, each with its literal input. They
// are solved in one order of the two shapes. In the other one the directions of the witness used to be
// turned, which rounds: a direction across an edge then had its other end for its support point, and the
// points that `verify` found again were not those of the answer.
#include <gtest/gtest.h>

#include <vector>

#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"

namespace graze::test {
namespace {

void expect_faultless(const Placed& a, const Placed& b) {
    const Judgement judgement =
        judge({a, b}, {.with_oracle = true, .with_certificate = true, .with_methods = true});
    for (const std::string& fault : judgement.faults) ADD_FAILURE() << fault << "\n" << describe({a, b});
    EXPECT_TRUE(verify(separation(a, b), a, b));
    EXPECT_TRUE(verify(separation(b, a), b, a));
}

TEST(SoakConcentric, SumsAroundPointsVerify) {
    expect_faultless(
        Placed{Shape(Point{{-0x1.ef1595ef34dd5p-2, 0x1.189eac772473cp-2, -0x1.75b3b2d51bddap-7}}),
               Pose{Mat3{{{{-0x1.fa884ffcb84f8p-2, -0x1.ab07d8485eb4ap-1, 0x1.f45212149d7fp-3},
                           {0x1.a312f32b27932p-3, -0x1.8a346aff1b1ap-2, -0x1.ccc7ae5e8f70cp-1},
                           {0x1.b0766365dd17ap-1, -0x1.94ab8e905057p-2, 0x1.71c2bd6b1f8fep-2}}}},
                    {0x1.02e019b887764p+0, -0x1.42f701bb7a086p-1, 0x1.c617724da0decp-2}}},
        Placed{minkowski_sum(
                   Shape(Box{{0x1.20a74e824d87cp-2, 0x1.b0ac7697fececp-2, 0x1.6d35a9bef7dcep-2}}),
                   minkowski_sum(Shape(*ConvexHull::build(
                                     std::vector<Vec3>{
                                         {0x1.15df3ae987295p-6, 0x1.bd9ef8ab2c654p-3, -0x1.cb55dd1abf9bcp-6},
                                         {0x1.a1a1656e23629p-8, -0x1.ee3821bcfa757p-3, 0x1.e8c36f79b4276p-8},
                                         {0x1.9c281c1ee1d8bp-5, 0x1.68a38ac2cdebep-3, -0x1.01f25e0ab9f55p-5},
                                         {0x1.46bf354d66dfcp-4, 0x1.151e380e46f46p-4, 0x1.1f0f93d6f9f32p-5},
                                         {-0x1.cebbb03ca85c9p-5, -0x1.4efe982c7d002p-5, 0x1.bdd8002750c72p-5},
                                         {0x1.b650104fe1d19p-6, -0x1.decb4c1284fccp-3, 0x1.df48eeef4c1ffp-9},
                                     },
                                     {.allow_degenerate = true})),
                                 Shape(Sphere{0x1.b28bc1af0653ap-3}))),
               Pose{Mat3{{{{0x1.f9932b940408ap-2, -0x1.220c18e0168cap-3, -0x1.b74cd0fc8872p-1},
                           {0x1.a90eba457dafcp-1, 0x1.7b5f83def07cfp-2, 0x1.aa90427e998c4p-2},
                           {0x1.0917de27f7bcep-2, -0x1.d6015ff9b6e3ap-1, 0x1.33b41224334c2p-2}}}},
                    {0x1.02e019b887764p+0, -0x1.42f701bb7a086p-1, 0x1.c617724da0decp-2}}});
    expect_faultless(
        Placed{Shape(Point{{-0x1.2bcc4244a2cddp+12, -0x1.0959b5ae0fa25p+12, 0x1.2f789f90aee21p+13}}),
               Pose{Mat3{{{{-0x1.a44eba9b685ep-4, -0x1.c6801884d5d42p-1, -0x1.cb9f42e606908p-2},
                           {0x1.373c0a16102d7p-2, 0x1.9b4fa3a915678p-2, -0x1.ba4de45e3c6ccp-1},
                           {0x1.e4f0afb36c1b6p-1, -0x1.ccf1170e4ced8p-3, 0x1.d42690e47147cp-3}}}},
                    {-0x1.b85588489e684p+13, 0x1.666a01cf972bp+11, 0x1.19471e7ce0ac2p+13}}},
        Placed{minkowski_sum(
                   minkowski_sum(
                       Shape(Point{{0x1.e1954f6b25aa4p+10, -0x1.0dd33f4a048c6p+10, 0x1.04363120ddf54p+10}}),
                       rounded(Shape(*ConvexPolygon::build(std::vector<Vec3>{
                                   {0x1.cdb63d082f071p+11, 0x1.6a548c659c92ap+10, 0x0p+0},
                                   {0x1.b9ec5ea08435ep+10, 0x1.bc0b20a50de71p+11, 0x0p+0},
                                   {-0x1.9a289637e7207p+8, 0x1.ed5354c81e19cp+11, 0x0p+0},
                                   {-0x1.5886f63592261p+11, 0x1.64ca713520f1bp+11, 0x0p+0},
                                   {-0x1.e0bb8ac548b93p+11, 0x1.e82d779c2d02bp+9, 0x0p+0},
                                   {-0x1.dd5c046fde05cp+11, -0x1.0d452f96676c3p+10, 0x0p+0},
                                   {-0x1.479de98bf7801p+11, -0x1.7460ef26f0036p+11, 0x0p+0},
                                   {0x1.c0730d7799caap+9, -0x1.e32538c3a9cecp+11, 0x0p+0},
                                   {0x1.2dd55a9c99203p+11, -0x1.89913cbdf5d96p+11, 0x0p+0},
                                   {0x1.bc7951ba93566p+11, -0x1.b83066fdb29d7p+10, 0x0p+0},
                               })),
                               0x1.41cdf87ef8fd1p+10)),
                   Shape(Box{{0x1.e5fc349eb5d43p+11, 0x1.4cc79a8553598p+12, 0x1.7d11815ae4fefp+12}})),
               Pose{Mat3{{{{0x1.da06d7b3844c8p-1, 0x1.aa4a251b3b91ap-3, 0x1.430454c1b82c5p-2},
                           {-0x1.ec1c5f5bd813p-3, -0x1.47b8605db439bp-2, 0x1.d535c431115bcp-1},
                           {0x1.2ab5a2bfd160cp-2, -0x1.d9380dea522dbp-1, -0x1.f8656d1a8eefep-3}}}},
                    {-0x1.b85588489e684p+13, 0x1.666a01cf972bp+11, 0x1.19471e7ce0ac2p+13}}});
    expect_faultless(
        Placed{Shape(Point{{-0x1.2bcc4244a2cddp+12, -0x1.0959b5ae0fa25p+12, 0x1.2f789f90aee21p+13}}),
               Pose{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}},
        Placed{minkowski_sum(
                   minkowski_sum(
                       Shape(Point{{0x1.e1954f6b25aa4p+10, -0x1.0dd33f4a048c6p+10, 0x1.04363120ddf54p+10}}),
                       rounded(Shape(*ConvexPolygon::build(std::vector<Vec3>{
                                   {0x1.cdb63d082f071p+11, 0x1.6a548c659c92ap+10, 0x0p+0},
                                   {0x1.b9ec5ea08435ep+10, 0x1.bc0b20a50de71p+11, 0x0p+0},
                                   {-0x1.9a289637e7207p+8, 0x1.ed5354c81e19cp+11, 0x0p+0},
                                   {-0x1.5886f63592261p+11, 0x1.64ca713520f1bp+11, 0x0p+0},
                                   {-0x1.e0bb8ac548b93p+11, 0x1.e82d779c2d02bp+9, 0x0p+0},
                                   {-0x1.dd5c046fde05cp+11, -0x1.0d452f96676c3p+10, 0x0p+0},
                                   {-0x1.479de98bf7801p+11, -0x1.7460ef26f0036p+11, 0x0p+0},
                                   {0x1.c0730d7799caap+9, -0x1.e32538c3a9cecp+11, 0x0p+0},
                                   {0x1.2dd55a9c99203p+11, -0x1.89913cbdf5d96p+11, 0x0p+0},
                                   {0x1.bc7951ba93566p+11, -0x1.b83066fdb29d7p+10, 0x0p+0},
                               })),
                               0x1.41cdf87ef8fd1p+10)),
                   Shape(Box{{0x1.e5fc349eb5d43p+11, 0x1.4cc79a8553598p+12, 0x1.7d11815ae4fefp+12}})),
               Pose{Mat3{{{{0x1.7b04bbae351d8p-4, -0x1.e6ff74de52833p-2, 0x1.bfe4786064eb3p-1},
                           {-0x1.9ba9c2c6e49a2p-1, 0x1.ee2211ba44232p-2, 0x1.63ba5aa865c2cp-2},
                           {-0x1.2cb8770daf785p-1, -0x1.7893c3ae0b25ap-1, -0x1.59d62fb5e13acp-2}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}});
}

TEST(SoakConcentric, SegmentsAndFlatShapesVerify) {
    expect_faultless(
        Placed{Shape(Segment{{0x1.7614ea6e5ede5p-3, 0x1.0290317d65ed5p-1, -0x1.5eb2e9663a3e7p-2},
                             {0x1.7da4c24ac543ap-2, -0x1.131363037fec8p-1, -0x1.16d4ae5190e43p-2}}),
               Pose{Mat3{{{{0x1.f89c9e22ee45ep-1, -0x1.417c53a529d85p-3, -0x1.03665cd2feff8p-4},
                           {0x1.e57acd1740901p-4, 0x1.d06fa15caf3fbp-1, -0x1.9d9279df93827p-2},
                           {0x1.eefc1503d498ap-4, 0x1.8feafce3d01a9p-2, 0x1.d3429f519f358p-1}}}},
                    {0x1.0b773056340edp+6, 0x1.372551374633p+3, 0x1.db5d8e4bb029ap+5}}},
        Placed{Shape(Segment{{0x1.01f8f8d1ecb5ep-2, 0x1.fb4901950a2a8p-2, -0x1.bebc92455d73p-4},
                             {-0x1.e0d3ced82d612p-4, -0x1.25307d975c09fp-1, 0x1.6872ce059a796p-4}}),
               Pose{Mat3{{{{-0x1.f89c9e22ee45ep-1, 0x1.417c53a529d85p-3, 0x1.03665cd2feff8p-4},
                           {-0x1.e57acd1740901p-4, -0x1.d06fa15caf3fbp-1, 0x1.9d9279df93827p-2},
                           {0x1.eefc1503d498ap-4, 0x1.8feafce3d01a9p-2, 0x1.d3429f519f358p-1}}}},
                    {0x1.0b773056340edp+6, 0x1.372551374633p+3, 0x1.db5d8e4bb029ap+5}}});
    expect_faultless(
        Placed{Shape(Segment{{0x1.3b83f9382d533p-4, -0x1.7be783825f478p-5, 0x1.152e865178c4ap-2},
                             {-0x1.2bfe55447403p-3, -0x1.13eda2bef0003p-3, 0x1.0d4e0fb4308a5p-6}}),
               Pose{Mat3{{{{0x1.f16d7baf24fa7p-1, -0x1.559f95359b003p-3, 0x1.58745a7453801p-3},
                           {-0x1.7139e824350b1p-3, -0x1.ec8eecfa6528p-5, 0x1.f6ab2deb0d56ep-1},
                           {-0x1.3aafaf5151525p-3, -0x1.f7e313f72425p-1, -0x1.6a731b5286e1p-4}}}},
                    {0x1.66b40336ef9b5p+4, 0x1.4d127d10d89dbp+4, -0x1.3220d423ca14ap+3}}},
        Placed{Shape(Tetrahedron{{0x1.65e3ccae8d104p-5, 0x1.9475e9b5cd987p-5, -0x1.0020d645ae024p-5},
                                 {0x1.322be4c793268p-3, -0x1.d4e89b51c6e5p-9, -0x1.b1ecfae465bfcp-4},
                                 {-0x1.1b90a84fbbcd9p-5, 0x1.123a8289844e2p-3, 0x1.89ef733095926p-4},
                                 {-0x1.9222629c4b36fp-5, 0x1.37dd1e18236edp-3, -0x1.923e88dafbbd3p-4}}),
               Pose{Mat3{{{{0x1.f16d7baf24fa7p-1, -0x1.559f95359b003p-3, 0x1.58745a7453801p-3},
                           {-0x1.7139e824350b1p-3, -0x1.ec8eecfa6528p-5, 0x1.f6ab2deb0d56ep-1},
                           {-0x1.3aafaf5151525p-3, -0x1.f7e313f72425p-1, -0x1.6a731b5286e1p-4}}}},
                    {0x1.66b40336ef9b5p+4, 0x1.4d127d10d89dbp+4, -0x1.3220d423ca14ap+3}}});
    expect_faultless(
        Placed{Shape(Segment{{-0x1.a137270851005p-21, -0x1.66c8b2c5ff83p-19, 0x1.5250d22c0bd2ep-14},
                             {-0x1.29980ccd8e246p-17, 0x1.d104d7990f83ap-15, 0x1.51974a7ec7121p-16}}),
               Pose{Mat3{{{{0x1.cd4eee0f645ccp-1, 0x1.bc0732d6cf69dp-2, 0x1.bd3543184929p-7},
                           {-0x1.52c0051152fa7p-2, 0x1.5536dcff8d455p-1, 0x1.5618488bacea2p-1},
                           {0x1.1f6840c63cdd6p-2, -0x1.3686b857bb83ep-1, 0x1.7ce051e884458p-1}}}},
                    {0x1.c233d8963df8ep-8, -0x1.6b719dd297b3p-9, 0x1.b62848127222cp-8}}},
        Placed{Shape(*ConvexPolygon::build(std::vector<Vec3>{
                   {0x1.e55488201057dp-15, 0x1.35f601f9cdefp-18, 0x0p+0},
                   {0x1.5c3f278fcc989p-18, 0x1.3dc647d01051cp-15, 0x0p+0},
                   {-0x1.0b3cf2cea5762p-17, 0x1.3c0c93a5d60b6p-15, 0x0p+0},
                   {-0x1.be69204487a9ap-15, 0x1.044fd3ed78055p-16, 0x0p+0},
                   {-0x1.c74fda8a4a3bp-15, -0x1.d12831f126f48p-17, 0x0p+0},
                   {-0x1.712b44678b81fp-16, -0x1.276f0cc566791p-15, 0x0p+0},
                   {0x1.20914d096325cp-15, -0x1.018da72f33f17p-15, 0x0p+0},
                   {0x1.df9cb3276e32ep-15, -0x1.f069594134e94p-18, 0x0p+0},
               })),
               Pose{Mat3{{{{-0x1.cd4eee0f645ccp-1, -0x1.bc0732d6cf69dp-2, -0x1.bd3543184929p-7},
                           {0x1.52c0051152fa7p-2, -0x1.5536dcff8d455p-1, -0x1.5618488bacea2p-1},
                           {0x1.1f6840c63cdd6p-2, -0x1.3686b857bb83ep-1, 0x1.7ce051e884458p-1}}}},
                    {0x1.c233d8963df8ep-8, -0x1.6b719dd297b3p-9, 0x1.b62848127222cp-8}}});
    expect_faultless(
        Placed{Shape(Segment{{0x1.0ceddbb3ee1e1p-2, -0x1.6560d41cf7c47p-1, 0x1.5060eafa2a811p-2},
                             {-0x1.7c5573110b827p-1, -0x1.0b3d39e4a0082p-1, -0x1.c5a5cbefe356bp-4}}),
               Pose{Mat3{{{{0x1.b6bc61479ee4p-7, -0x1.52c0b31e0a2bep-1, 0x1.7fda85f82e1b8p-1},
                           {-0x1.1c612ae43693p-6, -0x1.7fe8aeb0cb704p-1, -0x1.52a490b1ade84p-1},
                           {0x1.ffe080e79f816p-1, -0x1.10717c5ee684p-8, -0x1.60a3d426bb7p-6}}}},
                    {0x1.181cd5ef02507p+6, 0x1.062052d4b2d4dp+6, -0x1.56c4bc64d9dfp+6}}},
        Placed{Shape(*ConvexPolygon::build(std::vector<Vec3>{
                   {0x1.d74cc0e4f6b65p-2, 0x1.b2afdff9e4f2fp-2, 0x0p+0},
                   {0x1.9f485c1d18f17p-5, 0x1.cf60e6c917a0ep-1, 0x0p+0},
                   {-0x1.08ce0d29af0cbp-4, 0x1.cdfc7d72e083fp-1, 0x0p+0},
                   {-0x1.088233ca0bf8p-1, 0x1.c27ab9dde8134p-4, 0x0p+0},
                   {-0x1.a0113aa215e85p-2, -0x1.22f0f1f14c98fp-1, 0x0p+0},
                   {-0x1.3b8c5b35fc94ap-2, -0x1.7734330fc10aep-1, 0x0p+0},
                   {0x1.b2e5151d261bep-5, -0x1.cf29f5a97b611p-1, 0x0p+0},
                   {0x1.fcba7ed99dffap-2, -0x1.156c52a05d338p-2, 0x0p+0},
               })),
               Pose{Mat3{{{{-0x1.0d5a386d396b2p-1, 0x1.962e84bb93f48p-1, -0x1.39bfdf9dbd94p-2},
                           {-0x1.3f06dd213d255p-1, -0x1.d47214c56c17bp-4, 0x1.8c2724b0125dbp-1},
                           {0x1.285613a18d722p-1, 0x1.3227ff9acac8ap-1, 0x1.1be57d1ed8d0ep-1}}}},
                    {0x1.181cd5ef02507p+6, 0x1.062052d4b2d4dp+6, -0x1.56c4bc64d9dfp+6}}});
    expect_faultless(
        Placed{Shape(Segment{{-0x1.44d9fa3a1ff4ep-2, -0x1.fd87c6a9cd0abp-6, 0x1.5e55e4a488cb8p-1},
                             {0x1.2621ded0eb037p-2, 0x1.425c427c3cddep-1, -0x1.18967d4c457fp-1}}),
               Pose{Mat3{{{{-0x1.3b453edcdf816p-1, 0x1.04b308b9b3fa5p-2, -0x1.7dc82fcdff6bep-1},
                           {0x1.8a757f8a87834p-1, 0x1.9256437ce2188p-2, -0x1.010e1f1a5daf7p-1},
                           {0x1.523ee3bdbd79ap-3, -0x1.c46b9e3c69ba9p-1, -0x1.c098161cc828cp-2}}}},
                    {0x1.251b2bd3b0cfdp+7, -0x1.16fbbfb2cef73p+7, 0x1.1479ae11b03afp+7}}},
        Placed{Shape(Capsule{0x1.cac45f946b3fep-1, 0x1.2faf67d8315fap-1}),
               Pose{Mat3{{{{0x1.404e9b0925df7p-1, 0x1.611a336c7370cp-1, -0x1.75730f9383724p-2},
                           {0x1.a29c8365002b3p-2, 0x1.bbd857f12a8bcp-4, 0x1.cff53f9589cf8p-1},
                           {0x1.5434220ea2dd1p-1, -0x1.6e95c8be610efp-1, -0x1.b68efb811bebcp-3}}}},
                    {0x1.251b2bd3b0cfdp+7, -0x1.16fbbfb2cef73p+7, 0x1.1479ae11b03afp+7}}});
}

}  // namespace
}  // namespace graze::test
