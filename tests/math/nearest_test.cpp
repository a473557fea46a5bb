// Nearest points of segments and triangles, by the condition that makes them so: no corner lies beyond the
// plane that faces the point.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "math/nearest.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// y is nearest to x in the hull of the corners exactly when no corner lies beyond the plane through y that
/// faces x.
void expect_nearest(const Vec3& x, const Vec3& y, const std::array<Vec3, 3>& corners, double scale) {
    const Vec3 offset = (x - y) * (1 / scale);
    for (const Vec3& corner : corners) EXPECT_LE(dot(offset, (corner - y) * (1 / scale)), 1e-12);
}

TEST(Nearest, PointOfTheSegment) {
    Random random(61);
    for (const double scale : {1e-100, 1e-6, 1.0, 1e6, 1e99}) {
        for (int i = 0; i < 500; ++i) {
            const Vec3 a = random.in_cube(scale), b = i % 9 == 0 ? a : random.in_cube(scale),
                       x = random.in_cube(2 * scale);
            const double s = nearest_on_segment(a, b, x);
            EXPECT_GE(s, 0);
            EXPECT_LE(s, 1);
            expect_nearest(x, a + s * (b - a), {a, b, b}, scale);
        }
    }
    EXPECT_EQ(nearest_on_segment({0, 0, 0}, {2, 0, 0}, {0.5, 7, 0}), 0.25);
    EXPECT_EQ(nearest_on_segment({0, 0, 0}, {2, 0, 0}, {-1, 7, 0}), 0);
    EXPECT_EQ(nearest_on_segment({0, 0, 0}, {2, 0, 0}, {3, 7, 0}), 1);
    EXPECT_EQ(nearest_on_segment({1, 1, 1}, {1, 1, 1}, {3, 7, 0}), 0);
}

TEST(Nearest, PointOfTheTriangle) {
    Random random(62);
    int in_face = 0;
    for (const double scale : {1e-100, 1e-6, 1.0, 1e6, 1e99}) {
        for (int i = 0; i < 1000; ++i) {
            std::array<Vec3, 3> t{random.in_cube(scale), random.in_cube(scale), random.in_cube(scale)};
            if (i % 11 == 0) t[2] = 0.5 * t[0] + 0.5 * t[1];
            if (i % 13 == 0) t[1] = t[0];
            const Vec3 x = i % 5 == 0 ? 0.2 * t[0] + 0.3 * t[1] + 0.5 * t[2] : random.in_cube(2 * scale);
            const TrianglePoint found = nearest_on_triangle(t, x);
            EXPECT_GE(found.u, 0);
            EXPECT_GE(found.v, 0);
            EXPECT_LE(found.u + found.v, 1 + 1e-15);
            const Vec3 y = t[0] + found.u * (t[1] - t[0]) + found.v * (t[2] - t[0]);
            EXPECT_NEAR(std::sqrt(found.distance_sq) / scale, length(x - y) / scale, 1e-14);
            expect_nearest(x, y, t, scale);
            in_face += found.u > 0 && found.v > 0 && found.u + found.v < 1 ? 1 : 0;
        }
    }
    EXPECT_GT(in_face, 800);
}

TEST(Nearest, FootOnANeedle) {
    // The foot of a point above the middle of the needle, whatever its width.
    for (double width = 1; width > 1e-12; width /= 8) {
        const std::array<Vec3, 3> t{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, width, 0}};
        const TrianglePoint found = nearest_on_triangle(t, {0.75, 0.25 * width, 2});
        EXPECT_NEAR(found.v, 0.25, 1e-12) << width;
        EXPECT_NEAR(found.u, 0.5, 1e-12) << width;
        EXPECT_EQ(found.distance_sq, 4) << width;
    }
}

}  // namespace
}  // namespace graze::test
