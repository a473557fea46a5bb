// Whole-scene questions against the same verbs asked of every two objects.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "scene_fixture.hpp"

namespace graze::test {
namespace {

struct Crowd {
    Scene scene;
    PlainScene plain;

    Crowd(std::uint64_t seed, std::size_t count, double half, unsigned threads = 1)
        : scene(SceneOptions{threads, nullptr}) {
        Random random(seed);
        for (std::size_t i = 0; i < count; ++i) add(random, half);
    }
    void add(Random& random, double half) {
        const Placed placed{any_shape(random), random.pose(half)};
        ObjectOptions options;
        options.group = 1U << random.index(3);
        options.mask = random.chance(0.8) ? ~0U : 3U;
        const ObjectId id = scene.add(placed.shape, placed.pose, options);
        ASSERT_TRUE(id);
        plain.add(id, placed, options.group, options.mask);
    }
};

TEST(SceneQueries, PairsAreThoseOfEveryTwo) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        Crowd crowd(seed, 80, 4);
        const std::vector<ObjectPair> expected = crowd.plain.overlapping();
        EXPECT_GT(expected.size(), 5U);
        EXPECT_EQ(crowd.scene.overlapping_pairs(), expected);
        const std::vector<ObjectPair> near = crowd.scene.near_pairs();
        EXPECT_TRUE(std::ranges::includes(near, expected));
        for (const ObjectPair& pair : near) EXPECT_TRUE(crowd.scene.near(pair.a, pair.b));
    }
}

TEST(SceneQueries, StayRightThroughChanges) {
    Random random(7);
    Crowd crowd(2, 60, 4);
    for (int round = 0; round < 60; ++round) {
        for (int change = 0; change < 5; ++change) {
            const auto& entries = crowd.plain.entries;
            const ObjectId id = entries[random.index(entries.size())].id;
            const double kind = random.unit();
            if (kind < 0.15) {
                crowd.add(random, 4);
            } else if (kind < 0.3 && entries.size() > 40) {
                ASSERT_TRUE(crowd.scene.remove(id));
                crowd.plain.remove(id);
            } else if (kind < 0.4) {
                const Shape shape = any_shape(random);
                ASSERT_TRUE(crowd.scene.set_shape(id, shape));
                crowd.plain.placed(id).shape = shape;
            } else {
                const Pose pose = random.pose(4);
                ASSERT_TRUE(crowd.scene.move(id, pose));
                crowd.plain.placed(id).pose = pose;
            }
        }
        if (round % 7 == 3) crowd.scene.update();
        ASSERT_EQ(crowd.scene.overlapping_pairs(), crowd.plain.overlapping()) << round;
        ASSERT_EQ(crowd.scene.size(), crowd.plain.entries.size());
    }
}

TEST(SceneQueries, ManyMovesAtOnce) {
    Random random(8);
    Crowd crowd(3, 120, 5);
    std::vector<ObjectId> ids;
    std::vector<Pose> poses;
    for (auto& entry : crowd.plain.entries) {
        ids.push_back(entry.id);
        poses.push_back(random.pose(5));
        entry.placed.pose = poses.back();
    }
    ASSERT_TRUE(crowd.scene.move(ids, poses));
    EXPECT_EQ(crowd.scene.overlapping_pairs(), crowd.plain.overlapping());
}

TEST(SceneQueries, ClosestPairs) {
    for (std::uint64_t seed = 11; seed <= 14; ++seed) {
        Crowd crowd(seed, 30, seed % 2 ? 4 : 12);
        const auto expected = crowd.plain.closest();
        const auto found = crowd.scene.closest_pair();
        ASSERT_EQ(found.has_value(), expected.has_value());
        EXPECT_EQ(found->objects, expected->objects);
        EXPECT_EQ(found->separation.distance.upper, expected->separation.distance.upper);
        if (found->separation.distance.lower > 0) {  // depths keep their proofs only on request
            EXPECT_TRUE(verify(found->separation, crowd.scene.placed(found->objects.a),
                               crowd.scene.placed(found->objects.b)));
        }
        for (const auto& entry : crowd.plain.entries) {
            std::optional<ObjectSeparation> best;
            crowd.plain.for_each_pair([&](const auto& x, const auto& y) {
                if (x.id != entry.id && y.id != entry.id) return;
                const Separation gap = separation(x.placed, y.placed);
                if (!best || gap.distance.upper < best->separation.distance.upper)
                    best = ObjectSeparation{{x.id, y.id}, gap};
            });
            const auto of_one = crowd.scene.closest_pair(entry.id);
            ASSERT_EQ(of_one.has_value(), best.has_value());
            if (best) {
                EXPECT_EQ(of_one->objects, best->objects);
                EXPECT_EQ(of_one->separation.distance.upper, best->separation.distance.upper);
            }
        }
    }
}

TEST(SceneQueries, ClosestPairOfGroupsThatNeverCollideIsNoneAtOnce) {
    // Every two tested at once would be 2 * 10^8: tens of seconds.
    Random random(21);
    Scene scene;
    for (int i = 0; i < 20000; ++i)
        scene.add(Sphere{0.1}, Pose::translation(random.in_cube(20)), {.group = 1, .mask = 2});
    EXPECT_FALSE(scene.closest_pair());
    const ObjectId other = scene.add(Sphere{0.1}, Pose::translation({50, 0, 0}), {.group = 2, .mask = 1});
    const auto closest = scene.closest_pair();
    ASSERT_TRUE(closest);
    EXPECT_EQ(closest->objects.b, other);
    EXPECT_EQ(closest->objects, scene.closest_pair(other)->objects);
}

TEST(SceneQueries, ClosestPairOfTwoCloudsFarApart) {
    Random random(22);
    for (const unsigned threads : {1U, 2U}) {
        Scene scene({threads, nullptr});
        PlainScene plain;
        for (int i = 0; i < 400; ++i) {
            const std::uint32_t group = i % 2 == 0 ? 1 : 2;
            const Placed placed{Sphere{0.1},
                                Pose::translation(random.in_cube(5) + Vec3{group == 1 ? 0.0 : 100.0, 0, 0})};
            plain.add(scene.add(placed.shape, placed.pose, {.group = group, .mask = 3 - group}), placed,
                      group, 3 - group);
        }
        const auto expected = plain.closest(), found = scene.closest_pair();
        ASSERT_TRUE(expected && found);
        EXPECT_EQ(found->objects, expected->objects);
        EXPECT_EQ(found->separation.distance.upper, expected->separation.distance.upper);
        EXPECT_EQ(found->separation.distance.lower, expected->separation.distance.lower);
    }
}

TEST(SceneQueries, PairsWithinAClearance) {
    Crowd crowd(21, 60, 6);
    for (const double clearance : {0.0, 0.3, 2.0}) {
        std::vector<ObjectPair> expected;
        crowd.plain.for_each_pair([&](const auto& x, const auto& y) {
            if (separation(x.placed, y.placed).distance.lower <= clearance) expected.push_back({x.id, y.id});
        });
        std::vector<ObjectPair> found;
        for (const ObjectSeparation& pair : crowd.scene.pairs_within(clearance)) {
            found.push_back(pair.objects);
            EXPECT_LE(pair.separation.distance.lower, clearance);
        }
        EXPECT_EQ(found, expected) << clearance;
    }
    EXPECT_TRUE(crowd.scene.pairs_within(-1).empty());
    EXPECT_TRUE(crowd.scene.pairs_within(std::numeric_limits<double>::quiet_NaN()).empty());
}

TEST(SceneQueries, ContactsOfAllPairs) {
    Crowd crowd(31, 50, 4);
    std::vector<ObjectPair> expected;
    crowd.plain.for_each_pair([&](const auto& x, const auto& y) {
        if (!contact_manifolds(x.placed, y.placed).empty()) expected.push_back({x.id, y.id});
    });
    std::vector<ObjectPair> found;
    for (const ObjectContacts& pair : crowd.scene.contacts()) {
        found.push_back(pair.objects);
        for (const ContactManifold& manifold : pair.manifolds) {
            EXPECT_TRUE(
                verify(manifold, crowd.scene.placed(pair.objects.a), crowd.scene.placed(pair.objects.b)));
        }
    }
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(found, expected);
}

TEST(SceneQueries, Rays) {
    Crowd crowd(41, 160, 5);
    Random random(42);
    std::vector<Ray> rays;
    int hits = 0;
    for (int i = 0; i < 200; ++i) {
        const Ray ray{random.in_cube(7),
                      random.chance(0.2) ? Vec3{0, 0, 1} : random.direction() * random.log_uniform(0.1, 10)};
        rays.push_back(ray);
        const std::uint32_t mask = random.chance(0.7) ? ~0U : 5U;
        std::vector<std::pair<double, ObjectId>> expected;
        for (const auto& entry : crowd.plain.entries) {
            if ((entry.group & mask) == 0) continue;
            if (const auto hit = raycast(ray, entry.placed)) expected.emplace_back(hit->t, entry.id);
        }
        std::ranges::sort(expected);
        const auto first = crowd.scene.raycast(ray, mask);
        ASSERT_EQ(first.has_value(), !expected.empty());
        hits += first ? 1 : 0;
        if (first) {
            EXPECT_EQ(first->t, expected.front().first);
            EXPECT_EQ(first->object, expected.front().second);
            EXPECT_TRUE(verify(static_cast<const RayHit&>(*first), ray, crowd.scene.placed(first->object)));
        }
        const double limit = random.uniform(0, 2);
        std::erase_if(expected, [&](const auto& hit) { return hit.first > limit; });
        EXPECT_EQ(crowd.scene.raycast_any(ray, limit, mask), !expected.empty());
        const auto all = crowd.scene.raycast_all(ray, limit, mask);
        ASSERT_EQ(all.size(), expected.size());
        for (std::size_t k = 0; k < all.size(); ++k)
            EXPECT_EQ(std::pair(all[k].t, all[k].object), expected[k]);
    }
    EXPECT_GT(hits, 40);
    EXPECT_LT(hits, 160);
    const auto batch = crowd.scene.raycast(rays);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const auto one = crowd.scene.raycast(rays[i]);
        ASSERT_EQ(batch[i].has_value(), one.has_value());
        if (one) {
            EXPECT_EQ(std::pair(batch[i]->t, batch[i]->object), std::pair(one->t, one->object));
        }
    }
    EXPECT_FALSE(crowd.scene.raycast(Ray{{}, {0, 0, 0}}));
    EXPECT_FALSE(crowd.scene.raycast(Ray{{std::nan(""), 0, 0}, {0, 0, 1}}));
}

/// Flat objects in planes of a grid: rays hit them where they enter their boxes, up to rounding on either
/// side.
TEST(SceneQueries, RaysHitFlatObjectsInTheOrderOfT) {
    Random random(43);
    const auto whole = [&](double most) { return std::floor(random.uniform(-most, most + 1)); };
    int moved = 0, ties = 0;
    for (int round = 0; round < 400; ++round) {
        Scene scene;
        std::vector<std::pair<ObjectId, Placed>> objects;
        const Vec3 corner{whole(4), whole(4), whole(4)};
        for (int i = 0; i < 8; ++i) {
            const std::size_t axis = random.index(3);
            const auto other = [&] {
                Vec3 v{whole(5), whole(5), whole(5)};
                v[axis] = corner[axis];
                return v;
            };
            // Triangles with a common corner, some of them as meshes, some twice.
            const std::vector<Vec3> vertices{corner, other(), other()};
            const Triangle triangle{vertices[0], vertices[1], vertices[2]};
            const Shape shape =
                random.chance(0.3)
                    ? Shape(triangle)
                    : Shape(*Mesh::build(vertices, std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}}));
            const Placed placed{shape, {}};
            for (int copy = random.chance(0.3) ? 2 : 1; copy > 0; --copy)
                objects.emplace_back(scene.add(placed.shape, placed.pose), placed);
        }
        const Vec3 origin = random.chance(0.5) ? Vec3{whole(9), whole(9), whole(9)} : random.in_cube(9);
        const Ray ray{origin, corner - origin};
        if (ray.direction == Vec3{}) continue;
        std::vector<std::pair<double, ObjectId>> expected;
        for (const auto& [id, placed] : objects) {
            const auto hit = raycast(ray, placed);
            if (!hit) continue;
            const double entry = clip_ray(scene.bounds(id), ray.origin, ray.direction).lower;
            moved += entry > hit->t;
            EXPECT_TRUE(entry <= hit->bounds.upper || std::isinf(entry));
            expected.emplace_back(entry <= hit->bounds.upper ? std::max(hit->t, entry) : hit->t, id);
        }
        std::ranges::sort(expected);
        ties += expected.size() > 1 && expected[0].first == expected[1].first;
        const auto first = scene.raycast(ray);
        const auto all = scene.raycast_all(ray);
        ASSERT_EQ(first.has_value(), !expected.empty());
        ASSERT_EQ(all.size(), expected.size());
        for (std::size_t k = 0; k < all.size(); ++k) {
            EXPECT_EQ(std::pair(all[k].t, all[k].object), expected[k]);
            EXPECT_EQ(all[k].point, ray.origin + all[k].t * ray.direction);
            EXPECT_TRUE(all[k].bounds.lower <= all[k].t && all[k].t <= all[k].bounds.upper);
            EXPECT_TRUE(verify(static_cast<const RayHit&>(all[k]), ray, scene.placed(all[k].object)));
        }
        if (first) {
            EXPECT_EQ(std::pair(first->t, first->object), expected.front()) << "round " << round;
        }
    }
    EXPECT_GT(moved, 50) << "hits before their boxes";
    EXPECT_GT(ties, 50);
}

TEST(SceneQueries, Regions) {
    Crowd crowd(51, 80, 5);
    Random random(52);
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 60; ++i) {
        const Vec3 middle = random.in_cube(5);
        const Vec3 half{random.uniform(0, 2), random.uniform(0, 2),
                        random.chance(0.2) ? 0 : random.uniform(0, 2)};
        const Aabb box{middle - half, middle + half};
        std::vector<ObjectId> expected;
        for (const auto& entry : crowd.plain.entries) {
            if (overlaps(Placed{Box{half_extents(box)}, Pose::translation(centre(box))}, entry.placed))
                expected.push_back(entry.id);
        }
        EXPECT_EQ(crowd.scene.objects_in(box), expected);

        const Placed region{random_shape(random, ShapeType::hull), random.pose(5)};
        expected.clear();
        for (const auto& entry : crowd.plain.entries) {
            if (overlaps(region, entry.placed)) expected.push_back(entry.id);
        }
        EXPECT_EQ(crowd.scene.objects_in(region), expected);
    }
    EXPECT_EQ(crowd.scene.objects_in(Aabb{{-kEndless, -kEndless, -kEndless}, {kEndless, kEndless, kEndless}})
                  .size(),
              crowd.scene.size());
    EXPECT_TRUE(crowd.scene.objects_in(Aabb{}).empty());
}

TEST(SceneQueries, EndlessRegionsAndHalfSpaces) {
    Scene scene;
    const ObjectId floor = scene.add(HalfSpace{{0, 0, 1}, 0}, Pose::identity());
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    EXPECT_EQ(scene.objects_in(Aabb{{-kEndless, -kEndless, -1}, {kEndless, kEndless, kEndless}}),
              std::vector<ObjectId>{floor});
    EXPECT_TRUE(scene.objects_in(Aabb{{-kEndless, -kEndless, 0.5}, {kEndless, kEndless, kEndless}}).empty());
    EXPECT_EQ(scene.objects_in(Aabb{{3, 3, -2}, {4, 4, 5}}), std::vector<ObjectId>{floor});
    const ObjectId ball = scene.add(Sphere{1}, Pose::translation({100, 5, 0.5}));
    EXPECT_EQ(scene.overlapping_pairs(), (std::vector<ObjectPair>{{floor, ball}}));
    ASSERT_TRUE(scene.move(ball, Pose::translation({100, 5, 3})));
    EXPECT_TRUE(scene.overlapping_pairs().empty());
    const auto closest = scene.closest_pair();
    ASSERT_TRUE(closest);
    EXPECT_TRUE(closest->separation.distance.contains(2));
}

TEST(SceneQueries, ThreadsDoNotChangeAnswers) {
    Crowd one(61, 150, 6, 1);
    const auto within_one = one.scene.pairs_within(0.5);
    const auto contacts_one = one.scene.contacts();
    const auto as_numbers = [](const std::vector<ObjectPair>& pairs) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> numbers;
        for (const ObjectPair& pair : pairs) numbers.emplace_back(pair.a.index, pair.b.index);
        return numbers;
    };
    for (const unsigned threads : {2U, 4U, 8U}) {
        Crowd many(61, 150, 6, threads);
        EXPECT_EQ(as_numbers(one.scene.overlapping_pairs()), as_numbers(many.scene.overlapping_pairs()));
        const auto within_many = many.scene.pairs_within(0.5);
        ASSERT_EQ(within_one.size(), within_many.size());
        for (std::size_t i = 0; i < within_one.size(); ++i) {
            EXPECT_EQ(within_one[i].objects.a.index, within_many[i].objects.a.index);
            EXPECT_EQ(within_one[i].separation.distance, within_many[i].separation.distance);
            EXPECT_EQ(within_one[i].separation.normal, within_many[i].separation.normal);
        }
        const auto contacts_many = many.scene.contacts();
        ASSERT_EQ(contacts_one.size(), contacts_many.size());
        for (std::size_t i = 0; i < contacts_one.size(); ++i) {
            ASSERT_EQ(contacts_one[i].manifolds.size(), contacts_many[i].manifolds.size());
            EXPECT_EQ(contacts_one[i].manifolds[0].normal, contacts_many[i].manifolds[0].normal);
        }
    }
}

// Constant members may run at the same time, also while changes wait to be taken into the broad phase.
TEST(SceneQueries, ManyThreadsMayAsk) {
    Crowd crowd(71, 60, 4);
    Random random(72);
    for (int i = 0; i < 5; ++i) {
        auto& entry = crowd.plain.entries[random.index(crowd.plain.entries.size())];
        entry.placed.pose = random.pose(4);
        ASSERT_TRUE(crowd.scene.move(entry.id, entry.placed.pose));
    }
    const std::vector<ObjectPair> expected = crowd.plain.overlapping();
    const auto closest = crowd.scene.closest_pair();
    std::atomic<int> wrong = 0;
    std::vector<std::thread> askers;
    for (int k = 0; k < 4; ++k) {
        askers.emplace_back([&, k] {
            Random rays(80 + static_cast<std::uint64_t>(k));
            for (int i = 0; i < 5; ++i) {
                wrong += crowd.scene.overlapping_pairs() != expected;
                wrong += crowd.scene.closest_pair()->objects != closest->objects;
                (void)crowd.scene.raycast({rays.in_cube(5), rays.direction()});
                (void)crowd.scene.objects_in(Aabb{{-1, -1, -1}, {1, 1, 1}});
            }
        });
    }
    for (std::thread& asker : askers) asker.join();
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace graze::test
