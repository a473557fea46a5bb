// Meshes over vertex arrays of the caller's, meshes and compounds that are refitted: what is copied, and what
// is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/mesh/shape_bytes.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

struct StridedFloat {
    float position[3];
    float normal[3];
};

std::vector<StridedFloat> strided_floats(std::span<const Vec3> vertices) {
    std::vector<StridedFloat> array;
    for (const Vec3& v : vertices)
        array.push_back({{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}, {}});
    return array;
}

VertexView view_of(const std::vector<StridedFloat>& array) {
    return {array.data(), sizeof(StridedFloat), array.size(), VertexScalar::float32};
}

TriangleSoup some_torus() {
    return torus_mesh({.major_radius = 1, .minor_radius = 0.4, .rings = 20, .sides = 10});
}

/// The mesh is the one built of the vertices that it has now: every node contains its triangles.
void expect_fits(const Mesh& mesh) {
    std::vector<Aabb> boxes;
    Aabb all;
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        const Triangle t = mesh.triangle(i);
        boxes.push_back({min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)});
        all = merge(all, boxes.back());
    }
    EXPECT_EQ(mesh.bounds(), all);
    EXPECT_TRUE(mesh.data().tree.encloses(boxes));
}

TEST(BorrowedVertices, AreReadWhereTheyAre) {
    const TriangleSoup soup = some_torus();
    const std::vector<StridedFloat> array = strided_floats(soup.vertices);
    for (const MeshKind kind : {MeshKind::surface, MeshKind::solid}) {
        const auto borrowed = Mesh::build(view_of(array), soup.triangles, {.kind = kind, .borrow = true});
        const auto copied = Mesh::build(view_of(array), soup.triangles, {.kind = kind});
        ASSERT_TRUE(borrowed && copied);
        EXPECT_EQ(borrowed->vertices().pointer, array.data());
        EXPECT_TRUE(borrowed->data().kept.empty());
        EXPECT_EQ(borrowed->vertices().copied(), view_of(array).copied());
        EXPECT_EQ(copied->vertices().copied(), view_of(array).copied());
        EXPECT_NE(copied->vertices().pointer, array.data());
        EXPECT_EQ(copied->memory_bytes() - borrowed->memory_bytes(), array.size() * sizeof(Vec3));
        EXPECT_EQ(borrowed->data().tree, copied->data().tree);
        EXPECT_EQ(borrowed->data().triangles, copied->data().triangles);
        expect_fits(*borrowed);
        // Bytes hold the numbers as doubles; what is loaded has its own.
        const auto loaded = shape_from_bytes(*to_bytes(*borrowed));
        ASSERT_TRUE(loaded);
        EXPECT_EQ(mesh_data(*loaded)->vertices.copied(), view_of(array).copied());
        EXPECT_EQ(*to_bytes(*loaded), *to_bytes(*copied));
        // An image has other numbers, and so its own array.
        const Shape doubled = transformed(*borrowed, Affine::scale({2, 2, 2}));
        ASSERT_TRUE(doubled.valid());
        EXPECT_EQ(mesh_data(doubled)->vertices[5], 2.0 * borrowed->vertices()[5]);
        EXPECT_EQ(mesh_data(doubled)->kept.size(), array.size());
    }
}

TEST(BorrowedVertices, FollowTheirArrayAfterANotice) {
    const TriangleSoup soup = some_torus();
    std::vector<StridedFloat> array = strided_floats(soup.vertices);
    const auto mesh = Mesh::build(view_of(array), soup.triangles, {.borrow = true});
    ASSERT_TRUE(mesh);
    for (StridedFloat& v : array) v.position[2] += std::sin(3 * v.position[0]);
    const auto moved = mesh->with_vertices(view_of(array));
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->vertices().pointer, array.data());
    expect_fits(*moved);
    EXPECT_NE(moved->bounds(), mesh->bounds());
    // A mesh that copies its vertices copies these too.
    const auto copy = Mesh::build(soup.vertices, soup.triangles)->with_vertices(view_of(array));
    ASSERT_TRUE(copy);
    EXPECT_EQ(copy->data().kept, view_of(array).copied());
    expect_fits(*copy);
}

TEST(BorrowedVertices, TwoArraysInTurnKeepTheOldMeshAsItWas) {
    const TriangleSoup soup = some_torus();
    std::vector<StridedFloat> now = strided_floats(soup.vertices), next = now;
    const auto before = Mesh::build(view_of(now), soup.triangles, {.borrow = true});
    ASSERT_TRUE(before);
    const Aabb bounds = before->bounds();
    for (StridedFloat& v : next) v.position[0] += 5;
    const auto after = before->with_vertices(view_of(next));
    ASSERT_TRUE(after);
    expect_fits(*before);
    expect_fits(*after);
    EXPECT_EQ(before->bounds(), bounds);
    EXPECT_GT(after->bounds().min.x, bounds.max.x);
}

TEST(BorrowedVertices, BadArraysAreRefusedAndTheMeshStays) {
    const TriangleSoup soup = some_torus();
    const std::vector<StridedFloat> array = strided_floats(soup.vertices);
    const auto mesh = Mesh::build(view_of(array), soup.triangles, {.borrow = true});
    ASSERT_TRUE(mesh);
    const auto refused = [&](const VertexView& view, Rule rule, Element kind, std::size_t element) {
        for (const auto& outcome : {mesh->with_vertices(view), Mesh::build(view, soup.triangles)}) {
            ASSERT_FALSE(outcome);
            EXPECT_EQ(outcome.error().rule, rule);
            EXPECT_EQ(outcome.error().kind, kind);
            EXPECT_EQ(outcome.error().element, element);
        }
    };
    for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
        std::vector<StridedFloat> broken = array;
        broken[33].position[2] = bad;
        refused(view_of(broken), Rule::not_finite, Element::vertex, 33);
    }
    VertexView view = view_of(array);
    view.pointer = nullptr;
    refused(view, Rule::out_of_range, Element::whole, 0);
    view = view_of(array);
    view.stride = 8;
    refused(view, Rule::out_of_range, Element::whole, 0);
    view = view_of(array);
    view.stride = 26;
    refused(view, Rule::out_of_range, Element::vertex, 1);
    view = view_of(array);
    view.count = 10;
    const auto fewer = mesh->with_vertices(view);
    ASSERT_FALSE(fewer);
    EXPECT_EQ(fewer.error().rule, Rule::too_few);
    EXPECT_NE(fewer.error().message().find("10 vertices for 200"), std::string::npos);
    const auto cut = Mesh::build(view, soup.triangles);
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().kind, Element::triangle);
    expect_fits(*mesh);
}

std::vector<CompoundPart> some_parts(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    std::vector<CompoundPart> parts;
    for (std::size_t i = 0; i < count; ++i) {
        const Affine place = Affine::from(random.pose(3));
        if (random.chance(0.5))
            parts.push_back({Sphere{random.uniform(0.1, 0.5)}, place});
        else
            parts.push_back({Box{{random.uniform(0.1, 0.5), 0.2, 0.3}}, place});
    }
    return parts;
}

TEST(RefittedCompound, HasTheNewPartsInTheOldTree) {
    const std::vector<CompoundPart> before = some_parts(1, 40), after = some_parts(2, 40);
    const auto compound = Compound::build(before);
    ASSERT_TRUE(compound);
    const auto fitted = compound->with_parts(after), built = Compound::build(after);
    ASSERT_TRUE(fitted && built);
    EXPECT_EQ(fitted->bounds(), built->bounds());
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < 40; ++i) {
        EXPECT_EQ(fitted->part(i).values(), built->part(i).values());
        boxes.push_back(fit_aabb(fitted->part(i)));
    }
    EXPECT_TRUE(fitted->data().tree.encloses(boxes));
    EXPECT_TRUE(std::ranges::equal(fitted->data().tree.order(), compound->data().tree.order()));
    EXPECT_EQ(fitted->data().reach, built->data().reach);
    EXPECT_FALSE(compound->rebuild_pays());
    EXPECT_TRUE(fitted->rebuild_pays());  // nothing is where it was
    EXPECT_FALSE(built->rebuild_pays());
}

TEST(RefittedCompound, BadPartsAreRefusedAndTheCompoundStays) {
    std::vector<CompoundPart> parts = some_parts(1, 6);
    const auto compound = Compound::build(parts);
    ASSERT_TRUE(compound);
    const Aabb bounds = compound->bounds();
    const auto fewer = compound->with_parts(std::span(parts).first(5));
    ASSERT_FALSE(fewer);
    EXPECT_EQ(fewer.error().rule, Rule::too_few);
    parts[4].shape = Sphere{-1};
    const auto negative = compound->with_parts(parts);
    ASSERT_FALSE(negative);
    EXPECT_EQ(negative.error().rule, Rule::invalid_child);
    EXPECT_EQ(negative.error().element, 4U);
    parts[4].shape = HalfSpace{{0, 0, 1}, 0};
    const auto endless = compound->with_parts(parts);
    ASSERT_FALSE(endless);
    EXPECT_EQ(endless.error().rule, Rule::unbounded_child);
    EXPECT_EQ(compound->bounds(), bounds);
}

}  // namespace
}  // namespace graze::test
