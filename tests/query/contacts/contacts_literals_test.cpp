// Contact manifolds that once did not verify, as literals: each in both orders.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/judge_hits.hpp"

namespace graze::test {
namespace {

/// The points lie in both shapes, no deeper than they overlap, and the distance is that of `separation`.
void expect_shown(const Placed& a, const Placed& b) {
    for (const std::string& fault : contact_faults(a, b, separation(a, b))) ADD_FAILURE() << fault;
}

TEST(ContactLiterals, SegmentBesideTheSharpCornerOfATriangle) {
    // Within the tolerance of both sides, but farther from the corner between them.
    const Placed a{
        Shape(Segment{{0x1.4p-4, 0x1.8p-3, 0x1p-2}, {-0x1.4p-3, 0x1.ep-2, -0x1p-3}}),
        Pose{Mat3{{{{0x0p+0, -0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}, {-0x1p+0, 0x0p+0, 0x0p+0}}}},
             {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b{
        Shape(Triangle{{0x1.4p-2, -0x1.9p-2, 0x1.4p-4},
                       {-0x1.2p-2, 0x1.8p-2, 0x1.cp-2},
                       {0x1.4p-2, -0x1.2p-3, -0x1.6p-2}}),
        Pose{Mat3{{{{0x0p+0, 0x0p+0, -0x1p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x1p+0, -0x0p+0, 0x0p+0}}}},
             {-0x1.6p-1, -0x1.dp-2, -0x1.8p-4}}};
    expect_shown(a, b);
}

TEST(ContactLiterals, PolygonsEdgeAtTheEdgeOfTheTolerance) {
    // The cone's edge ends where it leaves the tolerance: one end used to carry all of what the bounds leave
    // open.
    const Placed a{Shape(*ConvexPolygon::build(std::vector<Vec3>{
                       {0x0p+0, 0x1.b960f4342abc8p-1, 0x1.65d091d24823p-3},
                       {0x0p+0, -0x1.29bb50472a079p-3, 0x1.bc289b6a04a92p-1},
                       {0x0p+0, -0x1.712230ad388f7p-1, 0x1.01fccdfbb750ep-1},
                       {0x0p+0, -0x1.a588b7c72d019p-1, -0x1.3d0659cf7327dp-2},
                       {0x0p+0, -0x1.787f38a0c3375p-8, -0x1.c257b6f5d13b1p-1},
                       {0x0p+0, 0x1.ac563d389f4e6p-1, -0x1.162b926c35f69p-2},
                   })),
                   Pose{Mat3{{{{0x1.bb84cd144c8p-6, -0x1.e6c3dab5100fp-1, 0x1.3c4d383def8b8p-2},
                               {-0x1.1d1365e84f969p-2, -0x1.373dc9534894p-2, -0x1.d27c6838b8fc8p-1},
                               {0x1.eb904d629ec3p-1, -0x1.f6680cf69f158p-5, -0x1.17735be7368dp-2}}}},
                        {-0x1.79d4d43b200e8p+3, -0x1.7cd64617a711ap+5, 0x1.9aa4282d9aecp+3}}};
    const Placed b{Shape(Cone{0x1.231cf788ce4ecp-1, 0x1.f1087442cda4p-1}),
                   Pose{Mat3{{{{0x1.83f87aa1fcfp-3, -0x1.7fdbf45b00769p-1, 0x1.44a2d1ccc2073p-1},
                               {0x1.33d6c78d00c03p-2, -0x1.24122c504a5f9p-1, -0x1.8757260e6e5ep-1},
                               {0x1.de9630fcb6b1ap-1, 0x1.5774f4fb9ca38p-2, 0x1.e08aafbbd45bap-4}}}},
                        {-0x1.a6aadaaa46b89p+3, -0x1.8157c0fc9ea7fp+5, 0x1.80fa4f9f1f124p+3}}};
    expect_shown(a, b);
}

TEST(ContactLiterals, NeedleWhoseFacesAreNotQuiteFlat) {
    // A plane through the corners of a face passes some of them by more than rounding.
    const Placed a{Shape(*ConvexPolygon::build(std::vector<Vec3>{
                       {0x1.1643de09244dcp-4, 0x0p+0, 0x1.62d6ee1bdc55dp-2},
                       {0x1.4a5042c3d2b2bp-2, 0x0p+0, 0x1.263c2cadab4e3p-3},
                       {0x1.6784cce5f2476p-2, 0x0p+0, 0x1.358381b643c8dp-5},
                       {0x1.1f17dc8cf59ddp-2, 0x0p+0, -0x1.b7ac46dcdab43p-3},
                       {0x1.3513d2ce38954p-5, 0x0p+0, -0x1.67864d38acdf1p-2},
                       {-0x1.053363ebdfc0bp-3, 0x0p+0, -0x1.512f83aa2bbe3p-2},
                       {-0x1.372428c5fdeebp-2, 0x0p+0, -0x1.70772d21d67e1p-3},
                       {-0x1.6882a06717f33p-2, 0x0p+0, -0x1.bfb27564fb446p-6},
                       {-0x1.21813ba565337p-2, 0x0p+0, 0x1.b14d2f99d78p-3},
                       {-0x1.0ce9c79729079p-3, 0x0p+0, 0x1.4faaa0d3667a9p-2},
                   })),
                   Pose{Mat3{{{{0x1.348f2ec22a97p-1, 0x1.90475b214c50dp-1, 0x1.47b5983d07b9ap-3},
                               {0x1.97247e578a275p-1, -0x1.35d39240ca152p-1, -0x1.3a8f048c03086p-5},
                               {0x1.11a73d76f3705p-4, 0x1.33fcb640f8da8p-3, -0x1.f9052b9933cdep-1}}}},
                        {0x1.04a26325dc01ep-3, 0x1.3b693bd67b20ep-3, -0x1.21d60f4301618p-5}}};
    const Placed b{Shape(*ConvexHull::build(
                       std::vector<Vec3>{
                           {0x1.c83f0f85320c2p-26, -0x1.3f81d14218897p-23, -0x1.2c58e6b86dbbdp-4},
                           {-0x1.7cfc043fa0f34p-25, 0x1.87f62d3d1b7f2p-26, -0x1.819b59049b5a3p-2},
                           {-0x1.4d3348b21e4b1p-24, 0x1.647d249c8b381p-27, 0x1.5d39032f0cfbcp-2},
                           {-0x1.34baef540bc1ep-25, 0x1.2140123a8f802p-23, -0x1.2b5e4604117dfp-2},
                           {0x1.4c2f33f51dcfbp-26, 0x1.34c5cf0b95918p-24, 0x1.7b45c8bfce158p-2},
                           {-0x1.173a5524851f4p-23, -0x1.bc226fec8a933p-24, 0x1.2de12a46184dap-4},
                           {-0x1.39fb24b01e5ep-24, -0x1.983473016a8b3p-24, -0x1.2a3d9af0a411cp-2},
                           {-0x1.93399b5a8db6bp-26, -0x1.4bf32f8182528p-23, 0x1.523c0b45ba5b8p-2},
                           {0x1.8eaaad72478acp-24, -0x1.f2a19c5a04e6fp-26, -0x1.b2349f3158153p-2},
                           {0x1.e277e67f26c95p-24, 0x1.25b450e45bba4p-25, 0x1.5a623ad6f26dp-2},
                           {0x1.9099919b2ce45p-27, 0x1.5cf1e98205afcp-23, 0x1.8653b83284fe5p-3},
                           {0x1.1481600b92605p-24, 0x1.5377438ef6835p-23, 0x1.4a1bd485cad34p-7},
                           {0x1.7e2ccb1dd1a3ep-24, -0x1.a441aa9b6b85bp-25, -0x1.957b7c1906c3ap-2},
                           {-0x1.1d127d22645dbp-26, 0x1.289aa6ae72b4ep-27, 0x1.6cb68806e8e4ap-2},
                           {0x1.e46adc56acd15p-24, -0x1.098f78411e042p-24, -0x1.70408c4d405edp-2},
                           {-0x1.308cd058691efp-23, -0x1.6c237f3882eadp-24, 0x1.9120887bd9896p-4},
                           {-0x1.fb36ac112b673p-25, 0x1.4390ddb0c0f87p-23, -0x1.5d8be176d3ffap-3},
                           {-0x1.4f81d27d85625p-24, -0x1.0014517a927d1p-23, -0x1.f5ece01348f98p-4},
                           {0x1.f59edacdb9772p-24, 0x1.e81e30876f8c4p-24, -0x1.01aacb1d5652p-2},
                           {-0x1.1c313f6fcaeb9p-23, 0x1.d5689a59a0c83p-24, -0x1.309ab0a26fe57p-6},
                           {0x1.abbdad863cbc6p-24, -0x1.6c4fde3406067p-24, -0x1.555bd72b3a06ep-2},
                           {0x1.4e82bbf7e9a1cp-24, -0x1.0beacf795f2ecp-23, 0x1.11e3cffad5e5dp-2},
                           {-0x1.743168c13e11p-26, 0x1.394600be4ac58p-23, 0x1.45490893331a7p-3},
                           {-0x1.26a9994c0b6b7p-23, -0x1.5631c26768aeep-24, 0x1.3c98b6720fa7bp-5},
                           {-0x1.f2aaa390a75cfp-24, 0x1.47ffcf61c676ep-24, -0x1.aa767de1ff4cdp-4},
                           {0x1.f8e85fb9b50b4p-24, 0x1.5006cc52a6fd9p-24, 0x1.375187a75223dp-7},
                       },
                       {.allow_degenerate = true})),
                   Pose{Mat3{{{{-0x1.de10fa743bc29p-1, -0x1.c8c651ad5e65ap-4, 0x1.5c5907f0b5d47p-2},
                               {-0x1.2eeccfd149d9ap-2, -0x1.2de1a8a2e528p-2, -0x1.d135aa2056c9p-1},
                               {0x1.9ce7ddc518abcp-3, -0x1.e5e6ef99946efp-1, 0x1.f02f4e92ae1adp-3}}}},
                        {0x1.70fc03338f068p-3, 0x1.874696f4b3912p-2, -0x1.3eb7f17c717eep-3}}};
    expect_shown(a, b);
}

TEST(ContactLiterals, EdgeInTheRoundSideOfACylinder) {
    // The normal is known to a root of the bounds: no line along it through either witness has both ends in
    // their shapes.
    const Placed a{Shape(Box{{0x1.1a8e465fee5f5p-1, 0x1.fbcc3a5944c66p-1, 0x1.4b069dfc3c30ep-1}}),
                   Pose{Mat3{{{{-0x1.e044073afb64ap-1, 0x1.9bac9d16b6c78p-7, -0x1.62ab270203834p-2},
                               {-0x1.002f05b67addep-2, -0x1.6eaa9da8794aap-1, 0x1.4d9ad60890492p-1},
                               {-0x1.eb394da63ec2dp-3, 0x1.654b05798b3d8p-1, 0x1.598ca3df6bf9cp-1}}}},
                        {0x1.31139d6831883p+0, -0x1.7f3af8c33821ep-2, -0x1.08f7b3c974358p-2}}};
    const Placed b{Shape(Cylinder{0x1.964865ffe7cap-1, 0x1.baca6137c2684p-3}),
                   Pose{Mat3{{{{0x1.b5c291776ffadp-3, 0x1.65e214bc44a68p-5, -0x1.f3aa9d18740ccp-1},
                               {0x1.297fc0ebc6ed9p-3, 0x1.f912ce8a4f66ap-1, 0x1.3732b3ac8dddp-4},
                               {0x1.ee9b2f0b4b13ap-1, -0x1.4397865824b37p-3, 0x1.a2d74dd1a5f7cp-3}}}},
                        {0x1.c1bc6b478711cp+0, -0x1.e62d7aa9ec33bp-1, -0x1.58e8d8c3e87acp-1}}};
    expect_shown(a, b);
}

TEST(ContactLiterals, CylindersFaceAndASegmentMemberOnAnEdge) {
    // The sum's corner lies on the wall between two simplices.
    const Placed a{Shape(Box{{0x1.dc4648612e4d9p-8, 0x1.c1c92a6b782ffp-7, 0x1.95eefcd96a432p-8}}),
                   Pose{Mat3{{{{-0x1.b9dc49b1c4a86p-1, 0x1.02a78e925d3b9p-1, 0x1.112cbd3b85e4p-9},
                               {-0x1.b9cd45bac4c2p-2, -0x1.7a75538c9c8fcp-1, 0x1.08cb601b3b31fp-1},
                               {0x1.0d1e20415b142p-2, 0x1.c81e7b00c3182p-2, 0x1.b63566286f8d6p-1}}}},
                        {-0x1.040057ffa741ep-7, 0x1.8d4e120c9744p-9, -0x1.eb518b0e2f45ep-8}}};
    const Placed b{
        minkowski_sum(Shape(Cylinder{0x1.45e3272ebdf03p-8, 0x1.13464486c14bcp-8}),
                      Shape(Segment{{0x1.1b5b1c3d4b332p-8, 0x1.65b951542cf03p-10, -0x1.41b72ee7b9f03p-12},
                                    {0x1.1adef5b1e8697p-8, -0x1.37f51f34668f7p-8, 0x1.24aabf30f10eep-10}})),
        Pose{Mat3{{{{-0x1.b9dc49b1c4a86p-1, 0x1.02a78e925d3b9p-1, 0x1.112cbd3b85e4p-9},
                    {-0x1.b9cd45bac4c2p-2, -0x1.7a75538c9c8fcp-1, 0x1.08cb601b3b31fp-1},
                    {0x1.0d1e20415b142p-2, 0x1.c81e7b00c3182p-2, 0x1.b63566286f8d6p-1}}}},
             {-0x1.64ce9d7efe1e1p-7, -0x1.02fcb087a2d8cp-9, -0x1.1875c079a395ap-6}}};
    expect_shown(a, b);
}

TEST(ContactLiterals, HullAndCylinderMemberOnAFace) {
    // The same, for a face with many corners.
    const Placed a{Shape(Box{{0x1.9ed3dc0a9adc3p-1, 0x1.9716ed3dd2e78p+1, 0x1.b1b3af870f198p+1}}),
                   Pose{Mat3{{{{-0x1.af800f8a7bf4p-3, -0x1.d611f21d7391p-1, -0x1.57c0158655a77p-2},
                               {-0x1.d7ee69e753p-3, 0x1.857feed18b77ap-2, -0x1.ca94bcf92010ap-1},
                               {0x1.e666f1795d126p-1, -0x1.c81c8b2b6a4cp-4, -0x1.2ab4da3c461e4p-2}}}},
                        {-0x1.55682f531554ap+0, 0x1.56d863c86593cp+0, -0x1.876694f677468p-1}}};
    const Placed b{
        minkowski_sum(Shape(*ConvexHull::build(
                          std::vector<Vec3>{
                              {-0x1.3363bb7079faap+0, -0x1.a5e63c206495p-4, 0x1.ed6954631e643p-1},
                              {-0x1.256822488335dp-3, 0x1.28fd3efefce76p-2, 0x1.73fc1abdc4976p-2},
                              {0x1.94df59ba2d7adp-3, -0x1.2fcc8252e7343p-2, 0x1.1a776cd446e6cp-1},
                              {0x1.97ca9959d54cap-2, -0x1.bcd6c5434647bp-5, 0x1.01a9faf57ef55p+0},
                              {0x1.b6b698c3edc3bp-1, -0x1.646e78aef0463p-2, -0x1.e1b3214ff79adp-1},
                              {-0x1.230968fcbfdb3p+0, -0x1.2590fc449a918p-3, -0x1.454514ef642d3p-6},
                              {0x1.03d4a17935bc9p-1, 0x1.11d31cbb5a719p-3, 0x1.c888d0311ffe2p-1},
                              {0x1.71aa8352fab5ap-1, -0x1.2fae3ad850e2p-8, -0x1.63305e877574ep-1},
                              {-0x1.842f9d1b0f307p-1, -0x1.173670669e0c8p-2, 0x1.8ec99d1062fe5p-2},
                          },
                          {.allow_degenerate = true})),
                      Shape(Cylinder{0x1.22f8491254f65p+0, 0x1.701cfeb8f648p-2})),
        Pose{Mat3{{{{-0x1.af800f8a7bf4p-3, -0x1.d611f21d7391p-1, -0x1.57c0158655a77p-2},
                    {-0x1.d7ee69e753p-3, 0x1.857feed18b77ap-2, -0x1.ca94bcf92010ap-1},
                    {0x1.e666f1795d126p-1, -0x1.c81c8b2b6a4cp-4, -0x1.2ab4da3c461e4p-2}}}},
             {-0x1.0a7ad5eb8765cp+2, 0x1.abc4fac533a93p+0, 0x1.ac42c8ca44118p-4}}};
    expect_shown(a, b);
}

TEST(ContactLiterals, RoundSideInTheRimOfAFlatCone) {
    // As above, with a cone a thousand times as wide as high.
    const Placed a{
        Shape(Cylinder{0x1.5e40ef2808a17p+12, 0x1.424763e42432ep+11}),
        Pose{Mat3{{{{0x1p+0, 0x0p+0, 0x0p+0}, {0x0p+0, 0x1p+0, 0x0p+0}, {0x0p+0, 0x0p+0, 0x1p+0}}}},
             {0x0p+0, 0x0p+0, 0x0p+0}}};
    const Placed b{Shape(Cone{0x1.ed1b85dfc894fp+11, 0x1.922d53771c2b8p+2}),
                   Pose{Mat3{{{{-0x1.f48069468dce8p-1, 0x1.62c49c29ad84ap-3, -0x1.eb95bd2942639p-4},
                               {0x1.7ad3fa2e1ba82p-3, 0x1.f4d173c46e7a9p-1, -0x1.8449aa3f92a75p-4},
                               {0x1.9d96522af208bp-4, -0x1.d67f9747955bfp-4, -0x1.f9fa06ef6dcb6p-1}}}},
                        {0x1.b8452f8ca89e8p+9, 0x1.78bfcf1d4536cp+12, 0x1.8120bdeae1308p+9}}};
    expect_shown(a, b);
}

TEST(ContactLiterals, RoundedSumsAroundEachOther) {
    const Placed a{rounded(Shape(*ConvexPolygon::build(std::vector<Vec3>{
                               {0x1.da01f06f1a863p+10, 0x1.8e97367a218abp+10, 0x0p+0},
                               {-0x1.133730de6e07bp+11, -0x1.1bdf3144a14dbp+10, 0x0p+0},
                               {0x1.2dbc575ad30dbp+11, -0x1.166c804467bbcp+9, 0x0p+0},
                           })),
                           0x1.c31ce93950bd2p+10),
                   Pose{Mat3{{{{-0x1.a15cf3419fc6p-3, 0x1.64e20f8f90e1ep-2, -0x1.d46b103c2c84fp-1},
                               {-0x1.8ff3d1f3eb4a7p-1, 0x1.02c598d99b78ap-1, 0x1.7755e2a816c6cp-2},
                               {0x1.2e2696317bbcfp-1, 0x1.942732e7756p-1, 0x1.5a9f54157c474p-3}}}},
                        {0x1.08245992d884p+6, -0x1.34cc54c870662p+12, 0x1.7f9d98c607ef8p+11}}};
    const Placed b{
        rounded(
            minkowski_sum(
                rounded(Shape(Triangle{{0x1.6666fc8ae0e9cp+9, 0x1.a0aac5fb0a8f1p+7, 0x1.2b2ae777bf2a1p+10},
                                       {0x1.7e1b16930ffa8p+9, 0x1.37fdbefa0aaa7p+9, -0x1.8a5e017786759p+9},
                                       {0x1.6718b77f34adbp+8, 0x1.0d9a6b18e1f73p+8, -0x1.0c6558caee23ap+10}}),
                        0x1.33fe3fd494f9dp+8),
                Shape(Capsule{0x1.c5f5164779867p+10, 0x1.20cccb047e30fp+10})),
            0x1.aa2c2ece4fceap+10),
        Pose{Mat3{{{{-0x1.2e2696317bbcfp-1, -0x1.942732e7756p-1, -0x1.5a9f54157c474p-3},
                    {-0x1.8ff3d1f3eb4a7p-1, 0x1.02c598d99b78ap-1, 0x1.7755e2a816c6cp-2},
                    {-0x1.a15cf3419fc6p-3, 0x1.64e20f8f90e1ep-2, -0x1.d46b103c2c84fp-1}}}},
             {0x1.08245992d884p+6, -0x1.34cc54c870662p+12, 0x1.7f9d98c607ef8p+11}}};
    expect_shown(a, b);
}

TEST(ContactLiterals, SumWithACapsuleInAHalfSpace) {
    const Placed a{
        minkowski_sum(Shape(Tetrahedron{{0x1.4e4ff459cf16dp-5, 0x1.2cbc7c8db2041p-6, -0x1.e85467993a54dp-7},
                                        {0x1.363f059dff498p-6, 0x1.e2fa16afe44b2p-5, -0x1.a022c00671ee9p-6},
                                        {-0x1.d3efb418572e1p-6, -0x1.37f3256ee83a8p-6, 0x1.8851dea1505c8p-7},
                                        {-0x1.04c34a8a89bf8p-4, 0x1.7fbdb0a9117fap-5, -0x1.bf7e059ef5c4p-6}}),
                      Shape(Capsule{0x1.335c8556c284cp-4, 0x1.380f2081396adp-6})),
        Pose{Mat3{{{{-0x1.1774dfe5d3dbcp-1, -0x1.6cdc1a67ef078p-1, -0x1.c35543c17323p-2},
                    {0x1.8a8d5aaf67faap-1, -0x1.44553f6b6463ep-1, 0x1.1e4b5c90c8232p-4},
                    {-0x1.50e8442cfca1p-2, -0x1.34bc5d4215ap-2, 0x1.ca3098c30b855p-1}}}},
             {-0x1.e55d3af6f7bedp-4, 0x1.2e930f8ac7274p-3, -0x1.451907a24a0f9p-4}}};
    const Placed b{Shape(HalfSpace{{0x1.ea82254a76932p-1, 0x1.c62385b312737p-3, 0x1.4a2cc815d7749p-1},
                                   0x1.8bc0eb632e012p-5}),
                   Pose{Mat3{{{{-0x1.1774dfe5d3dbcp-1, -0x1.6cdc1a67ef078p-1, -0x1.c35543c17323p-2},
                               {0x1.8a8d5aaf67faap-1, -0x1.44553f6b6463ep-1, 0x1.1e4b5c90c8232p-4},
                               {-0x1.50e8442cfca1p-2, -0x1.34bc5d4215ap-2, 0x1.ca3098c30b855p-1}}}},
                        {-0x1.e82b78384319ep-5, 0x1.9d205f8bd54bep-3, -0x1.eaaf8f6385448p-3}}};
    expect_shown(a, b);
}

}  // namespace
}  // namespace graze::test
