// Solid hulls against exact arithmetic: the surface is closed, convex and around every input point; the
// tables agree with it.
#include "graze/shape/hull.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Points = std::vector<Vec3>;

/// (b - a) × (c - a) and its product with d - a, in rationals.
struct ExactSide {
    BasicVec3<mpq_class> normal;
    mpq_class volume;

    ExactSide(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
        using Rational = BasicVec3<mpq_class>;
        const auto minus = [](const Vec3& p, const Vec3& q) {
            return Rational{mpq_class(mpq_class(p.x) - mpq_class(q.x)),
                            mpq_class(mpq_class(p.y) - mpq_class(q.y)),
                            mpq_class(mpq_class(p.z) - mpq_class(q.z))};
        };
        const Rational u = minus(b, a), v = minus(c, a), w = minus(d, a);
        normal = {mpq_class(u.y * v.z - u.z * v.y), mpq_class(u.z * v.x - u.x * v.z),
                  mpq_class(u.x * v.y - u.y * v.x)};
        volume = normal.x * w.x + normal.y * w.y + normal.z * w.z;
    }
    /// Height of d over the plane, without its sign.
    [[nodiscard]] double height() const {
        const mpq_class square = normal.x * normal.x + normal.y * normal.y + normal.z * normal.z;
        return std::sqrt(mpq_class(volume * volume / square).get_d());
    }
};

/// Sign of the volume of the tetrahedron (a, b, c, d); doubles answer when it is beyond doubt.
int side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 u = b - a, v = c - a, w = d - a;
    const double value = dot(cross(u, v), w);
    const double bound = 1e-14 * length(u) * length(v) * length(w);
    if (bound > 1e-290 && std::abs(value) > bound) return value > 0 ? 1 : -1;
    return sgn(ExactSide(a, b, c, d).volume);
}

double magnitude_of(const Points& points) {
    double m = 0;
    for (const Vec3& p : points) m = std::max(m, max_component(abs(p)));
    return m;
}

void check_vertices(const Points& points, const HullData& h) {
    ASSERT_EQ(h.vertices.size(), h.source.size());
    for (std::size_t i = 0; i < h.vertices.size(); ++i) {
        ASSERT_LT(h.source[i], points.size());
        EXPECT_EQ(h.vertices[i], points[h.source[i]]);
        EXPECT_TRUE(i == 0 || h.source[i - 1] < h.source[i]);
    }
    EXPECT_EQ(h.dropped_count, points.size() - h.vertices.size());
    EXPECT_GE(h.dropped_distance, 0);
    EXPECT_LE(h.dropped_distance, 1e-14 * magnitude_of(points));
}

void check_rows(const HullData& h) {
    ASSERT_EQ(h.stride % 8, 0U);
    ASSERT_GE(h.stride, h.vertices.size());
    ASSERT_LT(h.stride, h.vertices.size() + 8);
    ASSERT_EQ(h.soa.size(), 3 * h.stride);
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < h.stride; ++i)
            EXPECT_EQ(h.soa[axis * h.stride + i], h.vertices[i < h.vertices.size() ? i : 0][axis]);
}

using Edge = std::pair<std::uint32_t, std::uint32_t>;

/// Every loop edge runs once in each direction.
template <class Loops> std::set<Edge> closed_edges(const Loops& loops) {
    std::set<Edge> edges;
    for (const auto& loop : loops)
        for (std::size_t k = 0; k < loop.size(); ++k)
            EXPECT_TRUE(edges.emplace(loop[k], loop[(k + 1) % loop.size()]).second);
    for (const auto& [a, b] : edges) EXPECT_TRUE(edges.contains({b, a}));
    return edges;
}

void check_neighbours(const HullData& h, const std::set<Edge>& edges) {
    ASSERT_EQ(h.neighbour_start.size(), h.vertices.size() + 1);
    ASSERT_EQ(h.neighbour_start.front(), 0U);
    ASSERT_EQ(h.neighbour_start.back(), h.neighbours.size());
    std::set<Edge> joined;
    for (std::uint32_t v = 0; v < h.vertices.size(); ++v)
        for (std::uint32_t k = h.neighbour_start[v]; k < h.neighbour_start[v + 1]; ++k)
            EXPECT_TRUE(joined.emplace(v, h.neighbours[k]).second);
    EXPECT_EQ(joined, edges);
}

/// By exact signs: no input point above a triangle (or, if some were dropped, none farther than said), every
/// vertex a corner.
void check_convex(const Points& points, const HullData& h) {
    std::map<Edge, std::uint32_t> apex;
    for (const auto& t : h.triangles)
        for (std::size_t k = 0; k < 3; ++k) apex[{t[k], t[(k + 1) % 3]}] = t[(k + 2) % 3];
    std::vector<int> creases(h.vertices.size(), 0);
    for (const auto& t : h.triangles) {
        const Vec3 &a = h.vertices[t[0]], &b = h.vertices[t[1]], &c = h.vertices[t[2]];
        for (const Vec3& v : h.vertices) EXPECT_LE(side(a, b, c, v), 0);
        for (const Vec3& p : points) {
            if (side(a, b, c, p) <= 0) continue;
            EXPECT_LE(ExactSide(a, b, c, p).height(), h.dropped_distance);
        }
        for (std::size_t k = 0; k < 3; ++k)
            if (side(a, b, c, h.vertices[apex[{t[(k + 1) % 3], t[k]}]]) < 0) ++creases[t[k]];
    }
    for (const int count : creases) EXPECT_GE(count, 3);
}

void check_facets(const HullData& h, double magnitude) {
    ASSERT_EQ(h.facets.size(), h.facet_planes.size());
    closed_edges(h.facets);
    EXPECT_GE(h.concavity, 0);
    EXPECT_LE(h.concavity, 1e-15 * magnitude);
    EXPECT_GE(h.planarity, 0);
    EXPECT_LE(h.planarity, 1e-12 * magnitude);
    std::size_t triangles = 0;
    for (std::size_t f = 0; f < h.facets.size(); ++f) {
        ASSERT_GE(h.facets[f].size(), 3U);
        triangles += h.facets[f].size() - 2;
        const Plane& plane = h.facet_planes[f];
        EXPECT_NEAR(length(plane.normal), 1, 1e-15);
        for (const Vec3& v : h.vertices) EXPECT_LE(plane(v), h.concavity);
        for (const std::uint32_t v : h.facets[f]) EXPECT_GE(plane(h.vertices[v]), -h.planarity - h.concavity);
    }
    EXPECT_LE(triangles, h.triangles.size());
}

/// Everything a solid hull promises.
void check_solid(const Points& points, const ConvexHull& hull) {
    const HullData& h = hull.data();
    ASSERT_EQ(h.dimension, 3);
    EXPECT_EQ(hull.vertices().data(), h.vertices.data());
    check_vertices(points, h);
    check_rows(h);
    const std::set<Edge> edges = closed_edges(h.triangles);
    EXPECT_EQ(h.vertices.size() + h.triangles.size(), edges.size() / 2 + 2);
    check_neighbours(h, edges);
    check_convex(points, h);
    check_facets(h, magnitude_of(points));
}

void build_and_check(const Points& points, const std::string& name) {
    SCOPED_TRACE(name);
    const auto hull = ConvexHull::build(points);
    ASSERT_TRUE(hull.has_value()) << hull.error().message();
    check_solid(points, *hull);
}

Points lattice(int side, const Pose& pose) {
    Points points;
    for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j)
            for (int k = 0; k < side; ++k) points.push_back(pose * Vec3{1.0 * i, 1.0 * j, 1.0 * k});
    return points;
}

Points prism(int sides, double height) {
    Points points;
    for (int i = 0; i < sides; ++i)
        for (const double z : {0.0, height})
            points.push_back(
                {std::cos(2 * std::numbers::pi * i / sides), std::sin(2 * std::numbers::pi * i / sides), z});
    return points;
}

TEST(Hull, CubeIsEightCornersAndSixSquares) {
    const Points points = lattice(2, Pose::identity());
    const auto hull = ConvexHull::build(points);
    ASSERT_TRUE(hull.has_value());
    check_solid(points, *hull);
    EXPECT_EQ(hull->vertices().size(), 8U);
    EXPECT_EQ(hull->data().triangles.size(), 12U);
    ASSERT_EQ(hull->data().facets.size(), 6U);
    for (std::size_t f = 0; f < 6; ++f) {
        EXPECT_EQ(hull->data().facets[f].size(), 4U);
        EXPECT_EQ(max_component(abs(hull->data().facet_planes[f].normal)), 1);
    }
    EXPECT_EQ(hull->data().planarity, 0);
}

TEST(Hull, LatticeKeepsItsCorners) {
    const Points points = lattice(5, Pose::identity());
    const auto hull = ConvexHull::build(points);
    ASSERT_TRUE(hull.has_value());
    check_solid(points, *hull);
    EXPECT_EQ(hull->vertices().size(), 8U);
    EXPECT_EQ(hull->data().facets.size(), 6U);
    EXPECT_EQ(hull->data().dropped_count, 117U);
    EXPECT_EQ(hull->data().dropped_distance, 0);
}

TEST(Hull, RotatedLatticeDropsWhatOnlyRoundingLiftsOut) {
    Random random(1);
    for (int k = 0; k < 20; ++k) {
        const Points points = lattice(5, random.pose(1));
        const auto hull = ConvexHull::build(points);
        ASSERT_TRUE(hull.has_value());
        check_solid(points, *hull);
        EXPECT_EQ(hull->data().facets.size(), 6U);
        EXPECT_LE(hull->vertices().size(), 16U);
    }
}

TEST(Hull, PointsInACubeAndOnASphere) {
    Random random(2);
    for (int k = 0; k < 40; ++k) {
        Points in, on;
        const std::size_t count = 4 + random.index(60);
        for (std::size_t i = 0; i < count; ++i) in.push_back(random.in_cube(1));
        for (std::size_t i = 0; i < count; ++i) on.push_back(random.direction());
        build_and_check(in, "in a cube");
        build_and_check(on, "on a sphere");
        const auto hull = ConvexHull::build(on);
        EXPECT_EQ(hull->vertices().size(), count);
    }
}

TEST(Hull, DuplicatesAreKeptOnce) {
    Random random(3);
    Points points;
    for (int i = 0; i < 12; ++i) points.push_back(random.direction());
    for (int i = 0; i < 36; ++i) points.push_back(points[random.index(12)]);
    const auto hull = ConvexHull::build(points);
    ASSERT_TRUE(hull.has_value());
    check_solid(points, *hull);
    EXPECT_EQ(hull->vertices().size(), 12U);
    EXPECT_EQ(hull->data().dropped_count, 36U);
    EXPECT_EQ(hull->data().dropped_distance, 0);
}

TEST(Hull, PrismsAndConesMergeTheirFlatFaces) {
    Random random(4);
    for (const int sides : {3, 4, 7, 40}) {
        const Pose pose = random.pose(1);
        Points upright = prism(sides, 1), tilted = upright;
        for (Vec3& p : tilted) p = pose * p;
        for (const Points& points : {upright, tilted}) {
            build_and_check(points, "prism");
            EXPECT_EQ(ConvexHull::build(points)->data().facets.size(), static_cast<std::size_t>(sides + 2));
        }
        Points cone{{0, 0, 1}};
        for (int i = 0; i < sides; ++i) cone.push_back(upright[static_cast<std::size_t>(2 * i)]);
        build_and_check(cone, "cone");
        EXPECT_EQ(ConvexHull::build(cone)->data().facets.size(),
                  static_cast<std::size_t>(sides == 3 ? 4 : sides + 1));
    }
}

TEST(Hull, EveryScaleGivesTheSameHull) {
    Random random(5);
    Points points;
    for (int i = 0; i < 40; ++i) points.push_back(random.in_cube(1));
    const auto reference = ConvexHull::build(points);
    ASSERT_TRUE(reference.has_value());
    for (const int exponent :
         {-299, -20, 0, 20, 299}) {  // 1e-90 .. 1e90, powers of two: exactly the same shape
        Points scaled;
        for (const Vec3& p : points) scaled.push_back(std::ldexp(1.0, exponent) * p);
        const auto hull = ConvexHull::build(scaled);
        ASSERT_TRUE(hull.has_value()) << exponent;
        check_solid(scaled, *hull);
        EXPECT_EQ(hull->data().source, reference->data().source);
        EXPECT_EQ(hull->data().facets, reference->data().facets);
    }
    for (const double scale : {1e-90, 1e-6, 1e6, 1e90}) {
        Points scaled;
        for (const Vec3& p : points) scaled.push_back(scale * p);
        build_and_check(scaled, "scale " + std::to_string(scale));
    }
}

TEST(Hull, FarFromTheOriginAndMixedSizes) {
    Random random(6);
    for (const double offset : {1e3, 1e6, 1e9}) {
        Points points;
        for (int i = 0; i < 30; ++i) points.push_back(Vec3{offset, -offset, 2 * offset} + random.direction());
        build_and_check(points, "far");
    }
    for (int k = 0; k < 20; ++k) {
        Points points;
        for (int i = 0; i < 30; ++i) points.push_back(random.log_uniform(1e-6, 1) * random.direction());
        build_and_check(points, "many sizes at once");
    }
}

TEST(Hull, ThinSetsKeepEveryPointInside) {
    Random random(7);
    for (const double thickness : {1e-13, 1e-12, 1e-9, 1e-6, 1e-3}) {
        for (const bool turned : {false, true}) {
            const Pose pose = random.pose(1);
            Points plate, needle, clusters;
            for (int i = 0; i < 40; ++i)
                plate.push_back(
                    {random.uniform(-1, 1), random.uniform(-1, 1), thickness * random.uniform(-1, 1)});
            for (int i = 0; i < 40; ++i)
                needle.push_back({random.uniform(-1, 1), 30 * thickness * random.uniform(-1, 1),
                                  30 * thickness * random.uniform(-1, 1)});
            for (int i = 0; i < 40; ++i)
                clusters.push_back(Vec3{i % 2 * 1.0, i % 4 / 2 * 1.0, i % 8 / 4 * 1.0} +
                                   thickness * random.in_cube(1));
            for (Points points : {plate, needle, clusters, prism(12, thickness)}) {
                if (turned)
                    for (Vec3& p : points) p = pose * p;
                build_and_check(points, "thickness " + std::to_string(thickness));
            }
        }
    }
}

TEST(Hull, ThinTurnedLatticesWithPointsOnEdges) {
    // Rows of points along every edge, some of them collinear to the last bit, in a plate: triangles without
    // area come up.
    Random random(9);
    for (int k = 0; k < 150; ++k) {
        const Pose pose = random.pose(1);
        const double thickness = random.log_uniform(1e-12, 1);
        Points points = lattice(3, Pose::identity());
        for (Vec3& p : points) p = pose * Vec3{p.x, p.y, thickness * p.z};
        build_and_check(points, "thickness " + std::to_string(thickness));
    }
}

TEST(Hull, ManyPointsInAReasonableTime) {
    // About 0.3 s for 10^4 vertices on a free core; the time limit of the test run is the guard.
    Random random(8);
    Points points;
    for (int i = 0; i < 10000; ++i) {
        const Vec3 d = random.direction();
        points.push_back({2 * d.x, 3 * d.y, d.z});
    }
    const auto hull = ConvexHull::build(points);
    ASSERT_TRUE(hull.has_value());
    const HullData& h = hull->data();
    EXPECT_EQ(h.vertices.size(), 10000U);
    EXPECT_EQ(h.triangles.size(), 19996U);
    EXPECT_EQ(closed_edges(h.triangles).size(), 2 * 29994U);
    check_rows(h);
}

}  // namespace
}  // namespace graze::test
