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
    EXPECT_LT(tree.stats().builds,
              30U);  // each at a size larger by a part: most boxes were inserted into a tree
    while (!world.boxes().empty()) {
        world.remove(tree);
        tree.update(1);
        if (world.boxes().size() % 50 == 0) {
            ASSERT_EQ(pairs_of(tree), pairs_of(world.oracle()));
        }
    }
    EXPECT_TRUE(tree.consistent());
}

/// A scene in which one box flies away must not lose the others' precision, and one in which all do must
/// follow them.
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

/// Boxes of crowds that are 1e9 apart have the same floats in a frame around all, so the crowds have trees of
/// their own. They come, go, wander and change the crowd; some are between, some endless.
TEST(DynamicTree, ServesCrowdsFarApart) {
    Random random(8);
    DynamicTree tree;
    BoxWorld world(8, {});
    const auto somewhere = [&](std::size_t crowds) {
        const std::size_t crowd = random.index(crowds);
        Vec3 at =
            1e9 * Vec3{static_cast<double>(crowd % 2), static_cast<double>(crowd / 2), 0} + random.in_cube(4);
        if (random.chance(0.02)) at = random.in_cube(1e9);
        const Vec3 half{random.uniform(0.2, 0.8), random.uniform(0.2, 0.8), random.uniform(0.2, 0.8)};
        return random.chance(0.01) ? Aabb{at - half, {std::numeric_limits<double>::infinity(), at.y, at.z}}
                                   : Aabb{at - half, at + half};
    };
    const auto expect_right = [&] {
        tree.update(1);
        ASSERT_TRUE(tree.consistent());
        ASSERT_EQ(pairs_of(tree), pairs_of(world.oracle()));
        for (int i = 0; i < 5; ++i) {
            const Aabb region = somewhere(4);
            const RaySegment ray{somewhere(4).min, random.direction()};
            EXPECT_EQ(hits_of_box(tree, region), hits_of_box(world.oracle(), region));
            EXPECT_EQ(hits_of_ray(tree, ray), hits_of_ray(world.oracle(), ray));
            EXPECT_EQ(hits_near(tree, region, 3), hits_near(world.oracle(), region, 3));
            EXPECT_EQ(first_on_ray(tree, ray), first_on_ray(world.oracle(), ray));
            EXPECT_EQ(nearest(tree, region), nearest(world.oracle(), region));
        }
    };
    for (int i = 0; i < 400; ++i) world.put(tree, somewhere(2));
    expect_right();
    EXPECT_GT(pairs_of(tree).size(), 100U);
    for (int step = 0; step < 120; ++step) {
        const int movers = step % 3 == 0 ? 5 : 150;
        for (int i = 0; i < movers; ++i) world.put_at(tree, world.any(), somewhere(step < 60 ? 2 : 4));
        if (step % 4 == 0) world.put(tree, somewhere(4));
        if (step % 5 == 0) world.remove(tree);
        expect_right();
    }
    for (int i = 0; i < 40; ++i) {  // all go to one crowd
        for (int k = 0; k < 30; ++k) world.put_at(tree, world.any(), somewhere(1));
        expect_right();
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
