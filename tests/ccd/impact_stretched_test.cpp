// Matrices that are rotations only up to single precision stretch bodies by some 1e-7: bodies that overlap by
// less than that do not pass. Rotations that are off by rounding alone cost nothing, also where the tolerance
// is hardly above it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/motion/motion.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// Longer by 4e-7 along x.
Pose stretched_at(const Vec3& position) {
    Pose pose = Pose::translation(position);
    pose.rotation.columns[0] = {1 + 4e-7, 0, 0};
    return pose;
}

void expect_no_miss(const Moving& a, const Moving& b) {
    EXPECT_TRUE(time_of_impact(a, b).hit);
    EXPECT_TRUE(time_of_impact(b, a).hit);
}

TEST(StretchedImpact, BallsGrowWithTheirMatrices) {
    // 2e-7 of overlap, all of it by the stretch.
    const double x = 2 + 6e-7;
    const Moving a{Sphere{1}, TwistMotion{stretched_at({}), {}, {1, 0, 0}, {}}};
    expect_no_miss(a, {Sphere{1}, TwistMotion{stretched_at({x, 0, 0}), {}, {0.5, 0, 0}, {}}});
    expect_no_miss(a, {Sphere{1}, TwistMotion{stretched_at({x, -5, 0}), {0, 10, 0}, {0.5, 0, 0}, {}}});
}

TEST(StretchedImpact, APlaneIsTakenAlongByTheDriftOfItsMatrix) {
    Pose last;
    last.rotation.columns[0] = {1 - 4e-7, 0, 0};
    const Moving wall{HalfSpace{{-1, 0, 0}, -1}, InBetweenMotion{Pose::identity(), last}};
    const Shape ball = Sphere{1 - 2e-7};  // 2e-7 in the wall at the end
    expect_no_miss(wall, {ball, LinearMotion{}});
    expect_no_miss(wall, {ball, TwistMotion{Pose::identity(), {}, {1, 0, 0}, {}}});
}

/// Where a spline turns back its normal has no speed, but bends: a stretched ball's height over it does too.
TEST(StretchedImpact, AFloorThatSwingsBackIsNotShownToMiss) {
    const double slope = 0.25 * std::numbers::pi;
    const auto turned = [](double angle) { return Pose::from(Quat::from_axis_angle({0, 0, 1}, angle), {}); };
    const Pose stretched = stretched_at({});
    const double radius = std::hypot((1 + 4e-7) * std::cos(slope), std::sin(slope));
    int contacts = 0;
    for (const double gap : {2.8e-9, 4e-9, 6e-9}) {
        const Moving floor{HalfSpace{{std::cos(slope), std::sin(slope), 0}, -(radius + gap)},
                           SplineMotion{{turned(0.16), turned(0), turned(0), turned(0.16)}, {}}};
        const Moving ball{Sphere{1}, LinearMotion{stretched, {}}};
        // Half-way it stands lower: the normal points elsewhere, where the ball is longer.
        const Vec3 n = unit(pose_at(floor.motion, 0.5).rotation * floor.shape.vector(0));
        if (!(length(transpose_times(stretched.rotation, n)) > radius + gap)) continue;
        ++contacts;
        EXPECT_TRUE(time_of_impact(floor, ball).hit) << gap;
        EXPECT_FALSE(verify(Impact{}, floor, ball)) << gap;
        const Interval middle = floor.motion.pieces()[1].time;
        CertifiedImpact made;
        const auto add = [&](double from, double to, int count) {
            for (int i = 0; i < count; ++i) {
                const double first = i == 0 ? from : from + (to - from) * i / count;
                const double last = i + 1 == count ? to : from + (to - from) * (i + 1) / count;
                made.cells.push_back({{first, last}, {1, 0, 0}, false});
            }
        };
        add(0, middle.lower, 64);
        add(middle.lower, middle.upper, 1);
        add(middle.upper, 1, 64);
        EXPECT_FALSE(verify(made, floor, ball)) << gap;
    }
    EXPECT_GT(contacts, 0);
}

/// Nearly as far off rotations as motions take.
Pose barely_rigid(Random& random, const Vec3& position) {
    const Pose exact = Pose::from(Quat::from_axis_angle(random.direction(), random.uniform(-3, 3)), position);
    for (;;) {
        Pose pose = exact;
        for (Vec3& column : pose.rotation.columns) column += random.in_cube(4e-7);
        const double defect = orthonormality_defect(pose.rotation);
        if (defect > 8e-7 && defect <= 1e-6) return pose;
    }
}

double least_distance(const Moving& a, const Moving& b, double t) {
    const auto placed = [t](const Moving& m) {
        const Pose pose = pose_at(m.motion, t);
        return Placed{m.shape, Pose::from(quaternion_of(pose.rotation), pose.position)};
    };
    return separation(placed(a), placed(b)).distance.lower;
}

// Between two matrices that are rotations within 1e-6 the drift passes some that are not: queries of placed
// bodies refuse those.
TEST(StretchedImpact, TheWayBetweenTwoMatricesMayBeMoreStretchedThanBoth) {
    Random random(11);
    int stretched = 0, misses = 0, contacts = 0;
    for (int i = 0; i < 1200; ++i) {
        const Motion motion =
            InBetweenMotion{barely_rigid(random, random.in_cube(2)), barely_rigid(random, random.in_cube(2))};
        ASSERT_TRUE(motion.valid());
        double largest = 0;
        for (int k = 0; k <= 20; ++k)
            largest = std::max(largest, orthonormality_defect(pose_at(motion, k / 20.0).rotation));
        if (!(largest > 1e-6)) continue;
        ++stretched;
        const double x = random.uniform(0.1, 1), y = random.uniform(0.1, 1);
        const Shape other = i % 3 == 0   ? Shape(HalfSpace{random.direction(), -1.5})
                            : i % 3 == 1 ? Shape(Cylinder{y, x})
                                         : Shape(Box{{x, y, x}});
        const Moving a{i % 2 == 0 ? Shape(Cone{x, y}) : Shape(Ellipsoid{{x, y, 0.3}}), motion};
        const Moving b{other, LinearMotion{Pose::translation(random.in_cube(2)), {}}};
        const CertifiedImpact certified = certified_time_of_impact(a, b);
        const Impact& impact = certified.impact;
        EXPECT_TRUE(verify(certified, a, b)) << i;
        EXPECT_EQ(impact.status, Status::converged) << i;
        misses += impact.answer == ImpactAnswer::miss ? 1 : 0;
        contacts += impact.answer == ImpactAnswer::contact ? 1 : 0;
        if (impact.hit) {
            EXPECT_LE(least_distance(a, b, impact.time.upper), 1e-5) << i;
        }
    }
    EXPECT_GT(stretched, 300);
    // Stretches as large as the tolerance leave some open.
    EXPECT_LE(stretched - misses - contacts, stretched / 50);
    EXPECT_GT(misses, 50);
    EXPECT_GT(contacts, 50);
}

TEST(StretchedImpact, RotationsAgreeToTheLastDigits) {
    Random random(4);
    const auto turned = [&](const Vec3& position) {
        return Pose::from(Quat::from_axis_angle(random.direction(), random.uniform(0, 6.28)), position);
    };
    const auto shape = [&](int kind) -> Shape {
        const double x = random.uniform(0.2, 1), y = random.uniform(0.2, 1), z = random.uniform(0.2, 1);
        if (kind == 0) return Box{{x, y, z}};
        if (kind == 1) return Cylinder{0.6 * x, y};
        return kind == 2 ? Shape(Capsule{0.5 * x, y}) : Shape(Cone{0.6 * x, y});
    };
    ImpactOptions options;
    options.tolerance = 1.5e-12;
    int contacts = 0;
    for (int i = 0; i < 600; ++i) {
        const Vec3 direction = random.direction();
        const Moving a{
            shape(i % 4),
            TwistMotion{turned(random.in_cube(1)), random.in_cube(0.5), 5.0 * random.direction(), {}}};
        const Moving b{
            shape(i / 4 % 4),
            TwistMotion{
                turned(4.0 * direction), random.uniform(-6, -1) * direction, 5.0 * random.direction(), {}}};
        const Impact impact = time_of_impact(a, b, options);
        EXPECT_EQ(impact.status, Status::converged) << i;
        contacts += impact.answer == ImpactAnswer::contact ? 1 : 0;
    }
    EXPECT_GT(contacts, 200);
}

}  // namespace
}  // namespace graze::test
