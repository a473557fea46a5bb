// Casts of sets of parts that no single plane keeps apart: honest hits are proven by planes between pieces,
// later ones never are.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Mesh soup(Random& random, std::size_t triangles) {
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 3>> faces;
    for (std::size_t i = 0; i < triangles; ++i) {
        const auto first = static_cast<std::uint32_t>(vertices.size());
        const Vec3 centre = random.in_cube(1);
        for (int c = 0; c < 3; ++c) vertices.push_back(centre + random.in_cube(0.4));
        faces.push_back({first, first + 1, first + 2});
    }
    return *Mesh::build(vertices, faces);
}

Mesh ball() {
    const TriangleSoup sphere = icosphere_mesh(0.3, 2);
    return *Mesh::build(sphere.vertices, sphere.triangles, {.kind = MeshKind::solid});
}

TEST(VerifyCastParts, HitsBetweenPartsAreProvenAndLaterOnesAreNot) {
    Random random(20);
    int hits = 0, proven = 0, across_hulls = 0;
    for (int i = 0; i < 300; ++i) {
        const Placed a{soup(random, 1 + random.index(20)), random.pose(0.5)};
        const Placed b{i % 3 == 0 ? ball() : soup(random, 1 + random.index(20)), random.pose(1.5)};
        const Vec3 displacement = random.in_cube(3);
        const auto hit = translational_cast(a, b, displacement);
        if (!hit || hit->time.lower < 1e-3) continue;
        ++hits;
        const bool shown = verify(*hit, a, b, displacement);
        proven += shown;
        const Placed at_end{b.shape, {b.pose.rotation, b.pose.position + hit->time.lower * displacement}};
        const Separation along = separation(a, b);
        across_hulls += shown && dot(along.normal, hit->normal) < 0.5;
        EXPECT_TRUE(!shown || separation(a, at_end).distance.upper >= 0) << i;
        // The bodies overlap before a lower end that is moved on.
        CastHit late = *hit;
        late.time = hit->time + Interval(0.02);
        const Placed beyond{b.shape, {b.pose.rotation, b.pose.position + late.time.lower * displacement}};
        EXPECT_FALSE(overlaps(a, beyond) && verify(late, a, b, displacement)) << i;
    }
    EXPECT_GT(hits, 60);
    EXPECT_GE(proven * 20, hits * 19) << proven << " of " << hits;
    EXPECT_GT(across_hulls, 10);
}

TEST(VerifyCastParts, ABodyThatStartsInsideOfASolidIsNotApart) {
    const TriangleSoup box = box_mesh({2, 2, 2});
    const Placed a{*Mesh::build(box.vertices, box.triangles, {.kind = MeshKind::solid}), Pose::identity()};
    const Placed b{ball(), Pose::identity()};
    CastHit escape;
    escape.time = Interval(1.7 / 5);
    escape.point = {2, 0, 0};
    escape.normal = {1, 0, 0};
    EXPECT_FALSE(verify(escape, a, b, {5, 0, 0}));
    escape.normal = {-1, 0, 0};
    EXPECT_FALSE(verify(escape, a, b, {5, 0, 0}));
}

/// Three triangles across the x axis or beside it: the first one on the ray counts, wherever it is in the
/// list.
TEST(VerifyCastParts, RaysPassNoPartBeforeTheHit) {
    const auto wall = [](double x, double y) {
        return std::array<Vec3, 3>{Vec3{x, y - 1, -1}, {x, y + 1, -1}, {x, y, 1}};
    };
    const std::array<std::array<Vec3, 3>, 3> walls{wall(1, 5), wall(2, 0), wall(3, 0)};
    for (const std::array<std::uint32_t, 3>& order :
         {std::array<std::uint32_t, 3>{0, 1, 2}, {1, 0, 2}, {2, 0, 1}, {0, 2, 1}}) {
        std::vector<Vec3> vertices;
        for (const std::uint32_t i : order) vertices.insert(vertices.end(), walls[i].begin(), walls[i].end());
        const Placed target{
            *Mesh::build(vertices,
                         std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}),
            Pose::identity()};
        const Ray ray{{0, 0.1, 0}, {1, 0, 0}};
        const auto claim = [&](double t) {
            return verify(RayHit{t, Interval(t), ray.origin + t * ray.direction, {-1, 0, 0}}, ray, target);
        };
        EXPECT_TRUE(claim(2)) << order[0];
        EXPECT_FALSE(claim(3)) << order[0] << " the wall before it is passed";
        EXPECT_FALSE(claim(1)) << order[0] << " that wall is beside the ray";
    }
}

/// A ray that starts within rounding of a face's plane and hits another triangle: the first face's own normal
/// keeps them apart, where no sign of a volume is certain.
TEST(VerifyCastParts, RaysThatStartInThePlaneOfAFace) {
    const Mesh mesh =
        *Mesh::build(std::vector<Vec3>{{-0x1.34eb522e797ap-2, -0x1.469f80a2b767p-3, -0x1.376d4cf1c02a8p-1},
                                       {-0x1.005f7131b44acp-1, 0x1.b74062204e0f4p-2, -0x1.52490ac3bc19fp+0},
                                       {-0x1.da50dbc02bf78p-3, -0x1.56b15b86d14a9p-1, -0x1.50dc6e4a89c92p+0},
                                       {-0x1.d54da2db7ab64p-2, -0x1.0769755671c7ep-1, -0x1.f509ccf4a8f5cp-2},
                                       {-0x1.6f3f87a358d15p+0, 0x1.3c3fcb5891a4p-4, -0x1.63224f2c848b7p+0},
                                       {-0x1.edd53af2c31e1p-1, -0x1.a8fbc2a6905d9p-3, -0x1.e599b1b95f771p-1}},
                     std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {3, 4, 5}});
    const Placed target{mesh,
                        Pose{Mat3{{{{0x1.2b0b00606cep-9, -0x1.e6833b1d02dfbp-1, 0x1.3f0c9b5f46c32p-2},
                                    {-0x1.3308b427de6c3p-1, 0x1.fbf8d08206e94p-3, 0x1.858c0b9accddcp-1},
                                    {-0x1.99b9084f2691dp-1, -0x1.82350ddcf4432p-3, -0x1.2375c900d7c9p-1}}}},
                             {}}};
    const Ray ray{{0x1.c7a0e013aa3d5p-1, 0x1.0e8ae950cf4bp+0, 0x1.75d4ed76951cp-4},
                  {0x1.9853ade6cf973p-5, -0x1.729e499679ca2p-4, 0x1.52d9af2c4e308p-5}};
    const auto hit = raycast(ray, target);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->t, 6.72, 0.01);
    EXPECT_TRUE(verify(*hit, ray, target));
}

/// No plane separates a ball in the hole of a ring from the ring; planes between the ball and parts do.
TEST(VerifyCastParts, AConvexBodyInAHole) {
    const TriangleSoup torus = torus_mesh({1, 0.25, 16, 8});
    const Placed ring{*Mesh::build(torus.vertices, torus.triangles, {.kind = MeshKind::solid}),
                      Pose::identity()};
    const Placed body{Sphere{0.25}, Pose::translation({0.05, 0.02, 0.01})};
    const Vec3 displacement{2, 0.3, 0};
    const auto hit = translational_cast(ring, body, displacement);
    ASSERT_TRUE(hit && hit->time.lower > 0.1);
    EXPECT_TRUE(verify(*hit, ring, body, displacement));
    const auto other = translational_cast(body, ring, -displacement);
    ASSERT_TRUE(other);
    EXPECT_TRUE(verify(*other, body, ring, -displacement));
    CastHit late = *hit;
    late.time = hit->time + Interval(0.1);
    EXPECT_FALSE(verify(late, ring, body, displacement));
}

}  // namespace
}  // namespace graze::test
