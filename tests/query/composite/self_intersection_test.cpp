// Surfaces that intersect themselves, against rationals: neighbours pair by pair on a small grid, where
// everything degenerate happens, and whole soups against all pairs of their triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "convex/triangle/triangle_neighbours.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "math/exact.hpp"
#include "oracle/exact_triangles.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Corners corners(const Triangle& t) { return {exact(t.a), exact(t.b), exact(t.c)}; }

/// By the definition: something is common that the shared corners do not span.
bool intersects_beyond(const Triangle& a, const Triangle& b) {
    std::vector<Vec3> shared;
    for (const Vec3& x : {a.a, a.b, a.c}) {
        const bool known = std::find(shared.begin(), shared.end(), x) != shared.end();
        if (!known && (x == b.a || x == b.b || x == b.c)) shared.push_back(x);
    }
    const std::vector<ExactVec3> common = common_points(corners(a), corners(b));
    if (shared.size() == 3)
        return !is_zero(cross(exact(shared[1]) - exact(shared[0]), exact(shared[2]) - exact(shared[0])));
    return std::any_of(common.begin(), common.end(), [&](const ExactVec3& p) {
        if (shared.empty()) return true;
        return !on_segment(p, exact(shared.front()), exact(shared.back()));
    });
}

TEST(SelfIntersections, NeighboursEqualRationals) {
    Random random(91);
    int beyond[4] = {}, total[4] = {};
    for (int i = 0; i < 6000; ++i) {
        // Few places, so that corners are shared and triangles are flat or coplanar; sometimes moved off the
        // grid by the last bits.
        const int size = 2 + i % 3;
        const auto place = [&] {
            const auto one = [&] {
                return static_cast<double>(random.index(static_cast<std::size_t>(size)));
            };
            const double x = one(), y = one();
            return Vec3{x, y, i % 4 == 0 ? 0 : one()};
        };
        Triangle a{place(), place(), place()}, b{place(), place(), place()};
        if (i % 31 == 0) b = {a.c, a.a, a.b};
        const bool moved = i % 5 == 0;
        const double scale = i % 7 == 0 ? 1e-6 : i % 7 == 1 ? 1e6 : 1;
        const auto deform = [&](const Vec3& v) {
            // The same place is moved the same way.
            const double bit = moved ? 1e-15 * (v.x + 2 * v.y * v.y - 3 * v.z * v.x) : 0;
            return Vec3{scale * v.x, scale * v.y, scale * (v.z + bit)};
        };
        a = {deform(a.a), deform(a.b), deform(a.c)};
        b = {deform(b.a), deform(b.b), deform(b.c)};
        const bool truth = intersects_beyond(a, b);
        const std::uint32_t shared = shared_corners(a, b);
        ASSERT_EQ(intersect_beyond_shared(a, b), truth) << "case " << i << " shared " << shared;
        ASSERT_EQ(intersect_beyond_shared(b, a), truth);
        ASSERT_EQ(intersect_beyond_shared({a.b, a.c, a.a}, {b.c, b.b, b.a}), truth);
        beyond[shared] += truth;
        ++total[shared];
    }
    for (int shared = 0; shared < 4; ++shared) {
        EXPECT_GT(total[shared], 40) << shared;
        EXPECT_GT(beyond[shared], 15) << shared;
        EXPECT_LT(beyond[shared], total[shared]) << shared;
    }
}

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Mesh surface(const TriangleSoup& soup) {
    auto mesh = Mesh::build(soup.vertices, soup.triangles);
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return *mesh;
}

Pairs brute_force(const Mesh& mesh) {
    Pairs pairs;
    for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) {
        for (std::uint32_t j = i + 1; j < mesh.triangle_count(); ++j) {
            const Triangle a = mesh.triangle(i), b = mesh.triangle(j);
            const Vec3 gap = max(min(a.a, min(a.b, a.c)) - max(b.a, max(b.b, b.c)),
                                 min(b.a, min(b.b, b.c)) - max(a.a, max(a.b, a.c)));
            if (max_component(gap) <= 0 && intersects_beyond(a, b)) pairs.insert({i, j});
        }
    }
    return pairs;
}

/// The ends of the segment are common points, within the reported error.
void expect_segment(const Mesh& mesh, const TrianglePair& pair, double scale) {
    const auto near = [&](const Vec3& p, const Triangle& t) {
        const Interval d = signed_distance({t, Pose::identity()}, p);
        return d.lower <= pair.error + 1e-12 * scale;
    };
    for (const Vec3& end : {pair.segment.a, pair.segment.b}) {
        EXPECT_TRUE(near(end, mesh.triangle(pair.triangle_a)));
        EXPECT_TRUE(near(end, mesh.triangle(pair.triangle_b)));
    }
}

TEST(SelfIntersections, SoupsEqualBruteForce) {
    Random random(92);
    std::size_t found_in_all = 0;
    for (const double scale : {1e-6, 1.0, 1e6}) {
        for (int i = 0; i < 6; ++i) {
            TriangleSoup soup;
            const std::size_t vertices = 12 + random.index(14);
            for (std::size_t k = 0; k < vertices; ++k) {
                Vec3 v = random.in_cube(1);
                if (i % 3 == 0)
                    v = {std::round(2 * v.x), std::round(2 * v.y), i % 2 == 0 ? 0 : std::round(2 * v.z)};
                soup.vertices.push_back(v * scale);
            }
            const auto corner = [&] { return static_cast<std::uint32_t>(random.index(vertices)); };
            for (int k = 0; k < 30; ++k) soup.triangles.push_back({corner(), corner(), corner()});
            soup.triangles.push_back(soup.triangles[0]);
            const Mesh mesh = surface(soup);
            const std::vector<TrianglePair> found = self_intersections(mesh);
            Pairs pairs;
            for (const TrianglePair& pair : found) {
                EXPECT_LT(pair.triangle_a, pair.triangle_b);
                EXPECT_TRUE(pairs.insert({pair.triangle_a, pair.triangle_b}).second);
                expect_segment(mesh, pair, scale);
            }
            EXPECT_EQ(pairs, brute_force(mesh)) << "scale " << scale << " case " << i;
            EXPECT_TRUE(
                std::is_sorted(found.begin(), found.end(), [](const TrianglePair& x, const TrianglePair& y) {
                    return std::pair(x.triangle_a, x.triangle_b) < std::pair(y.triangle_a, y.triangle_b);
                }));
            found_in_all += found.size();
        }
    }
    EXPECT_GT(found_in_all, 500);
}

TEST(SelfIntersections, CleanModelsHaveNone) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
        for (TriangleSoup soup : {torus_mesh({1, 0.3, 64, 32}), torus_knot_mesh({2, 3, 1, 0.4, 0.1, 200, 8}),
                                  icosphere_mesh(1, 3), gear_mesh({8, 1, 0.8, 0.3, 0.2, 2}),
                                  noisy_sphere_mesh({1, 0.2, 3, 5}), box_mesh({1, 2, 3})}) {
            for (Vec3& v : soup.vertices) v = v * scale;
            EXPECT_TRUE(self_intersections(surface(soup)).empty());
        }
    }
    const auto field = HeightField::build({12, 9, 0.5, 0.5, {0, 0}}, terrain_heights({3, 0.5, 12, 9, 4}));
    ASSERT_TRUE(field.has_value());
    EXPECT_TRUE(self_intersections(*field).empty());
    const auto flat = HeightField::build({12, 9, 0.5, 0.5, {0, 0}}, std::vector<double>(130, 0.25));
    ASSERT_TRUE(flat.has_value());
    EXPECT_TRUE(self_intersections(*flat).empty());
}

TEST(SelfIntersections, ThickKnotsAndTorusesCrossThemselves) {
    const Mesh knot = surface(torus_knot_mesh({2, 3, 1, 0.4, 0.45, 30, 5}));
    const std::vector<TrianglePair> found = self_intersections(knot);
    Pairs pairs;
    for (const TrianglePair& pair : found) {
        pairs.insert({pair.triangle_a, pair.triangle_b});
        expect_segment(knot, pair, 1);
    }
    EXPECT_FALSE(found.empty());
    EXPECT_EQ(pairs, brute_force(knot));
    EXPECT_FALSE(self_intersections(surface(torus_mesh({0.3, 0.5, 24, 12}))).empty());
}

TEST(SelfIntersections, FoldedNeighboursAreReported) {
    // Two triangles over one edge: flat against each other, folded by a hair, lying open.
    const auto pair = [](const Vec3& tip) {
        return surface({{{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, tip}, {{0, 1, 2}, {1, 0, 3}}});
    };
    EXPECT_EQ(self_intersections(pair({0.5, 0.5, 0})).size(), 1);
    EXPECT_TRUE(self_intersections(pair({0.5, 0.5, 1e-90})).empty());
    EXPECT_TRUE(self_intersections(pair({0.5, -0.5, 0})).empty());
    EXPECT_TRUE(self_intersections(pair({0.5, -0.5, 1e-17})).empty());
    const std::vector<TrianglePair> folded = self_intersections(pair({0.5, 1, 0}));
    ASSERT_EQ(folded.size(), 1) << "doubled";
    EXPECT_TRUE(folded[0].coplanar);
    EXPECT_TRUE(folded[0].touching);
    // Vertices at the same place count as one, whatever their numbers.
    const Mesh loose = surface(
        {{{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0.5, -1, 0}}, {{0, 1, 2}, {4, 3, 5}}});
    EXPECT_TRUE(self_intersections(loose).empty());
}

TEST(SelfIntersections, OtherShapesHaveNone) {
    EXPECT_TRUE(self_intersections(Sphere{1}).empty());
    EXPECT_TRUE(
        self_intersections(Shape::invalid(ShapeType::mesh, Rule::not_finite, Element::vertex, 0)).empty());
    const CompoundPart parts[] = {{Sphere{1}, {}}, {Box{{1, 1, 1}}, {}}};
    EXPECT_TRUE(self_intersections(*Compound::build(parts)).empty());
}

}  // namespace
}  // namespace graze::test
