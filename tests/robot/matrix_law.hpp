// What every self-collision matrix must satisfy.
#pragma once

#include <gtest/gtest.h>

#include <numbers>
#include <string>
#include <vector>

#include "graze/robot/self_collision.hpp"
#include "oracle/random.hpp"
#include "robot/arms.hpp"

namespace graze::test {

inline std::vector<double> random_configuration(const Robot& robot, Random& random,
                                                double unlimited = std::numbers::pi) {
    std::vector<double> q;
    for (std::size_t i = 0; i < robot.joint_count(); ++i) {
        const Interval limits = intersect(robot.limits(i), {-unlimited, unlimited});
        // Contacts are often at limits.
        q.push_back(random.chance(0.1) ? (random.chance(0.5) ? limits.lower : limits.upper)
                                       : random.uniform(limits.lower, limits.upper));
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
            ASSERT_EQ(links_overlap(robot, pair.link_a, pair.link_b, q), always);
        }
    }
}

}  // namespace graze::test
