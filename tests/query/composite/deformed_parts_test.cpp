// Deformed meshes and refitted compounds answer as those that are built again, for every verb, and as brute
// force over their parts; vertices in any layout answer alike, bit by bit.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

TriangleSoup ring_of_floats() {
    TriangleSoup soup = torus_mesh({.major_radius = 1, .minor_radius = 0.4, .rings = 16, .sides = 8});
    for (Vec3& v : soup.vertices) {
        for (std::size_t i = 0; i < 3; ++i) v[i] = double{static_cast<float>(v[i])};
    }
    return soup;
}

/// Answers of two shapes beside the same others agree: exactly, or within the bounds of both.
void expect_same_answers(const Shape& x, const Shape& y, const Shape& other, std::uint64_t seed,
                         bool bit_by_bit) {
    Random random(seed);
    std::size_t hits = 0;
    for (int i = 0; i < 60; ++i) {
        const Pose pose = random.pose(1.6);
        const Placed a{x, Pose::identity()}, b{y, Pose::identity()}, c{other, pose};
        EXPECT_EQ(overlaps(a, c), overlaps(b, c));
        hits += overlaps(a, c) ? 1 : 0;
        EXPECT_EQ(relation(a, c), relation(b, c));
        const Verdict verdict = decide(a, c), again = decide(b, c);
        EXPECT_EQ(verdict.answer, again.answer);
        EXPECT_TRUE(verify(verdict, a, c));
        EXPECT_TRUE(verify(again, b, c));
        const Separation p = separation(a, c), q = separation(b, c);
        if (bit_by_bit) {
            EXPECT_EQ(p.distance, q.distance);
            EXPECT_EQ(p.point_a, q.point_a);
            EXPECT_EQ(p.normal, q.normal);
        } else {
            EXPECT_LE(p.distance.lower, q.distance.upper);
            EXPECT_LE(q.distance.lower, p.distance.upper);
        }
        EXPECT_EQ(contacts(a, c).points.empty(), contacts(b, c).points.empty());
        const Interval in_a = signed_distance(a, pose.position), in_b = signed_distance(b, pose.position);
        EXPECT_LE(in_a.lower, in_b.upper);
        EXPECT_LE(in_b.lower, in_a.upper);
        const Ray ray{random.in_cube(3), random.direction()};
        const auto s = raycast(ray, a), t = raycast(ray, b);
        ASSERT_EQ(s.has_value(), t.has_value());
        if (s) {
            EXPECT_LE(s->bounds.lower, t->bounds.upper);
            EXPECT_LE(t->bounds.lower, s->bounds.upper);
            if (bit_by_bit) {
                EXPECT_EQ(s->t, t->t);
            }
        }
        EXPECT_EQ(raycast_any(ray, a), raycast_any(ray, b));
        EXPECT_EQ(raycast_all(ray, a).size(), raycast_all(ray, b).size());
        const Aabb box{pose.position - Vec3{0.3, 0.3, 0.3}, pose.position + Vec3{0.3, 0.3, 0.3}};
        EXPECT_EQ(parts_overlapping_box(a, box), parts_overlapping_box(b, box));
    }
    EXPECT_GT(hits, 10U);
    EXPECT_LT(hits, 55U);
}

TEST(DeformedParts, FloatsAndStridesAnswerAsPackedDoubles) {
    const TriangleSoup soup = ring_of_floats();
    struct Vertex {
        float attribute;
        float position[3];
    };
    struct Wide {
        double position[3];
        double attribute;
    };
    std::vector<Vertex> floats;
    std::vector<Wide> doubles;
    for (const Vec3& v : soup.vertices) {
        floats.push_back({7, {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}});
        doubles.push_back({{v.x, v.y, v.z}, 7});
    }
    const std::size_t n = soup.vertices.size();
    const Mesh other =
        *Mesh::build(gear_mesh({}).vertices, gear_mesh({}).triangles, {.kind = MeshKind::solid});
    for (const MeshKind kind : {MeshKind::surface, MeshKind::solid}) {
        for (const bool compact : {false, true}) {
            const MeshOptions options{.kind = kind, .compact = compact, .borrow = true};
            const Mesh plain =
                *Mesh::build(soup.vertices, soup.triangles, {.kind = kind, .compact = compact});
            for (const VertexView& view :
                 {VertexView{floats[0].position, sizeof(Vertex), n, VertexScalar::float32},
                  VertexView{doubles[0].position, sizeof(Wide), n, VertexScalar::float64}}) {
                const Mesh borrowed = *Mesh::build(view, soup.triangles, options);
                expect_same_answers(plain, borrowed, other, 3, true);
                expect_same_answers(plain, borrowed, Box{{0.5, 0.3, 0.2}}, 4, true);
                const Placed a{plain, Pose::identity()}, b{borrowed, Pose::identity()},
                    c{other, Pose::translation({0.9, 0.1, 0.2})};
                const auto pairs = intersecting_triangles(a, c), again = intersecting_triangles(b, c);
                ASSERT_EQ(pairs.size(), again.size());
                EXPECT_GT(pairs.size(), 4U);
                for (std::size_t i = 0; i < pairs.size(); ++i) {
                    EXPECT_EQ(pairs[i].triangle_a, again[i].triangle_a);
                    EXPECT_EQ(pairs[i].segment.a, again[i].segment.a);
                }
            }
        }
    }
}

TEST(DeformedParts, RefittedMeshesAnswerAsRebuiltOnesAndBruteForce) {
    const TriangleSoup soup = ring_of_floats();
    std::vector<Vec3> array = soup.vertices;
    for (const MeshKind kind : {MeshKind::surface, MeshKind::solid}) {
        array = soup.vertices;
        Mesh mesh = *Mesh::build(array, soup.triangles, {.kind = kind, .borrow = true});
        for (int step = 1; step <= 3; ++step) {
            for (Vec3& v : array) v = {v.x * (1 + 0.1 * v.z), v.y, v.z + 0.2 * std::sin(2 * v.x)};
            mesh = *mesh.with_vertices(array);
            const Mesh anew = *Mesh::build(array, soup.triangles, {.kind = kind});
            expect_same_answers(mesh, anew, Capsule{0.2, 0.5}, 5, false);
            Random random(6);
            for (int i = 0; i < 5; ++i) {
                const Placed a{mesh, Pose::identity()}, b{anew, random.pose(1)};
                std::vector<std::pair<std::uint32_t, std::uint32_t>> found, brute;
                for (const TrianglePair& pair : intersecting_triangles(a, b))
                    found.emplace_back(pair.triangle_a, pair.triangle_b);
                for (std::uint32_t s = 0; s < mesh.triangle_count(); ++s) {
                    for (std::uint32_t t = 0; t < anew.triangle_count(); ++t) {
                        if (overlaps({mesh.triangle(s), a.pose}, {anew.triangle(t), b.pose}))
                            brute.emplace_back(s, t);
                    }
                }
                EXPECT_EQ(found, brute);
            }
        }
    }
}

TEST(DeformedParts, RefittedCompoundsAnswerAsRebuiltOnesAndBruteForce) {
    Random random(8);
    const auto parts_at = [&random](double spread) {
        std::vector<CompoundPart> parts;
        for (int i = 0; i < 30; ++i) {
            const double size = random.uniform(0.1, 0.3);
            parts.push_back({i % 2 == 0 ? Shape(Sphere{size}) : Shape(Cone{size, 0.3}),
                             Affine::from(random.pose(spread))});
        }
        return parts;
    };
    Compound compound = *Compound::build(parts_at(1));
    for (int step = 0; step < 3; ++step) {
        const std::vector<CompoundPart> parts = parts_at(1);
        compound = *compound.with_parts(parts);
        const Compound anew = *Compound::build(parts);
        const Box box{{0.3, 0.2, 0.4}};
        expect_same_answers(compound, anew, box, 9, false);
        for (int i = 0; i < 20; ++i) {
            const Pose pose = random.pose(2);
            bool any = false;
            double nearest = std::numeric_limits<double>::infinity();
            for (std::size_t k = 0; k < parts.size(); ++k) {
                const Placed part{compound.part(k), Pose::identity()};
                any = any || overlaps(part, {box, pose});
                nearest = std::min(nearest, separation(part, {box, pose}).distance.upper);
            }
            const Placed whole{compound, Pose::identity()};
            EXPECT_EQ(overlaps(whole, {box, pose}), any);
            if (!any) {
                EXPECT_NEAR(separation(whole, {box, pose}).distance.upper, nearest, 1e-6);
            }
        }
    }
}

}  // namespace
}  // namespace graze::test
