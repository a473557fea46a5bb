// Solids whose shells are given in any winding: rays, contacts and verdicts are those of the inside, which
// parity shows.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

void append(TriangleSoup& soup, const TriangleSoup& more, const Vec3& at, bool inside_out) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (const Vec3& v : more.vertices) soup.vertices.push_back(v + at);
    for (const auto& [i, j, k] : more.triangles) {
        soup.triangles.push_back(inside_out ? std::array{i + first, k + first, j + first}
                                            : std::array{i + first, j + first, k + first});
    }
}

Placed solid(const TriangleSoup& soup) {
    auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return {*mesh, Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {0.3, -0.2, 0.5})};
}

/// A box with a box-shaped cavity, which is given in either winding.
Placed hollow(bool cavity_outward) {
    TriangleSoup soup;
    append(soup, box_mesh({2, 2, 2}), {}, false);
    append(soup, box_mesh({1, 1, 1}), {}, !cavity_outward);
    return solid(soup);
}

/// Two boxes apart from each other, of which the smaller may be inside out.
Placed two_boxes(bool inside_out) {
    TriangleSoup soup;
    append(soup, box_mesh({2, 2, 2}), {}, false);
    append(soup, box_mesh({1, 1, 1}), {8, 0, 0}, inside_out);
    return solid(soup);
}

/// First surface or start, by the signed distance at the start.
void expect_rays_by_parity(const Placed& target, Random& random, double size, int count) {
    for (int i = 0; i < count; ++i) {
        const Ray ray{target.pose * random.in_cube(size), random.direction()};
        const Interval distance = signed_distance(target, ray.origin);
        const auto hit = raycast(ray, target);
        if (distance.upper < 0) {
            ASSERT_TRUE(hit && hit->t == 0) << i << ": starts inside";
        } else if (distance.lower > 0 && hit) {
            ASSERT_GE(hit->bounds.upper, distance.lower * (1 - 1e-12)) << i << ": starts outside";
            ASSERT_TRUE(verify(*hit, ray, target)) << i;
        }
    }
}

TEST(ShellWinding, RaysStartWhereTheSolidSays) {
    Random random(31);
    expect_rays_by_parity(hollow(true), random, 3, 400);
    expect_rays_by_parity(hollow(false), random, 3, 400);
    expect_rays_by_parity(two_boxes(true), random, 9, 400);
    // Shells that overlap: outside where they both are.
    TriangleSoup crossing;
    append(crossing, box_mesh({1, 1, 1}), {}, false);
    append(crossing, box_mesh({1, 1, 1}), {0.7, 0.3, 0.1}, false);
    expect_rays_by_parity(solid(crossing), random, 2, 400);
    // One shell that crosses itself.
    expect_rays_by_parity(solid(torus_knot_mesh({.tube_radius = 0.5, .rings = 80, .sides = 12})), random, 2,
                          400);
}

TEST(ShellWinding, ContactsPushOutOfTheMaterial) {
    for (const bool outward : {false, true}) {
        const Placed box = hollow(outward);
        const Vec3 up = box.pose.rotation * Vec3{0, 0, 1};
        // A ball on the floor of the cavity, 0.05 deep.
        const Placed ball{Sphere{0.5}, Pose::translation(box.pose * Vec3{0.1, 0.2, -0.55})};
        const ContactManifold manifold = contacts(box, ball);
        ASSERT_FALSE(manifold.points.empty()) << outward;
        EXPECT_GE(dot(manifold.normal, up), 1 - 1e-9) << outward;
        EXPECT_NEAR(manifold.points[0].depth, 0.05, 1e-9) << outward;
        EXPECT_TRUE(verify(manifold, box, ball)) << outward;
    }
    for (const bool inside_out : {false, true}) {
        const Placed boxes = two_boxes(inside_out);
        const TriangleSoup soup = box_mesh({0.5, 0.5, 0.5});
        const auto lid = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
        ASSERT_TRUE(lid);
        const Placed on_top{*lid, {boxes.pose.rotation, boxes.pose * Vec3{8.2, 0.1, 1.4}}};
        const auto manifolds = contact_manifolds(boxes, on_top);
        ASSERT_FALSE(manifolds.empty()) << inside_out;
        EXPECT_NEAR(manifolds[0].points[0].depth, 0.1, 1e-9) << inside_out;
    }
}

TEST(ShellWinding, ShellsInCavitiesFaceOutwardAgain) {
    // Four boxes in each other, in all sixteen windings: material, cavity, material, cavity.
    for (unsigned windings = 0; windings < 16; ++windings) {
        TriangleSoup soup;
        for (unsigned k = 0; k < 4; ++k)
            append(soup, box_mesh(Vec3{1, 1, 1} * (4.0 - k)), {}, (windings >> k & 1U) != 0);
        const Placed nested = solid(soup);
        const MeshData& mesh = *mesh_data(nested.shape);
        for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
            const Triangle t = mesh.triangle(i);
            const double out = dot(cross(t.b - t.a, t.c - t.a), t.a);
            EXPECT_EQ(out > 0, i / 12 % 2 == 0) << windings << ' ' << i;
        }
    }
}

}  // namespace
}  // namespace graze::test
