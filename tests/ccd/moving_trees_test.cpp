// Moving oriented trees against all pairs by steady_contact: the same pairs with the same times, each once,
// for every way to build and to test; limits of depth, stops, and the first contact.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "ccd/moving_tree_search.hpp"
#include "graze/ccd/steady_contact.hpp"
#include "graze/mesh/mesh.hpp"
#include "obb/obb_brute.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr std::array<ObbTest, 4> kTests{ObbTest::sat, ObbTest::sat_lite, ObbTest::sphere_sat,
                                        ObbTest::sphere_sat_lite};

void expect_equal(const Flight& a, const Flight& b, const Found& found, double dt = 1) {
    const auto truth = brute_contacts(a, b, dt);
    ASSERT_EQ(found.contacts.size(), truth.size());
    ASSERT_EQ(found.visits, truth.size()) << "each pair once";
    EXPECT_EQ(found.stats.leaf_tests, truth.size());
    EXPECT_EQ(found.stats.triangles.failures, truth.size());
    EXPECT_EQ(found.stats.status, Status::converged);
    EXPECT_EQ(found.stats.deviation, 0);
    for (const auto& [pair, contact] : found.contacts) {
        const auto at = truth.find(pair);
        ASSERT_NE(at, truth.end()) << pair.first << " " << pair.second;
        const SteadyContact& steady = at->second;
        EXPECT_LE(contact.time.lower, dt * steady.first.lower * (1 + 1e-15));
        EXPECT_GE(contact.time.upper, dt * steady.first.upper * (1 - 1e-15));
        EXPECT_NEAR(contact.time.lower, dt * steady.first.lower, 1e-15 * dt);
        EXPECT_NEAR(contact.last.upper, dt * steady.last.upper, 1e-15 * dt);
        EXPECT_EQ(contact.point, steady.point + a.pose.position);
        EXPECT_EQ(contact.normal, steady.normal);
        EXPECT_EQ(contact.normal_a, steady.normal_a);
        EXPECT_EQ(contact.normal_b, steady.normal_b);
        EXPECT_EQ(contact.point_unique, steady.unique);
    }
}

TEST(MovingTrees, EqualAllPairsBySteadyContact) {
    Random random(901);
    std::size_t touching = 0, starts = 0, cases = 0;
    for (const int kind : {0, 1, 3}) {
        for (const ObbTreeOptions& options : all_options()) {
            const Vec3 from = random.uniform(0, 3) * random.direction();
            const Flight a = random_flight(random, 1 + random.index(40), kind, {}, random.in_cube(0.5));
            const Flight b = random_flight(random, 1 + random.index(30), random.chance(0.5) ? kind : 0, from,
                                           random.in_cube(1) - from);
            const ObbTree tree_a = tree_of(a.soup, options),
                          tree_b = tree_of(b.soup, {options.fit, ObbSplit::centre, 2});
            const Found found = search({tree_a, a.pose, a.velocity}, {tree_b, b.pose, b.velocity}, 1,
                                       {.test = kTests[random.index(kTests.size())]});
            ASSERT_NO_FATAL_FAILURE(expect_equal(a, b, found)) << name_of(options);
            touching += found.visits > 0 ? 1 : 0;
            for (const auto& [pair, contact] : found.contacts) starts += contact.time.upper == 0 ? 1 : 0;
            ++cases;
        }
    }
    EXPECT_GT(touching, cases / 4);
    EXPECT_LT(touching, cases);
    EXPECT_GT(starts, 0U);
}

TEST(MovingTrees, EqualAllPairsAtEveryScaleDurationAndFarFromTheOrigin) {
    Random random(902);
    for (const double scale : {1e-6, 1.0, 1e6}) {
        for (int i = 0; i < 6; ++i) {
            const double dt = i % 2 == 0 ? 1 : 0.3;
            Flight a = random_flight(random, 30, i % 2 == 0 ? 0 : 1, {}, random.in_cube(1), scale);
            Flight b = random_flight(random, 30, 0, {2, 0, 0}, Vec3{-2.5, 0, 0} * (1 / dt),
                                     scale * (i == 3 ? 1e-3 : 1));
            if (i == 4) {
                for (Flight* flight : {&a, &b}) flight->pose.position += Vec3{1e6, -3e6, 2e6} * scale;
            }
            const ObbTree tree_a = tree_of(a.soup), tree_b = tree_of(b.soup);
            for (const ObbTest test : kTests) {
                const Found found =
                    search({tree_a, a.pose, a.velocity}, {tree_b, b.pose, b.velocity}, dt, {.test = test});
                ASSERT_NO_FATAL_FAILURE(expect_equal(a, b, found, dt));
                const bool edges = test == ObbTest::sat || test == ObbTest::sphere_sat;
                EXPECT_EQ(found.stats.edges.tests, edges ? found.stats.faces.failures : 0);
                EXPECT_EQ(found.stats.box_failures,
                          edges ? found.stats.edges.failures : found.stats.faces.failures);
            }
        }
    }
}

/// Meshes that touch at many places at once: the faces of two boxes, and tori that pass through each other.
TEST(MovingTrees, EqualAllPairsOnMeshesInBothOrders) {
    Random random(903);
    const std::vector<TriangleSoup> meshes{torus_mesh({1, 0.3, 12, 6}), gear_mesh({.teeth = 8}),
                                           box_mesh({0.5, 0.5, 0.5}), noisy_sphere_mesh({.subdivisions = 1})};
    for (int i = 0; i < 12; ++i) {
        const Vec3 from{3, 0, 0};
        const Flight a{
            meshes[static_cast<std::size_t>(i) % 4], i < 4 ? Pose::identity() : random.pose(0.3), {}};
        const Flight b{meshes[random.index(4)],
                       i < 4 ? Pose::translation(from) : Pose::from(random.rotation(), from),
                       {-4, 0, 0}};
        const ObbTree tree_a = tree_of(a.soup, {.leaf_size = 1 + static_cast<std::uint32_t>(i) % 3}),
                      tree_b = tree_of(b.soup);
        const Found found = search({tree_a, a.pose, a.velocity}, {tree_b, b.pose, b.velocity});
        ASSERT_NO_FATAL_FAILURE(expect_equal(a, b, found));
        EXPECT_GT(found.visits, 0U);
        const Found swapped = search({tree_b, b.pose, b.velocity}, {tree_a, a.pose, a.velocity});
        if (i < 4) continue;  // aligned faces touch up to rounding, which depends on the order
        ASSERT_EQ(swapped.visits, found.visits);
        for (const auto& [pair, contact] : found.contacts) {
            const MovingTreeContact& other = swapped.contacts.at({pair.second, pair.first});
            EXPECT_NEAR(contact.time.middle(), other.time.middle(), 1e-12);
            if (contact.point_unique && contact.time.lower > 0) {
                EXPECT_LE(length(contact.point - other.point), 1e-9);
                EXPECT_LE(length(contact.normal + other.normal), 1e-6);
            }
        }
    }
}

/// Two cubes face to face: every pair of triangles of the touching faces at the same time.
TEST(MovingTrees, TwoCubesFaceToFace) {
    const ObbTree tree = tree_of(box_mesh({0.5, 0.5, 0.5}));
    const MovingTree still{tree, Pose::identity(), {}},
        flying{tree, Pose::translation({3, 0.1, 0.1}), {-4, 0, 0}};
    std::size_t at_first = 0;
    find_moving_collisions(still, flying, 1, {}, [&](const MovingTreeContact& contact) {
        EXPECT_GE(contact.time.lower, 0.5 - 1e-12);
        if (std::abs(contact.time.middle() - 0.5) < 1e-12 && std::abs(contact.normal.x) > 0.5) {
            ++at_first;
            EXPECT_NEAR(contact.point.x, 0.5, 1e-12);
            EXPECT_NEAR(contact.normal.x, 1, 1e-12);
        }
        return Continue::yes;
    });
    EXPECT_GE(at_first, 4U);
}

/// The first contact is the least of all contacts, whatever the order of the trees.
TEST(MovingTrees, FirstOnlyIsTheLeastOfAll) {
    Random random(904);
    std::size_t hits = 0;
    std::uint64_t work_first = 0, work_all = 0;
    for (int i = 0; i < 60; ++i) {
        const Vec3 from = random.uniform(1, 3) * random.direction();
        const Flight a = random_flight(random, 60, i % 5 == 0 ? 1 : 0, {}, random.in_cube(0.5));
        const Flight b = random_flight(random, 60, 0, from, random.in_cube(0.5) - 1.2 * from);
        const ObbTree tree_a = tree_of(a.soup),
                      tree_b = tree_of(b.soup, {.split = ObbSplit::median, .leaf_size = 3});
        const MovingTree moving_a{tree_a, a.pose, a.velocity}, moving_b{tree_b, b.pose, b.velocity};
        double least = std::numeric_limits<double>::infinity(), least_upper = least;
        for (const auto& [pair, contact] : search(moving_a, moving_b).contacts) {
            if (std::pair(contact.time.lower, contact.time.upper) < std::pair(least, least_upper)) {
                least = contact.time.lower;
                least_upper = contact.time.upper;
            }
        }
        const Found all = search(moving_a, moving_b),
                    first = search(moving_a, moving_b, 1, {.first_only = true});
        ASSERT_EQ(first.visits, all.visits > 0 ? 1U : 0U);
        work_all += all.stats.triangles.tests;
        work_first += first.stats.triangles.tests;
        if (first.visits == 0) continue;
        ++hits;
        const auto& [pair, contact] = *first.contacts.begin();
        EXPECT_EQ(contact.time.lower, least);
        EXPECT_EQ(contact.time.upper, least_upper);
        EXPECT_EQ(all.contacts.at(pair).point, contact.point);
        // The same pair from trees that were built another way.
        const ObbTree other_a = tree_of(a.soup, {.fit = ObbFit::points, .split = ObbSplit::median}),
                      other_b = tree_of(b.soup, {.leaf_size = 5});
        const Found again =
            search({other_a, a.pose, a.velocity}, {other_b, b.pose, b.velocity}, 1, {.first_only = true});
        EXPECT_EQ(again.contacts.begin()->second.time.lower, least);
        if (least > 0) {
            EXPECT_EQ(again.contacts.begin()->first, pair);
        }
    }
    EXPECT_GT(hits, 20U);
    EXPECT_LT(2 * work_first, work_all) << "the time that is searched shrinks";
}

TEST(MovingTrees, StopAndBadInput) {
    Random random(905);
    const Flight a = random_flight(random, 60, 0, {}, {}),
                 b = random_flight(random, 60, 0, {2, 0, 0}, {-2, 0, 0});
    const ObbTree tree_a = tree_of(a.soup), tree_b = tree_of(b.soup), none;
    const std::size_t all = search({tree_a, a.pose, a.velocity}, {tree_b, b.pose, b.velocity}).visits;
    ASSERT_GT(all, 10U);
    std::vector<IndexPair> before;
    for (const std::size_t wanted : {std::size_t{1}, std::size_t{3}, all}) {
        std::vector<IndexPair> reported;
        const MovingTreeStats stats = find_moving_collisions(
            MovingTree{tree_a, a.pose, a.velocity}, MovingTree{tree_b, b.pose, b.velocity}, 1, {},
            [&](const MovingTreeContact& contact) {
                reported.emplace_back(contact.a.index, contact.b.index);
                return reported.size() < wanted ? Continue::yes : Continue::no;
            });
        EXPECT_EQ(reported.size(), wanted);
        EXPECT_TRUE(stats.stopped);
        EXPECT_TRUE(std::equal(before.begin(), before.end(), reported.begin())) << "the same order";
        before = reported;
    }
    EXPECT_EQ(search({none, {}, {}}, {tree_a, {}, {}}).visits, 0U);
    EXPECT_EQ(search({tree_a, {}, {}}, {tree_a, {}, {}}, 0).visits,
              brute_contacts({a.soup, {}, {}}, {a.soup, {}, {}}).size());
    const double nan = std::nan(""), endless = std::numeric_limits<double>::infinity();
    for (const double dt : {-1.0, nan, endless}) {
        const Found found = search({tree_a, {}, {}}, {tree_a, {}, {}}, dt);
        EXPECT_EQ(found.visits, 0U);
        EXPECT_EQ(found.stats.status, Status::invalid_input);
    }
    EXPECT_EQ(search({tree_a, {}, {nan, 0, 0}}, {tree_a, {}, {}}).stats.status, Status::invalid_input);
    EXPECT_EQ(search({tree_a, {}, {0, 1e101, 0}}, {tree_a, {}, {}}).stats.status, Status::invalid_input);
    EXPECT_EQ(search({tree_a, Pose{Mat3::diagonal({2, 1, 1}), {}}, {}}, {tree_a, {}, {}}).stats.status,
              Status::invalid_input);
}

/// Every box at the limit against every other by steady_contact; with depth 0 the roots.
TEST(MovingTrees, DepthLimitsTakeBoxesForObjects) {
    Random random(906);
    const Flight a = random_flight(random, 40, 0, {}, {0.1, 0, 0}),
                 b = random_flight(random, 40, 0, {2, 0, 0}, {-1.8, 0, 0});
    const ObbTree tree_a = tree_of(a.soup), tree_b = tree_of(b.soup);
    const MovingTree moving_a{tree_a, a.pose, a.velocity}, moving_b{tree_b, b.pose, b.velocity};
    const double full = [&] {
        double least = 2;
        for (const auto& [pair, contact] : search(moving_a, moving_b).contacts)
            least = std::min(least, contact.time.lower);
        return least;
    }();
    std::size_t before = 0;
    for (const std::int32_t depth : {0, 1, 2, 3, 20}) {
        std::size_t boxes = 0, triangles = 0;
        double least = 2;
        find_moving_collisions(moving_a, moving_b, 1, {.depth_a = depth, .depth_b = depth},
                               [&](const MovingTreeContact& contact) {
                                   boxes += contact.a.is_box || contact.b.is_box ? 1 : 0;
                                   triangles += contact.a.is_box || contact.b.is_box ? 0 : 1;
                                   least = std::min(least, contact.time.lower);
                                   EXPECT_NEAR(length(contact.normal_a), 1, 1e-9);
                                   return Continue::yes;
                               });
        EXPECT_LE(least, full + 1e-12) << "boxes touch no later than what they hold";
        if (depth == 0) {
            EXPECT_EQ(boxes, 1U);
        }
        EXPECT_GE(boxes + triangles, before == 0 || depth == 20 ? 0 : 1U);
        if (depth == 20) {
            EXPECT_EQ(boxes, 0U);
        }
        before = boxes;
    }
    // One side only: boxes of a against triangles of b, all by brute force.
    std::set<IndexPair> truth, found;
    std::vector<std::uint32_t> level{0};
    for (int i = 0; i < 2; ++i) {
        std::vector<std::uint32_t> next;
        for (const std::uint32_t node : level)
            next.insert(next.end(), tree_a.nodes()[node].children.begin(),
                        tree_a.nodes()[node].children.end());
        level = next;
    }
    for (const std::uint32_t node : level) {
        ASSERT_FALSE(obb_child::is_triangle(node));
        const Obb& local = tree_a.nodes()[node].box;
        const Obb box{a.pose.rotation * local.centre, a.pose.rotation * local.axes, local.half_extents};
        for (std::uint32_t j = 0; j < 40; ++j) {
            if (steady_contact(placed_triangle(b, j, a.pose.position), b.velocity, box, a.velocity).hit)
                truth.emplace(node, j);
        }
    }
    find_moving_collisions(moving_a, moving_b, 1, {.depth_a = 2}, [&](const MovingTreeContact& contact) {
        EXPECT_TRUE(contact.a.is_box && !contact.b.is_box);
        found.emplace(contact.a.index, contact.b.index);
        return Continue::yes;
    });
    EXPECT_EQ(found, truth);
    EXPECT_GT(truth.size(), 10U);
}

/// Triangles without area are the segment or point that they are.
TEST(MovingTrees, NeedlesAndPointsCount) {
    const TriangleSoup wall{{{0, -1, -1}, {0, 1, -1}, {0, 0, 2}}, {{0, 1, 2}}};
    const TriangleSoup needle{{{1, 0, 0}, {3, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}},
        point{{{1, 0.1, 0.1}}, {{0, 0, 0}}};
    const ObbTree tree_wall = tree_of(wall), tree_needle = tree_of(needle), tree_point = tree_of(point);
    for (const ObbTree* sharp : {&tree_needle, &tree_point}) {
        const Found found = search({tree_wall, {}, {}}, {*sharp, {}, {-4, 0, 0}});
        ASSERT_EQ(found.visits, 1U);
        EXPECT_NEAR(found.contacts.begin()->second.time.lower, 0.25, 1e-12);
        EXPECT_NEAR(found.contacts.begin()->second.point.x, 0, 1e-12);
        const Found swapped = search({*sharp, {}, {-4, 0, 0}}, {tree_wall, {}, {}});
        ASSERT_EQ(swapped.visits, 1U);
        EXPECT_NEAR(swapped.contacts.begin()->second.time.lower, 0.25, 1e-12);
        EXPECT_NEAR(swapped.contacts.begin()->second.normal.x, -found.contacts.begin()->second.normal.x,
                    1e-12);
        EXPECT_EQ(search({tree_wall, {}, {}}, {*sharp, {}, {-0.9, 0, 0}}).visits, 0U);
    }
    EXPECT_EQ(
        search({tree_needle, {}, {}}, {tree_point, Pose::translation({1, 0.9, -0.1}), {0, -2, 0}}).visits,
        1U);
}

}  // namespace
}  // namespace graze::test
