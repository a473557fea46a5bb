// Compact meshes: less memory, the same answers as meshes that keep their triangles twice.
#include <gtest/gtest.h>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

struct Twins {
    Mesh plain;
    Mesh compact;
};

Twins twins(const TriangleSoup& soup, MeshKind kind) {
    return {Mesh::build(soup.vertices, soup.triangles, {.kind = kind}).value(),
            Mesh::build(soup.vertices, soup.triangles, {.kind = kind, .compact = true}).value()};
}

void expect_compact(const MeshData& compact, const MeshData& plain) {
    EXPECT_TRUE(compact.slots.empty());
    EXPECT_TRUE(compact.options.compact);
    ASSERT_EQ(plain.slots.size(), plain.triangles.size());
    EXPECT_EQ(compact.triangles, plain.triangles);
    EXPECT_TRUE(compact.tree == plain.tree);
    for (std::size_t slot = 0; slot < plain.slots.size(); ++slot) {
        const Triangle a = compact.triangle_in_slot(slot), b = plain.triangle_in_slot(slot);
        ASSERT_TRUE(a.a == b.a && a.b == b.b && a.c == b.c) << slot;
    }
}

TEST(CompactMesh, KeepsItsTrianglesOnce) {
    const TriangleSoup soup = torus_knot_mesh({});
    const Twins made = twins(soup, MeshKind::solid);
    expect_compact(made.compact.data(), made.plain.data());
    EXPECT_EQ(made.plain.memory_bytes() - made.compact.memory_bytes(), 12 * soup.triangles.size());
}

TEST(CompactMesh, StaysCompactWhenDeformedOrMapped) {
    const TriangleSoup soup = torus_mesh({});
    const Twins made = twins(soup, MeshKind::solid);
    std::vector<Vec3> moved = soup.vertices;
    for (Vec3& v : moved) v = {v.x, 1.5 * v.y, v.z + 0.1 * v.x};
    expect_compact(made.compact.with_vertices(moved)->data(), made.plain.with_vertices(moved)->data());
    const Affine mirror = Affine::scale({-1, 1, 2});
    const Shape mapped_compact = transformed(made.compact, mirror),
                mapped_plain = transformed(made.plain, mirror);
    ASSERT_TRUE(mesh_data(mapped_compact) != nullptr && mesh_data(mapped_plain) != nullptr);
    expect_compact(*mesh_data(mapped_compact), *mesh_data(mapped_plain));
}

TEST(CompactMesh, IsHitByRaysInTheSamePlaces) {
    Random random(5);
    std::size_t hits = 0;
    for (const MeshKind kind : {MeshKind::surface, MeshKind::solid}) {
        const Twins made = twins(torus_knot_mesh({}), kind);
        const Placed plain{made.plain, random.pose(1)}, compact{made.compact, plain.pose};
        for (int i = 0; i < 500; ++i) {
            const Vec3 from = random.in_cube(2);
            const Ray ray{from, random.in_cube(1.5) - from};
            const std::optional<RayHit> a = raycast(ray, plain), b = raycast(ray, compact);
            ASSERT_EQ(a.has_value(), b.has_value());
            if (!a) continue;
            ++hits;
            EXPECT_EQ(a->t, b->t);
            EXPECT_EQ(a->bounds.lower, b->bounds.lower);
            EXPECT_EQ(a->bounds.upper, b->bounds.upper);
            EXPECT_EQ(a->normal, b->normal);
        }
    }
    EXPECT_GT(hits, 200U);
    EXPECT_LT(hits, 900U);
}

TEST(CompactMesh, AnswersAsItsTwinDoes) {
    Random random(6);
    int overlapping = 0;
    for (int i = 0; i < 40; ++i) {
        const Twins made = twins(i % 2 == 0 ? torus_knot_mesh({}) : torus_mesh({}),
                                 i % 4 < 2 ? MeshKind::solid : MeshKind::surface);
        const Pose first = random.pose(0.3), second = random.pose(1.5);
        const Placed a{made.plain, first}, b{made.plain, second}, c{made.compact, first},
            d{made.compact, second};
        ASSERT_EQ(overlaps(a, b), overlaps(c, d));
        overlapping += overlaps(a, b) ? 1 : 0;
        const Separation plain = separation(a, b), compact = separation(c, d);
        EXPECT_EQ(plain.distance.lower, compact.distance.lower);
        EXPECT_EQ(plain.distance.upper, compact.distance.upper);
        EXPECT_EQ(plain.point_a, compact.point_a);
        EXPECT_EQ(plain.point_b, compact.point_b);
        EXPECT_EQ(plain.normal, compact.normal);
        const std::vector<TrianglePair> pairs = intersecting_triangles(a, b),
                                        twin_pairs = intersecting_triangles(c, d);
        ASSERT_EQ(pairs.size(), twin_pairs.size());
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            EXPECT_EQ(pairs[k].triangle_a, twin_pairs[k].triangle_a);
            EXPECT_EQ(pairs[k].triangle_b, twin_pairs[k].triangle_b);
        }
    }
    EXPECT_GT(overlapping, 10);
    EXPECT_LT(overlapping, 35);
}

}  // namespace
}  // namespace graze::test
