// The build: invariants of the nodes, bad input, memory, refit, quality.
#include "graze/tree/box_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "box_sets.hpp"
#include "graze/mesh/generate.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

std::vector<Aabb> boxes_of_leaf(const std::vector<Aabb>& boxes, const BoxTree& tree, std::uint32_t c) {
    std::vector<Aabb> out;
    for (const std::uint32_t p : tree.primitives(child::leaf_slots(c))) out.push_back(boxes[p]);
    return out;
}

/// What every tree must be: all primitives once, children after parents, boxes around what is below and no
/// larger than rounding asks for.
void expect_well_formed(const BoxTree& tree, const std::vector<Aabb>& boxes, std::uint32_t leaf_size) {
    ASSERT_EQ(tree.size(), boxes.size());
    std::vector<std::uint32_t> order(tree.order().begin(), tree.order().end());
    std::sort(order.begin(), order.end());
    for (std::uint32_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], i);
    const auto nodes = tree.nodes();
    std::vector<int> parents(nodes.size(), 0), slots(boxes.size(), 0);
    // Exact boxes of whole subtrees, by reverse order.
    std::vector<Aabb> exact(nodes.size());
    for (std::size_t n = nodes.size(); n-- > 0;) {
        bool ended = false;
        for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
            const std::uint32_t c = nodes[n].child[lane];
            if (c == child::kNone) {
                ended = true;
                EXPECT_EQ(nodes[n].min[0][lane], kNoBox);
                EXPECT_EQ(nodes[n].max[2][lane], -kNoBox);
                continue;
            }
            ASSERT_FALSE(ended) << "a used lane after an unused one";
            Aabb below;
            if (child::is_leaf(c)) {
                ASSERT_LE(child::leaf_count(c), leaf_size);
                for (std::uint32_t s = 0; s < child::leaf_count(c); ++s) ++slots[child::leaf_first(c) + s];
                for (const Aabb& box : boxes_of_leaf(boxes, tree, c)) below = merge(below, box);
            } else {
                ASSERT_GT(c, n);
                ASSERT_LT(c, nodes.size());
                ++parents[c];
                below = exact[c];
            }
            const Aabb stored = tree.lane_box(n, lane);
            ASSERT_TRUE(contains(stored, below)) << "node " << n << " lane " << lane;
            const double rounding = 1e-6 / tree.frame().scale;
            for (std::size_t i = 0; i < 3; ++i) {
                ASSERT_LE(below.min[i] - stored.min[i], rounding);
                ASSERT_LE(stored.max[i] - below.max[i], rounding);
            }
            exact[n] = merge(exact[n], below);
        }
    }
    for (std::size_t n = 1; n < nodes.size(); ++n) ASSERT_EQ(parents[n], 1);
    for (const int s : slots) ASSERT_EQ(s, 1);
    if (!boxes.empty()) {
        EXPECT_EQ(tree.bounds(), exact[0]);
    }
    EXPECT_TRUE(tree.encloses(boxes));
}

TEST(BoxTree, IsWellFormedForEverySetSplitAndLeafSize) {
    for (const BoxSet set : kAllBoxSets) {
        for (const std::size_t count : {1U, 2U, 7U, 9U, 65U, 1000U}) {
            const std::vector<Aabb> boxes = make_boxes(set, count, 7 * count);
            for (const BoxSplit split : {BoxSplit::binned_sah, BoxSplit::midpoint}) {
                for (const std::uint32_t leaf_size : {1U, 4U, 8U}) {
                    SCOPED_TRACE(name_of(set) + " of " + std::to_string(count));
                    const auto tree =
                        BoxTree::build(boxes, {.split = split, .leaf_size = leaf_size, .threads = 1});
                    ASSERT_TRUE(tree.has_value());
                    expect_well_formed(*tree, boxes, leaf_size);
                }
            }
        }
    }
}

TEST(BoxTree, NoBoxesMakeTheEmptyTree) {
    const auto tree = BoxTree::build({});
    ASSERT_TRUE(tree.has_value());
    EXPECT_TRUE(tree->empty());
    EXPECT_TRUE(is_empty(tree->bounds()));
    EXPECT_EQ(tree->nodes().size(), 0U);
    EXPECT_EQ(tree->cost(), 0);
    EXPECT_EQ(*tree, BoxTree{});
}

TEST(BoxTree, NamesTheFirstBadBox) {
    const double inf = std::numeric_limits<double>::infinity(),
                 nan = std::numeric_limits<double>::quiet_NaN();
    const auto fault = [](Aabb bad) {
        std::vector<Aabb> boxes = make_boxes(BoxSet::spread, 20, 3);
        boxes[11] = bad;
        boxes[17] = {};
        const auto tree = BoxTree::build(boxes);
        EXPECT_FALSE(tree.has_value());
        EXPECT_EQ(tree.error().kind, Element::box);
        EXPECT_EQ(tree.error().element, 11U);
        EXPECT_NE(tree.error().message().find("box 11"), std::string::npos);
        return tree.error().rule;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        Aabb low{{0, 0, 0}, {1, 1, 1}}, high = low, turned = low, large = low, infinite = low;
        low.min[i] = nan;
        high.max[i] = nan;
        turned.min[i] = 2;
        large.max[i] = 1.1e101;
        infinite.min[i] = -inf;
        EXPECT_EQ(fault(low), Rule::not_finite);
        EXPECT_EQ(fault(high), Rule::not_finite);
        EXPECT_EQ(fault(infinite), Rule::not_finite);
        EXPECT_EQ(fault(turned), Rule::negative);
        EXPECT_EQ(fault(large), Rule::out_of_range);
    }
    EXPECT_EQ(fault({}), Rule::not_finite);
}

TEST(BoxTree, TakesAtMostFortyBytesAPrimitive) {
    for (const BoxSet set :
         {BoxSet::spread, BoxSet::clustered, BoxSet::flat, BoxSet::mixed_sizes, BoxSet::identical}) {
        for (const std::size_t count : {300U, 1000U, 3000U, 10000U, 30000U}) {
            for (const BoxSplit split : {BoxSplit::binned_sah, BoxSplit::midpoint}) {
                const auto tree = BoxTree::build(make_boxes(set, count, count), {.split = split});
                EXPECT_LE(tree->memory_bytes(), 40 * count) << name_of(set) << " of " << count;
            }
        }
    }
}

TEST(BoxTree, IsTheSameForEveryNumberOfThreads) {
    for (const BoxSet set : {BoxSet::spread, BoxSet::clustered, BoxSet::growing, BoxSet::identical}) {
        for (const BoxSplit split : {BoxSplit::binned_sah, BoxSplit::midpoint}) {
            const std::vector<Aabb> boxes = make_boxes(set, 70000, 5);
            const auto one = BoxTree::build(boxes, {.split = split, .threads = 1});
            for (const unsigned threads : {2U, 3U, 0U})
                EXPECT_EQ(*one, *BoxTree::build(boxes, {.split = split, .threads = threads}));
        }
    }
}

TEST(BoxTree, RefitFitsAsTightlyAsABuild) {
    for (const BoxSet set : kAllBoxSets) {
        const std::vector<Aabb> boxes = make_boxes(set, 700, 11);
        auto tree = *BoxTree::build(boxes);
        const BoxTree before = tree;
        std::vector<Aabb> moved = make_boxes(BoxSet::spread, 700, 12);
        for (Aabb& box : moved) box = {box.min + Vec3{10, 0, 0}, box.max + Vec3{10, 0, 0}};
        ASSERT_TRUE(tree.refit(moved).has_value());
        expect_well_formed(tree, moved, 4);
        EXPECT_FALSE(before.encloses(moved)) << name_of(set);
        // Back where it was: the same bytes as the build's.
        ASSERT_TRUE(tree.refit(boxes).has_value());
        EXPECT_EQ(tree, before) << name_of(set);
        EXPECT_EQ(tree.cost(), before.cost());
    }
}

TEST(BoxTree, RefitRefusesAndKeepsTheTree) {
    std::vector<Aabb> boxes = make_boxes(BoxSet::spread, 100, 1);
    auto tree = *BoxTree::build(boxes);
    const BoxTree before = tree;
    EXPECT_EQ(tree.refit(std::span(boxes).first(99)).error().rule, Rule::too_few);
    boxes[42].min.y = std::numeric_limits<double>::quiet_NaN();
    const auto refused = tree.refit(boxes);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().element, 42U);
    EXPECT_EQ(tree, before);
    EXPECT_FALSE(tree.encloses(boxes));
    BoxTree none;
    EXPECT_TRUE(none.refit({}).has_value());
}

TEST(BoxTree, SaysWhenARebuildPays) {
    const std::vector<Aabb> boxes = make_boxes(BoxSet::spread, 5000, 1);
    auto tree = *BoxTree::build(boxes);
    EXPECT_EQ(tree.growth(), 1);
    EXPECT_FALSE(tree.rebuild_pays());
    const auto refitted = [&](const auto& change) {
        std::vector<Aabb> moved = boxes;
        for (Aabb& box : moved) box = change(box);
        EXPECT_TRUE(tree.refit(moved).has_value());
        return tree.growth();
    };
    EXPECT_NEAR(refitted([](const Aabb& b) {
                    return Aabb{b.min * 7.0 + Vec3{1, 2, 3}, b.max * 7.0 + Vec3{1, 2, 3}};
                }),
                1, 1e-4);
    EXPECT_LT(refitted([](const Aabb& b) {
                  return Aabb{b.min + Vec3{0.1 * b.min.y, 0, 0}, b.max + Vec3{0.1 * b.max.y, 0, 0}};
              }),
              1.2);
    // Boxes that only grew are not the tree's fault.
    EXPECT_LT(refitted([](const Aabb& b) { return aabb_around(centre(b), half_extents(b) * 3.0); }), 1.1);
    EXPECT_FALSE(tree.rebuild_pays());
    const std::vector<Aabb> thrown = make_boxes(BoxSet::spread, 5000, 2);
    ASSERT_TRUE(tree.refit(thrown).has_value());
    EXPECT_TRUE(tree.rebuild_pays());
    EXPECT_GT(tree.growth(), 5);
    EXPECT_LT(BoxTree::build(thrown)->cost(), tree.cost() / 5);
}

/// Twisting stretches the triangles, and their own surface hides what the tree loses.
TEST(BoxTree, SeesTheDisorderOfATwist) {
    const TriangleSoup soup = torus_mesh({1, 0.3, 64, 32});
    const auto twisted = [&](double rate) {
        std::vector<Aabb> boxes;
        for (const auto& corners : soup.triangles) {
            Aabb box;
            for (const std::uint32_t i : corners) {
                const Vec3& v = soup.vertices[i];
                const double c = std::cos(rate * v.x), s = std::sin(rate * v.x);
                const Vec3 turned{v.x, c * v.y - s * v.z, s * v.y + c * v.z};
                box = merge(box, {turned, turned});
            }
            boxes.push_back(box);
        }
        return boxes;
    };
    const auto nodes_of = [](const BoxTree& tree) {
        Random random(7);
        std::uint64_t nodes = 0;
        for (int i = 0; i < 400; ++i) {
            const RaySegment ray{.origin = random.in_cube(1.3), .direction = random.direction()};
            nodes +=
                visit_ray(tree, ray, [](LeafSlots, double, double&) { return Continue::yes; }).node_tests;
        }
        return static_cast<double>(nodes);
    };
    auto tree = *BoxTree::build(twisted(0));
    for (const double rate : {0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 12.0}) {
        ASSERT_TRUE(tree.refit(twisted(rate)).has_value());
        const double loss = nodes_of(tree) / nodes_of(*BoxTree::build(twisted(rate)));
        if (rate == 0) {
            EXPECT_EQ(tree.growth(), 1);
        }
        if (loss < 1.15) {
            EXPECT_FALSE(tree.rebuild_pays()) << rate;
        }
        if (loss > 1.6) {
            EXPECT_TRUE(tree.rebuild_pays()) << rate;
        }
        EXPECT_EQ(loss > 1.6, rate > 3) << loss;
    }
}

TEST(BoxTree, CostsAreLowerThanByMidpoints) {
    for (const BoxSet set : {BoxSet::spread, BoxSet::clustered, BoxSet::mixed_sizes}) {
        const std::vector<Aabb> boxes = make_boxes(set, 5000, 9);
        EXPECT_LT(BoxTree::build(boxes)->cost(), BoxTree::build(boxes, {.split = BoxSplit::midpoint})->cost())
            << name_of(set);
    }
}

}  // namespace
}  // namespace graze::test
