// The book's cancellation example, in four decimal digits: the plane through three nearly collinear points,
// and what an error tracer says about it. Van den Bergen, "Collision Detection in Interactive 3D
// Environments", 2.7.
#include <gtest/gtest.h>

#include "graze/math/predicates.hpp"
#include "graze/math/vec.hpp"
#include "math/exact.hpp"
#include "oracle/error_tracer.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using FourDigits = ErrorTracer<4>;
using TracedVec3 = BasicVec3<FourDigits>;

constexpr Vec3 kP0{3.856, 4.074, 8.278}, kP1{1, 1, 1}, kP2{1.001, 0.9996, 0.9992};

template <class T> BasicVec3<ErrorTracer<4>> traced(const BasicVec3<T>& v) {
    return {FourDigits(v.x), FourDigits(v.y), FourDigits(v.z)};
}

TracedVec3 traced_normal() {
    const TracedVec3 n = cross(traced(kP1) - traced(kP0), traced(kP2) - traced(kP0));
    const FourDigits norm = sqrt(length_sq(n));
    return {n.x / norm, n.y / norm, n.z / norm};
}

TEST(Cancellation, BookExampleInFourDigits) {
    const TracedVec3 n = traced_normal();
    EXPECT_DOUBLE_EQ(n.x.value(), 0.6916);
    EXPECT_DOUBLE_EQ(n.y.value(), -0.6916);
    EXPECT_DOUBLE_EQ(n.z.value(), 0.2075);
    EXPECT_DOUBLE_EQ(dot(n, traced(kP2) - traced(kP0)).value(), -1.359);
    EXPECT_DOUBLE_EQ(dot(n, traced(kP2) - traced(kP1)).value(), 8.022e-4);
}

TEST(Cancellation, DoublesGetTheNormalAndExactSignsThePlane) {
    const Vec3 n = unit(cross(kP1 - kP0, kP2 - kP0));
    EXPECT_NEAR(n.x, -0.0432, 5e-5);
    EXPECT_NEAR(n.y, -0.9142, 5e-5);
    EXPECT_NEAR(n.z, 0.4031, 5e-5);
    EXPECT_EQ(orient3d(kP0, kP1, kP2, kP2), Sign::zero);
    EXPECT_NEAR(dot(n, kP2 - kP0), 0, 1e-12);
    EXPECT_NEAR(dot(n, kP2 - kP1), 0, 1e-15);  // the nearer point is the better one
}

TEST(Cancellation, TracerKnowsThatNoDigitIsLeft) {
    const TracedVec3 n = traced_normal();
    const Vec3 exact_normal = unit(cross(kP1 - kP0, kP2 - kP0));  // in doubles: good to 1e-12 here
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_GE(n[i].absolute_error(), std::abs(n[i].value() - exact_normal[i]));
        EXPECT_GE(n[i].contaminated_digits(), 4);
    }
    const FourDigits far = dot(n, traced(kP2) - traced(kP0)), close = dot(n, traced(kP2) - traced(kP1));
    EXPECT_GE(far.absolute_error(), 1.359);
    EXPECT_GE(close.absolute_error(), 8.022e-4);
    EXPECT_LT(close.absolute_error(), far.absolute_error() / 1000);
    EXPECT_EQ((traced(kP2) - traced(kP1)).x.contaminated_digits(), 0);  // the subtraction itself is clean
}

TEST(Cancellation, TracedBoundHoldsOnRandomDeterminants) {
    using Traced = ErrorTracer<0>;
    Random random(51);
    int cancelled = 0;
    for (int i = 0; i < 5000; ++i) {
        const Vec3 a = random.in_cube(1), b = random.in_cube(1);
        const Vec3 c = (a + b) * 0.5 +
                       random.in_cube(1) * random.log_uniform(1e-16, 1);  // anything between flat and round
        const auto lift = [](const Vec3& v) {
            return BasicVec3<Traced>{Traced(v.x), Traced(v.y), Traced(v.z)};
        };
        const Traced volume = dot(cross(lift(a), lift(b)), lift(c));
        const mpq_class error = abs(mpq_class(volume.value()) - dot(cross(exact(a), exact(b)), exact(c)));
        ASSERT_LE(error.get_d(), volume.absolute_error() * (1 + 1e-9)) << i;  // the bound is of first order
        cancelled += volume.relative_error() > 1e-10;
    }
    EXPECT_GT(cancelled, 500);
}

TEST(Cancellation, TracedBoundHoldsForRootsQuotientsAndPowers) {
    using Traced = ErrorTracer<0>;
    Random random(52);
    for (int i = 0; i < 5000; ++i) {
        // Inputs with a known error of up to 1e-6, large against rounding and small against 1.
        const double a = random.log_uniform(1e-3, 1e3), b = random.uniform(-5, 5),
                     ea = random.uniform(-1e-6, 1e-6), eb = random.uniform(-1e-6, 1e-6);
        const Traced x(a * (1 + ea), std::abs(ea)), y(b * (1 + eb), std::abs(eb));
        const auto covers = [](const Traced& result, double truth) {
            return std::abs(result.value() - truth) <=
                   result.absolute_error() * (1 + 1e-4) + 1e-14 * std::abs(truth);
        };
        ASSERT_TRUE(covers(x * y, a * b));
        ASSERT_TRUE(covers(y / x, b / a));
        ASSERT_TRUE(covers(sqrt(x), std::sqrt(a)));
        ASSERT_TRUE(covers(square(y), b * b));
        ASSERT_TRUE(covers(pow(x, y), std::pow(a, b))) << a << ' ' << b;
        // The corrected power row does not grow with the result: it stays first order in the two errors.
        ASSERT_LE(pow(x, y).relative_error(), 5.01 * (std::abs(ea) + 7 * std::abs(eb)) + 1e-15);
    }
}

}  // namespace
}  // namespace graze::test
