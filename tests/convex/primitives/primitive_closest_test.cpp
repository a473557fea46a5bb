// Closest points are checked by what makes them closest: no vertex lies on the near side of the plane through
// them (a complete criterion for convex sets), and the weights rebuild the point.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "graze/convex/primitive_tests.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr double kScales[] = {1e-90, 1e-6, 1, 1e6, 1e70};

template <std::size_t N>
void expect_closest(const Vec3& p, const Vec3& found, const std::array<Vec3, N>& vertices,
                    const std::array<double, N>& weights, double s) {
    Vec3 rebuilt{};
    for (std::size_t i = 0; i < N; ++i) {
        EXPECT_GE(weights[i], 0);
        rebuilt += weights[i] * vertices[i];
        EXPECT_LE(dot((p - found) * (1 / s), (vertices[i] - found) * (1 / s)), 1e-12)
            << "vertex " << i << " is nearer";
    }
    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-14);
    EXPECT_LE(length(rebuilt - found), 1e-14 * s);
}

TEST(ClosestOnSegment, RandomAndDegenerate) {
    Random random(41);
    for (const double s : kScales) {
        for (int i = 0; i < 300; ++i) {
            const Vec3 a = random.in_cube(s), b = i % 7 == 0 ? a : random.in_cube(s),
                       p = random.in_cube(2 * s);
            const ClosestOnSegment found = closest_on_segment(p, {a, b});
            expect_closest<2>(p, found.point, {a, b}, {1 - found.parameter, found.parameter}, s);
        }
    }
    EXPECT_EQ(closest_on_segment({-5, 1, 0}, {{0, 0, 0}, {1, 0, 0}}).point, (Vec3{0, 0, 0}));
    EXPECT_EQ(closest_on_segment({5, 1, 0}, {{0, 0, 0}, {1, 0, 0}}).parameter, 1);
}

TEST(ClosestOnTriangle, RandomObtuseAndNeedles) {
    Random random(42);
    std::array<int, 4> regions{};
    for (const double s : {1e-6, 1.0, 1e6}) {
        for (int i = 0; i < 4000; ++i) {
            const Vec3 a = random.in_cube(s), b = random.in_cube(s);
            Vec3 c = random.in_cube(s);
            if (i % 4 == 1) c = 0.5 * (a + b) + random.in_cube(0.05 * s);                // obtuse
            if (i % 4 == 2) c = a + (b - a) * random.unit() + random.in_cube(1e-7 * s);  // needle
            const Vec3 p = random.in_cube(2 * s);
            const ClosestOnTriangle found = closest_on_triangle(p, {a, b, c});
            expect_closest<3>(p, found.point, {a, b, c}, found.weights, s);
            regions[static_cast<std::size_t>(std::count(found.weights.begin(), found.weights.end(), 0.0))]++;
        }
    }
    for (int zeros = 0; zeros < 3; ++zeros)
        EXPECT_GT(regions[static_cast<std::size_t>(zeros)], 200) << "face, edge and vertex regions all occur";
}

/// A power of two moves a triangle to the ends of the served range, and changes no more than roundings.
TEST(ClosestOnTriangle, ServesTheWholeRange) {
    Random random(44);
    for (const double factor : {0x1p-320, 0x1p-200, 0x1p-140, 0x1p140, 0x1p200, 0x1p320}) {
        for (int i = 0; i < 500; ++i) {
            const Vec3 a = random.in_cube(1), b = random.in_cube(1), p = random.in_cube(2);
            const Vec3 c =
                i % 2 == 0 ? random.in_cube(1) : a + (b - a) * random.unit() + random.in_cube(1e-7);
            const ClosestOnTriangle plain = closest_on_triangle(p, {a, b, c});
            const ClosestOnTriangle scaled =
                closest_on_triangle(p * factor, {a * factor, b * factor, c * factor});
            const Vec3 back = scaled.point * (1 / factor);
            EXPECT_NEAR(length(back - p), length(plain.point - p), 1e-14) << factor;
            EXPECT_NEAR(scaled.weights[0] + scaled.weights[1] + scaled.weights[2], 1, 1e-15) << factor;
            EXPECT_LE(length(a * scaled.weights[0] + b * scaled.weights[1] + c * scaled.weights[2] - back),
                      1e-15 * 8)
                << factor;
        }
    }
}

TEST(ClosestOnTriangle, DegenerateTrianglesAreSegmentsAndPoints) {
    const ClosestOnTriangle flat = closest_on_triangle({1.5, 2, 0}, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}});
    EXPECT_NEAR(length(flat.point - Vec3{1.5, 0, 0}), 0, 1e-15);
    const ClosestOnTriangle point = closest_on_triangle({1.5, 2, 0}, {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
    EXPECT_EQ(point.point, (Vec3{1, 1, 1}));
    // An obtuse triangle where the shortened rule of the book's summary picks an edge whose own closest point
    // is outside it.
    const Vec3 a{0, 0, 0}, b{1, 0, 0}, c{-3, 0.5, 0};
    const Vec3 p{0.2, -1, 0.3};
    const ClosestOnTriangle found = closest_on_triangle(p, {a, b, c});
    EXPECT_NEAR(length(found.point - Vec3{0.2, 0, 0}), 0, 1e-15);
}

TEST(ClosestOnTetrahedron, RandomFlatAndInside) {
    Random random(43);
    int inside = 0;
    for (const double s : {1e-6, 1.0, 1e6}) {
        for (int i = 0; i < 1500; ++i) {
            const Vec3 a = random.in_cube(s), b = random.in_cube(s), c = random.in_cube(s);
            const Vec3 d = i % 5 == 0 ? a + 0.3 * (b - a) + 0.4 * (c - a) : random.in_cube(s);
            Vec3 p = random.in_cube(s);
            if (i % 3 == 0) p = 0.1 * a + 0.2 * b + 0.3 * c + 0.4 * d;
            const ClosestOnTetrahedron found = closest_on_tetrahedron(p, {a, b, c, d});
            if (found.inside) {
                ++inside;
                EXPECT_EQ(found.point, p);
                const Vec3 rebuilt =
                    found.weights[0] * a + found.weights[1] * b + found.weights[2] * c + found.weights[3] * d;
                if (i % 5 != 0) {
                    EXPECT_LE(length(rebuilt - p), 1e-9 * s);
                }
            } else {
                expect_closest<4>(p, found.point, {a, b, c, d}, found.weights, s);
            }
        }
    }
    EXPECT_GT(inside, 1000);
}

TEST(ClosestOnTetrahedron, FlatOnesContainTheirPoints) {
    Random random(45);
    const auto k = [&] { return static_cast<double>(random.index(9)) - 4; };
    const auto corner = [&] {
        const double x = k(), y = k(), z = k();
        return Vec3{x, y, z};
    };
    int on = 0, off = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3 a = corner(), u = corner(), v = corner();
        // Multiples of u and v, so that all lie in a plane, exactly; p too.
        const auto in_plane = [&] { return a + u * k() + v * k(); };
        const Vec3 b = in_plane(), c = in_plane(), d = in_plane(), p = in_plane();
        const bool exact = overlaps_segment_triangle_exact({p, p}, {a, b, c}) ||
                           overlaps_segment_triangle_exact({p, p}, {a, b, d}) ||
                           overlaps_segment_triangle_exact({p, p}, {a, c, d}) ||
                           overlaps_segment_triangle_exact({p, p}, {b, c, d});
        const ClosestOnTetrahedron found = closest_on_tetrahedron(p, {a, b, c, d});
        ASSERT_EQ(found.inside, exact) << i;
        if (exact) {
            EXPECT_EQ(found.point, p);
        }
        const Vec3 rebuilt =
            found.weights[0] * a + found.weights[1] * b + found.weights[2] * c + found.weights[3] * d;
        EXPECT_LE(length(rebuilt - found.point), 1e-12);
        ++(exact ? on : off);
    }
    EXPECT_GT(on, 3000);
    EXPECT_GT(off, 4000);
    EXPECT_TRUE(closest_on_tetrahedron({0, 0, 0}, {{-1, 1, 1}, {1, -1, -1}, {0, 1, -1}, {0, 1, -1}}).inside);
}

TEST(ClosestOnTetrahedron, LargeFlatSliversContainTheirPoints) {
    Random random(46);
    const auto k = [&](std::size_t n) {
        return static_cast<double>(random.index(2 * n + 1)) - static_cast<double>(n);
    };
    const auto long_one = [&](std::size_t length) {
        const double x = k(length), y = k(3), z = k(3);
        return Vec3{x, y, z};
    };
    for (const std::size_t length : {std::size_t{1000}, std::size_t{1000000}, std::size_t{100000000}}) {
        int on = 0, off = 0;
        double worst = 0;
        for (int i = 0; i < 10000; ++i) {
            const Vec3 a = long_one(4), u = long_one(length), v = long_one(length);
            const auto in_plane = [&] { return a + u * k(3) + v * k(3); };
            const Vec3 b = in_plane(), c = in_plane(), d = in_plane(), p = in_plane();
            const bool exact = overlaps_segment_triangle_exact({p, p}, {a, b, c}) ||
                               overlaps_segment_triangle_exact({p, p}, {a, b, d}) ||
                               overlaps_segment_triangle_exact({p, p}, {a, c, d}) ||
                               overlaps_segment_triangle_exact({p, p}, {b, c, d});
            const ClosestOnTetrahedron found = closest_on_tetrahedron(p, {a, b, c, d});
            ASSERT_EQ(found.inside, exact) << length << " " << i;
            ++(exact ? on : off);
            if (!exact) continue;
            EXPECT_EQ(found.point, p);
            const Vec3 miss = found.weights[0] * (a - p) + found.weights[1] * (b - p) +
                              found.weights[2] * (c - p) + found.weights[3] * (d - p);
            worst = std::max(worst, max_component(abs(miss)) / static_cast<double>(length));
            for (const double weight : found.weights) EXPECT_GE(weight, 0);
        }
        EXPECT_LE(worst, 1e-14) << length;
        EXPECT_GT(on, 1500);
        EXPECT_GT(off, 2000);
    }
}

TEST(ClosestOnBox, ClampsAndLeavesInsidePointsAlone) {
    const Box box{{1, 2, 3}};
    EXPECT_EQ(closest_on_box({5, -7, 1}, box), (Vec3{1, -2, 1}));
    EXPECT_EQ(closest_on_box({0.5, -1, 2.5}, box), (Vec3{0.5, -1, 2.5}));
}

TEST(ClosestOnSegments, RandomParallelCrossingAndDegenerate) {
    Random random(44);
    for (const double s : {1e-60, 1e-6, 1.0, 1e6, 1e60}) {
        for (int i = 0; i < 1000; ++i) {
            const Vec3 a = random.in_cube(s), b = i % 11 == 0 ? a : random.in_cube(s);
            Vec3 c = random.in_cube(s), d = random.in_cube(s);
            if (i % 4 == 1) d = c + (b - a) * random.uniform(-2, 2);                             // parallel
            if (i % 4 == 2) d = c + (b - a) * random.uniform(-2, 2) + random.in_cube(1e-9 * s);  // nearly
            if (i % 4 == 3)
                c = a + (b - a) * random.unit() + (a + (b - a) * random.unit() - d) * 0.5;  // may cross
            const ClosestOnSegments found = closest_on_segments({a, b}, {c, d});
            const Vec3 gap = (found.point_a - found.point_b) * (1 / s);
            EXPECT_LE(length(found.point_a - (a + found.parameter_a * (b - a))), 1e-14 * s);
            EXPECT_LE(length(found.point_b - (c + found.parameter_b * (d - c))), 1e-14 * s);
            EXPECT_NEAR(std::sqrt(found.distance_sq) / s, length(gap), 1e-12);
            for (const Vec3& v : {a, b}) EXPECT_GE(dot(gap, (v - found.point_a) * (1 / s)), -1e-9);
            for (const Vec3& v : {c, d}) EXPECT_LE(dot(gap, (v - found.point_b) * (1 / s)), 1e-9);
        }
    }
}

}  // namespace
}  // namespace graze::test
