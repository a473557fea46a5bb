// Triangles and polygons against spheres and boxes: closest points, separations of the library and fans of
// triangles as oracles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/convex/primitive_tests.hpp"
#include "graze/query/query.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr double kScales[] = {1e-6, 1, 1e6};

TEST(TriangleSphere, AgainstDenseSamplingAndFields) {
    Random random(81);
    int hits = 0;
    for (int i = 0; i < 400; ++i) {
        const Vec3 a = random.in_cube(1), b = random.in_cube(1);
        const Triangle t{a, b, i % 2 == 0 ? random.in_cube(1) : 0.5 * (a + b) + random.in_cube(0.1)};
        const Vec3 centre = random.in_cube(1);
        double nearest = 1e9;
        for (int u = 0; u <= 60; ++u) {
            for (int v = 0; u + v <= 60; ++v)
                nearest = std::min(
                    nearest, length(t.a + (u / 60.0) * (t.b - t.a) + (v / 60.0) * (t.c - t.a) - centre));
        }
        const double radius = random.uniform(0.1, 0.7);
        const SphereSeparation s = separation_triangle_sphere(t, centre, radius);
        EXPECT_LE(s.distance, nearest - radius + 1e-12);
        EXPECT_GE(s.distance, nearest - radius - 0.06) << "the sampling is that coarse";
        EXPECT_EQ(overlaps_triangle_sphere(t, centre, radius), s.distance <= 0);
        EXPECT_NEAR(length(s.normal), 1, 1e-14);
        EXPECT_LE(length(s.point + s.distance * s.normal - s.point_sphere), 1e-14);
        EXPECT_NEAR(length(s.point_sphere - centre), radius, 1e-14);
        hits += s.distance <= 0;
    }
    EXPECT_GT(hits, 40);
    EXPECT_LT(hits, 320);
    const SphereSeparation on =
        separation_triangle_sphere({{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}}, {0, 0, 0}, 0.5);
    EXPECT_EQ(on.distance, -0.5);
    EXPECT_EQ(std::abs(on.normal.z), 1);
    EXPECT_TRUE(overlaps_triangle_sphere({{1, 0, 0}, {2, 1, 0}, {2, -1, 0}}, {}, 1)) << "touching counts";
}

TEST(SphereTouches, OfSmallIntegersCount) {
    // Tangent balls by construction: the centre stands over a point of the set along a normal of integer
    // length.
    const std::array<Vec3, 8> normals{Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{1, 2, 2},  Vec3{2, -1, 2},
                                      Vec3{2, 3, 6}, Vec3{-6, 2, 3}, Vec3{1, -4, 8}, Vec3{4, 4, -7}};
    Random random(86);
    const auto k = [&] { return static_cast<double>(random.index(9)) - 4; };
    int tangent = 0;
    for (int i = 0; i < 20000; ++i) {
        const auto some = [&] { return static_cast<double>(2 + random.index(3)); };
        const auto integers = [&] {
            const double a = k(), b = k(), c = k();
            return Vec3{a, b, c};
        };
        const Vec3 n = normals[random.index(normals.size())], x = integers();
        const double height = static_cast<double>(random.index(3)), radius = height * std::sqrt(length_sq(n));
        const Vec3 centre = x + height * n, w = integers(), u = cross(n, w),
                   v = cross(n, Vec3{w.y, w.z, w.x + 1});
        // Segments and triangles across x, in the plane with that normal.
        const Segment segment{x + u * some(), x - u * some()};
        const Triangle triangle{x - u - v, x + u * some(), x + v * some()};
        const std::array<Vec3, 3> polygon{triangle.a, triangle.b, triangle.c};
        if (cross(u, v) == Vec3{}) continue;
        ++tangent;
        ASSERT_TRUE(overlaps_segment_sphere(segment, centre, radius)) << i;
        ASSERT_TRUE(overlaps_triangle_sphere(triangle, centre, radius)) << i;
        ASSERT_TRUE(overlaps_polygon_sphere(polygon, centre, radius)) << i;
        if (height == 0) continue;
        const double less = radius * (1 - 1e-12);
        ASSERT_FALSE(overlaps_segment_sphere(segment, centre, less)) << i;
        ASSERT_FALSE(overlaps_triangle_sphere(triangle, centre, less)) << i;
        ASSERT_FALSE(overlaps_polygon_sphere(polygon, centre, less)) << i;
    }
    EXPECT_GT(tangent, 10000);
    EXPECT_TRUE(overlaps_segment_sphere({{1, 1, 2}, {0, -1, 0}}, {0, 1, 1}, 1));
    EXPECT_TRUE(overlaps_triangle_sphere({{-2, 0, -1}, {-2, 2, -2}, {-2, -1, 2}}, {1, 0, 0}, 3));
}

TEST(SphereTouches, NegativeRadiiOverlapNothing) {
    const std::vector<Vec3> floor{{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
    for (const Vec3& centre : {Vec3{}, Vec3{2, 2, 0}, Vec3{0, 0, 0.5}}) {
        EXPECT_TRUE(overlaps_polygon_sphere(floor, centre, 1));
        EXPECT_FALSE(overlaps_polygon_sphere(floor, centre, -1));
        EXPECT_FALSE(overlaps_triangle_sphere({floor[0], floor[1], floor[2]}, centre, -1));
        EXPECT_FALSE(overlaps_sphere_box(centre, -1, {{3, 3, 3}}));
    }
}

TEST(TriangleBox, AgainstExactDistances) {
    Random random(82);
    for (const double s : kScales) {
        int hits = 0;
        for (int i = 0; i < 1500; ++i) {
            const Vec3 shift = random.in_cube(1.2 * s);
            const Triangle t{shift + random.in_cube(s), shift + random.in_cube(s), shift + random.in_cube(s)};
            const Box box{
                {random.uniform(0.1, 1) * s, random.uniform(0.1, 1) * s, random.uniform(0.1, 1) * s}};
            const Interval gap = separation({t, Pose::identity()}, {box, Pose::identity()}).distance;
            if (std::abs(gap.middle()) < 1e-8 * s) continue;
            ASSERT_EQ(overlaps_triangle_box(t, box), gap.upper < 0);
            hits += gap.upper < 0;
        }
        EXPECT_GT(hits, 100);
        EXPECT_LT(hits, 1300);
    }
    EXPECT_TRUE(overlaps_triangle_box({{1, -5, -5}, {1, 5, 0}, {1, -5, 5}}, {{1, 1, 1}}))
        << "touching a face";
    EXPECT_FALSE(
        overlaps_triangle_box({{1 + 1e-15, -5, -5}, {1 + 1e-15, 5, 0}, {1 + 1e-15, -5, 5}}, {{1, 1, 1}}));
    EXPECT_FALSE(overlaps_triangle_box({{3, 0.1, 0}, {0.1, 3, 0}, {3, 3, 5}}, {{1, 1, 1}}))
        << "only an edge product tells";
}

std::vector<Vec3> random_polygon(Random& random, const Pose& pose, double s, std::vector<Triangle>& fan) {
    std::vector<Vec3> polygon;
    const std::size_t n = 4 + random.index(8);
    for (std::size_t i = 0; i < n; ++i) {
        const double angle =
            6.283185307179586 * (static_cast<double>(i) + random.uniform(0, 0.8)) / static_cast<double>(n);
        const double r = random.uniform(0.3, 1.5) * s;
        polygon.push_back(pose * Vec3{r * std::cos(angle), r * std::sin(angle), 0});
    }
    for (std::size_t i = 0; i < n; ++i) fan.push_back({pose.position, polygon[i], polygon[(i + 1) % n]});
    return polygon;
}

TEST(PolygonSphere, AgainstFansOfTriangles) {
    Random random(83);
    for (const double s : kScales) {
        int hits = 0, pierced = 0;
        for (int i = 0; i < 1500; ++i) {
            std::vector<Triangle> fan;
            const std::vector<Vec3> polygon =
                random_polygon(random, Pose::from(random.rotation(), random.in_cube(s)), s, fan);
            const Vec3 centre = random.in_cube(s);
            const double radius = random.uniform(0.02, 0.5) * s;
            bool expected = false, edge = false;
            double nearest = 1e300;
            for (const Triangle& t : fan) {
                nearest = std::min(nearest, separation_triangle_sphere(t, centre, radius).distance);
                edge = edge || overlaps_segment_sphere({t.b, t.c}, centre, radius);
            }
            if (std::abs(nearest) < 1e-10 * s) continue;
            expected = nearest < 0;
            ASSERT_EQ(overlaps_polygon_sphere(polygon, centre, radius), expected);
            hits += expected;
            pierced += expected && !edge;
        }
        EXPECT_GT(hits, 100);
        EXPECT_GT(pierced, 20) << "some are met in the middle only";
    }
    EXPECT_FALSE(overlaps_polygon_sphere({}, {}, 1));
}

TEST(PolygonBox, AgainstFansOfTriangles) {
    Random random(84);
    for (const double s : kScales) {
        int hits = 0, pierced = 0;
        for (int i = 0; i < 1500; ++i) {
            std::vector<Triangle> fan;
            const std::vector<Vec3> polygon =
                random_polygon(random, Pose::from(random.rotation(), random.in_cube(s)), s, fan);
            const Box box{{random.uniform(0.05, 0.8) * s, random.uniform(0.05, 0.8) * s,
                           random.uniform(0.05, 0.8) * s}};
            bool expected = false, edge = false;
            for (const Triangle& t : fan) {
                expected = expected || overlaps_triangle_box(t, box);
                edge = edge || overlaps_segment_box({t.b, t.c}, box);
            }
            ASSERT_EQ(overlaps_polygon_box(polygon, box), expected);
            hits += expected;
            pierced += expected && !edge;
        }
        EXPECT_GT(hits, 100);
        EXPECT_LT(hits, 1400);
        EXPECT_GT(pierced, 20) << "some boxes poke through the middle only";
    }
    EXPECT_FALSE(overlaps_polygon_box({}, {{1, 1, 1}}));
}

TEST(PolygonBox, FlatBoxesInThePlane) {
    const std::vector<Vec3> square{{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}};
    std::vector<Vec3> beside = square, above = square;
    for (Vec3& p : beside) p.x += 7;
    for (Vec3& p : above) p.z += 1e-12;
    for (const Vec3& h : {Vec3{1, 1, 0}, Vec3{1, 0, 0}, Vec3{0, 0, 0}}) {
        EXPECT_TRUE(overlaps_polygon_box(square, {h}));
        EXPECT_FALSE(overlaps_polygon_box(beside, {h}));
        EXPECT_FALSE(overlaps_polygon_box(above, {h}));
    }
    const std::vector<Vec3> along_the_rod{{0, 2, 0}, {1, -2, -2}, {-1, -1, 2}};
    EXPECT_TRUE(overlaps_polygon_box(along_the_rod, {{0, 1, 0}}));
    const std::vector<Vec3> line{{-1, 3, 0}, {1, 3, 0}, {0, 3, 0}};
    EXPECT_FALSE(overlaps_polygon_box(line, {{1, 1, 0}})) << "no area, no inside";
    // Integers against triangles, whose test has no plane of its own.
    Random random(87);
    int hits = 0;
    for (int i = 0; i < 20000; ++i) {
        const auto k = [&] { return static_cast<double>(random.index(7)) - 3; };
        std::array<Vec3, 3> p{};
        for (Vec3& corner : p) {
            for (std::size_t axis = 0; axis < 3; ++axis) corner[axis] = k();
        }
        Vec3 h{std::abs(k()), std::abs(k()), std::abs(k())};
        h[random.index(3)] = 0;
        // Of a triangle without an area the thirteen axes leave out the one along it.
        if (cross(p[1] - p[0], p[2] - p[0]) == Vec3{}) continue;
        const bool expected = overlaps_triangle_box({p[0], p[1], p[2]}, {h});
        ASSERT_EQ(overlaps_polygon_box(p, {h}), expected) << i;
        hits += expected ? 1 : 0;
    }
    EXPECT_GT(hits, 5000);
}

TEST(SphereBox, DistanceDepthAndWitnesses) {
    Random random(85);
    for (const double s : kScales) {
        for (int i = 0; i < 1000; ++i) {
            const Box box{
                {random.uniform(0.1, 1) * s, random.uniform(0.1, 1) * s, random.uniform(0.1, 1) * s}};
            const Vec3 centre = random.in_cube(1.5 * s);
            const double radius = random.uniform(0.05, 0.5) * s;
            const SphereSeparation found = separation_sphere_box(centre, radius, box);
            double expected = -1e300;
            Vec3 outside{};
            for (std::size_t k = 0; k < 3; ++k) {
                const double over = std::abs(centre[k]) - box.half_extents[k];
                expected = std::max(expected, over);
                outside[k] = std::max(over, 0.0);
            }
            if (expected > 0) expected = length(outside);
            EXPECT_NEAR(found.distance / s, (expected - radius) / s, 1e-12);
            EXPECT_EQ(overlaps_sphere_box(centre, radius, box), expected <= radius);
            EXPECT_NEAR(length(found.normal), 1, 1e-14);
            EXPECT_LE(length(found.point + found.distance * found.normal - found.point_sphere), 1e-13 * s);
            EXPECT_LE(length(closest_on_box(found.point, box) - found.point), 0);
        }
    }
    EXPECT_TRUE(overlaps_sphere_box({2, 0, 0}, 1, {{1, 1, 1}}));
    EXPECT_EQ(separation_sphere_box({0, 0, 0}, 1, {{2, 2, 2}}).normal, (Vec3{1, 0, 0}))
        << "ties go to the lowest axis";
}

}  // namespace
}  // namespace graze::test
