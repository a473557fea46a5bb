// Sides of points: closed forms on boxes and nested boxes with rays through every corner and edge, exact
// rationals without a tree for random and placed points on and next to the surface, solid angles for points
// anywhere.
#include "solid/side_of.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/mesh/generate.hpp"
#include "math/exact.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using inside_detail::Parity;
using inside_detail::ray_parity;
using inside_detail::side_by_all_triangles;

Mesh solid(const TriangleSoup& soup) {
    return Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid}).value();
}

TriangleSoup joined(const TriangleSoup& a, const TriangleSoup& b, const Vec3& shift, bool reversed = false) {
    TriangleSoup all = a;
    const auto base = static_cast<std::uint32_t>(a.vertices.size());
    for (const Vec3& v : b.vertices) all.vertices.push_back(v + shift);
    for (const auto& [i, j, k] : b.triangles) {
        if (reversed)
            all.triangles.push_back({i + base, k + base, j + base});
        else
            all.triangles.push_back({i + base, j + base, k + base});
    }
    return all;
}

/// Plain rational parity over all triangles, in the mesh's frame.
PointSide exact_side(const MeshData& mesh, const ExactVec3& q, Random& random) {
    std::vector<std::array<ExactVec3, 3>> triangles;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const Triangle t = mesh.triangle(i);
        triangles.push_back({exact(t.a) - q, exact(t.b) - q, exact(t.c) - q});
    }
    const ExactVec3 zero{};
    for (const auto& [a, b, c] : triangles) {
        const ExactVec3 n = cross(b - a, c - a);
        if (dot(n, a) != 0) continue;
        const auto turn = [&](const ExactVec3& u, const ExactVec3& v) {
            return sgn(mpq_class(dot(n, cross(u, v))));
        };
        if (n == zero) continue;  // the tests below have no faces without area on their own
        if (turn(a, b) >= 0 && turn(b, c) >= 0 && turn(c, a) >= 0) return PointSide::boundary;
    }
    for (;;) {
        const ExactVec3 d = exact(random.direction());
        bool odd = false, degenerate = false;
        for (const auto& [a, b, c] : triangles) {
            const int ab = sgn(mpq_class(dot(d, cross(a, b)))), bc = sgn(mpq_class(dot(d, cross(b, c)))),
                      ca = sgn(mpq_class(dot(d, cross(c, a))));
            if (ab == 0 || bc == 0 || ca == 0) degenerate = true;
            if (ab != bc || bc != ca) continue;
            const ExactVec3 n = cross(b - a, c - a);
            if (sgn(mpq_class(dot(n, a))) == ab) odd = !odd;
        }
        if (!degenerate) return odd ? PointSide::inside : PointSide::outside;
    }
}

ExactVec3 exact_local(const Pose& pose, const ExactVec3& world) {
    return inverse(exact(pose.rotation)) * (world - exact(pose.position));
}

/// Times 4π: how often the surface winds around the point.
double solid_angle(const MeshData& mesh, const Vec3& q) {
    double sum = 0;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const Triangle t = mesh.triangle(i);
        const Vec3 a = t.a - q, b = t.b - q, c = t.c - q;
        const double la = length(a), lb = length(b), lc = length(c);
        sum += 2 * std::atan2(dot(a, cross(b, c)),
                              la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return sum / (4 * std::numbers::pi);
}

PointSide side_of_box(const Vec3& p, double half) {
    const double most = max_component(abs(p));
    return most < half ? PointSide::inside : most == half ? PointSide::boundary : PointSide::outside;
}

TEST(Inside, BoxesOnAGridOfPoints) {
    const Mesh mesh = solid(box_mesh({2, 2, 2}));
    for (double x = -3; x <= 3; x += 0.5)
        for (double y = -3; y <= 3; y += 0.5)
            for (double z = -3; z <= 3; z += 0.5) {
                const Vec3 p{x, y, z};
                EXPECT_EQ(side_of(mesh.data(), p), side_of_box(p, 2)) << x << " " << y << " " << z;
                EXPECT_EQ(side_by_all_triangles(mesh.data(), Pose::identity(), {nullptr, p}),
                          side_of_box(p, 2))
                    << x << " " << y << " " << z;
            }
}

TEST(Inside, RaysThroughEdgesAndCornersAreDecidedSymbolically) {
    // Diagonals of faces are edges too: nearly all of these rays intersect one.
    const Mesh mesh = solid(box_mesh({2, 2, 2}));
    int unclear = 0;
    for (double x = -2.5; x <= 2.5; x += 0.5)
        for (double y = -2.5; y <= 2.5; y += 0.5)
            for (double z = -2.5; z <= 2.5; z += 0.5)
                for (int k = 0; k < 27; ++k) {
                    const Vec3 p{x, y, z},
                        d{static_cast<double>(k % 3 - 1), static_cast<double>(k / 3 % 3 - 1),
                          static_cast<double>(k / 9 - 1)};
                    if (k == 13) continue;
                    const PointSide truth = side_of_box(p, 2);
                    const Parity expected = truth == PointSide::inside    ? Parity::odd
                                            : truth == PointSide::outside ? Parity::even
                                                                          : Parity::boundary;
                    ASSERT_EQ(ray_parity(mesh.data(), p, d, true), expected)
                        << x << " " << y << " " << z << " along " << d.x << " " << d.y << " " << d.z;
                    const Parity plain = ray_parity(mesh.data(), p, d, false);
                    unclear += plain == Parity::unclear;
                    ASSERT_TRUE(plain == expected || plain == Parity::unclear);
                }
    EXPECT_GT(unclear, 1000);
}

TEST(Inside, RaysThroughEveryVertexOfARoundMesh) {
    const Mesh mesh = solid(noisy_sphere_mesh({1, 0.3, 2, 5}));
    const Mesh hole = solid(joined(icosphere_mesh(2, 2), icosphere_mesh(1, 2), {}, true));
    for (const Vec3& v : mesh.vertices()) EXPECT_EQ(ray_parity(mesh.data(), {}, v, true), Parity::odd);
    for (const Vec3& v : hole.vertices()) EXPECT_EQ(ray_parity(hole.data(), {}, v, true), Parity::even);
    for (const Vec3& v : mesh.vertices()) EXPECT_EQ(side_of(mesh.data(), v), PointSide::boundary);
    for (const Vec3& v : mesh.vertices()) EXPECT_EQ(side_of(mesh.data(), 0.999 * v), PointSide::inside);
    for (const Vec3& v : mesh.vertices()) EXPECT_EQ(side_of(mesh.data(), 1.001 * v), PointSide::outside);
}

TEST(Inside, ShellsInShellsAreCavities) {
    const TriangleSoup outer = box_mesh({3, 3, 3}), inner = box_mesh({2, 2, 2}), core = box_mesh({1, 1, 1});
    for (const bool reversed : {false, true}) {
        const Mesh mesh = solid(joined(joined(outer, inner, {}, reversed), core, {}));
        EXPECT_EQ(mesh.data().shell_vertices.size(), 3U);
        for (double x = -3.5; x <= 3.5; x += 0.25) {
            const double r = std::abs(x);
            const PointSide truth = r > 3                        ? PointSide::outside
                                    : r == 3 || r == 2 || r == 1 ? PointSide::boundary
                                    : r > 2 || r < 1             ? PointSide::inside
                                                                 : PointSide::outside;
            EXPECT_EQ(side_of(mesh.data(), {x, 0.125, 0.25}), truth) << x;
        }
    }
}

TEST(Inside, AgreesWithSolidAngles) {
    Random random(71);
    for (const double scale : {1e-6, 1.0, 1e6}) {
        for (const TriangleSoup& soup :
             {torus_mesh({1, 0.4, 24, 16}), torus_knot_mesh({2, 3, 1, 0.4, 0.15, 96, 8}), gear_mesh({}),
              noisy_sphere_mesh({1, 0.4, 3, 2})}) {
            TriangleSoup sized = soup;
            for (Vec3& v : sized.vertices) v *= scale;
            const Mesh mesh = solid(sized);
            int inside = 0;
            for (int i = 0; i < 400; ++i) {
                const Vec3 p = random.in_cube(1.1 * scale);
                const double winding = solid_angle(mesh.data(), p);
                ASSERT_NEAR(winding, std::round(winding), 1e-6);
                const PointSide truth =
                    std::lround(winding) % 2 != 0 ? PointSide::inside : PointSide::outside;
                inside += truth == PointSide::inside;
                EXPECT_EQ(side_of(mesh.data(), p), truth);
                const Pose pose = random.pose(2 * scale);
                EXPECT_EQ(side_of(mesh.data(), pose, {&pose, p}), truth) << "in the same frame";
                EXPECT_EQ(side_of(mesh.data(), pose, {nullptr, pose * p}), truth)
                    << "away from the surface rounding does not matter";
            }
            EXPECT_GT(inside, 10);
        }
    }
}

TEST(Inside, PlacedPointsNextToTheSurfaceAgreeWithRationals) {
    Random random(72);
    std::array<int, 3> counts{};
    const Mesh mesh = solid(noisy_sphere_mesh({1, 0.3, 1, 2}));
    for (int i = 0; i < 60; ++i) {
        const Pose pose = random.pose(1);
        const Triangle t = mesh.triangle(random.index(mesh.triangle_count()));
        // On the surface up to rounding: a corner, a point of an edge, a point of the face.
        const double u = random.unit(), v = random.unit() * (1 - u);
        const Vec3 on = i % 3 == 0   ? t.a
                        : i % 3 == 1 ? t.a + u * (t.b - t.a)
                                     : t.a + u * (t.b - t.a) + v * (t.c - t.a);
        const Pose other = random.pose(1);
        const PlacedPoint point =
            i % 2 == 0 ? PlacedPoint{nullptr, pose * on} : PlacedPoint{&other, inverse(other) * (pose * on)};
        const ExactVec3 world =
            point.pose == nullptr ? exact(point.local) : exact(*point.pose) * exact(point.local);
        const PointSide truth = exact_side(mesh.data(), exact_local(pose, world), random);
        ++counts[static_cast<std::size_t>(truth)];
        EXPECT_EQ(side_of(mesh.data(), pose, point), truth) << i;
        EXPECT_EQ(side_by_all_triangles(mesh.data(), pose, point), truth) << i;
        EXPECT_EQ(side_of(mesh.data(), pose, {&pose, on}), exact_side(mesh.data(), exact(on), random)) << i;
    }
    EXPECT_GT(counts[0], 10);
    EXPECT_GT(counts[2], 10);
}

TEST(Inside, PlacedPointsOnTheSurfaceAreOnIt) {
    // A pose that is exact in doubles: corners, edges and faces stay where they are.
    const Mesh mesh = solid(box_mesh({1, 1, 1}));
    const Pose pose{Mat3{{Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{1, 0, 0}}}, {0.5, -3, 8}};
    Random random(73);
    for (int i = 0; i < 200; ++i) {
        const auto grid = [&] { return 0.25 * (static_cast<double>(random.index(13)) - 6); };
        const double x = grid(), y = grid();
        const Vec3 p{x, y, grid()};
        EXPECT_EQ(side_of(mesh.data(), pose, {nullptr, pose * p}), side_of_box(p, 1));
        EXPECT_EQ(side_by_all_triangles(mesh.data(), pose, {nullptr, pose * p}), side_of_box(p, 1));
    }
}

TEST(Inside, FlatSolidsHaveNoInside) {
    // A triangle and its back: closed, and nothing in between.
    TriangleSoup flat;
    flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3, 0.3, 0}};
    flat.triangles = {{0, 1, 2}, {0, 2, 1}, {3, 3, 3}};
    const Mesh mesh = solid(flat);
    EXPECT_EQ(side_of(mesh.data(), {0.25, 0.25, 0}), PointSide::boundary);
    EXPECT_EQ(side_of(mesh.data(), {0.75, 0.75, 0}), PointSide::outside);
    EXPECT_EQ(side_of(mesh.data(), {0.25, 0.25, 1e-90}), PointSide::outside);
    TriangleSoup point;
    point.vertices = {{0, 0, 0}};
    point.triangles = {{0, 0, 0}};
    const Mesh dot = solid(point);
    EXPECT_EQ(side_of(dot.data(), {0, 0, 0}), PointSide::boundary);
    EXPECT_EQ(side_of(dot.data(), {1e-90, 0, 0}), PointSide::outside);
    EXPECT_EQ(side_by_all_triangles(dot.data(), Pose::identity(), {nullptr, {}}), PointSide::boundary);
}

}  // namespace
}  // namespace graze::test
