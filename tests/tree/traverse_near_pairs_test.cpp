// Near pairs of two trees, and pairs of one tree, against a test of every pair of boxes.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "box_sets.hpp"
#include "graze/query/query.hpp"
#include "graze/tree/box_tree.hpp"
#include "visited_pairs.hpp"

namespace graze::test {
namespace {

Interval box_distance(const Aabb& a, const Aabb& b, const Pose& b_in_a) {
    return separation(Placed{Box{half_extents(a)}, Pose::translation(centre(a))},
                      Placed{Box{half_extents(b)}, b_in_a * Pose::translation(centre(b))})
        .distance;
}

Pose draw_apart(Random& random, double distance) {
    Pose pose = random.pose(0);
    pose.position = random.direction() * distance;
    return pose;
}

TEST(VisitNearPairs, BoundsAreBelowDistancesAndNothingWithinReachIsMissed) {
    Random random(22);
    for (const double distance : {0.0, 1.0, 2.5, 4.0, 100.0, 1e6}) {
        const std::vector<Aabb> boxes_a = make_boxes(BoxSet::spread, 40, 1),
                                boxes_b = make_boxes(BoxSet::mixed_sizes, 30, 2);
        const BoxTree a = *BoxTree::build(boxes_a),
                      b = *BoxTree::build(boxes_b, {.compact = random.chance(0.5)});
        const Pose pose = draw_apart(random, distance);
        const double reach = std::max(distance - 0.7, 0.3);
        Visited visited{a, b, {}};
        visit_near_pairs(
            a, b, Affine::from(pose), reach, [&](LeafSlots p, LeafSlots q, double lower, double& limit) {
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
                ASSERT_TRUE(visited.pairs.contains({i, j})) << distance;
            }
        }
        EXPECT_GT(within, 0U) << distance;
        EXPECT_LT(visited.pairs.size(), boxes_a.size() * boxes_b.size()) << distance;
    }
}

TEST(VisitNearPairs, ShrinksToTheNearestPairNearAndFar) {
    Random random(23);
    const std::vector<Aabb> boxes_a = make_boxes(BoxSet::spread, 60, 1),
                            boxes_b = make_boxes(BoxSet::spread, 50, 2);
    const BoxTree a = *BoxTree::build(boxes_a), b = *BoxTree::build(boxes_b);
    for (const double distance : {0.0, 3.0, 4.0, 30.0, 1e3, 1e6, 1e9}) {
        const Pose pose = draw_apart(random, distance);
        double nearest = kInfinity;
        std::size_t asked = 0;
        visit_near_pairs(
            a, b, Affine::from(pose), kInfinity, [&](LeafSlots p, LeafSlots q, double, double& limit) {
                for (const std::uint32_t i : a.primitives(p)) {
                    for (const std::uint32_t j : b.primitives(q)) {
                        limit =
                            std::min(limit, std::max(0.0, box_distance(boxes_a[i], boxes_b[j], pose).upper));
                        ++asked;
                    }
                }
                nearest = limit;
                return Continue::yes;
            });
        double truth = kInfinity;
        for (const Aabb& p : boxes_a)
            for (const Aabb& q : boxes_b)
                truth = std::min(truth, std::max(0.0, box_distance(p, q, pose).upper));
        ASSERT_EQ(nearest, truth) << distance;
        EXPECT_LT(asked, 600U) << distance;  // of 3000
    }
}

TEST(VisitNearPairs, VisitsAllPairsWhenNothingIsRuledOut) {
    // More pairs wait than there is room for.
    const std::vector<Aabb> boxes_a = make_boxes(BoxSet::spread, 400, 1),
                            boxes_b = make_boxes(BoxSet::clustered, 300, 2);
    const BoxTree a = *BoxTree::build(boxes_a), b = *BoxTree::build(boxes_b);
    for (const double distance : {0.0, 1.0, 5.0}) {
        Visited visited{a, b, {}};
        double last = 0;
        std::size_t out_of_order = 0, leaves = 0;
        visit_near_pairs(a, b, {Mat3::identity(), {distance, 0, 0}}, kInfinity,
                         [&](LeafSlots p, LeafSlots q, double lower, double&) {
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

TEST(VisitNearPairs, ComesBestFirstWhileThereIsCapacity) {
    const BoxTree a = *BoxTree::build(make_boxes(BoxSet::spread, 30, 1)),
                  b = *BoxTree::build(make_boxes(BoxSet::spread, 20, 2));
    double last = 0;
    visit_near_pairs(
        a, b, {Mat3::identity(), {2.5, 0, 0}}, kInfinity, [&](LeafSlots, LeafSlots, double lower, double&) {
            EXPECT_GE(lower, last * (15.0 / 16));  // rows of an eighth of an octave of the square
            last = std::max(last, lower);
            return Continue::yes;
        });
    EXPECT_GT(last, 2);
}

/// Says which pairs of children are apart by the exact distances of the boxes below them, and keeps what it
/// was queried.
class AllKnowing {
public:
    AllKnowing(const BoxTree& a, const BoxTree& b, const std::vector<std::vector<double>>& distances)
        : a_(a), b_(b), distances_(distances) {}

    Continue operator()(LeafSlots p, LeafSlots q, double, double& limit) {
        for (const std::uint32_t i : a_.primitives(p))
            for (const std::uint32_t j : b_.primitives(q)) nearest = std::min(nearest, distances_[i][j]);
        limit = nearest;
        ++leaves;
        return Continue::yes;
    }
    bool apart(std::uint32_t child_a, std::uint32_t child_b) {
        double least = kInfinity;
        for (const std::uint32_t i : below(a_, child_a))
            for (const std::uint32_t j : below(b_, child_b)) least = std::min(least, distances_[i][j]);
        refused += least > nearest ? 1 : 0;
        return least > nearest;
    }

    double nearest = kInfinity;
    std::size_t leaves = 0, refused = 0;

private:
    static std::vector<std::uint32_t> below(const BoxTree& tree, std::uint32_t c) {
        std::vector<std::uint32_t> found;
        if (child::is_leaf(c)) {
            const auto leaf = tree.primitives(child::leaf_slots(c));
            return {leaf.begin(), leaf.end()};
        }
        for (const std::uint32_t lane : tree.nodes()[c].child) {
            if (lane == child::kNone) continue;
            const std::vector<std::uint32_t> more = below(tree, lane);
            found.insert(found.end(), more.begin(), more.end());
        }
        return found;
    }

    const BoxTree& a_;
    const BoxTree& b_;
    const std::vector<std::vector<double>>& distances_;
};

TEST(VisitNearPairs, LeavesOutWhatTheVisitorKnowsToBeApart) {
    Random random(24);
    // The larger set has more pairs than there is room for: they are followed depth first.
    for (const std::uint32_t count : {40U, 300U}) {
        for (const double distance : {0.0, 2.5, 1e3}) {
            const std::vector<Aabb> boxes_a = make_boxes(BoxSet::spread, count, 1),
                                    boxes_b = make_boxes(BoxSet::spread, count, 2);
            const BoxTree a = *BoxTree::build(boxes_a), b = *BoxTree::build(boxes_b);
            const Pose pose = draw_apart(random, distance);
            const auto middle_distance = [&](const Aabb& p, const Aabb& q) {
                return length(pose * centre(q) - centre(p));
            };
            std::vector<std::vector<double>> distances(boxes_a.size());
            double truth = kInfinity;
            for (std::size_t i = 0; i < boxes_a.size(); ++i) {
                for (const Aabb& q : boxes_b) distances[i].push_back(middle_distance(boxes_a[i], q));
                truth = std::min(truth, *std::min_element(distances[i].begin(), distances[i].end()));
            }
            AllKnowing visitor(a, b, distances);
            const auto apart = [&](std::uint32_t child_a, std::uint32_t child_b) {
                return visitor.apart(child_a, child_b);
            };
            const TreeStats stats =
                visit_near_pairs(a, b, Affine::from(pose), kInfinity, NearPairVisitor{visitor, apart});
            ASSERT_EQ(visitor.nearest, truth) << distance;
            EXPECT_EQ(stats.leaf_tests, visitor.leaves);
            EXPECT_GT(visitor.refused, 0U) << distance;
            EXPECT_LT(visitor.leaves, 30U) << distance;
        }
    }
}

TEST(VisitNearPairs, RefusesWhatIsNoQuestion) {
    const BoxTree a = *BoxTree::build(make_boxes(BoxSet::spread, 100, 1)),
                  b = *BoxTree::build(make_boxes(BoxSet::spread, 100, 2));
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
    const std::vector<Aabb> boxes_a = make_boxes(BoxSet::spread, 60, 1),
                            boxes_b = make_boxes(BoxSet::spread, 50, 2);
    const BoxTree a = *BoxTree::build(boxes_a), b = *BoxTree::build(boxes_b);
    // Corners of mapped boxes are points of them: no bound may exceed the distance of such points to a's
    // boxes.
    for (const Vec3 factors : {Vec3{0.1, 1, 3}, Vec3{1, 1, 0}, Vec3{-2, 5, 1e-5}, Vec3{1e4, 1e4, 1e4}}) {
        const Affine map{Mat3::diagonal(factors), {3, 1, 0}};
        double nearest = kInfinity, truth = kInfinity;
        const auto corner_distance = [&](std::uint32_t i, std::uint32_t j) {
            double least = kInfinity;
            for (unsigned k = 0; k < 8; ++k) {
                const Aabb& q = boxes_b[j];
                const Vec3 corner{k & 1U ? q.min.x : q.max.x, k & 2U ? q.min.y : q.max.y,
                                  k & 4U ? q.min.z : q.max.z};
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
                    if (!overlaps(minkowski_sum(boxes[i], aabb_around({}, Vec3{1, 1, 1} * margin)), boxes[j]))
                        continue;
                    ASSERT_TRUE(pairs.contains({i, j}));
                }
            }
            if (set == BoxSet::spread && share == 0) {
                EXPECT_LT(pairs.size(), boxes.size() * 40);
            }
        }
    }
}

TEST(VisitSelfPairs, StopsOnRequest) {
    const BoxTree tree = *BoxTree::build(make_boxes(BoxSet::spread, 300, 17));
    int calls = 0;
    EXPECT_TRUE(visit_self_pairs(tree, 0, [&](LeafSlots, LeafSlots) {
                    return ++calls < 5 ? Continue::yes : Continue::no;
                }).stopped);
    EXPECT_EQ(calls, 5);
}

}  // namespace
}  // namespace graze::test
