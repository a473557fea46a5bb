// Relations with what shows them: true ones are shown, changed ones are not.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/result/proof.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

constexpr std::array kRelations{Relation::disjoint,   Relation::touching,   Relation::overlapping,
                                Relation::a_inside_b, Relation::b_inside_a, Relation::identical};

/// Shown in both orders.
void expect_shown(const Placed& a, const Placed& b, Relation wanted) {
    const CertifiedRelation certified = certified_relation(a, b);
    EXPECT_EQ(certified.relation, wanted) << to_string(certified.relation) << " for " << to_string(wanted);
    EXPECT_TRUE(verify(certified, a, b)) << to_string(wanted);
    EXPECT_TRUE(verify(certified_relation(b, a), b, a)) << to_string(wanted) << ", the other way round";
}

TEST(VerifyRelation, OfEveryKind) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const Shape box = Box{{scale, scale, scale}}, small = Box{{0.25 * scale, 0.25 * scale, 0.25 * scale}},
                    ball = Sphere{0.5 * scale};
        const auto at = [scale](double x, double y, double z) {
            return Pose::translation(Vec3{x, y, z} * scale);
        };
        expect_shown({box, {}}, {box, at(3, 0, 0)}, Relation::disjoint);
        expect_shown({box, {}}, {box, at(2, 0, 0)}, Relation::touching);
        expect_shown({box, {}}, {ball, at(1.5, 0, 0)}, Relation::touching);
        expect_shown({box, {}}, {box, at(1.5, 0.3, 0)}, Relation::overlapping);
        expect_shown({box, {}}, {ball, at(1.2, 0, 0)}, Relation::overlapping);
        expect_shown({box, {}}, {small, at(0.2, 0.1, 0)}, Relation::b_inside_a);
        expect_shown({ball, {}}, {small, at(0, 0.01, 0)}, Relation::b_inside_a);
        expect_shown({box, {}}, {ball, at(0.5, 0, 0)}, Relation::b_inside_a);  // touches from inside
        expect_shown({ball, {}}, {box, {}}, Relation::a_inside_b);
        expect_shown({HalfSpace{{0, 0, 1}, 0}, {}}, {box, at(0, 0, -5)}, Relation::b_inside_a);
        expect_shown({box, at(1, 2, 3)}, {box, at(1, 2, 3)}, Relation::identical);
    }
}

TEST(VerifyRelation, BallsAreIdenticalByTheirPlaceAlone) {
    const Shape ball = Sphere{0.5};
    const Pose here = Pose::translation({1, 2, 3});
    Pose turned = here;
    turned.rotation = Mat3{{Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{0, 0, 1}}};
    CertifiedRelation claimed;
    claimed.relation = Relation::identical;
    EXPECT_TRUE(verify(claimed, {ball, here}, {ball, turned}));
    EXPECT_FALSE(verify(claimed, {ball, here}, {ball, Pose::translation({1, 2, 3.5})}));
}

TEST(VerifyRelation, OfSolidMeshes) {
    const TriangleSoup soup = icosphere_mesh(1, 2);
    const auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    ASSERT_TRUE(mesh);
    expect_shown({*mesh, {}}, {*mesh, Pose::translation({4, 0, 0})}, Relation::disjoint);
    expect_shown({*mesh, {}}, {*mesh, Pose::translation({1.5, 0.1, 0})}, Relation::overlapping);
    expect_shown({*mesh, {}}, {*mesh, {}}, Relation::identical);
}

/// By how much the inner shape reaches out of the outer one along some direction, from below; endless of
/// half-spaces.
double sticks_out(const Placed& outer, const Placed& inner) {
    Random random(2209);
    if (outer.shape.type() == ShapeType::half_space || inner.shape.type() == ShapeType::half_space)
        return 1e300;
    double most = -1e300;
    for (int i = 0; i < 300; ++i) {
        const Vec3 n = random.direction();
        const auto height = [&](const Placed& placed) {
            return dot(n, placed.pose * support(placed.shape, transpose_times(placed.pose.rotation, n)));
        };
        most = std::max(most, height(inner) - height(outer));
    }
    return most;
}

// Along a whole circle or line the supports of both are equal, and no number of cones decides: corners do.
TEST(VerifyRelation, WhatTouchesTheWallAroundItIsInside) {
    CertifiedRelation claimed;
    claimed.relation = Relation::b_inside_a;
    const Placed tube{Cylinder{1, 2}, {}};
    EXPECT_TRUE(verify(claimed, tube, {Sphere{1}, {}}));
    EXPECT_TRUE(verify(claimed, tube, {Sphere{1}, Pose::translation({0, 0, 0.5})}));
    EXPECT_TRUE(verify(claimed, tube, {Capsule{1, 1}, {}}));
    EXPECT_FALSE(verify(claimed, tube, {Sphere{1 + 1e-12}, {}}));
    EXPECT_FALSE(verify(claimed, tube, {Sphere{1}, Pose::translation({1e-12, 0, 0})}));
    EXPECT_FALSE(verify(claimed, tube, {Capsule{1, 1 + 1e-12}, {}}));
}

// Of random pairs all that are apart, and nearly all others, are shown; with any other word none is, but for
// overlaps of what lies inside.
TEST(VerifyRelation, RefusesOtherWords) {
    Random random(2207);
    int shown = 0, all = 0;
    for (int i = 0; i < 600; ++i) {
        const auto type = [&] { return kAllShapeTypes[random.index(kDrawnShapeTypeCount)]; };
        const Placed a{random_shape(random, type()), random.pose(1)};
        const Placed b{random_shape(random, type()), random.pose(1)};
        CertifiedRelation certified = certified_relation(a, b);
        const Relation truth = certified.relation;
        const bool is_shown = verify(certified, a, b);
        shown += is_shown ? 1 : 0;
        ++all;
        EXPECT_TRUE(is_shown || truth != Relation::disjoint) << i;
        for (const Relation other : kRelations) {
            if (other == truth) continue;
            certified.relation = other;
            // Containments are reported for shapes whose corners show them; supports show others too, if they
            // are true.
            const bool contained =
                truth == Relation::overlapping && ((other == Relation::a_inside_b && sticks_out(b, a) <= 0) ||
                                                   (other == Relation::b_inside_a && sticks_out(a, b) <= 0));
            EXPECT_TRUE(contained || !verify(certified, a, b))
                << i << ": " << to_string(truth) << " reported as " << to_string(other);
        }
    }
    EXPECT_GE(shown, 0.97 * all);
}

// A matrix that is a rotation only within 1e-6 stretches balls too.
TEST(VerifyRelation, StretchedBallsAreNotInside) {
    Pose stretched;
    for (Vec3& column : stretched.rotation.columns) column = column * (1 + 1.5e-7);
    const Placed ball{Sphere{1}, stretched}, around{Sphere{1 + 1e-7}, {}}, wide{Sphere{1 + 2e-7}, {}};
    EXPECT_NE(relation(ball, around), Relation::a_inside_b);
    CertifiedRelation claimed = certified_relation(ball, wide);
    EXPECT_EQ(claimed.relation, Relation::a_inside_b);
    EXPECT_TRUE(verify(claimed, ball, wide));
    EXPECT_FALSE(verify(claimed, ball, around));
}

// Clearances inside of hulls, sums and hulls of shapes are weak: what lies in them is shown by supports along
// all directions.
TEST(VerifyRelation, ShowsWhatLiesInHullsAndSums) {
    constexpr std::array kAround{ShapeType::hull, ShapeType::minkowski_sum, ShapeType::convex_hull_of,
                                 ShapeType::affine_image, ShapeType::ellipsoid};
    Random random(2208);
    int inside = 0, outside = 0;
    for (int i = 0; i < 3000; ++i) {
        const double scale = std::array{1.0, 1e-6, 1e6}[random.index(3)];
        const ShapeType type = kAllShapeTypes[random.index(kAllShapeTypes.size())];
        if (type == ShapeType::half_space) continue;
        const Placed outer{random_shape(random, kAround[random.index(kAround.size())], Build::plain, scale),
                           random.pose(scale)};
        const Pose place{random.pose(1).rotation,
                         outer.pose * outer.shape.centre() + random.in_cube(0.3 * scale)};
        const Placed inner{random_shape(random, type, static_cast<Build>(random.index(5)),
                                        random.uniform(0.05, 0.6) * scale),
                           place};
        CertifiedRelation certified = certified_relation(outer, inner);
        if (certified.relation == Relation::b_inside_a) {
            ++inside;
            EXPECT_TRUE(verify(certified, outer, inner)) << i << " " << literal(outer) << literal(inner);
            EXPECT_TRUE(verify(certified_relation(inner, outer), inner, outer))
                << i << ", the other way round";
        } else if (sticks_out(outer, inner) > 1e-9 * scale) {
            ++outside;
            certified.relation = Relation::b_inside_a;
            EXPECT_FALSE(verify(certified, outer, inner)) << i << " " << literal(outer) << literal(inner);
        }
    }
    EXPECT_GT(inside, 500);
    EXPECT_GT(outside, 500);
}

}  // namespace
}  // namespace graze::test
