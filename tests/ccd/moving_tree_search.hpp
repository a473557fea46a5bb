// Soups of triangles that move straight, and all contacts that the search of their trees reports.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "graze/ccd/steady_contact.hpp"
#include "obb/obb_brute.hpp"
#include "oracle/random.hpp"

namespace graze::test {

/// A soup of triangles that moves straight over a time of 1.
struct Flight {
    TriangleSoup soup;
    Pose pose{};
    Vec3 velocity{};
};

using Contacts = std::map<IndexPair, MovingTreeContact>;

struct Found {
    Contacts contacts;
    std::size_t visits = 0;
    MovingTreeStats stats{};
};

inline Found search(const MovingTree& a, const MovingTree& b, double dt = 1,
                    const MovingFindOptions& options = {}) {
    Found found;
    found.stats = find_moving_collisions(a, b, dt, options, [&](const MovingTreeContact& contact) {
        EXPECT_FALSE(contact.a.is_box || contact.b.is_box);
        EXPECT_LE(0, contact.time.lower);
        EXPECT_LE(contact.time.lower, contact.time.upper);
        EXPECT_LE(contact.time.upper, dt);
        EXPECT_LE(contact.time.upper, contact.last.upper);
        EXPECT_LE(contact.last.upper, dt);
        found.contacts.emplace(IndexPair{contact.a.index, contact.b.index}, contact);
        ++found.visits;
        return Continue::yes;
    });
    return found;
}

inline Flight random_flight(Random& random, std::size_t count, int kind, const Vec3& at, const Vec3& velocity,
                            double scale = 1) {
    Pose pose = random.chance(0.3) ? Pose::identity() : random.pose(0.1);
    pose.position = scale * (pose.position + at);
    return {scaled_soup(some_soup(random, count, kind, 0.3), scale), pose, scale * velocity};
}

}  // namespace graze::test
