// Rays along edges and in the planes of facets of hulls: a line is nearly parallel to a plane there, and
// the crossing may be anywhere. Numbers are dyadic, so that the rays pass through a vertex exactly.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

void expect_hit_at_one(const std::array<Vec3, 4>& vertices, const Ray& ray) {
    const auto hull = ConvexHull::build(vertices);
    ASSERT_TRUE(hull.has_value());
    const Placed placed{*hull};
    const auto hit = raycast(ray, placed);
    ASSERT_TRUE(hit.has_value());
    ASSERT_LE(hit->bounds.lower, 1);
    ASSERT_TRUE(verify(*hit, ray, placed));
}

/// A multiple of 1/64 in [-1, 1].
double coarse(Random& random) { return (static_cast<double>(random.index(129)) - 64) / 64; }

double fine(Random& random, std::size_t least, std::size_t most) {
    return std::ldexp(1.0, -static_cast<int>(least + random.index(most - least + 1)));
}

TEST(HullEdgeRays, ThroughAVertexInTheCommonPlaneOfTwoFacetsHit) {
    expect_hit_at_one({{{0.71875, 0.625, 0},
                        {-0.28125, -0.125, 0},
                        {0.21875286102294922, 0.2500009536743164, 1},
                        {0.546875, -0.171875, 0.640625}}},
                      {{1.7187498807900283, 1.3749999105928055, -2.384185791015625e-07},
                       {-0.9999998807900283, -0.7499999105928055, 2.384185791015625e-07}});
    expect_hit_at_one(
        {{{0.21875, -0.3466796875, -0.50390625},
          {0.255859375, 0.5146484375, -0.4326171875},
          {0.9951171875, -0.326171875, 0.0732421875},
          {0.7119140625, 0, -0.953125}}},
        {{-0.4833984375, 1.35546875, -0.9384765625}, {0.7392578125, -0.8408203125, 0.505859375}});
}

/// From beyond the first vertex through it, towards a point of the edge from the second to the third: in the
/// plane of a facet, and nearly along its first edge.
TEST(HullEdgeRays, NearlyAlongEdgesHit) {
    Random random(41);
    int tested = 0;
    while (tested < 40'000) {
        const Vec3 a{coarse(random), coarse(random), 0}, b{coarse(random), coarse(random), 0};
        const double step = fine(random, 6, 24);
        const Vec3 c{(a.x + b.x) / 2 + step * (static_cast<double>(random.index(7)) - 3),
                     (a.y + b.y) / 2 + step * (static_cast<double>(random.index(7)) - 3), 1};
        const Vec3 d{coarse(random), coarse(random), std::abs(coarse(random))};
        const bool flat = std::abs(dot(cross(b - a, c - a), d - a)) < 0.1;
        if (flat || std::abs(a.x - b.x) + std::abs(a.y - b.y) < 0.5) continue;
        const double share = fine(random, 4, 26);
        const Vec3 through = b + share * (c - b), direction = through - a, origin = a - direction;
        if (origin + direction != a || a + direction != through) continue;  // not exact
        expect_hit_at_one({a, b, c, d}, {origin, direction});
        if (HasFatalFailure()) return;
        ++tested;
    }
}

}  // namespace
}  // namespace graze::test
