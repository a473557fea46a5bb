// What only the dynamic tree has: ways of taking changes in, and bounds on its memory and work.
#include "graze/scene/dynamic_tree.hpp"

#include "scene/box_worlds.hpp"

namespace graze::test {
namespace {

struct Filled {
    BoxWorld world;
    DynamicTree tree;

    Filled(int count, const WorldOptions& options) : world(1, options) {
        for (int i = 0; i < count; ++i) world.insert(tree);
        tree.update(1);
    }
    void expect_right() {
        tree.update(1);
        EXPECT_TRUE(tree.consistent());
        EXPECT_EQ(pairs_of(tree), pairs_of(world.oracle()));
    }
};

TEST(DynamicTree, SmallMovesStayInTheirFattenedBoxes) {
    Filled filled(500, {5, 1, 0.005, 0, 0, 0.5, {}});
    for (int step = 0; step < 100; ++step) {
        for (ProxyId i = 0; i < 10; ++i) filled.world.move(filled.tree, i);
        filled.expect_right();
    }
    const DynamicTreeStats& stats = filled.tree.stats();
    EXPECT_EQ(stats.builds, 1U);
    EXPECT_EQ(stats.refits, 0U);
    EXPECT_EQ(stats.kept + stats.placed + stats.reinserted, 1000U);
    EXPECT_GT(stats.kept, 900U);
}

TEST(DynamicTree, JumpsAreReinserted) {
    Filled filled(500, {20, 1, 0.1, 1, 0, 0.5, {}});
    for (int step = 0; step < 50; ++step) {
        for (ProxyId i = 0; i < 5; ++i) filled.world.move(filled.tree, i);
        filled.expect_right();
    }
    EXPECT_GT(filled.tree.stats().reinserted, 200U);
}

TEST(DynamicTree, RefitsWhenMostMoveAndBuildsWhenItGotLoose) {
    Filled filled(2000, {10, 1, 0.2, 0, 0, 0.5, {}});
    for (int step = 0; step < 60; ++step) {
        filled.world.move_all(filled.tree);
        filled.tree.update(1);
    }
    filled.expect_right();
    EXPECT_EQ(filled.tree.stats().refits, 60U);
    EXPECT_GT(filled.tree.stats().builds, 1U);
    EXPECT_LT(filled.tree.stats().builds, 20U);
}

TEST(DynamicTree, GrowsAndShrinksOneByOne) {
    DynamicTree tree;
    BoxWorld world(4, {6, 1, 0.1, 0, 0.02, 0.5, {}});
    for (int i = 0; i < 800; ++i) {
        world.insert(tree);
        tree.update(1);
        if (i % 50 == 0) {
            ASSERT_TRUE(tree.consistent());
        }
    }
    EXPECT_EQ(pairs_of(tree), pairs_of(world.oracle()));
    EXPECT_LT(tree.stats().builds, 30U);  // each at a size larger by a part: most boxes were inserted into a tree
    while (!world.boxes().empty()) {
        world.remove(tree);
        tree.update(1);
        if (world.boxes().size() % 50 == 0) {
            ASSERT_EQ(pairs_of(tree), pairs_of(world.oracle()));
        }
    }
    EXPECT_TRUE(tree.consistent());
}

/// A scene in which one box flies away must not lose the others' precision, and one in which all do must follow them.
TEST(DynamicTree, FollowsBoxesThatLeave) {
    Filled filled(300, {4, 1, 0.05, 0, 0, 0.5, {}});
    double far = 1;
    for (int step = 0; step < 60; ++step) {
        far *= 4;
        filled.world.put_at(filled.tree, 0, {{far, 0, 0}, {far + 1, 1, 1}});
        filled.expect_right();
    }
    for (int step = 0; step < 40; ++step) {
        const Vec3 drift{3, 1, 0};
        for (const auto& [proxy, box] : std::map<ProxyId, Aabb>(filled.world.boxes())) {
            if (proxy > 0) filled.world.put_at(filled.tree, proxy, {box.min + drift, box.max + drift});
        }
        filled.expect_right();
    }
}

TEST(DynamicTree, StaysSmall) {
    for (const int count : {1000, 5000, 20000}) {
        BoxWorld world(6, {15, 1, 0.1, 0, 0, 0.5, {}});
        DynamicTree tree;
        for (ProxyId i = 0; i < static_cast<ProxyId>(count); ++i) tree.insert(i, world.new_box());
        tree.update(1);
        EXPECT_LE(tree.memory_bytes(), 200U * static_cast<std::size_t>(count));
        EXPECT_TRUE(tree.consistent());
    }
}

}  // namespace
}  // namespace graze::test
