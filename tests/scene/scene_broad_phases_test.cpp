// Scenes with every broad phase, a user's own among them: the same answers. And events of sweep and prune,
// given through a scene.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "graze/scene/broad_phase.hpp"
#include "graze/scene/sweep_and_prune.hpp"
#include "scene/broad_phase/broad_phase_tests.hpp"
#include "scene_fixture.hpp"

namespace graze::test {
namespace {

/// What a user may bring: a map, visited from its end.
class OwnBroadPhase final : public BroadPhase {
public:
    using BroadPhase::insert;
    using BroadPhase::move;
    void insert(ProxyId proxy, const Aabb& box) override { EXPECT_TRUE(boxes_.emplace(proxy, box).second); }
    void move(ProxyId proxy, const Aabb& box) override { boxes_.at(proxy) = box; }
    void remove(ProxyId proxy) override { EXPECT_EQ(boxes_.erase(proxy), 1U); }
    void update(unsigned /*threads*/) override {}
    void find_pairs(std::vector<ProxyPair>& pairs, unsigned /*threads*/) const override {
        pairs.clear();
        for (auto i = boxes_.begin(); i != boxes_.end(); ++i) {
            for (auto j = std::next(i); j != boxes_.end(); ++j) {
                if (overlaps(i->second, j->second)) pairs.push_back({i->first, j->first});
            }
        }
    }
    void visit_box(const Aabb& box, ProxyVisitor visit) const override {
        for (auto i = boxes_.rbegin(); i != boxes_.rend(); ++i) {
            if (overlaps(i->second, box) && visit(i->first) == Continue::no) return;
        }
    }
    void visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const override {
        double limit = ray.t_max;
        for (auto i = boxes_.rbegin(); i != boxes_.rend(); ++i) {
            const auto entry = ray_entry(i->second, ray, limit);
            if (entry && visit(i->first, *entry, limit) == Continue::no) return;
        }
    }
    void visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const override {
        for (auto i = boxes_.rbegin(); i != boxes_.rend(); ++i) {
            const double lower = gap_below(i->second, box);
            if (lower <= limit && visit(i->first, lower, limit) == Continue::no) return;
        }
    }
    [[nodiscard]] std::size_t size() const noexcept override { return boxes_.size(); }
    [[nodiscard]] std::size_t memory_bytes() const noexcept override {
        return sizeof(*this) + boxes_.size() * sizeof(*boxes_.begin());
    }
    [[nodiscard]] bool consistent() const override { return true; }

private:
    std::map<ProxyId, Aabb> boxes_;
};

struct Kind {
    const char* name;
    std::function<std::unique_ptr<BroadPhase>()> make;
};

class SceneBroadPhases : public testing::TestWithParam<Kind> {};

/// An id without the scene's own number.
std::pair<std::uint32_t, std::uint32_t> place(const ObjectId& id) { return {id.index, id.generation}; }

/// What a scene answers, as numbers: pairs, the closest, rays, regions.
std::vector<double> answers_of(const Scene& scene, Random random) {
    std::vector<double> numbers;
    const auto add = [&](const ObjectId& id) {
        numbers.insert(numbers.end(), {double(id.index), double(id.generation)});
    };
    for (const auto& pairs : {scene.near_pairs(), scene.overlapping_pairs()}) {
        numbers.push_back(double(pairs.size()));
        for (const ObjectPair& pair : pairs) add(pair.a), add(pair.b);
    }
    const auto add_gap = [&](const ObjectSeparation& found) {
        add(found.objects.a), add(found.objects.b);
        numbers.insert(numbers.end(), {found.separation.distance.lower, found.separation.distance.upper});
    };
    for (const ObjectSeparation& found : scene.pairs_within(0.2)) add_gap(found);
    if (const auto closest = scene.closest_pair()) add_gap(*closest);
    for (int i = 0; i < 3; ++i) {
        const std::vector<ObjectId> objects = scene.objects();
        if (const auto closest = scene.closest_pair(objects[random.index(objects.size())])) add_gap(*closest);
        const Ray ray{random.in_cube(5), random.direction()};
        for (const ObjectRayHit& hit : scene.raycast_all(ray)) add(hit.object), numbers.push_back(hit.t);
        if (const auto hit = scene.raycast(ray)) add(hit->object), numbers.push_back(hit->t);
        const Vec3 corner = random.in_cube(4);
        for (const ObjectId& id : scene.objects_in(Aabb{corner, corner + Vec3{2, 1, 1}})) add(id);
        const Moving moving{Sphere{0.2}, LinearMotion{Pose::translation(corner), random.in_cube(6)}};
        if (const auto hit = scene.cast(moving)) add(hit->object), numbers.push_back(hit->impact.time.lower);
    }
    return numbers;
}

/// Bounded and endless boxes are the matter here.
Shape light_shape(Random& random) {
    if (random.chance(0.02)) return HalfSpace{random.direction(), -6};
    if (random.chance(0.5)) return Sphere{random.uniform(0.2, 0.6)};
    return Box{{random.uniform(0.1, 0.6), random.uniform(0.1, 0.6), random.uniform(0.1, 0.6)}};
}

TEST_P(SceneBroadPhases, AnswersAreThoseOfTheTreeThroughRandomChanges) {
    Random random(51);
    Scene tree, other(SceneOptions{2, GetParam().make()});
    std::vector<std::pair<ObjectId, ObjectId>> ids;  // in both scenes
    const auto any = [&] { return random.index(ids.size()); };
    const auto add = [&] {
        const Shape shape = light_shape(random);
        const ObjectOptions options{.margin = random.chance(0.2) ? 0.05 : 0,
                                    .group = 1U << random.index(2),
                                    .mask = random.chance(0.2) ? 1U : 3U};
        const Pose pose = random.pose(4);
        ids.emplace_back(tree.add(shape, pose, options), other.add(shape, pose, options));
        EXPECT_EQ(place(ids.back().first), place(ids.back().second));
    };
    for (int i = 0; i < 60; ++i) add();
    std::size_t numbers = 0;
    for (int step = 0; step < 60; ++step) {
        const int changes = step % 10 == 5 ? 200 : 10;  // many are taken in by the scene itself
        for (int i = 0; i < changes; ++i) {
            const double what = random.unit();
            if (ids.size() < 40 || (what < 0.15 && ids.size() < 90)) {
                add();
            } else if (what < 0.3) {
                const std::size_t gone = any();
                ASSERT_TRUE(tree.remove(ids[gone].first) && other.remove(ids[gone].second));
                ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(gone));
            } else if (what < 0.35) {
                const std::size_t x = any(), y = any();
                ASSERT_TRUE(tree.exclude(ids[x].first, ids[y].first) &&
                            other.exclude(ids[x].second, ids[y].second));
            } else {
                const std::size_t moved = any();
                Pose pose = tree.placed(ids[moved].first).pose;
                pose = random.chance(0.1) ? random.pose(4)
                                          : Pose{pose.rotation, pose.position + random.in_cube(0.2)};
                ASSERT_TRUE(tree.move(ids[moved].first, pose) && other.move(ids[moved].second, pose));
            }
        }
        if (step % 3 == 0) other.update();
        const Random same(static_cast<std::uint64_t>(step));
        const std::vector<double> answers = answers_of(tree, same);
        ASSERT_EQ(answers_of(other, same), answers) << "in step " << step;
        numbers += answers.size();
    }
    EXPECT_GT(numbers, 5000U);
    other.update();
    EXPECT_TRUE(other.broad_phase().consistent());
    EXPECT_EQ(other.broad_phase().size(), ids.size());
}

INSTANTIATE_TEST_SUITE_P(
    All, SceneBroadPhases,
    testing::Values(Kind{"SweepAndPrune", [] { return std::make_unique<SweepAndPrune>(); }},
                    Kind{"UniformGrid", [] { return std::make_unique<UniformGrid>(); }},
                    Kind{"BruteForce", [] { return std::make_unique<BruteForcePairs>(); }},
                    Kind{"Own", [] { return std::make_unique<OwnBroadPhase>(); }}),
    [](const auto& instance) { return std::string(instance.param.name); });

// However often the scene took changes in by itself, or for a round of responses.
TEST(SceneEvents, LeadFromOneUpdateToTheNext) {
    auto made = std::make_unique<SweepAndPrune>();
    const SweepAndPrune& sweep = *made;
    Scene scene(SceneOptions{1, std::move(made)});
    Random random(52);
    std::vector<ObjectId> ids;
    for (int i = 0; i < 200; ++i) ids.push_back(scene.add(Sphere{0.5}, random.pose(4)));
    std::set<ProxyPair> reported;
    std::size_t begun = 0, ended = 0;
    for (int step = 0; step < 40; ++step) {
        const bool much = step % 4 == 1;
        for (int i = 0; i < (much ? 500 : 20); ++i) {
            const double what = random.unit();
            const std::size_t at = random.index(ids.size());
            if (what < 0.1) {
                ids.push_back(scene.add(Sphere{0.5}, random.pose(4)));
            } else if (what < 0.2 && ids.size() > 100) {
                ASSERT_TRUE(scene.remove(ids[at]));
                ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(at));
            } else {
                Pose pose = scene.placed(ids[at]).pose;
                pose.position = pose.position + random.in_cube(0.4);
                ASSERT_TRUE(scene.move(ids[at], pose));
            }
            if (i == 10 && step % 3 == 0) scene.respond(ResponseTable{});
        }
        scene.update();
        for (const PairEvent& event : sweep.events()) {
            ASSERT_TRUE(event.begins ? reported.insert(event.pair).second : reported.erase(event.pair) > 0)
                << "reported twice in step " << step;
            ++(event.begins ? begun : ended);
        }
        std::set<ProxyPair> near;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            for (std::size_t j = i + 1; j < ids.size(); ++j) {
                if (overlaps(scene.bounds(ids[i]), scene.bounds(ids[j])))
                    near.insert(ProxyPair::of(ids[i].index, ids[j].index));
            }
        }
        ASSERT_EQ(reported, near) << "in step " << step;
    }
    EXPECT_GT(begun, 1000U);
    EXPECT_GT(ended, 1000U);
    EXPECT_FALSE(sweep.events().empty());
    scene.update();
    EXPECT_TRUE(sweep.events().empty());  // nothing changed
}

TEST(SceneEvents, StayUntilTheNextUpdate) {
    auto made = std::make_unique<SweepAndPrune>();
    const SweepAndPrune& sweep = *made;
    Scene scene(SceneOptions{1, std::move(made)});
    const ObjectId a = scene.add(Sphere{1}, Pose::identity());
    const ObjectId b = scene.add(Sphere{1}, Pose::translation({1, 0, 0}));
    scene.update();
    const auto reported = [&] {
        return std::vector<PairEvent>(sweep.events().begin(), sweep.events().end());
    };
    const std::vector<PairEvent> began{{ProxyPair::of(a.index, b.index), true}};
    EXPECT_EQ(reported(), began);
    ASSERT_TRUE(scene.move(b, Pose::translation({9, 0, 0})));
    scene.respond(ResponseTable{});  // takes the move in
    EXPECT_EQ(reported(), began);
    ASSERT_TRUE(scene.move(b, Pose::translation({1, 0, 0})));
    scene.update();
    EXPECT_TRUE(reported().empty());  // apart and together again since the last update
    ASSERT_TRUE(scene.remove(a));
    scene.update();
    EXPECT_EQ(reported(), (std::vector<PairEvent>{{ProxyPair::of(a.index, b.index), false}}));
}

}  // namespace
}  // namespace graze::test
