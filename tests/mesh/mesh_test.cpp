// Building, deforming and mapping meshes: what is kept, what is refused and how it is named.
#include "graze/mesh/mesh.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "graze/mesh/generate.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/solid/doctor.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr MeshOptions kSolid{.kind = MeshKind::solid};

Mesh solid(const TriangleSoup& soup) { return Mesh::build(soup.vertices, soup.triangles, kSolid).value(); }

/// Every triangle with corners of its own.
TriangleSoup without_shared_vertices(const TriangleSoup& soup) {
    TriangleSoup loose;
    for (const auto& t : soup.triangles) {
        const auto n = static_cast<std::uint32_t>(loose.vertices.size());
        for (const std::uint32_t v : t) loose.vertices.push_back(soup.vertices[v]);
        loose.triangles.push_back({n, n + 1, n + 2});
    }
    return loose;
}

void expect_consistent(const MeshData& data) {
    ASSERT_EQ(data.slots.size(), data.triangles.size());
    ASSERT_EQ(data.tree.size(), data.triangles.size());
    std::vector<Aabb> boxes;
    double reach = 0;
    for (std::size_t i = 0; i < data.triangles.size(); ++i) {
        EXPECT_EQ(data.slots[i], data.triangles[data.tree.order()[i]]);
        const Triangle t = data.triangle(i);
        boxes.push_back(fit_aabb(std::array{t.a, t.b, t.c}));
        reach = std::max({reach, length(t.a), length(t.b), length(t.c)});
    }
    EXPECT_TRUE(data.tree.encloses(boxes));
    EXPECT_GE(data.reach, reach);
    EXPECT_LE(data.reach, reach * (1 + 1e-14));
}

TEST(Mesh, KeepsWhatItWasGiven) {
    const TriangleSoup soup = torus_mesh({});
    for (const MeshKind kind : {MeshKind::surface, MeshKind::solid}) {
        const auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
        ASSERT_TRUE(mesh.has_value());
        EXPECT_EQ(mesh->kind(), kind);
        EXPECT_EQ(mesh->triangle_count(), soup.triangles.size());
        EXPECT_TRUE(std::equal(soup.triangles.begin(), soup.triangles.end(), mesh->triangles().begin(),
                               mesh->triangles().end()));
        EXPECT_TRUE(std::equal(soup.vertices.begin(), soup.vertices.end(), mesh->vertices().begin(),
                               mesh->vertices().end()));
        EXPECT_EQ(mesh->bounds(), fit_aabb(soup.vertices));
        EXPECT_EQ(mesh->triangle(5).b, soup.vertices[soup.triangles[5][1]]);
        EXPECT_EQ(mesh->data().shell_vertices.size(), kind == MeshKind::solid ? 1U : 0U);
        EXPECT_FALSE(mesh->data().turned);
        expect_consistent(mesh->data());
    }
}

TEST(Mesh, IsAShape) {
    const Mesh mesh = solid(torus_mesh({}));
    const Placed placed{mesh, Pose::identity()};
    EXPECT_EQ(placed.shape.type(), ShapeType::mesh);
    EXPECT_FALSE(placed.shape.convex());
    EXPECT_TRUE(placed.shape.valid());
    EXPECT_EQ(placed.shape.margin(), 0);
    EXPECT_GE(placed.shape.reach(), 1.3);
    EXPECT_LT(placed.shape.reach(), 1.3 + 1e-12);
    EXPECT_EQ(placed.shape.payload(), mesh.shared().get());
    EXPECT_EQ(mesh_data(placed.shape), mesh.shared().get());
    EXPECT_EQ(mesh_data(Shape(Sphere{1})), nullptr);
    EXPECT_TRUE(check(placed).has_value());
    EXPECT_EQ(to_string(placed.shape.type()), "mesh");
}

TEST(Mesh, TakesFewBytesATriangle) {
    const Mesh mesh = solid(torus_mesh({1, 0.3, 200, 100}));
    EXPECT_LE(static_cast<double>(mesh.memory_bytes()) / static_cast<double>(mesh.triangle_count()), 100.0);
}

TEST(Mesh, IsTheSameForEveryNumberOfThreads) {
    const TriangleSoup soup = noisy_sphere_mesh({1, 0.3, 5, 3});
    const auto one = Mesh::build(soup.vertices, soup.triangles, {.threads = 1});
    const auto many = Mesh::build(soup.vertices, soup.triangles, {.threads = 3});
    EXPECT_TRUE(one->data().tree == many->data().tree);
    EXPECT_EQ(one->data().slots, many->data().slots);
}

TEST(Mesh, NamesTheFirstBadElement) {
    const TriangleSoup soup = torus_mesh({});
    auto triangles = soup.triangles;
    triangles[7][1] = 1U << 30;
    triangles[9][0] = static_cast<std::uint32_t>(soup.vertices.size());
    const auto bad = Mesh::build(soup.vertices, triangles, {});
    ASSERT_FALSE(bad.has_value());
    EXPECT_EQ(bad.error().element, 7U);
    EXPECT_EQ(bad.error().kind, Element::triangle);
    EXPECT_EQ(bad.error().rule, Rule::out_of_range);
    EXPECT_NE(bad.error().message().find("triangle 7"), std::string::npos);
    EXPECT_NE(bad.error().message().find("1073741824"), std::string::npos);

    auto vertices = soup.vertices;
    vertices[11].z = std::numeric_limits<double>::quiet_NaN();
    const auto nan = Mesh::build(vertices, soup.triangles, {});
    ASSERT_FALSE(nan.has_value());
    EXPECT_EQ(nan.error().element, 11U);
    EXPECT_EQ(nan.error().kind, Element::vertex);
    EXPECT_EQ(nan.error().rule, Rule::not_finite);
    vertices[11] = {9e99, 9e99, 0};
    EXPECT_EQ(Mesh::build(vertices, soup.triangles, {}).error().rule, Rule::out_of_range);
    vertices[11] = {1e-101, 0, 0};
    EXPECT_EQ(Mesh::build(vertices, soup.triangles, {}).error().rule, Rule::out_of_range);

    EXPECT_EQ(Mesh::build({}, {}, {}).error().rule, Rule::too_few);
    EXPECT_EQ(Mesh::build(soup.vertices, {}, {}).error().rule, Rule::too_few);
}

TEST(Mesh, SolidsMustBeClosed) {
    TriangleSoup soup = icosphere_mesh(1, 2);
    const auto lost = soup.triangles.back();
    soup.triangles.pop_back();
    const auto open = Mesh::build(soup.vertices, soup.triangles, kSolid);
    ASSERT_FALSE(open.has_value());
    EXPECT_EQ(open.error().rule, Rule::not_closed);
    EXPECT_EQ(open.error().kind, Element::triangle);
    int shared = 0;
    for (const std::uint32_t corner : soup.triangles[open.error().element])
        shared += std::count(lost.begin(), lost.end(), corner);
    EXPECT_EQ(shared, 2) << "a triangle at the hole";
    EXPECT_TRUE(Mesh::build(soup.vertices, soup.triangles, {}).has_value()) << "fine as a surface";
}

TEST(Mesh, SolidsMustBeWoundOneWay) {
    TriangleSoup soup = icosphere_mesh(1, 2);
    std::swap(soup.triangles[50][0], soup.triangles[50][1]);
    const auto mixed = Mesh::build(soup.vertices, soup.triangles, kSolid);
    ASSERT_FALSE(mixed.has_value());
    EXPECT_EQ(mixed.error().rule, Rule::not_oriented);
    EXPECT_TRUE(Mesh::build(soup.vertices, soup.triangles, {}).has_value());
}

TEST(Mesh, SolidsInsideOutAreTurned) {
    TriangleSoup soup = icosphere_mesh(1, 2);
    for (auto& t : soup.triangles) std::swap(t[0], t[1]);
    const Mesh mesh = solid(soup);
    EXPECT_TRUE(mesh.data().turned);
    EXPECT_GT(examine(mesh.vertices().copied(), mesh.triangles().copied()).volume, 0);
    EXPECT_FALSE(Mesh::build(soup.vertices, soup.triangles, {})->data().turned) << "a surface stays as it is";
    expect_consistent(mesh.data());
}

TEST(Mesh, SolidsCloseWithoutSharedVertices) {
    const TriangleSoup soup = without_shared_vertices(torus_mesh({}));
    const Mesh mesh = solid(soup);
    EXPECT_FALSE(mesh.data().closed_by_index);
    EXPECT_EQ(mesh.data().shell_vertices.size(), 1U);
    // Moved together they stay closed, moved apart they do not.
    std::vector<Vec3> moved = soup.vertices;
    for (Vec3& v : moved) v.y -= 3;
    EXPECT_TRUE(mesh.with_vertices(moved).has_value());
    moved[0].x += 0.01;
    const auto separated = mesh.with_vertices(moved);
    ASSERT_FALSE(separated.has_value());
    EXPECT_EQ(separated.error().rule, Rule::not_closed);
}

TEST(Mesh, SurfacesTakeAnything) {
    Random random(5);
    TriangleSoup soup;
    for (int i = 0; i < 50; ++i) soup.vertices.push_back(random.in_cube(1));
    for (int i = 0; i < 300; ++i) {
        const auto pick = [&] { return static_cast<std::uint32_t>(random.index(50)); };
        const std::uint32_t a = pick(), b = pick();
        soup.triangles.push_back({a, b, pick()});
    }
    soup.triangles.push_back({3, 3, 3});
    soup.triangles.push_back({3, 3, 4});
    const auto mesh = Mesh::build(soup.vertices, soup.triangles, {});
    ASSERT_TRUE(mesh.has_value());
    expect_consistent(mesh->data());
    EXPECT_FALSE(Mesh::build(soup.vertices, soup.triangles, kSolid).has_value());
}

TEST(Mesh, FollowsItsVertices) {
    const TriangleSoup soup = torus_mesh({});
    const Mesh mesh = solid(soup);
    std::vector<Vec3> moved = soup.vertices;
    for (Vec3& v : moved) v = {1.5 * v.x + 10, v.y, v.z + 0.1 * v.x};
    const auto shifted = mesh.with_vertices(moved);
    ASSERT_TRUE(shifted.has_value());
    EXPECT_EQ(shifted->bounds(), fit_aabb(moved));
    EXPECT_EQ(shifted->kind(), MeshKind::solid);
    expect_consistent(shifted->data());
    EXPECT_EQ(mesh.bounds(), fit_aabb(soup.vertices)) << "the first one stays";

    moved.pop_back();
    EXPECT_EQ(mesh.with_vertices(moved).error().kind, Element::whole);
    moved.push_back({0, std::numeric_limits<double>::infinity(), 0});
    EXPECT_EQ(mesh.with_vertices(moved).error().element, moved.size() - 1);
    // A mirrored deformation turns the faces outward again.
    for (std::size_t i = 0; i < moved.size(); ++i)
        moved[i] = {-soup.vertices[i].x, soup.vertices[i].y, soup.vertices[i].z};
    const auto mirrored = mesh.with_vertices(moved);
    EXPECT_GT(examine(mirrored->vertices().copied(), mirrored->triangles().copied()).volume, 0);
    EXPECT_TRUE(mirrored->data().turned);
    expect_consistent(mirrored->data());
}

TEST(Mesh, AffineImagesAreMeshes) {
    const TriangleSoup soup = gear_mesh({});
    const Mesh mesh = solid(soup);
    const Affine map{{{Vec3{2, 0, 0.5}, Vec3{0, 0.1, 0}, Vec3{1, 0, 3}}}, {1, 2, 3}};
    const Shape image = transformed(Shape(mesh), map);
    ASSERT_TRUE(image.valid());
    EXPECT_EQ(image.type(), ShapeType::mesh);
    const MeshData& data = *mesh_data(image);
    for (std::size_t i = 0; i < soup.vertices.size(); ++i)
        EXPECT_EQ(data.vertices[i], map * soup.vertices[i]);
    EXPECT_EQ(data.triangles, mesh.data().triangles);
    EXPECT_EQ(data.options.kind, MeshKind::solid);
    expect_consistent(data);

    const Shape mirrored = scaled(Shape(mesh), {1, -2, 1});
    ASSERT_TRUE(mirrored.valid());
    EXPECT_GT(examine(mesh_data(mirrored)->vertices.copied(), mesh_data(mirrored)->triangles.copied()).volume,
              0)
        << "wound outward again";
    expect_consistent(*mesh_data(mirrored));
    const Shape flattened = scaled(Shape(mesh), {1, 1, 0});
    ASSERT_TRUE(flattened.valid());
    expect_consistent(*mesh_data(flattened));

    const Shape far = scaled(Shape(mesh), {1e101, 1, 1});
    EXPECT_FALSE(far.valid());
    EXPECT_EQ(far.fault()->rule, Rule::out_of_range);
    EXPECT_FALSE(
        transformed(Shape(mesh), {Mat3::identity(), {0, std::numeric_limits<double>::quiet_NaN(), 0}})
            .valid());
}

TEST(Mesh, RoundingGrowsTheMargin) {
    const Mesh mesh = solid(gear_mesh({}));
    const Shape round = rounded(rounded(mesh, 0.25), 0.5);
    EXPECT_TRUE(round.valid());
    EXPECT_EQ(round.type(), ShapeType::mesh);
    EXPECT_EQ(round.margin(), 0.75);
    EXPECT_EQ(round.payload(), mesh.shared().get());
    EXPECT_EQ(round.core_reach(), Shape(mesh).core_reach());
    EXPECT_EQ(rounded(mesh, -1).fault()->rule, Rule::negative);
    EXPECT_FALSE(rounded(mesh, std::numeric_limits<double>::quiet_NaN()).valid());
    // Maps that keep the margin round take it along.
    const Pose turn = Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {1, 2, 3});
    const Affine similar{
        {{turn.rotation.columns[0] * 2.0, turn.rotation.columns[1] * 2.0, turn.rotation.columns[2] * 2.0}},
        turn.position};
    const Shape larger = transformed(round, similar);
    ASSERT_TRUE(larger.valid());
    EXPECT_NEAR(larger.margin(), 1.5, 1e-14);
    const Shape uneven = scaled(round, {1, 1, 2});
    ASSERT_FALSE(uneven.valid());
    EXPECT_EQ(uneven.fault()->rule, Rule::uneven_margin);
    EXPECT_NE(uneven.fault()->message().find("map it first"), std::string::npos);
    EXPECT_TRUE(rounded(scaled(mesh, {1, 1, 2}), 0.1).valid());
}

TEST(Mesh, SumsAndHullsRefuseMeshes) {
    const Shape mesh = solid(gear_mesh({}));
    const Shape sum = minkowski_sum(Sphere{1}, mesh);
    ASSERT_FALSE(sum.valid());
    EXPECT_EQ(sum.fault()->rule, Rule::not_convex);
    EXPECT_EQ(sum.fault()->kind, Element::child);
    EXPECT_EQ(sum.fault()->element, 1U);
    EXPECT_NE(sum.fault()->message().find("rounded()"), std::string::npos);
    EXPECT_FALSE(convex_hull_of(mesh, Sphere{1}).valid());
}

}  // namespace
}  // namespace graze::test
