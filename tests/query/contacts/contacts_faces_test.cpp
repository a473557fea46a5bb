// Contact manifolds of shapes resting on, hanging over and pressed into each other: number of points, places,
// depths, names.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <set>
#include <vector>

#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"
#include "query/contacts/expect_contacts.hpp"

namespace graze::test {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr Vec3 kX{1, 0, 0};
constexpr Vec3 kZ{0, 0, 1};

Pose at(const Vec3& position) { return Pose::translation(position); }
Pose turned(const Vec3& axis, double angle, const Vec3& position) {
    return Pose::from(Quat::from_axis_angle(axis, angle), position);
}

/// b over a in the frame's z direction.
struct Resting {
    Shape a;
    Shape b;
    Pose b_over_a;
    std::size_t points = 0;
    double depth = 0;
    double tolerance = 1e-9;  ///< Of depths; what a solver for round shapes leaves open is larger.
};

/// In several frames and both orders.
void expect_resting(const Resting& rest) {
    Random random(31);
    for (int n = 0; n < 20; ++n) {
        const Pose frame = n == 0 ? Pose::identity() : random.pose(5);
        const Placed a{rest.a, frame};
        const Placed b{rest.b, frame * rest.b_over_a};
        const ContactManifold manifold = contacts(a, b);
        ASSERT_EQ(manifold.points.size(), rest.points) << "frame " << n;
        ASSERT_LE(length(manifold.normal - frame.rotation * kZ), 1e-3);
        for (const ContactPoint& point : manifold.points)
            ASSERT_NEAR(point.depth, rest.depth, rest.tolerance);
        ASSERT_EQ(manifold.status, Status::converged);
        expect_sound(manifold, a, b);
        const ContactManifold swapped = contacts(b, a);
        expect_sound(swapped, b, a);
        // Where the depth is flat in the normal (a round bottom) places follow the normal, which is known to
        // a root of the bounds.
        expect_flips(manifold, swapped, rest.tolerance > 1e-8 ? 5e-3 : 1e-6);
        ASSERT_FALSE(testing::Test::HasFailure()) << "frame " << n;
    }
}

const Shape kCube = Box{{0.5, 0.5, 0.5}};
const Shape kSlab = Box{{3, 3, 0.5}};
constexpr double kRound = 1e-5;

std::vector<Vec3> prism(int sides, double radius, double half_height) {
    std::vector<Vec3> points;
    for (int i = 0; i < sides; ++i) {
        const double angle = 2 * kPi * i / sides;
        for (const double z : {-half_height, half_height})
            points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    }
    return points;
}

TEST(ContactFaces, BoxRestingOnBox) {
    const Placed a{kCube, Pose::identity()};
    const Placed b{Box{{0.3, 0.3, 0.3}}, at({0, 0, 0.795})};
    const ContactManifold manifold = contacts(a, b);
    ASSERT_EQ(manifold.points.size(), 4u);
    EXPECT_NEAR(manifold.normal.z, 1, 1e-12);
    for (const ContactPoint& point : manifold.points) {
        EXPECT_NEAR(point.depth, 0.005, 1e-12);
        EXPECT_NEAR(std::abs(point.position.x), 0.3, 1e-12);
        EXPECT_NEAR(std::abs(point.position.y), 0.3, 1e-12);
        EXPECT_NEAR(point.position.z, 0.4975, 1e-12);
    }
    expect_sound(manifold, a, b);
}

TEST(ContactFaces, BoxesInManyOrientations) {
    for (const double turn : {0.0, 0.1, kPi / 4, 1.3}) {
        expect_resting({kSlab, Box{{0.3, 0.4, 0.2}}, turned(kZ, turn, {0.5, -0.3, 0.69}), 4, 0.01});
        expect_resting({Box{{0.3, 0.4, 0.2}}, kSlab, turned(kZ, turn, {0.5, -0.3, 0.69}), 4, 0.01});
    }
    // The same size turned by 45°: an octagon, of which four corners stay.
    expect_resting({kCube, kCube, turned(kZ, kPi / 4, {0, 0, 0.99}), 4, 0.01});
    // Hanging over an edge and over a corner.
    expect_resting({kCube, kCube, at({0.7, 0.2, 0.99}), 4, 0.01});
    expect_resting({kCube, kCube, at({0.7, 0.6, 0.99}), 4, 0.01});
}

TEST(ContactFaces, HangingOverACornerIsClipped) {
    const ContactManifold manifold = contacts({kCube, Pose::identity()}, {kCube, at({0.7, 0.6, 0.99})});
    ASSERT_EQ(manifold.points.size(), 4u);
    for (const ContactPoint& point : manifold.points) {
        EXPECT_NEAR(std::abs(point.position.x - 0.35), 0.15, 1e-12);
        EXPECT_NEAR(std::abs(point.position.y - 0.3), 0.2, 1e-12);
    }
}

TEST(ContactFaces, ReductionKeepsTheArea) {
    // A 40-gon on a slab: the four points kept must span nearly the largest quadrilateral, 2 r².
    const auto hull = ConvexHull::build(prism(40, 1, 0.2));
    ASSERT_TRUE(hull);
    const ContactManifold manifold = contacts({kSlab, Pose::identity()}, {*hull, at({0, 0, 0.69})});
    ASSERT_EQ(manifold.points.size(), 4u);
    double twice = 0;  // the four triangles of a convex quadrilateral cover it twice
    for (std::size_t left_out = 0; left_out < 4; ++left_out) {
        const Vec3& p = manifold.points[(left_out + 1) % 4].position;
        twice += 0.5 * length(cross(manifold.points[(left_out + 2) % 4].position - p,
                                    manifold.points[(left_out + 3) % 4].position - p));
    }
    EXPECT_GT(0.5 * twice, 1.9);
}

TEST(ContactFaces, EdgesAndCorners) {
    const double reach = 0.5 * std::sqrt(2.0);
    // On its edge over a face.
    expect_resting({kSlab, kCube, turned(kX, kPi / 4, {0, 0, 0.5 + reach - 0.01}), 2, 0.01});
    // Two crossed edges.
    const Placed low{kCube, turned(kX, kPi / 4, {})};
    const Placed high{kCube, turned({0, 1, 0}, kPi / 4, {0, 0, 2 * reach - 0.01})};
    const ContactManifold crossed = contacts(low, high);
    ASSERT_EQ(crossed.points.size(), 1u);
    EXPECT_NEAR(crossed.points[0].depth, 0.01, 1e-12);
    EXPECT_LE(length(crossed.points[0].position - Vec3{0, 0, reach - 0.005}), 1e-12);
    EXPECT_NEAR(crossed.normal.z, 1, 1e-12);
    expect_sound(crossed, low, high);
    // On a corner.
    const Vec3 over{0, 0, 0.5 + 0.5 * std::sqrt(3.0) - 0.01};
    expect_resting({kSlab, kCube, turned({1, -1, 0}, std::atan(std::sqrt(2.0)), over), 1, 0.01});
}

TEST(ContactFaces, CapsulesAlongEachOther) {
    // Two parallel rods: the two ends of their common stretch.
    const Placed low{Capsule{0.2, 1}, turned(kX, kPi / 2, {})};
    const Placed high{Capsule{0.2, 1}, turned(kX, kPi / 2, {0, 0.5, 0.39})};
    const ContactManifold manifold = contacts(low, high);
    ASSERT_EQ(manifold.points.size(), 2u);
    EXPECT_NEAR(manifold.normal.z, 1, 1e-12);
    EXPECT_NEAR(std::abs(manifold.points[0].position.y - manifold.points[1].position.y), 1.5, 1e-9);
    for (const ContactPoint& point : manifold.points) EXPECT_NEAR(point.depth, 0.01, 1e-12);
    expect_sound(manifold, low, high);
    // Crossed: one.
    const Placed across{Capsule{0.2, 1}, turned({0, 1, 0}, kPi / 2, {0, 0.5, 0.39})};
    const ContactManifold crossed = contacts(low, across);
    ASSERT_EQ(crossed.points.size(), 1u);
    EXPECT_LE(length(crossed.points[0].position - Vec3{0, 0.5, 0.195}), 1e-12);
    expect_sound(crossed, low, across);
}

TEST(ContactFaces, RoundShapes) {
    expect_resting({kSlab, Sphere{0.3}, at({0.1, 0.2, 0.79}), 1, 0.01});
    expect_resting({kSlab, Capsule{0.2, 0.5}, turned(kX, kPi / 2, {0.1, 0.2, 0.69}), 2, 0.01, kRound});
    expect_resting({kSlab, Capsule{0.2, 0.5}, at({0.1, 0.2, 1.19}), 1, 0.01, kRound});
    expect_resting({kSlab, Cylinder{0.3, 0.5}, at({0.1, 0.2, 0.99}), 4, 0.01, kRound});
    expect_resting({kSlab, Cylinder{0.3, 0.5}, turned(kX, kPi / 2, {0.1, 0.2, 0.79}), 2, 0.01, kRound});
    expect_resting({kSlab, Cone{0.3, 0.5}, at({0.1, 0.2, 0.99}), 4, 0.01, kRound});
    expect_resting({kSlab, Ellipsoid{{0.3, 0.4, 0.2}}, at({0.1, 0.2, 0.69}), 1, 0.01, kRound});
    expect_resting({Cylinder{0.3, 0.5}, Cylinder{0.2, 0.4}, at({0.05, 0.02, 0.89}), 4, 0.01, kRound});
    // A cone on its side: the side line makes the angle atan(r / 2h) with the axis, whose middle lies h times
    // its sine above.
    const double slope = std::atan2(0.3, 1.0);
    expect_resting({kSlab, Cone{0.3, 0.5},
                    turned(kX, kPi / 2 + slope, {0, 0, 0.5 + 0.5 * std::sin(slope) - 0.005}), 2, 0.005,
                    kRound});
}

TEST(ContactFaces, CylinderRimPointsAreExtreme) {
    const ContactManifold manifold =
        contacts({kSlab, Pose::identity()}, {Cylinder{0.4, 0.5}, at({0, 0, 0.99})});
    ASSERT_EQ(manifold.points.size(), 4u);
    for (const ContactPoint& point : manifold.points)
        EXPECT_NEAR(std::hypot(point.position.x, point.position.y), 0.4, 4e-4);
    // Half over the edge of the slab: cut where the rim intersects the edge.
    const ContactManifold half = contacts({kSlab, Pose::identity()}, {Cylinder{0.4, 0.5}, at({3, 0, 0.99})});
    ASSERT_EQ(half.points.size(), 4u);
    double low = 1;
    double high = -1;
    for (const ContactPoint& point : half.points) {
        EXPECT_LE(point.position.x, 3 + 1e-9);
        low = std::min(low, point.position.y);
        high = std::max(high, point.position.y);
    }
    EXPECT_NEAR(low, -0.4, 4e-4);
    EXPECT_NEAR(high, 0.4, 4e-4);
}

TEST(ContactFaces, HullsAndFlatShapes) {
    const auto six = ConvexHull::build(prism(6, 0.4, 0.3));
    const auto five = ConvexPolygon::build(
        std::vector<Vec3>{{0.3, 0, 0}, {0.1, 0.3, 0}, {-0.3, 0.1, 0}, {-0.2, -0.2, 0}, {0.1, -0.3, 0}});
    ASSERT_TRUE(six && five);
    expect_resting({kSlab, *six, at({0.1, 0.2, 0.79}), 4, 0.01});
    expect_resting({*six, *six, turned(kZ, 0.3, {0.1, 0.1, 0.59}), 4, 0.01});
    expect_resting({kSlab, Triangle{{0, 0, 0}, {0.4, 0, 0}, {0, 0.4, 0}}, at({0.1, 0.2, 0.49}), 3, 0.01});
    expect_resting({kSlab, Tetrahedron{{0, 0, 0}, {0.4, 0, 0}, {0, 0.4, 0}, {0.1, 0.1, 0.5}},
                    at({0.1, 0.2, 0.49}), 3, 0.01});
    expect_resting({kSlab, *five, at({0.1, 0.2, 0.49}), 4, 0.01});
    expect_resting({kSlab, Segment{{-0.2, 0, 0}, {0.2, 0.1, 0}}, at({0.1, 0.2, 0.49}), 2, 0.01});
    expect_resting({kSlab, Point{{0, 0, 0}}, at({0.1, 0.2, 0.49}), 1, 0.01});
}

TEST(ContactFaces, Combinators) {
    const Shape small = Box{{0.2, 0.3, 0.1}};
    expect_resting({kSlab, rounded(small, 0.1), at({0.1, 0.2, 0.69}), 4, 0.01});
    expect_resting({kSlab, scaled(Box{{1, 1, 1}}, {0.2, 0.3, 0.2}), at({0.1, 0.2, 0.69}), 4, 0.01});
    expect_resting({kSlab, minkowski_sum(Sphere{0.1}, small), at({0.1, 0.2, 0.69}), 4, 0.01});
    expect_resting({kSlab, minkowski_sum(Box{{0.1, 0.1, 0.1}}, small), at({0.1, 0.2, 0.69}), 4, 0.01});
    expect_resting({kSlab, rounded(Segment{{-0.3, 0, 0}, {0.3, 0, 0}}, 0.2), at({0.1, 0.2, 0.69}), 2, 0.01});
    expect_resting({kSlab, scaled(Cylinder{1, 1}, {0.2, 0.3, 0.2}), at({0.1, 0.2, 0.69}), 4, 0.01, kRound});
    const Shape balls =
        convex_hull_of(transformed(Sphere{0.2}, Affine{Mat3::identity(), {0.5, 0, 0}}), Sphere{0.2});
    expect_resting({kSlab, balls, at({0.1, 0.2, 0.69}), 2, 0.01, kRound});
}

TEST(ContactFaces, DegenerateAndExtremeSizes) {
    expect_resting({kSlab, Cylinder{0, 0.3}, at({0.1, 0.2, 0.79}), 1, 0.01, kRound});
    expect_resting({kSlab, Box{{0.3, 0, 0.3}}, at({0.1, 0.2, 0.79}), 2, 0.01});
    expect_resting({kSlab, Box{{0, 0, 0.3}}, at({0.1, 0.2, 0.79}), 1, 0.01});
    // Two parts that are level, each tilted its own way: their sum has no flat face of all their corners.
    const Shape curved =
        minkowski_sum(transformed(Box{{0.3, 0.3, 0.1}}, Affine::from(turned(kX, 0.03, {}))),
                      transformed(Box{{0.2, 0.2, 0.1}}, Affine::from(turned({0, 1, 0}, 0.03, {}))));
    const Placed slab{kSlab, Pose::identity()};
    const Placed b{curved, at({0.1, 0.2, 0.68})};
    expect_sound(contacts(slab, b), slab, b);
    for (const double scale : {1e-90, 1e90}) {
        const ContactManifold manifold =
            contacts({Box{Vec3{1, 1, 1} * scale}, Pose::identity()},
                     {Box{Vec3{0.5, 0.5, 0.5} * scale}, at(Vec3{0, 0, 1.49} * scale)});
        ASSERT_EQ(manifold.points.size(), 4u);
        for (const ContactPoint& point : manifold.points) EXPECT_NEAR(point.depth / scale, 0.01, 1e-9);
    }
}

TEST(ContactFaces, HalfSpaces) {
    const Shape ground = HalfSpace{{0, 0, 2}, 1};  // z <= 0.5
    expect_resting({ground, kCube, at({7, 3, 0.99}), 4, 0.01});
    expect_resting({ground, Sphere{0.3}, at({7, 3, 0.79}), 1, 0.01});
    expect_resting({ground, Capsule{0.2, 0.5}, turned(kX, kPi / 2, {7, 3, 0.69}), 2, 0.01});
    expect_resting({ground, Cylinder{0.3, 0.5}, at({7, 3, 0.99}), 4, 0.01});
    expect_resting({ground, Triangle{{0, 0, 0}, {0.4, 0, 0}, {0, 0.4, 0}}, at({7, 3, 0.49}), 3, 0.01});
    // Tilted and sunk: the corners under the plane count, each with its own depth.
    const Placed plane{HalfSpace{{0, 0, 1}, 0}, Pose::identity()};
    const Placed tilted{kCube, turned(kX, 0.3, {0, 0, 0.3})};
    const ContactManifold manifold = contacts(plane, tilted);
    ASSERT_EQ(manifold.points.size(), 4u);
    expect_sound(manifold, plane, tilted);
    const double middle = 0.5 * std::cos(0.3) - 0.3;
    const auto count_at = [&](double depth) {
        return std::count_if(manifold.points.begin(), manifold.points.end(),
                             [&](const ContactPoint& p) { return std::abs(p.depth - depth) < 1e-12; });
    };
    EXPECT_EQ(count_at(middle + 0.5 * std::sin(0.3)), 2);
    EXPECT_EQ(count_at(middle - 0.5 * std::sin(0.3)), 2);
    EXPECT_TRUE(contacts(plane, {HalfSpace{{0, 1, 0}, 0}, Pose::identity()}).points.empty());
}

TEST(ContactFaces, DisjointTouchingAndInvalid) {
    const Placed a{kCube, Pose::identity()};
    const ContactManifold apart = contacts(a, {kCube, at({2, 0, 0})});
    EXPECT_TRUE(apart.points.empty());
    EXPECT_NEAR(apart.distance.middle(), 1, 1e-12);
    EXPECT_NEAR(apart.normal.x, 1, 1e-12);
    EXPECT_EQ(apart.status, Status::converged);
    const ContactManifold touching = contacts(a, {kCube, at({1, 0, 0})});
    for (const ContactPoint& point : touching.points) {
        EXPECT_GT(point.depth, 0);
        EXPECT_LE(point.depth, 1e-14);
    }
    const ContactManifold bad = contacts(a, {Sphere{-1}, Pose::identity()});
    EXPECT_EQ(bad.status, Status::invalid_input);
    EXPECT_TRUE(bad.points.empty());
    ContactOptions odd;
    for (const double angle : {-1.0, 0.0, 10.0, std::nan("")}) {
        odd.face_angle = angle;
        const ContactManifold manifold = contacts(a, {kCube, at({0, 0, 0.9})}, odd);
        ASSERT_GE(manifold.points.size(), 1u);
        EXPECT_NEAR(manifold.points[0].depth, 0.1, 1e-12);
    }
}

TEST(ContactFaces, NamesStayUnderSmallMotion) {
    Random random(32);
    const auto six = ConvexHull::build(prism(6, 0.4, 0.3));
    for (const Shape& shape :
         {Shape(Box{{0.3, 0.4, 0.2}}), Shape(Cylinder{0.3, 0.2}), Shape(*six), Shape(Capsule{0.2, 0.4})}) {
        const double height = shape.type() == ShapeType::hull ? 0.3 : 0.2;
        const Vec3 over{0.11, 0.07, 0.5 + height - 0.01};
        const Pose rest =
            shape.type() == ShapeType::capsule ? turned(kX, kPi / 2, over) : turned(kZ, 0.2, over);
        std::set<std::uint64_t> names;
        for (const ContactPoint& point : contacts({kSlab, Pose::identity()}, {shape, rest}).points)
            names.insert(point.feature);
        for (int n = 0; n < 50; ++n) {
            const Quat shake = Quat::from_axis_angle(random.direction(), 1e-6);
            const Pose pose{Pose::from(shake, {}).rotation * rest.rotation,
                            rest.position + random.in_cube(1e-6)};
            std::set<std::uint64_t> now;
            for (const ContactPoint& point : contacts({kSlab, Pose::identity()}, {shape, pose}).points)
                now.insert(point.feature);
            // Of six corners the deepest is kept, whichever that is; the others stay.
            std::size_t lost = 0;
            for (const std::uint64_t name : names) lost += now.count(name) == 0;
            ASSERT_LE(lost, shape.type() == ShapeType::hull ? 1u : 0u) << to_string(shape.type());
            ASSERT_EQ(now.size(), names.size());
        }
    }
}

// The hull's support rounds an ulp above each ball's own, which once left it without any face.
TEST(ContactFaces, HullOfTwoBallsUnderABox) {
    const Placed a{convex_hull_of(Sphere{0.11}, rounded(Point{{0, 0, -0.5}}, 0.04)), Pose::identity()};
    const Placed b{Box{{1, 1, 1}}, at({0, 0, 1 + 0.9 * 0.11})};
    const ContactManifold manifold = contacts(a, b);
    ASSERT_EQ(manifold.points.size(), 1u);
    EXPECT_NEAR(manifold.points[0].depth, 0.1 * 0.11, 1e-6);
    EXPECT_NEAR(manifold.points[0].position.z, 0.95 * 0.11, 1e-6);
    EXPECT_NEAR(manifold.normal.z, 1, 1e-6);
    EXPECT_TRUE(verify(manifold, a, b));
}

}  // namespace
}  // namespace graze::test
