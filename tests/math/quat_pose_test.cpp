// Rotations, poses, affine maps and planes.
#include <gtest/gtest.h>

#include <numbers>

#include "graze/math/pose.hpp"
#include "math/exact.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr double kPi = std::numbers::pi;

double largest_difference(const Mat3& a, const Mat3& b) {
    double worst = 0;
    for (std::size_t i = 0; i < 3; ++i)
        worst = std::max(worst, max_component(abs(a.columns[i] - b.columns[i])));
    return worst;
}
double alignment(const Quat& p, const Quat& q) { return p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z; }

template <class T> class PoseOnScalar : public testing::Test {};
using Scalars = testing::Types<double, float, Interval, mpq_class>;
TYPED_TEST_SUITE(PoseOnScalar, Scalars);

template <class T> BasicVec3<T> v(int x, int y, int z) { return {T(x), T(y), T(z)}; }
/// A quarter turn about z, exact in every scalar.
template <class T> BasicPose<T> quarter_turn(const BasicVec3<T>& p) {
    return {BasicMat3<T>::from_rows(v<T>(0, -1, 0), v<T>(1, 0, 0), v<T>(0, 0, 1)), p};
}

TYPED_TEST(PoseOnScalar, ComposeInvertRelate) {
    using T = TypeParam;
    const BasicPose<T> a = quarter_turn<T>(v<T>(1, 2, 3)), b = quarter_turn<T>(v<T>(-4, 0, 5)),
                       shift = BasicPose<T>::translation(v<T>(7, 0, 0));
    const BasicVec3<T> x = v<T>(2, -3, 4);
    EXPECT_TRUE((a * x == v<T>(4, 4, 7)));
    EXPECT_TRUE(((a * b) * x == a * (b * x)));
    EXPECT_TRUE((inverse(a) * (a * x) == x));
    EXPECT_TRUE((relative(a, b) * x == inverse(a) * (b * x)));
    EXPECT_TRUE((shift * x == v<T>(9, -3, 4)));
    EXPECT_TRUE((BasicPose<T>::identity() * x == x));
    EXPECT_TRUE((a * inverse(a) == BasicPose<T>::identity()));
}

TYPED_TEST(PoseOnScalar, AffineMapsAndPlanes) {
    using T = TypeParam;
    const BasicAffine<T> scale = BasicAffine<T>::scale(v<T>(2, 4, -8)),
                         placed = BasicAffine<T>::from(quarter_turn<T>(v<T>(1, 2, 3)));
    const BasicAffine<T> map = placed * scale;
    const BasicVec3<T> x = v<T>(1, -1, 2);
    EXPECT_TRUE((scale * x == v<T>(2, -4, -16)));
    EXPECT_TRUE((map * x == placed * (scale * x)));
    EXPECT_TRUE((inverse(map) * (map * x) == x));
    const BasicPlane<T> plane{v<T>(1, 3, -2), T(6)};  // contains x
    EXPECT_TRUE((plane(x) == T(0)));
    EXPECT_TRUE((transformed(plane, map)(map * x) == T(0)));
    EXPECT_TRUE((transformed(plane, map)(map * v<T>(0, 0, 0)) == T(6)));
}

TYPED_TEST(PoseOnScalar, QuaternionAlgebra) {
    using T = TypeParam;
    const BasicQuat<T> i{T(0), T(1), T(0), T(0)}, j{T(0), T(0), T(1), T(0)}, k{T(0), T(0), T(0), T(1)};
    EXPECT_TRUE((i * j == k));
    EXPECT_TRUE((j * k == i));
    EXPECT_TRUE((k * i == j));
    EXPECT_TRUE((j * i == BasicQuat<T>{T(0), T(0), T(0), T(-1)}));
    EXPECT_TRUE((conjugate(i) == BasicQuat<T>{T(0), T(-1), T(0), T(0)}));
    EXPECT_TRUE((length_sq(BasicQuat<T>{T(1), T(2), T(3), T(4)}) == T(30)));
    EXPECT_TRUE((rotation_matrix(i) == BasicMat3<T>::diagonal(v<T>(1, -1, -1))));
    EXPECT_TRUE((BasicQuat<T>::identity() * i == i));
}

TEST(Quat, ThreeEulerTriplesGiveOneRotation) {
    const Mat3 first = rotation_matrix(from_euler(0, kPi / 2, kPi / 2));
    EXPECT_LE(largest_difference(first, rotation_matrix(from_euler(-kPi / 2, kPi / 2, 0))), 1e-15);
    EXPECT_LE(largest_difference(first, rotation_matrix(from_euler(kPi, kPi / 2, -kPi / 2))), 1e-15);
    EXPECT_GE(largest_difference(first, rotation_matrix(from_euler(kPi, kPi / 2, kPi / 2))), 0.5);
}

TEST(Quat, EulerMatrixInClosedForm) {
    Random random(41);
    for (int i = 0; i < 500; ++i) {
        const double yaw = random.uniform(-kPi, kPi), pitch = random.uniform(-kPi, kPi),
                     roll = random.uniform(-kPi, kPi);
        const double cy = std::cos(yaw), sy = std::sin(yaw), cp = std::cos(pitch), sp = std::sin(pitch),
                     cr = std::cos(roll), sr = std::sin(roll);
        const Mat3 expected = Mat3::from_rows({cy * cp, -sy * cr + cy * sp * sr, sy * sr + cy * sp * cr},
                                              {sy * cp, cy * cr + sy * sp * sr, -cy * sr + sy * sp * cr},
                                              {-sp, cp * sr, cp * cr});
        ASSERT_LE(largest_difference(rotation_matrix(from_euler(yaw, pitch, roll)), expected), 2e-15);
    }
}

TEST(Quat, MatrixIsARotationAndIgnoresTheSign) {
    Random random(42);
    for (int i = 0; i < 2000; ++i) {
        const Quat q = random.rotation();
        const Mat3 r = rotation_matrix(q);
        ASSERT_LE(orthonormality_defect(r), 1e-14);
        ASSERT_NEAR(determinant(r), 1, 1e-14);
        ASSERT_EQ(r, rotation_matrix(Quat{-q.w, -q.x, -q.y, -q.z}));
        const Vec3 x = random.in_cube(1);
        const Quat sandwich = q * Quat{0, x.x, x.y, x.z} * conjugate(q);
        ASSERT_LE(length(r * x - Vec3{sandwich.x, sandwich.y, sandwich.z}), 2e-15);
        const Quat p = random.rotation();
        ASSERT_LE(largest_difference(rotation_matrix(p * q), rotation_matrix(p) * r), 3e-15);
    }
}

TEST(Quat, AxisAngleTurnsCounterClockwise) {
    const Mat3 r = rotation_matrix(Quat::from_axis_angle({0, 0, 10}, kPi / 2));
    EXPECT_LE(length(r * Vec3{1, 0, 0} - Vec3{0, 1, 0}), 1e-15);
    Random random(43);
    for (int i = 0; i < 500; ++i) {
        const Vec3 axis = random.direction();
        const Quat q = Quat::from_axis_angle(axis * random.log_uniform(1e-6, 1e6), random.uniform(-7, 7));
        ASSERT_NEAR(length_sq(q), 1, 1e-14);
        ASSERT_LE(length(rotation_matrix(q) * axis - axis), 2e-15);
    }
    EXPECT_EQ(Quat::from_axis_angle({0, 0, 0}, 1), Quat::identity());
}

TEST(Quat, AxisAngleTakesAxesOfEveryLength) {
    // Squares of these axes underflow or overflow: they once gave the identity.
    const Quat truth = Quat::from_axis_angle({1, 2, -2}, 1.25);
    for (const double scale : {5e-324, 1e-310, 1e-200, 1e-160, 1e155, 1e200, 8e307}) {
        const Quat q = Quat::from_axis_angle({scale, 2 * scale, -2 * scale}, 1.25);
        EXPECT_EQ(q.w, truth.w) << scale;
        EXPECT_NEAR(alignment(q, truth), 1, 1e-15) << scale;
        EXPECT_NEAR(length_sq(q), 1, 1e-15) << scale;
        const Pose pose = Pose::from({scale, 2 * scale, -2 * scale, 0}, {});
        EXPECT_LE(largest_difference(pose.rotation, Pose::from({1, 2, -2, 0}, {}).rotation), 1e-15) << scale;
    }
    // Powers of two change no bit.
    const Vec3 axis{0.3, -0.7, 0.2};
    EXPECT_EQ(Quat::from_axis_angle(axis * 0x1p600, 2), Quat::from_axis_angle(axis, 2));
    EXPECT_EQ(Quat::from_axis_angle(axis * 0x1p-600, 2), Quat::from_axis_angle(axis, 2));
    for (const double bad :
         {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_TRUE(std::isnan(Quat::from_axis_angle({1, bad, 0}, 1).y)) << bad;
        EXPECT_TRUE(std::isnan(orthonormality_defect(Pose::from({1, bad, 0, 0}, {}).rotation))) << bad;
    }
    EXPECT_TRUE(std::isnan(orthonormality_defect(Pose::from({0, 0, 0, 0}, {}).rotation)));
}

TEST(Quat, MatrixAndBackAgain) {
    Random random(44);
    for (int i = 0; i < 4000; ++i) {
        // Half turns and turns near them put the largest component in x, y or z.
        const double angle = i % 2 == 0 ? kPi - random.log_uniform(1e-16, 1) : random.uniform(0, 2 * kPi);
        Vec3 axis = random.direction();
        if (i % 5 == 0) axis = {i % 3 == 0 ? 1.0 : 0.0, i % 3 == 1 ? 1.0 : 0.0, i % 3 == 2 ? 1.0 : 0.0};
        const Quat q = Quat::from_axis_angle(axis, angle);
        const Quat back = quaternion_of(rotation_matrix(q));
        ASSERT_GE(back.w, 0);
        ASSERT_NEAR(length_sq(back), 1, 1e-15);
        ASSERT_NEAR(std::abs(alignment(q, back)), 1, 1e-15);
        ASSERT_LE(largest_difference(rotation_matrix(back), rotation_matrix(q)), 2e-15);
    }
    EXPECT_EQ(quaternion_of(Mat3::identity()), Quat::identity());
}

TEST(Quat, NormalizedAtEveryScale) {
    for (const double scale : {1e-310, 1e-200, 1e-6, 1.0, 1e6, 1e200, 1e307}) {
        const Quat q = normalized({scale, 2 * scale, -2 * scale, 4 * scale});
        EXPECT_NEAR(q.w, 0.2, 1e-12) << scale;
        EXPECT_NEAR(length_sq(q), 1, 1e-15) << scale;
    }
    EXPECT_EQ(normalized({0, 0, 0, 0}), Quat::identity());
    EXPECT_EQ(normalized({std::numeric_limits<double>::infinity(), 0, 0, 0}), Quat::identity());
    EXPECT_EQ(normalized({std::numeric_limits<double>::quiet_NaN(), 0, 0, 0}), Quat::identity());
    EXPECT_EQ(normalized({1, std::numeric_limits<double>::quiet_NaN(), 0, 0}), Quat::identity());
}

TEST(Quat, SlerpKeepsSpeedAndTakesTheShorterArc) {
    Random random(45);
    for (int i = 0; i < 1000; ++i) {
        const Quat p = random.rotation();
        const double angle = i % 2 == 0 ? random.log_uniform(1e-9, 1) : random.uniform(0, 3);
        const Quat turn = Quat::from_axis_angle(random.direction(), angle);
        const Quat q = p * turn;
        for (const double t : {0.0, 0.25, 0.5, 1.0}) {
            const Quat s = slerp(p, q, t);
            const double moved = 2 * std::acos(std::min(1.0, std::abs(alignment(p, s))));
            ASSERT_NEAR(length_sq(s), 1, 1e-14);
            ASSERT_NEAR(moved, t * angle, 1e-7 + 1e-9 * angle)
                << angle;  // acos near 1 resolves angles no better than 1e-8
            const Quat other = slerp(p, Quat{-q.w, -q.x, -q.y, -q.z}, t);
            ASSERT_NEAR(std::abs(alignment(s, other)), 1, 1e-14);
        }
        ASSERT_NEAR(std::abs(alignment(slerp(p, q, 1), q)), 1, 1e-14);
        ASSERT_NEAR(alignment(slerp(p, q, 0), p), 1, 1e-14);
    }
}

TEST(Pose, FromQuaternionNormalises) {
    const Pose pose = Pose::from(Quat{2, 0, 0, 2}, {1, 2, 3});
    EXPECT_LE(length(pose * Vec3{1, 0, 0} - Vec3{1, 3, 3}), 1e-15);
    EXPECT_LE(orthonormality_defect(pose.rotation), 1e-15);
    const auto interval = BasicPose<Interval>::from({Interval(1), Interval(0), Interval(0), Interval(1)}, {});
    EXPECT_TRUE((interval * BasicVec3<Interval>{Interval(1), Interval(0), Interval(0)}).y.contains(1.0));
}

TEST(Pose, RelativeLosesNothingFarFromTheOrigin) {
    Random random(46);
    for (int i = 0; i < 500; ++i) {
        Pose a = random.pose(1), b = random.pose(1);
        const Vec3 far{0x1p30, -0x1p31, 0x1p29};
        a.position = {std::ldexp(std::round(std::ldexp(a.position.x, 20)), -20), 0.5,
                      0.25};  // survives the shift exactly
        b.position = {0.125, std::ldexp(std::round(std::ldexp(b.position.y, 20)), -20), 1};
        const Pose near = relative(a, b);
        a.position += far;
        b.position += far;
        ASSERT_EQ(relative(a, b), near);
    }
}

TEST(Pose, DefectSeesWhatIsNotARotation) {
    EXPECT_EQ(orthonormality_defect(Mat3::identity()), 0);
    EXPECT_EQ(orthonormality_defect(Mat3::diagonal({1, 1, -1})), 0);  // a mirror is orthonormal too
    EXPECT_NEAR(orthonormality_defect(Mat3::diagonal({1, 1, 1.001})), 0.002001, 1e-12);
    Mat3 shear = Mat3::identity();
    shear(0, 1) = 1e-3;
    EXPECT_GE(orthonormality_defect(shear), 1e-3);
    shear(0, 1) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(orthonormality_defect(shear)));
}

TEST(Plane, ImageUnderNonUniformScaleHoldsTheImagePoints) {
    Random random(47);
    for (int i = 0; i < 500; ++i) {
        const Affine map = Affine::from(random.pose(3)) *
                           Affine::scale({random.log_uniform(1e-3, 1e3), random.log_uniform(1e-3, 1e3),
                                          -random.log_uniform(1e-3, 1e3)});
        const auto e = exact(map);
        const ExactVec3 p = exact(random.in_cube(1)), q = exact(random.in_cube(1)),
                        r = exact(random.in_cube(1)), s = exact(random.in_cube(1));
        const ExactVec3 normal = cross(q - p, r - p);
        const mpq_class offset = -dot(normal, p);
        const BasicPlane<mpq_class> plane{normal, offset};
        const BasicPlane<mpq_class> image = transformed(plane, e);
        for (const ExactVec3& x : {p, q, r}) ASSERT_TRUE(image(e * x) == 0);
        ASSERT_TRUE(image(e * s) == plane(s));
        // The plain image of the normal is not the normal of the image.
        const BasicPlane<mpq_class> wrong{e.linear * normal, mpq_class(-dot(e.linear * normal, e * p))};
        ASSERT_FALSE(wrong(e * q) == 0 && wrong(e * r) == 0);
    }
}

TEST(Affine, InverseOfTheRationalMapIsExact) {
    Random random(48);
    for (int i = 0; i < 200; ++i) {
        const Affine map{{{random.in_cube(1), random.in_cube(1), random.in_cube(1)}}, random.in_cube(5)};
        const ExactVec3 x = exact(random.in_cube(1));
        ASSERT_TRUE(inverse(exact(map)) * (exact(map) * x) == x);
        ASSERT_TRUE((exact(map) * inverse(exact(map)) == BasicAffine<mpq_class>{}));
    }
}

}  // namespace
}  // namespace graze::test
