// Soups of triangles that move straight, all contacts that the search of their trees reports, and those of
// all pairs.
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

/// From the position of a: the corners that the search tests, to the last digit.
inline Triangle placed_triangle(const Flight& flight, std::size_t i, const Vec3& from) {
    const Triangle t = triangle_of(flight.soup, i);
    const Mat3& r = flight.pose.rotation;
    const Vec3 at = flight.pose.position - from;
    return at == Vec3{} ? Triangle{r * t.a, r * t.b, r * t.c}
                        : Triangle{r * t.a + at, r * t.b + at, r * t.c + at};
}

/// Every pair by `steady_contact`: the slow and obvious answer.
inline std::map<IndexPair, SteadyContact> brute_contacts(const Flight& a, const Flight& b, double dt = 1) {
    std::map<IndexPair, SteadyContact> all;
    for (std::uint32_t i = 0; i < a.soup.triangles.size(); ++i) {
        for (std::uint32_t j = 0; j < b.soup.triangles.size(); ++j) {
            const SteadyContact contact =
                steady_contact(placed_triangle(a, i, a.pose.position), dt * a.velocity,
                               placed_triangle(b, j, a.pose.position), dt * b.velocity);
            if (contact.hit) all.emplace(IndexPair{i, j}, contact);
        }
    }
    return all;
}

}  // namespace graze::test
