// Bounds of the distance of two triangles against exact arithmetic: random, coplanar, parallel, needles,
// degenerate, near and far.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "convex/triangle/triangle_distance.hpp"
#include "oracle/polytope_oracle.hpp"
#include "oracle/random.hpp"
#include "oracle/triangle_distance_of.hpp"

namespace graze::test {
namespace {

Placed placed(const TriangleCorners& t) { return {Triangle{t[0], t[1], t[2]}, Pose::identity()}; }

TriangleCorners any_triangle(Random& random, int kind) {
    TriangleCorners t{random.in_cube(1), random.in_cube(1), random.in_cube(1)};
    switch (kind % 6) {
        case 1: t[2] = 0.5 * (t[0] + t[1]) + random.in_cube(1e-9); break;  // needle
        case 2: t[1] = t[0]; break;                                        // segment
        case 3: t[1] = t[2] = t[0]; break;                                 // point
        case 4:
            for (Vec3& v : t) v.z = std::round(v.z);
            break;  // parallel and coplanar planes
        case 5:
            for (Vec3& v : t) v = {std::round(2 * v.x), std::round(2 * v.y), std::round(2 * v.z)};
            break;  // parallel edges, shared corners
        default: break;
    }
    return t;
}

TEST(TriangleDistance, ContainsTheExactDistance) {
    Random random(5);
    int apart = 0, tight = 0, beyond = 0;
    for (int i = 0; i < 12000; ++i) {
        const TriangleCorners a = any_triangle(random, static_cast<int>(random.index(6)));
        TriangleCorners b = any_triangle(random, static_cast<int>(random.index(6)));
        const Vec3 shift = i % 3 == 0 ? Vec3{} : i % 3 == 1 ? random.in_cube(3) : Vec3{0, 0, 1e-7};
        for (Vec3& v : b) v += shift;
        const ExactDistance exact = exact_distance(placed(a), placed(b));
        for (const bool swap : {false, true}) {
            const TriangleDistance found = swap ? distance_of_triangles(b, a) : distance_of_triangles(a, b);
            EXPECT_LE(found.distance.lower, found.distance.upper);
            if (exact.sign() > 0) {
                EXPECT_TRUE(contains(found.distance, exact)) << i;
                EXPECT_NEAR(length(found.point_b - found.point_a), found.distance.upper, 1e-13);
            } else {
                EXPECT_LE(found.distance.lower, 0) << i;
            }
            const double enough = random.uniform(0, 2);
            const auto within = swap ? distance_within(b, a, enough) : distance_within(a, b, enough);
            if (within) {
                EXPECT_EQ(within->distance, found.distance);
                EXPECT_EQ(within->point_a, found.point_a);
                EXPECT_EQ(within->point_b, found.point_b);
            } else {
                EXPECT_LT(compare(enough, exact), 0) << i;
                ++beyond;
            }
            if (exact.sign() <= 0) {
                EXPECT_LE(gap_along_normals(a, b), 0) << i;
                continue;
            }
            EXPECT_LE(compare(gap_along_normals(a, b), exact), 0) << i;
            ++apart;
            tight += found.distance.width() <= 1e-9;
        }
    }
    EXPECT_GT(beyond, 1000);
    EXPECT_GT(apart, 8000);
    EXPECT_GT(tight, apart * 0.999) << tight << " of " << apart << " bounds are tight";
}

TEST(TriangleDistance, KnownCases) {
    const TriangleCorners floor{Vec3{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const auto near = [](double x, double y) { EXPECT_NEAR(x, y, 4e-14); };
    near(distance_of_triangles(floor, {Vec3{1, 1, 2}, {1, 2, 5}, {2, 1, 5}}).distance.lower,
         2);  // corner over a face
    near(distance_of_triangles(floor, {Vec3{1, 1, 2}, {2, 1, 2}, {1, 2, 2}}).distance.upper,
         2);  // parallel faces
    near(distance_of_triangles(floor, {Vec3{-3, -1, 0}, {-3, 5, 0}, {-4, 2, 0}}).distance.lower,
         3);  // coplanar
    near(distance_of_triangles(floor, {Vec3{2, -1, -1}, {2, -1, 1}, {2, -3, 0}}).distance.upper,
         1);  // edge and edge
    EXPECT_LE(distance_of_triangles(floor, {Vec3{1, 1, -1}, {1, 1, 1}, {1, 2, 0}}).distance.lower, 0);
    const TriangleCorners upright{Vec3{1, 1, 2}, {2, 1, 5}, {1, 1, 5}};  // only the floor's normal parts them
    near(gap_along_normals(floor, upright), 2);
    near(gap_along_normals(upright, floor), 2);
    EXPECT_GT(gap_along_normals(floor, {Vec3{9, 9, 2}, {9, 8, 5}, {8, 9, 5}}), 2 - 1e-14);
}

}  // namespace
}  // namespace graze::test
