// Impacts of pairs far from the world's origin, at all scales, and with matrices from single precision: what
// rounds is the pair, not where it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "ccd/moving_gap.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "motion/motion_piece.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"
#include "verify/moving/verify_offset.hpp"

namespace graze::test {
namespace {

/// A place of the world with sizes and matrices of a kind.
struct Setting {
    double scale = 1;
    Vec3 far{};
    bool single = false;  ///< Matrices as of single precision.

    [[nodiscard]] Pose operator()(Pose pose) const {
        if (single) {
            for (Vec3& c : pose.rotation.columns)
                c = {static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z)};
        }
        return {pose.rotation, pose.position * scale + far};
    }
};

Pose moved(Random& random, const Pose& pose, double step, double angle) {
    const Quat turn = Quat::from_axis_angle(random.direction(), random.uniform(-angle, angle));
    return Pose::from(turn * quaternion_of(pose.rotation), pose.position + random.in_cube(step));
}

/// Of every kind; `start` and `travel` at scale one.
Motion motion_in(const Setting& in, Random& random, const Pose& start, double travel) {
    std::vector<Pose> poses{in(start)};
    Pose last = start;
    for (int i = 0; i < 3; ++i) {
        last = moved(random, last, 0.5 * travel, 2.5);
        poses.push_back(in(last));
    }
    const Vec3 displacement = random.in_cube(travel) * in.scale, turn = random.in_cube(12),
               arm = random.in_cube(0.3 * travel) * in.scale;
    switch (random.index(6)) {
        case 0: return LinearMotion{poses[0], displacement};
        case 1: return InBetweenMotion{poses[0], poses[1]};
        case 2: return TwistMotion{poses[0], displacement, turn, random.chance(0.5) ? Vec3{} : arm};
        case 3:
            return ScrewMotion{poses[0], poses[0].position + arm, turn, random.uniform(-7, 7),
                               length(displacement)};
        case 4:
            return SampledMotion{
                poses, random.chance(0.5) ? std::vector<double>{} : std::vector<double>{0, 0.1, 0.7, 1}, 0};
        default: return SplineMotion{poses, {}};
    }
}

/// A wavy ball of triangles.
Shape bumpy(double scale) {
    constexpr std::uint32_t kAround = 10, kRings = 6;
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::uint32_t i = 0; i <= kRings; ++i) {
        for (std::uint32_t j = 0; j < kAround; ++j) {
            const double theta = std::numbers::pi * i / kRings, phi = 2 * std::numbers::pi * j / kAround;
            const double r = 0.6 * scale * (1 + 0.15 * std::sin(3 * phi) * std::sin(theta));
            vertices.push_back(
                r * Vec3{std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)});
        }
    }
    for (std::uint32_t i = 0; i < kRings; ++i) {
        for (std::uint32_t j = 0; j < kAround; ++j) {
            const std::uint32_t a = i * kAround + j, b = i * kAround + (j + 1) % kAround;
            if (i > 0) triangles.push_back({a, a + kAround, b});
            if (i + 1 < kRings) triangles.push_back({b, a + kAround, b + kAround});
        }
    }
    return Mesh::build(vertices, triangles).value();
}

Shape shape_in(const Setting& in, Random& random, bool mesh) {
    if (mesh) return bumpy(in.scale);
    const auto type = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
    return random_shape(random, type, Build::plain, in.scale);
}

/// What came of some pairs.
struct Tally {
    int pairs = 0;
    int hits = 0;
    int open = 0;    ///< Within the tolerance.
    int budget = 0;  ///< Of those, without a narrow time.
};

/// Answers in both orders, with proofs and samples.
void judge(const Moving& a, const Moving& b, Tally& tally) {
    const CertifiedImpact certified = certified_time_of_impact(a, b);
    const Impact& impact = certified.impact;
    ASSERT_TRUE(verify(certified, a, b));
    const double free_until = impact.hit ? impact.time.lower : 1;
    for (int k = 0; k < 20 && free_until > 0; ++k) {
        const double t = free_until * k / 20;
        ASSERT_NE(decide({a.shape, pose_at(a.motion, t)}, {b.shape, pose_at(b.motion, t)}).answer,
                  Answer::intersecting)
            << t;
    }
    if (impact.status == Status::converged && impact.hit) {
        ASSERT_LE(impact.time.width(), 1e-6);
    }
    const Impact flipped = time_of_impact(b, a);
    if (impact.answer != ImpactAnswer::within_tolerance && flipped.answer != ImpactAnswer::within_tolerance) {
        ASSERT_EQ(flipped.answer, impact.answer);
        ASSERT_NEAR(flipped.time.lower, impact.time.lower, 2e-6);
    }
    ++tally.pairs;
    tally.hits += impact.hit;
    tally.open += impact.answer == ImpactAnswer::within_tolerance;
    tally.budget += impact.status == Status::budget_reached;
}

Tally try_pairs(Setting in, double far, bool mesh, int count) {
    Random random(31);
    Tally tally;
    for (int i = 0; i < count; ++i) {
        const Shape shape_a = shape_in(in, random, mesh && i % 2 == 0),
                    shape_b = shape_in(in, random, mesh && i % 3 != 1);
        // Points and half-spaces are of no size.
        if (!(std::min(shape_a.reach(), shape_b.reach()) > 0)) continue;
        in.far = random.direction() * far;
        const Pose pose_a = random.pose(0.5);
        Pose pose_b = random.pose(0.5);
        pose_b.position += 1.6 * random.direction();
        const Moving a{shape_a, motion_in(in, random, pose_a, 1)},
            b{shape_b, motion_in(in, random, pose_b, 2)};
        judge(a, b, tally);
        if (testing::Test::HasFatalFailure()) {
            ADD_FAILURE() << "pair " << i << " at scale " << in.scale << ", " << far << " away";
            break;
        }
    }
    EXPECT_GT(tally.hits, tally.pairs / 5);
    EXPECT_LT(tally.hits, tally.pairs * 4 / 5);
    return tally;
}

TEST(FarImpacts, MatricesFromSinglePrecisionLeaveNothingOpen) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const Tally tally = try_pairs({scale, {}, true}, 1e3 * scale, false, 200);
        EXPECT_EQ(tally.budget, 0) << scale;
        EXPECT_LE(tally.open, 1) << scale;
    }
    const Tally meshes = try_pairs({1, {}, true}, 1e3, true, 24);
    EXPECT_EQ(meshes.budget, 0);
    EXPECT_EQ(meshes.open, 0);
}

TEST(FarImpacts, PairsAMillionAwayAreAnsweredAsAtHome) {
    for (const double scale : {1e-3, 1.0, 1e6}) {
        const Tally tally = try_pairs({scale, {}, false}, 1e6, false, 200);
        EXPECT_EQ(tally.budget, 0) << scale;
        EXPECT_LE(tally.open, 1) << scale;
    }
    const Tally meshes = try_pairs({1e-3, {}, false}, 1e6, true, 24);
    EXPECT_EQ(meshes.budget, 0);
    EXPECT_EQ(meshes.open, 0);
    // Coordinates there are a ten-thousandth of these bodies apart: where `pose_at` puts them may be apart
    // when they touch. Nothing else is open.
    const Tally tiny = try_pairs({1e-6, {}, false}, 1e6, false, 200);
    EXPECT_EQ(tiny.budget, 0);
    EXPECT_LT(tiny.open, tiny.hits / 2);
}

/// A body at rest and one that comes along x from 3 sizes away by 4, so that faces at half a size touch in
/// the middle of the time.
TEST(FarImpacts, ClosedFormsHoldAtAllScalesAndPlaces) {
    for (const double scale : {0x1p-20, 0x1p-10, 1.0, 0x1p20}) {
        for (const double far : {0.0, 0x1p10, 0x1p20}) {
            const double size = std::max(scale, far * 0x1p-30);  // what coordinates there resolve
            const Vec3 at{far, -far, far};
            const Moving post{Box{{0.5 * size, 0.5 * size, 0.5 * size}},
                              LinearMotion{Pose::translation(at), {}}};
            const Pose start = Pose::translation(at + Vec3{3 * size, 0, 0});
            const Shape ball = Sphere{0.5 * size}, box = post.shape;
            for (const Shape& shape : {ball, box}) {
                const Moving coming{
                    shape,
                    TwistMotion{
                        start, {-4 * size, 0, 0}, {shape.type() == ShapeType::sphere ? 5.0 : 0, 0, 0}, {}}};
                for (const bool swapped : {false, true}) {
                    const Moving &a = swapped ? coming : post, &b = swapped ? post : coming;
                    const CertifiedImpact certified = certified_time_of_impact(a, b);
                    EXPECT_EQ(certified.impact.answer, ImpactAnswer::contact) << scale << ' ' << far;
                    EXPECT_TRUE(certified.impact.time.contains(0.5)) << scale << ' ' << far;
                    EXPECT_LE(certified.impact.time.width(), 1e-6);
                    EXPECT_NEAR(certified.impact.normal.x, swapped ? -1 : 1, 1e-9);
                    EXPECT_NEAR(certified.impact.point.x, at.x + 0.5 * size, 1e-5 * size);
                    EXPECT_TRUE(verify(certified, a, b)) << scale << ' ' << far;
                    EXPECT_TRUE(verify(certified.impact, a, b)) << scale << ' ' << far;
                }
            }
        }
    }
}

/// Half-spaces with matrices of single precision, at rest and turning: their normals are those of the placed
/// sets.
TEST(FarImpacts, TiltedFloorsOfSinglePrecisionAreMetWhereTheyAre) {
    Random random(32);
    int open = 0, hits = 0;
    for (int i = 0; i < 200; ++i) {
        const Setting in{1, random.direction() * 1e3, true};
        const Pose tilt = in(random.pose(0));
        const Moving floor{HalfSpace{random.direction() * random.uniform(0.1, 9), 0.3},
                           i % 2 == 0 ? Motion(LinearMotion{tilt, {}})
                                      : Motion(TwistMotion{tilt, {}, 0.1 * random.direction(), {}})};
        const Vec3 up = unit(tilt.rotation * floor.shape.vector(0));
        const Pose above = random.pose(1);
        const Moving body{i % 3 == 0 ? Shape(Sphere{0.4}) : Shape(Box{{0.2, 0.3, 0.4}}),
                          TwistMotion{in({above.rotation, above.position + 4.0 * up}),
                                      -random.uniform(2, 8) * up,
                                      random.in_cube(9),
                                      {}}};
        Tally tally;
        ASSERT_NO_FATAL_FAILURE(i % 4 < 2 ? judge(floor, body, tally) : judge(body, floor, tally)) << i;
        EXPECT_EQ(tally.budget, 0) << i;
        open += tally.open;
        hits += tally.hits;
    }
    EXPECT_GT(hits, 50);
    EXPECT_LT(hits, 150);
    EXPECT_EQ(open, 0);
}

/// Between two of them the drift takes the plane along; it is followed where it is.
TEST(FarImpacts, FloorsThatTurnFromOneOfThemToAnotherAreMetWhereTheyAre) {
    Random random(34);
    Tally tally;
    for (int i = 0; i < 300; ++i) {
        const Setting in{1, {}, true};
        const auto pose = [&] { return in(random.pose(2)); };
        const double x = random.uniform(0.1, 1), y = random.uniform(0.1, 1);
        const Shape shape = i % 3 == 0   ? Shape(Sphere{x})
                            : i % 3 == 1 ? Shape(Box{{x, y, 0.5}})
                                         : Shape(Ellipsoid{{x, y, 0.5}});
        const Moving body{shape, InBetweenMotion{pose(), pose()}};
        const Motion path = i % 2 == 0 ? Motion(InBetweenMotion{pose(), pose()})
                                       : Motion(SampledMotion{{pose(), pose(), pose()}, {}, 0});
        const Moving floor{HalfSpace{random.direction(), -1.5}, path};
        ASSERT_NO_FATAL_FAILURE(i % 4 < 2 ? judge(floor, body, tally) : judge(body, floor, tally)) << i;
    }
    EXPECT_GT(tally.hits, tally.pairs / 5);
    EXPECT_LT(tally.hits, tally.pairs * 4 / 5);
    EXPECT_EQ(tally.budget, 0);
    EXPECT_EQ(tally.open, 0);
}

/// The error that a computed gap admits, against intervals about the exact motion; and that it does not grow
/// with the distance from the origin, nor for bodies without margins with what matrices are off by.
TEST(FarImpacts, GapsAreAsCloseAsTheySay) {
    Random random(33);
    double widest = 0;
    for (int i = 0; i < 4000; ++i) {
        const double far = random.chance(0.3) ? 0 : random.log_uniform(1, 1e6);
        const Setting in{1, random.direction() * far, random.chance(0.5)};
        const bool round = i % 4 == 0;
        const Shape shape_a = round ? Shape(Capsule{0.3, 0.6}) : Shape(Box{{0.5, 0.3, 0.7}}),
                    shape_b = Box{{0.2, 0.4, 0.6}};
        const Pose pose_a = random.pose(1), pose_b = random.pose(1);
        const Motion motion_a = motion_in(in, random, pose_a, 1), motion_b = motion_in(in, random, pose_b, 1);
        const double begin = random.chance(0.3) ? 0 : random.unit();
        const MotionPiece &piece_a = motion_a.piece_at(begin), &piece_b = motion_b.piece_at(begin);
        const Interval time{begin, std::min(piece_a.time.upper, piece_b.time.upper)};
        MovingGap gap(shape_a, shape_b, {piece_a, piece_b}, time, 0);
        const Vec3 n = random.direction();
        const double t = random.chance(0.3) ? time.upper : random.uniform(time.lower, time.upper),
                     value = gap.along(n, t);
        const auto height = [&](const Shape& shape, const MotionPiece& piece, const IntervalVec3& along) {
            return support_value(shape, transpose_times(bounds_over(piece, Interval(t)).rotation, along));
        };
        const Interval exact = dot(enclose(n), verifying::origin_offset(piece_a, piece_b, Interval(t))) -
                               height(shape_a, piece_a, enclose(n)) - height(shape_b, piece_b, enclose(-n));
        EXPECT_LE(value - gap.error(), exact.upper) << i;
        EXPECT_GE(value + gap.error(), exact.lower) << i;
        EXPECT_LE(exact.width(), 1e-12) << i;
        if (!round) widest = std::max(widest, gap.error());
    }
    EXPECT_LE(widest, 2e-12);
}

}  // namespace
}  // namespace graze::test
