// Moving oriented trees in steps of a sampled motion: of a straight one the same as one search, of a turning
// one off by no more than the deviation that is reported.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ccd/moving_tree_search.hpp"
#include "graze/ccd/steady_contact.hpp"
#include "graze/ccd/time_of_impact.hpp"
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

}  // namespace
}  // namespace graze::test
