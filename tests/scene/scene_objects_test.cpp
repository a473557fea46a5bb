// Objects of a scene: placements, margins, filters, deformation, ids and errors.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "scene_fixture.hpp"

namespace graze::test {
namespace {

const double kNan = std::nan("");

TEST(SceneObjects, IdsAreNeverUsedAgain) {
    Scene scene, other;
    const ObjectId a = scene.add(Sphere{1}, Pose::identity());
    const ObjectId foreign = other.add(Sphere{1}, Pose::identity());
    EXPECT_NE(a, foreign);
    EXPECT_FALSE(scene.contains(foreign));
    ASSERT_TRUE(scene.remove(a));
    const ObjectId b = scene.add(Box{{1, 1, 1}}, Pose::identity());
    EXPECT_EQ(a.index, b.index);
    EXPECT_NE(a, b);
    EXPECT_FALSE(scene.contains(a));
    EXPECT_TRUE(scene.contains(b));
    EXPECT_EQ(scene.objects(), std::vector{b});
}

TEST(SceneObjects, OneShapeInSeveralScenes) {
    const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const std::vector<std::array<std::uint32_t, 3>> faces{{0, 1, 2}};
    const Mesh mesh = *Mesh::build(corners, faces);
    Scene world, sensors;
    std::vector<std::pair<Scene*, ObjectId>> places{
        {&world, world.add(mesh, Pose::identity())},
        {&sensors, sensors.add(mesh, Pose::identity(), {.margin = 0.5})}};
    const Pose pose = Pose::translation({1, 2, 3});
    for (auto& [scene, object] : places) ASSERT_TRUE(scene->move(object, pose));
    EXPECT_EQ(world.placed(places[0].second).pose.position, pose.position);
    EXPECT_EQ(sensors.placed(places[1].second).pose.position, pose.position);
    EXPECT_EQ(world.placed(places[0].second).shape.payload(),
              sensors.placed(places[1].second).shape.payload())
        << "the mesh is copied";
    const std::vector<Vec3> moved{{0, 0, 5}, {1, 0, 5}, {0, 1, 5}};
    const auto deformed = world.deform(mesh, moved);
    ASSERT_TRUE(deformed.has_value());
    ASSERT_TRUE(sensors.set_shape(places[1].second, *deformed));
    EXPECT_EQ(sensors.options(places[1].second).margin, 0.5);
    for (const auto& [scene, object] : places)
        EXPECT_NEAR(scene->bounds(object).max.z, scene == &world ? 8 : 8.5, 1e-5);
    EXPECT_EQ(world.placed(places[0].second).shape.payload(),
              sensors.placed(places[1].second).shape.payload());
}

TEST(SceneObjects, ErrorsSayWhatIsWrong) {
    using Reason = SceneError::Reason;
    Scene scene, other;
    const ObjectId a = scene.add(Sphere{1}, Pose::identity());
    const ObjectId gone = scene.add(Sphere{1}, Pose::identity());
    ASSERT_TRUE(scene.remove(gone));
    const auto reason = [](const auto& outcome) {
        EXPECT_FALSE(outcome.error().message.empty());
        return outcome.error().reason;
    };
    EXPECT_EQ(reason(scene.remove(gone)), Reason::removed);
    EXPECT_EQ(reason(scene.move(gone, Pose::identity())), Reason::removed);
    EXPECT_EQ(reason(scene.move(ObjectId{}, Pose::identity())), Reason::no_object);
    EXPECT_EQ(reason(other.move(a, Pose::identity())), Reason::other_scene);
    EXPECT_EQ(reason(scene.set_margin(gone, 1)), Reason::removed);
    EXPECT_EQ(reason(scene.set_filter(gone, 1, 1)), Reason::removed);
    EXPECT_EQ(reason(scene.exclude(a, gone)), Reason::removed);
    EXPECT_EQ(reason(scene.set_user_data(gone, 1)), Reason::removed);
    const ObjectId beyond{77, 1, a.scene}, future{a.index, a.generation + 1, a.scene};
    EXPECT_EQ(reason(scene.remove(beyond)), Reason::no_object);
    EXPECT_EQ(reason(scene.move(future, Pose::identity())), Reason::no_object);

    const Aabb before = scene.bounds(a);
    EXPECT_EQ(reason(scene.move(a, Pose::translation({kNan, 0, 0}))), Reason::invalid_placement);
    EXPECT_EQ(reason(scene.move(a, Pose{Mat3::diagonal({2, 1, 1}), {}})), Reason::invalid_placement);
    EXPECT_EQ(reason(scene.move(a, Affine::scale({1, kNan, 1}))), Reason::invalid_placement);
    EXPECT_EQ(reason(scene.move(a, Vec3{}, Quat{0, 0, 0, 0})), Reason::invalid_placement);
    EXPECT_EQ(reason(scene.set_margin(a, -1)), Reason::invalid_margin);
    EXPECT_EQ(reason(scene.set_margin(a, kNan)), Reason::invalid_margin);
    EXPECT_EQ(reason(scene.set_shape(a, Sphere{-1})), Reason::invalid_shape);
    EXPECT_EQ(reason(scene.try_add(Sphere{kNan}, Pose::identity())), Reason::invalid_shape);
    EXPECT_EQ(reason(scene.try_add(Sphere{1}, Pose::translation({0, INFINITY, 0}))),
              Reason::invalid_placement);
    EXPECT_EQ(reason(scene.try_add(HalfSpace{}, Affine::scale({2, 1, 1}))), Reason::invalid_placement);
    EXPECT_FALSE(scene.add(Sphere{-1}, Pose::identity()));
    EXPECT_EQ(scene.size(), 1U);
    EXPECT_EQ(scene.bounds(a).min, before.min);

    EXPECT_FALSE(scene.placed(gone).shape.valid());
    EXPECT_TRUE(is_empty(scene.bounds(gone)));
    EXPECT_FALSE(scene.near(a, gone));
    EXPECT_FALSE(scene.closest_pair(gone));
}

TEST(SceneObjects, ManyMovesAreAllOrNone) {
    Scene scene;
    const std::vector<ObjectId> ids{scene.add(Sphere{1}, Pose::identity()),
                                    scene.add(Sphere{1}, Pose::translation({5, 0, 0}))};
    const std::vector<Pose> bad{Pose::translation({9, 9, 9}), Pose::translation({kNan, 0, 0})};
    const auto outcome = scene.move(ids, bad);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().object, ids[1]);
    EXPECT_TRUE(outcome.error().message.starts_with("pose 1: component 0: the pose's position is NaN"))
        << outcome.error().message;
    EXPECT_EQ(scene.placed(ids[0]).pose, Pose::identity());
}

TEST(SceneObjects, ManyMovesTakeOnePoseForEachObject) {
    Scene scene;
    const std::vector<ObjectId> ids{scene.add(Sphere{1}, Pose::identity()),
                                    scene.add(Sphere{1}, Pose::identity())};
    const std::vector<Pose> poses(3, Pose::translation({9, 9, 9}));
    const auto fewer = scene.move(ids, std::span(poses).first(1)), more = scene.move(ids, poses);
    ASSERT_FALSE(fewer || more);
    EXPECT_EQ(fewer.error().reason, SceneError::Reason::invalid_placement);
    EXPECT_EQ(fewer.error().object, ids[1]);
    EXPECT_NE(fewer.error().message.find("2 objects and 1 poses"), std::string::npos);
    EXPECT_EQ(more.error().object, ObjectId{});
    EXPECT_EQ(scene.placed(ids[0]).pose, Pose::identity());
    EXPECT_TRUE(scene.move(ids, std::span(poses).first(2)));
    EXPECT_TRUE(scene.move(std::span(ids).first(0), {}));
}

TEST(SceneObjects, ManyMovesRefuseWhatOneMoveDoes) {
    Scene scene;
    ObjectOptions options;
    options.margin = 9e99;
    const ObjectId id = scene.add(Sphere{9e99}, Affine::scale({1e-60, 2e-60, 1e-60}), options);
    ASSERT_TRUE(id);
    const Pose pose = Pose::identity();
    EXPECT_FALSE(scene.move(id, pose));
    EXPECT_FALSE(scene.move(std::span(&id, 1), std::span(&pose, 1)));
}

TEST(SceneObjects, PlacementsByAllWays) {
    Scene scene;
    Random random(3);
    const Quat turn = random.rotation();
    const Vec3 at{1, 2, 3};
    const Pose pose = Pose::from(turn, at);
    const ObjectId id = scene.add(Box{{1, 2, 3}}, Pose::identity());
    ASSERT_TRUE(scene.move(id, at, Quat{2 * turn.w, 2 * turn.x, 2 * turn.y, 2 * turn.z}));
    EXPECT_LT(length(scene.placed(id).pose.rotation.columns[0] - pose.rotation.columns[0]), 1e-15);
    std::array<double, 16> matrix{};
    std::array<float, 16> floats{};
    for (std::size_t column = 0; column < 4; ++column) {
        const Vec3 v = column < 3 ? pose.rotation.columns[column] : at;
        for (std::size_t row = 0; row < 3; ++row) matrix[4 * column + row] = v[row];
    }
    matrix[15] = 1;
    std::ranges::transform(matrix, floats.begin(), [](double x) { return static_cast<float>(x); });
    ASSERT_TRUE(scene.move(id, std::span<const double, 16>(matrix)));
    EXPECT_EQ(scene.placed(id).pose, pose);
    EXPECT_EQ(scene.placed(id).shape.type(), ShapeType::box);
    ASSERT_TRUE(scene.move(id, std::span<const float, 16>(floats)));
    EXPECT_EQ(scene.placed(id).pose.position, at);
    EXPECT_LT(length(scene.placed(id).pose.rotation.columns[1] - pose.rotation.columns[1]), 1e-7);
}

TEST(SceneObjects, ScaleAndShearAreOfTheShapeNotOfItsMargin) {
    Scene scene;
    ObjectOptions options;
    options.margin = 0.5;
    const Affine map{Mat3{{Vec3{2, 0, 0}, Vec3{1, 1, 0}, Vec3{0, 0, 3}}}, {10, 0, 0}};
    const ObjectId sheared = scene.add(Box{{1, 1, 1}}, map, options);
    const Placed expected{rounded(transformed(Box{{1, 1, 1}}, {map.linear, {}}), 0.5),
                          Pose::translation({10, 0, 0})};
    Random random(4);
    for (int i = 0; i < 50; ++i) {
        const Placed probe{Sphere{0.1}, Pose::translation(Vec3{10, 0, 0} + random.in_cube(5))};
        EXPECT_EQ(separation(scene.placed(sheared), probe).distance, separation(expected, probe).distance);
    }
    EXPECT_TRUE(contains(scene.bounds(sheared), Vec3{13.4, 0, 0}));
    // A pose takes the scale back, and keeps the margin.
    ASSERT_TRUE(scene.move(sheared, Pose::identity()));
    EXPECT_TRUE(separation(scene.placed(sheared), Placed{Point{}, Pose::translation({3, 0, 0})})
                    .distance.contains(1.5));
    // Meshes are scaled by their vertices, half-spaces keep margins.
    const Mesh mesh = small_mesh();
    const ObjectId wide = scene.add(mesh, Affine::scale({4, 1, 1}));
    EXPECT_NEAR(scene.bounds(wide).max.x, 4.4, 1e-9);
    const ObjectId floor = scene.add(HalfSpace{{0, 0, 2}, -20}, Pose::identity(), options);
    EXPECT_TRUE(separation(scene.placed(floor), Placed{Point{}, Pose::identity()}).distance.contains(9.5));
}

TEST(SceneObjects, MarginsOfScaledMeshes) {
    Scene scene;
    const ObjectId id = scene.add(small_mesh(), Affine::scale({2, 1, 1}));
    ASSERT_TRUE(scene.set_margin(id, 0.25));
    EXPECT_NEAR(scene.bounds(id).max.x, 2.45, 1e-9);
    EXPECT_EQ(scene.options(id).margin, 0.25);
    ASSERT_TRUE(scene.set_margin(id, 0));
    EXPECT_NEAR(scene.bounds(id).max.x, 2.2, 1e-9);
}

TEST(SceneObjects, FiltersAndExclusions) {
    Scene scene;
    ObjectOptions options;
    options.group = 2;
    options.mask = 1;
    options.user_data = 77;
    const ObjectId a = scene.add(Sphere{1}, Pose::identity(), options);
    const ObjectId b = scene.add(Sphere{1}, Pose::identity());
    const ObjectId c = scene.add(Sphere{1}, Pose::identity(), options);
    EXPECT_EQ(scene.overlapping_pairs(), (std::vector<ObjectPair>{{a, b}, {b, c}}));
    EXPECT_EQ(scene.options(a).user_data, 77U);
    ASSERT_TRUE(scene.exclude(c, b));
    EXPECT_EQ(scene.overlapping_pairs(), (std::vector<ObjectPair>{{a, b}}));
    EXPECT_FALSE(scene.near(b, c));
    ASSERT_TRUE(scene.include(b, c));
    EXPECT_TRUE(scene.near(b, c));
    ASSERT_TRUE(scene.exclude(b, c));
    ASSERT_TRUE(scene.remove(c));  // and with it its exclusions: the place is used again
    const ObjectId d = scene.add(Sphere{1}, Pose::identity(), options);
    EXPECT_EQ(d.index, c.index);
    EXPECT_TRUE(scene.near(b, d));
    ASSERT_TRUE(scene.set_filter(a, 1, 0));
    EXPECT_EQ(scene.overlapping_pairs(), (std::vector<ObjectPair>{{b, d}}));
}

TEST(SceneObjects, DeformedMeshesAreFollowedByAllThatShareThem) {
    struct Vertex {
        double x, y, z;
        float paint[3];
    };
    Scene scene, other;
    const Mesh mesh = small_mesh(MeshKind::surface);
    const ObjectId one = scene.add(mesh, Pose::identity());
    const ObjectId two = scene.add(mesh, Affine{Mat3::diagonal({2, 1, 1}), {50, 0, 0}});
    const ObjectId ball = scene.add(Sphere{0.1}, Pose::translation({1.6, 0, 0}));
    EXPECT_TRUE(scene.overlapping_pairs().empty());
    std::vector<Vertex> vertices;
    for (const Vec3& v : mesh.vertices()) vertices.push_back({1.5 * v.x, v.y, v.z, {}});
    const auto deformed =
        scene.deform(mesh, {vertices.data(), sizeof(Vertex), vertices.size(), VertexScalar::float64});
    ASSERT_TRUE(deformed);
    EXPECT_EQ(scene.overlapping_pairs(), (std::vector<ObjectPair>{{one, ball}}));
    EXPECT_NEAR(scene.bounds(two).max.x, 50 + 2 * 1.65, 1e-9);
    vertices[3].y = kNan;
    const auto refused =
        scene.deform(*deformed, {vertices.data(), sizeof(Vertex), vertices.size(), VertexScalar::float64});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().reason, SceneError::Reason::invalid_shape);
    EXPECT_FALSE(scene.deform(*deformed, {vertices.data(), sizeof(Vertex), 3, VertexScalar::float64}));
    EXPECT_EQ(scene.overlapping_pairs(), (std::vector<ObjectPair>{{one, ball}}));
}

TEST(SceneObjects, DeformedMeshesStayRounded) {
    Scene scene;
    const Mesh mesh = small_mesh(MeshKind::surface);
    const ObjectId round = scene.add(rounded(mesh, 0.25), Pose::identity());
    const ObjectId doubled = scene.add(rounded(mesh, 0.25), Affine::scale({2, 2, 2}), {.margin = 0.125});
    const ObjectId image =
        scene.add(transformed(mesh, Affine::scale({2, 1, 1})), Pose::identity());  // a mesh of its own
    const Aabb as_it_was = scene.bounds(image);
    EXPECT_NEAR(scene.bounds(round).max.x, 1.1 + 0.25, 1e-9);
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3& v : vertices) v.x *= 1.5;
    const auto deformed = scene.deform(mesh, vertices);
    ASSERT_TRUE(deformed);
    EXPECT_EQ(scene.placed(round).shape.margin(), 0.25);
    EXPECT_NEAR(scene.bounds(round).max.x, 1.65 + 0.25, 1e-9);
    EXPECT_NEAR(scene.bounds(doubled).max.x, 2 * (1.65 + 0.25) + 0.125, 1e-9);
    EXPECT_EQ(scene.bounds(image), as_it_was);
    // Once more, by the new name: nothing was lost on the way.
    for (Vec3& v : vertices) v.x /= 1.5;
    ASSERT_TRUE(scene.deform(*deformed, vertices));
    EXPECT_NEAR(scene.bounds(doubled).max.x, 2 * (1.1 + 0.25) + 0.125, 1e-9);
}

TEST(SceneObjects, MeshesThatNoObjectHasAreNotDeformed) {
    Scene scene, other;
    const Mesh mesh = small_mesh(MeshKind::surface);
    const std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    const VertexView same = vertices;
    const ObjectId id = scene.add(mesh, Pose::identity());
    const auto deformed = scene.deform(mesh, same);
    ASSERT_TRUE(deformed);
    for (const auto& outcome :
         {scene.deform(mesh, same), other.deform(mesh, same)}) {  // an old name, another scene
        ASSERT_FALSE(outcome);
        EXPECT_EQ(outcome.error().reason, SceneError::Reason::no_object);
        EXPECT_NE(outcome.error().message.find("no object of this scene has the mesh"), std::string::npos);
    }
    ASSERT_TRUE(scene.remove(id));
    EXPECT_FALSE(scene.deform(*deformed, same));
}

TEST(SceneObjects, ScenesMove) {
    Scene scene;
    const ObjectId id = scene.add(Sphere{1}, Pose::identity());
    Scene moved = std::move(scene);
    EXPECT_TRUE(moved.contains(id));
    scene = Scene();
    EXPECT_FALSE(scene.contains(id));
}

}  // namespace
}  // namespace graze::test
