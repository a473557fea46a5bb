// The walk to the nearest triangle: the same reports on every instruction set, bounds that hold for every
// point of the triangle, and nothing left out that is as near as the limit. The oracle is the distance of one
// triangle after the other, by a formula of its own.
#include "simd/tree/tree_walk_nearest.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "math/nearest.hpp"
#include "mesh/triangle_source.hpp"
#include "oracle/random.hpp"
#include "oracle/run_size.hpp"
#include "simd/every_target.hpp"
#include "solid/nearest_on_mesh.hpp"
#include "tree/near_walk.hpp"

namespace graze::test {
namespace {

/// Soups of random triangles, some of them needles, segments and points, at some scale.
Mesh random_mesh(Random& random, std::size_t triangles, double scale) {
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 3>> corners;
    for (std::uint32_t t = 0; t < triangles; ++t) {
        const Vec3 a = random.in_cube(1), b = a + 0.3 * random.in_cube(1), c = a + 0.3 * random.in_cube(1);
        const std::size_t kind = random.index(8);
        vertices.push_back(scale * a);
        vertices.push_back(kind == 0 ? vertices.back() : scale * b);
        vertices.push_back(kind == 1   ? vertices.back()
                           : kind == 2 ? scale * (a + 0.4 * (b - a) + 1e-9 * random.in_cube(1))
                                       : scale * c);
        corners.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    return *Mesh::build(vertices, corners, {});
}

double distance_of(const Triangle& t, const Vec3& q) {
    return std::sqrt(nearest_on_triangle({t.a, t.b, t.c}, q).distance_sq);
}

/// Everything that a walk reports.
struct Reports {
    std::vector<std::uint64_t> all;
    simd::NearestCounts counts;

    explicit Reports(const MeshData& mesh, const Vec3& point, double limit) {
        simd::NearestWalk walk;
        if (!detail::make_near_walk(mesh.tree, point, limit, walk.boxes)) return;
        walk.point = &point.x;
        walk.triangles = triangle_source(mesh);
        walk.limits = {limit, limit};
        counts = simd::walk_nearest(mesh.tree.nodes().data(), walk,
                                    [&](const simd::NearTriangle& found, simd::NearestLimits& limits) {
                                        all.push_back(found.slot);
                                        if (!found.bounded) return;
                                        for (const double x : {found.lower, found.upper, found.u, found.v})
                                            all.push_back(std::bit_cast<std::uint64_t>(x));
                                        check(found, mesh.triangle_in_slot(found.slot), point);
                                        limits.upper = std::min(limits.upper, found.upper);
                                        limits.reach = std::min(limits.reach, found.upper);
                                    });
    }
    static void check(const simd::NearTriangle& found, const Triangle& t, const Vec3& point) {
        const double truth = distance_of(t, point), size = length(point) + length(t.a);
        EXPECT_LE(found.lower, truth * (1 + 1e-15) + 1e-15 * size);
        EXPECT_GE(found.upper, truth * (1 - 1e-15));
        EXPECT_LE(found.upper - found.lower, 1e-13 * (truth + size));
        EXPECT_GE(found.u, 0);
        EXPECT_GE(found.v, 0);
        EXPECT_LE(found.u + found.v, 1 + 1e-15);
    }
};

TEST(NearestWalk, ReportsTheSameOnEveryInstructionSet) {
    Random random(1);
    for (const double scale : {1.0, 1e-70, 1e70}) {
        const Mesh mesh = random_mesh(random, 300, scale);
        for (int i = 0; i < 40; ++i) {
            const Vec3 point = scale * random.in_cube(1.5);
            const Reports first(mesh.data(), point, kInfinity);
            ASSERT_FALSE(first.all.empty());
            on_every_target([&] {
                const Reports again(mesh.data(), point, kInfinity);
                EXPECT_EQ(again.all, first.all);
                EXPECT_EQ(again.counts.last_excess, first.counts.last_excess);
                EXPECT_EQ(again.counts.nodes, first.counts.nodes);
            });
        }
    }
}

TEST(NearestWalk, ShowsFartherOnlyWhatIs) {
    Random random(2);
    std::size_t shown = 0, checks = 0;
    for (const double scale : {1.0, 1e-70, 1e70, 1e-88, 1e97}) {
        const Mesh mesh = random_mesh(random, 400, scale);
        const simd::TriangleSource source = triangle_source(mesh.data());
        for (std::uint32_t slot = 0; slot < 400; ++slot) {
            const Vec3 point = scale * random.in_cube(1.5);
            const double truth = distance_of(mesh.data().triangle_in_slot(slot), point);
            for (const double factor : {0.5, 1 - 1e-9, 1 - 1e-13, 1.0, 1 + 1e-13, 2.0}) {
                const bool farther = simd::shown_farther(source, slot, &point.x, factor * truth);
                ++checks;
                shown += farther ? 1 : 0;
                EXPECT_TRUE(!farther || factor < 1 + 1e-15) << slot << ' ' << factor;
            }
        }
    }
    EXPECT_GT(shown, checks / 5);
}

/// By brute force, with every guess, for triangles in another order: the same upper end, and bounds that
/// hold.
TEST(NearestWalk, AnswersDoNotDependOnWhereTheSearchStarts) {
    Random random(3);
    const std::size_t count = run_size("GRAZE_NEAREST_POINTS", 2000);
    const TriangleSoup ball = icosphere_mesh(1, 2);
    std::vector<Mesh> meshes{random_mesh(random, 200, 1), random_mesh(random, 60, 1e-50),
                             *Mesh::build(ball.vertices, ball.triangles, {})};
    for (std::size_t i = 0; i < count; ++i) {
        const Mesh& mesh = meshes[i % meshes.size()];
        const MeshData& data = mesh.data();
        const double scale = data.reach;
        const Vec3 point = i % 5 == 0   ? data.vertices[random.index(data.vertices.size())]
                           : i % 5 == 1 ? Vec3{}
                                        : scale * random.in_cube(1);
        const SurfaceNearest found = nearest_on_mesh(data, point, {});
        double truth = kInfinity;
        for (std::size_t t = 0; t < mesh.triangle_count(); ++t)
            truth = std::min(truth, distance_of(mesh.triangle(t), point));
        ASSERT_LE(found.distance.lower, truth * (1 + 1e-15) + 1e-15 * scale);
        ASSERT_GE(found.distance.upper, truth * (1 - 1e-15));
        ASSERT_LE(found.distance.width(), 1e-9 * scale);  // needles
        for (int guesses = 0; guesses < 3; ++guesses) {
            const auto guess = static_cast<std::uint32_t>(random.index(mesh.triangle_count()));
            const SurfaceNearest other = nearest_on_mesh(data, point, {.guess = guess});
            ASSERT_EQ(other.distance, found.distance);
            ASSERT_EQ(other.part, found.part);
            ASSERT_EQ(other.point, found.point);
        }
    }
}

}  // namespace
}  // namespace graze::test
