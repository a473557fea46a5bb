// How far shapes pass through each other, against many points of their surfaces, closed forms, and the depth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/solid/inside.hpp"
#include "oracle/random.hpp"
#include "oracle/tube.hpp"

namespace graze {
namespace {

using test::Random;
using test::tube;

Shape solid(const TriangleSoup& soup) {
    return *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
}

TriangleSoup scaled(TriangleSoup soup, double by) {
    for (Vec3& v : soup.vertices) v = by * v;
    return soup;
}

/// The deepest of points spread over the triangles of one mesh, in the other: never deeper than the truth.
double deepest_sample(const Placed& surface, const Placed& solid_shape, int per_edge) {
    const MeshData& mesh = *mesh_data(surface.shape);
    double deepest = 0;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const Triangle t = mesh.triangle(i);
        for (int u = 0; u <= per_edge; ++u) {
            for (int v = 0; u + v <= per_edge; ++v) {
                const double x = static_cast<double>(u) / per_edge, y = static_cast<double>(v) / per_edge;
                const Vec3 point = surface.pose * (t.a + x * (t.b - t.a) + y * (t.c - t.a));
                deepest = std::max(deepest, -signed_distance(solid_shape, point).upper);
            }
        }
    }
    return deepest;
}

double deepest_sample_of_both(const Placed& a, const Placed& b, int per_edge) {
    return std::max(deepest_sample(a, b, per_edge), deepest_sample(b, a, per_edge));
}

/// What every answer has to be, whatever the shapes.
void expect_sound(const Interference& found, const Placed& a, const Placed& b) {
    EXPECT_GE(found.depth.lower, 0);
    EXPECT_LE(found.depth.lower, found.depth.upper);
    const double size = std::max(a.shape.reach(), b.shape.reach());
    const Interference swapped = interference(b, a);
    EXPECT_LE(std::max(found.depth.lower, swapped.depth.lower),
              std::min(found.depth.upper, swapped.depth.upper) * (1 + 1e-9));
    if (found.depth.lower == 0) return;
    const Placed& other = found.in_a ? b : a;
    const Placed& solid_shape = found.in_a ? a : b;
    EXPECT_GE(-signed_distance(solid_shape, found.point).lower, found.depth.lower);
    EXPECT_LE(std::abs(signed_distance(other, found.point).middle()), 1e-9 * size);
    EXPECT_LE(found.depth.lower, -separation(a, b).distance.lower + 1e-9 * size);
}

TEST(Interference, contains_the_deepest_of_many_points_of_the_surfaces) {
    Random random(3);
    const std::vector<TriangleSoup> soups{torus_mesh({1, 0.3, 16, 8}), noisy_sphere_mesh({1, 0.2, 2, 3}),
                                          tube(0.5, 0.9, 0.4, 12), tube(0, 0.6, 0.8, 9)};
    int deep = 0;
    for (int i = 0; i < 16; ++i) {
        const double size = std::pow(10.0, 4 * (i % 4) - 6);
        const Shape first = solid(scaled(soups[random.index(4)], size));
        const Shape second = solid(scaled(soups[random.index(4)], size));
        const Placed a{first, Pose::from(random.rotation(), size * random.in_cube(1))};
        const Placed b{second,
                       Pose::from(random.rotation(),
                                  a.pose.position + random.uniform(0.5, 2.5) * size * random.direction())};
        const Interference found = interference(a, b);
        expect_sound(found, a, b);
        const double sampled = deepest_sample_of_both(a, b, 6);
        EXPECT_GE(found.depth.upper, sampled * (1 - 1e-12)) << i;
        if (sampled == 0) continue;
        ++deep;
        EXPECT_EQ(found.status, Status::converged) << i;
        EXPECT_LE(found.depth.width(), 0.0101 * found.depth.lower) << i;
    }
    EXPECT_GE(deep, 5);
    EXPECT_LE(deep, 15);
}

TEST(Interference, of_a_press_fit_is_how_much_too_narrow_the_hole_is) {
    Random random(4);
    for (const double excess : {0.1, 0.01, 0.001}) {
        const Pose pose = random.pose(3);
        const Placed ring{solid(tube(5, 8, 2, 48)), pose};
        // The same number of sides: the facets are parallel, and nothing else is as deep.
        const Placed pin{solid(tube(0, 5 + excess, 2.5, 48)), pose};
        const Interference found = interference(ring, pin);
        const double facets = excess * std::cos(3.14159265358979323846 / 48);
        EXPECT_LE(found.depth.lower, excess);
        EXPECT_GE(found.depth.upper, facets * (1 - 1e-9));
        EXPECT_LE(found.depth.width(), 0.0101 * found.depth.lower + 1e-5);
        expect_sound(found, ring, pin);
    }
}

TEST(Interference, of_boxes_side_by_side_and_of_what_is_inside) {
    const Shape box = solid(box_mesh({1, 1, 1}));
    const Placed a{box, {}};
    EXPECT_NEAR(interference(a, {box, Pose::translation({1.75, 0.5, 0.25})}).depth.middle(), 0.25, 2e-3);
    const Shape small = solid(box_mesh({0.25, 0.25, 0.25}));
    // Inside: the farthest point of the small surface is below the nearest wall.
    const Interval inner = interference(a, {small, Pose::translation({0.5, 0, 0})}).depth;
    EXPECT_TRUE(Interval(0.74, 0.7501).contains(inner.lower)) << inner.lower;
    EXPECT_GE(inner.upper, 0.75);
    // A copy in its place: no surface passes through the other.
    EXPECT_LE(interference(a, a).depth.upper, 1e-5);
}

TEST(Interference, of_convex_shapes_half_spaces_and_surfaces) {
    const Placed ball{Sphere{1}, {}};
    const Interference balls = interference(ball, {Sphere{1}, Pose::translation({1.5, 0, 0})});
    EXPECT_TRUE(balls.depth.contains(0.5));
    EXPECT_LE(balls.depth.width(), 1e-5);
    EXPECT_LE(interference(ball, {Sphere{1}, Pose::translation({3, 0, 0})}).depth.upper, 0);
    // Faces in common: a corner is not as deep as the face.
    const Placed cube{Box{{0.5, 0.5, 0.5}}, {}};
    const Interference cubes = interference(cube, {cube.shape, Pose::translation({0.75, 0, 0})});
    EXPECT_TRUE(cubes.depth.contains(0.25));
    EXPECT_LE(cubes.depth.width(), 1e-5);
    const Placed ground{HalfSpace{}, {}};
    const Placed sunk{Sphere{1}, Pose::translation({0, 0, 0.75})};
    EXPECT_TRUE(interference(ground, sunk).depth.contains(0.25));
    const TriangleSoup torus = torus_mesh({1, 0.3, 24, 12});
    const Placed skin{*Mesh::build(torus.vertices, torus.triangles), {}};
    const Placed other{skin.shape, Pose::translation({0.3, 0.1, 0})};
    EXPECT_EQ(interference(skin, other).depth, Interval(0));
    const Placed plate{Box{{2, 2, 0.01}}, {}};
    const Interference thin = interference(plate, skin);
    EXPECT_TRUE(thin.depth.contains(0.01) || thin.depth.upper < 0.01);
    EXPECT_GE(thin.depth.lower, 0.0095);
}

TEST(Interference, that_runs_out_of_points_stays_sound) {
    const Placed ring{solid(tube(5, 8, 2, 32)), {}};
    const Placed pin{solid(tube(0, 5.01, 2.5, 31)), {}};
    const Interval full = interference(ring, pin).depth;
    for (const std::uint32_t points : {1U, 10U, 100U}) {
        const Interference found = interference(ring, pin, {.max_iterations = points});
        EXPECT_EQ(found.status, Status::budget_reached);
        EXPECT_LE(found.depth.lower, full.upper);
        EXPECT_GE(found.depth.upper, full.lower);
    }
}

}  // namespace
}  // namespace graze
