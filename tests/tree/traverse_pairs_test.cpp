// Searches of two trees against a test of every pair of boxes.
#include "graze/tree/box_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "box_sets.hpp"
#include "tree/transformed_pairs.hpp"
#include "visited_pairs.hpp"

namespace graze::test {
namespace {

/// How deep two boxes overlap along the worst of up to fifteen axes, as a length; negative: a gap. Axes of
/// length near zero say nothing.
double overlap_depth(const Aabb& a, const Aabb& b, const Affine& b_in_a, std::size_t axis_count) {
    const auto& columns = b_in_a.linear.columns;
    std::vector<Vec3> axes{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (std::size_t j = 0; j < 3; ++j) axes.push_back(cross(columns[j], columns[(j + 1) % 3]));
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) axes.push_back(cross(axes[i], columns[j]));
    const double size = norm_bound(b_in_a.linear);
    double depth = kInfinity;
    for (std::size_t k = 0; k < axis_count; ++k) {
        const double length_of_axis = length(axes[k]);
        if (length_of_axis <= 1e-9 * std::max(1.0, k < 6 ? size * size : size)) continue;
        const Vec3 n = axes[k] * (1 / length_of_axis), hb = half_extents(b);
        double reach = dot(abs(n), half_extents(a));
        for (std::size_t j = 0; j < 3; ++j) reach += std::abs(dot(n, columns[j])) * hb[j];
        depth = std::min(depth, reach - std::abs(dot(n, b_in_a * centre(b) - centre(a))));
    }
    return depth;
}

/// Maps under which the two sets mostly overlap in part: rigid, scaled, sheared, flat.
Affine draw_map(Random& random, const BoxTree& a, const BoxTree& b, int kind) {
    const double size_a = max_component(a.bounds().max - a.bounds().min),
                 size_b = max_component(b.bounds().max - b.bounds().min);
    Mat3 linear = random.pose(0).rotation;
    if (kind == 1) linear = linear * Mat3::diagonal({0.5, 2, -1});
    if (kind == 2) linear = linear * Mat3{{Vec3{1, 0, 0}, Vec3{0.7, 1, 0}, Vec3{-0.4, 0.3, 1}}};
    if (kind == 3) linear = linear * Mat3::diagonal({1, 1, 0});
    if (kind == 4) linear = Mat3::identity();
    const double scale = kind == 5 && size_b > 0 && size_a > 0 ? size_a / size_b : 1;
    for (Vec3& column : linear.columns) column = column * scale;
    const Vec3 target = centre(a.bounds()) + random.in_cube(0.6) * (size_a + scale * size_b);
    return {linear, target - linear * centre(b.bounds())};
}

struct PairCase {
    std::vector<Aabb> boxes_a;
    std::vector<Aabb> boxes_b;
    BoxTree a;
    BoxTree b;
    Affine b_in_a;
    double unit;  ///< Size of everything, as a length of a's.
};

template <class Body> void for_every_case(std::size_t count, int kinds, const Body& body) {
    Random random(21);
    for (const BoxSet set_a : {BoxSet::spread, BoxSet::clustered, BoxSet::flat, BoxSet::mixed_sizes,
                               BoxSet::identical, BoxSet::far_away}) {
        for (const BoxSet set_b : {BoxSet::spread, BoxSet::on_a_line, BoxSet::nested, BoxSet::points}) {
            for (int kind = 0; kind < kinds; ++kind) {
                PairCase s{make_boxes(set_a, count, 1), make_boxes(set_b, count / 2, 2), {}, {}, {}, 0};
                s.a = *BoxTree::build(s.boxes_a, {.compact = kind % 3 == 1});
                s.b = *BoxTree::build(s.boxes_b,
                                      {.split = kind % 2 == 0 ? BoxSplit::midpoint : BoxSplit::binned_sah,
                                       .compact = kind % 3 > 0});
                s.b_in_a = draw_map(random, s.a, s.b, kind);
                s.unit = 1 / s.a.frame().scale + norm_bound(s.b_in_a.linear) / s.b.frame().scale;
                SCOPED_TRACE(name_of(set_a) + ", " + name_of(set_b) + ", map " + std::to_string(kind));
                body(s);
            }
        }
    }
}

std::set<PrimitivePair> visited_pairs(const PairCase& s, const PairOptions& options) {
    Visited visited{s.a, s.b, {}};
    const TreeStats stats = visit_pairs(s.a, s.b, s.b_in_a, options, [&](LeafSlots a, LeafSlots b) {
        visited.add(a, b);
        return Continue::yes;
    });
    EXPECT_LE(stats.box_tests, kNodeWidth * stats.node_tests);
    return visited.pairs;
}

/// Roundings of the frames, of coordinates far from the origin, and of the oracle.
double slack_of(const PairCase& s) {
    return 4e-6 * s.unit +
           1e-12 * (max_component(abs(s.b_in_a.offset)) + max_component(abs(s.a.frame().origin)));
}

TEST(VisitPairs, MissesNoOverlappingPair) {
    std::size_t overlapping = 0, by_faces = 0, by_edges = 0;
    for_every_case(120, 6, [&](const PairCase& s) {
        const auto faces = visited_pairs(s, {.test = BoxTest::faces});
        const auto full = visited_pairs(s, {.test = BoxTest::faces_and_edges});
        EXPECT_TRUE(std::includes(faces.begin(), faces.end(), full.begin(), full.end()));
        by_faces += faces.size();
        by_edges += full.size();
        const double rounding =
            1e-13 * (s.unit + max_component(abs(s.b_in_a.offset)) + max_component(abs(s.a.frame().origin)));
        for (std::uint32_t i = 0; i < s.boxes_a.size(); ++i) {
            for (std::uint32_t j = 0; j < s.boxes_b.size(); ++j) {
                if (overlap_depth(s.boxes_a[i], s.boxes_b[j], s.b_in_a, 15) <= rounding) continue;
                ++overlapping;
                ASSERT_TRUE(full.contains({i, j})) << i << " " << j;
            }
        }
    });
    EXPECT_GT(overlapping, 20000U);
    EXPECT_LT(by_edges, by_faces);
}

TEST(VisitPairs, TouchingCounts) {
    // A lattice of cubes against its own images under the 48 signed permutations, which are exact: they
    // intersect at x = 0, y = 0 or z = 0, if at all.
    std::vector<Aabb> cubes;
    const double h = 1.0 / 3;
    for (int n = 0; n < 64; ++n) {
        const Vec3 corner{h * (n % 4), h * (n / 4 % 4), h * (n / 16)};
        cubes.push_back({corner, {h * (n % 4 + 1), h * (n / 4 % 4 + 1), h * (n / 16 + 1)}});
    }
    const BoxTree tree = *BoxTree::build(cubes);
    std::size_t touching = 0;
    for (unsigned map = 0; map < 48; ++map) {
        const std::size_t first = map / 8 % 3, second = (first + 1 + map / 24) % 3,
                          third = 3 - first - second;
        PairCase s{cubes, cubes, tree, tree, {}, 1};
        s.b_in_a.linear = {};
        s.b_in_a.linear(first, 0) = map & 1U ? -1 : 1;
        s.b_in_a.linear(second, 1) = map & 2U ? -1 : 1;
        s.b_in_a.linear(third, 2) = map & 4U ? -1 : 1;
        const auto pairs = visited_pairs(s, {.test = BoxTest::faces_and_edges});
        for (std::uint32_t j = 0; j < cubes.size(); ++j) {
            const Vec3 p = s.b_in_a * cubes[j].min, q = s.b_in_a * cubes[j].max;
            for (std::uint32_t i = 0; i < cubes.size(); ++i) {
                if (!overlaps(cubes[i], {min(p, q), max(p, q)})) continue;
                ++touching;
                ASSERT_TRUE(pairs.contains({i, j})) << map;
            }
        }
    }
    EXPECT_GT(touching, 2000U);
}

TEST(VisitPairs, VisitsOnlyOverlappingLeaves) {
    for_every_case(120, 6, [&](const PairCase& s) {
        if (std::abs(determinant(s.b_in_a.linear)) < 1e-9)
            return;  // flat maps have no way back, hence no axes of b's
        // Leaves of compact trees are larger by steps of their nodes' grids.
        const double grid = s.a.compact() || s.b.compact() ? 0x1p-5 * s.unit : 0;
        for (const BoxTest test : {BoxTest::faces, BoxTest::faces_and_edges}) {
            visit_pairs(s.a, s.b, s.b_in_a, {.test = test}, [&](LeafSlots leaf_a, LeafSlots leaf_b) {
                Aabb a, b;
                for (const std::uint32_t p : s.a.primitives(leaf_a)) a = merge(a, s.boxes_a[p]);
                for (const std::uint32_t q : s.b.primitives(leaf_b)) b = merge(b, s.boxes_b[q]);
                // Cross products are short when edges are nearly parallel, and the slack along them then
                // weighs more.
                EXPECT_GE(overlap_depth(a, b, s.b_in_a, 6), -slack_of(s) - grid);
                if (test == BoxTest::faces_and_edges) {
                    EXPECT_GE(overlap_depth(a, b, s.b_in_a, 15), -1000 * slack_of(s) - grid);
                }
                return Continue::yes;
            });
        }
    });
}

TEST(VisitPairs, MarginsReachFarther) {
    std::size_t more = 0;
    for_every_case(60, 3, [&](const PairCase& s) {
        const double margin = 0.1 * s.unit;
        const auto touching = visited_pairs(s, {});
        const auto near = visited_pairs(s, {.margin = margin, .test = BoxTest::faces_and_edges});
        for (std::uint32_t i = 0; i < s.boxes_a.size(); ++i) {
            for (std::uint32_t j = 0; j < s.boxes_b.size(); ++j) {
                const Aabb wide = aabb_around(centre(s.boxes_a[i]),
                                              half_extents(s.boxes_a[i]) + Vec3{1, 1, 1} * (margin / 2));
                if (overlap_depth(wide, s.boxes_b[j], s.b_in_a, 15) <= slack_of(s)) continue;
                ASSERT_TRUE(near.contains({i, j}));  // half a margin's cube is within the margin's ball
                more += touching.contains({i, j}) ? 0 : 1;
            }
        }
    });
    EXPECT_GT(more, 1000U);
}

TEST(VisitPairs, SwappedTreesVisitTheSamePairs) {
    for_every_case(120, 1, [&](const PairCase& s) {
        const Pose pose{s.b_in_a.linear, s.b_in_a.offset};
        Visited swapped{s.b, s.a, {}};
        visit_pairs(s.b, s.a, Affine::from(inverse(pose)), {.test = BoxTest::faces_and_edges},
                    [&](LeafSlots b, LeafSlots a) {
                        swapped.add(b, a);
                        return Continue::yes;
                    });
        for (std::uint32_t i = 0; i < s.boxes_a.size(); ++i) {
            for (std::uint32_t j = 0; j < s.boxes_b.size(); ++j) {
                if (overlap_depth(s.boxes_a[i], s.boxes_b[j], s.b_in_a, 15) <= slack_of(s)) continue;
                ASSERT_TRUE(swapped.pairs.contains({j, i}));
            }
        }
    });
}

TEST(VisitPairs, StopsAndRefuses) {
    const BoxTree a = *BoxTree::build(make_boxes(BoxSet::spread, 500, 1)),
                  b = *BoxTree::build(make_boxes(BoxSet::spread, 500, 2));
    int calls = 0;
    const auto three = [&](LeafSlots, LeafSlots) { return ++calls < 3 ? Continue::yes : Continue::no; };
    EXPECT_TRUE(visit_pairs(a, b, {}, {}, three).stopped);
    EXPECT_EQ(calls, 3);
    const auto any = [](LeafSlots, LeafSlots) { return Continue::yes; };
    Affine bad;
    bad.offset.x = kInfinity;
    EXPECT_EQ(visit_pairs(a, b, bad, {}, any).leaf_tests, 0U);
    EXPECT_EQ(visit_pairs(a, b, {}, {.margin = -1}, any).leaf_tests, 0U);
    EXPECT_EQ(visit_pairs(a, BoxTree{}, {}, {}, any).leaf_tests, 0U);
    EXPECT_EQ(visit_pairs(a, b, {Mat3::identity(), {3, 0, 0}}, {}, any).node_tests, 0U);
}

TEST(VisitPairs, ServesSizesThatDifferByEverything) {
    // A tiny set inside one box of a huge one, and the reverse: nothing intersects what it should not,
    // nothing is missed.
    const std::vector<Aabb> huge = make_boxes(BoxSet::huge, 300, 5), tiny = make_boxes(BoxSet::tiny, 300, 6);
    const BoxTree a = *BoxTree::build(huge), b = *BoxTree::build(tiny);
    const Vec3 spot = centre(huge[17]);
    Visited visited{a, b, {}};
    visit_pairs(a, b, {Mat3::identity(), spot}, {}, [&](LeafSlots p, LeafSlots q) {
        visited.add(p, q);
        return Continue::yes;
    });
    for (std::uint32_t j = 0; j < tiny.size(); ++j) EXPECT_TRUE(visited.pairs.contains({17, j}));
    EXPECT_LT(visited.pairs.size(), 20 * tiny.size());
    Visited swapped{b, a, {}};
    visit_pairs(b, a, {Mat3::identity(), -spot}, {}, [&](LeafSlots p, LeafSlots q) {
        swapped.add(p, q);
        return Continue::yes;
    });
    for (std::uint32_t j = 0; j < tiny.size(); ++j) EXPECT_TRUE(swapped.pairs.contains({j, 17}));
}

/// Bounds of a transformed leaf that are yet to be set: an empty box, and no heights.
void start_bounds(simd::TransformedLeaf& leaf, const Vec3& along) {
    for (std::size_t k = 0; k < 3; ++k) {
        leaf.box_low[k] = kInfinity;
        leaf.box_high[k] = -kInfinity;
        leaf.along[k] = along[k];
    }
    leaf.bottom = kInfinity;
    leaf.top = -kInfinity;
}

/// Transforms every leaf to the middles of its boxes, which are what has to be found: in a box, and between
/// heights along a direction.
struct MiddleTransformer {
    const std::vector<Aabb>& boxes_a;
    const std::vector<Aabb>& boxes_b;
    Visited visited;
    Pose b_in_a;
    Vec3 along{};
    std::size_t transformed_count = 0;

    void transform(std::size_t side, LeafSlots slots, simd::TransformedLeaf& leaf) {
        ++transformed_count;
        const bool of_a = side == 0;
        start_bounds(leaf, along);
        leaf.count = slots.count;
        leaf.error = static_cast<double>(2 * slots.first + side);  // distinguishes the leaf from every other
        for (const std::uint32_t i : (of_a ? visited.a : visited.b).primitives(slots)) {
            const Vec3 p = (of_a ? inverse(b_in_a) : b_in_a) * centre((of_a ? boxes_a : boxes_b)[i]);
            for (std::size_t k = 0; k < 3; ++k) {
                leaf.box_low[k] = std::min(leaf.box_low[k], p[k] - 1e-9);
                leaf.box_high[k] = std::max(leaf.box_high[k], p[k] + 1e-9);
            }
            leaf.bottom = std::min(leaf.bottom, dot(along, p) - 1e-9);
            leaf.top = std::max(leaf.top, dot(along, p) + 1e-9);
        }
        if (along == Vec3{}) leaf.bottom = leaf.top = 0;
    }
    /// The transformed leaf is the one that the pair names.
    Continue visit(const simd::TransformedPair& pair) {
        EXPECT_EQ(pair.leaf.count, pair.transformed.count);
        EXPECT_EQ(pair.leaf.error, static_cast<double>(2 * pair.transformed.first + pair.side));
        visited.add(pair.side == 0 ? pair.transformed : pair.other,
                    pair.side == 0 ? pair.other : pair.transformed);
        return Continue::yes;
    }
};

template <class Transformer>
TreeStats visit_transformed(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, Transformer& to) {
    const auto transform = [&](std::size_t side, LeafSlots slots, simd::TransformedLeaf& leaf) {
        to.transform(side, slots, leaf);
    };
    const auto visit = [&](const simd::TransformedPair& pair) { return to.visit(pair); };
    return detail::visit_transformed_pairs(a, b, b_in_a, 0, {transform, visit});
}

TEST(VisitPairs, SearchesForLeavesAsTheVisitorTransformsThem) {
    Random random(41);
    std::size_t by_boxes = 0, by_heights = 0;
    for (int k = 0; k < 20; ++k) {
        const std::vector<Aabb> boxes_a = make_boxes(BoxSet::spread, 150, 1),
                                boxes_b = make_boxes(BoxSet::spread, 60 + 20 * random.index(8), 2);
        const BoxTree a = *BoxTree::build(boxes_a), b = *BoxTree::build(boxes_b);
        const Pose pose = random.pose(0.5);
        Visited all{a, b, {}};
        visit_pairs(a, b, Affine::from(pose), {}, [&](LeafSlots p, LeafSlots q) {
            all.add(p, q);
            return Continue::yes;
        });
        for (const Vec3& along : {Vec3{}, random.direction()}) {
            MiddleTransformer visitor{boxes_a, boxes_b, {a, b, {}}, pose, along};
            visit_transformed(a, b, Affine::from(pose), visitor);
            // A middle inside of the other box is found from either side.
            for (std::uint32_t i = 0; i < boxes_a.size(); ++i) {
                for (std::uint32_t j = 0; j < boxes_b.size(); ++j) {
                    const Vec3 from_b = pose * centre(boxes_b[j]),
                               from_a = inverse(pose) * centre(boxes_a[i]);
                    if (contains(boxes_a[i], from_b) && contains(boxes_b[j], from_a)) {
                        ASSERT_TRUE(visitor.visited.pairs.contains({i, j}));
                    }
                }
            }
            EXPECT_TRUE(std::includes(all.pairs.begin(), all.pairs.end(), visitor.visited.pairs.begin(),
                                      visitor.visited.pairs.end()));
            EXPECT_LT(visitor.visited.pairs.size(), all.pairs.size());
            EXPECT_GT(visitor.transformed_count, 0U);
            EXPECT_GT(visitor.visited.pairs.size(), 0U);
            (along == Vec3{} ? by_boxes : by_heights) += visitor.visited.pairs.size();
        }
    }
    EXPECT_LT(by_heights, by_boxes);
}

/// Boxes that are points, four at each place: bounds a leaf exactly where it is along a direction, and
/// anywhere otherwise.
struct PointTransformer {
    const std::vector<Aabb>& boxes;
    const BoxTree& tree;
    Vec3 along{};
    std::set<std::uint32_t> found;

    void transform(std::size_t /*side*/, LeafSlots slots, simd::TransformedLeaf& leaf) const {
        start_bounds(leaf, along);
        for (std::size_t k = 0; k < 3; ++k) {
            leaf.box_low[k] = -1e300;
            leaf.box_high[k] = 1e300;
        }
        for (const std::uint32_t i : tree.primitives(slots)) {
            leaf.bottom = std::min(leaf.bottom, dot(along, boxes[i].min));
            leaf.top = std::max(leaf.top, dot(along, boxes[i].min));
        }
    }
    Continue visit(const simd::TransformedPair& pair) {
        for (const std::uint32_t i : tree.primitives(pair.transformed)) {
            for (const std::uint32_t j : tree.primitives(pair.other)) {
                if (i == j) found.insert(i);
            }
        }
        return Continue::yes;
    }
};

/// Every point overlaps itself, whatever floats make of its height; far from the origin doubles do not know
/// it well either.
TEST(VisitPairs, HeightsOfTransformedLeavesIncludeTheirRounding) {
    Random random(42);
    for (const double far : {0.0, 1e3, 1e9, 1e14}) {
        std::size_t lost = 0;
        for (int n = 0; n < 100; ++n) {
            const Vec3 place = random.in_cube(far);
            std::vector<Aabb> boxes;
            for (int i = 0; i < 50; ++i) {
                const Vec3 p = place + random.in_cube(1);
                boxes.insert(boxes.end(), 4, {p, p});
            }
            const BoxTree tree = *BoxTree::build(boxes);
            PointTransformer visitor{boxes, tree, random.in_cube(1), {}};
            visit_transformed(tree, tree, Affine::from(Pose::identity()), visitor);
            lost += boxes.size() - visitor.found.size();
        }
        EXPECT_EQ(lost, 0U) << far;
    }
}

}  // namespace
}  // namespace graze::test
