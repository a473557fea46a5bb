// The counters of scene questions: small scenes whose counts are known, and crowds whose boxes are compared
// two by two.
#include <gtest/gtest.h>

#include <stdexcept>

#include "graze/ccd/time_of_impact.hpp"
#include "scene_fixture.hpp"

namespace graze::test {
namespace {

void expect_sums(const CascadeCounters& c) {
    EXPECT_EQ(c.culled + c.tested, c.pairs);
    EXPECT_LE(c.found, c.pairs);
    for (const double seconds : {c.broad_seconds, c.tree_seconds, c.primitive_seconds, c.detail_seconds})
        EXPECT_GE(seconds, 0);
}

void expect_same_counts(const CascadeCounters& x, const CascadeCounters& y) {
    EXPECT_EQ(x.pairs, y.pairs);
    EXPECT_EQ(x.culled, y.culled);
    EXPECT_EQ(x.tested, y.tested);
    EXPECT_EQ(x.found, y.found);
    EXPECT_EQ(x.box_tests, y.box_tests);
    EXPECT_EQ(x.primitive_tests, y.primitive_tests);
}

/// Four unit balls in a row, 1.5 apart: neighbours overlap, boxes of others are apart.
struct BallRow {
    Scene scene;
    std::vector<ObjectId> balls;
    explicit BallRow(unsigned threads = 1) : scene(SceneOptions{threads, nullptr}) {
        for (int i = 0; i < 4; ++i) balls.push_back(scene.add(Sphere{1}, Pose::translation({1.5 * i, 0, 0})));
    }
};

TEST(SceneCounters, BallsInARowAreCountedByHand) {
    BallRow row;
    CascadeCounters c;
    EXPECT_EQ(row.scene.overlapping_pairs(&c).size(), 3U);
    EXPECT_EQ(c.pairs, 6U);
    EXPECT_EQ(c.culled, 3U);
    EXPECT_EQ(c.tested, 3U);
    EXPECT_EQ(c.found, 3U);
    EXPECT_EQ(c.box_tests, 0U);
    EXPECT_EQ(c.primitive_tests, 3U);
    EXPECT_GT(c.broad_seconds, 0);
    EXPECT_GT(c.primitive_seconds, 0);
    EXPECT_EQ(c.tree_seconds, 0);
    EXPECT_EQ(c.detail_seconds, 0);
    EXPECT_DOUBLE_EQ(c.pair_cost() * 6, c.broad_seconds + c.primitive_seconds);
    EXPECT_DOUBLE_EQ(c.primitive_cost() * 3, c.primitive_seconds);
    EXPECT_EQ(c.box_cost(), 0);
    EXPECT_DOUBLE_EQ(c.seconds(), c.broad_seconds + c.primitive_seconds);
}

TEST(SceneCounters, QuestionsAddUp) {
    BallRow row;
    CascadeCounters once, twice;
    (void)row.scene.overlapping_pairs(&once);
    for (int i = 0; i < 2; ++i) (void)row.scene.overlapping_pairs(&twice);
    EXPECT_EQ(twice.pairs, 2 * once.pairs);
    EXPECT_EQ(twice.culled, 2 * once.culled);
    EXPECT_EQ(twice.tested, 2 * once.tested);
    EXPECT_EQ(twice.found, 2 * once.found);
    EXPECT_EQ(twice.primitive_tests, 2 * once.primitive_tests);
}

TEST(SceneCounters, FilteredPairsAreCulled) {
    BallRow row;
    ASSERT_TRUE(row.scene.exclude(row.balls[0], row.balls[1]));
    ASSERT_TRUE(row.scene.set_filter(row.balls[3], 1, 0));
    CascadeCounters c;
    EXPECT_EQ(row.scene.overlapping_pairs(&c).size(), 1U);
    EXPECT_EQ(c.pairs, 6U);
    EXPECT_EQ(c.tested, 1U);
    EXPECT_EQ(c.culled, 5U);
}

TEST(SceneCounters, EveryQuestionOfARow) {
    BallRow row;
    CascadeCounters contacts, within, closest, closest_to, along, any, all, in_box, in_ball, near;
    EXPECT_EQ(row.scene.contacts({}, &contacts).size(), 3U);
    EXPECT_EQ(contacts.tested, 3U);
    EXPECT_GT(contacts.detail_seconds, 0);
    EXPECT_EQ(row.scene.pairs_within(1.5, {}, &within).size(), 5U);  // gaps of -0.5, 1 and 2.5
    EXPECT_EQ(within.pairs, 6U);
    EXPECT_EQ(within.tested, 5U);
    EXPECT_EQ(within.found, 5U);
    EXPECT_TRUE(row.scene.closest_pair(&closest));
    EXPECT_EQ(closest.pairs, 6U);
    EXPECT_EQ(closest.tested, 3U);  // boxes of others are apart, and the first gap is below 0
    EXPECT_EQ(closest.found, 1U);
    EXPECT_TRUE(row.scene.closest_pair(row.balls[0], &closest_to));
    EXPECT_EQ(closest_to.pairs, 3U);
    EXPECT_EQ(closest_to.tested, 1U);

    const Ray ray{{-5, 0, 0}, {1, 0, 0}};
    EXPECT_TRUE(row.scene.raycast(ray, ~0U, &along));
    EXPECT_EQ(along.pairs, 4U);
    EXPECT_EQ(along.tested, 1U);  // the box of the second begins behind the hit of the first
    EXPECT_EQ(along.found, 1U);
    EXPECT_TRUE(row.scene.raycast_any(ray, 100, ~0U, &any));
    EXPECT_EQ(any.pairs, 4U);
    EXPECT_EQ(any.tested, 1U);
    EXPECT_EQ(row.scene.raycast_all(ray, 100, ~0U, &all).size(), 4U);
    EXPECT_EQ(all.tested, 4U);
    EXPECT_EQ(all.found, 4U);

    EXPECT_EQ(row.scene.objects_in(Aabb{{-2, -2, -2}, {1.2, 2, 2}}, ~0U, &in_box).size(), 2U);
    EXPECT_EQ(in_box.pairs, 4U);
    EXPECT_EQ(in_box.tested, 1U);  // the first is inside by its box alone
    EXPECT_EQ(in_box.found, 2U);
    EXPECT_EQ(row.scene.objects_in(Placed{Sphere{0.1}, {}}, ~0U, &in_ball).size(), 1U);
    EXPECT_EQ(in_ball.tested, 1U);
    EXPECT_EQ(row.scene.near_pairs(&near).size(), 3U);
    EXPECT_EQ(near.pairs, 6U);
    EXPECT_EQ(near.tested, 0U);  // by boxes alone
    EXPECT_EQ(near.found, 3U);
    EXPECT_GT(near.broad_seconds, 0);
    for (const CascadeCounters* c :
         {&contacts, &within, &closest, &closest_to, &along, &any, &all, &in_box, &in_ball, &near})
        expect_sums(*c);
}

/// The pairs that have their turn are counted, whatever was tested ahead of it.
TEST(SceneCounters, RoundsOfResponsesAreCountedByHand) {
    for (const unsigned threads : {1U, 2U}) {
        BallRow row(threads);
        ResponseTable table;
        int calls_left = 100;
        table.add_default(ResponseType::depth,
                          [&](const Encounter&) { return --calls_left > 0 ? Continue::yes : Continue::no; });
        CascadeCounters whole, stopped;
        EXPECT_EQ(row.scene.respond(table, &whole), 3U);
        EXPECT_EQ(whole.pairs, 6U);
        EXPECT_EQ(whole.tested, 3U);
        EXPECT_EQ(whole.found, 3U);
        EXPECT_EQ(whole.primitive_tests, 6U);  // the overlap and the depth of each
        EXPECT_GT(whole.primitive_seconds, 0);
        EXPECT_GT(whole.detail_seconds, 0);
        expect_sums(whole);
        calls_left = 1;
        EXPECT_EQ(row.scene.respond(table, &stopped), 1U);
        EXPECT_EQ(stopped.tested, 1U);
        EXPECT_EQ(stopped.found, 1U);
        EXPECT_EQ(stopped.primitive_tests, 2U);
        expect_sums(stopped);
    }
}

/// A callback that throws leaves the counters as they were.
TEST(SceneCounters, ARoundThatEndsByAnExceptionIsNotCounted) {
    BallRow row;
    ResponseTable table;
    table.add_default(ResponseType::simple,
                      [](const Encounter&) -> Continue { throw std::runtime_error("x"); });
    CascadeCounters c;
    EXPECT_THROW(row.scene.respond(table, &c), std::runtime_error);
    EXPECT_EQ(c.pairs, 0U);
    EXPECT_EQ(c.tested, 0U);
}

TEST(SceneCounters, MovingPairsAreCountedByHand) {
    BallRow row;
    const ObjectId far = row.scene.add(Sphere{1}, Pose::translation({0, 20, 0}));
    const std::vector<ObjectMotion> motions{{far, LinearMotion{Pose::translation({0, 20, 0}), {0, -25, 0}}}};
    CascadeCounters impacts, step, cast;
    const auto found = row.scene.impacts(motions, {}, &impacts);
    ASSERT_TRUE(found);
    EXPECT_EQ(impacts.pairs, 4U);   // of the one that moves
    EXPECT_EQ(impacts.tested, 2U);  // its swept box overlaps those of the first two
    EXPECT_EQ(impacts.found, found->size());
    EXPECT_EQ(impacts.primitive_tests, 2U);
    EXPECT_TRUE(
        row.scene.cast({Sphere{1}, LinearMotion{Pose::translation({0, 20, 5}), {0, 0, -4}}}, {}, ~0U, &cast));
    EXPECT_EQ(cast.pairs, 5U);
    EXPECT_EQ(cast.tested, 1U);
    EXPECT_EQ(cast.found, 1U);
    ASSERT_TRUE(row.scene.step(motions, {}, &step));
    expect_same_counts(step, impacts);
    EXPECT_GT(step.detail_seconds, 0);
    for (const CascadeCounters* c : {&impacts, &step, &cast}) expect_sums(*c);
}

/// Two triangles that cross, one leaf each: the root of either tree has one box.
TEST(SceneCounters, TwoTrianglesAreOneTest) {
    const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 2}};
    const Mesh mesh = *Mesh::build(corners, triangles);
    Scene scene;
    scene.add(mesh, Pose{});
    scene.add(mesh, Pose::from(Quat::from_axis_angle({1, 0, 0}, 1.5), {0.2, 0.2, -0.1}));
    CascadeCounters overlap, gap, ray;
    EXPECT_EQ(scene.overlapping_pairs(&overlap).size(), 1U);
    EXPECT_EQ(overlap.primitive_tests, 1U);
    EXPECT_GT(overlap.box_tests, 0U);
    EXPECT_GT(overlap.tree_seconds, 0);
    EXPECT_GT(overlap.primitive_seconds, 0);
    EXPECT_EQ(scene.pairs_within(1, {}, &gap).size(), 1U);
    EXPECT_GE(gap.primitive_tests, 1U);
    EXPECT_TRUE(scene.raycast(Ray{{0.25, 0.25, -1}, {0, 0, 1}}, ~0U, &ray));
    EXPECT_EQ(ray.tested, ray.primitive_tests);
    EXPECT_GE(ray.box_tests, 1U);
}

struct FilteredCrowd {
    Scene scene;
    explicit FilteredCrowd(unsigned threads, std::size_t count = 120)
        : scene(SceneOptions{threads, nullptr}) {
        Random random(11);
        for (std::size_t i = 0; i < count; ++i) {
            ObjectOptions options;
            options.group = 1U << random.index(3);
            options.mask = random.chance(0.8) ? ~0U : 3U;
            scene.add(any_shape(random), random.pose(4), options);
        }
    }
};

/// Pairs of boxes no farther apart than `gap` whose groups may collide, two by two.
std::uint64_t near_by_boxes(const Scene& scene, double gap) {
    std::uint64_t count = 0;
    const std::vector<ObjectId> ids = scene.objects();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        for (std::size_t j = i + 1; j < ids.size(); ++j) {
            const ObjectOptions x = scene.options(ids[i]), y = scene.options(ids[j]);
            const bool may = (x.group & y.mask) != 0 && (y.group & x.mask) != 0;
            const Aabb a = scene.bounds(ids[i]), b = scene.bounds(ids[j]);
            Vec3 apart;
            for (std::size_t k = 0; k < 3; ++k)
                apart[k] = std::max({0.0, a.min[k] - b.max[k], b.min[k] - a.max[k]});
            count += may && length(apart) <= gap ? 1 : 0;
        }
    }
    return count;
}

TEST(SceneCounters, TestedPairsAreThoseOfNearBoxes) {
    const FilteredCrowd crowd(1);
    CascadeCounters overlap, within;
    const auto pairs = crowd.scene.overlapping_pairs(&overlap);
    EXPECT_EQ(overlap.pairs, 120U * 119 / 2);
    EXPECT_EQ(overlap.tested, near_by_boxes(crowd.scene, 0));
    EXPECT_EQ(overlap.found, pairs.size());
    EXPECT_GT(overlap.culled, overlap.tested);
    const auto close = crowd.scene.pairs_within(0.3, {}, &within);
    EXPECT_EQ(within.tested, near_by_boxes(crowd.scene, 0.3));
    EXPECT_EQ(within.found, close.size());
    expect_sums(overlap);
    expect_sums(within);
}

std::vector<ObjectMotion> some_motions(const Scene& scene) {
    std::vector<ObjectMotion> motions;
    const std::vector<ObjectId> ids = scene.objects();
    for (std::size_t i = 0; i < ids.size(); i += 5) {
        if (scene.placed(ids[i]).shape.type() == ShapeType::half_space) continue;
        motions.push_back({ids[i], LinearMotion{scene.placed(ids[i]).pose, {0.5, 0.2, -0.3}}});
    }
    return motions;
}

/// Counters do not change answers, and counts are those of one thread on any number of them.
TEST(SceneCounters, AnswersAndCountsDoNotDependOnThreads) {
    const FilteredCrowd one(1), two(2);
    std::vector<Ray> rays;
    Random random(5);
    for (int i = 0; i < 40; ++i) rays.push_back({random.in_cube(6), random.direction()});
    const auto motions = some_motions(one.scene), same_motions = some_motions(two.scene);
    std::vector<CascadeCounters> x(7), y(7);
    const auto places = [](const std::vector<ObjectPair>& pairs) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
        for (const ObjectPair& pair : pairs) all.emplace_back(pair.a.index, pair.b.index);
        return all;
    };
    const auto ask = [&](const Scene& scene, std::span<const ObjectMotion> moving,
                         std::vector<CascadeCounters>& c) {
        EXPECT_EQ(scene.overlapping_pairs(&c[0]), scene.overlapping_pairs());
        EXPECT_EQ(scene.contacts({}, &c[1]).size(), scene.contacts().size());
        const auto within = scene.pairs_within(0.3, {}, &c[2]), plain = scene.pairs_within(0.3);
        EXPECT_EQ(within.size(), plain.size());
        for (std::size_t i = 0; i < std::min(within.size(), plain.size()); ++i) {
            EXPECT_EQ(within[i].objects, plain[i].objects);
            EXPECT_EQ(within[i].separation.distance, plain[i].separation.distance);
        }
        const auto closest = scene.closest_pair(&c[3]);
        EXPECT_EQ(closest->objects, scene.closest_pair()->objects);
        const auto hits = scene.raycast(rays, ~0U, &c[4]), plain_hits = scene.raycast(rays);
        for (std::size_t i = 0; i < rays.size(); ++i) {
            EXPECT_EQ(hits[i].has_value(), plain_hits[i].has_value());
            if (hits[i] && plain_hits[i]) {
                EXPECT_EQ(hits[i]->t, plain_hits[i]->t);
            }
        }
        for (const Ray& ray : rays)
            EXPECT_EQ(scene.raycast_any(ray, 3, ~0U, &c[5]), scene.raycast_any(ray, 3));
        const auto impacts = scene.impacts(moving, {}, &c[6]), plain_impacts = scene.impacts(moving);
        EXPECT_TRUE(impacts && plain_impacts);
        EXPECT_EQ(impacts->size(), plain_impacts->size());
        return places(scene.overlapping_pairs());
    };
    EXPECT_EQ(ask(one.scene, motions, x), ask(two.scene, same_motions, y));
    for (std::size_t i = 0; i < x.size(); ++i) {
        SCOPED_TRACE(i);
        expect_same_counts(x[i], y[i]);
        expect_sums(x[i]);
        expect_sums(y[i]);
        EXPECT_GT(x[i].tested, 0U);
        EXPECT_GT(x[i].box_tests, 0U);
        EXPECT_GT(x[i].primitive_tests, 0U);
        EXPECT_GT(x[i].tree_seconds, 0);
    }
    EXPECT_EQ(x[4].pairs, 40U * 120);
}

}  // namespace
}  // namespace graze::test
