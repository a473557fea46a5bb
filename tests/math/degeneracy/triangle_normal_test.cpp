// Ranks, normals with their error bounds, and heights over the planes they make, against rationals: on fat
// triangles, needles, slivers, integers, segments and points, at the ends of the served range too.
// GRAZE_DEGENERACY_CASES sets the number of triangles.
#include "math/degeneracy/triangle_normal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <utility>

#include "math/degeneracy/sine_limits.hpp"
#include "math/degeneracy/triangle_rank.hpp"
#include "oracle/exact_triangle_normal.hpp"

namespace graze::test {
namespace {

using Corners3 = std::array<Vec3, 3>;

std::size_t cases() {
    const char* set = std::getenv("GRAZE_DEGENERACY_CASES");
    return set != nullptr ? std::strtoull(set, nullptr, 10) : 6000;
}

/// Half of them near 1, the others anywhere that triangles up to 1e9 of it are served.
double random_scale(Random& random) {
    return random.chance(0.5) ? 1 : std::pow(10.0, random.uniform(-82, 90));
}

double scale_of(const Corners3& t) {
    const double largest = std::max(max_component(abs(t[1] - t[0])), max_component(abs(t[2] - t[0])));
    return largest > 0 ? unit_scale(largest) : 1;
}

/// The sine of the angle of a direction to the exact normal.
double sine_to_normal(const Vec3& direction, const ExactVec3& normal) {
    return std::sqrt(exact_sine_sq(exact(direction), normal).get_d());
}

bool bounds_sine(double error, const Vec3& direction, const ExactVec3& normal) {
    const mpq_class bound(error);
    return exact_sine_sq(exact(direction), normal) <= bound * bound;
}

TEST(TriangleRank, IsThatOfRationals) {
    Random random(901);
    std::map<TriangleRank, int> count;
    for (std::size_t n = 0; n < cases(); ++n) {
        const Corners3 t = random_triangle(random, random_scale(random));
        const TriangleRank rank = triangle_rank(t[0], t[1], t[2]);
        ASSERT_EQ(rank, exact_rank(t)) << n;
        ASSERT_EQ(is_degenerate(t[0], t[1], t[2]), rank != TriangleRank::triangle);
        ++count[rank];
    }
    for (const TriangleRank rank : {TriangleRank::point, TriangleRank::segment, TriangleRank::triangle}) {
        EXPECT_GT(count[rank], static_cast<int>(cases() / 60)) << static_cast<int>(rank);
    }
}

TEST(TriangleRank, HoldsForAllFinitePoints) {
    const double tiny = std::numeric_limits<double>::denorm_min(), huge = std::numeric_limits<double>::max();
    EXPECT_EQ(triangle_rank({0, 0, 0}, {tiny, 0, 0}, {0, tiny, 0}), TriangleRank::triangle);
    EXPECT_EQ(triangle_rank({0, 0, 0}, {tiny, 0, 0}, {2 * tiny, 0, 0}), TriangleRank::segment);
    EXPECT_EQ(triangle_rank({0, 0, 0}, {tiny, 0, 0}, {huge, 0, 0}), TriangleRank::segment);
    EXPECT_EQ(triangle_rank({-huge, 0, 0}, {huge, 0, 0}, {0, tiny, 0}), TriangleRank::triangle);
    EXPECT_EQ(triangle_rank({huge, huge, huge}, {-huge, -huge, -huge}, {0, 0, 0}), TriangleRank::segment);
    EXPECT_EQ(triangle_rank({0.0, 0, 1}, {-0.0, 0, 1}, {0, -0.0, 1}), TriangleRank::point);
    // In a coordinate plane, where two of three projections have no area.
    EXPECT_EQ(triangle_rank({1, 0, 0}, {1, 1, 0}, {1, 0, 1e-300}), TriangleRank::triangle);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(triangle_rank({nan, 0, 0}, {0, 0, 0}, {0, 0, 0}), TriangleRank::triangle);
}

/// The largest share of the bound that the exact error takes, for triangles answered in plain doubles and in
/// pairs.
struct WorstShare {
    double plain = 0;
    double pairs = 0;
};

TEST(TriangleNormal, ErrorBoundsTheSineToTheExactNormal) {
    Random random(902);
    WorstShare worst;
    std::size_t plain = 0, precise = 0, unknown = 0;
    for (std::size_t n = 0; n < cases(); ++n) {
        const Corners3 t = random_triangle(random, random_scale(random));
        const TriangleNormal found = triangle_normal(t[0], t[1], t[2], scale_of(t));
        if (exact_rank(t) != TriangleRank::triangle) {
            ASSERT_GE(found.error, 1) << n;
            ++unknown;
            continue;
        }
        if (found.error >= 1) continue;
        const ExactVec3 normal = exact_normal(t);
        ASSERT_TRUE(bounds_sine(found.error, found.direction, normal))
            << n << ": " << sine_to_normal(found.direction, normal) / found.error;
        const double thin = thinness(t);
        ASSERT_TRUE(thin <= 2 * kEps || found.error < 64 * kEps) << n << ": " << thin;
        const bool in_pairs = thin < 0.05;
        (in_pairs ? precise : plain) += 1;
        double& share = in_pairs ? worst.pairs : worst.plain;
        share = std::max(share, sine_to_normal(found.direction, normal) / found.error);
    }
    EXPECT_GT(plain, cases() / 8);
    EXPECT_GT(precise, cases() / 8);
    EXPECT_GT(unknown, cases() / 60);
    // No bound may be absurdly wide: random triangles use a tenth of them.
    EXPECT_GT(worst.plain, 0.1);
    EXPECT_GT(worst.pairs, 0.1);
}

/// Multiples 1, 2^j and 2^k of one vector, the first of them off by last places: their differences take two
/// doubles, and thinner needles have none of the digits of those left.
TEST(TriangleNormal, ErrorOfNeedlesBeyondPairsOfDoubles) {
    Random random(906);
    double worst = 0;
    std::size_t between = 0;
    for (std::size_t n = 0; n < cases() / 4; ++n) {
        const Vec3 d = random.in_cube(1);
        const int j = static_cast<int>(random.index(40)), k = j + static_cast<int>(random.index(40));
        Corners3 t{d, std::ldexp(1.0, j) * d, std::ldexp(1.0, k) * d};
        for (std::size_t i = 0; i < 3; ++i)
            t[0][i] += std::ldexp(std::abs(d[i]), -52) * static_cast<double>(random.index(3));
        std::swap(t[random.index(3)], t[random.index(3)]);
        const TriangleNormal found = triangle_normal(t[0], t[1], t[2], scale_of(t));
        if (exact_rank(t) != TriangleRank::triangle || found.error >= 1) continue;
        const ExactVec3 normal = exact_normal(t);
        ASSERT_TRUE(bounds_sine(found.error, found.direction, normal))
            << n << ": " << sine_to_normal(found.direction, normal) / found.error;
        if (found.error < 8 * kEps) continue;
        ++between;
        worst = std::max(worst, sine_to_normal(found.direction, normal) / found.error);
    }
    EXPECT_GT(between, cases() / 40);
    EXPECT_GT(worst, 0.02);
}

/// Changes one coordinate at a time while the share of the bound that is used grows: no bound much below the
/// one in use would hold.
template <class Share> double climb(Random& random, Corners3 t, const Share& share) {
    double best = share(t);
    for (int step = 0; step < 3000; ++step) {
        Corners3 next = t;
        double& x = next[random.index(3)][random.index(3)];
        x += random.chance(0.5) ? std::ldexp(x, -static_cast<int>(random.index(53)))
                                : random.uniform(-0.1, 0.1) * x;
        if (const double found = share(next); found > best) {
            best = found;
            t = next;
        }
    }
    return best;
}

TEST(TriangleNormal, PlainBoundIsNearlyReached) {
    Random random(903);
    double best = 0;
    for (int start = 0; start < 6; ++start) {
        best = std::max(best, climb(random, {random.in_cube(1), random.in_cube(1), random.in_cube(1)},
                                    [](const Corners3& t) {
                                        if (thinness(t) < 0.05) return 0.0;  // keeps to plain arithmetic
                                        const TriangleNormal found = triangle_normal(t[0], t[1], t[2], 1);
                                        return sine_to_normal(found.direction, exact_normal(t)) / found.error;
                                    }));
    }
    EXPECT_LE(best, 1);
    EXPECT_GT(best, 0.2);
}

TEST(TriangleNormal, LadderOfHeights) {
    for (const double height : {0.0, 1e-300, 1e-30, 1e-17, 1e-16, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1.0}) {
        for (const double along : {0.0, 1e-9, 0.25, 0.5, 1.0}) {
            const Corners3 t{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{along, height, 0}};
            for (const double size : {1e-100, 1e-6, 1.0, 1e6, 1e99}) {
                const Corners3 scaled{size * t[0], size * t[1], size * t[2]};
                const TriangleNormal found =
                    triangle_normal(scaled[0], scaled[1], scaled[2], unit_scale(size));
                if (exact_rank(scaled) != TriangleRank::triangle) {
                    EXPECT_GE(found.error, 1) << height << ' ' << size;
                } else if (height >= 1e-16 && size * height >= 1e-200) {
                    EXPECT_EQ(found.direction.x, 0) << height << ' ' << along << ' ' << size;
                    EXPECT_EQ(found.direction.y, 0) << height << ' ' << along << ' ' << size;
                    EXPECT_GT(found.direction.z, 0) << height << ' ' << along << ' ' << size;
                    EXPECT_LT(found.error, 64 * kEps) << height << ' ' << along << ' ' << size;
                }
            }
        }
    }
}

/// A plane through a corner along the unit normal: heights over it are off by the error times the distance
/// from the corner.
TEST(TriangleNormal, HeightsOverItsPlaneAreWithinTheError) {
    Random random(904);
    double worst = 0;
    for (std::size_t n = 0; n < cases() / 2; ++n) {
        const Corners3 t = random_triangle(random, 1);
        const TriangleNormal found = triangle_normal(t[0], t[1], t[2], scale_of(t));
        if (exact_rank(t) != TriangleRank::triangle || found.error >= 1) continue;
        const Vec3 unit_normal = unit(found.direction),
                   point = t[0] + random.in_cube(random.chance(0.5) ? 1 : 1e3);
        const double height = dot(unit_normal, point - t[0]), distance = length(point - t[0]);
        const ExactVec3 normal = exact_normal(t);
        const mpf_class size = sqrt(mpf_class(dot(normal, normal), 4096));
        const mpf_class exact_height = mpf_class(dot(normal, exact(point) - exact(t[0])), 4096) / size;
        // The normal is unit up to 4 roundings; the difference, products and sums of the height round some 5
        // times.
        const double bound = (found.error + 9 * kEps) * distance;
        const double off = std::abs(mpf_class(exact_height - height).get_d());
        ASSERT_LE(off, bound) << n;
        if (bound > 0) worst = std::max(worst, off / bound);
    }
    EXPECT_GT(worst, 0.1);
}

TEST(CornerNormal, IsTurnedByLessThanRoundingOverItsLength) {
    Random random(905);
    double worst = 0;
    for (std::size_t n = 0; n < cases(); ++n) {
        const double size_e = random_scale(random), size_f = random_scale(random);
        // Angles down to 1e-14; edges as differences, which round once.
        const Vec3 e = size_e * random.direction();
        const Vec3 f =
            (size_f / size_e) * e + std::pow(10.0, random.uniform(-14, 0)) * size_f * random.direction();
        const Vec3 normal = corner_normal(e, f);
        const ExactVec3 true_normal = cross(exact(e), exact(f));
        const double sine = length(normal);
        if (sine < kRoundedSine) continue;
        ASSERT_TRUE(bounds_sine(kRoundedSine / sine, normal, true_normal)) << n << ": " << sine;
        worst = std::max(worst, sine_to_normal(normal, true_normal) * sine / kRoundedSine);
    }
    // These edges carry two roundings a component of the four that are counted.
    EXPECT_GT(worst, 0.05);
}

TEST(RoundedNormal, IsUnitOrNothing) {
    const auto found = rounded_normal({0, 0, 0}, {2, 0, 0}, {0, 3, 0});
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, (Vec3{0, 0, 1}));
    EXPECT_FALSE(rounded_normal({1, 2, 3}, {2, 4, 6}, {3, 6, 9}));
    EXPECT_FALSE(rounded_normal({1, 2, 3}, {1, 2, 3}, {1, 2, 3}));
    EXPECT_FALSE(rounded_normal({0, 0, 0}, {1e200, 0, 0}, {0, 1e200, 0}));
    EXPECT_EQ(rounded_normal({0, 0, 0}, {1e-100, 0, 0}, {0, 1e-100, 0}), (Vec3{0, 0, 1}));
}

}  // namespace
}  // namespace graze::test
