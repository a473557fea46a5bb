// What is inside of what: nested solids, cavities, several shells, the same solid twice, and touching from
// inside; by every verb.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/result/proof.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr double kScales[] = {1e-6, 1, 1e6};

void append(TriangleSoup& soup, const TriangleSoup& more, const Vec3& at, bool inside_out) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (const Vec3& v : more.vertices) soup.vertices.push_back(v + at);
    for (const auto& t : more.triangles)
        soup.triangles.push_back(inside_out ? std::array{t[0] + first, t[2] + first, t[1] + first}
                                            : std::array{t[0] + first, t[1] + first, t[2] + first});
}

Mesh solid_mesh(const TriangleSoup& soup, double scale = 1) {
    std::vector<Vec3> vertices = soup.vertices;
    for (Vec3& v : vertices) v = v * scale;
    auto mesh = Mesh::build(vertices, soup.triangles, {.kind = MeshKind::solid});
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return *mesh;
}

Relation flipped(Relation relation) {
    if (relation == Relation::a_inside_b) return Relation::b_inside_a;
    return relation == Relation::b_inside_a ? Relation::a_inside_b : relation;
}

/// All verbs, both orders.
void expect_relation(const Placed& a, const Placed& b, Relation wanted) {
    EXPECT_EQ(relation(a, b), wanted) << to_string(relation(a, b)) << " for " << to_string(wanted);
    EXPECT_EQ(relation(b, a), flipped(wanted))
        << to_string(relation(b, a)) << " for the flipped " << to_string(wanted);
    for (const bool swapped : {false, true}) {
        const Placed& x = swapped ? b : a;
        const Placed& y = swapped ? a : b;
        const bool overlap = wanted != Relation::disjoint;
        EXPECT_EQ(overlaps(x, y), overlap);
        const Verdict verdict = decide(x, y);
        EXPECT_EQ(verdict.answer, overlap ? Answer::intersecting : Answer::disjoint);
        EXPECT_TRUE(verify(verdict, x, y));
        const Separation s = separation(x, y);
        if (!overlap) {
            EXPECT_GT(s.distance.lower, 0);
        } else if (wanted == Relation::touching) {
            EXPECT_LE(s.distance.lower, 0);
        } else {
            EXPECT_LT(s.distance.upper, 0);
        }
    }
}

TEST(Containment, NestedSolids) {
    for (const double scale : kScales) {
        const Mesh ring = solid_mesh(torus_mesh({1, 0.3, 32, 16}), scale),
                   thin = solid_mesh(torus_mesh({1, 0.1, 32, 16}), scale);
        const Mesh ball = solid_mesh(icosphere_mesh(0.1, 1), scale),
                   block = solid_mesh(box_mesh({2, 2, 1}), scale);
        const Placed at{ring, Pose::identity()};
        expect_relation(at, {thin, Pose::identity()}, Relation::b_inside_a);
        expect_relation(at, {ball, Pose::translation({scale, 0, 0})}, Relation::b_inside_a);
        expect_relation(at, {Sphere{0.1 * scale}, Pose::translation({scale, 0, 0})}, Relation::b_inside_a);
        expect_relation(at, {block, Pose::identity()}, Relation::a_inside_b);
        expect_relation(at, {Box{{2 * scale, 2 * scale, scale}}, Pose::identity()}, Relation::a_inside_b);
        // In the hole, not in the ring.
        expect_relation(at, {ball, Pose::identity()}, Relation::disjoint);
        expect_relation(at, {Capsule{0.1 * scale, 3 * scale}, Pose::identity()}, Relation::disjoint);
        expect_relation(at, {ball, Pose::translation({1.3 * scale, 0, 0})}, Relation::overlapping);
    }
}

TEST(Containment, Cavities) {
    TriangleSoup hollow = box_mesh({1, 1, 1});
    append(hollow, box_mesh({0.5, 0.5, 0.5}), {}, true);
    for (const double scale : kScales) {
        const Placed chamber{solid_mesh(hollow, scale), Pose::identity()};
        const Mesh ball = solid_mesh(icosphere_mesh(0.2, 1), scale),
                   block = solid_mesh(box_mesh({0.7, 0.7, 0.7}), scale);
        expect_relation(chamber, {ball, Pose::identity()}, Relation::disjoint);
        expect_relation(chamber, {Sphere{0.2 * scale}, Pose::identity()}, Relation::disjoint);
        EXPECT_NEAR(separation(chamber, {Sphere{0.2 * scale}, Pose::identity()}).distance.middle(),
                    0.3 * scale, 1e-9 * scale);
        // In the wall.
        expect_relation(chamber, {Sphere{0.2 * scale}, Pose::translation({0.75 * scale, 0, 0})},
                        Relation::b_inside_a);
        expect_relation(chamber, {ball, Pose::translation({0.75 * scale, 0, 0})}, Relation::b_inside_a);
        // Its surface is all in the wall, but it fills the cavity too.
        expect_relation(chamber, {block, Pose::identity()}, Relation::overlapping);
        expect_relation(chamber, {Box{{0.7 * scale, 0.7 * scale, 0.7 * scale}}, Pose::identity()},
                        Relation::overlapping);
        // A room in a room, wall in wall; and one in the other's cavity.
        TriangleSoup thin = box_mesh({0.8, 0.8, 0.8});
        append(thin, box_mesh({0.7, 0.7, 0.7}), {}, true);
        expect_relation(chamber, {solid_mesh(thin, scale), Pose::identity()}, Relation::b_inside_a);
        TriangleSoup small = box_mesh({0.4, 0.4, 0.4});
        append(small, box_mesh({0.3, 0.3, 0.3}), {}, true);
        expect_relation(chamber, {solid_mesh(small, scale), Pose::identity()}, Relation::disjoint);
        // All of it, cavity included, in a larger block.
        expect_relation(chamber, {solid_mesh(box_mesh({2, 2, 2}), scale), Pose::identity()},
                        Relation::a_inside_b);
    }
}

TEST(Containment, SeveralShells) {
    TriangleSoup twins = icosphere_mesh(0.2, 1);
    append(twins, icosphere_mesh(0.2, 1), {2, 0, 0}, false);
    const Mesh pair = solid_mesh(twins), block = solid_mesh(box_mesh({0.5, 0.5, 0.5})),
               hall = solid_mesh(box_mesh({3, 3, 3}));
    expect_relation({pair, Pose::identity()}, {block, Pose::identity()}, Relation::overlapping);
    expect_relation({pair, Pose::identity()}, {hall, Pose::identity()}, Relation::a_inside_b);
    expect_relation({pair, Pose::identity()}, {block, Pose::translation({1, 0, 0})}, Relation::disjoint);
    // A kernel in a cavity belongs to the solid: an odd number of walls around it.
    TriangleSoup onion = box_mesh({1, 1, 1});
    append(onion, box_mesh({0.7, 0.7, 0.7}), {}, true);
    append(onion, box_mesh({0.4, 0.4, 0.4}), {}, false);
    const Mesh shells = solid_mesh(onion);
    expect_relation({shells, Pose::identity()}, {Sphere{0.2}, Pose::identity()}, Relation::b_inside_a);
    expect_relation({shells, Pose::identity()}, {Sphere{0.1}, Pose::translation({0.55, 0, 0})},
                    Relation::disjoint);
    expect_relation({shells, Pose::identity()}, {Sphere{0.1}, Pose::translation({0.85, 0, 0})},
                    Relation::b_inside_a);
    expect_relation({shells, Pose::identity()}, {Sphere{0.6}, Pose::identity()}, Relation::overlapping);
    // Members of a compound, one inside and one outside.
    const std::vector<CompoundPart> parts{{Sphere{0.1}, Affine{}},
                                          {Sphere{0.1}, Affine{Mat3::identity(), {5, 0, 0}}}};
    expect_relation({*Compound::build(parts), Pose::identity()}, {hall, Pose::identity()},
                    Relation::overlapping);
}

TEST(Containment, TheSameSolidTwice) {
    Random random(81);
    for (const TriangleSoup& soup :
         {box_mesh({0.5, 0.6, 0.7}), torus_mesh({1, 0.3, 16, 8}), noisy_sphere_mesh({1, 0.3, 1, 3})}) {
        const Mesh once = solid_mesh(soup), again = solid_mesh(soup);
        const Pose pose = random.pose(1);
        expect_relation({once, pose}, {once, pose}, Relation::identical);
        expect_relation({once, pose}, {again, pose}, Relation::identical);
    }
    // The same box by other triangles: inside of each other, and convex, so that it is reported.
    TriangleSoup other = box_mesh({0.5, 0.6, 0.7});
    for (Vec3& v : other.vertices) v = {-v.x, v.y, v.z};
    for (auto& t : other.triangles) std::swap(t[1], t[2]);
    const Placed one{solid_mesh(box_mesh({0.5, 0.6, 0.7})), Pose::identity()},
        two{solid_mesh(other), Pose::identity()};
    EXPECT_EQ(relation(one, two), Relation::b_inside_a);
    EXPECT_EQ(relation(two, one), Relation::b_inside_a);
    EXPECT_EQ(relation(one, Placed{Box{{0.5, 0.6, 0.7}}, Pose::identity()}), Relation::b_inside_a);
    EXPECT_LT(separation(one, two).distance.upper, -0.99);
    // Not convex: reported as overlapping, never as touching.
    TriangleSoup ring = torus_mesh({1, 0.3, 16, 8});
    TriangleSoup mirrored = ring;
    for (Vec3& v : mirrored.vertices) v = {v.x, v.y, -v.z};
    for (auto& t : mirrored.triangles) std::swap(t[1], t[2]);
    expect_relation({solid_mesh(ring), Pose::identity()}, {solid_mesh(mirrored), Pose::identity()},
                    Relation::overlapping);
}

TEST(Containment, TouchingFromInside) {
    const Mesh block = solid_mesh(box_mesh({1, 1, 1})), brick = solid_mesh(box_mesh({0.25, 0.25, 0.25}));
    const Placed outer{block, Pose::identity()};
    // On a face, an edge and a corner of the convex block: inside.
    for (const Vec3& at : {Vec3{0.75, 0, 0}, Vec3{0.75, 0.75, 0}, Vec3{0.75, 0.75, 0.75}}) {
        expect_relation(outer, {brick, Pose::translation(at)}, Relation::b_inside_a);
        expect_relation(outer, {Box{{0.25, 0.25, 0.25}}, Pose::translation(at)}, Relation::b_inside_a);
    }
    expect_relation(outer, {Sphere{0.25}, Pose::translation({0, 0.75, 0})}, Relation::b_inside_a);
    // A ball that touches at the very point its probe would start from.
    expect_relation(outer, {Sphere{0.25}, Pose::translation({0.75, 0, 0})}, Relation::b_inside_a);
    // From outside: touching.
    for (const Vec3& at : {Vec3{1.25, 0, 0}, Vec3{1.25, 1.25, 0}, Vec3{1.25, 1.25, 1.25}})
        expect_relation(outer, {brick, Pose::translation(at)}, Relation::touching);
    // In a cavity and on its wall: touching, not inside.
    TriangleSoup hollow = box_mesh({1, 1, 1});
    append(hollow, box_mesh({0.5, 0.5, 0.5}), {}, true);
    expect_relation({solid_mesh(hollow), Pose::identity()}, {brick, Pose::translation({0.25, 0, 0})},
                    Relation::touching);
    expect_relation({solid_mesh(hollow), Pose::identity()},
                    {solid_mesh(box_mesh({0.5, 0.5, 0.5})), Pose::identity()}, Relation::touching);
}

TEST(Containment, SkinsHoldNothing) {
    const TriangleSoup soup = icosphere_mesh(1, 2);
    const Mesh skin = *Mesh::build(soup.vertices, soup.triangles);
    const Placed shell{skin, Pose::identity()};
    expect_relation(shell, {Sphere{0.3}, Pose::identity()}, Relation::disjoint);
    expect_relation(shell, {solid_mesh(icosphere_mesh(0.3, 1)), Pose::identity()}, Relation::disjoint);
    expect_relation(shell, {solid_mesh(icosphere_mesh(2, 1)), Pose::identity()}, Relation::a_inside_b);
    expect_relation(shell, {Sphere{2}, Pose::identity()}, Relation::a_inside_b);
}

}  // namespace
}  // namespace graze::test
