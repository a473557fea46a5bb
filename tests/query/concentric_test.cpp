// Shapes about one centre have normals that are not unique: whichever is chosen, it is negated when the shapes are swapped.
#include <gtest/gtest.h>

#include "graze/query/query.hpp"
#include "graze/query/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

void expect_flipped(const Placed& a, const Placed& b) {
    const Separation s = separation(a, b), f = separation(b, a);
    EXPECT_LT(length(s.normal + f.normal), 1e-6) << describe({a, b});
    const double slack = s.distance.width() + f.distance.width() + 1e-12 * pair_extent(a, b);
    EXPECT_NEAR(s.distance.lower, f.distance.lower, slack) << describe({a, b});
}

TEST(Concentric, SwappingFlipsTheNormalOfEveryPairOfTypes) {
    Random random(71);
    for (const ShapeType a : kAllShapeTypes)
        for (const ShapeType b : kAllShapeTypes)
            for (int i = 0; i < 6 && a != ShapeType::half_space && b != ShapeType::half_space; ++i) {
                const PairCase pair = random_pair(random, a, b, Arrangement::concentric);
                expect_flipped(pair.a, pair.b);
            }
}

TEST(Concentric, SwappingFlipsTheNormalOfAlignedSolids) {
    const Pose here = Pose::translation({1, 2, 3});
    expect_flipped({Sphere{1}, here}, {Sphere{2}, here});
    expect_flipped({Box{{1, 1, 1}}, here}, {Box{{2, 2, 2}}, here});
    expect_flipped({Box{{1, 2, 3}}, here}, {Box{{3, 1, 2}}, here});
    expect_flipped({Cylinder{1, 1}, here}, {Cylinder{2, 2}, here});
    expect_flipped({Capsule{1, 1}, here}, {Capsule{2, 2}, here});
    expect_flipped({Ellipsoid{{1, 2, 3}}, here}, {Ellipsoid{{1, 1, 1}}, here});
    expect_flipped({Cylinder{1, 1}, here}, {Ellipsoid{{1, 1, 1}}, here});
}

TEST(Concentric, TurnedAroundAnswersVerify) {
    const Placed a{Ellipsoid{{1, 2, 3}}, Pose::identity()}, b{Ellipsoid{{2, 2, 2}}, Pose::identity()};
    for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
        const Judgement judgement = judge({x, y}, {.with_oracle = true, .with_certificate = true, .with_methods = true});
        for (const std::string& fault : judgement.faults) ADD_FAILURE() << fault;
    }
}

}  // namespace
}  // namespace graze::test
