// Scenes come back from bytes with all their answers; corrupted bytes are refused, or make another good
// scene.
#include "graze/scene/scene.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "graze/mesh/height_field.hpp"
#include "graze/scene/broad_phase.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/sealed_bytes.hpp"
#include "scene/scene_fixture.hpp"

namespace graze::test {
namespace {

/// An id without the scene's own number.
using Place = std::array<std::uint32_t, 2>;
Place place(const ObjectId& id) { return {id.index, id.generation}; }

using Numbers = std::vector<double>;

void add(Numbers& numbers, const ObjectId& id) {
    numbers.insert(numbers.end(), {double(id.index), double(id.generation)});
}
void add(Numbers& numbers, const Vec3& v) { numbers.insert(numbers.end(), {v.x, v.y, v.z}); }
void add(Numbers& numbers, const Interval& i) { numbers.insert(numbers.end(), {i.lower, i.upper}); }
void add(Numbers& numbers, const ObjectSeparation& found) {
    add(numbers, found.objects.a);
    add(numbers, found.objects.b);
    const Separation& s = found.separation;
    add(numbers, s.distance);
    add(numbers, s.point_a);
    add(numbers, s.point_b);
    add(numbers, s.normal);
    numbers.insert(numbers.end(), {double(s.status), double(s.iterations)});
}
void add(Numbers& numbers, const ObjectRayHit& hit) {
    add(numbers, hit.object);
    numbers.push_back(hit.t);
    add(numbers, hit.bounds);
    add(numbers, hit.point);
    add(numbers, hit.normal);
}
void add(Numbers& numbers, const Impact& impact) {
    add(numbers, impact.time);
    add(numbers, impact.point);
    add(numbers, impact.normal);
    numbers.insert(numbers.end(), {double(impact.answer), double(impact.status)});
}

/// Every number of every answer about the whole scene, in order.
Numbers answers_of(const Scene& scene) {
    Numbers numbers;
    for (const ObjectId& id : scene.objects()) {
        add(numbers, id);
        add(numbers, scene.bounds(id).min);
        add(numbers, scene.bounds(id).max);
        const ObjectOptions options = scene.options(id);
        numbers.insert(numbers.end(), {options.margin, double(options.group), double(options.mask),
                                       double(options.user_data)});
    }
    for (const auto& pairs : {scene.near_pairs(), scene.overlapping_pairs()}) {
        numbers.push_back(double(pairs.size()));
        for (const ObjectPair& pair : pairs) add(numbers, pair.a), add(numbers, pair.b);
    }
    for (const ObjectContacts& found : scene.contacts()) {
        add(numbers, found.objects.a);
        add(numbers, found.objects.b);
        for (const ContactManifold& manifold : found.manifolds) {
            add(numbers, manifold.normal);
            for (const ContactPoint& point : manifold.points)
                add(numbers, point.position), numbers.push_back(point.depth);
        }
    }
    for (const ObjectSeparation& found : scene.pairs_within(0.3)) add(numbers, found);
    if (const auto closest = scene.closest_pair()) add(numbers, *closest);
    for (const ObjectId& id : scene.objects()) {
        if (const auto closest = scene.closest_pair(id)) add(numbers, *closest);
    }
    Random random(77);
    for (int i = 0; i < 12; ++i) {
        const Ray ray{random.in_cube(5), random.direction()};
        for (const ObjectRayHit& hit : scene.raycast_all(ray)) add(numbers, hit);
        if (const auto hit = scene.raycast(ray)) add(numbers, *hit);
        const Vec3 corner = random.in_cube(4);
        for (const ObjectId& id : scene.objects_in(Aabb{corner, corner + Vec3{1, 1, 1}})) add(numbers, id);
    }
    const Moving moving{Sphere{0.2}, LinearMotion{Pose::translation({-6, 0.1, 0}), {12, 0.5, 0.2}}};
    if (const auto hit = scene.cast(moving)) add(numbers, hit->object), add(numbers, hit->impact);
    return numbers;
}

/// Objects of all kinds that were added, moved, mapped, changed, left out and removed.
struct Mixed {
    Scene scene;
    std::vector<ObjectId> ids;

    explicit Mixed(std::uint64_t seed, SceneOptions options = {}, std::size_t count = 45)
        : scene(std::move(options)) {
        Random random(seed);
        const Mesh shared = small_mesh();
        const std::vector<double> heights{0, 0.3, 0.1, 0.2, 0.5, 0, 0.3, 0.1, 0.4};
        const HeightField hills = *HeightField::build({.columns = 2, .rows = 2, .corner = {-1, -1}}, heights);
        for (std::size_t i = 0; i < count; ++i) {
            const Shape shape = i % 12 == 3 ? Shape(shared) : i % 20 == 7 ? Shape(hills) : any_shape(random);
            ObjectOptions with{.margin = random.chance(0.2) ? 0.05 : 0,
                               .group = 1U << random.index(3),
                               .user_data = random.bits() >> 12};
            if (random.chance(0.2)) with.mask = 5;
            const Affine map{Mat3::diagonal({1, -1.5, 0.5}) * rotation_matrix(random.rotation()),
                             random.in_cube(3)};
            const bool mapped = random.chance(0.2) && shape.type() != ShapeType::half_space;
            ids.push_back(mapped ? scene.add(shape, map, with) : scene.add(shape, random.pose(3), with));
            if (i % 9 == 5) remove(random.index(ids.size()));
        }
        for (int i = 0; i < 20; ++i) scene.move(ids[random.index(ids.size())], random.pose(3));
        for (int i = 0; i < 5; ++i) scene.set_margin(ids[random.index(ids.size())], 0.1 * random.unit());
        for (int i = 0; i < 30; ++i)
            scene.exclude(ids[random.index(ids.size())], ids[random.index(ids.size())]);
        for (int i = 0; i < 4; ++i) remove(random.index(ids.size()));
    }
    void remove(std::size_t i) {
        EXPECT_TRUE(!ids[i] || scene.remove(ids[i]));
        ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(i));
    }
};

TEST(SceneBytes, ALoadedSceneAnswersAsTheSavedOne) {
    for (const std::uint64_t seed : {1U, 2U, 6U, 7U, 8U, 9U, 11U, 12U}) {
        Mixed mixed(seed);
        const Bytes bytes = to_bytes(mixed.scene);
        auto loaded = scene_from_bytes(bytes);
        ASSERT_TRUE(loaded) << loaded.error().message();
        EXPECT_EQ(loaded->size(), mixed.scene.size());
        EXPECT_EQ(to_bytes(*loaded), bytes);
        const Numbers answers = answers_of(mixed.scene);
        EXPECT_GT(answers.size(), 1500U);
        EXPECT_EQ(answers_of(*loaded), answers);
        EXPECT_FALSE(loaded->contains(mixed.scene.objects()[0]));  // ids are of one scene only
    }
}

TEST(SceneBytes, ALoadedSceneGoesOnAsTheSavedOneWouldHave) {
    Mixed mixed(4);
    auto loaded = scene_from_bytes(to_bytes(mixed.scene));
    ASSERT_TRUE(loaded);
    Random random(44);
    for (int i = 0; i < 12; ++i) {
        const Pose pose = random.pose(3);
        const ObjectId one = mixed.scene.add(Sphere{0.5}, pose), two = loaded->add(Sphere{0.5}, pose);
        EXPECT_EQ(place(one), place(two));
    }
    const std::vector<ObjectId> saved = mixed.scene.objects(), again = loaded->objects();
    std::vector<ObjectMotion> motions, same_motions;
    for (std::size_t i = 0; i < saved.size(); i += 2) {
        const Motion motion = LinearMotion{random.pose(3), random.in_cube(1)};
        motions.push_back({saved[i], motion});
        same_motions.push_back({again[i], motion});
    }
    const auto hits = mixed.scene.step(motions), same_hits = loaded->step(same_motions);
    ASSERT_TRUE(hits && same_hits);
    Numbers numbers, same_numbers;
    for (const ObjectImpact& hit : *hits) add(numbers, hit.objects.a), add(numbers, hit.impact);
    for (const ObjectImpact& hit : *same_hits)
        add(same_numbers, hit.objects.a), add(same_numbers, hit.impact);
    EXPECT_GT(numbers.size(), 50U);
    EXPECT_EQ(numbers, same_numbers);
    EXPECT_EQ(to_bytes(mixed.scene), to_bytes(*loaded));
}

TEST(SceneBytes, BytesDoNotDependOnBroadPhaseThreadsOrQuestions) {
    const Bytes bytes = to_bytes(Mixed(5).scene);
    Mixed other(5, {.threads = 2, .broad_phase = std::make_unique<BruteForcePairs>()});
    EXPECT_EQ(to_bytes(other.scene), bytes);
    const Numbers answers = answers_of(other.scene);
    other.scene.update();
    other.scene.respond(ResponseTable{});
    EXPECT_EQ(to_bytes(other.scene), bytes);
    const auto loaded =
        scene_from_bytes(bytes, {.threads = 2, .broad_phase = std::make_unique<BruteForcePairs>()});
    ASSERT_TRUE(loaded);
    EXPECT_EQ(answers_of(*loaded), answers);
}

// No scene lives that long, but bytes can say so.
TEST(SceneBytes, PlacesThatAreWornOutAreKeptAndNotUsedAgain) {
    constexpr std::uint32_t kLast = 0x7fffffff;
    Scene fresh;
    const ObjectId first = fresh.add(Sphere{1}, Pose::identity());
    ASSERT_TRUE(first);
    Bytes bytes = to_bytes(fresh);
    const std::size_t age = bytes.size() - 8 - 8 - 136;  // checksum, number of excluded pairs, the one object
    ASSERT_EQ(word_at(bytes, age), 1U);
    set_word(bytes, age, kLast - 1);
    seal(bytes);
    auto scene = scene_from_bytes(bytes);
    ASSERT_TRUE(scene);
    for (const std::uint32_t generation : {kLast - 1, kLast}) {
        const ObjectId old = scene->objects()[0];
        EXPECT_EQ(place(old), (Place{0, generation}));
        ASSERT_TRUE(scene->remove(old));
        const Bytes kept = to_bytes(*scene);
        scene = scene_from_bytes(kept);
        ASSERT_TRUE(scene) << scene.error().message();
        EXPECT_EQ(to_bytes(*scene), kept);
        EXPECT_EQ(place(scene->add(Sphere{1}, Pose::identity())),
                  generation < kLast ? (Place{0, kLast}) : (Place{1, 1}));
    }
    // A place that is worn out may not be reported as free.
    Scene two;
    const ObjectId gone = two.add(Sphere{1}, Pose::identity());
    two.add(Sphere{1}, Pose::identity());
    ASSERT_TRUE(two.remove(gone));
    Bytes corrupted = to_bytes(two);
    const std::size_t of_free =
        corrupted.size() - 8 - 8 - 4 - 136 - 8;  // the free place's name and the second object besides
    ASSERT_EQ(word_at(corrupted, of_free), 1U);
    set_word(corrupted, of_free, kLast);
    seal(corrupted);
    EXPECT_FALSE(scene_from_bytes(corrupted));
}

TEST(SceneBytes, SharedShapesAreKeptOnceAndStayShared) {
    Scene scene;
    const Mesh mesh = small_mesh();
    scene.add(mesh, Pose::identity());
    const std::size_t one = to_bytes(scene).size();
    for (int i = 1; i < 50; ++i) scene.add(mesh, Pose::translation({3.0 * i, 0, 0}), {.margin = 0.01 * i});
    const Bytes bytes = to_bytes(scene);
    EXPECT_EQ(bytes.size(), one + 49 * (8 + 8 + 96 + 8 + 8 + 8));
    const auto loaded = scene_from_bytes(bytes);
    ASSERT_TRUE(loaded);
    for (const ObjectId& id : loaded->objects())
        EXPECT_EQ(loaded->placed(id).shape.payload(), loaded->placed(loaded->objects()[0]).shape.payload());
}

TEST(SceneBytes, EmptyScenes) {
    Scene scene;
    for (int i = 0; i < 3; ++i) {
        const Bytes bytes = to_bytes(scene);
        auto loaded = scene_from_bytes(bytes);
        ASSERT_TRUE(loaded);
        EXPECT_EQ(loaded->size(), 0U);
        EXPECT_EQ(to_bytes(*loaded), bytes);
        ASSERT_TRUE(scene.remove(scene.add(Sphere{1}, Pose::identity())));
        scene = *std::move(loaded);
        ASSERT_TRUE(scene.remove(scene.add(Sphere{1}, Pose::identity())));
    }
}

/// A few objects, one of them mapped, one pair left out, one place free.
Bytes small_file() {
    Scene scene;
    const ObjectId a = scene.add(Box{{1, 1, 1}}, Pose::identity());
    const ObjectId gone = scene.add(Sphere{1}, Pose::identity());
    const ObjectId b = scene.add(Capsule{0.5, 1}, Affine{Mat3::diagonal({1, 2, 3}), {1, 0, 0}},
                                 {.margin = 0.25, .group = 2, .user_data = 9});
    scene.add(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Pose::translation({0, 0, 1}));
    EXPECT_TRUE(scene.exclude(a, b));
    EXPECT_TRUE(scene.remove(gone));
    return to_bytes(scene);
}

TEST(SceneBytes, EveryDamageIsNoticed) {
    const Bytes bytes = small_file();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const int flip : {1, 0x80, 0xff}) {
            Bytes damaged = bytes;
            damaged[i] ^= static_cast<std::byte>(flip);
            EXPECT_FALSE(scene_from_bytes(damaged)) << i;
        }
        const auto cut = scene_from_bytes(std::span(bytes).first(i));
        ASSERT_FALSE(cut) << i;
        EXPECT_EQ(cut.error().rule, Rule::corrupt);
    }
    Bytes longer = bytes;
    longer.resize(bytes.size() + 4);
    EXPECT_FALSE(scene_from_bytes(longer));
    seal(longer);
    EXPECT_FALSE(scene_from_bytes(longer));
}

TEST(SceneBytes, LiesWithARightChecksumAreRefusedOrGoodScenes) {
    const Bytes bytes = small_file();
    int refused = 0, loaded = 0;
    for (std::size_t bit = 20 * 8; bit < (bytes.size() - 8) * 8; ++bit) {
        Bytes corrupted = bytes;
        corrupted[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
        seal(corrupted);
        ++refused;
        const auto scene = scene_from_bytes(corrupted);
        if (!scene) {
            EXPECT_GT(scene.error().message().size(), 10U);
            continue;
        }
        ++loaded;
        const Bytes kept = to_bytes(*scene);
        const auto again = scene_from_bytes(kept);
        ASSERT_TRUE(again) << bit;
        EXPECT_EQ(to_bytes(*again), kept) << bit;
        for (const ObjectId& id : scene->objects()) EXPECT_TRUE(check(scene->placed(id))) << bit;
        EXPECT_EQ(scene->overlapping_pairs().size(), again->overlapping_pairs().size());
    }
    EXPECT_GT(loaded, refused / 10);
    EXPECT_LT(loaded, refused * 9 / 10);
}

/// The fault of the small file after one word was changed.
std::string fault_after(std::size_t at, std::uint32_t word) {
    Bytes bytes = small_file();
    set_word(bytes, at, word);
    seal(bytes);
    const auto scene = scene_from_bytes(bytes);
    EXPECT_FALSE(scene) << at;
    return scene ? "" : scene.error().message();
}

TEST(SceneBytes, FaultsNameTheObject) {
    // From the end: checksum 8, one excluded pair 8, their number 8, the free place 4, then objects of 136
    // bytes, with a map 96 more, and a free place of 8.
    const std::size_t end = small_file().size() - 8, free = end - 8 - 8 - 4;
    const std::size_t last = free - 136, mapped = last - 136 - 96, empty = mapped - 8, first = empty - 136,
                      count = first - 8;
    EXPECT_NE(fault_after(last + 8, 100).find("object at place 3 names a shape"), std::string::npos);
    EXPECT_NE(fault_after(mapped + 12, 2).find("object at place 2 is placed neither"), std::string::npos);
    EXPECT_NE(fault_after(mapped + 12, 0).find("place"),
              std::string::npos);  // what follows is then not what it says
    EXPECT_NE(fault_after(first + 16 + 4, 0x7ff80000).find("object at place 0"), std::string::npos);  // NaN
    EXPECT_NE(fault_after(last + 16 + 96 + 4, 0xbff00000).find("place 3 cannot be placed"),
              std::string::npos);  // margin -1
    EXPECT_NE(fault_after(last, 0).find("object at place 3 has an age"), std::string::npos);
    EXPECT_NE(fault_after(last, 0xffffffff).find("object at place 3 has an age"), std::string::npos);
    EXPECT_NE(fault_after(count + 4, 0x80000000).find("places, more than"), std::string::npos);
    EXPECT_NE(fault_after(free, 2).find("place 2 is marked as free"), std::string::npos);
    EXPECT_NE(fault_after(free + 4 + 4, 0x10000000).find("excluded pairs, more than"), std::string::npos);
    EXPECT_NE(fault_after(end - 8, 1).find("excluded pair 0"), std::string::npos);
    EXPECT_NE(fault_after(end - 8, 77).find("excluded pair 0"), std::string::npos);
    EXPECT_NE(fault_after(8, 9).find("version 9"), std::string::npos);
    EXPECT_NE(fault_after(0, 0).find("no scene of graze"), std::string::npos);
}

}  // namespace
}  // namespace graze::test
