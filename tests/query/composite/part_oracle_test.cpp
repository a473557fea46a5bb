// The brute force that the soak run judges shapes made of parts by: known values, doubles against rationals,
// and answers that it must refuse.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/query/query.hpp"
#include "math/exact.hpp"
#include "oracle/exact_triangles.hpp"
#include "oracle/parts/judge_parts.hpp"
#include "oracle/parts/part_soups.hpp"
#include "oracle/parts/part_truth.hpp"

namespace graze::test {
namespace {

using Flat = TriangleOf<double>;

TriangleOf<mpq_class> exact(const Flat& t) {
    return {test::exact(t[0]), test::exact(t[1]), test::exact(t[2])};
}

TEST(PartOracle, DistancesOfTriangles) {
    const Flat base{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    EXPECT_EQ(triangle_square(base, Flat{{{1, 1, 2}, {1, 1, 5}, {2, 1, 5}}}), 4);  // a vertex over the face
    EXPECT_EQ(triangle_square(base, Flat{{{1, -1, -1}, {1, -1, 1}, {1, -4, 0}}}), 1);     // two edges
    EXPECT_EQ(triangle_square(base, Flat{{{-3, -4, 0}, {-6, -8, 0}, {-7, -4, 0}}}), 25);  // two vertices
    EXPECT_EQ(triangle_square(base, Flat{{{1, 1, -1}, {1, 1, 1}, {9, 9, 1}}}),
              0);  // an edge through the face
    EXPECT_EQ(triangle_square(base, Flat{{{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}}}), 0);  // a common corner
    EXPECT_EQ(triangle_square(base, Flat{{{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}}),
              0);  // one inside of the other, in a plane
    EXPECT_EQ(triangle_square(base, Flat{{{2, 0, 3}, {2, 0, 3}, {2, 0, 3}}}), 9);      // a point
    EXPECT_EQ(triangle_square(base, Flat{{{-1, -1, 0}, {5, -1, 0}, {2, -1, 0}}}), 1);  // a segment
}

TEST(PartOracle, DoublesEqualRationalsOnTheGrid) {
    Random random(5);
    int touching = 0;
    for (int i = 0; i < 400; ++i) {
        const TriangleSoup soup = integer_soup(random, 2, 4);
        const auto corners = [&](std::size_t k) {
            const auto& t = soup.triangles[k];
            return Flat{soup.vertices[t[0]], soup.vertices[t[1]], soup.vertices[t[2]]};
        };
        const Flat a = corners(0), b = corners(1);
        const mpq_class square = triangle_square(exact(a), exact(b));
        EXPECT_DOUBLE_EQ(triangle_square(a, b), square.get_d());
        EXPECT_EQ(triangle_square(b, a) == 0, square == 0);
        EXPECT_EQ(square == 0, !common_points(exact(a), exact(b)).empty());
        touching += square == 0;
    }
    EXPECT_GT(touching, 50);
    EXPECT_LT(touching, 350);
}

TEST(PartOracle, InsideOfSolids) {
    const TriangleSoup outer = box_mesh({2, 2, 2});
    TriangleSoup inner = outer;
    scale(inner, 0.5);
    const TriangleSoup both = joined(outer, inner);
    const auto solid = Mesh::build(both.vertices, both.triangles, {.kind = MeshKind::solid});
    ASSERT_TRUE(solid.has_value());
    const PlacedTriangles triangles(Placed{*solid, Pose::translation({10, 0, 0})});
    const auto inside = [&](const Vec3& p) { return exactly_inside(triangles, test::exact(p)); };
    EXPECT_TRUE(inside({11.5, 0, 0}));
    EXPECT_TRUE(inside({12, 0, 0}));
    EXPECT_TRUE(inside({11, 0, 0}));
    EXPECT_FALSE(inside({10, 0, 0}));
    EXPECT_FALSE(inside({10.5, 0.25, 0.125}));
    EXPECT_FALSE(inside({12.5, 0, 0}));
    EXPECT_FALSE(inside({-90, 0, 0}));
}

TEST(PartOracle, FirstContacts) {
    const Flat base{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, above{{{1, 1, 2}, {1, 1, 5}, {2, 1, 5}}};
    EXPECT_EQ(first_contact(base, above, Vec3{0, 0, -4}), 0.5);
    EXPECT_EQ(first_contact(base, above, Vec3{0, 0, -1}), std::nullopt);
    EXPECT_EQ(first_contact(base, Flat{{{5, 1, 0}, {9, 1, 0}, {9, 2, 0}}}, Vec3{-4, 0, 0}),
              0.5);  // sliding in its plane
    const Flat crossing{{{1, -3, -1}, {1, -3, 1}, {1, -9, 0}}};
    EXPECT_EQ(first_contact(base, crossing, Vec3{0, 6, 0}), 0.5);  // edge against edge
    EXPECT_EQ(first_contact(exact(base), exact(crossing), test::exact(Vec3{0, 6, 0})), mpq_class(1, 2));
    EXPECT_EQ(ray_hit(Vec3{1, 1, 3}, Vec3{0, 0, -2}, base), 1.5);
    EXPECT_EQ(ray_hit(Vec3{-2, 1, 0}, Vec3{1, 0, 0}, base), 2);
    EXPECT_EQ(ray_hit(Vec3{3, 3, 1}, Vec3{0, 0, -1}, base), std::nullopt);
}

/// Wrong distances must be refused by every kind of truth.
TEST(PartOracle, RefusesWrongDistances) {
    Random random(6);
    for (const PartClass kind : {PartClass::soups, PartClass::low_poly, PartClass::far, PartClass::fields}) {
        int tried = 0;
        while (tried < 10) {
            const PartCase parts = random_parts(random, kind);
            PartTruth truth(parts.a, parts.b, parts.on_grid);
            if (truth.overlap()) continue;
            ++tried;
            const Interval right = separation(parts.a, parts.b).distance;
            const double off = 1e-6 * right.upper + 1e-9 * parts.a.shape.reach();
            for (const bool exact : {false, true}) {
                EXPECT_EQ(truth.triangle_fault(right, exact), "");
                EXPECT_NE(truth.triangle_fault({right.lower + off, right.upper + off}, exact), "");
                EXPECT_NE(truth.triangle_fault({right.lower - off, right.upper - off}, exact), "");
            }
            EXPECT_NE(truth.triangle_fault({0, 0}, true), "");
            EXPECT_EQ(truth.convex_fault(right), "");
            EXPECT_NE(truth.convex_fault({right.lower + off, right.upper + off}), "");
        }
    }
}

TEST(PartOracle, RefusesDistancesOfOverlaps) {
    const auto box = [](double half) {
        const TriangleSoup soup = box_mesh({half, half, half});
        return Shape(*Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid}));
    };
    PartTruth inside({box(3), Pose::identity()}, {box(1), Pose::identity()}, true);
    EXPECT_NE(inside.triangle_fault({2, 2}, true), "");
    EXPECT_EQ(inside.triangle_fault({-4, -4}, true), "");
    EXPECT_NE(inside.convex_fault({2, 2}), "");
}

/// The judge on a few cases of every class and group: no fault, and each class has overlaps and gaps.
TEST(PartOracle, JudgesEveryClass) {
    for (std::size_t i = 0; i < kPartClassCount; ++i) {
        Random random(7 + i);
        int overlapping = 0, count = 0;
        for (int k = 0; k < 12; ++k) {
            PartCase parts = random_parts(random, static_cast<PartClass>(i));
            ASSERT_TRUE(parts.a.shape.valid() && parts.b.shape.valid());
            PartJudgeOptions options;
            options.seed = static_cast<std::uint64_t>(k);
            options.changed_input = true;
            const PartJudgement judgement = judge_parts(parts, options);
            for (const std::string& fault : judgement.faults)
                ADD_FAILURE() << fault << "\n" << describe(parts);
            overlapping += judgement.overlapping;
            ++count;
        }
        EXPECT_GT(overlapping, 0) << to_string(static_cast<PartClass>(i));
        EXPECT_LT(overlapping, count) << to_string(static_cast<PartClass>(i));
    }
}

}  // namespace
}  // namespace graze::test
