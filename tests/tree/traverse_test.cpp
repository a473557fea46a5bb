// Searches of one tree against a test of every box.
#include "graze/tree/box_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "box_sets.hpp"
#include "math/exact.hpp"

namespace graze::test {
namespace {

/// Primitives of visited leaves; no leaf comes twice.
struct Visited {
    const BoxTree& tree;
    std::set<std::uint32_t> primitives;

    void add(LeafSlots leaf) {
        for (const std::uint32_t p : tree.primitives(leaf))
            ASSERT_TRUE(primitives.insert(p).second) << "visited twice";
    }
};

Aabb box_of(const BoxTree& tree, const std::vector<Aabb>& boxes, LeafSlots leaf) {
    Aabb box;
    for (const std::uint32_t p : tree.primitives(leaf)) box = merge(box, boxes[p]);
    return box;
}

/// Around the set's own coordinates: a point of a box, of the whole, or well outside.
Vec3 draw_point(Random& random, const BoxTree& tree, const std::vector<Aabb>& boxes) {
    const Vec3 size = tree.bounds().max - tree.bounds().min, middle = centre(tree.bounds());
    const double reach = std::max(max_component(size), max_component(abs(middle)) * 1e-15);
    switch (random.index(4)) {
        case 0: return boxes[random.index(boxes.size())].min;
        case 1: return centre(boxes[random.index(boxes.size())]);
        case 2: return middle + hadamard(size, random.in_cube(0.6));
        default: return middle + random.in_cube(30) * reach;
    }
}

template <class Body> void for_every_tree(const Body& body) {
    for (const BoxSet set : kAllBoxSets) {
        for (const std::size_t count : {1U, 40U, 600U}) {
            const std::vector<Aabb> boxes = make_boxes(set, count, 3 * count);
            for (const BoxTreeOptions& options :
                 {BoxTreeOptions{}, BoxTreeOptions{.split = BoxSplit::midpoint},
                  BoxTreeOptions{.compact = true}}) {
                SCOPED_TRACE(name_of(set) + " of " + std::to_string(count) +
                             (options.compact ? ", compact" : ""));
                body(*BoxTree::build(boxes, options), boxes);
            }
        }
    }
}

TEST(VisitBox, FindsWhatABoxOverlaps) {
    std::size_t hits = 0, asked = 0;
    for_every_tree([&](const BoxTree& tree, const std::vector<Aabb>& boxes) {
        Random random(5);
        // Of compact trees a step of the node's grid, and of those below.
        const double rounding = (tree.compact() ? 0x1p-5 : 1e-6) / tree.frame().scale;
        for (int k = 0; k < 40; ++k) {
            const Vec3 a = draw_point(random, tree, boxes), b = draw_point(random, tree, boxes);
            const Aabb query = random.chance(0.3) ? Aabb{a, a} : Aabb{min(a, b), max(a, b)};
            Visited visited{tree, {}};
            const TreeStats stats = visit_box(tree, query, [&](LeafSlots leaf) {
                visited.add(leaf);
                EXPECT_TRUE(overlaps(minkowski_sum(query, aabb_around({}, {rounding, rounding, rounding})),
                                     box_of(tree, boxes, leaf)));
                return Continue::yes;
            });
            for (std::uint32_t i = 0; i < boxes.size(); ++i) {
                if (!overlaps(boxes[i], query)) continue;
                ++hits;
                ASSERT_TRUE(visited.primitives.contains(i)) << "box " << i;
            }
            ++asked;
            EXPECT_FALSE(stats.stopped);
            EXPECT_LE(stats.node_tests, tree.node_count());
            EXPECT_LE(stats.box_tests, kNodeWidth * stats.node_tests);
        }
    });
    EXPECT_GT(hits, asked);
}

TEST(VisitBox, StopsOnRequest) {
    const std::vector<Aabb> boxes = make_boxes(BoxSet::spread, 1000, 1);
    const BoxTree tree = *BoxTree::build(boxes);
    int calls = 0;
    const TreeStats stats =
        visit_box(tree, tree.bounds(), [&](LeafSlots) { return ++calls < 3 ? Continue::yes : Continue::no; });
    EXPECT_EQ(calls, 3);
    EXPECT_TRUE(stats.stopped);
    EXPECT_EQ(stats.leaf_tests, 3U);
}

TEST(VisitBox, EmptyBoxesAndTreesOverlapNothing) {
    const BoxTree tree = *BoxTree::build(make_boxes(BoxSet::spread, 100, 1));
    const auto count = [](const BoxTree& searched, const Aabb& box) {
        return visit_box(searched, box, [](LeafSlots) { return Continue::yes; }).leaf_tests;
    };
    EXPECT_EQ(count(tree, {}), 0U);
    EXPECT_EQ(count(BoxTree{}, {{-1, -1, -1}, {1, 1, 1}}), 0U);
    EXPECT_EQ(count(tree, {{2, 2, 2}, {3, 3, 3}}), 0U);
    EXPECT_EQ(count(tree, {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}}),
              count(tree, {{-1e100, -1e100, -1e100}, {1e100, 1e100, 1e100}}));
}

TEST(VisitNear, FindsWhatIsWithinReach) {
    for_every_tree([&](const BoxTree& tree, const std::vector<Aabb>& boxes) {
        Random random(6);
        const double size = max_component(tree.bounds().max - tree.bounds().min);
        for (int k = 0; k < 30; ++k) {
            const Vec3 point = draw_point(random, tree, boxes);
            const double reach = random.chance(0.2)   ? 0
                                 : random.chance(0.1) ? kInfinity
                                                      : size * random.log_uniform(1e-3, 10);
            Visited visited{tree, {}};
            visit_near(tree, point, reach, [&](LeafSlots leaf, double lower, double& limit) {
                visited.add(leaf);
                EXPECT_EQ(limit, reach);
                for (const std::uint32_t p : tree.primitives(leaf))
                    EXPECT_LE(lower, sqrt(distance_sq(boxes[p], point)).upper);
                return Continue::yes;
            });
            for (std::uint32_t i = 0; i < boxes.size(); ++i) {
                if (sqrt(distance_sq(boxes[i], point)).upper > reach) continue;
                ASSERT_TRUE(visited.primitives.contains(i)) << "box " << i;
            }
        }
    });
}

TEST(VisitNear, ShrinksToTheNearest) {
    std::size_t all = 0, visited = 0;
    for_every_tree([&](const BoxTree& tree, const std::vector<Aabb>& boxes) {
        Random random(7);
        for (int k = 0; k < 30; ++k) {
            const Vec3 point = draw_point(random, tree, boxes);
            double nearest = kInfinity;
            visit_near(tree, point, kInfinity, [&](LeafSlots leaf, double lower, double& limit) {
                EXPECT_LE(lower, limit);
                for (const std::uint32_t p : tree.primitives(leaf))
                    limit = std::min(limit, sqrt(distance_sq(boxes[p], point)).upper);
                visited += leaf.count;
                nearest = limit;
                return Continue::yes;
            });
            double truth = kInfinity;
            for (const Aabb& box : boxes) truth = std::min(truth, sqrt(distance_sq(box, point)).upper);
            ASSERT_EQ(nearest, truth);
            all += boxes.size();
        }
    });
    EXPECT_LT(visited, all / 3);  // the nested and identical sets cannot be pruned
}

TEST(VisitNear, RefusesWhatIsNoQuestion) {
    const BoxTree tree = *BoxTree::build(make_boxes(BoxSet::spread, 100, 1));
    const auto count = [&](const Vec3& point, double reach) {
        return visit_near(tree, point, reach, [](LeafSlots, double, double&) { return Continue::yes; })
            .leaf_tests;
    };
    EXPECT_EQ(count({kInfinity, 0, 0}, 1), 0U);
    EXPECT_EQ(count({}, -1), 0U);
    EXPECT_EQ(count({}, std::numeric_limits<double>::quiet_NaN()), 0U);
    EXPECT_EQ(count({1e100, 0, 0}, 1e99), 0U);
    EXPECT_GT(count({1e100, 0, 0}, 2e100), 0U);
}

/// The exact first parameter in [t_min, t_max] at which the ray is in the box grown by the margin; negative
/// when there is none.
mpq_class first_parameter(const Aabb& box, const RaySegment& ray) {
    mpq_class low(ray.t_min), high(std::min(ray.t_max, 1e300));
    for (std::size_t i = 0; i < 3; ++i) {
        const mpq_class o(ray.origin[i]), d(ray.direction[i]), margin(ray.margin);
        const mpq_class min = mpq_class(box.min[i]) - margin, max = mpq_class(box.max[i]) + margin;
        if (d == 0) {
            if (o < min || o > max) return -1;
            continue;
        }
        const mpq_class s = (min - o) / d, t = (max - o) / d;
        low = std::max<mpq_class>(low, std::min(s, t));
        high = std::min<mpq_class>(high, std::max(s, t));
    }
    return low <= high ? low : mpq_class(-1);
}

RaySegment draw_ray(Random& random, const BoxTree& tree, const std::vector<Aabb>& boxes) {
    RaySegment ray;
    ray.origin = draw_point(random, tree, boxes);
    // Often straight at a corner, along an axis, or of odd length.
    const Vec3 at = draw_point(random, tree, boxes);
    ray.direction = (at - ray.origin) * random.log_uniform(1e-3, 1e3);
    const double longest = max_component(abs(ray.direction));
    for (std::size_t i = 0; i < 3; ++i) {
        if (random.chance(0.25)) ray.direction[i] = 0;
        if (random.chance(0.1)) ray.direction[i] = longest * random.log_uniform(1e-30, 1e-3);
    }
    if (ray.direction == Vec3{}) ray.direction = {longest > 0 ? longest : 1, 0, 0};
    if (random.chance(0.3)) ray.t_max = random.log_uniform(1e-4, 1e3);
    if (random.chance(0.3)) ray.t_min = random.log_uniform(1e-4, 1e3);
    if (random.chance(0.3))
        ray.margin = max_component(tree.bounds().max - tree.bounds().min) * random.log_uniform(1e-9, 3);
    return ray;
}

TEST(VisitRay, MissesNothing) {
    std::size_t hits = 0, visits = 0;
    for_every_tree([&](const BoxTree& tree, const std::vector<Aabb>& boxes) {
        Random random(8);
        for (int k = 0; k < 40; ++k) {
            const RaySegment ray = draw_ray(random, tree, boxes);
            Visited visited{tree, {}};
            visit_ray(tree, ray, [&](LeafSlots leaf, double lower, double& t_max) {
                visited.add(leaf);
                EXPECT_EQ(t_max, ray.t_max);
                EXPECT_GE(lower, ray.t_min);
                for (const std::uint32_t p : tree.primitives(leaf)) {
                    const mpq_class t = first_parameter(boxes[p], ray);
                    EXPECT_TRUE(t < 0 || lower <= t);
                }
                visits += leaf.count;
                return Continue::yes;
            });
            for (std::uint32_t i = 0; i < boxes.size(); ++i) {
                if (ray.margin == 0 && clip_ray(boxes[i], ray.origin, ray.direction).lower > 1e300)
                    continue;  // surely a miss
                if (first_parameter(boxes[i], ray) < 0) continue;
                ++hits;
                ASSERT_TRUE(visited.primitives.contains(i)) << "box " << i;
            }
        }
    });
    EXPECT_GT(hits, 1000U);
    EXPECT_LT(visits, 4 * hits);
}

TEST(VisitRay, ShrinksToTheFirstHit) {
    for_every_tree([&](const BoxTree& tree, const std::vector<Aabb>& boxes) {
        Random random(9);
        for (int k = 0; k < 20; ++k) {
            const RaySegment ray = draw_ray(random, tree, boxes);
            double first = kInfinity;
            visit_ray(tree, ray, [&](LeafSlots leaf, double lower, double& t_max) {
                EXPECT_LE(lower, t_max);
                for (const std::uint32_t p : tree.primitives(leaf)) {
                    const mpq_class t = first_parameter(boxes[p], ray);
                    if (t >= 0 && t.get_d() < first) first = t.get_d(), t_max = std::min(t_max, first);
                }
                return Continue::yes;
            });
            double truth = kInfinity;
            for (const Aabb& box : boxes) {
                if (ray.margin == 0 && clip_ray(box, ray.origin, ray.direction).lower > 1e300) continue;
                const mpq_class t = first_parameter(box, ray);
                if (t >= 0) truth = std::min(truth, t.get_d());
            }
            ASSERT_EQ(first, truth);
        }
    });
}

TEST(VisitRay, AnyHitVisitsLittle) {
    const std::vector<Aabb> boxes = make_boxes(BoxSet::spread, 20000, 4);
    const BoxTree tree = *BoxTree::build(boxes);
    Random random(10);
    std::uint64_t nodes = 0;
    for (int k = 0; k < 100; ++k) {
        const Vec3 origin = random.direction() * 5.0;
        const TreeStats stats = visit_ray(tree, {origin, random.in_cube(0.5) - origin},
                                          [&](LeafSlots, double, double&) { return Continue::no; });
        EXPECT_TRUE(stats.stopped);
        EXPECT_EQ(stats.leaf_tests, 1U);
        nodes += stats.node_tests;
    }
    EXPECT_LT(nodes, 100 * 12U);
}

}  // namespace
}  // namespace graze::test
