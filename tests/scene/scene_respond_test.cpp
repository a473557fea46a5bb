// Rounds of responses: the space game, callbacks that change the scene, throw, and begin rounds of their own.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "scene_fixture.hpp"

namespace graze::test {
namespace {

constexpr auto kGoOn = [](const Encounter&) { return Continue::yes; };

TEST(Respond, ComputesTheRichestOnce) {
    Scene scene;
    ResponseTable table;
    std::vector<int> order;
    const auto check_depth = [&](int number) {
        return [&, number](const Encounter& e) {
            order.push_back(number);
            EXPECT_TRUE(verify(e.proof, scene.placed(e.a), scene.placed(e.b)));
            EXPECT_EQ(e.common.kind, CommonPointKind::member);
            EXPECT_TRUE(
                verify(CertifiedCommonPoint{e.common, e.proof}, scene.placed(e.a), scene.placed(e.b)));
            EXPECT_TRUE(e.separation.distance.contains(-0.5));
            EXPECT_TRUE(verify(e.separation, scene.placed(e.a), scene.placed(e.b)));
            return Continue::yes;
        };
    };
    table.add_default(ResponseType::simple, check_depth(1));
    table.add_default(ResponseType::depth, check_depth(2));
    table.add_default(ResponseType::witnessed, check_depth(3));
    scene.add(Sphere{1}, Pose::identity());
    scene.add(Sphere{1}, Pose::translation({0, 1.5, 0}));
    EXPECT_EQ(scene.respond(table), 3U);
    EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST(Respond, WitnessesAreCommonPointsOfAnyShapes) {
    Scene scene;
    ResponseTable table;
    int calls = 0, members = 0;
    table.add_default(ResponseType::witnessed, [&](const Encounter& e) {
        ++calls;
        members += e.common.kind == CommonPointKind::member ? 1 : 0;
        EXPECT_TRUE(verify(CertifiedCommonPoint{e.common, e.proof}, scene.placed(e.a), scene.placed(e.b)));
        return Continue::yes;
    });
    scene.add(Box{{1, 1, 1}}, Pose::identity());
    scene.add(Cone{1, 1}, Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.4), {1, 0.2, 0.1}));
    scene.add(Triangle{{0.1, 0.2, 0.3}, {3, 1, 0.3}, {2, 3, 0.4}}, Pose::identity());
    scene.add(Segment{{0.5, 0.5, -3}, {0.6, 0.7, 3}}, Pose::identity());
    EXPECT_EQ(scene.respond(table), 6U);
    EXPECT_EQ(calls, 6);
    EXPECT_GE(members, 1);
}

TEST(Respond, TheEarlierClassComesFirst) {
    Scene scene;
    ResponseTable table;
    const ResponseClass early = table.make_class(), late = table.make_class();
    const ObjectId first = scene.add(Sphere{1}, Pose::identity());
    const ObjectId second = scene.add(Box{{1, 1, 1}}, Pose::translation({1, 0, 0}));
    table.assign(first, late);
    table.assign(second, early);
    int calls = 0;
    table.add_pair(early, late, ResponseType::depth, [&](const Encounter& e) {
        ++calls;
        EXPECT_EQ(e.a, second);
        EXPECT_EQ(e.b, first);
        EXPECT_LT(e.separation.normal.x, 0);
        EXPECT_TRUE(verify(e.proof, scene.placed(e.a), scene.placed(e.b)));
        return Continue::yes;
    });
    EXPECT_EQ(scene.respond(table), 1U);
    EXPECT_EQ(calls, 1);
    table.unassign(second);
    EXPECT_EQ(scene.respond(table), 0U);
    EXPECT_EQ(table.class_of(second), ResponseClass{});
}

TEST(Respond, StopsOnRequest) {
    Scene scene;
    for (int i = 0; i < 5; ++i) scene.add(Sphere{1}, Pose::translation({0.1 * i, 0, 0}));
    ResponseTable table;
    int calls = 0;
    table.add_default(ResponseType::simple,
                      [&](const Encounter&) { return ++calls == 3 ? Continue::no : Continue::yes; });
    EXPECT_EQ(scene.respond(table), 3U);
}

TEST(Respond, OneTableServesManyScenesAndOneSceneManyTables) {
    Scene here, there;
    ResponseTable loud, quiet;
    const ResponseClass c = loud.make_class();
    int calls = 0;
    loud.add_class(c, ResponseType::simple, [&](const Encounter&) {
        ++calls;
        return Continue::yes;
    });
    for (Scene* scene : {&here, &there}) {
        const ObjectId id = scene->add(Sphere{1}, Pose::identity());
        scene->add(Sphere{1}, Pose::identity());
        loud.assign(id, c);
        EXPECT_EQ(scene->respond(loud), 1U);
        EXPECT_EQ(scene->respond(quiet), 0U);
    }
    EXPECT_EQ(calls, 2);
}

// Every callback changes the scene: moves, adds, removes and asks. What is called is what intersects when its
// turn comes.
class RespondThreads : public testing::TestWithParam<unsigned> {};

TEST_P(RespondThreads, CallbacksMayChangeTheScene) {
    Scene scene(SceneOptions{GetParam(), nullptr});
    Random random(5);
    for (int i = 0; i < 60; ++i) scene.add(any_shape(random), random.pose(3));
    ResponseTable table;
    std::size_t calls = 0;
    table.add_default(ResponseType::witnessed, [&](const Encounter& e) {
        ++calls;
        EXPECT_TRUE(overlaps(scene.placed(e.a), scene.placed(e.b)));
        EXPECT_TRUE(verify(e.proof, scene.placed(e.a), scene.placed(e.b)) ||
                    std::holds_alternative<std::monostate>(e.proof));
        const double kind = random.unit();
        if (kind < 0.3) {
            EXPECT_TRUE(scene.remove(e.b));
        } else if (kind < 0.6) {
            EXPECT_TRUE(scene.move(e.a, random.pose(3)));
        } else if (kind < 0.8) {
            EXPECT_TRUE(scene.add(any_shape(random), random.pose(3)));
        } else {
            EXPECT_EQ(scene.overlapping_pairs().empty(), false);
            EXPECT_TRUE(scene.closest_pair(e.a).has_value());
        }
        return Continue::yes;
    });
    for (int round = 0; round < 10; ++round) scene.respond(table);
    EXPECT_GT(calls, 50U);
    PlainScene plain;
    for (const ObjectId& id : scene.objects()) plain.add(id, scene.placed(id));
    EXPECT_EQ(scene.overlapping_pairs(), plain.overlapping());
}

// Van den Bergen, 6.5: every object that collides is damaged; a mine and what it touches are destroyed, but a
// sweeper takes the mine away, and mines leave each other alone.
TEST_P(RespondThreads, TheSpaceGame) {
    Scene scene(SceneOptions{GetParam(), nullptr});
    ResponseTable table;
    const ResponseClass ship = table.make_class(), mine = table.make_class(), sweeper = table.make_class();
    std::map<ObjectId, int> damage;
    std::vector<ObjectId> destroyed, swept;
    const ResponseId hurt = table.add_default(ResponseType::simple, [&](const Encounter& e) {
        ++damage[e.a], ++damage[e.b];
        return Continue::yes;
    });
    const ResponseId explode = table.add_class(mine, ResponseType::depth, [&](const Encounter& e) {
        EXPECT_TRUE(e.separation.distance.contains(-0.2));
        for (const ObjectId& id : {e.a, e.b}) {
            destroyed.push_back(id);
            EXPECT_TRUE(scene.remove(id));
        }
        return Continue::yes;
    });
    ASSERT_TRUE(table.remove_class(mine, hurt));
    const ResponseId sweep = table.add_pair(mine, sweeper, ResponseType::witnessed, [&](const Encounter& e) {
        EXPECT_TRUE(verify(e.proof, scene.placed(e.a), scene.placed(e.b)));
        swept.push_back(e.a);
        EXPECT_TRUE(scene.remove(e.a));
        return Continue::yes;
    });
    ASSERT_TRUE(table.remove_pair(mine, sweeper, explode) && table.remove_pair(mine, mine, explode));
    const ResponseClass tug = table.make_class();  // later than all that was said
    EXPECT_EQ(table.responses(tug, ship), std::vector{hurt});
    EXPECT_EQ(table.responses(tug, mine), std::vector{explode});
    EXPECT_EQ(table.responses(sweeper, mine), std::vector{sweep});
    EXPECT_TRUE(table.responses(mine, mine).empty());

    const auto add = [&](const Shape& shape, const Vec3& at, ResponseClass c) {
        const ObjectId id = scene.add(shape, Pose::translation(at));
        EXPECT_TRUE(id && (c == ResponseClass{} || table.assign(id, c)));
        return id;
    };
    const ObjectId first = add(Sphere{1}, {0, 0, 0}, ship), second = add(Sphere{1}, {1.5, 0, 0}, ship);
    const ObjectId left = add(Sphere{0.4}, {10, 0, 0}, mine), right = add(Sphere{0.4}, {10.5, 0, 0}, mine);
    const ObjectId unlucky = add(Sphere{0.5}, {11.2, 0, 0}, ship),
                   broom = add(Sphere{0.5}, {9.2, 0, 0}, sweeper);
    const ObjectId late = add(Sphere{1}, {0, 1.5, 0}, tug), rock = add(Sphere{1}, {0, -1.5, 0}, {});
    EXPECT_EQ(scene.respond(table), 5U);
    EXPECT_EQ(damage, (std::map<ObjectId, int>{{first, 3}, {second, 1}, {late, 1}, {rock, 1}}));
    EXPECT_EQ(destroyed, (std::vector{unlucky, right}));  // the earlier class comes first
    EXPECT_EQ(swept, std::vector{left});
    EXPECT_EQ(scene.respond(table), 3U);  // the mines are gone
    EXPECT_EQ(scene.objects(), (std::vector{first, second, broom, late, rock}));
}

// In the middle of what several threads had tested ahead, and again and again.
TEST_P(RespondThreads, WhatACallbackThrowsComesOutAndTheSceneStaysWhole) {
    Scene scene(SceneOptions{GetParam(), nullptr});
    constexpr int kBalls = 60;
    for (int i = 0; i < kBalls; ++i) scene.add(Sphere{1}, Pose::translation({0.001 * i, 0, 0}));
    const std::vector<ObjectPair> pairs = scene.overlapping_pairs();
    ASSERT_EQ(pairs.size(), std::size_t{kBalls * (kBalls - 1) / 2});
    ResponseTable table;
    std::size_t calls = 0, last = 0;
    table.add_default(ResponseType::depth, [&](const Encounter&) -> Continue {
        if (++calls == last) throw std::runtime_error("enough");
        return Continue::yes;
    });
    for (const std::size_t at : {std::size_t{1}, std::size_t{700}, std::size_t{1100}, pairs.size()}) {
        calls = 0;
        last = at;
        EXPECT_THROW(scene.respond(table), std::runtime_error);
        EXPECT_EQ(calls, at);
        EXPECT_EQ(scene.overlapping_pairs(), pairs);
    }
    last = 0;
    EXPECT_EQ(scene.respond(table), pairs.size());
}

INSTANTIATE_TEST_SUITE_P(One, RespondThreads, testing::Values(1U));
INSTANTIATE_TEST_SUITE_P(Several, RespondThreads, testing::Values(4U));

// The same calls in the same order, whatever the threads did beforehand.
TEST(Respond, ThreadsDoNotChangeCalls) {
    std::vector<std::vector<std::tuple<std::uint32_t, std::uint32_t, double>>> heard;
    for (const unsigned threads : {1U, 2U, 8U}) {
        Random random(15);
        Scene scene(SceneOptions{threads, nullptr});
        for (int i = 0; i < 80; ++i) scene.add(any_shape(random), random.pose(3));
        ResponseTable table;
        auto& calls = heard.emplace_back();
        table.add_default(ResponseType::depth, [&](const Encounter& e) {
            calls.emplace_back(e.a.index, e.b.index, e.separation.distance.upper);
            if (calls.size() % 3 == 0) {
                EXPECT_TRUE(scene.move(e.b, random.pose(3)));
            }
            return Continue::yes;
        });
        for (int round = 0; round < 3; ++round) scene.respond(table);
        EXPECT_GT(calls.size(), 100U);
    }
    EXPECT_EQ(heard[0], heard[1]);
    EXPECT_EQ(heard[0], heard[2]);
}

// A stopped round caches the pairs it processed, not those tested ahead.
TEST(Respond, ThreadsDoNotChangeWhatIsRemembered) {
    std::vector<std::vector<double>> heard;
    for (const unsigned threads : {1U, 2U}) {
        Random random(16);
        Scene scene(SceneOptions{threads, nullptr});
        std::vector<ObjectId> ids;
        for (int i = 0; i < 120; ++i) ids.push_back(scene.add(any_shape(random), random.pose(3)));
        auto& depths = heard.emplace_back();
        ResponseTable stop, all;
        stop.add_default(ResponseType::depth, [](const Encounter&) { return Continue::no; });
        all.add_default(ResponseType::depth, [&](const Encounter& e) {
            depths.push_back(e.separation.distance.lower);
            depths.push_back(e.separation.distance.upper);
            return Continue::yes;
        });
        scene.respond(stop);
        for (const ObjectId& id : ids) {
            Pose pose = scene.placed(id).pose;
            pose.position = pose.position + random.in_cube(0.05);
            ASSERT_TRUE(scene.move(id, pose));
        }
        scene.respond(all);
        EXPECT_GT(depths.size(), 100U);
    }
    EXPECT_EQ(heard[0], heard[1]);
}

TEST(Respond, CallbacksKeepTheirState) {
    Scene scene;
    for (int i = 0; i < 6; ++i) scene.add(Sphere{1}, Pose::translation({0.1 * i, 0, 0}));
    ResponseTable table;
    table.add_default(ResponseType::simple,
                      [n = 0](const Encounter&) mutable { return ++n >= 3 ? Continue::no : Continue::yes; });
    EXPECT_EQ(scene.respond(table), 3U);
}

TEST(Respond, ARoundReadsTheTableOnce) {
    Scene scene;
    std::vector<ObjectId> ids;
    for (int i = 0; i < 3; ++i) ids.push_back(scene.add(Sphere{1}, Pose::translation({0.1 * i, 0, 0})));
    ResponseTable table;
    const ResponseClass quiet = table.make_class();
    const ResponseId loud = table.add_default(ResponseType::simple, [&](const Encounter&) {
        for (const ObjectId& id : ids) table.assign(id, quiet);
        return Continue::yes;
    });
    table.remove_class(quiet, loud);
    EXPECT_EQ(scene.respond(table), 3U);
    EXPECT_EQ(scene.respond(table), 0U);
}

TEST(Respond, ForgottenResponsesAreNotCalledAndMayForgetThemselves) {
    Scene scene;
    for (int i = 0; i < 4; ++i) scene.add(Sphere{1}, Pose::translation({0.1 * i, 0, 0}));
    ResponseTable table;
    auto held = std::make_shared<int>(0);
    ResponseId itself{}, later{};
    int after = 0;
    itself = table.add_default(ResponseType::simple, [&table, &itself, &later, held](const Encounter&) {
        EXPECT_TRUE(table.forget(itself) && table.forget(later));
        EXPECT_GE(held.use_count(), 2);  // what is being called stays
        return ++*held, Continue::yes;
    });
    later = table.add_default(ResponseType::simple, [&](const Encounter&) { return ++after, Continue::yes; });
    EXPECT_EQ(scene.respond(table), 1U);
    EXPECT_EQ(*held, 1);
    EXPECT_EQ(after, 0);
    EXPECT_EQ(held.use_count(), 1);
    EXPECT_EQ(scene.respond(table), 0U);
}

TEST(Respond, RoundsWithinRounds) {
    Scene scene;
    for (int i = 0; i < 4; ++i) scene.add(Sphere{1}, Pose::translation({0.1 * i, 0, 0}));
    ResponseTable outer, inner;
    std::size_t inner_calls = 0;
    inner.add_default(ResponseType::simple, kGoOn);
    outer.add_default(ResponseType::simple, [&](const Encounter&) {
        inner_calls += scene.respond(inner);
        return Continue::yes;
    });
    EXPECT_EQ(scene.respond(outer), 6U);
    EXPECT_EQ(inner_calls, 36U);
}

// What is remembered of pairs must not change answers: a scene that responded every step equals a fresh one.
TEST(Respond, MemoryChangesNoAnswer) {
    Random random(9);
    Scene scene;
    ResponseTable table;
    std::vector<ObjectPair> pairs;
    table.add_default(ResponseType::depth, [&](const Encounter& e) {
        pairs.push_back({e.a, e.b});
        const Interval fresh = separation(scene.placed(e.a), scene.placed(e.b)).distance;
        EXPECT_LE(e.separation.distance.lower, fresh.upper);
        EXPECT_GE(e.separation.distance.upper, fresh.lower);
        return Continue::yes;
    });
    std::vector<Pose> poses;
    std::vector<ObjectId> ids;
    for (int i = 0; i < 40; ++i) {
        poses.push_back(random.pose(3));
        ids.push_back(scene.add(any_shape(random), poses.back()));
    }
    for (int step = 0; step < 10; ++step) {
        for (std::size_t i = 0; i < ids.size(); ++i) {
            poses[i].position = poses[i].position + random.in_cube(0.1);
            ASSERT_TRUE(scene.move(ids[i], poses[i]));
        }
        pairs.clear();
        scene.respond(table);
        EXPECT_EQ(pairs, scene.overlapping_pairs());
    }
}

}  // namespace
}  // namespace graze::test
