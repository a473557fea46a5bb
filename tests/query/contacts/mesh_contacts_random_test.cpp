// Contacts of random pairs of meshes, compounds, height fields and convex shapes: they verify, flip with the
// pair, and are there exactly when the pair overlaps.
#include <gtest/gtest.h>

#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"
#include "query/contacts/expect_contacts.hpp"
#include "query/scaled_mesh.hpp"

namespace graze::test {
namespace {

constexpr double kScales[] = {1e-6, 1, 1e6};

struct Kinds {
    Shape shape;
    bool skin = false;  ///< Without an inside.
};

Kinds random_composite(Random& random, double scale, int i) {
    const TriangleSoup models[] = {torus_mesh({1, 0.3, 14, 8}), gear_mesh({5, 1, 0.8, 0.3, 0.2, 1}),
                                   noisy_sphere_mesh({1, 0.3, 1, 3}), box_mesh({0.5, 0.7, 0.9})};
    const TriangleSoup& model = models[random.index(4)];
    switch (i % 5) {
        case 0: return {scaled_mesh(model, scale, MeshKind::solid)};
        case 1: return {scaled_mesh(model, scale, MeshKind::surface), true};
        case 2:
            return {rounded(scaled_mesh(model, scale, i % 2 == 0 ? MeshKind::solid : MeshKind::surface),
                            0.05 * scale)};
        case 3: {
            const double cell = 3 * scale / 8;
            std::vector<double> heights;
            for (int k = 0; k < 81; ++k) heights.push_back(random.uniform(-0.3, 0.3) * scale);
            return {*HeightField::build({8, 8, cell, cell, Vec2{-1.5, -1.5} * scale}, heights), true};
        }
        default: break;
    }
    std::vector<CompoundPart> parts;
    for (int k = 0; k < 6; ++k) {
        const ShapeType type = kAllShapeTypes[random.index(10)];
        Pose pose = random.pose(0.8 * scale);
        parts.push_back({transformed(random_shape(random, type), Affine::scale(Vec3{1, 1, 1} * scale)),
                         Affine::from(pose)});
    }
    return {*Compound::build(parts)};
}

TEST(MeshContacts, RandomPairsVerifyAndFlip) {
    Random random(75);
    int overlapping = 0, count = 0, pressing = 0;
    for (int i = 0; i < 240; ++i) {
        const double scale = kScales[i % 3];
        const Kinds first = random_composite(random, scale, static_cast<int>(random.index(5)));
        const bool convex = random.chance(0.4);
        const Kinds second =
            convex
                ? Kinds{transformed(random_shape(random, kAllShapeTypes[random.index(kAllShapeTypes.size())]),
                                    Affine::scale(Vec3{1, 1, 1} * scale))}
                : random_composite(random, scale, static_cast<int>(random.index(5)));
        const Placed a{first.shape, random.pose(scale)}, b{second.shape, random.pose(scale)};
        if (!check(b)) continue;
        SCOPED_TRACE(testing::Message() << "case " << i << ": " << to_string(a.shape.type()) << ", "
                                        << to_string(b.shape.type()));
        const ContactManifold m = contacts(a, b);
        EXPECT_EQ(m.status == Status::converged || m.status == Status::budget_reached, true);
        EXPECT_TRUE(verify(m, a, b));
        expect_flipped(m, contacts(b, a));
        const Separation s = separation(a, b);
        EXPECT_LE(m.distance.lower, s.distance.upper);
        EXPECT_GE(m.distance.upper, s.distance.lower);
        const bool overlap = overlaps(a, b);
        if (!overlap) {
            EXPECT_TRUE(m.points.empty());
            EXPECT_GT(m.distance.lower, 0);
        }
        if (s.distance.upper < -1e-6 * scale) {
            EXPECT_FALSE(m.points.empty());
        }
        const std::vector<ContactManifold> all = contact_manifolds(a, b), swapped = contact_manifolds(b, a);
        ASSERT_EQ(all.size(), swapped.size());
        EXPECT_EQ(all.empty(), m.points.empty());
        for (std::size_t k = 0; k < all.size(); ++k) {
            EXPECT_TRUE(verify(all[k], a, b)) << "manifold " << k;
            expect_flipped(all[k], swapped[k]);
        }
        overlapping += overlap;
        pressing += !m.points.empty();
        ++count;
    }
    EXPECT_GT(overlapping, 0.3 * count);
    EXPECT_LT(overlapping, 0.9 * count);
    EXPECT_GT(pressing, 0.9 * overlapping);
}

}  // namespace
}  // namespace graze::test
