// Searches that their caller ends: after any number of steps what they claim agrees with the whole search,
// and one whose request is never granted is the whole search.
#include "graze/core/stop_request.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graze/ccd/feature_impact.hpp"
#include "graze/ccd/steady_contact.hpp"
#include "graze/frames/frame_tree.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/robot/self_collision.hpp"
#include "oracle/random_cells.hpp"
#include "robot/arms.hpp"

namespace graze::test {
namespace {

/// True from the given call on.
struct After {
    std::size_t left = 0;
    std::size_t calls = 0;

    bool operator()() { return calls++ >= left; }
};

/// Calls search(stop) with a request that is true after 0, 1, 2, 4, 7, 11, ... calls, until a search ends
/// before. Returns how many were ended.
template <class Search> std::size_t with_all_stops(const Search& search) {
    std::size_t ended = 0;
    for (std::size_t steps = 0; steps < 100'000'000; steps += steps / 2 + 1) {
        After after{steps};
        const StopRequest stop(after);
        search(&stop, [&] { return after.calls > steps; });
        if (after.calls <= steps) return ended;
        ++ended;
    }
    ADD_FAILURE() << "never ended by itself";
    return ended;
}

bool same(const TreeContact& a, const TreeContact& b) { return a.a == b.a && a.b == b.b; }
bool same(const MovingTreeContact& a, const MovingTreeContact& b) {
    return a.a == b.a && a.b == b.b && a.time == b.time;
}

/// Keeps what a search visits.
template <class Contact> auto keep_in(std::vector<Contact>& found) {
    return [&found](const Contact& contact) {
        found.push_back(contact);
        return Continue::yes;
    };
}

TEST(StopRequests, EndSearchesOfOrientedTreesWithTheFirstContacts) {
    const TriangleSoup soup = torus_knot_mesh({2, 3, 1, 0.4, 0.15, 24, 4});
    const ObbTree tree = ObbTree::build(soup.vertices, soup.triangles).value();
    const PlacedTree a{tree}, b{tree, Pose::translation({0.4, 0.3, 0.2})};
    std::vector<TreeContact> whole;
    find_collisions(a, b, {}, keep_in(whole));
    ASSERT_GT(whole.size(), 10U);
    const std::size_t ended = with_all_stops([&](const StopRequest* stop, const auto& stopped) {
        std::vector<TreeContact> found;
        FindOptions options;
        options.stop = stop;
        const ObbTreeStats stats = find_collisions(a, b, options, keep_in(found));
        EXPECT_EQ(stats.stopped, stopped());
        EXPECT_TRUE(std::equal(found.begin(), found.end(), whole.begin(),
                               [](const auto& x, const auto& y) { return same(x, y); }));
        if (!stopped()) {
            EXPECT_EQ(found.size(), whole.size());
        }
    });
    EXPECT_GT(ended, 5U);
    After now{0};
    const StopRequest stop(now);
    FindOptions options;
    options.stop = &stop;
    EXPECT_TRUE(test_collision(a, {tree, Pose::translation({2, 1.5, 0.6})}, options).hit);
}

TEST(StopRequests, EndSearchesOfMovingTrees) {
    const TriangleSoup soup = torus_knot_mesh({2, 3, 1, 0.4, 0.15, 16, 4});
    const ObbTree tree = ObbTree::build(soup.vertices, soup.triangles).value();
    const MovingTree a{tree}, b{tree, Pose::translation({4, 0.3, 0.2}), {-4, 0, 0}};
    std::vector<MovingTreeContact> whole;
    find_moving_collisions(a, b, 1, {}, keep_in(whole));
    ASSERT_GT(whole.size(), 10U);
    with_all_stops([&](const StopRequest* stop, const auto& stopped) {
        std::vector<MovingTreeContact> found, first;
        MovingFindOptions options;
        options.stop = stop;
        const MovingTreeStats stats = find_moving_collisions(a, b, 1, options, keep_in(found));
        EXPECT_EQ(stats.stopped, stopped());
        EXPECT_TRUE(std::equal(found.begin(), found.end(), whole.begin(),
                               [](const auto& x, const auto& y) { return same(x, y); }));
        if (!stopped()) {
            EXPECT_EQ(found.size(), whole.size());
        }
    });
    After now{3};
    const StopRequest stop(now);
    std::vector<MovingTreeContact> first;
    MovingFindOptions options{.first_only = true};
    options.stop = &stop;
    EXPECT_TRUE(find_moving_collisions(a, b, 1, options, keep_in(first)).stopped);
    EXPECT_TRUE(first.empty());
}

TEST(StopRequests, EndSearchesOfFrames) {
    const auto torus = tetrahedra_of({1, 0.25, 12, 1});
    const auto tree = std::make_shared<const FrameTree>(build_frame_tree(torus.value()).value());
    std::vector<FrameObject> objects;
    for (int i = 0; i < 5; ++i) objects.push_back({tree, Pose::translation({1.3 * i, 0.1 * i, 0})});
    const FrameWorld world = FrameWorld::make(objects).value();
    const FrameCollisions whole = search_collisions(world);
    const CollidingObjects partners = colliding_objects(world, 2);
    ASSERT_GT(whole.contacts.size(), 10U);
    with_all_stops([&](const StopRequest* stop, const auto& stopped) {
        FrameSearch search;
        search.stop = stop;
        const FrameCollisions found = search_collisions(world, search);
        EXPECT_EQ(found.stats.status, stopped() ? Status::budget_reached : Status::converged);
        EXPECT_LE(found.contacts.size(), whole.contacts.size());
        EXPECT_TRUE(std::equal(found.contacts.begin(), found.contacts.end(), whole.contacts.begin()));
        if (!stopped()) {
            EXPECT_EQ(found.contacts.size(), whole.contacts.size());
        }
    });
    with_all_stops([&](const StopRequest* stop, const auto& stopped) {
        FrameSearch search;
        search.stop = stop;
        const std::vector<std::uint32_t> found = colliding_objects(world, 2, search).objects;
        EXPECT_TRUE(std::ranges::includes(partners.objects, found));
        if (!stopped()) {
            EXPECT_EQ(found, partners.objects);
        }
    });
    After now{0};
    const StopRequest stop(now);
    FrameSearch search;
    search.stop = &stop;
    EXPECT_TRUE(collide(objects[0], objects[1], search));
}

TEST(StopRequests, LeaveImpactsOfDeformingMeshesOpen) {
    const TriangleSoup soup = icosphere_mesh(1, 1);
    std::vector<Vec3> start, end;
    for (const Vec3& v : soup.vertices) start.push_back(v + Vec3{3, 0, 0}), end.push_back(v + Vec3{1, 0, 0});
    const DeformingMesh still{soup.vertices, soup.vertices, soup.triangles},
        moving{start, end, soup.triangles};
    const Impact whole = deforming_impact(still, moving).value().impact;
    ASSERT_TRUE(whole.hit);
    with_all_stops([&](const StopRequest* stop, const auto& stopped) {
        VertexImpactOptions options;
        options.stop = stop;
        const Impact found = deforming_impact(still, moving, options).value().impact;
        EXPECT_TRUE(found.hit);
        if (!stopped()) {
            EXPECT_EQ(found.time, whole.time);
            return;
        }
        EXPECT_EQ(found.status, Status::budget_reached);
        EXPECT_EQ(found.time.lower, 0);
        EXPECT_GE(found.time.upper, whole.time.lower);
    });
}

void expect_agreement(const PathClearance& found, const PathClearance& whole) {
    if (found.answer == PathAnswer::free) {
        EXPECT_EQ(whole.answer, PathAnswer::free);
        EXPECT_LE(found.clearance.lower, whole.clearance.upper);
    }
    if (found.answer == PathAnswer::hit) {
        EXPECT_EQ(whole.answer, PathAnswer::hit);
    }
    if (whole.answer == PathAnswer::hit) {
        EXPECT_LE(found.time.lower, whole.time.upper);
    }
}

TEST(StopRequests, EndSearchesOfPaths) {
    Random random(90);
    std::size_t ended = 0, ended_hits = 0;
    for (std::size_t i = 0; i < 12; ++i) {
        const DrawnCell drawn = drawn_cell(random, i);
        const RobotCell cell = drawn.input.cell();
        const JointPath path = random_path(random, cell, 0.3, drawn.scale);
        const PathClearance whole = path_clearance(cell, path);
        ended += with_all_stops([&](const StopRequest* stop, const auto& stopped) {
            PathOptions options;
            options.stop = stop;
            const PathClearance found = path_clearance(cell, path, options);
            expect_agreement(found, whole);
            if (stopped()) return;
            EXPECT_EQ(found.answer, whole.answer);
            EXPECT_EQ(found.clearance, whole.clearance);
            EXPECT_EQ(found.work.cells, whole.work.cells);
        });
        with_all_stops([&](const StopRequest* stop, const auto& stopped) {
            PathOptions options;
            options.stop = stop;
            const PathCertificate certificate = certify_path(cell, path, options);
            expect_agreement(certificate.path, whole);
            if (certificate.path.answer == PathAnswer::open) return;
            EXPECT_TRUE(verify(certificate, cell, path));
            ended_hits += stopped() && certificate.path.answer == PathAnswer::hit ? 1 : 0;
        });
    }
    EXPECT_GT(ended_hits, 0U);
    EXPECT_GT(ended, 24U);
}

TEST(StopRequests, LeavePairsOfLinksUnknown) {
    const Robot robot = PlanarArm{.ball = 3.1}.robot();
    const SelfCollisionPair whole = self_collision_pair(robot, 0, 2, {.samples = 50});
    ASSERT_EQ(whole.contact, LinkContact::never);
    const std::size_t ended = with_all_stops([&](const StopRequest* stop, const auto& stopped) {
        SelfCollisionOptions options{.samples = 50};
        options.stop = stop;
        const SelfCollisionPair found = self_collision_pair(robot, 0, 2, options);
        EXPECT_TRUE(found.contact == whole.contact || (stopped() && found.contact == LinkContact::unknown));
    });
    EXPECT_GT(ended, 5U);
}

}  // namespace
}  // namespace graze::test
