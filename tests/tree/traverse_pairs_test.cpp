// Searches of two trees against looking at every pair of boxes.
#include "graze/tree/traverse_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "box_sets.hpp"
#include "graze/query/query.hpp"

namespace graze::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using PrimitivePair = std::pair<std::uint32_t, std::uint32_t>;

struct Visited {
    const BoxTree& a;
    const BoxTree& b;
    std::set<PrimitivePair> pairs;

    void add(LeafSlots leaf_a, LeafSlots leaf_b) {
        for (const std::uint32_t p : a.primitives(leaf_a))
            for (const std::uint32_t q : b.primitives(leaf_b)) ASSERT_TRUE(pairs.insert({p, q}).second) << "visited twice";
    }
};

/// How deep two boxes overlap along the worst of up to fifteen axes, as a length; negative: a gap. Axes of length near zero say nothing.
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
    const double size_a = max_component(a.bounds().max - a.bounds().min), size_b = max_component(b.bounds().max - b.bounds().min);
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
    for (const BoxSet set_a : {BoxSet::spread, BoxSet::clustered, BoxSet::flat, BoxSet::mixed_sizes, BoxSet::identical, BoxSet::far_away}) {
        for (const BoxSet set_b : {BoxSet::spread, BoxSet::on_a_line, BoxSet::nested, BoxSet::points}) {
            for (int kind = 0; kind < kinds; ++kind) {
                PairCase s{make_boxes(set_a, count, 1), make_boxes(set_b, count / 2, 2), {}, {}, {}, 0};
                s.a = *BoxTree::build(s.boxes_a);
                s.b = *BoxTree::build(s.boxes_b, {.split = kind % 2 == 0 ? BoxSplit::midpoint : BoxSplit::binned_sah});
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
    return 4e-6 * s.unit + 1e-12 * (max_component(abs(s.b_in_a.offset)) + max_component(abs(s.a.frame().origin)));
}

TEST(VisitPairs, MissesNoPairThatMeets) {
    std::size_t meeting = 0, by_faces = 0, by_edges = 0;
    for_every_case(120, 6, [&](const PairCase& s) {
        const auto faces = visited_pairs(s, {.test = BoxTest::faces});
        const auto full = visited_pairs(s, {.test = BoxTest::faces_and_edges});
        EXPECT_TRUE(std::includes(faces.begin(), faces.end(), full.begin(), full.end()));
        by_faces += faces.size();
        by_edges += full.size();
        const double rounding = 1e-13 * (s.unit + max_component(abs(s.b_in_a.offset)) + max_component(abs(s.a.frame().origin)));
        for (std::uint32_t i = 0; i < s.boxes_a.size(); ++i) {
            for (std::uint32_t j = 0; j < s.boxes_b.size(); ++j) {
                if (overlap_depth(s.boxes_a[i], s.boxes_b[j], s.b_in_a, 15) <= rounding) continue;
                ++meeting;
                ASSERT_TRUE(full.contains({i, j})) << i << " " << j;
            }
        }
    });
    EXPECT_GT(meeting, 20000U);
    EXPECT_LT(by_edges, by_faces);
}

TEST(VisitPairs, VisitsOnlyLeavesThatMeet) {
    for_every_case(120, 6, [&](const PairCase& s) {
        if (std::abs(determinant(s.b_in_a.linear)) < 1e-9) return;  // flat maps have no way back, hence no axes of b's
        for (const BoxTest test : {BoxTest::faces, BoxTest::faces_and_edges}) {
            visit_pairs(s.a, s.b, s.b_in_a, {.test = test}, [&](LeafSlots leaf_a, LeafSlots leaf_b) {
                Aabb a, b;
                for (const std::uint32_t p : s.a.primitives(leaf_a)) a = merge(a, s.boxes_a[p]);
                for (const std::uint32_t q : s.b.primitives(leaf_b)) b = merge(b, s.boxes_b[q]);
                // Cross products are short when edges are nearly parallel, and the slack along them then weighs more.
                EXPECT_GE(overlap_depth(a, b, s.b_in_a, 6), -slack_of(s));
                if (test == BoxTest::faces_and_edges) {
                    EXPECT_GE(overlap_depth(a, b, s.b_in_a, 15), -1000 * slack_of(s));
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
                const Aabb wide = aabb_around(centre(s.boxes_a[i]), half_extents(s.boxes_a[i]) + Vec3{1, 1, 1} * (margin / 2));
                if (overlap_depth(wide, s.boxes_b[j], s.b_in_a, 15) <= slack_of(s)) continue;
                ASSERT_TRUE(near.contains({i, j}));  // half a margin's cube is within the margin's ball
                more += touching.contains({i, j}) ? 0 : 1;
            }
        }
    });
    EXPECT_GT(more, 1000U);
}

TEST(VisitPairs, SwappedTreesMeetTheSamePairs) {
    for_every_case(120, 1, [&](const PairCase& s) {
        const Pose pose{s.b_in_a.linear, s.b_in_a.offset};
        Visited swapped{s.b, s.a, {}};
        visit_pairs(s.b, s.a, Affine::from(inverse(pose)), {.test = BoxTest::faces_and_edges}, [&](LeafSlots b, LeafSlots a) {
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
    const BoxTree a = *BoxTree::build(make_boxes(BoxSet::spread, 500, 1)), b = *BoxTree::build(make_boxes(BoxSet::spread, 500, 2));
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
    // A tiny set inside one box of a huge one, and the other way about: nothing meets what it should not, nothing is missed.
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

Interval box_distance(const Aabb& a, const Aabb& b, const Pose& b_in_a) {
    return separation(Placed{Box{half_extents(a)}, Pose::translation(centre(a))},
                      Placed{Box{half_extents(b)}, b_in_a * Pose::translation(centre(b))})
        .distance;
}

Pose draw_apart(Random& random, double way) {
    Pose pose = random.pose(0);
    pose.position = random.direction() * way;
    return pose;
}

TEST(VisitNearPairs, BoundsAreBelowDistancesAndNothingWithinReachIsMissed) {
    Random random(22);
    for (const double way : {0.0, 1.0, 2.5, 4.0, 100.0, 1e6}) {
        const std::vector<Aabb> boxes_a = make_boxes(BoxSet::spread, 40, 1), boxes_b = make_boxes(BoxSet::mixed_sizes, 30, 2);
        const BoxTree a = *BoxTree::build(boxes_a), b = *BoxTree::build(boxes_b);
        const Pose pose = draw_apart(random, way);
        const double reach = std::max(way - 0.7, 0.3);
        Visited visited{a, b, {}};
        visit_near_pairs(a, b, Affine::from(pose), reach, [&](LeafSlots p, LeafSlots q, double lower, double& limit) {
            visited.add(p, q);
            EXPECT_LE(lower, limit);
            for (const std::uint32_t i : a.primitives(p)) {
                for (const std::uint32_t j : b.primitives(q))
                    EXPECT_LE(lower, std::max(0.0, box_distance(boxes_a[i], boxes_b[j], pose).upper));
            }
            return Continue::yes;
        });
        std::size_t within = 0;
        for (std::uint32_t i = 0; i < boxes_a.size(); ++i) {
            for (std::uint32_t j = 0; j < boxes_b.size(); ++j) {
                if (box_distance(boxes_a[i], boxes_b[j], pose).upper > reach) continue;
                ++within;
                ASSERT_TRUE(visited.pairs.contains({i, j})) << way;
            }
        }
        EXPECT_GT(within, 0U) << way;
        EXPECT_LT(visited.pairs.size(), boxes_a.size() * boxes_b.size()) << way;
    }
}

TEST(VisitNearPairs, ShrinksToTheNearestPairNearAndFar) {
    Random random(23);
    const std::vector<Aabb> boxes_a = make_boxes(BoxSet::spread, 60, 1), boxes_b = make_boxes(BoxSet::spread, 50, 2);
    const BoxTree a = *BoxTree::build(boxes_a), b = *BoxTree::build(boxes_b);
    for (const double way : {0.0, 3.0, 4.0, 30.0, 1e3, 1e6, 1e9}) {
        const Pose pose = draw_apart(random, way);
        double nearest = kInfinity;
        std::size_t asked = 0;
        visit_near_pairs(a, b, Affine::from(pose), kInfinity, [&](LeafSlots p, LeafSlots q, double, double& limit) {
            for (const std::uint32_t i : a.primitives(p)) {
                for (const std::uint32_t j : b.primitives(q)) {
                    limit = std::min(limit, std::max(0.0, box_distance(boxes_a[i], boxes_b[j], pose).upper));
                    ++asked;
                }
            }
            nearest = limit;
            return Continue::yes;
        });
        double truth = kInfinity;
        for (const Aabb& p : boxes_a)
            for (const Aabb& q : boxes_b) truth = std::min(truth, std::max(0.0, box_distance(p, q, pose).upper));
        ASSERT_EQ(nearest, truth) << way;
        EXPECT_LT(asked, 600U) << way;  // of 3000
    }
}

TEST(VisitNearPairs, VisitsAllPairsWhenNothingIsRuledOut) {
    // More pairs wait than there is room for.
    const std::vector<Aabb> boxes_a = make_boxes(BoxSet::spread, 400, 1), boxes_b = make_boxes(BoxSet::clustered, 300, 2);
    const BoxTree a = *BoxTree::build(boxes_a), b = *BoxTree::build(boxes_b);
    for (const double way : {0.0, 1.0, 5.0}) {
        Visited visited{a, b, {}};
        double last = 0;
        std::size_t out_of_order = 0, leaves = 0;
        visit_near_pairs(a, b, {Mat3::identity(), {way, 0, 0}}, kInfinity, [&](LeafSlots p, LeafSlots q, double lower, double&) {
            visited.add(p, q);
            out_of_order += lower < last ? 1 : 0;
            last = lower;
            ++leaves;
            return Continue::yes;
        });
        EXPECT_EQ(visited.pairs.size(), boxes_a.size() * boxes_b.size());
        EXPECT_LT(out_of_order, leaves * 3 / 5);
    }
}

TEST(VisitNearPairs, ComesBestFirstWhileThereIsRoom) {
    const BoxTree a = *BoxTree::build(make_boxes(BoxSet::spread, 30, 1)), b = *BoxTree::build(make_boxes(BoxSet::spread, 20, 2));
    double last = 0;
    visit_near_pairs(a, b, {Mat3::identity(), {2.5, 0, 0}}, kInfinity, [&](LeafSlots, LeafSlots, double lower, double&) {
        EXPECT_GE(lower, last - 1e-5);
        last = lower;
        return Continue::yes;
    });
    EXPECT_GT(last, 2);
}

TEST(VisitNearPairs, RefusesWhatIsNoQuestion) {
    const BoxTree a = *BoxTree::build(make_boxes(BoxSet::spread, 100, 1)), b = *BoxTree::build(make_boxes(BoxSet::spread, 100, 2));
    const auto count = [&](const Vec3& offset, double reach) {
        return visit_near_pairs(a, b, {Mat3::identity(), offset}, reach,
                                [](LeafSlots, LeafSlots, double, double&) { return Continue::yes; })
            .leaf_tests;
    };
    EXPECT_EQ(count({kInfinity, 0, 0}, 1), 0U);
    EXPECT_EQ(count({3, 0, 0}, -1), 0U);
    EXPECT_EQ(count({3, 0, 0}, 0.5), 0U);
    EXPECT_EQ(count({1e100, 0, 0}, 1e99), 0U);
    EXPECT_GT(count({1e100, 0, 0}, 2e100), 0U);
    EXPECT_GT(count({0, 0, 0}, 0), 0U);
}

TEST(VisitNearPairs, ScalesKeepTheBoundsTrue) {
    const std::vector<Aabb> boxes_a = make_boxes(BoxSet::spread, 60, 1), boxes_b = make_boxes(BoxSet::spread, 50, 2);
    const BoxTree a = *BoxTree::build(boxes_a), b = *BoxTree::build(boxes_b);
    // Corners of mapped boxes are points of them: no bound may exceed the distance of such points to a's boxes.
    for (const Vec3 factors : {Vec3{0.1, 1, 3}, Vec3{1, 1, 0}, Vec3{-2, 5, 1e-5}, Vec3{1e4, 1e4, 1e4}}) {
        const Affine map{Mat3::diagonal(factors), {3, 1, 0}};
        double nearest = kInfinity, truth = kInfinity;
        const auto corner_distance = [&](std::uint32_t i, std::uint32_t j) {
            double least = kInfinity;
            for (unsigned k = 0; k < 8; ++k) {
                const Aabb& q = boxes_b[j];
                const Vec3 corner{k & 1U ? q.min.x : q.max.x, k & 2U ? q.min.y : q.max.y, k & 4U ? q.min.z : q.max.z};
                least = std::min(least, sqrt(distance_sq(boxes_a[i], map * corner)).upper);
            }
            return least;
        };
        visit_near_pairs(a, b, map, kInfinity, [&](LeafSlots p, LeafSlots q, double lower, double& limit) {
            for (const std::uint32_t i : a.primitives(p)) {
                for (const std::uint32_t j : b.primitives(q)) {
                    const double d = corner_distance(i, j);
                    EXPECT_LE(lower, d + 1e-12);
                    limit = nearest = std::min(nearest, d);
                }
            }
            return Continue::yes;
        });
        for (std::uint32_t i = 0; i < boxes_a.size(); ++i)
            for (std::uint32_t j = 0; j < boxes_b.size(); ++j) truth = std::min(truth, corner_distance(i, j));
        EXPECT_EQ(nearest, truth);
    }
}

TEST(VisitSelfPairs, FindsEveryPairOnce) {
    for (const BoxSet set : kAllBoxSets) {
        for (const double share : {0.0, 0.05}) {
            SCOPED_TRACE(name_of(set));
            const std::vector<Aabb> boxes = make_boxes(set, 300, 17);
            const BoxTree tree = *BoxTree::build(boxes);
            const double margin = share * max_component(tree.bounds().max - tree.bounds().min);
            std::set<PrimitivePair> pairs;
            visit_self_pairs(tree, margin, [&](LeafSlots a, LeafSlots b) {
                for (std::uint32_t i = 0; i < a.count; ++i) {
                    for (std::uint32_t j = a == b ? i + 1 : 0; j < b.count; ++j) {
                        const auto ends = std::minmax(tree.order()[a.first + i], tree.order()[b.first + j]);
                        EXPECT_TRUE(pairs.insert(ends).second) << "visited twice";
                    }
                }
                return Continue::yes;
            });
            for (std::uint32_t i = 0; i < boxes.size(); ++i) {
                for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
                    if (!overlaps(minkowski_sum(boxes[i], aabb_around({}, Vec3{1, 1, 1} * margin)), boxes[j])) continue;
                    ASSERT_TRUE(pairs.contains({i, j}));
                }
            }
            if (set == BoxSet::spread && share == 0) {
                EXPECT_LT(pairs.size(), boxes.size() * 40);
            }
        }
    }
}

TEST(VisitSelfPairs, StopsWhenTold) {
    const BoxTree tree = *BoxTree::build(make_boxes(BoxSet::spread, 300, 17));
    int calls = 0;
    EXPECT_TRUE(visit_self_pairs(tree, 0, [&](LeafSlots, LeafSlots) { return ++calls < 5 ? Continue::yes : Continue::no; }).stopped);
    EXPECT_EQ(calls, 5);
}

}  // namespace
}  // namespace graze::test
