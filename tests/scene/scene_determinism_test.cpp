// The same answers, bit by bit, whatever the number of threads and the instruction set, and when many threads
// ask one scene at the same time.
#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cstdint>
#include <thread>
#include <vector>

#include "graze/scene/scene.hpp"
#include "scene_fixture.hpp"
#include "simd/every_target.hpp"

namespace graze::test {
namespace {

/// All numbers of answers, in order.
class Hash {
public:
    void add(std::uint64_t value) { state_ = (state_ ^ value) * 0x9e3779b97f4a7c15ULL + (state_ >> 29); }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    void add(const Vec3& v) { add(v.x), add(v.y), add(v.z); }
    void add(const Interval& interval) { add(interval.lower), add(interval.upper); }
    void add(const ObjectId& id) {
        add((std::uint64_t{id.generation} << 32) | id.index);
    }  // without the scene, which is never the same
    void add(const ObjectPair& pair) { add(pair.a), add(pair.b); }
    void add(const Separation& gap) {
        add(gap.distance), add(gap.point_a), add(gap.point_b), add(gap.normal);
    }
    void add(const RayHit& hit) { add(hit.t), add(hit.bounds), add(hit.point), add(hit.normal); }
    void add(const Impact& impact) {
        add(static_cast<std::uint64_t>(impact.answer)), add(impact.time), add(impact.point),
            add(impact.normal);
        add((std::uint64_t{impact.part_a} << 32) | impact.part_b);
    }
    void add(const ContactManifold& manifold) {
        add(manifold.normal), add(manifold.distance);
        for (const ContactPoint& point : manifold.points)
            add(point.position), add(point.depth), add(point.feature);
    }
    [[nodiscard]] std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 1;
};

struct World {
    Scene scene;
    std::vector<ObjectMotion> motions;
    std::vector<Ray> rays;

    explicit World(unsigned threads) : scene(SceneOptions{threads, nullptr}) {
        Random random(17);
        std::vector<ObjectId> ids;
        for (int i = 0; i < 110; ++i) {
            ObjectOptions options;
            options.group = 1U << random.index(2);
            options.mask = random.chance(0.8) ? ~0U : 1U;
            options.margin = random.chance(0.2) ? 0.1 : 0;
            ids.push_back(scene.add(any_shape(random), random.pose(4), options));
        }
        // Some of what changed is not in the broad phase yet.
        for (int i = 0; i < 20; ++i) EXPECT_TRUE(scene.move(ids[random.index(ids.size())], random.pose(4)));
        for (std::size_t i = 0; i < ids.size(); i += 6)
            motions.push_back({ids[i], InBetweenMotion{scene.placed(ids[i]).pose,
                                                       scene.placed(ids[i]).pose * random.pose(0.5)}});
        for (int i = 0; i < 100; ++i) rays.push_back({random.in_cube(6), random.direction()});
    }

    /// What const questions answer.
    [[nodiscard]] std::uint64_t asked() const {
        Hash hash;
        for (const ObjectPair& pair : scene.near_pairs()) hash.add(pair);
        for (const ObjectPair& pair : scene.overlapping_pairs()) hash.add(pair);
        for (const ObjectContacts& pair : scene.contacts()) {
            hash.add(pair.objects);
            for (const ContactManifold& manifold : pair.manifolds) hash.add(manifold);
        }
        for (const ObjectSeparation& pair : scene.pairs_within(0.2))
            hash.add(pair.objects), hash.add(pair.separation);
        const auto closest = scene.closest_pair();
        hash.add(closest->objects), hash.add(closest->separation);
        for (const auto& hit : scene.raycast(rays)) {
            if (hit) hash.add(hit->object), hash.add(static_cast<const RayHit&>(*hit));
        }
        for (const ObjectRayHit& hit : scene.raycast_all(rays[0]))
            hash.add(hit.object), hash.add(static_cast<const RayHit&>(hit));
        for (const ObjectId& id : scene.objects_in(Aabb{{-2, -2, -2}, {1, 1, 1}})) hash.add(id);
        for (const ObjectId& id : scene.objects_in(Placed{Cone{2, 2}, {}})) hash.add(id);
        const auto cast = scene.cast({Sphere{0.3}, LinearMotion{Pose::translation({-6, 0, 0}), {12, 1, 0}}});
        if (cast) hash.add(cast->object), hash.add(cast->impact);
        const auto impacts = scene.impacts(motions, {.tolerance = 1e-3});
        for (const ObjectImpact& pair : *impacts) hash.add(pair.objects), hash.add(pair.impact);
        EXPECT_GT(impacts->size(), 10U);
        return hash.value();
    }

    /// The same, and then what rounds of responses and a step report, and what is left.
    [[nodiscard]] std::uint64_t lived() {
        Hash hash;
        hash.add(asked());
        ResponseTable table;
        table.add_default(ResponseType::depth, [&](const Encounter& encounter) {
            hash.add(encounter.a), hash.add(encounter.b), hash.add(encounter.separation),
                hash.add(std::uint64_t{encounter.proof.index()});
            return Continue::yes;
        });
        for (int round = 0; round < 2; ++round) {
            hash.add(std::uint64_t{scene.respond(table)});
            for (const ObjectMotion& moving : motions)
                EXPECT_TRUE(scene.move(moving.object, pose_at(moving.motion, 0.1 * (round + 1))));
        }
        const auto step = scene.step(motions, {.tolerance = 1e-3});
        for (const ObjectImpact& pair : *step) hash.add(pair.objects), hash.add(pair.impact);
        for (const std::byte byte : to_bytes(scene)) hash.add(static_cast<std::uint64_t>(byte));
        return hash.value();
    }
};

TEST(SceneDeterminism, ThreadsChangeNothing) {
    const std::uint64_t alone = World(1).lived();
    for (const unsigned threads : {2U, 4U, 8U})
        EXPECT_EQ(World(threads).lived(), alone) << threads << " threads";
}

TEST(SceneDeterminism, InstructionSetsChangeNothing) {
    const std::uint64_t own = World(1).lived();
    int targets = 0;
    on_every_target([&] {
        ++targets;
        EXPECT_EQ(World(2).lived(), own);
    });
    RecordProperty("targets", targets);
    EXPECT_GE(targets, 1);
}

TEST(SceneDeterminism, ManyThreadsAskOneSceneAtOnce) {
    const World world(2);
    const std::uint64_t alone = world.asked();
    std::atomic<int> wrong{0};
    std::vector<std::thread> askers;
    for (int i = 0; i < 4; ++i) {
        askers.emplace_back([&] {
            if (world.asked() != alone) ++wrong;
        });
    }
    for (std::thread& asker : askers) asker.join();
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace graze::test
