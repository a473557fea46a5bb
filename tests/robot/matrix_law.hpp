// What every self-collision matrix must satisfy.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "graze/robot/self_collision.hpp"
#include "oracle/random.hpp"
#include "robot/arms.hpp"

namespace graze::test {

/// Values without limits are drawn from several turns, and from as many lengths.
inline std::vector<double> random_configuration(const Robot& robot, Random& random, double unlimited = 40) {
    std::vector<double> q;
    for (std::size_t i = 0; i < robot.joint_count(); ++i) {
        Interval limits = robot.limits(i);
        if (!(limits.lower > -kInfinity)) limits.lower = std::min(limits.upper, 0.0) - unlimited;
        if (!(limits.upper < kInfinity)) limits.upper = std::max(limits.lower, 0.0) + unlimited;
        // Contacts are often at limits.
        q.push_back(random.chance(0.1) ? (random.chance(0.5) ? limits.lower : limits.upper)
                                       : random.uniform(limits.lower, limits.upper));
    }
    return q;
}

/// The configuration with the values that the pair's proof is limited to within its limits.
inline std::vector<double> within(const SelfCollisionPair& pair, std::vector<double> q, Random& random) {
    for (const std::uint32_t i : pair.partial) {
        const Interval& range = pair.proof.limits[i];
        if (!range.contains(q[i])) q[i] = random.uniform(range.lower, range.upper);
    }
    return q;
}

/// Proofs verify and no random configuration contradicts them; examples touch.
inline void expect_true(const SelfCollisionMatrix& matrix, const Robot& robot, int configurations) {
    for (const SelfCollisionPair& pair : matrix.pairs) {
        const std::string names = robot.links()[pair.link_a].name + ", " + robot.links()[pair.link_b].name;
        EXPECT_EQ(verify(pair, robot),
                  pair.contact == LinkContact::never || pair.contact == LinkContact::always)
            << names;
        if (pair.contact != LinkContact::sometimes) continue;
        ASSERT_EQ(pair.example.size(), robot.joint_count()) << names;
        EXPECT_TRUE(robot.check(pair.example)) << names;
        EXPECT_LE(link_distance(robot, pair.link_a, pair.link_b, pair.example), 0) << names;
        EXPECT_LE(pair.closest, 0) << names;
    }
    Random random(11);
    for (int i = 0; i < configurations; ++i) {
        const std::vector<double> q = random_configuration(robot, random);
        for (const SelfCollisionPair& pair : matrix.pairs) {
            const bool never = pair.contact == LinkContact::never,
                       always = pair.contact == LinkContact::always;
            if (!never && !always) continue;
            const std::vector<double> in = within(pair, q, random);
            ASSERT_EQ(links_overlap(robot, pair.link_a, pair.link_b, in), always)
                << robot.links()[pair.link_a].name << ", " << robot.links()[pair.link_b].name;
        }
    }
}

}  // namespace graze::test
