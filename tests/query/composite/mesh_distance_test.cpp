// Distances between meshes: literal pairs that were answered wrongly, and laws on random integer soups, whose
// triangles cross, touch and share planes often. Brute force over all pairs of triangles, swapped order,
// permuted triangles and warm starts must agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Corners = std::vector<Vec3>;  // three for each triangle

Mesh soup(const Corners& corners) {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::uint32_t i = 0; i + 2 < corners.size(); i += 3) triangles.push_back({i, i + 1, i + 2});
    return *Mesh::build(corners, triangles);
}

Corners random_corners(Random& random, std::size_t triangles) {
    const auto integer = [&](int half) {
        return static_cast<double>(random.index(static_cast<std::size_t>(2 * half + 1))) - half;
    };
    Corners corners;
    for (std::size_t i = 0; i < triangles; ++i) {
        const double x = integer(5), y = integer(5), z = integer(5);
        for (int c = 0; c < 3; ++c) {
            const double dx = integer(3), dy = integer(3);
            corners.push_back({x + dx, y + dy, z + integer(3)});
        }
    }
    return corners;
}

Corners permuted(const Corners& corners, Random& random) {
    std::vector<std::size_t> order(corners.size() / 3);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.index(i)]);
    Corners result;
    for (const std::size_t i : order)
        result.insert(result.end(), corners.begin() + 3 * static_cast<std::ptrdiff_t>(i),
                      corners.begin() + 3 * static_cast<std::ptrdiff_t>(i) + 3);
    return result;
}

/// The least distance of all pairs of triangles, as convex shapes, which the mesh search takes no part in.
Interval brute_force(const Corners& a, const Corners& b) {
    Interval least{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (std::size_t i = 0; i < a.size(); i += 3) {
        for (std::size_t j = 0; j < b.size(); j += 3) {
            const Separation s = separation({Triangle{a[i], a[i + 1], a[i + 2]}, Pose::identity()},
                                            {Triangle{b[j], b[j + 1], b[j + 2]}, Pose::identity()});
            least.lower = std::min(least.lower, std::max(0.0, s.distance.lower));
            least.upper = std::min(least.upper, std::max(0.0, s.distance.upper));
        }
    }
    return least;
}

bool agree(const Interval& x, const Interval& y) {
    constexpr double kRounding = 1e-12;  // of distances below 30
    return x.lower <= y.upper + kRounding && y.lower <= x.upper + kRounding;
}

TEST(MeshDistance, AnAxisThatTurnsInsideOfALeafHidesNoCrossing) {
    const Placed a{
        soup({{-3, -4, -3}, {0, -2, -4}, {0, -4, -5}, {-5, 1, -3}, {-2, 3, 2},  {-3, 1, 0},   {-4, -4, 4},
              {-1, -2, 3},  {-3, -5, 7}, {4, -5, -5}, {2, 0, -3},  {2, -5, -2}, {-1, -1, -3}, {-2, -3, 2},
              {3, -5, -3},  {4, 3, 0},   {6, 6, -2},  {1, 5, -2},  {-1, 2, 6},  {-1, 4, 3},   {0, 0, 5},
              {2, -1, 4},   {2, 0, 3},   {-3, -6, 4}, {1, -5, -2}, {-2, 1, -2}, {-1, -1, 3}}),
        Pose::identity()};
    const Placed b{soup({{-3, -8, -2}, {-2, -4, 4}, {0, -6, 3}}), Pose::identity()};
    EXPECT_EQ(intersecting_triangles(a, b).size(), 1U);
    for (const Separation& s : {separation(a, b), separation(b, a)}) {
        EXPECT_EQ(s.distance, Interval(0));
        EXPECT_EQ(s.status, Status::converged);
    }
}

TEST(MeshDistance, AnAxisThatTurnsInsideOfALeafHidesNoNearerTriangle) {
    const Placed a{
        soup({{3, 2, 4},   {5, 1, 2},    {6, 3, -1},   {0, 3, 2},   {-4, -2, 3}, {-1, -2, 4}, {-2, -3, -2},
              {-5, -3, 0}, {-1, -2, -2}, {-1, 1, 1},   {-2, 0, -2}, {-2, -4, 0}, {3, -6, 3},  {1, -2, 3},
              {0, -1, 0},  {4, -2, 3},   {5, 0, 2},    {0, 2, 0},   {-1, 1, -1}, {0, 2, -1},  {-1, 5, -4},
              {0, -1, -5}, {2, 2, -2},   {-2, -1, -4}, {1, 1, -2},  {3, 0, 1},   {-1, 1, 2}}),
        Pose::identity()};
    const Placed b{soup({{-2, -4, 1}, {0, -6, 5}, {0, -7, 5}}), Pose::identity()};
    const Separation s = separation(a, b), swapped = separation(b, a);
    EXPECT_NEAR(s.distance.middle(), std::sqrt(26.0 / 27.0), 1e-12);
    EXPECT_TRUE(agree(s.distance, swapped.distance));
    EXPECT_TRUE(verify(s, a, b));
    EXPECT_TRUE(verify(swapped, b, a));
}

void expect_verified_contact(const Placed& a, const Placed& b) {
    const Separation s = separation(a, b), swapped = separation(b, a);
    EXPECT_EQ(s.distance, Interval(0));
    EXPECT_EQ(swapped.distance, Interval(0));
    EXPECT_TRUE(verify(s, a, b));
    EXPECT_TRUE(verify(swapped, b, a));
}

TEST(MeshDistance, EdgesThatCrossInAPlaneAreMeasuredInTheirOwnFrame) {
    // The second triangle is a segment through a corner of the first one. The axis along which exact signs
    // decide the crossing was taken for an axis of the rotated frame, where the plane of the edges is
    // edge-on.
    const Placed a{soup({{3, -3, 1}, {0, 2, -1}, {0, -1, -1}}), {{{{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}}, {}}};
    const Placed b{soup({{-1, -2, 0}, {-1, 0, 0}, {-1, 0, 0}}), Pose::identity()};
    expect_verified_contact(a, b);
    const Separation s = separation(a, b);
    EXPECT_EQ(s.point_a, (Vec3{-1, -1, 0}));
    EXPECT_EQ(s.point_b, (Vec3{-1, -1, 0}));
    const std::vector<TrianglePair> pairs = intersecting_triangles(a, b);
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_LE(length(pairs[0].segment.a - Vec3{-1, -1, 0}), 1e-14);
    EXPECT_LE(length(pairs[0].segment.b - Vec3{-1, -1, 0}), 1e-14);
}

TEST(MeshDistance, WitnessesOfNearlyCoplanarTrianglesAreOnBoth) {
    // All corners are in the plane x + y + z = -3.01 up to rounding: doubles do not determine where an edge
    // crosses the other triangle's plane.
    const Placed a{soup({{-0x1.815d2eaac7d9bp+2, 0x1.2105e30015e34p+4, -0x1.2105e30015e34p+3},
                         {-0x1.815d2eaac7d9bp+1, 0x1.2105e30015e34p+5, -0x1.e1b47a5579d02p+4},
                         {0x1.815d2eaac7d9bp+2, -0x1.815d2eaac7d9bp+3, 0x1.2105e30015e34p+3}}),
                   Pose::identity()};
    const Placed b{soup({{-0x1.e1b47a5579d02p+3, 0x1.391bb5eac260ep+5, -0x1.513188d56ede8p+4},
                         {0x1.2105e30015e34p+4, 0x1.2105e30015e34p+3, -0x1.815d2eaac7d9bp+4},
                         {0x1.2105e30015e34p+3, -0x1.815d2eaac7d9bp+1, -0x1.815d2eaac7d9bp+1}}),
                   Pose::identity()};
    expect_verified_contact(a, b);
}

TEST(MeshDistance, LawsOfIntegerSoups) {
    Random random(20);
    int crossing = 0, apart = 0;
    for (int i = 0; i < 4000; ++i) {
        // Against few triangles most soups are apart, which is where distances are searched.
        const Corners corners_a = random_corners(random, 1 + random.index(12)),
                      corners_b = random_corners(random, 1 + random.index(3));
        const Placed a{soup(corners_a), Pose::identity()}, b{soup(corners_b), Pose::identity()};
        const Interval truth = brute_force(corners_a, corners_b);
        const Separation s = separation(a, b), swapped = separation(b, a);
        EXPECT_TRUE(agree(s.distance, truth)) << i;
        EXPECT_TRUE(agree(swapped.distance, truth)) << i;
        EXPECT_EQ(s.distance.upper <= 0, overlaps(a, b)) << i;
        EXPECT_EQ(s.distance.upper <= 0, !intersecting_triangles(a, b).empty()) << i;
        const Placed shuffled{soup(permuted(corners_a, random)), Pose::identity()};
        EXPECT_TRUE(agree(separation(shuffled, b).distance, truth)) << i;
        PairCache cache;
        cache.parts = {static_cast<std::uint32_t>(random.index(corners_a.size() / 3)),
                       static_cast<std::uint32_t>(random.index(corners_b.size() / 3))};
        cache.parts_known = true;
        EXPECT_TRUE(agree(separation(a, b, {}, &cache).distance, truth)) << i;
        (s.distance.upper <= 0 ? crossing : apart) += 1;
    }
    EXPECT_GT(crossing, 800);
    EXPECT_GT(apart, 800);
}

}  // namespace
}  // namespace graze::test
