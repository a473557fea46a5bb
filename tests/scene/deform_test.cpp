// A mesh that is deformed once follows in every scene that has it: in place and with two arrays in turn,
// scaled, rounded and with margins, and all scenes or none.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "scene_fixture.hpp"

namespace graze::test {
namespace {

/// A ring of floats between other attributes, and the mesh over it.
struct ClientRing {
    struct Vertex {
        float position[3];
        float normal[3];
    };
    std::vector<Vertex> array;
    std::vector<std::array<std::uint32_t, 3>> triangles;

    ClientRing() {
        const TriangleSoup soup =
            torus_mesh({.major_radius = 0.8, .minor_radius = 0.3, .rings = 10, .sides = 6});
        triangles = soup.triangles;
        for (const Vec3& v : soup.vertices)
            array.push_back(
                {{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}, {}});
    }
    [[nodiscard]] VertexView view() const {
        return {array.data(), sizeof(Vertex), array.size(), VertexScalar::float32};
    }
    [[nodiscard]] Mesh mesh() const { return *Mesh::build(view(), triangles, {.borrow = true}); }
    void stretch(float factor) {
        for (Vertex& v : array) v.position[0] *= factor;
    }
};

/// The scene answers as one that has the mesh built again.
void expect_as_built_anew(const Scene& scene, const ObjectId& object, const Mesh& mesh,
                          const ClientRing& ring) {
    EXPECT_EQ(scene.placed(object).shape.payload(), &mesh.data());
    const Mesh anew = *Mesh::build(ring.view(), ring.triangles);
    Scene other;
    const ObjectId same = other.add(anew, scene.placed(object).pose);
    EXPECT_EQ(scene.bounds(object), other.bounds(same));
    Random random(1);
    for (int i = 0; i < 20; ++i) {
        const Placed ball{Sphere{0.2}, random.pose(2)};
        EXPECT_EQ(scene.objects_in(ball).empty(), other.objects_in(ball).empty());
        const Ray ray{random.in_cube(4), random.direction()};
        const auto hit = scene.raycast(ray), expected = other.raycast(ray);
        ASSERT_EQ(hit.has_value(), expected.has_value());
        if (hit) {
            EXPECT_NEAR(hit->t, expected->t, 1e-9);
        }
    }
}

TEST(Deform, EverySceneThatHasTheMeshFollows) {
    ClientRing ring;
    Mesh mesh = ring.mesh();
    Scene one, two, three;
    const ObjectId a = one.add(mesh, Pose::identity()), b = two.add(mesh, Pose::identity());
    const ObjectId again = two.add(rounded(mesh, 0.25), Affine{Mat3::diagonal({2, 2, 2}), {9, 0, 0}});
    const ObjectId ball = three.add(Sphere{1}, Pose::identity());
    const Aabb as_it_was = three.bounds(ball);
    for (int step = 0; step < 3; ++step) {
        ring.stretch(1.25F);
        const auto deformed = deform(mesh, ring.view());  // the notice of a change in place
        ASSERT_TRUE(deformed) << deformed.error().message;
        mesh = *deformed;
        expect_as_built_anew(one, a, mesh, ring);
        EXPECT_EQ(two.bounds(b), one.bounds(a));
        EXPECT_EQ(mesh_data(two.placed(again).shape)->vertices[0], 2.0 * mesh.vertices()[0]);
        EXPECT_EQ(two.placed(again).shape.margin(), 0.5);
        EXPECT_EQ(three.bounds(ball), as_it_was);
    }
}

TEST(Deform, TwoArraysInTurn) {
    ClientRing front, back;
    Mesh mesh = front.mesh();
    Scene one, two;
    const ObjectId a = one.add(mesh, Pose::identity()), b = two.add(mesh, Pose::translation({3, 0, 0}));
    for (int step = 0; step < 4; ++step) {
        ClientRing& next = step % 2 == 0 ? back : front;
        const ClientRing& shown = step % 2 == 0 ? front : back;
        const Aabb before = one.bounds(a);
        next.array = shown.array;
        next.stretch(1.1F);
        // While the other array is filled, both scenes answer from the one that they have.
        EXPECT_EQ(one.bounds(a), before);
        expect_as_built_anew(one, a, mesh, shown);
        mesh = *deform(mesh, next.view());
        expect_as_built_anew(one, a, mesh, next);
        EXPECT_EQ(two.placed(b).shape.payload(), &mesh.data());
        EXPECT_EQ(mesh.vertices().pointer, next.array.data());
    }
}

TEST(Deform, AllScenesOrNone) {
    ClientRing front, back;
    const Mesh mesh = front.mesh();
    Scene one, two;
    const ObjectId a = one.add(mesh, Pose::identity());
    const ObjectId huge = two.add(mesh, Affine{Mat3::diagonal({1e60, 1, 1}), {}});
    const Aabb bounds_a = one.bounds(a), bounds_huge = two.bounds(huge);
    for (ClientRing::Vertex& v : back.array) v.position[0] *= 1e38F;
    back.array[3].position[0] = 3e38F;
    Scene wide;
    const ObjectId tall = wide.add(mesh, Affine{Mat3::diagonal({1e80, 1, 1}), {}});
    const auto refused = deform(mesh, back.view());  // 3e38 times 1e80 is not served
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().object, tall);
    EXPECT_EQ(one.bounds(a), bounds_a);
    EXPECT_EQ(two.bounds(huge), bounds_huge);
    EXPECT_EQ(one.placed(a).shape.payload(), &mesh.data());
    back.array[5].position[1] = std::nanf("");
    const auto not_a_number = deform(mesh, back.view());
    ASSERT_FALSE(not_a_number);
    EXPECT_EQ(not_a_number.error().reason, SceneError::Reason::invalid_shape);
    EXPECT_NE(not_a_number.error().message.find("vertex 5"), std::string::npos)
        << not_a_number.error().message;
    ASSERT_TRUE(wide.remove(tall));
    ClientRing stretched;
    stretched.stretch(2);
    ASSERT_TRUE(deform(mesh, stretched.view()));
    EXPECT_NEAR(one.bounds(a).max.x, 2.2, 1e-6);
}

TEST(Deform, OldStatesAndScenesThatAreGone) {
    ClientRing ring;
    const Mesh mesh = ring.mesh();
    const auto alone = deform(mesh, ring.view());  // no scene has it yet
    ASSERT_TRUE(alone);
    Scene kept;
    const ObjectId id = kept.add(*alone, Pose::identity());
    {
        Scene gone;
        gone.add(*alone, Pose::identity());
    }
    Scene moved;
    {
        Scene source;
        source.add(*alone, Pose::identity());
        moved = std::move(source);
    }
    ring.stretch(1.5F);
    const auto now = deform(*alone, ring.view());
    ASSERT_TRUE(now);
    EXPECT_NEAR(kept.bounds(id).max.x, 1.65, 1e-6);
    EXPECT_NEAR(moved.bounds(moved.objects()[0]).max.x, 1.65, 1e-6);
    const auto old = deform(*alone, ring.view());
    ASSERT_FALSE(old);
    EXPECT_EQ(old.error().reason, SceneError::Reason::no_object);
    // Other shapes, removal, and loading from bytes.
    ASSERT_TRUE(kept.set_shape(id, Sphere{1}));
    ASSERT_TRUE(moved.remove(moved.objects()[0]));
    ASSERT_TRUE(deform(*now, ring.view())) << "nobody has it any more";
    ASSERT_TRUE(kept.set_shape(id, *now));
    auto loaded = scene_from_bytes(to_bytes(kept));
    ASSERT_TRUE(loaded);
    const ObjectId copy = loaded->objects()[0];
    ring.stretch(2);
    ASSERT_TRUE(deform(*now, ring.view()));
    EXPECT_NEAR(kept.bounds(id).max.x, 3.3, 1e-6);
    EXPECT_NEAR(loaded->bounds(copy).max.x, 1.65, 1e-6);  // a mesh of its own, with its own vertices
}

}  // namespace
}  // namespace graze::test
