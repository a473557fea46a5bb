// How much work fixed batches of continuous queries take, in the searches' own counts: a fault that only
// misleads a search, and leaves its bounds true, shows here and nowhere else. Motions use the sines of the C
// library, whose last digits differ between platforms, so counts are compared within half a percent. A change
// that lowers them puts its own in place; one that raises them needs a reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "oracle/generators.hpp"
#include "oracle/moving_pairs.hpp"

namespace graze::test {
namespace {

/// Separations, cells, box tests, primitive tests and bisections.
using Work = std::array<std::uint64_t, 5>;

void add(Work& sums, const ImpactWork& work) {
    const Work more{work.separations, work.cells, work.box_tests, work.primitive_tests, work.bisections};
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
}

void expect_about(const Work& sums, const Work& expected) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
        EXPECT_LE(200 * (std::max(sums[i], expected[i]) - std::min(sums[i], expected[i])), expected[i])
            << "count " << i << " is " << sums[i] << ", was " << expected[i];
    }
}

TEST(ImpactEffort, OfConvexBodies) {
    Random random(7401);
    Work sums{};
    for (int i = 0; i < 400; ++i) {
        if (const auto pair = random_moving_pair(random, i)) add(sums, time_of_impact(pair->a, pair->b).work);
    }
    expect_about(sums, Work{1884, 1750, 0, 0, 0});
}

TEST(ImpactEffort, OfTurningBoxes) {
    Random random(7402);
    Work sums{};
    for (int i = 0; i < 200; ++i) {
        const Moving still{Box{{1, 0.2, 0.1}}, random_motion(random, random.pose(0.1), 0.1)};
        const Moving bar{Box{{0.1, 1.5, 0.1}}, random_motion(random, random.pose(2), 2)};
        add(sums, time_of_impact(still, bar, {.tolerance = 1e-9}).work);
    }
    expect_about(sums, Work{2518, 1641, 0, 0, 0});
}

TEST(ImpactEffort, OfMeshes) {
    Random random(7403);
    const TriangleSoup ring = torus_mesh({.rings = 8, .sides = 5});
    const Shape mesh = Mesh::build(ring.vertices, ring.triangles).value();
    Work sums{}, by_intervals{};
    for (int i = 0; i < 6; ++i) {
        const Moving a{mesh, random_motion(random, random.pose(0.1), 0.5)};
        const Moving b{mesh, random_motion(random, random.pose(2), 2)};
        add(sums, time_of_impact(a, b).work);
        add(by_intervals,
            time_of_impact(a, b, {.tolerance = 1e-2, .method = ImpactMethod::interval_obb}).work);
    }
    expect_about(sums, Work{3428, 3408, 3754, 3138, 46});
    expect_about(by_intervals, Work{0, 7419, 29228, 425, 8329});
}

TEST(ImpactEffort, OfTranslationalCasts) {
    Random random(7404);
    std::uint64_t iterations = 0, hits = 0;
    for (std::size_t i = 0; i < 800; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kConvexShapeTypeCount)];
        const ShapeType tb = kAllShapeTypes[random.index(kConvexShapeTypeCount)];
        PairCase p = random_pair(random, ta, tb, static_cast<Arrangement>(i % kArrangementCount));
        const Vec3 back = random.direction() * (2 * p.b.shape.margin() + 1);
        p.b.pose.position += back;
        if (const auto hit = translational_cast(p.a, p.b, -1.5 * back)) ++hits, iterations += hit->iterations;
    }
    expect_about({iterations, hits, 0, 0, 0}, Work{8898, 502, 0, 0, 0});
}

}  // namespace
}  // namespace graze::test
