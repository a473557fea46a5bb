// Integrated motions against closed forms, and the bound of what sampling leaves out against dense samples.
#include "graze/motion/motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracle/random.hpp"

namespace graze::test {
namespace {

double difference(const Pose& a, const Pose& b) {
    double worst = length(a.position - b.position);
    for (std::size_t i = 0; i < 3; ++i)
        worst = std::max(worst, length(a.rotation.columns[i] - b.rotation.columns[i]));
    return worst;
}

/// Worst pose error of integrating a constant twist, whose closed form is known.
double twist_error(Integrator method, std::uint32_t steps) {
    const TwistMotion twist{Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {1, 2, 3}),
                            {0.5, -1, 2},
                            {1, 2, -1.5},
                            {0.3, 0.1, -0.4}};
    const auto path = integrate(twist.start,
                                [&](double, const Pose&) {
                                    return BodyVelocity{twist.velocity, twist.angular_velocity};
                                },
                                {method, steps, twist.pivot});
    double worst = 0;
    for (std::size_t i = 0; i < path->poses.size(); ++i) {
        const double t = static_cast<double>(i) / steps;
        worst = std::max(worst, difference(path->poses[i], pose_at(twist, t)));
        EXPECT_LE(orthonormality_defect(path->poses[i].rotation), 1e-14);
    }
    return worst;
}

TEST(Integrate, ConvergesToTheClosedFormWithTheOrderOfTheMethod) {
    const double euler = twist_error(Integrator::euler, 200), finer = twist_error(Integrator::euler, 400);
    EXPECT_NEAR(euler / finer, 2, 0.1);
    const double kutta = twist_error(Integrator::runge_kutta, 16),
                 sharper = twist_error(Integrator::runge_kutta, 32);
    EXPECT_NEAR(kutta / sharper, 16, 3);
    EXPECT_LE(twist_error(Integrator::runge_kutta, 512), 1e-9);
}

TEST(Integrate, SaysWhatIsWrong) {
    const auto still = [](double, const Pose&) { return BodyVelocity{}; };
    EXPECT_FALSE(integrate(Pose::identity(), still, {Integrator::euler, 0, {}}).has_value());
    const auto bad = [](double t, const Pose&) {
        return BodyVelocity{{t > 0.5 ? std::numeric_limits<double>::quiet_NaN() : 0, 0, 0}, {}};
    };
    const auto path = integrate(Pose::identity(), bad, {Integrator::euler, 10, {}});
    ASSERT_FALSE(path.has_value());
    EXPECT_FALSE(path.error().message().empty());
    EXPECT_TRUE(integrate(Pose::identity(), still).has_value());
}

TEST(SamplingDeviation, BoundsWhatLiesBetweenTheSamples) {
    Random random(51);
    for (int i = 0; i < 50; ++i) {
        // The real motion: a twist; its samples: few.
        const TwistMotion real{random.pose(1), random.in_cube(2), random.in_cube(3), {}};
        const std::size_t count = 2 + random.index(8);
        SampledMotion path;
        for (std::size_t k = 0; k <= count; ++k)
            path.poses.push_back(pose_at(real, static_cast<double>(k) / static_cast<double>(count)));
        const double speed = length(real.angular_velocity), reach = 1.5;
        // A turn of more than half between samples cannot be distinguished from the shorter way round.
        if (speed / static_cast<double>(count) > 3) continue;
        const double bound = sampling_deviation(path, {0, speed, 0}, reach);
        double largest = 0;
        for (int k = 0; k <= 500; ++k) {
            const double t = k / 500.0;
            const Vec3 x = reach * random.direction();
            largest = std::max(largest, length(pose_at(real, t) * x - pose_at(path, t) * x));
        }
        ASSERT_LE(largest, bound + 1e-12);
    }
    // A straight accelerated way: the largest distance from the chord is a h² / 8, in the middle.
    SampledMotion fall{{Pose::identity(), Pose::translation({0, 0, -0.5})}, {}, 0};
    const double bound = sampling_deviation(fall, {1, 0, 0}, 1);
    EXPECT_GE(bound, 0.125);
    EXPECT_LE(bound, 0.125 + 1e-12);
    EXPECT_TRUE(std::isinf(sampling_deviation(fall, {std::numeric_limits<double>::quiet_NaN(), 0, 0}, 1)));
    EXPECT_TRUE(std::isinf(sampling_deviation(fall, {-1, 0, 0}, 1)));
}

TEST(SamplingDeviation, OfWhatHasNoEnd) {
    const SampledMotion path{{Pose::identity(), Pose::translation({1, 0, 0})}, {}, 0};
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(sampling_deviation(path, {1, 1, 1}, infinity), infinity);
    EXPECT_EQ(sampling_deviation(path, {1, 0, 0}, infinity), sampling_deviation(path, {1, 0, 0}, 1))
        << "nothing turns";
    EXPECT_EQ(sampling_deviation(path, {5, infinity, 0}, 0), sampling_deviation(path, {5, 0, 0}, 0))
        << "the origin does not feel a turn";
    EXPECT_EQ(sampling_deviation(path, {5, infinity, 0}, 1), infinity);
    EXPECT_EQ(sampling_deviation(path, {1, 1e200, 1}, 1), infinity);
    EXPECT_EQ(sampling_deviation(path, {infinity, 0, 0}, 0), infinity);
}

}  // namespace
}  // namespace graze::test
