// Contacts of random placements of every pair of convex types, and of boxes of every size.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"
#include "query/contacts/expect_contacts.hpp"

namespace graze::test {
namespace {

std::vector<Shape> every_bounded_shape() {
    const auto hull = ConvexHull::build(
        std::vector<Vec3>{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
    const auto polygon =
        ConvexPolygon::build(std::vector<Vec3>{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}});
    return {Point{{0, 0, 0}},
            Segment{{-1, 0, 0}, {1, 0, 0}},
            Triangle{{-1, -1, 0}, {1, 0, 0}, {0, 1, 0}},
            Tetrahedron{{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
            *polygon,
            Sphere{0.6},
            Box{{0.6, 0.8, 1}},
            Capsule{0.4, 0.6},
            Cylinder{0.6, 1},
            Cone{0.8, 1},
            Ellipsoid{{0.4, 0.8, 1}},
            *hull,
            minkowski_sum(Sphere{0.2}, Box{{0.4, 0.4, 0.4}}),
            convex_hull_of(Sphere{0.6}, Point{{1, 1, 1}}),
            scaled(Sphere{1}, {0.5, 0.4, 1}),
            rounded(Box{{0.4, 0.4, 0.4}}, 0.1)};
}

TEST(ContactFaces, EveryPairOfShapes) {
    Random random(33);
    const std::vector<Shape> shapes = every_bounded_shape();
    int with_points = 0;
    for (const Shape& p : shapes) {
        for (const Shape& q : shapes) {
            for (int n = 0; n < 4; ++n) {
                const Placed a{p, random.pose(0.2)};
                const Placed b{q, random.pose(0.6)};
                const ContactManifold manifold = contacts(a, b);
                expect_sound(manifold, a, b);
                with_points += !manifold.points.empty();
                if (manifold.distance.upper < 0) {
                    EXPECT_FALSE(manifold.points.empty());
                }
                const ContactManifold again = contacts(a, b);
                EXPECT_EQ(std::memcmp(&manifold.points.storage, &again.points.storage,
                                      sizeof manifold.points.storage),
                          0);
                ASSERT_FALSE(HasFailure()) << to_string(p.type()) << ' ' << to_string(q.type()) << ' ' << n;
            }
        }
    }
    EXPECT_GT(with_points, 500);
}

TEST(ContactFaces, BoxesAtEveryScale) {
    Random random(34);
    int many = 0;
    for (int n = 0; n < 2000; ++n) {
        const double scale = random.log_uniform(1e-6, 1e6);
        const Placed a{Box{abs(random.in_cube(scale)) + Vec3{0.1, 0.1, 0.1} * scale}, random.pose(scale)};
        const Placed b{Box{abs(random.in_cube(scale)) + Vec3{0.1, 0.1, 0.1} * scale}, random.pose(scale)};
        const ContactManifold manifold = contacts(a, b);
        ASSERT_TRUE(verify(manifold, a, b)) << n;
        if (manifold.points.empty()) continue;
        many += manifold.points.size() > 1;
        expect_flips(manifold, contacts(b, a), 1e-9 * std::max(scale, 1.0));
        double deepest = 0;
        for (const ContactPoint& point : manifold.points) deepest = std::max(deepest, point.depth);
        EXPECT_GE(deepest, -0.5 * manifold.distance.middle());
        EXPECT_LE(deepest, -manifold.distance.lower + 1e-12 * scale);
        ASSERT_FALSE(HasFailure()) << n;
    }
    EXPECT_GT(many, 50);
}

}  // namespace
}  // namespace graze::test
