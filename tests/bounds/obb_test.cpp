// Oriented boxes against rationals: membership by the exact inverse of the axes, overlap by exact separating
// axes.
#include "graze/bounds/obb.hpp"

#include <gtest/gtest.h>

#include "bounds/exact_bounds.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Obb some_box(Random& random, double scale) {
    const Pose pose = random.pose(scale);
    return {pose.position,
            pose.rotation,
            {random.uniform(0, scale), random.uniform(0, scale), random.uniform(0, scale)}};
}
/// Exact corners of the stored doubles.
std::vector<ExactVec3> corners(const Obb& box) {
    std::vector<ExactVec3> found;
    for (int i = 0; i < 8; ++i) {
        const Vec3 y{i & 1 ? box.half_extents.x : -box.half_extents.x,
                     i & 2 ? box.half_extents.y : -box.half_extents.y,
                     i & 4 ? box.half_extents.z : -box.half_extents.z};
        found.push_back(exact(box.centre) + exact(box.axes) * exact(y));
    }
    return found;
}

/// Whether the exact sets are disjoint: they are parallelepipeds, so the face normals and edge products of
/// the stored axes decide.
bool exactly_disjoint(const Obb& a, const Obb& b) {
    const auto p = exact(a.axes), q = exact(b.axes);
    const ExactVec3 between = exact(b.centre) - exact(a.centre), ha = exact(a.half_extents),
                    hb = exact(b.half_extents);
    const auto separates = [&](const ExactVec3& v) {
        mpq_class reach = 0;
        for (std::size_t k = 0; k < 3; ++k)
            reach += abs(dot(v, p.columns[k])) * ha[k] + abs(dot(v, q.columns[k])) * hb[k];
        return abs(dot(v, between)) > reach;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        if (separates(cross(p.columns[i], p.columns[(i + 1) % 3])) ||
            separates(cross(q.columns[i], q.columns[(i + 1) % 3])))
            return true;
        for (std::size_t j = 0; j < 3; ++j) {
            if (separates(cross(p.columns[i], q.columns[j]))) return true;
        }
    }
    return false;
}

TEST(Obb, EmptyStaysOut) {
    const Obb box{{0, 0, 0}, Mat3::identity(), {1, 1, 1}};
    for (const Obb& none : {Obb{}, Obb{{0, 0, 0}, Mat3::identity(), {1, kNan, 1}}}) {
        EXPECT_TRUE(is_empty(none));
        EXPECT_FALSE(overlaps(none, box));
        EXPECT_FALSE(overlaps(box, none));
        EXPECT_FALSE(contains(none, Vec3{}));
        EXPECT_TRUE(is_empty(minkowski_sum(none, box)));
        EXPECT_TRUE(is_empty(minkowski_difference(box, none)));
        EXPECT_TRUE(is_empty(transformed(none, Affine{})));
        EXPECT_TRUE(is_empty(fit_obb(none, Mat3::identity())));
    }
    EXPECT_TRUE(is_empty(fit_obb(std::span<const Vec3>{})));
    EXPECT_TRUE(is_empty(fit_obb(std::vector<Vec3>{{0, 0, 0}, {kNan, 0, 0}})));
    EXPECT_TRUE(is_empty(fit_obb(std::vector<Vec3>{{0, 0, 0}, {kInfinity, 0, 0}}, Mat3::identity())));
    EXPECT_TRUE(is_empty(fit_obb(std::vector<Vec3>{{0, 0, 0}}, Mat3::diagonal({2, 1, 1}))));
    EXPECT_TRUE(is_empty(transformed(box, Affine::scale({1, kNan, 1}))));
    EXPECT_TRUE(is_empty(fit_obb(box, Mat3::identity(), Affine::scale({1, kNan, 1}))));
    EXPECT_EQ(
        fit_obb([](const IntervalVec3&) { return Interval::everything(); }, Mat3::identity()).half_extents,
        (Vec3{kInfinity, kInfinity, kInfinity}));
    EXPECT_TRUE(
        overlaps(box, Obb{{0, 0, 0}, Mat3::diagonal({kNan, 1, 1}), {1, 1, 1}}));  // not shown to be apart
}

TEST(Obb, AxisAlignedBoxesBehaveLikeAabbs) {
    Random random(91);
    for (int i = 0; i < 3000; ++i) {
        const auto box = [&] {
            const auto k = [&] { return static_cast<double>(random.index(9)) - 4; };
            const double x = k(), y = k(), z = k();
            return Obb{
                {x, y, z}, Mat3::identity(), {std::abs(k()) / 2, std::abs(k()) / 2, std::abs(k()) / 2}};
        };
        const Obb a = box(), b = box();
        const Aabb p = aabb_around(a.centre, a.half_extents), q = aabb_around(b.centre, b.half_extents);
        ASSERT_EQ(overlaps(a, b), overlaps(p, q)) << i;  // many of them touch
        ASSERT_EQ(contains(a, b.centre), contains(p, b.centre));
        ASSERT_EQ(fit_aabb(a), p);
        const Obb sum = minkowski_sum(a, b), difference = minkowski_difference(a, b);
        ASSERT_EQ(sum, (Obb{a.centre + b.centre, Mat3::identity(), a.half_extents + b.half_extents}));
        ASSERT_EQ(difference, (Obb{a.centre - b.centre, Mat3::identity(), a.half_extents + b.half_extents}));
    }
}

TEST(Obb, OverlapAgreesWithExactSeparatingAxes) {
    Random random(92);
    int apart = 0;
    for (int i = 0; i < 4000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        const Obb a = some_box(random, scale), b = some_box(random, scale * random.uniform(0.1, 1));
        const bool disjoint = exactly_disjoint(a, b);
        apart += disjoint;
        ASSERT_EQ(overlaps(a, b), !disjoint) << i;
        ASSERT_EQ(overlaps(b, a), !disjoint) << i;
    }
    EXPECT_GT(apart, 800);
    EXPECT_LT(apart, 3200);
}

TEST(Obb, NeverApartWhenTouchingAlsoWithNearlyParallelAxes) {
    Random random(93);
    int touching = 0, apart = 0;
    for (int i = 0; i < 6000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        const Obb a = some_box(random, scale);
        // b: turned a little or not at all against a, pushed out along an axis or a diagonal of edges by
        // about the touching distance.
        const double angle = i % 3 == 0 ? 0 : random.log_uniform(1e-17, 1e-3);
        const Mat3 turned = rotation_matrix(Quat::from_axis_angle(random.direction(), angle)) * a.axes;
        Obb b{{}, turned, {random.uniform(0, scale), random.uniform(0, scale), random.uniform(0, scale)}};
        const std::size_t k = random.index(3);
        const Vec3 v =
            i % 2 == 0 ? a.axes.columns[k] : cross(a.axes.columns[k], b.axes.columns[random.index(3)]);
        double reach = 0;
        for (std::size_t n = 0; n < 3; ++n)
            reach += std::abs(dot(v, a.axes.columns[n])) * a.half_extents[n] +
                     std::abs(dot(v, b.axes.columns[n])) * b.half_extents[n];
        if (!(length(v) > 0)) continue;
        static constexpr double kLadder[] = {0, 0, 1e-16, 1e-15, 1e-14, 1e-12, 1e-9, 1e-6, 1e-3};
        const double off = kLadder[random.index(9)] * scale * (random.chance(0.5) ? 1 : -1);
        b.centre = a.centre + v * (reach / length_sq(v)) + unit(v) * off;
        if (length(b.centre) > 1e3 * scale) continue;
        const bool disjoint = exactly_disjoint(a, b);
        ++(disjoint ? apart : touching);
        if (!disjoint) {
            ASSERT_TRUE(overlaps(a, b)) << i;
            ASSERT_TRUE(overlaps(b, a)) << i;
        } else if (i % 2 == 0 && off >= 1e-12 * scale) {
            ASSERT_FALSE(overlaps(a, b)) << i << ' ' << off / scale;
        }
    }
    EXPECT_GT(touching, 1000);
    EXPECT_GT(apart, 1000);
}

TEST(Obb, FitsHoldTheExactPoints) {
    Random random(94);
    for (std::size_t i = 0; i < 600; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6)), far = i % 2 == 0 ? scale : 1000 * scale;
        const std::vector<Vec3> points = some_points(random, i, scale, far);
        // Axes without any defect leave no slack that could hide another error.
        const Mat3 axes = i % 4 == 0 ? Mat3::identity() : random.pose(1).rotation;
        const Affine map = some_map(random, i % 2 == 0);
        const Obb natural = fit_obb(points), given = fit_obb(points, axes),
                  by_heights = fit_obb(PointHeights{points}, axes, map);
        ASSERT_EQ(given.axes, axes);
        ASSERT_LE(orthonormality_defect(natural.axes), 1e-14);
        ASSERT_GT(determinant(natural.axes), 0.9);
        for (const Vec3& p : points) {
            ASSERT_TRUE(inside(natural, exact(p))) << i;
            ASSERT_TRUE(inside(given, exact(p))) << i;
            ASSERT_TRUE(inside(by_heights, exact(map) * exact(p))) << i;
        }
        // Tight along each axis: both faces have a point, up to rounding.
        for (const Obb& box : {natural, given}) {
            for (std::size_t k = 0; k < 3; ++k) {
                double low = kInfinity, high = -kInfinity;
                for (const Vec3& p : points) {
                    const double y = dot(box.axes.columns[k], p - box.centre);
                    low = std::min(low, y), high = std::max(high, y);
                }
                ASSERT_NEAR(high, box.half_extents[k], 64 * kEps * (scale + far)) << i;
                ASSERT_NEAR(-low, box.half_extents[k], 64 * kEps * (scale + far)) << i;
            }
        }
        const double reach = norm_bound(map.linear) * 2 * (scale + far) + length(map.offset);
        for (std::size_t k = 0; k < 3; ++k) {
            double low = kInfinity, high = -kInfinity;
            for (const Vec3& p : points) {
                const double y = dot(axes.columns[k], map * p - by_heights.centre);
                low = std::min(low, y), high = std::max(high, y);
            }
            ASSERT_NEAR(high, by_heights.half_extents[k], 64 * kEps * reach) << i;
            ASSERT_NEAR(-low, by_heights.half_extents[k], 64 * kEps * reach) << i;
        }
    }
    const Obb single = fit_obb(std::vector<Vec3>{{1, 2, 3}});
    EXPECT_EQ(single.centre, (Vec3{1, 2, 3}));
    EXPECT_EQ(single.half_extents, (Vec3{0, 0, 0}));
}

TEST(Obb, CovarianceFindsTheLongDirections) {
    Random random(95);
    for (int i = 0; i < 200; ++i) {
        const double scale = std::pow(10.0, random.uniform(-90, 90));
        const Pose pose = random.pose(3);
        std::vector<Vec3> points;
        for (int n = 0; n < 8; ++n)
            points.push_back(Pose{pose.rotation, pose.position * scale} *
                             (Vec3{n & 1 ? 4.0 : -4.0, n & 2 ? 1.0 : -1.0, n & 4 ? 2.0 : -2.0} * scale));
        const Obb box = fit_obb(points);
        ASSERT_NEAR(box.half_extents.x / scale, 4, 1e-12);
        ASSERT_NEAR(box.half_extents.y / scale, 2, 1e-12);
        ASSERT_NEAR(box.half_extents.z / scale, 1, 1e-12);
        ASSERT_NEAR(std::abs(dot(box.axes.columns[0], pose.rotation.columns[0])), 1, 1e-13);
        ASSERT_NEAR(std::abs(dot(box.axes.columns[1], pose.rotation.columns[2])), 1, 1e-13);
        ASSERT_LE(length(box.centre - pose.position * scale) / scale, 1e-14);
    }
}

TEST(Obb, ContainsIsATheoremAndNearlyAlwaysFound) {
    Random random(96);
    int hits = 0, missed = 0;
    for (int i = 0; i < 4000; ++i) {
        const Obb box = some_box(random, 1);
        const Vec3 x = box.centre + random.in_cube(0.8);
        const bool truth = inside(box, exact(x));
        hits += truth;
        if (contains(box, x)) {
            ASSERT_TRUE(truth);
        } else {
            missed += truth;
        }
    }
    EXPECT_GT(hits, 400);
    EXPECT_EQ(missed, 0);
}

TEST(Obb, SumsAndDifferencesHoldEveryPair) {
    Random random(97);
    for (int i = 0; i < 120; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        const Obb a = some_box(random, scale);
        Obb b = some_box(random, scale);
        if (i % 2 == 0) b.axes = a.axes;
        const Obb sum = minkowski_sum(a, b), difference = minkowski_difference(a, b),
                  reversed = minkowski_difference(b, a);
        for (const ExactVec3& x : corners(a)) {
            for (const ExactVec3& y : corners(b)) {
                ASSERT_TRUE(inside(sum, x + y)) << i;
                ASSERT_TRUE(inside(difference, x - y)) << i;
                ASSERT_TRUE(inside(reversed, y - x)) << i;
            }
        }
        ASSERT_EQ(sum.axes, a.axes);
        for (std::size_t k = 0; k < 3; ++k) {
            double reach = a.half_extents[k];
            for (std::size_t n = 0; n < 3; ++n)
                reach += std::abs(dot(a.axes.columns[k], b.axes.columns[n])) * b.half_extents[n];
            ASSERT_NEAR(sum.half_extents[k], reach, 3e-14 * scale);
            ASSERT_NEAR(difference.half_extents[k], reach, 3e-14 * scale);
        }
        ASSERT_LE(length(sum.centre - (a.centre + b.centre)), 1e-14 * scale);
        ASSERT_LE(length(difference.centre - (a.centre - b.centre)), 1e-14 * scale);
    }
}

TEST(Obb, ImageHoldsTheExactImage) {
    Random random(98);
    for (int i = 0; i < 600; ++i) {
        const double scale = std::pow(10.0, random.uniform(-6, 6));
        Obb box = some_box(random, scale);
        if (i % 5 == 0) box.half_extents[random.index(3)] = 0;
        if (i % 11 == 0) box.half_extents = {0, 0, 0};
        const Affine map = some_map(random, i % 2 == 0);
        const Obb image = transformed(box, map);
        ASSERT_LE(orthonormality_defect(image.axes), 1e-14) << i;
        ASSERT_GT(determinant(image.axes), 0.9) << i;
        for (const ExactVec3& x : corners(box)) ASSERT_TRUE(inside(image, exact(map) * x)) << i;
    }
}

TEST(Obb, RigidImageKeepsTheBox) {
    Random random(99);
    for (int i = 0; i < 500; ++i) {
        const Obb box = some_box(random, 1);
        const Pose pose = random.pose(1);
        const double factor = i % 2 == 0 ? 1 : random.uniform(0.1, 10);
        const Affine map = Affine::from(pose) * Affine::scale({factor, factor, factor});
        const Obb image = transformed(box, map);
        ASSERT_LE(length(image.centre - map * box.centre), 1e-14 * (1 + factor));
        for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_NEAR(image.half_extents[k], box.half_extents[k] * factor, 2e-14 * factor) << i;
            ASSERT_NEAR(std::abs(dot(image.axes.columns[k], pose.rotation * box.axes.columns[k])), 1, 1e-14);
        }
    }
}

TEST(Obb, SupportValueIsTheHighestCorner) {
    Random random(100);
    for (int i = 0; i < 1000; ++i) {
        const Obb box = some_box(random, 1);
        const Vec3 d = random.direction();
        mpq_class highest;
        bool first = true;
        for (const ExactVec3& x : corners(box)) {
            const mpq_class height = dot(exact(d), x);
            if (first || height > highest) highest = height;
            first = false;
        }
        const Interval height = support_value(box, enclose(d));
        ASSERT_TRUE(encloses(height, highest));
        ASSERT_LE(height.width(), 1e-14);
    }
}

}  // namespace
}  // namespace graze::test
