#include "graze/scene/broad_phase.hpp"

#include "scene/box_worlds.hpp"

namespace graze::test {
namespace {

TEST(FindOverlappingBoxes, FindsWhatBruteForceFinds) {
    for (const std::size_t count : {0U, 1U, 2U, 31U, 32U, 33U, 100U, 3000U}) {
        BoxWorld world(count, {std::cbrt(static_cast<double>(count)), 1, 0.1, 0, 0.05, 0.5, {}});
        BruteForcePairs brute;
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < count; ++i) {
            boxes.push_back(i % 17 == 11 ? Aabb{} : world.new_box());  // some are empty
            if (i % 17 != 11) brute.insert(static_cast<ProxyId>(i), boxes.back());
        }
        const auto expected = pairs_of(brute);
        for (const unsigned threads : {1U, 2U, 0U})
            ASSERT_EQ(find_overlapping_boxes(boxes, threads), expected) << count;
        if (count > 30) {
            EXPECT_GT(expected.size(), count / 8);
        }
    }
}

TEST(FindOverlappingBoxes, ServesAllBoxesInOnePlace) {
    const std::vector<Aabb> boxes(200, Aabb{{3, 3, 3}, {3, 3, 3}});
    EXPECT_EQ(find_overlapping_boxes(boxes).size(), 200U * 199 / 2);
    const std::vector<Aabb> everywhere(
        50, Aabb{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}});
    EXPECT_EQ(find_overlapping_boxes(everywhere).size(), 50U * 49 / 2);
}

}  // namespace
}  // namespace graze::test
