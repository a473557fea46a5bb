// Which triangles of two leaves may intersect: nothing that intersects is left out, most of the rest is, and
// the same on every instruction set.
#include "simd/tree/leaf_triangles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "convex/triangle/triangle_triangle.hpp"
#include "oracle/random.hpp"
#include "simd/every_target.hpp"

namespace graze::test {
namespace {

using Leaf = std::vector<Triangle>;

/// Small triangles in one place; now and then on a grid, so that they touch and share planes, or without an
/// area.
Leaf random_leaf(Random& random, double scale) {
    Leaf leaf(1 + random.index(8));
    const Vec3 at = random.in_cube(0.2);
    const bool grid = random.chance(0.3);
    for (Triangle& t : leaf) {
        for (Vec3* corner : {&t.a, &t.b, &t.c}) {
            *corner = at + random.in_cube(0.3);
            if (grid)
                *corner = {std::round(4 * corner->x) / 4, std::round(4 * corner->y) / 4,
                           std::round(4 * corner->z) / 4};
            *corner = *corner * scale;
        }
        if (random.chance(0.1)) t.c = t.b;
    }
    return leaf;
}

/// Into the leaf, which must stay where it is.
simd::LeafCorners corners_of(const Leaf& leaf) {
    simd::LeafCorners corners{};
    corners.count = static_cast<std::uint32_t>(leaf.size());
    for (std::size_t i = 0; i < (leaf.size() + 3) / 4 * 4; ++i) {
        const Triangle& t = leaf[std::min(i, leaf.size() - 1)];
        corners.corner[i][0] = &t.a.x;
        corners.corner[i][1] = &t.b.x;
        corners.corner[i][2] = &t.c.x;
    }
    return corners;
}

simd::LeafView view_of(const TriangleView& view) {
    simd::LeafView out{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) out.rows[i][j] = view.map().linear(i, j);
        out.offset[i] = view.map().offset[i];
    }
    out.error = view.error();
    return out;
}

struct Asked {
    Leaf own;
    Leaf other;
    Pose pose_own{};
    Pose pose_other{};
};

Asked draw(Random& random, int i) {
    const double scale = std::array{1.0, 1e-6, 1e6, 1e-90, 1e90}[static_cast<std::size_t>(i) % 5];
    Asked asked{random_leaf(random, scale), random_leaf(random, scale), {}, {}};
    if (random.chance(0.7)) {
        asked.pose_own = random.pose(0);
        asked.pose_own.position = random.in_cube(0.1) * scale;
        asked.pose_other = random.pose(0);
        asked.pose_other.position = random.in_cube(0.1) * scale;
    }
    if (random.chance(0.05))
        asked.pose_own.rotation.columns[0] =
            asked.pose_own.rotation.columns[0] * (1 + 1e-7);  // hardly a rotation
    return asked;
}

std::array<std::uint32_t, 8> ask(const Asked& asked, simd::TransformedLeaf& transformed) {
    double reach = 0;
    for (const Triangle& t : asked.other)
        for (const Vec3& v : {t.a, t.b, t.c}) reach = std::max(reach, length(v) * 1.001);
    const simd::LeafView to = view_of(TriangleView(asked.pose_own, asked.pose_other, reach));
    std::array<std::uint32_t, 8> bits{};
    simd::transform_leaf(corners_of(asked.other), to, transformed);
    simd::pairs_that_may_intersect(corners_of(asked.own), transformed, bits.data());
    return bits;
}

TEST(LeafTriangles, LeaveOutNoIntersectingPair) {
    Random random(31);
    std::size_t overlapping = 0, kept = 0, pairs = 0;
    for (int n = 0; n < 3000; ++n) {
        const Asked asked = draw(random, n);
        simd::TransformedLeaf transformed{};
        const auto bits = ask(asked, transformed);
        const TriangleView exact(asked.pose_own, asked.pose_other, length(asked.other[0].a) * 100);
        for (std::size_t i = 0; i < asked.own.size(); ++i) {
            EXPECT_EQ(bits[i] >> asked.other.size(), 0U);
            for (std::size_t j = 0; j < asked.other.size(); ++j) {
                const bool overlap =
                    contact(exact, asked.own[i], asked.other[j]) != TriangleContact::disjoint;
                const bool may = (bits[i] >> j & 1U) != 0;
                if (overlap) {
                    ASSERT_TRUE(may) << n;
                }
                ++pairs;
                kept += may ? 1 : 0;
                overlapping += overlap ? 1 : 0;
            }
        }
    }
    EXPECT_GT(overlapping, pairs / 50);
    EXPECT_LT(kept, overlapping + (pairs - overlapping) / 4);
}

TEST(LeafTriangles, BoxesAndHeightsHoldTheTrianglesAsTheyLie) {
    Random random(32);
    int thinner = 0;
    for (int n = 0; n < 500; ++n) {
        const Asked asked = draw(random, n);
        simd::TransformedLeaf transformed{};
        ask(asked, transformed);
        const Mat3 back =
            inverse(asked.pose_own.rotation);  // a transpose would not do where it is hardly a rotation
        for (const Triangle& t : asked.other) {
            for (const Vec3& v : {t.a, t.b, t.c}) {
                const Vec3 p = back * (asked.pose_other * v - asked.pose_own.position);
                const double rounding =
                    1e-14 * (length(v) + length(asked.pose_other.position) + length(asked.pose_own.position));
                for (std::size_t k = 0; k < 3; ++k) {
                    EXPECT_GE(p[k], transformed.box_low[k] - rounding);
                    EXPECT_LE(p[k], transformed.box_high[k] + rounding);
                }
                const Vec3 along{transformed.along[0], transformed.along[1], transformed.along[2]};
                EXPECT_GE(dot(along, p), transformed.bottom - 3 * rounding);
                EXPECT_LE(dot(along, p), transformed.top + 3 * rounding);
            }
        }
        double across = 0;  // of the box, along the direction
        for (std::size_t k = 0; k < 3; ++k)
            across += std::abs(transformed.along[k]) * (transformed.box_high[k] - transformed.box_low[k]);
        thinner += transformed.top - transformed.bottom < 0.9 * across ? 1 : 0;
    }
    EXPECT_GT(thinner, 250);
}

/// Corners may be anywhere within the view's error along each axis.
TEST(LeafTriangles, BoundsIncludeTheErrorOfTheView) {
    Random random(35);
    for (int n = 0; n < 100; ++n) {
        const Leaf leaf = random_leaf(random, 1);
        simd::LeafView same{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 0.01};
        simd::TransformedLeaf transformed{};
        simd::transform_leaf(corners_of(leaf), same, transformed);
        const Vec3 along{transformed.along[0], transformed.along[1], transformed.along[2]};
        const double off = same.error * dot(abs(along), {1, 1, 1});
        for (const Triangle& t : leaf) {
            for (const Vec3& v : {t.a, t.b, t.c}) {
                EXPECT_LE(transformed.bottom, dot(along, v) - off);
                EXPECT_GE(transformed.top, dot(along, v) + off);
                for (std::size_t k = 0; k < 3; ++k) {
                    EXPECT_LE(transformed.box_low[k], v[k] - same.error);
                    EXPECT_GE(transformed.box_high[k], v[k] + same.error);
                }
            }
        }
    }
}

TEST(LeafTriangles, TheSameOnEveryTarget) {
    std::vector<std::vector<std::uint32_t>> all;
    on_every_target([&] {
        Random random(33);
        std::vector<std::uint32_t> bits;
        for (int n = 0; n < 1000; ++n) {
            const Asked asked = draw(random, n);
            simd::TransformedLeaf transformed{};
            for (const std::uint32_t b : ask(asked, transformed)) bits.push_back(b);
            for (const double x : {transformed.box_low[0], transformed.box_high[1], transformed.along[2],
                                   transformed.bottom, transformed.top})
                bits.push_back(static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) % 0xfffffffbU));
        }
        all.push_back(bits);
    });
    for (const auto& bits : all) EXPECT_EQ(bits, all[0]);
}

/// A view that shows nothing leaves nothing out.
TEST(LeafTriangles, KeepAllPairsOfAnUnknownView) {
    Random random(34);
    const Leaf own = random_leaf(random, 1), other = random_leaf(random, 1);
    simd::LeafView nothing{};
    nothing.error = std::numeric_limits<double>::infinity();
    simd::TransformedLeaf transformed{};
    simd::transform_leaf(corners_of(other), nothing, transformed);
    std::array<std::uint32_t, 8> bits{};
    simd::pairs_that_may_intersect(corners_of(own), transformed, bits.data());
    for (std::size_t i = 0; i < own.size(); ++i) EXPECT_EQ(bits[i], (1U << other.size()) - 1);
    EXPECT_EQ(transformed.bottom, -nothing.error);
    EXPECT_EQ(transformed.top, nothing.error);
}

}  // namespace
}  // namespace graze::test
