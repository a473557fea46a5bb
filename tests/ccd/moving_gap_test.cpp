// Gaps of two moving bodies: error bounds that grow with the rotation, accelerations, how distances change at
// a moment, and the closest planes that searches start from.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "ccd/closest_plane.hpp"
#include "ccd/moving_gap.hpp"
#include "convex/gjk/cast_simplex.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "motion/motion_piece.hpp"

namespace graze::test {
namespace {

MotionPiece spinning(const Vec3& angular_velocity, const Vec3& at) {
    return Motion(TwistMotion{Pose::translation(at), {}, angular_velocity, {}}).pieces()[0];
}

TEST(MovingGap, ErrorsGrowWithTheTurnsOfBothBodies) {
    const Shape ball = rounded(Box{{1, 1, 1}}, 0.1);
    const MotionPiece fast = spinning({0, 0, 1e6}, {}), still = spinning({}, {5, 0, 0});
    for (const double end : {1e-3, 1.0}) {
        const double off = turn_error(fast, end) * std::sqrt(3.0);
        ASSERT_GT(off, 1e-12);
        for (const double start : {0.0, 0.5 * end}) {
            EXPECT_GE(MovingGap(ball, ball, {fast, still}, {start, end}, 0).error(), off) << start;
            EXPECT_GE(MovingGap(ball, ball, {still, fast}, {start, end}, 0).error(), off) << start;
            EXPECT_GE(MovingGap(ball, ball, {fast, fast}, {start, end}, 0).error(), 2 * off) << start;
        }
    }
    EXPECT_LT(MovingGap(ball, ball, {still, still}, {0, 1}, 0).error(), 1e-13);
}

/// A rod whose tip swings towards a wall between two times: its acceleration may close a gap that is open at
/// both, at whatever speed it turns.
TEST(MovingGap, AccelerationOfARotation) {
    const Shape rod = Segment{{-1, 0, 0}, {1, 0, 0}}, point = Point{};
    // The bound of the acceleration is 1, as a number, for one of these.
    double rate = 1 / std::sqrt(1 + 4e-6);
    for (int i = 0; i < 4; ++i) rate = std::nextafter(rate, 0);
    bool exactly_one = false;
    for (int i = 0; i < 8; ++i, rate = std::nextafter(rate, 2)) {
        MotionPiece turning = spinning({0, 0, 1}, {});
        turning.rate = rate;
        const MotionPiece still = spinning({}, {2, 0, 0});
        exactly_one = exactly_one || rates_over(turning, {0, 1}).angular_acceleration == 1;
        const MovingGap gap(rod, point, {turning, still}, {0, 1}, 0),
            other(point, rod, {still, turning}, {0, 1}, 0);
        for (const double height : {0.12, 0.13}) {
            const bool open = height > 0.125;  // of an arc over a unit of time
            EXPECT_EQ(gap.stays_open({1, 0, 0}, height, height, 1), open) << rate;
            EXPECT_EQ(other.stays_open({-1, 0, 0}, height, height, 1), open) << rate;
            EXPECT_TRUE(gap.stays_open({0, 0, 1}, height, height, 1)) << "along the axis";
        }
    }
    EXPECT_TRUE(exactly_one);
}

/// Up to 64 roundings a matrix is taken for a rotation, and with more than that it is not.
TEST(MovingGap, MatricesOffRotations) {
    const Shape ball = Sphere{1};
    for (const auto& [roundings, distorted] : {std::pair{0, false}, {63, false}, {65, true}, {1000, true}}) {
        MotionPiece off;
        off.start.columns[0].y = roundings * kEps;
        ASSERT_EQ(orthonormality_defect(off.start), roundings * kEps);
        const MotionPiece still = spinning({}, {3, 0, 0});
        EXPECT_EQ(MovingGap(ball, ball, {off, still}, {0, 1}, 0).distorted(), distorted) << roundings;
        EXPECT_EQ(MovingGap(ball, ball, {still, off}, {0, 1}, 0).distorted(), distorted) << roundings;
    }
}

/// Of two lines that cross at an angle the distance is the height of the normal, which turns by the second
/// one's rise over the sine of the angle. Where that is too small, nothing is said about the turning.
TEST(MovingGap, HowTheDistanceOfTwoEdgesChanges) {
    const Vec3 spin{0.7, 0.3, 0.5};
    for (const double angle : {1.0, 0.1, 1e-5}) {
        const double c = std::cos(angle), s = std::sin(angle);
        const Shape a = Segment{{-1, 0, 0}, {1.5, 0, 0}},
                    b = Segment{{-0.9 * c, -0.9 * s, 0}, {1.2 * c, 1.2 * s, 0}};
        const MotionPiece still = spinning({}, {}), turning = spinning(spin, {0, 0, 1});
        const MovingGap gap(a, b, {still, turning}, {0, 1}, 0);
        const MovingGap::Moment now = gap.moment(0);
        CastSimplex nearest(a, b);
        ASSERT_TRUE(nearest.update(gap.b_in_a(now), 1e-15));
        ASSERT_EQ(nearest.simplex().size, 3U) << angle;
        const MovingGap::Closing closing = gap.closing(now, nearest);
        EXPECT_NEAR(closing.speed, 0, 1e-9) << angle;
        const double turn = angle < 1e-4 ? 0 : (spin.x * s - spin.y * c) / s;
        EXPECT_NEAR(closing.change, -turn * turn, 1e-9 * (1 + turn * turn)) << angle;
    }
}

/// Cubes that are 1 apart: each way of updating brackets that, and says so of the gap.
TEST(ClosestPlane, BoundsHoldTheDistance) {
    const Shape cube = Box{{0.5, 0.5, 0.5}}, round = rounded(cube, 0.25), ball = Sphere{0.5};
    for (const auto& [a, b] : {std::pair{cube, cube}, {round, cube}, {ball, cube}, {ball, ball}}) {
        const double apart = 2 + a.margin() * (a.type() != ShapeType::sphere);
        const Motion still = LinearMotion{},
                     passing = LinearMotion{Pose::translation({apart, 0, 0}), {0, 1, 0}};
        const MovingRef first{a, still}, second{b, passing};
        MovingGap gap(a, b, {still.pieces()[0], passing.pieces()[0]}, {0, 1}, 0);
        const MovingGap::Moment now = gap.moment(0);
        ClosestPlane nearest(first, second, 1e-6, 1);
        const WitnessPlane usual = nearest.update(gap, now, 0.5, {});
        const TightPlane tight = nearest.update_tight(gap, now, usual);
        ASSERT_TRUE(tight.open);
        for (const WitnessPlane& plane : {usual, tight.plane}) {
            EXPECT_LE(plane.distance.lower, 1);
            EXPECT_GE(plane.distance.upper, 1);
            EXPECT_NEAR(plane.distance.lower, 1, 1e-7);
            EXPECT_NEAR(plane.gap, 1, 1e-7);
            EXPECT_NEAR(plane.normal.x, 1, 1e-7);
        }
    }
}

/// A cone 5.9e-13 from a triangle, nearer than distances are known: a plane of the exact decision is
/// followed.
TEST(ClosestPlane, NearerThanDistancesAreKnown) {
    const Shape cone = Cone{0x1.aad82a112680ap-1, 0x1.d18254dd7f5fep-1};
    const Shape triangle = Triangle{{0x1.313fdf8923158p-3, -0x1.9d6ccaaacb07fp-2, 0x1.4ab1fee168753p-1},
                                    {0x1.4c14717b6a919p-1, 0x1.2584ca2a216b2p-2, 0x1.36880f8bdba42p-1},
                                    {0x1.8153a79086cb8p-1, -0x1.1d54b1074cc02p-1, 0x1.be965e66a91d2p-6}};
    const Pose at_a{Mat3{{{{-0x1.cc0da3c0f481p-3, -0x1.c24a3818f7a6fp-1, 0x1.adac87e66761ap-2},
                           {-0x1.e6205cd82a78ep-2, 0x1.e637fb4c56a32p-2, 0x1.7b6c64c37f2bp-1},
                           {-0x1.b3b3b4c7db3b5p-1, -0x1.0c21be41a0fd8p-5, -0x1.0c60dcbbe48fcp-1}}}},
                    {-0x1.492ec633ddad4p-1, -0x1.20f83df414b1p-1, -0x1.422c14183be54p-2}};
    const Pose at_b{Mat3{{{{-0x1.7757f1a55f9a4p-1, 0x1.5846b4f344372p-1, -0x1.a26352adda27bp-4},
                           {0x1.5081d788ed1d4p-1, 0x1.52d162016d39fp-1, -0x1.715fcfec2b6dcp-2},
                           {-0x1.664f6f137a5f8p-3, -0x1.5387f100777dp-2, -0x1.daa8434330612p-1}}}},
                    {-0x1.47da300e7cf01p-2, 0x1.134623d922c8bp-3, 0x1.5ba18e7401006p-2}};
    const Motion still = LinearMotion{at_a, {}}, passing = LinearMotion{at_b, {0, 0.1, 0}};
    MovingGap gap(cone, triangle, {still.pieces()[0], passing.pieces()[0]}, {0, 1}, 0);
    ClosestPlane nearest({cone, still}, {triangle, passing}, 1e-6, 1);
    const TightPlane tight = nearest.update_tight(gap, gap.moment(0), {});
    ASSERT_TRUE(tight.open);
    EXPECT_NEAR(tight.plane.gap, 5.9e-13, 1e-14);
    EXPECT_EQ(tight.plane.distance.lower, tight.plane.gap - gap.error());
    EXPECT_TRUE(
        verify(Proof(SeparatingPlane{
                   tight.plane.normal,
                   dot(tight.plane.normal,
                       at_a.rotation * support(cone, transpose_times(at_a.rotation, tight.plane.normal))) +
                       0.5 * tight.plane.gap}),
               {cone, at_a}, {triangle, at_b}));
}

}  // namespace
}  // namespace graze::test
