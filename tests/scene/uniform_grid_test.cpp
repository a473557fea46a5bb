// What only the grid has: mailboxes, and cells that suit the boxes.
#include "graze/scene/broad_phase.hpp"

#include "scene/box_worlds.hpp"
#include "scene/broad_phase/uniform_grid_mailboxes.hpp"

namespace graze::test {
namespace {

TEST(Mailboxes, ReportOnceForEverySearchEvenWhenNumbersRunOut) {
    Mailboxes<std::uint8_t> mailboxes(10);
    Random random(1);
    for (int search = 0; search < 2000; ++search) {
        mailboxes.next_search();
        std::vector<bool> expected(10, true);
        for (int i = 0; i < 15; ++i) {
            const std::size_t index = random.index(
                search % 300 < 270 ? 5 : 10);  // some are not used for longer than there are numbers
            ASSERT_EQ(mailboxes.is_new(index), expected[index]) << search;
            expected[index] = false;
        }
    }
}

TEST(UniformGrid, HasAboutAsManyCellsAsBoxes) {
    BoxWorld world(2, {20, 1, 0.1, 0, 0, 0.5, {}});
    UniformGrid grid;
    for (int i = 0; i < 5000; ++i) world.insert(grid);
    grid.update(1);
    const std::size_t cells = std::size_t{grid.cells()[0]} * grid.cells()[1] * grid.cells()[2];
    EXPECT_GT(cells, 1000U);
    EXPECT_LT(cells, 20010U);
    grid.insert(5000, {{1e9, 0, 0}, {1e9, 1, 1}});  // a stray does not change that
    grid.update(1);
    EXPECT_GT(std::size_t{grid.cells()[0]} * grid.cells()[1] * grid.cells()[2], 1000U);
    EXPECT_TRUE(grid.consistent());
}

TEST(UniformGrid, ServesBoxesInOnePlane) {
    UniformGrid grid;
    BruteForcePairs brute;
    Random random(3);
    for (ProxyId i = 0; i < 500; ++i) {
        const Vec3 at{random.uniform(0, 20), random.uniform(0, 20), 1};
        grid.insert(i, {at, at + Vec3{1, 1, 0}});
        brute.insert(i, {at, at + Vec3{1, 1, 0}});
    }
    grid.update(1);
    EXPECT_EQ(pairs_of(grid), pairs_of(brute));
    EXPECT_EQ(grid.cells()[2], 1U);
}

}  // namespace
}  // namespace graze::test
