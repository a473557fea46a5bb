// Distances of points from surfaces and solids against exact rationals without a tree, closed forms, and
// margins.
#include "solid/surface_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/mesh/generate.hpp"
#include "graze/shape/shape.hpp"
#include "math/exact.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Mesh built(const TriangleSoup& soup, MeshKind kind) {
    return Mesh::build(soup.vertices, soup.triangles, {.kind = kind}).value();
}

mpq_class segment_distance_sq(const ExactVec3& p, const ExactVec3& a, const ExactVec3& b) {
    const ExactVec3 d = b - a;
    const mpq_class n = dot(d, d);
    mpq_class s = n == 0 ? mpq_class(0) : mpq_class(dot(p - a, d) / n);
    if (s < 0) s = 0;
    if (s > 1) s = 1;
    const ExactVec3 off = p - (a + s * d);
    return dot(off, off);
}
mpq_class triangle_distance_sq(const ExactVec3& p, const std::array<ExactVec3, 3>& t) {
    mpq_class best = segment_distance_sq(p, t[0], t[1]);
    for (const mpq_class& other : {segment_distance_sq(p, t[1], t[2]), segment_distance_sq(p, t[2], t[0])}) {
        if (other < best) best = other;
    }
    const ExactVec3 n = cross(t[1] - t[0], t[2] - t[0]);
    const mpq_class nn = dot(n, n);
    if (nn == 0) return best;
    const mpq_class h = dot(n, p - t[0]);
    const ExactVec3 foot = p - mpq_class(h / nn) * n;
    for (std::size_t i = 0; i < 3; ++i) {
        if (dot(n, cross(t[(i + 1) % 3] - t[i], foot - t[i])) < 0) return best;
    }
    return h * h / nn;
}
mpq_class exact_distance_sq(const PartSet& set, const Pose& pose, const Vec3& p) {
    mpq_class best = -1;
    const auto place = exact(pose);
    for (std::size_t i = 0; i < set.count(); ++i) {
        const Triangle t = set.triangle(i);
        const mpq_class sq =
            triangle_distance_sq(exact(p), {place * exact(t.a), place * exact(t.b), place * exact(t.c)});
        if (best < 0 || sq < best) best = sq;
    }
    return best;
}

/// lower² <= truth² <= upper² for a signed distance of known sign, and no wider than `width`.
void expect_encloses(const Interval& distance, const mpq_class& truth_sq, bool inside, double width) {
    const Interval size = inside ? -distance : distance;
    ASSERT_LE(size.lower, size.upper);
    EXPECT_TRUE(size.lower <= 0 || mpq_class(size.lower) * mpq_class(size.lower) <= truth_sq)
        << distance.lower << " " << distance.upper;
    ASSERT_GE(size.upper, 0);
    EXPECT_GE(mpq_class(size.upper) * mpq_class(size.upper), truth_sq)
        << distance.lower << " " << distance.upper;
    EXPECT_LE(distance.upper - distance.lower, width);
}

TEST(SurfaceDistance, SolidsAgreeWithRationals) {
    Random random(81);
    for (const double scale : {1e-6, 1.0, 1e6}) {
        TriangleSoup soup = noisy_sphere_mesh({1, 0.4, 1, 3});
        for (Vec3& v : soup.vertices) v *= scale;
        const Mesh mesh = built(soup, MeshKind::solid);
        int inside = 0;
        for (int i = 0; i < 16; ++i) {
            const Placed placed{mesh, i % 4 == 0 ? Pose::identity() : random.pose(2 * scale)};
            const double far = i % 5 == 0 ? 30 : 1.2;
            const Vec3 p = placed.pose * random.in_cube(far * scale);
            const PointDistance found = distance_from_point(placed, p);
            const PartSet set(placed.shape);
            const mpq_class truth = exact_distance_sq(set, placed.pose, p);
            inside += found.side == PointSide::inside;
            expect_encloses(found.distance, truth, found.side == PointSide::inside, 3e-13 * far * scale);
            // The nearest point is as far away as it says, on the triangle that it says.
            EXPECT_NEAR(length(found.nearest - p), std::abs(found.distance.middle()), 1e-13 * far * scale);
            const Triangle t = set.triangle(found.part);
            const auto place = exact(placed.pose);
            const mpq_class off = triangle_distance_sq(
                exact(found.nearest), {place * exact(t.a), place * exact(t.b), place * exact(t.c)});
            EXPECT_LE(off.get_d(), std::pow(1e-14 * scale * 10, 2));
        }
        EXPECT_GT(inside, 0);
    }
}

TEST(SurfaceDistance, NextToTheSurfaceTheSignIsExact) {
    Random random(82);
    const Mesh mesh = built(gear_mesh({}), MeshKind::solid);
    for (int i = 0; i < 300; ++i) {
        const Triangle t = mesh.triangle(random.index(mesh.triangle_count()));
        const double u = random.unit(), v = random.unit() * (1 - u);
        const Vec3 on = t.a + u * (t.b - t.a) + v * (t.c - t.a);
        const PointDistance found = distance_from_point({mesh, Pose::identity()}, on);
        const PointSide side = side_of(mesh.data(), on);
        EXPECT_EQ(found.side, side);
        if (side == PointSide::boundary) {
            EXPECT_EQ(found.distance, Interval(0));
        }
        if (side == PointSide::inside) {
            EXPECT_LE(found.distance.upper, 0);
        }
        if (side == PointSide::outside) {
            EXPECT_GE(found.distance.lower, 0);
        }
        EXPECT_LE(found.distance.upper - found.distance.lower, 1e-14);
    }
    EXPECT_EQ(distance_from_point({mesh, Pose::identity()}, mesh.vertices()[3]).distance, Interval(0));
}

TEST(SurfaceDistance, TheMiddleOfATube) {
    const Mesh mesh = built(torus_mesh({}), MeshKind::solid);
    const PointDistance found = distance_from_point({mesh, Pose::identity()}, {1, 0, 0});
    EXPECT_EQ(found.side, PointSide::inside);
    EXPECT_NEAR(found.distance.upper, -0.3, 5e-3);
    const Mesh skin = built(torus_mesh({}), MeshKind::surface);
    EXPECT_NEAR(distance_from_point({skin, Pose::identity()}, {1, 0, 0}).distance.lower, 0.3, 5e-3)
        << "a surface has no inside";
}

TEST(SurfaceDistance, NeedlesAndDegenerateTriangles) {
    Random random(83);
    TriangleSoup soup;
    for (int i = 0; i < 16; ++i) {
        const Vec3 a = random.in_cube(1), b = random.in_cube(1);
        const auto n = static_cast<std::uint32_t>(soup.vertices.size());
        soup.vertices.insert(soup.vertices.end(), {a, b, a + 0.3 * (b - a) + 1e-13 * random.in_cube(1)});
        soup.triangles.push_back({n, n + 1, n + 2});
        soup.triangles.push_back({n, n, n + 1});
    }
    soup.triangles.push_back({7, 7, 7});
    const Mesh mesh = built(soup, MeshKind::surface);
    for (int i = 0; i < 30; ++i) {
        const Placed placed{mesh, random.pose(1)};
        const Vec3 p = placed.pose * random.in_cube(1.5);
        const PointDistance found = distance_from_point(placed, p);
        expect_encloses(found.distance, exact_distance_sq(PartSet(placed.shape), placed.pose, p), false,
                        1e-12);
    }
}

TEST(SurfaceDistance, LimitedSearchesStayTrue) {
    Random random(84);
    const Mesh mesh = built(noisy_sphere_mesh({1, 0.4, 3, 3}), MeshKind::surface);
    const Shape shape = mesh;
    const PartSet set(shape);
    int found_some = 0;
    for (int i = 0; i < 300; ++i) {
        const Vec3 p = random.in_cube(2);
        const SurfaceNearest whole = nearest_on_surface(set, p);
        ASSERT_TRUE(whole.found);
        const double limit = random.uniform(0, 1.5);
        const SurfaceNearest limited = nearest_on_surface(set, p, limit);
        EXPECT_LE(limited.distance.lower, whole.distance.upper);
        EXPECT_GE(limited.distance.upper, whole.distance.lower);
        EXPECT_EQ(limited.found, whole.distance.upper <= limit);
        found_some += limited.found;
        if (limited.found) {
            EXPECT_EQ(limited.part, whole.part);
        }
    }
    EXPECT_GT(found_some, 50);
    EXPECT_LT(found_some, 280);
}

TEST(SurfaceDistance, HeightFieldsAndMargins) {
    const HeightGrid grid{8, 8, 1, 1, {-4, -4}};
    const auto field = HeightField::build(grid, std::vector<double>(81, 0.0));
    const Placed flat{*field, Pose::translation({0, 0, 1})};
    const Interval gap = distance_from_point(flat, {0.3, 0.2, 4}).distance;
    EXPECT_TRUE(gap.contains(3));
    EXPECT_LE(gap.width(), 1e-13);
    const Placed thick{rounded(*field, 0.5), Pose::translation({0, 0, 1})};
    const Interval above = distance_from_point(thick, {0.3, 0.2, 4}).distance;
    EXPECT_TRUE(above.contains(2.5));
    EXPECT_LE(above.width(), 1e-13);
    const Interval within = distance_from_point(thick, {0.3, 0.2, 1.25}).distance;
    EXPECT_TRUE(within.contains(-0.25)) << within.lower << " " << within.upper;
    EXPECT_LE(within.width(), 1e-8);
    const Interval middle = distance_from_point(thick, {0.3, 0.2, 1}).distance;
    EXPECT_TRUE(middle.contains(-0.5));
    EXPECT_LE(middle.width(), 1e-8);
}

TEST(SurfaceDistance, RoundedSolids) {
    // A rounded box: closed forms inside and out.
    const Mesh mesh = built(box_mesh({1, 2, 3}), MeshKind::solid);
    const Shape shape = rounded(mesh, 0.25);
    Random random(85);
    for (int i = 0; i < 200; ++i) {
        const Placed placed{shape, random.pose(1)};
        const Vec3 local = hadamard({1.5, 2.5, 3.5}, random.in_cube(1));
        const Vec3 beyond = abs(local) - Vec3{1, 2, 3};
        const bool inside = max_component(beyond) <= 0;
        const double truth = (inside ? max_component(beyond) : length(max(beyond, Vec3{}))) - 0.25;
        const Interval found = distance_from_point(placed, placed.pose * local).distance;
        EXPECT_LE(found.lower, truth + 1e-13);
        EXPECT_GE(found.upper, truth - 1e-13);
        EXPECT_LE(found.width(), 1e-8) << truth;
    }
    // In a slot narrower than twice the margin the way out is longer than it looks, and the bounds say so.
    TriangleSoup walls = box_mesh({0.1, 2, 2});
    const TriangleSoup other = box_mesh({0.1, 2, 2});
    for (Vec3& v : walls.vertices) v.x -= 0.3;
    for (const Vec3& v : other.vertices) walls.vertices.push_back(v + Vec3{0.3, 0, 0});
    for (const auto& [a, b, c] : other.triangles) walls.triangles.push_back({a + 8, b + 8, c + 8});
    const Interval slot =
        distance_from_point({rounded(built(walls, MeshKind::solid), 0.5), Pose::identity()}, {0, 0, 0})
            .distance;
    EXPECT_NEAR(slot.upper, -0.3, 1e-12) << "half a margin deep at the least";
    EXPECT_LE(slot.lower, -0.9) << "out past a wall and its margin";
    EXPECT_GE(slot.lower, -3);
}

}  // namespace
}  // namespace graze::test
