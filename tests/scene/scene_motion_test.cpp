// Moving objects of a scene: impacts of all pairs, casts, steps.
#include <gtest/gtest.h>

#include <numbers>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random_motions.hpp"
#include "scene_fixture.hpp"

namespace graze::test {
namespace {

TEST(SceneMotion, ImpactsAreThoseOfEveryTwo) {
    Random random(71);
    for (int round = 0; round < 5; ++round) {
        Scene scene(SceneOptions{round % 2 ? 3U : 1U, nullptr});
        std::vector<std::pair<ObjectId, Moving>> all;
        std::vector<ObjectMotion> motions;
        for (int i = 0; i < 25; ++i) {
            const Placed placed{any_shape(random), random.pose(4)};
            const ObjectId id = scene.add(placed.shape, placed.pose);
            Motion motion = LinearMotion{placed.pose, {}};
            if (random.chance(0.6)) {
                motion = random.chance(0.5)
                             ? Motion(LinearMotion{placed.pose, random.in_cube(4)})
                             : Motion(TwistMotion{placed.pose, random.in_cube(2), random.in_cube(3)});
                motions.push_back({id, motion});
            }
            all.emplace_back(id, Moving{placed.shape, motion});
        }
        std::vector<std::pair<double, ObjectPair>> expected;
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = i + 1; j < all.size(); ++j) {
                const auto moves = [&](const ObjectId& id) {
                    return std::ranges::find(motions, id, &ObjectMotion::object) != motions.end();
                };
                if (!moves(all[i].first) && !moves(all[j].first)) continue;
                const Impact impact = time_of_impact(all[i].second, all[j].second);
                if (impact.hit)
                    expected.emplace_back(impact.time.lower, ObjectPair{all[i].first, all[j].first});
            }
        }
        std::ranges::sort(expected);
        const auto found = scene.impacts(motions);
        ASSERT_TRUE(found);
        ASSERT_EQ(found->size(), expected.size());
        EXPECT_GT(expected.size(), 5U);
        for (std::size_t k = 0; k < expected.size(); ++k) {
            EXPECT_EQ((*found)[k].impact.time.lower, expected[k].first);
            EXPECT_EQ((*found)[k].objects, expected[k].second);
        }
        // A step answers the same and leaves the objects at the ends of their ways.
        const auto stepped = scene.step(motions);
        ASSERT_TRUE(stepped);
        EXPECT_EQ(stepped->size(), expected.size());
        for (const ObjectMotion& moved : motions)
            EXPECT_EQ(scene.placed(moved.object).pose, pose_at(moved.motion, 1));
        PlainScene plain;
        for (const ObjectId& id : scene.objects()) plain.add(id, scene.placed(id));
        EXPECT_EQ(scene.overlapping_pairs(), plain.overlapping());
    }
}

TEST(SceneMotion, ImpactsAreOfPairsThatMayCollide) {
    Random random(72);
    std::size_t kept = 0, left_out = 0;
    for (int round = 0; round < 4; ++round) {
        Scene scene(SceneOptions{round % 2 ? 3U : 1U, nullptr});
        struct Entry {
            ObjectId id;
            Moving moving;
            ObjectOptions options;
            bool moves;
        };
        std::vector<Entry> all;
        std::vector<ObjectMotion> motions;
        for (int i = 0; i < 30; ++i) {
            const Pose start = random.pose(3);
            const Shape shape = any_shape(random);
            const ObjectOptions options{.group = 1U << random.index(3),
                                        .mask = random.chance(0.5) ? 7U : 1U << random.index(3)};
            const bool moves = random.chance(0.5);
            const Motion motion = LinearMotion{start, moves ? random.in_cube(4) : Vec3{}};
            all.push_back({scene.add(shape, start, options), {shape, motion}, options, moves});
            if (moves) motions.push_back({all.back().id, motion});
        }
        std::vector<ObjectPair> excluded;
        for (int i = 0; i < 100; ++i) {
            const ObjectId a = all[random.index(all.size())].id, b = all[random.index(all.size())].id;
            ASSERT_TRUE(scene.exclude(a, b));
            excluded.push_back(ObjectPair::of(a, b));
        }
        std::vector<std::pair<double, ObjectPair>> expected, found;
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = i + 1; j < all.size(); ++j) {
                const Entry &x = all[i], &y = all[j];
                if (!x.moves && !y.moves) continue;
                const Impact impact = time_of_impact(x.moving, y.moving);
                if (!impact.hit) continue;
                const ObjectPair pair = ObjectPair::of(x.id, y.id);
                const bool may_collide = (x.options.group & y.options.mask) != 0 &&
                                         (y.options.group & x.options.mask) != 0 &&
                                         std::ranges::find(excluded, pair) == excluded.end();
                ++(may_collide ? kept : left_out);
                if (may_collide) expected.emplace_back(impact.time.lower, pair);
            }
        }
        std::ranges::sort(expected);
        const auto impacts = scene.impacts(motions);
        ASSERT_TRUE(impacts);
        for (const ObjectImpact& impact : *impacts)
            found.emplace_back(impact.impact.time.lower, impact.objects);
        EXPECT_EQ(found, expected);
    }
    EXPECT_GT(kept, 20U);
    EXPECT_GT(left_out, 50U);
}

TEST(SceneMotion, BulletsDoNotPassThroughPaper) {
    Scene scene;
    const ObjectId paper = scene.add(Box{{0.0001, 1, 1}}, Pose::identity());
    const ObjectId bullet = scene.add(Sphere{0.01}, Pose::translation({-50, 0, 0}));
    const ObjectId bystander = scene.add(Sphere{1}, Pose::translation({0, 10, 0}));
    const auto impacts = scene.step(
        std::vector<ObjectMotion>{{bullet, LinearMotion{Pose::translation({-50, 0, 0}), {100, 0, 0}}}});
    ASSERT_TRUE(impacts);
    ASSERT_EQ(impacts->size(), 1U);
    EXPECT_EQ((*impacts)[0].objects, (ObjectPair{paper, bullet}));
    EXPECT_NEAR((*impacts)[0].impact.time.lower, (50 - 0.01 - 0.0001) / 100, 1e-6);
    EXPECT_EQ(scene.placed(bullet).pose.position, (Vec3{50, 0, 0}));
    EXPECT_TRUE(scene.contains(bystander));
}

TEST(SceneMotion, CastsFindTheFirstObject) {
    Random random(81);
    Scene scene;
    std::vector<std::pair<ObjectId, Placed>> all;
    for (int i = 0; i < 40; ++i) {
        const Placed placed{any_shape(random), random.pose(3)};
        all.emplace_back(scene.add(placed.shape, placed.pose), placed);
    }
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        const Moving moving{Capsule{0.1, 0.2},
                            TwistMotion{random.pose(5), random.in_cube(8), random.in_cube(2)}};
        std::optional<std::pair<double, ObjectId>> expected;
        for (const auto& [id, placed] : all) {
            const Impact impact = time_of_impact({placed.shape, LinearMotion{placed.pose, {}}}, moving);
            if (impact.hit && (!expected || impact.time.lower < expected->first))
                expected = {impact.time.lower, id};
        }
        const auto found = scene.cast(moving);
        ASSERT_EQ(found.has_value(), expected.has_value());
        hits += found ? 1 : 0;
        if (found) {
            EXPECT_EQ(std::pair(found->impact.time.lower, found->object), *expected);
        }
    }
    EXPECT_GT(hits, 5);
}

TEST(SceneMotion, ErrorsChangeNothing) {
    Scene scene;
    const ObjectId a = scene.add(Sphere{1}, Pose::identity());
    const LinearMotion fine{Pose::identity(), {1, 0, 0}};
    EXPECT_EQ(scene.impacts(std::vector<ObjectMotion>{{ObjectId{}, fine}}).error().reason,
              SceneError::Reason::no_object);
    const LinearMotion bad{Pose::identity(), {std::nan(""), 0, 0}};
    EXPECT_EQ(scene.step(std::vector<ObjectMotion>{{a, bad}}).error().reason,
              SceneError::Reason::invalid_placement);
    const auto twice = scene.step(std::vector<ObjectMotion>{{a, fine}, {a, fine}});
    ASSERT_FALSE(twice);
    EXPECT_NE(twice.error().message.find("twice"), std::string::npos);
    EXPECT_EQ(scene.placed(a).pose, Pose::identity());
}

TEST(SceneMotion, ScaledObjectsKeepTheirScaleThroughSteps) {
    Scene scene;
    const ObjectId a = scene.add(Box{{1, 1, 1}}, Affine::scale({2, 1, 1}));
    ASSERT_TRUE(scene.step(std::vector<ObjectMotion>{{a, LinearMotion{Pose::identity(), {5, 0, 0}}}}));
    EXPECT_NEAR(scene.bounds(a).max.x, 7, 1e-9);
    ASSERT_TRUE(scene.set_margin(a, 1));
    EXPECT_NEAR(scene.bounds(a).max.x, 8, 1e-9);
    // Turned by one step, and by none in the next: later queries of the object use both.
    const Pose quarter = Pose::from(Quat::from_axis_angle({0, 0, 1}, std::numbers::pi / 2), {});
    ASSERT_TRUE(scene.step(std::vector<ObjectMotion>{{a, InBetweenMotion{Pose::identity(), quarter}}}));
    ASSERT_TRUE(scene.step(std::vector<ObjectMotion>{{a, LinearMotion{quarter, {}}}}));
    EXPECT_NEAR(scene.bounds(a).max.y, 3, 1e-9);
    ASSERT_TRUE(scene.set_margin(a, 0));
    EXPECT_NEAR(scene.bounds(a).max.y, 2, 1e-9);
    EXPECT_NEAR(scene.bounds(a).max.x, 1, 1e-9);
}

TEST(SceneMotion, TurnedScaledObjectsMoveFromWhereTheyArePlaced) {
    // A bar of 4 x 1 x 1 along x, turned to y by a map with its scale, goes on along y until it touches a
    // wall at y = 9.
    for (const Shape& bar : {Shape(Box{{1, 1, 1}}), Shape(*Mesh::build(box_mesh({1, 1, 1}).vertices,
                                                                       box_mesh({1, 1, 1}).triangles))}) {
        Scene scene;
        const ObjectId a = scene.add(bar, Affine::scale({4, 1, 1}));
        const ObjectId wall = scene.add(Box{{10, 1, 10}}, Pose::translation({0, 10, 0}));
        const Mat3 quarter{{Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{0, 0, 1}}};
        ASSERT_TRUE(scene.move(a, Affine{quarter * Mat3::diagonal({4, 1, 1}), {}}));
        EXPECT_NEAR(scene.bounds(a).max.y, 4, 1e-9);
        EXPECT_NEAR(scene.bounds(a).max.x, 1, 1e-9);
        const auto impacts =
            scene.step(std::vector<ObjectMotion>{{a, LinearMotion{scene.placed(a).pose, {0, 10, 0}}}});
        ASSERT_TRUE(impacts);
        ASSERT_EQ(impacts->size(), 1U);
        EXPECT_EQ(impacts->front().objects, (ObjectPair{a, wall}));
        EXPECT_NEAR(impacts->front().impact.time.lower, 0.5, 1e-6);
        EXPECT_NEAR(scene.bounds(a).max.y, 14, 1e-9);
        // Moves by maps are of the map alone, wherever the step ended.
        ASSERT_TRUE(scene.move(a, Affine{Mat3::diagonal({4, 1, 1}), {}}));
        EXPECT_NEAR(scene.bounds(a).max.x, 4, 1e-9);
        EXPECT_NEAR(scene.bounds(a).max.y, 1, 1e-9);
    }
}

TEST(SceneMotion, StepsListAllPartsThatTouch) {
    const TriangleSoup soup = box_mesh({0.5, 0.5, 0.5});
    const Mesh cube = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid}).value();
    Scene scene;
    const ObjectId a = scene.add(cube, Pose::identity()), b = scene.add(cube, Pose::translation({3, 0.1, 0}));
    scene.add(Sphere{0.5}, Pose::translation({-1.5, 0, 0}));
    const std::vector<ObjectMotion> motions{{b, LinearMotion{Pose::translation({3, 0.1, 0}), {-4, 0, 0}}}};
    const auto asked = scene.impacts(motions);
    ASSERT_TRUE(asked);
    ASSERT_FALSE(asked->empty());
    EXPECT_TRUE(asked->front().contacts.empty());
    const auto stepped = scene.step(motions);
    ASSERT_TRUE(stepped);
    ASSERT_EQ(stepped->size(), asked->size());
    const ObjectImpact& first = stepped->front();
    EXPECT_EQ(first.objects, (ObjectPair{a, b}));
    const Moving still{cube, LinearMotion{Pose::identity(), {}}}, moving{cube, motions[0].motion};
    const std::vector<ImpactContact> alone = impact_contacts(first.impact, still, moving);
    EXPECT_GE(alone.size(), 4U);
    ASSERT_EQ(first.contacts.size(), alone.size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
        EXPECT_EQ(first.contacts[i].part_a, alone[i].part_a);
        EXPECT_EQ(first.contacts[i].part_b, alone[i].part_b);
        EXPECT_EQ(first.contacts[i].separation.distance, alone[i].separation.distance);
    }
    for (const ObjectImpact& pair : *stepped) EXPECT_FALSE(pair.contacts.empty());
}

TEST(SceneMotion, StepsEndOnlyWhereMovesMay) {
    Scene scene;
    const ObjectId a = scene.add(Sphere{1}, Pose::identity());
    const auto outcome = scene.step(
        std::vector<ObjectMotion>{{a, LinearMotion{Pose::translation({9e99, 0, 0}), {9e99, 0, 0}}}});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().reason, SceneError::Reason::invalid_placement);
    EXPECT_EQ(scene.placed(a).pose, Pose::identity());
}

}  // namespace
}  // namespace graze::test
