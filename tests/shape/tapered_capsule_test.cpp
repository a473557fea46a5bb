// The tapered capsule is the hull of two spheres: heights, members, boxes and measures by that definition, in
// long double.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/generators.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

/// h(d) = max(c₁ · d + r₁ |d|, c₂ · d + r₂ |d|).
long double height_of(const TaperedCapsule& c, const Vec3& d) {
    const long double size = std::hypot(std::hypot<long double>(d.x, d.y), static_cast<long double>(d.z));
    const long double end = static_cast<long double>(c.half_height) * d.z;
    return std::max(c.radius_bottom * size - end, c.radius_top * size + end);
}

/// Either radius the larger one, one or more of the numbers zero, spheres in each other and nearly so.
TaperedCapsule random_capsule(Random& random, double scale) {
    TaperedCapsule c{random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1)};
    if (random.chance(0.1)) c.radius_bottom = 0;
    if (random.chance(0.1)) c.radius_top = 0;
    if (random.chance(0.1)) c.half_height = 0;
    if (random.chance(0.1)) c.radius_top = c.radius_bottom;
    if (random.chance(0.2))
        c.radius_top =
            c.radius_bottom + 2 * c.half_height * (1 + kGapLadder[random.index(kGapLadder.size())]);
    if (random.chance(0.5)) std::swap(c.radius_bottom, c.radius_top);
    return {c.radius_bottom * scale, c.radius_top * scale, c.half_height * scale};
}

TEST(TaperedCapsule, SupportsAreThoseOfTheHigherSphere) {
    Random random(811);
    for (int i = 0; i < 6000; ++i) {
        const double scale = std::array<double, 4>{1e-6, 1, 1e6, 1e90}[random.index(4)];
        const TaperedCapsule c = random_capsule(random, scale);
        const Shape shape = c;
        ASSERT_TRUE(shape.valid());
        Vec3 d = random.direction();
        if (random.chance(0.2)) d = {0, 0, d.z};
        if (random.chance(0.2)) d = d * random.log_uniform(1e-150, 1e150);
        const Vec3 n = unit(d);
        const double error = shape.support_error() + 8 * kEps * shape.reach();
        const long double truth = height_of(c, n);
        const Vec3 p = support(shape, d);
        ASSERT_NEAR(static_cast<double>(dot(p, n) - truth), 0, error) << literal(shape) << literal(d);
        ASSERT_LE(*point_distance(shape, p), error) << literal(shape) << literal(d);
        std::uint32_t hint = 0;
        const Vec3 core = core_support(shape, d, hint);
        ASSERT_LE(length(core), shape.core_reach() + shape.support_error());
        ASSERT_NEAR(static_cast<double>(dot(core, n) + shape.margin() - truth), 0, error)
            << literal(shape) << literal(d);
        const Interval value = support_value(shape, enclose(n));
        ASSERT_LE(value.lower, static_cast<double>(truth) + 1e-18 * shape.reach());
        ASSERT_GE(value.upper, static_cast<double>(truth) - 1e-18 * shape.reach());
        ASSERT_LE(value.upper - value.lower, 16 * kEps * shape.reach());
        const IntervalVec3 member = support_enclosure(shape, d);
        ASSERT_LE(length(middle(member) - p), error);
        ASSERT_LE(std::max({member.x.upper - member.x.lower, member.y.upper - member.y.lower,
                            member.z.upper - member.z.lower}),
                  error);
    }
}

TEST(TaperedCapsule, ExactMembersAreInTheHull) {
    Random random(812);
    for (int i = 0; i < 3000; ++i) {
        const TaperedCapsule c = random_capsule(random, 1);
        const IntervalVec3 member = support_enclosure(c, random.direction());
        // The exact point is somewhere in the box; the hull is within its diagonal then.
        const double box = length(Vec3{member.x.upper - member.x.lower, member.y.upper - member.y.lower,
                                       member.z.upper - member.z.lower});
        ASSERT_LE(*point_distance(c, middle(member)), box + 1e-18);
    }
}

TEST(TaperedCapsule, BoxesAreTightAndContainIt) {
    Random random(813);
    for (int i = 0; i < 2000; ++i) {
        const TaperedCapsule c = random_capsule(random, 1);
        const Placed placed{c, random.pose(2)};
        const Aabb box = box_of(placed);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Vec3 d{};
            d[axis] = 1;
            const Vec3 local = transpose_times(placed.pose.rotation, d);
            const long double at = placed.pose.position[axis], top = at + height_of(c, local),
                              low = at - height_of(c, -local);
            ASSERT_GE(box.max[axis], top);
            ASSERT_LE(box.min[axis], low);
            ASSERT_NEAR(box.max[axis] - box.min[axis], static_cast<double>(top - low), 1e-13);
        }
    }
}

TEST(TaperedCapsule, WithEqualRadiiIsACapsule) {
    Random random(814);
    for (int i = 0; i < 1000; ++i) {
        const double radius = random.uniform(0, 1), half_height = random.uniform(0.01, 1);
        const Shape tapered = TaperedCapsule{radius, radius, half_height},
                    plain = Capsule{radius, half_height};
        EXPECT_EQ(tapered.margin(), plain.margin());
        EXPECT_EQ(tapered.centre(), plain.centre());
        const Vec3 d = random.direction();
        EXPECT_EQ(support(tapered, d), support(plain, d));
    }
}

TEST(TaperedCapsule, WithOneSphereInTheOtherIsThatSphere) {
    // Nested exactly: 0.75 = 0.25 + 2 * 0.25. One rounding less and the small sphere reaches out.
    const Shape nested = TaperedCapsule{0.25, 0.75, 0.25}, below = TaperedCapsule{0.75, 0.25, 0.25},
                flat = TaperedCapsule{0.1, 0.3, 0};
    EXPECT_EQ(nested.margin(), 0.75);
    EXPECT_EQ(nested.centre(), (Vec3{0, 0, 0.25}));
    EXPECT_EQ(nested.support_error(), 0);
    EXPECT_EQ(below.margin(), 0.75);
    EXPECT_EQ(below.centre(), (Vec3{0, 0, -0.25}));
    EXPECT_EQ(flat.margin(), 0.3);
    EXPECT_EQ(flat.reach(), 0.3);
    const Shape almost = TaperedCapsule{0.25, std::nextafter(0.75, 0.0), 0.25};
    EXPECT_EQ(almost.margin(), 0.25);
    // The exact sum of the doubles 0.1 and 0.2 is between the double 0.3 and the next one, to which it
    // rounds.
    EXPECT_EQ(Shape(TaperedCapsule{0.1, 0.1 + 2 * 0.1, 0.1}).margin(), 0.1 + 2 * 0.1);
    EXPECT_EQ(Shape(TaperedCapsule{0.1, 0.3, 0.1}).margin(), 0.1);
    Random random(815);
    for (int i = 0; i < 100; ++i) {
        const Vec3 d = random.direction();
        EXPECT_EQ(support(nested, d), Vec3(0, 0, 0.25) + support(Sphere{0.75}, d));
        EXPECT_EQ(support(flat, d), support(Sphere{0.3}, d));
    }
}

TEST(TaperedCapsule, RefusesBadNumbers) {
    for (const TaperedCapsule& bad :
         {TaperedCapsule{-1, 1, 1}, TaperedCapsule{1, -1, 1}, TaperedCapsule{1, 1, -1}}) {
        const Shape shape = bad;
        ASSERT_FALSE(shape.valid());
        EXPECT_EQ(shape.fault()->rule, Rule::negative);
        EXPECT_NE(shape.fault()->message().find("tapered_capsule"), std::string::npos);
    }
    EXPECT_EQ(Shape(TaperedCapsule{1, NAN, 1}).fault()->rule, Rule::not_finite);
    EXPECT_EQ(Shape(TaperedCapsule{1, 1, 1e200}).fault()->rule, Rule::out_of_range);
    EXPECT_EQ(Shape(TaperedCapsule{1, 2, -1}).fault()->element, 2U);
    EXPECT_TRUE(Shape(TaperedCapsule{}).valid());
    EXPECT_EQ(to_string(ShapeType::tapered_capsule), "tapered_capsule");
}

}  // namespace
}  // namespace graze::test
