// Relations of parts brought to about touching: those of meshes and boxes are shown, and a slight overlap of
// curved ones is no touch.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/result/proof.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Shape box_surface(const Vec3& half, MeshKind kind) {
    const TriangleSoup soup = box_mesh(half);
    return *Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
}

Vec3 some_size(Random& random) {
    return {random.uniform(0.2, 2), random.uniform(0.2, 2), random.uniform(0.2, 2)};
}

Shape flat_faced(Random& random) {
    const Vec3 half = some_size(random);
    switch (random.index(3)) {
        case 0: return box_surface(half, MeshKind::surface);
        case 1: return box_surface(half, MeshKind::solid);
        default: return Box{half};
    }
}

/// Moved along the normal until the distance is zero up to rounding.
void bring_to_touch(const Placed& a, Placed& b) {
    const Separation s = separation(a, b, {.tolerance = 0});
    b.pose.position += -0.5 * (s.distance.lower + s.distance.upper) * s.normal;
}

TEST(RelationTouching, OfMeshesAndBoxesIsShown) {
    Random random(51);
    int touching = 0, not_shown = 0;
    for (int i = 0; i < 400; ++i) {
        const double scale = std::ldexp(1.0, 20 * (static_cast<int>(random.index(3)) - 1));
        const Shape first = scaled(flat_faced(random), {scale, scale, scale}),
                    second = scaled(flat_faced(random), {scale, scale, scale});
        if (first.convex() && second.convex()) continue;
        const Placed a{first, Pose::from(random.rotation(), random.in_cube(scale))};
        Placed b{second, Pose::from(random.rotation(), a.pose.position + 8 * scale * random.direction())};
        bring_to_touch(a, b);
        if (relation(a, b) != Relation::touching) continue;
        ++touching;
        const CertifiedRelation certified = certified_relation(a, b);
        EXPECT_EQ(certified.relation, Relation::touching);
        not_shown += !verify(certified, a, b) || !verify(certified_relation(b, a), b, a);
        CertifiedRelation changed = certified;
        changed.relation = Relation::overlapping;
        EXPECT_FALSE(verify(changed, a, b)) << "pair " << i;
    }
    EXPECT_GT(touching, 150);
    // 5 of 226 are left open, a known gap (docs/notes/proofs.md); 57 before the lower end was put at the
    // tolerance.
    EXPECT_LE(not_shown, touching / 30);
}

/// Depths from a thousand roundings to a millionth of the size, where the first search of a distance may stop
/// before it decides.
TEST(RelationTouching, IsNotAnOverlapOfCurvedPartsBelowTheFirstTolerance) {
    Random random(52);
    int overlapping = 0;
    for (int i = 0; i < 300; ++i) {
        const Shape ball = scaled(Sphere{1}, some_size(random));
        const Shape members = *Compound::build(std::vector<CompoundPart>{
            {ball, {}}, {Sphere{0.1}, Affine::from(Pose::translation({0, 0, 0.1}))}});
        const Shape other = random.index(2) == 0 ? box_surface(some_size(random), MeshKind::surface)
                                                 : Shape(Cylinder{0.5, 1});
        const Placed a{members, Pose::from(random.rotation(), random.in_cube(1))};
        Placed b{other, Pose::from(random.rotation(), a.pose.position + 8.0 * random.direction())};
        const Separation s = separation(a, b, {.tolerance = 0});
        b.pose.position += -(s.distance.upper + random.log_uniform(1e-11, 1e-6)) * s.normal;
        // Moved by more than the distance at its upper end: the two overlap by as much as they were moved
        // beyond it.
        ++overlapping;
        EXPECT_EQ(relation(a, b), Relation::overlapping) << "pair " << i;
        EXPECT_EQ(relation(b, a), Relation::overlapping) << "pair " << i;
    }
    EXPECT_GT(overlapping, 200);
}

}  // namespace
}  // namespace graze::test
