// Orientation signs against rationals: ulp neighbourhoods of degenerate configurations, every scale, placed
// points.
#include "graze/math/predicates.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "math/exact.hpp"
#include "math/exact_number.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Sign sign(const mpq_class& x) { return static_cast<Sign>(sgn(x)); }

Sign exact_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
    const BasicVec2<mpq_class> p{a.x, a.y}, q{b.x, b.y}, r{c.x, c.y};
    return sign(cross(q - p, r - p));
}
Sign exact_orient3d(const ExactVec3& a, const ExactVec3& b, const ExactVec3& c, const ExactVec3& d) {
    return sign(dot(cross(b - a, c - a), d - a));
}
ExactVec3 exact(const PlacedPoint& point) {
    return point.pose == nullptr ? test::exact(point.local)
                                 : test::exact(*point.pose) * test::exact(point.local);
}

/// x moved by a few units in the last place.
double nudged(double x, std::int64_t ulps) {
    for (; ulps > 0; --ulps) x = next_above(x);
    for (; ulps < 0; ++ulps) x = next_below(x);
    return x;
}
Vec3 nudged(const Vec3& v, Random& random) {
    const auto step = [&] { return static_cast<std::int64_t>(random.index(5)) - 2; };
    return {nudged(v.x, step()), nudged(v.y, step()), nudged(v.z, step())};
}

struct SignCounts {
    int negative = 0, zero = 0, positive = 0;
    void add(Sign s) { ++(s == Sign::negative ? negative : s == Sign::zero ? zero : positive); }
    [[nodiscard]] int fewest() const { return std::min({negative, zero, positive}); }
};

TEST(Orient2d, KnownTurns) {
    EXPECT_EQ(orient2d({0, 0}, {1, 0}, {0, 1}), Sign::positive);
    EXPECT_EQ(orient2d({0, 0}, {0, 1}, {1, 0}), Sign::negative);
    EXPECT_EQ(orient2d({0, 0}, {1, 1}, {2, 2}), Sign::zero);
    EXPECT_EQ(orient2d({3, 4}, {3, 4}, {3, 4}), Sign::zero);
    // 0.1 + 0.2 is not 0.3: the three doubles are not on one line.
    EXPECT_EQ(orient2d({0.1, 0.1}, {0.2, 0.2}, {0.3, 0.1 + 0.2}), Sign::positive);
}

TEST(Orient2d, UlpGridAroundALine) {
    SignCounts counts;
    for (const double scale : {1.0, 0x1p-200, 0x1p200, 1e-60, 1e60, 1.0 / 3}) {
        for (int i = 0; i < 48; ++i) {
            for (int j = 0; j < 48; ++j) {
                const Vec2 p{nudged(0.5 * scale, i), nudged(0.5 * scale, j)}, q{12 * scale, 12 * scale},
                    r{24 * scale, 24 * scale};
                const Sign expected = exact_orient2d(p, q, r);
                counts.add(expected);
                ASSERT_EQ(orient2d(p, q, r), expected) << scale << ' ' << i << ' ' << j;
                ASSERT_EQ(orient2d(q, p, r), opposite(expected));
                ASSERT_EQ(orient2d(q, r, p), expected);
            }
        }
    }
    EXPECT_GT(counts.fewest(), 200);
}

TEST(Orient3d, KnownVolumes) {
    const Vec3 o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    EXPECT_EQ(orient3d(o, x, y, z), Sign::positive);
    EXPECT_EQ(orient3d(o, y, x, z), Sign::negative);
    EXPECT_EQ(orient3d(o, x, y, {5, 7, 0}), Sign::zero);
    EXPECT_EQ(orient3d(o, x, y, {5, 7, std::numeric_limits<double>::denorm_min()}), Sign::positive);
    EXPECT_EQ(orient3d(x, x, x, x), Sign::zero);
}

TEST(Orient3d, UlpNeighbourhoodsOfPlanesAtEveryScale) {
    Random random(11);
    SignCounts counts;
    for (int i = 0; i < 30000; ++i) {
        const double scale = random.chance(0.3) ? 1 : std::pow(10.0, random.uniform(-60, 60));
        // Integer combinations of a plane's points are nearly coplanar in doubles, exactly so when the
        // numbers are small integers.
        const bool integers = random.chance(0.5);
        const auto coordinate = [&] {
            return integers ? static_cast<double>(random.index(16)) * scale : random.uniform(-1, 1) * scale;
        };
        const Vec3 a{coordinate(), coordinate(), coordinate()}, b{coordinate(), coordinate(), coordinate()},
            c{coordinate(), coordinate(), coordinate()};
        const double s = static_cast<double>(random.index(5)) - 2,
                     t = static_cast<double>(random.index(5)) - 2;
        Vec3 d = a + (b - a) * s + (c - a) * t;
        if (random.chance(0.7)) d = nudged(d, random);
        const Sign expected = exact_orient3d(test::exact(a), test::exact(b), test::exact(c), test::exact(d));
        counts.add(expected);
        ASSERT_EQ(orient3d(a, b, c, d), expected) << i;
        ASSERT_EQ(orient3d(b, a, c, d), opposite(expected)) << i;
        ASSERT_EQ(orient3d(d, c, b, a), expected) << i;
        ASSERT_EQ(orient3d(PlacedPoint{nullptr, a}, PlacedPoint{nullptr, b}, PlacedPoint{nullptr, c},
                           PlacedPoint{nullptr, d}),
                  expected)
            << i;
    }
    EXPECT_GT(counts.fewest(), 3000);
}

TEST(Orient3d, AnyFiniteExponents) {
    Random random(12);
    const auto coordinate = [&] {
        const double x = std::ldexp(random.uniform(-1, 1), static_cast<int>(random.index(2090)) - 1070);
        return random.chance(0.2) ? 0 : x;
    };
    const auto point = [&] {
        const double x = coordinate(), y = coordinate();
        return Vec3{x, y, coordinate()};
    };
    for (int i = 0; i < 4000; ++i) {
        const Vec3 a = point(), b = point(), c = point(), d = random.chance(0.3) ? a : point();
        ASSERT_EQ(orient3d(a, b, c, d),
                  exact_orient3d(test::exact(a), test::exact(b), test::exact(c), test::exact(d)))
            << i;
        ASSERT_EQ(orient2d({a.x, a.y}, {b.x, b.y}, {c.x, c.y}),
                  exact_orient2d({a.x, a.y}, {b.x, b.y}, {c.x, c.y}))
            << i;
        const Pose wild{{{point(), point(), point()}}, point()};
        const PlacedPoint pa{&wild, a}, pb{nullptr, b}, pc{&wild, c}, pd{nullptr, d};
        ASSERT_EQ(orient3d(pa, pb, pc, pd), exact_orient3d(exact(pa), exact(pb), exact(pc), exact(pd))) << i;
    }
}

TEST(Orient3d, FilterHoldsWhereProductsUnderflow) {
    // u × v has components near 2^-1075 whose rounding is all of the result, and w is huge.
    Random random(13);
    for (int i = 0; i < 20000; ++i) {
        const auto tiny = [&] { return std::ldexp(random.uniform(-1, 1), -536); };
        const double tx = tiny(), ty = tiny(), tz = tiny(), sx = tiny(), sy = tiny();
        const Vec3 b{tx, ty, tz}, c{sx, sy, tiny()};
        const Vec3 d = random.in_cube(std::ldexp(1.0, static_cast<int>(random.index(1000))));
        ASSERT_EQ(orient3d({}, b, c, d), exact_orient3d({}, test::exact(b), test::exact(c), test::exact(d)))
            << i;
    }
}

TEST(PlacedSigns, NearlyCoplanarPointsOfTwoPlacedShapes) {
    Random random(14);
    SignCounts volumes, turns, differences;
    for (int i = 0; i < 12000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-60, 60));
        const auto axis_aligned = [&] {  // an exact rotation, so that exact zeros occur
            const double s = random.chance(0.5) ? 1 : -1;
            return Pose{Mat3{{Vec3{0, s, 0}, Vec3{-s, 0, 0}, Vec3{0, 0, 1}}},
                        Vec3{4 * scale, -2 * scale, scale}};
        };
        const Pose p = random.chance(0.5) ? axis_aligned() : random.pose(scale);
        const Pose q = random.chance(0.5) ? axis_aligned() : random.pose(scale);
        const auto corner = [&] {
            const auto k = random.bits();
            return Vec3{(k & 1 ? 1 : -1) * scale, (k & 2 ? 1 : -1) * scale, (k & 4 ? 1 : -1) * scale};
        };
        const PlacedPoint a{&p, corner()}, b{&p, corner()}, c{&p, corner()};
        // d: the image of the midpoint of b and c, seen from q and rounded there.
        const Vec3 world = p * ((b.local + c.local) * 0.5);
        const PlacedPoint d = random.chance(0.3) ? PlacedPoint{&p, (b.local + c.local) * 0.5}
                                                 : PlacedPoint{&q, nudged(inverse(q) * world, random)};
        const Sign volume = exact_orient3d(exact(a), exact(b), exact(c), exact(d));
        volumes.add(volume);
        ASSERT_EQ(orient3d(a, b, c, d), volume) << i;
        ASSERT_EQ(orient3d(a, c, b, d), opposite(volume)) << i;
        const int axis = static_cast<int>(random.index(3));
        const auto k = static_cast<std::size_t>(axis);
        const Sign turn = sign(cross(exact(b) - exact(d), exact(c) - exact(d))[k]);
        turns.add(turn);
        ASSERT_EQ(cross_sign(d, b, c, axis), turn) << i;
        const PlacedPoint e{nullptr, world};
        const Sign difference = sign(exact(d)[k] - exact(e)[k]);
        differences.add(difference);
        ASSERT_EQ(difference_sign(d, e, axis), difference) << i;
        ASSERT_EQ(difference_sign(e, d, axis), opposite(difference)) << i;
    }
    EXPECT_GT(volumes.fewest(), 1000);
    EXPECT_GT(turns.fewest(), 1000);
    EXPECT_GT(differences.fewest(), 500);
}

TEST(Signs, NotFiniteIsUnknown) {
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    for (const double bad : {nan, inf, -inf}) {
        EXPECT_EQ(orient2d({bad, 0}, {0, 0}, {0, 0}), Sign::unknown);
        EXPECT_EQ(orient2d({0, 0}, {0, 0}, {0, bad}), Sign::unknown);
        EXPECT_EQ(orient3d(Vec3{}, Vec3{}, Vec3{}, Vec3{0, bad, 0}), Sign::unknown);
        EXPECT_EQ(orient3d(Vec3{bad, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}), Sign::unknown);
        const Pose pose{Mat3::identity(), {0, 0, bad}};
        const PlacedPoint good{}, worse{&pose, {}};
        EXPECT_EQ(orient3d(good, good, worse, good), Sign::unknown);
        EXPECT_EQ(cross_sign(good, worse, good, 0), Sign::unknown);
        EXPECT_EQ(difference_sign(worse, good, 0), Sign::unknown);
    }
    EXPECT_EQ(opposite(Sign::unknown), Sign::unknown);
    EXPECT_EQ(opposite(Sign::zero), Sign::zero);
}

TEST(ExactNumber, SumsAndProductsMatchRationals) {
    Random random(15);
    for (int i = 0; i < 20000; ++i) {
        const auto number = [&] {
            return random.chance(0.1)
                       ? 0
                       : std::ldexp(random.uniform(-1, 1), static_cast<int>(random.index(400)) - 200);
        };
        const double a = number(), b = number(), c = random.chance(0.5) ? a : number(), d = number();
        const ExactNumber value = ExactNumber(a) * ExactNumber(b) - ExactNumber(c) * ExactNumber(d) +
                                  (-ExactNumber(a)) * ExactNumber(b);
        const mpq_class expected = -mpq_class(c) * mpq_class(d);
        ASSERT_EQ(value.sign(), sign(expected));
        ASSERT_EQ((value + ExactNumber(c) * ExactNumber(d)).sign(), Sign::zero) << i;
        const mpq_class sum = mpq_class(a) + mpq_class(b) * mpq_class(c) - mpq_class(d);
        const double rounded = sum.get_d();  // truncated toward zero
        ASSERT_EQ(
            (ExactNumber(a) + ExactNumber(b) * ExactNumber(c) - ExactNumber(d) - ExactNumber(rounded)).sign(),
            sign(sum - mpq_class(rounded)))
            << i;
    }
}

TEST(ExactNumber, PastItsCapacityItIsUnknownAndStaysSo) {
    const ExactNumber huge(0x1p1000), tiny(0x1p-1000);
    ExactNumber high(1.0), low(1.0);
    for (int i = 0; i < 8; ++i) high = high * huge, low = low * tiny;
    EXPECT_EQ(high.sign(), Sign::positive);
    EXPECT_EQ((high * high * low * low).sign(), Sign::positive);  // one limb, however far the exponent went
    EXPECT_EQ((high + low).sign(), Sign::unknown);
    EXPECT_EQ(((high + low) * ExactNumber(0.0)).sign(), Sign::unknown);
    EXPECT_EQ((ExactNumber(1.0) - (high + low)).sign(), Sign::unknown);
    EXPECT_EQ(ExactNumber(std::numeric_limits<double>::quiet_NaN()).sign(), Sign::unknown);
}

}  // namespace
}  // namespace graze::test
