// Builds of oriented trees: structure, containment by rationals, splits, leaf sizes, degenerate sets,
// refusals; and the three fits.
#include "graze/obb/obb_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bounds/exact_bounds.hpp"
#include "graze/mesh/mesh.hpp"
#include "obb/obb_brute.hpp"
#include "obb/obb_fit_set.hpp"

namespace graze::test {
namespace {

constexpr std::array<ObbFit, 3> kFits{ObbFit::minimum_volume, ObbFit::points, ObbFit::triangles};

double volume(const Obb& box) { return 8 * box.half_extents.x * box.half_extents.y * box.half_extents.z; }

void expect_sound(const TriangleSoup& soup, const ObbTree& tree, const ObbTreeOptions& options) {
    ASSERT_EQ(tree.triangle_count(), soup.triangles.size());
    std::vector<std::uint32_t> sorted(tree.order().begin(), tree.order().end());
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t i = 0; i < sorted.size(); ++i) ASSERT_EQ(sorted[i], i);
    std::vector<int> parents(tree.nodes().size(), 0), slots(tree.triangle_count(), 0);
    for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
        const ObbNode& node = tree.nodes()[i];
        ASSERT_GE(node.count, 2U);
        for (std::uint32_t s = node.first; s < node.first + node.count; ++s) {
            const Triangle t = tree.triangle(s);
            const Triangle input = triangle_of(soup, tree.order()[s]);
            ASSERT_TRUE(t.a == input.a && t.b == input.b && t.c == input.c);
            for (const Vec3& x : {t.a, t.b, t.c}) {
                ASSERT_TRUE(inside(node.box, exact(x)));
                ASSERT_LE(length(x - node.box.centre), node.radius);
                ASSERT_LE(length(x), tree.reach());
            }
        }
        if (node.is_leaf()) {
            ASSERT_LE(node.count, options.leaf_size);
            for (std::uint32_t s = node.first; s < node.first + node.count; ++s) ++slots[s];
            continue;
        }
        ASSERT_GT(node.count, options.leaf_size);
        std::uint32_t below = 0;
        for (const std::uint32_t child : node.children) {
            if (obb_child::is_triangle(child)) {
                ++slots[obb_child::slot_of(child)];
                ++below;
            } else {
                ASSERT_GT(child, i) << "children after parents";
                ++parents[child];
                below += tree.nodes()[child].count;
            }
        }
        ASSERT_EQ(below, node.count);
    }
    if (!parents.empty()) {
        EXPECT_EQ(parents[0], 0);
        EXPECT_TRUE(std::all_of(parents.begin() + 1, parents.end(), [](int n) { return n == 1; }));
        EXPECT_TRUE(std::all_of(slots.begin(), slots.end(), [](int n) { return n == 1; }))
            << "each triangle in one place";
    }
}

TEST(ObbTree, IsSoundForEveryKindOfSoup) {
    Random random(431);
    for (int kind = 0; kind < 6; ++kind) {
        for (const ObbTreeOptions& options : all_options()) {
            const double s = random.log_uniform(1e-6, 1e6);
            const TriangleSoup soup = scaled_soup(some_soup(random, 1 + random.index(20), kind), s);
            expect_sound(soup, tree_of(soup, options), options);
        }
    }
    for (const double s : {1e-90, 1e90}) {
        const TriangleSoup soup = scaled_soup(some_soup(random, 12, 0), s);
        expect_sound(soup, tree_of(soup), {});
    }
}

TEST(ObbTree, MedianIsBalancedAndLeavesAreNotSplitFurther) {
    Random random(432);
    const TriangleSoup soup = some_soup(random, 64, 0);
    EXPECT_EQ(tree_of(soup, {.split = ObbSplit::median}).depth(), 6U);
    EXPECT_EQ(tree_of(soup, {.split = ObbSplit::median}).nodes().size(), 63U);
    EXPECT_EQ(tree_of(soup, {.split = ObbSplit::median, .leaf_size = 64}).nodes().size(), 1U);
    // Three triangles, at most two in a leaf: two and one.
    const TriangleSoup three = some_soup(random, 3, 0);
    const ObbTree tree = tree_of(three, {.split = ObbSplit::median, .leaf_size = 2});
    ASSERT_EQ(tree.nodes().size(), 2U);
    EXPECT_TRUE(obb_child::is_triangle(tree.nodes()[0].children[0]) !=
                obb_child::is_triangle(tree.nodes()[0].children[1]));
    EXPECT_EQ(tree_of(three, {.leaf_size = 0}).nodes().size(), 2U) << "0 counts as 1";
    EXPECT_GE(tree_of(soup).memory_bytes(), 63 * sizeof(ObbNode) + 64 * (4 + 12) + 192 * 24);
}

/// Centroids at 2^-i: every cut at the centre takes off one triangle.
TEST(ObbTree, DepthIsBoundedWhateverTheInput) {
    TriangleSoup soup;
    for (std::uint32_t i = 0; i < 900; ++i) {
        const double x = std::ldexp(1.0, -static_cast<int>(i % 300)), y = 1e-3 * x;
        for (const Vec3& v : {Vec3{x, 0, 0}, Vec3{x, y, 0}, Vec3{x, 0, y * (i + 1)}})
            soup.vertices.push_back(v);
        soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    const ObbTree tree = tree_of(soup);
    EXPECT_GT(tree.depth(), 30U);
    EXPECT_LE(tree.depth(), 80U);
    EXPECT_TRUE(test_collision({tree, {}}, {tree, Pose::translation({1e-4, 0, 0})}, {}).stats.box_tests > 0);
}

TEST(ObbTree, BadInputIsRefusedWithItsName) {
    TriangleSoup soup = torus_mesh({1, 0.3, 6, 4});
    const auto refused = [&](Rule rule, Element kind, std::size_t element) {
        const auto tree = ObbTree::build(soup.vertices, soup.triangles);
        ASSERT_FALSE(tree.has_value());
        EXPECT_EQ(tree.error().rule, rule);
        EXPECT_EQ(tree.error().kind, kind);
        EXPECT_EQ(tree.error().element, element);
        EXPECT_FALSE(tree.error().message().empty());
    };
    const Vec3 kept = soup.vertices[5];
    soup.vertices[5].y = std::nan("");
    refused(Rule::not_finite, Element::vertex, 5);
    soup.vertices[5] = {0, 0, std::numeric_limits<double>::infinity()};
    refused(Rule::not_finite, Element::vertex, 5);
    soup.vertices[5] = {1e101, 0, 0};
    refused(Rule::out_of_range, Element::vertex, 5);
    soup.vertices[5] = kept;
    soup.triangles[7][1] = 24;
    refused(Rule::out_of_range, Element::triangle, 7);
    const auto none = ObbTree::build({}, {});
    ASSERT_TRUE(none.has_value());
    EXPECT_TRUE(none->empty());
    EXPECT_EQ(none->root(), obb_child::kNone);
}

TEST(ObbTree, OfAMeshIsThatOfItsTriangles) {
    const TriangleSoup soup = torus_mesh({1, 0.3, 16, 8});
    const auto ring = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    ASSERT_TRUE(ring.has_value());
    const ObbTree tree =
        ObbTree::build(*ring, {.fit = ObbFit::triangles, .split = ObbSplit::median, .leaf_size = 1});
    const ObbTree plain = tree_of(soup, {.split = ObbSplit::median});
    ASSERT_EQ(tree.nodes().size(), plain.nodes().size());
    for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
        EXPECT_EQ(tree.nodes()[i].box, plain.nodes()[i].box);
        EXPECT_EQ(tree.nodes()[i].children, plain.nodes()[i].children);
    }
    EXPECT_TRUE(std::equal(tree.order().begin(), tree.order().end(), plain.order().begin()));
    std::size_t visits = 0;
    const Pose pushed = Pose::from(Quat::from_axis_angle({1, 0, 0}, 1.5), {1.5, 0, 0});
    const TreeStats stats =
        find_collisions({tree, Pose::identity()}, {tree, pushed}, {},
                        [&](const TreeContact&) { return ++visits < 5 ? Continue::yes : Continue::no; });
    EXPECT_EQ(visits, 5U);
    EXPECT_GT(stats.box_tests, 0U);
    EXPECT_TRUE(stats.stopped);
}

TEST(ObbFit, ContainsTheTrianglesAndIgnoresOtherVertices) {
    Random random(433);
    for (int kind = 0; kind < 6; ++kind) {
        for (const ObbFit fit : kFits) {
            TriangleSoup soup = some_soup(random, 12, kind);
            soup.vertices.push_back({100, 100, 100});
            const Obb box = fit_obb(soup.vertices, soup.triangles, fit);
            ASSERT_FALSE(is_empty(box));
            for (std::size_t i = 0; i + 1 < soup.vertices.size(); ++i)
                EXPECT_TRUE(inside(box, exact(soup.vertices[i])));
            EXPECT_LT(max_component(box.half_extents), 3);
        }
    }
    EXPECT_TRUE(is_empty(fit_obb({}, {}, ObbFit::points)));
    const std::vector<Vec3> bad{{0, 0, 0}, {1, 0, 0}, {0, std::nan(""), 0}};
    EXPECT_TRUE(
        is_empty(fit_obb(bad, std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}}, ObbFit::triangles)));
    EXPECT_TRUE(
        is_empty(fit_obb(bad, std::vector<std::array<std::uint32_t, 3>>{{0, 1, 3}}, ObbFit::triangles)));
}

/// The corrected covariance against points drawn evenly from the surface.
TEST(ObbFit, SurfaceCovarianceIsThatOfTheSurface) {
    Random random(434);
    ObbFitSet set;
    set.points = {{-1, -0.2, 0.1}, {1, 0.3, 0}, {0.2, 1, 0.4}, {0.1, -0.5, -0.6}, {0.6, 0.1, 0.2}};
    set.triangles = {{0, 1, 2}, {1, 3, 4}, {0, 3, 2}};
    std::vector<double> areas;
    for (const auto& t : set.triangles)
        areas.push_back(
            length(cross(set.points[t[1]] - set.points[t[0]], set.points[t[2]] - set.points[t[0]])));
    const double total = std::accumulate(areas.begin(), areas.end(), 0.0);
    std::vector<Vec3> samples;
    for (int i = 0; i < 200000; ++i) {
        double pick = random.unit() * total;
        std::size_t k = 0;
        while (k < 2 && pick > areas[k]) pick -= areas[k++];
        const double u = std::sqrt(random.unit()), v = random.unit();
        const auto& t = set.triangles[k];
        samples.push_back(set.points[t[0]] * (1 - u) + set.points[t[1]] * (u * (1 - v)) +
                          set.points[t[2]] * (u * v));
    }
    const Mat3 sampled = point_axes(samples), integrated = surface_axes(set);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_GT(std::abs(dot(sampled.columns[i], integrated.columns[i])), 0.9998) << i;
}

/// A fine patch on one face pulls the covariance of the vertices, not that of the surface; points inside the
/// hull pull neither.
TEST(ObbFit, TessellationAndInteriorDoNotMatter) {
    const Pose pose = Pose::from(Quat::from_axis_angle({1, 2, -1}, 0.9), {4, 5, 6});
    const Vec3 half{3, 2, 1};
    TriangleSoup soup = box_mesh(half);
    // Triangles that crowd one corner, inside the box.
    Random random(435);
    for (std::uint32_t i = 0; i < 300; ++i) {
        const auto first = static_cast<std::uint32_t>(soup.vertices.size());
        for (int k = 0; k < 3; ++k) soup.vertices.push_back(half * 0.8 + random.in_cube(0.15));
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    for (Vec3& v : soup.vertices) v = pose * v;
    for (const ObbFit fit : kFits) EXPECT_NEAR(volume(fit_obb(soup.vertices, soup.triangles, fit)), 48, 1e-6);
}

TEST(ObbFit, MinimumVolumeIsNeverWorseAndMendsTheCube) {
    Random random(436);
    double cubes = 0, worst = 0, plain = 0;
    for (int i = 0; i < 100; ++i) {
        TriangleSoup cube = box_mesh({1, 1, 1});
        const Pose pose = random.pose(2);
        for (Vec3& v : cube.vertices) v = pose * v;
        const double least = volume(fit_obb(cube.vertices, cube.triangles, ObbFit::minimum_volume)) / 8;
        cubes += least / 100;
        worst = std::max(worst, least);
        plain += volume(fit_obb(cube.vertices, cube.triangles, ObbFit::points)) / 8 / 100;
        const TriangleSoup soup = some_soup(random, 2 + random.index(30), 0);
        EXPECT_LE(volume(fit_obb(soup.vertices, soup.triangles, ObbFit::minimum_volume)),
                  volume(fit_obb(soup.vertices, soup.triangles, ObbFit::triangles)) * (1 + 1e-9));
    }
    EXPECT_GT(plain, 2) << "the covariance of a cube's corners has no axes";
    EXPECT_LT(cubes, 1.02);
    EXPECT_LT(worst, 1.2);
}

TEST(ObbFit, FlatAndThinSetsGetFlatAndThinBoxes) {
    Random random(437);
    for (const ObbFit fit : kFits) {
        const TriangleSoup flat = some_soup(random, 20, 1), line = some_soup(random, 20, 2),
                           point = some_soup(random, 1, 4);
        const auto sorted = [](const Obb& box) {
            std::array<double, 3> h{box.half_extents.x, box.half_extents.y, box.half_extents.z};
            std::sort(h.begin(), h.end());
            return h;
        };
        EXPECT_LT(sorted(fit_obb(flat.vertices, flat.triangles, fit))[0], 1e-14);
        EXPECT_GT(sorted(fit_obb(flat.vertices, flat.triangles, fit))[1], 0.1);
        EXPECT_LT(sorted(fit_obb(line.vertices, line.triangles, fit))[1], 1e-14);
        EXPECT_GT(sorted(fit_obb(line.vertices, line.triangles, fit))[2], 0.5);
        EXPECT_LT(sorted(fit_obb(point.vertices, point.triangles, fit))[2], 1e-14);
    }
}

}  // namespace
}  // namespace graze::test
