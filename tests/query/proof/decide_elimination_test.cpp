// decide by Fourier-Motzkin elimination: the same answers as by exact arithmetic on every pair of small
// polytopes, with proofs that verify.
#include <gtest/gtest.h>

#include <variant>

#include "graze/graze.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"

namespace graze::test {
namespace {

constexpr std::array kTypes{ShapeType::point,       ShapeType::segment, ShapeType::triangle,
                            ShapeType::tetrahedron, ShapeType::polygon, ShapeType::box,
                            ShapeType::hull};
constexpr std::array kArrangements{
    Arrangement::random,     Arrangement::mixed_sizes,     Arrangement::touching,  Arrangement::near_touching,
    Arrangement::parallel,   Arrangement::nearly_parallel, Arrangement::deep,      Arrangement::far,
    Arrangement::concentric, Arrangement::coaxial,         Arrangement::odd_builds};

TEST(DecideByElimination, AgreesWithTheTruthAndVerifies) {
    Random random(3100);
    int disjoint = 0, overlapping = 0, certificates = 0, points = 0, declined = 0;
    for (const ShapeType a : kTypes)
        for (const ShapeType b : kTypes)
            for (const Arrangement arrangement : kArrangements)
                for (int trial = 0; trial < 4; ++trial) {
                    const PairCase p = random_pair(random, a, b, arrangement);
                    const Verdict v = decide(p.a, p.b, Method::fourier_motzkin);
                    if (v.status == Status::unsupported) {
                        ++declined;
                        continue;
                    }
                    const Truth truth = truth_of(p.a, p.b);
                    EXPECT_EQ(v.method, Method::fourier_motzkin);
                    EXPECT_TRUE(verify(v, p.a, p.b)) << describe(p);
                    EXPECT_FALSE(v.answer == Answer::disjoint && truth.surely_overlapping()) << describe(p);
                    EXPECT_FALSE(v.answer == Answer::intersecting && truth.surely_disjoint()) << describe(p);
                    disjoint += v.answer == Answer::disjoint ? 1 : 0;
                    overlapping += v.answer == Answer::intersecting ? 1 : 0;
                    certificates += std::holds_alternative<FarkasCertificate>(v.proof) ? 1 : 0;
                    points += std::holds_alternative<CommonPoint>(v.proof) ? 1 : 0;
                }
    EXPECT_GT(disjoint, 300);
    EXPECT_GT(overlapping, 300);
    EXPECT_GT(certificates, disjoint / 2);
    EXPECT_GT(points, overlapping / 4);
    EXPECT_LT(declined, 1000);
    RecordProperty("declined", declined);
}

TEST(DecideByElimination, CountsItsRowsAndHoldsAgainstTampering) {
    const Placed a{Box{{0.5, 0.5, 0.5}}, Pose::identity()};
    const Placed b{Box{{0.5, 0.5, 0.5}}, Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.5), {2, 0.1, 0})};
    const Verdict v = decide(a, b, Method::fourier_motzkin);
    ASSERT_EQ(v.answer, Answer::disjoint);
    EXPECT_GE(v.rows, 12U);
    ASSERT_TRUE(std::holds_alternative<FarkasCertificate>(v.proof));
    const FarkasCertificate good = std::get<FarkasCertificate>(v.proof);
    EXPECT_TRUE(verify(Proof{good}, a, b));
    EXPECT_FALSE(verify(Proof{good}, a, a));
    EXPECT_FALSE(verify(Proof{FarkasCertificate{}}, a, b));
    for (std::size_t i = 0; i < good.rows.size(); ++i) {
        if (good.rows[i].multiplier == 0) continue;
        FarkasCertificate bad = good;
        bad.rows[i].multiplier = -bad.rows[i].multiplier;
        EXPECT_FALSE(verify(Proof{bad}, a, b));
        bad = good;
        bad.rows[i].height -= 0.01;  // cuts the shape
        EXPECT_FALSE(verify(Proof{bad}, a, b));
        bad = good;
        bad.rows[i].of_b = !bad.rows[i].of_b;
        EXPECT_FALSE(verify(Proof{bad}, a, b));
    }
}

}  // namespace
}  // namespace graze::test
