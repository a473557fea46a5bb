// Vectors and matrices on every scalar they are meant for. Small integers and powers of two are exact in all
// of them, so results are compared for equality.
#include "graze/math/vec.hpp"

#include <gtest/gtest.h>

#include "math/exact.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

template <class T> class OnScalar : public testing::Test {};
using Scalars = testing::Types<double, float, Interval, mpq_class>;
TYPED_TEST_SUITE(OnScalar, Scalars);

template <class T> BasicVec3<T> v(int x, int y, int z) { return {T(x), T(y), T(z)}; }

TYPED_TEST(OnScalar, Vec2Operations) {
    using T = TypeParam;
    const BasicVec2<T> a{T(3), T(4)}, b{T(-1), T(2)};
    EXPECT_TRUE((a + b == BasicVec2<T>{T(2), T(6)}));
    EXPECT_TRUE((a - b == BasicVec2<T>{T(4), T(2)}));
    EXPECT_TRUE((-a == BasicVec2<T>{T(-3), T(-4)}));
    EXPECT_TRUE((a * T(2) == BasicVec2<T>{T(6), T(8)}));
    EXPECT_TRUE((T(2) * a == a * T(2)));
    EXPECT_TRUE((dot(a, b) == T(5)));
    EXPECT_TRUE((cross(a, b) == T(10)));
    EXPECT_TRUE((cross(b, a) == T(-10)));
    EXPECT_TRUE((length_sq(a) == T(25)));
    EXPECT_TRUE((a[0] == T(3) && a[1] == T(4)));
}

TYPED_TEST(OnScalar, Vec3Operations) {
    using T = TypeParam;
    const BasicVec3<T> a = v<T>(1, 2, 3), b = v<T>(-4, 5, 7);
    EXPECT_TRUE((a + b == v<T>(-3, 7, 10)));
    EXPECT_TRUE((a - b == v<T>(5, -3, -4)));
    EXPECT_TRUE((-a == v<T>(-1, -2, -3)));
    EXPECT_TRUE((a * T(3) == v<T>(3, 6, 9)));
    EXPECT_TRUE((T(3) * a == v<T>(3, 6, 9)));
    EXPECT_TRUE((dot(a, b) == T(27)));
    EXPECT_TRUE((cross(a, b) == v<T>(-1, -19, 13)));
    EXPECT_TRUE((hadamard(a, b) == v<T>(-4, 10, 21)));
    EXPECT_TRUE((length_sq(b) == T(90)));
    BasicVec3<T> c = a;
    c += b;
    EXPECT_TRUE((c == v<T>(-3, 7, 10)));
    c -= a;
    EXPECT_TRUE((c == b));
    c *= T(2);
    EXPECT_TRUE((c == v<T>(-8, 10, 14)));
    c[1] = T(0);
    EXPECT_TRUE((c[0] == T(-8) && c[1] == T(0) && c[2] == T(14)));
}

TYPED_TEST(OnScalar, MatOperations) {
    using T = TypeParam;
    const auto m = BasicMat3<T>::from_rows(v<T>(1, 2, 3), v<T>(0, 1, 4), v<T>(5, 6, 0));  // determinant 1
    const auto n = BasicMat3<T>::from_rows(v<T>(2, 0, 1), v<T>(1, 3, 2), v<T>(0, -1, 4));
    EXPECT_TRUE((m(0, 2) == T(3) && m(2, 0) == T(5)));
    EXPECT_TRUE((m * v<T>(1, 1, 1) == v<T>(6, 5, 11)));
    EXPECT_TRUE((transpose_times(m, v<T>(1, 1, 1)) == v<T>(6, 9, 7)));
    EXPECT_TRUE((transpose(m)(0, 2) == T(5)));
    EXPECT_TRUE((m * n == BasicMat3<T>::from_rows(v<T>(4, 3, 17), v<T>(1, -1, 18), v<T>(16, 18, 17))));
    EXPECT_TRUE((transpose_times(m, n) == transpose(m) * n));
    EXPECT_TRUE((determinant(m) == T(1)));
    EXPECT_TRUE((determinant(n) == T(27)));
    EXPECT_TRUE((inverse(m) == BasicMat3<T>::from_rows(v<T>(-24, 18, 5), v<T>(20, -15, -4), v<T>(-5, 4, 1))));
    EXPECT_TRUE((inverse(m) * m == BasicMat3<T>::identity()));
    EXPECT_TRUE((BasicMat3<T>::diagonal(v<T>(2, 3, 4)) * v<T>(1, 1, 1) == v<T>(2, 3, 4)));
}

TEST(Mat3, InverseOfRandomMatricesIsExactOverTheRationals) {
    Random random(31);
    for (int i = 0; i < 200; ++i) {
        const Mat3 m{{random.in_cube(1), random.in_cube(1), random.in_cube(1)}};
        const auto e = exact(m);
        EXPECT_TRUE(e * inverse(e) == BasicMat3<mpq_class>::identity());
        EXPECT_TRUE(determinant(e) * determinant(inverse(e)) == 1);
    }
}

TEST(Mat3, NormBoundBoundsTheStretch) {
    Random random(32);
    for (int i = 0; i < 2000; ++i) {
        const Mat3 m{{random.in_cube(1), random.in_cube(1), random.in_cube(1)}};
        const Vec3 d = random.direction();
        EXPECT_LE(length(m * d), norm_bound(m) * (1 + 1e-14));
    }
    EXPECT_DOUBLE_EQ(norm_bound(Mat3::diagonal({3, 0, 0})), 3);
}

TEST(Vec3, UnitAtEveryScale) {
    Random random(33);
    for (int i = 0; i < 4000; ++i) {
        const Vec3 d = random.direction() * std::pow(10.0, random.uniform(-307, 307));
        const Vec3 u = unit(d);
        ASSERT_NEAR(length_sq(u), 1, 1e-15) << d.x;
        ASSERT_LE(max_component(abs(cross(u, unit(d * 0.5)))), 1e-15);
        ASSERT_GT(u.x * (d.x < 0 ? -1 : 1), 0);
    }
    const double tiny = std::numeric_limits<double>::denorm_min(), huge = std::numeric_limits<double>::max();
    EXPECT_EQ(unit({0, -tiny, 0}), (Vec3{0, -1, 0}));
    EXPECT_NEAR(length_sq(unit({huge, huge, -huge})), 1, 1e-15);
    EXPECT_EQ(unit({0, 0, 0}), (Vec3{1, 0, 0}));
    EXPECT_TRUE(is_finite(unit({std::numeric_limits<double>::quiet_NaN(), 0, 0})));
    EXPECT_TRUE(is_finite(unit({std::numeric_limits<double>::infinity(), 0, 0})));
    // A NaN that the largest component hides must not come out either.
    EXPECT_TRUE(is_finite(unit({1, std::numeric_limits<double>::quiet_NaN(), 0})) &&
                is_finite(unit({std::numeric_limits<double>::quiet_NaN(), 1, 0})));
}

TEST(Vec3, PerpendicularIsUnitAndOrthogonal) {
    Random random(34);
    for (int i = 0; i < 2000; ++i) {
        Vec3 d = random.direction();
        if (i % 3 == 0) d[random.index(3)] = 0;
        if (i % 7 == 0) d = {0, 0, d.z};
        const Vec3 p = perpendicular(d);
        ASSERT_NEAR(length_sq(p), 1, 1e-15);
        ASSERT_NEAR(dot(p, d), 0, 1e-15);
    }
}

TEST(Vec3, ComponentwiseChoices) {
    EXPECT_EQ(min(Vec3{1, 5, -2}, {3, 4, -3}), (Vec3{1, 4, -3}));
    EXPECT_EQ(max(Vec3{1, 5, -2}, {3, 4, -3}), (Vec3{3, 5, -2}));
    EXPECT_EQ(abs(Vec3{-1, 0, 2}), (Vec3{1, 0, 2}));
    EXPECT_EQ(max_component({1, 5, -2}), 5);
    EXPECT_EQ(max_component({7, 5, -2}), 7);
    EXPECT_EQ(max_component({1, 5, 6}), 6);
    EXPECT_TRUE(is_finite(Vec3{1, 2, 3}));
    EXPECT_FALSE(is_finite(Vec3{1, 2, std::numeric_limits<double>::infinity()}));
    EXPECT_DOUBLE_EQ(length(Vec3{2, 3, 6}), 7);
    EXPECT_DOUBLE_EQ(length(Vec2{3, 4}), 5);
    EXPECT_EQ(length(v<Interval>(2, 3, 6)), Interval(7));
}

}  // namespace
}  // namespace graze::test
