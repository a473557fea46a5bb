// Batches answer what the single verbs do, for every number of threads.
#include <gtest/gtest.h>

#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

constexpr std::size_t kCount = 1000;

bool same(const Separation& x, const Separation& y) {
    return x.distance == y.distance && x.point_a == y.point_a && x.point_b == y.point_b &&
           x.normal == y.normal && x.status == y.status;
}

TEST(Batch, OnePairAtManyPlaces) {
    Random random(1);
    const TriangleSoup torus = torus_mesh({.rings = 12, .sides = 6});
    const Shape mesh = *Mesh::build(torus.vertices, torus.triangles, {.kind = MeshKind::solid});
    for (const auto& [a, b] :
         {std::pair<Shape, Shape>{Box{{1, 0.5, 0.3}}, Cone{0.5, 1}}, {mesh, Sphere{0.4}}, {mesh, mesh}}) {
        std::vector<PosePair> poses(kCount);
        for (PosePair& pair : poses) pair = {random.pose(1.2), random.pose(1.2)};
        std::size_t overlapping = 0;
        for (const unsigned threads : {1U, 2U, 4U, 8U}) {
            std::vector<unsigned char> results(kCount, 7);
            std::vector<Separation> gaps(kCount);
            overlaps_at(a, b, poses, results, {threads});
            separations_at(a, b, std::span(poses).first(100), gaps, {threads});
            for (std::size_t i = 0; i < kCount; ++i) {
                const Placed x{a, poses[i].a}, y{b, poses[i].b};
                ASSERT_EQ(results[i], overlaps(x, y) ? 1 : 0);
                overlapping += results[i];
                if (i < 100) {
                    ASSERT_TRUE(same(gaps[i], separation(x, y)));
                }
            }
        }
        EXPECT_GT(overlapping, 100U);
        EXPECT_LT(overlapping, 3900U);
    }
}

TEST(Batch, ManyPairsAndRays) {
    Random random(2);
    std::vector<Placed> all;
    for (std::size_t i = 0; i < 60; ++i)
        all.push_back({random_shape(random, kAllShapeTypes[i % kAllShapeTypes.size()]), random.pose(2)});
    std::vector<PlacedPair> pairs(kCount);
    for (PlacedPair& pair : pairs) pair = {&all[random.index(all.size())], &all[random.index(all.size())]};
    std::vector<Ray> rays(kCount);
    for (Ray& ray : rays) ray = {random.in_cube(3), random.direction()};
    for (const unsigned threads : {1U, 3U}) {
        std::vector<unsigned char> results(kCount);
        std::vector<Separation> gaps(kCount);
        std::vector<std::optional<RayHit>> hits(kCount);
        overlaps_of(pairs, results, {threads});
        separations_of(pairs, gaps, {threads});
        raycasts(rays, all[6], hits, {threads});
        for (std::size_t i = 0; i < kCount; ++i) {
            ASSERT_EQ(results[i], overlaps(*pairs[i].a, *pairs[i].b) ? 1 : 0);
            ASSERT_TRUE(same(gaps[i], separation(*pairs[i].a, *pairs[i].b)));
            const auto hit = raycast(rays[i], all[6]);
            ASSERT_EQ(hits[i].has_value(), hit.has_value());
            if (hit) {
                ASSERT_EQ(hits[i]->t, hit->t);
            }
        }
    }
}

TEST(Batch, ShorterSpansCount) {
    const Shape ball = Sphere{1};
    const std::vector<PosePair> poses(5);
    std::vector<unsigned char> results(3, 9);
    overlaps_at(ball, ball, poses, results);
    EXPECT_EQ(results, (std::vector<unsigned char>{1, 1, 1}));
    results.assign(8, 9);
    overlaps_at(ball, ball, poses, results);
    EXPECT_EQ(results[4], 1);
    EXPECT_EQ(results[5], 9);
    overlaps_at(ball, ball, {}, {});
}

}  // namespace
}  // namespace graze::test
