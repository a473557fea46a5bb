// What only sweep and prune has: events, counted swaps, rays from plane to plane.
#include "graze/scene/sweep_and_prune.hpp"

#include <set>

#include "scene/box_worlds.hpp"

namespace graze::test {
namespace {

std::set<ProxyPair> pair_set(const BroadPhase& broad) {
    const auto pairs = pairs_of(broad);
    return {pairs.begin(), pairs.end()};
}

/// Ends of other boxes between the old and the new end.
std::uint64_t order_changes(const std::map<ProxyId, Aabb>& boxes, ProxyId moved, const Aabb& to) {
    std::uint64_t changes = 0;
    const Aabb& from = boxes.at(moved);
    for (const auto& [proxy, box] : boxes) {
        if (proxy == moved) continue;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const double end : {box.min[axis], box.max[axis]}) {
                changes += (from.min[axis] < end) != (to.min[axis] < end);
                changes += (from.max[axis] < end) != (to.max[axis] < end);
            }
        }
    }
    return changes;
}

TEST(SweepAndPrune, SwapsAsOftenAsTheOrderChanges) {
    const WorldOptions options{4, 1, 0.5, 0.1, 0, 0.5, {}};
    BoxWorld world(1, options);
    SweepAndPrune broad;
    for (int i = 0; i < 60; ++i) world.insert(broad);
    broad.update(1);
    EXPECT_EQ(broad.swaps(), 0U);
    std::uint64_t expected = 0;
    for (int step = 0; step < 2000; ++step) {
        const auto before = world.boxes();
        const ProxyId proxy = world.any();
        world.move(broad, proxy);
        expected += order_changes(before, proxy, world.boxes().at(proxy));
        broad.update(1);
        ASSERT_EQ(broad.swaps(), expected);
    }
    EXPECT_GT(expected, 2000U);
    EXPECT_EQ(broad.sorts(), 0U);
}

TEST(SweepAndPrune, EndsOfEqualKindAndPlaceStay) {
    SweepAndPrune broad;
    for (ProxyId i = 0; i < 4; ++i) broad.insert(i, {{0, 0, 0}, {1, 1, 1}});
    broad.update(1);
    for (ProxyId i = 0; i < 4; ++i) broad.move(i, {{0, 0, 0}, {1, 1, 1}});
    broad.update(1);
    EXPECT_EQ(broad.swaps(), 0U);
    broad.move(
        2, {{1, 0, 0},
            {2, 1,
             1}});  // the lower end comes to the upper ends of the others, and stays before them: they touch
    broad.update(1);
    EXPECT_TRUE(broad.consistent());
    EXPECT_EQ(pairs_of(broad).size(), 6U);
    EXPECT_TRUE(broad.events().empty());
    broad.move(2, {{1 + 1e-15, 0, 0}, {2, 1, 1}});
    broad.update(1);
    EXPECT_EQ(pairs_of(broad).size(), 3U);
    EXPECT_EQ(std::vector<PairEvent>(broad.events().begin(), broad.events().end()),
              (std::vector<PairEvent>{{{0, 2}, false}, {{1, 2}, false}, {{2, 3}, false}}));
}

TEST(SweepAndPrune, EventsLeadFromOneSetOfPairsToTheNext) {
    WorldOptions options;
    options.half = 3;
    BoxWorld world(2, options);
    SweepAndPrune broad;
    std::set<ProxyPair> reported;
    std::size_t begun = 0, ended = 0;
    for (int i = 0; i < 60; ++i) world.insert(broad);
    for (int step = 0; step < 600; ++step) {
        const int changes = step % 50 == 20 ? 350 : static_cast<int>(world.random().index(6));
        for (int i = 0; i < changes; ++i) {
            const double what = world.random().unit();
            if (world.boxes().size() < 4 || what < 0.25)
                world.insert(broad);
            else if (what < 0.5)
                world.remove(broad);
            else
                world.move(broad, world.any());
        }
        broad.update(1);
        ASSERT_TRUE(std::is_sorted(broad.events().begin(), broad.events().end()));
        for (const PairEvent& event : broad.events()) {
            ASSERT_EQ(event.begins ? reported.insert(event.pair).second : reported.erase(event.pair) > 0,
                      true)
                << "reported twice";
            ++(event.begins ? begun : ended);
        }
        ASSERT_EQ(reported, pair_set(broad));
        ASSERT_EQ(reported, pair_set(world.oracle()));
    }
    while (!world.boxes().empty()) world.remove(broad);
    broad.update(1);
    ended += broad.events().size();
    EXPECT_EQ(begun, ended);
    EXPECT_GT(begun, 500U);
    EXPECT_GT(broad.sorts(), 0U);
    broad.update(1);
    EXPECT_TRUE(broad.events().empty());
}

TEST(SweepAndPrune, SortsWhenBoxesHaveMovedTooFar) {
    const WorldOptions options{40, 1, 0.1, 1, 0, 0.5, {}};  // every move is a jump
    BoxWorld world(3, options);
    SweepAndPrune broad;
    for (int i = 0; i < 1500; ++i) world.insert(broad);
    broad.update(1);
    EXPECT_EQ(broad.sorts(), 1U);
    const std::set<ProxyPair> before = pair_set(broad);
    world.move_all(broad);
    broad.update(1);
    EXPECT_EQ(broad.sorts(), 2U);
    EXPECT_TRUE(broad.consistent());
    EXPECT_EQ(pairs_of(broad), pairs_of(world.oracle()));
    std::set<ProxyPair> reported = before;
    for (const PairEvent& event : broad.events())
        event.begins ? static_cast<void>(reported.insert(event.pair))
                     : static_cast<void>(reported.erase(event.pair));
    EXPECT_EQ(reported, pair_set(broad));
}

TEST(SweepAndPrune, RestingBoxesCostNothing) {
    BoxWorld world(4, {12, 1, 0.1, 0, 0, 0.5, {}});
    SweepAndPrune broad;
    for (int i = 0; i < 2000; ++i) world.insert(broad);
    broad.update(1);
    for (int step = 0; step < 100; ++step) {
        world.move(broad, 7);
        broad.update(1);
    }
    EXPECT_LT(broad.swaps(), 100U * 6 * 150);  // 4000 ends over 24 units: 17 in 0.1
    EXPECT_GT(broad.swaps(), 100U);
    EXPECT_EQ(pairs_of(broad), pairs_of(world.oracle()));
}

TEST(SweepAndPrune, RaysEnterBoxesInOrder) {
    BoxWorld world(5, {5, 1, 0.1, 0, 0.05, 0.5, {}});
    SweepAndPrune broad;
    for (int i = 0; i < 500; ++i) world.insert(broad);
    broad.update(1);
    std::size_t hits = 0;
    for (int i = 0; i < 500; ++i) {
        const RaySegment ray{world.random().in_cube(6), world.random().direction(), 0, 20, 0};
        double last = 0;
        broad.visit_ray(ray, [&](ProxyId, double lower, double&) {
            EXPECT_GE(lower, last);
            last = lower;
            ++hits;
            return Continue::yes;
        });
    }
    EXPECT_GT(hits, 1000U);
}

TEST(SweepAndPrune, RayStopsAtTheLimit) {
    SweepAndPrune broad;
    for (ProxyId i = 0; i < 100; ++i) broad.insert(i, {{2.0 * i, 0, 0}, {2.0 * i + 1, 1, 1}});
    broad.update(1);
    std::vector<ProxyId> visited;
    broad.visit_ray({{-1, 0.5, 0.5}, {1, 0, 0}}, [&](ProxyId proxy, double, double& limit) {
        visited.push_back(proxy);
        if (proxy == 3) limit = 8.5;  // in the fourth box still, where the fifth is not reached
        return Continue::yes;
    });
    EXPECT_EQ(visited, (std::vector<ProxyId>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace graze::test
