// Sets that move, and the planes between them over some time: curved paths, boxes far from the point that
// they turn about, and pairs that move fast together.
#include <gtest/gtest.h>

#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/motion/motion.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "verify/moving/verify_moving.hpp"

namespace graze::test {
namespace {

using verifying::holds;
using verifying::MovingSet;

/// Along x from `from` at the times 1/4 and 3/4, by a parabola, to from + bulge between them.
Motion bulging(double from, double bulge) {
    const auto at = [](double x) { return Pose::translation({x, 0, 0}); };
    return SplineMotion{{at(from - 3 * bulge), at(from), at(from), at(from - 3 * bulge)}, {0, 0.25, 0.75, 1}};
}

TEST(VerifyMoving, PathsThatBulgeTowardsEachOther) {
    const Shape ball = Sphere{0.5};
    const Interval time{0.25, 0.75};
    const TimeCell cell{time, {1, 0, 0}, true};
    const Motion first = bulging(0, 1);
    ASSERT_NEAR(pose_at(first, 0.5).position.x, 1, 1e-15);
    for (const double apart : {2.5, 2.9, 3.1, 4.0}) {
        const Motion second = bulging(apart, -1),
                     resting = LinearMotion{Pose::translation({apart, 0, 0}), {}};
        const MovingSet a{&first, &ball, {}, 0}, b{&second, &ball, {}, 0}, c{&resting, &ball, {}, 0};
        EXPECT_EQ(holds(cell, a, b), apart > 3) << apart;
        EXPECT_EQ(holds({time, {-1, 0, 0}, true}, b, a), apart > 3) << apart;
        EXPECT_TRUE(holds(cell, a, c)) << apart << " the other one rests";
    }
}

/// A thin rod turns about a point 5 off its middle, on either side: between the ends of the time its tip is
/// nearer to the wall by the height of an arc of radius 6.
TEST(VerifyMoving, BoxesFarFromTheirPivot) {
    const Aabb rod{{-1, -1e-3, -1e-3}, {1, 1e-3, 1e-3}}, wall{{0, -9, -9}, {1, 9, 9}};
    constexpr double kAngle = 0.5, kArc = 6 * (1 - 0.9689124217106447);  // 1 - cos(0.25)
    for (const double side : {1.0, -1.0}) {
        const Motion turning = TwistMotion{Pose::from(Quat::from_axis_angle({0, 0, 1}, -0.5 * kAngle), {}),
                                           {},
                                           {0, 0, kAngle},
                                           {-5 * side, 0, 0}};
        const double tip = (pose_at(turning, 0) * Vec3{side, 0, 0}).x * side;
        for (const double gap : {0.7 * kArc, 0.95 * kArc, 1.05 * kArc}) {
            const Motion resting =
                LinearMotion{Pose::translation({side * (tip + gap) - (side < 0), 0, 0}), {}};
            const MovingSet a{&turning, nullptr, rod, 0}, b{&resting, nullptr, wall, 0};
            EXPECT_EQ(holds({{0, 1}, {side, 0, 0}, false}, a, b), gap > kArc) << side << " " << gap;
            EXPECT_EQ(holds({{0, 1}, {-side, 0, 0}, false}, b, a), gap > kArc) << side << " " << gap;
        }
    }
}

/// Paths are subtracted before they are evaluated: the common part of both does not count, however fast.
TEST(VerifyMoving, FastCommonPathsLoseNoDigits) {
    const Vec3 displacement{1e12 / 3, 2e12 / 7, -1e12 / 9};
    const Moving a{Sphere{0.5}, LinearMotion{Pose::identity(), displacement}},
        b{Sphere{0.5}, LinearMotion{Pose::translation({1 + 1e-6, 0, 0}), displacement}};
    CertifiedImpact miss;
    for (const Interval& time : {Interval{0, 0.3}, Interval{0.3, 0.7}, Interval{0.7, 1}})
        miss.cells.push_back({time, {1, 0, 0}, false});
    EXPECT_TRUE(verify(miss, a, b));
    const Moving closer{Sphere{0.5}, LinearMotion{Pose::translation({1 - 1e-6, 0, 0}), displacement}};
    EXPECT_FALSE(verify(miss, a, closer));
}

/// A bar spins fast about an axis of the world and hits a post: true bounds of the time, however wide, are
/// shown, although the point is far from where the bar was at the lower end.
TEST(VerifyMoving, WideTimesOfSpinningBars) {
    const std::vector<Vec3> axes{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 axis = axes[k], along = axes[(k + 1) % 3], across = axes[(k + 2) % 3];
        const Moving bar{Box{abs(2.0 * along + 0.05 * across + 0.05 * axis)},
                         TwistMotion{Pose::identity(), {}, 100.0 * axis, {}}};
        const Moving post{Sphere{0.1}, LinearMotion{Pose::translation(1.5 * across), {}}};
        const CertifiedImpact certified = certified_time_of_impact(bar, post);
        ASSERT_EQ(certified.impact.answer, ImpactAnswer::contact);
        ASSERT_TRUE(verify(certified.impact, bar, post)) << k;
        Impact wide = certified.impact;
        wide.time.lower -= 1e-3;
        EXPECT_TRUE(verify(wide, bar, post)) << k;
        wide.point += 5.0 * axis;
        EXPECT_FALSE(verify(wide, bar, post)) << k;
    }
}

TEST(VerifyMoving, InvalidBodiesShowNothing) {
    const Shape ball = Sphere{0.5};
    const Motion resting = LinearMotion{}, far = LinearMotion{Pose::translation({5, 0, 0}), {}};
    EXPECT_TRUE(verify(Impact{}, {ball, resting}, {ball, far}));
    const Motion backwards = SampledMotion{{Pose::identity(), Pose::identity(), Pose::identity()}, {0, 2, 1}};
    const Motion away = SampledMotion{{Pose::translation({5, 0, 0}), Pose::translation({5, 0, 0})}, {}, -1};
    ASSERT_FALSE(backwards.valid() || away.valid());
    const Shape negative = Sphere{-0.5};
    EXPECT_FALSE(verify(Impact{}, {negative, resting}, {ball, far}));
    EXPECT_FALSE(verify(Impact{}, {ball, resting}, {negative, far}));
    EXPECT_FALSE(verify(Impact{}, {ball, backwards}, {ball, far}));
    EXPECT_FALSE(verify(Impact{}, {ball, resting}, {ball, away}));
}

/// A walk that has no steps shows nothing.
TEST(VerifyMoving, CoversWithoutStepsAreRefused) {
    const TriangleSoup sphere = icosphere_mesh(1, 1);
    const Moving mesh{*Mesh::build(sphere.vertices, sphere.triangles), LinearMotion{}};
    const Moving ball{Sphere{0.5}, LinearMotion{Pose::translation({5, 0, 0}), {}}};
    CertifiedImpact miss = certified_time_of_impact(mesh, ball);
    ASSERT_EQ(miss.impact.answer, ImpactAnswer::miss);
    ASSERT_TRUE(verify(miss, mesh, ball));
    ASSERT_EQ(miss.covers.size(), 1U);
    miss.covers[0] = MovingCover{miss.covers[0].time, {}, {}};
    EXPECT_FALSE(verify(miss, mesh, ball));
}

}  // namespace
}  // namespace graze::test
