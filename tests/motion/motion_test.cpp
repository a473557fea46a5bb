// Motions: the poses they pass through, and bounds that hold what dense samples see.
#include "graze/motion/motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "motion/motion_piece.hpp"
#include "oracle/random.hpp"
#include "oracle/random_motions.hpp"

namespace graze::test {
namespace {

constexpr double kPi = std::numbers::pi;

double largest_difference(const Pose& a, const Pose& b) {
    double worst = max_component(abs(a.position - b.position));
    for (std::size_t i = 0; i < 3; ++i)
        worst = std::max(worst, max_component(abs(a.rotation.columns[i] - b.rotation.columns[i])));
    return worst;
}

bool holds(const PoseBounds& bounds, const Pose& pose, double slack) {
    bool inside = true;
    for (std::size_t i = 0; i < 3; ++i) {
        inside &= widened(bounds.position[i], slack).contains(pose.position[i]);
        for (std::size_t j = 0; j < 3; ++j)
            inside &= widened(bounds.rotation(i, j), slack).contains(pose.rotation(i, j));
    }
    return inside;
}

// The recorded cases of continuous rigid motion: at rest, straight, and half a turn about x.
TEST(Motion, RestsMovesAndTurnsAsRecorded) {
    const Motion rest = InBetweenMotion{Pose::identity(), Pose::identity()};
    const Motion straight = InBetweenMotion{Pose::identity(), Pose::translation({10, 0, 0})};
    const Motion turn =
        InBetweenMotion{Pose::identity(), Pose::from(Quat::from_axis_angle({1, 0, 0}, kPi), {})};
    for (int i = 0; i <= 8; ++i) {
        const double t = i / 8.0;
        EXPECT_EQ(pose_at(rest, t), Pose::identity());
        EXPECT_EQ(pose_at(straight, t), Pose::translation({1.25 * i, 0, 0}));
        const Quat q = quaternion_of(pose_at(turn, t).rotation);
        EXPECT_NEAR(std::abs(q.w), std::cos(kPi * t / 2), 1e-14);
        EXPECT_NEAR(std::abs(q.x), std::sin(kPi * t / 2), 1e-14);
        EXPECT_NEAR(q.y, 0, 1e-14);
        EXPECT_NEAR(q.z, 0, 1e-14);
    }
}

TEST(Motion, InBetweenReachesBothPosesAndTurnsEvenlyByTheShorterWay) {
    Random random(11);
    for (int i = 0; i < 2000; ++i) {
        const Pose start = random.pose(10);
        const double angle = i % 3 == 0 ? random.log_uniform(1e-12, 1e-3) : random.uniform(0, kPi);
        const Quat q = Quat::from_axis_angle(random.direction(), angle);
        const Pose end{rotation_matrix(q) * start.rotation, random.in_cube(10)};
        const Motion motion = InBetweenMotion{start, end};
        ASSERT_LE(largest_difference(pose_at(motion, 0), start), 1e-15);
        ASSERT_LE(largest_difference(pose_at(motion, 1), end), 4e-15);
        const double t = random.unit();
        const Pose between = pose_at(motion, t);
        ASSERT_LE(orthonormality_defect(between.rotation), 1e-14);
        const Quat expected = slerp(quaternion_of(start.rotation), quaternion_of(end.rotation), t);
        ASSERT_LE(largest_difference(
                      between, Pose::from(expected, start.position + t * (end.position - start.position))),
                  1e-13);
    }
}

TEST(Motion, TwistsKeepTheirSpeedOverManyTurns) {
    const Motion motion = TwistMotion{Pose::translation({1, 0, 0}), {0, 0, 2}, {0, 0, 20 * kPi}, {-1, 0, 0}};
    for (int i = 0; i <= 40; ++i) {
        const double t = i / 40.0;
        const Pose pose = pose_at(motion, t);
        // The pivot starts at the world's origin and climbs; the body's origin circles it.
        EXPECT_NEAR(pose.position.x, std::cos(20 * kPi * t), 1e-12);
        EXPECT_NEAR(pose.position.y, std::sin(20 * kPi * t), 1e-12);
        EXPECT_NEAR(pose.position.z, 2 * t, 1e-12);
    }
}

TEST(Motion, ScrewsTurnAboutTheirLine) {
    Random random(12);
    for (int i = 0; i < 500; ++i) {
        ScrewMotion screw{random.pose(3), random.in_cube(3), 2.5 * random.direction(), random.uniform(-9, 9),
                          random.uniform(-2, 2)};
        const Motion motion = screw;
        const Vec3 axis = unit(screw.axis_direction);
        const double t = random.unit();
        const Pose pose = pose_at(motion, t);
        const Vec3 from = screw.start.position - screw.axis_point, to = pose.position - screw.axis_point;
        ASSERT_NEAR(dot(axis, to), dot(axis, from) + t * screw.advance, 1e-13);
        ASSERT_NEAR(length(cross(axis, to)), length(cross(axis, from)), 1e-13);
        const Mat3 turned =
            rotation_matrix(Quat::from_axis_angle(axis, t * screw.angle)) * screw.start.rotation;
        ASSERT_LE(largest_difference({pose.rotation, {}}, {turned, {}}), 1e-13);
        ASSERT_LE(largest_difference(pose_at(motion, 0), screw.start), 1e-14);
    }
}

TEST(Motion, PathsAndSplinesPassThroughTheirPoses) {
    Random random(13);
    for (int i = 0; i < 300; ++i) {
        const std::vector<Pose> poses = random_walk(random, 2 + random.index(6), 1.0);
        std::vector<double> times{0};
        for (std::size_t k = 1; k < poses.size(); ++k) times.push_back(times.back() + random.uniform(0.1, 1));
        for (double& time : times) time /= times.back();
        times.back() = 1;
        const Motion sampled = SampledMotion{poses, times}, spline = SplineMotion{poses, times};
        ASSERT_TRUE(sampled.valid() && spline.valid());
        for (std::size_t k = 0; k < poses.size(); ++k) {
            ASSERT_LE(largest_difference(pose_at(sampled, times[k]), poses[k]), 1e-13);
            ASSERT_LE(largest_difference(pose_at(spline, times[k]), poses[k]), 1e-13);
        }
        const double t = random.unit();
        ASSERT_LE(orthonormality_defect(pose_at(spline, t).rotation), 1e-14);
        // Velocities do not jump at the poses.
        for (std::size_t k = 1; k + 1 < poses.size(); ++k) {
            const double h = 1e-6;
            const Pose before = pose_at(spline, times[k] - h), at = pose_at(spline, times[k]),
                       after = pose_at(spline, times[k] + h);
            Pose second;
            second.position = (before.position + after.position - 2.0 * at.position) * (1 / h);
            for (std::size_t c = 0; c < 3; ++c) {
                second.rotation.columns[c] =
                    (before.rotation.columns[c] + after.rotation.columns[c] - 2.0 * at.rotation.columns[c]) *
                    (1 / h);
            }
            ASSERT_LE(largest_difference(second, {{}, {}}), 1e-2) << "a jump of the velocity";
        }
    }
}

TEST(Motion, BoundsHoldEverySampleAndShrinkToThePose) {
    Random random(14);
    for (int i = 0; i < 3000; ++i) {
        const Motion motion = random_motion(random);
        const double lower = random.unit(), width = random.chance(0.2) ? 1 : random.log_uniform(1e-6, 1);
        const Interval time{lower, std::min(1.0, lower + width)};
        const PoseBounds bounds = bounds_over(motion, time);
        for (int k = 0; k <= 32; ++k) {
            const double t = std::min(time.upper, time.lower + time.width() * k / 32);
            // The samples round; the bounds need not contain their rounding.
            double slack = 0;
            for (const MotionPiece& piece : motion.pieces()) slack = std::max(slack, pose_error(piece, t, 1));
            ASSERT_TRUE(holds(bounds, pose_at(motion, t), slack)) << "motion " << i << " at " << t;
        }
        const double moment = random.unit();
        const PoseBounds now = bounds_over(motion, Interval(moment));
        const MotionPiece& piece = motion.piece_at(moment);
        const Pose pose = pose_at(motion, moment);
        for (std::size_t r = 0; r < 3; ++r) {
            ASSERT_LE(now.position[r].width(), 4 * pose_error(piece, moment, 1));
            for (std::size_t c = 0; c < 3; ++c)
                ASSERT_LE(now.rotation(r, c).width(), 4 * pose_error(piece, moment, 1));
        }
        ASSERT_TRUE(holds(now, pose, pose_error(piece, moment, 1)));
    }
}

TEST(Motion, RatesAndVelocitiesHoldDifferencesOfSamples) {
    Random random(15);
    for (int i = 0; i < 3000; ++i) {
        const Motion motion = random_motion(random);
        const MotionPiece& piece = motion.pieces()[random.index(motion.pieces().size())];
        const double h = 1e-4 * piece.time.width(),
                     t = random.uniform(piece.time.lower + h, piece.time.upper - h);
        const Interval time{t - h, t + h};
        const MotionRates rates = rates_over(piece, time);
        const PoseBounds velocity = velocity_over(piece, time);
        const Pose before = pose_of(piece, t - h), at = pose_of(piece, t), after = pose_of(piece, t + h);
        const Vec3 x = random.direction(), offset = x - piece.pivot;
        const double noise = 8 * pose_error(piece, t, 1) / h;
        // By the mean value theorem the differences are values of the derivatives in between.
        const Vec3 speed = (after * x - before * x) * (0.5 / h);
        ASSERT_LE(length(speed), rates.path_speed + rates.turn_speed * length(offset) + noise);
        const Vec3 acceleration = (after * x + before * x - 2.0 * (at * x)) * (1 / (h * h));
        ASSERT_LE(length(acceleration),
                  rates.path_acceleration + rates.angular_acceleration * length(offset) + noise / h);
        const IntervalVec3 certain = velocity.rotation * enclose(x) + velocity.position;
        for (std::size_t k = 0; k < 3; ++k) ASSERT_TRUE(widened(certain[k], noise).contains(speed[k])) << i;
        // Not far above what is: arcs are exact but for the pivot's share.
        if (!piece.blended && piece.pivot == Vec3{}) {
            ASSERT_LE(rates.angular_acceleration, piece.rate * piece.rate * (1 + 1e-5));
        }
    }
}

/// A unit ball is stretched by matrices from single precision, along a direction that may turn: by how much
/// that bends.
TEST(Motion, VelocitiesOfSplinesHoldAtTheirPoses) {
    Random random(47);
    for (int i = 0; i < 100; ++i) {
        SplineMotion spline;
        for (int k = 0; k < 4; ++k) spline.poses.push_back(random.pose(1));
        const Motion motion = spline;
        const Vec3 x = random.in_cube(2);
        for (const double t : {0.0, 0.2, 1.0 / 3, 0.5, 1.0}) {
            const MotionPiece& piece = motion.piece_at(t);
            const IntervalVec3 velocity = velocity_over(piece, x, {t, t});
            const Vec3 rounded = velocity_of(piece, t, pose_of(piece, t) * x);
            for (std::size_t c = 0; c < 3; ++c)
                ASSERT_TRUE(widened(velocity[c], 1e-11 * (1 + std::abs(rounded[c]))).contains(rounded[c]))
                    << t;
        }
    }
}

TEST(Motion, RatesOfSplinesStayNearTheTruthForTurnsOfUpToHalf) {
    for (const double angle : {1.0, 2.0, 2.5, 3.0}) {
        const SplineMotion spline{{Pose::identity(), Pose::from(Quat::from_axis_angle({0, 0, 1}, angle), {})},
                                  {}};
        const Motion motion = spline;
        const MotionPiece& piece = motion.pieces()[0];
        const MotionRates whole = rates_over(piece, {0, 1});
        double speed = 0, acceleration = 0;
        for (int k = 0; k < 1000; ++k) {
            const MotionRates part = rates_over(piece, {k / 1000.0, (k + 1) / 1000.0});
            speed = std::max(speed, part.turn_speed);
            acceleration = std::max(acceleration, part.angular_acceleration);
        }
        EXPECT_GE(whole.turn_speed, speed * (1 - 1e-9)) << angle;
        EXPECT_LE(whole.turn_speed, 2 * speed) << angle;
        EXPECT_LE(whole.angular_acceleration, 4 * acceleration) << angle;
    }
}

TEST(Motion, StretchesOfNearRotationsAccelerateWithinTheirBounds) {
    Random random(17);
    double largest = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto single = [&](const Quat& q) {
            Pose pose = Pose::from(q, {});
            for (Vec3& c : pose.rotation.columns)
                c = {static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z)};
            return pose;
        };
        const Quat start = random.rotation();
        const Pose first = single(start),
                   last = single(Quat::from_axis_angle(random.direction(), random.uniform(0, 3)) * start);
        const Motion motion = i % 2 == 0 ? Motion(InBetweenMotion{first, last})
                                         : Motion(TwistMotion{first, {}, random.in_cube(5), {}});
        const MotionPiece& piece = motion.pieces()[0];
        const double h = 1e-2, t = random.uniform(h, 1 - h), spin = i % 3 == 0 ? 2.0 : 0.0;
        const Vec3 axis = random.direction(), n = random.direction();
        const auto radius = [&](double at) {
            return length(
                transpose_times(rotation_at(piece, at),
                                Pose::from(Quat::from_axis_angle(axis, spin * (at - t)), {}).rotation * n));
        };
        const MotionRates rates = rates_over(piece, {0, 1});
        const double acceleration = std::abs(radius(t + h) + radius(t - h) - 2 * radius(t)) / (h * h);
        ASSERT_LE(acceleration, stretch_acceleration(rates, spin, spin * spin) + 1e-11) << i;
        largest = std::max(largest, acceleration / stretch_acceleration(rates, spin, spin * spin));
    }
    EXPECT_GT(largest, 0.05);
}

/// The plane of a half-space that is taken along by such matrices: how its normal turns, and how its distance
/// from the pivot changes.
TEST(Motion, NormalsOfPlanesAccelerateWithinTheirBounds) {
    Random random(18);
    double fastest = 0, most = 0, farthest = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto rough = [&] {
            Pose pose = Pose::from(random.rotation(), {});
            for (Vec3& c : pose.rotation.columns) c += random.in_cube(6e-8);
            return pose;
        };
        Pose first = rough(), last = rough();
        if (i % 3 == 0) last.rotation = first.rotation;  // but for what both are off
        if (i % 3 == 0) last.rotation.columns[0] += random.in_cube(6e-8);
        const Motion motion = InBetweenMotion{first, last};
        ASSERT_TRUE(motion.valid());
        const MotionPiece& piece = motion.pieces()[0];
        const Vec3 n = random.direction();
        const auto across = [&](double at) { return transpose(inverse(rotation_at(piece, at))) * n; };
        const double h = 1e-2, t = random.uniform(h, 1 - h);
        const Vec3 before = across(t - h), now = across(t), after = across(t + h);
        const NormalRates rates = normal_rates(rates_over(piece, {0, 1}), 1);
        const double speed = length(unit(after) - unit(before)) / (2 * h),
                     acceleration = length(unit(after) + unit(before) - 2.0 * unit(now)) / (h * h);
        const double level = std::abs(1 / length(after) + 1 / length(before) - 2 / length(now)) / (h * h);
        ASSERT_LE(speed, rates.speed + 1e-13) << i;
        ASSERT_LE(acceleration, rates.acceleration + 1e-11) << i;
        ASSERT_LE(level, rates.level + 1e-11) << i;
        fastest = std::max(fastest, speed / rates.speed);
        most = std::max(most, acceleration / rates.acceleration);
        farthest = std::max(farthest, level / rates.level);
    }
    EXPECT_GT(fastest, 0.5);
    EXPECT_GT(most, 0.5);
    EXPECT_GT(farthest, 0.05);
}

TEST(Motion, EndpointsAloneWouldNotBeBounds) {
    // A bar turns by three radians: the entry sin(3 t) peaks at 1 between the two times, where its ends are
    // 0.68 and 0.78.
    const Motion motion =
        InBetweenMotion{Pose::identity(), Pose::from(Quat::from_axis_angle({0, 0, 1}, 3.0), {})};
    const PoseBounds bounds = bounds_over(motion, {0.25, 0.75});
    EXPECT_LE(bounds.rotation(0, 1).lower, -1);
    EXPECT_GE(bounds.rotation(1, 0).upper, 1);
    EXPECT_LE(bounds.rotation(1, 0).upper, 1 + 1e-14);
    EXPECT_NEAR(bounds.rotation(1, 0).lower, std::sin(0.75), 1e-14);
}

TEST(Motion, SaysWhatIsWrong) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Pose scaled{Mat3::diagonal({2, 2, 2}), {}}, mirrored{Mat3::diagonal({1, 1, -1}), {}};
    const double infinity = std::numeric_limits<double>::infinity();
    const Pose here = Pose::identity(), far = Pose::translation({5e30, 0, 0}),
               turned = Pose::from(Quat::from_axis_angle({0, 0, 1}, 2.9), {});
    struct Bad {
        Motion motion;
        Rule rule;
        Element kind;
        std::size_t element;
    };
    const std::vector<Bad> bad{
        {LinearMotion{Pose::translation({nan, 0, 0}), {}}, Rule::not_finite, Element::pose, 0},
        {LinearMotion{here, {0, infinity, 0}}, Rule::not_finite, Element::whole, 0},
        {LinearMotion{scaled, {}}, Rule::not_orthonormal, Element::pose, 0},
        {InBetweenMotion{here, scaled}, Rule::not_orthonormal, Element::pose, 1},
        {InBetweenMotion{here, mirrored}, Rule::not_oriented, Element::pose, 1},
        {InBetweenMotion{here, Pose::translation({1e200, 0, 0})}, Rule::out_of_range, Element::pose, 1},
        {TwistMotion{here, {}, {nan, 0, 0}, {}}, Rule::not_finite, Element::whole, 0},
        {TwistMotion{here, {}, {1e200, 0, 0}, {}}, Rule::out_of_range, Element::whole, 0},
        {ScrewMotion{here, {}, {0, 0, 0}, 1, 0}, Rule::zero_direction, Element::whole, 0},
        {ScrewMotion{here, {}, {0, 0, 1}, nan, 0}, Rule::not_finite, Element::whole, 0},
        {SampledMotion{{here}, {}, 0}, Rule::too_few, Element::whole, 0},
        {SampledMotion{{here, here}, {0, 0.5}, 0}, Rule::not_increasing, Element::pose, 1},
        {SampledMotion{{here, here}, {1, 0}, 0}, Rule::not_increasing, Element::pose, 0},
        {SampledMotion{{here, here, here}, {0, nan, 1}, 0}, Rule::not_increasing, Element::pose, 1},
        {SampledMotion{{here, here, here}, {0, 1}, 0}, Rule::too_few, Element::whole, 0},
        {SampledMotion{{here, here, scaled}, {0, 2, 1}, 0}, Rule::not_orthonormal, Element::pose, 2},
        {SampledMotion{{here, here}, {}, -1}, Rule::negative, Element::whole, 0},
        {SampledMotion{{here, here}, {}, nan}, Rule::not_finite, Element::whole, 0},
        {SampledMotion{{here, here}, {}, infinity}, Rule::out_of_range, Element::whole, 0},
        {SampledMotion{{here, turned, here}, {0, 1e-154, 1}, 0}, Rule::out_of_range, Element::pose, 1},
        {SampledMotion{{here, far, here}, {0, 1e-290, 1}, 0}, Rule::out_of_range, Element::pose, 1},
        {SplineMotion{{}, {}}, Rule::too_few, Element::whole, 0},
        {SplineMotion{{here, mirrored}, {}}, Rule::not_oriented, Element::pose, 1},
        {SplineMotion{{here, far, here}, {0, 1e-290, 1}}, Rule::out_of_range, Element::pose, 1},
        {SplineMotion{{here, here, here}, {0, 0, 1}}, Rule::not_increasing, Element::pose, 1},
    };
    for (std::size_t i = 0; i < bad.size(); ++i) {
        EXPECT_FALSE(bad[i].motion.valid()) << i;
        const std::optional<BuildError> fault = bad[i].motion.fault();
        ASSERT_TRUE(fault) << i;
        EXPECT_EQ(fault->rule, bad[i].rule) << i;
        EXPECT_EQ(fault->kind, bad[i].kind) << i;
        EXPECT_EQ(fault->element, bad[i].element) << i;
        EXPECT_FALSE(fault->text.empty()) << i;
        const std::string message = fault->message();
        EXPECT_EQ(message.starts_with("pose "), fault->kind == Element::pose) << message;
        EXPECT_EQ(bounds_over(bad[i].motion, {0, 1}).position.x, Interval::everything()) << i;
    }
    const Motion fine = LinearMotion{};
    EXPECT_TRUE(fine.valid());
    EXPECT_FALSE(fine.fault());
    EXPECT_EQ(bounds_over(fine, {0.7, 0.3}).position.x, Interval::everything());
}

TEST(Motion, DeviationWidensTheBounds) {
    const Motion motion = SampledMotion{{Pose::identity(), Pose::translation({1, 0, 0})}, {}, 0.25};
    const PoseBounds bounds = bounds_over(motion, {0, 1});
    EXPECT_EQ(bounds.position.x, (Interval{-0.25, 1.25}));
    EXPECT_EQ(bounds.position.y, (Interval{-0.25, 0.25}));
}

}  // namespace
}  // namespace graze::test
