// The scalar templates in float, where rounding shows after seven digits: random floats, compared with
// rationals or with the same code in double on the same numbers. Every bound counts the roundings of the
// formula, in units of the terms' magnitudes.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "graze/math/pose.hpp"
#include "math/exact.hpp"
#include "math/nearest.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Vec3f = BasicVec3<float>;
using Mat3f = BasicMat3<float>;
using Posef = BasicPose<float>;
using Quatf = BasicQuat<float>;

/// The largest relative error of one rounded operation on float.
constexpr double kFloatEps = std::numeric_limits<float>::epsilon() / 2;

Vec3f to_float(const Vec3& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
Vec3 to_double(const Vec3f& v) { return {v.x, v.y, v.z}; }
Mat3f to_float(const Mat3& m) {
    return {{to_float(m.columns[0]), to_float(m.columns[1]), to_float(m.columns[2])}};
}
Mat3 to_double(const Mat3f& m) {
    return {{to_double(m.columns[0]), to_double(m.columns[1]), to_double(m.columns[2])}};
}
Pose to_double(const Posef& p) { return {to_double(p.rotation), to_double(p.position)}; }
ExactVec3 exact(const Vec3f& v) { return test::exact(to_double(v)); }

double error(float computed, const mpq_class& truth) {
    return std::abs(mpq_class(mpq_class(computed) - truth).get_d());
}

TEST(Float, ProductsStayWithinTheirRoundings) {
    Random random(71);
    for (const double scale : {1e-6, 1.0, 1e6}) {
        for (int i = 0; i < 500; ++i) {
            const Vec3f a = to_float(random.in_cube(scale)), b = to_float(random.in_cube(scale)),
                        c = to_float(random.in_cube(scale));
            const double ab = length(to_double(a)) * length(to_double(b));
            // Three products and two sums: at most three roundings on each term.
            EXPECT_LE(error(dot(a, b), dot(exact(a), exact(b))), 3 * kFloatEps * std::sqrt(3) * ab);
            const Vec3f product = cross(a, b);
            const ExactVec3 truth = cross(exact(a), exact(b));
            for (std::size_t k = 0; k < 3; ++k)
                EXPECT_LE(error(product[k], truth[k]), 2 * kFloatEps * 2 * ab);
            const Mat3f m{{a, b, c}};
            const double volume = ab * length(to_double(c));
            EXPECT_LE(error(determinant(m), determinant(test::exact(to_double(m)))),
                      6 * kFloatEps * 4 * volume);
        }
    }
}

TEST(Float, MatrixTimesItsInverseIsNearTheIdentity) {
    Random random(72);
    for (int i = 0; i < 500; ++i) {
        const Mat3f m = to_float(Mat3{{random.in_cube(1), random.in_cube(1), random.in_cube(1)}});
        const double condition = norm_bound(to_double(m)) * norm_bound(inverse(to_double(m)));
        const Mat3 off = to_double(m) * to_double(inverse(m));
        // A cofactor carries 3 roundings, the determinant 6 more, its reciprocal and the product one each;
        // cofactors may cancel once more.
        for (std::size_t k = 0; k < 9; ++k) {
            EXPECT_NEAR(off(k / 3, k % 3), k % 4 == 0 ? 1.0 : 0.0, 32 * kFloatEps * condition * condition);
        }
    }
}

TEST(Float, UnitAtEveryLength) {
    Random random(73);
    const float denormal = std::numeric_limits<float>::denorm_min();
    for (int i = 0; i < 2000; ++i) {
        const Vec3 direction = random.direction();
        const Vec3f v = to_float(direction * random.log_uniform(1e-35, 1e38));
        const Vec3 u = to_double(unit<float>(v));
        EXPECT_NEAR(length(u), 1, 4 * kFloatEps);
        EXPECT_LE(length(cross(u, unit(to_double(v)))), 4 * kFloatEps);
    }
    EXPECT_EQ(unit<float>({0, -denormal, 0}), (Vec3f{0, -1, 0}));
    EXPECT_EQ(unit<float>({0, 0, std::numeric_limits<float>::max()}), (Vec3f{0, 0, 1}));
    EXPECT_EQ(unit<float>({0, 0, 0}), (Vec3f{1, 0, 0}));
    EXPECT_NEAR(unit<float>({3 * denormal, 4 * denormal, 0}).y, 0.8, 2 * kFloatEps);
}

TEST(Float, RotationsFromAxesOfEveryLength) {
    Random random(74);
    for (int i = 0; i < 2000; ++i) {
        const Vec3f axis = to_float(random.direction() * random.log_uniform(1e-35, 1e38));
        const auto angle = static_cast<float>(random.uniform(-7, 7));
        const Quatf q = Quatf::from_axis_angle(axis, angle);
        const Quat truth = Quat::from_axis_angle(to_double(axis), angle);
        EXPECT_NEAR(q.w, truth.w, 2 * kFloatEps);
        EXPECT_LE(length(Vec3{q.x - truth.x, q.y - truth.y, q.z - truth.z}), 8 * kFloatEps);
        const float length = static_cast<float>(random.log_uniform(1e-35, 1e37));
        const Posef pose = Posef::from({q.w * length, q.x * length, q.y * length, q.z * length}, {});
        // An entry is 1 minus two products of two: a few roundings of numbers up to 2 each, six entries in
        // the defect.
        EXPECT_LE(orthonormality_defect(to_double(pose.rotation)), 64 * kFloatEps);
        EXPECT_LE(norm_bound(Mat3{{to_double(pose.rotation.columns[0]) - rotation_matrix(truth).columns[0],
                                   to_double(pose.rotation.columns[1]) - rotation_matrix(truth).columns[1],
                                   to_double(pose.rotation.columns[2]) - rotation_matrix(truth).columns[2]}}),
                  64 * kFloatEps);
    }
}

TEST(Float, PosesComposeInvertAndRelate) {
    Random random(75);
    for (const double scale : {1e-6, 1.0, 1e6}) {
        for (int i = 0; i < 300; ++i) {
            const Pose p = random.pose(scale), q = random.pose(scale);
            const Posef a{to_float(p.rotation), to_float(p.position)},
                b{to_float(q.rotation), to_float(q.position)};
            const Vec3f x = to_float(random.in_cube(scale));
            const Pose da = to_double(a), db = to_double(b);
            const double bound = 32 * kFloatEps * scale;  // at most 8 roundings on coordinates below 4 scale
            EXPECT_LE(length(to_double(a * x) - da * to_double(x)), bound);
            EXPECT_LE(length(to_double((a * b) * x) - da * (db * to_double(x))), bound);
            // The transpose is the inverse up to the defect, which is a few roundings too.
            EXPECT_LE(length(to_double(inverse(a) * (a * x)) - to_double(x)), 2 * bound);
            EXPECT_LE(length(da * to_double(relative(a, b) * x) - db * to_double(x)), 2 * bound);
        }
    }
}

TEST(Float, AffineMapsMovePlanesWithTheirPoints) {
    Random random(76);
    for (int i = 0; i < 500; ++i) {
        const Pose p = random.pose(1);
        const BasicAffine<float> map =
            BasicAffine<float>::from(Posef{to_float(p.rotation), to_float(p.position)}) *
            BasicAffine<float>::scale(
                {static_cast<float>(random.uniform(0.5, 2)), static_cast<float>(random.uniform(0.5, 2)), -1});
        const Vec3f x = to_float(random.in_cube(1)), normal = to_float(random.direction());
        const BasicPlane<float> plane{normal, -dot(normal, x)};
        EXPECT_NEAR(transformed(plane, map)(map * x), 0, 128 * kFloatEps);
        EXPECT_LE(length(to_double(inverse(map) * (map * x)) - to_double(x)), 128 * kFloatEps);
    }
}

TEST(Float, NearestPointsAreNearestUpToRoundings) {
    Random random(77);
    for (const double scale : {1e-6, 1.0, 1e6}) {
        for (int i = 0; i < 2000; ++i) {
            std::array<Vec3f, 3> t{to_float(random.in_cube(scale)), to_float(random.in_cube(scale)),
                                   to_float(random.in_cube(scale))};
            if (i % 11 == 0) t[2] = 0.5F * t[0] + 0.5F * t[1];
            if (i % 13 == 0) t[1] = t[0];
            const Vec3f x = to_float(random.in_cube(2 * scale));
            const Vec3 a = to_double(t[0]), b = to_double(t[1]), c = to_double(t[2]), point = to_double(x);
            const double bound = 32 * kFloatEps * scale;  // a dozen roundings on coordinates below 4 scale

            const float s = nearest_on_segment<float>(t[0], t[1], x);
            const double s_double = nearest_on_segment(a, b, point);
            ASSERT_GE(s, 0);
            ASSERT_LE(s, 1);
            EXPECT_NEAR(length(a + double(s) * (b - a) - point), length(a + s_double * (b - a) - point),
                        bound);

            const BasicTrianglePoint<float> found = nearest_on_triangle<float>(t, x);
            ASSERT_GE(found.u, 0);
            ASSERT_GE(found.v, 0);
            ASSERT_LE(double(found.u) + double(found.v), 1 + 2 * kFloatEps);
            const double truth = std::sqrt(nearest_on_triangle({a, b, c}, point).distance_sq);
            const double reached = length(a + double(found.u) * (b - a) + double(found.v) * (c - a) - point);
            EXPECT_NEAR(std::sqrt(static_cast<double>(found.distance_sq)), reached, bound);
            // Never nearer than the nearest, and not much farther: the square of the distance is flat around
            // the foot.
            EXPECT_GE(reached, truth - bound);
            EXPECT_LE(reached, truth + bound);
        }
    }
}

}  // namespace
}  // namespace graze::test
