// A size of minus zero is zero: shapes that have one are the same sets, and every verb answers the same.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/query/query.hpp"

namespace graze::test {
namespace {

TEST(NegativeZero, SizesHaveNoSign) {
    for (const Shape& shape :
         {Shape(Sphere{-0.0}), Shape(Box{{-0.0, 1, -0.0}}), Shape(Capsule{-0.0, -0.0}),
          Shape(Cylinder{-0.0, -0.0}), Shape(Cone{-0.0, -0.0}), Shape(Ellipsoid{{-0.0, 1, -0.0}})}) {
        EXPECT_TRUE(shape.valid());
        for (const double value : shape.values()) EXPECT_FALSE(std::signbit(value));
    }
}

// The flat box counted as touching a cone half a unit away.
TEST(NegativeZero, FlatBoxAndCone) {
    const Pose box_pose =
        Pose::translation({0x1.3042c5009342ap+2, -0x1.68c6afba05b5fp+1, -0x1.5343d464976dcp+1});
    const Placed cone{Cone{0x1.a3d3894aaa63ep-1, 0x1.860ef7219c91ep-1},
                      Pose{Mat3{{{{0x1.228a51f659088p-2, -0x1.96d8e0df7cbfp-2, -0x1.bed529156eb6dp-1},
                                  {-0x1.098d7a49fd8adp-1, 0x1.67613225bd9d6p-1, -0x1.f3e35e800ed03p-2},
                                  {0x1.9cf18c4ed6327p-1, 0x1.2eab8166054a5p-1, -0x1.c5220a18d8fp-8}}}},
                           {0x1.2e8d97c875dfap+2, -0x1.5ff8b07d9f632p+1, -0x1.55d14eb0d3678p+0}}};
    for (const double thickness : {0.0, -0.0}) {
        const Placed box{Box{{0x1.9b9708607b78p-2, 0x1.870ab4192bed6p+0, thickness}}, box_pose};
        EXPECT_FALSE(overlaps(box, cone));
        EXPECT_FALSE(overlaps(cone, box));
        EXPECT_NEAR(separation(box, cone).distance.lower, 0.537263, 1e-6);
    }
}

}  // namespace
}  // namespace graze::test
