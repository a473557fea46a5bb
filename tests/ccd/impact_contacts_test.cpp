// All parts that touch at an impact: against every pair of parts, one by one; cubes face to face; convex
// bodies; nothing for a miss.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "mesh/part_set.hpp"
#include "oracle/random_motions.hpp"

namespace graze::test {
namespace {

Mesh mesh_of(const TriangleSoup& soup, MeshKind kind = MeshKind::surface) {
    return Mesh::build(soup.vertices, soup.triangles, {.kind = kind}).value();
}

std::vector<Shape> all_parts(const Shape& shape) {
    if (shape.convex()) return {shape};
    const PartSet set(shape);
    std::vector<Shape> parts;
    for (std::size_t i = 0; i < set.count(); ++i) parts.push_back(set.part(i));
    return parts;
}

/// Each contact is a true separation of its parts, and every two parts that touch in the time of the impact
/// are among them.
void expect_all(const Impact& impact, const Moving& a, const Moving& b) {
    const std::vector<ImpactContact> contacts = impact_contacts(impact, a, b);
    const std::vector<Shape> parts_a = all_parts(a.shape), parts_b = all_parts(b.shape);
    const Pose pose_a = pose_at(a.motion, impact.time.lower), pose_b = pose_at(b.motion, impact.time.lower);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> listed;
    for (const ImpactContact& contact : contacts) {
        listed.emplace_back(contact.part_a, contact.part_b);
        ASSERT_LT(contact.part_a, parts_a.size());
        ASSERT_LT(contact.part_b, parts_b.size());
        const Placed x{parts_a[contact.part_a], pose_a}, y{parts_b[contact.part_b], pose_b};
        if (contact.separation.distance.lower > 0) {
            EXPECT_TRUE(verify(contact.separation, x, y));
        }
        EXPECT_NEAR(length(contact.separation.normal), 1, 1e-12);
    }
    EXPECT_TRUE(std::is_sorted(listed.begin(), listed.end()));
    EXPECT_EQ(std::adjacent_find(listed.begin(), listed.end()), listed.end()) << "each pair once";
    EXPECT_TRUE(std::binary_search(listed.begin(), listed.end(), std::pair(impact.part_a, impact.part_b)))
        << "the impact's own parts";
    for (const double t : {impact.time.lower, impact.time.middle(), impact.time.upper}) {
        const Pose at_a = pose_at(a.motion, t), at_b = pose_at(b.motion, t);
        for (std::uint32_t i = 0; i < parts_a.size(); ++i) {
            for (std::uint32_t j = 0; j < parts_b.size(); ++j) {
                if (overlaps({parts_a[i], at_a}, {parts_b[j], at_b})) {
                    ASSERT_TRUE(std::binary_search(listed.begin(), listed.end(), std::pair(i, j)))
                        << i << " " << j << " at " << t;
                }
            }
        }
    }
}

TEST(ImpactContacts, TwoCubesFaceToFace) {
    for (const MeshKind kind : {MeshKind::surface, MeshKind::solid}) {
        const Mesh cube = mesh_of(box_mesh({0.5, 0.5, 0.5}), kind);
        const Moving a{cube, LinearMotion{Pose::identity(), {}}},
            b{cube, LinearMotion{Pose::translation({3, 0, 0}), {-4, 0, 0}}};
        const Impact impact = time_of_impact(a, b);
        ASSERT_TRUE(impact.hit);
        const std::vector<ImpactContact> contacts = impact_contacts(impact, a, b);
        std::size_t on_faces = 0;
        for (const ImpactContact& contact : contacts) {
            EXPECT_LE(contact.separation.distance.upper, 1e-5);
            EXPECT_NEAR(contact.separation.point_a.x, 0.5, 1e-5);
            on_faces += std::abs(contact.separation.normal.x) > 1 - 1e-6 ? 1 : 0;
        }
        EXPECT_GE(on_faces, 4U);
        expect_all(impact, a, b);
    }
}

TEST(ImpactContacts, EqualAllPairsOfPartsOnRandomMotions) {
    Random random(1201);
    const std::vector<CompoundPart> members{{Box{{0.4, 0.1, 0.1}}, {}},
                                            {Sphere{0.2}, {Mat3::identity(), {0.5, 0, 0}}}};
    const std::vector<Shape> shapes{mesh_of(torus_mesh({1, 0.3, 8, 5})),
                                    mesh_of(box_mesh({0.6, 0.4, 0.5}), MeshKind::solid), Box{{0.5, 0.4, 0.3}},
                                    Sphere{0.5}, Compound::build(members).value()};
    std::size_t hits = 0;
    for (int i = 0; i < 120; ++i) {
        const Shape& first = shapes[random.index(shapes.size())];
        const Shape& second = shapes[random.index(shapes.size())];
        const Moving a{first, random_motion(random, random.pose(0.1), 0.5)};
        const Moving b{second,
                       random_motion(random, Pose::from(random.rotation(), 1.8 * random.direction()), 3)};
        const Impact impact = time_of_impact(a, b);
        if (!impact.hit) {
            EXPECT_TRUE(impact_contacts(impact, a, b).empty());
            continue;
        }
        ++hits;
        expect_all(impact, a, b);
    }
    EXPECT_GT(hits, 20U);
}

TEST(ImpactContacts, ConvexBodiesHalfSpacesAndBadInput) {
    const Moving ball{Sphere{0.5}, LinearMotion{Pose::translation({0, 0, 2}), {0, 0, -4}}};
    const Moving ground{HalfSpace{{0, 0, 1}, 0}, LinearMotion{Pose::identity(), {}}};
    const Impact impact = time_of_impact(ball, ground);
    ASSERT_TRUE(impact.hit);
    const std::vector<ImpactContact> contacts = impact_contacts(impact, ball, ground);
    ASSERT_EQ(contacts.size(), 1U);
    EXPECT_NEAR(contacts[0].separation.normal.z, -1, 1e-9);
    EXPECT_LE(contacts[0].separation.distance.upper, 1e-5);

    const Moving box{mesh_of(box_mesh({0.5, 0.5, 0.5})), ball.motion};
    const Impact landing = time_of_impact(ground, box);
    ASSERT_TRUE(landing.hit);
    const std::vector<ImpactContact> below = impact_contacts(landing, ground, box);
    EXPECT_GE(below.size(), 2U) << "the triangles of the lower face, and those of the sides that end there";
    for (const ImpactContact& contact : below) EXPECT_NEAR(contact.separation.point_b.z, 0, 1e-5);

    EXPECT_TRUE(impact_contacts(Impact{}, ball, ground).empty());
    EXPECT_TRUE(impact_contacts(impact, ball, {Sphere{-1}, {}}).empty());
    Impact wrong = impact;
    wrong.time = {0.7, 0.2};
    EXPECT_TRUE(impact_contacts(wrong, ball, ground).empty());
}

}  // namespace
}  // namespace graze::test
