// The oracles judged by each other, by brute force over an explicit difference polytope, and by closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/shape/shape.hpp"
#include "oracle/generators.hpp"
#include "oracle/polytope_oracle.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

Placed unit_box(const Vec3& at) { return {Box{{0.5, 0.5, 0.5}}, Pose::translation(at)}; }

mpq_class square(double x) { return mpq_class(x) * mpq_class(x); }

TEST(ExactOracle, MeasuresAxisParallelBoxes) {
    const ExactDistance apart = exact_distance(unit_box({}), unit_box({3, 0, 0}));
    EXPECT_EQ(apart.relation, ExactRelation::disjoint);
    EXPECT_EQ(apart.square, 4);
    const ExactDistance corner = exact_distance(unit_box({}), unit_box({2, 2, 2}));
    EXPECT_EQ(corner.square, 3);
    const ExactDistance deep = exact_distance(unit_box({}), unit_box({0.25, 0.75, 0.125}));
    EXPECT_EQ(deep.relation, ExactRelation::overlapping);
    EXPECT_EQ(deep.square, square(0.25));
    EXPECT_EQ(exact_distance(unit_box({}), unit_box({0, 0, 0})).square, 1);
}

TEST(ExactOracle, TellsTouchingFromTheNextDouble) {
    EXPECT_EQ(exact_distance(unit_box({}), unit_box({1, 0.25, 0})).relation, ExactRelation::touching);
    EXPECT_EQ(exact_distance(unit_box({}), unit_box({1, 1, 1})).relation, ExactRelation::touching);
    EXPECT_EQ(exact_distance(unit_box({}), unit_box({next_above(1), 0, 0})).relation,
              ExactRelation::disjoint);
    EXPECT_EQ(exact_distance(unit_box({}), unit_box({next_above(1), 0, 0})).square, square(0x1p-52));
    EXPECT_EQ(exact_distance(unit_box({}), unit_box({next_below(1), 0, 0})).relation,
              ExactRelation::overlapping);
    EXPECT_EQ(exact_distance(unit_box({}), unit_box({next_below(1), 0, 0})).square, square(0x1p-53));
}

TEST(ExactOracle, GivesFlatSetsNoDepth) {
    const Placed triangle{Triangle{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, Pose::identity()};
    const Placed across{Segment{{0, 0, -1}, {0, 0, 1}}, Pose::identity()};
    const Placed within{Segment{{-0.1, 0, 0}, {0.1, 0, 0}}, Pose::identity()};
    // A segment through a triangle's face makes a solid difference: the depth is how far the segment must be
    // moved.
    EXPECT_EQ(exact_distance(triangle, across).relation, ExactRelation::overlapping);
    EXPECT_EQ(exact_distance(triangle, within).relation, ExactRelation::touching);
    EXPECT_EQ(exact_distance(within, within).relation, ExactRelation::touching);
    EXPECT_EQ(exact_distance(triangle, triangle).relation, ExactRelation::touching);
    EXPECT_EQ(exact_distance(Placed{Point{{2, 0, 0}}, {}}, Placed{Point{{0, 0, 0}}, {}}).square, 4);
}

TEST(ExactOracle, ComparesWithoutRounding) {
    const ExactDistance gap =
        exact_distance(Placed{Point{{1, 1, 0}}, {}}, Placed{Point{{0, 0, 0}}, {}});  // sqrt 2
    EXPECT_EQ(compare(std::sqrt(2.0), gap), 1);  // the double nearest to sqrt 2 is above it
    EXPECT_EQ(compare(next_below(std::sqrt(2.0)), gap), -1);
    EXPECT_TRUE(contains({next_below(std::sqrt(2.0)), std::sqrt(2.0)}, gap));
    EXPECT_FALSE(contains({std::sqrt(2.0), 2}, gap));
    EXPECT_TRUE(contains(Interval::everything(), gap));
    const ExactDistance deep = exact_distance(unit_box({}), unit_box({0.75, 0, 0}));  // -0.25
    EXPECT_EQ(compare(-0.25, deep), 0);
    EXPECT_EQ(compare(next_below(-0.25), deep), -1);
    EXPECT_EQ(compare(0, deep), 1);
    EXPECT_TRUE(contains({-0.25, -0.25}, deep));
    EXPECT_FALSE(contains({next_above(-0.25), 0}, deep));
}

/// Depth² and distance² from every plane through three of the listed differences; slow and obvious.
struct BruteForce {
    std::vector<BasicVec3<mpq_class>> w;

    explicit BruteForce(const ExactPoints& a, const ExactPoints& b) {
        for (const IntVec& x : a.points)
            for (const IntVec& y : b.points)
                w.push_back({mpq_class(x.x - y.x), mpq_class(x.y - y.y), mpq_class(x.z - y.z)});
    }
    /// Least squared distance of the origin to a supporting plane; negative when a plane keeps the origin
    /// strictly outside.
    [[nodiscard]] mpq_class least() const {
        mpq_class best = -2;
        for (std::size_t i = 0; i < w.size(); ++i)
            for (std::size_t j = i + 1; j < w.size(); ++j)
                for (std::size_t k = j + 1; k < w.size(); ++k) {
                    BasicVec3<mpq_class> n;
                    const auto &p = w[i], &q = w[j], &r = w[k];
                    const mpq_class ux = q.x - p.x, uy = q.y - p.y, uz = q.z - p.z, vx = r.x - p.x,
                                    vy = r.y - p.y, vz = r.z - p.z;
                    n = {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
                    const mpq_class norm = n.x * n.x + n.y * n.y + n.z * n.z,
                                    offset = n.x * p.x + n.y * p.y + n.z * p.z;
                    if (norm == 0) continue;
                    bool above = false, below = false;
                    for (const auto& x : w) {
                        const int s = sgn(mpq_class(n.x * x.x + n.y * x.y + n.z * x.z - offset));
                        above = above || s > 0;
                        below = below || s < 0;
                    }
                    if (above && below) continue;
                    if ((below && offset < 0) || (above && offset > 0)) return -1;
                    const mpq_class depth = offset * offset / norm;
                    if (best == -2 || depth < best) best = depth;
                }
        return best;
    }
};

TEST(ExactOracle, AgreesWithAllPlanesOfTheExplicitDifference) {
    Random random(11);
    int overlapping = 0;
    for (int i = 0; i < 60; ++i) {
        const Placed a{random_polytope(random, ShapeType::tetrahedron), random.pose(0.3)};
        const Placed b{random_polytope(random, i % 2 ? ShapeType::tetrahedron : ShapeType::triangle),
                       random.pose(0.3)};
        ExactPoints x = *exact_points(a), y = *exact_points(b);
        align(x, y);
        const mpq_class least = BruteForce(x, y).least();
        const ExactDistance exact = exact_distance(a, b);
        EXPECT_EQ(exact.relation == ExactRelation::disjoint, least == -1) << i;
        if (exact.relation != ExactRelation::overlapping) continue;
        ++overlapping;
        mpq_class scaled;
        mpq_div_2exp(scaled.get_mpq_t(), least.get_mpq_t(), static_cast<mp_bitcnt_t>(-2 * x.exponent));
        EXPECT_EQ(exact.square, scaled) << i;
    }
    EXPECT_GT(overlapping, 10);
    EXPECT_LT(overlapping, 50);
}

TEST(PreciseOracle, EnclosesTheExactDistanceOfPolytopes) {
    Random random(12);
    for (std::size_t i = 0; i < 1100; ++i) {
        const auto arrangement = static_cast<Arrangement>(i % kArrangementCount);
        const ShapeType ta = kPolytopeTypes[random.index(kPolytopeTypes.size())],
                        tb = kPolytopeTypes[random.index(kPolytopeTypes.size())];
        const PairCase pair = random_pair(random, ta, tb, arrangement, true);
        const ExactDistance exact = exact_distance(pair.a, pair.b);
        const double extent = pair_extent(pair.a, pair.b);
        for (const Precision precision : {Precision::fast, Precision::high}) {
            if (precision == Precision::high && i % 10 != 0) continue;
            const Interval enclosure = enclose_distance(pair.a, pair.b, precision);
            const bool inside = contains(enclosure, exact);
            EXPECT_TRUE(inside) << to_string(arrangement) << "\n"
                                << literal(pair.a) << "\n"
                                << literal(pair.b) << "\n"
                                << enclosure.lower << " " << enclosure.upper << " " << exact.approximate();
            EXPECT_LE(enclosure.width(), 1e-12 * extent) << to_string(arrangement) << "\n"
                                                         << literal(pair.a) << "\n"
                                                         << literal(pair.b);
        }
        const ExactDistance swapped = exact_distance(pair.b, pair.a);
        EXPECT_EQ(exact.square, swapped.square);
        EXPECT_EQ(exact.relation, swapped.relation);
    }
}

TEST(PreciseOracle, AgreesWithTheClosedFormsOfBalls) {
    Random random(13);
    for (const ShapeType type : {ShapeType::sphere, ShapeType::box, ShapeType::capsule, ShapeType::cylinder,
                                 ShapeType::cone, ShapeType::ellipsoid, ShapeType::half_space}) {
        int inside = 0;
        for (int i = 0; i < 60; ++i) {
            const Placed shape{random_shape(random, type), Pose::identity()};
            const Vec3 centre = random.in_cube(0.7);
            const double radius = i % 4 == 0 ? 0 : random.uniform(0.05, 0.5);
            const Placed ball{Sphere{radius}, Pose::translation(centre)};
            const auto closed = point_distance(shape.shape, centre);
            ASSERT_TRUE(closed);
            inside += *closed < 0;
            const Interval enclosure = enclose_distance(shape, ball, Precision::fast);
            EXPECT_TRUE(widened(enclosure, 1e-14)
                            .contains(static_cast<double>(*closed - static_cast<long double>(radius))))
                << to_string(type) << " " << literal(shape) << literal(ball)
                << static_cast<double>(*closed) - radius << " in " << enclosure.lower << " "
                << enclosure.upper;
            // A ball around its own kind's symmetry set may have no isolated optimum; otherwise the enclosure
            // is tight.
            EXPECT_LE(enclosure.width(), *closed > radius ? 1e-13 : 1) << to_string(type);
            const Interval flipped = enclose_distance(ball, shape, Precision::fast);
            EXPECT_TRUE(flipped.lower <= enclosure.upper && enclosure.lower <= flipped.upper);
        }
        EXPECT_GT(inside, 3) << to_string(type);
    }
}

TEST(PreciseOracle, HighPrecisionNarrowsTheFastOne) {
    Random random(14);
    for (int i = 0; i < 150; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                        tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
        if (ta == ShapeType::half_space && tb == ShapeType::half_space) continue;
        const PairCase pair = random_pair(random, ta, tb, Arrangement::random);
        const Interval fast = enclose_distance(pair.a, pair.b, Precision::fast),
                       high = enclose_distance(pair.a, pair.b, Precision::high);
        const double extent = pair_extent(pair.a, pair.b);
        EXPECT_TRUE(high.lower <= fast.upper && fast.lower <= high.upper) << literal(pair.a) << "\n"
                                                                          << literal(pair.b);
        const double wanted = high.lower > 0 ? 4 * kEps * high.upper + 1e-20 * extent : 1e-6 * extent;
        EXPECT_LE(high.width(), wanted) << literal(pair.a) << "\n" << literal(pair.b);
    }
}

TEST(PreciseOracle, DenseSearchFindsTheDepth) {
    Random random(15);
    int overlapping = 0;
    for (int i = 0; i < 150; ++i) {
        ShapeType types[2];
        for (ShapeType& t : types) do
                t = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
            while (t == ShapeType::half_space);
        const PairCase pair =
            random_pair(random, types[0], types[1], i % 2 ? Arrangement::deep : Arrangement::random);
        const Interval enclosure = enclose_distance(pair.a, pair.b, Precision::fast);
        if (!(enclosure.upper < 0)) continue;
        ++overlapping;
        const double found = overlap_by_search(pair.a, pair.b);
        EXPECT_GE(found, -enclosure.upper);
        EXPECT_LE(found, -enclosure.lower + 1e-4 * pair_extent(pair.a, pair.b)) << literal(pair.a) << "\n"
                                                                                << literal(pair.b);
    }
    EXPECT_GT(overlapping, 50);
}

}  // namespace
}  // namespace graze::test
