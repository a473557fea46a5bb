// Contacts of meshes, compounds and height fields: bodies at rest whose contacts are known, seams that must
// not be felt, enclosed bodies, and false manifolds that must be refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"
#include "query/contacts/expect_contacts.hpp"
#include "query/scaled_mesh.hpp"

namespace graze::test {
namespace {

constexpr double kScales[] = {1e-6, 1, 1e6};

/// A flat square in the plane z = 0: 2 · cells² triangles.
TriangleSoup flat_grid(std::uint32_t cells, double half) {
    TriangleSoup soup;
    for (std::uint32_t j = 0; j <= cells; ++j) {
        for (std::uint32_t i = 0; i <= cells; ++i)
            soup.vertices.push_back({half * (2.0 * i / cells - 1), half * (2.0 * j / cells - 1), 0});
    }
    for (std::uint32_t j = 0; j < cells; ++j) {
        for (std::uint32_t i = 0; i < cells; ++i) {
            const std::uint32_t p = j * (cells + 1) + i, q = p + cells + 1;
            soup.triangles.push_back({p, p + 1, q + 1});
            soup.triangles.push_back({p, q + 1, q});
        }
    }
    return soup;
}

/// Grounds whose top is the plane z = 0, as large as 4 each way.
std::vector<Shape> grounds(double scale) {
    std::vector<Shape> all;
    for (const std::uint32_t cells : {1U, 5U, 24U}) {
        all.emplace_back(scaled_mesh(flat_grid(cells, 4), scale, MeshKind::surface));
        const std::vector<double> heights(std::size_t{cells + 1} * (cells + 1), 0.0);
        const double cell = 8 * scale / cells;
        all.emplace_back(*HeightField::build({cells, cells, cell, cell, Vec2{-4, -4} * scale}, heights));
    }
    TriangleSoup slab = box_mesh({4, 4, 1});
    for (Vec3& v : slab.vertices) v.z -= 1;
    all.emplace_back(scaled_mesh(slab, scale, MeshKind::solid));
    std::vector<CompoundPart> tiles;
    for (int i = -4; i < 4; i += 2)
        tiles.push_back(
            {Box{Vec3{1, 4, 1} * scale}, Affine::from(Pose::translation(Vec3{i + 1.0, 0, -1} * scale))});
    all.emplace_back(*Compound::build(tiles));
    all.emplace_back(Box{Vec3{4, 4, 1} * scale});
    all.emplace_back(HalfSpace{{0, 0, 1}, 0});
    return all;
}

Placed on_ground(const Shape& ground, double scale) {
    return {ground, ground.type() == ShapeType::box ? Pose::translation({0, 0, -scale}) : Pose::identity()};
}

/// The manifold has a point at each corner, with the depth and the normal up.
void expect_corners(const ContactManifold& m, const std::vector<Vec3>& corners, double depth, double scale) {
    EXPECT_LE(length(m.normal - Vec3{0, 0, 1}), 1e-9);
    EXPECT_TRUE(m.distance == Interval(0, 0) ||
                (m.distance.lower <= -depth + 1e-9 * scale && m.distance.upper >= -depth - 1e-9 * scale));
    ASSERT_EQ(m.points.size(), corners.size());
    for (const Vec3& corner : corners) {
        EXPECT_TRUE(std::any_of(m.points.begin(), m.points.end(),
                                [&](const ContactPoint& p) {
                                    return length(p.position + Vec3{0, 0, -0.5 * depth} - corner) <=
                                               1e-9 * scale &&
                                           std::abs(p.depth - depth) <= 1e-9 * scale;
                                }))
            << corner.x << ' ' << corner.y;
    }
}

TEST(MeshContacts, BoxesRestOnFourCorners) {
    Random random(71);
    for (const double scale : kScales) {
        const std::vector<Shape> all = grounds(scale);
        const TriangleSoup box = box_mesh({0.5, 0.7, 0.4});
        std::vector<Shape> bodies;
        bodies.emplace_back(Box{Vec3{0.5, 0.7, 0.4} * scale});
        bodies.emplace_back(scaled_mesh(box, scale, MeshKind::solid));
        bodies.emplace_back(scaled_mesh(box, scale, MeshKind::surface));
        const CompoundPart halves[] = {
            {Box{Vec3{0.25, 0.7, 0.4} * scale}, Affine::from(Pose::translation(Vec3{-0.25, 0, 0} * scale))},
            {Box{Vec3{0.25, 0.7, 0.4} * scale}, Affine::from(Pose::translation(Vec3{0.25, 0, 0} * scale))}};
        bodies.emplace_back(*Compound::build(halves));
        for (std::size_t g = 0; g < all.size(); ++g) {
            for (std::size_t k = 0; k < bodies.size(); ++k) {
                for (int i = 0; i < 6; ++i) {
                    if (all[g].convex() && bodies[k].convex()) continue;
                    const double depth = 0.01 * scale;
                    const Quat turn = Quat::from_axis_angle({0, 0, 1}, i == 0 ? 0 : random.uniform(0, 6));
                    const Vec3 at =
                        Vec3{i == 0 ? 0 : random.uniform(-2, 2), i == 0 ? 0 : random.uniform(-2, 2), 0.4} *
                            scale -
                        Vec3{0, 0, depth};
                    const Placed ground = on_ground(all[g], scale), body{bodies[k], Pose::from(turn, at)};
                    const ContactManifold m = contacts(ground, body);
                    SCOPED_TRACE(testing::Message()
                                 << "scale " << scale << " ground " << g << " body " << k << " case " << i);
                    std::vector<Vec3> corners;
                    for (const double x : {-0.5, 0.5}) {
                        for (const double y : {-0.7, 0.7})
                            corners.push_back(body.pose * (Vec3{x, y, -0.4} * scale));
                    }
                    expect_corners(m, corners, depth, scale);
                    EXPECT_TRUE(verify(m, ground, body));
                    expect_flipped(m, contacts(body, ground));
                    const std::vector<ContactManifold> manifolds = contact_manifolds(ground, body);
                    ASSERT_EQ(manifolds.size(), 1);
                    expect_corners(manifolds[0], corners, depth, scale);
                }
            }
        }
    }
}

/// Where round and pointed shapes go over seams and corners of triangles in a plane, the ground is felt as
/// the plane it is.
TEST(MeshContacts, SeamsAreNotFelt) {
    Random random(72);
    const auto turned = [](const Vec3& axis, double angle, const Vec3& at) {
        return Pose::from(Quat::from_axis_angle(axis, angle), at);
    };
    for (const std::uint32_t cells : {1U, 4U, 40U}) {
        const double cell = 8.0 / cells;
        for (const Shape& shape :
             {Shape(scaled_mesh(flat_grid(cells, 4), 1, MeshKind::surface)),
              Shape(*HeightField::build({cells, cells, cell, cell, {-4, -4}},
                                        std::vector<double>(std::size_t{cells + 1} * (cells + 1), 0.0)))}) {
            const Placed ground{shape, Pose::identity()};
            for (int i = 0; i < 60; ++i) {
                Vec3 at{random.uniform(-2, 2), random.uniform(-2, 2), 0};
                if (i % 3 == 0) at.x = cell * std::round(at.x / cell);
                if (i % 6 == 0) at.y = cell * std::round(at.y / cell);
                const double depth = random.log_uniform(1e-5, 0.05);
                const Placed bodies[] = {
                    {Sphere{0.3}, Pose::translation(at + Vec3{0, 0, 0.3 - depth})},
                    {Capsule{0.2, 0.5},
                     turned({0, 1, 0}, 1, at + Vec3{0, 0, 0.2 + 0.5 * std::cos(1.0) - depth})},
                    {Tetrahedron{{0, 0, 0}, {0.1, 0, 0.4}, {-0.1, 0.1, 0.4}, {-0.1, -0.1, 0.4}},
                     Pose::translation(at - Vec3{0, 0, depth})},
                    {Box{{0.3, 0.3, 0.3}},
                     turned({1, 0, 0}, 0.7, at + Vec3{0, 0, 0.3 * (std::cos(0.7) + std::sin(0.7)) - depth})}};
                for (const Placed& body : bodies) {
                    const ContactManifold m = contacts(ground, body);
                    SCOPED_TRACE(testing::Message()
                                 << cells << " cells, " << to_string(body.shape.type()) << ", case " << i);
                    ASSERT_FALSE(m.points.empty());
                    EXPECT_LE(length(m.normal - Vec3{0, 0, 1}), 1e-6);
                    EXPECT_NEAR(m.points[0].depth, depth, 1e-6);
                    EXPECT_EQ(m.points.size(), body.shape.type() == ShapeType::box ? 2 : 1);
                    EXPECT_TRUE(verify(m, ground, body));
                    EXPECT_EQ(contact_manifolds(body, ground).size(), 1);
                }
            }
        }
    }
}

TEST(MeshContacts, AlignedSolidsPressFaceToFace) {
    Random random(73);
    for (const double scale : kScales) {
        const Mesh cube = scaled_mesh(box_mesh({0.5, 0.5, 0.5}), scale, MeshKind::solid);
        for (int i = 0; i < 30; ++i) {
            const Pose pose = i < 6 ? Pose::identity() : random.pose(2 * scale);
            Vec3 axis{};
            axis[static_cast<std::size_t>(i % 3)] = i % 2 == 0 ? 1 : -1;
            Vec3 aside{};
            if (i % 5 == 0) aside[static_cast<std::size_t>((i + 1) % 3)] = 0.25 * scale;
            const double depth = 0.01 * scale;
            const Placed a{cube, pose}, b{cube, pose * Pose::translation((scale - depth) * axis + aside)};
            const ContactManifold m = contacts(a, b);
            SCOPED_TRACE(testing::Message() << "scale " << scale << " case " << i);
            ASSERT_EQ(m.points.size(), 4);
            EXPECT_LE(length(m.normal - pose.rotation * axis), 1e-9);
            for (const ContactPoint& p : m.points) EXPECT_NEAR(p.depth, depth, 1e-9 * scale);
            EXPECT_TRUE(verify(m, a, b));
            expect_flipped(m, contacts(b, a));
        }
        EXPECT_TRUE(
            contacts({cube, Pose::identity()}, {cube, Pose::translation({scale, 0, 0})}).points.empty())
            << "only touching";
    }
}

TEST(MeshContacts, FloorAndWallAreTwoManifolds) {
    TriangleSoup soup = flat_grid(6, 4);
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), {{-4, -4, 0}, {-4, 4, 0}, {-4, 4, 4}, {-4, -4, 4}});
    soup.triangles.push_back({first, first + 1, first + 2});
    soup.triangles.push_back({first, first + 2, first + 3});
    for (const MeshKind kind : {MeshKind::surface, MeshKind::solid}) {
        const Placed walls{scaled_mesh(soup, 1, MeshKind::surface), Pose::identity()};
        const Placed body{scaled_mesh(box_mesh({0.5, 0.5, 0.5}), 1, kind),
                          Pose::translation({-3.52, 0.3, 0.49})};
        const std::vector<ContactManifold> manifolds = contact_manifolds(walls, body);
        ASSERT_EQ(manifolds.size(), 2);
        EXPECT_LE(length(manifolds[0].normal - Vec3{1, 0, 0}), 1e-9);
        EXPECT_LE(length(manifolds[1].normal - Vec3{0, 0, 1}), 1e-9);
        EXPECT_NEAR(manifolds[0].points[0].depth, 0.02, 1e-9);
        EXPECT_NEAR(manifolds[1].points[0].depth, 0.01, 1e-9);
        for (const ContactManifold& m : manifolds) {
            EXPECT_EQ(m.points.size(), 4);
            EXPECT_TRUE(verify(m, walls, body));
        }
        EXPECT_EQ(contacts(walls, body).normal, manifolds[0].normal);
    }
}

TEST(MeshContacts, FeetOfATableAreFourManifolds) {
    std::vector<CompoundPart> parts{{Box{{1.2, 1.2, 0.05}}, Affine::from(Pose::translation({0, 0, 0.55}))}};
    for (const double x : {-1.0, 1.0}) {
        for (const double y : {-1.0, 1.0})
            parts.push_back({Box{{0.1, 0.1, 0.5}}, Affine::from(Pose::translation({x, y, 0}))});
    }
    const auto table = Compound::build(parts);
    ASSERT_TRUE(table.has_value());
    for (const Shape& ground : grounds(1)) {
        const Placed floor = on_ground(ground, 1), body{*table, Pose::translation({0.03, 0.02, 0.49})};
        std::vector<Vec3> corners;
        for (const double x : {-1.1, 1.1}) {
            for (const double y : {-1.1, 1.1}) corners.push_back({x + 0.03, y + 0.02, -0.01});
        }
        expect_corners(contacts(floor, body), corners, 0.01, 1);
        const std::vector<ContactManifold> feet = contact_manifolds(floor, body);
        EXPECT_EQ(feet.size(), 4);
        for (const ContactManifold& foot : feet) {
            EXPECT_EQ(foot.points.size(), 4);
            for (const ContactPoint& p : foot.points)
                EXPECT_LE(length(p.position - foot.points[0].position), 0.3);
            EXPECT_TRUE(verify(foot, floor, body));
        }
        EXPECT_EQ(contact_manifolds(floor, body, {.face_angle = 0.05, .patch_gap = 2}).size(), 1);
    }
}

/// Shallow overlaps of convex bodies given as solid meshes press where the bodies themselves do.
TEST(MeshContacts, SolidsPressLikeTheBodiesTheyAre) {
    Random random(74);
    const Vec3 half{0.5, 0.7, 0.9};
    const Mesh mesh = scaled_mesh(box_mesh(half), 1, MeshKind::solid);
    int count = 0;
    for (int i = 0; i < 200; ++i) {
        Placed a{Box{half}, random.pose(0.2)}, b{Box{half}, random.pose(0.2)};
        // Moved out along the shortest way, but for a hundredth.
        const Separation deep = separation(a, b);
        b.pose.position += (-deep.distance.lower - 0.01) * deep.normal;
        const Separation truth = separation(a, b);
        if (truth.distance.upper > -0.009 || truth.distance.lower < -0.011) continue;
        ++count;
        for (const bool solid_b : {false, true}) {
            const Placed x{mesh, a.pose}, y{solid_b ? Shape(mesh) : b.shape, b.pose};
            const ContactManifold m = contacts(x, y);
            EXPECT_TRUE(verify(m, x, y));
            ASSERT_FALSE(m.points.empty());
            // Where another way out is nearly as short, that one may be taken.
            EXPECT_LE(m.points[0].depth, 0.03) << i;
            EXPECT_GE(m.points[0].depth, 0.009) << i;
            EXPECT_GT(dot(m.normal, truth.normal), 0.7) << i;
            EXPECT_LE(m.distance.lower, truth.distance.upper);
            EXPECT_GE(m.distance.upper, truth.distance.lower);
        }
    }
    EXPECT_GT(count, 150);
}

TEST(MeshContacts, EnclosedBodiesHaveContacts) {
    const Placed hall{scaled_mesh(box_mesh({5, 5, 1}), 1, MeshKind::solid), Pose::identity()};
    const auto pair = Compound::build(
        std::vector<CompoundPart>{{Sphere{0.1}, Affine::from(Pose::translation({1, 0, 0}))},
                                  {Box{{0.1, 0.1, 0.2}}, Affine::from(Pose::translation({-1, 0, 0}))}});
    const Placed bodies[] = {
        {Sphere{0.2}, Pose::translation({1, 1, 0.3})},
        {*pair, Pose::translation({0, 0, 0.3})},
        {scaled_mesh(box_mesh({0.2, 0.2, 0.2}), 1, MeshKind::solid), Pose::translation({1, 1, 0.3})},
        {scaled_mesh(box_mesh({0.2, 0.2, 0.2}), 1, MeshKind::surface), Pose::translation({1, 1, 0.3})}};
    for (const Placed& body : bodies) {
        const ContactManifold m = contacts(hall, body);
        ASSERT_FALSE(m.points.empty());
        EXPECT_LE(length(m.normal - Vec3{0, 0, 1}), 1e-9);
        EXPECT_NEAR(m.points[0].depth, 0.9, 1e-9);
        EXPECT_TRUE(verify(m, hall, body));
    }
}

TEST(MeshContacts, FeaturesStayWhileThePairMoves) {
    const Mesh ground = scaled_mesh(flat_grid(6, 4), 1, MeshKind::surface);
    const Mesh body = scaled_mesh(box_mesh({0.5, 0.7, 0.4}), 1, MeshKind::solid);
    const Pose turn = Pose::from(Quat::from_axis_angle({0, 0, 1}, 0.3), {0.11, 0.07, 0.39});
    const ContactManifold before = contacts({ground, Pose::identity()}, {body, turn});
    ASSERT_EQ(before.points.size(), 4);
    Pose later = turn;
    later.position += {1e-4, -2e-4, -1e-3};
    const ContactManifold after = contacts({ground, Pose::identity()}, {body, later});
    ASSERT_EQ(after.points.size(), 4);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(before.points[i].feature, after.points[i].feature);
        EXPECT_EQ(before.points[i].part_a, after.points[i].part_a);
        EXPECT_EQ(before.points[i].part_b, after.points[i].part_b);
        for (std::size_t k = 0; k < i; ++k) EXPECT_NE(before.points[i].feature, before.points[k].feature);
    }
}

TEST(MeshContacts, FalseManifoldsAreRefused) {
    const Placed ground{scaled_mesh(flat_grid(6, 4), 1, MeshKind::surface), Pose::identity()};
    const Placed body{scaled_mesh(box_mesh({0.5, 0.7, 0.4}), 1, MeshKind::solid),
                      Pose::translation({0.11, 0.07, 0.39})};
    const ContactManifold good = contacts(ground, body);
    ASSERT_TRUE(verify(good, ground, body));
    const auto refused = [&](const auto& change, const char* why) {
        ContactManifold bad = good;
        change(bad);
        EXPECT_FALSE(verify(bad, ground, body)) << why;
    };
    refused([](ContactManifold& m) { m.points.storage[0].position.z += 1e-6; }, "above both");
    refused([](ContactManifold& m) { m.points.storage[3].depth *= 1.001; }, "deeper than it is");
    refused([](ContactManifold& m) { m.points.storage[1].depth = -1e-3; }, "a gap");
    refused([](ContactManifold& m) { m.points.storage[1].position.x += 5; }, "beside the body");
    refused([](ContactManifold& m) { m.points.storage[1].part_a = 72; }, "no such triangle");
    refused([](ContactManifold& m) { m.points.storage[1].part_b = 12; }, "no such triangle");
    refused([](ContactManifold& m) { m.normal = -m.normal; }, "inward");
    refused([](ContactManifold& m) { m.normal = {0, 0, 2}; }, "not unit");
    refused([](ContactManifold& m) { m.distance.lower = -0.005; }, "not parted by so little");
    refused([](ContactManifold& m) { m.points.count = 0; }, "overlap without contacts");
    refused([](ContactManifold& m) { m.points.storage[0].position.x = std::nan(""); }, "NaN");
    EXPECT_FALSE(verify(good, ground, {body.shape, Pose::translation({0.11, 0.07, 0.41})}));
    // A solid holds its inside, a skin only itself.
    const Placed hall{scaled_mesh(box_mesh({5, 5, 1}), 1, MeshKind::solid), Pose::identity()};
    const Placed ball{Sphere{0.2}, Pose::translation({1, 1, 0.3})};
    const ContactManifold inside = contacts(hall, ball);
    EXPECT_TRUE(verify(inside, hall, ball));
    ContactManifold shallow = inside;
    shallow.points.storage[0] = {{1, 1, 0.3}, 0.1, 0, 0, 0};
    EXPECT_TRUE(verify(shallow, hall, ball));
    EXPECT_FALSE(
        verify(shallow, {scaled_mesh(box_mesh({5, 5, 1}), 1, MeshKind::surface), Pose::identity()}, ball));
}

}  // namespace
}  // namespace graze::test
