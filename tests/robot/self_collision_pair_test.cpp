// One pair of links at a time: the same answers as the whole matrix.
#include <gtest/gtest.h>

#include "robot/arms.hpp"

namespace graze {
namespace {

TEST(SelfCollisionPair, SinglePairsAreThoseOfTheMatrix) {
    const Robot robot = test::PlanarArm{.ball = 2}.robot();
    SelfCollisionOptions options;
    options.samples = 500;
    const SelfCollisionMatrix matrix = self_collision_matrix(robot, options);
    const std::vector<SelfCollisionPair> pairs = self_collision_pairs(robot);
    ASSERT_EQ(pairs.size(), 3U);
    ASSERT_EQ(matrix.pairs.size(), 3U);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const SelfCollisionPair &all = matrix.pairs[i],
                                one = self_collision_pair(robot, pairs[i].link_a, pairs[i].link_b, options);
        EXPECT_EQ(one.link_a, all.link_a);
        EXPECT_EQ(one.link_b, all.link_b);
        EXPECT_EQ(one.contact, all.contact);
        EXPECT_EQ(one.example, all.example);
        EXPECT_EQ(one.samples, all.samples);
        EXPECT_EQ(one.closest, all.closest);
        EXPECT_EQ(one.boxes, all.boxes);
        EXPECT_EQ(one.proof.walks.size(), all.proof.walks.size());
        EXPECT_EQ(verify(one, robot), verify(all, robot));
        EXPECT_EQ(pairs[i].contact, LinkContact::unknown);
    }
    EXPECT_EQ(matrix.pairs.front().contact, LinkContact::adjacent);
}

}  // namespace
}  // namespace graze
