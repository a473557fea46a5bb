// Pairs that are left out, and that nothing stays of them.
#include "scene/broad_phase/excluded_pairs.hpp"

#include <gtest/gtest.h>

namespace graze::test {
namespace {

TEST(ExcludedPairs, LeaveNothingBehind) {
    ExcludedPairs pairs;
    constexpr ProxyId kGun = 3;
    for (int shot = 0; shot < 100; ++shot) {
        for (const ProxyId bullet : {0U, 7U}) pairs.insert(kGun, bullet);
        pairs.insert(7, 7);
        EXPECT_TRUE(pairs.contains(kGun, 7) && pairs.contains(0, kGun) && pairs.contains(7, 7));
        EXPECT_EQ(pairs.pairs(), (std::vector<ProxyPair>{{0, 3}, {3, 7}, {7, 7}}));
        pairs.erase(7);
        EXPECT_FALSE(pairs.contains(kGun, 7) || pairs.contains(7, 7));
        EXPECT_EQ(pairs.entries(), 2U);
        pairs.erase(0, kGun);
        pairs.erase(0, kGun);
        EXPECT_EQ(pairs.entries(), 0U);
    }
}

}  // namespace
}  // namespace graze::test
