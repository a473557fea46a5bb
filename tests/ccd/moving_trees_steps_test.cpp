// Moving oriented trees in steps of a sampled motion: of a straight one the same as one search; of turning
// ones the same as all pairs by `steady_contact` in each step, and off by no more than the deviation that is
// reported.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "ccd/moving_tree_search.hpp"
#include "graze/ccd/steady_contact.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "graze/core/assert.hpp"
#include "graze/mesh/mesh.hpp"
#include "obb/obb_brute.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// Steps over a straight motion are the same as one search over all of it.
TEST(MovingTrees, StepsOfAStraightMotionEqualOneSearch) {
    Random random(907);
    for (int i = 0; i < 10; ++i) {
        const Flight a = random_flight(random, 40, 0, {}, random.in_cube(0.5)),
                     b = random_flight(random, 40, 0, {2, 0, 0}, {-2.5, 0.1, 0});
        const ObbTree tree_a = tree_of(a.soup), tree_b = tree_of(b.soup);
        const Found whole = search({tree_a, a.pose, a.velocity}, {tree_b, b.pose, b.velocity});
        const SampledTree on_a{tree_a, LinearMotion{a.pose, a.velocity}},
            on_b{tree_b, LinearMotion{b.pose, b.velocity}};
        for (const std::uint32_t steps : {0U, 1U, 4U, 7U}) {
            Contacts contacts;
            const MovingTreeStats stats =
                find_moving_collisions(on_a, on_b, steps, {}, [&](const MovingTreeContact& contact) {
                    EXPECT_TRUE(contacts.emplace(IndexPair{contact.a.index, contact.b.index}, contact).second)
                        << "once";
                    return Continue::yes;
                });
            EXPECT_LE(stats.deviation, 1e-12);
            ASSERT_EQ(contacts.size(), whole.contacts.size());
            for (const auto& [pair, contact] : contacts) {
                EXPECT_NEAR(contact.time.middle(), whole.contacts.at(pair).time.middle(), 1e-12);
            }
            std::size_t visits = 0;
            find_moving_collisions(on_a, on_b, steps, {.first_only = true},
                                   [&](const MovingTreeContact& contact) {
                                       ++visits;
                                       for (const auto& [pair, other] : contacts)
                                           EXPECT_LE(contact.time.lower, other.time.lower);
                                       return Continue::yes;
                                   });
            EXPECT_EQ(visits, contacts.empty() ? 0U : 1U);
        }
    }
}

/// A soup that turns, sampled in steps.
struct TurningSoup {
    TriangleSoup soup;
    Motion motion;

    /// What the search makes of a step: the orientation of its start, straight to the position of its end.
    [[nodiscard]] Flight over(std::uint32_t step, std::uint32_t steps) const {
        const Pose start = pose_at(motion, static_cast<double>(step) / steps);
        const Pose end = pose_at(motion, (step + 1.0) / steps);
        return {soup, start, end.position - start.position};
    }
};

TurningSoup random_turning_soup(Random& random, const Vec3& at, const Vec3& velocity) {
    Pose start = random.pose(0.1);
    start.position += at;
    return {some_soup(random, 40, 0, 0.3),
            TwistMotion{start, velocity, 2.0 * random.direction(), random.in_cube(0.5)}};
}

/// The first contact of a pair, and the step that it is in.
struct StepContact {
    std::uint32_t step = 0;
    SteadyContact contact{};
    Vec3 from{};  ///< The point counts from here: a's position at the start of the step.
};

std::map<IndexPair, StepContact> brute_steps(const TurningSoup& a, const TurningSoup& b,
                                             std::uint32_t steps) {
    std::map<IndexPair, StepContact> first;
    for (std::uint32_t step = 0; step < steps; ++step) {
        const Flight flight_a = a.over(step, steps), flight_b = b.over(step, steps);
        for (const auto& [pair, contact] : brute_contacts(flight_a, flight_b))
            first.emplace(pair, StepContact{step, contact, flight_a.pose.position});
    }
    return first;
}

/// Turning bodies: every pair, in the first step that it touches in, at the time and place that all pairs of
/// triangles of the step give.
TEST(MovingTrees, StepsOfTurningMotionsEqualAllPairsOfEachStep) {
    Random random(909);
    std::size_t early = 0, late = 0;
    for (int i = 0; i < 6; ++i) {
        const TurningSoup a = random_turning_soup(random, {}, random.in_cube(0.5)),
                          b = random_turning_soup(random, {2, 0, 0}, {-2.5, 0.1, 0});
        const ObbTree tree_a = tree_of(a.soup), tree_b = tree_of(b.soup);
        for (const std::uint32_t steps : {1U, 3U, 8U}) {
            const auto truth = brute_steps(a, b, steps);
            Contacts found;
            double earlier = 0;  // the start of the step of the visit before
            const MovingTreeStats stats = find_moving_collisions(
                SampledTree{tree_a, a.motion}, SampledTree{tree_b, b.motion}, steps, {},
                [&](const MovingTreeContact& contact) {
                    EXPECT_TRUE(found.emplace(IndexPair{contact.a.index, contact.b.index}, contact).second);
                    EXPECT_GE(contact.time.upper, earlier) << "step after step";
                    earlier = std::floor(contact.time.lower * steps) / steps;
                    return Continue::yes;
                });
            EXPECT_EQ(stats.status, Status::converged);
            EXPECT_EQ(stats.leaf_tests, truth.size());
            ASSERT_EQ(found.size(), truth.size());
            for (const auto& [pair, contact] : found) {
                const auto at = truth.find(pair);
                ASSERT_NE(at, truth.end()) << pair.first << " " << pair.second;
                const auto& [step, steady, from] = at->second;
                EXPECT_NEAR(contact.time.lower, (step + steady.first.lower) / steps, 1e-15);
                EXPECT_NEAR(contact.time.upper, (step + steady.first.upper) / steps, 1e-15);
                EXPECT_NEAR(contact.last.lower, (step + steady.last.lower) / steps, 1e-15);
                EXPECT_NEAR(contact.last.upper, (step + steady.last.upper) / steps, 1e-15);
                EXPECT_EQ(contact.point, steady.point + from);
                EXPECT_EQ(contact.normal, steady.normal);
                ++(step == 0 ? early : late);
            }
        }
    }
    EXPECT_GT(early, 100U);
    EXPECT_GT(late, 100U) << "contacts of later steps are compared too";
}

/// A visitor that has enough ends the search, also in the middle of a step.
TEST(MovingTrees, StepsEndWhenTheVisitorHasEnough) {
    Random random(910);
    const TurningSoup a = random_turning_soup(random, {}, {}),
                      b = random_turning_soup(random, {2, 0, 0}, {-2.5, 0.1, 0});
    const ObbTree tree_a = tree_of(a.soup), tree_b = tree_of(b.soup);
    const SampledTree on_a{tree_a, a.motion}, on_b{tree_b, b.motion};
    const auto visited = [&](std::size_t wanted) {
        std::vector<IndexPair> pairs;
        const MovingTreeStats stats =
            find_moving_collisions(on_a, on_b, 8, {}, [&](const MovingTreeContact& contact) {
                pairs.emplace_back(contact.a.index, contact.b.index);
                return pairs.size() < wanted ? Continue::yes : Continue::no;
            });
        EXPECT_EQ(stats.stopped, pairs.size() == wanted);
        return pairs;
    };
    const std::vector<IndexPair> all = visited(1000000);
    ASSERT_GT(all.size(), 20U);
    for (const std::size_t wanted : {std::size_t{1}, std::size_t{7}, all.size()})
        EXPECT_EQ(visited(wanted), std::vector(all.begin(), all.begin() + static_cast<int>(wanted)));
}

/// With depth 0 the boxes of the roots are the objects: one contact, in the first step in which they touch.
TEST(MovingTrees, StepsTakeBoxesAtTheLimitOfDepthForTheObjects) {
    Random random(911);
    std::size_t hits = 0;
    for (int i = 0; i < 20; ++i) {
        const TurningSoup a = random_turning_soup(random, {}, random.in_cube(0.5)),
                          b = random_turning_soup(random, {6, 0, 0}, {-8, random.uniform(-12, 12), 0});
        const ObbTree tree_a = tree_of(a.soup), tree_b = tree_of(b.soup);
        constexpr std::uint32_t kSteps = 5;
        double truth = 2;
        for (std::uint32_t step = 0; step < kSteps && truth > 1; ++step) {
            const Flight flight_a = a.over(step, kSteps), flight_b = b.over(step, kSteps);
            const auto placed = [](const ObbTree& tree, const Flight& flight) {
                const Obb& box = tree.nodes()[0].box;
                return Obb{flight.pose * box.centre, flight.pose.rotation * box.axes, box.half_extents};
            };
            const SteadyContact contact = steady_contact(placed(tree_a, flight_a), flight_a.velocity,
                                                         placed(tree_b, flight_b), flight_b.velocity);
            if (contact.hit) truth = (step + contact.first.middle()) / kSteps;
        }
        std::size_t visits = 0;
        find_moving_collisions(SampledTree{tree_a, a.motion}, SampledTree{tree_b, b.motion}, kSteps,
                               {.depth_a = 0, .depth_b = 0}, [&](const MovingTreeContact& contact) {
                                   ++visits;
                                   EXPECT_TRUE(contact.a.is_box && contact.b.is_box);
                                   EXPECT_EQ(contact.a.index + contact.b.index, 0U);
                                   EXPECT_NEAR(contact.time.middle(), truth, 1e-13);
                                   return Continue::yes;
                               });
        EXPECT_EQ(visits, truth <= 1 ? 1U : 0U);
        hits += visits;
    }
    EXPECT_GT(hits, 5U);
    EXPECT_LT(hits, 20U);
}

/// Turning bodies: the reported deviation bounds how far real places are from those of the steps, and more
/// steps come closer to the true time.
TEST(MovingTrees, StepsOfATurningMotionAreOffByNoMoreThanTheDeviation) {
    Random random(908);
    const TriangleSoup soup = box_mesh({1, 0.1, 0.1});
    const ObbTree tree = tree_of(soup), post = tree_of(box_mesh({0.05, 0.05, 1}));
    const Mesh bar_mesh = Mesh::build(soup.vertices, soup.triangles).value();
    const TriangleSoup post_soup = box_mesh({0.05, 0.05, 1});
    const Mesh post_mesh = Mesh::build(post_soup.vertices, post_soup.triangles).value();
    const Motion turning = TwistMotion{Pose::identity(), {0.2, 0, 0}, {0, 0, 1.5}, {0.3, 0, 0}};
    const Motion still = LinearMotion{Pose::translation({0.5, 0.7, 0}), {}};
    const Impact truth = time_of_impact({bar_mesh, turning}, {post_mesh, still});
    ASSERT_EQ(truth.answer, ImpactAnswer::contact);
    double last_deviation = std::numeric_limits<double>::infinity();
    for (const std::uint32_t steps : {4U, 16U, 64U, 256U}) {
        double first = 2;
        const MovingTreeStats stats =
            find_moving_collisions(SampledTree{tree, turning}, SampledTree{post, still}, steps,
                                   {.first_only = true}, [&](const MovingTreeContact& contact) {
                                       first = contact.time.middle();
                                       return Continue::yes;
                                   });
        EXPECT_LT(stats.deviation, 0.5 * last_deviation);
        last_deviation = stats.deviation;
        if (steps == 4) {
            EXPECT_EQ(first, 2) << "in so few steps the bar jumps over the post: what sampling misses";
        } else {
            EXPECT_LE(std::abs(first - truth.time.lower), 2 * stats.deviation + 1e-6)
                << "the bar goes about as far as it is late";
        }
        for (int i = 0; i < 200; ++i) {
            const double t = random.uniform(0, 1), step = std::floor(t * steps), start = step / steps,
                         end = (step + 1) / steps;
            const Vec3 x = tree.triangle(static_cast<std::uint32_t>(random.index(12))).a;
            const Pose from = pose_at(turning, start), to = pose_at(turning, end);
            const Vec3 frozen = from * x + ((t - start) / (end - start)) * (to.position - from.position);
            if (steps == 4 || start <= truth.time.lower) {
                EXPECT_LE(length(pose_at(turning, t) * x - frozen), stats.deviation);
            }
        }
    }
    EXPECT_EQ(find_moving_collisions(
                  SampledTree{tree, LinearMotion{Pose::translation({std::nan(""), 0, 0}), {}}},
                  SampledTree{tree, {}}, 4, {}, [](const MovingTreeContact&) { return Continue::yes; })
                  .status,
              Status::invalid_input);
}

const char* last_assertion = nullptr;

/// What is refused names the side and what is wrong with it, in builds that have assertions.
TEST(MovingTrees, AssertionsNameTheSide) {
    const ObbTree tree = tree_of(box_mesh({1, 1, 1}));
    const double nan = std::nan("");
    const MovingTree fine{tree, {}, {}}, lost{tree, Pose::translation({nan, 0, 0}), {}},
        fast{tree, {}, {0, nan, 0}};
    const SampledTree on_fine{tree, {}}, on_lost{tree, LinearMotion{Pose::translation({nan, 0, 0}), {}}};
    const auto none = [](const MovingTreeContact&) { return Continue::yes; };
    const AssertionHandler before =
        set_assertion_handler([](const AssertionFailure& failure) { last_assertion = failure.message; });
    const auto expect = [&](const MovingTreeStats& stats, const char* text) {
        EXPECT_EQ(stats.status, Status::invalid_input);
        EXPECT_TRUE(last_assertion == nullptr || std::string(last_assertion).find(text) != std::string::npos)
            << text;
        last_assertion = nullptr;
    };
    expect(find_moving_collisions(lost, fine, 1, {}, none), "pose of a");
    expect(find_moving_collisions(fine, lost, 1, {}, none), "pose of b");
    expect(find_moving_collisions(fast, fine, 1, {}, none), "velocity of a");
    expect(find_moving_collisions(fine, fast, 1, {}, none), "velocity of b");
    expect(find_moving_collisions(fine, fine, -1, {}, none), "duration");
    expect(find_moving_collisions(on_lost, on_fine, 2, {}, none), "motion of a");
    expect(find_moving_collisions(on_fine, on_lost, 2, {}, none), "motion of b");
    set_assertion_handler(before);
}

}  // namespace
}  // namespace graze::test
