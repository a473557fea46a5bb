// Every broad phase against brute force, which is checked here against the definition.
#include <cmath>
#include <functional>
#include <memory>

#include "graze/core/assert.hpp"
#include "graze/scene/broad_phase.hpp"
#include "graze/scene/dynamic_tree.hpp"
#include "graze/scene/sweep_and_prune.hpp"
#include "scene/box_worlds.hpp"
#include "scene/broad_phase_kind.hpp"

namespace graze::test {
namespace {

using Kind = BroadPhaseKind;

class BroadPhases : public testing::TestWithParam<Kind> {
protected:
    std::unique_ptr<BroadPhase> broad = GetParam().make();
    std::size_t rays_that_hit = 0;

    void expect_right(const BoxWorld& world, const std::string& when) {
        ASSERT_TRUE(broad->consistent()) << when;
        ASSERT_EQ(broad->size(), world.boxes().size()) << when;
        ASSERT_EQ(pairs_of(*broad), pairs_of(world.oracle())) << when;
    }
    void expect_queries_right(BoxWorld& world, const WorldOptions& options) {
        Random& random = world.random();
        for (int k = 0; k < 4; ++k) {
            const Aabb box = world.new_box();
            ASSERT_EQ(hits_of_box(*broad, box), hits_of_box(world.oracle(), box));
            const double reach = random.uniform(0, 2) * options.size;
            ASSERT_EQ(hits_near(*broad, box, reach), hits_near(world.oracle(), box, reach));
            ASSERT_EQ(nearest(*broad, box), nearest(world.oracle(), box));
            const RaySegment ray = some_ray(world, options, k);
            const std::vector<ProxyHit> hits = hits_of_ray(*broad, ray);
            ASSERT_EQ(hits, hits_of_ray(world.oracle(), ray));
            rays_that_hit += hits.empty() ? 0 : 1;
            ASSERT_EQ(first_on_ray(*broad, ray), first_on_ray(world.oracle(), ray));
        }
    }
    /// Slanted, along an axis, in the plane of a face, from inside, of length zero.
    static RaySegment some_ray(BoxWorld& world, const WorldOptions& options, int kind) {
        Random& random = world.random();
        const double far = random.chance(0.2) ? 100 * options.half : options.half;
        RaySegment ray{options.centre + random.in_cube(far), random.direction() * options.size, 0, kInfinity,
                       0};
        const Aabb box = world.boxes().empty() ? Aabb{{0, 0, 0}, {1, 1, 1}} : world.boxes().at(world.any());
        const std::size_t axis = random.index(3);
        if (kind == 0 && random.chance(0.5) && is_finite(box.min))
            ray.direction = box.min - ray.origin;  // through a corner
        if (kind == 1) {
            ray.direction = {0, 0, 0};
            ray.direction[axis] = random.chance(0.5) ? options.size : -options.size;
            if (std::isfinite(box.min[(axis + 1) % 3])) ray.origin[(axis + 1) % 3] = box.min[(axis + 1) % 3];
            if (std::isfinite(box.max[(axis + 2) % 3])) ray.origin[(axis + 2) % 3] = box.max[(axis + 2) % 3];
        }
        if (kind == 2) {
            ray.direction[axis] = 0;
            ray.origin = is_finite(box.min) && is_finite(box.max) ? 0.5 * (box.min + box.max) : ray.origin;
            ray.t_min = random.chance(0.5) ? 0.25 : 0;
            ray.t_max = random.uniform(0.5, 5);
            ray.margin = random.chance(0.5) ? 0.1 * options.size : 0;
        }
        if (kind == 3) {
            if (random.chance(0.5)) ray.direction = {};
            if (is_finite(box.min)) ray.origin = box.min;
            ray.t_max = random.chance(0.5) ? 0 : 1;
        }
        return ray;
    }
};

TEST_P(BroadPhases, FindsThePairsOfBruteForceAfterEveryChange) {
    const WorldOptions options;
    BoxWorld world(1, options);
    std::size_t pairs = 0;
    for (int i = 0; i < 4000; ++i) {
        const double what = world.random().unit();
        if (world.boxes().size() < 3 || (what < 0.2 && world.boxes().size() < 90))
            world.insert(*broad);
        else if (what < 0.35)
            world.remove(*broad);
        else
            world.move(*broad, world.any());
        broad->update(1);
        expect_right(world, "after change " + std::to_string(i));
        if (HasFatalFailure()) return;
        pairs += pairs_of(*broad).size();
        if (i % 10 == 0) expect_queries_right(world, options);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(pairs, 4000U * 20);
    EXPECT_GT(rays_that_hit, 200U);
}

TEST_P(BroadPhases, FindsThePairsOfBruteForceWhenManyChangeAtOnce) {
    for (const double scale : {1.0, 1e-6, 1e6}) {
        const WorldOptions options{
            6 * scale, scale, 0.1 * scale, 0.02, 0.05, 0.5 * scale, {100 * scale, -3 * scale, 0}};
        BoxWorld world(2, options);
        for (int i = 0; i < 300; ++i) world.insert(*broad);
        for (int step = 0; step < 42; ++step) {
            if (step % 7 == 3) {
                for (int i = 0; i < 20; ++i)
                    world.insert(*broad), world.remove(*broad), world.move(*broad, world.any());
            } else if (step % 7 == 5) {
                for (int i = 0; i < 15; ++i) world.move(*broad, world.any());
            } else {
                world.move_all(*broad);
            }
            broad->update(1);
            expect_right(world, "in step " + std::to_string(step));
            if (HasFatalFailure()) return;
            expect_queries_right(world, options);
            if (HasFatalFailure()) return;
        }
        while (!world.boxes().empty()) world.remove(*broad);
        broad->update(1);
        expect_right(world, "when empty");
    }
}

TEST_P(BroadPhases, ServesSizesFarApart) {
    BoxWorld world(3, {});
    for (int step = 0; step < 40; ++step) {
        for (int i = 0; i < 10; ++i) {
            const Vec3 middle = world.random().in_cube(world.random().log_uniform(1e-3, 1e3));
            const double half = world.random().log_uniform(1e-4, 1e2);
            world.put(*broad, {middle - Vec3{half, half, half}, middle + Vec3{half, half, half}});
        }
        broad->update(1);
        expect_right(world, "in step " + std::to_string(step));
        if (HasFatalFailure()) return;
    }
    for (const double far : {1e30, 1e100})
        world.put(*broad, {{far, far, far}, {1.5 * far, 1.5 * far, 1.5 * far}});
    for (const double small : {1e-30, 1e-100}) world.put(*broad, {{-small, 0, 0}, {small, small, small}});
    world.put(*broad, {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}});
    world.put(*broad, {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, 0}});
    broad->update(1);
    expect_right(world, "with extremes");
    for (int i = 0; i < 50; ++i) expect_queries_right(world, {});
}

TEST_P(BroadPhases, TellsTouchingFromNearlyTouching) {
    Random random(6);
    BruteForcePairs oracle;
    std::vector<Aabb> boxes;
    for (int i = 0; i < 512; ++i) {
        const Vec3 at{0.3 * (i % 8), 0.3 * (i / 8 % 8), 0.3 * (i / 64)};
        Aabb box{at, at + Vec3{0.3, 0.3, 0.3}};
        for (std::size_t k = 0; k < 3; ++k)
            box.max[k] = random.chance(0.5) ? 0.3 * std::round(box.max[k] / 0.3) : box.max[k] - 1e-15;
        boxes.push_back(box);
    }
    for (int step = 0; step < 3; ++step) {
        for (ProxyId i = 0; i < boxes.size(); ++i) {
            step == 0 ? broad->insert(i, boxes[i]) : broad->move(i, boxes[i]);
            step == 0 ? oracle.insert(i, boxes[i]) : oracle.move(i, boxes[i]);
        }
        broad->update(1);
        ASSERT_EQ(pairs_of(*broad), pairs_of(oracle));
        for (Aabb& box : boxes) box = {box.min * (1 + 1e-16 * step), box.max + Vec3{1e-16, -1e-16, 1e-16}};
    }
    const std::size_t found = pairs_of(*broad).size();
    EXPECT_GT(found, 200U);
    EXPECT_LT(found, 13U * 512);  // not all neighbours touch
}

TEST_P(BroadPhases, GivesTheSameForEveryNumberOfThreads) {
    const WorldOptions options{9, 1, 0.1, 0.01, 0.02, 0.5, {}};
    BoxWorld world(4, options);
    const std::unique_ptr<BroadPhase> other = GetParam().make();
    for (int i = 0; i < 2500; ++i) world.insert(*broad);
    for (const auto& [proxy, box] : world.boxes()) other->insert(proxy, box);
    for (int step = 0; step < 3; ++step) {
        broad->update(1);
        other->update(2);
        const auto pairs = pairs_of(*broad);
        ASSERT_GT(pairs.size(), 1000U);
        for (const unsigned threads : {0U, 2U, 8U}) ASSERT_EQ(pairs_of(*other, threads), pairs);
        if (step == 0) {
            ASSERT_EQ(pairs, pairs_of(world.oracle()));
        }
        world.move_all(*broad);
        for (const auto& [proxy, box] : world.boxes()) other->move(proxy, box);
    }
}

TEST_P(BroadPhases, StopsWhenTheVisitorSaysSo) {
    for (ProxyId i = 0; i < 40; ++i) broad->insert(i, {{0.1 * i, 0, 0}, {0.1 * i + 1, 1, 1}});
    broad->update(1);
    int visits = 0;
    const Aabb all{{-9, -9, -9}, {9, 9, 9}};
    broad->visit_box(all, [&](ProxyId) { return ++visits < 5 ? Continue::yes : Continue::no; });
    EXPECT_EQ(visits, 5);
    visits = 0;
    broad->visit_ray({{-1, 0.5, 0.5}, {1, 0, 0}},
                     [&](ProxyId, double, double&) { return ++visits < 5 ? Continue::yes : Continue::no; });
    EXPECT_EQ(visits, 5);
    visits = 0;
    broad->visit_near(all, 1,
                      [&](ProxyId, double, double&) { return ++visits < 5 ? Continue::yes : Continue::no; });
    EXPECT_EQ(visits, 5);
}

TEST_P(BroadPhases, UsesNumbersAgainBeforeAnUpdate) {
    BoxWorld world(5, {});
    for (int i = 0; i < 200; ++i) world.insert(*broad);
    broad->update(1);
    for (int i = 0; i < 50; ++i) {
        const ProxyId proxy = world.any();
        const Aabb box = world.new_box();
        world.change(*broad, proxy, box);
    }
    broad->update(1);
    expect_right(world, "after new boxes for old numbers");
    broad->insert(1000, {{0, 0, 0}, {1, 1, 1}});
    broad->remove(1000);
    broad->update(1);
    expect_right(world, "after a box that was never taken in");
}

TEST_P(BroadPhases, MistakesChangeNothing) {
    const AssertionHandler before = set_assertion_handler([](const AssertionFailure&) {});
    BoxWorld world(7, {});
    for (int i = 0; i < 20; ++i) world.insert(*broad);
    broad->update(1);
    const Aabb unit{{0, 0, 0}, {1, 1, 1}}, nan{{std::nan(""), 0, 0}, {1, 1, 1}}, empty{{2, 0, 0}, {1, 1, 1}};
    const ProxyId gone = world.any();
    const Aabb box = world.boxes().at(gone);
    broad->remove(gone);
    broad->remove(gone);
    broad->insert(gone, box);
    const std::vector<std::pair<std::string, std::function<void()>>> mistakes{
        {"inserted twice", [&] { broad->insert(3, unit); }},
        {"moved without being there", [&] { broad->move(50, unit); }},
        {"moved far away", [&] { broad->move(5000, unit); }},
        {"removed without being there", [&] { broad->remove(50); }},
        {"removed far away", [&] { broad->remove(5000); }},
        {"moved to a NaN", [&] { broad->move(4, nan); }},
        {"moved to an empty box", [&] { broad->move(4, empty); }},
        {"inserted with a NaN", [&] { broad->insert(50, nan); }},
        {"inserted with an empty box", [&] { broad->insert(50, empty); }}};
    for (const auto& [mistake, make] : mistakes) {
        make();
        EXPECT_EQ(broad->size(), 20U) << mistake;
        broad->update(1);
        expect_right(world, mistake);
    }
    set_assertion_handler(before);
}

TEST_P(BroadPhases, IsEmptyAtFirst) {
    broad->update(1);
    EXPECT_TRUE(pairs_of(*broad).empty());
    EXPECT_EQ(broad->size(), 0U);
    EXPECT_TRUE(broad->consistent());
    EXPECT_TRUE(hits_of_box(*broad, {{-1, -1, -1}, {1, 1, 1}}).empty());
    EXPECT_TRUE(hits_of_ray(*broad, {}).empty());
    EXPECT_TRUE(hits_near(*broad, {{-1, -1, -1}, {1, 1, 1}}, kInfinity).empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, BroadPhases,
    testing::Values(Kind{"DynamicTree", [] { return std::make_unique<DynamicTree>(); }},
                    Kind{"SweepAndPrune", [] { return std::make_unique<SweepAndPrune>(); }},
                    Kind{"UniformGrid", [] { return std::make_unique<UniformGrid>(); }},
                    Kind{"BruteForce", [] { return std::make_unique<BruteForcePairs>(); }}),
    [](const auto& instance) { return instance.param.name; });

TEST(BruteForcePairs, IsTheDefinition) {
    BruteForcePairs broad;
    broad.insert(3, {{0, 0, 0}, {1, 1, 1}});
    broad.insert(1, {{1, 1, 1}, {2, 2, 2}});
    broad.insert(5, {{3, 1, 1}, {4, 2, 2}});
    broad.insert(2, {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, 0}});
    EXPECT_EQ(pairs_of(broad), (std::vector<ProxyPair>{{1, 3}, {2, 3}}));
    EXPECT_EQ(hits_of_box(broad, {{2, 2, 2}, {3, 3, 3}}), (std::vector<ProxyId>{1, 5}));
    EXPECT_EQ(hits_of_ray(broad, {{-1, 0.5, 0.5}, {2, 0, 0}}), (std::vector<ProxyHit>{{3, 0.5}}));
    EXPECT_EQ(hits_near(broad, {{7, 1, 6}, {8, 2, 6}}, 5),
              (std::vector<ProxyHit>{{5, 5.0}}));  // 3 along x, 4 along z
    EXPECT_TRUE(hits_near(broad, {{7, 1, 6}, {8, 2, 6}}, 4.99).empty());
    int visits = 0;
    broad.visit_box({{0, 0, 0}, {9, 9, 9}},
                    [&](ProxyId) { return ++visits < 2 ? Continue::yes : Continue::no; });
    EXPECT_EQ(visits, 2);
    broad.remove(3);
    EXPECT_TRUE(pairs_of(broad).empty());
    EXPECT_TRUE(broad.consistent());
}

}  // namespace
}  // namespace graze::test
