// Batches answer what the single verbs do, for every number of threads.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "oracle/generators.hpp"
#include "oracle/run_size.hpp"

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

/// A mesh of a kind that batches treat in a way of their own.
struct BatchMesh {
    const char* name;
    Shape shape;
    std::vector<Vec3> vertices;
};

/// Floats of the caller's stay where they are.
struct FloatTorus {
    TriangleSoup soup;
    std::vector<float> floats;

    explicit FloatTorus(const TorusMesh& torus) : soup(torus_mesh(torus)) {
        for (const Vec3& v : soup.vertices) {
            for (std::size_t i = 0; i < 3; ++i) floats.push_back(static_cast<float>(v[i]));
        }
    }
    [[nodiscard]] Mesh borrowed() const {
        return *Mesh::build(VertexView(floats.data(), 0, soup.vertices.size(), VertexScalar::float32),
                            soup.triangles, {.borrow = true});
    }
};

BatchMesh batch_mesh(const char* name, const TriangleSoup& soup, const MeshOptions& options,
                     double margin = 0) {
    const Shape mesh = *Mesh::build(soup.vertices, soup.triangles, options);
    return {name, margin > 0 ? rounded(mesh, margin) : mesh, soup.vertices};
}

/// The larger ones do not fit into caches: several rays are under way at a time.
std::vector<BatchMesh> batch_meshes(const FloatTorus& floats) {
    const TriangleSoup small = noisy_sphere_mesh({.roughness = 0.3, .subdivisions = 3});
    const TriangleSoup large = torus_mesh({.rings = 420, .sides = 170});
    return {batch_mesh("small surface", small, {}),
            batch_mesh("small solid", small, {.kind = MeshKind::solid}),
            batch_mesh("ball", icosphere_mesh(1, 3), {.kind = MeshKind::solid}),
            batch_mesh("solid with a margin", small, {.kind = MeshKind::solid}, 0.1),
            batch_mesh("large surface", large, {}),
            batch_mesh("large solid", large, {.kind = MeshKind::solid}),
            batch_mesh("large, compact", large, {.compact = true}),
            {"large, floats", floats.borrowed(), floats.soup.vertices}};
}

bool same(const std::optional<RayHit>& x, const std::optional<RayHit>& y) {
    if (!x || !y) return !x && !y;
    return x->t == y->t && x->bounds == y->bounds && x->point == y->point && x->normal == y->normal &&
           x->status == y->status;
}

TEST(Batch, RaysAtMeshesAnswerWhatSingleRaysDo) {
    const std::size_t count = run_size("GRAZE_BATCH_QUESTIONS", 1500);
    const FloatTorus floats({.rings = 400, .sides = 180});
    Random random(4);
    for (const BatchMesh& mesh : batch_meshes(floats)) {
        SCOPED_TRACE(mesh.name);
        const Placed target{mesh.shape, random.index(2) == 0 ? Pose::identity() : random.pose(0.5)};
        std::vector<Ray> rays(count);
        for (Ray& ray : rays) {
            const Vec3 aim = target.pose * mesh.vertices[random.index(mesh.vertices.size())];
            const double away = random.index(20) == 0 ? 1e9 : 3;
            ray.origin = random.index(4) == 0 ? random.in_cube(1) : away * random.direction();
            ray.direction = random.index(2) == 0 ? aim - ray.origin : random.in_cube(1) - ray.origin;
            if (random.index(10) == 0) ray.direction[random.index(3)] = 0;
        }
        std::vector<std::optional<RayHit>> alone(count);
        std::size_t hits = 0;
        for (std::size_t i = 0; i < count; ++i) {
            alone[i] = raycast(rays[i], target);
            hits += alone[i] ? 1 : 0;
        }
        EXPECT_GT(hits, count / 4);
        EXPECT_LT(hits, count);
        for (const unsigned threads : {1U, 3U}) {
            std::vector<std::optional<RayHit>> together(count, RayHit{});
            raycasts(rays, target, together, {threads});
            for (std::size_t i = 0; i < count; ++i) ASSERT_TRUE(same(together[i], alone[i])) << i;
        }
    }
}

/// Anywhere, on the surface, at its symmetric middle, far away, several times the same.
std::vector<Vec3> points_near(const BatchMesh& mesh, const Pose& pose, std::size_t count, Random& random) {
    std::vector<Vec3> points(count);
    for (Vec3& point : points) {
        const Vec3 vertex = pose * mesh.vertices[random.index(mesh.vertices.size())];
        switch (random.index(8)) {
            case 0: point = vertex; break;
            case 1: point = vertex + 1e-7 * random.direction(); break;
            case 2: point = pose.position; break;
            case 3: point = 1e7 * random.direction(); break;
            case 4: point = points[random.index(points.size())]; break;
            default: point = pose.position + random.in_cube(1.5);
        }
    }
    return points;
}

TEST(Batch, DistancesOfPointsAreThoseOfSinglePoints) {
    const std::size_t count = run_size("GRAZE_BATCH_QUESTIONS", 600);
    const FloatTorus floats({.rings = 400, .sides = 180});
    std::vector<BatchMesh> shapes = batch_meshes(floats);
    const Terrain terrain{.columns = 12, .rows = 9};
    shapes.push_back({"height field",
                      *HeightField::build({.columns = 12, .rows = 9, .cell_width = 0.2, .cell_depth = 0.2},
                                          terrain_heights(terrain)),
                      terrain_mesh(terrain).vertices});
    shapes.push_back({"box", Box{{1, 0.5, 0.7}}, {{1, 0.5, 0.7}}});
    Random random(5);
    for (const BatchMesh& mesh : shapes) {
        SCOPED_TRACE(mesh.name);
        const Placed solid{mesh.shape, random.index(2) == 0 ? Pose::identity() : random.pose(0.5)};
        std::vector<Vec3> points = points_near(mesh, solid.pose, count, random);
        std::vector<Interval> alone(count);
        for (std::size_t i = 0; i < count; ++i) alone[i] = signed_distance(solid, points[i]);
        std::vector<Interval> together(count);
        for (const unsigned threads : {1U, 3U}) {
            signed_distances(solid, points, together, {threads});
            for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(together[i], alone[i]) << i;
        }
        // Every other point: other neighbours, the same answers.
        const std::size_t half = count / 2;
        for (std::size_t i = 0; i < half; ++i) points[i] = points[2 * i + 1];
        signed_distances(solid, std::span(points).first(half), together);
        for (std::size_t i = 0; i < half; ++i) ASSERT_EQ(together[i], alone[2 * i + 1]) << i;
    }
}

TEST(Batch, PointsThatAreNotFiniteHaveNoDistance) {
    const TriangleSoup soup = box_mesh({1, 1, 1});
    const Placed solid{*Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid}),
                       Pose::identity()};
    const std::vector<Vec3> points{{0, 0, 0}, {kInfinity, 0, 0}, {0, std::nan(""), 0}, {0, 0, 3}};
    std::vector<Interval> distances(4);
    signed_distances(solid, points, distances);
    EXPECT_EQ(distances[1], Interval::everything());
    EXPECT_EQ(distances[2], Interval::everything());
    EXPECT_TRUE(distances[0].contains(-1) && distances[0].width() < 1e-12);
    EXPECT_TRUE(distances[3].contains(2) && distances[3].width() < 1e-12);
    signed_distances(solid, {}, {});
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
