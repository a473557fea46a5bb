// What holds of contact manifolds whatever the contact is like, and of those of the swapped pair.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"

namespace graze::test {

/// Whether membership of a point can be shown from the shape's numbers to rounding; sums and hulls of shapes
/// are searched.
inline bool has_sharp_membership(const Shape& shape) {
    return shape.type() != ShapeType::minkowski_sum && shape.type() != ShapeType::convex_hull_of;
}

/// Both ends of a contact lie in their shapes.
inline void expect_members(const ContactPoint& point, const Vec3& normal, const Placed& a, const Placed& b,
                           double tolerance) {
    const Vec3 half = normal * (0.5 * point.depth);
    EXPECT_LE(separation(a, {Point{}, Pose::translation(point.position + half)}).distance.lower, tolerance);
    EXPECT_LE(separation(b, {Point{}, Pose::translation(point.position - half)}).distance.lower, tolerance);
}

/// Every field that holds whatever the contact looks like.
inline void expect_sound(const ContactManifold& manifold, const Placed& a, const Placed& b) {
    EXPECT_LE(manifold.points.size(), 4u);
    EXPECT_NEAR(length(manifold.normal), 1, 1e-14);
    EXPECT_LE(manifold.distance.lower, manifold.distance.upper);
    if (has_sharp_membership(a.shape) && has_sharp_membership(b.shape)) {
        EXPECT_TRUE(verify(manifold, a, b));
    }
    std::set<std::uint64_t> names;
    for (const ContactPoint& point : manifold.points) {
        EXPECT_GT(point.depth, 0);
        EXPECT_LE(point.depth, -manifold.distance.lower + manifold.distance.width() +
                                   1e-12 * (1 + length(point.position)));
        expect_members(point, manifold.normal, a, b, manifold.distance.width() + 1e-12);
        names.insert(point.feature);
    }
    EXPECT_EQ(names.size(), manifold.points.size());
}

/// The same points for the swapped pair, with the normal turned round.
inline void expect_flips(const ContactManifold& ab, const ContactManifold& ba, double tolerance) {
    EXPECT_LE(length(ab.normal + ba.normal), tolerance);
    ASSERT_EQ(ab.points.size(), ba.points.size());
    for (const ContactPoint& p : ab.points) {
        const bool found = std::any_of(ba.points.begin(), ba.points.end(), [&](const ContactPoint& q) {
            return length(p.position - q.position) <= tolerance && std::abs(p.depth - q.depth) <= tolerance;
        });
        EXPECT_TRUE(found) << p.position.x << ' ' << p.position.y << ' ' << p.position.z;
    }
}

/// The same to the bit, with both parts of each feature swapped.
inline void expect_flipped(const ContactManifold& m, const ContactManifold& swapped) {
    ASSERT_EQ(m.points.size(), swapped.points.size());
    EXPECT_EQ(m.status, swapped.status);
    if (m.points.empty()) return;
    EXPECT_EQ(m.normal, -swapped.normal);
    EXPECT_EQ(m.distance, swapped.distance);
    for (std::size_t i = 0; i < m.points.size(); ++i) {
        EXPECT_EQ(m.points[i].position, swapped.points[i].position);
        EXPECT_EQ(m.points[i].depth, swapped.points[i].depth);
        EXPECT_EQ(m.points[i].part_a, swapped.points[i].part_b);
        EXPECT_EQ(m.points[i].part_b, swapped.points[i].part_a);
        EXPECT_EQ(m.points[i].feature, swapped.points[i].feature << 32 | swapped.points[i].feature >> 32);
    }
}

}  // namespace graze::test
