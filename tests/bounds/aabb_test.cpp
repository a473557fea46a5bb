// Axis-aligned boxes against rationals.
#include "graze/bounds/aabb.hpp"

#include <gtest/gtest.h>

#include "bounds/exact_bounds.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Aabb some_box(Random& random, double scale) {
    const Vec3 p = random.in_cube(scale), q = p + random.in_cube(2 * scale);
    return {min(p, q), max(p, q)};
}
std::array<Vec3, 8> corners(const Aabb& box) {
    std::array<Vec3, 8> found;
    for (std::size_t i = 0; i < 8; ++i)
        found[i] = {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                    i & 4 ? box.max.z : box.min.z};
    return found;
}
Vec3 member(Random& random, const Aabb& box) {
    Vec3 x;
    for (std::size_t i = 0; i < 3; ++i)
        x[i] = std::clamp(random.chance(0.3) ? box.max[i] : random.uniform(box.min[i], box.max[i]),
                          box.min[i], box.max[i]);
    return x;
}

TEST(Aabb, TheDefaultIsEmptyAndStaysOut) {
    const Aabb none, box{{0, 0, 0}, {1, 1, 1}}, broken{{0, kNan, 0}, {1, 1, 1}},
        all{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
    for (const Aabb& empty : {none, broken}) {
        EXPECT_TRUE(is_empty(empty));
        EXPECT_FALSE(overlaps(empty, box));
        EXPECT_FALSE(overlaps(box, empty));
        EXPECT_FALSE(overlaps(all, empty));
        EXPECT_TRUE(contains(box, empty));
        EXPECT_FALSE(contains(empty, box));
        EXPECT_EQ(merge(empty, box), box);
        EXPECT_EQ(merge(box, empty), box);
        EXPECT_EQ(merge(empty, empty), none);
        EXPECT_EQ(minkowski_sum(empty, box), none);
        EXPECT_EQ(minkowski_sum(box, empty), none);
        EXPECT_EQ(minkowski_difference(empty, box), none);
        EXPECT_EQ(minkowski_difference(box, empty), none);
        EXPECT_EQ(transformed(empty, Affine{}), none);
        EXPECT_EQ(fit_aabb(empty), none);
        EXPECT_EQ(distance_sq(empty, box), Interval(kInfinity));
        EXPECT_EQ(signed_distance(box, empty), Interval(kInfinity));
        EXPECT_FALSE(overlaps_segment(empty, {0, 0, 0}, {1, 1, 1}));
        EXPECT_GT(clip_ray(empty, {0, 0, 0}, {1, 0, 0}).lower, clip_ray(empty, {0, 0, 0}, {1, 0, 0}).upper);
        EXPECT_LT(half_extents(empty).x, 0);
        EXPECT_EQ(intersection(empty, box), none);
    }
    EXPECT_FALSE(contains(none, Vec3{0, 0, 0}));
    EXPECT_EQ(fit_aabb(std::span<const Vec3>{}), none);
    EXPECT_EQ(fit_aabb(std::vector<Vec3>{{0, 0, 0}, {1, kNan, 0}}), none);
    EXPECT_EQ(fit_aabb(std::vector<Vec3>{{0, 0, 0}, {1, kInfinity, 0}}, Affine{}), none);
    EXPECT_EQ(fit_aabb(std::vector<Vec3>{{0, 0, 0}}, Affine::scale({1, kNan, 1})), none);
    EXPECT_EQ(aabb_around({0, 0, 0}, {1, -1, 1}), none);
    EXPECT_EQ(aabb_around({0, 0, 0}, {1, 2, 3}), (Aabb{{-1, -2, -3}, {1, 2, 3}}));
}

TEST(Aabb, TouchingOverlaps) {
    const Aabb a{{0, 0, 0}, {1, 1, 1}};
    for (std::size_t i = 0; i < 3; ++i) {
        Aabb b = a;
        b.min[i] = 1;
        b.max[i] = 2;
        EXPECT_TRUE(overlaps(a, b));
        EXPECT_TRUE(overlaps(b, a));
        EXPECT_EQ(signed_distance(a, b), Interval(0));
        EXPECT_EQ(intersection(a, b).min[i], 1);
        EXPECT_EQ(intersection(a, b).max[i], 1);
        b.min[i] = next_above(1);
        EXPECT_FALSE(overlaps(a, b));
        EXPECT_FALSE(overlaps(b, a));
        EXPECT_EQ(signed_distance(a, b), Interval(next_above(1) - 1));
        EXPECT_TRUE(is_empty(intersection(a, b)));
    }
    EXPECT_TRUE(contains(a, Vec3{1, 0, 0.5}));
    EXPECT_FALSE(contains(a, Vec3{1, 0, next_above(1)}));
    EXPECT_TRUE(contains(a, a));
    EXPECT_FALSE(contains(a, Aabb{{0, 0, 0}, {1, 1, next_above(1)}}));
}

TEST(Aabb, CentreAndHalfExtentsCoverTheBox) {
    Random random(61);
    for (int i = 0; i < 3000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-100, 100));
        const Aabb box = some_box(random, scale);
        const Vec3 c = centre(box), h = half_extents(box);
        const Aabb again = aabb_around(c, h);
        ASSERT_TRUE(contains(again, box));
        for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_TRUE(mpq_class(c[k]) - mpq_class(h[k]) <= mpq_class(box.min[k]) &&
                        mpq_class(box.max[k]) <= mpq_class(c[k]) + mpq_class(h[k]));
            ASSERT_NEAR(h[k], 0.5 * (box.max[k] - box.min[k]),
                        4 * kEps * (std::abs(box.min[k]) + std::abs(box.max[k])));
        }
    }
    EXPECT_EQ(centre(Aabb{{-kInfinity, 0, 0}, {kInfinity, 2, 4}}), (Vec3{0, 1, 2}));
}

TEST(Aabb, SumsAndDifferencesHoldEveryPairAndAreTight) {
    Random random(62);
    for (int i = 0; i < 3000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        const Aabb a = some_box(random, scale), b = some_box(random, scale * random.log_uniform(1e-6, 1));
        const Aabb sum = minkowski_sum(a, b), difference = minkowski_difference(a, b);
        const ExactVec3 x = exact(member(random, a)), y = exact(member(random, b));
        ASSERT_TRUE(inside(sum, x + y));
        ASSERT_TRUE(inside(difference, x - y));
        ASSERT_EQ(sum, minkowski_sum(b, a));
        const Aabb reversed = minkowski_difference(b, a);
        ASSERT_EQ(difference, (Aabb{-reversed.max, -reversed.min}));
        for (std::size_t k = 0; k < 3; ++k) {  // the next double inside is already too small
            ASSERT_TRUE(mpq_class(next_above(sum.min[k])) > mpq_class(a.min[k]) + mpq_class(b.min[k]));
            ASSERT_TRUE(mpq_class(next_below(sum.max[k])) < mpq_class(a.max[k]) + mpq_class(b.max[k]));
            ASSERT_TRUE(mpq_class(next_above(difference.min[k])) > mpq_class(a.min[k]) - mpq_class(b.max[k]));
            ASSERT_TRUE(mpq_class(next_below(difference.max[k])) < mpq_class(a.max[k]) - mpq_class(b.min[k]));
        }
        const Aabb both = merge(a, b);
        ASSERT_EQ(both, merge(b, a));
        ASSERT_TRUE(contains(both, a) && contains(both, b));
        ASSERT_EQ(both.min, min(a.min, b.min));
        ASSERT_EQ(both.max, max(a.max, b.max));
        ASSERT_EQ(overlaps(a, b), contains(difference, Vec3{}));
    }
}

/// Exact signed squared distance: squared gap, or minus the squared shortest way out.
mpq_class exact_signed_sq(const Aabb& a, const Aabb& b) {
    mpq_class gap_sq = 0, exit_distance;
    bool apart = false;
    for (std::size_t k = 0; k < 3; ++k) {
        const mpq_class one = mpq_class(a.max[k]) - mpq_class(b.min[k]),
                        two = mpq_class(b.max[k]) - mpq_class(a.min[k]);
        const mpq_class out = one < two ? one : two;
        if (out < 0) apart = true, gap_sq += out * out;
        if (k == 0 || out < exit_distance) exit_distance = out;
    }
    return apart ? gap_sq : mpq_class(-exit_distance * exit_distance);
}

TEST(Aabb, DistancesHoldTheExactOnes) {
    Random random(63);
    int apart = 0;
    for (int i = 0; i < 5000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-100, 100));
        const Aabb a = some_box(random, scale), b = some_box(random, scale);
        const mpq_class truth = exact_signed_sq(a, b);
        apart += truth > 0;
        const Interval squared = distance_sq(a, b), signed_one = signed_distance(a, b);
        ASSERT_TRUE(encloses(squared, truth > 0 ? truth : mpq_class(0)));
        ASSERT_LE(squared.width(), 16 * kEps * squared.upper);
        ASSERT_EQ(squared, distance_sq(b, a));
        ASSERT_EQ(signed_one, signed_distance(b, a));
        ASSERT_TRUE(encloses(truth > 0 ? square(signed_one) : -square(signed_one), truth));
        ASSERT_EQ(signed_one.lower > 0, truth > 0);
        ASSERT_LE(signed_one.width(),
                  16 * kEps * std::max(std::abs(signed_one.lower), std::abs(signed_one.upper)));
        const Vec3 x = random.in_cube(2 * scale);
        ASSERT_TRUE(encloses(distance_sq(a, x), std::max(mpq_class(0), exact_signed_sq(a, {x, x}))));
    }
    EXPECT_GT(apart, 1000);
    EXPECT_LT(apart, 4500);
}

/// The exact range of parameters in [0, last] (last < 0: no end) for which s + t r is in the box; false when
/// there is none.
bool exact_clip(const Aabb& box, const Vec3& s, const ExactVec3& r, int last, mpq_class& enter,
                mpq_class& leave, bool& endless) {
    enter = 0, leave = last, endless = last < 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const mpq_class low = mpq_class(box.min[k]) - mpq_class(s[k]),
                        high = mpq_class(box.max[k]) - mpq_class(s[k]);
        if (r[k] == 0) {
            if (low > 0 || high < 0) return false;
            continue;
        }
        mpq_class t0 = low / r[k], t1 = high / r[k];
        if (t0 > t1) std::swap(t0, t1);
        if (t0 > enter) enter = t0;
        if (endless || t1 < leave) leave = t1, endless = false;
    }
    return endless || enter <= leave;
}

TEST(Aabb, SegmentsAndRaysAgreeWithExactClipping) {
    Random random(64);
    int hits = 0, differences = 0;
    for (int i = 0; i < 6000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-60, 60));
        const Aabb box = some_box(random, scale);
        Vec3 s = random.in_cube(2 * scale), t = random.in_cube(2 * scale);
        if (i % 4 == 0) t[random.index(3)] = s[0], t.x = s.x;  // parallel to a face
        if (i % 7 == 0) t = s;
        const ExactVec3 r = exact(t) - exact(s);
        mpq_class enter, leave;
        bool endless = false;
        const bool hit = exact_clip(box, s, r, 1, enter, leave, endless);
        hits += hit;
        differences += hit != overlaps_segment(box, s, t);
        ASSERT_TRUE(!hit || overlaps_segment(box, s, t)) << i;
        ASSERT_EQ(overlaps_segment(box, s, t), overlaps_segment(box, t, s)) << i;
        const Vec3 direction = t - s;
        const bool ray_hit = exact_clip(box, s, exact(direction), -1, enter, leave, endless);
        const Interval range = clip_ray(box, s, direction);
        if (ray_hit) {
            ASSERT_TRUE(encloses(range, enter)) << i;
            ASSERT_TRUE(endless ? range.upper == kInfinity : encloses(range, leave)) << i;
            ASSERT_NEAR(
                range.lower, enter.get_d(),
                1e-14 * (1 + enter.get_d()) * (1 + max_component(abs(s)) / max_component(abs(direction))))
                << i;
        } else {
            differences += range.lower <= range.upper;
        }
    }
    EXPECT_EQ(differences, 0);  // no random gap is as small as the rounding that is allowed for
    EXPECT_GT(hits, 500);
}

TEST(Aabb, SegmentsThatGrazeEdgesAndCornersAreHits) {
    const Aabb cube{{-1, -1, -1}, {1, 1, 1}};
    for (const double scale : {1.0, 1e-6, 1e6, 1.0 / 3, 1e-100, 1e100}) {
        const Aabb box{cube.min * scale, cube.max * scale};
        EXPECT_TRUE(overlaps_segment(box, {2 * scale, 0, 0}, {0, 2 * scale, 0}));              // edge
        EXPECT_TRUE(overlaps_segment(box, {3 * scale, 0, 0}, {0, 1.5 * scale, 1.5 * scale}));  // corner
        EXPECT_TRUE(overlaps_segment(box, {scale, -5 * scale, 0}, {scale, 5 * scale, 0}));     // in a face
        EXPECT_FALSE(overlaps_segment(box, {2.001 * scale, 0, 0}, {0, 2.001 * scale, 0}));
        EXPECT_FALSE(
            overlaps_segment(box, {next_above(scale), -5 * scale, 0}, {next_above(scale), 5 * scale, 0}));
    }
    EXPECT_TRUE(overlaps_segment(cube, {kNan, 0, 0}, {5, 5, 5}));  // not shown to miss
    EXPECT_EQ(clip_ray(cube, {0, 0, 0}, {0, 0, 0}), Interval(0, kInfinity));
    EXPECT_GT(clip_ray(cube, {2, 0, 0}, {0, 0, 0}).lower, 0);
    EXPECT_EQ(clip_ray(cube, {-3, 0, 0}, {2, 0, 0}), Interval(1, 2));
    EXPECT_EQ(clip_ray(cube, {0, 0, 0}, {0, 0, -0.5}), Interval(0, 2));
    EXPECT_GT(clip_ray(cube, {-3, 0, 0}, {-2, 0, 0}).lower, clip_ray(cube, {-3, 0, 0}, {-2, 0, 0}).upper);
}

TEST(Aabb, FitsAndImagesHoldTheExactSetAndAreTight) {
    Random random(65);
    for (std::size_t i = 0; i < 3000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        const std::vector<Vec3> points = some_points(random, i, scale, 3 * scale);
        const Affine map = i % 3 == 0 ? Affine{} : some_map(random, i % 2 == 0);
        const Aabb plain = fit_aabb(points), mapped = fit_aabb(points, map),
                   by_heights = fit_aabb(PointHeights{points}, map);
        const Aabb image = transformed(plain, map), by_support = fit_aabb(plain, map);
        ExactVec3 low, high;
        for (std::size_t n = 0; n < points.size(); ++n) {
            const ExactVec3 x = exact(map) * exact(points[n]);
            for (std::size_t k = 0; k < 3; ++k) {
                if (n == 0 || x[k] < low[k]) low[k] = x[k];
                if (n == 0 || x[k] > high[k]) high[k] = x[k];
            }
            ASSERT_TRUE(contains(plain, points[n]));
            ASSERT_TRUE(inside(mapped, x) && inside(by_heights, x) && inside(image, x) &&
                        inside(by_support, x))
                << i;
        }
        for (const Vec3& corner : corners(plain)) ASSERT_TRUE(inside(image, exact(map) * exact(corner)));
        // Tight: off by no more than the rounding of |linear| |x| + |offset|.
        const Vec3 reach = max(abs(plain.min), abs(plain.max));
        for (std::size_t k = 0; k < 3; ++k) {
            const double size = std::abs(map.linear(k, 0)) * reach.x + std::abs(map.linear(k, 1)) * reach.y +
                                std::abs(map.linear(k, 2)) * reach.z + std::abs(map.offset[k]);
            for (const Aabb& box : {mapped, by_heights}) {
                ASSERT_NEAR(box.min[k], low[k].get_d(), 8 * kEps * size);
                ASSERT_NEAR(box.max[k], high[k].get_d(), 8 * kEps * size);
            }
            ASSERT_NEAR(image.min[k], by_support.min[k], 16 * kEps * size);
            ASSERT_NEAR(image.max[k], by_support.max[k], 16 * kEps * size);
        }
        if (i % 3 == 0) {
            ASSERT_EQ(image, plain);  // the identity costs nothing
            ASSERT_EQ(mapped, plain);
            ASSERT_EQ(by_heights, plain);
        }
    }
}

TEST(Aabb, ImageOfABoxIsTheBoxOfItsCorners) {
    Random random(66);
    for (int i = 0; i < 1000; ++i) {
        const Aabb box = some_box(random, 1);
        const Affine map = some_map(random, i % 2 == 0);
        const auto points = corners(box);
        const Aabb expected = fit_aabb(points, map), image = transformed(box, map);
        const double size = 1e-15 * (norm_bound(map.linear) * 10 + length(map.offset));
        for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_NEAR(image.min[k], expected.min[k], size);
            ASSERT_NEAR(image.max[k], expected.max[k], size);
        }
    }
}

TEST(Aabb, UnboundedSetsMakeUnboundedBoxes) {
    const auto half_space = [](const IntervalVec3&) { return Interval::everything(); };
    const Aabb all = fit_aabb(half_space);
    EXPECT_EQ(all.min, (Vec3{-kInfinity, -kInfinity, -kInfinity}));
    EXPECT_EQ(all.max, (Vec3{kInfinity, kInfinity, kInfinity}));
    EXPECT_TRUE(overlaps(all, Aabb{{0, 0, 0}, {1, 1, 1}}));
    EXPECT_TRUE(contains(transformed(all, Affine::scale({2, 3, 4})), Vec3{1e300, 0, -1e300}));
}

TEST(PointSupportHeights, CoversWhatTheSupportFunctionMayMiss) {
    Random random(67);
    for (int i = 0; i < 500; ++i) {
        const Vec3 radii{random.uniform(0.1, 2), random.uniform(0.1, 2), random.uniform(0.1, 2)};
        const auto ellipsoid = [&](const Vec3& d) {
            const Vec3 scaled = hadamard(radii, d);
            return hadamard(radii, unit(scaled));
        };
        const Affine map = some_map(random, false);
        const Aabb box = fit_aabb(PointSupportHeights{ellipsoid, 2.0, 1e-14}, map);
        for (std::size_t k = 0; k < 3; ++k) {  // closed form: ± |row scaled by the radii|
            const double half = length(hadamard(radii, transpose(map.linear).columns[k]));
            ASSERT_LE(map.offset[k] + half, box.max[k]);
            ASSERT_GE(map.offset[k] - half, box.min[k]);
            ASSERT_NEAR(map.offset[k] + half, box.max[k], 1e-12);
            ASSERT_NEAR(map.offset[k] - half, box.min[k], 1e-12);
        }
    }
}

}  // namespace
}  // namespace graze::test
