// Pairs within levels of a tree, on every instruction set that this machine and this build have: found in the
// same order, and all of them.
#include "simd/tree/level_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "oracle/random.hpp"
#include "simd/every_target.hpp"

namespace graze::test {
namespace {

constexpr float kDepth = 0x1p-10F;

struct Found {
    std::uint32_t first, second;
    bool deep;

    friend auto operator<=>(const Found&, const Found&) = default;
};

/// Two levels: node 0 has eight children of eight leaves each, some lanes empty. Coordinates are multiples of
/// 2^-11, so many boxes touch.
std::vector<BoxNode> some_nodes(Random& random) {
    std::vector<BoxNode> nodes(9);
    for (std::uint32_t n = 9; n-- > 0;) {
        for (std::uint32_t lane = 0; lane < kNodeWidth; ++lane) {
            const bool used = n == 0 || lane < 1 + (n * 5) % 8;
            BoxNode& node = nodes[n];
            node.child[lane] = !used    ? child::kNone
                               : n == 0 ? lane + 1
                                        : child::make_leaf(100 * n + 7 * (lane ^ 5U), 1);
            for (std::size_t k = 0; k < 3; ++k) {
                const auto low = static_cast<float>(random.index(40)) * 0x1p-11F,
                           size = static_cast<float>(random.index(30)) * 0x1p-11F;
                node.min[k][lane] = used ? low : kNoBox;
                node.max[k][lane] = used ? low + size : -kNoBox;
                if (n > 0) continue;
                node.min[k][lane] =
                    *std::min_element(nodes[lane + 1].min[k], nodes[lane + 1].min[k] + kNodeWidth);
                node.max[k][lane] =
                    *std::max_element(nodes[lane + 1].max[k], nodes[lane + 1].max[k] + kNodeWidth);
            }
        }
    }
    return nodes;
}

bool overlap_by(const BoxNode& a, std::uint32_t i, const BoxNode& b, std::uint32_t j, float depth) {
    bool overlap = true;
    for (std::size_t k = 0; k < 3; ++k)
        overlap = overlap && a.min[k][i] + depth <= b.max[k][j] && b.min[k][j] + depth <= a.max[k][i];
    return overlap;
}

std::vector<Found> by_loops(const std::vector<BoxNode>& nodes) {
    std::vector<Found> found;
    for (std::uint32_t x = 0; x < 64; ++x) {
        for (std::uint32_t y = x + 1; y < 64; ++y) {
            const BoxNode &a = nodes[1 + x / 8], &b = nodes[1 + y / 8];
            if (!overlap_by(a, x % 8, b, y % 8, 0)) continue;
            const std::uint32_t p = child::leaf_first(a.child[x % 8]), q = child::leaf_first(b.child[y % 8]);
            found.push_back({std::min(p, q), std::max(p, q), overlap_by(a, x % 8, b, y % 8, kDepth)});
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<Found> by_walk(const std::vector<BoxNode>& nodes, simd::NodePair pair, std::uint32_t level,
                           float depth) {
    std::vector<Found> found;
    simd::walk_level_pairs(nodes.data(), pair, level, depth,
                           [&](std::span<const simd::FoundPair> pairs, bool deep) {
                               for (const simd::FoundPair& p : pairs)
                                   found.push_back({p.first, p.second, deep});
                           });
    return found;
}

TEST(LevelPairs, AreTheSameOnEveryTarget) {
    Random random(1);
    for (int round = 0; round < 50; ++round) {
        const std::vector<BoxNode> nodes = some_nodes(random);
        const std::vector<Found> expected = by_loops(nodes);
        ASSERT_GT(expected.size(), 20U);
        std::vector<std::vector<Found>> orders;
        on_every_target([&] {
            std::vector<Found> found = by_walk(nodes, {0, 0}, 1, kDepth);
            orders.push_back(found);
            EXPECT_EQ(found, orders.front());
            std::sort(found.begin(), found.end());
            EXPECT_EQ(found, expected);
            // The same from the pairs of children, opened one by one; and no pair is deep when the depth is
            // infinite.
            simd::NodePair opened[simd::kMostOpened];
            std::vector<Found> parts;
            const std::size_t count = simd::open_pair(nodes.data(), {0, 0}, opened);
            for (std::size_t i = 0; i < count; ++i) {
                for (const Found& f : by_walk(nodes, opened[i], 0, std::numeric_limits<float>::infinity())) {
                    EXPECT_FALSE(f.deep);
                    parts.push_back(f);
                }
            }
            std::vector<Found> shallow = expected;
            for (Found& f : shallow) f.deep = false;
            std::sort(parts.begin(), parts.end());
            EXPECT_EQ(parts, shallow);
        });
    }
}

}  // namespace
}  // namespace graze::test
