// The audit of scenes: lists that lack an object or a pair are found, right ones are left alone.
#include <gtest/gtest.h>

#include "audit/recorded.hpp"
#include "graze/graze.hpp"
#include "scene/audit_scene.hpp"

namespace graze::test {
namespace {

/// Three spheres in a row: the first two overlap, the third is a tenth away. `shift` makes it another input
/// for the sample.
struct Row {
    Scene scene;
    ObjectId a, b, c;
    explicit Row(double shift) {
        a = scene.add(Sphere{1}, Pose::translation({shift, 0, 0}));
        b = scene.add(Sphere{1}, Pose::translation({1.5 + shift, 0, 0}));
        c = scene.add(Sphere{1}, Pose::translation({3.6 + shift, 0, 0}));
    }
};

const auto all_may_collide = [](ProxyId, ProxyId) { return true; };

/// Laws that the check reports of 64 rows.
template <class Check> std::vector<std::string> laws_of_many(const Check& check) {
    Recorded recorded;
    for (int i = 0; i < 64; ++i) {
        Row row(1e-6 * i);
        check(row, audit::SceneView{row.scene, all_may_collide});
    }
    return recorded.take_laws();
}

bool has(const std::vector<std::string>& laws, const std::string& law) {
    return std::ranges::find(laws, law) != laws.end();
}

TEST(AuditScene, LeavesRightAnswersAlone) {
    const auto laws = laws_of_many([](Row& row, const audit::SceneView&) {
        const Ray ray{{-5, 0, 0}, {1, 0, 0}};
        EXPECT_EQ(row.scene.near_pairs().size(), 1U);
        EXPECT_EQ(row.scene.overlapping_pairs().size(), 1U);
        EXPECT_EQ(row.scene.contacts().size(), 1U);
        EXPECT_EQ(row.scene.pairs_within(0.2).size(), 2U);
        EXPECT_TRUE(row.scene.closest_pair().has_value());
        EXPECT_TRUE(row.scene.closest_pair(row.c).has_value());
        EXPECT_TRUE(row.scene.raycast(ray).has_value());
        EXPECT_TRUE(row.scene.raycast_any(ray));
        EXPECT_EQ(row.scene.raycast_all(ray).size(), 3U);
        EXPECT_EQ(row.scene.objects_in(Aabb{{-2, -1, -1}, {0, 1, 1}}).size(), 1U);
        EXPECT_EQ(row.scene.objects_in(Placed{Sphere{1}, {}}).size(), 2U);
        EXPECT_TRUE(
            row.scene.cast({Sphere{1}, LinearMotion{Pose::translation({9, 0, 0}), {-9, 0, 0}}}).has_value());
        const std::vector<ObjectMotion> motions{
            {row.c, LinearMotion{row.scene.placed(row.c).pose, {-1, 0, 0}}}};
        EXPECT_EQ(row.scene.impacts(motions)->size(), 1U);
    });
    EXPECT_EQ(laws, std::vector<std::string>{});
}

TEST(AuditScene, LeavesExcludedPairsAlone) {
    Recorded recorded;
    for (int i = 0; i < 64; ++i) {
        Row row(1e-6 * i);
        ASSERT_TRUE(row.scene.exclude(row.b, row.c).has_value());
        EXPECT_EQ(row.scene.pairs_within(0.2).size(), 1U);
        EXPECT_EQ(row.scene.closest_pair(row.c)->objects.a, row.a);
    }
    EXPECT_TRUE(recorded.empty());
}

TEST(AuditScene, FindsMissingPairs) {
    const auto laws = laws_of_many([](Row&, const audit::SceneView& view) {
        audit::check_near({}, view);
        audit::check_overlapping({}, view);
        audit::check_contacts({}, view);
        audit::check_within({}, view, 0.2);
        audit::check_closest(std::nullopt, view, nullptr);
    });
    EXPECT_TRUE(has(laws, "a near pair is missing"));
    EXPECT_TRUE(has(laws, "a pair that overlaps is missing"));
    EXPECT_TRUE(has(laws, "the contacts of a pair are missing"));
    EXPECT_TRUE(has(laws, "a pair within the clearance is missing"));
    EXPECT_TRUE(has(laws, "no closest pair, but there is a pair"));
}

TEST(AuditScene, FindsAPairThatIsNotTheClosest) {
    const auto laws = laws_of_many([](Row& row, const audit::SceneView& view) {
        const ObjectSeparation other{{row.b, row.c},
                                     separation(row.scene.placed(row.b), row.scene.placed(row.c))};
        audit::check_closest(other, view, nullptr);
    });
    EXPECT_TRUE(has(laws, "a pair is closer than the closest"));
}

TEST(AuditScene, FindsMissingHitsAndObjects) {
    const auto laws = laws_of_many([](Row& row, const audit::SceneView& view) {
        const Ray ray{{-5, 0, 0}, {1, 0, 0}};
        audit::check_ray(std::nullopt, row.scene, {.ray = ray});
        audit::check_any_hit(false, row.scene, {.ray = ray});
        audit::check_all_hits({}, row.scene, {.ray = ray});
        audit::check_objects_in({}, row.scene, Placed{Sphere{1}, {}}, ~0U);
        audit::check_cast(std::nullopt, row.scene,
                          {Sphere{1}, LinearMotion{Pose::translation({9, 0, 0}), {-9, 0, 0}}}, ~0U);
        const std::vector<ObjectMotion> motions{
            {row.c, LinearMotion{row.scene.placed(row.c).pose, {-1, 0, 0}}}};
        audit::check_impacts(std::vector<ObjectImpact>{}, view, motions, {});
    });
    EXPECT_TRUE(has(laws, "a ray misses an object that it hits"));
    EXPECT_TRUE(has(laws, "no hit, but an object is hit"));
    EXPECT_TRUE(has(laws, "the hit of an object is missing"));
    EXPECT_TRUE(has(laws, "an object in the region is missing"));
    EXPECT_TRUE(has(laws, "a cast misses an object that it touches"));
    EXPECT_TRUE(has(laws, "the impact of a pair is missing"));
}

TEST(AuditScene, FindsListsOutOfOrder) {
    Row row(0);
    const std::vector<ObjectPair> twice{{row.a, row.b}, {row.a, row.b}};
    Recorded recorded;
    audit::check_overlapping(twice, {row.scene, all_may_collide});
    ASSERT_EQ(recorded.size(), 1U);
    EXPECT_EQ(recorded.first().law, "pairs out of order, or one twice");
    EXPECT_NE(recorded.first().capsule.find("\"scene\": \""), std::string::npos);
}

}  // namespace
}  // namespace graze::test
