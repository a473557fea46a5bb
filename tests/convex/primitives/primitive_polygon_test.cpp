// Polygons: winding numbers, tilings, fans of triangles and areas as oracles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "graze/convex/primitive_tests.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// A star-shaped polygon around the origin: concave, and the union of the fan from the origin.
std::vector<Vec2> star(Random& random, std::size_t corners) {
    std::vector<Vec2> p;
    for (std::size_t i = 0; i < corners; ++i) {
        const double angle = 2 * std::numbers::pi * (static_cast<double>(i) + random.uniform(0, 0.8)) /
                             static_cast<double>(corners);
        const double r = random.uniform(0.3, 1);
        p.push_back({r * std::cos(angle), r * std::sin(angle)});
    }
    return p;
}

std::vector<Vec3> placed(const std::vector<Vec2>& polygon, const Pose& pose, double s) {
    std::vector<Vec3> out;
    for (const Vec2& p : polygon) out.push_back(pose * Vec3{s * p.x, s * p.y, 0});
    return out;
}

std::vector<Triangle> fan(const std::vector<Vec3>& polygon, const Vec3& centre) {
    std::vector<Triangle> out;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        out.push_back({centre, polygon[i], polygon[(i + 1) % polygon.size()]});
    return out;
}

int winding_number(const Vec2& p, const std::vector<Vec2>& polygon) {
    double turned = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 a = polygon[i] - p, b = polygon[(i + 1) % polygon.size()] - p;
        turned += std::atan2(cross(a, b), dot(a, b));
    }
    return static_cast<int>(std::lround(turned / (2 * std::numbers::pi)));
}

TEST(NewellPlane, AreaOrientationAndOffset) {
    Random random(71);
    for (const double s : {1e-60, 1e-6, 1.0, 1e6, 1e60}) {
        for (int i = 0; i < 100; ++i) {
            const std::vector<Vec2> flat = star(random, 9);
            const Pose pose = Pose::from(random.rotation(), random.in_cube(s));
            std::vector<Vec3> polygon = placed(flat, pose, s);
            double area = 0;
            for (std::size_t k = 0; k < flat.size(); ++k)
                area += 0.5 * cross(flat[k], flat[(k + 1) % flat.size()]);
            const Plane plane = newell_plane(polygon);
            EXPECT_NEAR(length(plane.normal) / (s * s), 2 * area, 1e-12);
            EXPECT_NEAR(dot(unit(plane.normal), pose.rotation.columns[2]), 1, 1e-12);
            for (const Vec3& p : polygon) EXPECT_LE(std::abs(plane(p)), 1e-13 * length(plane.normal) * s);
            std::reverse(polygon.begin(), polygon.end());
            EXPECT_NEAR(dot(unit(newell_plane(polygon).normal), pose.rotation.columns[2]), -1, 1e-12);
        }
    }
    // Noise off the plane moves the normal only a little, and distance from the origin not at all.
    std::vector<Vec3> square{{0, 0, 1e-3}, {1, 0, -1e-3}, {1, 1, 1e-3}, {0, 1, -1e-3}};
    EXPECT_NEAR(unit(newell_plane(square).normal).z, 1, 1e-12);
    for (Vec3& p : square) p += Vec3{1e8, -1e8, 0};
    EXPECT_NEAR(newell_plane(square).normal.z, 2, 1e-7);
    EXPECT_EQ(newell_plane({}).normal, Vec3{});
}

TEST(PointInPolygon, AgainstWindingNumbers) {
    Random random(72);
    int inside = 0;
    for (int i = 0; i < 200; ++i) {
        std::vector<Vec2> polygon = star(random, 4 + random.index(12));
        if (i % 2 == 0) std::reverse(polygon.begin(), polygon.end());
        for (int k = 0; k < 50; ++k) {
            const Vec2 p{random.uniform(-1, 1), random.uniform(-1, 1)};
            const bool expected = winding_number(p, polygon) != 0;
            inside += expected;
            ASSERT_EQ(point_in_polygon(p, polygon), expected);
        }
        // Level with a vertex: the ray runs through it.
        for (const Vec2& v : polygon) {
            for (const double x : {-2.0, 2.0, v.x - 0.01, v.x + 0.01}) {
                const Vec2 p{x, v.y};
                if (std::abs(x) < 1.5 && length(p) > 1e-9) continue;
                ASSERT_FALSE(point_in_polygon(p, polygon));
            }
            ASSERT_TRUE(point_in_polygon(Vec2{0, 0}, polygon));
        }
    }
    EXPECT_GT(inside, 2000);
}

TEST(PointInPolygon, TilesShareTheirEdgesFairly) {
    // A square cut into triangles at grid points: every grid point inside belongs to exactly one piece.
    Random random(73);
    for (int round = 0; round < 50; ++round) {
        const Vec2 hub{static_cast<double>(1 + random.index(7)), static_cast<double>(1 + random.index(7))};
        const std::vector<Vec2> rim{{0, 0}, {4, 0}, {8, 0}, {8, 3}, {8, 8}, {5, 8}, {0, 8}, {0, 2}};
        for (int x = 0; x <= 8; ++x) {
            for (int y = 0; y <= 8; ++y) {
                const Vec2 p{static_cast<double>(x), static_cast<double>(y)};
                int owners = 0, convex_owners = 0;
                for (std::size_t i = 0; i < rim.size(); ++i) {
                    const std::vector<Vec2> piece{hub, rim[i], rim[(i + 1) % rim.size()]};
                    owners += point_in_polygon(p, piece);
                    convex_owners += point_in_convex_polygon(p, piece);
                }
                ASSERT_EQ(convex_owners, owners);
                ASSERT_EQ(owners, static_cast<int>(point_in_polygon(p, rim)));
                if (x > 0 && x < 8 && y > 0 && y < 8) {
                    ASSERT_EQ(owners, 1);
                }
            }
        }
    }
}

TEST(PointInPolygon, RightAndTopBelongToIt) {
    std::vector<Vec2> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int turn = 0; turn < 2; ++turn) {
        for (const auto contains :
             {+[](const Vec2&p, std::span<const Vec2> q) { return point_in_polygon(p, q); },
              +[](const Vec2&p, std::span<const Vec2> q) { return point_in_convex_polygon(p, q); }}) {
            EXPECT_TRUE(contains({1, 0.5}, square));
            EXPECT_TRUE(contains({0.5, 1}, square));
            EXPECT_TRUE(contains({1, 1}, square));
            EXPECT_FALSE(contains({0, 0.5}, square));
            EXPECT_FALSE(contains({0.5, 0}, square));
            EXPECT_FALSE(contains({0, 0}, square));
        }
        std::reverse(square.begin(), square.end());
    }
}

TEST(PolygonPolygon, AgainstFansOfTriangles) {
    Random random(74);
    for (const double s : {1e-6, 1.0, 1e6}) {
        int hits = 0, several = 0;
        for (int i = 0; i < 400; ++i) {
            const Pose pa = Pose::from(random.rotation(), random.in_cube(0.4 * s)),
                       pb = Pose::from(random.rotation(), random.in_cube(0.4 * s));
            const std::vector<Vec3> a = placed(star(random, 4 + random.index(8)), pa, s),
                                    b = placed(star(random, 4 + random.index(8)), pb, s);
            bool expected = false;
            double expected_length = 0;
            for (const Triangle& t : fan(a, pa.position)) {
                for (const Triangle& u : fan(b, pb.position)) {
                    expected = expected || overlaps_triangle_triangle_exact(t, u);
                    if (const auto segment = find_triangle_triangle(t, u))
                        expected_length += length(segment->a - segment->b);
                }
            }
            const std::vector<Segment> found = find_polygon_polygon(a, b);
            ASSERT_EQ(overlaps_polygon_polygon(a, b), expected);
            ASSERT_EQ(overlaps_polygon_polygon(b, a), expected);
            ASSERT_EQ(!found.empty(), expected);
            double total = 0;
            for (const Segment& segment : found) total += length(segment.a - segment.b);
            EXPECT_NEAR(total / s, expected_length / s, 1e-9);
            hits += expected;
            several += found.size() > 1;
        }
        EXPECT_GT(hits, 60);
        EXPECT_LT(hits, 390);
        EXPECT_GT(several, 0) << "concave polygons meet in several pieces";
    }
}

TEST(PolygonPolygon, TouchingAndParallel) {
    const std::vector<Vec3> square{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    const std::vector<Vec3> upright{{1, 1, 0}, {2, 1, 1}, {1, 1, 2}, {0, 1, 1}};  // one corner on the square
    const auto touch = find_polygon_polygon(square, upright);
    ASSERT_EQ(touch.size(), 1u);
    EXPECT_EQ(touch[0].a, (Vec3{1, 1, 0}));
    EXPECT_TRUE(overlaps_polygon_polygon(upright, square));
    const std::vector<Vec3> above{{0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}};
    EXPECT_FALSE(overlaps_polygon_polygon(square, above));
    EXPECT_FALSE(overlaps_polygon_polygon(square, square)) << "coplanar pairs are left out";
    EXPECT_FALSE(overlaps_polygon_polygon(square, std::vector<Vec3>{{0, 0, 0}, {1, 1, 1}}));
    const std::vector<Vec3> comb{{-1, 1, -1},    {5, 1, -1},  {5, 1, 1},   {4, 1, 1},      {4, 1, -0.5},
                                 {1.5, 1, -0.5}, {1.5, 1, 1}, {0.5, 1, 1}, {0.5, 1, -0.5}, {-1, 1, -0.5}};
    const auto teeth = find_polygon_polygon(square, comb);
    ASSERT_EQ(teeth.size(), 1u);
    EXPECT_NEAR(length(teeth[0].a - teeth[0].b), 1, 1e-14);
    std::vector<Vec3> wide = square;
    for (Vec3& p : wide) p.x *= 3;
    EXPECT_EQ(find_polygon_polygon(wide, comb).size(), 2u);
}

void expect_pieces(const std::vector<Vec3>& a, const std::vector<Vec3>& b, std::vector<Segment> expected) {
    for (int turn = 0; turn < 2; ++turn) {
        std::vector<Segment> found = turn == 0 ? find_polygon_polygon(a, b) : find_polygon_polygon(b, a);
        EXPECT_EQ(turn == 0 ? overlaps_polygon_polygon(a, b) : overlaps_polygon_polygon(b, a),
                  !expected.empty());
        ASSERT_EQ(found.size(), expected.size());
        // The line may run either way.
        if (!found.empty() && length(found[0].a - expected[0].a) > 1e-13) {
            std::reverse(found.begin(), found.end());
            for (Segment& segment : found) std::swap(segment.a, segment.b);
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_LE(length(found[i].a - expected[i].a), 1e-13);
            EXPECT_LE(length(found[i].b - expected[i].b), 1e-13);
        }
    }
}

TEST(PolygonPolygon, EdgesInThePlaneAndTouches) {
    const std::vector<Vec3> floor{{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
    expect_pieces(floor, {{-1, 0, 0}, {1, 0, 0}, {1, 0, 1}, {-1, 0, 1}}, {{{-1, 0, 0}, {1, 0, 0}}});
    // An edge in the floor, next to a part that goes through it.
    expect_pieces(floor, {{-1, 0, 0}, {0, 0, 0}, {0, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}},
                  {{{-1, 0, 0}, {1, 0, 0}}});
    // A tip from above, an edge from below and a part through it.
    expect_pieces(
        floor,
        {{-2, 0, 1}, {-1.5, 0, 0}, {-1, 0, 1}, {0, 0, 1}, {0, 0, -2}, {1, 0, -2}, {1, 0, 3}, {-2, 0, 3}},
        {{{-1.5, 0, 0}, {-1.5, 0, 0}}, {{0, 0, 0}, {1, 0, 0}}});
    // Tips at a corner and on an edge; an edge on an edge.
    expect_pieces(floor, {{2, 2, 0}, {3, 2, 1}, {2, 3, 1}}, {{{2, 2, 0}, {2, 2, 0}}});
    expect_pieces(floor, {{2, 0.5, 0}, {3, 0, 1}, {3, 1, 1}}, {{{2, 0.5, 0}, {2, 0.5, 0}}});
    expect_pieces(floor, {{2, -1, 0}, {2, 1, 0}, {2, 1, 1}, {2, -1, 1}}, {{{2, -1, 0}, {2, 1, 0}}});
    expect_pieces(floor, {{2, 2.5, 0}, {3, 2, 1}, {2, 3, 1}}, {});
    expect_pieces({{-5, -2, -2}, {3, -4, -2}, {2, -2, -2}, {0, 2, -2}, {-1, 1, -2}, {-3, 4, -2}},
                  {{-4, 1, 8}, {-10, 6, -1}, {-3, 4, -2}, {-1, 2, 2}, {5, -1, 5}, {2, -1, 8}, {3, -2, 10}},
                  {{{-3, 4, -2}, {-3, 4, -2}}});
}

TEST(PolygonPolygon, SmallOnesInHugeOnes) {
    const std::vector<Vec3> small{{0, 0, -1}, {1, 0, -1}, {0.5, 0, 1}};
    for (const double size : {1e3, 1e9, 1e15, 1e18}) {
        const std::vector<Vec3> floor{{-size, -size, 0}, {size, -size, 0}, {size, size, 0}, {-size, size, 0}};
        expect_pieces(floor, small, {{{0.25, 0, 0}, {0.75, 0, 0}}});
    }
}

TEST(PolygonPolygon, NeighboursShareTheirEdge) {
    // As faces of a mesh do, at coordinates that are rounded.
    Random random(76);
    for (int i = 0; i < 2000; ++i) {
        const Pose pose = Pose::from(random.rotation(), random.in_cube(3));
        const double fold = random.uniform(0.1, 3);
        std::vector<Vec3> a, b;
        for (const Vec3& p :
             {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1.3, 1, 0}, Vec3{0.4, 0.3, 0}, Vec3{-0.5, 1, 0}})
            a.push_back(pose * p);
        for (const Vec3& p : {Vec3{1, 0, 0}, Vec3{0, 0, 0}, Vec3{-0.2, 1, 0}, Vec3{1, 1, 0}}) {
            b.push_back(pose * Vec3{p.x, p.y * std::cos(fold), p.y * std::sin(fold)});
        }
        for (const auto& found : {find_polygon_polygon(a, b), find_polygon_polygon(b, a)}) {
            ASSERT_EQ(found.size(), 1u) << i;
            EXPECT_NEAR(length(found[0].b - found[0].a), 1, 1e-12);
        }
        // Only a vertex left in common.
        b[0] = pose * Vec3{-1, -1, fold};
        b[2] = pose * Vec3{-1, 1, fold};
        b.pop_back();
        for (const auto& found : {find_polygon_polygon(a, b), find_polygon_polygon(b, a)}) {
            ASSERT_EQ(found.size(), 1u) << i << " " << fold;
            EXPECT_LE(length(found[0].a - a[0]) + length(found[0].b - a[0]), 1e-12);
        }
    }
}

TEST(PolygonPolygon, CutsOfSliversAreNotSnapped) {
    // Heights of vertices that are rounding for a round polygon of this size, but true ones for slivers,
    // which cross well inside.
    const std::vector<Vec3> a{{-0x1.026dcp+19, 0, 0}, {0x1.afbdcp+19, 2, -1}, {0x1.87ee8p+17, -2, -2}};
    const std::vector<Vec3> b{{-0x1.ce49ep+19, 1, -1}, {-0x1.527e4p+18, -2, 2}, {0x1.b26e8p+19, 2, -1}};
    Random random(77);
    for (const double step : {0.0, 1e-9, 1e-7, 1e-5, 1e-3}) {
        for (int i = 0; i < 100; ++i) {
            std::vector<Vec3> moved = b;
            const Vec3 by = random.direction() * step;
            for (Vec3& v : moved) v += by;
            ASSERT_TRUE(overlaps_triangle_triangle_exact({a[0], a[1], a[2]}, {moved[0], moved[1], moved[2]}));
            ASSERT_TRUE(overlaps_polygon_polygon(a, moved)) << step << " " << i;
            ASSERT_TRUE(overlaps_polygon_polygon(moved, a)) << step << " " << i;
        }
    }
}

TEST(PolygonPolygon, SwappedPairsAnswerAlike) {
    // Different sizes, first vertices at different distances, and gaps about as wide as the error of touches.
    Random random(78);
    int overlapping = 0;
    for (int i = 0; i < 20000; ++i) {
        const double size = random.log_uniform(1e-3, 1e3);
        std::vector<Vec3> a{{-10, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
        const double gap = random.uniform(-0.2, 1) * random.log_uniform(1e-16, 1e-9),
                     y = random.uniform(-1, 1);
        const Vec3 tip = i % 2 == 0 ? Vec3{random.uniform(-1, 1), y, gap} : Vec3{1 + gap, y, 0};
        std::vector<Vec3> b{tip + Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 1} * size, tip,
                            tip + Vec3{random.uniform(-1, 1), 2, 1} * size};
        const Pose pose = Pose::from(random.rotation(), random.in_cube(1));
        for (Vec3& v : a) v = pose * v;
        for (Vec3& v : b) v = pose * v;
        const auto one = find_polygon_polygon(a, b), other = find_polygon_polygon(b, a);
        ASSERT_EQ(one.size(), other.size()) << i;
        ASSERT_EQ(overlaps_polygon_polygon(a, b), overlaps_polygon_polygon(b, a)) << i;
        overlapping += one.empty() ? 0 : 1;
    }
    EXPECT_GT(overlapping, 4000);
    EXPECT_LT(overlapping, 16000);
}

TEST(BridgeHoles, OneLoopWithTheSameInside) {
    const std::vector<Vec3> outer{{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {5, 6, 0}, {0, 10, 0}};
    const std::vector<std::vector<Vec3>> holes{{{1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}},
                                               {{6, 1, 0}, {6, 5, 0}, {7, 5, 0}, {7, 1, 0}},
                                               {{4, 2, 0}, {4.5, 4, 0}, {5, 2, 0}},
                                               {{1, 4, 0}, {1, 7, 0}, {2, 6, 0}, {3, 4, 0}}};
    Random random(75);
    for (int view = 0; view < 6; ++view) {
        const Pose pose = view == 0 ? Pose::identity() : Pose::from(random.rotation(), random.in_cube(1));
        std::vector<Vec3> turned_outer, all;
        std::vector<std::vector<Vec3>> turned_holes;
        for (const Vec3& p : outer) turned_outer.push_back(pose * p);
        all = turned_outer;
        for (const auto& hole : holes) {
            turned_holes.emplace_back();
            for (const Vec3& p : hole) {
                turned_holes.back().push_back(pose * p);
                all.push_back(pose * p);
            }
        }
        const Vec3 normal = pose.rotation * Vec3{0, 0, 1};
        const std::vector<std::size_t> loop = bridge_holes(turned_outer, turned_holes, normal);
        ASSERT_EQ(loop.size(), 5 + 4 + 4 + 3 + 4 + 2 * holes.size()) << "every bridge repeats its two ends";
        std::vector<Vec3> joined;
        for (const std::size_t i : loop) joined.push_back(all[i]);
        const double area = 100 - 20 - 4 - 4 - 1 - 3.5;
        EXPECT_NEAR(dot(newell_plane(joined).normal, normal), 2 * area, 1e-9);
        for (int k = 0; k < 400; ++k) {
            const Vec3 p = pose * Vec3{random.uniform(-1, 11), random.uniform(-1, 11), 0};
            bool expected = point_in_polygon(p, turned_outer, normal);
            for (const auto& hole : turned_holes) expected = expected && !point_in_polygon(p, hole, normal);
            ASSERT_EQ(point_in_polygon(p, joined, normal), expected);
        }
    }
    EXPECT_EQ(bridge_holes(outer, {}, {0, 0, 1}).size(), outer.size());
    const std::vector<std::vector<Vec3>> outside{{{20, 0, 0}, {20, 1, 0}, {21, 1, 0}}};
    EXPECT_TRUE(bridge_holes(outer, outside, {0, 0, 1}).empty()) << "a hole outside cannot be joined";
}

}  // namespace
}  // namespace graze::test
