// Compact trees: the nodes of the others, with boxes rounded outward to a grid of 255 steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "box_sets.hpp"
#include "graze/tree/box_tree.hpp"
#include "simd/every_target.hpp"
#include "tree/packed_nodes.hpp"

namespace graze::test {
namespace {

constexpr std::size_t kHeader = 136;

struct Twins {
    BoxTree wide;
    BoxTree compact;
};

Twins twins(const std::vector<Aabb>& boxes, BoxSplit split = BoxSplit::binned_sah) {
    return {*BoxTree::build(boxes, {.split = split}),
            *BoxTree::build(boxes, {.split = split, .compact = true})};
}

/// Ends of all lanes of a node along an axis.
struct Range {
    float low = kNoBox;
    float high = -kNoBox;

    Range() = default;
    Range(const BoxNode& node, std::size_t axis)
        : low(*std::min_element(node.min[axis], node.min[axis] + kNodeWidth)),
          high(*std::max_element(node.max[axis], node.max[axis] + kNodeWidth)) {}
};

/// A lane contains the wide tree's and what is below, and is larger by less than one step of its grid.
void expect_rounded_out(const Twins& made, std::size_t n, std::size_t lane) {
    BoxNode place, place_below;
    const PackedNode& packed = made.compact.packed_nodes()[n];
    const BoxNode &node = made.compact.node(n, place), &wide = made.wide.nodes()[n];
    const std::uint32_t c = node.child[lane];
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Range below = child::is_leaf(c) ? Range() : Range(made.compact.node(c, place_below), axis);
        const float low = std::min(wide.min[axis][lane], below.low),
                    high = std::max(wide.max[axis][lane], below.high);
        const float low_found = node.min[axis][lane], high_found = node.max[axis][lane];
        ASSERT_LE(low_found, low);
        ASSERT_GE(high_found, high);
        ASSERT_GE(low_found, -1.0F);
        ASSERT_LE(high_found, 1.0F);
        // Of the sums' rounding not more than a few units.
        const double step = static_cast<double>(packed.step(axis)) + 0x1p-22;
        ASSERT_LE(static_cast<double>(low) - low_found, step);
        ASSERT_LE(static_cast<double>(high_found) - high, step);
        const Range whole(node, axis);
        const double extent = static_cast<double>(whole.high) - whole.low;
        ASSERT_LE(packed.step(axis), std::max(2 * extent / 255 * (1 + 0x1p-20), 0x1p-22));
    }
}

TEST(CompactTree, HasTheNodesOfTheOtherRoundedOutward) {
    for (const BoxSet set : kAllBoxSets) {
        for (const std::size_t count : {1U, 2U, 9U, 65U, 1000U}) {
            for (const BoxSplit split : {BoxSplit::binned_sah, BoxSplit::midpoint}) {
                SCOPED_TRACE(name_of(set) + " of " + std::to_string(count));
                const std::vector<Aabb> boxes = make_boxes(set, count, 7 * count);
                const Twins made = twins(boxes, split);
                ASSERT_TRUE(made.compact.compact());
                ASSERT_FALSE(made.wide.compact());
                ASSERT_EQ(made.compact.node_count(), made.wide.node_count());
                ASSERT_TRUE(std::equal(made.wide.order().begin(), made.wide.order().end(),
                                       made.compact.order().begin(), made.compact.order().end()));
                EXPECT_EQ(made.compact.bounds(), made.wide.bounds());
                EXPECT_EQ(made.compact.memory_bytes(), 96 * made.wide.node_count() + 4 * count);
                for (std::size_t n = 0; n < made.wide.node_count(); ++n) {
                    BoxNode place;
                    const BoxNode& node = made.compact.node(n, place);
                    for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
                        ASSERT_EQ(node.child[lane], made.wide.nodes()[n].child[lane]);
                        if (node.child[lane] == child::kNone) {
                            ASSERT_EQ(node.min[1][lane], kNoBox);
                            ASSERT_EQ(node.max[1][lane], -kNoBox);
                        } else {
                            expect_rounded_out(made, n, lane);
                        }
                    }
                }
                EXPECT_TRUE(made.compact.encloses(boxes));
            }
        }
    }
}

TEST(CompactTree, CostsLittleMore) {
    for (const BoxSet set : {BoxSet::spread, BoxSet::flat, BoxSet::mixed_sizes}) {
        const Twins made = twins(make_boxes(set, 5000, 3));
        EXPECT_GE(made.compact.cost(), made.wide.cost());
        EXPECT_LT(made.compact.cost(), 1.06 * made.wide.cost()) << name_of(set);
        EXPECT_EQ(made.compact.growth(), 1);
    }
}

TEST(CompactTree, IsRefittedAsItIsBuilt) {
    for (const BoxSet set : kAllBoxSets) {
        const std::vector<Aabb> boxes = make_boxes(set, 700, 11), moved = make_boxes(BoxSet::spread, 700, 12);
        BoxTree tree = twins(boxes).compact;
        const BoxTree before = tree;
        ASSERT_TRUE(tree.refit(moved).has_value());
        EXPECT_TRUE(tree.compact());
        EXPECT_TRUE(tree.encloses(moved));
        EXPECT_FALSE(before == tree);
        ASSERT_TRUE(tree.refit(boxes).has_value());
        EXPECT_EQ(tree, before) << name_of(set);
        std::vector<Aabb> bad = boxes;
        bad[42].min.y = std::numeric_limits<double>::quiet_NaN();
        EXPECT_FALSE(tree.refit(bad).has_value());
        EXPECT_EQ(tree, before);
    }
}

/// Walks unpack nodes in lanes.
TEST(CompactTree, IsSearchedInTheSameStepsOnEveryInstructionSet) {
    for (const BoxSet set : kAllBoxSets) {
        const Twins made = twins(make_boxes(set, 600, 5));
        const Vec3 size = made.wide.bounds().max - made.wide.bounds().min, at = centre(made.wide.bounds());
        // As wide nodes with the same boxes.
        const std::vector<BoxNode> nodes = unpacked(made.compact.packed_nodes());
        std::vector<std::uint64_t> first;
        on_every_target([&] {
            Random random(9);
            std::vector<std::uint64_t> steps;
            const auto add = [&](const TreeStats& stats) {
                for (const std::uint64_t n : {stats.node_tests, stats.box_tests, stats.leaf_tests})
                    steps.push_back(n);
            };
            const auto leaf = [&](LeafSlots slots) {
                steps.push_back(slots.first);
                return Continue::yes;
            };
            const auto bounded = [&](LeafSlots slots, double lower, double&) {
                steps.push_back(slots.first);
                steps.push_back(std::bit_cast<std::uint64_t>(lower));
                return Continue::yes;
            };
            for (int i = 0; i < 20; ++i) {
                const Vec3 p = at + hadamard(size, random.in_cube(0.6)),
                           q = at + hadamard(size, random.in_cube(0.6));
                add(visit_box(made.compact, {min(p, q), max(p, q)}, leaf));
                add(visit_near(made.compact, p, 0.2 * max_component(size), bounded));
                if (p != q) add(visit_ray(made.compact, {.origin = p, .direction = q - p}, bounded));
            }
            if (first.empty()) first = steps;
            EXPECT_EQ(steps, first) << name_of(set);
            // Comparisons with unpacked boxes only: a box of everything opens every node.
            const TreeStats all = visit_box(made.compact, made.compact.bounds(), leaf);
            EXPECT_EQ(all.node_tests, nodes.size());
        });
        EXPECT_GT(first.size(), 60U);
    }
}

TEST(CompactTree, ComesBackFromBytes) {
    for (const BoxSet set : kAllBoxSets) {
        for (const std::size_t count : {1U, 9U, 500U}) {
            const std::vector<Aabb> boxes = make_boxes(set, count, 5);
            const BoxTree tree = twins(boxes).compact;
            const std::vector<std::byte> bytes = to_bytes(tree);
            EXPECT_EQ(bytes.size(), kHeader + 96 * tree.node_count() + 4 * count + 8);
            const auto again = box_tree_from_bytes(bytes);
            ASSERT_TRUE(again.has_value()) << again.error().message();
            EXPECT_EQ(*again, tree);
            EXPECT_TRUE(again->encloses(boxes));
            EXPECT_EQ(to_bytes(*again), bytes);
        }
    }
}

/// Makes the checksum right again, as a liar would.
void sign(std::vector<std::byte>& bytes) {
    const auto word_at = [&](std::size_t offset) {
        std::uint32_t w = 0;
        for (std::size_t i = 0; i < 4; ++i) w |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
        return w;
    };
    std::uint64_t state = 0;
    for (std::size_t at = 0; at + 8 < bytes.size(); at += 4)
        state = (state ^ word_at(at)) * 0x9e3779b97f4a7c15ULL;
    for (std::size_t i = 0; i < 8; ++i)
        bytes[bytes.size() - 8 + i] = static_cast<std::byte>(state >> (8 * i) & 0xffU);
}

TEST(CompactTree, DamagedBytesAreRefusedOrHarmless) {
    const std::vector<Aabb> boxes = make_boxes(BoxSet::spread, 60, 5);
    const std::vector<std::byte> bytes = to_bytes(twins(boxes).compact);
    std::size_t refused = 0, tried = 0;
    for (std::size_t at = 0; at + 8 < bytes.size(); ++at) {
        for (const unsigned change : {1U, 0x80U, 0xffU}) {
            std::vector<std::byte> damaged = bytes;
            damaged[at] ^= static_cast<std::byte>(change);
            ASSERT_FALSE(box_tree_from_bytes(damaged).has_value()) << at;
            sign(damaged);
            const auto tree = box_tree_from_bytes(damaged);
            ++tried;
            if (!tree) {
                ++refused;
                continue;
            }
            std::size_t visited = 0;
            const double reach = 1 / tree->frame().scale;
            const Aabb everything = aabb_around(tree->frame().origin, {reach, reach, reach});
            visit_box(*tree, everything, [&](LeafSlots leaf) {
                visited += leaf.count;
                return Continue::yes;
            });
            ASSERT_EQ(visited, boxes.size()) << at;
        }
    }
    EXPECT_GT(refused, tried / 2);
    EXPECT_LT(refused, tried);
}

}  // namespace
}  // namespace graze::test
