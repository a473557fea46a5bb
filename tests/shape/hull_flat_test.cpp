// Flat, collinear and coinciding point sets, polygons, and input that must be refused.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <vector>

#include "graze/shape/hull.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Points = std::vector<Vec3>;

expected<ConvexHull, BuildError> build_any(const Points& points) {
    return ConvexHull::build(points, {.allow_degenerate = true});
}

void expect_error(const Points& points, Rule rule, Element kind, std::size_t element) {
    for (const bool allow : {false, true}) {
        const auto hull = ConvexHull::build(points, {.allow_degenerate = allow});
        ASSERT_FALSE(hull.has_value());
        EXPECT_EQ(hull.error().rule, rule);
        EXPECT_EQ(hull.error().kind, kind);
        EXPECT_EQ(hull.error().element, element);
        EXPECT_FALSE(hull.error().message().empty());
    }
}

Points regular(int sides, const Pose& pose) {
    Points points;
    for (int i = 0; i < sides; ++i)
        points.push_back(pose * Vec3{std::cos(2 * std::numbers::pi * i / sides),
                                     std::sin(2 * std::numbers::pi * i / sides), 0});
    return points;
}

/// What every two-sided polygon promises.
void check_polygon(const HullData& h) {
    ASSERT_EQ(h.dimension, 2);
    const std::size_t count = h.vertices.size();
    ASSERT_GE(count, 3U);
    ASSERT_EQ(h.triangles.size(), 2 * (count - 2));
    ASSERT_EQ(h.facets.size(), 2U);
    ASSERT_EQ(h.facet_planes.size(), 2U);
    EXPECT_EQ(h.facets[0].size(), count);
    EXPECT_EQ(h.facets[1], std::vector<std::uint32_t>(h.facets[0].rbegin(), h.facets[0].rend()));
    EXPECT_NEAR(dot(h.facet_planes[0].normal, h.facet_planes[1].normal), -1, 1e-12);
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    double reach = 0;
    for (const Vec3& v : h.vertices) reach = std::max(reach, length(v));
    for (std::size_t f = 0; f < 2; ++f) {
        const Vec3 n = h.facet_planes[f].normal;
        EXPECT_NEAR(length(n), 1, 1e-15);
        for (std::size_t i = 0; i < count; ++i) {
            const Vec3 &a = h.vertices[h.facets[f][i]], &b = h.vertices[h.facets[f][(i + 1) % count]],
                       &c = h.vertices[h.facets[f][(i + 2) % count]];
            EXPECT_LE(h.facet_planes[f](a), h.concavity);
            EXPECT_GT(dot(cross(b - a, c - b), n), -1e-15 * reach * reach)
                << "a loop is counter-clockwise seen against its normal";
        }
    }
    for (const auto& t : h.triangles)
        for (std::size_t k = 0; k < 3; ++k) edges.emplace(t[k], t[(k + 1) % 3]);
    for (const auto& [a, b] : edges) EXPECT_TRUE(edges.contains({b, a}));
    EXPECT_EQ(edges.size(), h.neighbours.size());
    EXPECT_EQ(h.cells_per_side, 0U);
}

TEST(FlatHull, IsRefusedWithAdviceUnlessAllowed) {
    const Points square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 0}};
    const Points line{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}};
    const Points same(5, Vec3{1, 2, 3});
    for (const Points& points : {square, line, same}) {
        const auto hull = ConvexHull::build(points);
        ASSERT_FALSE(hull.has_value());
        EXPECT_EQ(hull.error().rule, Rule::flat);
        EXPECT_EQ(hull.error().kind, Element::whole);
        EXPECT_EQ(hull.error().element, 0U);
        EXPECT_NE(hull.error().message().find("allow_degenerate"), std::string::npos);
    }
    EXPECT_EQ(build_any(square)->data().dimension, 2);
    EXPECT_EQ(build_any(line)->data().dimension, 1);
    EXPECT_EQ(build_any(same)->data().dimension, 0);
}

TEST(FlatHull, PolygonKeepsItsCorners) {
    const Points grid{{0, 0, 5}, {1, 0, 5}, {2, 0, 5}, {0, 1, 5}, {1, 1, 5},
                      {2, 1, 5}, {0, 2, 5}, {1, 2, 5}, {2, 2, 5}};
    const auto hull = build_any(grid);
    ASSERT_TRUE(hull.has_value());
    const HullData& h = hull->data();
    check_polygon(h);
    EXPECT_EQ(std::set<std::uint32_t>(h.source.begin(), h.source.end()),
              (std::set<std::uint32_t>{0, 2, 6, 8}));
    for (std::size_t i = 0; i < h.vertices.size(); ++i) EXPECT_EQ(h.vertices[i], grid[h.source[i]]);
    EXPECT_EQ(h.dropped_count, 5U);
    EXPECT_LE(h.dropped_distance, 1e-13);
    EXPECT_EQ(std::abs(h.facet_planes[0].normal.z), 1);
}

TEST(FlatHull, SegmentAndPoint) {
    const auto segment = build_any({{1, 1, 1}, {3, 3, 3}, {0, 0, 0}, {2, 2, 2}});
    ASSERT_TRUE(segment.has_value());
    EXPECT_EQ(segment->data().dimension, 1);
    ASSERT_EQ(segment->vertices().size(), 2U);
    EXPECT_EQ(segment->data().source, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(segment->data().neighbours, (std::vector<std::uint32_t>{1, 0}));
    EXPECT_TRUE(segment->data().triangles.empty());
    EXPECT_TRUE(segment->data().facets.empty());
    EXPECT_EQ(segment->data().dropped_count, 2U);
    EXPECT_LE(segment->data().dropped_distance, 1e-14);

    const auto point = build_any({{1, 2, 3}, {1, 2, 3}});
    ASSERT_TRUE(point.has_value());
    EXPECT_EQ(point->data().dimension, 0);
    ASSERT_EQ(point->vertices().size(), 1U);
    EXPECT_EQ(point->vertices()[0], (Vec3{1, 2, 3}));
    EXPECT_TRUE(point->data().neighbours.empty());
    EXPECT_EQ(point->data().dropped_count, 1U);
    EXPECT_EQ(support_vertex(point->data(), {1, 0, 0}, 7), 0U);
    EXPECT_EQ(build_any({{1, 2, 3}})->data().dimension, 0);
    EXPECT_EQ(build_any({{1, 2, 3}, {4, 5, 6}})->data().dimension, 1);
    EXPECT_EQ(build_any({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})->data().dimension, 2);
}

TEST(FlatHull, TurnedPolygonsOfEveryScale) {
    Random random(1);
    for (const double scale : {1e-90, 1e-6, 1.0, 1e6, 1e90}) {
        for (const int sides : {3, 4, 5, 8, 33, 200}) {
            Points points = regular(sides, random.pose(1));
            const std::size_t corners = points.size();
            for (int i = 0; i < 20; ++i) {
                const Vec3 p = points[random.index(corners)], q = points[random.index(corners)];
                points.push_back(p + random.uniform(0.2, 0.8) * (points[random.index(corners)] - p) +
                                 random.uniform(0, 0.1) * (q - p));
            }
            for (Vec3& p : points) p *= scale;
            const auto hull = build_any(points);
            ASSERT_TRUE(hull.has_value());
            check_polygon(hull->data());
            EXPECT_GE(hull->vertices().size(), corners);
            EXPECT_LE(hull->data().dropped_distance, 1e-13 * scale);
            // Supports reach every input point.
            for (int k = 0; k < 50; ++k) {
                const Vec3 d = random.direction();
                const double height = dot(hull->vertices()[support_vertex(hull->data(), d)], d);
                EXPECT_EQ(height, dot(hull->vertices()[support_vertex_climb(hull->data(), d, 1)], d));
                for (const Vec3& p : points)
                    EXPECT_LE(dot(p, d), height + hull->data().dropped_distance + 1e-14 * scale);
            }
        }
    }
}

TEST(FlatHull, ThicknessLadder) {
    // From flat within rounding to plainly solid: each rung builds, and says what it is.
    Random random(2);
    for (const double thickness : {0.0, 1e-17, 1e-16, 1e-15, 3e-15, 1e-14, 1e-13, 1e-12, 1e-9, 1e-6, 1e-3}) {
        for (int k = 0; k < 20; ++k) {
            const Pose pose = random.pose(1);
            Points points;
            for (int i = 0; i < 30; ++i)
                points.push_back(pose * Vec3{random.uniform(-1, 1), random.uniform(-1, 1),
                                             thickness * random.uniform(-1, 1)});
            const auto hull = build_any(points);
            ASSERT_TRUE(hull.has_value());
            const int dimension = hull->data().dimension;
            EXPECT_EQ(ConvexHull::build(points).has_value(), dimension == 3);
            EXPECT_TRUE(dimension == 2 || thickness > 1e-16);
            EXPECT_TRUE(dimension == 3 || thickness < 1e-13);
            EXPECT_LE(hull->data().dropped_distance, 5e-14);
            for (int i = 0; i < 20; ++i) {
                const Vec3 d = i < 2 ? (i == 0 ? 1.0 : -1.0) * pose.rotation.columns[2] : random.direction();
                const double height = dot(hull->vertices()[support_vertex(hull->data(), d)], d);
                for (const Vec3& p : points)
                    EXPECT_LE(dot(p, d), height + hull->data().dropped_distance + hull->data().climb_error);
            }
        }
    }
}

TEST(HullInput, BadPointsAreNamed) {
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    const Points good{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const double bad : {nan, inf, -inf, 1.1e100, -1e300, 0.9e-100, -1e-200, 5e-324}) {
                Points points = good;
                points[i][axis] = bad;
                points.push_back({nan, nan, nan});  // a later fault does not hide the first
                expect_error(points, std::isfinite(bad) ? Rule::out_of_range : Rule::not_finite,
                             Element::vertex, i);
            }
        }
    }
    EXPECT_TRUE(
        ConvexHull::build(Points{{0, 0, 0}, {1e100, 0, 0}, {0, 1e100, 0}, {0, 0, -1e100}}).has_value());
    EXPECT_TRUE(
        ConvexHull::build(Points{{0, 0, -0.0}, {1e-100, 0, 0}, {0, 1e-100, 0}, {0, 0, -1e-100}}).has_value());
}

TEST(HullInput, TooFewPoints) {
    expect_error({}, Rule::too_few, Element::whole, 0);
    for (const Points& points : {Points{{0, 0, 0}}, Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}) {
        const auto hull = ConvexHull::build(points);
        ASSERT_FALSE(hull.has_value());
        EXPECT_EQ(hull.error().rule, Rule::too_few);
        EXPECT_EQ(hull.error().kind, Element::whole);
        EXPECT_TRUE(build_any(points).has_value());
    }
}

TEST(ConvexPolygon, KeepsOrderInEitherOrientation) {
    Random random(3);
    for (const double scale : {1e-90, 1e-6, 1.0, 1e6, 1e90}) {
        for (const int sides : {3, 4, 7, 50}) {
            Points points = regular(sides, random.pose(1));
            for (Vec3& p : points) p *= scale;
            const Points reversed(points.rbegin(), points.rend());
            for (const Points& loop : {points, reversed}) {
                const auto polygon = ConvexPolygon::build(loop);
                ASSERT_TRUE(polygon.has_value()) << polygon.error().message();
                check_polygon(polygon->data());
                EXPECT_EQ(Points(polygon->vertices().begin(), polygon->vertices().end()), loop);
                EXPECT_EQ(polygon->data().dropped_count, 0U);
                EXPECT_EQ(polygon->data().dropped_distance, 0);
            }
            EXPECT_NEAR(dot(ConvexPolygon::build(points)->data().facet_planes[0].normal,
                            ConvexPolygon::build(reversed)->data().facet_planes[0].normal),
                        -1, 1e-12);
        }
    }
}

TEST(ConvexPolygon, DropsRepeatedAndStraightVertices) {
    const auto polygon =
        ConvexPolygon::build(Points{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}});
    ASSERT_TRUE(polygon.has_value());
    EXPECT_EQ(polygon->data().source, (std::vector<std::uint32_t>{0, 2, 4, 5}));
    EXPECT_EQ(polygon->data().dropped_count, 2U);
    EXPECT_LE(polygon->data().dropped_distance, 1e-14);
}

TEST(ConvexPolygon, FaultsNameTheVertex) {
    const auto fault = [](const Points& points) {
        const auto polygon = ConvexPolygon::build(points);
        EXPECT_FALSE(polygon.has_value());
        return polygon ? BuildError{} : polygon.error();
    };
    EXPECT_EQ(fault({{0, 0, 0}, {1, 0, 0}}).rule, Rule::too_few);
    EXPECT_EQ(fault({{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {2, 2, 2}}).rule, Rule::flat);
    EXPECT_EQ(fault({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}).rule, Rule::flat);

    const double nan = std::numeric_limits<double>::quiet_NaN();
    BuildError error = fault({{0, 0, 0}, {1, 0, 0}, {1, nan, 0}});
    EXPECT_EQ(error.rule, Rule::not_finite);
    EXPECT_EQ(error.kind, Element::vertex);
    EXPECT_EQ(error.element, 2U);

    error = fault({{0, 0, 0}, {4, 0, 0}, {1, 1, 0}, {0, 4, 0}});
    EXPECT_EQ(error.rule, Rule::not_convex);
    EXPECT_EQ(error.kind, Element::vertex);
    EXPECT_EQ(error.element, 2U);

    // A pentagram turns left everywhere, but goes around twice.
    const Points star = regular(5, Pose::identity());
    EXPECT_EQ(fault({star[0], star[2], star[4], star[1], star[3]}).rule, Rule::not_convex);

    // A bow tie: the areas of its halves cancel, and with them Newell's normal.
    const Pose tilted = Pose::from(Quat{1, 0.3, 0.2, 0.1}, {1, 2, 3});
    for (const Pose& pose : {Pose::identity(), tilted}) {
        error =
            fault({pose * Vec3{0, 0, 0}, pose * Vec3{1, 1, 0}, pose * Vec3{1, 0, 0}, pose * Vec3{0, 1, 0}});
        EXPECT_EQ(error.rule, Rule::not_convex);
        EXPECT_EQ(error.kind, Element::whole);
        EXPECT_NE(error.message().find("crosses itself"), std::string::npos) << error.message();
    }

    Points warped = regular(8, Pose::identity());
    warped[5].z = 1e-3;
    error = fault(warped);
    EXPECT_EQ(error.rule, Rule::not_planar);
    EXPECT_EQ(error.kind, Element::vertex);
    warped[5].z = 1e-11;
    EXPECT_TRUE(ConvexPolygon::build(warped).has_value());
}

}  // namespace
}  // namespace graze::test
