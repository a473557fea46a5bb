// How much work fixed batches of queries take, in the searches' own counts. The bounds of an answer hold
// however long its search takes, so a fault that only misleads a search shows here and nowhere else.
//
// The batches are the same on every machine and the counts do not depend on the instruction set: they are
// compared exactly. A change that lowers them puts its own in place; one that raises them needs a reason.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "graze/query/query.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

using Counts = std::array<std::uint64_t, kArrangementCount>;

/// Adds up what `effort` answers for random pairs, by their arrangement.
template <class Effort> Counts by_arrangement(std::uint64_t seed, std::size_t rounds, const Effort& effort) {
    Random random(seed);
    Counts sums{};
    for (std::size_t i = 0; i < rounds * kArrangementCount; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kConvexShapeTypeCount)];
        const ShapeType tb = kAllShapeTypes[random.index(kConvexShapeTypeCount)];
        const PairCase p = random_pair(random, ta, tb, static_cast<Arrangement>(i % kArrangementCount));
        sums[i % kArrangementCount] += effort(p);
    }
    return sums;
}

TEST(SearchEffort, OfSeparations) {
    const Counts sums =
        by_arrangement(7301, 200, [](const PairCase& p) { return separation(p.a, p.b).iterations; });
    EXPECT_EQ(sums, (Counts{1347, 821, 987, 1313, 1377, 3659, 8012, 1044, 1158, 2328, 327}));
}

TEST(SearchEffort, OfSeparationsOfDisks) {
    Random random(7302);
    std::array<std::uint64_t, 4> sums{};
    for (std::size_t i = 0; i < 1200; ++i) {
        const std::array<ShapeType, 4> others{ShapeType::box, ShapeType::capsule, ShapeType::cylinder,
                                              ShapeType::cone};
        const ShapeType disk = random.chance(0.5) ? ShapeType::cylinder : ShapeType::cone;
        const PairCase p = random_pair(random, disk, others[i % 4], Arrangement::deep);
        sums[i % 4] += separation(p.a, p.b).iterations;
    }
    EXPECT_EQ(sums, (std::array<std::uint64_t, 4>{3522, 2897, 4565, 3769}));
}

TEST(SearchEffort, OfCertificates) {
    const Counts sums = by_arrangement(7303, 40, [](const PairCase& p) {
        const CertifiedSeparation s = certified_separation(p.a, p.b);
        return s.separation.iterations + s.certificate.triangles.size();
    });
    EXPECT_EQ(sums, (Counts{438, 296, 422, 412, 376, 5042, 4023, 320, 472, 876, 68}));
}

TEST(SearchEffort, OfDecisions) {
    struct Case {
        Method method;
        Counts expected;
    };
    for (const auto& [method, expected] :
         {Case{Method::gjk, {163, 133, 175, 889, 927, 202, 151, 140, 154, 238, 88}},
          Case{Method::sat, {74, 52, 1136, 1479, 319, 690, 656, 831, 96, 4730, 21}},
          Case{Method::fourier_motzkin, {613, 705, 528, 979, 1065, 404, 245, 261, 1055, 1478, 145}}}) {
        const Counts sums = by_arrangement(7304, 100, [m = method](const PairCase& p) {
            const Verdict v = decide(p.a, p.b, m);
            return std::uint64_t{v.iterations} + v.axes + v.rows;
        });
        EXPECT_EQ(sums, expected) << static_cast<int>(method);
    }
}

TEST(SearchEffort, OfRays) {
    Random random(7305);
    const Counts sums = by_arrangement(7306, 60, [&](const PairCase& p) {
        const Vec3 from = p.a.pose.position + (3 * p.a.shape.margin() + 1) * random.direction();
        const Vec3 to = p.b.pose * support(p.b.shape, random.direction());
        const auto hit = raycast({from, to - from}, p.b);
        return hit ? hit->iterations : 0U;
    });
    EXPECT_EQ(sums, (Counts{1152, 813, 1240, 1165, 1251, 831, 930, 1336, 1453, 1145, 352}));
}

}  // namespace
}  // namespace graze::test
