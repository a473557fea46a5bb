// Every shape type against every other, in every arrangement, judged with the oracles; and the capability
// table.
#include <gtest/gtest.h>

#include "convex/sat/sat_polytope.hpp"
#include "graze/query/query.hpp"
#include "oracle/judge.hpp"

namespace graze::test {
namespace {

class EveryPair : public testing::TestWithParam<ShapeType> {};

TEST_P(EveryPair, IsFaultless) {
    const ShapeType a = GetParam();
    Random random(200 + static_cast<std::uint64_t>(a));
    for (const ShapeType b : kAllShapeTypes)
        for (std::size_t i = 0; i < kArrangementCount; ++i) {
            const PairCase pair = random_pair(random, a, b, static_cast<Arrangement>(i));
            const Judgement judgement =
                judge(pair, {.with_oracle = true, .with_certificate = true, .with_methods = true});
            for (const std::string& fault : judgement.faults)
                ADD_FAILURE() << to_string(a) << " - " << to_string(b) << ": " << fault << "\n"
                              << describe(pair);
        }
}

INSTANTIATE_TEST_SUITE_P(Types, EveryPair, testing::ValuesIn(kAllShapeTypes),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

TEST(EveryPair, RandomOnesOverlapAboutHalfTheTimeAndConverge) {
    Random random(231);
    int overlapping = 0, converged = 0;
    constexpr int kCount = 3000;
    static constexpr ShapeType kSolid[] = {ShapeType::tetrahedron, ShapeType::sphere,   ShapeType::box,
                                           ShapeType::capsule,     ShapeType::cylinder, ShapeType::cone,
                                           ShapeType::ellipsoid,   ShapeType::hull,     ShapeType::rounded};
    for (int i = 0; i < kCount; ++i) {
        const PairCase pair =
            random_pair(random, kSolid[random.index(9)], kSolid[random.index(9)], Arrangement::random);
        overlapping += overlaps(pair.a, pair.b);
        converged += separation(pair.a, pair.b).status == Status::converged;
    }
    EXPECT_GT(overlapping, kCount * 3 / 10);
    EXPECT_LT(overlapping, kCount * 7 / 10);
    EXPECT_GE(converged, kCount * 999 / 1000);
}

bool polytope(ShapeType t) {
    return t == ShapeType::point || t == ShapeType::segment || t == ShapeType::triangle ||
           t == ShapeType::tetrahedron || t == ShapeType::polygon || t == ShapeType::box ||
           t == ShapeType::hull;
}

TEST(Supports, EveryPairForEveryVerbOfConvexShapes) {
    for (const ShapeType a : kAllShapeTypes)
        for (const ShapeType b : kAllShapeTypes) {
            for (const Query query : {Query::overlaps, Query::decide, Query::separation, Query::contacts,
                                      Query::raycast, Query::translational_cast, Query::time_of_impact})
                EXPECT_TRUE(supports(query, a, b)) << to_string(a) << " " << to_string(b);
        }
}

TEST(Supports, NamedMethodsWhereTheyApply) {
    for (const ShapeType a : kAllShapeTypes)
        for (const ShapeType b : kAllShapeTypes) {
            const bool plane = a == ShapeType::half_space || b == ShapeType::half_space;
            EXPECT_EQ(supports(Query::decide, a, b, Method::gjk), !plane)
                << to_string(a) << " " << to_string(b);
            EXPECT_EQ(supports(Query::decide, a, b, Method::sat), plane || (polytope(a) && polytope(b)))
                << to_string(a) << " " << to_string(b);
            EXPECT_EQ(supports(Query::decide, a, b, Method::fourier_motzkin), polytope(a) && polytope(b));
            EXPECT_FALSE(supports(Query::separation, a, b, Method::sat));
            for (const Method method : {Method::automatic, Method::gjk, Method::sat, Method::fourier_motzkin})
                EXPECT_EQ(supports(Query::decide, a, b, method), supports(Query::decide, b, a, method));
        }
}

TEST(Supports, NothingThatIsNoType) {
    const auto none = static_cast<ShapeType>(200), first_unused = static_cast<ShapeType>(kShapeTypeCount);
    for (const Query query : {Query::overlaps, Query::decide, Query::separation, Query::contacts,
                              Query::raycast, Query::translational_cast, Query::time_of_impact}) {
        for (const ShapeType bad : {none, first_unused}) {
            EXPECT_FALSE(supports(query, bad, ShapeType::box));
            EXPECT_FALSE(supports(query, ShapeType::box, bad));
        }
    }
    EXPECT_FALSE(supports(Query::decide, none, ShapeType::half_space, Method::sat));
    EXPECT_FALSE(supports(Query::decide, none, ShapeType::box, Method::gjk));
}

/// Whether the faces of both and the products of their edges are no more than kMaxSatAxes.
bool within_sat_axes(const Shape& a, const Shape& b) {
    PolytopeView view_a, view_b;
    return make_polytope_view(a, Pose::identity(), view_a) &&
           make_polytope_view(b, Pose::identity(), view_b) && sat_serves(view_a, view_b);
}

TEST(Supports, IsWhatDecideDoes) {
    Random random(232);
    for (const ShapeType a : kAllShapeTypes)
        for (const ShapeType b : kAllShapeTypes) {
            const PairCase pair = random_pair(random, a, b, Arrangement::random);
            for (const Method method :
                 {Method::automatic, Method::gjk, Method::sat, Method::fourier_motzkin}) {
                const Verdict verdict = decide(pair.a, pair.b, method);
                // Elimination also declines by size: hulls and polygons may have too many faces for it.
                const bool many_faces = a == ShapeType::hull || b == ShapeType::hull ||
                                        a == ShapeType::polygon || b == ShapeType::polygon;
                if (method == Method::fourier_motzkin && many_faces && verdict.status == Status::unsupported)
                    continue;
                // So do separating axes, for two hulls with more than kMaxSatAxes of them.
                const bool hulls = a == ShapeType::hull && b == ShapeType::hull;
                if (method == Method::sat && hulls && verdict.status == Status::unsupported) {
                    EXPECT_FALSE(within_sat_axes(pair.a.shape, pair.b.shape));
                    continue;
                }
                EXPECT_EQ(verdict.status != Status::unsupported, supports(Query::decide, a, b, method))
                    << to_string(a) << " " << to_string(b);
                if (verdict.status == Status::unsupported) {
                    EXPECT_EQ(verdict.proof.index(), 0u);
                } else if (method == Method::automatic) {
                    EXPECT_NE(verdict.method, Method::automatic);
                } else {
                    EXPECT_EQ(verdict.method, method);
                }
            }
        }
}

}  // namespace
}  // namespace graze::test
