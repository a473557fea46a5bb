// Triangle pairs three ways: mutual agreement, rational oracle on a small grid (where every degeneracy
// occurs), and the common segment against both triangles.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "graze/convex/primitive_tests.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Q3 = std::array<mpq_class, 3>;
Q3 rational(const Vec3& v) { return {mpq_class(v.x), mpq_class(v.y), mpq_class(v.z)}; }
Q3 minus(const Q3& a, const Q3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
mpq_class dot(const Q3& a, const Q3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
mpq_class length_sq(const Q3& a) { return dot(a, a); }

/// Squared distance of two rational triangles by minimising over faces and edges: zero exactly when they
/// intersect. Nothing is shared with the library: plain projections onto points, lines and planes.
Q3 clamp_to_segment(const Q3& p, const Q3& a, const Q3& b) {
    const Q3 d = minus(b, a);
    const mpq_class n = length_sq(d);
    mpq_class t = n == 0 ? mpq_class(0) : mpq_class(dot(minus(p, a), d) / n);
    if (t < 0) t = 0;
    if (t > 1) t = 1;
    return {a[0] + t * d[0], a[1] + t * d[1], a[2] + t * d[2]};
}
Q3 cross_q(const Q3& a, const Q3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
bool point_in_triangle(const Q3& p, const std::array<Q3, 3>& t) {
    const Q3 n = cross_q(minus(t[1], t[0]), minus(t[2], t[0]));
    if (length_sq(n) == 0) {
        for (int i = 0; i < 3; ++i) {
            if (length_sq(minus(p, clamp_to_segment(p, t[static_cast<std::size_t>(i)],
                                                    t[static_cast<std::size_t>((i + 1) % 3)]))) == 0)
                return true;
        }
        return false;
    }
    if (dot(n, minus(p, t[0])) != 0) return false;
    for (std::size_t i = 0; i < 3; ++i) {
        if (dot(n, cross_q(minus(t[(i + 1) % 3], t[i]), minus(p, t[i]))) < 0) return false;
    }
    return true;
}
bool segment_intersects_triangle(const Q3& a, const Q3& b, const std::array<Q3, 3>& t) {
    if (point_in_triangle(a, t) || point_in_triangle(b, t)) return true;
    const Q3 n = cross_q(minus(t[1], t[0]), minus(t[2], t[0]));
    const mpq_class ha = dot(n, minus(a, t[0])), hb = dot(n, minus(b, t[0]));
    if (ha != hb) {
        const mpq_class s = ha / (ha - hb);
        if (s < 0 || s > 1) return false;
        const Q3 d = minus(b, a);
        return point_in_triangle({a[0] + s * d[0], a[1] + s * d[1], a[2] + s * d[2]}, t);
    }
    // Parallel to the plane (or no plane): only crossing an edge is left.
    for (std::size_t i = 0; i < 3; ++i) {
        const Q3 c = t[i], e = minus(t[(i + 1) % 3], c), d = minus(b, a), r = minus(c, a);
        const Q3 m = cross_q(d, e);
        if (length_sq(m) == 0) {
            for (const Q3& end : {c, t[(i + 1) % 3]}) {
                if (length_sq(minus(end, clamp_to_segment(end, a, b))) == 0) return true;
            }
            continue;
        }
        if (dot(r, m) != 0) continue;
        const mpq_class u = dot(cross_q(r, e), m) / length_sq(m), v = dot(cross_q(r, d), m) / length_sq(m);
        if (u >= 0 && u <= 1 && v >= 0 && v <= 1) return true;
    }
    return false;
}
bool rational_overlap(const Triangle& a, const Triangle& b) {
    const std::array<Q3, 3> p{rational(a.a), rational(a.b), rational(a.c)},
        q{rational(b.a), rational(b.b), rational(b.c)};
    for (std::size_t i = 0; i < 3; ++i) {
        if (segment_intersects_triangle(p[i], p[(i + 1) % 3], q) ||
            segment_intersects_triangle(q[i], q[(i + 1) % 3], p))
            return true;
    }
    return false;
}

Vec3 grid_point(Random& random, double s) {
    return {s * static_cast<double>(random.index(4)), s * static_cast<double>(random.index(4)),
            s * static_cast<double>(random.index(3))};
}

void expect_segment_in_both(const Segment& segment, const Triangle& a, const Triangle& b, double s) {
    for (const Vec3& p : {segment.a, segment.b}) {
        EXPECT_LE(length(closest_on_triangle(p, a).point - p), 1e-8 * s);
        EXPECT_LE(length(closest_on_triangle(p, b).point - p), 1e-8 * s);
    }
}

TEST(TriangleTriangle, GridPairsAreDecidedExactly) {
    Random random(61);
    int hits = 0, coplanar = 0;
    for (int i = 0; i < 6000; ++i) {
        const double s = i % 2 == 0 ? 1 : 0.1;
        const Triangle a{grid_point(random, s), grid_point(random, s), grid_point(random, s)};
        const Triangle b{grid_point(random, s), grid_point(random, s), grid_point(random, s)};
        const bool expected = rational_overlap(a, b);
        hits += expected;
        ASSERT_EQ(overlaps_triangle_triangle_exact(a, b), expected);
        ASSERT_EQ(overlaps_triangle_triangle_exact(b, a), expected);
        ASSERT_EQ(overlaps_triangle_triangle(a, b), expected);
        ASSERT_EQ(overlaps_triangle_triangle(b, a), expected);
        const auto segment = find_triangle_triangle(a, b);
        if (segment) {
            EXPECT_TRUE(expected);
            expect_segment_in_both(*segment, a, b, s);
        } else {
            coplanar += expected;
        }
    }
    EXPECT_GT(hits, 1000);
    EXPECT_LT(hits, 5000);
    EXPECT_GT(coplanar, 50) << "coplanar pairs have no segment";
}

TEST(TriangleTriangle, ThreeWaysAgreeOffDegeneracy) {
    Random random(62);
    for (const double s : {1e-6, 1.0, 1e6}) {
        int hits = 0;
        for (int i = 0; i < 3000; ++i) {
            const Triangle a{random.in_cube(s), random.in_cube(s), random.in_cube(s)};
            const Vec3 shift = random.in_cube(0.7 * s);
            const Triangle b{shift + random.in_cube(s), shift + random.in_cube(s), shift + random.in_cube(s)};
            const bool exact = overlaps_triangle_triangle_exact(a, b);
            hits += exact;
            ASSERT_EQ(overlaps_triangle_triangle_sat(a, b), exact);
            ASSERT_EQ(overlaps_triangle_triangle_sat(b, a), exact);
            ASSERT_EQ(overlaps_triangle_triangle(a, b), exact);
            const auto segment = find_triangle_triangle(a, b);
            ASSERT_EQ(segment.has_value(), exact);
            if (segment) expect_segment_in_both(*segment, a, b, s);
        }
        EXPECT_GT(hits, 300);
    }
}

TEST(TriangleTriangle, CoplanarPairsBySeparatingAxes) {
    Random random(63);
    for (int i = 0; i < 2000; ++i) {
        const auto flat = [&] { return Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0.25}; };
        const Triangle a{flat(), flat(), flat()}, b{flat(), flat(), flat()};
        EXPECT_EQ(overlaps_triangle_triangle_sat(a, b), overlaps_triangle_triangle_exact(a, b));
        EXPECT_FALSE(find_triangle_triangle(a, b));
    }
}

TEST(TriangleTriangle, EdgesNearlyParallelToThePlaneAreAllTested) {
    // The sixth edge is implied by the other five only in exact arithmetic: an edge that dips through by a
    // hair must not be lost.
    for (const double dip : {1e-3, 1e-6, 1e-9, 1e-12, 1e-15}) {
        const Triangle plate{{-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}};
        const Triangle blade{{-0.5, -0.5, dip}, {0.5, -0.5, -dip}, {0, -0.5, 1}};
        EXPECT_TRUE(overlaps_triangle_triangle_exact(plate, blade)) << dip;
        EXPECT_TRUE(overlaps_triangle_triangle(plate, blade)) << dip;
        const auto segment = find_triangle_triangle(plate, blade);
        ASSERT_TRUE(segment) << dip;
        EXPECT_NEAR(length(segment->a - segment->b), 0.5, dip < 1e-14 ? 0.5 : 1e-3) << dip;
        const Triangle above{{-0.5, -0.5, dip}, {0.5, -0.5, dip}, {0, -0.5, 1}};
        EXPECT_FALSE(overlaps_triangle_triangle(plate, above)) << dip;
        EXPECT_FALSE(overlaps_triangle_triangle_sat(plate, above)) << dip;
    }
}

TEST(TriangleTriangle, KnownSegment) {
    const Triangle a{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, b{{1, 1, -1}, {1, 1, 1}, {1, 5, 0}};
    const auto segment = find_triangle_triangle(a, b);
    ASSERT_TRUE(segment);
    EXPECT_NEAR(length(segment->a - segment->b), 2, 1e-12);
    EXPECT_NEAR(std::min(segment->a.y, segment->b.y), 1, 1e-12);
    EXPECT_NEAR(std::max(segment->a.y, segment->b.y), 3, 1e-12);
    const auto touch = find_triangle_triangle(a, {{2, 1, 0}, {2, 1, 1}, {3, 1, 1}});
    ASSERT_TRUE(touch);
    EXPECT_EQ(touch->a, (Vec3{2, 1, 0}));
    EXPECT_EQ(touch->b, touch->a);
}

}  // namespace
}  // namespace graze::test
