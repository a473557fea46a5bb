// Input that cannot be used: every verb answers without harm and says invalid_input, and `check` says why.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/core/assert.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Debug builds report each misuse through the handler; here misuse is the subject.
class BadInput : public testing::Test {
protected:
    void SetUp() override {
        previous_ = set_assertion_handler([](const AssertionFailure&) {});
    }
    void TearDown() override { set_assertion_handler(previous_); }

private:
    AssertionHandler previous_ = nullptr;
};

void expect_refused(const Placed& bad, Rule rule) {
    const auto checked = check(bad);
    ASSERT_FALSE(checked.has_value());
    EXPECT_EQ(checked.error().rule, rule) << checked.error().message();
    EXPECT_FALSE(checked.error().message().empty());
    const std::vector<Placed> partners{
        {Sphere{1}, {}}, {Box{{1, 1, 1}}, {}}, {Cone{1, 1}, {}}, {HalfSpace{}, {}}, bad};
    for (const Placed& good : partners)
        for (const bool swap : {false, true}) {
            const Placed &a = swap ? good : bad, &b = swap ? bad : good;
            const Separation s = separation(a, b);
            EXPECT_EQ(s.status, Status::invalid_input);
            EXPECT_EQ(s.distance, Interval::everything());
            EXPECT_TRUE(is_finite(s.normal) && is_finite(s.point_a) && is_finite(s.point_b));
            EXPECT_NEAR(length(s.normal), 1, 1e-15);
            EXPECT_TRUE(overlaps(a, b));
            const Verdict v = decide(a, b);
            EXPECT_EQ(v.status, Status::invalid_input);
            EXPECT_EQ(v.answer, Answer::undecided);
            EXPECT_EQ(v.method, Method::automatic);
            EXPECT_FALSE(verify(v, a, b));
            EXPECT_FALSE(verify(s, a, b));
            const ContactManifold manifold = contacts(a, b);
            EXPECT_EQ(manifold.status, Status::invalid_input);
            EXPECT_TRUE(manifold.points.empty());
            EXPECT_FALSE(translational_cast(a, b, {1, 0, 0}).has_value());
            EXPECT_EQ(certified_separation(a, b).separation.status, Status::invalid_input);
        }
    EXPECT_FALSE(raycast(Ray{{-5, 0, 0}, {1, 0, 0}}, bad).has_value());
}

TEST_F(BadInput, NanAndInfinitiesInShapes) {
    for (const double x : {kNan, kInfinity, -kInfinity}) {
        expect_refused({Sphere{x}, {}}, Rule::not_finite);
        expect_refused({Box{{1, x, 1}}, {}}, Rule::not_finite);
        expect_refused({Point{{x, 0, 0}}, {}}, Rule::not_finite);
        expect_refused({Segment{{0, 0, 0}, {0, 0, x}}, {}}, Rule::not_finite);
        expect_refused({Triangle{{0, 0, 0}, {1, 0, 0}, {0, x, 0}}, {}}, Rule::not_finite);
        expect_refused({Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {x, x, x}}, {}}, Rule::not_finite);
        expect_refused({Capsule{1, x}, {}}, Rule::not_finite);
        expect_refused({Cylinder{x, 1}, {}}, Rule::not_finite);
        expect_refused({Cone{1, x}, {}}, Rule::not_finite);
        expect_refused({Ellipsoid{{1, 1, x}}, {}}, Rule::not_finite);
        expect_refused({rounded(Sphere{1}, x), {}}, Rule::not_finite);
        expect_refused({scaled(Sphere{1}, {1, x, 1}), {}}, Rule::not_finite);
    }
}

TEST_F(BadInput, NegativeSizes) {
    expect_refused({Sphere{-1}, {}}, Rule::negative);
    expect_refused({Box{{1, 1, -1e-9}}, {}}, Rule::negative);
    expect_refused({Capsule{-1, 1}, {}}, Rule::negative);
    expect_refused({Cylinder{1, -1}, {}}, Rule::negative);
    expect_refused({Cone{-1, -1}, {}}, Rule::negative);
    expect_refused({Ellipsoid{{1, -1, 1}}, {}}, Rule::negative);
    expect_refused({rounded(Box{{1, 1, 1}}, -0.5), {}}, Rule::negative);
}

TEST_F(BadInput, MagnitudesOutsideTheServedRange) {
    expect_refused({Sphere{1e101}, {}}, Rule::out_of_range);
    expect_refused({Sphere{1e-101}, {}}, Rule::out_of_range);
    expect_refused({Box{{1, 1e300, 1}}, {}}, Rule::out_of_range);
    expect_refused({HalfSpace{{0, 0, 1e-100}, 1e100}, {}}, Rule::out_of_range);
    expect_refused({Sphere{1}, Pose::translation({0, 0, 1e101})}, Rule::out_of_range);
}

TEST_F(BadInput, HalfSpacesWithoutADirection) {
    const Placed flat{HalfSpace{{0, 0, 0}, 1}, {}};
    const auto checked = check(flat);
    ASSERT_FALSE(checked.has_value());
    EXPECT_EQ(checked.error().rule, Rule::zero_direction);
    EXPECT_EQ(separation(flat, Placed{Sphere{1}, {}}).status, Status::invalid_input);
    EXPECT_EQ(separation(Placed{Sphere{1}, {}}, flat).status, Status::invalid_input);
    EXPECT_EQ(decide(flat, Placed{Sphere{1}, {}}).status, Status::invalid_input);
    EXPECT_TRUE(overlaps(flat, Placed{Sphere{1}, {}}));
    EXPECT_FALSE(raycast(Ray{}, flat).has_value());
}

TEST_F(BadInput, PosesThatAreNotRigid) {
    const Shape box = Box{{1, 1, 1}};
    expect_refused({box, Pose::translation({kNan, 0, 0})}, Rule::not_finite);
    expect_refused({box, Pose::translation({0, -kInfinity, 0})}, Rule::not_finite);
    expect_refused({box, Pose{Mat3::diagonal({kNan, 1, 1}), {}}}, Rule::not_finite);
    expect_refused({box, Pose{Mat3::diagonal({2, 2, 2}), {}}}, Rule::not_orthonormal);
    expect_refused({box, Pose{Mat3::diagonal({1, 1, 0}), {}}}, Rule::not_orthonormal);
    expect_refused({box, Pose{Mat3::diagonal({1 + 1e-5, 1, 1}), {}}}, Rule::not_orthonormal);
    expect_refused({box, Pose::from(Quat{0, 0, 0, 0}, {})}, Rule::not_finite);
    expect_refused({box, Pose::from(Quat{kNan, 0, 0, 1}, {})}, Rule::not_finite);
    // A quaternion of any other length is normalised.
    EXPECT_TRUE(check({box, Pose::from(Quat{3, 4, 0, 0}, {})}).has_value());
    EXPECT_TRUE(check({box, Pose::identity()}).has_value());
}

TEST_F(BadInput, NestedFaultsAreFound) {
    const Shape bad_sphere = Sphere{-1};
    for (const Shape& shape : {minkowski_sum(Box{{1, 1, 1}}, bad_sphere), convex_hull_of(bad_sphere, Point{}),
                               scaled(bad_sphere, {1, 1, 1}), rounded(bad_sphere, 1),
                               rounded(minkowski_sum(Sphere{1}, scaled(bad_sphere, {2, 2, 2})), 0.5)}) {
        EXPECT_FALSE(shape.valid());
        ASSERT_TRUE(shape.fault());
        EXPECT_NE(shape.fault()->message().find("negative"), std::string::npos) << shape.fault()->message();
        expect_refused({shape, {}}, shape.fault()->rule);
    }
    for (const Shape& shape : {minkowski_sum(HalfSpace{}, Sphere{1}), convex_hull_of(Sphere{1}, HalfSpace{}),
                               scaled(HalfSpace{}, {1, 1, 1}), rounded(HalfSpace{}, 1)})
        expect_refused({shape, {}}, Rule::unbounded_child);
    expect_refused({convex_hull_of(std::span<const Shape>{}), {}}, Rule::too_few);
}

TEST_F(BadInput, RaysAndCastsWithoutADirection) {
    const Placed ball{Sphere{1}, {}};
    EXPECT_FALSE(raycast(Ray{{-5, 0, 0}, {0, 0, 0}}, ball).has_value());
    EXPECT_FALSE(raycast(Ray{{-5, 0, 0}, {kNan, 0, 0}}, ball).has_value());
    EXPECT_FALSE(raycast(Ray{{-5, kInfinity, 0}, {1, 0, 0}}, ball).has_value());
    EXPECT_FALSE(
        translational_cast(ball, Placed{Sphere{1}, Pose::translation({5, 0, 0})}, {kNan, 0, 0}).has_value());
    // Resting shapes that touch from the start are in contact at time zero; apart they never intersect.
    EXPECT_FALSE(
        translational_cast(ball, Placed{Sphere{1}, Pose::translation({5, 0, 0})}, {0, 0, 0}).has_value());
    const auto resting = translational_cast(ball, Placed{Sphere{1}, Pose::translation({1, 0, 0})}, {0, 0, 0});
    ASSERT_TRUE(resting.has_value());
    EXPECT_EQ(resting->time.lower, 0);
}

TEST_F(BadInput, AnyCacheContentIsSafe) {
    const Placed a{Box{{1, 1, 1}}, {}}, b{Cone{1, 1}, Pose::translation({4, 0.5, 0.25})};
    const Separation cold = separation(a, b);
    for (const double x : {kNan, kInfinity, 1e300, 1e-300, 0.0}) {
        PairCache cache{{x, x, x}, 0xffffffffu, 12345};
        const Separation warm = separation(a, b, {}, &cache);
        EXPECT_EQ(warm.status, Status::converged) << x;
        EXPECT_LE(warm.distance.lower, cold.distance.upper) << x;
        EXPECT_GE(warm.distance.upper, cold.distance.lower) << x;
        cache = {{x, x, x}, 0xffffffffu, 12345};
        EXPECT_FALSE(overlaps(a, b, &cache)) << x;
    }
}

TEST_F(BadInput, RandomBitsNeverHarm) {
    // Doubles made of random bits: whatever they mean, every verb returns, and what it returns is not NaN.
    Random random(401);
    const auto number = [&] {
        const std::uint64_t bits = random.bits();
        double x = 0;
        static_assert(sizeof x == sizeof bits);
        std::memcpy(&x, &bits, sizeof x);
        return random.chance(0.5) ? x : random.uniform(-2, 2);
    };
    const auto vector = [&] {
        const double x = number(), y = number();
        return Vec3{x, y, number()};
    };
    for (int i = 0; i < 4000; ++i) {
        const std::vector<Shape> shapes{Sphere{number()},
                                        Box{vector()},
                                        Cone{number(), number()},
                                        Triangle{vector(), vector(), vector()},
                                        Ellipsoid{vector()},
                                        HalfSpace{vector(), number()},
                                        scaled(Sphere{number()}, vector())};
        const Pose rotation = random.pose(1);
        const Placed a{shapes[random.index(shapes.size())], Pose{rotation.rotation, vector()}};
        const Placed b{shapes[random.index(shapes.size())], Pose{rotation.rotation, vector()}};
        const Separation s = separation(a, b);
        EXPECT_FALSE(std::isnan(s.distance.lower) || std::isnan(s.distance.upper));
        EXPECT_TRUE(is_finite(s.normal));
        EXPECT_EQ(s.status == Status::invalid_input, !(check(a).has_value() && check(b).has_value())) << i;
        decide(a, b);
        overlaps(a, b);
        contacts(a, b);
        const auto hit = raycast(Ray{vector(), vector()}, a);
        if (hit) {
            EXPECT_FALSE(std::isnan(hit->t));
        }
    }
}

}  // namespace
}  // namespace graze::test
