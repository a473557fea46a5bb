// Compact meshes: less memory, the same triangles, and answers about them as of plain meshes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/mesh/shape_bytes.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/random.hpp"
#include "oracle/run_size.hpp"
#include "solid/surface_distance.hpp"

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

/// With the same triangles over the same vertices, bit for bit.
void expect_compact(const MeshData& compact, const MeshData& plain) {
    EXPECT_TRUE(compact.slots.empty());
    EXPECT_TRUE(compact.options.compact);
    EXPECT_TRUE(compact.triangles.packed());
    EXPECT_TRUE(compact.tree.compact());
    ASSERT_EQ(plain.slots.size(), plain.triangles.size());
    EXPECT_EQ(compact.triangles, plain.triangles);
    EXPECT_TRUE(std::equal(plain.tree.order().begin(), plain.tree.order().end(), compact.tree.order().begin(),
                           compact.tree.order().end()));
    for (std::size_t slot = 0; slot < plain.slots.size(); ++slot) {
        const Triangle a = compact.triangle_in_slot(slot), b = plain.triangle_in_slot(slot);
        ASSERT_TRUE(a.a == b.a && a.b == b.b && a.c == b.c) << slot;
    }
}

TriangleSoup in_floats(TriangleSoup soup) {
    for (Vec3& v : soup.vertices)
        v = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    return soup;
}

TEST(CompactMesh, TakesTwentyFourBytesATriangleOfFloats) {
    const TriangleSoup soup = torus_mesh({.rings = 100, .sides = 50});
    const Twins doubles = twins(soup, MeshKind::solid), floats = twins(in_floats(soup), MeshKind::solid);
    expect_compact(doubles.compact.data(), doubles.plain.data());
    expect_compact(floats.compact.data(), floats.plain.data());
    EXPECT_EQ(doubles.compact.vertices().scalar, VertexScalar::float64);
    EXPECT_EQ(floats.compact.vertices().scalar, VertexScalar::float32);
    EXPECT_EQ(floats.plain.vertices().scalar, VertexScalar::float64);
    EXPECT_LE(doubles.compact.memory_bytes(), 30 * soup.triangles.size());
    EXPECT_LE(floats.compact.memory_bytes(), 24 * soup.triangles.size());
}

TEST(CompactMesh, KeepsDoublesThatFloatsDoNotHold) {
    for (const double x : {0.1, 1e39, 0x1p-127, 1 + 0x1p-24, -0x1.000001p0 - 0x1p-30}) {
        TriangleSoup soup = in_floats(torus_mesh({}));
        soup.vertices[17].y = x;
        const Twins made = twins(soup, MeshKind::surface);
        expect_compact(made.compact.data(), made.plain.data());
        EXPECT_EQ(made.compact.vertices().scalar, VertexScalar::float64) << x;
    }
    // Each of few vertices, and each coordinate.
    for (std::uint32_t count = 3; count < 24; ++count) {
        for (std::uint32_t which = 0; which < 3 * count; ++which) {
            TriangleSoup few;
            for (std::uint32_t i = 0; i < count; ++i) few.vertices.push_back({0.5 * i, 0.25 * i * i, 1});
            few.vertices[which / 3][which % 3] += 0.1;
            few.triangles = {{0, 1, 2}, {which / 3, (which / 3 + 1) % count, (which / 3 + 2) % count}};
            const Twins made = twins(few, MeshKind::surface);
            EXPECT_EQ(made.compact.vertices().scalar, VertexScalar::float64) << which << " of " << count;
        }
    }
    TriangleSoup soup = in_floats(torus_mesh({}));
    soup.vertices[3].z = -0.0;
    const Twins made = twins(soup, MeshKind::surface);
    EXPECT_EQ(made.compact.vertices().scalar, VertexScalar::float32);
    EXPECT_TRUE(std::signbit(made.compact.vertices()[3].z));
}

/// Numbers of every width, to the last bit.
TEST(CompactMesh, PacksNumbersOfEveryWidth) {
    Random random(7);
    for (unsigned width = 1; width <= 32; ++width) {
        const std::uint64_t vertices = std::uint64_t{1} << width;
        std::vector<TriangleList::value_type> triangles;
        for (int i = 0; i < 200; ++i) {
            TriangleList::value_type& t = triangles.emplace_back();
            for (std::uint32_t& corner : t) corner = static_cast<std::uint32_t>(random.bits() % vertices);
        }
        triangles[13] = {static_cast<std::uint32_t>(vertices - 1), 0,
                         static_cast<std::uint32_t>(vertices - 1)};
        TriangleList list(triangles);
        list.pack(vertices);
        EXPECT_TRUE(list.packed());
        EXPECT_EQ(list.packed_width(), width);
        EXPECT_EQ(list, triangles);
        EXPECT_EQ(list.copied(), triangles);
        EXPECT_LE(list.memory_bytes(), (600 * width + 7) / 8 + 8);
        triangles[199][2] ^= 1;
        EXPECT_FALSE(list == triangles);
    }
}

TEST(CompactMesh, ComesBackFromBytes) {
    for (const bool floats : {false, true}) {
        const TriangleSoup soup = floats ? in_floats(torus_knot_mesh({})) : torus_knot_mesh({});
        const Twins made = twins(soup, MeshKind::solid);
        const auto again = shape_from_bytes(*to_bytes(made.compact));
        ASSERT_TRUE(again.has_value());
        expect_compact(*mesh_data(*again), made.plain.data());
        EXPECT_TRUE(mesh_data(*again)->tree == made.compact.data().tree);
        EXPECT_LT(to_bytes(made.compact)->size(), to_bytes(made.plain)->size());
    }
}

TEST(CompactMesh, StaysCompactWhenDeformedOrMapped) {
    for (const bool floats : {false, true}) {
        const TriangleSoup soup = floats ? in_floats(torus_mesh({})) : torus_mesh({});
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

/// Random triangles, some in a plane, at one point or beside each other.
TriangleSoup random_soup(Random& random) {
    TriangleSoup soup;
    const std::size_t vertices = 3 + random.index(60), triangles = 1 + random.index(90);
    for (std::size_t i = 0; i < vertices; ++i) {
        Vec3 v = random.in_cube(1);
        if (random.chance(0.2)) v.z = 0.25;
        if (random.chance(0.1) && i > 0) v = soup.vertices.back();
        soup.vertices.push_back(v);
    }
    for (std::size_t i = 0; i < triangles; ++i) {
        const auto first = static_cast<std::uint32_t>(random.index(vertices));
        const auto near = [&] { return static_cast<std::uint32_t>((first + random.index(4)) % vertices); };
        soup.triangles.push_back({first, near(), near()});
    }
    return random.chance(0.5) ? in_floats(soup) : soup;
}

void expect_same(const Separation& a, const Separation& b) {
    EXPECT_EQ(a.distance.lower <= 0, b.distance.lower <= 0);
    EXPECT_EQ(a.distance.upper <= 0, b.distance.upper <= 0);
    // Both contain the same distance, or depth.
    EXPECT_LE(a.distance.lower, b.distance.upper);
    EXPECT_LE(b.distance.lower, a.distance.upper);
}

/// The answers of all verbs for two placed twins. Which of equally near triangles an answer names depends on
/// the order of the search, and so on the boxes; no more than that may differ.
void expect_same_answers(const Placed& a, const Placed& b, const Placed& c, const Placed& d,
                         bool with_depths) {
    ASSERT_EQ(overlaps(a, b), overlaps(c, d));
    const std::vector<TrianglePair> pairs = intersecting_triangles(a, b),
                                    twin_pairs = intersecting_triangles(c, d);
    ASSERT_EQ(pairs.size(), twin_pairs.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        EXPECT_EQ(pairs[k].triangle_a, twin_pairs[k].triangle_a);
        EXPECT_EQ(pairs[k].triangle_b, twin_pairs[k].triangle_b);
    }
    if (!with_depths && !pairs.empty()) return;
    const Separation plain = separation(a, b), compact = separation(c, d);
    expect_same(plain, compact);
    if (plain.distance.lower > 0 && plain.part_a == compact.part_a && plain.part_b == compact.part_b) {
        EXPECT_EQ(plain.distance.upper, compact.distance.upper);
        EXPECT_EQ(plain.point_a, compact.point_a);
        EXPECT_EQ(plain.point_b, compact.point_b);
        EXPECT_EQ(plain.normal, compact.normal);
    }
    expect_same(separation(b, a), separation(d, c));
    expect_same(separation(a, b), separation(c, b));
}

TEST(CompactMesh, AnswersAsItsTwinDoes) {
    Random random(6);
    int overlapping = 0;
    for (int i = 0; i < 40; ++i) {
        const TriangleSoup soup = i % 2 == 0 ? torus_knot_mesh({}) : torus_mesh({});
        const Twins made =
            twins(i % 8 < 4 ? in_floats(soup) : soup, i % 4 < 2 ? MeshKind::solid : MeshKind::surface);
        const Pose first = random.pose(0.3), second = random.pose(1.5);
        const Placed a{made.plain, first}, b{made.plain, second}, c{made.compact, first},
            d{made.compact, second};
        expect_same_answers(a, b, c, d, true);
        overlapping += overlaps(a, b) ? 1 : 0;
    }
    EXPECT_GT(overlapping, 10);
    EXPECT_LT(overlapping, 35);
}

/// A million of these by hand: GRAZE_COMPACT_PAIRS=1000000.
TEST(CompactMesh, OfRandomTrianglesAnswersAsItsTwinDoes) {
    Random random(8);
    const std::size_t count = run_size("GRAZE_COMPACT_PAIRS", 600);
    std::size_t overlapping = 0, hits = 0, same = 0;
    for (std::size_t i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
        SCOPED_TRACE("pair " + std::to_string(i));
        const Twins one = twins(random_soup(random), MeshKind::surface),
                    other = twins(random_soup(random), MeshKind::surface);
        const Pose first = random.pose(0.5), second = random.pose(random.chance(0.5) ? 1 : 3);
        const Placed a{one.plain, first}, b{other.plain, second}, c{one.compact, first},
            d{other.compact, second};
        expect_same_answers(a, b, c, d, random.chance(0.01));
        overlapping += overlaps(a, b) ? 1 : 0;
        const Vec3 from = random.in_cube(2);
        const Ray ray{from, random.in_cube(1) - from};
        const auto hit = raycast(ray, a), twin_hit = raycast(ray, c);
        ASSERT_EQ(hit.has_value(), twin_hit.has_value());
        if (hit) {
            // A needle that rays pass at rounding's distance lowers the lower end where it is examined.
            ++hits;
            same += hit->bounds == twin_hit->bounds ? 1 : 0;
            EXPECT_LE(hit->bounds.lower, twin_hit->bounds.upper);
            EXPECT_LE(twin_hit->bounds.lower, hit->bounds.upper);
        }
        const Interval distance = distance_from_point(a, from).distance,
                       twin_distance = distance_from_point(c, from).distance;
        EXPECT_EQ(distance.upper, twin_distance.upper);
        EXPECT_LE(twin_distance.lower, distance.upper);
        EXPECT_LE(distance.lower, twin_distance.upper);
    }
    EXPECT_GT(overlapping, count / 5);
    EXPECT_LT(overlapping, count * 9 / 10);
    EXPECT_GT(hits, count / 10);
    EXPECT_GE(100 * same, 99 * hits);
}

}  // namespace
}  // namespace graze::test
