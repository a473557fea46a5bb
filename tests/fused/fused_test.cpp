// The library keeps its word in a program that may fuse products and sums: inline functions round as they are
// written, so that the library does too, whichever copy of them the linker keeps.
#include <gtest/gtest.h>

#include <graze/graze.hpp>

#include <random>

// Copies for the linker, which takes those of the program before those of the library.
template struct graze::BasicPose<double>;
template graze::Vec3 graze::operator*(const graze::Mat3&, const graze::Vec3&);
template graze::Vec3 graze::transpose_times(const graze::Mat3&, const graze::Vec3&);
template double graze::dot(const graze::Vec3&, const graze::Vec3&);

namespace graze::test {
namespace {

/// a b + c, as the compiler likes.
[[gnu::noinline]] double at_will(double a, double b, double c) { return a * b + c; }

/// a b + c, each step rounded; the compiler cannot see through the stores.
double stepwise(double a, double b, double c) {
    volatile double product = a * b;
    volatile double sum = product + c;
    return sum;
}

double stepwise_dot(const Vec3& a, const Vec3& b) {
    volatile double first = a.x * b.x;
    return stepwise(a.z, b.z, stepwise(a.y, b.y, first));
}

struct Draw {
    std::mt19937_64 engine{12345};
    double operator()() { return std::uniform_real_distribution<double>(-1, 1)(engine); }
    Vec3 vec() {
        const double x = (*this)(), y = (*this)(), z = (*this)();
        return {x, y, z};
    }
};

TEST(Fused, ThisProgramFusesWhatIsItsOwn) {
    Draw draw;
    int fused = 0;
    for (int i = 0; i < 1000; ++i) {
        const double a = draw(), b = draw(), c = draw();
        fused += at_will(a, b, c) != stepwise(a, b, c);
    }
    EXPECT_GT(fused, 0);  // otherwise the tests below could not fail
}

TEST(Fused, InlineFunctionsRoundEveryStep) {
    Draw draw;
    for (int i = 0; i < 10000; ++i) {
        const Vec3 u = draw.vec(), v = draw.vec();
        const Mat3 m = Mat3::from_rows(draw.vec(), draw.vec(), draw.vec());
        const Vec3 p = draw.vec();
        ASSERT_EQ(dot(u, v), stepwise_dot(u, v));
        ASSERT_EQ(cross(u, v).x, stepwise(u.y, v.z, -stepwise(u.z, v.y, 0)));
        ASSERT_EQ((m * u).y, stepwise_dot({m.columns[0].y, m.columns[1].y, m.columns[2].y}, u));
        ASSERT_EQ((Pose{m, p} * u).z,
                  stepwise_dot({m.columns[0].z, m.columns[1].z, m.columns[2].z}, u) + p.z);
        ASSERT_EQ(transpose_times(m, u).x, stepwise_dot(m.columns[0], u));
    }
}

}  // namespace
}  // namespace graze::test
