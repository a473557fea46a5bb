// Searches of oriented trees against brute force: the same pairs, each once, for every way to build and to
// test; points and normals; stops.
#include "graze/obb/obb_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/convex/primitive_tests.hpp"
#include "obb/obb_brute.hpp"

namespace graze::test {
namespace {

constexpr std::array<ObbTest, 4> kTests{ObbTest::sat, ObbTest::sat_lite, ObbTest::sphere_sat,
                                        ObbTest::sphere_sat_lite};

struct Found {
    std::set<IndexPair> pairs;
    std::size_t visits = 0;
    ObbTreeStats stats{};
};
Found search(const PlacedTree& a, const PlacedTree& b, const FindOptions& options = {}) {
    Found found;
    found.stats = find_collisions(a, b, options, [&](const TreeContact& contact) {
        EXPECT_FALSE(contact.a.is_box || contact.b.is_box);
        found.pairs.emplace(contact.a.index, contact.b.index);
        ++found.visits;
        return Continue::yes;
    });
    return found;
}

void expect_stages(const ObbTreeStats& stats, ObbTest test) {
    const bool spheres = test == ObbTest::sphere_sat || test == ObbTest::sphere_sat_lite;
    const bool edges = test == ObbTest::sat || test == ObbTest::sphere_sat;
    EXPECT_EQ(stats.spheres.tests, spheres ? stats.box_tests : 0);
    EXPECT_EQ(stats.faces.tests, spheres ? stats.spheres.failures : stats.box_tests);
    EXPECT_EQ(stats.edges.tests, edges ? stats.faces.failures : 0);
    EXPECT_EQ(stats.box_failures, edges ? stats.edges.failures : stats.faces.failures);
    EXPECT_EQ(stats.status, Status::converged);
}

void expect_equal_to_brute_force(const TriangleSoup& a, const Pose& pose_a, const TriangleSoup& b,
                                 const Pose& pose_b, const ObbTreeOptions& options) {
    const auto truth = brute_pairs(a, pose_a, b, pose_b);
    const ObbTree tree_a = tree_of(a, options), tree_b = tree_of(b, {options.fit, ObbSplit::centre, 1});
    for (const ObbTest test : kTests) {
        const Found found = search({tree_a, pose_a}, {tree_b, pose_b}, {.test = test});
        ASSERT_EQ(found.pairs, truth) << name_of(options);
        ASSERT_EQ(found.visits, truth.size()) << "each contact once";
        EXPECT_EQ(found.stats.triangles.failures, truth.size());
        EXPECT_EQ(found.stats.leaf_tests, truth.size());
        EXPECT_FALSE(found.stats.stopped);
        expect_stages(found.stats, test);
        const CollisionTest quick = test_collision({tree_a, pose_a}, {tree_b, pose_b}, {.test = test});
        ASSERT_EQ(quick.hit, !truth.empty());
        EXPECT_LE(quick.stats.box_tests, found.stats.box_tests);
    }
    // The other order, and the trees with their roles exchanged.
    const Found flipped = search({tree_b, pose_b}, {tree_a, pose_a});
    std::set<IndexPair> turned;
    for (const auto& [i, j] : flipped.pairs) turned.emplace(j, i);
    ASSERT_EQ(turned, truth);
}

TEST(ObbSearch, EqualsBruteForceOnSoupsOfEveryKind) {
    Random random(401);
    std::size_t overlapping = 0, cases = 0;
    for (int kind = 0; kind < 6; ++kind) {
        for (const ObbTreeOptions& options : all_options()) {
            const TriangleSoup a = some_soup(random, 1 + random.index(40), kind, 0.3);
            const TriangleSoup b =
                some_soup(random, 1 + random.index(25), random.chance(0.5) ? kind : 0, 0.3);
            const Pose pose_b = random.chance(0.3) ? Pose::identity() : random.pose(0.7);
            const Pose pose_a = random.chance(0.3) ? pose_b : random.pose(0.2);
            expect_equal_to_brute_force(a, pose_a, b, pose_b, options);
            overlapping += brute_pairs(a, pose_a, b, pose_b).empty() ? 0 : 1;
            ++cases;
        }
    }
    EXPECT_GT(overlapping, cases / 4);
    EXPECT_LT(overlapping, cases);
}

TEST(ObbSearch, EqualsBruteForceAtEveryScaleAndFarFromTheOrigin) {
    Random random(402);
    for (const double s : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
        for (int i = 0; i < 6; ++i) {
            const TriangleSoup a = scaled_soup(some_soup(random, 40, i % 2 == 0 ? 0 : 5), s);
            const TriangleSoup b =
                scaled_soup(some_soup(random, 40, i % 3 == 0 ? 5 : 0), s * (i == 5 ? 1e-3 : 1));
            Pose pose_a = random.pose(0.5 * s), pose_b = random.pose(0.5 * s);
            if (i == 4) {
                pose_a.position += Vec3{1e6, -3e6, 2e6} * s;
                pose_b.position += Vec3{1e6, -3e6, 2e6} * s;
            }
            expect_equal_to_brute_force(a, pose_a, b, pose_b, {});
        }
    }
}

TEST(ObbSearch, EqualsBruteForceOnMeshes) {
    Random random(403);
    const std::vector<TriangleSoup> meshes{torus_mesh({1, 0.3, 12, 6}),
                                           gear_mesh({.teeth = 8}),
                                           noisy_sphere_mesh({.subdivisions = 1}),
                                           torus_knot_mesh({.rings = 24, .sides = 4}),
                                           terrain_mesh({.columns = 7, .rows = 7}),
                                           box_mesh({0.5, 0.7, 0.9})};
    const std::vector<ObbTreeOptions> variants = all_options();
    std::size_t hits = 0;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        for (std::size_t variant = i % 3; variant < variants.size(); variant += 3) {
            const ObbTreeOptions& options = variants[variant];
            const TriangleSoup& other = meshes[random.index(meshes.size())];
            const Pose pose_a = random.pose(1), pose_b = random.pose(1);
            const ObbTree a = tree_of(meshes[i], options),
                          b = tree_of(other, {options.fit, ObbSplit::median, 3});
            const auto truth = brute_pairs(meshes[i], pose_a, other, pose_b);
            const Found found = search({a, pose_a}, {b, pose_b}, {.test = kTests[random.index(4)]});
            ASSERT_EQ(found.pairs, truth) << name_of(options);
            ASSERT_EQ(found.visits, truth.size());
            hits += truth.empty() ? 0 : 1;
        }
    }
    EXPECT_GT(hits, 10U);
}

/// Brute force above asks the search's own triangle test; this one asks another, by exact signs of unplaced
/// triangles.
TEST(ObbSearch, AgreesWithTheUnplacedExactTest) {
    Random random(408);
    std::size_t found_pairs = 0;
    for (int i = 0; i < 30; ++i) {
        const TriangleSoup a = some_soup(random, 40, i % 6), b = some_soup(random, 40, i % 2 == 0 ? 5 : 0);
        const Pose same = i % 3 == 0 ? Pose::identity() : Pose::translation({0.5, -0.25, 2});
        std::set<IndexPair> truth;
        for (std::uint32_t j = 0; j < 40; ++j) {
            for (std::uint32_t k = 0; k < 40; ++k) {
                if (overlaps_triangle_triangle_exact(triangle_of(a, j), triangle_of(b, k)))
                    truth.emplace(j, k);
            }
        }
        const ObbTree tree_a = tree_of(a), tree_b = tree_of(b);
        EXPECT_EQ(search({tree_a, same}, {tree_b, same}).pairs, truth);
        found_pairs += truth.size();
    }
    EXPECT_GT(found_pairs, 500U);
}

/// A mesh against itself in place: every triangle intersects itself and its neighbours, exactly touching.
TEST(ObbSearch, FindsEveryTouchOfAMeshWithItself) {
    const TriangleSoup mesh = torus_mesh({1, 0.3, 8, 5});
    const Pose pose = Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {0.1, 0.2, 0.3});
    const auto truth = brute_pairs(mesh, pose, mesh, pose);
    for (const ObbTreeOptions& options : all_options()) {
        const ObbTree tree = tree_of(mesh, options);
        const Found found = search({tree, pose}, {tree, pose});
        EXPECT_EQ(found.pairs, truth);
        EXPECT_GE(found.pairs.size(), 13 * mesh.triangles.size()) << "itself and twelve around its corners";
    }
}

/// Distance of a point from a triangle, also from one without area.
double distance_from(const Triangle& t, const Vec3& x) {
    double best = length(closest_on_triangle(x, t).point - x);
    for (const Segment& edge : {Segment{t.a, t.b}, Segment{t.b, t.c}, Segment{t.c, t.a}}) {
        best = std::min(best, length(closest_on_segment(x, edge).point - x));
    }
    return best;
}

/// General, coplanar and touching pairs: kinds of soups as in some_soup.
TEST(ObbSearch, PointsAndNormalsOfTriangles) {
    Random random(404);
    for (const int kind : {0, 1, 5}) {
        for (const double s : {1e-6, 1.0, 1e6}) {
            const TriangleSoup a = scaled_soup(some_soup(random, 80, kind), s),
                               b = kind == 0 ? scaled_soup(some_soup(random, 80, 0), s) : a;
            const ObbTree tree_a = tree_of(a), tree_b = tree_of(b);
            const Pose pose_a = random.pose(0.3 * s), pose_b = kind == 0 ? random.pose(0.3 * s) : pose_a;
            std::size_t visits = 0;
            find_collisions({tree_a, pose_a}, {tree_b, pose_b}, {}, [&](const TreeContact& contact) {
                ++visits;
                const auto check = [&](const TriangleSoup& soup, const Pose& pose, const TreeElement& element,
                                       const Vec3& normal) {
                    const Triangle local = triangle_of(soup, element.index);
                    EXPECT_LE(distance_from({pose * local.a, pose * local.b, pose * local.c}, contact.point),
                              1e-9 * s);
                    const Vec3 across = cross(local.b - local.a, local.c - local.a);
                    EXPECT_LE(length(normal - pose.rotation * (across == Vec3{} ? Vec3{} : unit(across))),
                              1e-12);
                };
                check(a, pose_a, contact.a, contact.normal_a);
                check(b, pose_b, contact.b, contact.normal_b);
                return Continue::yes;
            });
            EXPECT_GT(visits, 20U);
        }
    }
}

TEST(ObbSearch, StopsAfterAsManyAsTheVisitorWants) {
    Random random(405);
    const TriangleSoup a = some_soup(random, 80, 0), b = some_soup(random, 80, 0);
    for (const std::uint32_t leaf : {1U, 4U}) {
        const ObbTree tree_a = tree_of(a, {.leaf_size = leaf}), tree_b = tree_of(b, {.leaf_size = leaf});
        const std::size_t all = search({tree_a, {}}, {tree_b, {}}).visits;
        ASSERT_GT(all, 20U);
        std::vector<IndexPair> before;
        for (const std::size_t wanted : {std::size_t{1}, std::size_t{2}, std::size_t{7}, all}) {
            std::vector<IndexPair> reported;
            const ObbTreeStats stats =
                find_collisions({tree_a, {}}, {tree_b, {}}, {}, [&](const TreeContact& contact) {
                    reported.emplace_back(contact.a.index, contact.b.index);
                    return reported.size() < wanted ? Continue::yes : Continue::no;
                });
            EXPECT_EQ(reported.size(), wanted);
            EXPECT_TRUE(stats.stopped);
            EXPECT_EQ(stats.leaf_tests, wanted);
            EXPECT_TRUE(std::equal(before.begin(), before.end(), reported.begin())) << "the same order";
            before = reported;
        }
    }
}

TEST(ObbSearch, EmptyTreesBadPosesAndTheCascade) {
    Random random(406);
    const ObbTree tree = tree_of(some_soup(random, 10, 0)), none;
    EXPECT_TRUE(none.empty());
    EXPECT_FALSE(test_collision({tree, {}}, {none, {}}).hit);
    EXPECT_FALSE(test_collision({none, {}}, {none, {}}));
    EXPECT_EQ(search({none, {}}, {tree, {}}).visits, 0U);
    for (const Pose& bad :
         {Pose::translation({std::nan(""), 0, 0}), Pose::translation({0, 0, 1e101}),
          Pose{Mat3::diagonal({2, 1, 1}), {}}, Pose{Mat3::diagonal({1, std::nan(""), 1}), {}}}) {
        const CollisionTest test = test_collision({tree, bad}, {tree, {}});
        EXPECT_TRUE(test.hit);
        EXPECT_EQ(test.stats.status, Status::invalid_input);
        const Found found = search({tree, {}}, {tree, bad});
        EXPECT_EQ(found.visits, 0U);
        EXPECT_EQ(found.stats.status, Status::invalid_input);
    }
    ObbTreeStats stats;
    stats.spheres = {100, 40};
    stats.faces = {40, 20};
    stats.edges = {20, 10};
    stats.triangle_boxes = {4, 2};
    stats.triangles = {2, 1};
    EXPECT_EQ(cascade_cost(stats, {11, 100, 50, 30, 10}), 1100 + 4000 + 1000 + 120 + 20);
}

/// Poses that are rigid only to a millionth: the exact sets decide.
TEST(ObbSearch, NearlyRigidPosesAreAnsweredExactly) {
    Random random(407);
    const TriangleSoup a = some_soup(random, 50, 0), b = some_soup(random, 50, 0);
    const ObbTree tree_a = tree_of(a), tree_b = tree_of(b);
    for (int i = 0; i < 20; ++i) {
        Pose pose_a = random.pose(0.5), pose_b = random.pose(0.5);
        for (Pose* pose : {&pose_a, &pose_b})
            pose->rotation.columns[random.index(3)] *= 1 + random.uniform(-2e-7, 2e-7);
        EXPECT_EQ(search({tree_a, pose_a}, {tree_b, pose_b}).pairs, brute_pairs(a, pose_a, b, pose_b));
    }
}

}  // namespace
}  // namespace graze::test
