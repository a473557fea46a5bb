// Contacts of shapes whose faces, edges and corners coincide: pairs of parts only touch, no corner is inside,
// and yet the wholes overlap. Every such pair has a contact point.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Shape mesh_of(TriangleSoup soup, double scale, MeshKind kind) {
    for (Vec3& v : soup.vertices) v = v * scale;
    auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return *mesh;
}

/// Four square sections around the z axis, in the planes of the axes.
TriangleSoup square_torus() {
    TriangleSoup soup;
    soup.vertices = {{4, 0, 0},  {3, 0, 1},  {2, 0, 0},  {3, 0, -1}, {0, 4, 0},  {0, 3, 1},
                     {0, 2, 0},  {0, 3, -1}, {-4, 0, 0}, {-3, 0, 1}, {-2, 0, 0}, {-3, 0, -1},
                     {0, -4, 0}, {0, -3, 1}, {0, -2, 0}, {0, -3, -1}};
    for (std::uint32_t i = 0; i < 4; ++i) {
        for (std::uint32_t j = 0; j < 4; ++j) {
            const std::uint32_t next = (i + 1) % 4, above = (j + 1) % 4;
            soup.triangles.push_back({4 * i + j, 4 * next + j, 4 * next + above});
            soup.triangles.push_back({4 * i + j, 4 * next + above, 4 * i + above});
        }
    }
    return soup;
}

TriangleSoup tetrahedron(double size) {
    return {{{size, size, size}, {-size, -size, size}, {-size, size, -size}, {size, -size, -size}},
            {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

TriangleSoup octahedron(double size) {
    return {{{size, 0, 0}, {-size, 0, 0}, {0, size, 0}, {0, -size, 0}, {0, 0, size}, {0, 0, -size}},
            {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
}

/// Fields of the manifold, in both orders; `depth`: no contact point may be deeper.
void expect_contact(const Placed& a, const Placed& b, double depth) {
    const ContactManifold m = contacts(a, b);
    const ContactManifold swapped = contacts(b, a);
    ASSERT_FALSE(m.points.empty());
    ASSERT_EQ(swapped.points.size(), m.points.size());
    EXPECT_EQ(swapped.normal, -m.normal);
    EXPECT_EQ(swapped.distance, m.distance);
    EXPECT_EQ(m.status, Status::converged);
    EXPECT_NEAR(length(m.normal), 1, 1e-14);
    EXPECT_TRUE(verify(m, a, b));
    EXPECT_TRUE(verify(swapped, b, a));
    for (const ContactPoint& p : m.points) {
        EXPECT_GT(p.depth, 0);
        EXPECT_LE(p.depth, depth * (1 + 1e-9));
    }
    const std::vector<ContactManifold> all = contact_manifolds(a, b);
    ASSERT_FALSE(all.empty());
    for (const ContactManifold& one : all) EXPECT_TRUE(verify(one, a, b));
}

TEST(AlignedContacts, SurfaceBoxWithTheHeightOfTheSolidAroundIt) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const Shape inner = mesh_of(box_mesh({2, 2, 5}), scale, MeshKind::surface);
        const Shape solid = mesh_of(box_mesh({4, 3, 5}), scale, MeshKind::solid);
        expect_contact({inner, {}}, {solid, {}}, 6 * scale);
        const ContactManifold m = contacts({inner, {}}, {solid, {}});
        EXPECT_NEAR(std::abs(m.normal.x) + std::abs(m.normal.y), 1, 1e-12) << "out through a side wall";
    }
}

TEST(AlignedContacts, FlatFieldThatCutsATorusAlongItsEdges) {
    const double scale = 2;
    const Placed torus{mesh_of(square_torus(), scale, MeshKind::solid),
                       Pose{Mat3{{{{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}}}}, {}}};
    const Placed field{*HeightField::build({4, 2, 2, 3, {-4, -4}}, std::vector<double>(15, 0.0)),
                       Pose{Mat3{{{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}}}, {0, 0, 1}}};
    expect_contact(torus, field, 2 * scale);
}

TEST(AlignedContacts, SurfaceWhoseCornersAreOnTheFacesOfATetrahedron) {
    for (const double scale : {0x1p-12, 1.0, 0x1p12}) {
        const Placed corners{mesh_of(octahedron(1), scale, MeshKind::surface), {}};
        expect_contact(corners, {mesh_of(tetrahedron(1), scale, MeshKind::solid), {}}, 2 * scale);
        const Placed icosahedron{
            mesh_of({{{-0.5, 1, 0},
                      {0.5, 1, 0},
                      {-0.5, -1, 0},
                      {0.5, -1, 0},
                      {0, -0.5, 1},
                      {0, 0.5, 1},
                      {0, -0.5, -1},
                      {0, 0.5, -1},
                      {1, 0, -0.5},
                      {1, 0, 0.5},
                      {-1, 0, -0.5},
                      {-1, 0, 0.5}},
                     {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}},
                    scale, MeshKind::surface),
            {}};
        expect_contact(icosahedron, {mesh_of(tetrahedron(1), scale, MeshKind::solid), {}}, 2 * scale);
    }
}

TEST(AlignedContacts, ConvexPartsFromWallToWall) {
    const Placed solid{mesh_of(box_mesh({3, 2, 2}), 1, MeshKind::solid), {}};
    expect_contact({Box{{1, 2, 2}}, {}}, solid, 4);
    expect_contact({Box{{3, 2, 2}}, {}}, solid, 4);
    const CompoundPart left{Box{{1, 2, 2}}, Affine::from(Pose::translation({-2, 0, 0}))};
    const CompoundPart right{Box{{1, 2, 2}}, Affine::from(Pose::translation({2, 0, 0}))};
    expect_contact({*Compound::build(std::vector<CompoundPart>{left, right}), {}}, solid, 4);
}

Pose quarter_turn(Random& random) {
    std::size_t axis[3] = {0, 1, 2};
    for (std::size_t i = 2; i > 0; --i) std::swap(axis[i], axis[random.index(i + 1)]);
    Mat3 m{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) m(i, j) = 0;
        m(i, axis[i]) = random.index(2) == 0 ? -1 : 1;
    }
    const Vec3 x{m(0, 0), m(0, 1), m(0, 2)}, y{m(1, 0), m(1, 1), m(1, 2)}, z{m(2, 0), m(2, 1), m(2, 2)};
    const double turn = dot(cross(x, y), z);
    for (std::size_t j = 0; j < 3; ++j) m(0, j) = m(0, j) * turn + 0.0;
    return Pose{m, {}};
}

Vec3 whole_extents(Random& random) {
    const auto one = [&] { return 1.0 + static_cast<double>(random.index(3)); };
    const double x = one(), y = one();
    return {x, y, one()};
}

Shape aligned_mesh(Random& random, double scale, MeshKind kind) {
    switch (random.index(4)) {
        case 0: return mesh_of(box_mesh(whole_extents(random)), scale, kind);
        case 1: return mesh_of(square_torus(), scale, kind);
        case 2: return mesh_of(tetrahedron(1.0 + static_cast<double>(random.index(3))), scale, kind);
        default: return mesh_of(octahedron(1.0 + static_cast<double>(random.index(3))), scale, kind);
    }
}

Vec3 whole_offset(Random& random, std::size_t most) {
    const auto one = [&] {
        return static_cast<double>(random.index(2 * most + 1)) - static_cast<double>(most);
    };
    const double x = one(), y = one();
    return {x, y, one()};
}

Shape aligned_shape(Random& random, double scale) {
    const std::size_t kind = random.index(8);
    if (kind == 0) return Box{whole_extents(random) * scale};
    if (kind == 1) {
        std::vector<CompoundPart> members;
        for (std::size_t i = 0; i < 3; ++i)
            members.push_back({Box{whole_extents(random) * scale},
                               Affine::from(Pose::translation(whole_offset(random, 1) * scale))});
        return *Compound::build(members);
    }
    if (kind == 2) {
        std::vector<double> heights(15);
        for (double& h : heights)
            h = random.index(2) == 0 ? 0 : scale * (static_cast<double>(random.index(3)) - 1);
        return *HeightField::build({4, 2, 2 * scale, 3 * scale, {-4 * scale, -4 * scale}}, heights);
    }
    return aligned_mesh(random, scale, kind % 2 == 0 ? MeshKind::solid : MeshKind::surface);
}

/// `turned`: by one random motion of both, so that coincidence is up to rounding only.
void check_aligned_pairs(std::uint64_t seed, int count, bool turned) {
    Random random(seed);
    int deep = 0;
    for (int i = 0; i < count; ++i) {
        const double scale = std::ldexp(1.0, 20 * (static_cast<int>(random.index(3)) - 1));
        Placed a{aligned_shape(random, scale), quarter_turn(random)};
        Placed b{aligned_mesh(random, scale, MeshKind::solid), quarter_turn(random)};
        b.pose.position = whole_offset(random, 2) * scale;
        if (turned) {
            const Pose motion = Pose::from(random.rotation(), random.in_cube(3) * scale);
            a.pose = motion * a.pose;
            b.pose = motion * b.pose;
        }
        const ContactManifold m = contacts(a, b);
        SCOPED_TRACE(testing::Message() << "pair " << i << ": distance [" << m.distance.lower << ", "
                                        << m.distance.upper << "]");
        EXPECT_NE(m.status, Status::invalid_input);
        if (m.points.empty()) {
            EXPECT_GE(m.distance.upper, -1e-10 * scale) << "an overlap without a contact point";
            continue;
        }
        ++deep;
        EXPECT_TRUE(overlaps(a, b));
        EXPECT_TRUE(verify(m, a, b));
        EXPECT_FALSE(contact_manifolds(a, b).empty());
    }
    EXPECT_GT(deep, count / 2) << "pairs that overlap";
}

TEST(AlignedContacts, EveryOverlapHasAPoint) { check_aligned_pairs(1, 1500, false); }
TEST(AlignedContacts, EveryOverlapHasAPointWhereRoundingMovesFacesApart) {
    check_aligned_pairs(2, 1500, true);
}

}  // namespace
}  // namespace graze::test
