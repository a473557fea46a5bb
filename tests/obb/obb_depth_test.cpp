// Depth limits of searches: which boxes stand for the object, and that no collision of what is inside them is
// lost.
#include <gtest/gtest.h>

#include <map>

#include "graze/convex/primitive_tests.hpp"
#include "graze/obb/obb_search.hpp"
#include "obb/obb_brute.hpp"

namespace graze::test {
namespace {

using Key = std::pair<std::uint32_t, bool>;  ///< Index and whether it is a box.
Key key_of(const TreeElement& element) { return {element.index, element.is_box}; }

/// The elements at a depth limit, each with the triangles (input indices) it stands for.
void collect(const ObbTree& tree, std::uint32_t element, int depth,
             std::map<Key, std::vector<std::uint32_t>>& frontier) {
    if (obb_child::is_triangle(element)) {
        const std::uint32_t index = tree.order()[obb_child::slot_of(element)];
        frontier[{index, false}] = {index};
        return;
    }
    const ObbNode& node = tree.nodes()[element];
    if (depth == 0) {
        for (std::uint32_t i = 0; i < node.count; ++i)
            frontier[{element, true}].push_back(tree.order()[node.first + i]);
    } else if (node.is_leaf()) {
        for (std::uint32_t i = 0; i < node.count; ++i)
            collect(tree, obb_child::kTriangleBit | (node.first + i), depth - 1, frontier);
    } else {
        for (const std::uint32_t child : node.children) collect(tree, child, depth - 1, frontier);
    }
}
std::map<Key, std::vector<std::uint32_t>> frontier_of(const ObbTree& tree, int depth) {
    std::map<Key, std::vector<std::uint32_t>> frontier;
    collect(tree, tree.root(), depth, frontier);
    return frontier;
}

/// An element in the world, as a box; triangles are left as they are.
Obb placed_box(const PlacedTree& side, const TreeElement& element) {
    return transformed(side.tree.nodes()[element.index].box, Affine::from(side.pose));
}
Triangle placed_triangle(const TriangleSoup& soup, const Pose& pose, const TreeElement& element) {
    const Triangle t = triangle_of(soup, element.index);
    return {pose * t.a, pose * t.b, pose * t.c};
}

void expect_element(const TriangleSoup& soup, const PlacedTree& side, const TreeElement& element,
                    const Vec3& point, const Vec3& normal) {
    EXPECT_NEAR(length(normal), 1, 1e-12);
    if (element.is_box) {
        const Obb box = placed_box(side, element);
        const Vec3 over = abs(transpose_times(box.axes, point - box.centre)) - box.half_extents;
        EXPECT_LE(max_component(over), 1e-9);
        const Vec3 local = normal_at(side.tree.nodes()[element.index].box, inverse(side.pose) * point);
        EXPECT_LE(length(normal - side.pose.rotation * local), 1e-12);
    } else {
        const Triangle t = placed_triangle(soup, side.pose, element);
        EXPECT_LE(length(closest_on_triangle(point, t).point - point), 1e-9);
        EXPECT_LE(length(normal - unit(cross(t.b - t.a, t.c - t.a))), 1e-9);
    }
}

/// Whether the elements' own static test does not separate them.
bool static_hit(const TriangleSoup& soup_a, const PlacedTree& a, const TreeElement& x,
                const TriangleSoup& soup_b, const PlacedTree& b, const TreeElement& y) {
    if (x.is_box && y.is_box) return overlaps(placed_box(a, x), placed_box(b, y));
    if (x.is_box) return overlaps_triangle_obb(placed_triangle(soup_b, b.pose, y), placed_box(a, x));
    if (y.is_box) return overlaps_triangle_obb(placed_triangle(soup_a, a.pose, x), placed_box(b, y));
    return overlaps_triangle_triangle(placed_triangle(soup_a, a.pose, x), placed_triangle(soup_b, b.pose, y));
}

void expect_limits_kept(const TriangleSoup& soup_a, const PlacedTree& a, const TriangleSoup& soup_b,
                        const PlacedTree& b, const FindOptions& options) {
    const auto frontier_a = frontier_of(a.tree, options.depth_a),
               frontier_b = frontier_of(b.tree, options.depth_b);
    std::set<std::pair<Key, Key>> found;
    const ObbTreeStats stats = find_collisions(a, b, options, [&](const TreeContact& contact) {
        EXPECT_TRUE(frontier_a.contains(key_of(contact.a)) && frontier_b.contains(key_of(contact.b)))
            << "an element off the limit";
        EXPECT_TRUE(found.emplace(key_of(contact.a), key_of(contact.b)).second) << "each contact once";
        EXPECT_TRUE(static_hit(soup_a, a, contact.a, soup_b, b, contact.b));
        expect_element(soup_a, a, contact.a, contact.point, contact.normal_a);
        expect_element(soup_b, b, contact.b, contact.point, contact.normal_b);
        return Continue::yes;
    });
    EXPECT_EQ(stats.leaf_tests, found.size());
    EXPECT_EQ(test_collision(a, b, options).hit, !found.empty());
    const auto truth = brute_pairs(soup_a, a.pose, soup_b, b.pose);
    for (const auto& [x, inside_x] : frontier_a) {
        for (const auto& [y, inside_y] : frontier_b) {
            bool overlap = false;
            for (const std::uint32_t i : inside_x) {
                for (const std::uint32_t j : inside_y) overlap = overlap || truth.contains({i, j});
            }
            if (overlap) {
                ASSERT_TRUE(found.contains({x, y})) << "a collision inside two boxes was lost";
            }
        }
    }
}

TEST(ObbDepth, LimitsOnEitherSide) {
    Random random(421);
    for (const std::uint32_t leaf : {1U, 3U}) {
        for (int i = 0; i < 12; ++i) {
            const TriangleSoup a = some_soup(random, 2 + random.index(30), 0, 0.2),
                               b = some_soup(random, 2 + random.index(12), 0, 0.2);
            const ObbTree tree_a =
                tree_of(a, {.split = i % 2 == 0 ? ObbSplit::centre : ObbSplit::median, .leaf_size = leaf});
            const ObbTree tree_b = tree_of(b, {.leaf_size = leaf});
            const PlacedTree placed_a{tree_a, random.pose(0.6)}, placed_b{tree_b, random.pose(0.6)};
            for (const int depth_a : {-1, 0, 1, 2, 4, 100}) {
                for (const int depth_b : {-1, 0, 1, 3}) {
                    expect_limits_kept(a, placed_a, b, placed_b, {.depth_a = depth_a, .depth_b = depth_b});
                }
            }
        }
    }
}

TEST(ObbDepth, ZeroComparesTheRoots) {
    const TriangleSoup ball = icosphere_mesh(1, 2);
    const ObbTree tree = tree_of(ball, {.fit = ObbFit::minimum_volume});
    std::size_t visits = 0;
    // The balls are apart, their boxes are not.
    const Pose away = Pose::translation({1.3, 1.3, 1.3});
    const auto count = [&](const TreeContact& contact) {
        EXPECT_EQ(contact.a, (TreeElement{0, true}));
        EXPECT_EQ(contact.b, (TreeElement{0, true}));
        ++visits;
        return Continue::yes;
    };
    const ObbTreeStats stats = find_collisions({tree, {}}, {tree, away}, {.depth_a = 0, .depth_b = 0}, count);
    EXPECT_EQ(visits,
              overlaps(tree.nodes()[0].box, transformed(tree.nodes()[0].box, Affine::from(away))) ? 1U : 0U);
    EXPECT_EQ(stats.box_tests, 1U);
    EXPECT_FALSE(test_collision({tree, {}}, {tree, away}).hit);
}

TEST(ObbDepth, SingleTrianglesStayTriangles) {
    const TriangleSoup one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    const ObbTree tree = tree_of(one);
    EXPECT_TRUE(tree.nodes().empty());
    EXPECT_EQ(tree.depth(), 0U);
    std::size_t visits = 0;
    find_collisions({tree, {}}, {tree, Pose::translation({0.1, 0.1, 0})}, {.depth_a = 0, .depth_b = 0},
                    [&](const TreeContact& contact) {
                        EXPECT_EQ(contact.a, (TreeElement{0, false}));
                        EXPECT_EQ(contact.normal_a, (Vec3{0, 0, 1}));
                        ++visits;
                        return Continue::yes;
                    });
    EXPECT_EQ(visits, 1U);
    EXPECT_FALSE(test_collision({tree, {}}, {tree, Pose::translation({0, 0, 1e-300})}).hit)
        << "apart by less than any slack";
}

}  // namespace
}  // namespace graze::test
