// Shape as a value: what each struct becomes, reaches and margins, and the fault of every rule with its
// element and message.
#include "graze/shape/shape.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/shape/hull.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

void expect_fault(const Shape& shape, Rule rule, Element kind, std::size_t element) {
    EXPECT_FALSE(shape.valid());
    const auto fault = shape.fault();
    ASSERT_TRUE(fault.has_value());
    EXPECT_EQ(fault->rule, rule);
    EXPECT_EQ(fault->kind, kind);
    EXPECT_EQ(fault->element, element);
    EXPECT_NE(fault->text.find(to_string(shape.type())), std::string::npos) << fault->text;
    EXPECT_FALSE(fault->message().empty());
    // Whatever the query, no NaN comes out of finite input, and nothing crashes.
    support(shape, {1, 2, 3});
    EXPECT_EQ(support_value(shape, {1, 0, 0}), Interval::everything());
}

TEST(Shape, KeepsTheNumbersOfItsStruct) {
    const Shape t = Tetrahedron{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
    EXPECT_EQ(t.type(), ShapeType::tetrahedron);
    for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(t.values()[i], static_cast<double>(i + 1));
    EXPECT_EQ(t.vector(3), (Vec3{10, 11, 12}));
    EXPECT_EQ(t.centre(), (Vec3{5.5, 6.5, 7.5}));
    EXPECT_TRUE(t.children().empty());
    EXPECT_EQ(t.payload(), nullptr);
    EXPECT_TRUE(t.valid());
    EXPECT_FALSE(t.fault().has_value());
}

TEST(Shape, MarginsAndCores) {
    EXPECT_EQ(Shape(Sphere{2}).margin(), 2);
    EXPECT_EQ(Shape(Sphere{2}).core_reach(), 0);
    EXPECT_EQ(Shape(Capsule{2, 3}).margin(), 2);
    EXPECT_EQ(Shape(Capsule{2, 3}).core_reach(), 3);
    EXPECT_EQ(Shape(Box{{1, 1, 1}}).margin(), 0);
    EXPECT_EQ(Shape(HalfSpace{}).reach(), kInfinity);
    for (const Shape& polytope : {Shape(Point{}), Shape(Segment{}), Shape(Triangle{}), Shape(Tetrahedron{}),
                                  Shape(Box{}), Shape(Sphere{1}), Shape(Capsule{1, 1})})
        EXPECT_TRUE(polytope.polytope_core());
    for (const Shape& curved : {Shape(Cylinder{1, 1}), Shape(Cone{1, 1}), Shape(Ellipsoid{{1, 2, 3}})})
        EXPECT_FALSE(curved.polytope_core());
}

TEST(Shape, ReachHoldsEveryMember) {
    Random random(970);
    for (const ShapeType type : kAllShapeTypes) {
        if (type == ShapeType::half_space) continue;
        for (int trial = 0; trial < 30; ++trial) {
            const Shape shape = random_shape(random, type, trial % 3 == 0 ? Build::needle : Build::plain);
            double farthest = 0;
            for (int i = 0; i < 30; ++i)
                farthest = std::max(farthest, length(support(shape, random.direction())));
            EXPECT_LE(farthest, shape.reach() * (1 + 4 * kEps) + shape.support_error()) << literal(shape);
            EXPECT_LE(length(shape.centre()), shape.reach() * (1 + 4 * kEps)) << literal(shape);
            // Of use: not much larger than what the shape's own parts span.
            if (type != ShapeType::affine_image && type != ShapeType::minkowski_sum &&
                type != ShapeType::convex_hull_of && type != ShapeType::rounded) {
                EXPECT_LE(shape.reach(), 2 * farthest + 1e-12) << literal(shape);
            }
        }
    }
}

TEST(Shape, CentresAreMembers) {
    EXPECT_EQ(Shape(Cone{1, 2}).centre(), (Vec3{0, 0, -1}));
    EXPECT_EQ(Shape(Segment{{0, 0, 0}, {2, 4, 6}}).centre(), (Vec3{1, 2, 3}));
    EXPECT_EQ(Shape(HalfSpace{{0, 0, 2}, 6}).centre(), (Vec3{0, 0, 3}));
    EXPECT_EQ(minkowski_sum(Point{{1, 0, 0}}, Point{{0, 2, 0}}).centre(), (Vec3{1, 2, 0}));
}

TEST(ShapeFault, NotFinite) {
    for (const double bad : {kNan, kInfinity, -kInfinity}) {
        expect_fault(Point{{0, bad, 0}}, Rule::not_finite, Element::component, 1);
        expect_fault(Segment{{}, {0, 0, bad}}, Rule::not_finite, Element::component, 5);
        expect_fault(Triangle{{}, {}, {bad, 0, 0}}, Rule::not_finite, Element::component, 6);
        expect_fault(Tetrahedron{{}, {}, {}, {0, 0, bad}}, Rule::not_finite, Element::component, 11);
        expect_fault(Sphere{bad}, Rule::not_finite, Element::component, 0);
        expect_fault(Box{{1, 1, bad}}, Rule::not_finite, Element::component, 2);
        expect_fault(Capsule{1, bad}, Rule::not_finite, Element::component, 1);
        expect_fault(Cylinder{bad, 1}, Rule::not_finite, Element::component, 0);
        expect_fault(Cone{1, bad}, Rule::not_finite, Element::component, 1);
        expect_fault(Ellipsoid{{1, bad, 1}}, Rule::not_finite, Element::component, 1);
        expect_fault(HalfSpace{{0, 0, 1}, bad}, Rule::not_finite, Element::component, 3);
        expect_fault(rounded(Point{}, bad), Rule::not_finite, Element::component, 0);
        expect_fault(scaled(Point{}, {1, 1, bad}), Rule::not_finite, Element::component, 8);
    }
}

TEST(ShapeFault, OutOfRange) {
    for (const double bad : {1e-101, 1e101, 5e-324}) {
        expect_fault(Point{{0, bad, 0}}, Rule::out_of_range, Element::component, 1);
        expect_fault(Sphere{bad}, Rule::out_of_range, Element::component, 0);
        expect_fault(Box{{bad, 1, 1}}, Rule::out_of_range, Element::component, 0);
        expect_fault(HalfSpace{{bad, 0, 1}, 0}, Rule::out_of_range, Element::component, 0);
    }
    for (const double good : {0.0, 1e-100, 1e100}) EXPECT_TRUE(Shape(Sphere{good}).valid()) << good;
    expect_fault(minkowski_sum(Sphere{9e99}, Sphere{9e99}), Rule::out_of_range, Element::whole, 0);
    expect_fault(scaled(Box{{1e60, 1, 1}}, {1e60, 1, 1}), Rule::out_of_range, Element::whole, 0);
    expect_fault(rounded(Sphere{9e99}, 9e99), Rule::out_of_range, Element::whole, 0);
    // Every number is served, the plane is not.
    for (const HalfSpace& far : {HalfSpace{{0, 0, 1e-100}, 1e100}, HalfSpace{{0, 1e-3, 0}, -1e98},
                                 HalfSpace{{0.5, 0.5, 0.5}, 1e100}}) {
        expect_fault(far, Rule::out_of_range, Element::whole, 0);
        EXPECT_NE(Shape(far).fault()->text.find("plane"), std::string::npos) << Shape(far).fault()->text;
    }
    for (const HalfSpace& near :
         {HalfSpace{{0, 0, 1e-100}, 1}, HalfSpace{{0, 0, 1}, -1e100}, HalfSpace{{1e100, 0, 0}, 1e100}})
        EXPECT_TRUE(Shape(near).valid()) << near.normal.z;
}

TEST(ShapeFault, NegativeSizes) {
    expect_fault(Sphere{-1}, Rule::negative, Element::component, 0);
    expect_fault(Box{{1, -1, 1}}, Rule::negative, Element::component, 1);
    expect_fault(Capsule{1, -1}, Rule::negative, Element::component, 1);
    expect_fault(Cylinder{-1, 1}, Rule::negative, Element::component, 0);
    expect_fault(Cone{-1, 1}, Rule::negative, Element::component, 0);
    expect_fault(Ellipsoid{{1, 1, -1}}, Rule::negative, Element::component, 2);
    expect_fault(rounded(Box{{1, 1, 1}}, -0.5), Rule::negative, Element::component, 0);
    EXPECT_TRUE(Shape(Segment{{-1, -2, -3}, {}}).valid()) << "coordinates may be negative";
}

TEST(ShapeFault, DirectionsAndChildren) {
    expect_fault(HalfSpace{{0, 0, 0}, 1}, Rule::zero_direction, Element::whole, 0);
    expect_fault(convex_hull_of(std::span<const Shape>{}), Rule::too_few, Element::whole, 0);
    expect_fault(minkowski_sum(Sphere{1}, HalfSpace{}), Rule::unbounded_child, Element::child, 1);
    expect_fault(rounded(HalfSpace{}, 1), Rule::unbounded_child, Element::child, 0);
    const Shape bad = convex_hull_of(std::vector<Shape>{Sphere{1}, Box{{1, 1, 1}}, Sphere{-2}});
    expect_fault(bad, Rule::invalid_child, Element::child, 2);
    EXPECT_NE(bad.fault()->text.find("sphere has a negative size"), std::string::npos)
        << "the inner reason is reported: " << bad.fault()->text;
    expect_fault(transformed(bad, Affine{}), Rule::invalid_child, Element::child, 0);
}

TEST(ShapeFault, TheFirstOneIsReported) {
    expect_fault(Box{{-1, kNan, 1e200}}, Rule::negative, Element::component, 0);
    expect_fault(Box{{1, kNan, -1}}, Rule::not_finite, Element::component, 1);
}

}  // namespace
}  // namespace graze::test
