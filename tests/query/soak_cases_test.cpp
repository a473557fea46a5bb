// Pairs that the long randomised run found at fault, each with its literal input, and what became of them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/judge.hpp"
#include "oracle/judge_hits.hpp"

namespace graze::test {
namespace {

void expect_faultless(const Placed& a, const Placed& b) {
    const JudgeOptions all{.with_oracle = true, .with_certificate = true, .with_methods = true};
    const Judgement judgement = judge({a, b}, all);
    std::vector<std::string> faults = judgement.faults;
    for (const std::string& fault : contact_faults(a, b, judgement.separation)) faults.push_back(fault);
    for (const std::string& fault : faults) ADD_FAILURE() << fault << "\n" << describe({a, b});
}

void expect_miss(const Placed& a, const Placed& b, const Vec3& displacement) {
    expect_faultless(a, b);
    EXPECT_FALSE(translational_cast(a, b, displacement)) << describe({a, b});
    EXPECT_TRUE(translational_cast(a, b, -displacement)) << describe({a, b});
}

// GJK ends in doubles before its bounds show the gap: `overlaps` said yes.
TEST(SoakCases, NarrowGapsOfSolidsAreNoContact) {
    expect_faultless(
        Placed{Shape(Box{{0x1.119495326f077p-2, 0x1.2f73f8204bc2ep-1, 0x1.ea5baa7e3c6cap-1}}),
               Pose{Mat3{{{{-0x1.db634a0a80134p-2, 0x1.9b8569a852c6p-2, -0x1.941d34025f678p-1},
                           {0x1.366f62119be78p-1, -0x1.02c3fe6a1e57p-1, -0x1.3a58fcd5f84c7p-1},
                           {-0x1.4a91951bc3e86p-1, -0x1.86f4da570d53dp-1, -0x1.28094be7726p-7}}}},
                    {0x1.cfc6e7aeba418p+5, -0x1.fbb3bf1760c84p+5, 0x1.743a054f47188p+6}}},
        Placed{Shape(Cylinder{0x1.ba511da91054cp-1, 0x1.db38bc0519dfap-2}),
               Pose{Mat3{{{{-0x1.ffbf791b5c628p-1, -0x1.cb9cf28b6cd2p-6, -0x1.cc67868ee82a4p-7},
                           {-0x1.feb858701ca3p-6, 0x1.e0a03a8658a96p-1, 0x1.5f7ff39b13678p-2},
                           {0x1.d2a0baf678e4p-9, 0x1.5fc6773a1cc9ep-2, -0x1.e0d64592d0868p-1}}}},
                    {0x1.cca09551b3f1cp+5, -0x1.06237ef776298p+6, 0x1.742fc36702033p+6}}});
    expect_faultless(
        Placed{Shape(Box{{0x1.901e246caf99dp+6, 0x1.9dc5c4fb4d39bp+5, 0x1.9904e0b6b3ddp+5}}),
               Pose{Mat3{{{{-0x1.394605f7f327p-4, 0x1.ba0bbbf7514cdp-1, 0x1.feb59e9578bffp-2},
                           {-0x1.6f515fbb864a6p-2, 0x1.c5842fbf141a6p-2, -0x1.a4b4ea2257bf2p-1},
                           {-0x1.dc51b54692c4p-1, -0x1.ef196bc83c42p-3, 0x1.1a72000c8fc0cp-2}}}},
                    {-0x1.cc101ca68c904p+5, 0x1.d141b1c54b3e6p+6, 0x1.8840131256d6ap+6}}},
        Placed{Shape(Cone{0x1.33dfa411f7cc5p+5, 0x1.204f9c67801f6p+6}),
               Pose{Mat3{{{{-0x1.933d28275beddp-2, -0x1.6c2b1d647ab78p-2, -0x1.b1faf7de86de9p-1},
                           {0x1.00b510987e16ep-1, -0x1.b642045dafafcp-1, 0x1.027829b6ae111p-3},
                           {-0x1.8a748d4b6d0b4p-1, -0x1.8049cd57186eep-2, 0x1.07dfd3b506644p-1}}}},
                    {-0x1.09903f80f77fap+7, 0x1.2db6db682f3d6p+7, 0x1.12a23f0befa09p+8}}});
    expect_faultless(
        Placed{Shape(Cone{0x1.437c739d970b7p-2, 0x1.152ac88c9cc84p-1}),
               Pose{Mat3{{{{0x1.1201cd2ef9beap-1, 0x1.45d6757de6662p-2, 0x1.90a6c5a411133p-1},
                           {-0x1.09dd0b01876a8p-1, -0x1.36a753a26db9ep-1, 0x1.3425ca54693e6p-1},
                           {0x1.5525713a3860dp-1, -0x1.74f498bbfa652p-1, -0x1.469e368b6deep-3}}}},
                    {-0x1.9659ada6fa35bp-1, 0x1.2227fa3b8a7ffp-1, -0x1.700794dc8c38ap-1}}},
        Placed{Shape(Cone{0x1.c1f656939411ap-2, 0x1.6dedadb3564f8p-1}),
               Pose{Mat3{{{{-0x1.6368d8cc4a262p-1, -0x1.d6dd239f8e108p-5, -0x1.6f5f290a324dep-1},
                           {0x1.7a9524b5f19a7p-2, 0x1.a7540783d323p-1, -0x1.b2140fc47aab2p-2},
                           {0x1.3c39089bba203p-1, -0x1.1e7b08d2673aep-1, -0x1.1afa20247553ap-1}}}},
                    {-0x1.1807c5f29c046p-2, -0x1.2093489c1aa21p-1, -0x1.2cc88b7afc408p+0}}});
}

// The points that a search finds lie in one plane with the origin: `decide` left overlaps of a third of the
// size open.
TEST(SoakCases, PointsAndSegmentsInBallsAreDecided) {
    expect_faultless(
        Placed{Shape(Point{{0x1.2bcb2bbc4b7dbp-7, -0x1.b757d149b0d68p-1, -0x1.d7cb9a41037eap-4}}),
               Pose{Mat3{{{{-0x1.6d286fa3431e8p-1, 0x1.39c2fed677ca4p-1, 0x1.5c777b0fe007cp-2},
                           {-0x1.1f493248d353p-6, 0x1.e0ffea56ed6dp-2, -0x1.c3e9200053578p-1},
                           {-0x1.66c7ac6ae273ep-1, -0x1.455b7d3ad68bcp-1, -0x1.4c0b92deaf498p-2}}}},
                    {-0x1.aa927b01f732bp-1, 0x1.687e99421614p-1, -0x1.8626fb0a0c3fp-3}}},
        Placed{Shape(Capsule{0x1.20d3ad1d05ae6p-1, 0x1.8b0e695e741e2p-1}),
               Pose{Mat3{{{{-0x1.ac35b065a0bfp-6, -0x1.d3fca640b04ffp-1, -0x1.9e80c4a68d844p-2},
                           {0x1.eee756531989p-1, 0x1.484d9a40542bcp-4, -0x1.f27b588d28136p-3},
                           {0x1.0509e812c9cb8p-2, -0x1.972d243e734c2p-2, 0x1.c349a480baeffp-1}}}},
                    {-0x1.c80be98310923p-1, 0x1.b86e63f4b637dp-1, -0x1.b54cb7b89497ap-3}}});
    expect_faultless(Placed{Shape(Segment{{0x1.db203d9d5227ap-3, 0x1.5b2c7ed2b1c97p-7, 0x1.07d6e6febacc8p-6},
                                          {0x1.0bff67b1757ecp-1, 0x1.890e38ee122dp-1, 0x1.9ab0f64d4d6b9p-3}}),
                            Pose{Mat3{{{{0x1.d21236966e51p-4, 0x1.d263777f5f128p-1, -0x1.961c8886edabdp-2},
                                        {-0x1.1f2dd28d5f8c8p-4, 0x1.9f494d9504cf4p-2, 0x1.d2a0384ec3682p-1},
                                        {0x1.fb680b73fa308p-1, -0x1.36dfc11bedad4p-4, 0x1.c29cbdc1074ep-4}}}},
                                 {0x1.5487d7c5187f8p-4, 0x1.d0fdbdf58dda3p-1, -0x1.362ff9e2b933p-1}}},
                     Placed{Shape(Sphere{0x1.8ef71866e0014p-2}),
                            Pose{Mat3{{{{0x1.fb680b73fa308p-1, -0x1.36dfc11bedad4p-4, 0x1.c29cbdc1074ep-4},
                                        {0x1.1f2dd28d5f8c8p-4, -0x1.9f494d9504cf4p-2, -0x1.d2a0384ec3682p-1},
                                        {0x1.d21236966e51p-4, 0x1.d263777f5f128p-1, -0x1.961c8886edabdp-2}}}},
                                 {0x1.5487d7c5187f8p-4, 0x1.d0fdbdf58dda3p-1, -0x1.362ff9e2b933p-1}}});
}

// Two points above and two below hold the origin; or another side than the thinnest one is the one that
// touches.
TEST(SoakCases, PlatesAndNeedlesAreDecided) {
    expect_faultless(Placed{Shape(Box{{1, 0.5, 1e-9}}), Pose::identity()},
                     Placed{Shape(Triangle{{0, 0, 0}, {0, 0, 0}, {0, 0, 0.5}}), Pose::identity()});
    expect_faultless(Placed{Shape(Box{{0.5, 1e-9, 0.25}}), Pose::identity()},
                     Placed{Shape(Point{{1e-9, -0.25, 0}}),
                            Pose{Mat3{{{{0, -1, 0}, {-1, 0, 0}, {0, 0, -1}}}}, {-1e-9, 1e-9, 0.25}}});
    expect_faultless(Placed{Shape(Box{{1, 0, 1e-9}}), Pose::identity()},
                     Placed{Shape(Box{{0, 0.5, 0}}), Pose::translation({-0.25, 0.5, 0})});
    expect_faultless(
        Placed{Shape(Ellipsoid{{1e-9, 1e-9, 1}}), Pose::identity()},
        Placed{Shape(Tetrahedron{{-0.25, 1, 1e-9}, {0, -0.25, -0.5}, {1, 0, -1e-9}, {-0.5, 1e-9, 1e-9}}),
               Pose::translation({-1, 0, -0.25})});
}

// World coordinates are coarser there than the bounds of the distance.
TEST(SoakCases, CapsulesFarFromTheOriginVerify) {
    expect_faultless(
        Placed{Shape(Capsule{0x1.b54e5220587adp+4, 0x1.3cb46ef010b03p+5}),
               Pose{Mat3{{{{0x1.feab0b2887d0ap-2, -0x1.58660f74c3c6ep-3, -0x1.b35b4973da12fp-1},
                           {0x1.af81dfc63deb8p-1, -0x1.14b6f7383975p-3, 0x1.0ac2017ed5273p-1},
                           {-0x1.9eba4ef6f0fdcp-3, -0x1.f3f1f5a86ac61p-1, 0x1.3083db1a90a1p-4}}}},
                    {-0x1.6ab8317930937p+12, -0x1.53983455411ccp+12, -0x1.88776b1898bp+12}}},
        Placed{Shape(Capsule{0x1.dd8732216a1b9p+3, 0x1.4d3fe6881e253p+4}),
               Pose{Mat3{{{{0x1.12a93236da0d2p-2, 0x1.88718b7aa778p-1, 0x1.2ac8ef392ad6p-1},
                           {-0x1.7e4c168408495p-3, -0x1.1b1962a4dd74ep-1, 0x1.9fc508fb76851p-1},
                           {0x1.e3e3efbb0cf94p-1, -0x1.4e95ffd83e565p-2, -0x1.56a7b61cbb218p-8}}}},
                    {-0x1.6a313f8891155p+12, -0x1.5384ef1f664dap+12, -0x1.88e6b383b54b2p+12}}});
}

// The two ends of a contact had unequal shares of what the normal lacks.
TEST(SoakCases, ManifoldsOfRoundShapesVerify) {
    expect_faultless(
        Placed{Shape(Sphere{0x1.57f7380d93646p-1}),
               Pose{Mat3{{{{-0x1.891091f61768p-3, 0x1.f24966c397194p-2, -0x1.b45db66e2a664p-1},
                           {-0x1.21db739ef8f7ep-2, -0x1.b7ca054a75d0cp-1, -0x1.b4ec0752190e5p-2},
                           {-0x1.e1209504c405cp-1, 0x1.465d346bb5272p-3, 0x1.35dc67167cb42p-2}}}},
                    {-0x1.35eab2731232ep-1, 0x1.cf296239b62cp-5, 0x1.ab14b50e5b9c2p-1}}},
        Placed{Shape(Ellipsoid{{0x1.bca73bc868afcp-1, 0x1.ba4528be06442p-1, 0x1.3ff710c692c87p-2}}),
               Pose{Mat3{{{{0x1.a02ae00dcc4e7p-2, -0x1.5b8c9f2645c58p-2, -0x1.b255f278feec7p-1},
                           {-0x1.164ad3226b67p-3, 0x1.ca95363727976p-1, -0x1.b19d45992cee8p-2},
                           {0x1.ce9b41846cd16p-1, 0x1.26441e3182186p-2, 0x1.458599b43fe16p-2}}}},
                    {-0x1.10eb8eb65f68dp+0, 0x1.345445c06c0a5p-1, 0x1.136b34dc7ea46p+1}}});
    expect_faultless(
        Placed{convex_hull_of(std::vector<Shape>{
                   Shape(Tetrahedron{{0x1.6c21cf4efd241p-2, -0x1.87ba771686bf9p-7, 0x1.495bb1ef8a72p-1},
                                     {0x1.9084da20535b8p-4, -0x1.897317ca8abe9p-2, 0x1.fd363ae00e8c1p-3},
                                     {-0x1.85c9a90ccee6dp-4, -0x1.07400a67bcc6dp-1, -0x1.2ef070b3cf905p-3},
                                     {-0x1.8916353790478p-2, 0x1.a97adbfa7be12p-1, 0x1.40db188a2103ap-2}}),
                   transformed(Shape(Sphere{0x1.a629290d9cbc2p-1}),
                               Affine{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0},
                                             {0x0p+0, 0x1p+0, 0x0p+0},
                                             {0x0p+0, 0x0p+0, 0x1p+0}}}},
                                      {-0x1.ea87f1673764cp-1, 0x1.f70b97829109p-1, 0x1.395d3874d2d6p-4}})}),
               Pose{Mat3{{{{-0x1.624d4dce54efp-2, -0x1.37f931150028cp-1, -0x1.6d494ebfc2d6cp-1},
                           {0x1.be5a51f798ed6p-1, 0x1.28200f3cd534p-4, -0x1.f028426899292p-2},
                           {0x1.63233fb9be58cp-2, -0x1.9448fbce3523dp-1, 0x1.032a6c7afdd83p-1}}}},
                    {-0x1.c323e887c3c62p-1, 0x1.cccef19c19cep-1, -0x1.40075227a63d1p+0}}},
        Placed{rounded(Shape(Sphere{0x1.1e75ae9a1b032p-2}), 0x1.d4a8fc7be97c4p-2),
               Pose{Mat3{{{{-0x1.624d4dce54efp-2, -0x1.37f931150028cp-1, -0x1.6d494ebfc2d6cp-1},
                           {0x1.be5a51f798ed6p-1, 0x1.28200f3cd534p-4, -0x1.f028426899292p-2},
                           {0x1.63233fb9be58cp-2, -0x1.9448fbce3523dp-1, 0x1.032a6c7afdd83p-1}}}},
                    {-0x1.0ab6fbb61ebc4p+0, 0x1.4414db0ea5834p+0, -0x1.7c14836ee91afp+0}}});
}

// Members of sums that a walk of support points missed: from far away, and at the end of an edge.
TEST(SoakCases, ManifoldsOfSumsVerify) {
    expect_faultless(
        Placed{Shape(Point{{-0x1.75998f66433b5p-3, -0x1.bf704662e5c99p-4, 0x1.2620d489f24aap-2}}),
               Pose{Mat3{{{{-0x1.10f78bff5d7p-1, 0x1.af7314d0d3541p-2, -0x1.77a095509f68ep-1},
                           {0x1.800a4e6ede836p-1, -0x1.53625e5dda458p-3, -0x1.47cee713ed30dp-1},
                           {-0x1.90bad8bc5b9f7p-2, -0x1.c884685f6ad9bp-1, -0x1.d24da5051bac8p-3}}}},
                    {0x1.2fa9288d899d4p+0, 0x1.bcfee4e2d6a04p+0, -0x1.9068e42acf0ecp-1}}},
        Placed{minkowski_sum(
                   transformed(Shape(*ConvexPolygon::build(std::vector<Vec3>{
                                   {0x1.c31aaba3b81efp-3, 0x0p+0, 0x1.8aacf8e26ca61p-2},
                                   {0x1.724937bbb23d7p-2, 0x0p+0, 0x1.07afe81f4dc01p-2},
                                   {0x1.c4cef40a6bd72p-2, 0x0p+0, 0x1.40b7790b9baa2p-5},
                                   {0x1.31044bffe416bp-2, 0x0p+0, -0x1.510e94d63ed38p-2},
                                   {0x1.2696cc9ee0275p-3, 0x0p+0, -0x1.ae0df9dd3d01p-2},
                                   {-0x1.1fc157bc79b1ep-5, 0x0p+0, -0x1.c5278140c94c9p-2},
                                   {-0x1.4bacc97bdfab6p-2, 0x0p+0, -0x1.36dc554b5937dp-2},
                                   {-0x1.bbff2f5f2c166p-2, 0x0p+0, 0x1.8610d9baf1411p-4},
                                   {-0x1.893c91e4043e6p-2, 0x0p+0, 0x1.c81a810507b47p-3},
                                   {-0x1.7953446c3bcedp-3, 0x0p+0, 0x1.9d94ac95f375cp-2},
                               })),
                               Affine{Mat3{{{{0x1.f37380c99ae9ep-1, 0x0p+0, 0x0p+0},
                                             {0x0p+0, 0x0p+0, 0x0p+0},
                                             {0x0p+0, 0x0p+0, -0x1.5b95145742c5cp-1}}}},
                                      {0x1.a689113fec9cep-3, 0x1.c0f8551671f2cp-3, 0x1.b9232d93756fep-3}}),
                   convex_hull_of(std::vector<Shape>{
                       minkowski_sum(Shape(Box{{0x1.49f63abe97ff6p-3, 0x0p+0, 0x1.0f6128a379245p-3}}),
                                     Shape(Box{{0x0p+0, 0x1.20a59116502d6p-3, 0x1.c673bdebf7616p-3}})),
                       transformed(Shape(Point{{-0x1.c581b124dd116p-4, 0x1.b55e5a44891eap-2, 0x0p+0}}),
                                   Affine{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0},
                                                 {0x0p+0, 0x1p+0, 0x0p+0},
                                                 {0x0p+0, 0x0p+0, 0x1p+0}}}},
                                          {0x1.95d6ed85a103p-2, -0x1.45dc593a3d19p-3, 0x1.9f309f3d2e778p-2}}),
                       transformed(
                           Shape(*ConvexHull::build(
                               std::vector<Vec3>{
                                   {-0x1.f9f0c6f006b3fp-6, 0x1.803d72b892b87p-7, -0x0p+0},
                                   {0x1.9bc1bbd9b3efep-5, 0x1.e23fb80b9cc1dp-3, 0x0p+0},
                                   {0x1.7882d5b79d068p-4, 0x1.d77106254f6a3p-6, 0x0p+0},
                                   {0x1.2ff73cedac521p-4, 0x1.85c2ea26b904fp-6, 0x0p+0},
                               },
                               {.allow_degenerate = true})),
                           Affine{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0},
                                         {0x0p+0, 0x1p+0, 0x0p+0},
                                         {0x0p+0, 0x0p+0, 0x1p+0}}}},
                                  {0x1.0094569b9f6dep-2, 0x1.da6f69f069058p-4, 0x1.3db3e14c60606p-2}})})),
               Pose{Mat3{{{{0x1.c488fb80eb38bp-1, 0x1.51c1d0f0891fp-2, -0x1.539f9dd0bff91p-2},
                           {-0x1.b5123bd8bd4b4p-2, 0x1.1d5a684a8cfa8p-2, -0x1.b87ce64a5c7c3p-1},
                           {-0x1.87e1973f8dc22p-3, 0x1.cdcf11fb6e553p-1, 0x1.8c6022516af08p-2}}}},
                    {0x1.92e5c924b75f2p-1, 0x1.510f375d6d42bp+0, -0x1.0fffda1aece4p-3}}});
    expect_faultless(
        Placed{Shape(*ConvexPolygon::build(std::vector<Vec3>{
                   {0x0p+0, 0x1.181718c7806p-1, 0x1.84054215b86e5p-2},
                   {0x0p+0, -0x1.8ba4feb418fbep-2, 0x1.ff762e7dafb04p-2},
                   {0x0p+0, -0x1.55c7cd217de48p-1, -0x1.9af2d3feef671p-3},
                   {0x0p+0, -0x1.895f31a374488p-4, -0x1.2e31341dc8d45p-1},
                   {0x0p+0, 0x1.44afc8a401d6bp-1, -0x1.10c00968b824ap-2},
               })),
               Pose{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}},
        Placed{minkowski_sum(
                   minkowski_sum(Shape(Cone{0x1.284af3f43e972p-3, 0x1.90a12f94202c2p-3}),
                                 convex_hull_of(std::vector<Shape>{
                                     Shape(Cylinder{0x1.0f2814c7a2792p-3, 0x1.1228866548ce6p-3}),
                                     transformed(Shape(Capsule{0x1.e06731f170b2cp-3, 0x1.e777a32747eb8p-3}),
                                                 Affine{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0},
                                                               {0x0p+0, 0x1p+0, 0x0p+0},
                                                               {0x0p+0, 0x0p+0, 0x1p+0}}}},
                                                        {0x1.1c2381d51a3eep-3, 0x1.3e207a34fcd8p-4,
                                                         -0x1.ea80bbb2ca7p-6}})})),
                   Shape(Capsule{0x1.16285c87ab83ep-2, 0x1.f5f1303f9e114p-2})),
               Pose{Mat3{{{{-0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, -0x1p+0}}}},
                    {-0x1.84e47e610a33p-2, -0x1.1d5db70d4e9fp-2, 0x1.7261e58cb8f68p-1}}});
    expect_faultless(
        Placed{Shape(Sphere{0x1.9eefc21a8c11ep-16}),
               Pose{Mat3{{{{0x1.f06181a41a7d8p-2, -0x1.99b491e88bb78p-1, 0x1.699751cd34001p-2},
                           {-0x1.67241870e3a7cp-2, 0x1.893d067d311p-3, 0x1.d54a6436feb7cp-1},
                           {-0x1.9a3e66deaf236p-1, -0x1.22e57e30f2cb2p-1, -0x1.8026fc29c384p-3}}}},
                    {-0x1.9211700977ba6p-16, 0x1.d0668e4b61e88p-17, 0x1.aadb035188de6p-15}}},
        Placed{minkowski_sum(
                   Shape(Box{{0x1.57edbeb6f5b3bp-15, 0x1.74a9e9a2e81b1p-27, 0x1.2703772ff4604p-25}}),
                   Shape(Tetrahedron{{-0x1.010f68a1aabf5p-16, -0x1.8a4fe9c2b161p-46, 0x1.a4d6109a55c49p-43},
                                     {0x1.d19c2de5ea92fp-20, -0x1.af31f380e530bp-43, -0x1.93f6d73e870cfp-43},
                                     {-0x1.b5a863617c356p-17, 0x1.dc7ff324dee8cp-43, -0x1.771036f03036bp-44},
                                     {0x1.8f252873630fp-17, 0x1.a3eece717b03bp-45, 0x1.5a5c9ce993b3fp-43}})),
               Pose{Mat3{{{{-0x1.488286cf189d7p-2, 0x1.e455b50a2a9e8p-2, -0x1.a42457a0adc97p-1},
                           {-0x1.f9a95e44980fp-3, 0x1.96de4f455d021p-1, 0x1.1bf0569d918f2p-1},
                           {0x1.d42b9b21a691dp-1, 0x1.85a6c4299e10bp-2, -0x1.1af0e872ee957p-3}}}},
                    {-0x1.2b416d6a75c21p-16, 0x1.649f09db3b208p-18, 0x1.b5feb847b0fe3p-15}}});
}

// A ball in a hull of shapes, about the centre of another ball, bounds the depth.
TEST(SoakCases, HullsAroundBallsAreNarrow) {
    expect_faultless(
        Placed{Shape(Sphere{0x1.45a2b385bd5b2p-2}),
               Pose{Mat3{{{{-0x1.02f47af28482p-1, -0x1.2257992ce8e76p-1, 0x1.4cd9100e51226p-1},
                           {-0x1.c30a5f1299f73p-2, 0x1.a2aa66fbd22b2p-1, 0x1.7b7e29b53e61ap-2},
                           {-0x1.7bc5aead16038p-1, -0x1.9520a5ad156dep-4, -0x1.53a2cd294f84ep-1}}}},
                    {-0x1.1305420f293adp+0, -0x1.7978edd4b4cp-5, 0x1.b6c355823baecp+0}}},
        Placed{convex_hull_of(std::vector<Shape>{
                   Shape(Sphere{0x1.845fa925e4852p-1}),
                   transformed(
                       Shape(Triangle{{0x1.6342fdd2deda3p-3, 0x1.6b459f1ceba8p-4, -0x1.45328b6ba0d21p-2},
                                      {-0x1.8995c927ee93dp-1, 0x1.03cc8a61456aep-3, -0x1.08e086ac4e72ap-2},
                                      {-0x1.0d8344e3707f5p-1, -0x1.28920a87f2127p-1, -0x1.44e04c3b3f29ap-4}}),
                       Affine{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0},
                                     {0x0p+0, 0x1p+0, 0x0p+0},
                                     {0x0p+0, 0x0p+0, 0x1p+0}}}},
                              {0x1.6828348fdfbfcp-2, 0x1.57f5b5de9897cp-2, -0x1.842e25b2fc3d8p-2}})}),
               Pose{Mat3{{{{-0x1.7bc5aead16038p-1, -0x1.9520a5ad156dep-4, -0x1.53a2cd294f84ep-1},
                           {0x1.02f47af28482p-1, 0x1.2257992ce8e76p-1, -0x1.4cd9100e51226p-1},
                           {0x1.c30a5f1299f73p-2, -0x1.a2aa66fbd22b2p-1, -0x1.7b7e29b53e61ap-2}}}},
                    {-0x1.1305420f293adp+0, -0x1.7978edd4b4cp-5, 0x1.b6c355823baecp+0}}});
    expect_faultless(
        Placed{convex_hull_of(std::vector<Shape>{
                   Shape(Sphere{0x1.65ba432dc057ep-1}),
                   transformed(Shape(Cone{0x1.dc792ff5fc9f7p-2, 0x1.5040a3d141a55p-2}),
                               Affine{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0},
                                             {0x0p+0, 0x1p+0, 0x0p+0},
                                             {0x0p+0, 0x0p+0, 0x1p+0}}}},
                                      {0x1.280e477e335bp-4, -0x1.b8132df08712p-2, -0x1.d163ae4aef65p-2}})}),
               Pose{Mat3{{{{-0x1.82ab8a4045a86p-1, -0x1.1133ad4667704p-1, 0x1.85d35838773ep-2},
                           {-0x1.98ddaf67516d8p-4, -0x1.ebe978e714eecp-2, -0x1.be22e42f7739cp-1},
                           {0x1.4bb09e167e2eap-1, -0x1.64629a5f96ed8p-1, 0x1.3cf4f555198e8p-2}}}},
                    {0x1.75776593989b9p+0, 0x1.b4ec27f449f68p-3, 0x1.07851ed0202cp-2}}},
        Placed{convex_hull_of(std::vector<Shape>{Shape(Sphere{0x1.343132a058fe5p-1})}),
               Pose{Mat3{{{{0x1.98ddaf67516d8p-4, 0x1.ebe978e714eecp-2, 0x1.be22e42f7739cp-1},
                           {-0x1.4bb09e167e2eap-1, 0x1.64629a5f96ed8p-1, -0x1.3cf4f555198e8p-2},
                           {-0x1.82ab8a4045a86p-1, -0x1.1133ad4667704p-1, 0x1.85d35838773ep-2}}}},
                    {0x1.75776593989b9p+0, 0x1.b4ec27f449f68p-3, 0x1.07851ed0202cp-2}}});
}

// The gap at the start is narrower than the cast resolves, but it only widens.
TEST(SoakCases, CastsAwayFromANearContactMiss) {
    expect_miss(
        Placed{Shape(Point{{-0x1.0141cfb25d59ep-1, -0x1.9506a036baba1p-3, 0x1.ea65139889256p-3}}),
               Pose{Mat3{{{{-0x1.a025059119b42p-1, 0x1.d4bfcff49ed12p-4, -0x1.247674b5634ccp-1},
                           {-0x1.2a42f922b373bp-1, -0x1.599f3670a7888p-3, 0x1.9715baee41d61p-1},
                           {-0x1.627283bd38ep-8, 0x1.f53e4ae2b86f3p-1, 0x1.a172d46c168d4p-3}}}},
                    {0x1.4c57a0e460d02p-1, -0x1.3f0cb1ec79d3cp-2, 0x1.f182586ca4ep-4}}},
        Placed{Shape(Tetrahedron{{0x1.658fbcd0a8431p-2, 0x1.e1f975121cc83p-2, -0x1.15956dd26f02ap-3},
                                 {0x1.6bfcd00b8492p-1, 0x1.a1c7679708a5ap-2, 0x1.50730b9e6deb4p-2},
                                 {-0x1.083252438d673p-2, 0x1.9757bb5507608p-1, 0x1.5a1d1b287a1bp-2},
                                 {0x1.7092353953a2ap-2, -0x1.a3cfeaab4764dp-2, -0x1.bef5aa2b4d999p-3}}),
               Pose{Mat3{{{{-0x1.e27cc308f54f8p-1, 0x1.5342652bb782ep-2, 0x1.7fe8d2b50f758p-5},
                           {0x1.48734470de8a9p-3, 0x1.4c14991ad01b8p-2, 0x1.dd515386bbd5ep-1},
                           {0x1.2cb737f259109p-2, 0x1.c5a6fd7b4839dp-1, -0x1.6f590a03cfb8ep-2}}}},
                    {0x1.672055e02a54ep-1, -0x1.258646f9d3fb8p-1, -0x1.3bb6dc6301f31p-2}}},
        {-0x1.5df971848c5e7p-5, 0x1.3cbb9d05b07e2p-2, 0x1.dc4f51ca71e99p-2});
    expect_miss(
        Placed{Shape(Triangle{{-0x1.2fa95c8e9e51p-3, -0x1.1e945e635a834p-3, 0x1.1abe287e1b938p-3},
                              {-0x1.c7f752e5e7034p-5, -0x1.613cd7357c766p-2, 0x1.0c4ea7b06ba4bp-3},
                              {0x1.048a3ec007e09p-3, 0x1.1f007b35f877ep-2, 0x1.73a7fd95bc4f8p-2}}),
               Pose{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}},
        Placed{Shape(Cylinder{0x1.2903cfebe27fap-1, 0x1.bc49c1533c0cdp-2}),
               Pose{Mat3{{{{0x1.5c73bb1e314bp-3, -0x1.e1aba1d3a6805p-3, -0x1.e9f4394a9eb25p-1},
                           {-0x1.51d01ed84be2p-1, -0x1.7f39c837c767p-1, 0x1.10fe0fc8e5eacp-4},
                           {-0x1.76c00dac336b7p-1, 0x1.3d761554aee74p-1, -0x1.214e943056a9p-2}}}},
                    {0x1.208d0b69cebecp-3, 0x1.7bd3031ed09b4p-1, -0x1.8fcae9d38199p-3}}},
        {-0x1.22f815feaa64cp-1, 0x1.dc656cc1a1ad4p-1, -0x1.c465f5f0ce5f3p-2});
    expect_miss(
        Placed{Shape(Triangle{{0x1.46ed1809024f7p-13, -0x1.afa41499c257fp-14, -0x1.13ce50d7faf9p-15},
                              {-0x1.3c8c6fd342fd3p-19, 0x1.abd98e008259ap-13, 0x1.cd48dc5948efcp-14},
                              {0x1.3bd4efd9256b8p-13, 0x1.c2dcd82142137p-13, -0x1.497974ce35487p-16}}),
               Pose{Mat3{{{{0x1.4c3b7eaea7bb9p-1, -0x1.2941eaefdca91p-4, 0x1.83cb86313bb54p-1},
                           {0x1.1dcedf3260bcap-2, 0x1.e5c2dac499cb9p-1, -0x1.2f8a45af1c75cp-3},
                           {-0x1.6a6a0a1ff9acp-1, 0x1.3af4f17f45fe5p-2, 0x1.4593c0c67197ap-1}}}},
                    {0x1.a17aac1dcefc2p-13, -0x1.39521eb7a179fp-13, 0x1.7f2bd3b73f96cp-13}}},
        Placed{Shape(Tetrahedron{{0x1.33a1fd12b4b38p-13, 0x1.e1c8009abfb83p-16, -0x1.4e01c2e579e98p-15},
                                 {-0x1.a908f666b32d6p-16, 0x1.737487055c211p-14, 0x1.4fbd1b3365fbdp-15},
                                 {0x1.436e0fac4975p-13, 0x1.03bd33724bd4p-16, -0x1.c7fd5730129d1p-16},
                                 {0x1.e4293cb45f261p-15, -0x1.1e0aa0dd308f9p-14, -0x1.003f40170e892p-15}}),
               Pose{Mat3{{{{0x1.f6350bc45ca5fp-1, -0x1.05e30fa67dce6p-3, -0x1.2c8aecd2b83ap-3},
                           {-0x1.46843643bf7d9p-3, -0x1.ebaf042810018p-1, -0x1.d4a9f93311467p-3},
                           {-0x1.c95fad754cd3p-4, 0x1.fb9db9d02bbfcp-3, -0x1.ecb7bd3234b3cp-1}}}},
                    {0x1.2bc1749af5916p-13, -0x1.dc5972f57e132p-13, 0x1.357c5b55e0fcbp-12}}},
        {0x1.54c3e49283b5ep-15, 0x1.6c7906779fae4p-12, 0x1.89dd3205a51cfp-13});
}

// The way along a plane, long beside the pair, has roundings of its own.
TEST(SoakCases, LongCastsAlongAPlaneVerify) {
    const Placed a =
        Placed{Shape(Tetrahedron{{0x1.0c62440890cebp-10, -0x1.841245f5db0e7p-10, 0x1.9fa6fdc51552ep-14},
                                 {-0x1.1d4a3977e8b98p-14, 0x1.bed3bd05ff112p-10, 0x1.329bd9b8994afp-10},
                                 {0x1.6190c7fdc794ep-13, 0x1.aeede2f5b723ep-12, -0x1.6bd9a0f3b83bbp-11},
                                 {0x1.1b64f52dc6239p-11, -0x1.26a91c1b80821p-10, -0x1.82c39f9387191p-12}}),
               Pose{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}},
                    {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b =
        Placed{Shape(HalfSpace{{0x1.c89ce855dc291p-2, -0x1.03fe630a9a691p-2, -0x1.3f4d9bf76e4e9p+0},
                               0x1.08cef84a5d40bp-10}),
               Pose{Mat3{{{{-0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, -0x1p+0}}}},
                    {0x1.fb81f4cd72262p-10, 0x1.24937525f13fp-11, -0x1.0b810ff27cac6p-9}}};
    const Vec3 displacement = {0x1.6229c3b19ba86p-1, 0x1.9079fe647e725p+0, 0x1.24a767c6804bep-1};
    const auto hit = translational_cast(a, b, displacement);
    ASSERT_TRUE(hit);
    EXPECT_TRUE(verify(*hit, a, b, displacement));
}

// Through the inverse of a nearly flat map the ray could not be distinguished from one that intersects the
// point; it passes by within a last place of its origin.
TEST(SoakCases, ImagesOfPointsAreMetExactly) {
    const Placed image = Placed{
        transformed(Shape(Point{{-0x1.04c689631ae9ep-2, -0x1.a1f3afc41a087p-2, 0x1.06c646aa456p-1}}),
                    Affine{Mat3{{{{0x1.d1c5f8129a9c8p-1, -0x1.c11272b3c5052p-1, -0x1.9584a57b99ab2p-1},
                                  {0x1.e83639119aae2p-1, -0x1.a9f471fc85ep-6, 0x1.0f4076f7072dp-2},
                                  {-0x1.5f0c3bf3516d8p-2, -0x1.481555436a31p-3, -0x1.6788851d94d98p-2}}}},
                           {-0x1.732abec06dadep-2, -0x1.c4743cbcfd88cp-3, -0x1.44d4de9614458p-2}}),
        Pose{Mat3{{{{-0x1.8fef03eeb9e21p-4, -0x1.149e2b5d38b16p-1, -0x1.abef11ed33eb2p-1},
                    {0x1.ba62d7161d12bp-2, -0x1.8f24cd82538a1p-1, 0x1.d055ebc5cf422p-2},
                    {-0x1.cb0a7283d5e2ap-1, -0x1.446987e46cea3p-2, 0x1.3cf3d2a398a9cp-2}}}},
             {0x1.5824c40f32bd3p+11, 0x1.98ad8ec80ad98p+9, -0x1.24d7ccce36153p+11}}};
    EXPECT_FALSE(raycast(Ray{{0x1.58040c11183fap+11, 0x1.9ba8bca6f046fp+9, -0x1.245a2245538a3p+11},
                             {0x1.5211a91aad523p-2, -0x1.28c624e15f7bbp+0, -0x1.66a9950b49452p-1}},
                         image));
    const Placed doubled{transformed(Shape(Point{{1, 0, 0}}), {Mat3::diagonal({2, 2, 0.125}), {}}),
                         Pose::identity()};
    const Ray ray{{-5, 0, 0}, {1, 0, 0}};
    const auto hit = raycast(ray, doubled);
    ASSERT_TRUE(hit);
    EXPECT_TRUE(hit->bounds.contains(7) && verify(*hit, ray, doubled));
}

}  // namespace
}  // namespace graze::test
