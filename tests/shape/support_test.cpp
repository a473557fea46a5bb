// Support mappings of every type and of nests: farthest, on the boundary, for every direction; enclosures and
// values against 192-bit arithmetic.
#include "graze/shape/shape.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "oracle/generators.hpp"
#include "oracle/precise_support.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

using RealVec = BasicVec3<Real>;

/// The exact maximum of d · x over the shape.
Real height(const Shape& shape, const Vec3& d) {
    return dot(convert<Real>(d), precise_support<Real>(shape, convert<Real>(d)));
}
Real norm(const Vec3& d) { return sqrt(length_sq(convert<Real>(d))); }

/// Directions where support mappings trip: axes, planes, tiny and huge ones, near ties.
std::vector<Vec3> directions(Random& random, int count) {
    std::vector<Vec3> all;
    for (const double s : {1.0, -1.0}) {
        all.insert(
            all.end(),
            {{s, 0, 0}, {0, s, 0}, {0, 0, s}, {s, s, 0}, {s, -s, s}, {1e-9 * s, 0, 1}, {0, 1e-300, s}});
    }
    for (int i = 0; i < count; ++i) {
        const Vec3 d = random.direction();
        all.insert(all.end(),
                   {d, d * 1e-6, d * 1e6, d * 1e-90, d * 1e90, d * 1e-170, d * 1e170, d * 1e-305, d * 1e300});
    }
    return all;
}

class EveryType : public testing::TestWithParam<ShapeType> {
protected:
    void each(std::uint64_t seed, const std::function<void(const Shape&, const Vec3&, double)>& check,
              int trials = 4) const {
        Random random(seed);
        for (const double scale : {1e-90, 1e-6, 1.0, 1e6, 1e90})
            for (const Build build : {Build::plain, Build::flat, Build::needle, Build::degenerate})
                for (int trial = 0; trial < trials; ++trial) {
                    const Shape shape = random_shape(random, GetParam(), build, scale);
                    if (!shape.valid()) continue;  // a product of scales may leave the served range
                    for (const Vec3& d : directions(random, 2)) check(shape, d, scale);
                }
    }
};

TEST_P(EveryType, SupportPointsAreMembersAsFarOutAsTheyCanBe) {
    each(960, [](const Shape& shape, const Vec3& d, double) {
        const Vec3 s = support(shape, d);
        ASSERT_TRUE(is_finite(s)) << literal(shape) << literal(d);
        // Height along the unit direction, against the exact one: short by no more than the stated error, and
        // never over.
        const Real unit_height = height(shape, d) / norm(d);
        const double off =
            static_cast<double>(unit_height - dot(convert<Real>(d), convert<Real>(s)) / norm(d));
        const double error = shape.support_error() + 4 * kEps * shape.reach();
        EXPECT_LE(std::abs(off), error) << literal(shape) << literal(d);
        EXPECT_LE(length(s), shape.reach() + error) << literal(shape) << literal(d);
    });
}

TEST_P(EveryType, CorePlusMarginIsTheShape) {
    each(961, [](const Shape& shape, const Vec3& d, double) {
        std::uint32_t hint = 0;
        const Vec3 core = core_support(shape, d, hint);
        EXPECT_LE(length(core), shape.core_reach() * (1 + 4 * kEps) + shape.support_error())
            << literal(shape);
        EXPECT_LE(length(support(shape, d) - (core + shape.margin() * unit(d))), 4 * kEps * shape.reach())
            << literal(shape) << literal(d);
    });
}

TEST_P(EveryType, EnclosuresHoldAMemberNearTheSupportPoint) {
    each(962, [](const Shape& shape, const Vec3& d, double) {
        const IntervalVec3 box = support_enclosure(shape, d), core_box = core_support_enclosure(shape, d);
        const Vec3 s = support(shape, d);
        std::uint32_t hint = 0;
        const Vec3 core = core_support(shape, d, hint);
        const double near = 64 * kEps * shape.reach() + 8 * shape.support_error();
        Vec3 middle, core_middle;
        for (std::size_t i = 0; i < 3; ++i) {
            ASSERT_LE(box[i].lower, box[i].upper) << literal(shape) << literal(d);
            EXPECT_LE(box[i].width(), near) << literal(shape) << literal(d);
            EXPECT_LE(core_box[i].width(), near) << literal(shape) << literal(d);
            middle[i] = box[i].middle();
            core_middle[i] = core_box[i].middle();
        }
        // Near in height: where several points are equally far the box may hold another one.
        EXPECT_LE(std::abs(dot(unit(d), middle - s)), near) << literal(shape) << literal(d);
        EXPECT_LE(std::abs(dot(unit(d), core_middle - core)), near) << literal(shape) << literal(d);
    });
}

TEST_P(EveryType, ValuesContainTheExactMaximumAndAreTight) {
    each(963, [](const Shape& shape, const Vec3& d, double) {
        const Interval value = support_value(shape, IntervalVec3{d.x, d.y, d.z});
        const Real exact = height(shape, d);
        EXPECT_LE(Real(value.lower), exact + abs(exact) * Real(1e-50)) << literal(shape) << literal(d);
        EXPECT_GE(Real(value.upper), exact - abs(exact) * Real(1e-50)) << literal(shape) << literal(d);
        const double size = max_component(abs(d));
        if (size < 1e-10 || size > 1e10)
            return;  // far from unit, squares of products may leave the range of double: sound, not tight
        EXPECT_LE(value.width() / size, 256 * kEps * shape.reach()) << literal(shape) << literal(d);
    });
}

TEST_P(EveryType, PlacedValuesAreThoseOfTheTurnedShape) {
    Random random(964);
    for (int trial = 0; trial < 20; ++trial) {
        const Placed placed{random_shape(random, GetParam()), random.pose(3)};
        const Vec3 d = random.direction();
        const Interval value = support_value(placed, d);
        const auto n = convert<Real>(d);
        const Real exact = dot(n, turned_support<Real>(placed, n) + convert<Real>(placed.pose.position));
        EXPECT_LE(Real(value.lower), exact);
        EXPECT_GE(Real(value.upper), exact);
        EXPECT_LE(value.width(), 256 * kEps * (placed.shape.reach() + 6));
    }
}

TEST_P(EveryType, ZeroGivesABoundaryPoint) {
    Random random(965);
    for (int trial = 0; trial < 12; ++trial) {
        const Shape shape = random_shape(random, GetParam());
        const Vec3 s = support(shape, {});
        // On the boundary: in the shape, and a little farther out along some direction is not.
        const Placed point{Point{}, Pose::translation(s)};
        const Interval outside = enclose_distance({shape}, point, Precision::fast);
        EXPECT_LE(outside.lower, 1e-14 * shape.reach()) << literal(shape);
        EXPECT_GE(outside.upper, -1e-9 * shape.reach()) << literal(shape) << literal(s);
        EXPECT_EQ(s, support(shape, Vec3{-0.0, 0.0, -0.0})) << "whatever the signs of zero";
    }
}

INSTANTIATE_TEST_SUITE_P(Types, EveryType, testing::ValuesIn([] {
                             std::vector<ShapeType> bounded;
                             for (const ShapeType type : kAllShapeTypes)
                                 if (type != ShapeType::half_space) bounded.push_back(type);
                             return bounded;
                         }()),
                         [](const auto& type) { return std::string(to_string(type.param)); });

TEST(Support, ConesPickApexOrRimWhateverTheLengthOfTheDirection) {
    const Shape flat = Cone{10, 1}, steep = Cone{1, 10};
    for (const double s : {1e-320, 1e-200, 1e-170, 1e-90, 1.0, 1e90, 1e170, 1e200, 1e300}) {
        EXPECT_EQ(support(flat, Vec3{s, 0, s}), (Vec3{10, 0, -1})) << s;
        EXPECT_EQ(support(steep, Vec3{s, 0, s}), (Vec3{0, 0, 10})) << s;
        EXPECT_EQ(support(flat, Vec3{0, 0, s}), (Vec3{0, 0, 1})) << s;
        EXPECT_EQ(support(flat, Vec3{0, 0, -s}).z, -1) << s;
    }
    // Through a map that shortens directions below the range of their squares.
    const Shape tiny = scaled(Cone{1e-60, 1e-61}, Vec3{1e-30, 1e-30, 1e-30});
    EXPECT_NEAR(support(tiny, {1, 0, 1}).x / 1e-90, 1, 1e-12);
}

TEST(Support, FlatImagesPickTheMemberThatTheirEnclosureHas) {
    Random random(964);
    for (const ShapeType type :
         {ShapeType::segment, ShapeType::triangle, ShapeType::tetrahedron, ShapeType::polygon, ShapeType::box,
          ShapeType::capsule, ShapeType::hull, ShapeType::minkowski_sum}) {
        for (int i = 0; i < 8; ++i) {
            const Shape child =
                type == ShapeType::minkowski_sum
                    ? minkowski_sum(Shape(Box{{0, 0.5, 0}}), random_shape(random, ShapeType::polygon))
                    : random_shape(random, type);
            for (const std::size_t flat : {0, 1, 2}) {
                Mat3 m{{Vec3{1.25, 0, 0}, Vec3{0, 1.5, 0}, Vec3{0, 0, 0.75}}};
                m.columns[flat] = {};
                const Shape image = rounded(transformed(child, Affine{m, {0.1, 0.2, 0.3}}), 0.25 * (i % 2));
                // Across the flat side all members are equally high, and the child is evaluated along zero,
                // of either sign.
                for (const Vec3& d : {Vec3{-0.0, 0, 1}, Vec3{0, -0.0, -1}, Vec3{1, 0, -0.0},
                                      Vec3{-1, -0.0, -0.0}, Vec3{-0.0, 1, 0}, Vec3{0, -1, 0}}) {
                    std::uint32_t hint = 0;
                    const IntervalVec3 box = core_support_enclosure(image, d);
                    const Vec3 middle{box.x.middle(), box.y.middle(), box.z.middle()};
                    EXPECT_LE(length(middle - core_support(image, d, hint)), 64 * kEps * image.reach())
                        << literal(image) << literal(d);
                }
            }
        }
    }
}

TEST(Support, KnownPoints) {
    EXPECT_EQ(support(Box{{1, 2, 3}}, {1, -1, 1}), (Vec3{1, -2, 3}));
    EXPECT_EQ(support(Sphere{2}, {0, 0, -5}), (Vec3{0, 0, -2}));
    EXPECT_EQ(support(Capsule{1, 2}, {0, 0, 1}), (Vec3{0, 0, 3}));
    EXPECT_LE(length(support(Cylinder{1, 2}, {3, 4, -1}) - Vec3{0.6, 0.8, -2}), 2 * kEps);
    EXPECT_EQ(support(Ellipsoid{{1, 2, 3}}, {0, 1, 0}), (Vec3{0, 2, 0}));
    EXPECT_EQ(support(Ellipsoid{{1, 1, 0}}, {0, 0, 1}).z, 0);
    EXPECT_EQ(support_enclosure(Ellipsoid{{1, 1, 0}}, {0, 0, 1}).x, Interval(1))
        << "flat across the direction: a member all the same";
    EXPECT_EQ(support(rounded(Segment{{-1, 0, 0}, {1, 0, 0}}, 0.25), {}), (Vec3{1.25, 0, 0}))
        << "once inside: core and margin took two axes";
    EXPECT_EQ(support(Sphere{-1}, {1, 0, 0}), Vec3{}) << "invalid: the centre";
    EXPECT_EQ(support(Sphere{std::nan("")}, {1, 0, 0}), Vec3{});
    EXPECT_EQ(support(HalfSpace{{0, 0, 2}, 6}, {1, 0, 0}), (Vec3{0, 0, 3}));
    EXPECT_EQ(support_value(Shape(HalfSpace{}), {1, 0, 0}), Interval::everything());
    EXPECT_EQ(support_value(Shape(Sphere{-1}), {1, 0, 0}), Interval::everything());
}

TEST(Support, EllipsoidsAreTheirCoreAndARollingBall) {
    Random random(966);
    for (int trial = 0; trial < 200; ++trial) {
        const Vec3 radii{random.log_uniform(0.01, 1), random.log_uniform(0.01, 1),
                         random.log_uniform(0.01, 1)};
        const Shape shape = Ellipsoid{radii};
        const double least = std::min({radii.x, radii.y, radii.z}), most = max_component(radii);
        EXPECT_NEAR(shape.margin(), least * least / most, 1e-14 * least);
        EXPECT_LE(Real(shape.margin()), Real(least) * Real(least) / Real(most))
            << "a larger ball would not roll in it";
        // The core's support function is convex: the margin was not too large.
        const Vec3 d = random.direction(), e = random.direction();
        std::uint32_t hint = 0;
        const auto core_height = [&](const Vec3& v) { return dot(v, core_support(shape, v, hint)); };
        EXPECT_LE(core_height(d + e), core_height(d) + core_height(e) + 1e-14);
    }
    EXPECT_EQ(Shape(Ellipsoid{{2, 2, 2}}).core_reach() < 1e-14, true) << "a sphere is all margin";
}

}  // namespace
}  // namespace graze::test
