// Crossings of flat sets, by exact signs: all pairs of features together decide the relation of the sets, so
// that is held against the exact relation on inputs where equalities abound.
#include <gtest/gtest.h>

#include "graze/shape/hull.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/polytope_oracle.hpp"
#include "verify/verify_crossing.hpp"

namespace graze::test {
namespace {

using Kind = Feature::Kind;

std::vector<Feature> features(ShapeType type) {
    switch (type) {
        case ShapeType::point: return {{Kind::vertex, 0, 0}};
        case ShapeType::segment: return {{Kind::vertex, 0, 0}, {Kind::vertex, 1, 0}, {Kind::edge, 0, 1}};
        default:
            return {{Kind::vertex, 0, 0}, {Kind::vertex, 1, 0}, {Kind::vertex, 2, 0}, {Kind::edge, 0, 1},
                    {Kind::edge, 1, 2},   {Kind::edge, 2, 0},   {Kind::face, 0, 0}};
    }
}

/// How many of all pairs of features cross.
int crossings(const Placed& a, const Placed& b) {
    int count = 0;
    for (const Feature& f : features(a.shape.type())) {
        for (const Feature& g : features(b.shape.type())) {
            const bool shown = verify(Proof(Crossing{f, g}), a, b);
            EXPECT_EQ(shown, verify(Proof(Crossing{g, f}), b, a)) << literal(a) << literal(b);
            count += shown ? 1 : 0;
        }
    }
    return count;
}

/// Small integers: coplanar, collinear and coinciding points are frequent.
Vec3 lattice_point(Random& random, int range) {
    const auto coordinate = [&] {
        return static_cast<double>(random.index(static_cast<std::size_t>(2 * range + 1))) - range;
    };
    const double x = coordinate(), y = coordinate();
    return {x, y, coordinate()};
}

Shape lattice_shape(Random& random, ShapeType type, int range) {
    const auto p = [&] { return lattice_point(random, range); };
    const Vec3 a = p(), b = p(), c = p();
    if (type == ShapeType::point) return Point{a};
    if (type == ShapeType::segment) return Segment{a, b};
    return Triangle{a, b, c};
}

TEST(VerifyCrossing, DecidesLatticePairsLikeTheExactOracle) {
    Random random(11);
    constexpr std::array<ShapeType, 4> types{ShapeType::point, ShapeType::segment, ShapeType::triangle,
                                             ShapeType::triangle};
    int overlapping = 0, apart = 0;
    for (int i = 0; i < 4000; ++i) {
        const ShapeType ta = types[random.index(4)], tb = types[random.index(4)];
        const int range = 1 + static_cast<int>(random.index(2));
        const double scale = std::array<double, 3>{0x1p-20, 1, 0x1p20}[random.index(3)];
        const Vec3 shift = scale * lattice_point(random, 1000);
        // Quarter turns keep equalities; a common factor on the matrix keeps them too, though it is no
        // rotation.
        Pose pa{quarter_turns(random), shift};
        Pose pb{quarter_turns(random), shift + scale * lattice_point(random, 1)};
        for (Pose* pose : {&pa, &pb}) {
            for (Vec3& column : pose->rotation.columns) column = scale * column;
        }
        const Placed a{lattice_shape(random, ta, range), pa};
        const Placed b{lattice_shape(random, tb, range), pb};
        const bool overlap = exact_distance(a, b).relation != ExactRelation::disjoint;
        EXPECT_EQ(crossings(a, b) > 0, overlap) << literal(a) << literal(b);
        ++(overlap ? overlapping : apart);
    }
    EXPECT_GT(overlapping, 400);
    EXPECT_GT(apart, 1000);
}

TEST(VerifyCrossing, DecidesRandomTurnsLikeTheExactOracle) {
    Random random(12);
    int overlapping = 0;
    for (int i = 0; i < 1000; ++i) {
        const PairCase pair = random_pair(random, ShapeType::triangle,
                                          random.chance(0.5) ? ShapeType::triangle : ShapeType::segment,
                                          static_cast<Arrangement>(random.index(kArrangementCount)), true);
        const bool overlap = exact_distance(pair.a, pair.b).relation != ExactRelation::disjoint;
        EXPECT_EQ(crossings(pair.a, pair.b) > 0, overlap) << literal(pair.a) << literal(pair.b);
        overlapping += overlap ? 1 : 0;
    }
    EXPECT_GT(overlapping, 100);
}

TEST(VerifyCrossing, KnowsWhichFeaturesCross) {
    const Placed triangle{Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, Pose::identity()};
    const auto edge_through_face = Proof(Crossing{{Kind::edge, 0, 1}, {Kind::face, 0, 0}});
    const auto segment = [](const Vec3& a, const Vec3& b) { return Placed{Segment{a, b}, Pose::identity()}; };
    EXPECT_TRUE(verify(edge_through_face, segment({1, 1, 1}, {1, 1, -1}), triangle));
    EXPECT_TRUE(verify(edge_through_face, segment({1, 1, 1}, {1, 1, 0}), triangle));   // ends on the face
    EXPECT_TRUE(verify(edge_through_face, segment({4, 0, 1}, {4, 0, -1}), triangle));  // through a corner
    EXPECT_TRUE(verify(edge_through_face, segment({-1, 2, 0}, {9, 2, 0}), triangle));  // in the plane, across
    EXPECT_TRUE(
        verify(edge_through_face, segment({1, 1, 0}, {1.5, 1, 0}), triangle));  // in the plane, inside
    EXPECT_FALSE(verify(edge_through_face, segment({1, 1, 2}, {1, 1, 0x1p-60}), triangle));
    EXPECT_FALSE(verify(edge_through_face, segment({2, 2 + 0x1p-51, 1}, {2, 2 + 0x1p-51, -1}), triangle));
    EXPECT_FALSE(verify(edge_through_face, segment({5, 0, 0}, {0, 5, 0}), triangle));  // in the plane, beside
    EXPECT_TRUE(
        verify(Verdict{Answer::intersecting, edge_through_face}, segment({1, 1, 1}, {1, 1, -1}), triangle));
    EXPECT_FALSE(
        verify(Verdict{Answer::disjoint, edge_through_face}, segment({1, 1, 1}, {1, 1, -1}), triangle));

    const auto edges = Proof(Crossing{{Kind::edge, 0, 1}, {Kind::edge, 0, 1}});
    EXPECT_TRUE(verify(edges, segment({0, 0, 0}, {2, 2, 2}), segment({0, 2, 1}, {2, 0, 1})));
    EXPECT_FALSE(verify(edges, segment({0, 0, 0}, {2, 2, 2}), segment({0, 2, 1}, {2, 0, next_above(1)})));
    EXPECT_TRUE(verify(edges, segment({0, 0, 0}, {3, 3, 3}),
                       segment({2, 2, 2}, {5, 5, 5})));  // collinear, overlapping
    EXPECT_FALSE(verify(edges, segment({0, 0, 0}, {1, 1, 1}), segment({2, 2, 2}, {5, 5, 5})));
    EXPECT_TRUE(
        verify(edges, segment({1, 1, 1}, {1, 1, 1}), segment({0, 0, 0}, {5, 5, 5})));  // a point as a segment

    const Placed point{Point{{1, 2, 0}}, Pose::identity()};
    EXPECT_TRUE(verify(Proof(Crossing{{Kind::vertex, 0, 0}, {Kind::face, 0, 0}}), point, triangle));
    EXPECT_TRUE(verify(Proof(Crossing{{Kind::vertex, 0, 0}, {Kind::vertex, 0, 0}}), point, point));
    EXPECT_FALSE(verify(Proof(Crossing{{Kind::vertex, 0, 0}, {Kind::vertex, 0, 0}}), point, triangle));
    EXPECT_FALSE(verify(Proof(Crossing{{Kind::face, 0, 0}, {Kind::face, 0, 0}}), point, triangle));
    EXPECT_FALSE(verify(Proof(Crossing{{Kind::vertex, 3, 0}, {Kind::face, 0, 0}}), triangle, triangle));
    EXPECT_FALSE(verify(Proof(Crossing{{Kind::edge, 0, 3}, {Kind::face, 0, 0}}), triangle, triangle));
    EXPECT_FALSE(verify(Proof(Crossing{{Kind::face, 0, 0}, {Kind::face, 0, 0}}), Placed{Box{{1, 1, 1}}, {}},
                        triangle));
}

// In each plane of two axes, where the areas along the other axes vanish, and across all of them.
TEST(VerifyCrossing, BoxesOfEdgesAreAroundTheirCommonPoint) {
    const Crossing edges{{Kind::edge, 0, 1}, {Kind::edge, 0, 1}};
    const auto expect_at = [&](const Vec3& point, const Vec3& along, const Vec3& across) {
        const Placed a{Segment{point - along, point + 2.0 * along}, Pose::identity()};
        const Placed b{Segment{point - 3.0 * across, point + across}, Pose::identity()};
        const auto box = verifying::crossing_box(edges, a, b);
        ASSERT_TRUE(box);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_TRUE((*box)[i].contains(point[i])) << i;
            EXPECT_LE((*box)[i].width(), 1e-14) << i;
        }
    };
    expect_at({5, 1, 2}, {0, 1, 0}, {0, 0.5, 1});
    expect_at({1, 5, 2}, {1, 0, 0}, {0.5, 0, 1});
    expect_at({1, 2, 5}, {1, 0, 0}, {0.5, 1, 0});
    expect_at({1, 2, 3}, {1, 0.5, 0.25}, {-1, 0.5, 1});
}

TEST(VerifyCrossing, CutsPolygonsIntoTriangles) {
    const auto polygon = ConvexPolygon::build(
        std::vector<Vec3>{{2, 0, 0}, {1, 2, 0}, {-1, 2, 0}, {-2, 0, 0}, {-1, -2, 0}, {1, -2, 0}});
    ASSERT_TRUE(polygon.has_value());
    const Placed hexagon{*polygon, Pose::translation({0, 0, 3})};
    const auto proof = Proof(Crossing{{Kind::edge, 0, 1}, {Kind::face, 0, 0}});
    int inside = 0;
    for (int x = -3; x <= 3; ++x) {
        for (int y = -3; y <= 3; ++y) {
            const Placed needle{Segment{{double(x), double(y), 0}, {double(x), double(y), 5}},
                                Pose::identity()};
            // |y| <= 2 and 2 |x| + |y| <= 4.
            const bool hit = std::abs(y) <= 2 && 2 * std::abs(x) + std::abs(y) <= 4;
            EXPECT_EQ(verify(proof, needle, hexagon), hit) << x << " " << y;
            inside += hit ? 1 : 0;
        }
    }
    EXPECT_EQ(inside, 17);
}

}  // namespace
}  // namespace graze::test
