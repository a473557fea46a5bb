// The parts of contact manifolds: faces along a direction, cutting of flat parts, and the choice of four
// points.
#include "convex/manifold/manifold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include "convex/manifold/manifold_clip.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

const LevelAngle kLevel{std::cos(0.05), std::sin(0.05)};

void fill(FlatPart& part, const std::vector<Vec2>& points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        part.points.push(points[i]);
        part.ids.push(static_cast<std::uint32_t>(i));
    }
}

double area_of(const FlatCorners& loop) {
    double twice = 0;
    for (std::size_t i = 0; i < loop.size(); ++i)
        twice += cross(loop[i].at, loop[i + 1 == loop.size() ? 0 : i + 1].at);
    return 0.5 * twice;
}

std::vector<Vec2> regular(int corners, double radius, const Vec2& centre, double turn) {
    std::vector<Vec2> points;
    for (int i = 0; i < corners; ++i) {
        const double angle = turn + 2 * std::numbers::pi * i / corners;
        points.push_back(centre + Vec2{radius * std::cos(angle), radius * std::sin(angle)});
    }
    return points;
}

/// By counting the cells of a fine grid that lie in both.
double area_by_grid(const std::vector<Vec2>& p, const std::vector<Vec2>& q) {
    const auto inside = [](const std::vector<Vec2>& loop, const Vec2& x) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
            if (cross(loop[(i + 1) % loop.size()] - loop[i], x - loop[i]) < 0) return false;
        }
        return true;
    };
    constexpr int kCells = 150;
    int hits = 0;
    for (int i = 0; i < kCells; ++i) {
        for (int j = 0; j < kCells; ++j) {
            const Vec2 x{-1.5 + 3 * (i + 0.5) / kCells, -1.5 + 3 * (j + 0.5) / kCells};
            hits += inside(p, x) && inside(q, x);
        }
    }
    return hits * 9.0 / (kCells * kCells);
}

TEST(ManifoldClip, LoopsOverlapInTheirCommonArea) {
    Random random(41);
    for (int n = 0; n < 60; ++n) {
        const auto p = regular(3 + static_cast<int>(random.index(6)), 1, {}, random.uniform(0, 6));
        const auto q = regular(3 + static_cast<int>(random.index(6)), random.uniform(0.2, 1),
                               {random.uniform(-1, 1), random.uniform(-1, 1)}, random.uniform(0, 6));
        FlatPart a;
        FlatPart b;
        fill(a, p);
        fill(b, q);
        FlatCorners ab;
        FlatCorners ba;
        intersect_flat(a, b, 1e-12, ab);
        intersect_flat(b, a, 1e-12, ba);
        ASSERT_NEAR(area_of(ab), area_by_grid(p, q), 0.03);
        ASSERT_NEAR(area_of(ab), area_of(ba), 1e-12);
        ASSERT_EQ(ab.size(), ba.size());
        // The same corners with the features swapped, each corner named once.
        std::set<std::uint64_t> names;
        std::set<std::uint64_t> swapped;
        for (const FlatCorner& corner : ab) names.insert(feature_pair(corner.first, corner.second));
        for (const FlatCorner& corner : ba) swapped.insert(feature_pair(corner.second, corner.first));
        ASSERT_EQ(names.size(), ab.size());
        ASSERT_EQ(names, swapped);
    }
}

TEST(ManifoldClip, CornersAreNamedByWhatMadeThem) {
    // The square covers the left half of a larger square and sticks out at its left.
    FlatPart a;
    FlatPart b;
    fill(a, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    fill(b, {{-2, -0.5}, {0, -0.5}, {0, 0.5}, {-2, 0.5}});
    a.id = 7;
    FlatCorners common;
    intersect_flat(a, b, 1e-12, common);
    ASSERT_EQ(common.size(), 4u);
    const std::uint32_t face = feature_name(FeatureKind::face, 7);
    for (const FlatCorner& corner : common) {
        const bool own = corner.at.x == 0;
        EXPECT_EQ(corner.first, own ? face : edge_name(3, 0));
        const bool low = corner.at.y < 0;
        EXPECT_EQ(corner.second, own   ? feature_name(FeatureKind::vertex, low ? 1 : 2)
                                 : low ? edge_name(0, 1)
                                       : edge_name(2, 3));
    }
}

TEST(ManifoldClip, SegmentsAndPoints) {
    FlatPart square;
    FlatPart across;
    FlatPart outside;
    FlatPart spot;
    FlatPart other;
    fill(square, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    fill(across, {{-3, 0}, {0.5, 0}});
    fill(outside, {{-3, 2}, {3, 2}});
    fill(spot, {{0.5, 0}});
    fill(other, {{0, 0}, {2, 0}});
    FlatCorners common;
    intersect_flat(square, across, 1e-12, common);
    ASSERT_EQ(common.size(), 2u);
    EXPECT_EQ(common[0].at, (Vec2{-1, 0}));
    EXPECT_EQ(common[0].first, edge_name(3, 0));
    EXPECT_EQ(common[1].at, (Vec2{0.5, 0}));
    EXPECT_EQ(common[1].second, feature_name(FeatureKind::vertex, 1));
    intersect_flat(outside, square, 1e-12, common);
    EXPECT_EQ(common.size(), 0u);
    intersect_flat(spot, square, 1e-12, common);
    ASSERT_EQ(common.size(), 1u);
    EXPECT_EQ(common[0].first, feature_name(FeatureKind::vertex, 0));
    intersect_flat(across, other, 1e-12, common);  // along each other: the stretch from 0 to 0.5
    ASSERT_EQ(common.size(), 2u);
    EXPECT_NEAR(std::abs(common[0].at.x - common[1].at.x), 0.5, 1e-15);
    FlatPart upright;
    fill(upright, {{0.25, -1}, {0.25, 1}});
    intersect_flat(upright, other, 1e-12, common);
    ASSERT_EQ(common.size(), 1u);
    EXPECT_LE(length(common[0].at - Vec2{0.25, 0}), 1e-15);
    intersect_flat(spot, spot, 1e-12, common);
    EXPECT_EQ(common.size(), 1u);
    intersect_flat(outside, other, 1e-12, common);
    EXPECT_EQ(common.size(), 0u);
}

TEST(ManifoldReduction, KeepsTheDeepestAndTheCorners) {
    ContactCandidates candidates;
    for (int i = -3; i <= 3; ++i) {
        for (int j = -3; j <= 3; ++j) {
            const double depth = i == 1 && j == 0 ? 0.2 : 0.1;
            candidates.push({{static_cast<double>(i), static_cast<double>(j), 0},
                             depth,
                             static_cast<std::uint64_t>(10 * i + j + 100)});
        }
    }
    const ContactPoints kept = reduced(candidates, {0, 0, 1}, 1e-9);
    ASSERT_EQ(kept.size(), 4u);
    EXPECT_EQ(kept[0].depth, 0.2);
    EXPECT_EQ(kept[0].position, (Vec3{1, 0, 0}));
    for (std::size_t i = 1; i < 3; ++i)
        EXPECT_EQ(std::abs(kept[i].position.x) + std::abs(kept[i].position.y), 6);
}

TEST(ManifoldReduction, DoesNotDependOnTheOrder) {
    Random random(42);
    for (int n = 0; n < 50; ++n) {
        std::vector<ContactPoint> points;
        for (const Vec2& x : regular(12, 1, {}, random.uniform(0, 1)))
            points.push_back({{x.x, x.y, 0}, 0.1, points.size()});
        std::set<std::uint64_t> first;
        for (int order = 0; order < 4; ++order) {
            ContactCandidates candidates;
            for (const ContactPoint& point : points) candidates.push(point);
            std::set<std::uint64_t> names;
            for (const ContactPoint& point : reduced(candidates, {0, 0, 1}, 1e-12))
                names.insert(point.feature);
            ASSERT_EQ(names.size(), 4u);
            if (order == 0) first = names;
            ASSERT_EQ(names, first);
            std::rotate(points.begin(), points.begin() + 5, points.end());
            std::reverse(points.begin(), points.end());
        }
    }
}

TEST(ManifoldReduction, MergesWhatCoincides) {
    ContactCandidates candidates;
    candidates.push({{0, 0, 0}, 0.1, 1});
    candidates.push({{1e-13, 0, 0}, 0.1, 2});
    EXPECT_EQ(reduced(candidates, {0, 0, 1}, 1e-12).size(), 1u);
    candidates.push({{1, 0, 0}, 0.1, 3});
    candidates.push({{0.5, 1e-14, 0}, 0.1, 4});
    EXPECT_EQ(reduced(candidates, {0, 0, 1}, 1e-12).size(), 2u);
    EXPECT_EQ(reduced(ContactCandidates{}, {0, 0, 1}, 1e-12).size(), 0u);
}

TEST(SupportFace, CountsOfPlainShapes) {
    const auto count = [](const Shape& shape, const Vec3& direction) {
        SupportFace face;
        support_face(shape, unit(direction), kLevel, face);
        return face.size();
    };
    const Shape box = Box{{1, 2, 3}};
    EXPECT_EQ(count(box, {0, 0.01, 1}), 4u);
    EXPECT_EQ(count(box, {0.01, 1, 1}), 2u);
    EXPECT_EQ(count(box, {1, 1, 1}), 1u);
    EXPECT_EQ(count(Box{{1, 0, 3}}, {0, 0, 1}), 2u);
    EXPECT_EQ(count(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 0.01, -1}), 3u);
    EXPECT_EQ(count(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, -1, 0}), 2u);
    EXPECT_EQ(count(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {1, -0.5, 0}), 1u);
    const Shape tetrahedron = Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    EXPECT_EQ(count(tetrahedron, {1, 1, 1}), 3u);
    EXPECT_EQ(count(tetrahedron, {0, -1, -1}), 2u);
    EXPECT_EQ(count(Cylinder{1, 1}, {0, 0, 1}), kRimPoints);
    EXPECT_EQ(count(Cylinder{1, 1}, {1, 0, 0.01}), 2u);
    EXPECT_EQ(count(Cylinder{1, 1}, {1, 0, 1}), 1u);
    EXPECT_EQ(count(Cone{1, 1}, {0, 0, -1}), kRimPoints);
    EXPECT_EQ(count(Cone{1, 1}, {2, 0, 1}), 2u);
    EXPECT_EQ(count(Cone{1, 1}, {0, 0, 1}), 1u);
    EXPECT_EQ(count(Capsule{1, 1}, {1, 0, 0}), 2u);
    EXPECT_EQ(count(Capsule{1, 1}, {0, 0, 1}), 1u);
    EXPECT_EQ(count(Sphere{1}, {0, 0, 1}), 1u);
}

TEST(SupportFace, EveryPointIsHighAndTheBestIsTheSupport) {
    Random random(43);
    const auto hull = ConvexHull::build(
        std::vector<Vec3>{{1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1}, {0, 0, -1}, {0.5, 0, 1.2}});
    ASSERT_TRUE(hull);
    const std::vector<Shape> shapes{Segment{{-1, 0, 0}, {1, 0, 0}},
                                    Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                    Box{{1, 2, 3}},
                                    Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                    *hull,
                                    Capsule{0.5, 1},
                                    Cylinder{1, 1},
                                    Cone{1, 1},
                                    Ellipsoid{{1, 2, 3}},
                                    minkowski_sum(Box{{1, 1, 1}}, Segment{{0, 0, 0}, {1, 1, 0}}),
                                    rounded(Box{{1, 2, 3}}, 0.5),
                                    scaled(Box{{1, 1, 1}}, {1, 2, 3}),
                                    convex_hull_of(Sphere{0.5}, Point{{2, 0, 0.5}})};
    for (const Shape& shape : shapes) {
        for (int n = 0; n < 300; ++n) {
            Vec3 d = random.direction();
            if (n % 3 == 0)
                d = unit(Vec3{0.02 * random.unit(), 0.02 * random.unit(), random.chance(0.5) ? 1.0 : -1.0});
            if (n % 3 == 1) d = unit(Vec3{1, 0.02 * random.unit(), 0.02 * random.unit()});
            SupportFace face;
            support_face(shape, d, kLevel, face);
            ASSERT_GE(face.size(), 1u);
            const double top = dot(d, support(shape, d));
            double best = -1e300;
            for (const Vec3& x : face.points) {
                best = std::max(best, dot(d, x));
                // No point lower than a level part allows: twice the reach times the sine.
                ASSERT_GE(dot(d, x), top - 2 * shape.reach() * std::sin(0.0501)) << to_string(shape.type());
                ASSERT_LE(dot(d, x), top + 1e-14 * shape.reach()) << to_string(shape.type());
            }
            // Corners of a rim lie 2.5° at most from the highest point, whose slope is below 0.05.
            ASSERT_GE(best, top - 1e-4 * shape.reach()) << to_string(shape.type());
            std::set<std::uint32_t> ids(face.ids.begin(), face.ids.end());
            ASSERT_EQ(ids.size(), face.size()) << to_string(shape.type());
        }
    }
}

}  // namespace
}  // namespace graze::test
